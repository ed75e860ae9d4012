//! Whole files: written under another name in the same folder, synced, and given their name in one step.
//! A reader sees the complete old file or the complete new one.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kind;
use crate::own::{create_like, names};
use crate::rights::is_read_only;

/// More links than this are taken for a cycle.
const MOST_LINKS: usize = 40;

/// The default prefix and suffix of the name of a draft.
const PREFIX: &str = ".hoshi-";
const SUFFIX: &str = ".tmp";

/// What happens to an existing file of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is kept, and the write fails.
    Keep,
    /// The new file replaces it. A link is replaced itself, not its target: for files that only hoshi
    /// writes.
    Replace,
    /// The new file replaces it, or the target if it is a link: for files that the user named.
    Follow,
}

/// The result of writing a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Written {
    /// The number of other names (hard links) of the replaced file. They still have the old content.
    pub other_names: u64,
}

/// A file that is being written, under another name in the same folder. It is removed if it is dropped
/// before [`Draft::finish`].
///
/// ```
/// use std::io::Write as _;
///
/// use hoshi_files::{Draft, Existing};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("positions.csv");
/// let mut draft = Draft::new(&path, Existing::Keep)?;
/// draft.file().write_all(b"serial,ko\n")?;
/// assert!(!path.exists());
/// draft.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"serial,ko\n");
///
/// // Now it exists.
/// let draft = Draft::new(&path, Existing::Keep)?;
/// assert_eq!(draft.finish().unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// Its temporary path; `None` once finished.
    temporary: Option<PathBuf>,
    target: PathBuf,
    existing: Existing,
    written: Written,
}

impl Draft {
    /// Begins a file. It takes over the mode and owner of the file that it replaces, as far as this
    /// process may.
    ///
    /// # Errors
    /// If the existing file is read-only or not a regular file, or on any I/O error. The error does not
    /// name the file.
    pub fn new(path: &Path, existing: Existing) -> io::Result<Draft> {
        Draft::named(path, existing, PREFIX, SUFFIX)
    }

    /// The same, with this prefix and suffix for the temporary name, around an unguessable part.
    ///
    /// # Errors
    /// As [`Draft::new`].
    pub fn named(path: &Path, existing: Existing, start: &str, end: &str) -> io::Result<Draft> {
        let target = if existing == Existing::Follow { follow(path)? } else { path.to_owned() };
        let old = match existing {
            Existing::Keep => None,
            Existing::Replace | Existing::Follow => replaced(&target)?,
        };
        Draft::begin(target, existing, old.as_ref(), start, end)
    }

    /// Begins a file with the mode and owner of another, for a copy: it is readable only by those who
    /// may read the other.
    ///
    /// ```
    /// use std::io::Write as _;
    ///
    /// use hoshi_files::{Draft, Existing};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let (path, backup) = (folder.path().join("a.sgf"), folder.path().join("a.sgf.bak"));
    /// std::fs::write(&path, "(;)")?;
    /// let mut draft = Draft::like(&backup, Existing::Keep, &path.metadata()?)?;
    /// draft.file().write_all(b"(;)")?;
    /// draft.finish()?;
    /// assert!(backup.exists());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Draft::new`].
    pub fn like(path: &Path, existing: Existing, like: &Metadata) -> io::Result<Draft> {
        let target = if existing == Existing::Follow { follow(path)? } else { path.to_owned() };
        if existing != Existing::Keep {
            replaced(&target)?;
        }
        Draft::begin(target, existing, Some(like), PREFIX, SUFFIX)
    }

    fn begin(
        target: PathBuf,
        existing: Existing,
        like: Option<&Metadata>,
        start: &str,
        end: &str,
    ) -> io::Result<Draft> {
        let other_names = match fs::symlink_metadata(&target) {
            Ok(there) if existing != Existing::Keep => names(&there).saturating_sub(1),
            _ => 0,
        };
        let written = Written { other_names };
        loop {
            let temporary = target.with_file_name(unguessable(start, end));
            match create_like(&temporary, like) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => {
                    let file = file?;
                    open_drafts().push(temporary.clone());
                    let temporary = Some(temporary);
                    return Ok(Draft { file, temporary, target, existing, written });
                }
            }
        }
    }

    /// The file, for writing.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Finishes the file: when this returns `Ok`, it has its name and is on disk.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the name is taken and the file must be kept, or any other I/O
    /// error. The old file is still there then, unless only the sync of the folder failed.
    pub fn finish(mut self) -> io::Result<Written> {
        self.file.sync_all()?;
        let Some(temporary) = self.temporary.clone() else { return Ok(self.written) };
        if self.existing == Existing::Keep {
            publish(&temporary, &self.target)?;
        } else {
            fs::rename(&temporary, &self.target)?;
        }
        self.temporary = None;
        forget(&temporary);
        match sync_folder(folder_of(&self.target)) {
            // A folder with write but no read permission cannot be opened to sync it.
            Err(error) if error.kind() != io::ErrorKind::PermissionDenied => Err(error),
            _ => Ok(self.written),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
            forget(temporary);
        }
    }
}

/// The unfinished drafts.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open_drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn forget(temporary: &Path) {
    open_drafts().retain(|other| other != temporary);
}

/// Removes all unfinished drafts: for a program that is about to exit without dropping them.
///
/// ```standalone_crate
/// use hoshi_files::{Draft, Existing};
///
/// let folder = tempfile::tempdir()?;
/// let draft = Draft::new(&folder.path().join("a.csv"), Existing::Keep)?;
/// hoshi_files::remove_drafts();
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// # drop(draft);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove_drafts() {
    for temporary in open_drafts().drain(..) {
        let _ = fs::remove_file(temporary);
    }
}

/// Writes a whole file.
///
/// ```
/// use hoshi_files::{Existing, write};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a");
/// write(&path, b"one", Existing::Keep)?;
/// assert!(write(&path, b"two", Existing::Keep).is_err());
/// let written = write(&path, b"two", Existing::Follow)?;
/// assert_eq!((written.other_names, std::fs::read(&path)?), (0, b"two".to_vec()));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// As [`Draft::new`] and [`Draft::finish`].
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<Written> {
    let mut draft = Draft::new(path, existing)?;
    draft.file().write_all(bytes)?;
    draft.finish()
}

/// Renames a file without replacing another. If the system stops halfway, the file has both names.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// std::fs::write(at("a"), "")?;
/// hoshi_files::publish(&at("a"), &at("b"))?;
/// assert!(at("b").exists() && !at("a").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if the name is taken, or any other I/O error.
pub fn publish(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // The new name is the one that matters; a leftover old name is harmless.
        Ok(()) => fs::remove_file(from).or(Ok(())),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system has hard links.
        Err(_) => rename_to_free(from, to),
    }
}

/// Renames a file unless the name is taken. If the system cannot do that atomically, checks first.
fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            renamed => return Ok(renamed?),
        }
    }
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// Gives a file a second name that is not taken, before the first one is replaced. Without hard
/// links, it is a copy.
///
/// ```
/// use hoshi_files::{Existing, keep, write};
///
/// let folder = tempfile::tempdir()?;
/// let at = |name: &str| folder.path().join(name);
/// write(&at("a"), b"old", Existing::Keep)?;
/// keep(&at("a"), &at("a.orig"))?;
/// write(&at("a"), b"new", Existing::Replace)?;
/// assert_eq!(std::fs::read(at("a.orig"))?, b"old");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if the name is taken, or any other I/O error.
pub fn keep(path: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(path, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => {
            let mut from = kind::open_regular(path)?;
            let mut draft = Draft::like(to, Existing::Keep, &from.metadata()?)?;
            io::copy(&mut from, draft.file())?;
            draft.finish().map(drop)
        }
    }
}

/// Syncs a folder: the names in it survive a power failure.
///
/// # Errors
/// On any I/O error.
#[cfg(unix)]
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// On this system folders cannot be opened, and need no sync.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Follows symbolic links to the end, whether or not the target exists.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|there| there.is_symlink()) {
            return Ok(path);
        }
        path = folder_of(&path).join(fs::read_link(&path)?);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The metadata of the file to be replaced, if there is one, or why it must not be replaced.
fn replaced(path: &Path) -> io::Result<Option<Metadata>> {
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        there => there?,
    };
    // Only the link itself is replaced.
    if there.is_symlink() {
        return Ok(None);
    }
    kind::check(&there)?;
    if is_read_only(path) {
        let why = "it is read-only, and was not changed";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
    }
    Ok(Some(there))
}

/// An unguessable name: another process, or one on another machine, may be writing the same file.
fn unguessable(start: &str, end: &str) -> OsString {
    let unique = RandomState::new().build_hasher().finish();
    [OsStr::new(start), OsStr::new(&format!("{unique:016x}")), OsStr::new(end)]
        .into_iter()
        .collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_replaced_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for (before, existing) in
            [(0o600, Existing::Follow), (0o640, Existing::Replace), (0o666, Existing::Follow)]
        {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(before)).unwrap();
            let _ = write(&path, b"new", existing).unwrap();
            assert_eq!((mode(&path), fs::read(&path).unwrap()), (before, b"new".to_vec()));
        }
        assert_eq!(names_in(folder.path()), ["a"]);
    }

    #[test]
    fn a_read_only_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        for existing in [Existing::Follow, Existing::Replace] {
            let error = write(&path, b"new", existing).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
            assert_eq!(error.to_string(), "it is read-only, and was not changed");
        }
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names_in(folder.path()), ["a"]);
    }

    #[test]
    fn links_are_followed_only_if_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("deep/target"), "old").unwrap();
        symlink("target", at("deep/second")).unwrap();
        symlink("deep/second", at("link")).unwrap();
        let _ = write(&at("link"), b"new", Existing::Follow).unwrap();
        assert_eq!(fs::read(at("deep/target")).unwrap(), b"new");
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        // A dangling link is resolved relative to its own folder, not the working directory.
        symlink("later", at("deep/nowhere")).unwrap();
        let _ = write(&at("deep/nowhere"), b"there", Existing::Follow).unwrap();
        assert_eq!(fs::read(at("deep/later")).unwrap(), b"there");
        symlink("circle", at("circle")).unwrap();
        assert!(write(&at("circle"), b"", Existing::Follow).is_err());

        let kept = write(&at("link"), b"other", Existing::Keep).unwrap_err();
        assert_eq!(kept.kind(), io::ErrorKind::AlreadyExists);
        let _ = write(&at("link"), b"other", Existing::Replace).unwrap();
        assert!(!fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("deep/target")).unwrap(), b"new");
    }

    #[test]
    fn a_broken_hard_link_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "old").unwrap();
        fs::hard_link(at("a"), at("b")).unwrap();
        fs::hard_link(at("a"), at("c")).unwrap();
        assert_eq!(write(&at("a"), b"new", Existing::Follow).unwrap().other_names, 2);
        assert_eq!(fs::read(at("b")).unwrap(), b"old");
        assert_eq!(write(&at("a"), b"new", Existing::Follow).unwrap().other_names, 0);
        assert_eq!(write(&at("d"), b"new", Existing::Follow).unwrap().other_names, 0);
    }

    #[test]
    fn only_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let error = write(folder.path(), b"", Existing::Follow).unwrap_err();
        assert_eq!(error.to_string(), "it is a folder, not a file");
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let draft = Draft::named(&path, Existing::Replace, ".a.", ".new").unwrap();
        let names = names_in(folder.path());
        assert!(names[0].starts_with(".a.") && names[0].ends_with(".new"), "{names:?}");
        drop(draft);
        assert_eq!(names_in(folder.path()), ["a"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn what_is_kept_is_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "old").unwrap();
        fs::write(at("taken"), "").unwrap();
        assert_eq!(keep(&at("a"), &at("taken")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        keep(&at("a"), &at("b")).unwrap();
        let inode = |name: &str| fs::metadata(at(name)).unwrap().ino();
        assert_eq!(inode("a"), inode("b"));
    }
}
