//! The history: the folder that games are kept in. It consists of the files alone; there is no index
//! that could be out of date.

mod clear;
mod entry;
mod find;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::disk::Disk;
use crate::log::{self, Log};
use crate::name::{self, When};

pub use clear::DeleteError;
pub use entry::{Entries, Entry, Problem};
pub use find::FindError;

/// The folder that games are kept in. It need not exist before the first game.
///
/// ```
/// use std::sync::Arc;
///
/// use hoshi_store::{History, RealDisk};
///
/// let folder = tempfile::tempdir()?;
/// let history = History::new(Arc::new(RealDisk), folder.path());
/// std::fs::write(history.path("2026-11-16_093005_9x9.sgf"), "(;SZ[9]PB[Ann];B[ee])")?;
///
/// let games = history.list()?;
/// assert_eq!(games[0].when.date(), "2026-11-16");
/// let game = games[0].game.as_ref().unwrap();
/// assert_eq!((game.black.as_str(), game.moves), ("Ann", 1));
/// assert!(game.is_unfinished());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) folder: PathBuf,
    pub(crate) log: Arc<Log>,
    /// Converts a time to local time.
    local: fn(SystemTime) -> When,
}

/// A game, known by its file name only.
#[derive(Debug)]
struct Slot {
    when: When,
    /// Its number among the games that began in the same second.
    nth: u32,
    name: OsString,
}

impl History {
    /// The history in a folder. Times are in UTC unless [`History::with_local_time`] is used.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: impl Into<PathBuf>) -> History {
        let folder = folder.into();
        let log = Arc::new(Log::new(Arc::clone(&disk), folder.clone()));
        History { disk, folder, log, local: When::utc }
    }

    /// The same, with times in a local time zone. They are shown for files whose name does not say
    /// when the game began.
    #[must_use]
    pub fn with_local_time(self, local: fn(SystemTime) -> When) -> History {
        History { local, ..self }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a game.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Puts into the games what only the log of moves has after the system has stopped under a server. Everything that
    /// opens or lists games does this first; a log that a running server writes is left alone.
    ///
    /// # Errors
    /// If a game cannot be written. Nothing is lost then: the log stays.
    pub fn recover(&self) -> io::Result<()> {
        if self.log.is_open() { Ok(()) } else { log::recover(&*self.disk, &self.folder) }
    }

    /// The games, newest first, each read lazily.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_store::{History, RealDisk};
    ///
    /// let history = History::new(Arc::new(RealDisk), "/no/such/folder");
    /// assert_eq!(history.entries()?.len(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the folder cannot be read. A missing folder counts as empty.
    pub fn entries(&self) -> io::Result<Entries<'_>> {
        // On a disk that is full or read-only the games can still be listed.
        let _ = self.recover();
        let names = match self.disk.files(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            names => names?,
        };
        let mut slots = Vec::with_capacity(names.len());
        let mut played = Vec::new();
        for name in names {
            if let Some(game) = name.to_str().and_then(name::of_lock) {
                if self.disk.is_held(&self.folder.join(&name)) {
                    played.push(game.to_owned());
                }
            } else if is_game(&name) {
                let nth = name.to_str().map_or(0, name::number);
                slots.push(Slot { when: self.when(&name), nth, name });
            }
        }
        slots.sort_unstable_by(|a, b| (b.when, b.nth, &b.name).cmp(&(a.when, a.nth, &a.name)));
        Ok(Entries::new(self, slots, played))
    }

    /// Whether a game has this file name. No game is read.
    ///
    /// # Errors
    /// If the folder cannot be read. A missing folder counts as empty.
    pub fn contains(&self, name: &str) -> io::Result<bool> {
        let names = match self.disk.files(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            names => names?,
        };
        Ok(names.iter().any(|other| is_game(other) && other == name))
    }

    /// All games, newest first. A file that cannot be read is listed with its error.
    ///
    /// # Errors
    /// If the folder cannot be read. A missing folder counts as empty.
    pub fn list(&self) -> io::Result<Vec<Entry>> {
        Ok(self.entries()?.collect())
    }

    /// The games without a result that are not being played now, newest first.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn unfinished(&self) -> io::Result<Vec<Entry>> {
        Ok(self.entries()?.filter(Entry::is_waiting).collect())
    }

    /// When a game began according to its name, or else its modification time.
    fn when(&self, name: &OsString) -> When {
        let named = name.to_str().and_then(When::of_name);
        let changed = || self.disk.modified(&self.folder.join(name)).ok().map(self.local);
        named.or_else(changed).unwrap_or_default()
    }
}

/// Whether this is the name of a game.
pub(crate) fn is_game(name: &OsString) -> bool {
    let name = name.as_encoded_bytes();
    name.ends_with(b".sgf") && !name.starts_with(b".")
}
