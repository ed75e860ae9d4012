//! Why a command changes nothing, in words.

use std::fmt;

use hoshi_core::{Color, MarkError, Refusal};

/// Why a command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Move {
        color: Color,
        name: String,
        refusal: Refusal,
    },
    /// While the dead stones are being named.
    Marking,
    /// While the game is being played.
    NotMarking,
    Mark {
        name: String,
        error: MarkError,
    },
    NothingToUndo,
    NothingToRedo,
    Over,
    NoSuchMove {
        number: usize,
        last: usize,
    },
    /// A correction would make a later move illegal.
    Later {
        number: usize,
        color: Color,
        name: String,
        refusal: Refusal,
    },
    /// A correction would reach back over a setup, a resumption or a count.
    BeforeSetup,
    /// There is no record to write into.
    NoRecord,
    /// It is the turn of one that plays by itself.
    Thinking(Color),
    /// Nobody thinks who could be stopped, or has failed and could try again.
    Nobody,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Move { color, name, refusal } => {
                write!(f, "{color} cannot play {name}: {refusal}")
            }
            Refused::Marking => {
                f.write_str("play is over: name the dead stones (dead D4), then done; or resume")
            }
            Refused::NotMarking => {
                f.write_str("the game is still being played: it is counted after two passes")
            }
            Refused::Mark { name, error } => write!(f, "{name}: {error}"),
            Refused::NothingToUndo => f.write_str("there is nothing to take back"),
            Refused::NothingToRedo => f.write_str("nothing was taken back"),
            Refused::Over => f.write_str("the game is over"),
            Refused::NoSuchMove { number, last: 0 } => {
                write!(f, "there is no move {number}: none has been played")
            }
            Refused::NoSuchMove { number, last } => {
                write!(f, "there is no move {number}: the last one is {last}")
            }
            Refused::Later { number, color, name, refusal } => {
                write!(f, "then move {number}, {color} {name}, would be illegal: {refusal}")
            }
            Refused::BeforeSetup => f.write_str(
                "the board was set up, or play resumed, after that move; take moves back first",
            ),
            Refused::NoRecord => f.write_str("this game is not recorded"),
            Refused::Thinking(color) => write!(f, "{color} is thinking; stop ends that"),
            Refused::Nobody => f.write_str("it is the turn of a person"),
        }
    }
}
