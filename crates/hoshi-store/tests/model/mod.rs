//! A disk in memory that knows, for every byte and every name, whether it would survive a power
//! failure. It fails on demand at any operation, and can be inspected before each of them.

#![allow(dead_code, unused_imports, reason = "each test binary uses its own part of this")]

mod check;
mod games;
mod loss;
mod meddle;
mod state;

pub(crate) use check::{Sweep, history};
pub(crate) use games::{Script, Start, WHEN, about, games, random_game};
pub(crate) use meddle::Meddling;
pub(crate) use state::{State, Unsynced};

use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hoshi_store::{Disk, DiskFile, Identity, Lock, LockError};

/// The operations of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Read,
    Create,
    Identity,
    Rename,
    Publish,
    Keep,
    Remove,
    CreateFolder,
    SyncFolder,
    Names,
    Lock,
    Write,
    SetLen,
    Sync,
}

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Before anything is done.
    Refused(ErrorKind),
    /// The disk is full: operations that need space fail, a write after half of it is done.
    Full,
    /// A write that stops after this many bytes.
    Cut(usize),
    /// It succeeds, but is reported as failed.
    Done,
    /// A sync that fails, and loses the unsynced data for good.
    Lost,
    /// A sync that fails, but a later one may succeed.
    Kept,
    /// Another process holds the lock.
    Held,
}

impl How {
    /// Whether this can happen to an operation.
    pub(crate) fn fits(self, op: Op) -> bool {
        let is_sync = matches!(op, Op::Sync | Op::SyncFolder);
        let is_look = matches!(op, Op::Read | Op::Identity | Op::Names);
        match self {
            How::Refused(_) => !is_sync,
            How::Full => matches!(
                op,
                Op::Create
                    | Op::Rename
                    | Op::Publish
                    | Op::Keep
                    | Op::CreateFolder
                    | Op::Lock
                    | Op::Write
            ),
            How::Cut(_) => op == Op::Write,
            How::Done => !is_look && op != Op::Lock,
            How::Lost | How::Kept => is_sync,
            How::Held => op == Op::Lock,
        }
    }
}

/// The operations that fail: those in a range of numbers to which this failure can happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) from: usize,
    pub(crate) until: usize,
    pub(crate) how: How,
}

/// The state before an operation, and what had been promised by then.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) state: State,
    /// The number of the last acknowledged change; none if no file is needed yet.
    pub(crate) acknowledged: Option<usize>,
    /// The number of the current change.
    pub(crate) current: usize,
    pub(crate) op: usize,
}

/// What is to happen during a run, and the log of it.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) fault: Option<Fault>,
    /// Record the moments before the operations in this range.
    pub(crate) watch: Option<(usize, usize)>,
    /// The system does not say which run of it this is.
    pub(crate) is_boot_unknown: bool,
    /// A sync of a file does nothing.
    pub(crate) deaf_file: bool,
    /// A sync of a folder does nothing.
    pub(crate) deaf_folder: bool,
    /// An action before a numbered operation.
    pub(crate) interrupt: Option<(usize, Interrupt)>,
    pub(crate) acknowledged: Option<usize>,
    pub(crate) current: usize,
    pub(crate) ops: Vec<Op>,
    pub(crate) moments: Vec<Moment>,
}

pub(crate) type Interrupt = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    plan: Mutex<Plan>,
}

/// The disk.
#[derive(Clone, Default)]
pub(crate) struct Model(Arc<Inner>);

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Model")
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Model {
    pub(crate) fn of(state: State) -> Model {
        Model(Arc::new(Inner { state: Mutex::new(state), plan: Mutex::default() }))
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        held(&self.0.state)
    }

    pub(crate) fn plan(&self) -> MutexGuard<'_, Plan> {
        held(&self.0.plan)
    }

    /// Runs before every operation; returns how it fails, if it does.
    fn begin(&self, op: Op) -> Option<How> {
        let mut plan = self.plan();
        let number = plan.ops.len();
        if let Some((_, interrupt)) = plan.interrupt.take_if(|(at, _)| *at == number) {
            drop(plan);
            interrupt();
            plan = self.plan();
        }
        if plan.watch.is_some_and(|(from, until)| (from..until).contains(&number)) {
            self.keep(&mut plan);
        }
        plan.ops.push(op);
        self.state().writing = None;
        let fault = plan.fault.filter(|fault| (fault.from..fault.until).contains(&number));
        fault.map(|fault| fault.how).filter(|how| how.fits(op))
    }

    /// Records this moment for later checks.
    fn keep(&self, plan: &mut Plan) {
        let moment = Moment {
            state: self.state().clone(),
            acknowledged: plan.acknowledged,
            current: plan.current,
            op: plan.ops.len(),
        };
        plan.moments.push(moment);
    }

    /// Performs an operation that may fail before or after it takes effect.
    fn change<T>(&self, op: Op, act: impl FnOnce(&mut State) -> io::Result<T>) -> io::Result<T> {
        match self.begin(op) {
            None => act(&mut self.state()),
            Some(How::Done) => {
                act(&mut self.state())?;
                Err(ErrorKind::TimedOut.into())
            }
            Some(How::Refused(kind)) => Err(kind.into()),
            Some(_) => Err(ErrorKind::StorageFull.into()),
        }
    }

    fn file(&self, number: usize) -> Box<dyn DiskFile> {
        Box::new(ModelFile { model: self.clone(), number })
    }
}

impl Disk for Model {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.change(Op::Read, |state| Ok(state.file(&name_of(path))?.now.clone()))
    }

    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let number = self.change(Op::Create, |state| state.create(&name_of(path)))?;
        Ok(self.file(number))
    }

    fn identity(&self, path: &Path) -> io::Result<Identity> {
        self.change(Op::Identity, |state| state.find(&name_of(path)).map(|it| state.identity(it)))
    }

    /// Small, so that there are many writes into the room that is left for moves, and many beyond it. They are torn
    /// all the same.
    fn sector(&self) -> usize {
        32
    }

    /// Short, so that it is full after a few moves.
    fn log_len(&self) -> usize {
        1200
    }

    fn boot(&self) -> Option<String> {
        let is_unknown = self.plan().is_boot_unknown;
        (!is_unknown).then(|| self.state().boot.to_string())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Op::Rename, |state| state.rename(&name_of(from), &name_of(to)))
    }

    fn publish(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Op::Publish, |state| {
            state.link(&name_of(from), &name_of(to))?;
            // The moment when it has both names.
            let between = state.clone();
            state.remove(&name_of(from))?;
            state.between = Some(Arc::new(between));
            Ok(())
        })?;
        let between = self.state().between.take();
        let mut plan = self.plan();
        if let (Some(between), Some(_)) = (between, plan.watch) {
            let state = State::clone(&between);
            let (acknowledged, current) = (plan.acknowledged, plan.current);
            let op = plan.ops.len();
            plan.moments.push(Moment { state, acknowledged, current, op });
        }
        Ok(())
    }

    fn keep(&self, path: &Path, to: &Path) -> io::Result<()> {
        self.change(Op::Keep, |state| state.link(&name_of(path), &name_of(to)))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change(Op::Remove, |state| state.remove(&name_of(path)))
    }

    fn create_folder(&self, _path: &Path) -> io::Result<()> {
        self.change(Op::CreateFolder, |state| {
            state.has_folder = true;
            Ok(())
        })
    }

    fn sync_folder(&self, _path: &Path) -> io::Result<()> {
        let how = self.begin(Op::SyncFolder);
        if self.plan().deaf_folder {
            return Ok(());
        }
        let mut state = self.state();
        match how {
            None | Some(How::Done) => state.sync_names(),
            Some(How::Lost) => state.unsynced_names.clear(),
            Some(_) => {}
        }
        how.map_or(Ok(()), |_| Err(io::Error::other("the folder does not sync")))
    }

    fn names(&self, _folder: &Path) -> io::Result<Vec<OsString>> {
        self.change(Op::Names, |state| Ok(state.names.keys().map(OsString::from).collect()))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Lock>, LockError> {
        let name = name_of(path);
        match self.begin(Op::Lock) {
            None => {}
            Some(How::Held) => return Err(LockError::Held(None)),
            Some(How::Refused(kind)) => return Err(LockError::Failed(kind.into())),
            Some(_) => return Err(LockError::Failed(ErrorKind::StorageFull.into())),
        }
        let mut state = self.state();
        if !state.has_folder {
            return Err(LockError::Failed(ErrorKind::NotFound.into()));
        }
        if !state.locks.insert(name.clone()) {
            return Err(LockError::Held(Some(1)));
        }
        let _ = state.create(&name);
        Ok(Box::new(ModelLock { model: self.clone(), name }))
    }
}

#[derive(Debug)]
struct ModelFile {
    model: Model,
    number: usize,
}

impl DiskFile for ModelFile {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let number = self.number;
        self.model.change(Op::Read, |state| {
            let from = offset as usize;
            let now = state.files[number].now.get(from..from + bytes.len());
            bytes.copy_from_slice(now.ok_or(ErrorKind::UnexpectedEof)?);
            Ok(())
        })
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let how = self.model.begin(Op::Write);
        let done = match how {
            None | Some(How::Done) => bytes.len(),
            Some(How::Cut(done)) => done.min(bytes.len()),
            Some(How::Full) => bytes.len() / 2,
            Some(_) => 0,
        };
        if done > 0 {
            let mut state = self.model.state();
            state.write(self.number, offset as usize, &bytes[..done]);
            state.writing = Some(self.number);
        }
        how.map_or(Ok(()), |_| Err(ErrorKind::StorageFull.into()))
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let number = self.number;
        self.model.change(Op::SetLen, |state| {
            state.set_len(number, len as usize);
            Ok(())
        })
    }

    fn sync(&self) -> io::Result<()> {
        let how = self.model.begin(Op::Sync);
        if self.model.plan().deaf_file {
            return Ok(());
        }
        let mut state = self.model.state();
        match how {
            None | Some(How::Done) => state.sync(self.number),
            Some(How::Lost) => state.forget(self.number),
            Some(_) => {}
        }
        how.map_or(Ok(()), |_| Err(io::Error::other("the file does not sync")))
    }

    fn identity(&self) -> io::Result<Identity> {
        let number = self.number;
        self.model.change(Op::Identity, |state| Ok(state.identity(number)))
    }
}

#[derive(Debug)]
struct ModelLock {
    model: Model,
    name: String,
}

impl Lock for ModelLock {}

impl Drop for ModelLock {
    fn drop(&mut self) {
        let mut state = self.model.state();
        state.locks.remove(&self.name);
        let _ = state.remove(&self.name);
    }
}
