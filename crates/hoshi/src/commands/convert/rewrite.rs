//! `hoshi convert --in-place` and `--join`: SGF files that replace themselves, and many files as one collection.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_record::convert::{self as library, Format};
use hoshi_record::sgf::Collection;

use super::super::Answer;
use super::super::batch::{self, Losses, Made, named};
use super::{clean, faults, is_same, make_of, refused};
use crate::charsets::Charsets;
use crate::cli::Convert;
use crate::error::UsageError;
use crate::files;
use crate::out::{Out, counted};
use crate::records::{self, Source};
use crate::signals;

/// Rewrites SGF files in place, each with a backup. If one fails, the others continue.
pub(super) fn in_place(options: &Convert, out: &mut Out) -> Result<Answer> {
    if let Some(to) = options.to.filter(|&to| to != Format::Sgf) {
        bail!(UsageError(format!("--in-place rewrites SGF files, not {to}")));
    }
    if options.inputs.iter().any(|input| files::is_dash(input)) {
        bail!(UsageError("--in-place takes files, not standard input".into()));
    }
    signals::end_on_signal()?;
    let inputs = batch::records(&options.inputs, Some(Format::Sgf))?;
    if inputs.is_empty() {
        bail!(UsageError("no SGF files found".into()));
    }
    let charsets = Charsets::new(&options.charset);
    let mut losses = Losses::new(inputs.len() > 1 && !out.is_verbose());
    let (mut changed, mut lossy, mut failed) = (0, 0, Vec::new());
    for input in &inputs {
        match rewrite(input, options, &charsets, &mut losses, out) {
            Ok(Rewritten::Changed) => changed += 1,
            Ok(Rewritten::Same) => {}
            Ok(Rewritten::Lossy) => lossy += 1,
            Err(error) if inputs.len() == 1 => return Err(named(input, error)),
            Err(error) => {
                out.warn(&format!("{:#}", named(input, error)));
                failed.push(input);
            }
        }
    }
    losses.say(out);
    let backup = if changed > 0 { "; originals saved with .bak" } else { "" };
    let mut text = format!("{changed} of {} changed{backup}", counted(inputs.len(), "file"));
    if lossy > 0 {
        text.push_str(&format!(", {lossy} skipped because --strict allows no loss"));
    }
    out.say(text);
    if !failed.is_empty() {
        bail!("{} of {} could not be rewritten", failed.len(), counted(inputs.len(), "file"));
    }
    Ok(if lossy > 0 { Answer::No } else { Answer::Yes })
}

/// What became of a file.
enum Rewritten {
    Changed,
    Same,
    /// Nothing, since something would have been lost.
    Lossy,
}

fn rewrite(
    path: &Path,
    options: &Convert,
    charsets: &Charsets,
    losses: &mut Losses,
    out: &mut Out,
) -> Result<Rewritten> {
    let source = Source::fetch(path, options.from)?;
    if source.format() != Some(Format::Sgf) {
        bail!("not an SGF file: only SGF can be rewritten in place");
    }
    let before = source.bytes.clone();
    let Made { files, notes, losses: lost, lossy } =
        make_of(source, Format::Sgf, options, charsets)?;
    losses.add(path, &notes, &lost, out);
    if options.strict && lossy {
        return Ok(Rewritten::Lossy);
    }
    let [(_, bytes)] = &files[..] else { bail!("there is nothing to write") };
    if *bytes == before {
        return Ok(Rewritten::Same);
    }
    if hoshi_files::is_read_only(path) {
        bail!("it is read-only, and was not changed");
    }
    let mut backup = path.as_os_str().to_owned();
    backup.push(".bak");
    files::back_up(path, &PathBuf::from(backup), &before, options.force)?;
    if let Some(note) = files::note(path, files::write(path, bytes, true)?) {
        out.say(note);
    }
    Ok(Rewritten::Changed)
}

/// Writes the games of all inputs into one SGF file, in their order. A collection without one of them would
/// be incomplete, so an input that fails ends it before anything is written.
pub(super) fn join(options: &Convert, output: &Path, out: &mut Out) -> Result<Answer> {
    let to = options.to.or_else(|| Format::of_path(output)).unwrap_or(Format::Sgf);
    if to != Format::Sgf {
        bail!(UsageError(format!("--join writes SGF: {to} holds one game")));
    }
    files::check(output, options.force)?;
    signals::end_on_signal()?;
    let mut inputs = batch::records(&options.inputs, options.from)?;
    // Where the output lies among the inputs of a folder, it is not one of them.
    inputs.retain(|input| !is_same(input, output) || options.inputs.contains(input));
    if inputs.is_empty() {
        bail!(UsageError("no records found".into()));
    }
    if inputs.iter().any(|input| !files::is_dash(output) && is_same(input, output)) {
        bail!(UsageError(format!("{}: an input is never overwritten", files::shown(output))));
    }
    let charsets = Charsets::new(&options.charset);
    let mut losses = Losses::new(inputs.len() > 1 && !out.is_verbose());
    let (mut joined, mut lossy): (Option<Collection>, bool) = (None, false);
    for input in &inputs {
        let add = || -> Result<(Collection, Vec<String>, Vec<library::Loss>)> {
            let mut record = Source::fetch(input, options.from)?.read(&charsets)?;
            let mut notes = faults(&record);
            notes.append(&mut record.notes);
            if let Some(number) = options.game {
                records::game(&record, number)?;
                record.file = record.file.split().swap_remove(number - 1);
            }
            clean(&mut record.file, options, &mut notes)?;
            // Files of different charsets become one.
            if record.file.to_utf8() > 0 {
                notes.push("some bytes are not text in their charset; they are U+FFFD now".into());
            }
            Ok((record.file, notes, record.losses))
        };
        let (file, notes, lost) = add().map_err(|error| named(input, error))?;
        lossy |= !lost.is_empty();
        losses.add(input, &notes, &lost, out);
        match &mut joined {
            None => joined = Some(file),
            Some(joined) => joined
                .merge(&file)
                .map_err(|error| anyhow!(error))
                .with_context(|| files::shown(input))?,
        }
    }
    losses.say(out);
    if options.strict && lossy {
        out.say("nothing written: --strict allows no loss");
        return Ok(Answer::No);
    }
    let joined = joined.context("there is nothing to write")?;
    let games = joined.games().len();
    let bytes = library::write_sgf(&joined).map_err(|error| refused(&error, false, 0))?;
    files::put(Some(output), &bytes, true, options.force, out)?;
    if !files::is_dash(output) {
        out.say(format!("{} in {}", counted(games, "game"), files::shown(output)));
    }
    Ok(Answer::Yes)
}
