//! One game of the history as a list shows it.

use std::io;
use std::path::Path;
use std::vec;

use hoshi_record::glance::Glance;
use hoshi_record::sgf::ReadError;

use super::{History, Slot};
use crate::mend::mend;
use crate::name::When;

/// A game of the history.
#[derive(Debug)]
pub struct Entry {
    /// Its number; 1 is the newest.
    pub number: usize,
    /// The name of its file.
    pub name: String,
    /// When it began according to its name, or else the modification time.
    pub when: When,
    /// The length of the file in bytes.
    pub bytes: usize,
    /// Whether it is being played now.
    pub is_played: bool,
    /// A summary of the game, or why there is none.
    pub game: Result<Glance, Problem>,
}

impl Entry {
    /// Whether the game has no result yet.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.game.as_ref().is_ok_and(Glance::is_unfinished)
    }

    /// Whether it can be continued: it has no result yet and is not being played now.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.is_unfinished() && !self.is_played
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// An I/O error.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// The file is empty.
    #[error("it is empty")]
    Empty,
    /// It contains no game.
    #[error("{0}")]
    NoGame(#[from] ReadError),
    /// Its name is not valid Unicode.
    #[error("its name is not valid Unicode")]
    Name,
}

/// The games of a history, newest first, each read lazily.
#[derive(Debug)]
pub struct Entries<'h> {
    history: &'h History,
    slots: vec::IntoIter<Slot>,
    /// The names of the games that are being played.
    played: Vec<String>,
    number: usize,
    /// The buffer that files are read into.
    buffer: Vec<u8>,
}

impl<'h> Entries<'h> {
    pub(super) fn new(history: &'h History, slots: Vec<Slot>, played: Vec<String>) -> Entries<'h> {
        let buffer = Vec::with_capacity(1 << 14);
        Entries { history, slots: slots.into_iter(), played, number: 0, buffer }
    }

    fn read(&mut self, path: &Path) -> Result<Glance, Problem> {
        self.buffer.clear();
        self.history.disk.read_into(path, &mut self.buffer)?;
        look(&self.buffer)
    }

    /// The names of the remaining games; a name that is not Unicode is empty here.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.as_slice().iter().map(|slot| slot.name.to_str().unwrap_or_default())
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let Slot { when, name, .. } = self.slots.next()?;
        self.number += 1;
        let game = self.read(&self.history.folder.join(&name));
        let (name, game) = match name.into_string() {
            Ok(name) => (name, game),
            Err(name) => (name.to_string_lossy().into_owned(), Err(Problem::Name)),
        };
        let (number, bytes) = (self.number, self.buffer.len());
        let is_played = self.played.contains(&name);
        Some(Entry { number, name, when, bytes, is_played, game })
    }

    /// Skips games without reading them.
    fn nth(&mut self, before: usize) -> Option<Entry> {
        let before = before.min(self.slots.len());
        self.slots.by_ref().take(before).for_each(drop);
        self.number += before;
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// Summarises a file. A damaged or torn file is read as the recorder would read it, without the
/// torn move.
fn look(bytes: &[u8]) -> Result<Glance, Problem> {
    if bytes.is_empty() {
        return Err(Problem::Empty);
    }
    let quick = if memchr::memchr(0, bytes).is_none() { Glance::quick(bytes) } else { None };
    match quick {
        Some(glance) => Ok(glance),
        None => {
            let file = mend(bytes.to_vec())?.file;
            file.game(0).map(Glance::of).ok_or(Problem::NoGame(ReadError::NoGame))
        }
    }
}
