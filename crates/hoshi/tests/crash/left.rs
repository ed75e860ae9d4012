//! What was left behind, put aside for sgfmill: the file, and in the list beside it what it must hold.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use hoshi_core::{Color, Move, Size};

use crate::disks::is_inside;
use crate::script::State;

fn folder() -> Option<PathBuf> {
    std::env::var_os("HOSHI_CRASH").map(PathBuf::from)
}

/// Takes away what an earlier run has put aside.
pub(crate) fn clear() {
    static CLEARED: Once = Once::new();
    let Some(folder) = folder().filter(|_| !is_inside()) else { return };
    CLEARED.call_once(|| {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for what is left");
    });
}

/// Puts a file aside that must hold this.
pub(crate) fn keep(file: &Path, state: &State) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let Some(folder) = folder() else { return };
    let name = format!("{}-{}.sgf", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    fs::copy(file, folder.join(&name)).expect("a copy");
    let mut list = format!("file {name}\ngame {}\n", state.moves.len() + 1);
    let mut entry = |word: &str, key: &str, text: &str| {
        let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(list, "{word} {key} {hex}");
    };
    entry("value", "SZ", "9");
    entry("text", "PB", "Human");
    entry("text", "PW", "Guest");
    for (color, mv, comment) in &state.moves {
        let value = match mv {
            Move::Play(point) => Size::S9.sgf(*point).expect("a point of SGF"),
            Move::Pass => String::new(),
        };
        entry("value", if *color == Color::Black { "B" } else { "W" }, &value);
        if let Some(comment) = comment {
            entry("text", "C", comment);
        }
    }
    let into = OpenOptions::new().create(true).append(true).open(folder.join("list.txt"));
    // In one write: other threads add to it too.
    into.and_then(|mut into| into.write_all(list.as_bytes())).expect("a list");
}
