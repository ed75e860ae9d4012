//! A record and its recorder, as a session uses them: every change is saved at once.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::path::{Path, PathBuf};

use hoshi_core::{Board, Color, Game, Move, Outcome, Point, Position};
use hoshi_record::kifu::{About, Change, Clock, Kifu, KifuError};
use hoshi_record::sgf::Collection;
use hoshi_store::{History, Note, OpenError, Recorder, SaveError, When};

/// Why a change is not on disk.
#[derive(Debug)]
pub(crate) enum Error {
    /// The record refused it.
    Kifu(KifuError),
    /// It is in the record, but not on disk.
    Save(SaveError),
}

impl Error {
    /// Whether the change is in the record, so that only the disk is behind.
    pub(crate) fn is_behind(&self) -> bool {
        matches!(self, Error::Save(_))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Kifu(error) => error.fmt(f),
            Error::Save(error) => error.fmt(f),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) kifu: Kifu,
    pub(crate) recorder: Recorder,
    /// Whether moves go through the log.
    pub(crate) is_logged: bool,
}

impl Pair {
    pub(crate) fn begin(history: &History, game: &Game, about: &About, when: When) -> Pair {
        let kifu = Kifu::begin(game, about).expect("a board of a usual size");
        let recorder = Recorder::begin(history, when.stem(game.size()));
        Pair { kifu, recorder, is_logged: false }
    }

    pub(crate) fn open(history: &History, name: &str) -> Result<Pair, OpenError> {
        let (recorder, file) = Recorder::open(history, name)?;
        Ok(Pair { kifu: Kifu::of_file(file).expect("a game"), recorder, is_logged: false })
    }

    pub(crate) fn copy(history: &History, file: Collection, when: When) -> Pair {
        let kifu = Kifu::of_file(file).expect("a game");
        let recorder = Recorder::copy(history, when.stem(kifu.size()));
        Pair { kifu, recorder, is_logged: false }
    }

    /// Changes the record and saves it. Returns whether anything changed.
    pub(crate) fn change(
        &mut self,
        change: impl FnOnce(&mut Kifu) -> Result<Change, KifuError>,
    ) -> Result<bool, Error> {
        let change = change(&mut self.kifu).map_err(Error::Kifu)?;
        self.save(change).map_err(Error::Save)?;
        Ok(change != Change::Nothing)
    }

    fn save(&mut self, change: Change) -> Result<(), SaveError> {
        if !self.is_logged {
            return self.recorder.save(&self.kifu, change);
        }
        self.recorder.save_soon(&self.kifu, change)?;
        self.recorder.settle(&self.kifu)
    }

    pub(crate) fn play(
        &mut self,
        color: Color,
        mv: Move,
        clock: Option<Clock>,
    ) -> Result<(), Error> {
        self.change(|kifu| kifu.play(color, mv, clock)).map(drop)
    }

    pub(crate) fn set_up(&mut self, before: &Board, now: &Position) -> Result<(), Error> {
        self.change(|kifu| kifu.set_up(before, now)).map(drop)
    }

    pub(crate) fn undo(&mut self, keep: bool) -> Result<bool, Error> {
        self.change(|kifu| kifu.undo(keep))
    }

    pub(crate) fn correct(&mut self, number: usize, color: Color, mv: Move) -> Result<(), Error> {
        self.change(|kifu| kifu.correct(number, color, mv)).map(drop)
    }

    pub(crate) fn finish(
        &mut self,
        outcome: Outcome,
        territory: Option<[&[Point]; 2]>,
    ) -> Result<(), Error> {
        self.change(|kifu| kifu.finish(outcome, territory)).map(drop)
    }

    pub(crate) fn reopen(&mut self) -> Result<(), Error> {
        self.change(Kifu::reopen).map(drop)
    }

    pub(crate) fn comment(&mut self, text: &str) -> Result<(), Error> {
        self.change(|kifu| kifu.comment(text)).map(drop)
    }

    pub(crate) fn set_info(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.change(|kifu| kifu.set_info(name, text)).map(drop)
    }

    pub(crate) fn retry(&mut self) -> Result<(), Error> {
        self.recorder.retry(&self.kifu).map_err(Error::Save)
    }

    pub(crate) fn close(self) -> Result<Option<PathBuf>, Box<(Recorder, SaveError)>> {
        self.recorder.close(&self.kifu)
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.recorder.path()
    }

    pub(crate) fn is_behind(&self) -> bool {
        self.recorder.is_behind()
    }

    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        self.recorder.take_notes()
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.kifu.to_bytes()
    }
}
