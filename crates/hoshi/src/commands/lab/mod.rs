//! `hoshi lab`: small boards, counted, indexed and solved.

mod census;
mod count;
mod export;
mod games;
mod index;
mod pictures;
mod query;
mod solve;
mod superko;
mod watch;

use std::path::Path;

use anyhow::{Result, anyhow};
use hoshi_core::Size;
use hoshi_lab::{Ko, TooLarge};

use super::Answer;

use crate::cli::{KoKind, LabWhat};
use crate::error::UsageError;
use crate::files;
use crate::job::Job;
use crate::out::Out;

/// Room for searches that go deep.
const STACK: usize = 64 << 20;

/// Does what was asked for.
pub(crate) fn run(what: &LabWhat, out: &mut Out) -> Result<Answer> {
    match what {
        LabWhat::Count(options) => count::count(options, out),
        LabWhat::Census(options) => census::census(options, out),
        LabWhat::Verify(options) => census::verify(options, out),
        LabWhat::Merge(options) => census::merge(options, out),
        LabWhat::Query(options) => query::query(options, out),
        LabWhat::Export(options) => export::export(options, out),
        LabWhat::Games(options) => games::games(options, out),
        LabWhat::Rank(options) => index::rank(options, out),
        LabWhat::Unrank(options) => index::unrank(options, out),
        LabWhat::Random(options) => index::random(options, out),
        LabWhat::Solve(options) => solve::solve(options, out),
    }
}

/// Does some work of unknown length, with room for a deep search.
fn search<T: Send>(
    name: &str,
    out: &mut Out,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    Job::new(name).stack(STACK).wait(None, out, work)
}

/// The kind of ko points.
fn ko_kind(kind: KoKind) -> Ko {
    match kind {
        KoKind::Loose => Ko::Loose,
        KoKind::Strict => Ko::Strict,
    }
}

/// The name of a kind of ko points.
fn ko_name(ko: Option<Ko>) -> &'static str {
    match ko {
        None => "none",
        Some(Ko::Loose) => "loose",
        Some(Ko::Strict) => "strict",
    }
}

/// A board that is too large is a wrong call.
fn wrong(error: TooLarge) -> anyhow::Error {
    anyhow!(UsageError(error.to_string()))
}

/// Rows whose columns are flush: words to the left, numbers to the right.
fn aligned(rows: &[impl AsRef<[String]>]) -> String {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.as_ref().get(column)).map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths).map(|(cell, &width)| {
            let is_number = cell.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn rows(points: &[u8], size: Size) -> Vec<String> {
    let letter = |&color: &u8| ['.', 'X', 'O'][usize::from(color)];
    points.chunks(usize::from(size.width())).map(|row| row.iter().map(letter).collect()).collect()
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A position as the command line has it: a serial, rows, or a file with either.
fn position(text: &str, size: Size) -> Result<Vec<u8>> {
    let wrong = |why: String| anyhow!(UsageError(why));
    let is_file = files::is_dash(Path::new(text)) || Path::new(text).is_file();
    let text = if is_file {
        String::from_utf8_lossy(&files::read(Path::new(text))?).trim().to_owned()
    } else {
        text.to_owned()
    };
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return hoshi_lab::points(&text, size).ok_or_else(|| {
            let last = hoshi_lab::serial(&vec![2; size.area()]);
            let text = shortened(&text);
            wrong(format!("a {size} board has no serial {text}: the last is {last}"))
        });
    }
    // Whatever is written with these letters alone is meant as rows, even with one wrong among them.
    let is_row = |letter: char| ".XOxo/ \r\n".contains(letter);
    let rows = text.chars().filter(|&letter| is_row(letter)).count();
    if text.is_empty() || 2 * rows <= text.chars().count() {
        return Err(wrong(format!(
            "`{}` is neither a position nor a file: write a serial, rows of .XO joined by /, or the name of a file",
            shortened(&text)
        )));
    }
    let found: Vec<&str> =
        text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
    if found.len() != usize::from(size.height()) {
        let rows = found.len();
        return Err(wrong(format!("a {size} board has {} rows, not {rows}", size.height())));
    }
    let mut points = Vec::with_capacity(size.area());
    for (number, row) in found.iter().enumerate() {
        let letters: Vec<char> = row.chars().filter(|letter| *letter != ' ').collect();
        if letters.len() != usize::from(size.width()) {
            let (wide, number) = (letters.len(), number + 1);
            return Err(wrong(format!(
                "row {number}, `{row}`, has {wide} points; a {size} board has {} in each",
                size.width()
            )));
        }
        for letter in letters {
            points.push(match letter {
                '.' => 0,
                'X' | 'x' => 1,
                'O' | 'o' => 2,
                _ => {
                    return Err(wrong(format!(
                        "`{letter}` in row {} is none of . X O",
                        number + 1
                    )));
                }
            });
        }
    }
    Ok(points)
}
