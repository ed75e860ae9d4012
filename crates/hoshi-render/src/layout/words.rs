//! The words above and below the board: title, heading, side to move, captures, the legend of heat,
//! notes and the comment. `●` and `○` among them are drawn as stones.

use hoshi_core::{Color as Side, Diagram, Legend};

use super::text::clean;
use super::{CELL, cell, heat, paint::Paints};
use crate::font;
use crate::scene::{Anchor, Color, Fill, Item, Stroke, Text};
use crate::style::Style;
use crate::theme::HeatStyle;

/// The minimum width for words, however small the board.
pub(super) const LEAST_WIDTH: i32 = 10 * CELL;

pub(super) const TITLE: i32 = CELL * 58 / 100;
pub(super) const BODY: i32 = CELL * 46 / 100;

/// From a baseline to the next, in thousandths of the size.
const LEADING: i32 = 1360;

/// The width of a stone among words, in thousandths of the size.
const STONE: i32 = 900;

/// What is written around the board, in order.
pub(super) struct Words<'a> {
    above: Vec<Paragraph>,
    below: Vec<Paragraph>,
    comment: Vec<Paragraph>,
    legend: Option<&'a Legend>,
    diverging: bool,
}

pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) size: i32,
    pub(super) bold: bool,
    pub(super) centered: bool,
}

impl<'a> Words<'a> {
    pub(super) fn new(diagram: &'a Diagram, style: &Style) -> Words<'a> {
        let caption = diagram.caption();
        let mut words = Words {
            above: Vec::new(),
            below: Vec::new(),
            comment: Vec::new(),
            legend: caption.legend.as_ref().filter(|_| diagram.heats().next().is_some()),
            diverging: diagram.heats().any(|(_, heat)| heat < 0),
        };
        if !style.captions {
            return words;
        }
        let paragraph = |text: &str, size, bold, centered| {
            Some(Paragraph { text: clean(text), size, bold, centered })
                .filter(|paragraph| !paragraph.text.is_empty())
        };
        if let Some(title) = &caption.title {
            words.above.extend(title.lines().filter_map(|line| paragraph(line, TITLE, true, true)));
        }
        let heading = caption.heading.iter().flat_map(|text| text.lines());
        words.above.extend(heading.filter_map(|line| paragraph(line, BODY, false, true)));
        let mut status = Vec::new();
        status.extend(caption.to_play.map(|side| match side {
            Side::Black => "● Black to play".to_owned(),
            Side::White => "○ White to play".to_owned(),
        }));
        status.extend(
            caption
                .captures
                .map(|(black, white)| format!("● captured {black} · ○ captured {white}")),
        );
        words.below.extend(paragraph(&status.join(" · "), BODY, false, true));
        let notes: Vec<String> = caption.notes.iter().map(|note| clean(note)).collect();
        words.below.extend(paragraph(&notes.join(" · "), BODY, false, true));
        if let Some(comment) = &caption.comment {
            let lines = comment.lines().filter_map(|line| paragraph(line, BODY, false, false));
            words.comment.extend(lines);
        }
        words
    }

    pub(super) fn is_empty(&self) -> bool {
        self.above.is_empty()
            && self.below.is_empty()
            && self.comment.is_empty()
            && self.legend.is_none()
    }

    /// Draws the words above the board, and returns where the board begins.
    pub(super) fn above(
        &self,
        left: i32,
        top: i32,
        width: i32,
        paints: &Paints<'_>,
        items: &mut Vec<Item>,
    ) -> i32 {
        let mut page = Page { left, width, y: top, paints, items };
        page.paragraphs(&self.above);
        if self.above.is_empty() { top } else { round_up(page.y + cell(300)) }
    }

    /// Draws the words below the board, and returns where they end.
    pub(super) fn below(
        &self,
        left: i32,
        top: i32,
        width: i32,
        paints: &Paints<'_>,
        items: &mut Vec<Item>,
    ) -> i32 {
        let mut page = Page { left, width, y: top, paints, items };
        if let Some(legend) = self.legend {
            page.y += cell(300);
            page.legend(legend, self.diverging);
        }
        for paragraphs in [&self.below, &self.comment] {
            if !paragraphs.is_empty() {
                page.y += cell(250);
                page.paragraphs(paragraphs);
            }
        }
        round_up(page.y)
    }
}

/// Rounds up to a whole unit.
pub(super) fn round_up(length: i32) -> i32 {
    length.saturating_add(99) / 100 * 100
}

pub(super) struct Page<'a> {
    pub(super) left: i32,
    pub(super) width: i32,
    /// How far the page is filled.
    pub(super) y: i32,
    pub(super) paints: &'a Paints<'a>,
    pub(super) items: &'a mut Vec<Item>,
}

impl Page<'_> {
    pub(super) fn paragraphs(&mut self, paragraphs: &[Paragraph]) {
        for Paragraph { text, size, bold, centered } in paragraphs {
            for line in wrap(text, *bold, self.width.saturating_mul(1000) / size) {
                self.y = self.y.saturating_add(size * LEADING / 1000);
                let baseline = self.y - size * (LEADING - font::ASCENT) / 2000;
                let length = scaled(line_width(&line, *bold), *size);
                let left =
                    if *centered { self.left + (self.width - length) / 2 } else { self.left };
                self.line(&line, left, baseline, *size, *bold);
            }
        }
    }

    fn line(&mut self, line: &str, left: i32, baseline: i32, size: i32, bold: bool) {
        let mut x = left;
        let mut rest = line;
        while !rest.is_empty() {
            let end = rest.find(['●', '○']).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            let width = scaled(font::width(text, bold), size);
            if !text.trim().is_empty() {
                let (shown, blank) = (text.trim_start(), text.len() - text.trim_start().len());
                let indent = scaled(font::width(&text[..blank], bold), size);
                let shown = shown.trim_end();
                self.text(shown, x + indent, baseline, Anchor::Start, size, bold);
            }
            x += width;
            let mut chars = after.chars();
            if let Some(c) = chars.next() {
                let side = if c == '●' { Side::Black } else { Side::White };
                let radius = size * STONE / 2300;
                let middle = baseline - size * font::CAP_HEIGHT / 2000;
                self.items.push(self.paints.stone(side, x + size * STONE / 2000, middle, radius));
                x += size * STONE / 1000;
            }
            rest = chars.as_str();
        }
    }

    pub(super) fn text(
        &mut self,
        text: &str,
        x: i32,
        y: i32,
        anchor: Anchor,
        size: i32,
        bold: bool,
    ) {
        let width = scaled(font::width(text, bold), size);
        let (color, text) = (self.paints.theme.page_ink, text.to_owned());
        self.items.push(Item::Text(Text { x, y, anchor, size, width, bold, color, text }));
    }

    /// A scale of steps from the lowest heat to the highest, with their values.
    fn legend(&mut self, legend: &Legend, diverging: bool) {
        let [title, low, high] = [&legend.title, &legend.low, &legend.high].map(|text| clean(text));
        let theme = self.paints.theme;
        let title = Paragraph { text: title, size: BODY, bold: false, centered: true };
        if !title.text.is_empty() {
            self.paragraphs(&[title]);
            self.y += cell(120);
        }
        let (steps, step) = (9, cell(620).min(self.width / 12));
        let height = cell(480);
        let left = self.left + (self.width - steps * step) / 2;
        let middle = self.y + height / 2;
        for nth in 0..steps {
            let heat =
                if diverging { 2000 * nth / (steps - 1) - 1000 } else { 1000 * nth / (steps - 1) };
            let x = left + nth * step;
            let item = match theme.heat {
                HeatStyle::Cells => Item::Rect {
                    x,
                    y: self.y,
                    width: step,
                    height,
                    fill: Fill::Plain(heat::color(theme, heat)),
                    stroke: None,
                },
                HeatStyle::Squares if heat == 0 => continue,
                HeatStyle::Squares => {
                    heat::square(theme, heat, x + step / 2, middle, height.min(step) * 46 / 100)
                }
            };
            self.items.push(item);
        }
        let color: Color = theme.page_ink;
        self.items.push(Item::Rect {
            x: left,
            y: self.y,
            width: steps * step,
            height,
            fill: Fill::None,
            stroke: Some(Stroke { color, width: cell(25), round: false }),
        });
        let baseline = middle + BODY * font::CAP_HEIGHT / 2000;
        let gap = cell(220);
        let room = (left - self.left - gap).max(1);
        for (text, x, anchor) in
            [(low, left - gap, Anchor::End), (high, left + steps * step + gap, Anchor::Start)]
        {
            if !text.is_empty() {
                let natural = scaled(font::width(&text, false), BODY);
                let size = if natural > room { (BODY * room / natural).max(1) } else { BODY };
                self.text(&text, x, baseline, anchor, size, false);
            }
        }
        self.y += height;
    }
}

fn scaled(thousandths: i32, size: i32) -> i32 {
    (i64::from(thousandths) * i64::from(size) / 1000) as i32
}

fn char_width(c: char, bold: bool) -> i32 {
    if matches!(c, '●' | '○') { STONE } else { font::char_width(c, bold) }
}

fn line_width(text: &str, bold: bool) -> i32 {
    text.chars().map(|c| char_width(c, bold)).sum()
}

/// A text in lines that are no wider than `most` thousandths of the size: broken at blanks, beside
/// East Asian characters, or within a word that is wider than a line.
fn wrap(text: &str, bold: bool, most: i32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut width = 0;
    // The byte offset of the last possible break.
    let mut chance = None;
    for c in text.chars() {
        let is_wide = font::char_width(c, bold) == 1000 && !font::has(c);
        if c == ' ' || is_wide {
            chance = Some(line.len()).filter(|&at| at > 0).or(chance);
        }
        width += char_width(c, bold);
        if width > most && !line.is_empty() {
            let rest = match chance.take() {
                Some(at) => line.split_off(at),
                None => String::new(),
            };
            lines.push(line.trim_end().to_owned());
            line = rest.trim_start().to_owned();
            if c != ' ' || !line.is_empty() {
                line.push(c);
            }
            width = line_width(&line, bold);
        } else {
            line.push(c);
        }
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{line_width, wrap};

    #[test]
    fn lines_are_no_wider_than_the_page_and_nothing_is_lost() {
        let texts = [
            "The quick brown fox jumps over the lazy dog and then some more",
            "Unbreakablewordthatismuchwiderthantheline and after",
            "本因坊戦 第一局 黒番 中押し勝ち 本因坊戦 第一局",
            "● 57 at 51 · ○ 63 at 64 · ● 70 at 3",
            "",
        ];
        for text in texts {
            for most in [3000, 7000, 12_000] {
                let lines = wrap(text, false, most);
                assert!(lines.iter().all(|line| line_width(line, false) <= most), "{lines:?}");
                let squeeze = |text: &str| text.replace(' ', "");
                assert_eq!(squeeze(&lines.concat()), squeeze(text));
            }
        }
        assert_eq!(wrap("one two", false, 4000), ["one two"]);
        assert_eq!(wrap("one two", false, 2500), ["one", "two"]);
    }
}
