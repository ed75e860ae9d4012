//! Permissions of a file that replaces another: readable by those who could read the old one, and nobody
//! else.

use std::fs::{File, Metadata};
use std::path::Path;

/// Gives a file the owner and mode of another, as far as this process may. If the group cannot be kept,
/// its permissions are dropped, since another group never had them. ACLs and extended attributes are not
/// copied.
#[cfg(unix)]
pub(crate) fn keep(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    let is_kept = |owner: Option<u32>, group: Option<u32>| {
        std::os::unix::fs::fchown(file, owner, group).is_ok()
    };
    let Ok(new) = file.metadata() else { return };
    let is_owner = new.uid() == old.uid() || is_kept(Some(old.uid()), None);
    let is_group = new.gid() == old.gid() || is_kept(None, Some(old.gid()));
    let mut mode = old.mode() & 0o777;
    if !is_group {
        mode &= !0o070;
    }
    // If the owner cannot be kept, it is the current user, who could write the old file.
    let mode = if is_owner { mode } else { mode | 0o600 };
    // If this fails, the file stays private.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(mode));
}

/// On this system only the read-only flag could be kept, and a read-only file is not replaced.
#[cfg(not(unix))]
pub(crate) fn keep(_file: &File, _old: &Metadata) {}

/// Whether an existing file is read-only, for everybody or for this process. A read-only file system
/// does not count: writing to it fails with a better error.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a");
/// assert!(!hoshi_files::is_read_only(&path));
/// std::fs::write(&path, "")?;
/// let mut rights = path.metadata()?.permissions();
/// rights.set_readonly(true);
/// std::fs::set_permissions(&path, rights)?;
/// assert!(hoshi_files::is_read_only(&path));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn is_read_only(path: &Path) -> bool {
    let Ok(there) = path.metadata() else { return false };
    if there.permissions().readonly() {
        return true;
    }
    #[cfg(unix)]
    {
        let access = rustix::fs::access(path, rustix::fs::Access::WRITE_OK);
        access == Err(rustix::io::Errno::ACCESS)
    }
    #[cfg(not(unix))]
    false
}
