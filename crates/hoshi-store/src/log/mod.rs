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

use crate::disk::{Disk, DiskFile, Identity, Lock, LockError};
use crate::recorder::make_room;
use entry::{Added, Entry, HEAD};

pub(crate) use recover::recover;

/// The files of the log.
const FILES: [&str; 2] = [".moves-0.log", ".moves-1.log"];
/// So many games are synced by whoever finds the file full; more of them by a thread of their own.
const FEW: usize = 8;
/// The lock of whoever writes it.
const LOCK: &str = ".moves.lock";
/// The lock of whoever recovers one, or begins one.
const RECOVERING: &str = ".moves.recover.lock";
/// After another process had the lock, so many moves go by before it is tried again.
const PATIENCE: u32 = 1_000;

/// The log of a history folder.
#[derive(Debug)]
pub(crate) struct Log {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    state: Mutex<State>,
    /// Something was written, or a file of the log has become free.
    changed: Condvar,
}

#[derive(Debug)]
enum State {
    /// No game is in it, and it has no file. Entries are numbered on from the last one.
    Closed {
        last: u64,
        wait: u32,
    },
    /// It cannot be had; every game syncs its own file.
    Refused,
    Open(Box<Open>),
}

#[derive(Debug)]
struct Open {
    _lock: Box<dyn Lock>,
    segment: Segment,
    /// The games of the other file, until it is removed.
    old: Option<Games>,
    /// Files of games about which the log could not say that they have left: while they are open, no other file gets
    /// their numbers.
    kept: Vec<Arc<dyn DiskFile>>,
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
        let Some((_, file)) = mv.file.file else { return false };
        let added = Added {
            file,
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
        let state = Mutex::new(State::Closed { last: 0, wait: 0 });
        Log { disk, folder, state, changed: Condvar::new() }
    }

    /// A game that goes into the log, unless that cannot be had.
    pub(crate) fn enter(self: &Arc<Log>, name: &str, file: &Arc<dyn DiskFile>) -> Option<Logged> {
        let mut state = self.lock();
        match &mut *state {
            State::Closed { wait: wait @ 1.., .. } => *wait -= 1,
            State::Closed { last, .. } => *state = self.open(*last),
            State::Refused | State::Open(_) => {}
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

    fn open(&self, last: u64) -> State {
        // Elsewhere a file cannot be known again after the system has stopped.
        if !self.disk.keeps_numbers(&self.folder) {
            return State::Refused;
        }
        let lock = recover::alone(&*self.disk, &self.folder).map_err(LockError::Failed);
        let lock = match lock.and_then(|_alone| {
            let lock = self.disk.lock(&self.folder.join(LOCK))?;
            // What an earlier process left.
            recover::recover_locked(&*self.disk, &self.folder)?;
            Ok(lock)
        }) {
            // Without locks another program could take it for one that nobody writes.
            Ok(lock) if lock.keeps_out() => lock,
            Err(LockError::Held(_)) => return State::Closed { last, wait: PATIENCE },
            _ => return State::Refused,
        };
        let Ok(segment) = self.segment(0, 1) else { return State::Refused };
        State::Open(Box::new(Open {
            _lock: lock,
            segment,
            old: None,
            kept: Vec::new(),
            waiting: Vec::new(),
            added: Games::new(),
            last,
            durable: last,
            unwritten: BTreeSet::new(),
            is_writing: false,
            is_emptying: false,
            is_broken: false,
            lost: BTreeSet::new(),
        }))
    }

    /// Makes a file of the log, in its full length: what is written into it later changes nothing but its content.
    fn segment(&self, nth: usize, number: u64) -> io::Result<Segment> {
        let path = self.folder.join(FILES[nth]);
        let mut head = entry::head(number, self.disk.boot().as_deref());
        head.resize(self.len(), 0);
        let file = self.disk.create_new(&path)?;
        let written = file.write_at(0, &head).and_then(|()| file.sync());
        if let Err(error) = written.and_then(|()| self.disk.sync_folder(&self.folder)) {
            let _ = self.disk.remove(&path);
            return Err(error);
        }
        Ok(Segment { nth, number, file: file.into(), at: HEAD, games: Games::new() })
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
            self.close_if_empty(&mut state);
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
        // Without another file, as when too many are open, this one becomes longer too.
        let Ok(next) = next else { return state };
        let full = std::mem::replace(&mut open.segment, next);
        open.old = Some(full.games.clone());
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
        let Segment { nth, games, file, .. } = full;
        // Some systems remove no file that is open.
        drop(file);
        let mut state = self.lock();
        while matches!(&*state, State::Open(open) if open.unwritten.range(..=last).next().is_some())
        {
            state = self.wait(state);
        }
        drop(state);
        let mut is_done = true;
        for file in games.values() {
            // At once, since the system reports it once, and the game itself would hear of no failure.
            if file.sync().is_err() {
                if let State::Open(open) = &mut *self.lock() {
                    open.is_broken = true;
                }
                is_done = false;
                break;
            }
        }
        let is_removed = is_done && self.remove(nth).is_ok();
        let mut state = self.lock();
        if let State::Open(open) = &mut *state {
            open.is_emptying = false;
            // Otherwise the next file goes on growing, and says what has become of the games in this one.
            if is_removed {
                open.old = None;
            }
        }
        self.close_if_empty(&mut state);
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
        let synced = file.sync();
        if let State::Open(open) = &mut *self.lock() {
            if synced.is_err() {
                open.lost.insert(name.to_owned());
            }
            // Another sync of this file may have failed meanwhile.
            if open.is_broken {
                return Err(broken());
            }
        }
        synced?;
        self.remove_game(name);
        Ok(())
    }

    /// Notes that nothing about a game counts any more. The last game removes the log.
    fn remove_game(self: &Arc<Log>, name: &str) {
        let mut bytes = Vec::new();
        Entry::Left(name.to_owned()).write(&mut bytes);
        let is_noted = self.add(&bytes, None).is_some_and(|number| self.commit(number).is_ok());
        let mut state = self.lock();
        if let State::Open(open) = &mut *state {
            let of_old = open.old.as_mut().and_then(|old| old.remove(name));
            let files = [open.segment.games.remove(name), open.added.remove(name), of_old];
            if !is_noted {
                open.kept.extend(files.into_iter().flatten());
            }
            open.lost.remove(name);
        }
        self.close_if_empty(&mut state);
    }

    /// Removes the log if no game is in it.
    fn close_if_empty(&self, state: &mut State) {
        let State::Open(open) = &*state else { return };
        // Whoever writes or empties it now looks again.
        if !open.is_empty() || open.is_writing || open.is_emptying {
            return;
        }
        // The older one first: the newer one says what has become of the games in it.
        let files = [open.old.is_some().then_some(1 - open.segment.nth), Some(open.segment.nth)];
        let is_removed = files.into_iter().flatten().all(|nth| self.remove(nth).is_ok());
        // What is left is for the next process.
        let last = open.last;
        *state = if is_removed { State::Closed { last, wait: 0 } } else { State::Refused };
    }

    /// Whether the log has something about a game.
    fn is_in(&self, name: &str) -> bool {
        match &*self.lock() {
            State::Open(open) => {
                open.segment.games.contains_key(name)
                    || open.added.contains_key(name)
                    || open.old.as_ref().is_some_and(|old| old.contains_key(name))
            }
            _ => false,
        }
    }
}

impl Open {
    /// Whether no game is in it.
    fn is_empty(&self) -> bool {
        let is_old = self.old.as_ref().is_none_or(Games::is_empty);
        self.segment.games.is_empty() && self.added.is_empty() && is_old
    }
}

fn broken() -> io::Error {
    io::Error::other("the log of moves failed")
}
