//! What a recorder wants of a disk: few operations, each with the promise that the recorder relies on.
//! The real one is [`RealDisk`](crate::RealDisk); tests have one that forgets, tears, fails and fills up.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Which file it is and how long. Two files that are there at one time are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// What tells the file from all others, where the system says it.
    pub file: Option<(u64, u64)>,
    /// How many bytes it has.
    pub len: u64,
}

/// A file system, as far as a recorder needs one.
pub trait Disk: fmt::Debug + Send + Sync {
    /// All that a file holds.
    ///
    /// # Errors
    /// As the system says.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Adds all that a file holds to a buffer that may have room for it.
    ///
    /// # Errors
    /// As the system says; then some of it may be there.
    fn read_into(&self, path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
        buffer.append(&mut self.read(path)?);
        Ok(())
    }

    /// When a file was changed last.
    ///
    /// # Errors
    /// As the system says, or if this disk does not tell.
    fn modified(&self, _path: &Path) -> io::Result<SystemTime> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Makes a file that is not there yet.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it is, else as the system says.
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// The same, with the mode and the owner of another file, if that is there and the system allows it.
    ///
    /// # Errors
    /// As [`Disk::create_new`].
    fn create_like(&self, path: &Path, _like: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.create_new(path)
    }

    /// Whether a file was made read-only, and should stay as it is.
    fn is_read_only(&self, _path: &Path) -> bool {
        false
    }

    /// Which file has this name now.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, else as the system says.
    fn identity(&self, path: &Path) -> io::Result<Identity>;

    /// Gives a file another name, in one step; what had that name is gone.
    ///
    /// # Errors
    /// As the system says; then nothing has changed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file another name, in one step, which nothing else has; the old name is gone afterwards,
    /// or, if the system stops in between, still there beside it.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the name is taken, else as the system says.
    fn publish(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file a second name, in one step, which nothing else has. What is renamed over the first
    /// does not change the second.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the name is taken, else as the system says.
    fn keep(&self, path: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// As the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes a folder, and those it is in, and has that stay.
    ///
    /// # Errors
    /// As the system says.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are where no loss of power reaches them.
    ///
    /// # Errors
    /// As the system says; then nobody knows.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// The names in a folder, in any order.
    ///
    /// # Errors
    /// As the system says.
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>>;

    /// The names of what is a file in a folder, or leads to one, in any order.
    ///
    /// # Errors
    /// As the system says.
    fn files(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.names(folder)
    }

    /// Whether somebody has the lock of this name.
    fn is_held(&self, path: &Path) -> bool {
        matches!(self.lock(path), Err(LockError::Held(_)))
    }

    /// Takes a lock by the name of a file that is made for it, and gone with it. A process that ends in
    /// whatever way leaves no lock that would hold.
    ///
    /// # Errors
    /// If somebody else has it, or as the system says.
    fn lock(&self, path: &Path) -> Result<Box<dyn Lock>, LockError>;
}

/// An open file of a [`Disk`].
pub trait DiskFile: fmt::Debug + Send {
    /// Writes all of these bytes there.
    ///
    /// # Errors
    /// As the system says; then any part of them may have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file off.
    ///
    /// # Errors
    /// As the system says.
    fn set_len(&mut self, len: u64) -> io::Result<()>;

    /// Waits until all that was written is where no loss of power reaches it.
    ///
    /// # Errors
    /// As the system says; then nobody knows, and asking again does not help.
    fn sync(&mut self) -> io::Result<()>;

    /// Which file it is.
    ///
    /// # Errors
    /// As the system says.
    fn identity(&self) -> io::Result<Identity>;
}

/// A lock that is held until it is dropped.
pub trait Lock: fmt::Debug + Send {}

/// Why there is no lock.
#[derive(Debug)]
pub enum LockError {
    /// Somebody has it: the process, where that is known.
    Held(Option<u32>),
    /// The system fails.
    Failed(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Failed(error)
    }
}

/// Who has a lock, as the end of a sentence.
pub(crate) fn by(process: Option<u32>) -> String {
    process.map(|process| format!(" by process {process}")).unwrap_or_default()
}
