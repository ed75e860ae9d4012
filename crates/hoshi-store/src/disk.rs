//! The disk operations that a recorder needs, each with the guarantee that the recorder relies on. The
//! real implementation is [`RealDisk`](crate::RealDisk); tests use a model that loses writes, tears
//! them, fails and fills up.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::SystemTime;

pub use hoshi_files::Identity;

/// The part of a file system that a recorder needs.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Reads a whole file.
    ///
    /// # Errors
    /// On any I/O error.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Appends the content of a file to a buffer, which may have capacity to spare.
    ///
    /// # Errors
    /// On any I/O error; part of the content may have been appended.
    fn read_into(&self, path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
        buffer.append(&mut self.read(path)?);
        Ok(())
    }

    /// The modification time of a file.
    ///
    /// # Errors
    /// On any I/O error, or if this disk has no modification times.
    fn modified(&self, _path: &Path) -> io::Result<SystemTime> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Creates a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it exists, or any other I/O error.
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Creates a file with the mode and owner of another, if that exists and the system allows it.
    ///
    /// # Errors
    /// As [`Disk::create_new`].
    fn create_like(&self, path: &Path, _like: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.create_new(path)
    }

    /// Whether a file is read-only and must not be changed.
    fn is_read_only(&self, _path: &Path) -> bool {
        false
    }

    /// The file that has this name now.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, or any other I/O error.
    fn identity(&self, path: &Path) -> io::Result<Identity>;

    /// The bytes that are written at once, from a multiple of them: after a power failure they are all old or all
    /// new. A recorder keeps room for moves up to the next multiple.
    fn sector(&self) -> usize {
        512
    }

    /// The length of a file of the log of moves, which many games share.
    fn log_len(&self) -> usize {
        1 << 20
    }

    /// Renames a file atomically, replacing any file of that name.
    ///
    /// # Errors
    /// On any I/O error; nothing has changed then.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Renames a file atomically, without replacing another. If the system stops halfway, the file has
    /// both names.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the name is taken, or any other I/O error.
    fn publish(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file a second name (a hard link) that is not taken. Replacing the first name later does
    /// not affect the second.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the name is taken, or any other I/O error.
    fn keep(&self, path: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// On any I/O error.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder and its parents, and syncs them.
    ///
    /// # Errors
    /// On any I/O error.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Syncs a folder: the names in it survive a power failure.
    ///
    /// # Errors
    /// On any I/O error; the state on disk is unknown then.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// The names in a folder, in any order.
    ///
    /// # Errors
    /// On any I/O error.
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>>;

    /// The names of the files in a folder, and of the links to files, in any order.
    ///
    /// # Errors
    /// On any I/O error.
    fn files(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.names(folder)
    }

    /// Whether a process holds the lock of this name.
    fn is_held(&self, path: &Path) -> bool {
        matches!(self.lock(path), Err(LockError::Held(_)))
    }

    /// Which run of the system this is, if known: as long as it lasts, what a process has written is still there, even
    /// if it was not synced.
    fn boot(&self) -> Option<String> {
        None
    }

    /// Whether the files of a folder have the same numbers again after the system was started anew.
    fn keeps_numbers(&self, _folder: &Path) -> bool {
        true
    }

    /// Takes a lock, on a file that is created for it and removed with it. However a process ends, its
    /// locks are released.
    ///
    /// # Errors
    /// If another process holds it, or on any I/O error.
    fn lock(&self, path: &Path) -> Result<Box<dyn Lock>, LockError>;
}

/// An open file of a [`Disk`].
pub trait DiskFile: fmt::Debug + Send + Sync {
    /// Fills `bytes` with what is at this offset.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if the file is too short, or any other I/O error.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// Writes all of these bytes at this offset.
    ///
    /// # Errors
    /// On any I/O error; any part of the bytes may have been written.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncates the file.
    ///
    /// # Errors
    /// On any I/O error.
    fn set_len(&self, len: u64) -> io::Result<()>;

    /// Syncs the file: all that was written survives a power failure.
    ///
    /// # Errors
    /// On any I/O error; the state on disk is unknown then, and syncing again does not help.
    fn sync(&self) -> io::Result<()>;

    /// Identifies the file.
    ///
    /// # Errors
    /// On any I/O error.
    fn identity(&self) -> io::Result<Identity>;
}

/// A lock that is held until it is dropped.
pub trait Lock: fmt::Debug + Send {
    /// Whether others are kept out: not on a file system without locks.
    fn keeps_out(&self) -> bool {
        true
    }
}

/// Why a lock was not taken.
#[derive(Debug)]
pub enum LockError {
    /// It is held, by this process if known.
    Held(Option<u32>),
    /// An I/O error.
    Failed(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Failed(error)
    }
}

/// The holder of a lock, as the end of a sentence.
pub(crate) fn by(process: Option<u32>) -> String {
    process.map(|process| format!(" by process {process}")).unwrap_or_default()
}
