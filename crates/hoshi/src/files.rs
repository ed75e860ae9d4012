//! Files in and out. `-` is standard input or output. An output appears whole or not at all, and
//! replaces nothing unless that was asked for.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::sync::RwLock;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_files::{Draft, Existing, Kind, Written, visible_line};

use crate::out::{self, Out};

/// The largest input that is taken: what the readers of records take.
pub(crate) const MAX_BYTES: u64 = hoshi_record::sgf::MAX_BYTES as u64;

/// Held by whoever is writing a file: who ends the program in the middle of things waits for them, so
/// that no half of one stays behind.
pub(crate) static WRITING: RwLock<()> = RwLock::new(());

/// Whether a path means standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as people read it.
pub(crate) fn shown(path: &Path) -> String {
    if is_dash(path) {
        "standard input".to_owned()
    } else {
        visible_line(&path.display().to_string()).into_owned()
    }
}

/// All that a file, or standard input, holds.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    read_up_to(path, MAX_BYTES)
}

/// The same, with another limit.
pub(crate) fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_dash(path) {
        let input = io::stdin().lock();
        if input.is_terminal() {
            bail!("standard input is a terminal; give a file, or pipe one in");
        }
        input.take(most + 1).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let file = open(path)?;
        let len = file.metadata().with_context(|| shown(path))?.len();
        bytes.reserve(usize::try_from(len.min(most)).unwrap_or(0));
        file.take(most + 1).read_to_end(&mut bytes).with_context(|| shown(path))?;
    }
    if bytes.len() as u64 > most {
        bail!("{}: larger than the limit of {most} bytes", shown(path));
    }
    Ok(bytes)
}

/// Opens a file. What is not a regular file is refused at once; a pipe may be meant as standard input.
fn open(path: &Path) -> Result<File> {
    hoshi_files::open_regular(path).map_err(|error| {
        let is_stream = matches!(
            hoshi_files::refused_kind(&error),
            Some(Kind::Pipe | Kind::Device | Kind::Socket)
        );
        let hint = if is_stream { "; pipe it in and use `-`" } else { "" };
        if hint.is_empty() {
            anyhow!(error).context(shown(path))
        } else {
            anyhow!("{}: {error}{hint}", shown(path))
        }
    })
}

/// Writes a file, whole or not at all. One that is there is replaced only with `force`.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<Written> {
    let named = || shown(path);
    check(path, force)?;
    // A pipe or a device is written to; it cannot be replaced.
    if force && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let file = File::options().write(true).open(path);
        file.and_then(|mut file| file.write_all(bytes)).with_context(named)?;
        return Ok(Written::default());
    }
    let _writing = WRITING.read();
    let mut draft = begin(path, force)?;
    draft.file().write_all(bytes).with_context(named)?;
    finish(draft, path)
}

/// Begins a file that is to appear whole or not at all. Through a link, its target is replaced, not the
/// link.
pub(crate) fn begin(path: &Path, force: bool) -> Result<Draft> {
    let existing = if force { Existing::Follow } else { Existing::Keep };
    Draft::new(path, existing).with_context(|| shown(path))
}

/// Gives a file its name when it is complete.
pub(crate) fn finish(draft: Draft, path: &Path) -> Result<Written> {
    draft.finish().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => anyhow!(error).context(shown(path)),
    })
}

/// What there is to say about a file that was written, if anything.
pub(crate) fn note(path: &Path, written: Written) -> Option<String> {
    let names = match written.other_names {
        0 => return None,
        1 => "another hard link still has".to_owned(),
        many => format!("{many} other hard links still have"),
    };
    Some(format!("note: {}: {names} the old content", shown(path)))
}

/// Writes the backup of a file, which only those may read who may read the file. No link is followed
/// there: the name is hoshi's choice.
pub(crate) fn back_up(path: &Path, backup: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let named = || shown(backup);
    check(backup, force)?;
    if fs::symlink_metadata(backup).is_ok_and(|there| there.is_symlink()) {
        bail!("{}: is a symbolic link; it is where the backup would go", named());
    }
    let existing = if force { Existing::Replace } else { Existing::Keep };
    let like = fs::metadata(path).with_context(|| shown(path))?;
    let _writing = WRITING.read();
    let mut draft = Draft::like(backup, existing, &like).with_context(named)?;
    draft.file().write_all(bytes).with_context(named)?;
    finish(draft, backup).map(drop)
}

/// Whether a file could be written there: one that exists is replaced only with `force`.
pub(crate) fn check(path: &Path, force: bool) -> Result<()> {
    if is_dash(path) {
        return Ok(());
    }
    if path.is_dir() {
        bail!("{}: is a folder, not a file", shown(path));
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        return Err(exists(path));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: the folder {} does not exist", shown(path), folder.display())
        }
        _ => Ok(()),
    }
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{}: already exists; --force replaces it", shown(path))
}

/// Writes to a file, or to standard output; bytes that are no text are not thrown at a terminal.
pub(crate) fn put(
    path: Option<&Path>,
    bytes: &[u8],
    is_text: bool,
    force: bool,
    out: &mut Out,
) -> Result<()> {
    match path.filter(|path| !is_dash(path)) {
        Some(path) => {
            if let Some(note) = note(path, write(path, bytes, force)?) {
                out.say(note);
            }
            Ok(())
        }
        None if !is_text && out::shows_data() => {
            bail!("refusing to write binary data to a terminal; use -o FILE or a pipe")
        }
        None => out.bytes(bytes),
    }
}
