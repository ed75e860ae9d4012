//! Which charset each game of a file is in, found before its brackets are: in some charsets a part of
//! a character looks like one.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr_iter, memmem, memrchr};

use super::tree::Root;
use crate::charset::{Charset, Choice, Form, Lexing, Survey, Why, choose, prepare, survey};

/// How the bytes of a game are read: the charset of its text, and where its brackets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Script {
    pub(super) charset: Charset,
    /// The charset's own, unless the program that wrote the game escaped bytes, not characters.
    pub(super) lexing: Lexing,
}

impl Script {
    pub(super) const UTF_8: Script = Script { charset: Charset::UTF_8, lexing: Lexing::Plain };

    pub(super) fn of(charset: Charset) -> Script {
        Script { charset, lexing: charset.lexing() }
    }

    /// Whether escapes stand before bytes that may be parts of characters.
    fn escapes_bytes(self) -> bool {
        self.lexing == Lexing::Plain && self.charset.lexing() != Lexing::Plain
    }

    /// The text of a raw value, its escapes still in it.
    pub(super) fn decode(self, raw: &[u8]) -> Cow<'_, str> {
        if !self.escapes_bytes() || raw.is_ascii() {
            return self.charset.decode(raw);
        }
        // The backslashes before bytes go first; what is escaped as text is escaped anew. Those before
        // anything else, as in a soft line break, stay: the text is decoded in the parts between them.
        let mut text = String::with_capacity(raw.len());
        let mut bytes = Vec::with_capacity(raw.len());
        let mut part = |bytes: &mut Vec<u8>, behind: &str| {
            let decoded = self.charset.decode(bytes);
            text.push_str(&decoded.replace('\\', "\\\\").replace(']', "\\]"));
            text.push_str(behind);
            bytes.clear();
        };
        let mut rest = raw.iter();
        while let Some(&byte) = rest.next() {
            match (byte, rest.as_slice().first()) {
                // Nothing follows it.
                (b'\\', None) => break,
                (b'\\', Some(&next @ (b'\\' | b']'))) => {
                    rest.next();
                    bytes.push(next);
                }
                (b'\\', Some(_)) => part(&mut bytes, "\\"),
                _ => bytes.push(byte),
            }
        }
        part(&mut bytes, "");
        Cow::Owned(text)
    }

    /// Text as the bytes of a value; `None` if the charset has not all of it. `]` and `\` are escaped,
    /// and `:` where the value is a half of two.
    pub(super) fn escape(self, text: &str, composed: bool) -> Option<Vec<u8>> {
        let special = |letter: char| matches!(letter, ']' | '\\') || (composed && letter == ':');
        if self.escapes_bytes() {
            let encoded = self.charset.encode(text)?;
            let mut raw = Vec::with_capacity(encoded.len());
            for &byte in encoded.iter() {
                if special(char::from(byte)) {
                    raw.push(b'\\');
                }
                raw.push(byte);
            }
            return Some(raw);
        }
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            if special(letter) {
                escaped.push('\\');
            }
            escaped.push(letter);
        }
        self.charset.encode(&escaped).map(Cow::into_owned)
    }
}

/// The charsets of the games of a file.
#[derive(Clone, Debug)]
pub(super) struct Charsets {
    /// What the file was as a whole.
    pub(super) form: Form,
    survey: Survey,
    /// Where they differ from the survey: where each game begins, and what was chosen for it.
    choices: Vec<(usize, Choice)>,
    /// What the last choice was made for.
    stretch: Stretch,
}

/// A stretch of the text for which a choice was made: up to where another game seems to begin, and the
/// CA that counted. A file of problems may begin each of its games with the stones, and then the stretch
/// is long; a choice for it is made once.
#[derive(Clone, Debug, Default)]
struct Stretch {
    end: usize,
    label: Option<Range<usize>>,
}

impl Default for Charsets {
    fn default() -> Charsets {
        let stretch = Stretch::default();
        Charsets { form: Form::Bytes, survey: Survey::Utf8, choices: Vec::new(), stretch }
    }
}

impl Charsets {
    /// Looks at the file as a whole; mostly that decides everything.
    pub(super) fn survey(bytes: Vec<u8>) -> (Vec<u8>, Charsets) {
        let prepared = prepare(Cow::Owned(bytes));
        let survey = if prepared.form.is_wide() { Survey::Utf8 } else { survey(&prepared.bytes) };
        let charsets = Charsets { form: prepared.form, survey, ..Charsets::default() };
        (prepared.bytes.into_owned(), charsets)
    }

    /// Chooses for the game that begins at `at`.
    pub(super) fn lexing(&mut self, text: &[u8], at: usize) -> Lexing {
        if self.survey != Survey::Other {
            return Lexing::Plain;
        }
        let choice = match self.choices.last().copied() {
            Some((_, choice)) if at < self.stretch.end && self.has_same_label(text, at) => choice,
            _ => {
                let end = end_of_game(text, at);
                self.stretch = Stretch { end, label: label(text, at..end) };
                let named = self.stretch.label.clone();
                choose(&text[at..end], named.map(|named| &text[named]))
            }
        };
        self.choices.push((at, choice));
        choice.lexing
    }

    /// Whether the game that begins at `at`, in the stretch of the last choice, has the same label as the
    /// game before it.
    fn has_same_label(&mut self, text: &[u8], at: usize) -> bool {
        let Some(last) = self.stretch.label.clone().filter(|last| last.start < at) else {
            return true;
        };
        let next = label(text, at..self.stretch.end);
        let is_same = next.clone().is_some_and(|next| text[next] == text[last]);
        if is_same {
            self.stretch.label = next;
        }
        is_same
    }

    /// The roots, given with where their games begin, each with what was chosen.
    pub(super) fn of_games(&self, roots: &[(u32, usize)]) -> Vec<Root> {
        let plain = match self.survey {
            Survey::Ascii => Why::Ascii,
            Survey::Utf8 | Survey::Other => Why::Utf8,
        };
        let of = |&(node, at): &(u32, usize)| match self
            .choices
            .binary_search_by_key(&at, |&(begins, _)| begins)
        {
            Ok(index) => {
                let Choice { charset, lexing, why } = self.choices[index].1;
                Root { node, script: Script { charset, lexing }, why }
            }
            Err(_) => Root { node, script: Script::UTF_8, why: plain },
        };
        roots.iter().map(of).collect()
    }
}

/// About where the game ends that begins at `at`: where another one seems to begin, at the latest before
/// a CA that says something else.
fn end_of_game(text: &[u8], at: usize) -> usize {
    const ROOTS: [&[u8]; 5] = [b"FF[", b"GM[", b"CA[", b"SZ[", b"AP["];
    let rest = &text[at..];
    // Some games have more than one bracket before them.
    let brackets = |text: &[u8]| {
        text.iter().take_while(|&&byte| byte == b'(' || byte.is_ascii_whitespace()).count()
    };
    let inside = brackets(rest);
    let begins = |&open: &usize| {
        let node = &rest[open..];
        let first = node[brackets(node)..].strip_prefix(b";").map(<[u8]>::trim_ascii_start);
        open >= inside
            && first.is_some_and(|first| ROOTS.iter().any(|root| first.starts_with(root)))
    };
    let end = memchr_iter(b'(', rest).find(begins).map_or(text.len(), |open| at + open);
    let second = label(text, at..end).and_then(|first| {
        label(text, first.end..end).filter(|second| text[second.clone()] != text[first.clone()])
    });
    let open = second.and_then(|second| memrchr(b'(', &text[at..second.start]));
    open.filter(|&open| open >= inside).map_or(end, |open| at + open)
}

/// Where the first CA of a stretch of the text has its label, as far as that can be seen without knowing
/// the charset.
fn label(text: &[u8], stretch: Range<usize>) -> Option<Range<usize>> {
    let game = &text[stretch.clone()];
    let named = memmem::find_iter(game, b"CA[")
        .find(|&at| at == 0 || !game[at - 1].is_ascii_alphabetic())?;
    let value = &game[named + 3..];
    let length = value.iter().take(64).position(|&byte| byte == b']')?;
    let start = stretch.start + named + 3;
    Some(start..start + length)
}
