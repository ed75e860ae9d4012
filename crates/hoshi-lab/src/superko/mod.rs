//! Small boards solved under superko, where what may be played depends on the whole game so far.
//!
//! A question is whether Black has at least so many points in the end: yes or no. A `search` by iterative
//! deepening answers it, and keeps for each answer on what it rests (`proofs`): that is what makes it
//! feasible, because the same position is met with a great many histories, and mostly little of them
//! matters.

mod positions;
mod proofs;
mod search;
#[cfg(test)]
mod tests;

use hoshi_core::{Move, Size};

use crate::count::TooLarge;
use positions::{NONE, Positions};
use search::{Node, Search};

/// Which repetitions are refused. The history holds the empty board and the result of every move, passes
/// too. A pass is never refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    /// A play that brings back an earlier position.
    Positional,
    /// A play that brings back an earlier position with the same side to move.
    Situational,
}

/// What the empty board is worth to Black, who begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperkoSolution {
    /// Black's area less White's if both play their best.
    pub value: i32,
    /// The first moves that reach it: points row by row, then the pass.
    pub best: Vec<Move>,
    /// Every first move and what it is worth.
    pub moves: Vec<(Move, i32)>,
    /// How many nodes the search had.
    pub nodes: u64,
}

/// Solves a board under superko: suicide is forbidden, two passes end the game, then the area is counted
/// with every stone on the board, without komi.
///
/// ```
/// use hoshi_core::{Move, Size};
/// use hoshi_lab::{Superko, superko};
///
/// let solution = superko(Size::square(2).unwrap(), Superko::Positional)?;
/// assert_eq!(solution.value, 1);
/// assert_eq!(solution.best.len(), 4);
/// // On 3x2 there is nothing better than to pass.
/// let solution = superko(Size::new(3, 2).unwrap(), Superko::Situational)?;
/// assert_eq!((solution.value, solution.best), (0, vec![Move::Pass]));
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board has more than twelve points, or is a single row of more than eleven. (3x3 takes an instant;
/// 4x3, 6x2 and 11x1 take some 20 seconds.)
pub fn superko(size: Size, rule: Superko) -> Result<SuperkoSolution, TooLarge> {
    let most = "12 points, 11 in a single row (4x3 has 321689 positions, and nearly any set of them can be \
                the history)";
    let positions = Positions::new(size).ok_or(TooLarge { size, most })?;
    let mut search = Search::new(&positions, rule);
    let mut moves = Vec::new();
    for (point, &number) in size.points().zip(positions.next(0, 0)) {
        if number != NONE {
            let node = Node { position: number, side: 1, is_after_pass: false };
            moves.push((Move::Play(point), search.value(&[(0, 0)], node)));
        }
    }
    let node = Node { position: 0, side: 1, is_after_pass: true };
    moves.push((Move::Pass, search.value(&[(0, 0)], node)));
    let value = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let best = moves.iter().filter(|(_, other)| *other == value).map(|&(mv, _)| mv).collect();
    Ok(SuperkoSolution { value, best, moves, nodes: search.nodes })
}
