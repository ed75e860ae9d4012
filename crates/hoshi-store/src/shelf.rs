//! The history: the folder that games are kept in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::Disk;

/// The folder that games are kept in. It need not exist until there is one.
#[derive(Clone, Debug)]
pub struct History {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) folder: PathBuf,
}

impl History {
    /// The history in a folder.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: impl Into<PathBuf>) -> History {
        History { disk, folder: folder.into() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
