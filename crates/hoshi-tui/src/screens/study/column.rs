//! A letter that is a key and may be the column of a point: a digit after it undoes the key, as on the board
//! (`game::typing`).

use hoshi_core::Point;
use hoshi_session::learn::Lesson;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::series::Left;
use super::{Study, What as Shown};
use crate::effect::{Effect, Go};
use crate::keys::{Action, Press, Where};
use crate::screens::game::typing::column_of;
use crate::words;

/// The letter, and the state before it.
#[derive(Debug)]
pub(super) struct Column {
    letter: char,
    cursor: Point,
    message: String,
    is_good: bool,
    is_done: bool,
    left: What,
}

/// How to undo the key.
#[derive(Debug)]
pub(super) enum What {
    Nothing,
    Lesson(usize, Box<Lesson>),
    Problem(Box<Left>),
    /// The board is turned.
    Turned,
    /// The question whether to leave.
    Leave,
}

impl Column {
    pub(super) fn letter(&self) -> char {
        self.letter
    }

    pub(super) fn is_asked(&self) -> bool {
        matches!(self.left, What::Leave)
    }

    pub(super) fn named(self, letter: char) -> Column {
        Column { letter, ..self }
    }

    pub(super) fn with(self, left: What) -> Column {
        Column { left, ..self }
    }
}

impl Study {
    /// The state before a key.
    pub(super) fn left(&self) -> Column {
        Column {
            letter: ' ',
            cursor: self.cursor,
            message: self.message.clone(),
            is_good: self.is_good,
            is_done: self.is_done,
            left: What::Nothing,
        }
    }

    /// The state before a key that may be a column.
    pub(super) fn before(&self, key: KeyEvent) -> Option<Column> {
        let letter = column_of(key, self.size().width())?;
        let left = if letter == 'm' { What::Turned } else { What::Nothing };
        Some(Column { letter, left, ..self.left() })
    }

    /// Undoes a key.
    pub(super) fn return_to(&mut self, column: Option<Column>) {
        let Some(column) = column else { return };
        match (column.left, &mut self.what) {
            (What::Lesson(nth, old), Shown::Learn { at, lesson, .. }) => {
                (*at, *lesson) = (nth, old);
            }
            (What::Problem(left), Shown::Problems(series)) => drop(series.put(*left)),
            (What::Turned, Shown::Problems(series)) => {
                // Eight turns lead back to the start.
                (0..7).for_each(|_| series.problem.turn());
            }
            _ => {}
        }
        self.cursor = column.cursor;
        (self.message, self.is_good, self.is_done) =
            (column.message, column.is_good, column.is_done);
    }

    /// Asks before leaving: the key is also a column of this board.
    pub(super) fn ask_leave(&mut self) {
        let before = self.left();
        self.column = Some(before.with(What::Leave));
        self.message = words::leave(&self.keys);
    }

    /// The answer.
    pub(super) fn asked(&mut self, key: KeyEvent) -> Vec<Effect> {
        let is_leave = self.keys.action(Press::of(key), Where::Play) == Some(Action::Leave);
        if is_leave || matches!(key.code, KeyCode::Enter | KeyCode::Char('y')) {
            return vec![Effect::Go(Go::Home)];
        }
        self.message.clear();
        Vec::new()
    }
}
