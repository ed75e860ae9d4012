//! The least that any program must do to make something durable: an append and its sync. Also the folder in which it is
//! measured.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use crate::say::{put, tell};

/// A file that is only appended to.
#[derive(Debug)]
pub struct Bare(File);

impl Bare {
    /// Makes a new file, in place of an old one, with a first append.
    ///
    /// # Errors
    /// On any I/O error.
    pub fn new(path: &Path) -> io::Result<Bare> {
        let _ = std::fs::remove_file(path);
        let mut file = Bare(OpenOptions::new().append(true).create_new(true).open(path)?);
        file.append()?;
        Ok(file)
    }

    /// Appends 64 bytes, and waits until they are on disk.
    ///
    /// # Errors
    /// On any I/O error.
    pub fn append(&mut self) -> io::Result<()> {
        self.0.write_all(&[b'x'; 64])?;
        self.0.sync_data()
    }
}

/// Does both, beginning with the one or the other in turn; the results in their own order.
///
/// # Errors
/// The first error of either.
pub fn in_turn<T>(
    number: usize,
    ours: &mut dyn FnMut() -> io::Result<T>,
    theirs: &mut dyn FnMut() -> io::Result<T>,
) -> io::Result<[T; 2]> {
    if number.is_multiple_of(2) {
        let first = ours()?;
        Ok([first, theirs()?])
    } else {
        let first = theirs()?;
        Ok([ours()?, first])
    }
}

/// The middle one, in microseconds; 0 if there is none.
#[must_use]
pub fn median(mut spans: Vec<Duration>) -> f64 {
    spans.sort_unstable();
    spans.get(spans.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1e6
}

/// Measures in a folder of its own inside another one, which is removed again, and prints the report.
pub fn measured<T>(
    name: &str,
    inside: &Path,
    measure: impl FnOnce(&Path) -> io::Result<T>,
    report: impl FnOnce(&T) -> String,
) -> ExitCode {
    let own = inside.join(format!("hoshi-bench-{}", std::process::id()));
    let figures = std::fs::create_dir_all(&own).and_then(|()| measure(&own));
    let cleaned = std::fs::remove_dir_all(&own);
    match figures.and_then(|figures| cleaned.map(|()| figures)) {
        Ok(figures) => {
            put(&report(&figures));
            ExitCode::SUCCESS
        }
        Err(error) => {
            tell(name, &format!("{}: {error}", own.display()));
            ExitCode::from(2)
        }
    }
}
