//! Opens files that the user named, if they are regular files. Reading a pipe or a device could
//! block forever, so they are refused. Links are followed.

use std::fmt;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// A kind of directory entry.
///
/// ```
/// use hoshi_files::Kind;
///
/// let folder = tempfile::tempdir()?;
/// assert_eq!(Kind::of(folder.path().metadata()?.file_type()), Kind::Folder);
/// assert_eq!(Kind::Pipe.to_string(), "a pipe");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A named pipe, or the end of a pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device, such as a terminal.
    Device,
    /// Something else.
    Other,
}

impl Kind {
    /// The kind that the system reports.
    #[must_use]
    pub fn of(kind: FileType) -> Kind {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt as _;
            if kind.is_fifo() {
                return Kind::Pipe;
            }
            if kind.is_socket() {
                return Kind::Socket;
            }
            if kind.is_char_device() || kind.is_block_device() {
                return Kind::Device;
            }
        }
        match kind {
            kind if kind.is_file() => Kind::File,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_symlink() => Kind::Link,
            _ => Kind::Other,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::File => "a file",
            Kind::Folder => "a folder",
            Kind::Link => "a symbolic link",
            Kind::Pipe => "a pipe",
            Kind::Socket => "a socket",
            Kind::Device => "a device",
            Kind::Other => "something else",
        })
    }
}

/// The error for something that is not a regular file. The caller adds the path.
///
/// ```
/// use hoshi_files::{Kind, NotAFile};
///
/// assert_eq!(NotAFile(Kind::Pipe).to_string(), "it is a pipe, not a file");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFile(pub Kind);

impl fmt::Display for NotAFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is {}, not a file", self.0)
    }
}

impl std::error::Error for NotAFile {}

/// The kind that was refused, if the error is a [`NotAFile`].
///
/// ```
/// use hoshi_files::Kind;
///
/// let folder = tempfile::tempdir()?;
/// let error = hoshi_files::open_regular(folder.path()).unwrap_err();
/// assert_eq!(hoshi_files::refused_kind(&error), Some(Kind::Folder));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn refused_kind(error: &io::Error) -> Option<Kind> {
    error.get_ref()?.downcast_ref::<NotAFile>().map(|refused| refused.0)
}

/// Checks that this is a regular file.
pub(crate) fn check(metadata: &Metadata) -> io::Result<()> {
    let kind = match Kind::of(metadata.file_type()) {
        Kind::File => return Ok(()),
        kind => kind,
    };
    let error = if kind == Kind::Folder {
        io::ErrorKind::IsADirectory
    } else {
        io::ErrorKind::InvalidInput
    };
    Err(io::Error::new(error, NotAFile(kind)))
}

/// Opens a regular file for reading. Links are followed.
///
/// # Errors
/// Immediately with [`NotAFile`] if it is anything else, even a pipe without a writer; or any I/O
/// error. The error does not name the file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open_regular_with(path, OpenOptions::new().read(true))
}

/// The same, with these options. They should not truncate: the kind is checked after opening.
///
/// ```
/// use std::fs::OpenOptions;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("results");
/// std::fs::write(&path, "1\n")?;
/// let file = hoshi_files::open_regular_with(&path, OpenOptions::new().read(true).write(true))?;
/// assert_eq!(file.metadata()?.len(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// As [`open_regular`].
pub fn open_regular_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Checked before opening, since opening some devices has side effects,
    check(&fs::metadata(path)?)?;
    let mut options = options.clone();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // and again afterwards, since it may have been replaced by a pipe.
        options.custom_flags(flags(rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY));
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// Reads a whole regular file.
///
/// # Errors
/// As [`open_regular`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same, as text.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a"), "text")?;
/// assert_eq!(hoshi_files::read_to_string(&folder.path().join("a"))?, "text");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// As [`open_regular`], and if it is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_regular(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Converts flags to the type of the standard library.
#[cfg(unix)]
pub(crate) fn flags(flags: rustix::fs::OFlags) -> i32 {
    // Only low bits are ever set; the types differ in nothing but sign.
    i32::try_from(flags.bits()).unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    /// A pipe without a writer.
    pub(crate) fn pipe(path: &Path) {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn only_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "(;)").unwrap();
        symlink("file", at("link")).unwrap();
        assert_eq!(read(&at("link")).unwrap(), b"(;)");

        pipe(&at("pipe"));
        symlink("pipe", at("to a pipe")).unwrap();
        let _socket = UnixListener::bind(at("socket")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        symlink("nothing", at("nowhere")).unwrap();
        for (name, told) in [
            ("pipe", "it is a pipe, not a file"),
            ("to a pipe", "it is a pipe, not a file"),
            ("socket", "it is a socket, not a file"),
            ("folder", "it is a folder, not a file"),
        ] {
            // Opening the pipe would block forever.
            assert_eq!(read(&at(name)).unwrap_err().to_string(), told);
            let both = open_regular_with(&at(name), OpenOptions::new().read(true).write(true));
            assert_eq!(both.unwrap_err().to_string(), told);
        }
        assert_eq!(read(&at("nowhere")).unwrap_err().kind(), io::ErrorKind::NotFound);
        let device = read(Path::new("/dev/null")).unwrap_err();
        assert_eq!(device.to_string(), "it is a device, not a file");
    }
}
