//! The state of the disk: what a process sees, what is durable, and the unsynced changes between
//! the two, in order.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind};
use std::sync::Arc;

use hoshi_store::Identity;

/// A change of a file that was not synced yet.
#[derive(Clone, Debug, Hash)]
pub(crate) enum Unsynced {
    Write { at: usize, bytes: Vec<u8> },
    Len(usize),
}

impl Unsynced {
    pub(crate) fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Unsynced::Write { at, bytes } => put(content, *at, bytes),
            Unsynced::Len(len) => content.resize(*len, 0),
        }
    }
}

/// Writes into a file, filling any gap with NULs.
pub(crate) fn put(content: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    if content.len() < at + bytes.len() {
        content.resize(at + bytes.len(), 0);
    }
    content[at..at + bytes.len()].copy_from_slice(bytes);
}

#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct File {
    /// Its number on this disk, whatever its name is.
    pub(crate) inode: u64,
    pub(crate) now: Vec<u8>,
    pub(crate) durable: Vec<u8>,
    pub(crate) unsynced: Vec<Unsynced>,
}

/// A change of the names that was not synced yet.
#[derive(Clone, Debug)]
pub(crate) enum Naming {
    Given(String, usize),
    Renamed(String, String, usize),
    Gone(String),
}

pub(crate) type Names = BTreeMap<String, usize>;

impl Naming {
    pub(crate) fn apply(&self, names: &mut Names) {
        match self {
            Naming::Given(name, number) => {
                names.insert(name.clone(), *number);
            }
            Naming::Renamed(from, to, number) => {
                names.remove(from);
                names.insert(to.clone(), *number);
            }
            Naming::Gone(name) => {
                names.remove(name);
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) files: Vec<Arc<File>>,
    pub(crate) names: Names,
    pub(crate) durable_names: Names,
    pub(crate) unsynced_names: Vec<Naming>,
    pub(crate) has_folder: bool,
    pub(crate) locks: BTreeSet<String>,
    /// Which run of the system this is.
    pub(crate) boot: usize,
    /// The number of the last file.
    pub(crate) inodes: u64,
    /// The file that is being written, if that was the last operation and nothing was promised since.
    pub(crate) writing: Option<usize>,
    /// Set while a file has both its old and its new name.
    pub(crate) between: Option<Arc<State>>,
}

/// Hashes only what is observable, now or after a crash.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let files = |names: &Names, hasher: &mut H| {
            for (name, &number) in names {
                (name, &self.files[number]).hash(hasher);
            }
        };
        (self.boot, self.writing.is_some()).hash(hasher);
        files(&self.names, hasher);
        files(&self.durable_names, hasher);
        for naming in &self.unsynced_names {
            match naming {
                Naming::Given(name, number) => (name, &self.files[*number]).hash(hasher),
                Naming::Renamed(from, to, number) => {
                    (from, to, &self.files[*number]).hash(hasher);
                }
                Naming::Gone(name) => name.hash(hasher),
            }
        }
    }
}

impl State {
    /// A folder with these files, all synced.
    pub(crate) fn with<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> State {
        let mut state = State { has_folder: true, ..State::default() };
        for (name, content) in files {
            state.inodes += 1;
            let (inode, unsynced) = (state.inodes, Vec::new());
            let file = File { inode, now: content.into(), durable: content.into(), unsynced };
            state.names.insert(name.to_owned(), state.files.len());
            state.files.push(Arc::new(file));
        }
        state.durable_names = state.names.clone();
        state
    }

    pub(crate) fn find(&self, name: &str) -> io::Result<usize> {
        self.names.get(name).copied().ok_or_else(|| ErrorKind::NotFound.into())
    }

    pub(crate) fn file(&self, name: &str) -> io::Result<&File> {
        Ok(&self.files[self.find(name)?])
    }

    fn file_mut(&mut self, number: usize) -> &mut File {
        Arc::make_mut(&mut self.files[number])
    }

    pub(crate) fn identity(&self, number: usize) -> Identity {
        let file = &self.files[number];
        Identity { file: Some((1, file.inode)), len: file.now.len() as u64 }
    }

    fn naming(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.unsynced_names.push(naming);
    }

    pub(crate) fn create(&mut self, name: &str) -> io::Result<usize> {
        if !self.has_folder {
            return Err(ErrorKind::NotFound.into());
        }
        if self.names.contains_key(name) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.inodes += 1;
        self.files.push(Arc::new(File { inode: self.inodes, ..File::default() }));
        self.naming(Naming::Given(name.to_owned(), self.files.len() - 1));
        Ok(self.files.len() - 1)
    }

    pub(crate) fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        let number = self.find(from)?;
        self.naming(Naming::Renamed(from.to_owned(), to.to_owned(), number));
        Ok(())
    }

    pub(crate) fn link(&mut self, from: &str, to: &str) -> io::Result<()> {
        let number = self.find(from)?;
        if self.names.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.naming(Naming::Given(to.to_owned(), number));
        Ok(())
    }

    pub(crate) fn remove(&mut self, name: &str) -> io::Result<()> {
        self.find(name)?;
        self.naming(Naming::Gone(name.to_owned()));
        Ok(())
    }

    pub(crate) fn sync_names(&mut self) {
        for naming in std::mem::take(&mut self.unsynced_names) {
            naming.apply(&mut self.durable_names);
        }
    }

    pub(crate) fn write(&mut self, number: usize, at: usize, bytes: &[u8]) {
        self.add(number, Unsynced::Write { at, bytes: bytes.to_vec() });
    }

    pub(crate) fn set_len(&mut self, number: usize, len: usize) {
        self.add(number, Unsynced::Len(len));
    }

    fn add(&mut self, number: usize, change: Unsynced) {
        let file = self.file_mut(number);
        change.apply(&mut file.now);
        file.unsynced.push(change);
    }

    pub(crate) fn sync(&mut self, number: usize) {
        let file = self.file_mut(number);
        for change in std::mem::take(&mut file.unsynced) {
            change.apply(&mut file.durable);
        }
    }

    /// Unsynced data will never become durable, though a process still sees it.
    pub(crate) fn forget(&mut self, number: usize) {
        self.file_mut(number).unsynced.clear();
    }

    /// The process is killed: nothing is lost but its locks.
    pub(crate) fn killed(&self) -> State {
        State { locks: BTreeSet::new(), writing: None, ..self.clone() }
    }
}
