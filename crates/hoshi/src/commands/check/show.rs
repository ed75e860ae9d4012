//! Findings for people: a line that says what and where, and the place in the file with a caret below
//! it.

use std::collections::HashMap;

use hoshi_record::charset::{Charset, Lexing};
use hoshi_record::lint::{Finding, Lines, Rule, Severity};
use hoshi_record::sgf::Collection;

use super::text::{Charsets, columns, head, shown, tail};
use crate::out::{self, Out, Style, Text, counted};

/// At most this many findings of a rule are shown for a file, unless -v is given.
const SHOWN: usize = 10;

/// How many columns of a line are shown, and how many of them at most before the caret.
const ROOM: usize = 70;
const BEFORE: usize = 36;

/// No more of a line than this is looked at, on either side of the place: more than fills the room,
/// however many bytes a character has.
const NEAR: usize = 4 * ROOM + 40;

/// The style of a severity.
pub(super) fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Error,
        Severity::Warning => Style::Warning,
        Severity::Note => Style::Note,
    }
}

/// All findings of a file; notes only if more was asked for.
pub(super) fn findings(
    name: &str,
    source: &[u8],
    file: Option<&Collection>,
    found: &[Finding],
    out: &Out,
) -> Text {
    let mut text = Text::new();
    let name = &shown(name.as_bytes(), Charset::UTF_8);
    let least = if out.is_verbose() { Severity::Note } else { Severity::Warning };
    // How many findings of each rule there are, how many of them are listed, and how many shown.
    let mut counts: HashMap<Rule, [usize; 3]> = HashMap::new();
    let lines = Lines::new(source);
    let charsets = Charsets::of(file);
    for finding in found.iter().filter(|finding| finding.severity() >= least) {
        let [all, listed, written] = counts.entry(finding.rule).or_default();
        *all += 1 + finding.unlisted;
        *listed += 1;
        if *written < SHOWN || out.is_verbose() {
            *written += 1;
            one(name, finding, &lines, &charsets, out, &mut text);
        }
    }
    let mut more: Vec<_> =
        counts.into_iter().filter(|(_, [all, _, written])| all > written).collect();
    more.sort();
    for (rule, [all, listed, written]) in more {
        let severity = rule.severity();
        let code = out.style(style(severity), &rule.to_string());
        let count = counted(all - written, &format!("more {severity}"));
        text += format!("{name}: {count} ");
        text += code + format!(" ({})", rule.title());
        text += match (out.is_verbose(), all > listed) {
            (true, _) => "\n",
            (false, true) => "; -v shows more\n",
            (false, false) => "; -v shows all\n",
        };
    }
    text
}

fn one(
    name: &str,
    finding: &Finding,
    lines: &Lines<'_>,
    charsets: &Charsets,
    out: &Out,
    text: &mut Text,
) {
    let Finding { rule, line, column, message, .. } = finding;
    let severity = rule.severity();
    let place = out.style(Style::Heading, &format!("{name}:{line}:{column}:"));
    let code = out.style(style(severity), &format!("{severity} {rule}"));
    let fixable = if finding.fixable { out.style(Style::Faint, " (fixable)") } else { Text::new() };
    // Messages quote the file.
    let message = shown(message.as_bytes(), Charset::UTF_8);
    let sentence = place + " " + code + ": " + message + fixable;
    // For another program, a finding is one line.
    *text += if out::shows_data() { sentence.folded() } else { sentence } + "\n";
    let charset = charsets.at(finding.offset);
    *text += excerpt(lines, (*line, *column), charset, style(severity), out);
}

/// A line of a file, and a caret below the place.
pub(in crate::commands) fn excerpt(
    lines: &Lines<'_>,
    (line, column): (usize, usize),
    charset: Charset,
    style: Style,
    out: &Out,
) -> Text {
    let bytes = lines.line(line);
    let at = (column - 1).min(bytes.len());
    // Where a character depends on all that came before it in the line, all of that is needed.
    let from = if charset.lexing() == Lexing::Escapes { 0 } else { at.saturating_sub(NEAR) };
    let before = shown(&bytes[from..at], charset);
    let after = shown(&bytes[at..bytes.len().min(at + NEAR)], charset);
    let all = columns(&before) + columns(&after);
    let before = if all <= ROOM { before } else { tail(&before, BEFORE) };
    let after = head(&after, ROOM - columns(&before).min(ROOM));
    let gutter = line.to_string().len().max(4);
    let bar = out.style(Style::Faint, "|");
    let number = out.style(Style::Faint, &format!("{line:>gutter$}"));
    let caret = out.style(style, "^");
    let space = " ".repeat(columns(&before));
    let after = after.trim_end();
    let first = Text::from(" ") + number + " " + bar.clone() + format!(" {before}{after}\n");
    first + format!(" {:>gutter$} ", "") + bar + format!(" {space}") + caret + "\n"
}
