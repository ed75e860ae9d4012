//! Removing from the history: deleted games go to a trash folder, from which they can be restored;
//! files that killed processes left behind are swept.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::History;
use crate::disk::{LockError, by};
use crate::name;

/// Where deleted games go, inside the folder of the history.
const TRASH: &str = ".trash";

/// Why a game was not deleted or restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeleteError {
    /// It is being played.
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
        /// The file or folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}

impl History {
    /// Moves a game to `.trash` inside the history folder, and returns its new path. Nothing there is
    /// ever overwritten.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_store::{History, RealDisk};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// std::fs::write(history.path("a.sgf"), "(;)")?;
    /// assert_eq!(history.delete("a.sgf")?, folder.path().join(".trash/a.sgf"));
    /// assert!(history.list()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is being played, or on any I/O error.
    pub fn delete(&self, name: &str) -> Result<PathBuf, DeleteError> {
        let (disk, path) = (&self.disk, self.path(name));
        disk.identity(&path).map_err(failed(&path))?;
        // The log may have moves of it.
        self.recover().map_err(failed(&path))?;
        // The lock keeps others from opening it meanwhile.
        let _lock = match disk.lock(&self.folder.join(name::lock(name))) {
            Ok(lock) => lock,
            Err(LockError::Held(process)) => return Err(DeleteError::Held { path, process }),
            Err(LockError::Failed(source)) => return Err(DeleteError::Disk { path, source }),
        };
        let trash = self.folder.join(TRASH);
        disk.create_folder(&trash).map_err(failed(&trash))?;
        let there = self.put_away(&path, &trash, name)?;
        let _ = disk.remove(&self.folder.join(name::next(name)));
        // The new name first, so that the game always has one.
        for folder in [&trash, &self.folder] {
            disk.sync_folder(folder).map_err(failed(folder))?;
        }
        Ok(there)
    }

    /// The names of the games in the trash, newest first.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_store::{History, RealDisk};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// std::fs::write(history.path("a.sgf"), "(;)")?;
    /// history.delete("a.sgf")?;
    /// assert_eq!(history.trash()?, ["a.sgf"]);
    /// assert_eq!(history.restore("a.sgf")?, folder.path().join("a.sgf"));
    /// assert!(history.trash()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the folder cannot be read. A missing folder counts as empty.
    pub fn trash(&self) -> io::Result<Vec<String>> {
        let names = match self.disk.files(&self.folder.join(TRASH)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            names => names?,
        };
        let names = names.into_iter().filter(super::is_game);
        let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
        names.sort_unstable_by(|a, b| b.cmp(a));
        Ok(names)
    }

    /// The file of a game in the trash.
    #[must_use]
    pub fn trash_path(&self, name: &str) -> PathBuf {
        self.folder.join(TRASH).join(name)
    }

    /// Moves a game from the trash back into the history, and returns its new path. If its name is
    /// taken, it gets another; nothing is overwritten.
    ///
    /// # Errors
    /// On any I/O error.
    pub fn restore(&self, name: &str) -> Result<PathBuf, DeleteError> {
        let path = self.trash_path(name);
        self.disk.identity(&path).map_err(failed(&path))?;
        let there = self.put_away(&path, &self.folder, name)?;
        for folder in [&self.folder, &self.folder.join(TRASH)] {
            self.disk.sync_folder(folder).map_err(failed(folder))?;
        }
        Ok(there)
    }

    /// Moves a file to a folder, under a name that is free there.
    fn put_away(&self, path: &Path, folder: &Path, name: &str) -> Result<PathBuf, DeleteError> {
        let stem = name.strip_suffix(".sgf").unwrap_or(name);
        for number in 1.. {
            let there = folder.join(name::nth(stem, number));
            match self.disk.publish(path, &there) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                done => {
                    done.map_err(failed(path))?;
                    // The new name was given, but the old one could not be removed.
                    if self.disk.identity(path).is_ok() {
                        self.disk.remove(path).map_err(failed(path))?;
                    }
                    return Ok(there);
                }
            }
        }
        unreachable!("some number is free")
    }

    /// Removes what killed processes left behind: stale locks and unfinished files. Files of games
    /// that are being played are left alone. Returns the number of games cleaned up.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn sweep(&self) -> io::Result<usize> {
        let names = match self.disk.names(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            names => names?,
        };
        let mut left = BTreeSet::new();
        for name in names.iter().filter_map(|name| name.to_str()) {
            left.extend(name::of_lock(name).or_else(|| name::of_next(name)).map(str::to_owned));
        }
        let mut swept = 0;
        for name in left {
            // Dropping the lock removes its file.
            let Ok(_lock) = self.disk.lock(&self.folder.join(name::lock(&name))) else { continue };
            let _ = self.disk.remove(&self.folder.join(name::next(&name)));
            swept += 1;
        }
        Ok(swept)
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> DeleteError {
    let path = path.to_owned();
    move |source| DeleteError::Disk { path, source }
}
