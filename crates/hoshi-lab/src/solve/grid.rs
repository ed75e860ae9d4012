//! Stones as bits, one per point, for boards of at most 20 points: moves, captures, area and the
//! images of a position under the symmetries, each in a few word operations.

use hoshi_core::{Size, Symmetry};

/// A set of points, the first in the lowest bit.
pub(crate) type Bits = u32;

/// The maximum number of points: the serial of a position must fit in 32 bits.
pub(crate) const MOST: usize = 20;

/// The number of points per table lookup.
const SLICE: usize = 7;
const SLICES: usize = MOST.div_ceil(SLICE);
/// The number of digits of a serial decoded per table lookup.
const DIGITS: usize = 10;
const TABLE: u32 = 59049;
/// The symmetries of a square. A board with fewer has some of them twice.
const IMAGES: usize = 8;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stones {
    pub(crate) mine: Bits,
    pub(crate) theirs: Bits,
}

impl Stones {
    /// The same board when the other side is to move.
    pub(crate) fn swapped(self) -> Stones {
        Stones { mine: self.theirs, theirs: self.mine }
    }
}

/// The position after a move, as the other side sees it, and its forbidden point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After {
    pub(crate) point: u8,
    pub(crate) stones: Stones,
    pub(crate) ko: Option<u8>,
}

/// A board.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) size: Size,
    width: u32,
    full: Bits,
    not_first_column: Bits,
    not_last_column: Bits,
    /// For every slice and every set of its points, the sum of their weights in each image.
    weights: Vec<[u32; IMAGES]>,
    /// The two colours of the digits of a serial.
    digits: Vec<(Bits, Bits)>,
    /// The image of each point under each symmetry.
    images: [[u8; MOST]; IMAGES],
}

impl Grid {
    /// The board has at most [`MOST`] points.
    pub(crate) fn new(size: Size) -> Grid {
        let area = size.area();
        assert!(area <= MOST, "a board of {size} is too large");
        let width = u32::from(size.width());
        let column = |x: usize| {
            let rows = 0..usize::from(size.height());
            rows.map(|y| 1 << (y * usize::from(size.width()) + x)).sum::<Bits>()
        };
        let full = (1 << area) - 1;
        let symmetries = Symmetry::of(size);
        let mut images = [[0; MOST]; IMAGES];
        for (nth, image) in images.iter_mut().enumerate() {
            let symmetry = symmetries[nth % symmetries.len()];
            for (number, point) in size.points().enumerate() {
                image[number] = size.index(symmetry.apply(size, point)) as u8;
            }
        }
        let mut weights = vec![[0; IMAGES]; SLICES << SLICE];
        for (at, sums) in weights.iter_mut().enumerate() {
            let (slice, set) = (at >> SLICE, at & ((1 << SLICE) - 1));
            let points =
                (0..SLICE).filter(|bit| set >> bit & 1 == 1).map(|bit| slice * SLICE + bit);
            for point in points.filter(|&point| point < area) {
                for (sum, image) in sums.iter_mut().zip(&images) {
                    *sum += 3u32.pow(u32::from(image[point]));
                }
            }
        }
        let colors = |serial: u32| {
            let (mut rest, mut stones) = (serial, (0, 0));
            for point in 0..DIGITS {
                match rest % 3 {
                    1 => stones.0 |= 1 << point,
                    2 => stones.1 |= 1 << point,
                    _ => {}
                }
                rest /= 3;
            }
            stones
        };
        Grid {
            size,
            width,
            full,
            not_first_column: full & !column(0),
            not_last_column: full & !column(usize::from(size.width()) - 1),
            weights,
            digits: (0..TABLE).map(colors).collect(),
            images,
        }
    }

    /// The position of a serial, Black to move.
    #[inline]
    pub(crate) fn stones(&self, serial: u32) -> Stones {
        let (low, high) = (serial % TABLE, serial / TABLE);
        let (low, high) = (self.digits[low as usize], self.digits[high as usize]);
        Stones { mine: low.0 | high.0 << DIGITS, theirs: low.1 | high.1 << DIGITS }
    }

    /// The serials of all images, as if the side to move were Black.
    #[inline]
    fn serials(&self, stones: Stones) -> [u32; IMAGES] {
        let mut sums = [0u32; IMAGES];
        for slice in 0..SLICES {
            let row = |bits: Bits| {
                let set = (bits >> (slice * SLICE)) as usize & ((1 << SLICE) - 1);
                &self.weights[slice << SLICE | set]
            };
            let (mine, theirs) = (row(stones.mine), row(stones.theirs));
            for image in 0..IMAGES {
                sums[image] += mine[image] + 2 * theirs[image];
            }
        }
        sums
    }

    /// The smallest serial of the images.
    #[inline]
    pub(crate) fn reduced(&self, stones: Stones) -> u32 {
        self.serials(stones).into_iter().fold(u32::MAX, u32::min)
    }

    /// The smallest serial of the images, and the image of a point in that one.
    pub(crate) fn reduced_with(&self, stones: Stones, point: u8) -> (u32, u8) {
        let serials = self.serials(stones);
        let least = serials.into_iter().fold(u32::MAX, u32::min);
        let image = serials.iter().position(|&serial| serial == least).unwrap_or(0);
        (least, self.images[image][usize::from(point)])
    }

    /// The points beside these.
    #[inline]
    fn beside(&self, set: Bits) -> Bits {
        (set << 1 & self.not_first_column)
            | (set >> 1 & self.not_last_column)
            | (set << self.width & self.full)
            | set >> self.width
    }

    /// Everything reachable from `from` through `through`.
    #[inline]
    fn reach(&self, from: Bits, through: Bits) -> Bits {
        let mut set = from;
        loop {
            let more = set | self.beside(set) & through;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// Whether every block has a liberty.
    #[inline]
    pub(crate) fn is_legal(&self, stones: Stones) -> bool {
        let beside = self.beside(self.full & !(stones.mine | stones.theirs));
        self.reach(beside & stones.mine, stones.mine) == stones.mine
            && self.reach(beside & stones.theirs, stones.theirs) == stones.theirs
    }

    /// The area of the side to move, less that of the other.
    pub(crate) fn score(&self, stones: Stones) -> i8 {
        let empty = self.full & !(stones.mine | stones.theirs);
        let mine = self.reach(stones.mine, empty);
        let theirs = self.reach(stones.theirs, empty);
        // Points that both reach cancel out. At most 20 points.
        mine.count_ones() as i8 - theirs.count_ones() as i8
    }

    /// The blocks of a colour, each with its liberties.
    #[inline]
    fn blocks(&self, color: Bits, empty: Bits) -> impl Iterator<Item = (Bits, Bits)> + '_ {
        let mut rest = color;
        std::iter::from_fn(move || {
            let block = (rest != 0).then(|| self.reach(rest & rest.wrapping_neg(), color))?;
            rest &= !block;
            Some((block, self.beside(block) & empty))
        })
    }

    /// Every move, in the order of the points.
    #[inline]
    pub(crate) fn moves(&self, stones: Stones) -> impl Iterator<Item = After> + '_ {
        let empty = self.full & !(stones.mine | stones.theirs);
        // The captures at each point: the blocks whose last liberty it is.
        let mut captured: [Bits; MOST] = [0; MOST];
        let mut legal = self.beside(empty) & empty;
        for (block, liberties) in self.blocks(stones.theirs, empty) {
            if liberties.is_power_of_two() {
                captured[liberties.trailing_zeros() as usize] |= block;
                legal |= liberties;
            }
        }
        // A stone without a liberty of its own needs a block that has another one.
        for (_, liberties) in self.blocks(stones.mine, empty) {
            if !liberties.is_power_of_two() {
                legal |= liberties;
            }
        }
        points_of(legal).map(move |point| {
            let (stone, captured) = (1 << point, captured[usize::from(point)]);
            let is_alone = self.beside(stone) & (stones.mine | empty) == 0;
            let ko =
                (is_alone && captured.is_power_of_two()).then(|| captured.trailing_zeros() as u8);
            let theirs = stones.mine | stone;
            After { point, stones: Stones { mine: stones.theirs & !captured, theirs }, ko }
        })
    }

    /// The points that ko may forbid: where the other side may just have captured one stone, with a
    /// single stone that has no other liberty.
    pub(crate) fn ko_points(&self, stones: Stones) -> impl Iterator<Item = u8> + '_ {
        let empty = self.full & !(stones.mine | stones.theirs);
        let is_ko = move |point: &u8| {
            let hole = 1 << point;
            let around = self.beside(hole);
            if around & !stones.theirs != 0 {
                return false;
            }
            // Before the capture there was a stone on the point, and all blocks around it except
            // the capturing stone had another liberty.
            let around = self.blocks(stones.theirs, empty);
            let mut in_atari = around.filter(|&(_, liberties)| liberties == hole);
            let taker = in_atari.next().filter(|(block, _)| block.is_power_of_two());
            taker.is_some() && in_atari.next().is_none()
        };
        points_of(empty).filter(is_ko)
    }
}

/// The points of a set, in order.
pub(crate) fn points_of(set: Bits) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as u8);
        rest &= rest.wrapping_sub(1);
        next
    })
}
