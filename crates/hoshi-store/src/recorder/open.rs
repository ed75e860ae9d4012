//! A recorder for a game that is there already: in the history, where it goes on in place, or
//! elsewhere, where a copy of it goes on.

use std::io;
use std::path::PathBuf;

use hoshi_core::Size;
use hoshi_record::sgf::{Collection, GameTree, ReadError};

use super::save::{Known, OnDisk};
use super::{Note, Place, Recorder, SaveError};
use crate::disk::{LockError, by};
use crate::history::History;
use crate::mend::{Mended, mend};
use crate::name::{self, When};

/// Why a game cannot go on.
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
    /// It is no game that can be recorded.
    #[error("{0}")]
    Unfit(#[from] SaveError),
}

impl Recorder {
    /// Goes on with a game of the history, in place: from the end of its main line. Nothing is written
    /// before something changes; what a cut write has left at the end of the file is left out then.
    ///
    /// # Errors
    /// If somebody else plays it, or it cannot be read.
    pub fn open(history: &History, name: &str) -> Result<Recorder, OpenError> {
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
        let stem = name.strip_suffix(".sgf").unwrap_or(name).to_owned();
        let mut recorder = Recorder::continuing(history, file, stem)?;
        let identity = disk.identity(&path);
        let identity = identity.map_err(|source| OpenError::Disk { path: path.clone(), source })?;
        // Nothing is added to it before it was replaced once: whoever was stopped while writing it may
        // have left bytes and names that one sees, but that no sync would save any more.
        recorder.on_disk = OnDisk::Known(Known::new(identity, bytes, None));
        recorder.place = Place::Born { path, lock: Some(lock) };
        Ok(recorder)
    }

    /// Goes on with a game from elsewhere, as a game of the history that begins now. It is there as
    /// soon as something changes, with all that the record holds.
    ///
    /// # Errors
    /// If the board is too large for SGF.
    pub fn copy(history: &History, game: Collection, when: When) -> Result<Recorder, OpenError> {
        let mut recorder = Recorder::continuing(history, game, String::new())?;
        recorder.stem = when.stem(recorder.size);
        recorder.is_copy = true;
        Ok(recorder)
    }

    fn continuing(
        history: &History,
        mut file: Collection,
        stem: String,
    ) -> Result<Recorder, SaveError> {
        let is_wide = file.form().is_wide();
        if is_wide {
            file.to_utf8();
        }
        let size = file.game(0).map_or(Size::S19, GameTree::size);
        if size.width() > 52 || size.height() > 52 {
            return Err(SaveError::TooLarge(size));
        }
        let mut recorder = Recorder::of_file(history, file, stem, size);
        if is_wide {
            recorder.notes.push(Note::Reencoded);
        }
        Ok(recorder)
    }
}
