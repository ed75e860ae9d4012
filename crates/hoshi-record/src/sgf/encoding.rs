//! Which charset each game of a file is in, found before its brackets are: in some charsets a part of
//! a character looks like one.

use std::borrow::Cow;

use memchr::{memchr_iter, memmem};

use super::tree::Root;
use crate::charset::{Charset, Choice, Form, Lexing, Survey, Why, choose, prepare, survey};

/// How the bytes of a game are read: the charset of its text, and where its brackets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(super) charset: Charset,
    /// The charset's own, unless the program that wrote the game escaped bytes, not characters.
    pub(super) lexing: Lexing,
}

impl Script {
    pub(crate) const UTF_8: Script = Script { charset: Charset::UTF_8, lexing: Lexing::Plain };

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
        // The backslashes before bytes go first; what is escaped as text is escaped anew.
        let mut bytes = Vec::with_capacity(raw.len());
        let mut rest = raw.iter();
        while let Some(&byte) = rest.next() {
            bytes.push(if byte == b'\\' { rest.next().copied().unwrap_or(byte) } else { byte });
        }
        let text = self.charset.decode(&bytes);
        Cow::Owned(text.replace('\\', "\\\\").replace(']', "\\]"))
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
}

impl Default for Charsets {
    fn default() -> Charsets {
        Charsets { form: Form::Bytes, survey: Survey::Utf8, choices: Vec::new() }
    }
}

impl Charsets {
    /// Looks at the file as a whole; mostly that decides everything.
    pub(super) fn survey(bytes: Cow<'_, [u8]>) -> (Cow<'_, [u8]>, Charsets) {
        let prepared = prepare(bytes);
        let survey = if prepared.form.is_wide() { Survey::Utf8 } else { survey(&prepared.bytes) };
        let charsets = Charsets { form: prepared.form, survey, choices: Vec::new() };
        (prepared.bytes, charsets)
    }

    /// Chooses for the game that begins at `at`.
    pub(super) fn script(&mut self, text: &[u8], at: usize) -> Script {
        if self.survey != Survey::Other {
            return Script::UTF_8;
        }
        let game = &text[at..end_of_game(text, at)];
        let choice = choose(game, label(game));
        self.choices.push((at, choice));
        Script { charset: choice.charset, lexing: choice.lexing }
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

/// About where the game ends that begins at `at`: where another one seems to begin.
fn end_of_game(text: &[u8], at: usize) -> usize {
    const ROOTS: [&[u8]; 5] = [b"FF[", b"GM[", b"CA[", b"SZ[", b"AP["];
    let rest = &text[at..];
    let begins = |&open: &usize| {
        let inside = rest[open + 1..].trim_ascii_start();
        let first = inside.strip_prefix(b";").map(<[u8]>::trim_ascii_start);
        open > 0 && first.is_some_and(|first| ROOTS.iter().any(|root| first.starts_with(root)))
    };
    memchr_iter(b'(', rest).find(begins).map_or(text.len(), |open| at + open)
}

/// What the game's CA says, as far as that can be seen without knowing the charset.
fn label(game: &[u8]) -> Option<&[u8]> {
    let named = memmem::find_iter(game, b"CA[")
        .find(|&at| at == 0 || !game[at - 1].is_ascii_alphabetic())?;
    let value = &game[named + 3..];
    let end = value.iter().take(64).position(|&byte| byte == b']')?;
    Some(&value[..end])
}
