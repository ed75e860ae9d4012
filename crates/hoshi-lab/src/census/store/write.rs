//! Files written atomically.

use std::io::{self, Write as _};
use std::path::Path;

use hoshi_files::{Draft, Existing};

use super::StoreError;

/// Begins a file that is written atomically. The temporary name contains the final one, so that
/// leftovers of a killed run can be identified.
pub(crate) fn draft(path: &Path) -> io::Result<Draft> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    Draft::named(path, Existing::Replace, &format!(".{name}."), ".new")
}

/// Writes a file atomically.
pub(crate) fn write_atomic(path: &Path, bytes: &[&[u8]]) -> Result<(), StoreError> {
    let write = || {
        let mut draft = draft(path)?;
        for bytes in bytes {
            draft.file().write_all(bytes)?;
        }
        draft.finish().map(drop)
    };
    write().map_err(StoreError::disk("write", path))
}

/// Syncs the names in a folder.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    hoshi_files::sync_folder(folder).map_err(StoreError::disk("sync", folder))
}

/// Renames a damaged file with another extension.
pub(crate) fn put_aside(path: &Path) -> Result<(), StoreError> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    for nth in 1_u64.. {
        let more = if nth == 1 { String::new() } else { format!(".{nth}") };
        let other = path.with_file_name(format!("{name}.broken{more}"));
        match hoshi_files::publish(path, &other) {
            // A file that was moved aside earlier is kept.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map_err(StoreError::disk("put aside", path)),
        }
    }
    unreachable!("some number is free")
}
