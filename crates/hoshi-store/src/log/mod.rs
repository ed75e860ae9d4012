//! The log of moves: one sync makes the moves of many games durable. A move goes into the log and is synced there,
//! together with those of other games; then it is written into the file of its game, which is synced much later, and
//! with many moves at a time. Only a server with many games at once uses it: a single move is as soon synced in its
//! own file.
//!
//! The log is two files that are used in turn: when one is full, the games in it are synced, and it is removed. What a
//! crash of the system leaves in it is put into the games by [`recover()`].

mod entry;
mod recover;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::disk::{Disk, DiskFile, Identity, Lock};
use crate::recorder::make_room;
use entry::{Added, Entry, HEAD};

pub(crate) use recover::recover;

/// The files of the log.
const FILES: [&str; 2] = [".moves-0.log", ".moves-1.log"];
/// So many games are synced by whoever finds the file full; more of them by a thread of their own.
const FEW: usize = 8;
/// The lock of whoever writes it.
const LOCK: &str = ".moves.lock";

/// The log of a history folder.
#[derive(Debug)]
pub(crate) struct Log {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    state: Mutex<State>,
    /// Something was written, or a file of the log has become free.
    changed: Condvar,
}

#[derive(Debug, Default)]
enum State {
    /// No game is in it, and it has no file.
    #[default]
    Closed,
    /// It cannot be had; every game syncs its own file.
    Refused,
    Open(Box<Open>),
}

#[derive(Debug)]
struct Open {
    _lock: Box<dyn Lock>,
    segment: Segment,
    /// The games of the other file, until it is removed.
    old: Option<BTreeSet<String>>,
    /// Entries that are not written yet, and the games that they are about.
    waiting: Vec<u8>,
    added: Games,
    /// The number of the last entry, and of the last one that is durable.
    last: u64,
    durable: u64,
    /// Moves that are not in the files of their games yet.
    unwritten: BTreeSet<u64>,
    is_writing: bool,
    /// Whether the games of the other file are being synced.
    is_emptying: bool,
    /// After a failure nothing is promised any more, and no sync of a game is trusted.
    is_broken: bool,
    /// Games whose files did not sync.
    lost: BTreeSet<String>,
}

/// Games by their names, each with its file.
type Games = BTreeMap<String, Arc<dyn DiskFile>>;

/// A file of the log.
#[derive(Debug)]
struct Segment {
    nth: usize,
    number: u64,
    file: Arc<dyn DiskFile>,
    /// Where the next entry goes.
    at: usize,
    /// The games that have entries in it.
    games: Games,
}

/// A move for the log.
pub(crate) struct Move<'a> {
    /// The file of its game.
    pub(crate) file: Identity,
    /// Where it begins in the file of its game.
    pub(crate) at: usize,
    /// The checksum of everything before that.
    pub(crate) before: u32,
    /// The move, with what begins it.
    pub(crate) node: &'a [u8],
    /// The closing brackets and white space behind it.
    pub(crate) closers: &'a [u8],
    /// The room behind them: as it was, and as it is with the move.
    pub(crate) room: [usize; 2],
}

/// A game in the log. Dropping it syncs the file of the game and takes it out of the log.
#[derive(Debug)]
pub(crate) struct Logged {
    log: Arc<Log>,
    name: String,
    file: Arc<dyn DiskFile>,
    /// A move that is not in the file yet.
    entry: Option<u64>,
}

impl Logged {
    /// Adds a move, which is durable after the next [`Logged::commit`]. Returns whether it could be added.
    pub(crate) fn add(&mut self, mv: &Move<'_>) -> bool {
        let added = Added {
            file: mv.file.file.map_or(0, |(_, file)| file),
            at: mv.at,
            before: mv.before,
            closers: mv.closers.to_vec(),
            room: mv.room,
            node: mv.node.to_vec(),
        };
        let mut bytes = Vec::with_capacity(160);
        Entry::Added(self.name.clone(), added).write(&mut bytes);
        self.written();
        self.entry = self.log.add(&bytes, Some((&self.name, &self.file)));
        self.entry.is_some()
    }

    /// Waits until the move is durable.
    ///
    /// # Errors
    /// If it may not be.
    pub(crate) fn commit(&self) -> io::Result<()> {
        self.entry.map_or(Ok(()), |entry| self.log.commit(entry))
    }

    /// The move is in the file of the game, though not synced there.
    pub(crate) fn written(&mut self) {
        if let (Some(entry), State::Open(open)) = (self.entry.take(), &mut *self.log.lock())
            && open.unwritten.remove(&entry)
            && open.old.is_some()
        {
            self.log.changed.notify_all();
        }
    }

    pub(crate) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.log)
    }

    /// Syncs the file of the game and takes it out of the log.
    ///
    /// # Errors
    /// If the file does not sync; the log keeps what it has of it.
    pub(crate) fn leave(mut self) -> io::Result<()> {
        // Done once; then there is nothing left for the end of this.
        self.written();
        self.log.leave(&self.name, &*self.file)
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        self.written();
        let _ = self.log.leave(&self.name, &*self.file);
    }
}

impl Log {
    pub(crate) fn new(disk: Arc<dyn Disk>, folder: PathBuf) -> Log {
        Log { disk, folder, state: Mutex::default(), changed: Condvar::new() }
    }

    /// A game that goes into the log, unless that cannot be had.
    pub(crate) fn enter(self: &Arc<Log>, name: &str, file: &Arc<dyn DiskFile>) -> Option<Logged> {
        let mut state = self.lock();
        if matches!(*state, State::Closed) {
            *state = self.open().map_or(State::Refused, |open| State::Open(Box::new(open)));
        }
        let State::Open(open) = &*state else { return None };
        let (name, file) = (name.to_owned(), Arc::clone(file));
        (!open.is_broken).then(|| Logged { log: Arc::clone(self), name, file, entry: None })
    }

    /// Whether this process writes it.
    pub(crate) fn is_open(&self) -> bool {
        matches!(*self.lock(), State::Open(_))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> Option<Open> {
        // Without locks another program could take it for one that nobody writes.
        let lock = self.disk.lock(&self.folder.join(LOCK)).ok().filter(|lock| lock.keeps_out())?;
        // What an earlier process left.
        recover::recover_locked(&*self.disk, &self.folder).ok()?;
        let segment = self.segment(0, 1).ok()?;
        Some(Open {
            _lock: lock,
            segment,
            old: None,
            waiting: Vec::new(),
            added: Games::new(),
            last: 0,
            durable: 0,
            unwritten: BTreeSet::new(),
            is_writing: false,
            is_emptying: false,
            is_broken: false,
            lost: BTreeSet::new(),
        })
    }

    /// Makes a file of the log, in its full length: what is written into it later changes nothing but its content.
    fn segment(&self, nth: usize, number: u64) -> io::Result<Segment> {
        let path = self.folder.join(FILES[nth]);
        let mut head = entry::head(number, self.disk.boot().as_deref());
        head.resize(self.len(), 0);
        let make = || -> io::Result<Box<dyn DiskFile>> {
            let file = self.disk.create_new(&path)?;
            file.write_at(0, &head)?;
            file.sync()?;
            self.disk.sync_folder(&self.folder)?;
            Ok(file)
        };
        let made = make().inspect_err(|_| drop(self.disk.remove(&path)));
        Ok(Segment { nth, number, file: made?.into(), at: HEAD, games: Games::new() })
    }

    /// The length of its files.
    fn len(&self) -> usize {
        self.disk.log_len().max(2 * HEAD)
    }

    /// Adds an entry; returns its number. `None` if nothing can be added.
    fn add(&self, bytes: &[u8], game: Option<(&String, &Arc<dyn DiskFile>)>) -> Option<u64> {
        let mut state = self.lock();
        let State::Open(open) = &mut *state else { return None };
        if open.is_broken || bytes.len() > self.len() / 2 {
            return None;
        }
        open.waiting.extend(bytes);
        open.last += 1;
        if let Some((name, file)) = game {
            open.added.insert(name.clone(), Arc::clone(file));
            open.unwritten.insert(open.last);
        }
        Some(open.last)
    }

    /// Waits until an entry is durable. Whoever comes first writes all that wait, for the others too.
    fn commit(self: &Arc<Log>, number: u64) -> io::Result<()> {
        let mut state = self.lock();
        loop {
            let State::Open(open) = &mut *state else { return Err(broken()) };
            if open.durable >= number {
                return Ok(());
            }
            if open.is_broken {
                return Err(broken());
            }
            if open.is_writing {
                state = self.wait(state);
                continue;
            }
            open.is_writing = true;
            state = self.write(state);
            self.changed.notify_all();
        }
    }

    /// Writes all entries that wait.
    fn write<'a>(self: &'a Arc<Log>, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let mut state = self.make_place(state);
        let State::Open(open) = &mut *state else { return state };
        let bytes = std::mem::take(&mut open.waiting);
        open.segment.games.append(&mut open.added);
        let (last, at, file) = (open.last, open.segment.at, Arc::clone(&open.segment.file));
        let is_broken = open.is_broken;
        drop(state);
        let done = match is_broken {
            false => file.write_at(at as u64, &bytes).and_then(|()| file.sync()),
            true => Err(broken()),
        };
        let mut state = self.lock();
        if let State::Open(open) = &mut *state {
            open.is_writing = false;
            match done {
                Ok(()) => {
                    open.segment.at += bytes.len();
                    open.durable = last;
                }
                Err(_) => open.is_broken = true,
            }
        }
        state
    }

    /// Goes on in the other file if this one has no place for the entries that wait. If the other one is not free yet,
    /// this one becomes longer: nobody waits for that here, since the games in it may be those of whoever waits.
    fn make_place<'a>(
        self: &'a Arc<Log>,
        mut state: MutexGuard<'a, State>,
    ) -> MutexGuard<'a, State> {
        let State::Open(open) = &mut *state else { return state };
        let is_full = open.segment.at + open.waiting.len() > self.len();
        if open.is_broken || !is_full || open.old.is_some() {
            return state;
        }
        let (nth, number) = (1 - open.segment.nth, open.segment.number + 1);
        drop(state);
        let next = self.segment(nth, number);
        state = self.lock();
        let State::Open(open) = &mut *state else { return state };
        let Ok(next) = next else {
            open.is_broken = true;
            return state;
        };
        let full = std::mem::replace(&mut open.segment, next);
        open.old = Some(full.games.keys().cloned().collect());
        open.is_emptying = true;
        let last = open.durable;
        // A few syncs are soon done.
        if full.games.len() <= FEW && open.unwritten.range(..=last).next().is_none() {
            drop(state);
            self.empty(full, last);
            return self.lock();
        }
        let log = Arc::clone(self);
        let thread = thread::Builder::new().name("hoshi-moves".to_owned());
        if thread.spawn(move || log.empty(full, last)).is_err() {
            (open.is_broken, open.is_emptying) = (true, false);
        }
        state
    }

    /// Syncs the games of a file that is full, and removes it.
    fn empty(&self, full: Segment, last: u64) {
        let Segment { nth, games, .. } = full;
        let mut state = self.lock();
        while matches!(&*state, State::Open(open) if open.unwritten.range(..=last).next().is_some())
        {
            state = self.wait(state);
        }
        drop(state);
        let mut done = Ok(());
        for file in games.values() {
            done = done.and(file.sync());
        }
        let is_removed = done.is_ok() && self.remove(nth).is_ok();
        let mut state = self.lock();
        if let State::Open(open) = &mut *state {
            open.is_broken |= done.is_err();
            open.is_emptying = false;
            // Otherwise the next file goes on growing, and says what has become of the games in this one.
            if is_removed {
                open.old = None;
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    fn remove(&self, nth: usize) -> io::Result<()> {
        recover::remove(&*self.disk, &self.folder, FILES[nth])
    }

    /// Takes a game out of the log whose file was written anew, and synced.
    pub(crate) fn settled(self: &Arc<Log>, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if self.is_in(&name) {
            self.remove_game(&name);
        }
    }

    /// Makes a game durable in its own file, and takes it out of the log, if it is there.
    fn leave(self: &Arc<Log>, name: &str, file: &dyn DiskFile) -> io::Result<()> {
        if !self.is_in(name) {
            return Ok(());
        }
        // After a sync that failed, another one may succeed though data is gone: the log keeps what it has until the
        // file is written anew.
        let is_lost = match &*self.lock() {
            State::Open(open) => open.is_broken || open.lost.contains(name),
            _ => false,
        };
        if is_lost {
            return Err(broken());
        }
        if let Err(error) = file.sync() {
            if let State::Open(open) = &mut *self.lock() {
                open.lost.insert(name.to_owned());
            }
            return Err(error);
        }
        self.remove_game(name);
        Ok(())
    }

    /// Notes that nothing about a game counts any more. The last game removes the log.
    fn remove_game(self: &Arc<Log>, name: &str) {
        let mut bytes = Vec::new();
        Entry::Left(name.to_owned()).write(&mut bytes);
        if let Some(number) = self.add(&bytes, None) {
            let _ = self.commit(number);
        }
        let mut state = self.lock();
        loop {
            let State::Open(open) = &mut *state else { return };
            open.segment.games.remove(name);
            open.added.remove(name);
            open.lost.remove(name);
            if let Some(old) = &mut open.old {
                old.remove(name);
            }
            if !open.is_empty() {
                return;
            }
            if !open.is_writing && !open.is_emptying {
                break;
            }
            state = self.wait(state);
        }
        let State::Open(open) = &*state else { return };
        // The older one first: the newer one says what has become of the games in it.
        let files = [open.old.is_some().then_some(1 - open.segment.nth), Some(open.segment.nth)];
        let is_removed = files.into_iter().flatten().all(|nth| self.remove(nth).is_ok());
        // What is left is for the next process.
        *state = if is_removed { State::Closed } else { State::Refused };
    }

    /// Whether the log has something about a game.
    fn is_in(&self, name: &str) -> bool {
        match &*self.lock() {
            State::Open(open) => {
                open.segment.games.contains_key(name)
                    || open.added.contains_key(name)
                    || open.old.as_ref().is_some_and(|old| old.contains(name))
            }
            _ => false,
        }
    }
}

impl Open {
    /// Whether no game is in it.
    fn is_empty(&self) -> bool {
        let is_old = self.old.as_ref().is_none_or(BTreeSet::is_empty);
        self.segment.games.is_empty() && self.added.is_empty() && is_old
    }
}

fn broken() -> io::Error {
    io::Error::other("the log of moves failed")
}
