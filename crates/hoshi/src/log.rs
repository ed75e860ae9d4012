//! The log: a file that names what went wrong while nobody may have been looking. That it cannot be
//! written is no reason to stop, and there is nobody to tell.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use crate::now;

/// When it has this many bytes, it begins anew; the old one is kept beside it.
const MOST: u64 = 1 << 20;

/// Where it is: `HOSHI_LOG`, else `$XDG_STATE_HOME/hoshi/hoshi.log`, else below `~/.local/state`.
pub(crate) fn path() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = || {
        let given = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
        given.or_else(|| Some(env::home_dir()?.join(".local/state")))
    };
    set("HOSHI_LOG").or_else(|| Some(state()?.join("hoshi/hoshi.log")))
}

/// Adds a line.
pub(crate) fn write(text: &str) {
    let Some(path) = path() else { return };
    if fs::metadata(&path).is_ok_and(|file| file.len() >= MOST) {
        let _ = fs::rename(&path, path.with_extension("log.old"));
    }
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(&path) {
        let line =
            format!("{} [{}] {}\n", now::local_now(), std::process::id(), text.replace('\n', " "));
        let _ = file.write_all(line.as_bytes());
    }
}
