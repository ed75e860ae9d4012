//! `cargo xtask bless`: one command rewrites the golden outputs, which are then reviewed as a diff.

use std::collections::BTreeMap;
use std::fs;

use crate::args::Args;
use crate::run::{Cmd, Failure, root};

const HELP: &str = "\
Renews the golden outputs of the tests: transcripts of the program in crates/hoshi/tests and
README.md, messages of sessions in testdata/session, pictures in testdata/render, screens of the
terminal board in testdata/terminal, and the widths of letters in crates/hoshi-render/src/font.

Usage: cargo xtask bless

Review `git diff` afterwards: a golden file states what the program should print.
";

/// The folders of transcripts, messages, pictures and letter widths.
const FOLDERS: [&str; 5] = [
    "crates/hoshi/tests/cmd",
    "testdata/session",
    "testdata/render",
    "testdata/terminal",
    "crates/hoshi-render/src/font",
];

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("bless", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    let before = golden()?;
    let transcripts = Cmd::cargo("test --quiet --locked --workspace --test cli");
    transcripts.clone().env("TRYCMD", "overwrite").quietly()?;
    let others = Cmd::cargo("test --quiet --locked --workspace --lib golden");
    others.clone().env("HOSHI_RENEW", "1").quietly()?;
    // Once more without renewing: the tests must pass now.
    transcripts.quietly()?;
    others.quietly()?;
    let after = golden()?;
    let changed: Vec<&String> = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(p, _)| p)
        .collect();
    if changed.is_empty() {
        say!("nothing changed");
    }
    for path in changed {
        say!("renewed {path}");
    }
    Ok(())
}

/// The golden files and their content.
fn golden() -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let refused = |path: &str, error| Failure::usage(format!("{path} cannot be read: {error}"));
    let mut paths = vec!["README.md".to_owned()];
    let mut folders = FOLDERS.map(str::to_owned).to_vec();
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(root().join(&folder)).map_err(|error| refused(&folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| refused(&folder, error))?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                paths.push(path);
            }
        }
    }
    let read = |path: String| match fs::read(root().join(&path)) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(refused(&path, error)),
    };
    paths.into_iter().map(read).collect()
}
