//! A folder with a census, and the work that fills it.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::file::{self, Contents};
use super::lock::{Lock, gate};
use super::write::{put_aside, write_atomic};
use super::{StoreError, manifest};
use crate::census::bitmap::Bitmap;
use crate::census::content::{Dictionary, digest_of};
use crate::census::{Census, Layout, Run, Totals, seed};

/// The maximum number of parts of a file; files end at multiples of it.
const PARTS_A_FILE: u64 = 256;

/// The extension of the files.
const ENDING: &str = "census";

/// A folder with a census.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    census: Census,
    layout: Layout,
}

/// The totals of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartInfo {
    /// Its number.
    pub index: u64,
    /// Its first serial.
    pub first: u64,
    /// Its totals, except for ko points.
    pub totals: Totals,
    /// Pairs of a reduced position and a ko point.
    pub ko_points: u64,
    /// The digest of its bits.
    pub digest: u64,
}

impl PartInfo {
    /// The digest of a whole census, from all its parts in their order.
    #[must_use]
    pub fn digest_of(parts: &[PartInfo]) -> u64 {
        digest_of(parts.iter().map(|info| info.digest))
    }
}

/// The result of filling a census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The number of parts that already existed.
    pub there: u64,
    /// What was wrong with the files that were moved aside.
    pub aside: Vec<String>,
}

/// A file of the folder.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) path: PathBuf,
    pub(crate) contents: Contents,
}

impl Store {
    /// The folder for a census, created if missing.
    ///
    /// # Errors
    /// If the folder contains a different census or anything else, or on any I/O error.
    pub fn create(
        folder: &Path,
        census: Census,
        layout: Layout,
        program: &str,
    ) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(StoreError::disk("create", folder))?;
        let store = Store { folder: folder.to_owned(), census, layout };
        // A refused folder is left untouched, without a lock file.
        if store.is_settled()? {
            return Ok(store);
        }
        // One run at a time: the first decides what the folder contains.
        let _gate = gate(folder)?;
        if store.is_settled()? {
            return Ok(store);
        }
        let text = format!("{:#}\n", manifest::manifest(&store.census, layout, program));
        write_atomic(&folder.join(manifest::NAME), &[text.as_bytes()])?;
        Ok(store)
    }

    /// Whether the folder contains this census; false if it is empty.
    fn is_settled(&self) -> Result<bool, StoreError> {
        let folder = &self.folder;
        // List the files before reading the manifest: another run may begin the census now, and writes
        // the manifest first.
        let read = fs::read_dir(folder).map_err(StoreError::disk("read", folder))?;
        let is_ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
        let foreign = read.flatten().find(|entry| !is_ours(entry));
        if let Some((size, ko, layout)) = manifest::read(folder)? {
            self.is_this("board", &size.to_string(), &self.census.size().to_string())?;
            let (found, wanted) = (manifest::ko_name(ko), manifest::ko_name(self.census.ko()));
            self.is_this("kind of ko points", found, wanted)?;
            self.is_this("layout", layout.name(), self.layout.name())?;
            return Ok(true);
        }
        if let Some(entry) = foreign {
            let name = entry.file_name().to_string_lossy().into_owned();
            return Err(StoreError::broken(
                folder,
                format!("not a census, and not empty (`{name}`); name a new folder"),
            ));
        }
        Ok(false)
    }

    fn is_this(&self, what: &'static str, found: &str, wanted: &str) -> Result<(), StoreError> {
        if found == wanted {
            return Ok(());
        }
        let (found, wanted) = (found.to_owned(), wanted.to_owned());
        Err(StoreError::Other { path: self.folder.clone(), what, found, wanted })
    }

    /// Opens the folder of an existing census.
    ///
    /// # Errors
    /// If there is none, or its manifest is invalid.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        fs::metadata(folder).map_err(StoreError::disk("read", folder))?;
        let Some((size, ko, layout)) = manifest::read(folder)? else {
            let why = format!("not a census: it has no {}", manifest::NAME);
            return Err(StoreError::broken(folder, why));
        };
        Ok(Store { folder: folder.to_owned(), census: Census::new(size, ko)?, layout })
    }

    /// The census.
    #[must_use]
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of parts.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.layout.parts(&self.census)
    }

    /// Computes the missing ones of these parts. A damaged file of them is renamed with the extension
    /// `.broken`; files of other parts are left alone.
    ///
    /// # Errors
    /// If another run is working on them, there is a foreign file, the work was stopped, or on any I/O
    /// error. Finished parts are kept in every case.
    pub fn fill(&self, parts: Range<u64>, run: Run<'_>) -> Result<Filled, StoreError> {
        let parts = parts.start..parts.end.min(self.parts());
        if parts.is_empty() {
            return Ok(Filled::default());
        }
        let _lock = Lock::take(&self.folder, &parts)?;
        self.clear_temporaries(&parts);
        if self.layout == Layout::Seed {
            return seed::fill(self, parts, run);
        }
        let mut is_there = vec![false; (parts.end - parts.start) as usize];
        let mut aside = Vec::new();
        for held in self.files_of(&parts, Broken::Aside(&mut aside))? {
            let from = held.contents.parts.start.max(parts.start);
            for part in from..held.contents.parts.end.min(parts.end) {
                is_there[(part - parts.start) as usize] = true;
            }
        }
        let there = is_there.iter().filter(|is| **is).count() as u64;
        for (place, _) in is_there.iter().enumerate().filter(|(_, is)| **is) {
            (run.progress)(self.serials_of(parts.start + place as u64));
        }
        let runs = runs(&parts, &is_there);
        run.work(&runs, |parts| self.make(parts.clone(), run))?;
        Ok(Filled { there, aside })
    }

    fn serials_of(&self, part: u64) -> u64 {
        let range = self.census.part_range(part);
        range.end - range.start
    }

    /// Computes a file.
    fn make(&self, parts: Range<u64>, run: Run<'_>) -> Result<(), StoreError> {
        let mut dictionary = Dictionary::default();
        let mut bitmap = Bitmap::default();
        let mut made = Vec::new();
        for part in parts.clone() {
            run.check()?;
            made.push(self.census.part(part, &mut dictionary, &mut bitmap));
            (run.progress)(self.serials_of(part));
        }
        let path = self.path_of(&parts);
        let bytes = file::encode(&self.census, parts.start, &dictionary, &made)
            .map_err(StoreError::disk("pack", &path))?;
        write_atomic(&path, &[&bytes])
    }

    fn path_of(&self, parts: &Range<u64>) -> PathBuf {
        self.folder.join(format!("{:06}-{:06}.{ENDING}", parts.start, parts.end - 1))
    }

    /// The names of the files.
    pub(crate) fn paths(&self) -> Result<Vec<PathBuf>, StoreError> {
        let read = fs::read_dir(&self.folder).map_err(StoreError::disk("read", &self.folder))?;
        let is_one = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        let mut paths: Vec<PathBuf> =
            read.flatten().map(|entry| entry.path()).filter(is_one).collect();
        paths.sort();
        Ok(paths)
    }

    /// The header of an intact file.
    pub(crate) fn contents(&self, bytes: &[u8], path: &Path) -> Result<Contents, StoreError> {
        let contents = Contents::read(bytes, &self.census, path)?;
        let Range { start, end } = contents.parts;
        if named(path).is_some_and(|parts| parts != contents.parts) {
            let why = format!("it holds parts {start}-{}, but its name says otherwise", end - 1);
            return Err(StoreError::broken(path, why));
        }
        Ok(contents)
    }

    /// The files of the folder, by their parts, each checked as a whole.
    pub(crate) fn files(&self) -> Result<Vec<Held>, StoreError> {
        self.files_of(&(0..u64::MAX), Broken::Refused)
    }

    /// The files that have any of these parts. Others are skipped by name: there are many if the work
    /// is divided, and other runs may be writing them.
    pub(crate) fn files_of(
        &self,
        parts: &Range<u64>,
        mut broken: Broken<'_>,
    ) -> Result<Vec<Held>, StoreError> {
        let mut files = Vec::new();
        for path in self.paths()? {
            let named = named(&path);
            let is_other =
                |other: &Range<u64>| other.end <= parts.start || parts.end <= other.start;
            if named.as_ref().is_some_and(is_other) {
                continue;
            }
            let bytes = match hoshi_files::read(&path) {
                Ok(bytes) => bytes,
                // Another run has moved it aside meanwhile.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(StoreError::disk("read", &path)(error)),
            };
            match (self.contents(&bytes, &path), &mut broken) {
                (Ok(contents), _) => files.push(Held { path, contents }),
                (Err(error), Broken::Aside(aside)) if named.is_some() => {
                    put_aside(&path)?;
                    aside.push(error.to_string());
                }
                (Err(error), _) => return Err(error),
            }
        }
        files.sort_by_key(|held| (held.contents.parts.start, held.contents.parts.end));
        Ok(files)
    }

    /// Removes temporary files of these parts that a killed run left behind.
    fn clear_temporaries(&self, parts: &Range<u64>) {
        let Ok(read) = fs::read_dir(&self.folder) else { return };
        for entry in read.flatten() {
            let name = entry.file_name();
            let first = name.to_str().and_then(|name| {
                name.strip_prefix('.')?.strip_suffix(".new")?.split(['-', '.']).next()?.parse().ok()
            });
            if first.is_some_and(|first: u64| parts.contains(&first)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// How to treat a damaged file.
#[derive(Debug)]
pub(crate) enum Broken<'a> {
    /// It is an error.
    Refused,
    /// If its name is that of parts, it is renamed, so that they can be computed again, and the error
    /// is noted here.
    Aside(&'a mut Vec<String>),
}

/// The parts of a file according to its name.
fn named(path: &Path) -> Option<Range<u64>> {
    let (first, last) = path.file_stem()?.to_str()?.split_once('-')?;
    Some(first.parse().ok()?..last.parse::<u64>().ok()?.checked_add(1)?)
}

/// The missing parts, in runs of at most one file.
fn runs(parts: &Range<u64>, is_there: &[bool]) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for part in parts.clone().filter(|part| !is_there[(part - parts.start) as usize]) {
        match runs.last_mut() {
            Some(run) if run.end == part && part % PARTS_A_FILE != 0 => run.end += 1,
            _ => runs.push(part..part + 1),
        }
    }
    runs
}
