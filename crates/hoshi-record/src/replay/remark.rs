//! What a replay finds wrong in a record.

use hoshi_core::{Color, InvalidSetup, Move, Refusal, Size};

use crate::sgf::NodeId;

/// A problem in a record: something that cannot be played as written, or should not be.
///
/// ```
/// use hoshi_record::replay::{Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];\nW[aa])")?;
/// let game = file.game(0).unwrap();
/// let end = game.main_line().last().unwrap();
/// let remark = &replay(end, &Terms::of(game)).remarks[0];
/// assert_eq!(remark.node, end.id());
/// assert_eq!(file.place(remark.offset).0, 2);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The node it is in.
    pub node: NodeId,
    /// Its offset in [`crate::sgf::Collection::source`].
    pub offset: usize,
    /// The problem.
    pub problem: Problem,
}

/// What is wrong with a move or a setup.
///
/// ```
/// use hoshi_record::replay::{Problem, Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[zz])")?;
/// let game = file.game(0).unwrap();
/// let replay = replay(game.main_line().last().unwrap(), &Terms::of(game));
/// let problem = &replay.remarks[0].problem;
/// assert!(matches!(problem, Problem::NotAPoint { value, .. } if value == "zz"));
/// assert_eq!(problem.to_string(), "B[zz] is not a point on a 9x9 board");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The rules refuse the move. Tolerant replay plays it all the same.
    #[error("move {number}, {color} {name}, is illegal: {refusal}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The player.
        color: Color,
        /// Where.
        mv: Move,
        /// The move as players write it.
        name: String,
        /// The rule that forbids it.
        refusal: Refusal,
    },
    /// The value names no point of the board. Tolerant replay skips it.
    #[error("{property}[{value}] is not a point on a {size} board")]
    NotAPoint {
        /// The property.
        property: String,
        /// The value, as text.
        value: String,
        /// The board.
        size: Size,
    },
    /// The setup is not a legal position. Tolerant replay sets it up all the same.
    #[error("the setup is not a legal position: {0}")]
    Setup(InvalidSetup),
}
