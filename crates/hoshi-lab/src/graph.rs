//! All borders of boards of one width and the steps between them, computed once; a count is then
//! only additions.

use crate::border::{self, Border};
use crate::numbers::Numbers;

/// No border: the position is illegal.
pub(crate) const DEAD: u32 = u32::MAX;

/// The borders before the points of one column, and their successor for each colour.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    /// For every border, its successor in the next layer for 0 empty, 1 black, 2 white. The highest
    /// bit means that the colours are swapped from there on.
    pub(crate) next: Vec<[u32; 3]>,
}

/// The highest bit of a step: from here on, black means white.
pub(crate) const SWAP: u32 = 1 << 31;

/// The borders of boards of one width.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) width: usize,
    /// Of the first row, where there is nothing above, by column; the first has one border.
    pub(crate) first: Vec<Layer>,
    /// Of every later row, by column.
    pub(crate) rest: Vec<Layer>,
    /// Which borders before a row (except the first) may be the last of a board.
    pub(crate) settled: Vec<bool>,
}

impl Graph {
    pub(crate) fn new(width: usize) -> Graph {
        let numbers: Vec<Numbers> = (0..width).map(|column| Numbers::new(width, column)).collect();
        let mut first = Vec::with_capacity(width);
        let mut borders = vec![border::start(width)];
        for column in 0..width {
            let before = borders;
            borders = successors(&before, column);
            let found = |border| borders.binary_search(&border).map_or(DEAD, |at| at as u32);
            first.push(if column + 1 < width {
                link(before.len(), before.into_iter(), column, found)
            } else {
                link(before.len(), before.into_iter(), column, |border| numbers[0].number(border))
            });
        }
        let rest = (0..width).map(|column| {
            let (here, next) = (&numbers[column], &numbers[(column + 1) % width]);
            link(here.len(), here.iter(), column, |border| next.number(border))
        });
        let rest = rest.collect();
        let settled = numbers[0].iter().map(border::is_settled).collect();
        Graph { width, first, rest, settled }
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let layers = self.first.iter().chain(&self.rest);
        layers.map(|layer| size_of_val(&layer.next[..])).sum()
    }

    /// The layer before the point with this number, row by row.
    pub(crate) fn layer(&self, point: usize) -> &Layer {
        let (row, column) = (point / self.width, point % self.width);
        if row == 0 { &self.first[column] } else { &self.rest[column] }
    }
}

/// The next border with normalised colours, and whether that swapped them.
#[inline]
fn follow(border: Border, column: usize, color: u8) -> Option<(Border, bool)> {
    Some(border::normal(border::step(border, column, color)?))
}

/// All successors, each once.
fn successors(borders: &[Border], column: usize) -> Vec<Border> {
    let mut all: Vec<Border> = borders
        .iter()
        .flat_map(|&border| [0, 1, 2].map(|color| follow(border, column, color)))
        .flatten()
        .map(|(border, _)| border)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The successors of the borders of a layer for every colour, as numbers in the next layer.
fn link(
    len: usize,
    borders: impl Iterator<Item = Border>,
    column: usize,
    number: impl Fn(Border) -> u32,
) -> Layer {
    let mut next = Vec::with_capacity(len);
    borders.for_each(|border| {
        next.push([0, 1, 2].map(|color| match follow(border, column, color) {
            Some((next, swap)) => number(next) | if swap { SWAP } else { 0 },
            None => DEAD,
        }));
    });
    Layer { next }
}
