//! Boards of at most sixteen points, one bit each, for searches over a great many of them.

use hoshi_core::{Size, Symmetry};

/// A set of points.
pub(crate) type Bits = u16;

/// The stones of Black and of White.
pub(crate) type Stones = [Bits; 2];

/// The points of a board and their neighbours.
#[derive(Debug)]
pub(crate) struct Tiny {
    pub(crate) size: Size,
    pub(crate) all: Bits,
    near: Vec<Bits>,
}

impl Tiny {
    /// The maximum number of points.
    pub(crate) const MOST: usize = 16;

    /// `None` if the board is too large.
    pub(crate) fn new(size: Size) -> Option<Tiny> {
        if size.area() > Tiny::MOST {
            return None;
        }
        let near = |point| size.neighbors(point).fold(0, |set, other| set | 1 << size.index(other));
        let all = Bits::MAX >> (Tiny::MOST - size.area());
        Some(Tiny { size, all, near: size.points().map(near).collect() })
    }

    /// The points beside those of a set; some of them may be in it.
    pub(crate) fn around(&self, set: Bits) -> Bits {
        bits(set).fold(0, |sum, point| sum | self.near[point])
    }

    /// The points of a set that are connected to some of its points.
    pub(crate) fn grown(&self, from: Bits, within: Bits) -> Bits {
        let mut reached = from;
        loop {
            let more = self.around(reached) & within & !reached;
            if more == 0 {
                return reached;
            }
            reached |= more;
        }
    }

    /// The board after a stone: first the opponent's blocks without a liberty are removed, then the
    /// player's own.
    pub(crate) fn play(&self, stones: Stones, color: usize, point: usize) -> Stones {
        let mut after = stones;
        after[color] |= 1 << point;
        let mut beside = self.near[point] & after[1 - color];
        while beside != 0 {
            let block = self.grown(beside & beside.wrapping_neg(), after[1 - color]);
            beside &= !block;
            if self.around(block) & self.empty(after) == 0 {
                after[1 - color] &= !block;
            }
        }
        let block = self.grown(1 << point, after[color]);
        if self.around(block) & self.empty(after) == 0 {
            after[color] &= !block;
        }
        after
    }

    /// The points without a stone.
    pub(crate) fn empty(&self, stones: Stones) -> Bits {
        self.all & !(stones[0] | stones[1])
    }

    /// For each symmetry of the board, the image of every point.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        let size = self.size;
        let image = |symmetry: &Symmetry| {
            size.points().map(|point| size.index(symmetry.apply(size, point))).collect()
        };
        Symmetry::of(size).iter().map(image).collect()
    }
}

/// The points of a set.
pub(crate) fn bits(set: Bits) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (point < Tiny::MOST).then_some(point)
    })
}

/// The image of a set of points under a symmetry.
pub(crate) fn moved(set: Bits, image: &[usize]) -> Bits {
    bits(set).fold(0, |sum, point| sum | 1 << image[point])
}
