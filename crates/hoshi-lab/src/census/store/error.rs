//! What can be wrong with a census on disk.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::count::TooLarge;

/// What is wrong with a census on disk.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The disk refused.
    #[error("cannot {what} {}: {error}", path.display())]
    Disk {
        /// What was tried.
        what: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// The file is not what it should be.
    #[error("{}: {why}", path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds another census.
    #[error("{} holds another census: its {what} is {found}, not {wanted}", path.display())]
    Other {
        /// Which folder.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What it is there.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// Another run is at the same parts.
    #[error(
        "another run is at parts {parts} in {}; wait for it, or ask for other parts", path.display()
    )]
    Busy {
        /// Which folder.
        path: PathBuf,
        /// At which parts.
        parts: String,
    },
    /// Parts are missing.
    #[error("{missing} of {all} parts are missing in {}, the first is {first}", path.display())]
    Missing {
        /// Which folder.
        path: PathBuf,
        /// How many.
        missing: u64,
        /// Of how many.
        all: u64,
        /// The first of them.
        first: u64,
    },
    /// The work was broken off.
    #[error("broken off; what is finished is kept")]
    Stopped,
    /// The board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl StoreError {
    pub(crate) fn disk(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |error| StoreError::Disk { what, path, error }
    }

    pub(crate) fn broken(path: &Path, why: impl Into<String>) -> StoreError {
        StoreError::Broken { path: path.to_owned(), why: why.into() }
    }
}
