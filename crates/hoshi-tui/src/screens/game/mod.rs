//! The board: a game that is played or a record that is reviewed. It holds the snapshot of the session and what
//! only this view has: the cursor, the last words, what lies over the board.

mod draw;
mod input;
mod panel;
mod set_up;
mod tell;
mod tree;
pub(crate) mod typing;

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use hoshi_core::{Board, Color, Diagram, Point, Size};
use hoshi_session::{Command, Mode, Phase, Placing, ScoreView, Side, Snapshot, Vertex};

use crate::board::Window;
use crate::clock::Clocks;
use crate::keys::{Action, Where};
use crate::line::LineEdit;
use crate::program::{Estimated, Lesson, NextGame};
use tree::Tree;
use typing::{Column, For};

/// How long a move is shown when a record plays by itself.
const STEP: Duration = Duration::from_millis(1500);

/// How many notes of engines are kept.
const NOTES: usize = 200;

/// The board.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) state: Box<Snapshot>,
    /// The state is not known yet.
    is_new: bool,
    seen: Instant,
    cursor: Point,
    said: Said,
    over: Option<Layer>,
    /// The last key, if it was a letter that may be the column of a point.
    column: Option<Column>,
    wanted: Wanted,
    /// Where stones were captured by the last move.
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
    speaks: bool,
    /// Whether moves of people that lose much are named.
    pub(crate) teaches: bool,
    /// The last move that was named.
    lesson: Option<Lesson>,
    /// What a learner may play next.
    pub(crate) next_game: Option<NextGame>,
    /// Whether hints are allowed between people.
    pub(crate) allows_help: bool,
    /// Whether a game from a real board is written down.
    pub(crate) is_transcript: bool,
    /// Whether this is a copy of a record, in memory only.
    pub(crate) is_copy: bool,
    /// When the next move of a record comes by itself.
    next_step: Option<Instant>,
    /// Whose time was short when it was last looked at.
    is_short: [bool; 2],
    /// Where the board was drawn, and which part of it.
    pub(crate) window: Window,
}

/// What is shown of liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Liberties {
    Off,
    Atari,
    Counts,
}

/// The last words.
#[derive(Clone, Debug, Default)]
struct Said {
    text: String,
    is_warning: bool,
}

/// What lies over the board and takes the keys.
#[derive(Debug)]
enum Layer {
    Help {
        scroll: u16,
    },
    Log,
    Count(Box<ScoreView>),
    Confirm(Asked),
    Line(LineEdit, For),
    /// How to copy: the next key says.
    Copy,
    /// Stones are put on the board and taken off, in review.
    SetUp(SetUp),
}

/// Stones that are being set up.
#[derive(Clone, Debug, Default)]
struct SetUp {
    changes: BTreeMap<Point, Option<Color>>,
    /// What a click puts.
    kind: Option<Color>,
    turn: Option<Side>,
}

/// What is asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Pass {
        is_last: bool,
    },
    Resign(Option<Side>),
    Remove,
    /// A key that cannot be taken back, and whose letter is a column of the board.
    Key(char, Action),
}

/// What was asked for and is shown when it comes.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    count: bool,
    estimate: bool,
    opinion: bool,
}

impl Game {
    pub(crate) fn new(state: Box<Snapshot>, now: Instant) -> Game {
        let size = state.size();
        let middle = size.point((size.width() - 1) / 2, (size.height() - 1) / 2);
        let middle = middle.expect("the middle is on the board");
        let last = state.moves.last().and_then(|stone| stone.at.point(size));
        Game {
            state,
            is_new: true,
            seen: now,
            cursor: last.unwrap_or(middle),
            said: Said::default(),
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
            next_step: None,
            is_short: [false; 2],
            window: Window::default(),
        }
    }

    fn size(&self) -> Size {
        self.state.size()
    }

    fn clocks(&self) -> Option<Clocks> {
        self.state.clock.map(|view| Clocks { view, seen: self.seen })
    }

    /// When something changes although nothing happens: a clock, a record that plays by itself.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let clock = self.clocks().filter(|_| self.state.phase == Phase::Playing);
        let clock = clock.and_then(|clocks| clocks.next_change(now));
        [clock, self.next_step].into_iter().flatten().min()
    }

    /// Whether the short time of a person begins: not again with each move of the last period.
    pub(crate) fn rings(&mut self, now: Instant) -> bool {
        let Some(clocks) = self.clocks() else { return false };
        let Some(side) = clocks.view.running.filter(|&side| !self.state.seats[side].program) else {
            return false;
        };
        let is_short = clocks.is_short(side, now);
        !std::mem::replace(&mut self.is_short[side.index()], is_short) && is_short
    }

    /// The step of a record that plays by itself, if its time has come.
    pub(crate) fn step_due(&mut self, now: Instant) -> Option<Command> {
        let due = self.next_step.filter(|&at| at <= now)?;
        if self.state.node.next.is_empty() {
            self.next_step = None;
            return None;
        }
        self.next_step = Some(due.max(now) + STEP);
        Some(Command::Walk { step: hoshi_session::Step::Next { variation: 0 } })
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
        self.said = Said { text: hoshi_files::visible_line(&text).into_owned(), is_warning: false };
    }

    /// What was said last.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &str {
        &self.said.text
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.say(text);
        self.said.is_warning = true;
    }

    /// Says something from outside, such as what became of a file.
    pub(crate) fn told(&mut self, text: Result<String, String>) {
        match text {
            Ok(text) => self.say(text),
            Err(why) => self.warn(why),
        }
    }

    fn is_person(&self, side: Side) -> bool {
        !self.state.seats[side].program
    }

    fn are_people(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.is_person(side))
    }

    /// The side that a person here acts for where both are persons: the one to move.
    fn acting(&self) -> Option<Side> {
        if self.are_people() { self.state.position.turn } else { None }
    }

    /// Whether a stone can be put now by the person here.
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

    /// Whether hints and estimates may be asked for.
    fn is_help_allowed(&self) -> bool {
        self.allows_help
            || !self.are_people()
            || self.state.mode == Mode::Review
            || self.state.phase == Phase::Over
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

    /// Whether the side to move can do nothing but pass.
    fn is_only_pass(&self) -> bool {
        let position = &self.state.position;
        let empty = position.rows.iter().flat_map(|row| row.bytes()).filter(|&b| b == b'.').count();
        self.state.phase == Phase::Playing
            && position.turn.is_some()
            && position.forbidden.len() >= empty
    }

    /// The board as it is, for a picture.
    pub(crate) fn picture(&self) -> Diagram {
        self.state.diagram(self.score.as_deref())
    }

    fn placing(&self) -> Option<Placing> {
        self.state.placing
    }
}
