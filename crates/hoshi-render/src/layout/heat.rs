//! Heat: a colour between those of no heat and the maximum, or a square that grows. One hue on each
//! side, and monotonic lightness, so that it can be read without distinguishing hues.

use hoshi_core::{Color as Side, Point};

use super::{CELL, Layer, Sheet, cell};
use crate::scene::{Color, Fill, Item, Stroke};
use crate::theme::{HeatStyle, Theme};

/// The colour of a heat.
pub(super) fn color(theme: &Theme, heat: i32) -> Color {
    let end = if heat < 0 { theme.heat_negative } else { theme.heat_high };
    theme.heat_none.mixed(end, heat.abs())
}

/// A square around a place that grows with the heat; its maximum side is `2 * most`.
pub(super) fn square(theme: &Theme, heat: i32, x: i32, y: i32, most: i32) -> Item {
    let share = f64::from(heat.abs().clamp(0, 1000)) / 1000.0;
    let half = (f64::from(most) * share.sqrt()).round() as i32;
    let (fill, stroke) = if heat < 0 {
        let width = cell(40).min(half);
        let line = Stroke { color: theme.heat_high, width, round: false };
        (theme.heat_negative, Some(line))
    } else {
        (theme.heat_high, None)
    };
    let half = half - stroke.map_or(0, |stroke| stroke.width / 2);
    let (x, y) = (x - half, y - half);
    Item::Rect { x, y, width: 2 * half, height: 2 * half, fill: Fill::Plain(fill), stroke }
}

impl Sheet<'_> {
    /// The colour of the cell of a point, if it has one.
    pub(super) fn heat_color(&self, point: Point) -> Option<Color> {
        let heat = self.diagram.heat(point)?;
        (self.theme.heat == HeatStyle::Cells).then(|| color(self.theme, i32::from(heat)))
    }

    /// The ink for a cell with a colour.
    pub(super) fn heat_ink(&self, point: Point) -> Option<Color> {
        self.heat_color(point).map(Color::ink)
    }

    pub(super) fn draw_heat(&mut self, point: Point) {
        let Some(heat) = self.diagram.heat(point).map(i32::from) else { return };
        let (x, y) = self.at(point);
        let text = self.has_text(point);
        if let Some(color) = self.heat_color(point) {
            // A little more than the cell: no ground shines through between two.
            let item = Item::Rect {
                x: x - CELL / 2,
                y: y - CELL / 2,
                width: CELL + 20,
                height: CELL + 20,
                fill: Fill::Plain(color),
                stroke: None,
            };
            self.put(point, Layer::Heat, item);
            if self.diagram.stone(point).is_some() && !text {
                let half = cell(165);
                let line = Stroke { color: self.ink(point), width: cell(25), round: false };
                let item = Item::Rect {
                    x: x - half,
                    y: y - half,
                    width: 2 * half,
                    height: 2 * half,
                    fill: Fill::Plain(color),
                    stroke: Some(line),
                };
                self.put(point, Layer::Marks, item);
            }
            return;
        }
        if heat == 0 {
            return;
        }
        if text {
            self.draw_bar(point, heat);
        } else if self.diagram.stone(point).is_some() {
            if self.diagram.stone(point) == Some(Side::Black) {
                let (half, fill) = (cell(265), Fill::Plain(self.theme.casing));
                let (x, y, side) = (x - half, y - half, 2 * half);
                let plate = Item::Rect { x, y, width: side, height: side, fill, stroke: None };
                self.put(point, Layer::Marks, plate);
            }
            self.put(point, Layer::Marks, square(self.theme, heat, x, y, cell(230)));
        } else {
            self.put(point, Layer::Marks, square(self.theme, heat, x, y, cell(440)));
        }
    }

    /// A bar at the foot of the cell, under a text.
    fn draw_bar(&mut self, point: Point, heat: i32) {
        let (x, y) = self.at(point);
        let length = cell(880) * heat.abs() / 1000;
        let (fill, stroke) = if heat < 0 {
            let line = Stroke { color: self.theme.heat_high, width: cell(30), round: false };
            (self.theme.heat_negative, Some(line))
        } else {
            (self.theme.heat_high, None)
        };
        let item = Item::Rect {
            x: x - cell(440),
            y: y + cell(350),
            width: length,
            height: cell(100),
            fill: Fill::Plain(fill),
            stroke,
        };
        self.put(point, Layer::Marks, item);
    }
}
