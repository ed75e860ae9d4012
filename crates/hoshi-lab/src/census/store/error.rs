//! The errors of a census on disk.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::census::Stopped;
use crate::count::TooLarge;

/// An error of a census on disk.
#[derive(Debug, Error)]
pub enum StoreError {
    /// An I/O error.
    #[error("cannot {what} {}: {said}", path.display())]
    Disk {
        /// The operation.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The I/O error. It is part of the message, so it is not a `source`, which would repeat
        /// it.
        said: io::Error,
    },
    /// The file is invalid.
    #[error("{}: {why}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder contains a different census.
    #[error("{} holds another census: its {what} is {found}, not {wanted}", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// The value in the folder.
        found: String,
        /// The expected value.
        wanted: String,
    },
    /// Another run is working on the same parts.
    #[error(
        "another run is working on parts {parts} in {}; wait for it, or choose other parts", path.display()
    )]
    Busy {
        /// The folder.
        path: PathBuf,
        /// The parts.
        parts: String,
    },
    /// Parts are missing.
    #[error("{missing} of {all} parts are missing in {}, the first is {first}", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// The number of missing parts.
        missing: u64,
        /// The number of all parts.
        all: u64,
        /// The first of them.
        first: u64,
    },
    /// The work was interrupted.
    #[error("interrupted; finished parts are kept")]
    Stopped,
    /// The board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl From<Stopped> for StoreError {
    fn from(_: Stopped) -> StoreError {
        StoreError::Stopped
    }
}

impl StoreError {
    pub(crate) fn disk(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |said| StoreError::Disk { what, path, said }
    }

    pub(crate) fn broken(path: &Path, why: impl Into<String>) -> StoreError {
        StoreError::Broken { path: path.to_owned(), why: why.into() }
    }
}
