//! A file as numbered lines of text, and the notes about them.

use std::borrow::Cow;

use memchr::memchr2;

use super::{MAX_NOTES, Note};
use crate::charset::{Charset, Choice, Form, Hints, Why, choose_with};

/// The number of non-ASCII bytes used to guess the charset; more would not help.
const SAMPLE: usize = 16 << 10;

/// A file, its charset, and the notes about it.
pub(super) struct Sheet<'a> {
    bytes: &'a [u8],
    charset: Charset,
    why: Why,
    notes: Vec<Note>,
    unkept: usize,
    skipped: usize,
    left_out: Vec<String>,
}

/// A line and its number, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) bytes: &'a [u8],
}

/// The lines of a text, which end with CR, LF or both. No charset here has these bytes inside a
/// character.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(bytes).filter(|bytes| !bytes.is_empty());
    let mut number = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        number += 1;
        let (line, after) = match memchr2(b'\r', b'\n', text) {
            Some(end) => {
                let both = text[end..].starts_with(b"\r\n");
                (&text[..end], &text[end + 1 + usize::from(both)..])
            }
            None => (text, &[][..]),
        };
        rest = Some(after).filter(|after| !after.is_empty());
        Some(Line { number, bytes: line })
    })
}

impl<'a> Sheet<'a> {
    /// `label` is the charset that the file itself names.
    pub(super) fn new(
        bytes: &'a [u8],
        form: Form,
        label: Option<&[u8]>,
        hints: &Hints,
    ) -> Sheet<'a> {
        let judged = if form == Form::Bytes {
            choose_with(&sample(bytes), label, hints)
        } else {
            choose_with(&sample(bytes), Some(b"UTF-8"), &Hints::default())
        };
        let Choice { charset, why, .. } = judged.choice;
        Sheet {
            bytes,
            charset,
            why,
            notes: Vec::new(),
            unkept: 0,
            skipped: 0,
            left_out: Vec::new(),
        }
    }

    pub(super) fn charset(&self) -> Charset {
        self.charset
    }

    pub(super) fn why(&self) -> Why {
        self.why
    }

    /// The lines. They outlive the borrow of the sheet, so that notes can be added while iterating.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        lines(self.bytes)
    }

    /// A line as text.
    pub(super) fn text(&self, line: Line<'a>) -> Cow<'a, str> {
        self.charset.decode(line.bytes)
    }

    /// Notes something about a line.
    pub(super) fn note(&mut self, line: usize, text: impl Into<String>) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(Note { line: Some(line), text: text.into() });
        } else {
            self.unkept += 1;
        }
    }

    /// Notes that a line is skipped, and why.
    pub(super) fn skip(&mut self, line: usize, text: impl Into<String>) {
        self.skipped += 1;
        self.note(line, text);
    }

    /// Records something that SGF cannot hold.
    pub(super) fn leave_out(&mut self, what: impl Into<String>) {
        self.left_out.push(what.into());
    }

    /// The notes, and what is left out.
    pub(super) fn finish(mut self) -> (Vec<Note>, Vec<String>) {
        if self.skipped > 0 {
            let lines = if self.skipped == 1 { "line is" } else { "lines are" };
            self.left_out.push(format!("{} {lines} skipped and lost", self.skipped));
        }
        // Notes are sorted by line, whatever the order of reading.
        self.notes.sort_by_key(|note| note.line.unwrap_or(usize::MAX));
        if self.unkept > 0 {
            let notes = if self.unkept == 1 { "note" } else { "notes" };
            let text = format!("{} more {notes} like these", self.unkept);
            self.notes.push(Note { line: None, text });
        }
        (self.notes, self.left_out)
    }
}

/// The non-ASCII words, as values of a record, the input that charset detection expects. The bytes at
/// which words are split are never the second byte of a character.
fn sample(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_ascii() && !bytes.contains(&0x1b) {
        return Vec::new();
    }
    let mut sample = b"(;".to_vec();
    let splits = |byte: &u8| *byte <= b' ' || b"=:,()".contains(byte);
    for word in bytes.split(splits) {
        if word.is_ascii() && !word.contains(&0x1b) {
            continue;
        }
        let word = word.strip_suffix(b"\\]").unwrap_or(word);
        sample.extend_from_slice(b"C[");
        sample.extend_from_slice(word);
        sample.push(b']');
        if sample.len() > SAMPLE {
            break;
        }
    }
    sample.push(b')');
    sample
}

/// A piece of a file for a message: short, on one line.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut chars = text.trim().chars().map(clean);
    let mut short: String = chars.by_ref().take(MOST).collect();
    if chars.next().is_some() {
        short.push_str("...");
    }
    format!("`{short}`")
}
