//! A letter that is a key here and may be the column of a point: if a digit follows, what the key did is taken back. As
//! on the board (`game::typing`).

use hoshi_core::Point;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::series::Left;
use super::{Study, What as Shown};
use crate::effect::{Effect, Go};
use crate::learn::Lesson;
use crate::screens::game::typing::column_of;
use crate::words;

/// The letter, and how everything was before it.
#[derive(Debug)]
pub(super) struct Column {
    letter: char,
    cursor: Point,
    said: String,
    is_good: bool,
    is_done: bool,
    left: What,
}

/// What takes the key back.
#[derive(Debug)]
pub(super) enum What {
    Nothing,
    Lesson(usize, Box<Lesson>),
    Problem(Box<Left>),
    /// The board is turned.
    Turned,
    /// Whether to leave is asked.
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
    /// How everything is before a key.
    pub(super) fn left(&self) -> Column {
        Column {
            letter: ' ',
            cursor: self.cursor,
            said: self.said.clone(),
            is_good: self.is_good,
            is_done: self.is_done,
            left: What::Nothing,
        }
    }

    /// The same, if the key may be a column.
    pub(super) fn before(&self, key: KeyEvent) -> Option<Column> {
        let letter = column_of(key, self.size().width())?;
        let left = if letter == 'm' { What::Turned } else { What::Nothing };
        Some(Column { letter, left, ..self.left() })
    }

    /// Takes a key back.
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
        (self.said, self.is_good, self.is_done) = (column.said, column.is_good, column.is_done);
    }

    /// Asks before it leaves: the key is a column of this board.
    pub(super) fn ask_leave(&mut self) {
        let before = self.left();
        self.column = Some(before.with(What::Leave));
        self.said = words::LEAVE.to_owned();
    }

    /// The answer.
    pub(super) fn asked(&mut self, key: KeyEvent) -> Vec<Effect> {
        if matches!(key.code, KeyCode::Enter | KeyCode::Char('q' | 'y')) {
            return vec![Effect::Go(Go::Home)];
        }
        self.said.clear();
        Vec::new()
    }
}
