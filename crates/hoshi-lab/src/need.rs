//! Estimates the memory of an operation before it begins: the tables that grow with the board, in
//! bytes. A program needs a few more megabytes. Tests compare the estimates with actual allocations.

use hoshi_core::Size;

use crate::census::Census;
use crate::count::{TooLarge, limbs, narrow};
use crate::fold::symmetric;
use crate::ko::{Ko, ko_points};
use crate::numbers::Numbers;
use crate::solve::fits;

/// The borders of boards of one width, column by column.
fn borders(width: usize) -> Vec<u64> {
    (0..width).map(|column| Numbers::new(width, column).len() as u64).collect()
}

/// The steps between borders: three numbers of four bytes for each.
fn graph(borders: &[u64]) -> u64 {
    12 * borders.iter().sum::<u64>()
}

/// The bytes that [`legal`](crate::legal) needs. They grow almost in proportion to the longer side,
/// since the numbers become longer.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::need;
///
/// let gigabytes = |width, height| need::legal(Size::new(width, height).unwrap()).map(|bytes| bytes >> 30);
/// assert_eq!((gigabytes(9, 9)?, gigabytes(13, 13)?), (0, 12));
/// assert!(gigabytes(13, 255)? > 60);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board is too large for it.
pub fn legal(size: Size) -> Result<u64, TooLarge> {
    let (width, height) = narrow(size)?;
    Ok(legal_of(&borders(width), height))
}

/// The counts of two successive layers, and the steps.
fn legal_of(borders: &[u64], height: usize) -> u64 {
    let most = borders.iter().max().copied().unwrap_or(0);
    let limbs = limbs(borders.len() * height) as u64;
    graph(borders) + 2 * 8 * limbs * most
}

/// The longest board with a shorter side of this length that [`legal`](crate::legal) can count in
/// this many bytes, if any.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::need;
///
/// let thirteen = need::longest_legal(13, 20 << 30).unwrap();
/// assert_eq!(thirteen.width(), 13);
/// assert!(need::legal(thirteen)? <= 20 << 30);
/// assert_eq!(need::longest_legal(13, 1 << 30), None);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[must_use]
pub fn longest_legal(side: u8, bytes: u64) -> Option<Size> {
    let least = Size::square(side)?;
    narrow(least).ok()?;
    let borders = borders(usize::from(side));
    let longest = (side..=u8::MAX).rev().find(|&long| legal_of(&borders, long.into()) <= bytes)?;
    Size::new(side, longest)
}

/// The bytes that an [`Index`](crate::Index) needs.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::need;
///
/// assert_eq!(need::index(Size::S9)? >> 20, 203);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board is too large for it.
pub fn index(size: Size) -> Result<u64, TooLarge> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    if width > 9 || height > 9 {
        return Err(TooLarge { size, most: "9x9" });
    }
    let borders = borders(width);
    let ways = 16 * borders.iter().sum::<u64>() * height.saturating_sub(1) as u64;
    Ok(graph(&borders) + ways)
}

/// The bytes needed to solve a board, with `room` bytes for cached moves.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::need;
///
/// let board = Size::new(5, 4).unwrap();
/// assert_eq!(need::solve(board, 0)? >> 30, 6);
/// // The cache never exceeds the number of moves.
/// assert!(need::solve(Size::square(3).unwrap(), usize::MAX)? < 1 << 20);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board is too large to be solved.
pub fn solve(size: Size, room: usize) -> Result<u64, TooLarge> {
    let states = States::of(size)?;
    // About half of the points of a position are empty; each is a move, of four bytes.
    let moves = states.positions * (8 + 4 * (size.area() as u64 / 2 + 1));
    // The values before and after a sweep, and the move counts.
    Ok(states.places() + 6 * states.all() + moves.min(room as u64))
}

/// The bytes needed to read the table of a board, besides the file.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::need;
///
/// let board = Size::new(5, 4).unwrap();
/// assert!(need::table(board)? < need::solve(board, 0)?);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board is too large to be solved.
pub fn table(size: Size) -> Result<u64, TooLarge> {
    let states = States::of(size)?;
    Ok(states.places() + 4 * states.all())
}

/// The number of states of a board.
struct States {
    serials: u64,
    positions: u64,
    kos: u64,
}

impl States {
    fn of(size: Size) -> Result<States, TooLarge> {
        fits(size)?;
        let serials = Census::new(size, None)?.serials();
        let symmetric = symmetric(size)?;
        let positions = u64::try_from(symmetric.reduced).unwrap_or(u64::MAX);
        // Ko states reduce by symmetry about as much as positions; allow for a few more.
        let images = symmetric.fixed.len() as u64 + 1;
        let kos: u128 = ko_points(size, Ko::Strict)?.iter().sum();
        let kos = u64::try_from(kos).unwrap_or(u64::MAX) / images;
        Ok(States { serials, positions, kos })
    }

    fn all(&self) -> u64 {
        2 * self.positions + self.kos
    }

    /// A bit for each serial and a count for each 64; the ko points and their source.
    fn places(&self) -> u64 {
        self.serials.div_ceil(64) * 12 + 16 * self.kos
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::{Index, Solution};

    fn board(text: &str) -> Size {
        text.parse().unwrap()
    }

    /// Whether the estimate is right within an eighth.
    fn is_close(said: u64, is: u64) -> bool {
        said.abs_diff(is) * 8 <= is
    }

    #[test]
    fn the_number_of_steps_is_as_estimated() {
        for width in [6, 8, 9, 10] {
            let made = Graph::new(width).bytes() as u64;
            let said = graph(&borders(width));
            assert!(is_close(said, made), "{width}: {said}, not {made}");
        }
    }

    #[test]
    fn an_index_needs_what_is_estimated() {
        for size in ["9x9", "8x7", "7x9"] {
            let made = Index::new(board(size)).unwrap().bytes() as u64;
            let said = index(board(size)).unwrap();
            assert!(is_close(said, made), "{size}: {said}, not {made}");
        }
    }

    #[test]
    fn a_solution_has_the_estimated_number_of_states() {
        for size in ["3x3", "4x3", "5x3", "7x2", "14x1"] {
            let solution = Solution::new(board(size)).unwrap();
            let said = States::of(board(size)).unwrap();
            assert_eq!(said.positions, solution.positions() as u64, "{size}");
            assert!(is_close(said.all(), solution.states() as u64), "{size}");
        }
    }

    #[test]
    fn longer_and_wider_boards_take_more() {
        for (less, more) in
            [("9x9", "9x10"), ("9x200", "9x255"), ("8x20", "9x20"), ("13x13", "13x14")]
        {
            assert!(legal(board(less)).unwrap() <= legal(board(more)).unwrap(), "{less} {more}");
        }
        // The sides may be swapped.
        assert_eq!(legal(board("9x30")), legal(board("30x9")));
        assert!(legal(board("14x14")).is_err() && index(board("10x2")).is_err());
        assert!(solve(board("7x3"), 0).is_err() && table(board("5x5")).is_err());
        assert_eq!(longest_legal(9, u64::MAX), Size::new(9, 255));
        assert_eq!(longest_legal(14, u64::MAX), None);
    }
}
