//! The charsets of the files that a command reads. The files of one folder mostly come from one program:
//! where the charset of a file is a close guess, those beside it are looked at.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hoshi_record::charset::{Charset, Form, Hints, Likely};
use hoshi_record::sgf::Collection;

use crate::cli::CharsetOptions;
use crate::files;

/// At most this many files of a folder are examined, and none that is larger than this.
const NEIGHBOURS: usize = 32;
const MAX_BYTES: u64 = 1 << 20;

/// What is known about charsets during one run.
#[derive(Debug, Default)]
pub(crate) struct Charsets {
    hints: Hints,
    /// By folder, what its files are likely to be in.
    folders: Mutex<HashMap<PathBuf, Option<Charset>>>,
}

impl Charsets {
    pub(crate) fn new(options: &CharsetOptions) -> Charsets {
        Charsets { hints: options.hints(), folders: Mutex::default() }
    }

    /// What the command line says.
    pub(crate) fn hints(&self) -> &Hints {
        &self.hints
    }

    /// A file that was read; if its charset is a close guess, read once more with what the files beside it
    /// are in.
    pub(crate) fn settle(&self, path: &Path, file: Collection) -> Collection {
        if !file.has_doubtful_charset() || file.form() != Form::Bytes || files::is_dash(path) {
            return file;
        }
        let Some(likely) = self.likely(path) else { return file };
        let hints = Hints { likely: Some(likely), ..self.hints };
        Collection::read_with(file.source(), &hints).unwrap_or(file)
    }

    /// What the files beside this one are likely to be in.
    fn likely(&self, path: &Path) -> Option<Charset> {
        let folder = path.parent()?;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        // The first thread looks; the others wait for the result.
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = folders.get(folder) {
            return *known;
        }
        let mut likely = Likely::default();
        for path in neighbours(folder, path.extension()?) {
            if let Ok(bytes) = files::read(&path) {
                likely.add(&bytes);
            }
        }
        folders.insert(folder.to_owned(), likely.charset());
        likely.charset()
    }
}

/// Some files of a folder with this ending, from all over it; the same in every run.
fn neighbours(folder: &Path, extension: &std::ffi::OsStr) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_small = |entry: &fs::DirEntry| {
        entry.metadata().is_ok_and(|found| found.is_file() && found.len() <= MAX_BYTES)
    };
    let paths = entries.flatten().filter(is_small).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension() == Some(extension)).collect();
    paths.sort_unstable();
    let step = paths.len().div_ceil(NEIGHBOURS).max(1);
    paths.into_iter().step_by(step).collect()
}
