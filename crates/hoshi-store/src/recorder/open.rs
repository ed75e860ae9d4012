//! A recorder for a game that is there already: in the history, where it continues in place, or
//! elsewhere, where a copy of it continues.

use std::io;
use std::path::PathBuf;

use hoshi_record::sgf::{Collection, ReadError};

use super::original::Author;
use super::save::{Known, OnDisk};
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
        /// Who has it, where that is known.
        process: Option<u32>,
    },
    /// The disk fails.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no game in it.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ReadError,
    },
}

impl Recorder {
    /// Opens a game of the history, to continue it in place; what the file holds, for
    /// [`Kifu::of_file`](hoshi_record::kifu::Kifu::of_file), comes with it. What a cut write has left at
    /// the end of the file is left out. Nothing is written before something changes. A file that hoshi did
    /// not write itself is kept then as it was, under its name with `.orig`. One that is read-only stays,
    /// and the game continues in another.
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
    /// If somebody else plays it, or it cannot be read.
    pub fn open(history: &History, name: &str) -> Result<(Recorder, Collection), OpenError> {
        let path = history.folder.join(name);
        let disk = &history.disk;
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
            // Nothing is added to it before it was replaced once: whoever was stopped while writing it
            // may have left bytes and names that one sees, but that no sync would save any more.
            author: Author::of(&bytes, &file),
            on_disk: OnDisk::Known(Known::new(identity, bytes, None)),
            place: Place::Born { path, lock: Some(lock) },
            ..Recorder::begin(history, stem)
        };
        Ok((recorder, file))
    }

    /// A recorder for a game from elsewhere, which continues as a game of the history named `stem`. Its
    /// file is born with the first change of any kind, and holds the whole record.
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
