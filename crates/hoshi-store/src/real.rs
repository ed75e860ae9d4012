//! The disk of this machine.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use hoshi_record::sgf::MAX_BYTES;

use crate::disk::{Disk, DiskFile, Identity, Lock, LockError};

/// The disk of this machine.
///
/// ```
/// use hoshi_store::{Disk, RealDisk};
///
/// let folder = tempfile::tempdir()?;
/// let mut file = RealDisk.create_new(&folder.path().join("a"))?;
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
        fs::read(path)
    }

    /// Up to what is too long for a record.
    fn read_into(&self, path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
        // Unlike a bare file, this does not ask how long it is before it reads.
        File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(buffer)?;
        Ok(())
    }

    fn modified(&self, path: &Path) -> io::Result<SystemTime> {
        fs::metadata(path)?.modified()
    }

    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        Ok(Box::new(RealFile(file)))
    }

    fn identity(&self, path: &Path) -> io::Result<Identity> {
        Ok(identity_of(&fs::metadata(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn publish(&self, from: &Path, to: &Path) -> io::Result<()> {
        match fs::hard_link(from, to) {
            // The second name is the one that counts; the first is in nobody's way.
            Ok(()) => fs::remove_file(from).or(Ok(())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links.
            Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(from, to),
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty());
        if path.is_dir() {
            // Whoever made it may have been stopped before it was sure to stay. Not every folder above
            // can be opened, though, and most of those that are there have been there for long.
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

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    /// Folders cannot be opened here; the system looks after them.
    #[cfg(not(unix))]
    fn sync_folder(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A pipe by the name of a game would keep its reader waiting.
            let kind = entry.file_type()?;
            let is_file = || fs::metadata(entry.path()).is_ok_and(|there| there.is_file());
            if kind.is_file() || (kind.is_symlink() && is_file()) {
                names.push(entry.file_name());
            }
        }
        Ok(names)
    }

    fn is_held(&self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Lock>, LockError> {
        // Each lock says which it is: one that was taken on a file whose name is gone by then, or
        // another file's, holds nothing.
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        let number = TAKEN.fetch_add(1, Ordering::Relaxed);
        let mine = format!("{} {number}\n", std::process::id());
        loop {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut text = String::new();
                    let _ = file.read_to_string(&mut text);
                    let process = text.split(' ').next().and_then(|word| word.parse().ok());
                    return Err(LockError::Held(process));
                }
                // Some file systems have no locks; there, nobody is kept out.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            let mut file = RealFile(file);
            file.set_len(0)?;
            file.write_at(0, mine.as_bytes())?;
            let lock = RealLock { _file: file.0, path: path.to_owned(), mine: mine.clone() };
            if lock.is_there() {
                return Ok(Box::new(lock));
            }
        }
    }
}

fn identity_of(metadata: &fs::Metadata) -> Identity {
    #[cfg(unix)]
    let file = {
        use std::os::unix::fs::MetadataExt as _;
        Some((metadata.dev(), metadata.ino()))
    };
    #[cfg(not(unix))]
    let file = None;
    Identity { file, len: metadata.len() }
}

#[derive(Debug)]
struct RealFile(File);

impl DiskFile for RealFile {
    #[cfg(unix)]
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        use std::os::unix::fs::FileExt as _;
        self.0.write_all_at(bytes, offset)
    }

    #[cfg(not(unix))]
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        use std::io::{Seek as _, SeekFrom, Write as _};
        self.0.seek(SeekFrom::Start(offset))?;
        self.0.write_all(bytes)
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn identity(&self) -> io::Result<Identity> {
        Ok(identity_of(&self.0.metadata()?))
    }
}

#[derive(Debug)]
struct RealLock {
    /// The lock goes when it is closed.
    _file: File,
    path: PathBuf,
    /// What the file says.
    mine: String,
}

impl RealLock {
    /// Whether the file of this name is still the one that is locked.
    fn is_there(&self) -> bool {
        fs::read(&self.path).is_ok_and(|text| text == self.mine.as_bytes())
    }
}

impl Lock for RealLock {}

impl Drop for RealLock {
    fn drop(&mut self) {
        // Before the lock goes, so that nobody else's is taken away.
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
