//! What a view can ask a session to do.

use serde::{Deserialize, Serialize};

use super::words::{Side, Stone, Vertex};

/// Who gives a command.
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
    /// The one who has Black's seat.
    Black,
    /// The one who has White's seat.
    White,
    /// One keyboard that holds the seat of every person, and may see to the programs.
    Both,
    /// Somebody who watches.
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

/// A status that stones can be given while the dead are being marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// They are taken off before the count.
    Dead,
    /// They stay, and do not stand in seki.
    Alive,
    /// They stay, and what they surround does not count under territory rules.
    Seki,
}

/// A step through a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// To the next node of the main line, or of the variation with this number, from 0.
    Next {
        /// Which child.
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
        /// How far.
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
    /// Where it is.
    pub at: Vertex,
    /// What it is.
    pub kind: MarkupKind,
    /// The text of a label; empty for the others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// What an actor asks for. A refused command changes nothing.
///
/// `color` is needed only where an actor holds both seats and both are persons: the session never
/// guesses who resigns or takes back.
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
    /// step to the variation with this move, which is made if there is none.
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
    /// Plays again what was taken back.
    Redo,
    /// Answers the offer that is open.
    Answer {
        /// Whether it is granted.
        grant: bool,
    },
    /// Takes the actor's own offer back.
    Withdraw,
    /// Gives stones a status, each with its block, while the dead are being marked.
    Mark {
        /// A stone of each block.
        points: Vec<Vertex>,
        /// The status.
        status: Status,
    },
    /// Accepts the marks as they are in this revision.
    Accept {
        /// The revision that the actor has seen.
        revision: u32,
    },
    /// Play goes on after two passes.
    Resume {
        /// Who disputes the marks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Side>,
    },
    /// Plays a dispute about marks out on a copy of the board.
    Demonstrate,
    /// Ends that; the board is again as it was after the two passes.
    Settle,
    /// Sets the comment of the last move, or of this node in review; an empty text removes it.
    Comment {
        /// The text.
        text: String,
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
        /// The result, as SGF's RE has it.
        result: String,
    },
    /// Puts another move in place of an earlier one; the rest is played again.
    Correct {
        /// The number of the move, from 1.
        number: u32,
        /// Where it was.
        at: Vertex,
    },
    /// Stops the program that is thinking.
    Stop,
    /// Lets a program that failed or was stopped try again.
    Restart,
    /// Asks the programs at the board what they would play, and how the game stands.
    Ask,
    /// Stops the clocks.
    Pause,
    /// Lets the clocks run again.
    Unpause,
    /// Reviews and edits the record from here.
    Review,
    /// Back to the game where it stands.
    PlayOn,
    /// A step through the record, in review.
    Walk {
        /// The step.
        #[serde(flatten)]
        step: Step,
    },
    /// Puts stones on this board, or takes them off, in review.
    SetUp {
        /// Stones to put.
        #[serde(default)]
        stones: Vec<Stone>,
        /// Points to empty.
        #[serde(default)]
        empty: Vec<Vertex>,
        /// Who is to move then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
    },
    /// Sets all markup of this node, in review.
    Markup {
        /// What is marked.
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
    /// What is the score as the board and the marks stand?
    Score,
    /// The record as SGF.
    Record,
}
