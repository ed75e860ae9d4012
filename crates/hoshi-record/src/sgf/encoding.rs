//! Finds the charset of each game of a file. This comes before finding brackets: in some charsets a
//! part of a character looks like one.

use std::borrow::Cow;

use super::lex;
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

    /// Whether bytes were escaped, which may be parts of characters.
    fn escapes_bytes(self) -> bool {
        self.lexing == Lexing::Plain && self.charset.lexing() != Lexing::Plain
    }

    /// The text of a raw value, its escapes still in it.
    pub(super) fn decode(self, raw: &[u8]) -> Cow<'_, str> {
        if !self.escapes_bytes() || raw.is_ascii() {
            return self.charset.decode(raw);
        }
        // Backslashes before bytes are removed first, and escaped text is escaped again. Others, as in
        // a soft line break, stay: the text between them is decoded part by part.
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

    /// Text as the bytes of a value; `None` if the charset lacks a character. `]` and `\` are escaped,
    /// and `:` in composed values.
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

/// How the text of a game is encoded, and why that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Voice {
    pub(super) script: Script,
    pub(super) why: Why,
}

impl Voice {
    pub(super) const UTF_8: Voice = Voice { script: Script::UTF_8, why: Why::Utf8 };
}

/// Every [`Voice`] of a file, once: there are many games and few distinct voices.
#[derive(Clone, Debug, Default)]
pub(super) struct Voices(Vec<Voice>);

impl Voices {
    pub(super) fn get(&self, number: u32) -> Voice {
        self.0[number as usize]
    }

    /// The index of a voice, which is added if new.
    pub(super) fn number(&mut self, voice: Voice) -> u32 {
        let found = self.0.iter().rposition(|known| *known == voice);
        found.unwrap_or_else(|| {
            self.0.push(voice);
            self.0.len() - 1
        }) as u32
    }
}

/// The charsets of the games of a file.
#[derive(Clone, Debug)]
pub(super) struct Charsets {
    /// The form of the whole file.
    pub(super) form: Form,
    survey: Survey,
    /// The voices chosen, by index.
    pub(super) voices: Voices,
    /// Where the survey does not decide: the choice for the games from each of these offsets to the next.
    choices: Vec<(u32, u32)>,
    /// The choice for the whole text, for games without a label.
    all_text: Option<Judged>,
    /// Hints from outside the file.
    hints: Hints,
    /// Whether anything was a guess that other evidence could change.
    pub(super) is_doubtful: bool,
    /// What is known about the brackets of the text.
    unclosed: Option<Unclosed>,
}

impl Default for Charsets {
    fn default() -> Charsets {
        Charsets {
            form: Form::Bytes,
            survey: Survey::Utf8,
            voices: Voices::default(),
            choices: Vec::new(),
            all_text: None,
            hints: Hints::default(),
            is_doubtful: false,
            unclosed: None,
        }
    }
}

impl Charsets {
    /// Surveys the file as a whole; usually that decides everything.
    pub(super) fn survey<'b>(bytes: Cow<'b, [u8]>, hints: &Hints) -> (Cow<'b, [u8]>, Charsets) {
        let prepared = prepare(bytes);
        let survey = match prepared.form.is_wide() {
            true => Survey::Utf8,
            // The charset is then chosen for every game.
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

    /// Chooses for the game that begins at `at`: how its bytes are read, and how its brackets are found.
    /// The latter may be simpler, where no bracket is part of a character.
    pub(super) fn script(&mut self, text: &[u8], at: usize) -> (Script, Lexing) {
        if self.survey != Survey::Other {
            return (Script::UTF_8, Lexing::Plain);
        }
        let end = end_of_game(text, at, &mut self.unclosed);
        let game = &text[at..end];
        let judged = match label(game) {
            Some(label) => choose_with(game, Some(label), &self.hints),
            None => self.unlabelled(text, at, game),
        };
        self.is_doubtful |= judged.is_doubtful;
        let Choice { charset, lexing, why } = judged.choice;
        let voice = self.voices.number(Voice { script: Script { charset, lexing }, why });
        if self.choices.last().is_none_or(|&(_, last)| last != voice) {
            self.choices.push((at as u32, voice));
        }
        // A game may continue after its end, and one without an opening bracket was not examined
        // completely.
        let is_plain = judged.is_plain && text[at] == b'(' && text[end..].is_ascii();
        (Script { charset, lexing }, if is_plain { Lexing::Plain } else { lexing })
    }

    /// Chooses for a game without a label. Many games are short, so the whole text is judged, once; a
    /// game that cannot be decoded that way is judged alone.
    fn unlabelled(&mut self, text: &[u8], at: usize, game: &[u8]) -> Judged {
        let hints = self.hints;
        if std::str::from_utf8(game).is_ok() {
            return choose_with(game, None, &hints);
        }
        let all = *self.all_text.get_or_insert_with(|| choose_with(text, None, &hints));
        let around = [&text[..at], &text[at + game.len()..]];
        let is_all = || around.iter().all(|part| part.trim_ascii().is_empty());
        if is_all() || all.choice.charset.reads(game) {
            return all;
        }
        choose_with(game, None, &hints)
    }

    /// The lexing chosen for the game that begins at `at`.
    pub(super) fn lexing(&self, at: usize) -> Lexing {
        self.chosen(at as u32).map_or(Lexing::Plain, |voice| self.voices.get(voice).script.lexing)
    }

    fn chosen(&self, at: u32) -> Option<u32> {
        let before = self.choices.partition_point(|&(begins, _)| begins <= at);
        before.checked_sub(1).map(|index| self.choices[index].1)
    }

    /// The roots, given with the offsets of their games, with the voices chosen.
    pub(super) fn of_games(&mut self, mut roots: Vec<Root>) -> Vec<Root> {
        let why = match self.survey {
            Survey::Ascii => Why::Ascii,
            Survey::Utf8 | Survey::Other => Why::Utf8,
        };
        let plain = self.voices.number(Voice { script: Script::UTF_8, why });
        for root in &mut roots {
            root.voice = self.chosen(root.voice).unwrap_or(plain);
        }
        roots
    }
}

/// The value of the game's CA, as far as it can be found without knowing the charset. It belongs in the
/// first node, but some programs write it later.
fn label(game: &[u8]) -> Option<&[u8]> {
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
    let found = quick_label(game).unwrap_or_else(|| {
        let mut label = Label { nodes: 0, found: None };
        scan(game, &mut label);
        label.found
    });
    found.or_else(|| hidden_label(game))
}

/// The number of nodes searched for a label.
const LATE: usize = 4;

/// The label of a game whose first nodes are well-formed, if any; `None` if anything is unusual.
fn quick_label(game: &[u8]) -> Option<Option<&[u8]>> {
    let mut at = game.starts_with(b"(;").then_some(2)?;
    let mut nodes = 1;
    loop {
        at = lex::skip_space(game, at);
        if game.get(at) == Some(&b';') {
            (at, nodes) = (at + 1, nodes + 1);
            if nodes > LATE {
                return Some(None);
            }
            continue;
        }
        let name = lex::usual_name(&game[at..]);
        let key = game.get(at..at + name).filter(|key| !key.is_empty())?;
        let from = at + name + 1;
        let (extent, trouble) = lex::value_of(key, game, from, Lexing::Plain);
        if trouble.is_some() {
            return None;
        }
        if key == b"CA" {
            return Some(Some(&game[from..extent.end]));
        }
        at = extent.next;
    }
}

/// A label after a value whose end cannot be found without the charset.
fn hidden_label(game: &[u8]) -> Option<&[u8]> {
    const NEAR: usize = 2048;
    let near = &game[..game.len().min(NEAR)];
    // Search for the rarest byte first: brackets are everywhere.
    let mut letters = memchr::memchr_iter(b'A', near);
    let letter =
        letters.find(|&at| near[..at].ends_with(b"]C") && near.get(at + 1) == Some(&b'['))?;
    let value = &near[letter + 2..];
    let end = value.iter().take(64).position(|&byte| byte == b']')?;
    Some(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;

    #[test]
    fn labels_are_found_where_they_stand() {
        for (game, wanted) in [
            ("(;CA[GBK])", Some("GBK")),
            ("(;GM[1]FF[4]\nCA[GBK]CA[Big5])", Some("GBK")),
            ("(;GM[1];B[aa];CA[GBK])", Some("GBK")),
            ("(;;;;CA[GBK])", Some("GBK")),
            ("(;;;;;CA[GBK])", None),
            ("(;;;;;C[x]CA[GBK])", Some("GBK")),
            ("(;AB[aa][bb] CA [GBK])", Some("GBK")),
            ("(;B[aa](;CA[GBK]))", Some("GBK")),
            ("(;B[aa])", None),
            ("(", None),
        ] {
            assert_eq!(label(game.as_bytes()), wanted.map(str::as_bytes), "{game}");
        }
    }

    /// Where brackets are plain, the simpler lexing finds the same tree.
    #[cfg(feature = "charsets")]
    #[test]
    fn plain_lexing_is_chosen_only_where_it_is_the_same() {
        let mut random = Random::new(41);
        let words = ["九段", "聂卫平", "運動", "揮毫", "表", "従", "夜", "黑中盘胜", "ソ"];
        let mut plain = 0;
        for round in 0..3_000 {
            let name = ["GBK", "Big5", "Shift_JIS"][round % 3];
            let charset = Charset::for_label(name.as_bytes()).expect("a charset");
            let mut text = format!(
                "(;GM[1]{}",
                if round % 2 == 0 { format!("CA[{name}]") } else { String::new() }
            )
            .into_bytes();
            for _ in 0..1 + random.below(8) {
                let word = charset.encode(words[random.below(words.len())]);
                let key = [";C[", "PB[", "\n;B[aa]C[", ")(;C["][random.below(13) / 4];
                text.extend_from_slice(key.as_bytes());
                text.extend_from_slice(&word.unwrap_or_default());
                text.push(b']');
            }
            text.push(b')');
            let mut charsets = Charsets { survey: Survey::Other, ..Charsets::default() };
            let (script, lexing) = charsets.script(&text, 0);
            plain += usize::from(lexing == Lexing::Plain && script.lexing != Lexing::Plain);
            let values = |lexing: Lexing| {
                #[derive(Default)]
                struct Values(Vec<Vec<u8>>);
                impl<'t> Visitor<'t> for Values {
                    fn value(&mut self, _name: &'t [u8], value: &'t [u8]) {
                        self.0.push(value.to_vec());
                    }
                }
                let mut values = Values::default();
                crate::sgf::scan_as(&text, |_| lexing, &mut values);
                values.0
            };
            assert_eq!(values(lexing), values(script.lexing), "{}", text.escape_ascii());
        }
        assert!(plain > 500, "{plain}");
    }
}
