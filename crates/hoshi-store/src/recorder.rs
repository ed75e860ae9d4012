//! The recorder of one game: it brings the file in step with the record after every change. The record
//! itself, a [`Kifu`](hoshi_record::kifu::Kifu), belongs to the caller.
//!
//! A move at the end of the file is one write and one sync: the move and the brackets that stood behind
//! it before. Everything else makes a new file beside the old one and puts it in its place. Where a
//! write fails, the game continues in memory, and the next change, or [`Recorder::retry`], writes all
//! of it anew: what a failed write or sync has left on the disk is never trusted.

mod open;
mod original;
mod save;

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::disk::Lock;
use crate::history::History;
use original::Author;
use save::OnDisk;

pub use open::OpenError;

/// Keeps the file of one game in step with its record.
///
/// Every change of the [`Kifu`](hoshi_record::kifu::Kifu) is handed to [`Recorder::save`], in order. When
/// that returns without an error, the change is on disk, and stays there whatever happens. When it
/// returns an error, the record in memory is whole, and reaches the disk with the next change for which
/// there is room.
#[derive(Debug)]
pub struct Recorder {
    history: History,
    /// What the game is called when its file is born, without its number.
    stem: String,
    place: Place,
    /// Whether it comes from elsewhere, so that any change makes a file, and not only a move.
    is_copy: bool,
    on_disk: OnDisk,
    /// A file that was left as it is, until there is another to go on in.
    left: Option<Left>,
    /// Who wrote the file as it is on disk.
    author: Author,
    notes: Vec<Note>,
}

/// Where the file is.
#[derive(Debug)]
enum Place {
    /// Nowhere yet: the file is born with the first move.
    Unborn,
    /// Here, and nobody else writes it.
    Born { path: PathBuf, lock: Option<Box<dyn Lock>> },
}

/// A file that is left as it is, and why.
#[derive(Debug)]
enum Left {
    Changed(PathBuf),
    ReadOnly(PathBuf),
}

/// Something that a person should know, though nothing failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Another program changed the file; it was left alone, and the game goes on in another.
    ChangedOutside {
        /// The file that was changed.
        old: PathBuf,
        /// Where the game is now.
        new: PathBuf,
    },
    /// The file is read-only; it was left alone, and the game continues in another.
    ReadOnly {
        /// The file that is read-only.
        old: PathBuf,
        /// Where the game is now.
        new: PathBuf,
    },
    /// Another program wrote the file. It was kept before it was changed for the first time, with
    /// everything that a record has no place for.
    OriginalKept {
        /// The file of the game.
        path: PathBuf,
        /// The file as it was.
        original: PathBuf,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::ChangedOutside { old, new } => write!(
                f,
                "{} was changed by another program; it is left as it is, and the game continues in {}",
                old.display(),
                new.display()
            ),
            Note::ReadOnly { old, new } => write!(
                f,
                "{} is read-only; it is left as it is, and the game continues in {}",
                old.display(),
                new.display()
            ),
            Note::OriginalKept { path, original } => write!(
                f,
                "{} was written by another program; the original is kept as {}",
                path.display(),
                original.display()
            ),
        }
    }
}

/// Why a change is not on disk. It is written as soon as that is possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The disk fails.
    #[error("{}: {doing}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
}

impl Recorder {
    /// A recorder for a game that begins, whose file will be `stem` with `.sgf`, or with a number before
    /// that if the name is taken: [`When::stem`](crate::When::stem) makes one. Nothing is on disk until
    /// the game has a move or a setup.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// use hoshi_record::kifu::{About, Kifu};
    /// use hoshi_store::{History, RealDisk, Recorder, When};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let mut kifu = Kifu::begin(&game, &About::default())?;
    /// let mut recorder = Recorder::begin(&history, When::default().stem(Size::S9));
    /// let change = kifu.set_info("EV", "Cup")?;
    /// recorder.save(&kifu, change)?;
    /// assert_eq!(recorder.path(), None);
    /// let change = kifu.play(Color::Black, Move::Pass, None)?;
    /// recorder.save(&kifu, change)?;
    /// assert_eq!(recorder.path().unwrap(), folder.path().join("1970-01-01_000000_9x9.sgf"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn begin(history: &History, stem: String) -> Recorder {
        Recorder {
            history: history.clone(),
            stem,
            place: Place::Unborn,
            is_copy: false,
            on_disk: OnDisk::Nothing,
            left: None,
            author: Author::Hoshi,
            notes: Vec::new(),
        }
    }

    /// The file, once it is born.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Unborn => None,
            Place::Born { path, .. } => Some(path),
        }
    }

    /// Whether the disk is behind: something was not written that should be.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.on_disk.is_doubtful()
    }

    /// The notes since this was asked last.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}
