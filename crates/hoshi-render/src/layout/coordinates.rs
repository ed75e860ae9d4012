//! The names of lines around the board, and the space they need.

use hoshi_core::{Diagram, Window};

use super::{CELL, Sheet, cell, kanji};
use crate::coordinates::Coordinates;
use crate::font;
use crate::scene::{Anchor, Fill, Item, Stroke, Text};
use crate::style::Style;

/// The size of the names.
const SIZE: i32 = CELL * 40 / 100;
const KANJI: i32 = CELL * 37 / 100;

/// The space around the outer points of a window: from each to the side of the panel.
pub(super) struct Bands {
    pub(super) left: i32,
    pub(super) top: i32,
    right: i32,
    bottom: i32,
    width: i32,
    height: i32,
    columns: Vec<String>,
    rows: Vec<String>,
    /// The width or height of the bands of names: left, top, right, bottom.
    names: [i32; 4],
}

impl Bands {
    pub(super) fn new(diagram: &Diagram, style: &Style, window: Window) -> Bands {
        let size = diagram.size();
        let names = style.coordinates;
        let columns = (window.left()..=window.right()).map(|x| names.column(x, size)).collect();
        let rows: Vec<String> =
            (window.top()..=window.bottom()).map(|y| names.row(y, size)).collect();
        let widest = rows.iter().map(|row| width(row)).max().unwrap_or(0);
        let has = |side: bool| side && names != Coordinates::None;
        let across = |side: bool| if has(side) { (widest + cell(260)) / 100 * 100 } else { 0 };
        let along = |side: bool| if has(side) { cell(540) / 100 * 100 } else { 0 };
        let sides = style.sides;
        let names =
            [across(sides.left), along(sides.top), across(sides.right), along(sides.bottom)];
        // A stone on the edge keeps a distance from the rim; a cut side ends with its stubs, or
        // with names, which keep a distance from them.
        let reach = |is_edge: bool, names: i32| {
            CELL / 2 + if is_edge || names > 0 { cell(125) / 100 * 100 } else { 0 }
        };
        Bands {
            left: reach(window.left() == 0, names[0]) + names[0],
            top: reach(window.top() == 0, names[1]) + names[1],
            right: reach(window.right() + 1 == size.width(), names[2]) + names[2],
            bottom: reach(window.bottom() + 1 == size.height(), names[3]) + names[3],
            width: (i32::from(window.width()) - 1) * CELL,
            height: (i32::from(window.height()) - 1) * CELL,
            columns,
            rows,
            names,
        }
    }

    /// The width and height of the board with its names.
    pub(super) fn panel(&self) -> (i32, i32) {
        (self.left + self.width + self.right, self.top + self.height + self.bottom)
    }
}

fn width(name: &str) -> i32 {
    if kanji::can_draw(name) {
        kanji::width(name, KANJI)
    } else {
        font::width(name, false) * SIZE / 1000
    }
}

impl Sheet<'_> {
    pub(super) fn draw_coordinates(
        &self,
        bands: &Bands,
        (left, top): (i32, i32),
        items: &mut Vec<Item>,
    ) {
        let (width, height) = bands.panel();
        let [at_left, at_top, at_right, at_bottom] = bands.names;
        // Slightly towards the board: the outer rim looks wider than it is.
        let near = cell(85);
        let rows =
            [(at_left, left + at_left / 2 + near), (at_right, left + width - at_right / 2 - near)];
        let columns =
            [(at_top, top + at_top / 2 + near), (at_bottom, top + height - at_bottom / 2 - near)];
        let mut strokes = Vec::new();
        for (_, y) in columns.into_iter().filter(|(band, _)| *band > 0) {
            for (name, nth) in bands.columns.iter().zip(0..) {
                items.push(self.name(name, self.x0 + nth * CELL, y));
            }
        }
        for (_, x) in rows.into_iter().filter(|(band, _)| *band > 0) {
            for (name, nth) in bands.rows.iter().zip(0..) {
                let y = self.y0 + nth * CELL;
                if kanji::can_draw(name) {
                    strokes.append(&mut kanji::draw(name, (x, y), KANJI));
                } else {
                    items.push(self.name(name, x, y));
                }
            }
        }
        if !strokes.is_empty() {
            let stroke = Stroke { color: self.theme.coordinates, width: KANJI / 10, round: true };
            let (segments, fill) = (strokes, Fill::None);
            items.push(Item::Path { segments, fill, stroke: Some(stroke) });
        }
    }

    fn name(&self, name: &str, x: i32, y: i32) -> Item {
        Item::Text(Text {
            x,
            y: y + SIZE * font::CAP_HEIGHT / 2000,
            anchor: Anchor::Middle,
            size: SIZE,
            width: font::width(name, false) * SIZE / 1000,
            bold: false,
            color: self.theme.coordinates,
            text: name.to_owned(),
        })
    }
}
