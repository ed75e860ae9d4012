//! Small texts that are kept from one time to the next in the state folder: the last choice for a new game, scores
//! of problems, the lines that were typed. Only this user can read them.

use std::fs::DirEntry;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hoshi_files::{Draft, Existing};
use hoshi_session::host::program::{NewGame, Own};

use crate::{files, log};

/// Where a text is kept under a name: beside the log.
fn state_path(name: &str) -> Option<PathBuf> {
    Some(log::path()?.with_file_name(name))
}

/// The text that was kept under a name.
pub(super) fn kept(name: &str) -> Option<String> {
    hoshi_files::read_to_string(&state_path(name)?).ok()
}

/// Keeps a text under a name. What cannot be kept is a line in the log.
pub(super) fn keep(name: &str, text: &str) {
    let Some(path) = state_path(name) else { return };
    let write = || -> io::Result<()> {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        let _writing = files::WRITING.read();
        write_private(&path, text.as_bytes(), Existing::Replace)
    };
    if let Err(error) = write() {
        tracing::warn!("{}: {error}", path.display());
    }
}

/// The names of the texts that are kept, and when each was written.
pub(super) fn names() -> Vec<(String, SystemTime)> {
    let Some(folder) = state_path("").and_then(|path| std::fs::read_dir(path).ok()) else {
        return Vec::new();
    };
    let file = |entry: DirEntry| {
        let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((entry.file_name().into_string().ok()?, about.modified().ok()?))
    };
    folder.flatten().filter_map(file).collect()
}

/// Removes the text that was kept under a name.
pub(super) fn forget(name: &str) {
    let Some(path) = state_path(name) else { return };
    let _writing = files::WRITING.read();
    if let Err(error) = std::fs::remove_file(&path) {
        tracing::warn!("{}: {error}", path.display());
    }
}

/// Writes a file that only this user can read.
pub(super) fn write_private(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let mut draft = Draft::new(path, existing)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        draft.file().set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    draft.file().write_all(bytes)?;
    draft.finish().map(drop)
}

/// A choice as lines of a name and a value.
pub(super) fn choice_text(game: &NewGame) -> String {
    let color = match game.color {
        Own::Black => "black",
        Own::White => "white",
        Own::Nigiri => "nigiri",
    };
    let NewGame { size, opponent, rules, komi, handicap, time, help, teach, .. } = game;
    format!(
        "size {size}\nopponent {opponent}\ncolor {color}\nrules {rules}\nkomi {komi}\n\
         handicap {handicap}\ntime {time}\nhelp {help}\nteach {teach}\n"
    )
}

/// The choice that lines name. What is not understood is as in a first game.
pub(super) fn read_choice(text: &str) -> NewGame {
    let mut game = NewGame::default();
    for line in text.lines() {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim().to_owned();
        match name {
            "size" => game.size = value,
            "opponent" => game.opponent = value,
            "color" if value == "white" => game.color = Own::White,
            "color" if value == "nigiri" => game.color = Own::Nigiri,
            "rules" => game.rules = value,
            "komi" => game.komi = value,
            "handicap" => game.handicap = value.parse().unwrap_or(0),
            "time" => game.time = value,
            "help" => game.help = value == "true",
            "teach" => game.teach = value == "true",
            _ => {}
        }
    }
    game
}
