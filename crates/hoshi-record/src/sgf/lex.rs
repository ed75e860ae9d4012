//! The lexical level of SGF: where values and names end. Both the scan of a file and the later
//! lookup in one node use these functions, so that they agree.

use memchr::{memchr_iter, memchr2};

use super::known::known;
use super::property::key;
use super::trouble::Trouble;
use crate::charset::{Lexing, next_plain_special};

/// How a value ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// At its bracket.
    Closed,
    /// At its bracket, with unescaped brackets inside.
    Bare,
    /// At the end of the text.
    Unclosed,
}

/// A value: `text[from..end]` is its content, and `next` the offset after its bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) end: usize,
    pub(super) next: usize,
    pub(super) ending: Ending,
}

impl Extent {
    /// Whether it is well-formed.
    pub(super) fn is_in_order(&self) -> bool {
        self.ending == Ending::Closed
    }
}

/// White space between tokens. Damaged files are often padded with NUL.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0)
}

/// The first offset from `at` on that is not white space.
#[inline]
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && is_space(text[at]) {
        at += 1;
    }
    at
}

/// The end of the name at `at`. Names are letters; digits and `_` occur in private ones.
#[inline]
pub(super) fn name_end(text: &[u8], mut at: usize) -> usize {
    at += usual_name(&text[at..]);
    while at < text.len() && (text[at].is_ascii_alphanumeric() || text[at] == b'_') {
        at += 1;
    }
    at
}

/// The length of the name at the start, if it is one or two capitals followed by a value, as nearly
/// always; else 0.
#[inline]
pub(super) fn usual_name(text: &[u8]) -> usize {
    match text {
        [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => 2,
        [b'A'..=b'Z', b'[', ..] => 1,
        _ => 0,
    }
}

/// The next `]` or `\` from `at` on that is not part of a character.
#[inline]
pub(super) fn next_special(text: &[u8], at: usize, lexing: Lexing) -> usize {
    if lexing == Lexing::Plain {
        return next_plain_special(text, at);
    }
    let Lexing::DoubleByte(kind) = lexing else { return lexing.next_special(text, at) };
    let mut from = at;
    loop {
        let special = next_plain_special(text, from);
        if special == text.len() || !kind.takes(text, from, special) {
            return special;
        }
        from = special + 1;
    }
}

/// The end of the escaped character at `at`.
#[inline]
pub(super) fn escaped_end(text: &[u8], at: usize, lexing: Lexing) -> usize {
    match lexing {
        // The other bytes of a character are never brackets.
        Lexing::Plain => (at + 1).min(text.len()),
        _ if at < text.len() => lexing.char_end(text, at),
        _ => text.len(),
    }
}

/// The value of this property that begins at `from`, after its `[`, and its fault, if any.
///
/// A node's own text, which ends after its last value, gives the same values as the whole file: a
/// value is cut before its first bare bracket or not at all, and never at the end of the text.
#[inline(always)]
pub(super) fn value_of(
    name: &[u8],
    text: &[u8],
    from: usize,
    lexing: Lexing,
) -> (Extent, Option<Trouble>) {
    if lexing != Lexing::Escapes {
        // The first bracket ends most values. It is safe if it comes soon; or, in free text, if the
        // text does not end like a move; or, in other values, if nothing in it looks like the start of
        // another token.
        let end = next_special(text, from, lexing);
        if text.get(end) == Some(&b']') && surely_ends(text, end + 1) {
            let value = &text[from..end];
            let begins = |byte: &u8| matches!(byte, b';' | b'(' | b')' | b'[');
            let odd = || match is_short(name) {
                true => value.iter().any(begins),
                false => has_late_bracket(value),
            };
            if value.len() <= 4 || !odd() {
                return (Extent { end, next: end + 1, ending: Ending::Closed }, None);
            }
        }
    }
    slow_value_of(name, text, from, lexing)
}

/// Like [`value_of`], for the general case.
#[inline(never)]
fn slow_value_of(
    name: &[u8],
    text: &[u8],
    from: usize,
    lexing: Lexing,
) -> (Extent, Option<Trouble>) {
    if let Some(end) = forgotten(name, text, from) {
        return (cut(end), Some(Trouble::MissingBracket));
    }
    let extent = if holds_text(name) {
        value(text, from, lexing)
    } else {
        first_bracket(text, from, lexing)
    };
    let trouble = match extent.ending {
        // A cut between two escape sequences of ISO-2022-JP would turn parts of characters into
        // brackets.
        Ending::Closed if lexing == Lexing::Escapes => None,
        Ending::Closed => match moves_at_end(name, &text[from..extent.end]) {
            Some(end) => return (cut(from + end), Some(Trouble::MissingBracket)),
            None => None,
        },
        Ending::Bare => Some(Trouble::BareBracket),
        Ending::Unclosed => Some(Trouble::UnclosedValue),
    };
    (extent, trouble)
}

/// A value that is cut where its bracket is missing.
fn cut(end: usize) -> Extent {
    Extent { end, next: end, ending: Ending::Unclosed }
}

/// The offset that needs a backslash, so that the value of this property at `from` does not look like
/// one with a missing bracket. The value is closed, and ends the text.
pub(super) fn to_escape(name: &[u8], text: &[u8], from: usize) -> Option<usize> {
    let value = &text[from..text.len() - 1];
    if let Some(end) = forgotten(name, text, from) {
        let stop = |&byte: &u8| matches!(byte, b';' | b'(' | b')' | b'[');
        return value[end - from..].iter().position(stop).map(|at| end + at);
    }
    let end = moves_at_end(name, value)?;
    // The last of them is enough: once it is escaped, none before it is at the end.
    value[end..].iter().rposition(|&byte| byte == b'[').map(|at| from + end + at)
}

/// The value that begins at `from`, after its `[`.
#[inline]
pub(super) fn value(text: &[u8], from: usize, lexing: Lexing) -> Extent {
    let mut at = from;
    let mut ending = Ending::Closed;
    loop {
        at = next_special(text, at, lexing);
        match text.get(at) {
            None => {
                return Extent { end: text.len(), next: text.len(), ending: Ending::Unclosed };
            }
            Some(b'\\') => at = escaped_end(text, at + 1, lexing),
            Some(_) => {
                if surely_ends(text, at + 1) || ends(text, at + 1) {
                    return Extent { end: at, next: at + 1, ending };
                }
                ending = Ending::Bare;
                at += 1;
            }
        }
    }
}

/// Like [`value`], for a value that is not text: its first bracket ends it, whatever follows. A further
/// bracket closes nothing, whereas in a text it may be part of the text.
fn first_bracket(text: &[u8], from: usize, lexing: Lexing) -> Extent {
    let mut at = from;
    loop {
        at = next_special(text, at, lexing);
        match text.get(at) {
            None => {
                return Extent { end: text.len(), next: text.len(), ending: Ending::Unclosed };
            }
            Some(b'\\') => at = escaped_end(text, at + 1, lexing),
            Some(_) => return Extent { end: at, next: at + 1, ending: Ending::Closed },
        }
    }
}

/// The offset of the first unescaped `]` of a raw value.
pub(super) fn first_bare(raw: &[u8], lexing: Lexing) -> Option<usize> {
    let extent = first_bracket(raw, 0, lexing);
    (extent.ending == Ending::Closed).then_some(extent.end)
}

/// Where the next value of this property may begin, after the previous one: white space is skipped, and
/// so is a `]` that closes nothing.
#[inline]
pub(super) fn next_value(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at)
        && (byte == b']' || is_space(byte))
    {
        at += 1;
    }
    at
}

/// Whether the values of this property are or may be text: properties that SGF does not define may be.
/// Only a text can contain a `]` that should have been escaped.
fn holds_text(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return true };
    let is_plain = name.bytes().all(|byte| byte.is_ascii_uppercase());
    let found = if is_plain { known(name) } else { known(&key(name)) };
    found.is_none_or(|known| known.kind.holds_text())
}

/// Whether a `]` is followed by one of the usual tokens, directly or on a new line: a node, a bracket, or
/// a property with a name of one or two capitals; or, in the text of one node, by nothing.
#[inline]
fn surely_ends(text: &[u8], at: usize) -> bool {
    let rest = match &text[at..] {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
        rest => rest,
    };
    match rest {
        [] | [b';' | b'[' | b'(', ..] | [b')', b')' | b'(' | b';', ..] => true,
        rest => usual_name(rest) > 0,
    }
}

/// Whether the `]` before `at` ends its value, or is unescaped text: `see [a] here]`. It ends the value if
/// a valid token follows, or any text before a recognisable property.
fn ends(text: &[u8], at: usize) -> bool {
    let at = skip_space(text, at);
    match text.get(at) {
        None | Some(b';' | b'[' | b'(') => return true,
        Some(b')') => return text.get(skip_space(text, at + 1)) != Some(&b']'),
        Some(b']') => return false,
        Some(_) => {}
    }
    let name = name_end(text, at);
    if name > at && has_capital(&text[at..name]) && text.get(skip_space(text, name)) == Some(&b'[')
    {
        return true;
    }
    // Text follows, up to some bracket. If that opens a value, the word before it must not be a
    // name.
    let Some(mut bracket) = memchr2(b'[', b']', &text[at..]).map(|found| at + found) else {
        return true;
    };
    loop {
        if text[bracket] == b']' {
            return false;
        }
        let mut before = &text[at..bracket];
        while let Some((&last, rest)) = before.split_last()
            && is_space(last)
        {
            before = rest;
        }
        let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let word = before.iter().rev().take_while(is_letter).count();
        if has_capital(&before[before.len() - word..]) {
            return true;
        }
        match memchr2(b'[', b']', &text[bracket + 1..]) {
            Some(found) => bracket += 1 + found,
            // The text was cut inside a value like `see [a] and [`.
            None => return false,
        }
    }
}

/// Whether a word before a bracket is the name of a property. A word without a capital is a name only at
/// the start of its node: after a value it is text, as in [`ends`].
#[inline]
pub(super) fn is_name(word: &[u8], behind: bool) -> bool {
    !behind || has_capital(word)
}

fn has_capital(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_uppercase)
}

/// Where the value that begins at `from` ends, if its bracket is missing: a value of points or a number
/// cannot contain the start of another token. `None` if it is well-formed, and also if it contains
/// anything unexpected, which makes it ambiguous.
fn forgotten(name: &[u8], text: &[u8], from: usize) -> Option<usize> {
    // A bracket this early is fine.
    if text[from..text.len().min(from + 5)].contains(&b']') || !is_short(name) {
        return None;
    }
    // People put remarks in brackets after numbers.
    const NUMBERS: &[&[u8]] =
        &[b"BL", b"WL", b"OB", b"OW", b"MN", b"FF", b"GM", b"SZ", b"HA", b"KM"];
    let points = !NUMBERS.contains(&name);
    for (index, &byte) in text[from..].iter().enumerate() {
        let before = &text[from..from + index];
        let end = match byte {
            b';' => before,
            b'(' | b')' if points => before,
            b'[' => {
                let word = before.iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
                if word == 0 {
                    continue;
                }
                &before[..index - word]
            }
            b']' | b'\\' | 0x80.. => return None,
            _ => continue,
        };
        return Some(from + end.trim_ascii_end().len());
    }
    None
}

/// The properties of two letters whose values are points or numbers.
const SHORT: [&[u8; 2]; 24] = [
    b"AB", b"AW", b"AE", b"CR", b"MA", b"SL", b"SQ", b"TR", b"DD", b"TB", b"TW", b"VW", b"PL",
    b"BL", b"WL", b"OB", b"OW", b"KO", b"MN", b"FF", b"GM", b"SZ", b"HA", b"KM",
];

/// [`SHORT`] as a table: for every first letter, a bit for each second one.
const SHORT_BITS: [u32; 26] = {
    let mut bits = [0; 26];
    let mut index = 0;
    while index < SHORT.len() {
        let [a, b] = *SHORT[index];
        bits[(a - b'A') as usize] |= 1 << (b - b'A');
        index += 1;
    }
    bits
};

/// Whether the values of this property are points or numbers.
#[inline]
fn is_short(name: &[u8]) -> bool {
    match *name {
        [a] => matches!(a, b'B' | b'W'),
        [a, b] if b.is_ascii_uppercase() => {
            let bits = SHORT_BITS.get(usize::from(a.wrapping_sub(b'A'))).copied().unwrap_or(0);
            bits >> (b - b'A') & 1 == 1
        }
        _ => false,
    }
}

/// The start of the moves at the end of a value, up to its closing bracket: `;B[aa`. No text ends with
/// the start of a move. Lower-case names do not count: the end of the value before them depends on
/// brackets that must not move.
fn moves_at_end(name: &[u8], value: &[u8]) -> Option<usize> {
    if value.len() <= 4 || !has_late_bracket(value) || !has_capital(name) {
        return None;
    }
    let mut end = None;
    let mut rest = value;
    while let Some(before) = move_at_end(rest) {
        rest = &value[..before];
        end = Some(before);
    }
    end
}

/// Whether there is a bracket near the end of a value, as there is in one that ends with a move.
#[inline]
fn has_late_bracket(value: &[u8]) -> bool {
    value.last_chunk::<3>().is_some_and(|last| last.contains(&b'['))
}

/// The start of the move at the end of a value.
fn move_at_end(value: &[u8]) -> Option<usize> {
    let (rest, point) = value.split_last_chunk::<2>()?;
    if !point.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let rest = rest.strip_suffix(b"[")?;
    let (b'B' | b'W', rest) = rest.split_last()? else { return None };
    let rest = rest.trim_ascii_end().strip_suffix(b";")?;
    // An escaped semicolon does not begin a node.
    (!rest.ends_with(b"\\")).then(|| rest.trim_ascii_end().len())
}

/// The line and the column of `offset` in `text`, both from 0. A line ends with LF, CR, or both in
/// either order.
pub(super) fn line_and_column(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset.min(text.len())];
    if memchr::memchr(b'\r', before).is_none() {
        let lines = memchr_iter(b'\n', before).count();
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        return (lines, before.len() - start);
    }
    let (mut lines, mut start, mut at) = (0, 0, 0);
    while at < before.len() {
        let byte = before[at];
        at += 1;
        if byte == b'\n' || byte == b'\r' {
            let other = if byte == b'\n' { b'\r' } else { b'\n' };
            if before.get(at) == Some(&other) {
                at += 1;
            }
            (lines, start) = (lines + 1, at);
        }
    }
    (lines, before.len() - start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::DoubleByte;
    use crate::charset::tests::Random;

    #[test]
    fn short_values_are_those_of_the_list() {
        for a in 0..=255 {
            assert_eq!(is_short(&[a]), matches!(a, b'B' | b'W'));
            for b in 0..=255 {
                assert_eq!(is_short(&[a, b]), SHORT.contains(&&[a, b]));
            }
        }
    }

    #[test]
    fn the_quick_look_at_a_value_is_right() {
        const LEXINGS: [Lexing; 5] = [
            Lexing::Plain,
            Lexing::Escapes,
            Lexing::DoubleByte(DoubleByte::Gb18030),
            Lexing::DoubleByte(DoubleByte::Big5),
            Lexing::DoubleByte(DoubleByte::ShiftJis),
        ];
        const PIECES: [&[u8]; 31] = [
            b"]",
            b"]",
            b"[",
            b";",
            b"(",
            b")",
            b"\n",
            b"\r\n",
            b" ",
            b"\\",
            b"\\]",
            b"B[aa]",
            b";B[aa",
            b";W[b",
            b"aa",
            b"text",
            b"C[",
            b"AB[",
            b"BL",
            b"b",
            b"A",
            b"12.5",
            b"Ab",
            b"\xff",
            b";W[",
            b"x:y",
            b"\x95",
            b"\x95\\",
            b"\xd6\xb8",
            b"\x82]",
            b"\x1b$B",
        ];
        let mut random = Random::new(2);
        for _ in 0..300_000 {
            let mut text = Vec::new();
            for _ in 0..1 + random.below(12) {
                text.extend_from_slice(PIECES[random.below(PIECES.len())]);
            }
            let name =
                [&b"B"[..], b"C", b"AB", b"BL", b"PB", b"KM", b"black", b"SiZe"][random.below(8)];
            for lexing in LEXINGS {
                let quick = value_of(name, &text, 0, lexing);
                let slow = slow_value_of(name, &text, 0, lexing);
                assert_eq!(quick, slow, "{} of {}", text.escape_ascii(), name.escape_ascii());
                let special = next_special(&text, 0, lexing);
                assert_eq!(special, lexing.next_special(&text, 0), "{}", text.escape_ascii());
            }
        }
    }
}
