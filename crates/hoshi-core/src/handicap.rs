//! The points of fixed handicap stones: as in GTP, and as players place them.

use alloc::vec::Vec;
use core::fmt;

use crate::point::Point;
use crate::size::{Size, star_lines};

/// Why handicap stones can't be placed.
///
/// ```
/// use hoshi_core::{Size, handicap};
///
/// let error = handicap::customary(Size::S9, 10).unwrap_err();
/// assert_eq!(error.to_string(), "a 9x9 board takes 2 to 9 fixed handicap stones, not 10");
/// let error = handicap::gtp(Size::square(5).unwrap(), 2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a 5x5 board has no fixed handicap points: place the stones freely"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandicapError {
    /// The board has no fixed points for this many stones.
    NotFixed {
        /// The board.
        size: Size,
        /// The requested number of stones.
        asked: u32,
    },
    /// A free handicap of a single stone: that is Black's first move.
    OneStone,
    /// No empty point would remain.
    Full {
        /// The board.
        size: Size,
    },
    /// A point is off the board.
    OffBoard {
        /// The board.
        size: Size,
    },
    /// A point is named twice.
    Twice {
        /// The board.
        size: Size,
        /// The point.
        point: Point,
    },
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HandicapError::NotFixed { size, .. } if most(size) == 0 => {
                write!(f, "a {size} board has no fixed handicap points: place the stones freely")
            }
            HandicapError::NotFixed { size, asked } => {
                let most = most(size);
                write!(f, "a {size} board takes 2 to {most} fixed handicap stones, not {asked}")
            }
            HandicapError::OneStone => {
                f.write_str("a handicap has two stones or more: a single one is Black's first move")
            }
            HandicapError::Full { size } => {
                write!(f, "handicap stones must leave a point of the {size} board empty")
            }
            HandicapError::OffBoard { size } => {
                write!(f, "a handicap stone is off the {size} board")
            }
            HandicapError::Twice { size, point } => {
                write!(f, "two handicap stones are on {}", size.a1(point))
            }
        }
    }
}

impl core::error::Error for HandicapError {}

/// The most fixed handicap stones a board takes: 9 on odd sizes from 9x9, 4 on 7x7 and on even sizes
/// from 8x8, none on smaller boards and rectangles.
///
/// ```
/// use hoshi_core::{Size, handicap};
///
/// assert_eq!(handicap::most(Size::S19), 9);
/// assert_eq!(handicap::most(Size::square(10).unwrap()), 4);
/// assert_eq!(handicap::most(Size::new(9, 13).unwrap()), 0);
/// ```
#[must_use]
pub const fn most(size: Size) -> u32 {
    if !size.is_square() || size.width() < 7 {
        0
    } else if size.width() == 7 || size.width().is_multiple_of(2) {
        4
    } else {
        9
    }
}

/// The points of GTP's `fixed_handicap`: the third stone is in the upper left.
///
/// ```
/// use hoshi_core::{Size, handicap};
///
/// let names = handicap::gtp(Size::S19, 3)?.into_iter().map(|p| Size::S19.a1(p).to_string());
/// assert_eq!(names.collect::<Vec<_>>(), ["D4", "Q16", "D16"]);
/// # Ok::<(), hoshi_core::handicap::HandicapError>(())
/// ```
///
/// # Errors
/// If the board has no fixed points for this many stones.
pub fn gtp(size: Size, stones: u32) -> Result<Vec<Point>, HandicapError> {
    placed(size, stones, (0, 0))
}

/// The points that players use: the third stone is in the lower right, and the upper left, on
/// Black's left hand far side, stays empty.
///
/// ```
/// use hoshi_core::{Size, handicap};
///
/// let names = handicap::customary(Size::S19, 3)?.into_iter().map(|p| Size::S19.a1(p).to_string());
/// assert_eq!(names.collect::<Vec<_>>(), ["D4", "Q16", "Q4"]);
/// # Ok::<(), hoshi_core::handicap::HandicapError>(())
/// ```
///
/// # Errors
/// If the board has no fixed points for this many stones.
pub fn customary(size: Size, stones: u32) -> Result<Vec<Point>, HandicapError> {
    placed(size, stones, (2, 2))
}

/// `third` is the corner, as (column, row) of the three star lines, where a third stone goes.
fn placed(size: Size, stones: u32, third: (usize, usize)) -> Result<Vec<Point>, HandicapError> {
    let error = HandicapError::NotFixed { size, asked: stones };
    if stones < 2 || stones > most(size) {
        return Err(error);
    }
    let fourth = (2 - third.0, 2 - third.1);
    let corners = [(0, 2), (2, 0), third, fourth];
    let sides = [(0, 1), (2, 1), (1, 2), (1, 0)];
    // Sides come in pairs; an odd stone from the fifth on is the centre one.
    let (corner_count, side_count) = (stones.min(4) as usize, (stones.max(4) as usize - 4) & !1);
    let centre = (stones > 4 && stones % 2 == 1).then_some((1, 1));
    let chosen = corners[..corner_count].iter().chain(&sides[..side_count]).chain(&centre);

    let lines = star_lines(size.width());
    let point = |&(column, row): &(usize, usize)| size.point(lines[column]?, lines[row]?);
    chosen.map(|place| point(place).ok_or(error)).collect()
}
