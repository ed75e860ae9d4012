//! The choice of a charset for a game: its label if it is true, else UTF-8 if it is that, else the
//! likeliest.

use memchr::memchr;

use super::guess::{self, Evidence};
use super::labels::{self, Label};
use super::structure::Structure;
use super::{Charset, Flavour, Lexing, big5};

/// What one look at a whole file tells.
///
/// ```
/// use hoshi_record::charset::{Survey, survey};
///
/// assert_eq!(survey(b"(;PB[Honinbo Shusaku])"), Survey::Ascii);
/// assert_eq!(survey("(;PB[本因坊秀策])".as_bytes()), Survey::Utf8);
/// assert_eq!(survey(b"(;BR[9\xb6\xce])"), Survey::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Survey {
    /// Nothing but ASCII, and no escape sequences. [`choose()`] need not be called for any game: its
    /// charset is its label's, or UTF-8, and it is lexed as plain bytes.
    Ascii,
    /// UTF-8 beyond doubt: valid, with a character of three bytes or more. [`choose()`] need not be
    /// called: all games are UTF-8, and a label that says otherwise is wrong.
    Utf8,
    /// Anything else, also UTF-8 whose characters all have two bytes, since the label decides over
    /// those. Each game wants [`choose()`].
    Other,
}

/// Looks at a whole file, behind [`prepare`](super::prepare()), to see whether there is anything to
/// choose. One fast pass for ASCII, two for UTF-8.
///
/// ```
/// use hoshi_record::charset::{Survey, survey};
///
/// assert_eq!(survey(b""), Survey::Ascii);
/// ```
pub fn survey(bytes: &[u8]) -> Survey {
    if bytes.is_ascii() {
        return if memchr(ESC, bytes).is_none() { Survey::Ascii } else { Survey::Other };
    }
    if is_surely_utf8(bytes) { Survey::Utf8 } else { Survey::Other }
}

/// A charset for a game.
///
/// ```
/// use hoshi_record::charset::{Charset, Lexing, Why, choose};
///
/// let choice = choose("(;CA[GB2312]PB[柯洁])".as_bytes(), Some(b"GB2312"));
/// assert_eq!(choice.charset, Charset::UTF_8);
/// assert_eq!(choice.lexing, Lexing::Plain);
/// assert!(matches!(choice.why, Why::WrongLabel { named } if named.name() == "GBK"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What its text is to be decoded with.
    pub charset: Charset,
    /// How it is to be lexed. That is the charset's own way, unless the program that wrote the
    /// game didn't know it and put backslashes before single bytes of characters.
    pub lexing: Lexing,
    /// What spoke for it.
    pub why: Why,
}

/// What spoke for a charset.
///
/// ```
/// use hoshi_record::charset::{Why, choose};
///
/// assert_eq!(choose(b"(;GM[1])", None).why, Why::Ascii);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", Some(b"gb2312")).why, Why::Label);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", Some(b"whatever")).why, Why::UnknownLabel);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", None).why, Why::Guess);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// There is nothing to read differently; the label was taken at its word, if it names
    /// anything.
    Ascii,
    /// The label: the game reads well with it, or with nothing better.
    Label,
    /// There is no label, and the game is valid UTF-8.
    Utf8,
    /// There is no label; the charset is the likeliest.
    Guess,
    /// The game does not read well with its label: UTF-8 if it is that, else the likeliest.
    WrongLabel {
        /// What the label says.
        named: Charset,
    },
    /// The label names nothing that is known here: UTF-8 if it is that, else the likeliest.
    UnknownLabel,
    /// The label says UTF-16 or UTF-32: true of the file that [`prepare`](super::prepare())
    /// transcoded, wrong of any other. UTF-8 if it is that, else the likeliest.
    WideLabel,
}

/// Chooses the charset of a game from its bytes and the label of its CA property.
///
/// `game` is the stretch of the file from its `(` to about its end; where that isn't known yet, the
/// rest of the file will do. A label is true if the game decodes without an error, where characters
/// that were cut at the end of a value are forgiven. Two kinds of label need a second look:
/// - under one of a single-byte charset everything decodes. It is wrong over valid UTF-8, and over
///   what is far likelier to be Chinese, Japanese or Korean;
/// - Chinese, Japanese and Korean can be valid UTF-8 by accident, if the characters have two bytes.
///   Characters of three bytes, and single letters with accents inside words, are no accident.
///
/// ```
/// use hoshi_record::charset::{Why, choose};
///
/// let game = b"(;PB[\xc0\xcc\xbc\xbc\xb5\xb9]BR[9\xb4\xdc];B[pd])";
/// let choice = choose(game, None);
/// assert_eq!(choice.charset.name(), "EUC-KR");
/// assert_eq!(choice.charset.decode(&game[5..11]), "이세돌");
/// ```
pub fn choose(game: &[u8], label: Option<&[u8]>) -> Choice {
    let label = label.map(<[u8]>::trim_ascii).filter(|label| !label.is_empty());
    let found = label.map(labels::find);
    let named = match found {
        Some(Some(Label::Charset(charset))) => Some(charset),
        _ => None,
    };
    let is_ascii = game.is_ascii();
    if is_ascii && memchr(ESC, game).is_none() {
        return plain(named.unwrap_or_default(), Why::Ascii);
    }
    let (mut choice, unnamed) = match (is_ascii, named) {
        (true, _) => (escaped(game, named), Why::Guess),
        (false, Some(named)) if is_true(named, game) => (with_label(named, game), Why::Label),
        (false, _) => unlabelled(game, named),
    };
    choice.why = match (found, named) {
        _ if choice.why == Why::Ascii => Why::Ascii,
        (None, _) => unnamed,
        (_, Some(named)) if agrees(named, choice.charset) => {
            choice.charset = named;
            Why::Label
        }
        (_, Some(named)) => Why::WrongLabel { named },
        (Some(Some(Label::Wide)), _) => Why::WideLabel,
        _ => Why::UnknownLabel,
    };
    if choice.charset.encoding == encoding_rs::BIG5 && big5::has_old_kana(game) {
        choice.charset.flavour = Flavour::OldKana;
    }
    choice
}

const ESC: u8 = 0x1b;

/// By how much another charset must be likelier to overrule a label that can't be malformed: such
/// as 15 nats.
const OVERRULES: u32 = 150;

fn plain(charset: Charset, why: Why) -> Choice {
    Choice { charset, lexing: Lexing::Plain, why }
}

fn with_label(charset: Charset, game: &[u8]) -> Choice {
    Choice { charset, lexing: guess::lexing(charset, game), why: Why::Label }
}

/// ASCII with escapes in it: ISO-2022-JP if it is well-formed as that, or if the label says so;
/// else escapes are only odd bytes.
fn escaped(game: &[u8], named: Option<Charset>) -> Choice {
    let jis = Charset::standard(encoding_rs::ISO_2022_JP);
    let is_sequence =
        |three: &[u8]| matches!(three, [ESC, b'$', b'@' | b'B'] | [ESC, b'(', b'I' | b'J']);
    if named == Some(jis) || game.windows(3).any(is_sequence) && jis.reads(game) {
        return Choice { charset: jis, lexing: jis.lexing(), why: Why::Guess };
    }
    plain(named.unwrap_or_default(), Why::Ascii)
}

/// UTF-8 if it is that, else the likeliest, where a label that wasn't true still counts for
/// something: it may be a good file with a broken byte.
fn unlabelled(game: &[u8], named: Option<Charset>) -> (Choice, Why) {
    if is_surely_utf8(game) {
        return (plain(Charset::UTF_8, Why::Utf8), Why::Utf8);
    }
    // Valid all the same, with characters of two bytes only: then it counts like a label.
    let named = if str::from_utf8(game).is_ok() { Some(Charset::UTF_8) } else { named };
    let guess = Evidence::new(game).guess(named);
    let is_valid = guess.charset == Charset::UTF_8 && named == Some(Charset::UTF_8);
    let why = if is_valid { Why::Utf8 } else { Why::Guess };
    (Choice { charset: guess.charset, lexing: guess.lexing, why }, why)
}

/// Whether the game, which isn't ASCII, is what its label says.
fn is_true(named: Charset, game: &[u8]) -> bool {
    if named == Charset::UTF_8 {
        return str::from_utf8(game).is_ok() || is_cut(named, game);
    }
    if named.encoding.is_single_byte() {
        if str::from_utf8(game).is_ok() {
            return false;
        }
        let evidence = Evidence::new(game);
        let guess = evidence.guess(Some(named));
        return guess.charset.encoding.is_single_byte()
            || evidence.price(named).price < evidence.price(guess.charset).price + OVERRULES;
    }
    if is_surely_utf8(game) || is_accented_utf8(game) {
        return false;
    }
    named.reads(game) || is_cut(named, game)
}

/// Whether all that is wrong with the game in this charset are characters cut at the end of a
/// value, as by a program that shortens names to a number of bytes; and not in most values.
fn is_cut(charset: Charset, game: &[u8]) -> bool {
    let structure = Structure::of(game, guess::lexing(charset, game));
    let mut cut = 0;
    for value in &structure.values {
        let text = structure.text(game, value);
        if charset.reads(&text) {
            continue;
        }
        let is_cut = |removed: &usize| {
            let kept = text.len().checked_sub(*removed);
            kept.is_some_and(|kept| text[kept] >= 0x80 && charset.reads(&text[..kept]))
        };
        if !(1..=3).any(|removed| is_cut(&removed)) {
            return false;
        }
        cut += 1;
    }
    let whole = structure.values.len() - cut;
    cut <= whole.max(1)
}

/// Valid UTF-8 with a character of three bytes or more.
fn is_surely_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok() && bytes.iter().any(|byte| *byte >= 0xe0)
}

/// Valid UTF-8 in which all beyond ASCII are letters with accents, each beside an ASCII letter.
fn is_accented_utf8(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let is_inside = before.is_ascii_alphabetic() || after.is_ascii_lowercase();
        if !char.is_ascii() && (!is_inside || !matches!(char, '\u{c0}'..='\u{17f}')) {
            return false;
        }
        before = char;
    }
    true
}

/// Whether the label says the same as the choice: GBK is a part of GB 18030.
fn agrees(named: Charset, chosen: Charset) -> bool {
    named.encoding == chosen.encoding
        || named.encoding == encoding_rs::GBK && chosen.encoding == encoding_rs::GB18030
}

#[cfg(test)]
mod tests;
