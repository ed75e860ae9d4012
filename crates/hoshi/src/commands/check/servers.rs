//! Records of other servers: what they are, and what is odd in them. There is nothing to fix, since
//! these formats are only read.

use std::path::Path;

use anyhow::{Result, anyhow};
use hoshi_record::charset::Why;
use hoshi_record::convert::Format;
use hoshi_record::lint::{self, Finding, Severity};
use hoshi_record::servers::{self, Read, ReadError, Server};
use serde_json::json;

use super::select::Selection;
use super::{Tally, show};
use crate::cli::Check;
use crate::files;
use crate::out::{self, Out, Style, Text, counted};
use crate::records;

/// The server whose record this is: by its content, else by its name.
pub(super) fn server(path: &Path, bytes: &[u8]) -> Option<Server> {
    let named = Format::of_path(path).and_then(Format::server);
    let named = named.filter(|&server| !records::is_misnamed(server.into(), bytes));
    Server::detect(bytes).or(named)
}

/// Something to say about a file.
struct Odd {
    /// `None` if it concerns the whole file.
    line: Option<usize>,
    severity: Severity,
    message: String,
}

/// Checks one file.
pub(super) fn check(
    path: &Path,
    bytes: &[u8],
    server: Server,
    as_talk: bool,
    options: &Check,
    tally: &mut Tally,
    out: &mut Out,
) -> Result<()> {
    let name = files::shown(path);
    let read = match servers::read_with(bytes, server, &options.charset.hints()) {
        Ok(read) => Some(read),
        Err(ReadError::NoGame(_) | ReadError::Enciphered) => None,
        Err(error) => return Err(anyhow!(error).context(name)),
    };
    let mut odd = Vec::new();
    let heading = match &read {
        Some(read) => {
            odd.extend(oddities(path, server, read, &tally.selection));
            heading(server, read)
        }
        None => {
            let error = servers::read(bytes, server).err().map(|error| error.to_string());
            let message = error.unwrap_or_default();
            odd.push(Odd { line: None, severity: Severity::Error, message });
            server.to_string()
        }
    };
    tally.files += 1;
    for odd in &odd {
        match odd.severity {
            Severity::Error => tally.errors += 1,
            Severity::Warning => tally.warnings += 1,
            Severity::Note => tally.notes += 1,
        }
    }
    if options.fix || options.dry_run {
        let what = server.name();
        out.say(format!("{name}: cannot write {what}; `hoshi convert` converts it to SGF"));
    }
    if options.statistics {
        return Ok(());
    }
    if options.json {
        odd.insert(0, Odd { line: None, severity: Severity::Note, message: heading });
        for Odd { line, severity, message } in odd {
            let object = json!({
                "file": path.display().to_string(),
                "line": line.unwrap_or(1),
                "column": 1,
                "rule": server.name(),
                "severity": severity.to_string(),
                "message": message,
                "fixable": false,
            });
            let comma = if tally.listed { ",\n" } else { "" };
            tally.listed = true;
            out.write(format!("{comma}{}", out::json(&object)))?;
        }
        return Ok(());
    }
    let mut text = out.style(Style::Heading, &format!("{name}:")) + format!(" {heading}\n");
    for Odd { line, severity, message } in odd {
        if severity == Severity::Note && !out.is_verbose() {
            continue;
        }
        let place = line.map(|line| format!("{line}:")).unwrap_or_default();
        text += out.style(Style::Heading, &format!("{name}:{place}"));
        text += Text::from(" ") + out.style(show::style(severity), &severity.to_string());
        text += format!(": {message}\n");
    }
    if as_talk {
        out.say(text.trim_end());
        return Ok(());
    }
    out.write(text)
}

/// What the file is: its format, how many games and moves, its charset.
fn heading(server: Server, read: &Read) -> String {
    let count = |game: hoshi_record::sgf::GameTree<'_>| -> usize {
        let size = game.size();
        game.main_line().map(|node| node.move_count(size)).sum()
    };
    let moves: usize = read.file.games().map(count).sum();
    let mut heading = server.to_string();
    if read.file.games().len() > 1 {
        heading.push_str(&format!(", {}", counted(read.file.games().len(), "game")));
    }
    heading.push_str(&format!(", {}", counted(moves, "move")));
    if read.why != Why::Ascii {
        heading.push_str(&format!(", charset {}", read.charset.name()));
    }
    heading
}

/// What is odd: the notes of the reader, moves that the rules refuse, and what SGF cannot hold.
fn oddities(path: &Path, server: Server, read: &Read, selection: &Selection) -> Vec<Odd> {
    let mut odd = Vec::new();
    let error = |finding: &Finding| Odd {
        line: None,
        severity: Severity::Error,
        message: finding.message.clone(),
    };
    // As SGF, the game is checked by the rules for SGF; their places would be in a file that nobody has.
    let found = selection.among(lint::lint(&read.file));
    let errors = found.iter().filter(|finding| finding.severity() == Severity::Error);
    if selection.is_narrow() {
        // What is odd about the file itself has no rule that could be selected.
        return errors.map(error).collect();
    }
    if let Some(named) = Format::of_path(path).filter(|named| *named != server.into()) {
        let message = format!("its name says {named}, but it is {server}");
        odd.push(Odd { line: None, severity: Severity::Warning, message });
    }
    if let Some(message) = read.charset_note() {
        odd.push(Odd { line: None, severity: Severity::Note, message });
    }
    odd.extend(read.notes.iter().map(|note| Odd {
        line: note.line,
        severity: Severity::Warning,
        message: note.text.clone(),
    }));
    odd.extend(errors.map(error));
    odd.extend(read.left_out.iter().map(|what| Odd {
        line: None,
        severity: Severity::Note,
        message: format!("in SGF, {what}"),
    }));
    odd
}
