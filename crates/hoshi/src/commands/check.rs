//! `hoshi check`: what is wrong in SGF files, shown where it stands, and fixed on request. The rules
//! and the repair are the library's; here are files, folders and what people see. Records of other
//! servers are in `servers`.

mod diff;
mod normalize;
mod select;
mod servers;
mod show;
mod statistics;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_record::convert::Format;
use hoshi_record::lint::{self, Finding, Fix, Rule, Severity};
use hoshi_record::sgf::{Collection, ReadError};
use serde_json::json;

use self::diff::Diff;
use self::select::Selection;
use self::statistics::Statistics;
pub(super) use show::excerpt;

use super::Answer;
use crate::charsets::Charsets;
use crate::cli::Check;
use crate::error::UsageError;
use crate::files;
use crate::out::{self, Out, Style, Text, counted};
use crate::signals;

/// Checks, and fixes if asked to.
pub(crate) fn run(options: &Check, out: &mut Out) -> Result<Answer> {
    if options.list {
        return list(out);
    }
    if let Some(rule) = options.explain {
        return explain(rule, out);
    }
    let dashes = options.files.iter().filter(|path| files::is_dash(path)).count();
    let writes = (options.fix || options.normalize) && !options.dry_run;
    if dashes > 0 && writes && (options.files.len() > 1 || options.json) {
        let option = if options.fix { "--fix" } else { "--normalize" };
        bail!(UsageError(format!(
            "with {option}, standard input must be the only file, without --json"
        )));
    }
    if options.force && !options.fix && !options.normalize {
        bail!(UsageError("--force is for --fix and --normalize".into()));
    }
    let is_told = options.charset.charset.or(options.charset.default_charset).is_some();
    if is_told && (options.fix || options.dry_run) {
        bail!(UsageError(
            "--fix uses the charset that the file names: convert it to UTF-8 first with `hoshi convert --charset`"
                .into()
        ));
    }
    signals::end_on_signal()?;
    let (inputs, mut failures) = inputs(&options.files);
    for failure in &failures {
        // `main` prints the error of a single file.
        if options.files.len() > 1 {
            out.warn(&format!("{failure:#}"));
        }
    }
    let charsets = Charsets::new(&options.charset);
    let mut tally = Tally { selection: Selection::of(options, out)?, ..Tally::default() };
    let start = Instant::now();
    let mut drawn = start;
    if options.json && !options.statistics {
        out.write("[")?;
    }
    for (number, input) in inputs.iter().enumerate() {
        if drawn.elapsed() > out::REDRAW {
            drawn = Instant::now();
            let gone = start.elapsed();
            let whole = gone.mul_f64(inputs.len() as f64 / number.max(1) as f64);
            out.progress(&format!("{number} of {} files", inputs.len()), gone, Some(whole));
        }
        match check(input, options, &charsets, &mut tally, out) {
            Ok(()) => {}
            Err(error) if out::is_closed_pipe(&error) => return Err(error),
            Err(error) => {
                if inputs.len() > 1 || options.files.len() > 1 {
                    out.warn(&format!("{error:#}"));
                }
                failures.push(error);
            }
        }
        out.flush()?;
    }
    if options.statistics {
        tally.statistics.write(options.json, out)?;
        out.flush()?;
    } else if options.json {
        out.line("]")?;
    }
    if tally.files > 0 {
        out.say(tally.summary(options, out.is_verbose()));
    }
    let all = inputs.len().max(options.files.len());
    match failures.len() {
        0 => {}
        1 if all == 1 => return Err(failures.swap_remove(0)),
        failed => bail!("{failed} of {all} files could not be checked"),
    }
    let is_strict = options.strict || tally.selection.strict;
    let is_bad = tally.errors > 0 || (is_strict && tally.warnings > 0);
    Ok(if is_bad { Answer::No } else { Answer::Yes })
}

/// What is looked for, and what was found in all files.
#[derive(Default)]
struct Tally {
    selection: Selection,
    statistics: Statistics,
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    fixable: usize,
    fixed: usize,
    fixed_files: usize,
    /// Whether JSON needs a comma before the next object.
    listed: bool,
}

impl Tally {
    fn add(&mut self, found: &[Finding]) {
        self.files += 1;
        self.statistics.add(found);
        for finding in found {
            let count = 1 + finding.unlisted;
            match finding.severity() {
                Severity::Error => self.errors += count,
                Severity::Warning => self.warnings += count,
                Severity::Note => self.notes += count,
            }
            self.fixable += if finding.fixable { count } else { 0 };
        }
    }

    /// The last line: what was found, or what was done and what is left.
    fn summary(&self, options: &Check, verbose: bool) -> String {
        let fixes = options.fix || options.dry_run || options.normalize;
        let counts: Vec<String> =
            [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| counted(count, what))
                .collect();
        let found = if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") };
        let files = counted(self.files, "file");
        let mut text = match (fixes, options.dry_run) {
            (false, _) if counts.is_empty() => format!("nothing found in {files}"),
            (false, _) => format!("{found} in {files}"),
            (true, _) if self.fixed == 0 => format!("nothing to fix in {files}; {found} left"),
            (true, false) => {
                format!("{} fixed in {} of {files}; {found} left", self.fixed, self.fixed_files)
            }
            (true, true) => format!(
                "{} would be fixed in {} of {files}; {found} would be left",
                self.fixed, self.fixed_files
            ),
        };
        if self.fixable > 0 && !fixes {
            text.push_str(&format!("; {} can be fixed with --fix", self.fixable));
        }
        if self.notes > 0 && !verbose && !options.json {
            text.push_str("; -v shows the notes");
        }
        text
    }
}

/// How many findings these are, with those that are not listed.
fn total(found: &[Finding]) -> usize {
    found.iter().map(|finding| 1 + finding.unlisted).sum()
}

/// More bytes than are shown of the beginning of a file.
const BEGINNING: usize = 1 << 12;

/// Checks one file.
fn check(
    path: &Path,
    options: &Check,
    charsets: &Charsets,
    tally: &mut Tally,
    out: &mut Out,
) -> Result<()> {
    let bytes = files::read(path)?;
    let writes = options.fix || options.normalize;
    let to_stdout = files::is_dash(path) && writes && !options.dry_run;
    if let Some(server) = servers::server(path, &bytes) {
        if to_stdout {
            out.bytes(&bytes)?;
        }
        return servers::check(path, &bytes, server, to_stdout, options, tally, out);
    }
    // The file as it was is kept where it is needed; where there is no game, how it begins is shown.
    let is_kept = writes || options.dry_run;
    let before = bytes[..if is_kept { bytes.len() } else { bytes.len().min(BEGINNING) }].to_vec();
    let mut file = match Collection::read_with(bytes, charsets.hints()) {
        // What is fixed must say for itself what it is in.
        Ok(file) if options.fix || options.dry_run => file,
        Ok(file) => charsets.settle(path, file),
        Err(ReadError::NoGame) => {
            if to_stdout {
                out.bytes(&before)?;
            }
            let found = tally.selection.among(vec![Finding::no_game()]);
            tally.add(&found);
            return report(path, &before, None, &found, to_stdout, options, tally, out);
        }
        Err(error) => return Err(anyhow!(error).context(files::shown(path))),
    };
    if options.normalize {
        return normalize::check(path, &before, &file, options, tally, out);
    }
    let mut fix = None;
    if options.fix || options.dry_run {
        fix = lint::fix(&file);
        if let Some(fix) = &fix {
            let after = Collection::read(fix.bytes.clone())
                .with_context(|| format!("{}: what was to be written", files::shown(path)))?;
            if options.dry_run {
                let (old, new) = ((&before[..], &file), (&fix.bytes[..], &after));
                let diff = Diff { path, before: old, after: new };
                if fix.reencoded {
                    out.say(format!("{}: the file would become UTF-8", files::shown(path)));
                }
                diff.write(out)?;
            } else if !to_stdout {
                replace(path, &before, fix, options.force, out)?;
            }
            tally.fixed += total(&fix.fixed);
            tally.fixed_files += 1;
            file = after;
        }
        if to_stdout {
            out.bytes(fix.as_ref().map_or(&before[..], |fix| &fix.bytes))?;
        }
    }
    let found = tally.selection.among(match fix {
        Some(fix) => fix.left,
        None => lint::lint(&file),
    });
    tally.add(&found);
    if options.dry_run {
        return Ok(());
    }
    report(path, file.source(), Some(&file), &found, to_stdout, options, tally, out)
}

/// Writes the repaired file, and before that the backup.
fn replace(path: &Path, before: &[u8], fix: &Fix, force: bool, out: &mut Out) -> Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    let backup = PathBuf::from(name);
    if hoshi_files::is_read_only(path) {
        bail!("{}: it is read-only, and was not changed", files::shown(path));
    }
    files::back_up(path, &backup, before, force)?;
    if let Some(note) = files::note(path, files::write(path, &fix.bytes, true)?) {
        out.say(&note);
    }
    let utf8 = if fix.reencoded { ", now UTF-8" } else { "" };
    let (fixed, name) = (total(&fix.fixed), files::shown(path));
    out.say(format!("{name}: {fixed} fixed{utf8}; original saved as {}", files::shown(&backup)));
    Ok(())
}

/// Prints what was found: for people or for programs, or as talk where the file itself is the data.
#[expect(clippy::too_many_arguments, reason = "they are all there is to know about a report")]
fn report(
    path: &Path,
    source: &[u8],
    file: Option<&Collection>,
    found: &[Finding],
    as_talk: bool,
    options: &Check,
    tally: &mut Tally,
    out: &mut Out,
) -> Result<()> {
    if options.statistics {
        return Ok(());
    }
    if options.json {
        for finding in found {
            let mut object = json!({
                "file": path.display().to_string(),
                "line": finding.line,
                "column": finding.column,
                "rule": finding.rule.to_string(),
                "severity": finding.severity().to_string(),
                "message": finding.message,
                "fixable": finding.fixable,
            });
            if finding.unlisted > 0 {
                object["unlisted"] = finding.unlisted.into();
            }
            let comma = if tally.listed { ",\n" } else { "" };
            tally.listed = true;
            out.write(format!("{comma}{}", out::json(&object)))?;
        }
        return Ok(());
    }
    let text = show::findings(&files::shown(path), source, file, found, out);
    if as_talk {
        if !text.is_empty() {
            out.say(text.trim_end());
        }
        return Ok(());
    }
    out.write(text)
}

/// A section of docs/lint.md for a terminal: the marks of Markdown are gone, examples stand apart.
fn explain(rule: Rule, out: &mut Out) -> Result<Answer> {
    let mut inside = false;
    for (number, line) in rule.explain().lines().enumerate() {
        let line = match number {
            0 => out.style(show::style(rule.severity()), line.trim_start_matches("### ")),
            1 => Text::from(line.trim_matches('*')),
            _ if line.starts_with("```") => {
                inside = !inside;
                continue;
            }
            _ if inside => Text::from(format!("    {line}")),
            _ => Text::from(line),
        };
        out.write(line.trim_end() + "\n")?;
    }
    Ok(Answer::Yes)
}

/// Every rule, a line each.
fn list(out: &mut Out) -> Result<Answer> {
    let width = Rule::ALL.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    for &rule in Rule::ALL {
        let style = show::style(rule.severity());
        let code = out.style(style, &rule.to_string());
        let fixed = match rule.repair() {
            lint::Repair::Never => Text::new(),
            repair => out.style(Style::Faint, &format!(" ({repair})")),
        };
        let line = format!("  {:<width$}  {}", rule.name(), rule.title());
        out.write(code + line + fixed + "\n")?;
    }
    Ok(Answer::Yes)
}

/// The files to check, in the order they were given, folders being gone through; and what was wrong.
fn inputs(given: &[PathBuf]) -> (Vec<PathBuf>, Vec<anyhow::Error>) {
    let (mut found, mut failures) = (Vec::new(), Vec::new());
    for path in given {
        if files::is_dash(path) || !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        if let Err(error) = below(path, &mut found) {
            failures.push(error);
        } else if found.len() == before {
            failures.push(anyhow!("{}: no records in this folder", files::shown(path)));
        }
    }
    (found, failures)
}

/// The records below a folder, by name: SGF, and those of other servers. Links to folders are not followed: they may lead back.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        let named = || files::shown(&path);
        let mut entries = Vec::new();
        for entry in fs::read_dir(&path).with_context(named)? {
            let entry = entry.with_context(named)?;
            let is_link = entry.file_type().with_context(named)?.is_symlink();
            let path = entry.path();
            let format = Format::of_path(&path);
            let is_record =
                format.is_some_and(|format| format == Format::Sgf || format.server().is_some());
            if if path.is_dir() { !is_link } else { is_record } {
                entries.push(path);
            }
        }
        // Taken from the end, so that they come in order.
        entries.sort_by(|a, b| b.cmp(a));
        open.append(&mut entries);
    }
    Ok(())
}
