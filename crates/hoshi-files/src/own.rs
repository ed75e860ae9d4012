//! Files that hoshi makes for itself: locks, temporaries, the log. Somebody else may have put a link at
//! such a name, by mistake or not; none is ever followed, and nothing that was there is changed unless it
//! is surely one of ours.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::kind::Kind;
use crate::rights;

/// Why a file of ours is not used: what has its name is not ours.
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
    /// It is another file too: it has more than one name.
    Linked(PathBuf),
    /// It holds something that hoshi did not write.
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

/// Makes a file that is not there yet, for reading and writing.
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
/// [`io::ErrorKind::AlreadyExists`] if something has the name, be it a link that leads nowhere; else as
/// the system says.
pub fn create_new(path: &Path) -> io::Result<File> {
    new(OpenOptions::new().read(true).write(true)).open(path)
}

/// The same, with the mode and the owner of another file, as far as this process may. Until they are set,
/// nobody else can read it. Without another file, it gets the usual mode.
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
    rights::keep(&file, like);
    Ok(file)
}

/// Opens a file of ours to add to it, or makes it.
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
/// With [`Refused`] if it is a link, has another name, or is not a regular file; else as the system says.
pub fn append_own(path: &Path) -> io::Result<File> {
    match new(OpenOptions::new().append(true)).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            open_own(path, OpenOptions::new().append(true))
        }
        made => made,
    }
}

/// Opens a file of ours that is there. It is not changed by that: what it holds is for the caller to
/// look at.
///
/// # Errors
/// With [`Refused`] if it is a link, has another name, or is not a regular file;
/// [`io::ErrorKind::NotFound`] if it is gone or about to be; else as the system says.
pub(crate) fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Before it is opened: opening alone does something to some devices.
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

/// How many names a file has.
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

/// Follows no link at the end of a path, and does not wait for what has its name.
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

/// Makes a file, and follows no link. Nobody has to be waited for: it is a new one.
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
