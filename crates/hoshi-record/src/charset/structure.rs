//! The values of a game under one lexing, and the number of oddities: a bracket or backslash lexed
//! wrongly soon shows, since only a few bytes can follow the end of a value.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::Lexing;
use crate::moves::past_moves;

/// A value with bytes above ASCII or escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) range: Range<usize>,
    /// Whether it is a player's rank, BR or WR.
    pub(super) is_rank: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Structure {
    pub(super) lexing: Lexing,
    pub(super) oddities: u32,
    /// The first values with text, enough to judge by.
    pub(super) values: Vec<Value>,
    /// Whether that is all of them.
    pub(super) are_all: bool,
}

/// More bytes of text than this do not improve the decision.
pub(super) const ENOUGH: usize = 4 << 10;

impl Structure {
    pub(super) fn of(game: &[u8], lexing: Lexing) -> Structure {
        let mut values = Vec::new();
        let mut letters = 0;
        let mut are_all = true;
        let oddities = each_text(game, lexing, |value| {
            are_all = letters <= ENOUGH;
            if are_all {
                let is_letter = |byte: &&u8| !byte.is_ascii();
                letters += 1.max(game[value.range.clone()].iter().filter(is_letter).count());
                values.push(value);
            }
        });
        Structure { lexing, oddities, values, are_all }
    }

    /// The bytes of a value without escaping backslashes.
    pub(super) fn text<'a>(&self, game: &'a [u8], value: &Value) -> Cow<'a, [u8]> {
        text(&game[value.range.clone()], self.lexing)
    }
}

/// The bytes of a value without escaping backslashes.
pub(super) fn text(bytes: &[u8], lexing: Lexing) -> Cow<'_, [u8]> {
    let mut at = lexing.next_special(bytes, 0);
    if at == bytes.len() {
        return Cow::Borrowed(bytes);
    }
    let mut text = bytes[..at].to_vec();
    while at < bytes.len() {
        let kept = lexing.char_end(bytes, at + 1);
        let next = lexing.next_special(bytes, kept);
        text.extend_from_slice(&bytes[at + 1..next.max(at + 1)]);
        at = next;
    }
    Cow::Owned(text)
}

/// Calls `found` for every value with text, and for text between values, which is odd; it is treated
/// like a value, so that a charset gains nothing by losing it. Returns the number of oddities.
pub(super) fn each_text(game: &[u8], lexing: Lexing, mut found: impl FnMut(Value)) -> u32 {
    let mut oddities = 0;
    let look_between = |range: Range<usize>, found: &mut dyn FnMut(Value)| {
        let between = &game[range.clone()];
        if between.iter().all(|byte| is_structure(*byte)) {
            return 0;
        }
        if has_text(between) {
            found(Value { range, is_rank: false });
        }
        1
    };
    let mut at = memchr(b'(', game).unwrap_or(0);
    loop {
        // Nearly all of a game: moves, which have no text.
        let node = at + usize::from(matches!(game.get(at), Some(b'\n')));
        let past = past_moves(game, node);
        if past > node {
            at = past;
        }
        let rest = &game[at..];
        // Names are short.
        let near = rest.iter().take(4).position(|byte| *byte == b'[');
        let Some(open) = near.or_else(|| memchr(b'[', rest)) else { break };
        oddities += look_between(at..at + open, &mut found);
        let start = at + open + 1;
        let (end, is_plain) = value_end(game, start, lexing);
        // An unterminated value is odd, and so is one that swallowed its neighbours.
        oddities += u32::from(end == game.len());
        if !is_plain {
            oddities += swallowed(&game[start..end]);
        }
        if has_text(&game[start..end]) {
            let between = &game[at..at + open];
            let is_rank = between.ends_with(b"BR") || between.ends_with(b"WR");
            found(Value { range: start..end, is_rank });
        }
        at = game.len().min(end + 1);
    }
    oddities + look_between(at..game.len(), &mut found)
}

/// The index of the `]` that closes the value, or the length; and whether it contains no other bracket.
fn value_end(game: &[u8], start: usize, lexing: Lexing) -> (usize, bool) {
    // Two letters are a point.
    if let [a, b, b']', ..] = game[start..]
        && a.is_ascii_lowercase()
        && b.is_ascii_lowercase()
    {
        return (start + 2, true);
    }
    let mut at = start;
    let mut is_plain = matches!(lexing, Lexing::Plain);
    loop {
        at = lexing.next_special(game, at);
        match game.get(at) {
            Some(b'\\') => {
                is_plain = false;
                at = lexing.char_end(game, at + 1);
            }
            _ => return (at, is_plain),
        }
    }
}

/// The number of `]` inside the value after which a node or a property seems to begin.
fn swallowed(value: &[u8]) -> u32 {
    // Most values are the two letters of a move.
    if value.len() <= 2 {
        return 0;
    }
    let seems = |at: usize| {
        let rest = value[at + 1..].trim_ascii_start();
        let letters = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        match rest.get(letters) {
            Some(b'[') => letters > 0,
            Some(b';') => letters == 0,
            _ => false,
        }
    };
    memchr_iter(b']', value).filter(|at| seems(*at)).count() as u32
}

/// Whether this byte can stand between values.
fn is_structure(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || matches!(byte, b';' | b'(' | b')')
}

fn has_text(value: &[u8]) -> bool {
    if value.len() < 16 {
        return value.iter().any(|byte| !byte.is_ascii() || *byte == 0x1b);
    }
    !value.is_ascii() || memchr(0x1b, value).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::DoubleByte;
    use crate::charset::tests::Random;

    const SHIFT_JIS: Lexing = Lexing::DoubleByte(DoubleByte::ShiftJis);

    #[test]
    fn a_wrong_way_of_lexing_makes_oddities() {
        let game = "(;PB[\u{fffd}]BR[9];B[pd]C[a\\]b])".replace('\u{fffd}', "??").into_bytes();
        let mut game = game;
        game[5] = 0x8f;
        game[6] = 0x5c;
        let right = Structure::of(&game, SHIFT_JIS);
        assert_eq!((right.oddities, right.values.len()), (0, 1));
        assert_eq!(*right.text(&game, &right.values[0]), *b"\x8f\x5c");
        let wrong = Structure::of(&game, Lexing::Plain);
        assert!(wrong.oddities > 0);
    }

    #[test]
    fn backslashes_are_taken_out_as_they_were_put_in() {
        let game = b"(;C[\x95\x5c\x5c\\]]BR[9\x92\x69])";
        let plain = Structure::of(game, Lexing::Plain);
        assert_eq!(plain.oddities, 0);
        assert_eq!(*plain.text(game, &plain.values[0]), *b"\x95\x5c]");
        assert!(!plain.values[0].is_rank && plain.values[1].is_rank);
    }

    /// The slow reference: value by value, byte by byte.
    fn obvious(game: &[u8], lexing: Lexing) -> (u32, Vec<Value>) {
        let (mut oddities, mut values) = (0, Vec::new());
        let between = |range: Range<usize>, values: &mut Vec<Value>| {
            let bytes = &game[range.clone()];
            let is_odd = !bytes.iter().all(|byte| is_structure(*byte));
            if is_odd && bytes.iter().any(|byte| !byte.is_ascii() || *byte == 0x1b) {
                values.push(Value { range, is_rank: false });
            }
            u32::from(is_odd)
        };
        let mut at = game.iter().position(|byte| *byte == b'(').unwrap_or(0);
        while let Some(open) = game[at..].iter().position(|byte| *byte == b'[') {
            oddities += between(at..at + open, &mut values);
            let start = at + open + 1;
            let mut end = lexing.next_special(game, start);
            while game.get(end) == Some(&b'\\') {
                end = lexing.next_special(game, lexing.char_end(game, end + 1));
            }
            oddities += u32::from(end == game.len()) + swallowed(&game[start..end]);
            if game[start..end].iter().any(|byte| !byte.is_ascii() || *byte == 0x1b) {
                let name = &game[at..at + open];
                let is_rank = name.ends_with(b"BR") || name.ends_with(b"WR");
                values.push(Value { range: start..end, is_rank });
            }
            at = game.len().min(end + 1);
        }
        oddities += between(at..game.len(), &mut values);
        (oddities, values)
    }

    #[test]
    fn values_are_found_as_byte_by_byte() {
        const PIECES: [&[u8]; 16] = [
            b";B[aa]",
            b";W[bb]\n",
            b"\r\n;B[cc]",
            b"BR[9\xb6\xce]",
            b"C[\x95\\\\ a]",
            b"]",
            b"[",
            b"C[\\]",
            b";",
            b"PB[\x93]",
            b"\x1b$B",
            b"text",
            b"\xff",
            b"(",
            b"\n",
            b"]AB[a]",
        ];
        let mut random = Random::new(14);
        let mut found = 0;
        for _ in 0..40_000 {
            let pieces = (0..random.below(14)).map(|_| PIECES[random.below(PIECES.len())]);
            let game = pieces.collect::<Vec<_>>().concat();
            for lexing in [Lexing::Plain, SHIFT_JIS, Lexing::Escapes] {
                let structure = Structure::of(&game, lexing);
                let (oddities, values) = obvious(&game, lexing);
                // A line break before a text between values may be left out.
                let trim = |value: &Value| {
                    let text = &game[value.range.clone()];
                    let start = value.range.end - text.trim_ascii_start().len();
                    Value { range: start..value.range.end, ..value.clone() }
                };
                let [seen, values] = [&structure.values, &values]
                    .map(|values| values.iter().map(trim).collect::<Vec<_>>());
                let text = game.escape_ascii();
                assert_eq!((structure.oddities, &seen), (oddities, &values), "{text}");
                found += values.len();
            }
        }
        assert!(found > 50_000);
    }

    #[test]
    fn no_more_is_kept_than_is_looked_at() {
        let game = [&b"(;"[..], &b"C[\xb6\xce]".repeat(20_000), b")"].concat();
        assert_eq!(Structure::of(&game, Lexing::Plain).values.len(), ENOUGH / 2 + 1);
        let game = [&b"(;"[..], &b"C[\x1b]".repeat(20_000), b")"].concat();
        assert_eq!(Structure::of(&game, Lexing::Plain).values.len(), ENOUGH + 1);
    }

    #[test]
    fn random_bytes_never_panic() {
        let mut random = Random::new(4);
        for _ in 0..20_000 {
            let game = random.bytes_near_brackets(24);
            for lexing in [Lexing::Plain, SHIFT_JIS, Lexing::Escapes] {
                let structure = Structure::of(&game, lexing);
                for value in &structure.values {
                    assert!(structure.text(&game, value).len() <= value.range.len());
                }
            }
        }
    }
}
