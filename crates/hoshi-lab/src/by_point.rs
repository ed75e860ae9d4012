//! The index of legal positions point by point: for boards of any width up to 9, and as the
//! reference for the faster way.

use crate::graph::{DEAD, Graph, SWAP};

/// The number of completions of a board from every border.
#[derive(Debug)]
pub(crate) struct ByPoint {
    graph: Graph,
    /// For each point, in the order in which they are decided, and each border before it: the
    /// number of completions of the board.
    ways: Vec<Vec<u128>>,
}

impl ByPoint {
    pub(crate) fn new(graph: Graph, height: usize) -> ByPoint {
        let mut ways = vec![graph.settled.iter().map(|&is| u128::from(is)).collect::<Vec<_>>()];
        for point in (0..graph.width * height).rev() {
            let after = &ways[ways.len() - 1];
            let sum = |steps: &[u32; 3]| steps.iter().map(|&step| get(after, step)).sum();
            let before = graph.layer(point).next.iter().map(sum).collect();
            ways.push(before);
        }
        ways.reverse();
        ByPoint { graph, ways }
    }

    pub(crate) fn len(&self) -> u128 {
        self.ways[0][0]
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let ways = self.ways.iter().map(|ways| size_of_val(&ways[..]));
        ways.sum::<usize>() + self.graph.bytes()
    }

    /// The number of a position of this board; `None` if it is not legal.
    pub(crate) fn rank(&self, points: &[u8]) -> Option<u128> {
        let (mut state, mut is_swapped, mut rank) = (0, false, 0);
        // The last point of the board is the first digit of the serial.
        for (depth, &color) in points.iter().rev().enumerate() {
            let steps = self.graph.layer(depth).next[state];
            let after = &self.ways[depth + 1];
            for other in 0..color {
                rank += get(after, steps[seen(other, is_swapped)]);
            }
            let step = steps[seen(color, is_swapped)];
            if get(after, step) == 0 {
                return None;
            }
            is_swapped ^= step & SWAP != 0;
            state = (step & !SWAP) as usize;
        }
        Some(rank)
    }

    /// Sets the points to the position with this number, which must exist.
    pub(crate) fn unrank(&self, mut rank: u128, points: &mut [u8]) {
        let (mut state, mut is_swapped) = (0, false);
        for (depth, point) in points.iter_mut().rev().enumerate() {
            let steps = self.graph.layer(depth).next[state];
            let after = &self.ways[depth + 1];
            for color in 0..3 {
                let step = steps[seen(color, is_swapped)];
                let ways = get(after, step);
                if rank < ways {
                    *point = color;
                    is_swapped ^= step & SWAP != 0;
                    state = (step & !SWAP) as usize;
                    break;
                }
                rank -= ways;
            }
        }
    }
}

/// The completions after a step.
#[inline]
fn get(ways: &[u128], step: u32) -> u128 {
    if step == DEAD { 0 } else { ways[(step & !SWAP) as usize] }
}

/// A colour as seen by a border that may have its colours swapped.
#[inline]
pub(crate) fn seen(color: u8, is_swapped: bool) -> usize {
    usize::from(if is_swapped && color > 0 { 3 - color } else { color })
}
