//! The shapes on points, the mark of the last move, lines and arrows.

use hoshi_core::{Mark, Point};

use super::{CELL, Layer, Sheet, cell, themed};
use crate::scene::{Color, Fill, Item, Segment, Stroke};

impl Sheet<'_> {
    /// The line of a shape; finer around a text.
    pub(super) fn mark_stroke(&self, point: Point, color: Color) -> Stroke {
        let width = themed(self.theme.mark_width);
        let width = if self.has_text(point) { width * 7 / 10 } else { width };
        Stroke { color, width, round: true }
    }

    pub(super) fn draw_marks(&mut self, point: Point) {
        self.draw_life(point);
        let marks = self.diagram.marks(point);
        let text = self.has_text(point);
        let (x, y) = self.at(point);
        let ink = self.ink(point);
        let stroke = Some(self.mark_stroke(point, ink));
        let fill = Fill::None;
        if marks.contains(Mark::Selected) {
            self.draw_selected(point);
        }
        if marks.contains(Mark::Circle) {
            let radius = if text { cell(405) } else { cell(260) };
            self.put(point, Layer::Marks, Item::Circle { x, y, radius, fill, stroke });
        }
        if marks.contains(Mark::Square) {
            let half = if text { cell(300) } else { cell(215) };
            let (x, y) = (x - half, y - half);
            let (width, height) = (2 * half, 2 * half);
            self.put(point, Layer::Marks, Item::Rect { x, y, width, height, fill, stroke });
        }
        if marks.contains(Mark::Triangle) {
            // Around the centre of its circumcircle: optically centred.
            let reach = if text { cell(430) } else { cell(310) };
            let (half, down) = (reach * 866 / 1000, reach / 2);
            let segments = vec![
                Segment::Move(x, y - reach),
                Segment::Line(x + half, y + down),
                Segment::Line(x - half, y + down),
                Segment::Close,
            ];
            self.put(point, Layer::Marks, Item::Path { segments, fill, stroke });
        }
        if marks.contains(Mark::Cross) || (marks.contains(Mark::Dead) && text) {
            let reach = if text { cell(320) } else { cell(200) };
            self.draw_cross(point, (x, y), reach, ink);
        }
        if self.style.last_move && self.diagram.last_move() == Some(point) {
            self.draw_last(point);
        }
    }

    /// A cross; broken in the middle if there is text.
    pub(super) fn draw_cross(&mut self, point: Point, (x, y): (i32, i32), reach: i32, ink: Color) {
        let inner = if self.has_text(point) { reach * 7 / 10 } else { 0 };
        let mut segments = Vec::new();
        for (dx, dy) in [(1, 1), (1, -1)] {
            let at = |reach: i32| (x + dx * reach, y + dy * reach);
            let parts = if inner > 0 {
                vec![(-reach, -inner), (inner, reach)]
            } else {
                vec![(-reach, reach)]
            };
            for (from, to) in parts {
                let (from, to) = (at(from), at(to));
                segments.extend([Segment::Move(from.0, from.1), Segment::Line(to.0, to.1)]);
            }
        }
        let stroke = Some(self.mark_stroke(point, ink));
        self.put(point, Layer::Marks, Item::Path { segments, fill: Fill::None, stroke });
    }

    /// A dot; a ring near the rim if there is text or a mark.
    fn draw_last(&mut self, point: Point) {
        let (x, y) = self.at(point);
        let color = match self.diagram.stone(point) {
            Some(hoshi_core::Color::Black) => self.theme.last_on_black,
            Some(hoshi_core::Color::White) => self.theme.last_on_white,
            None => self.theme.mark_ink,
        };
        let has_square = self.diagram.heat(point).is_some();
        let item = if self.has_text(point) || has_square {
            let stroke = Some(Stroke { color, width: cell(40), round: false });
            Item::Circle { x, y, radius: cell(430), fill: Fill::None, stroke }
        } else {
            Item::Circle { x, y, radius: cell(135), fill: Fill::Plain(color), stroke: None }
        };
        self.put(point, Layer::Marks, item);
    }

    /// The four corners of the cell, and a tint where the theme has one.
    fn draw_selected(&mut self, point: Point) {
        let (x, y) = self.at(point);
        if let Some(color) = self.theme.selected {
            let item = Item::Rect {
                x: x - CELL / 2,
                y: y - CELL / 2,
                width: CELL,
                height: CELL,
                fill: Fill::Plain(color),
                stroke: None,
            };
            self.put(point, Layer::Selected, item);
        }
        let (far, near) = (cell(455), cell(270));
        let mut segments = Vec::new();
        for (dx, dy) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            segments.extend([
                Segment::Move(x + dx * near, y + dy * far),
                Segment::Line(x + dx * far, y + dy * far),
                Segment::Line(x + dx * far, y + dy * near),
            ]);
        }
        let color = self.heat_ink(point).unwrap_or(self.theme.mark_ink);
        let stroke = Some(Stroke { color, width: cell(60), round: false });
        self.put(point, Layer::Marks, Item::Path { segments, fill: Fill::None, stroke });
    }

    /// Lines and arrows have a casing, so that they are visible on stones of both colours.
    pub(super) fn draw_lines(&mut self) {
        let mut strokes: Vec<(Vec<Segment>, Vec<Segment>)> = Vec::new();
        let is_shown = |point: Point| {
            self.window.contains(point) && !self.diagram.marks(point).contains(Mark::Hidden)
        };
        for (from, to) in self.diagram.lines().filter(|&(from, to)| is_shown(from) && is_shown(to))
        {
            let ((x1, y1), (x2, y2)) = (self.at(from), self.at(to));
            strokes.push((vec![Segment::Move(x1, y1), Segment::Line(x2, y2)], Vec::new()));
        }
        for (from, to) in self.diagram.arrows().filter(|&(from, to)| is_shown(from) && is_shown(to))
        {
            strokes.push(self.arrow(from, to));
        }
        let width = themed(self.theme.mark_width) * 11 / 10;
        let (ink, casing) = (self.theme.mark_ink, self.theme.casing);
        for (shaft, head) in strokes {
            for (color, wider) in [(casing, cell(70)), (ink, 0)] {
                let line = Stroke { color, width: width + wider, round: true };
                let layer = &mut self.layers[0][Layer::Lines as usize];
                let (segments, fill) = (shaft.clone(), Fill::None);
                layer.push(Item::Path { segments, fill, stroke: Some(line) });
                if !head.is_empty() {
                    let stroke = (wider > 0).then_some(Stroke { width: wider, ..line });
                    let (segments, fill) = (head.clone(), Fill::Plain(color));
                    layer.push(Item::Path { segments, fill, stroke });
                }
            }
        }
    }

    /// The shaft and the head of an arrow, which begins and ends beside what is on its points.
    fn arrow(&self, from: Point, to: Point) -> (Vec<Segment>, Vec<Segment>) {
        let ((x1, y1), (x2, y2)) = (self.at(from), self.at(to));
        let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
        let length = (dx * dx + dy * dy).sqrt();
        let (ux, uy) = (dx / length, dy / length);
        let room = |point: Point| if self.has_text(point) { cell(400) } else { cell(60) };
        let (tail, tip) = (f64::from(room(from)), length - f64::from(room(to)));
        let (long, wide) = (f64::from(cell(340)), f64::from(cell(165)));
        let at = |along: f64, aside: f64| {
            let x = f64::from(x1) + ux * along - uy * aside;
            let y = f64::from(y1) + uy * along + ux * aside;
            (x.round() as i32, y.round() as i32)
        };
        let neck = (tip - long * 0.8).max(0.0);
        let (a, b) = (at(tail.min(neck), 0.0), at(neck, 0.0));
        let corners = [at(tip, 0.0), at(tip - long, wide), at(tip - long, -wide)];
        let shaft = vec![Segment::Move(a.0, a.1), Segment::Line(b.0, b.1)];
        let [tip, left, right] = corners;
        let head = vec![
            Segment::Move(tip.0, tip.1),
            Segment::Line(left.0, left.1),
            Segment::Line(right.0, right.1),
            Segment::Close,
        ];
        (shaft, head)
    }
}
