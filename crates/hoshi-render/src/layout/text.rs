//! Numbers and labels on points: shrunk until they fit, and centred optically, by the ink of the
//! letters rather than the box of the font.

use hoshi_core::{Diagram, Mark, Point, PointMap};

use super::{Layer, Sheet, cell};
use crate::font;
use crate::scene::{Anchor, Color, Fill, Item, Text};

/// The size of a number in a stone.
const SIZE: i32 = 575;

/// Cleans a text: no control characters, single blanks, no direction marks.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        let turns =
            matches!(c as u32, 0x200b..=0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfeff);
        if c.is_whitespace() || c.is_control() {
            if !clean.is_empty() && !clean.ends_with(' ') {
                clean.push(' ');
            }
        } else if !turns && !matches!(c as u32, 0xfffe | 0xffff) {
            clean.push(c);
        }
    }
    if clean.ends_with(' ') {
        clean.pop();
    }
    clean
}

/// A text made to fit.
struct Fitted {
    size: i32,
    width: i32,
    /// From the optical middle down to the baseline.
    down: i32,
}

/// The largest size, up to a limit, at which a text fits a circle, in hundredths of a unit. Long
/// texts are set narrower before they are set smaller.
fn fit(text: &str, radius: i32, most: i32) -> Fitted {
    let narrow = match text.chars().count() {
        0..=2 => 1000,
        3 => 800,
        4 => 740,
        _ => 700,
    };
    let wide = (font::width(text, true) * narrow / 1000).max(1);
    let plain = text.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    let (top, bottom) = if plain { (font::CAP_HEIGHT, 0) } else { font::extent(text, true) };
    let high = top - bottom;
    let diagonal = f64::from(wide).hypot(f64::from(high));
    let size = (f64::from(radius) * 2000.0 / diagonal).floor() as i32;
    let size = size.min(most).max(1);
    // Sizes in steps: fewer groups, and neighbours look alike.
    let size = if size > 200 { size / 20 * 20 } else { size };
    let scaled = |length: i32| (i64::from(length) * i64::from(size) / 1000) as i32;
    Fitted { size, width: scaled(wide), down: scaled(top + bottom) / 2 }
}

/// The points with text.
pub(super) fn written(diagram: &Diagram) -> PointMap<bool> {
    let mut written = PointMap::new(diagram.size(), false);
    for (point, _) in diagram.numbers() {
        written[point] = true;
    }
    for (point, _) in diagram.labels().filter(|(_, label)| !clean(label).is_empty()) {
        written[point] = true;
    }
    if let Some(ko) = diagram.ko().filter(|&ko| diagram.stone(ko).is_none()) {
        written[ko] = true;
    }
    written
}

impl Sheet<'_> {
    /// The visible number and label of a point.
    fn texts(&self, point: Point) -> Vec<String> {
        let number = self.diagram.number(point).map(|number| number.to_string());
        let label = self.diagram.label(point).map(clean);
        let mut texts: Vec<String> = number.into_iter().chain(label).collect();
        texts.retain(|text| !text.is_empty());
        let is_ko = self.diagram.ko() == Some(point) && self.diagram.stone(point).is_none();
        if texts.is_empty() && is_ko {
            texts.push("ko".to_owned());
        }
        texts
    }

    pub(super) fn has_text(&self, point: Point) -> bool {
        self.written[point]
    }

    /// The gap in the lines at an empty point with text, across and along.
    pub(super) fn gap(&self, point: Point) -> Option<(i32, i32)> {
        if self.diagram.stone(point).is_some() || !self.has_text(point) {
            return None;
        }
        let texts = self.texts(point);
        let radius = self.room(point);
        let widest = texts.iter().map(|text| fit(text, radius, cell(SIZE)).width).max();
        let across = widest.unwrap_or(0) / 2 + cell(70);
        let along = if texts.len() > 1 { cell(400) } else { cell(300) };
        Some((across.clamp(cell(300), cell(490)), along))
    }

    /// The radius of the circle that a text must fit, given what else is on the point.
    fn room(&self, point: Point) -> i32 {
        let marks = self.diagram.marks(point);
        let rimmed = self.style.last_move && self.diagram.last_move() == Some(point);
        let shapes = [
            (marks.contains(Mark::Triangle), 225),
            (marks.contains(Mark::Cross) || marks.contains(Mark::Dead), 290),
            (marks.contains(Mark::Seki), 290),
            (marks.contains(Mark::Square), 330),
            (marks.contains(Mark::Circle), 350),
            (rimmed, 390),
            (self.diagram.stone(point).is_some(), 430),
        ];
        let room = shapes.into_iter().find(|(is_there, _)| *is_there);
        cell(room.map_or(460, |(_, room)| room))
    }

    pub(super) fn draw_texts(&mut self, point: Point) {
        if !self.has_text(point) {
            return;
        }
        let texts = self.texts(point);
        let (x, y) = self.at(point);
        let ink = self.ink(point);
        let room = self.room(point);
        // The middle of a triangle is below that of its corners' circle.
        let is_low = self.diagram.marks(point).contains(Mark::Triangle);
        let y = if is_low { y + cell(35) } else { y };
        let has_lines = self.diagram.lines().next().or(self.diagram.arrows().next()).is_some();
        if !texts.is_empty() && has_lines && self.diagram.stone(point).is_none() {
            let fill = Fill::Plain(self.ground(point));
            let plate = Item::Circle { x, y, radius: cell(330), fill, stroke: None };
            self.put(point, Layer::Plates, plate);
        }
        match texts.as_slice() {
            [] => {}
            [text] => {
                let fitted = fit(text, room, cell(SIZE));
                self.put_text(point, (x, y), ink, text, &fitted);
            }
            several => {
                let rows = several.len() as i32;
                for (nth, text) in several.iter().enumerate() {
                    let middle = y + (2 * nth as i32 + 1 - rows) * room * 41 / 100;
                    let fitted = fit(text, room * 72 / 100, room * 95 / 100);
                    let most = room * 92 / 100;
                    let size = fitted.size.min(most);
                    let scale = |length: i32| length * size / fitted.size.max(1);
                    let fitted =
                        Fitted { size, width: scale(fitted.width), down: scale(fitted.down) };
                    self.put_text(point, (x, middle), ink, text, &fitted);
                }
            }
        }
    }

    /// The colour behind an empty point.
    fn ground(&self, point: Point) -> Color {
        let ground = self.heat_color(point).or(self.theme.board).or(self.theme.page);
        ground.unwrap_or(self.theme.casing)
    }

    fn put_text(
        &mut self,
        point: Point,
        (x, y): (i32, i32),
        color: Color,
        text: &str,
        fitted: &Fitted,
    ) {
        let text = Text {
            x,
            y: y + fitted.down,
            anchor: Anchor::Middle,
            size: fitted.size,
            width: fitted.width,
            bold: true,
            color,
            text: text.to_owned(),
        };
        self.put(point, Layer::Texts, Item::Text(text));
    }
}

/// Groups texts by colour and size; they do not overlap, so the picture stays the same.
pub(super) fn sort(layer: &mut [Item]) {
    layer.sort_by_key(|item| match item {
        Item::Text(Text { color, size, .. }) => Some((color.r, color.g, color.b, -size)),
        _ => None,
    });
}
