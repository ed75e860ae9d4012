//! Locks on parts of a folder.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hoshi_files::LockError;

use super::StoreError;

/// Locks some parts of a folder for one run. The system releases the lock when the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    folder: PathBuf,
    /// `None` only while it is released.
    parts: Option<hoshi_files::Lock>,
}

impl Lock {
    /// Locks parts, unless another run has any of them. On a file system without locks, as on some
    /// clusters, work continues without them: each file still appears atomically, and two runs compute
    /// identical files for the same parts.
    pub(crate) fn take(folder: &Path, parts: &Range<u64>) -> Result<Lock, StoreError> {
        let _gate = gate(folder)?;
        let path = folder.join(format!(".lock-{}-{}", parts.start, parts.end));
        let take = |path: &Path, parts: &Range<u64>| {
            hoshi_files::Lock::take(path).map_err(|error| match error {
                LockError::Held(_) => StoreError::Busy {
                    path: folder.to_owned(),
                    parts: format!("{}-{}", parts.start, parts.end.max(1) - 1),
                },
                LockError::Failed(error) => StoreError::disk("lock", path)(error),
            })
        };
        let lock = take(&path, parts)?;
        if lock.keeps_out() {
            for other in others(folder)? {
                let is_other = other.parts != *parts;
                let overlaps = other.parts.start < parts.end && parts.start < other.parts.end;
                if is_other && overlaps {
                    // A file that nobody holds was left by a killed run, and is removed.
                    drop(take(&other.path, &other.parts)?);
                }
            }
        }
        Ok(Lock { folder: folder.to_owned(), parts: Some(lock) })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If it cannot be removed, the next run finds that nobody holds it. The gate is held
        // meanwhile, so that no run sees a file that is about to vanish.
        let _gate = gate(&self.folder);
        drop(self.parts.take());
    }
}

/// The mutex for taking and releasing parts.
pub(crate) fn gate(folder: &Path) -> Result<hoshi_files::Lock, StoreError> {
    let path = folder.join(".lock");
    hoshi_files::Lock::wait(&path).map_err(|error| match error {
        LockError::Held(_) => StoreError::Busy { path: folder.to_owned(), parts: "all".to_owned() },
        LockError::Failed(error) => StoreError::disk("lock", &path)(error),
    })
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_lock_writes_into_a_file_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "mine").unwrap();
        for name in [".lock", ".lock-0-4", ".lock-2-9"] {
            for hard in [false, true] {
                if hard {
                    fs::hard_link(at("precious"), at(name)).unwrap();
                } else {
                    symlink("precious", at(name)).unwrap();
                }
                let error = Lock::take(folder.path(), &(0..4)).unwrap_err().to_string();
                assert!(error.contains(name), "{error}");
                assert_eq!(fs::read(at("precious")).unwrap(), b"mine");
                fs::remove_file(at(name)).unwrap();
            }
            fs::write(at(name), "also mine").unwrap();
            assert!(Lock::take(folder.path(), &(0..4)).is_err());
            assert_eq!(fs::read(at(name)).unwrap(), b"also mine");
            fs::remove_file(at(name)).unwrap();
        }
        drop(Lock::take(folder.path(), &(0..4)).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
