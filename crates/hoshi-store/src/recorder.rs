//! The recorder of one game: it writes every change of the record to the file. The record itself, a
//! [`Kifu`](hoshi_record::kifu::Kifu), belongs to the caller.
//!
//! A move at the end of the file is one write and one sync: the move and the closing brackets. With many games at a
//! time, the sync may be that of the log of moves, one for all of them ([`Recorder::save_soon`]). Every
//! other change writes a new file beside the old one and renames it into place. If a write fails, the
//! game continues in memory, and the next change, or [`Recorder::retry`], rewrites the whole file:
//! after a failed write or sync the content on disk is never trusted.

mod known;
mod open;
mod original;
mod save;

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::disk::Lock;
use crate::history::History;
use original::Author;
use save::OnDisk;

pub(crate) use known::make_room;
pub use open::OpenError;

/// Keeps the file of one game in step with its record.
///
/// Every change of the [`Kifu`](hoshi_record::kifu::Kifu) is handed to [`Recorder::save`], in order. If
/// that returns `Ok`, the change is durable. If it returns an error, the record in memory is complete,
/// and is written with the next change that succeeds.
#[derive(Debug)]
pub struct Recorder {
    history: History,
    /// The name for the file once it is created, without its number.
    stem: String,
    /// Before the place, which has the lock: the game leaves the log before others may open it.
    on_disk: OnDisk,
    place: Place,
    /// Whether the game comes from outside the history: then any change creates the file, not only a
    /// move.
    is_copy: bool,
    /// A file that must not be changed, until a new file has replaced it.
    left: Option<Left>,
    /// The program that wrote the file on disk.
    author: Author,
    notes: Vec<Note>,
}

/// Where the file is.
#[derive(Debug)]
enum Place {
    /// Nowhere yet: the first move creates the file.
    Unborn,
    /// At this path, locked.
    Born { path: PathBuf, lock: Option<Box<dyn Lock>> },
}

/// A file that must not be changed, and why.
#[derive(Debug)]
enum Left {
    Changed(PathBuf),
    ReadOnly(PathBuf),
}

/// A message for the user about something that is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Another program changed the file; it was left alone, and the game continues in another.
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
    /// Another program wrote the file. The original was kept before the first change, with everything
    /// that a record cannot represent.
    OriginalKept {
        /// The file of the game.
        path: PathBuf,
        /// The original.
        original: PathBuf,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::ChangedOutside { old, new } => write!(
                f,
                "{} was changed by another program and left alone; the game continues in {}",
                old.display(),
                new.display()
            ),
            Note::ReadOnly { old, new } => {
                write!(f, "{} is read-only; the game continues in {}", old.display(), new.display())
            }
            Note::OriginalKept { path, original } => write!(
                f,
                "{} was written by another program; the original is kept as {}",
                path.display(),
                original.display()
            ),
        }
    }
}

/// Why a change is not on disk. It is written as soon as possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// An I/O error.
    #[error("{}: {doing}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// The operation that failed.
        doing: &'static str,
        /// The error.
        source: io::Error,
    },
}

impl Recorder {
    /// A recorder for a new game. Its file is `stem` (see [`When::stem`](crate::When::stem)) with
    /// `.sgf`, and a number before that if the name is taken. Nothing is written before the first move
    /// or setup.
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

    /// The file, once it exists.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Unborn => None,
            Place::Born { path, .. } => Some(path),
        }
    }

    /// Whether a change is not on disk yet.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.on_disk.is_doubtful()
    }

    /// The notes since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}
