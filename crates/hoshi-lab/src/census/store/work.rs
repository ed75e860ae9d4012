//! Work that is shared by threads, and files that are written as a whole.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

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

/// A name beside a file that nobody else uses: processes of several machines may have the same number.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    let unique = RandomState::new().build_hasher().finish();
    path.with_file_name(format!(".{name}.{unique:016x}.new"))
}

/// Writes a file as a whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[&[u8]]) -> Result<(), StoreError> {
    let temporary = temporary(path);
    let write = || {
        let mut file = File::create(&temporary)?;
        for bytes in bytes {
            file.write_all(bytes)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&temporary);
        StoreError::disk("write", path)(error)
    })?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes names last that were given in a folder.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let sync = || File::open(folder)?.sync_all();
    if cfg!(unix) { sync().map_err(StoreError::disk("sync", folder)) } else { Ok(()) }
}

/// Gives a damaged file another ending.
pub(crate) fn put_aside(path: &Path) -> Result<(), StoreError> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    // One that was put aside before stays.
    let free = |nth: u32| {
        let more = if nth == 1 { String::new() } else { format!(".{nth}") };
        Some(path.with_file_name(format!("{name}.broken{more}"))).filter(|other| !other.exists())
    };
    let other = (1..1000).find_map(free).unwrap_or_else(|| path.with_extension("broken"));
    fs::rename(path, other).map_err(StoreError::disk("put aside", path))
}
