//! The obvious way: one serial at a time. It answers questions about single positions, and is the
//! reference for everything faster.

use hoshi_core::Size;

use super::MOST_POINTS;
use super::plan::{neighbors, permutations};
use crate::count::TooLarge;
use crate::ko::Ko;

/// The number of digits taken from a serial at once.
const CHUNK: usize = 5;

/// The rules about single serials of a board.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::{Ko, Naive};
///
/// let naive = Naive::new(Size::square(2).unwrap())?;
/// // Two black stones side by side, and their image.
/// assert!(naive.is_legal(4) && naive.is_reduced(4));
/// assert!(!naive.is_reduced(36));
/// assert_eq!(naive.canonical(36), 4);
/// assert_eq!(naive.orbit(36), 4);
/// // Four black stones have no liberty.
/// assert_eq!(naive.without_liberty(40), Some(0b1111));
/// assert_eq!(naive.ko_mask(4, Ko::Loose), 0);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Naive {
    size: Size,
    points: usize,
    /// By point, its neighbours.
    beside: Vec<u32>,
    /// For each symmetry except the identity: the source of each point.
    images: Vec<Vec<usize>>,
    /// The points with a black stone and with a white one, by value of five digits.
    stones: Vec<(u32, u32)>,
}

impl Naive {
    /// Prepares a board of up to 25 points.
    ///
    /// # Errors
    /// If it has more.
    pub fn new(size: Size) -> Result<Naive, TooLarge> {
        let points = size.area();
        if points > MOST_POINTS {
            return Err(TooLarge { size, most: "25 points" });
        }
        let beside = |point| neighbors(size, point).iter().fold(0, |set, &other| set | 1 << other);
        let stones = |value: usize| {
            let is = |color: usize| {
                let which = (0..CHUNK).filter(|&nth| value / 3usize.pow(nth as u32) % 3 == color);
                which.fold(0, |set, nth| set | 1 << nth)
            };
            (is(1), is(2))
        };
        Ok(Naive {
            size,
            points,
            beside: (0..points).map(beside).collect(),
            images: permutations(size).into_iter().skip(1).collect(),
            stones: (0..3usize.pow(CHUNK as u32)).map(stones).collect(),
        })
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The points with a black stone, and those with a white one.
    fn decode(&self, serial: u64) -> (u32, u32) {
        let (mut black, mut white, mut rest, mut shift) = (0, 0, serial, 0);
        while rest > 0 && shift < 32 {
            let (some_black, some_white) = self.stones[(rest % 243) as usize];
            black |= some_black << shift;
            white |= some_white << shift;
            rest /= 243;
            shift += CHUNK;
        }
        // Excess digits are ignored.
        let all = (1u32 << self.points) - 1;
        (black & all, white & all)
    }

    /// The neighbours of a set of points.
    fn around(&self, set: u32) -> u32 {
        let (mut around, mut rest) = (0, set);
        while rest != 0 {
            around |= self.beside[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        around
    }

    /// The block of a stone, among the stones of its colour.
    fn block(&self, stone: u32, stones: u32) -> u32 {
        let mut block = stone;
        loop {
            let more = (block | self.around(block)) & stones;
            if more == block {
                return block;
            }
            block = more;
        }
    }

    /// A block without a liberty, as the set of its points.
    fn dead(&self, black: u32, white: u32) -> Option<u32> {
        for stones in [black, white] {
            let mut rest = stones;
            while rest != 0 {
                let block = self.block(rest & rest.wrapping_neg(), stones);
                if self.around(block) & !(black | white) == 0 {
                    return Some(block);
                }
                rest &= !block;
            }
        }
        None
    }

    /// The points of a block without a liberty, the first point in the lowest bit; `None` if the position
    /// is legal.
    #[must_use]
    pub fn without_liberty(&self, serial: u64) -> Option<u32> {
        let (black, white) = self.decode(serial);
        self.dead(black, white)
    }

    /// Whether every block has a liberty.
    #[must_use]
    pub fn is_legal(&self, serial: u64) -> bool {
        self.without_liberty(serial).is_none()
    }

    /// Whether no image has a smaller serial.
    #[must_use]
    pub fn is_reduced(&self, serial: u64) -> bool {
        let (black, white) = self.decode(serial);
        self.images.iter().all(|image| {
            for point in (0..self.points).rev() {
                let digit = |point: usize| (black >> point & 1) + 2 * (white >> point & 1);
                let (mine, other) = (digit(point), digit(image[point]));
                if mine != other {
                    return mine < other;
                }
            }
            true
        })
    }

    /// The smallest serial among the images.
    #[must_use]
    pub fn canonical(&self, serial: u64) -> u64 {
        let (black, white) = self.decode(serial);
        let digit = |point: usize| u64::from((black >> point & 1) + 2 * (white >> point & 1));
        let value =
            |image: &Vec<usize>| image.iter().rev().fold(0, |sum, &from| 3 * sum + digit(from));
        self.images.iter().map(value).fold(serial, u64::min)
    }

    /// The size of the orbit of a position, itself included.
    #[must_use]
    pub fn orbit(&self, serial: u64) -> u64 {
        let (black, white) = self.decode(serial);
        let digit = |point: usize| (black >> point & 1) + 2 * (white >> point & 1);
        let is_same = |image: &&Vec<usize>| {
            image.iter().enumerate().all(|(to, &from)| digit(to) == digit(from))
        };
        let same = 1 + self.images.iter().filter(is_same).count();
        ((self.images.len() + 1) / same) as u64
    }

    /// The ko points, Black to move, the first point in the lowest bit.
    #[must_use]
    pub fn ko_mask(&self, serial: u64, kind: Ko) -> u32 {
        let (black, white) = self.decode(serial);
        let mut mask = 0;
        for point in (0..self.points).filter(|point| (black | white) >> point & 1 == 0) {
            let around = self.beside[point];
            if around & !white != 0 {
                continue;
            }
            let took = |&stone: &usize| {
                let alone = around >> stone & 1 != 0 && self.beside[stone] & !black == 1 << point;
                let before = (black | 1 << point, white & !(1 << stone));
                alone && (kind == Ko::Loose || self.dead(before.0, before.1).is_none())
            };
            if (0..self.points).any(|stone| took(&stone)) {
                mask |= 1 << point;
            }
        }
        mask
    }
}
