//! What a replay finds wrong in a record.

use hoshi_core::{Color, InvalidSetup, Move, Refusal, Size};

use crate::sgf::NodeId;

/// Something in a record that cannot be done as it stands, or should not.
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
    /// Where it stands in [`crate::sgf::Collection::source`].
    pub offset: usize,
    /// What it is.
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
    /// The rules refuse the move. Tolerant replay makes it all the same.
    #[error("move {number}, {color} {name}, is illegal: {refusal}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Whose it is.
        color: Color,
        /// Where.
        mv: Move,
        /// The same as people write it.
        name: String,
        /// Why not.
        refusal: Refusal,
    },
    /// The value names no point of the board. Tolerant replay leaves it out.
    #[error("{property}[{value}] is not a point on a {size} board")]
    NotAPoint {
        /// The property.
        property: String,
        /// The value, as text.
        value: String,
        /// The board.
        size: Size,
    },
    /// What is set up is no position of the game. Tolerant replay leaves it as it is.
    #[error("the setup is not a legal position: {0}")]
    Setup(InvalidSetup),
}
