//! Stones, with marks for territory and life.

use hoshi_core::{Color as Side, Mark, Point};

use super::{Layer, Sheet, cell, themed};
use crate::scene::{Fill, Item, Segment, Stroke};

impl Sheet<'_> {
    pub(super) fn draw_stone(&mut self, point: Point) {
        let Some(side) = self.diagram.stone(point) else { return };
        let (x, y) = self.at(point);
        let radius = self.radius(point);
        if let Some(shadow) = self.paints.shadow(x, y, radius) {
            self.put(point, Layer::Shadows, shadow);
        }
        let layer = match side {
            Side::Black => Layer::Black,
            Side::White => Layer::White,
        };
        let stone = self.paints.stone(side, x, y, radius);
        self.put(point, layer, stone);
    }

    /// The radius of the stone on a point: dead ones are small, unless they carry text.
    pub(super) fn radius(&self, point: Point) -> i32 {
        let full = themed(self.theme.stone_size);
        if self.is_small(point) { full * 62 / 100 } else { full }
    }

    fn is_small(&self, point: Point) -> bool {
        self.diagram.marks(point).contains(Mark::Dead) && !self.has_text(point)
    }

    /// A small square in the colour of the point's owner, and the status of the stone.
    pub(super) fn draw_life(&mut self, point: Point) {
        let marks = self.diagram.marks(point);
        let (x, y) = self.at(point);
        let owner = Side::ALL.into_iter().find(|&side| marks.contains(Mark::Territory(side)));
        let has_stone = self.diagram.stone(point).is_some();
        if let Some(side) = owner {
            let half = if has_stone { cell(120) } else { cell(150) };
            let half = if self.has_text(point) { half / 2 } else { half };
            let (x, y) = if self.has_text(point) { (x + cell(370), y + cell(370)) } else { (x, y) };
            let (fill, line) = match side {
                Side::Black => (self.theme.black.fill, self.theme.white.fill),
                Side::White => (self.theme.white.fill, self.theme.black.fill),
            };
            // White squares have an edge; so have black ones on a dark board.
            let edge = has_stone || side == Side::White || self.theme.black.edge != Some(fill);
            let line =
                if has_stone || side == Side::White { line } else { self.edge_of_black(line) };
            let stroke = edge.then_some(Stroke { color: line, width: cell(25), round: false });
            let item = Item::Rect {
                x: x - half,
                y: y - half,
                width: 2 * half,
                height: 2 * half,
                fill: Fill::Plain(fill),
                stroke,
            };
            self.put(point, Layer::Marks, item);
        } else if marks.contains(Mark::Dead) && !self.has_text(point) {
            let reach = if has_stone { cell(150) } else { cell(200) };
            self.draw_cross(point, (x, y), reach, self.ink(point));
        }
        if marks.contains(Mark::Seki) {
            // A diamond: no other mark has this shape.
            let half = if self.has_text(point) { cell(440) } else { cell(210) };
            let segments = vec![
                Segment::Move(x, y - half),
                Segment::Line(x + half, y),
                Segment::Line(x, y + half),
                Segment::Line(x - half, y),
                Segment::Close,
            ];
            let stroke = Some(self.mark_stroke(point, self.ink(point)));
            self.put(point, Layer::Marks, Item::Path { segments, fill: Fill::None, stroke });
        }
    }

    /// The line around a black square: visible only on a dark board.
    fn edge_of_black(&self, otherwise: crate::scene::Color) -> crate::scene::Color {
        match self.theme.board {
            Some(board) if board.luminance() < 0.2 => self.theme.black.edge.unwrap_or(otherwise),
            _ => self.theme.black.fill,
        }
    }
}
