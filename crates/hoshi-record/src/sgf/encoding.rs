//! Which charset each game of a file is in, found before its brackets are: in some charsets a part of
//! a character looks like one.

use std::borrow::Cow;

use memchr::memmem;

use super::scan::{Unclosed, end_of_game, scan};
use super::tree::Root;
use super::visitor::{Flow, Visitor};
use crate::charset::{
    Charset, Choice, Form, Hints, Judged, Lexing, Survey, Why, choose_with, prepare, survey,
};

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
    /// What was chosen for the whole text, where no label tells.
    whole: Option<Judged>,
    /// What is known beside the file.
    hints: Hints,
    /// Whether anything was a guess that other evidence could change.
    pub(super) is_doubtful: bool,
    /// What is known of the brackets of the text.
    unclosed: Option<Unclosed>,
}

impl Default for Charsets {
    fn default() -> Charsets {
        Charsets {
            form: Form::Bytes,
            survey: Survey::Utf8,
            choices: Vec::new(),
            whole: None,
            hints: Hints::default(),
            is_doubtful: false,
            unclosed: None,
        }
    }
}

impl Charsets {
    /// Looks at the file as a whole; mostly that decides everything.
    pub(super) fn survey<'b>(bytes: Cow<'b, [u8]>, hints: &Hints) -> (Cow<'b, [u8]>, Charsets) {
        let prepared = prepare(bytes);
        let survey = match prepared.form.is_wide() {
            true => Survey::Utf8,
            // Then it is chosen for every game.
            false if hints.charset.is_some() => Survey::Other,
            false => survey(&prepared.bytes),
        };
        let form = prepared.form;
        let charsets = Charsets { form, survey, hints: *hints, ..Charsets::default() };
        (prepared.bytes, charsets)
    }

    /// Whether the whole file is ASCII, which every charset reads alike.
    pub(super) fn is_ascii(&self) -> bool {
        self.survey == Survey::Ascii
    }

    /// Chooses for the game that begins at `at`.
    pub(super) fn script(&mut self, text: &[u8], at: usize) -> Script {
        if self.survey != Survey::Other {
            return Script::UTF_8;
        }
        let game = &text[at..end_of_game(text, at, &mut self.unclosed)];
        let judged = match label(game) {
            Some(label) => choose_with(game, Some(label), &self.hints),
            None => self.unlabelled(text, at, game),
        };
        self.is_doubtful |= judged.is_doubtful;
        let choice = judged.choice;
        self.choices.push((at, choice));
        Script { charset: choice.charset, lexing: choice.lexing }
    }

    /// Chooses for a game that does not say. Many games are short, so the whole text is judged, once;
    /// a game that cannot be read so is judged alone.
    fn unlabelled(&mut self, text: &[u8], at: usize, game: &[u8]) -> Judged {
        let hints = self.hints;
        if std::str::from_utf8(game).is_ok() {
            return choose_with(game, None, &hints);
        }
        let whole = *self.whole.get_or_insert_with(|| choose_with(text, None, &hints));
        let around = [&text[..at], &text[at + game.len()..]];
        let is_all = || around.iter().all(|part| part.trim_ascii().is_empty());
        if is_all() || whole.choice.charset.reads(game) {
            return whole;
        }
        choose_with(game, None, &hints)
    }

    /// What was chosen for the game that begins at `at`.
    pub(super) fn lexing(&self, at: usize) -> Lexing {
        let found = self.choices.binary_search_by_key(&at, |&(begins, _)| begins);
        found.map_or(Lexing::Plain, |index| self.choices[index].1.lexing)
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

/// What the game's CA says, as far as that can be seen without knowing the charset. It belongs into the
/// first node; some programs are late.
fn label(game: &[u8]) -> Option<&[u8]> {
    const LATE: usize = 4;
    struct Label<'t> {
        nodes: usize,
        found: Option<&'t [u8]>,
    }
    impl<'t> Visitor<'t> for Label<'t> {
        fn node(&mut self, _offset: usize) -> Flow {
            self.nodes += 1;
            if self.found.is_some() || self.nodes > LATE { Flow::Stop } else { Flow::Go }
        }
        fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
            if name == b"CA" && self.found.is_none() {
                self.found = Some(value);
            }
        }
    }
    let mut label = Label { nodes: 0, found: None };
    scan(game, &mut label);
    label.found.or_else(|| hidden_label(game))
}

/// A label that stands behind a value whose bracket is not seen without the charset.
fn hidden_label(game: &[u8]) -> Option<&[u8]> {
    const NEAR: usize = 2048;
    let near = &game[..game.len().min(NEAR)];
    let named = memmem::find(near, b"]CA[")?;
    let value = &near[named + 4..];
    let end = value.iter().take(64).position(|&byte| byte == b']')?;
    Some(&value[..end])
}
