//! The values of a game under one way of lexing, and how many oddities that way makes: a bracket
//! or backslash that was lexed wrongly shows soon, since behind the end of a value only few bytes
//! can come.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::Lexing;

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
    pub(super) values: Vec<Value>,
}

impl Structure {
    pub(super) fn of(game: &[u8], lexing: Lexing) -> Structure {
        let mut structure = Structure { lexing, oddities: 0, values: Vec::new() };
        let mut at = memchr(b'(', game).unwrap_or(0);
        while let Some(open) = memchr(b'[', &game[at..]) {
            let between = &game[at..at + open];
            structure.look_between(game, at..at + open);
            let start = at + open + 1;
            let end = value_end(game, start, lexing);
            // A value that never ends is odd, and so is one that swallowed its neighbours.
            structure.oddities += u32::from(end == game.len());
            structure.oddities += swallowed(&game[start..end]);
            if has_text(&game[start..end]) {
                let is_rank = between.ends_with(b"BR") || between.ends_with(b"WR");
                structure.values.push(Value { range: start..end, is_rank });
            }
            at = game.len().min(end + 1);
        }
        structure.look_between(game, at..game.len());
        structure
    }

    /// Text between values is odd. It is kept like a value, so that a charset gains nothing by
    /// losing it.
    fn look_between(&mut self, game: &[u8], range: Range<usize>) {
        let between = &game[range.clone()];
        if !between.iter().all(|byte| is_structure(*byte)) {
            self.oddities += 1;
            if has_text(between) {
                self.values.push(Value { range, is_rank: false });
            }
        }
    }

    /// The bytes of a value without the backslashes that protect others.
    pub(super) fn text<'a>(&self, game: &'a [u8], value: &Value) -> Cow<'a, [u8]> {
        let bytes = &game[value.range.clone()];
        let mut at = self.lexing.next_special(bytes, 0);
        if at == bytes.len() {
            return Cow::Borrowed(bytes);
        }
        let mut text = bytes[..at].to_vec();
        while at < bytes.len() {
            let kept = self.lexing.char_end(bytes, at + 1);
            let next = self.lexing.next_special(bytes, kept);
            text.extend_from_slice(&bytes[at + 1..next.max(at + 1)]);
            at = next;
        }
        Cow::Owned(text)
    }
}

/// The index of the `]` that closes the value, or the length.
fn value_end(game: &[u8], start: usize, lexing: Lexing) -> usize {
    let mut at = start;
    loop {
        at = lexing.next_special(game, at);
        match game.get(at) {
            Some(b'\\') => at = lexing.char_end(game, at + 1),
            _ => return at,
        }
    }
}

/// How often the value has a `]` inside it behind which a node or a property seems to begin.
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

/// What can stand between values.
fn is_structure(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || matches!(byte, b';' | b'(' | b')')
}

fn has_text(value: &[u8]) -> bool {
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
