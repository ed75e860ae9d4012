//! A recorder for an existing game: one in the history continues in place, one from elsewhere as a copy.

use std::io;
use std::path::PathBuf;

use hoshi_record::sgf::{Collection, ReadError};

use super::known::Known;
use super::original::Author;
use super::save::OnDisk;
use super::{Left, Place, Recorder};
use crate::disk::{LockError, by};
use crate::history::History;
use crate::mend::{Mended, mend};
use crate::name;

/// Why a game cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Another process records it.
    #[error("{}: it is being played{}", path.display(), by(*process))]
    Held {
        /// The file.
        path: PathBuf,
        /// The process that plays it, if known.
        process: Option<u32>,
    },
    /// An I/O error.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// It contains no game.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error.
        source: ReadError,
    },
}

impl Recorder {
    /// Opens a game of the history to continue it in place, and returns its content for
    /// [`Kifu::of_file`](hoshi_record::kifu::Kifu::of_file), without the remains of an incomplete write.
    /// Nothing is written before the first change. Then a file that hoshi did not write is kept under
    /// its name with `.orig`. A read-only file stays, and the game continues in another.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_core::{Color, Move};
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_store::{History, RealDisk, Recorder};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// std::fs::write(history.path("a.sgf"), "(;SZ[9];B[ee];W[g")?;
    /// let (mut recorder, file) = Recorder::open(&history, "a.sgf")?;
    /// let mut kifu = Kifu::of_file(file)?;
    /// let change = kifu.play(Color::White, Move::Pass, None)?;
    /// recorder.save(&kifu, change)?;
    /// assert_eq!(std::fs::read(history.path("a.sgf"))?, b"(;SZ[9];B[ee];W[])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If another process plays it, or it cannot be read.
    pub fn open(history: &History, name: &str) -> Result<(Recorder, Collection), OpenError> {
        let path = history.folder.join(name);
        let disk = &history.disk;
        // First of all: the log may have moves of this game.
        let recovered = history.recover();
        recovered.map_err(|source| OpenError::Disk { path: path.clone(), source })?;
        let lock = match disk.lock(&history.folder.join(name::lock(name))) {
            Ok(lock) => lock,
            Err(LockError::Held(process)) => return Err(OpenError::Held { path, process }),
            Err(LockError::Failed(source)) => return Err(OpenError::Disk { path, source }),
        };
        let bytes =
            disk.read(&path).map_err(|source| OpenError::Disk { path: path.clone(), source })?;
        let mended = mend(bytes.clone());
        let Mended { file, .. } =
            mended.map_err(|source| OpenError::Unreadable { path: path.clone(), source })?;
        let identity = disk.identity(&path);
        let identity = identity.map_err(|source| OpenError::Disk { path: path.clone(), source })?;
        let stem = name.strip_suffix(".sgf").unwrap_or(name).to_owned();
        if disk.is_read_only(&path) {
            let left = Some(Left::ReadOnly(path));
            return Ok((Recorder { left, ..Recorder::copy(history, stem) }, file));
        }
        let recorder = Recorder {
            // Nothing is appended before the file was replaced once: a process that was killed while
            // writing may have left bytes and names that are visible but that a sync no longer makes
            // durable.
            author: Author::of(&bytes, &file),
            on_disk: OnDisk::Known(Known::new(identity, bytes, None)),
            place: Place::Born { path, lock: Some(lock) },
            ..Recorder::begin(history, stem)
        };
        Ok((recorder, file))
    }

    /// A recorder for a game from elsewhere, which continues in the history as `stem`. Its file is
    /// created with the first change of any kind, and holds the whole record.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_core::Size;
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    /// use hoshi_store::{History, RealDisk, Recorder, When};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9]AB[aa])")?)?;
    /// let mut recorder = Recorder::copy(&history, When::default().stem(kifu.size()));
    /// let change = kifu.comment("A problem")?;
    /// recorder.save(&kifu, change)?;
    /// assert!(recorder.path().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn copy(history: &History, stem: String) -> Recorder {
        Recorder { is_copy: true, ..Recorder::begin(history, stem) }
    }
}
