//! How bytes form characters, as far as a tokenizer must know: where a `]` or a `\` is itself, and
//! where it is the second byte of a Chinese or Japanese character.
//!
//! The rules are those of the decoders: a byte belongs to a character here exactly when the decoder
//! says so, so lexer and decoder agree.

use memchr::{memchr, memchr2};

#[cfg(feature = "charsets")]
use super::ascii::next_high;

/// How the bytes of a charset divide into characters.
///
/// ```
/// use hoshi_record::charset::{Charset, Lexing};
///
/// // The second byte of the kanji 表 is a backslash, that of 十 too.
/// let shift_jis = Charset::for_label(b"Shift_JIS").unwrap();
/// let value = b"\x95\x5c \x8f\x5c]";
/// assert_eq!(shift_jis.lexing().next_special(value, 0), 5);
/// assert_eq!(Lexing::Plain.next_special(value, 0), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lexing {
    /// Every byte below 0x80 is itself: ASCII, UTF-8, EUC-JP, EUC-KR (with the extension of code
    /// page 949, whose second bytes avoid brackets and the backslash), all charsets of one byte.
    Plain,
    /// A lead byte forms a character with the next byte.
    DoubleByte(DoubleByte),
    /// ISO-2022-JP: escape sequences switch between ASCII and characters of two bytes.
    Escapes,
}

/// The charsets in which `]` and `\` can be the second byte of a character.
///
/// ```
/// use hoshi_record::charset::{Charset, DoubleByte, Lexing};
///
/// let big5 = Charset::for_label(b"big5").unwrap();
/// assert_eq!(big5.lexing(), Lexing::DoubleByte(DoubleByte::Big5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoubleByte {
    /// GB 18030 and the older GBK and GB 2312 inside it. Its four-byte characters are two pairs of
    /// a lead byte and a digit, and need no special rule.
    Gb18030,
    /// Big5 with the Hong Kong characters.
    Big5,
    /// Shift JIS as Windows has it; half-width kana are single bytes.
    ShiftJis,
}

impl DoubleByte {
    /// Whether this byte opens a pair.
    fn is_lead(self, byte: u8) -> bool {
        match self {
            DoubleByte::Gb18030 | DoubleByte::Big5 => matches!(byte, 0x81..=0xfe),
            DoubleByte::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        }
    }

    /// Whether this lead byte forms a character with `]`, and so with `\`: no lead byte does with
    /// only one of them. Where there is no such character, the lead byte is left from a truncated
    /// one, and the bracket is a bracket.
    fn takes_bracket(self, lead: u8) -> bool {
        match self {
            DoubleByte::Gb18030 => true,
            DoubleByte::Big5 => lead >= 0x87,
            DoubleByte::ShiftJis => {
                !matches!(lead, 0x82 | 0x85 | 0x86 | 0x88 | 0xeb | 0xec | 0xef | 0xfc)
            }
        }
    }

    /// Whether the `]` or `\` at `special` is part of a character. `from` is a character boundary.
    ///
    /// Only the non-ASCII bytes right before it matter: after ASCII, a character begins.
    #[inline]
    pub(crate) fn takes(self, bytes: &[u8], from: usize, special: usize) -> bool {
        let before = &bytes[from..special];
        match before.last() {
            Some(0x80..) => self.takes_behind(before),
            _ => false,
        }
    }

    fn takes_behind(self, before: &[u8]) -> bool {
        let run = before.iter().rev().take_while(|byte| **byte >= 0x80).count();
        let run = &before[before.len() - run..];
        let mut at = 0;
        while at < run.len() {
            at += 1 + usize::from(self.is_lead(run[at]));
        }
        at > run.len() && self.takes_bracket(run[run.len() - 1])
    }

    /// Whether any `]` or `\` of these bytes is part of a character.
    #[cfg(feature = "charsets")]
    pub(super) fn takes_any(self, bytes: &[u8]) -> bool {
        let mut at = 0;
        loop {
            if bytes.get(at).is_some_and(u8::is_ascii) {
                at = next_high(bytes, at);
            }
            let Some(&lead) = bytes.get(at) else { return false };
            at += 1;
            if self.is_lead(lead) {
                match bytes.get(at) {
                    Some(0x80..) => at += 1,
                    Some(b'\\' | b']') if self.takes_bracket(lead) => return true,
                    _ => {}
                }
            }
        }
    }

    /// The length in bytes of the first character.
    fn width(self, bytes: &[u8]) -> usize {
        match *bytes {
            [lead, next, ..] if self.is_lead(lead) => match next {
                0x80.. => 2,
                b'\\' | b']' => 1 + usize::from(self.takes_bracket(lead)),
                // Other ASCII may belong to the character or not; being neither special nor a lead
                // byte, it can be skipped by itself.
                _ => 1,
            },
            _ => 1,
        }
    }
}

impl Lexing {
    /// The index of the next `]` or `\` that is not part of a character, from `from` on, or the
    /// length. `from` must be a character boundary, with ISO-2022-JP in its ASCII state, as at the
    /// start of a value and at every index returned by this or [`Lexing::char_end`].
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// let jis = Charset::for_label(b"ISO-2022-JP").unwrap().lexing();
    /// assert_eq!(jis.next_special(b"\x1b$B]]\\]\x1b(B]", 0), 10);
    /// assert_eq!(jis.next_special(b"Honinbo", 0), 7);
    /// ```
    pub fn next_special(self, bytes: &[u8], from: usize) -> usize {
        match self {
            Lexing::Plain if from >= bytes.len() => bytes.len(),
            Lexing::Plain => next_plain_special(bytes, from),
            Lexing::DoubleByte(kind) => {
                let mut at = from;
                while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b']', b'\\', rest))
                {
                    if !kind.takes(bytes, at, at + found) {
                        return at + found;
                    }
                    at += found + 1;
                }
                bytes.len()
            }
            Lexing::Escapes => next_special_with_escapes(bytes, from),
        }
    }

    /// The index after the character at `at`, which is where the effect of a `\` ends. An escape
    /// sequence of ISO-2022-JP is not a character; there the result is `at` itself.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// let gbk = Charset::for_label(b"GBK").unwrap().lexing();
    /// assert_eq!(gbk.char_end(b"\\\x93\x5d]", 1), 3);
    /// assert_eq!(gbk.char_end(b"\\]]", 1), 2);
    /// ```
    pub fn char_end(self, bytes: &[u8], at: usize) -> usize {
        let rest = bytes.get(at..).unwrap_or_default();
        let width = match (self, rest) {
            (Lexing::Escapes, [ESC, ..]) => 0,
            (Lexing::DoubleByte(kind), _) => kind.width(rest),
            _ => 1,
        };
        bytes.len().min(at + width)
    }
}

/// The next `]` or `\` from `at` on.
#[inline]
pub(crate) fn next_plain_special(text: &[u8], mut at: usize) -> usize {
    // Most values are too short for a vector search to pay: try two words first.
    for _ in 0..2 {
        let Some(eight) = text[at..].first_chunk() else { break };
        let found = special_in(u64::from_le_bytes(*eight));
        if found < 8 {
            return at + found;
        }
        at += 8;
    }
    memchr2(b']', b'\\', &text[at..]).map_or(text.len(), |found| at + found)
}

/// The index of the first `]` or `\` among these eight bytes, lowest first; 8 if there is none.
#[inline]
fn special_in(word: u64) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The two differ only in the lowest bit. Special bytes become zero, and the first zero is the
    // lowest byte that borrows.
    let zeros = (word & !EACH) ^ (EACH * b'\\' as u64);
    let borrows = zeros.wrapping_sub(EACH) & !zeros & (EACH << 7);
    borrows.trailing_zeros() as usize / 8
}

const ESC: u8 = 0x1b;

/// Two-byte text ends with an escape sequence, or at the end of the line, so that truncated text
/// can't swallow the file.
fn next_special_with_escapes(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        // In ASCII: which comes first, a special byte or an escape out of ASCII?
        let special = memchr2(b']', b'\\', rest);
        let escape = memchr(ESC, &rest[..special.unwrap_or(rest.len())]);
        let Some(escape) = escape else {
            return special.map_or(bytes.len(), |special| at + special);
        };
        at += escape;
        at += match &bytes[at..] {
            [ESC, b'$', b'@' | b'B', text @ ..] => 3 + two_byte_text(text),
            [ESC, b'(', b'I', text @ ..] => 3 + until_escape(text),
            _ => 1,
        };
    }
}

/// The length of the text in pairs of printable bytes.
fn two_byte_text(bytes: &[u8]) -> usize {
    let pairs = bytes.chunks_exact(2);
    2 * pairs.take_while(|pair| pair.iter().all(u8::is_ascii_graphic)).count()
}

/// The length of the text in half-width kana.
fn until_escape(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| !matches!(**byte, ESC | b'\r' | b'\n')).count()
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;
    use crate::charset::tests::{NAMES, Random, charset};

    /// The indices of all special bytes, ignoring escapes.
    fn specials(lexing: Lexing, bytes: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = lexing.next_special(bytes, 0);
        while at < bytes.len() {
            found.push(at);
            at = lexing.next_special(bytes, at + 1);
        }
        found
    }

    #[test]
    fn second_bytes_that_look_like_structure_are_text() {
        let cases = [
            ("GB18030", "運", 0x5c),
            ("GB18030", "揮", 0x5d),
            ("Big5", "功", 0x5c),
            ("Big5", "夜", 0x5d),
            ("Shift_JIS", "表", 0x5c),
            ("Shift_JIS", "ソ", 0x5c),
            ("Shift_JIS", "従", 0x5d),
        ];
        for (name, text, second) in cases {
            let charset = charset(name);
            let bytes = charset.encode(text).expect(text).into_owned();
            assert_eq!(bytes[1], second, "{name} {text}");
            let value = [&bytes[..], b"a", &bytes, b"]"].concat();
            assert_eq!(charset.lexing().next_special(&value, 0), 5, "{name} {text}");
            assert_eq!(charset.lexing().char_end(&value, 0), 2);
        }
    }

    #[test]
    fn the_lexer_and_the_decoder_agree_on_any_bytes() {
        let mut random = Random::new(7);
        for name in ["GB18030", "GBK", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "UTF-8"] {
            let charset = charset(name);
            for _ in 0..20_000 {
                let bytes = random.bytes_near_brackets(12);
                let is_special = |char: &char| matches!(char, ']' | '\\');
                let read = charset.decode(&bytes).chars().filter(is_special).count();
                assert_eq!(specials(charset.lexing(), &bytes).len(), read, "{name} {bytes:x?}");
            }
        }
    }

    #[test]
    fn words_are_searched_as_bytes_are() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let mut eight = [0u8; 8];
            for byte in &mut eight {
                // Bytes close to the two, where a borrow could give a false match.
                *byte = match random.below(4) {
                    0 => 0x5a + random.below(6) as u8,
                    1 => 0xda + random.below(6) as u8,
                    _ => random.below(256) as u8,
                };
            }
            let is_special = |byte: &u8| matches!(byte, b']' | b'\\');
            let obvious = eight.iter().position(is_special).unwrap_or(8);
            assert_eq!(special_in(u64::from_le_bytes(eight)), obvious, "{eight:x?}");
        }
    }

    /// Byte by byte, like the decoders.
    fn obvious(kind: DoubleByte, bytes: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if matches!(bytes[at], b']' | b'\\') {
                found.push(at);
            }
            at += kind.width(&bytes[at..]);
        }
        found
    }

    #[test]
    fn brackets_are_found_as_byte_by_byte() {
        let mut random = Random::new(6);
        let mut taken = 0;
        for kind in [DoubleByte::Gb18030, DoubleByte::Big5, DoubleByte::ShiftJis] {
            for _ in 0..30_000 {
                let bytes = random.bytes_near_brackets(14);
                let found = obvious(kind, &bytes);
                assert_eq!(specials(Lexing::DoubleByte(kind), &bytes), found, "{bytes:x?}");
                let all = bytes.iter().filter(|byte| matches!(byte, b']' | b'\\')).count();
                assert_eq!(kind.takes_any(&bytes), found.len() < all, "{bytes:x?}");
                taken += all - found.len();
            }
        }
        assert!(taken > 1000);
    }

    #[test]
    fn korean_needs_no_rule() {
        for lead in 0x80..=0xff {
            for second in [b'[', b'\\', b']'] {
                let text = charset("EUC-KR").decode(&[lead, second]).into_owned();
                assert!(text.ends_with(char::from(second)), "{lead:x}");
            }
        }
    }

    #[test]
    fn half_width_kana_are_single() {
        let lexing = charset("Shift_JIS").lexing();
        assert_eq!(lexing.next_special(b"\xb1\xdd]", 0), 2);
        assert_eq!(lexing.next_special(b"\xb1\xb2\xb3\x83\x5d]", 0), 5);
    }

    #[test]
    fn a_lead_byte_before_the_end_or_without_a_partner_takes_nothing() {
        for kind in [DoubleByte::Gb18030, DoubleByte::Big5, DoubleByte::ShiftJis] {
            let lexing = Lexing::DoubleByte(kind);
            assert_eq!(lexing.next_special(b"\x95", 0), 1);
            assert_eq!(lexing.char_end(b"\\\x95", 1), 2);
            assert_eq!(lexing.char_end(b"\\", 1), 1);
            assert_eq!(lexing.next_special(b"", 0), 0);
        }
        assert_eq!(Lexing::DoubleByte(DoubleByte::ShiftJis).next_special(b"\x85]", 0), 1);
    }

    #[test]
    fn characters_of_four_bytes() {
        // A Hangul syllable, which GB 18030 writes as two pairs of lead byte and digit.
        let gb = charset("GB18030");
        let bytes = gb.encode("일]").unwrap().into_owned();
        assert_eq!(bytes.len(), 5);
        assert_eq!(gb.lexing().next_special(&bytes, 0), 4);
    }

    #[test]
    fn escape_sequences() {
        let jis = charset("ISO-2022-JP");
        let bytes = jis.encode("名人]十段\\終").unwrap().into_owned();
        let found: Vec<u8> = specials(jis.lexing(), &bytes).iter().map(|&at| bytes[at]).collect();
        assert_eq!(found, *b"]\\");
        // Half-width kana in seven bits; a single escape; an escape at the end.
        assert_eq!(jis.lexing().next_special(b"\x1b(I]]\x1b(B]", 0), 8);
        assert_eq!(jis.lexing().next_special(b"\x1b]", 0), 1);
        assert_eq!(jis.lexing().next_special(b"\x1b$B", 0), 3);
        // `\` escapes the first character after the sequence, which needs no skipping.
        assert_eq!(jis.lexing().char_end(b"\\\x1b$BF|\x1b(B]", 1), 1);
    }

    #[test]
    fn text_that_never_goes_back_to_ascii_ends_with_its_line() {
        let lexing = Lexing::Escapes;
        assert_eq!(lexing.next_special(b"\x1b$BCJ]\nPW[x]", 0), 5);
    }

    #[test]
    fn random_bytes_never_panic() {
        let mut random = Random::new(8);
        for name in NAMES {
            let charset = charset(name);
            for _ in 0..2_000 {
                let bytes = random.bytes_near_brackets(16);
                for at in 0..=bytes.len() + 1 {
                    let found = charset.lexing().next_special(&bytes, at);
                    assert!(found <= bytes.len());
                    assert!(charset.lexing().char_end(&bytes, at) <= bytes.len());
                }
            }
        }
    }
}
