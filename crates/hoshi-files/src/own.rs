//! Files that hoshi creates for itself: locks, temporary files, the log. Another user may have put a
//! link at such a path; links are never followed, and an existing file is changed only if it is
//! certainly ours.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::kind::Kind;
use crate::rights;

/// Why a file of ours cannot be used: its path belongs to something else.
///
/// ```
/// use std::path::PathBuf;
///
/// use hoshi_files::{Kind, Refused};
///
/// let path = PathBuf::from(".game.sgf.lock");
/// assert_eq!(
///     Refused::Kind(path.clone(), Kind::Link).to_string(),
///     ".game.sgf.lock is a symbolic link; move it away and try again"
/// );
/// assert_eq!(
///     Refused::Linked(path.clone()).to_string(),
///     ".game.sgf.lock is a hard link to another file; move it away and try again"
/// );
/// assert_eq!(
///     Refused::Foreign(path).to_string(),
///     ".game.sgf.lock was not made by hoshi; move it away and try again"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// It is not a regular file.
    Kind(PathBuf, Kind),
    /// It has other hard links.
    Linked(PathBuf),
    /// Its content was not written by hoshi.
    Foreign(PathBuf),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Kind(path, kind) => write!(f, "{} is {kind}", path.display())?,
            Refused::Linked(path) => {
                write!(f, "{} is a hard link to another file", path.display())?;
            }
            Refused::Foreign(path) => write!(f, "{} was not made by hoshi", path.display())?,
        }
        f.write_str("; move it away and try again")
    }
}

impl std::error::Error for Refused {}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, refused)
    }
}

/// Creates a file for reading and writing.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a");
/// hoshi_files::create_new(&path)?;
/// assert_eq!(
///     hoshi_files::create_new(&path).unwrap_err().kind(),
///     std::io::ErrorKind::AlreadyExists
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if the name is taken, even by a dangling link; or any other I/O
/// error.
pub fn create_new(path: &Path) -> io::Result<File> {
    let file = new(OpenOptions::new().read(true).write(true)).open(path)?;
    keep_access_time(&file);
    Ok(file)
}

/// Reading back what was written need not be noted on the disk. Whether this succeeds makes no other difference.
fn keep_access_time(file: &File) {
    #[cfg(target_os = "linux")]
    if let Ok(flags) = rustix::fs::fcntl_getfl(file) {
        let _ = rustix::fs::fcntl_setfl(file, flags | rustix::fs::OFlags::NOATIME);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Creates a file with the mode and owner of another, as far as this process may. Until they are
/// set, only this user can read it. Without another file, it gets the default mode.
///
/// # Errors
/// As [`create_new`].
pub fn create_like(path: &Path, like: Option<&Metadata>) -> io::Result<File> {
    let Some(like) = like else { return create_new(path) };
    let mut options = OpenOptions::new();
    new(options.read(true).write(true));
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    keep_access_time(&file);
    rights::keep(&file, like);
    Ok(file)
}

/// Opens or creates a file of ours for appending.
///
/// ```
/// use std::io::Write as _;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("hoshi.log");
/// hoshi_files::append_own(&path)?.write_all(b"one\n")?;
/// hoshi_files::append_own(&path)?.write_all(b"two\n")?;
/// assert_eq!(std::fs::read(&path)?, b"one\ntwo\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// With [`Refused`] if it is a link, has other hard links, or is not a regular file; or on any I/O
/// error.
pub fn append_own(path: &Path) -> io::Result<File> {
    match new(OpenOptions::new().append(true)).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            open_own(path, OpenOptions::new().append(true))
        }
        made => made,
    }
}

/// Opens an existing file of ours without changing it; the caller checks the content.
///
/// # Errors
/// With [`Refused`] if it is a link, has other hard links, or is not a regular file;
/// [`io::ErrorKind::NotFound`] if it is gone or about to be; or any other I/O error.
pub(crate) fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Checked before opening, since opening some devices has side effects.
    check(path, &fs::symlink_metadata(path)?)?;
    let file = match own(options).open(path) {
        Err(_) if fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink()) => {
            return Err(Refused::Kind(path.to_owned(), Kind::Link).into());
        }
        file => file?,
    };
    check(path, &file.metadata()?)?;
    Ok(file)
}

fn check(path: &Path, there: &Metadata) -> io::Result<()> {
    match Kind::of(there.file_type()) {
        Kind::File => {}
        kind => return Err(Refused::Kind(path.to_owned(), kind).into()),
    }
    match names(there) {
        0 => Err(io::ErrorKind::NotFound.into()),
        1 => Ok(()),
        _ => Err(Refused::Linked(path.to_owned()).into()),
    }
}

/// The number of hard links of a file.
pub(crate) fn names(there: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(there)
    }
    #[cfg(not(unix))]
    {
        let _ = there;
        1
    }
}

/// Does not follow a link at the end of the path, and does not block.
fn own(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        let own = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(crate::kind::flags(own));
    }
    options
}

/// Creates a file without following a link. A new file never blocks.
fn new(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(crate::kind::flags(rustix::fs::OFlags::NOFOLLOW));
    }
    options.create_new(true)
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn nothing_of_others_is_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "mine").unwrap();
        symlink("precious", at("link")).unwrap();
        symlink("nothing", at("nowhere")).unwrap();
        fs::hard_link(at("precious"), at("hard")).unwrap();
        for (name, told) in [
            ("link", "is a symbolic link"),
            ("nowhere", "is a symbolic link"),
            ("hard", "is a hard link to another file"),
            (".", "is a folder"),
        ] {
            let error = append_own(&at(name)).unwrap_err().to_string();
            assert!(error.contains(told) && error.contains(name), "{error}");
            assert_eq!(create_new(&at(name)).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(fs::read(at("precious")).unwrap(), b"mine");
        assert!(!at("nothing").exists());
        append_own(&at("own")).unwrap().write_all(b"ours").unwrap();
        assert_eq!(fs::read(at("own")).unwrap(), b"ours");
    }

    #[test]
    fn a_file_like_another_has_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for mode in [0o600, 0o640, 0o644, 0o666] {
            fs::write(at("old"), "").unwrap();
            fs::set_permissions(at("old"), fs::Permissions::from_mode(mode)).unwrap();
            let old = fs::metadata(at("old")).unwrap();
            let new = create_like(&at("new"), Some(&old)).unwrap().metadata().unwrap();
            assert_eq!(new.permissions().mode() & 0o7777, mode);
            fs::remove_file(at("new")).unwrap();
        }
    }
}
