//! The disk of this machine: implements the operations of a recorder with `hoshi-files`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::SystemTime;

use hoshi_files::{Lock as FileLock, LockError as FileLockError};
use hoshi_record::sgf::MAX_BYTES;

use crate::disk::{Disk, DiskFile, Identity, Lock, LockError};

/// The disk of this machine.
///
/// ```
/// use hoshi_store::{Disk, RealDisk};
///
/// let folder = tempfile::tempdir()?;
/// let file = RealDisk.create_new(&folder.path().join("a"))?;
/// file.write_at(0, b"(;)\n")?;
/// file.sync()?;
/// RealDisk.publish(&folder.path().join("a"), &folder.path().join("b"))?;
/// assert_eq!(RealDisk.read(&folder.path().join("b"))?, b"(;)\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        hoshi_files::read(path)
    }

    /// Stops beyond the maximum length of a record.
    fn read_into(&self, path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
        let file = hoshi_files::open_regular(path)?;
        file.take(MAX_BYTES as u64 + 1).read_to_end(buffer)?;
        Ok(())
    }

    fn modified(&self, path: &Path) -> io::Result<SystemTime> {
        fs::metadata(path)?.modified()
    }

    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(RealFile(hoshi_files::create_new(path)?)))
    }

    fn create_like(&self, path: &Path, like: &Path) -> io::Result<Box<dyn DiskFile>> {
        let like = match fs::metadata(like) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            // Otherwise a private game could become public.
            like => Some(like?),
        };
        Ok(Box::new(RealFile(hoshi_files::create_like(path, like.as_ref())?)))
    }

    fn is_read_only(&self, path: &Path) -> bool {
        hoshi_files::is_read_only(path)
    }

    fn identity(&self, path: &Path) -> io::Result<Identity> {
        hoshi_files::identity(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn publish(&self, from: &Path, to: &Path) -> io::Result<()> {
        hoshi_files::publish(from, to)
    }

    fn keep(&self, path: &Path, to: &Path) -> io::Result<()> {
        hoshi_files::keep(path, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty());
        if path.is_dir() {
            // The process that created it may have been killed before the sync. Errors are ignored:
            // not every parent can be opened, and most have existed for long.
            let _ = self.sync_folder(above.unwrap_or(Path::new(".")));
            return Ok(());
        }
        if let Some(above) = above {
            self.create_folder(above)?;
        }
        match fs::create_dir(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists || !path.is_dir() => {
                Err(error)
            }
            _ => self.sync_folder(above.unwrap_or(Path::new("."))),
        }
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        hoshi_files::sync_folder(path)
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // Reading a pipe with the name of a game would block.
            let kind = entry.file_type()?;
            let is_file = || fs::metadata(entry.path()).is_ok_and(|there| there.is_file());
            if kind.is_file() || (kind.is_symlink() && is_file()) {
                names.push(entry.file_name());
            }
        }
        Ok(names)
    }

    fn boot(&self) -> Option<String> {
        let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        Some(id.trim().to_owned())
    }

    fn keeps_numbers(&self, folder: &Path) -> bool {
        hoshi_files::keeps_numbers(folder)
    }

    fn is_held(&self, path: &Path) -> bool {
        hoshi_files::is_held(path)
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Lock>, LockError> {
        match FileLock::take(path) {
            Ok(lock) => Ok(Box::new(RealLock { lock })),
            Err(FileLockError::Held(process)) => Err(LockError::Held(process)),
            Err(FileLockError::Failed(error)) => Err(LockError::Failed(error)),
        }
    }
}

#[derive(Debug)]
struct RealFile(File);

impl DiskFile for RealFile {
    #[cfg(unix)]
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::os::unix::fs::FileExt as _;
        self.0.read_exact_at(bytes, offset)
    }

    #[cfg(not(unix))]
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::io::{Seek as _, SeekFrom};
        (&self.0).seek(SeekFrom::Start(offset))?;
        (&self.0).read_exact(bytes)
    }

    #[cfg(unix)]
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        use std::os::unix::fs::FileExt as _;
        self.0.write_all_at(bytes, offset)
    }

    #[cfg(not(unix))]
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        use std::io::{Seek as _, SeekFrom, Write as _};
        (&self.0).seek(SeekFrom::Start(offset))?;
        (&self.0).write_all(bytes)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn identity(&self) -> io::Result<Identity> {
        hoshi_files::identity_of(&self.0)
    }
}

#[derive(Debug)]
struct RealLock {
    lock: FileLock,
}

impl Lock for RealLock {
    fn keeps_out(&self) -> bool {
        self.lock.keeps_out()
    }
}
