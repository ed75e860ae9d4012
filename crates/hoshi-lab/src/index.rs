//! The perfect index of legal positions: each has a number, from 0 on, in the order of their serials, and
//! each number a position.

use hoshi_core::{Rng, Size};

use crate::count::TooLarge;
use crate::graph::{DEAD, Graph, SWAP};

/// A position by its points, row by row from the top left: 0 empty, 1 black, 2 white.
pub type Points = Vec<u8>;

/// The index of the legal positions of one board.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::Index;
///
/// let index = Index::new(Size::square(2).unwrap())?;
/// assert_eq!(index.len(), 57);
/// // The first is the empty board, the second has a black stone on the first point.
/// assert_eq!(index.unrank(1), Some(vec![1, 0, 0, 0]));
/// assert_eq!(index.rank(&[1, 0, 0, 0]), Some(1));
/// // A full board is no legal position.
/// assert_eq!(index.rank(&[1, 1, 1, 1]), None);
/// assert_eq!(index.unrank(57), None);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Index {
    size: Size,
    graph: Graph,
    /// For each point, in the order in which they are decided, and each border before it: how many ways
    /// there are to the end of the board.
    ways: Vec<Vec<u128>>,
}

impl Index {
    /// Makes the index of a board, up to 9x9: that takes a second and 250 MB.
    ///
    /// # Errors
    /// If a side is longer than 9.
    pub fn new(size: Size) -> Result<Index, TooLarge> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        if width > 9 || height > 9 {
            return Err(TooLarge { size, most: "9x9" });
        }
        let graph = Graph::new(width);
        let mut ways = vec![graph.settled.iter().map(|&is| u128::from(is)).collect::<Vec<_>>()];
        for point in (0..width * height).rev() {
            let after = &ways[ways.len() - 1];
            let sum = |steps: &[u32; 3]| steps.iter().map(|&step| get(after, step)).sum();
            let before = graph.layer(point).next.iter().map(sum).collect();
            ways.push(before);
        }
        ways.reverse();
        Ok(Index { size, graph, ways })
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many legal positions there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always legal")]
    pub fn len(&self) -> u128 {
        self.ways[0][0]
    }

    /// The number of a position; `None` if it is not legal, or not of this board.
    #[must_use]
    pub fn rank(&self, points: &[u8]) -> Option<u128> {
        if points.len() != self.size.area() || points.iter().any(|&color| color > 2) {
            return None;
        }
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

    /// The position with a number; `None` if there are not so many.
    #[must_use]
    pub fn unrank(&self, rank: u128) -> Option<Points> {
        if rank >= self.len() {
            return None;
        }
        let (mut state, mut is_swapped, mut rank) = (0, false, rank);
        let mut points = vec![0; self.size.area()];
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
        Some(points)
    }

    /// A legal position at random, each with the same chance.
    ///
    /// ```
    /// use hoshi_core::{Size, SplitMix64};
    /// use hoshi_lab::Index;
    ///
    /// let index = Index::new(Size::square(5).unwrap())?;
    /// let points = index.random(&mut SplitMix64::new(1));
    /// assert!(index.rank(&points).is_some());
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    pub fn random(&self, rng: &mut impl Rng) -> Points {
        // As many bits as the largest number has; what is too large is thrown away.
        let bits = 128 - (self.len() - 1).leading_zeros();
        loop {
            let number = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let number = if bits == 0 { 0 } else { number >> (128 - bits) };
            if let Some(points) = self.unrank(number) {
                return points;
            }
        }
    }
}

/// The ways from where a step leads.
#[inline]
fn get(ways: &[u128], step: u32) -> u128 {
    if step == DEAD { 0 } else { ways[(step & !SWAP) as usize] }
}

/// A colour as a border sees it whose colours are swapped.
#[inline]
fn seen(color: u8, is_swapped: bool) -> usize {
    usize::from(if is_swapped && color > 0 { 3 - color } else { color })
}
