//! Work that is shared by threads, and files that are written as a whole.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use hoshi_files::{Draft, Existing};

use super::StoreError;
use super::folder::Run;

/// Does each piece of some work, by several threads; the first error ends it.
pub(crate) fn work<T: Sync>(
    pieces: &[T],
    run: Run<'_>,
    does: impl Fn(&T) -> Result<(), StoreError> + Sync,
) -> Result<(), StoreError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let error = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..run.threads.max(1).min(pieces.len()) {
            scope.spawn(|| {
                while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if failed.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Err(new) = does(piece) {
                        failed.store(true, Ordering::Relaxed);
                        // A thread that panicked would end the scope anyway.
                        error.lock().expect("no thread panics here").get_or_insert(new);
                    }
                }
            });
        }
    });
    error.into_inner().expect("no thread panics here").map_or(Ok(()), Err)
}

/// Begins a file that appears as a whole or not at all. What a killed run leaves of it tells by its name
/// which file it was to be.
pub(crate) fn draft(path: &Path) -> io::Result<Draft> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    Draft::named(path, Existing::Replace, &format!(".{name}."), ".new")
}

/// Writes a file as a whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[&[u8]]) -> Result<(), StoreError> {
    let write = || {
        let mut draft = draft(path)?;
        for bytes in bytes {
            draft.file().write_all(bytes)?;
        }
        draft.finish().map(drop)
    };
    write().map_err(StoreError::disk("write", path))
}

/// Makes names last that were given in a folder.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    hoshi_files::sync_folder(folder).map_err(StoreError::disk("sync", folder))
}

/// Gives a damaged file another ending.
pub(crate) fn put_aside(path: &Path) -> Result<(), StoreError> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    for nth in 1_u64.. {
        let more = if nth == 1 { String::new() } else { format!(".{nth}") };
        let other = path.with_file_name(format!("{name}.broken{more}"));
        match hoshi_files::publish(path, &other) {
            // One that was put aside before stays.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map_err(StoreError::disk("put aside", path)),
        }
    }
    unreachable!("numbers do not end")
}
