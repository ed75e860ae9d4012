//! The events and answers that a session sends to its views.

use serde::{Deserialize, Serialize};

use super::snapshot::{
    Captures, ClockView, Forbidden, LivingBlock, MarkingView, Mode, NodeView, Offer, Phase,
    Placing, Position, Recording, ResultView, ScoreView, SeatView, Takes,
};
use super::words::{Side, Stone, Time, Vertex};

/// A published event, numbered from 1 without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The version of the messages: [`VERSION`](crate::VERSION).
    pub v: u32,
    /// Its number.
    pub seq: u64,
    /// When it happened. In JSON it is `time`: `at` is where a move is.
    #[serde(rename = "time")]
    pub at: Time,
    /// Whether the record on disk holds it; also true where nothing is recorded.
    pub saved: bool,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// The reason for a change of the board other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Moves were taken back.
    Undo,
    /// Moves were played again.
    Redo,
    /// An earlier move was corrected.
    Correct,
    /// Play was resumed after two passes.
    Resume,
    /// A handicap stone was placed.
    Handicap,
    /// A step through the record.
    Walk,
    /// Stones were added or removed.
    SetUp,
    /// The record was edited.
    Edit,
    /// A dispute is played out on a copy.
    Demonstrate,
    /// The demonstration is over.
    Settle,
    /// Review began.
    Review,
    /// Review ended.
    PlayOn,
}

/// How an offer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closed {
    /// The other side granted it.
    Granted,
    /// The other side declined it.
    Declined,
    /// A move or the end of the game overtook it.
    Lapsed,
    /// The side that made it withdrew it.
    Withdrawn,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A move or a pass.
    Played {
        /// Its number, from 1.
        number: u32,
        /// The side that played.
        color: Side,
        /// Where.
        at: Vertex,
        /// The captured stones; the mover's own in a suicide.
        captured: Vec<Vertex>,
        /// The side to move now.
        turn: Option<Side>,
        /// Stones captured by each side so far.
        captures: Captures,
        /// The point that ko forbids now.
        ko: Option<Vertex>,
        /// The points where the side to move may not play.
        forbidden: Vec<Forbidden>,
        /// The points where the side to move would capture.
        takes: Vec<Takes>,
        /// The earlier move with the same position, if any.
        repeats: Option<u32>,
        /// The record's data for this move, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<Box<NodeView>>,
    },
    /// The board, the line of moves or the phase changed in another way.
    Moved {
        /// Why.
        why: Why,
        /// The side that did it, if any.
        by: Option<Side>,
        /// Play or review.
        mode: Mode,
        /// The phase.
        phase: Phase,
        /// The board.
        position: Box<Position>,
        /// The moves of this line.
        moves: Vec<Stone>,
        /// The record's data for this node.
        node: Box<NodeView>,
        /// Handicap stones yet to be placed.
        placing: Option<Placing>,
        /// The marks, if dead stones are being marked.
        marking: Option<Box<MarkingView>>,
        /// The result, if there is one.
        result: Option<Box<ResultView>>,
        /// Whether this is a demonstration on a copy.
        demonstration: bool,
        /// Komi, which a handicap may change.
        komi: String,
        /// Handicap stones.
        handicap: u32,
    },
    /// Dead stones are to be marked, or the marks changed.
    Marking {
        /// The side that changed them; none for a proposal.
        by: Option<Side>,
        /// The stones whose status changed.
        changed: Vec<Vertex>,
        /// The marks.
        marking: Box<MarkingView>,
    },
    /// The game is over.
    Ended {
        /// How.
        result: Box<ResultView>,
    },
    /// The record's data for this node changed.
    Node {
        /// The new data.
        node: Box<NodeView>,
    },
    /// A seat changed: its name, its player, the state of the player.
    Seat {
        /// Whose.
        color: Side,
        /// Its new state.
        seat: Box<SeatView>,
    },
    /// A program began to think, or stopped.
    Thinking {
        /// Whose.
        color: Side,
        /// Whether it thinks now.
        thinking: bool,
    },
    /// The clocks were started, stopped or pressed.
    Clock {
        /// What they show.
        clock: ClockView,
    },
    /// A side asks something of the other.
    Offered {
        /// What.
        offer: Offer,
    },
    /// The offer was closed.
    Closed {
        /// What it was.
        offer: Offer,
        /// How it ended.
        how: Closed,
    },
    /// The file of the record changed, or whether it is saved.
    Recording {
        /// Its new state.
        recording: Recording,
    },
    /// A program's opinion about the position.
    Opinion {
        /// Whose program.
        by: Side,
        /// The move that it would play.
        play: Option<Vertex>,
        /// Its estimate of the score, such as `B+3.5`.
        score: Option<String>,
    },
    /// A note; nothing failed.
    Note {
        /// The side whose program it is about.
        about: Option<Side>,
        /// The text.
        text: String,
    },
}

/// The answer to a [`Question`](super::Question).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The move is valid.
    Valid,
    /// The move is not valid.
    Invalid {
        /// The rule in one word.
        rule: String,
        /// The reason as a sentence.
        text: String,
    },
    /// The effect of a stone.
    DryRun {
        /// The stones it would capture.
        captured: Vec<Vertex>,
        /// The liberties that its block would have.
        liberties: u32,
        /// The point that ko would forbid.
        ko: Option<Vertex>,
    },
    /// Blocks with their liberties.
    Liberties {
        /// The blocks.
        blocks: Vec<LivingBlock>,
    },
    /// The stones on the board, the oldest first.
    Stones {
        /// The stones.
        stones: Vec<Stone>,
    },
    /// Whether the game is over.
    Over {
        /// How it ended.
        result: Option<String>,
    },
    /// The score.
    Score {
        /// The score.
        score: Box<ScoreView>,
    },
    /// The record.
    Record {
        /// The SGF; invalid UTF-8 is replaced.
        sgf: String,
    },
    /// The question has no answer: there is no such point, or no stone there.
    Refused {
        /// Why.
        text: String,
    },
}
