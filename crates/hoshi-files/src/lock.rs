//! Locks on files that are created for them and removed with them. The lock is the operating system's,
//! so it is released however the process ends; the next holder takes over a file left behind. The file
//! names its holder: the process, and the number of the lock within it.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::identity::identity_of;
use crate::own::{Refused, create_new, open_own};

/// The maximum length of our lock files.
const MOST: u64 = 64;

/// How often, and at what interval, to retry a lock that is held but empty, or that keeps changing
/// hands.
const MOST_LOOKS: u32 = 50;
const LOOK: Duration = Duration::from_millis(2);

/// A lock that is held until it is dropped.
///
/// ```
/// use hoshi_files::{Lock, LockError};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join(".game.lock");
/// let lock = Lock::take(&path)?;
/// let process = std::process::id();
/// assert!(matches!(Lock::take(&path), Err(LockError::Held(Some(by))) if by == process));
/// drop(lock);
/// assert!(!path.exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    /// Closing it releases the lock.
    file: File,
    path: PathBuf,
    /// The content of the file.
    mine: String,
    keeps_out: bool,
}

/// Why a lock was not taken.
#[derive(Debug)]
pub enum LockError {
    /// It is held, by this process if known.
    Held(Option<u32>),
    /// An I/O error, or the file is not one of our locks.
    Failed(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Failed(error)
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Held(Some(process)) => write!(f, "process {process} holds the lock"),
            LockError::Held(None) => f.write_str("another process holds the lock"),
            LockError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LockError {}

impl Lock {
    /// Takes a lock, if it is free.
    ///
    /// On a file system without locks nobody is kept out, and [`Lock::keeps_out`] is false.
    ///
    /// # Errors
    /// If it is held; with [`Refused`] if the file is not one of our locks, which is left unchanged; or
    /// on any I/O error.
    pub fn take(path: &Path) -> Result<Lock, LockError> {
        Lock::with(path, File::try_lock)
    }

    /// Takes a lock, waiting until it is free.
    ///
    /// ```
    /// let folder = tempfile::tempdir()?;
    /// let lock = hoshi_files::Lock::wait(&folder.path().join(".lock"))?;
    /// assert!(lock.keeps_out());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Lock::take`], except that it never fails because the lock is held.
    pub fn wait(path: &Path) -> Result<Lock, LockError> {
        Lock::with(path, |file| file.lock().map_err(TryLockError::Error))
    }

    /// Whether the file system has locks, so that others are kept out.
    #[must_use]
    pub fn keeps_out(&self) -> bool {
        self.keeps_out
    }

    fn with(
        path: &Path,
        lock: impl Fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Lock, LockError> {
        // Each lock has its own content: a lock on a file that was unlinked or replaced meanwhile is
        // void.
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        let number = TAKEN.fetch_add(1, Ordering::Relaxed);
        let mine = format!("{} {number}\n", std::process::id());
        let mut looks = 0;
        loop {
            let file = match open(path) {
                // The previous holder has just removed it.
                Err(error)
                    if error.kind() == io::ErrorKind::NotFound
                        && is_free(path)
                        && looks < MOST_LOOKS =>
                {
                    looks += 1;
                    continue;
                }
                file => file?,
            };
            let keeps_out = match lock(&file) {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => {
                    let text = content(&file).unwrap_or_default();
                    // Not taken yet: another process only tests it (`is_held`), or is about to write.
                    if text.is_empty() && looks < MOST_LOOKS {
                        looks += 1;
                        std::thread::sleep(LOOK);
                        continue;
                    }
                    return Err(LockError::Held(process_of(&text)));
                }
                Err(TryLockError::Error(error)) if is_without_locks(&error) => false,
                Err(TryLockError::Error(error)) => return Err(error.into()),
            };
            if !keeps_out {
                // Other processes may be here too; writing nothing avoids a conflict.
                return Ok(Lock { file, path: path.to_owned(), mine: String::new(), keeps_out });
            }
            let before = content(&file)?;
            if !is_ours(&before) {
                return Err(io::Error::from(Refused::Foreign(path.to_owned())).into());
            }
            let mut lock = Lock { file, path: path.to_owned(), mine: mine.clone(), keeps_out };
            if !before.is_empty() {
                lock.file.set_len(0)?;
            }
            if let Err(error) = write(&lock.file, mine.as_bytes()) {
                // A partial write would not be recognised as ours. Dropping a lock without content
                // removes the file.
                let _ = lock.file.set_len(0);
                lock.mine.clear();
                return Err(error.into());
            }
            if lock.is_there() {
                return Ok(lock);
            }
        }
    }

    /// Whether the path still leads to the locked file.
    fn is_there(&self) -> bool {
        let there = open_own(&self.path, OpenOptions::new().read(true));
        there.is_ok_and(|there| {
            is_same(&there, &self.file)
                && content(&there).is_ok_and(|text| text == self.mine.as_bytes())
        })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed before the lock is released, so that it cannot be another process's file. Without
        // locks an empty file is harmless.
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a process holds the lock of this name. Creates and changes nothing.
///
/// ```
/// use hoshi_files::{Lock, is_held};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join(".lock");
/// assert!(!is_held(&path));
/// let _lock = Lock::take(&path)?;
/// assert!(is_held(&path));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_held(path: &Path) -> bool {
    let Ok(file) = open_own(path, OpenOptions::new().read(true)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Opens a lock file, creating it if it is missing.
fn open(path: &Path) -> io::Result<File> {
    match create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            open_own(path, OpenOptions::new().read(true).write(true))
        }
        made => made,
    }
}

/// Whether the name is free, in an existing folder.
fn is_free(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::symlink_metadata(path).is_err() && folder.unwrap_or(Path::new(".")).is_dir()
}

/// The content of a lock file, up to one byte more than any lock has.
fn content(file: &File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.take(MOST + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// Whether this is the content of one of our locks: a process and a number, or nothing yet. After a
/// power failure it may be NULs.
fn is_ours(text: &[u8]) -> bool {
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let is_lock = || {
        let line = text.strip_suffix(b"\n")?;
        let at = line.iter().position(|&byte| byte == b' ')?;
        Some(is_number(&line[..at]) && is_number(&line[at + 1..]))
    };
    text.len() as u64 <= MOST && (text.iter().all(|&byte| byte == 0) || is_lock() == Some(true))
}

fn process_of(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.split(' ').next()?.parse().ok()
}

/// Whether the file system has no locks, like some network file systems. hoshi works without them
/// there.
fn is_without_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

#[cfg(unix)]
fn write(file: &File, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, 0)
}

#[cfg(not(unix))]
fn write(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek as _, Write as _};
    file.rewind()?;
    file.write_all(bytes)
}

/// Where the system does not tell files apart, only their content does.
fn is_same(one: &File, other: &File) -> bool {
    match (identity_of(one), identity_of(other)) {
        (Ok(one), Ok(other)) => one.file == other.file,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        for left in ["", "1 0\n", "4194304 18446744073709551615\n", "\0\0\0\0"] {
            fs::write(&path, left).unwrap();
            assert!(!is_held(&path));
            let lock = Lock::take(&path).unwrap();
            assert!(is_held(&path) && lock.keeps_out());
            assert_eq!(fs::read_to_string(&path).unwrap(), lock.mine);
            drop(lock);
            assert!(!path.exists());
        }
    }

    #[test]
    fn what_is_not_a_lock_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let long = "1".repeat(70) + " 2\n";
        for mine in ["mine", "1 0", "1 0\n\n", "1\n", "1 0 \n", " 1\n", "1 0\r\n", &long] {
            fs::write(&path, mine).unwrap();
            let error = Lock::take(&path).unwrap_err().to_string();
            assert!(error.contains(".lock was not made by hoshi"), "{error}");
            assert!(Lock::wait(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), mine);
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let path = at(".lock");
        // A target that looks like a lock would be written to.
        for (content, hard) in [("mine", true), ("1 0\n", true), ("", true), ("1 0\n", false)] {
            fs::write(at("precious"), content).unwrap();
            if hard {
                fs::hard_link(at("precious"), &path).unwrap();
            } else {
                symlink("precious", &path).unwrap();
            }
            let told = if hard { ".lock is a hard link" } else { ".lock is a symbolic link" };
            let error = Lock::take(&path).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
            assert!(!is_held(&path));
            assert_eq!(fs::read_to_string(at("precious")).unwrap(), content);
            fs::remove_file(&path).unwrap();
        }
        symlink("nothing", &path).unwrap();
        assert!(Lock::take(&path).is_err() && !at("nothing").exists());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(Lock::take(&path).unwrap_err().to_string().contains(".lock is a folder"));
    }

    #[test]
    fn a_lock_that_is_gone_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let first = Lock::take(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let second = Lock::take(&path).unwrap();
        // Dropping it does not remove the other lock.
        drop(first);
        assert!(is_held(&path));
        drop(second);
        let gone = folder.path().join("gone/.lock");
        assert!(matches!(Lock::take(&gone), Err(LockError::Failed(_))));
    }

    #[cfg(unix)]
    #[test]
    fn works_without_locks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let fails = |errno: rustix::io::Errno| {
            let error = move |_: &File| {
                Err(TryLockError::Error(io::Error::from_raw_os_error(errno.raw_os_error())))
            };
            Lock::with(&path, error)
        };
        for errno in [rustix::io::Errno::NOLCK, rustix::io::Errno::OPNOTSUPP] {
            let lock = fails(errno).unwrap();
            assert!(!lock.keeps_out());
            // A second process is not kept out, and neither disturbs the other.
            let others = [fails(errno).unwrap(), fails(errno).unwrap()];
            assert_eq!(fs::read(&path).unwrap(), b"");
            drop((lock, others));
            assert!(!path.exists());
        }
        assert!(fails(rustix::io::Errno::IO).is_err());
    }

    #[test]
    fn a_waiting_process_gets_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let lock = Lock::take(&path).unwrap();
        std::thread::scope(|scope| {
            let waits: Vec<_> =
                (0..4).map(|_| scope.spawn(|| Lock::wait(&path).map(drop))).collect();
            drop(lock);
            for wait in waits {
                wait.join().unwrap().unwrap();
            }
        });
        assert!(!path.exists());
    }
}
