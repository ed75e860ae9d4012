//! Who may read a file that takes the place of another: those who could before, and nobody else.

use std::fs::{File, Metadata};
use std::path::Path;

/// Gives a file the owner and the mode of another, as far as this process may. Where the group cannot be
/// kept, its rights go: another group never had them. Lists of rights and other attributes stay behind.
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
    // Where the owner cannot be kept, it is this process's user, who could write the old one.
    let mode = if is_owner { mode } else { mode | 0o600 };
    // Where this fails, the file stays as private as it was made.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(mode));
}

/// What there is to keep here is only whether it is read-only, and such a file is not replaced.
#[cfg(not(unix))]
pub(crate) fn keep(_file: &File, _old: &Metadata) {}

/// Whether a file that is there was made read-only, for everybody or for this process. A whole disk that
/// is read-only does not count: writing to it fails with a better reason.
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
