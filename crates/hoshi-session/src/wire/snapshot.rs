//! The state of a session as views see it.

use serde::{Deserialize, Serialize};

use super::command::Markup;
use super::words::{Pair, Side, Stone, Time, Vertex};
use crate::UndoPolicy;

/// The state after the event with the number `seq`.
///
/// A view takes a snapshot once and then applies events to it: [`Snapshot::apply`]. After event n
/// it equals a snapshot taken after event n.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The version of the messages: [`VERSION`](crate::VERSION).
    pub v: u32,
    /// The number of the last event included.
    pub seq: u64,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The rules, in the form of `--rules`.
    pub rules: String,
    /// Points for White.
    pub komi: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Whether the game is played or its record reviewed.
    pub mode: Mode,
    /// The phase of the game.
    pub phase: Phase,
    /// The board and the possible moves.
    pub position: Position,
    /// The moves of this line, up to the position.
    pub moves: Vec<Stone>,
    /// The record's data for this node.
    pub node: NodeView,
    /// Who plays.
    pub seats: Pair<SeatView>,
    /// The clocks, if there are any.
    pub clock: Option<ClockView>,
    /// The open offer.
    pub offer: Option<Offer>,
    /// Whether moves may be taken back.
    pub undo: UndoPolicy,
    /// Handicap stones that Black has yet to place.
    pub placing: Option<Placing>,
    /// The marks, while dead stones are being marked.
    pub marking: Option<MarkingView>,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// Whether the board shows a dispute, played on a copy.
    pub demonstration: bool,
    /// The state of the record.
    pub recording: Recording,
}

/// Whether a game is played or its record reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The game is played.
    Play,
    /// The record is reviewed and edited.
    Review,
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Black places handicap stones.
    Placing,
    /// Moves are made.
    Playing,
    /// Both passed; dead stones are marked.
    Marking,
    /// It has ended.
    Over,
}

/// The board, and the possible moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The number of moves so far.
    pub number: u32,
    /// The side to move; none if the game is over.
    pub turn: Option<Side>,
    /// The rows from the top: `.` empty, `X` Black, `O` White.
    pub rows: Vec<String>,
    /// Stones captured by each side.
    pub captures: Captures,
    /// The point that ko forbids.
    pub ko: Option<Vertex>,
    /// The empty points where the side to move may not play, with the reason.
    pub forbidden: Vec<Forbidden>,
    /// The points where a stone of the side to move would capture.
    pub takes: Vec<Takes>,
    /// The earlier move with the same position, if any.
    pub repeats: Option<u32>,
}

/// Stones captured by each side.
pub type Captures = Pair<u32>;

/// An empty point where the side to move may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forbidden {
    /// The point.
    pub at: Vertex,
    /// The rule: `ko`, `superko` or `suicide`.
    pub rule: Rule,
    /// Under superko: the move whose position would be repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
}

/// A rule that forbids a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// The ko may not be retaken at once.
    Ko,
    /// The whole board would repeat an earlier position.
    Superko,
    /// The stone would have no liberty.
    Suicide,
}

/// What a stone on a point would capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takes {
    /// The point.
    pub at: Vertex,
    /// The stones it would capture.
    pub stones: Vec<Vertex>,
}

/// The record's data for a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeView {
    /// The comment.
    pub comment: String,
    /// The markup.
    pub markup: Vec<Markup>,
    /// In review: the moves that follow in each variation; `null` for a node without a move.
    pub next: Vec<Option<Stone>>,
    /// In review: the path of child numbers from the root, as in `0.0.2`.
    pub path: String,
}

/// A seat and its player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// The name.
    pub name: String,
    /// `human`, `random`, `bot:5`, the name of an engine; empty if unknown.
    pub who: String,
    /// Whether it is a program.
    pub program: bool,
    /// Whether the player is present: a person is connected, a program has started.
    pub present: bool,
    /// Whether the program is thinking.
    pub thinking: bool,
    /// Why the program has stopped playing, until it is restarted or replaced.
    pub fault: Option<String>,
}

/// A time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Limit {
    /// One amount of time for the whole game.
    Absolute {
        /// Main time in milliseconds.
        main: u64,
    },
    /// Periods after the main time; a period that is not used up is renewed.
    ByoYomi {
        /// Main time in milliseconds.
        main: u64,
        /// The number of periods.
        periods: u32,
        /// The length of a period in milliseconds.
        period: u64,
    },
    /// A number of moves in a given time, after the main time.
    Canadian {
        /// Main time in milliseconds.
        main: u64,
        /// The number of moves.
        moves: u32,
        /// The time for them in milliseconds.
        period: u64,
    },
    /// Every move adds time.
    Fischer {
        /// Main time in milliseconds.
        main: u64,
        /// The increment in milliseconds.
        increment: u64,
    },
}

/// The state of a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// Milliseconds left, in the main time or in this period.
    pub left: u64,
    /// In overtime: periods left, or moves left in this period.
    pub overtime: Option<u32>,
}

/// Both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// The time limit of each side; `null` for a side without one.
    pub limit: Pair<Option<Limit>>,
    /// The clocks at the time `at`.
    pub faces: Pair<Face>,
    /// The time of `faces`.
    pub at: Time,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// Whether the clocks are paused.
    pub paused: bool,
}

/// An offer of one side to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Offer {
    /// To take a move back.
    Undo {
        /// Who asks.
        by: Side,
        /// The number of the move that would be undone, with all after it.
        number: u32,
        /// Where it is.
        at: Vertex,
    },
    /// To end the game with this result.
    Result {
        /// Who asks.
        by: Side,
        /// The result.
        result: String,
    },
}

impl Offer {
    /// Who asks.
    #[must_use]
    pub fn by(&self) -> Side {
        match self {
            Offer::Undo { by, .. } | Offer::Result { by, .. } => *by,
        }
    }
}

/// Handicap stones that Black places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    /// Which stone is next, from 1.
    pub stone: u32,
    /// The total number.
    pub of: u32,
}

/// The marks, while dead stones are being marked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkingView {
    /// Increases with every change; an acceptance must name it.
    pub revision: u32,
    /// Dead stones.
    pub dead: Vec<Vertex>,
    /// Stones in seki.
    pub seki: Vec<Vertex>,
    /// The sides that have accepted this revision.
    pub accepted: Pair<bool>,
    /// Where the marks come from: the name of an engine, `unconditional life and playouts`,
    /// `the record`, `Black`, `White`; empty before there are any.
    pub source: String,
    /// Whether a program is still being asked for its opinion.
    pub waiting: bool,
    /// The result, if these marks are accepted.
    pub result: String,
    /// A program's objection to these marks.
    pub dispute: Option<Dispute>,
}

/// A program's objection to marks that a person accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// Whose program.
    pub by: Side,
    /// Stones marked dead that it considers alive.
    pub alive: Vec<Vertex>,
    /// Unmarked stones that it considers dead.
    pub dead: Vec<Vertex>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultView {
    /// In the form of SGF's RE: `B+R`, `W+3.5`, `0`, `Void`.
    pub result: String,
    /// The count, if one decided the game.
    pub score: Option<Box<ScoreView>>,
}

/// The parts of one side's score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideView {
    /// Its stones that stay on the board.
    pub stones: u32,
    /// The empty points it surrounds that count.
    pub territory: u32,
    /// Stones it captured.
    pub captures: u32,
    /// The opponent's dead stones.
    pub dead: u32,
    /// Komi.
    pub komi: String,
    /// The compensation for handicap stones.
    pub bonus: String,
    /// The total.
    pub total: String,
}

/// A count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreView {
    /// The result.
    pub result: String,
    /// Whether stones count (area) or only what they surround (territory).
    pub area: bool,
    /// The score of each side.
    pub sides: Pair<SideView>,
    /// The stones that count as dead.
    pub dead: Vec<Vertex>,
    /// The stones that stand in seki.
    pub seki: Vec<Vertex>,
    /// The owner of each point, from the top: `X` and `O` stones, `x` and `o` territory, `.`
    /// neutral, `s` in seki.
    pub owners: Vec<String>,
}

/// A block and its liberties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LivingBlock {
    /// Whose it is.
    pub color: Side,
    /// Its stones.
    pub stones: Vec<Vertex>,
    /// Its liberties.
    pub liberties: Vec<Vertex>,
}

/// The file of a record, and whether it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The file, once there is one.
    pub file: Option<String>,
    /// Whether everything is saved.
    pub saved: Saved,
    /// The error, if not.
    pub why: Option<String>,
}

/// Whether a record is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Saved {
    /// This game is not recorded.
    Never,
    /// Everything is on disk.
    Yes,
    /// The disk is behind; saving is retried.
    No,
}
