//! Solves small boards under superko, where legal moves depend on the whole game so far.
//!
//! The question is whether Black gets at least a given number of points. A `search` by iterative
//! deepening answers it, and stores with each answer the part of the history that it depends on
//! (`proofs`). That makes it feasible: the same position occurs with a great many histories, of which
//! usually little matters.

mod positions;
mod proofs;
mod search;
#[cfg(test)]
mod tests;

use hoshi_core::{Move, Size};

use crate::count::TooLarge;
use positions::{NONE, Positions};
use search::{Node, Search};

/// The repetitions that are illegal. The history contains the empty board and the result of every move,
/// including passes. A pass is always legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    /// A play that brings back an earlier position.
    Positional,
    /// A play that brings back an earlier position with the same side to move.
    Situational,
}

/// The value of the empty board for Black, who moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperkoSolution {
    /// Black's area minus White's under perfect play.
    pub value: i32,
    /// The first moves that reach it: points row by row, then the pass.
    pub best: Vec<Move>,
    /// Every first move and its value.
    pub moves: Vec<(Move, i32)>,
    /// The number of nodes searched.
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
