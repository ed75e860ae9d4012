//! Undo and redo. The board of any earlier move is replayed from the nearest checkpoint, a copy of
//! the board made at regular intervals. So no code reverses a move, and the result is exactly what
//! the moves produced the first time.

use alloc::vec::Vec;

use super::{Entry, Event, Game, Phase};
use crate::board::Board;
use crate::color::Color;
use crate::outcome::Outcome;
use crate::point::Move;
use crate::setup::Position;

/// An event of a game that can be undone.
///
/// ```
/// use hoshi_core::{Color, Game, Happened, Move, Preset, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
/// game.play(Move::Pass)?;
/// assert_eq!(game.last_happened(), Some(Happened::Move(Color::Black, Move::Pass)));
/// game.resign(Color::White)?;
/// assert_eq!(game.last_happened(), Some(Happened::End("B+R".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// A move or a pass.
    Move(Color, Move),
    /// A new setup of the board.
    SetUp,
    /// Play resumed after two passes, with this colour to move.
    Resume(Color),
    /// The game ended.
    End(Outcome),
}

impl Game {
    /// The last event, which [`Game::undo`] would undo.
    ///
    /// See [`Happened`] for an example.
    #[must_use]
    pub fn last_happened(&self) -> Option<Happened> {
        let entry = self.entries[..self.done].last()?;
        Some(match entry.event {
            Event::Move(color, mv) => Happened::Move(color, mv),
            Event::SetUp(_) => Happened::SetUp,
            Event::Resume(color) => Happened::Resume(color),
            Event::End(outcome) => Happened::End(outcome),
        })
    }

    /// The board after this many moves, 0 being the start; `None` if there were fewer. If there was a
    /// setup between two moves, it is the board before the later move.
    ///
    /// ```
    /// use hoshi_core::{Board, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(game.size().parse_move("E5")?)?;
    /// assert_eq!(game.board_at(0), Some(Board::new(Size::S9)));
    /// assert_eq!(game.board_at(1).as_ref(), Some(game.board()));
    /// assert_eq!(game.board_at(2), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board_at(&self, moves: usize) -> Option<Board> {
        Some(self.board_after(self.history.after_moves(moves)?.events))
    }

    /// The position of the last setup, or the start, and the moves since then.
    ///
    /// ```
    /// use hoshi_core::{Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(Move::Pass)?;
    /// let (start, moves) = game.since_setup();
    /// assert_eq!((&start, moves.len()), (game.start(), 1));
    ///
    /// let again = game.start().clone();
    /// game.set_up(again)?;
    /// assert_eq!(game.since_setup().1.len(), 0);
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    #[must_use]
    pub fn since_setup(&self) -> (Position, Vec<(Color, Move)>) {
        let entries = &self.entries[..self.done];
        let setup = entries.iter().enumerate().rev().find_map(|(at, entry)| match &entry.event {
            Event::SetUp(packed) => Some((at + 1, packed.position())),
            _ => None,
        });
        let (since, start) = setup.unwrap_or_else(|| (0, self.start.clone()));
        (start, entries[since..].iter().filter_map(Entry::as_move).collect())
    }

    /// The board after this many events, which must have happened.
    pub(super) fn board_after(&self, events: usize) -> Board {
        let later = self.checkpoints.partition_point(|checkpoint| checkpoint.events <= events);
        let (since, board) = match self.checkpoints[..later].last() {
            Some(checkpoint) => (checkpoint.events, &checkpoint.board),
            None => (0, self.start.board()),
        };
        // Events before a setup don't matter.
        let entries = &self.entries[since..events];
        let setup =
            entries.iter().enumerate().rev().find_map(|(index, entry)| match &entry.event {
                Event::SetUp(packed) => Some((index, packed)),
                _ => None,
            });
        let (entries, mut board) = match setup {
            Some((index, packed)) => (&entries[index + 1..], packed.position().into_board()),
            None => (entries, board.clone()),
        };
        for (color, mv) in entries.iter().filter_map(Entry::as_move) {
            board.replay(color, mv);
        }
        board
    }

    /// The board after this many moves and the side to move; `None` if there were fewer.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(game.size().parse_move("E5")?)?;
    /// assert_eq!(game.position_at(1).unwrap().turn(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, moves: usize) -> Option<Position> {
        let seen = self.history.after_moves(moves)?;
        Some(Position::new(self.board_after(seen.events), seen.turn))
    }

    /// Undoes the last event: a move, a setup, a resumption, or the end of the game. Returns
    /// whether there was one.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Outcome, Phase, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.resign(Color::Black)?;
    /// assert!(game.undo());
    /// assert_eq!(game.phase(), &Phase::Playing);
    /// assert!(!game.undo());
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        self.undo_many(1) == 1
    }

    /// Undoes the last `steps` events, or all if there were fewer; returns how many.
    ///
    /// ```
    /// use hoshi_core::{Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// for name in ["E5", "C3", "G7"] {
    ///     game.play(game.size().parse_move(name)?)?;
    /// }
    /// assert_eq!(game.undo_many(2), 2);
    /// assert_eq!(game.move_count(), 1);
    /// assert_eq!(game.undo_many(9), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_many(&mut self, steps: usize) -> usize {
        let steps = steps.min(self.done);
        let until = self.done - steps;
        if self.history.last().events > until {
            self.history.forget_after(until);
            self.board = self.board_after(until);
            self.checkpoints.retain(|checkpoint| checkpoint.events <= until);
        }
        if let Some(entry) = self.entries[..self.done].get(until) {
            self.turn = entry.turn_before;
            self.phase = entry.phase_before.as_deref().cloned().unwrap_or(Phase::Playing);
        }
        self.done = until;
        steps
    }

    /// The number of events that can be undone.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert_eq!(Game::new(Size::S9, Rules::of(Preset::Simple)).undoable(), 0);
    /// ```
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.done
    }

    /// The number of events that can be redone.
    ///
    /// ```
    /// use hoshi_core::{Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(Move::Pass)?;
    /// game.undo();
    /// assert_eq!((game.undoable(), game.redoable()), (0, 1));
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.entries.len() - self.done
    }

    /// Redoes the last undone event. Returns whether there was one; a new move or mark clears them.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(game.size().parse_move("E5")?)?;
    /// game.undo();
    /// assert!(game.redo());
    /// assert_eq!(game.move_count(), 1);
    /// assert!(!game.redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> bool {
        let Some(entry) = self.entries.get(self.done) else { return false };
        let event = entry.event.clone();
        self.done += 1;
        match event {
            Event::Move(color, mv) => {
                self.apply_move(color, mv);
            }
            Event::SetUp(packed) => self.apply_setup(&packed),
            Event::Resume(turn) => {
                self.turn = turn;
                self.phase = Phase::Playing;
            }
            Event::End(outcome) => self.phase = Phase::Over(outcome),
        }
        true
    }
}
