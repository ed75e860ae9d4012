//! A record that could not be saved in its own place: it goes where there is room.

use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;

use hoshi_core::Size;
use hoshi_files::Existing;
use hoshi_session::host::Unsaved;

use super::kept::write_private;
use crate::files;
use crate::now::local_now;
use crate::out::{self, Out};

/// A game whose record is not in its place.
#[derive(Debug)]
pub(super) struct Displaced {
    unsaved: Unsaved,
    copy: Copy,
}

/// Where the record is instead.
#[derive(Debug)]
enum Copy {
    File(PathBuf),
    StandardOutput,
    Nowhere,
}

impl Displaced {
    /// Puts the record into a file.
    pub(super) fn into_file(unsaved: Unsaved, size: Size) -> Displaced {
        let copy = set_aside(&unsaved.record, size).map_or(Copy::Nowhere, Copy::File);
        Displaced { unsaved, copy }.logged()
    }

    /// Puts the record on standard output, if that is a file or a pipe; else into a file. A terminal comes last:
    /// it may be gone, and nobody wants to type a record from it.
    pub(super) fn into_output(unsaved: Unsaved, size: Size, out: &mut Out) -> Displaced {
        let mut print = || out.bytes(&unsaved.record).and_then(|()| out.flush());
        let copy = if out::keeps_data() && print().is_ok() {
            Copy::StandardOutput
        } else {
            match set_aside(&unsaved.record, size) {
                Some(path) => Copy::File(path),
                None if print().is_ok() => Copy::StandardOutput,
                None => Copy::Nowhere,
            }
        };
        Displaced { unsaved, copy }.logged()
    }

    fn logged(self) -> Displaced {
        tracing::error!("{self}");
        self
    }
}

impl fmt::Display for Displaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game could not be saved ({})", self.unsaved)?;
        match &self.copy {
            Copy::File(path) => write!(f, "; its record is in {}", files::shown(path)),
            Copy::StandardOutput => f.write_str("; its record is on standard output"),
            Copy::Nowhere => f.write_str(", and neither could a copy"),
        }
    }
}

impl std::error::Error for Displaced {}

/// Puts a record into a new file where there is room for it: among the temporary ones, at home, or here.
fn set_aside(record: &[u8], size: Size) -> Option<PathBuf> {
    let folders = [Some(std::env::temp_dir()), std::env::home_dir(), Some(".".into())];
    let name = format!("hoshi_{}", local_now().stem(size));
    for folder in folders.into_iter().flatten() {
        // Two games may have begun in the same second.
        for number in 1..=9 {
            let path = folder.join(format!("{name}_{number}.sgf"));
            match write_private(&path, record, Existing::Keep) {
                Ok(()) => return Some(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
    }
    None
}
