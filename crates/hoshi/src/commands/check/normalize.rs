//! `--normalize`: game information in the form that SGF defines. With --fix, what is rewritten is repaired too.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hoshi_record::lint::{self, Change};
use hoshi_record::sgf::Collection;

use super::diff::Diff;
use super::{Tally, report, total};
use crate::cli::Check;
use crate::files;
use crate::out::{Out, counted};

/// Rewrites one file, and checks what came of it.
pub(super) fn check(
    path: &Path,
    before: &[u8],
    file: &Collection,
    options: &Check,
    tally: &mut Tally,
    out: &mut Out,
) -> Result<()> {
    let name = files::shown(path);
    let written = || format!("{name}: what was to be written");
    let mut after = file.clone();
    let (mut bytes, mut changes) = (before.to_vec(), Vec::new());
    if let Some(normalized) = lint::normalize(file) {
        (bytes, changes) = (normalized.bytes, normalized.changes);
        after = Collection::read(bytes.clone()).with_context(written)?;
    }
    let fix = if options.fix { lint::fix(&after) } else { None };
    let fixed = fix.as_ref().map_or(0, |fix| total(&fix.fixed));
    if let Some(fix) = fix {
        bytes = fix.bytes;
        after = Collection::read(bytes.clone()).with_context(written)?;
    }
    let is_changed = bytes != before;
    let as_talk = files::is_dash(path) && !options.dry_run;
    if is_changed {
        tally.fixed += changes.len() + fixed;
        tally.fixed_files += 1;
    }
    match (is_changed, options.dry_run) {
        (_, true) => {
            if is_changed {
                Diff { path, before: (before, file), after: (&bytes, &after) }.write(out)?;
            }
        }
        _ if as_talk => out.bytes(&bytes)?,
        (true, false) => replace(path, before, &bytes, &changes, fixed, options.force, out)?,
        (false, false) => {}
    }
    let found = tally.selection.among(lint::lint(&after));
    tally.add(&found);
    if options.dry_run {
        return Ok(());
    }
    report(path, after.source(), Some(&after), &found, as_talk, options, tally, out)
}

/// Writes the new file, and before that the backup.
fn replace(
    path: &Path,
    before: &[u8],
    bytes: &[u8],
    changes: &[Change],
    fixed: usize,
    force: bool,
    out: &mut Out,
) -> Result<()> {
    let mut backup = path.as_os_str().to_owned();
    backup.push(".bak");
    let backup = PathBuf::from(backup);
    if hoshi_files::is_read_only(path) {
        bail!("{}: it is read-only, and was not changed", files::shown(path));
    }
    files::back_up(path, &backup, before, force)?;
    if let Some(note) = files::note(path, files::write(path, bytes, true)?) {
        out.say(&note);
    }
    let name = files::shown(path);
    for change in changes {
        out.say(format!("{name}: {change}"));
    }
    let fixed = if fixed > 0 { format!(", {fixed} fixed") } else { String::new() };
    let rewritten = counted(changes.len(), "value");
    out.say(format!(
        "{name}: {rewritten} rewritten{fixed}; original saved as {}",
        files::shown(&backup)
    ));
    Ok(())
}
