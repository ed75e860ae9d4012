//! Where the record of a session goes.

use std::fmt;
use std::path::{Path, PathBuf};

use hoshi_record::kifu::{Change, Kifu};
use hoshi_store::Recorder;

use crate::failure::Failure;

/// The file of a record that is saved; some have none.
pub type Saved = Option<String>;

/// A destination for a record: a file of the history, or anything else that can hold one.
pub trait Sink: fmt::Debug + Send {
    /// Saves the record after this change, and returns its file.
    ///
    /// # Errors
    /// If it could not be saved; it is retried.
    fn save(&mut self, kifu: &Kifu, change: Change) -> Result<Saved, Failure>;

    /// The same, but it may leave the record to be made durable by [`Sink::settle`], and returns `None` then. That is
    /// called before anything else is saved. To save many records at a time, call this for each of them first: then their
    /// changes can be synced together.
    ///
    /// # Errors
    /// As [`Sink::save`].
    fn save_soon(&mut self, kifu: &Kifu, change: Change) -> Result<Option<Saved>, Failure> {
        self.save(kifu, change).map(Some)
    }

    /// Completes what [`Sink::save_soon`] began.
    ///
    /// # Errors
    /// As [`Sink::save`].
    fn settle(&mut self, _kifu: &Kifu) -> Result<Saved, Failure> {
        Ok(None)
    }

    /// The notes for the user since the last call.
    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Ends the recording, after a last attempt to save.
    ///
    /// # Errors
    /// With the record, if it could not be saved.
    fn close(self: Box<Self>, kifu: &Kifu) -> Result<Option<PathBuf>, Unsaved>;
}

/// A record that could not be saved.
///
/// ```
/// use hoshi_session::Failure;
/// use hoshi_session::host::Unsaved;
///
/// let why = Failure::new("the disk is full");
/// let unsaved = Unsaved { record: b"(;)".to_vec(), why };
/// assert_eq!(unsaved.to_string(), "the disk is full");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{why}")]
pub struct Unsaved {
    /// The record, as SGF.
    pub record: Vec<u8>,
    /// Why it could not be saved.
    pub why: Failure,
}

impl Sink for Recorder {
    fn save(&mut self, kifu: &Kifu, change: Change) -> Result<Saved, Failure> {
        Recorder::save(self, kifu, change)?;
        Ok(file_of(self))
    }

    fn save_soon(&mut self, kifu: &Kifu, change: Change) -> Result<Option<Saved>, Failure> {
        let is_open = Recorder::save_soon(self, kifu, change)?;
        Ok((!is_open).then(|| file_of(self)))
    }

    fn settle(&mut self, kifu: &Kifu) -> Result<Saved, Failure> {
        Recorder::settle(self, kifu)?;
        Ok(file_of(self))
    }

    fn take_notes(&mut self) -> Vec<String> {
        Recorder::take_notes(self).iter().map(ToString::to_string).collect()
    }

    fn close(self: Box<Self>, kifu: &Kifu) -> Result<Option<PathBuf>, Unsaved> {
        let path = self.path().map(Path::to_owned);
        match Recorder::close(*self, kifu) {
            Ok(closed) => Ok(closed.or(path)),
            Err(failed) => Err(Unsaved { record: kifu.to_bytes(), why: failed.1.into() }),
        }
    }
}

fn file_of(recorder: &Recorder) -> Saved {
    recorder.path().map(|path| path.display().to_string())
}
