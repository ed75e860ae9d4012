//! The board: a running game or a record in review. It holds the snapshot of the session and the state of the view:
//! the cursor, the message, the layer over the board.

mod draw;
mod events;
mod input;
mod mouse;
mod panel;
mod read;
mod set_up;
mod speak;
pub(crate) mod tree;
pub(crate) mod typing;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hoshi_core::{Board, Color, Diagram, Point, Rules, Size};
use hoshi_session::{
    Command, Failure, Mode, Phase, Placing, ScoreView, Side, Snapshot, Step, Vertex,
};

use crate::board::Window;
use crate::clock::Clocks;
use crate::keys::{Action, Keys, Where};
use crate::line::LineEdit;
use crate::program::{Estimated, Lesson, NewGame, NextGame, Own};
use draw::Drawn;
use tree::Tree;
use typing::{Column, For};

/// The time between moves in autoplay.
const STEP: Duration = Duration::from_millis(1500);

/// The maximum number of engine notes.
const NOTES: usize = 200;

/// The board.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) state: Box<Snapshot>,
    /// The keys, which many messages name.
    pub(crate) keys: Keys,
    /// Whether no snapshot has arrived yet.
    is_new: bool,
    seen: Instant,
    cursor: Point,
    message: Message,
    over: Option<Layer>,
    /// The last key, if its letter may be the column of a point.
    column: Option<Column>,
    wanted: Wanted,
    /// Points where the last move captured stones.
    captured: Vec<Point>,
    refused: Option<Point>,
    hint: Option<Vertex>,
    banner: Option<String>,
    score: Option<Box<ScoreView>>,
    estimate: Option<Estimated>,
    /// The variations of the record, in review.
    tree: Option<Tree>,
    notes: VecDeque<String>,
    liberties: Liberties,
    /// Whether each move is said in words.
    pub(crate) speaks: bool,
    /// Whether big mistakes of people are pointed out.
    pub(crate) teaches: bool,
    /// The last mistake that was pointed out.
    lesson: Option<Lesson>,
    /// The next game for a learner.
    pub(crate) next_game: Option<NextGame>,
    /// Whether hints are allowed between people; of a copy, whether they are allowed at all.
    pub(crate) allows_help: bool,
    /// Whether a game from a real board is transcribed.
    pub(crate) is_transcript: bool,
    /// Whether this is a copy of a record, in memory only.
    pub(crate) is_copy: bool,
    /// The file that the copy is of.
    pub(crate) source: Option<PathBuf>,
    /// Whether the game is over, wherever in its record the board is.
    is_over: bool,
    /// Whether the copy has changes that are not saved.
    is_changed: bool,
    /// The result in the record, in review.
    pub(crate) recorded: Option<String>,
    /// When autoplay shows the next move.
    next_step: Option<Instant>,
    /// Whether the bell may ring for each clock; `None` before the first look at it.
    bells: [Option<bool>; 2],
    /// The place of the board on the screen, and the visible part of it.
    pub(crate) window: Window,
    /// The board as it was drawn last.
    drawn: RefCell<Option<Drawn>>,
}

/// Which liberties are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Liberties {
    Off,
    Atari,
    Counts,
}

/// The message below the board.
#[derive(Clone, Debug, Default)]
struct Message {
    text: String,
    is_warning: bool,
}

/// A layer that covers the board and takes the keys.
#[derive(Debug)]
enum Layer {
    Help {
        scroll: u16,
    },
    /// The whole message and the whole comment.
    Read {
        scroll: u16,
    },
    Log {
        scroll: u16,
    },
    Count(Box<ScoreView>),
    Confirm(Asked),
    Line(LineEdit, For),
    /// Asks for the format to copy.
    Copy,
    /// Stones are being set up, in review.
    SetUp(SetUp),
}

/// Stones that are being set up.
#[derive(Clone, Debug, Default)]
struct SetUp {
    changes: BTreeMap<Point, Option<Color>>,
    /// The stone that a click puts.
    kind: Option<Color>,
    turn: Option<Side>,
}

/// A question to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Pass {
        is_last: bool,
    },
    Resign(Option<Side>),
    Remove,
    /// Whether to leave a copy with unsaved changes.
    Discard,
    /// A key that cannot be undone and whose letter is a column of the board.
    Key(char, Action),
}

/// Answers that are shown when they arrive.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    count: bool,
    estimate: bool,
    opinion: bool,
}

impl Game {
    pub(crate) fn new(state: Box<Snapshot>, keys: Keys, now: Instant) -> Game {
        let size = state.size();
        let middle = size.point((size.width() - 1) / 2, (size.height() - 1) / 2);
        let middle = middle.expect("the middle is on the board");
        let last = state.moves.last().and_then(|stone| stone.at.point(size));
        Game {
            state,
            keys,
            is_new: true,
            seen: now,
            cursor: last.unwrap_or(middle),
            message: Message::default(),
            over: None,
            column: None,
            wanted: Wanted::default(),
            captured: Vec::new(),
            refused: None,
            hint: None,
            banner: None,
            score: None,
            estimate: None,
            tree: None,
            notes: VecDeque::new(),
            liberties: Liberties::Off,
            speaks: false,
            teaches: false,
            lesson: None,
            next_game: None,
            allows_help: false,
            is_transcript: false,
            is_copy: false,
            source: None,
            is_over: false,
            is_changed: false,
            recorded: None,
            next_step: None,
            bells: [None; 2],
            window: Window::default(),
            drawn: RefCell::new(None),
        }
    }

    fn size(&self) -> Size {
        self.state.size()
    }

    fn clocks(&self) -> Option<Clocks> {
        self.state.clock.map(|view| Clocks { view, seen: self.seen })
    }

    /// The next time that something changes by itself: a clock, autoplay.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let clock = self.clocks().filter(|_| self.state.phase == Phase::Playing);
        let clock = clock.and_then(|clocks| clocks.next_change(now));
        [clock, self.next_step].into_iter().flatten().min()
    }

    /// Whether the clock of a person has just become short. The bell rings once, not with each move after that.
    pub(crate) fn should_ring(&mut self, now: Instant) -> bool {
        let Some(clocks) = self.clocks() else { return false };
        let Some(side) = clocks.view.running.filter(|&side| !self.state.seats[side].program) else {
            return false;
        };
        let is_short = clocks.is_short(side, now);
        let bell = self.bells[side.index()].get_or_insert(!is_short);
        *bell |= clocks.is_ample(side, now);
        is_short && std::mem::take(bell)
    }

    /// The step of autoplay, if it is due.
    pub(crate) fn step_due(&mut self, now: Instant) -> Option<Command> {
        let due = self.next_step.filter(|&at| at <= now)?;
        if self.state.node.next.is_empty() {
            self.next_step = None;
            return None;
        }
        self.next_step = Some(due.max(now) + STEP);
        Some(Command::Walk { step: Step::Next { variation: 0 } })
    }

    fn place(&self) -> Where {
        match (self.state.mode, self.state.phase) {
            (Mode::Review, _) => Where::Review,
            (Mode::Play, Phase::Marking) => Where::Count,
            (Mode::Play, _) => Where::Play,
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.message =
            Message { text: hoshi_files::visible_line(&text).into_owned(), is_warning: false };
    }

    /// The current message.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &str {
        &self.message.text
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.say(text);
        self.message.is_warning = true;
    }

    /// Shows the result of something done by the app, such as writing a file.
    pub(crate) fn report(&mut self, text: Result<String, Failure>) {
        match text {
            Ok(text) => self.say(text),
            Err(why) => self.warn(why.to_string()),
        }
    }

    /// The record was saved as a file, or not.
    pub(crate) fn saved(&mut self, text: Result<String, Failure>) {
        self.is_changed &= text.is_err();
        self.report(text);
    }

    fn is_person(&self, side: Side) -> bool {
        !self.state.seats[side].program
    }

    fn are_people(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.is_person(side))
    }

    /// The side that the person acts for if both sides are people: the side to move.
    fn acting(&self) -> Option<Side> {
        if self.are_people() { self.state.position.turn } else { None }
    }

    /// Whether the person can play now.
    fn awaits_person(&self) -> bool {
        match (self.state.mode, self.state.phase) {
            (Mode::Review, _) => true,
            (_, Phase::Placing) => true,
            (_, Phase::Playing) => {
                self.state.position.turn.is_some_and(|turn| self.is_person(turn))
                    || self.state.demonstration
            }
            _ => false,
        }
    }

    /// Whether hints, estimates and counts are allowed: not between people before the end, wherever in the record
    /// they look, unless both agreed.
    fn is_help_allowed(&self) -> bool {
        self.allows_help || (!self.is_copy && (!self.are_people() || self.is_over))
    }

    /// Notes whether the game is over. In review the position does not tell.
    fn note_end(&mut self) {
        if self.is_copy {
            let is_result = |result: &String| !matches!(result.as_str(), "" | "?");
            self.is_over = self.recorded.as_ref().is_some_and(is_result);
        } else if self.state.mode == Mode::Play {
            self.is_over = self.state.phase == Phase::Over;
        }
    }

    fn stone(&self, point: Point) -> Option<Color> {
        if let Some(Layer::SetUp(set_up)) = &self.over
            && let Some(stone) = set_up.changes.get(&point)
        {
            return *stone;
        }
        let row = self.state.position.rows.get(usize::from(point.y()))?;
        match row.as_bytes().get(usize::from(point.x()))? {
            b'X' => Some(Color::Black),
            b'O' => Some(Color::White),
            _ => None,
        }
    }

    fn board(&self) -> Option<Board> {
        Board::from_text(&self.state.position.rows.join("\n")).ok()
    }

    fn vertex(&self, point: Point) -> Vertex {
        Vertex::of(self.size(), point)
    }

    /// Whether the side to move has no legal move but pass.
    fn is_only_pass(&self) -> bool {
        let position = &self.state.position;
        let empty = position.rows.iter().flat_map(|row| row.bytes()).filter(|&b| b == b'.').count();
        self.state.phase == Phase::Playing
            && position.turn.is_some()
            && position.forbidden.len() >= empty
    }

    /// The current board, for a picture.
    pub(crate) fn picture(&self) -> Diagram {
        self.state.diagram(self.score.as_deref())
    }

    /// Whether the current node may have siblings: the tree may not be known yet.
    fn has_sibling(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.has_siblings(&self.state.node.path))
    }

    /// Forgets the painted board.
    #[cfg(test)]
    pub(crate) fn forget_drawn(&self) {
        self.drawn.take();
    }

    /// The terms of the game on the board, to play it again; what they do not tell is as in the last one.
    pub(crate) fn as_new_game(&self, last: NewGame) -> Option<NewGame> {
        if self.is_copy || self.is_transcript || self.state.mode != Mode::Play {
            return None;
        }
        let state = &self.state;
        let who = |side: Side| state.seats[side].who.clone();
        let (opponent, color) = match (who(Side::Black).as_str(), who(Side::White).as_str()) {
            ("human", "human") => ("human".to_owned(), last.color),
            ("human", other) => (other.to_owned(), Own::Black),
            (other, "human") => (other.to_owned(), Own::White),
            _ => return None,
        };
        let rules = state.rules.parse::<Rules>().ok();
        let is_usual = rules.is_some_and(|rules| rules.komi.to_string() == state.komi);
        let is_square = state.width == state.height;
        let limit = |side: Side| state.clock.and_then(|clock| clock.limit[side]);
        let time = Side::ALL.into_iter().find_map(limit).map(|limit| limit.to_string());
        Some(NewGame {
            size: match is_square {
                true => state.width.to_string(),
                false => format!("{}x{}", state.width, state.height),
            },
            opponent,
            color,
            rules: state.rules.clone(),
            komi: match is_usual || state.handicap >= 2 {
                true => String::new(),
                false => state.komi.clone(),
            },
            handicap: state.handicap,
            time: time.unwrap_or_else(|| "none".to_owned()),
            help: self.allows_help,
            teach: self.teaches,
            transcript: None,
        })
    }

    /// The current node, for commands that come later.
    fn here(&self) -> Step {
        match self.state.mode {
            Mode::Review => Step::Path { path: self.state.node.path.clone() },
            Mode::Play => {
                let number = u32::try_from(self.state.moves.len()).unwrap_or(u32::MAX);
                Step::Number { number }
            }
        }
    }

    fn placing(&self) -> Option<Placing> {
        self.state.placing
    }
}
