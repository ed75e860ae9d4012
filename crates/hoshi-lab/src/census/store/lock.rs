//! Who works at which parts of a folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Holds some parts of a folder for one run. The system gives them free when the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Keeps the lock as long as it is open.
    _file: File,
}

impl Lock {
    /// Takes hold of parts, unless another run has any of them.
    pub(crate) fn take(folder: &Path, parts: &Range<u64>) -> Result<Lock, StoreError> {
        let _gate = gate(folder)?;
        let path = folder.join(format!(".lock-{}-{}", parts.start, parts.end));
        let file = File::create(&path).map_err(StoreError::disk("create", &path))?;
        let busy = |parts: &Range<u64>| StoreError::Busy {
            path: folder.to_owned(),
            parts: format!("{}-{}", parts.start, parts.end.max(1) - 1),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy(parts)),
            Err(TryLockError::Error(error)) if is_unknown(&error) => {
                return Ok(Lock { path, _file: file });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::disk("lock", &path)(error)),
        }
        for other in others(folder)? {
            let is_other = other.parts != *parts;
            let overlaps = other.parts.start < parts.end && parts.start < other.parts.end;
            if !is_other || !overlaps {
                continue;
            }
            // For writing: some file systems lock nothing else.
            let Ok(file) = File::options().write(true).open(&other.path) else { continue };
            match file.try_lock() {
                // Nobody holds it: it is left from a run that was killed.
                Ok(()) => {
                    let _ = fs::remove_file(&other.path);
                }
                Err(TryLockError::WouldBlock) => {
                    let _ = fs::remove_file(&path);
                    return Err(busy(&other.parts));
                }
                Err(TryLockError::Error(error)) => {
                    return Err(StoreError::disk("lock", &other.path)(error));
                }
            }
        }
        Ok(Lock { path, _file: file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If it stays, the next run finds that nobody holds it. The gate is held meanwhile, so that
        // nobody waits for a file that is about to vanish.
        let _gate = self.path.parent().map(gate);
        let _ = fs::remove_file(&self.path);
    }
}

/// Whoever takes or gives back parts passes it, one at a time.
pub(crate) fn gate(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(StoreError::disk("create", &path))?;
    match file.lock() {
        Err(error) if !is_unknown(&error) => Err(StoreError::disk("lock", &path)(error)),
        _ => Ok(file),
    }
}

/// Whether the file system knows no locks, as some of clusters. Work goes on without them then: each file
/// still appears as a whole, and what two runs make of the same parts is the same.
fn is_unknown(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported
}

struct Other {
    path: PathBuf,
    parts: Range<u64>,
}

/// The locks in a folder.
fn others(folder: &Path) -> Result<Vec<Other>, StoreError> {
    let read = fs::read_dir(folder).map_err(StoreError::disk("read", folder))?;
    let lock = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let (start, end) = name.to_str()?.strip_prefix(".lock-")?.split_once('-')?;
        let parts = start.parse().ok()?..end.parse().ok()?;
        Some(Other { path: entry.path(), parts })
    };
    Ok(read.flatten().filter_map(lock).collect())
}
