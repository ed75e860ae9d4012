//! One point of a board in text: what is drawn, and what is left for the list below.

use hoshi_core::{Color, Diagram, Mark, Point};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::{Glyphs, Paint, Palette, TextStyle};

/// The maximum width of a cell: three digits and their stone.
pub(super) const MOST: usize = 4;

/// The longest label that is drawn: a longer one would widen the whole board.
const LONGEST_LABEL: usize = 2;

/// The signs for marks, in the order of [`Mark::ALL`] up to the seki: in ASCII and in Unicode. No sign
/// is a character for stones or points in the grammar of diagrams.
pub(super) const SIGNS: [(Mark, char, char); 9] = [
    (Mark::Circle, '@', '◎'),
    (Mark::Square, '%', '□'),
    (Mark::Triangle, '^', '△'),
    (Mark::Cross, '/', '×'),
    (Mark::Selected, '>', '◆'),
    (Mark::Territory(Color::Black), '=', '▪'),
    (Mark::Territory(Color::White), '-', '▫'),
    (Mark::Dead, '!', '†'),
    (Mark::Seki, '~', '~'),
];

/// A hidden point in ASCII.
pub(super) const HIDDEN: &str = "_";

/// Whether a character can be part of a label on the board: a letter or a digit one column wide, and
/// not written from right to left, which would reorder the line.
fn is_letter(c: char) -> bool {
    let is_leftward = matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    c.is_alphanumeric() && c.width().is_some_and(|width| width > 0) && !is_leftward
}

/// A point, ready to be drawn.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) paint: Paint,
    pub(super) is_last: bool,
    pub(super) is_hidden: bool,
}

/// A diagram that is being drawn, cell by cell.
pub(super) struct Drawing<'a> {
    diagram: &'a Diagram,
    palette: Option<Palette>,
    is_ascii: bool,
    room: usize,
    stars: Vec<Point>,
    used: Vec<Mark>,
    /// Everything that is not drawn.
    pub(super) rest: Diagram,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(diagram: &'a Diagram, style: &TextStyle, room: usize) -> Drawing<'a> {
        let mut rest = Diagram::new(diagram.size());
        rest.set_ko(diagram.ko());
        let is_ascii = style.glyphs == Glyphs::Ascii || style.is_ambiguous_wide;
        if is_ascii && style.palette.is_none() {
            // Only a parser needs it: people see the coordinates and the edges.
            rest.set_window(diagram.window());
        }
        for (from, to) in diagram.lines() {
            rest.add_line(from, to);
        }
        for (from, to) in diagram.arrows() {
            rest.add_arrow(from, to);
        }
        Drawing {
            diagram,
            palette: style.palette,
            is_ascii,
            room,
            stars: diagram.size().stars(),
            used: Vec::new(),
            rest,
        }
    }

    pub(super) fn cell(&mut self, point: Point) -> Cell {
        let marks = self.diagram.marks(point);
        if marks.contains(Mark::Hidden) {
            let text = if self.is_ascii { HIDDEN } else { " " };
            let paint = self.palette.map_or(Paint::default(), Palette::hidden);
            return Cell { text: text.to_owned(), paint, is_last: false, is_hidden: true };
        }
        let stone = self.diagram.stone(point);
        // In colours the stone is the background of its label, and needs no letter.
        let own = usize::from(stone.is_some() && self.palette.is_none());
        let mut left = self.room.saturating_sub(own);
        let word = self.word(point, stone, &mut left);
        let mut signs = String::new();
        for (mark, ascii, unicode) in SIGNS {
            if !marks.contains(mark) {
                continue;
            }
            if left == 0 {
                self.rest.mark(point, mark);
                continue;
            }
            left -= 1;
            signs.push(if self.is_ascii { ascii } else { unicode });
            if !self.used.contains(&mark) {
                self.used.push(mark);
            }
        }
        let is_dim = marks.contains(Mark::Dim);
        if is_dim && self.palette.is_none() {
            self.rest.mark(point, Mark::Dim);
        }
        let heat = self.diagram.heat(point);
        if let Some(heat) = heat
            && self.palette.is_none()
        {
            self.rest.set_heat(point, heat);
        }
        let is_last = self.diagram.last_move() == Some(point) && stone.is_some();
        if self.diagram.last_move() == Some(point) && !is_last {
            self.rest.set_last_move(Some(point));
        }
        let tags = signs + &word;
        let paint = match self.palette {
            None => Paint::default(),
            Some(palette) if is_dim => palette.dim(),
            Some(palette) => {
                let owner = Color::ALL.into_iter().find(|&color| {
                    marks.contains(Mark::Territory(color)) && tags.chars().count() == 1
                });
                match (stone, owner, heat) {
                    (Some(color), ..) if tags.is_empty() => palette.stone(color),
                    (Some(color), ..) => palette.on_stone(color),
                    (None, _, Some(heat)) => palette.heat(heat),
                    (None, Some(color), None) => palette.stone(color),
                    (None, None, None) if tags.is_empty() => palette.lines(),
                    (None, None, None) => palette.on_board(),
                }
            }
        };
        let text = match stone {
            Some(color) if tags.is_empty() || self.palette.is_none() || is_dim => {
                format!("{tags}{}", self.symbol(color))
            }
            None if tags.is_empty() => self.empty(point).to_string(),
            _ => tags,
        };
        Cell { text, paint, is_last, is_hidden: false }
    }

    /// The number or the label of a point, as far as it fits.
    fn word(&mut self, point: Point, stone: Option<Color>, left: &mut usize) -> String {
        let mut word = String::new();
        if let Some(number) = self.diagram.number(point) {
            let digits = number.to_string();
            if stone.is_some() && digits.len() <= *left {
                word = digits;
            } else {
                self.rest.set_number(point, number);
            }
        }
        if let Some(label) = self.diagram.label(point) {
            let is_digits = label.bytes().all(|byte| byte.is_ascii_digit());
            let is_short = label.width() <= LONGEST_LABEL.min(*left);
            if word.is_empty() && is_short && self.is_drawable(label, stone) {
                word = label.to_owned();
                if is_digits && stone.is_some() && self.is_plain() {
                    // On a stone it would be read as the number of a move.
                    self.rest.set_label(point, label);
                }
            } else {
                self.rest.set_label(point, label);
                if let Some(number) = self.diagram.number(point).filter(|_| is_digits) {
                    self.rest.set_number(point, number);
                }
            }
        }
        *left -= word.width();
        word
    }

    /// Whether this is the form that can be parsed.
    fn is_plain(&self) -> bool {
        self.is_ascii && self.palette.is_none()
    }

    /// Whether a label on the board is unambiguous.
    fn is_drawable(&self, label: &str, stone: Option<Color>) -> bool {
        let is_free = stone.is_some() || !label.ends_with(['X', 'O', 'x', 'o']);
        if !self.is_ascii {
            return !label.is_empty() && label.chars().all(is_letter);
        }
        let is_word = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_word && is_free
    }

    fn symbol(&self, color: Color) -> char {
        match color {
            _ if self.is_ascii => color.symbol(),
            // In colours, too: they may be seen without them.
            Color::White => '○',
            Color::Black => '●',
        }
    }

    fn empty(&self, point: Point) -> char {
        let is_star = self.stars.binary_search(&point).is_ok();
        if self.is_ascii {
            return if is_star { '+' } else { '.' };
        }
        let size = self.diagram.size();
        let (x, y) = (point.x(), point.y());
        let up = y > 0;
        let down = y + 1 < size.height();
        let left = x > 0;
        let right = x + 1 < size.width();
        match (up, down, left, right) {
            (true, true, true, true) if is_star => '•',
            (true, true, true, true) => '┼',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            (true, true, false, true) => '├',
            (true, true, true, false) => '┤',
            (false, true, false, true) => '┌',
            (false, true, true, false) => '┐',
            (true, false, false, true) => '└',
            (true, false, true, false) => '┘',
            (false, false, true, true) => '─',
            (true, true, false, false) => '│',
            (false, false, false, true) => '╶',
            (false, false, true, false) => '╴',
            (false, true, false, false) => '╷',
            (true, false, false, false) => '╵',
            (false, false, false, false) => '·',
        }
    }

    /// The legend of the signs drawn.
    pub(super) fn key(&self) -> Option<String> {
        let used = SIGNS.iter().filter(|(mark, ..)| self.used.contains(mark));
        let each: Vec<String> = used
            .map(|&(mark, ascii, unicode)| {
                let sign = if self.is_ascii { ascii } else { unicode };
                let name = match mark {
                    Mark::Territory(color) => format!("{color}'s territory"),
                    mark => mark.name().to_owned(),
                };
                format!("{sign} {name}")
            })
            .collect();
        (!each.is_empty()).then(|| format!("{}{}", super::read::KEY, each.join(", ")))
    }
}
