//! Where the outside data lies: the folder that `HOSHI_DATA` names, else `shared/data` beside the
//! workspace. It is never required.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A folder of the outside data; `None`, and a line that says so, if it isn't there.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let beside = || {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        workspace.and_then(Path::parent).unwrap_or(Path::new("..")).join("shared/data")
    };
    let given = env::var_os("HOSHI_DATA").filter(|folder| !folder.is_empty());
    let path = given.map_or_else(beside, PathBuf::from).join(name);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: {name}: {} is not there; set HOSHI_DATA", path.display());
    None
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
