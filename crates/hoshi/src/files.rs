//! Files in and out. `-` is standard input or output. An output appears whole or not at all, and
//! replaces nothing unless that was asked for.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::out::{self, Out};

/// The largest input that is taken: what the readers of records take.
pub(crate) const MAX_BYTES: u64 = hoshi_record::sgf::MAX_BYTES as u64;

/// Held by whoever is writing a file: who ends the program in the middle of things waits for them, so
/// that no half of one stays behind.
pub(crate) static WRITING: RwLock<()> = RwLock::new(());

/// How the name of a file begins and ends while it is being written.
const PREFIX: &str = ".hoshi-";
const SUFFIX: &str = ".tmp";

/// Whether a path means standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as people read it.
pub(crate) fn shown(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
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
        let file = File::open(path).with_context(|| shown(path))?;
        let kind = file.metadata().with_context(|| shown(path))?;
        if kind.is_dir() {
            bail!("{}: it is a folder; a file is wanted", shown(path));
        }
        bytes.reserve(usize::try_from(kind.len().min(most)).unwrap_or(0));
        file.take(most + 1).read_to_end(&mut bytes).with_context(|| shown(path))?;
    }
    if bytes.len() as u64 > most {
        bail!("{}: it has more than {most} bytes, which is the limit", shown(path));
    }
    Ok(bytes)
}

/// Writes a file, whole or not at all. One that is there is replaced only with `force`.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let named = || shown(path);
    check(path, force)?;
    // Through a link, its target is replaced, not the link.
    let pointed = || fs::canonicalize(path).or_else(|_| fs::read_link(path)).ok();
    let target = if force { pointed().unwrap_or_else(|| path.into()) } else { path.into() };
    // A pipe or a device is written to; it cannot be replaced.
    if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
        return fs::write(&target, bytes).with_context(named);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What a file gets that is made in the usual way: the mask of the process takes its part.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let _writing = WRITING.read();
    // Its own name is of no use to anybody, and another one each time.
    let failed = |error: io::Error| anyhow!(io::Error::from(error.kind())).context(named());
    let mut file = builder.tempfile_in(&folder).map_err(failed)?;
    file.write_all(bytes).with_context(named)?;
    if let Ok(old) = fs::metadata(&target) {
        // A file that is replaced stays open to those whom it was open to.
        file.as_file().set_permissions(old.permissions()).with_context(named)?;
    }
    file.as_file().sync_all().with_context(named)?;
    if force {
        file.persist(&target).map_err(|failed| failed.error).with_context(named)?;
    } else {
        file.persist_noclobber(&target).map_err(|failed| match failed.error.kind() {
            io::ErrorKind::AlreadyExists => exists(path),
            _ => anyhow!(failed.error).context(named()),
        })?;
    }
    Ok(())
}

/// Whether a file could be written there: one that exists is replaced only with `force`.
pub(crate) fn check(path: &Path, force: bool) -> Result<()> {
    if is_dash(path) {
        return Ok(());
    }
    if path.is_dir() {
        bail!("{}: it is a folder; name a file in it", shown(path));
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        return Err(exists(path));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no folder {}", shown(path), folder.display())
        }
        _ => Ok(()),
    }
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{}: it exists already; --force replaces it", shown(path))
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
        Some(path) => write(path, bytes, force),
        None if !is_text && out::shows_data() => {
            bail!("these bytes are not for a terminal; give a file with -o, or a pipe")
        }
        None => out.bytes(bytes),
    }
}
