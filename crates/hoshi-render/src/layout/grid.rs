//! The lines of the board and its star points. Lines are broken under letters, missing where points
//! are hidden, heavier at the true edge, and end in half-cell stubs where the board is cut.

use hoshi_core::{Mark, Point};

use super::{CELL, Layer, Sheet, cell, themed};
use crate::scene::{Fill, Item, Segment, Stroke};

/// A stretch of a line: from, to, and whether it is dimmed.
type Stretch = (i32, i32, bool);

/// One of the two lengths of a gap.
type Side = fn((i32, i32)) -> i32;

impl Sheet<'_> {
    pub(super) fn draw_grid(&mut self) {
        let size = self.diagram.size();
        // Ordinary and dimmed, each thin and at the edge.
        let mut paths: [[Vec<Segment>; 2]; 2] = Default::default();
        let window = self.window;
        for y in window.top()..=window.bottom() {
            let points: Vec<_> =
                (window.left()..=window.right()).filter_map(|x| size.point(x, y)).collect();
            let ends = (window.left() == 0, window.right() + 1 == size.width());
            let edge = y == 0 || y + 1 == size.height();
            let height = self.y0 + i32::from(y - window.top()) * CELL;
            for (from, to, dim) in
                self.stretches(&points, ends, edge, self.x0, (|gap| gap.0, cell(450)))
            {
                let path = &mut paths[usize::from(dim)][usize::from(edge)];
                path.extend([Segment::Move(from, height), Segment::Line(to, height)]);
            }
        }
        for x in window.left()..=window.right() {
            let points: Vec<_> =
                (window.top()..=window.bottom()).filter_map(|y| size.point(x, y)).collect();
            let ends = (window.top() == 0, window.bottom() + 1 == size.height());
            let edge = x == 0 || x + 1 == size.width();
            let across = self.x0 + i32::from(x - window.left()) * CELL;
            for (from, to, dim) in
                self.stretches(&points, ends, edge, self.y0, (|gap| gap.1, cell(150)))
            {
                let path = &mut paths[usize::from(dim)][usize::from(edge)];
                path.extend([Segment::Move(across, from), Segment::Line(across, to)]);
            }
        }
        let (color, thin, thick) = (self.theme.lines, self.theme.line_width, self.theme.edge_width);
        for (dim, [inner, edge]) in paths.into_iter().enumerate() {
            for (segments, width, layer) in [(inner, thin, Layer::Grid), (edge, thick, Layer::Edge)]
            {
                if !segments.is_empty() {
                    let stroke = Some(Stroke { color, width: themed(width), round: false });
                    let path = Item::Path { segments, fill: Fill::None, stroke };
                    self.layers[dim][layer as usize].push(path);
                }
            }
        }
        self.draw_stars();
    }

    /// The visible stretches of the line through these points: broken by `gap`, and omitted if
    /// shorter than `least`: a short line between two letters would look like a minus.
    fn stretches(
        &self,
        points: &[Point],
        (first_is_edge, last_is_edge): (bool, bool),
        edge: bool,
        start: i32,
        (gap, least): (Side, i32),
    ) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut add = |from: i32, to: i32, dim: bool| match stretches.last_mut() {
            Some((_, end, same)) if *end == from && *same == dim => *end = to,
            _ if from < to => stretches.push((from, to, dim)),
            _ => {}
        };
        let corner = if edge { themed(self.theme.edge_width) / 2 } else { 0 };
        let mut center = start;
        for (nth, &point) in points.iter().enumerate() {
            let marks = self.diagram.marks(point);
            if !marks.contains(Mark::Hidden) {
                let dim = marks.contains(Mark::Dim);
                let before = if nth == 0 && first_is_edge { corner } else { CELL / 2 };
                let is_last = nth + 1 == points.len();
                let after = if is_last && last_is_edge { corner } else { CELL / 2 };
                let gap = self.gap(point).map_or(0, gap);
                if gap == 0 {
                    add(center - before, center + after, dim);
                } else {
                    add(center - before, center - gap, dim);
                    add(center + gap, center + after, dim);
                }
            }
            center += CELL;
        }
        if self.has_gaps {
            stretches.retain(|(from, to, _)| to - from >= least || points.len() == 1);
        }
        stretches
    }

    fn draw_stars(&mut self) {
        let radius = themed(self.theme.star_size);
        for point in self.diagram.size().stars() {
            let is_free = self.diagram.stone(point).is_none() && self.gap(point).is_none();
            let marks = self.diagram.marks(point);
            if self.window.contains(point) && is_free && !marks.contains(Mark::Hidden) {
                let (x, y) = self.at(point);
                let fill = Fill::Plain(self.theme.stars);
                self.put(point, Layer::Stars, Item::Circle { x, y, radius, fill, stroke: None });
            }
        }
    }
}
