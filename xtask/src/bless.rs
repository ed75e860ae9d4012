//! `cargo xtask bless`: golden outputs are renewed by one command and then
//! reviewed as a diff. It renews; it never judges.

use std::collections::BTreeMap;
use std::fs;

use crate::args::Args;
use crate::run::{Cmd, Failure, root};

const HELP: &str = "\
Renews the golden outputs of the tests: transcripts of the program in crates/hoshi/tests and
README.md, and messages of sessions in testdata/session.

Usage: cargo xtask bless

Look at `git diff` afterwards: a golden file says what the program should print,
and you are the one who says so.
";

/// Where the transcripts are, and the messages.
const FOLDERS: [&str; 2] = ["crates/hoshi/tests/cmd", "testdata/session"];

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("bless", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    let before = golden()?;
    let transcripts = Cmd::cargo("test --quiet --locked --workspace --test cli");
    transcripts.clone().env("TRYCMD", "overwrite").quietly()?;
    let messages = Cmd::cargo("test --quiet --locked --workspace --lib golden");
    messages.clone().env("HOSHI_RENEW", "1").quietly()?;
    // Once more without it: what is written must now be what is printed.
    transcripts.quietly()?;
    messages.quietly()?;
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

/// The golden files and what they hold.
fn golden() -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let refused = |path: &str, error| Failure::usage(format!("{path} cannot be read: {error}"));
    let mut paths = vec!["README.md".to_owned()];
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join(folder)).map_err(|error| refused(folder, error))?;
        for entry in entries {
            let name = entry.map_err(|error| refused(folder, error))?.file_name();
            paths.push(format!("{folder}/{}", name.to_string_lossy()));
        }
    }
    let read = |path: String| match fs::read(root().join(&path)) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(refused(&path, error)),
    };
    paths.into_iter().map(read).collect()
}
