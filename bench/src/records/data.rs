//! The records that are read: real ones if available, else generated ones. Those that `sgf-parse`
//! cannot read are left out for both.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use super::{made, ours, theirs};

/// Files are read this many at a time, so that the clock is read rarely, and the trees of a peer that
/// needs much memory do not fill it.
const BATCH: usize = 64;

/// Some records.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// A description.
    pub name: String,
    /// The bytes of each file.
    pub files: Vec<Vec<u8>>,
    /// The number of files left out.
    pub left_out: usize,
}

impl Corpus {
    fn new(name: impl Into<String>, mut files: Vec<Vec<u8>>) -> Corpus {
        let all = files.len();
        files.retain(|bytes| are_agreed(bytes));
        let left_out = all - files.len();
        Corpus { name: name.into(), files, left_out }
    }

    /// All bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// The files, some at a time.
    pub fn batches(&self) -> impl Iterator<Item = &[Vec<u8>]> {
        self.files.chunks(BATCH)
    }
}

/// Whether `sgf-parse` reads a file, and reads it like hoshi if the file has faults. (In a file
/// without faults, a difference would be a bug.)
fn are_agreed(bytes: &[u8]) -> bool {
    let Some(trees) = theirs::read(bytes) else { return false };
    let Some(file) = ours::read(bytes) else { return false };
    file.faults().is_empty() || ours::count(&file) == theirs::count(&trees)
}

/// The two that are measured: many small files, and one file of 2,200 games.
///
/// # Errors
/// If existing data cannot be read.
pub fn corpora() -> io::Result<[Corpus; 2]> {
    let sgf = data().join("sgf");
    let one = sgf.join("torture/_synthetic/collection_2200_kgs_games.sgf");
    let many = sgf.join("common");
    let many = if many.is_dir() {
        let mut paths = Vec::new();
        list(&many, &mut paths)?;
        paths.sort();
        let files = paths.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
        Corpus::new("common: files of many programs", files)
    } else {
        Corpus::new("generated files, without outside data", made::files(1000))
    };
    let one = if one.is_file() {
        Corpus::new("one file of 2,200 games", vec![fs::read(&one)?])
    } else {
        Corpus::new(
            "one generated file of 2,200 games, without outside data",
            vec![made::games(2200)],
        )
    };
    Ok([many, one])
}

/// The data folder: `HOSHI_DATA`, else `shared/data` beside the workspace.
fn data() -> PathBuf {
    let beside = || {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        workspace.and_then(Path::parent).unwrap_or(Path::new("..")).join("shared/data")
    };
    let given = env::var_os("HOSHI_DATA").filter(|folder| !folder.is_empty());
    given.map_or_else(beside, PathBuf::from)
}

/// Every file in a folder and below.
fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// A game with a single line of this many nodes.
#[must_use]
pub fn long_line(nodes: usize) -> Vec<u8> {
    let mut text = b"(;GM[1]FF[4]SZ[19]".to_vec();
    for number in 1..nodes {
        let color = if number % 2 == 1 { b'B' } else { b'W' };
        let letter = |index: usize| b'a' + (index % 19) as u8;
        text.extend_from_slice(&[b';', color, b'[', letter(number), letter(number / 19), b']']);
    }
    text.push(b')');
    text
}
