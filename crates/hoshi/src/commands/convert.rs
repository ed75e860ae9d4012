//! `hoshi convert`: one file into another, or many into a folder. The conversion is the library's;
//! here are names, folders, and what is said of losses.

mod rewrite;

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use hoshi_record::charset::Why;
use hoshi_record::convert::{self, Format, Options, Record, WriteError};
use hoshi_record::lint::Lines;
use hoshi_record::sgf::{Collection, Fit, Kind, NodeRef, Place, Trouble, known};

use super::batch::{Made, named};
use super::{Answer, batch, notes};
use crate::charsets::Charsets;
use crate::cli::{Convert, Strip};
use crate::config::Config;
use crate::error::{Illegal, UsageError};
use crate::files;
use crate::out::Out;
use crate::records::{self, Source};

/// Converts.
pub(crate) fn run(options: &Convert, out: &mut Out) -> Result<Answer> {
    if let Some(to) = options.to {
        check_written(to)?;
    }
    if options.in_place {
        return rewrite::in_place(options, out);
    }
    if let Some(output) = &options.join {
        return rewrite::join(options, output, out);
    }
    if let (Some(folder), Some(to)) = (&options.output, options.to) {
        let options = &with_share(options, to, out);
        let task = batch::Task {
            inputs: &options.inputs,
            from: options.from,
            folder,
            ending: &to.to_string(),
            force: options.force,
            strict: options.strict,
            verb: "convert",
            done: "converted",
        };
        let charsets = Charsets::new(&options.charset);
        return batch::run(&task, |input| make(input, to, options, &charsets), out);
    }
    one(options, None, out)
}

/// Converts one file, which may have been fetched before.
pub(crate) fn one(options: &Convert, source: Option<Source>, out: &mut Out) -> Result<Answer> {
    let [input, output] = &options.inputs[..] else {
        bail!(UsageError(match options.inputs.len() {
            1 => "one file is not enough: give an input and an output (`-` for standard output)"
                .to_owned(),
            many => format!(
                "{many} files without -o: give one input and one output, or several inputs with \
                 -o DIR and --to F"
            ),
        }));
    };
    let Some(to) = options.to.or_else(|| Format::of_path(output)) else {
        bail!(UsageError(format!(
            "cannot tell the output format from `{}`: give --to, one of {}",
            output.display(),
            Format::written_list()
        )));
    };
    check_written(to)?;
    let options = &with_share(options, to, out);
    if !files::is_dash(output) && is_same(input, output) {
        bail!(UsageError(format!("{}: an input is never overwritten", output.display())));
    }
    // Before the losses are told: nothing would be written after them.
    files::check(output, options.force)?;
    let source = source.map_or_else(|| Source::fetch(input, options.from), Ok);
    let charsets = Charsets::new(&options.charset);
    let made = source.and_then(|source| make_of(source, to, options, &charsets));
    let made = made.map_err(|error| named(input, error))?;
    let losses = made.losses.iter().map(ToString::to_string);
    let notes = made.notes.iter().cloned().chain(losses);
    notes::say(&format!("{}: ", files::shown(input)), notes, out);
    if options.strict && made.lossy {
        out.say("nothing written: --strict allows no loss");
        return Ok(Answer::No);
    }
    let [(_, bytes)] = &made.files[..] else {
        bail!("{}: there is nothing to write", files::shown(input));
    };
    files::put(Some(output), bytes, to.is_text(), options.force, out)?;
    Ok(Answer::Yes)
}

/// The options, with the configured address for the links of games where none is given.
fn with_share(options: &Convert, to: Format, out: &mut Out) -> Convert {
    let mut options = options.clone();
    if to == Format::Url && options.base.is_none() {
        let loaded = Config::load();
        loaded.warn(out);
        options.base = loaded.config.share;
    }
    options
}

/// Refuses a format that is only read.
fn check_written(to: Format) -> Result<()> {
    if !to.is_written() {
        bail!(UsageError(WriteError::ReadOnly(to).to_string()));
    }
    Ok(())
}

/// Whether two paths are one file.
fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Reads an input and makes of it what was asked for.
fn make(input: &Path, to: Format, options: &Convert, charsets: &Charsets) -> Result<Made> {
    make_of(Source::fetch(input, options.from)?, to, options, charsets)
}

/// Makes of what was fetched what was asked for.
fn make_of(source: Source, to: Format, options: &Convert, charsets: &Charsets) -> Result<Made> {
    if let (Some(from), true) = (source.format(), is_plain(options)) {
        let cast =
            convert::recast(&source.bytes, from, to).map_err(|error| source.wrong(&error))?;
        if let Some(written) = cast {
            let (files, lossy) = (vec![(None, written.bytes)], !written.losses.is_empty());
            return Ok(Made { files, notes: Vec::new(), losses: written.losses, lossy });
        }
    }
    let mut record = source.read(charsets)?;
    let mut notes = faults(&record);
    let mut lossy = !record.losses.is_empty() || drops(&record);
    notes.append(&mut record.notes);
    let mut losses = std::mem::take(&mut record.losses);
    if let Some(number) = options.game {
        records::game(&record, number)?;
        let mut only = record.file.split();
        record.file = only.swap_remove(number - 1);
    }
    clean(&mut record.file, options, &mut notes)?;
    let settings =
        Options { upto: options.number, rules: options.rules.clone(), base: options.base.clone() };
    if let (Some(number), true) = (options.number, to != Format::Dgb) {
        bail!(UsageError(format!("--move {number} is for a board: {to} holds the whole game")));
    }
    let wide = record.file.form().is_wide();
    if to == Format::Sgf && (wide || !options.keep_encoding) {
        let mangled = record.file.to_utf8();
        if mangled > 0 {
            let values = if mangled == 1 { "value has" } else { "values have" };
            notes.push(format!(
                "{mangled} {values} bytes that are no text in their charset; they are U+FFFD now"
            ));
            lossy = true;
        }
    } else if to == Format::Sgf {
        record.file.charset_first();
    }
    let games = record.file.games().len();
    if to == Format::Sgf && !options.split {
        let bytes = convert::write_sgf(&record.file).map_err(|error| refused(&error, false, 0))?;
        return Ok(Made { files: vec![(None, bytes)], notes, losses, lossy });
    }
    let several = options.output.is_some() && games > 1;
    let mut made = Vec::new();
    for game in record.file.games() {
        if game.index() > 0 && !several {
            let more = games - 1;
            let text = if more == 1 {
                "1 more game is".to_owned()
            } else {
                format!("{more} more games are")
            };
            notes
                .push(format!("{text} lost: {to} holds one; --game chooses it, -o DIR writes all"));
            lossy = true;
            break;
        }
        let written = convert::write(game, to, &settings)
            .map_err(|error| refused(&error, several, game.index()))?;
        lossy |= !written.losses.is_empty();
        losses.extend(written.losses);
        made.push((several.then(|| game.index() + 1), written.bytes));
    }
    Ok(Made { files: made, notes, losses, lossy })
}

/// Whether the record is to be left as it is: then its numbers need not become a tree.
fn is_plain(options: &Convert) -> bool {
    options.game.is_none_or(|number| number == 1)
        && options.number.is_none()
        && options.set.is_empty()
        && options.strip.is_empty()
        && options.turn.is_none()
        && !options.swap_colors
}

fn refused(error: &WriteError, several: bool, game: usize) -> anyhow::Error {
    let number = if several { format!("game {}: ", game + 1) } else { String::new() };
    match error {
        WriteError::NoMove { .. } => anyhow!(UsageError(format!("{number}{error}"))),
        WriteError::Illegal { .. } => anyhow!(Illegal(format!("{number}{error}"))),
        _ => anyhow!("{number}{error}"),
    }
}

/// What was wrong with the brackets of an SGF file, and what its charset was taken for.
fn faults(record: &Record) -> Vec<String> {
    let file = &record.file;
    let lines = Lines::new(file.source());
    let mut notes: Vec<String> = file
        .faults()
        .iter()
        .map(|fault| {
            let (line, column) = lines.place(fault.offset);
            format!("{line}:{column}: {}", fault.trouble)
        })
        .collect();
    if file.unkept_faults() > 0 {
        notes.push(format!("{} more faults like these", file.unkept_faults()));
    }
    for game in file.games() {
        let charset = game.charset().name();
        let note = match game.why_charset() {
            Why::Guess => format!("no charset is named; it seems to be {charset}"),
            Why::WrongLabel { named } => {
                format!("the charset is not {}, as named, but {charset}", named.name())
            }
            _ => continue,
        };
        // Most games of a file say the same.
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// Whether reading passed over something that stood in the file.
fn drops(record: &Record) -> bool {
    record.file.faults().iter().any(|fault| {
        use Trouble::{NoName, NoValue, TextInNode, TextOutside};
        matches!(fault.trouble, TextOutside | TextInNode | NoName | NoValue)
    })
}

/// Everyday clean-up.
fn clean(file: &mut Collection, options: &Convert, notes: &mut Vec<String>) -> Result<()> {
    if let Some(symmetry) = options.turn {
        let left = file.turn(symmetry);
        notes.extend(left.iter().map(|left| format!("{} could not be turned", left.what)));
    }
    if options.swap_colors {
        let left = file.swap_colors();
        notes.extend(left.iter().map(|left| format!("{} is left out or as it was", left.what)));
    }
    let games = file.games().len();
    for index in 0..games {
        let Some(mut game) = file.edit(index) else { continue };
        if options.strip.contains(&Strip::Variations)
            && let Some(last) = game.tree().main_line().last()
        {
            let last = last.id();
            game.keep_line(last);
        }
        if options.strip.iter().any(|what| *what != Strip::Variations) {
            let nodes: Vec<_> = game.tree().nodes().map(NodeRef::id).collect();
            for node in nodes {
                let keys = game.tree().node(node).properties().map(|property| property.key());
                let goes = |key: &String| {
                    options.strip.iter().any(|what| match what {
                        Strip::Comments => key == "C" || key == "GC",
                        Strip::Markup => is_markup(key),
                        Strip::Variations => false,
                        Strip::Property(name) => name == key,
                    })
                };
                let keys: Vec<String> = keys.filter(goes).collect();
                for key in keys {
                    game.unset(node, &key)?;
                }
            }
        }
        for setting in &options.set {
            let root = game.root();
            if setting.value.is_empty() {
                game.unset(root, &setting.key)?;
            } else {
                let fit = game.set_text(root, &setting.key, &setting.value);
                if fit.map_err(|error| UsageError(error.to_string()))? == Fit::Reencoded {
                    notes.push(format!(
                        "{} does not fit the charset; all is UTF-8 now",
                        setting.key
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether a property only draws on the board.
fn is_markup(key: &str) -> bool {
    let Some(known) = known(key) else { return false };
    let drawn =
        matches!(known.kind, Kind::Points | Kind::PointsOrNone | Kind::Labels | Kind::Lines);
    drawn && known.place == Place::Any && !matches!(key, "TB" | "TW")
}
