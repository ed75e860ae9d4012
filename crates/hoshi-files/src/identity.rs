//! Which file a name belongs to, and how long it is.

use std::fs::File;
use std::io;
use std::path::Path;

/// Identifies a file, and its length. Two files that exist at the same time are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The device and inode, where the system has them.
    pub file: Option<(u64, u64)>,
    /// Its length in bytes.
    pub len: u64,
}

/// The file that has this name now. Links are followed.
///
/// On Linux this does not ask when the file was changed: a file system that was asked that notes the next change to the
/// nanosecond, and so has more to write when the file is synced.
///
/// # Errors
/// [`io::ErrorKind::NotFound`] if there is none, or any other I/O error.
pub fn identity(path: &Path) -> io::Result<Identity> {
    #[cfg(target_os = "linux")]
    match linux::look_up(rustix::fs::CWD, path, rustix::fs::AtFlags::empty()) {
        Err(error) if linux::is_unknown(error) => {}
        found => return Ok(found?),
    }
    Ok(of(&std::fs::metadata(path)?))
}

/// The same of an open file.
///
/// # Errors
/// On any I/O error.
pub fn identity_of(file: &File) -> io::Result<Identity> {
    #[cfg(target_os = "linux")]
    match linux::look_up(file, Path::new(""), rustix::fs::AtFlags::EMPTY_PATH) {
        Err(error) if linux::is_unknown(error) => {}
        found => return Ok(found?),
    }
    Ok(of(&file.metadata()?))
}

/// Whether the files of a folder have the same numbers (inodes) again after the system was started anew. On FAT and
/// many network file systems the numbers are made up while the system runs.
#[must_use]
pub fn keeps_numbers(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        /// FAT, exFAT, FUSE, CIFS and SMB 2, as `statfs` names them.
        const MADE_UP: [u64; 5] = [0x4d44, 0x2011_bab0, 0x6573_5546, 0xff53_4d42, 0xfe53_4d42];
        rustix::fs::statfs(folder).is_ok_and(|found| !MADE_UP.contains(&(found.f_type as u64)))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        cfg!(unix)
    }
}

fn of(metadata: &std::fs::Metadata) -> Identity {
    #[cfg(unix)]
    let file = {
        use std::os::unix::fs::MetadataExt as _;
        Some((metadata.dev(), metadata.ino()))
    };
    #[cfg(not(unix))]
    let file = None;
    Identity { file, len: metadata.len() }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::AsFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, StatxFlags, makedev, statx};
    use rustix::io::{Errno, Result};

    use super::Identity;

    pub(super) fn look_up(folder: impl AsFd, path: &Path, flags: AtFlags) -> Result<Identity> {
        let found = statx(folder, path, flags, StatxFlags::INO | StatxFlags::SIZE)?;
        let device = makedev(found.stx_dev_major, found.stx_dev_minor);
        Ok(Identity { file: Some((device, found.stx_ino)), len: found.stx_size })
    }

    /// Whether the system does not know this call, or a sandbox forbids it.
    pub(super) fn is_unknown(error: Errno) -> bool {
        matches!(error, Errno::NOSYS | Errno::PERM)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io;

    use super::{identity, identity_of, of};

    #[test]
    fn a_file_is_known_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), b"four").unwrap();
        fs::write(at("b"), b"four").unwrap();
        fs::hard_link(at("a"), at("c")).unwrap();
        let a = identity(&at("a")).unwrap();
        assert_eq!(a.len, 4);
        assert_eq!(identity_of(&File::open(at("a")).unwrap()).unwrap(), a);
        assert_eq!(of(&fs::metadata(at("a")).unwrap()), a);
        assert_eq!(identity(&at("c")).unwrap(), a);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("a"), at("d")).unwrap();
            assert_eq!(identity(&at("d")).unwrap(), a);
            assert_ne!(identity(&at("b")).unwrap(), a);
        }
        fs::write(at("a"), b"longer").unwrap();
        assert_ne!(identity(&at("a")).unwrap(), a);
        assert_eq!(identity(&at("e")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
