//! The reasons why a session refuses a command.

use hoshi_core::handicap::HandicapError;
use hoshi_core::{Color, MarkError, Refusal, Size};
use hoshi_record::kifu::KifuError;
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use crate::wire::Side;

/// Why a command changed nothing.
///
/// ```
/// use hoshi_session::Refused;
///
/// let refused = Refused::NothingToUndo;
/// assert_eq!(refused.to_string(), "there is nothing to take back");
/// assert_eq!(
///     serde_json::to_string(&refused)?,
///     r#"{"v":1,"code":"nothing_to_undo","text":"there is nothing to take back"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The rules forbid the move.
    #[error("{color} cannot play {name}: {refusal}")]
    Move {
        /// The side that tried to play.
        color: Color,
        /// Where.
        name: String,
        /// The rule.
        refusal: Refusal,
    },
    /// There is no such point on this board.
    #[error("`{name}` is not a point of a {size} board")]
    NoSuchPoint {
        /// The text given.
        name: String,
        /// The board.
        size: Size,
    },
    /// The actor is a spectator.
    #[error("only the players can do that")]
    NotSeated,
    /// The actor has one of two seats, and this is for both together.
    #[error("one of two players cannot do that alone")]
    Alone,
    /// The actor has the other seat.
    #[error("you do not play {0}")]
    NotYours(Side),
    /// The actor holds both seats and must say which one it means.
    #[error("say which side: Black or White")]
    WhichSide,
    /// It is the other side's turn.
    #[error("it is {0}'s turn")]
    NotYourTurn(Side),
    /// Dead stones are being marked.
    #[error("both sides have passed: mark dead stones (`dead D4`), then `done`; or `resume`")]
    Marking,
    /// The game is being played.
    #[error("the game is still being played; it is counted after two passes")]
    NotMarking,
    /// The stones cannot be marked like this.
    #[error("{name}: {error}")]
    Mark {
        /// The point.
        name: String,
        /// Why.
        error: MarkError,
    },
    /// The marks have changed since the actor saw them.
    #[error("the marks have changed; look at them again (revision {now})")]
    OldRevision {
        /// The current revision.
        now: u32,
    },
    /// A program is still judging dead stones.
    #[error("{0} is still judging which stones are dead")]
    Judging(Side),
    /// The dead stones are still being estimated.
    #[error("the dead stones are still being estimated; try again in a moment")]
    Estimating,
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// The terms forbid it.
    #[error("moves cannot be taken back in this game")]
    NoUndo,
    /// The other player would have to see it again.
    #[error("a move that was taken back is not redone in this game; play it again")]
    NoRedo,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is no such move.
    #[error("there is no move {number}: {}", if *last == 0 { "none has been played".to_owned() } else { format!("the last one is {last}") })]
    NoSuchMove {
        /// The number requested.
        number: usize,
        /// The last move.
        last: usize,
    },
    /// A correction would make a later move illegal.
    #[error("then move {number}, {color} {name}, would be illegal: {refusal}")]
    Later {
        /// The later move.
        number: usize,
        /// Whose it is.
        color: Color,
        /// Where.
        name: String,
        /// The rule.
        refusal: Refusal,
    },
    /// A setup, a resumption or a count came after the move.
    #[error("the board was set up, or play resumed, after that move; take moves back first")]
    BeforeSetup,
    /// The board is too large for a record.
    #[error("this game has no record: SGF supports boards up to 52x52")]
    NoRecord,
    /// It is the turn of a program.
    #[error("{0} is thinking; `stop` interrupts it")]
    Thinking(Side),
    /// It is the turn of a program that failed or was stopped.
    #[error("{0}'s engine has stopped; `restart` it, or take its seat with `replace`")]
    Failed(Side),
    /// No program is thinking, and none has failed.
    #[error("no engine is thinking")]
    NoProgram,
    /// There is no offer to answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The actor made the offer itself.
    #[error("the other side answers this offer")]
    OwnOffer,
    /// An offer is already open.
    #[error("an offer is already open; it must be answered first")]
    OfferOpen,
    /// The opponent never agrees to this.
    #[error("{0} does not agree")]
    Declined(Side),
    /// The text is not a result.
    #[error("`{0}` is not a result: write B+R, W+T, B+F, W+3.5, 0 for a draw, or Void")]
    NotAResult(String),
    /// The command belongs to review.
    #[error("the game is being played; only `review` can do that")]
    NotReviewing,
    /// The command belongs to play.
    #[error("the record is being reviewed; return to the game first")]
    Reviewing,
    /// The game is not over, and has another player.
    #[error("the game can be reviewed when it is over")]
    NotYet,
    /// The game is not over, so what was played is the main line of its record.
    #[error("the game is not over: its main line is what was played, until the end")]
    Running,
    /// There is no such node.
    #[error("there is no such place in the record")]
    NoSuchNode,
    /// A dispute is being shown on a copy.
    #[error("a dispute is being shown; `settle` returns to the count")]
    Demonstrating,
    /// No dispute is being shown.
    #[error("no dispute is being shown")]
    NotDemonstrating,
    /// Black is placing handicap stones.
    #[error("Black is placing handicap stones")]
    Placing,
    /// A handicap stone cannot be placed so.
    #[error("{0}")]
    Handicap(HandicapError),
    /// There are no clocks.
    #[error("this game has no clocks")]
    NoClock,
    /// The clocks are already paused, or are not paused.
    #[error("the clocks {}", if *.0 { "are already paused" } else { "are not paused" })]
    Paused(bool),
    /// The record cannot hold it.
    #[error("{0}")]
    Record(KifuError),
    /// The last change is being saved.
    #[error("the last change is still being saved")]
    Busy,
}

impl Refused {
    /// The reason in one word, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refused::Move { .. } => "illegal_move",
            Refused::NoSuchPoint { .. } => "no_such_point",
            Refused::NotSeated => "not_seated",
            Refused::Alone => "alone",
            Refused::NotYours(_) => "not_yours",
            Refused::WhichSide => "which_side",
            Refused::NotYourTurn(_) => "not_your_turn",
            Refused::Marking => "marking",
            Refused::NotMarking => "not_marking",
            Refused::Mark { .. } => "cannot_mark",
            Refused::OldRevision { .. } => "old_revision",
            Refused::Judging(_) => "judging",
            Refused::Estimating => "estimating",
            Refused::NothingToUndo => "nothing_to_undo",
            Refused::NothingToRedo => "nothing_to_redo",
            Refused::NoUndo => "no_undo",
            Refused::NoRedo => "no_redo",
            Refused::Over => "over",
            Refused::NoSuchMove { .. } => "no_such_move",
            Refused::Later { .. } => "later_illegal",
            Refused::BeforeSetup => "before_setup",
            Refused::NoRecord => "no_record",
            Refused::Thinking(_) => "thinking",
            Refused::Failed(_) => "failed",
            Refused::NoProgram => "no_program",
            Refused::NoOffer => "no_offer",
            Refused::OwnOffer => "own_offer",
            Refused::OfferOpen => "offer_open",
            Refused::Declined(_) => "declined",
            Refused::NotAResult(_) => "not_a_result",
            Refused::NotReviewing => "not_reviewing",
            Refused::Reviewing => "reviewing",
            Refused::NotYet => "not_yet",
            Refused::Running => "running",
            Refused::NoSuchNode => "no_such_node",
            Refused::Demonstrating => "demonstrating",
            Refused::NotDemonstrating => "not_demonstrating",
            Refused::Placing => "placing",
            Refused::Handicap(_) => "handicap",
            Refused::NoClock => "no_clock",
            Refused::Paused(_) => "paused",
            Refused::Record(_) => "record",
            Refused::Busy => "busy",
        }
    }
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("Refused", 3)?;
        fields.serialize_field("v", &crate::VERSION)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("text", &self.to_string())?;
        fields.end()
    }
}
