//! Positions with a ko point, Black to move, counted without enumerating them.

use hoshi_core::Size;

use crate::count::TooLarge;
use crate::region::{ANY, BLACK, ByStones, Cell, EMPTY, Region, WHITE};

/// The definition of a ko point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// An empty point surrounded by white stones, one of which is a single stone without another
    /// liberty.
    Loose,
    /// In addition, the position before White's capture was legal: with a black stone on the point,
    /// and without that white stone.
    Strict,
}

/// For every point of the board, row by row, the number of legal positions in which it is a ko
/// point.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::{Ko, ko_points};
///
/// let size = Size::new(3, 2).unwrap();
/// let sum = |ko| ko_points(size, ko).map(|points| points.iter().sum::<u128>());
/// assert_eq!((sum(Ko::Loose)?, sum(Ko::Strict)?), (16, 12));
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the shorter side is longer than 8, or the board has more than 80 points.
pub fn ko_points(size: Size, ko: Ko) -> Result<Vec<u128>, TooLarge> {
    check(size)?;
    let grid = Grid::new(size);
    Ok((0..size.area())
        .map(|point| match ko {
            Ko::Loose => grid.loose(point),
            Ko::Strict => grid.strict(point),
        })
        .collect())
}

/// The number of legal positions by number of stones, from 0.
///
/// ```
/// use hoshi_core::Size;
///
/// // One empty, six with one stone or two beside each other, ... none with four.
/// let counts = hoshi_lab::by_stones(Size::square(2).unwrap())?;
/// assert_eq!(counts, [1, 8, 24, 24]);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the shorter side is longer than 8, or the board has more than 80 points.
pub fn by_stones(size: Size) -> Result<Vec<u128>, TooLarge> {
    check(size)?;
    let grid = Grid::new(size);
    let region = grid.region(&[], |_| ANY);
    let ByStones(mut counts) = region.count(|_| 1).unwrap_or(ByStones(Vec::new()));
    while counts.last() == Some(&0) {
        counts.pop();
    }
    Ok(counts)
}

/// Checks that a board is small enough for the slow way.
fn check(size: Size) -> Result<(), TooLarge> {
    let is_small = size.width().min(size.height()) <= 8 && size.area() <= Region::MOST;
    if is_small { Ok(()) } else { Err(TooLarge { size, most: "8x10" }) }
}

/// A board as a graph.
struct Grid {
    beside: Vec<Vec<usize>>,
}

impl Grid {
    fn new(size: Size) -> Grid {
        let beside = |point| {
            let points = size.neighbors(point);
            points.map(|other| size.index(other)).collect()
        };
        Grid { beside: size.points().map(beside).collect() }
    }

    /// The board without some points, with the colours allowed on the others.
    fn region(&self, walls: &[usize], allowed: impl Fn(usize) -> u8) -> Region {
        let mut numbers = vec![None; self.beside.len()];
        let open = || (0..self.beside.len()).filter(|point| !walls.contains(point));
        for (number, point) in open().enumerate() {
            numbers[point] = Some(number);
        }
        let cell = |point: usize| {
            let beside = self.beside[point].iter().filter_map(|&other| numbers[other]);
            Cell { beside: beside.map(|other| (other, false)).collect(), allowed: allowed(point) }
        };
        Region { cells: open().map(cell).collect() }
    }

    /// Walls on the point and on the capturing stone: neither is a liberty of anything else, in the
    /// position before or after. Two stones that could both have captured exclude each other.
    fn strict(&self, point: usize) -> u128 {
        let around = &self.beside[point];
        let with = |&stone: &usize| {
            let allowed = |other| {
                if around.contains(&other) {
                    WHITE
                } else if self.beside[stone].contains(&other) {
                    BLACK
                } else {
                    ANY
                }
            };
            self.region(&[point, stone], allowed).count::<u128>(|_| 1).unwrap_or(0)
        };
        around.iter().map(with).sum()
    }

    /// By inclusion and exclusion over the surrounding single stones.
    fn loose(&self, point: usize) -> u128 {
        let around = &self.beside[point];
        let (mut more, mut fewer) = (0, 0);
        for chosen in 1..1usize << around.len() {
            let alone = |nth: usize| chosen >> nth & 1 == 1;
            let allowed = |other| {
                let beside_alone = around
                    .iter()
                    .enumerate()
                    .any(|(nth, &stone)| alone(nth) && self.beside[stone].contains(&other));
                if other == point {
                    EMPTY
                } else if around.contains(&other) {
                    WHITE
                } else if beside_alone {
                    BLACK
                } else {
                    ANY
                }
            };
            let count = self.region(&[], allowed).count::<u128>(|_| 1).unwrap_or(0);
            if chosen.count_ones() % 2 == 1 { more += count } else { fewer += count }
        }
        more - fewer
    }
}
