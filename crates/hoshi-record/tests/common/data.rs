//! The records of the outside data, which is never required.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the outside data; `None`, with a printed note, if it is missing.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    hoshi_testkit::data(name, name)
}

/// The records of a folder and its subfolders, by their names below it, in order.
pub(crate) fn records(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(&inside).expect("a folder that is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "sgf") {
                let name = path.strip_prefix(folder).expect("below the folder");
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                found.push((parts.join("/"), fs::read(&path).expect("a file that is there")));
            }
        }
    }
    found.sort();
    found
}
