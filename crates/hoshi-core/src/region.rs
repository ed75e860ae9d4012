//! Regions: connected points that pass a test, and the stones at their border. Used by scoring and
//! unconditional life.

use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};

/// A connected set of points, and its border.
pub(crate) struct Region {
    /// Its points.
    pub(crate) points: Vec<Point>,
    /// The stones around it, each once.
    pub(crate) border: Vec<Point>,
}

impl Region {
    /// Whether a stone of `color` is at the border.
    pub(crate) fn touches(&self, board: &Board, color: Color) -> bool {
        self.border.iter().any(|&point| board.stone(point) == Some(color))
    }

    /// The colour of the whole border; `None` if there are both colours, or no border.
    pub(crate) fn owner(&self, board: &Board) -> Option<Color> {
        let mut colors = Color::ALL.into_iter().filter(|&color| self.touches(board, color));
        colors.next().filter(|_| colors.next().is_none())
    }
}

/// The regions of the points whose stone (or none) `inside` accepts, in reading order.
pub(crate) fn regions(board: &Board, inside: impl Fn(Option<Color>) -> bool) -> Vec<Region> {
    let size = board.size();
    let mut seen = PointSet::new(size);
    let mut regions = Vec::new();
    for start in size.points() {
        if !inside(board.stone(start)) || !seen.insert(start) {
            continue;
        }
        let mut region = Region { points: Vec::new(), border: Vec::new() };
        let mut open = alloc::vec![start];
        while let Some(point) = open.pop() {
            region.points.push(point);
            for near in size.neighbors(point) {
                if !inside(board.stone(near)) {
                    region.border.push(near);
                } else if seen.insert(near) {
                    open.push(near);
                }
            }
        }
        region.border.sort_unstable();
        region.border.dedup();
        regions.push(region);
    }
    regions
}
