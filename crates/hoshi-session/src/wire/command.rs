//! The commands and questions of a view to a session.

use serde::{Deserialize, Serialize};

use super::words::{Side, Stone, Vertex};

/// The sender of a command.
///
/// ```
/// use hoshi_session::{Actor, Side};
///
/// assert_eq!(Actor::from(Side::Black), Actor::Black);
/// assert_eq!(serde_json::to_string(&Actor::Both)?, "\"both\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// The holder of Black's seat.
    Black,
    /// The holder of White's seat.
    White,
    /// A single client that holds every person's seat, and controls the programs.
    Both,
    /// A spectator.
    Spectator,
}

impl From<Side> for Actor {
    fn from(side: Side) -> Actor {
        match side {
            Side::Black => Actor::Black,
            Side::White => Actor::White,
        }
    }
}

/// A status for stones while dead stones are being marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Removed before the count.
    Dead,
    /// On the board, not in seki.
    Alive,
    /// On the board; their eyes do not count under territory rules.
    Seki,
}

/// A step through a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// To the next node of the main line, or of the variation with this number, from 0.
    Next {
        /// The number of the child.
        #[serde(default)]
        variation: u32,
    },
    /// To the node before.
    Back,
    /// To the first node.
    First,
    /// To the end of this line.
    Last,
    /// To a move of this line by its number; 0 is the start.
    Number {
        /// The number of the move.
        number: u32,
    },
    /// To a node by its path of child numbers from the root, as in `0.0.2`.
    Path {
        /// The path.
        path: String,
    },
    /// To the variation before (-1) or after (1) this one.
    Sibling {
        /// The offset.
        by: i32,
    },
}

/// A kind of markup on points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkupKind {
    /// SGF's CR.
    Circle,
    /// SGF's SQ.
    Square,
    /// SGF's TR.
    Triangle,
    /// SGF's MA.
    Cross,
    /// SGF's SL.
    Selected,
    /// SGF's LB, with a text.
    Label,
}

/// One mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Markup {
    /// The point.
    pub at: Vertex,
    /// The kind.
    pub kind: MarkupKind,
    /// The text of a label; empty for the others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// A command of an actor. A refused command changes nothing.
///
/// `color` is needed only if an actor holds both seats and both are persons: the session never
/// guesses who resigns or takes a move back.
///
/// ```
/// use hoshi_session::Command;
///
/// let play: Command = serde_json::from_str(r#"{"type":"play","at":"D4"}"#)?;
/// assert_eq!(play, Command::Play { at: "D4".parse().unwrap() });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// A move or a pass of the side to move; a handicap stone while those are placed; in review, a
    /// step to the variation with this move, which is created if necessary.
    Play {
        /// Where.
        at: Vertex,
    },
    /// A side resigns.
    Resign {
        /// Which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Side>,
    },
    /// A side asks to take back its last move, and the answer to it.
    Undo {
        /// Which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Side>,
    },
    /// Replays an undone move.
    Redo,
    /// Answers the open offer.
    Answer {
        /// Whether it is granted.
        grant: bool,
    },
    /// Withdraws the actor's own offer.
    Withdraw,
    /// Sets the status of stones, with their blocks, while dead stones are being marked.
    Mark {
        /// A stone of each block.
        points: Vec<Vertex>,
        /// The status.
        status: Status,
    },
    /// Accepts the marks of this revision.
    Accept {
        /// The revision that the actor has seen.
        revision: u32,
    },
    /// Resumes play after two passes.
    Resume {
        /// The side that disputes the marks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Side>,
    },
    /// Plays out a dispute about marks on a copy of the board.
    Demonstrate,
    /// Ends the demonstration; the board returns to the position after the two passes.
    Settle,
    /// Sets the comment of the last move, or of this node in review; an empty text removes it.
    Comment {
        /// The text.
        text: String,
        /// Another node: a move of this line by its number, or a node of the record by its path. A comment takes
        /// time to write, and the game may continue meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Step>,
    },
    /// Names a player.
    Name {
        /// Whose name it is.
        color: Side,
        /// The name.
        name: String,
    },
    /// Ends the game by agreement, or corrects how it ended: `B+R`, `W+3.5`, `0`, `Void`.
    Result {
        /// The result, in the form of SGF's RE.
        result: String,
    },
    /// Replaces an earlier move; the later ones are replayed.
    Correct {
        /// The number of the move, from 1.
        number: u32,
        /// Where it was.
        at: Vertex,
    },
    /// Stops the program that is thinking.
    Stop,
    /// Restarts a program that failed or was stopped.
    Restart,
    /// Asks the programs at the board for a move and a score.
    Ask,
    /// Stops the clocks.
    Pause,
    /// Resumes the clocks.
    Unpause,
    /// Reviews and edits the record from here.
    Review,
    /// Returns to the current position of the game.
    PlayOn,
    /// A step through the record, in review.
    Walk {
        /// The step.
        #[serde(flatten)]
        step: Step,
    },
    /// Adds or removes stones on this board, in review.
    SetUp {
        /// Stones to add.
        #[serde(default)]
        stones: Vec<Stone>,
        /// Points to empty.
        #[serde(default)]
        empty: Vec<Vertex>,
        /// The side to move then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
    },
    /// Sets all markup of this node, in review.
    Markup {
        /// The marks.
        marks: Vec<Markup>,
    },
    /// Removes this node and all that follows it, in review.
    Remove,
    /// Makes the line to this node the main line, in review.
    Promote,
}

/// A question that changes nothing.
///
/// ```
/// use hoshi_session::Question;
///
/// let text = r#"{"type":"dry_run","at":"D4"}"#;
/// assert_eq!(serde_json::from_str::<Question>(text)?, Question::DryRun { at: "D4".parse().unwrap() });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Question {
    /// Is this move valid for the side to move, and if not, why not?
    IsValid {
        /// The move.
        at: Vertex,
    },
    /// What would a stone here do?
    DryRun {
        /// The point.
        at: Vertex,
    },
    /// Which liberties does a block have, or every block?
    Liberties {
        /// A stone of the block; all blocks without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Vertex>,
    },
    /// Which stones are on the board, in the order in which they were placed?
    Stones,
    /// Is the game over, and how did it end?
    IsOver,
    /// What is the score with the current board and marks?
    Score,
    /// The record as SGF.
    Record,
}
