//! Boards as text: plain ASCII, Unicode, and either of them in the colours of a terminal.
//!
//! A point has two columns, so that the board looks square; it has more if a longer label or a
//! number is drawn. Nothing here queries the terminal: its colours, its width and its treatment of
//! ambiguous characters are part of the [`TextStyle`].

mod cell;
mod paint;
mod read;

use std::fmt;

use hoshi_core::{Diagram, Mark, Point, Size, Window};
use unicode_width::UnicodeWidthStr as _;

use crate::Coordinates;
pub use paint::{Paint, Palette};
pub use read::{TextError, read};

use cell::{Cell, Drawing};

/// The characters that a board is drawn with.
///
/// ```
/// use hoshi_render::text::Glyphs;
/// assert_eq!(Glyphs::default(), Glyphs::Ascii);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Glyphs {
    /// `X`, `O`, `.` and `+`. Without colours and with the coordinates `a1`, hoshi can parse it.
    #[default]
    Ascii,
    /// Round stones on lines.
    Unicode,
}

/// The style of a board as text.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::text::{Glyphs, TextStyle, draw};
///
/// let diagram: Diagram = ". . .\n. (X) O\n. . .".parse()?;
/// let style = TextStyle { glyphs: Glyphs::Unicode, ..TextStyle::default() };
/// assert_eq!(
///     draw(&diagram, &style).to_string(),
///     "   A B C\n 3 ┌─┬─┐ 3\n 2 ├(●)○ 2\n 1 └─┴─┘ 1\n   A B C\n"
/// );
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// The characters.
    pub glyphs: Glyphs,
    /// The colours; none is plain text.
    pub palette: Option<Palette>,
    /// The names of lines.
    pub coordinates: Coordinates,
    /// Whether the terminal draws characters of ambiguous width (stones and lines are among them) two
    /// columns wide. A board is then drawn in ASCII.
    pub is_ambiguous_wide: bool,
    /// The available width. Labels and numbers that would make the board wider are listed below it,
    /// and long lists are wrapped.
    pub width: Option<usize>,
}

/// A board as text: lines of pieces, each in its colours.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::text::{TextStyle, draw};
///
/// let diagram: Diagram = "X .\n. O\ntriangle A2\nlabel B2 a\nlabel A1 ko-threat".parse()?;
/// let board = draw(&diagram, &TextStyle::default());
/// assert_eq!(board.lines[1].iter().map(|span| span.text.as_str()).collect::<String>(), " 2 ^X  a 2");
/// assert_eq!(board.key.as_deref(), Some("Marks: ^ triangle"));
/// assert_eq!(board.notes, ["label A1 ko-threat"]);
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextBoard {
    /// The board with its coordinates.
    pub lines: Vec<Vec<Span>>,
    /// The legend of the signs on the board, if any.
    pub key: Option<String>,
    /// Parts of the diagram that the board does not show, a line each, in the grammar of
    /// [`Diagram`].
    pub notes: Vec<String>,
    grid: Grid,
}

/// A piece of a line.
///
/// ```
/// use hoshi_render::text::{Paint, Span};
///
/// let span = Span { text: "X".into(), paint: Paint::default() };
/// assert_eq!(span.paint.sgr(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text, without control characters.
    pub text: String,
    /// Its colours.
    pub paint: Paint,
}

/// The positions of the points on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    window: Window,
    top: usize,
    left: usize,
    pitch: usize,
}

impl TextBoard {
    /// The position of a point: its line and its last column, from 0. `None` outside the window.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::text::{TextStyle, draw};
    ///
    /// let board = draw(&Diagram::new(Size::S9), &TextStyle::default());
    /// assert_eq!(board.place(Size::S9.parse_a1("B9")?), Some((1, 5)));
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn place(&self, point: Point) -> Option<(usize, usize)> {
        let Grid { window, top, left, pitch } = self.grid;
        window.contains(point).then(|| {
            let (x, y) = (point.x() - window.left(), point.y() - window.top());
            (top + usize::from(y), left + pitch * (usize::from(x) + 1) - 1)
        })
    }

    /// The board for a terminal, with the escape sequences for its colours.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::text::{Palette, TextStyle, draw};
    ///
    /// let style = TextStyle { palette: Some(Palette::Dark), ..TextStyle::default() };
    /// assert!(draw(&Diagram::new(Size::S9), &style).to_ansi().contains("\x1b[0m"));
    /// ```
    #[must_use]
    pub fn to_ansi(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            for span in line {
                match span.paint.sgr() {
                    codes if codes.is_empty() => text.push_str(&span.text),
                    codes => text.push_str(&format!("\x1b[{codes}m{}\x1b[0m", span.text)),
                }
            }
            text.push('\n');
        }
        text + &self.below()
    }

    /// The lines below the board.
    fn below(&self) -> String {
        self.key.iter().chain(&self.notes).map(|line| format!("{line}\n")).collect()
    }
}

/// Without colours.
impl fmt::Display for TextBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        f.write_str(&self.below())
    }
}

/// Draws a diagram. Its words (title, comment and so on) are left to the caller.
///
/// As much as fits is drawn on the board: the last move in brackets; numbers, labels and signs for
/// marks before their stone, or in place of an empty point. The rest is listed below.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::text::{TextStyle, draw};
///
/// let diagram: Diagram = ". . .\n. (X) O\n. . .\nblack-territory A1\nlabel C3 b".parse()?;
/// assert_eq!(
///     draw(&diagram, &TextStyle::default()).to_string(),
///     "   A B C\n 3 . . b 3\n 2 .(X)O 2\n 1 = . . 1\n   A B C\nMarks: = Black's territory\n"
/// );
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[must_use]
pub fn draw(diagram: &Diagram, style: &TextStyle) -> TextBoard {
    let size = diagram.size();
    let window = diagram.window().unwrap_or(Window::whole(size));
    let layout = Layout::new(diagram, style, window);
    let mut drawing = Drawing::new(diagram, style, layout.room);
    let cells: Vec<Vec<Cell>> = (window.top()..=window.bottom())
        .map(|y| {
            let row = (window.left()..=window.right()).filter_map(|x| size.point(x, y));
            row.map(|point| drawing.cell(point)).collect()
        })
        .collect();
    let widest = cells.iter().flatten().map(|cell| cell.text.width()).max().unwrap_or(1);
    let pitch = layout.least_pitch.max(widest + 1);
    let mut lines = layout.column_names(pitch);
    if layout.is_cropped && layout.is_ascii && window.top() == 0 {
        lines.push(layout.edge(pitch));
    }
    let top = lines.len();
    for (row, y) in cells.iter().zip(window.top()..) {
        lines.push(layout.row(row, y, pitch));
    }
    if layout.is_cropped && layout.is_ascii && window.bottom() == size.height() - 1 {
        lines.push(layout.edge(pitch));
    }
    lines.extend(layout.column_names(pitch));
    let grid = Grid { window, top, left: layout.left_width(), pitch };
    TextBoard { lines, key: drawing.key(), notes: notes(&drawing.rest, style.width), grid }
}

/// A whole diagram, including its words, as plain ASCII that [`read()`] can parse.
///
/// It omits stones and marks outside the window, and everything on hidden points.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::text::{paste, read};
///
/// let diagram: Diagram = "(X) O\n. .\ntitle \"A game\"\nsquare A2\nnumber B2 17".parse()?;
/// let text = paste(&diagram);
/// assert_eq!(
///     text,
///     "     A   B\n 2 (%X)17O 2\n 1   .   . 1\n     A   B\nMarks: % square\ntitle \"A game\"\n"
/// );
/// assert_eq!(read(&text)?, diagram);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paste(diagram: &Diagram) -> String {
    let mut words = Diagram::new(diagram.size());
    words.caption_mut().clone_from(diagram.caption());
    let mut text = draw(diagram, &TextStyle::default()).to_string();
    for line in notes(&words, None) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The notes of a diagram without stones, each wrapped to this width where possible.
pub(crate) fn notes(rest: &Diagram, width: Option<usize>) -> Vec<String> {
    let size = rest.size();
    let printed = format!("{rest:#}");
    let mut notes = Vec::new();
    for line in printed.lines().skip(usize::from(size.height())) {
        let word = line.split(' ').next().unwrap_or_default();
        let step = if word == "heat" { 2 } else { 1 };
        if word == "window" {
            notes.push(format!("{line} of {size}"));
        } else if let Some(width) = width.filter(|&width| line.len() > width)
            && (step == 2 || Mark::named(word).is_some())
        {
            let items: Vec<&str> = line.split(' ').skip(1).collect();
            let mut part = word.to_owned();
            for item in items.chunks(step) {
                let item = item.join(" ");
                if part.len() > word.len() && part.len() + 1 + item.len() > width {
                    notes.push(std::mem::replace(&mut part, word.to_owned()));
                }
                part.push(' ');
                part.push_str(&item);
            }
            notes.push(part);
        } else {
            notes.push(line.to_owned());
        }
    }
    notes
}

/// The layout common to all rows.
struct Layout {
    size: Size,
    window: Window,
    coordinates: Coordinates,
    palette: Option<Palette>,
    is_ascii: bool,
    is_cropped: bool,
    /// The width of the row names.
    names: usize,
    least_pitch: usize,
    /// The capacity of a cell.
    room: usize,
}

impl Layout {
    fn new(diagram: &Diagram, style: &TextStyle, window: Window) -> Layout {
        let (size, coordinates) = (diagram.size(), style.coordinates);
        let rows = window.top()..=window.bottom();
        let names = rows.map(|row| coordinates.row(row, size).width()).max().unwrap_or(0);
        let names = if coordinates == Coordinates::A1 { names.max(2) } else { names };
        // Letters past Z need two columns; digits are stacked instead.
        let is_lettered = coordinates == Coordinates::A1;
        let widest = coordinates.column(window.right(), size).len();
        let least_pitch = if is_lettered { widest.max(1) + 1 } else { 2 };
        let is_ascii = style.glyphs == Glyphs::Ascii || style.is_ambiguous_wide;
        let is_cropped = window != Window::whole(size);
        let mut layout = Layout {
            size,
            window,
            coordinates,
            palette: style.palette,
            is_ascii,
            is_cropped,
            names,
            least_pitch,
            room: cell::MOST,
        };
        if let Some(width) = style.width {
            let right = 1 + layout.names + 2 * usize::from(is_cropped);
            let beside = layout.left_width() + right;
            let pitch = width.saturating_sub(beside) / usize::from(window.width());
            layout.room = pitch.saturating_sub(1).clamp(1, cell::MOST);
        }
        layout
    }

    fn has_bars(&self) -> bool {
        self.is_cropped && self.is_ascii
    }

    /// The width to the left of the first cell.
    fn left_width(&self) -> usize {
        self.names + usize::from(self.has_bars()) * 2
    }

    fn paint(&self) -> Paint {
        self.palette.map_or(Paint::default(), Palette::coordinates)
    }

    fn column_names(&self, pitch: usize) -> Vec<Vec<Span>> {
        if self.coordinates == Coordinates::None {
            return Vec::new();
        }
        let columns = self.window.left()..=self.window.right();
        let names: Vec<String> =
            columns.map(|column| self.coordinates.column(column, self.size)).collect();
        let longest = names.iter().map(String::len).max().unwrap_or(1);
        let height = if longest < pitch { 1 } else { longest };
        let line = |line: usize| {
            let mut text = " ".repeat(self.left_width());
            for name in &names {
                // One digit a line, the last in the last line.
                let part = match height {
                    1 => name.as_str(),
                    _ => (line + name.len())
                        .checked_sub(height)
                        .and_then(|at| name.get(at..=at))
                        .unwrap_or(" "),
                };
                text.push_str(&format!("{part:>pitch$}"));
            }
            vec![Span { text, paint: self.paint() }]
        };
        (0..height).map(line).collect()
    }

    /// The line for the edge of a board, above or below a part of it.
    fn edge(&self, pitch: usize) -> Vec<Span> {
        let mut text = " ".repeat(self.left_width());
        text.push(' ');
        text.push_str(&"-".repeat(pitch * usize::from(self.window.width()) - 1));
        vec![Span { text, paint: self.paint() }]
    }

    fn row(&self, cells: &[Cell], y: u8, pitch: usize) -> Vec<Span> {
        let mut line = Pieces::default();
        let name = self.coordinates.row(y, self.size);
        let mut left = " ".repeat(self.names.saturating_sub(name.width())) + &name;
        let (first, last) = (self.window.left(), self.window.right());
        if self.has_bars() {
            left.push_str(if first == 0 { " |" } else { "  " });
        }
        line.push(&left, self.paint());
        let board = self.palette.map_or(Paint::default(), Palette::lines);
        let bracket = self.palette.map_or(Paint::default(), Palette::last);
        let mut open = false;
        for (x, cell) in (first..).zip(cells) {
            let before = x > first && cells[usize::from(x - first) - 1].is_hidden;
            let has_line = !self.is_ascii && x > 0 && !cell.is_hidden && !before;
            let fill = if has_line { '─' } else { ' ' };
            let mut lead: Vec<char> = vec![fill; pitch - cell.text.width()];
            if !self.is_ascii && x == first {
                // Only a stub where the board continues.
                let stub = lead.len() - 1;
                lead[..stub].fill(' ');
            }
            let closes = std::mem::replace(&mut open, cell.is_last);
            if closes {
                line.push(")", bracket);
                lead.remove(0);
            }
            let opens = cell.is_last && lead.pop().is_some();
            line.push(&lead.into_iter().collect::<String>(), board);
            if opens {
                line.push("(", bracket);
            }
            line.push(&cell.text, cell.paint);
        }
        let is_edge = last + 1 == self.size.width();
        let goes_on =
            !self.is_ascii && !is_edge && !cells.last().is_some_and(|cell| cell.is_hidden);
        match (open, goes_on) {
            (true, _) => line.push(")", bracket),
            (false, true) => line.push("─", board),
            (false, false) => line.push(" ", board),
        }
        let mut right = String::from(match (self.has_bars(), is_edge) {
            (true, true) => "| ",
            (true, false) => "  ",
            (false, true) => "",
            (false, false) => " ",
        });
        right.push_str(&name);
        if !right.trim().is_empty() {
            line.push(&right, self.paint());
        }
        line.0
    }
}

/// Pieces of a line; adjacent pieces in the same colours are merged.
#[derive(Default)]
struct Pieces(Vec<Span>);

impl Pieces {
    fn push(&mut self, text: &str, paint: Paint) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.paint == paint => last.text.push_str(text),
            _ => self.0.push(Span { text: text.to_owned(), paint }),
        }
    }
}
