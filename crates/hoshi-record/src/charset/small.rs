//! The charsets of a build without the feature `charsets`: UTF-8 and windows-1252, which also reads
//! ISO-8859-1 and ASCII. The same functions as in `codecs.rs`, without the codec library.

use std::borrow::Cow;

use super::Lexing;

/// One of the two.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    Utf8,
    Windows1252,
}

pub(super) const UTF_8: &Encoding = &Encoding::Utf8;
pub(super) const WINDOWS_1252: &Encoding = &Encoding::Windows1252;

/// The characters of windows-1252 from 0x80 on; the others are those of ISO-8859-1, and so are the
/// five that it leaves open.
const ABOVE: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Encoding {
    pub(super) fn is_single_byte(&self) -> bool {
        *self == Encoding::Windows1252
    }

    /// The text; as the codec library does it, with the encoding and whether there were errors.
    pub(super) fn decode_without_bom_handling<'b>(&self, bytes: &'b [u8]) -> (Cow<'b, str>, bool) {
        match self {
            Encoding::Windows1252 if !bytes.is_ascii() => {
                (bytes.iter().map(|&byte| char_of(byte)).collect(), false)
            }
            _ => {
                let text = String::from_utf8_lossy(bytes);
                let has_errors = matches!(text, Cow::Owned(_));
                (text, has_errors)
            }
        }
    }

    /// The bytes, the encoding used, and whether a character did not fit.
    pub(super) fn encode<'t>(&'static self, text: &'t str) -> (Cow<'t, [u8]>, &'static Self, bool) {
        if *self == Encoding::Utf8 || text.is_ascii() {
            return (Cow::Borrowed(text.as_bytes()), self, false);
        }
        let bytes: Option<Vec<u8>> = text.chars().map(byte_of).collect();
        let does_not_fit = bytes.is_none();
        (Cow::Owned(bytes.unwrap_or_default()), self, does_not_fit)
    }
}

fn char_of(byte: u8) -> char {
    match byte {
        0x80..=0x9f => ABOVE[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn byte_of(char: char) -> Option<u8> {
    let above = || ABOVE.iter().position(|&above| above == char).map(|place| 0x80 + place as u8);
    match u8::try_from(char) {
        Ok(byte) if !matches!(byte, 0x80..=0x9f) => Some(byte),
        _ => above(),
    }
}

/// The encoding of a label that is neither UTF-8 nor Latin-1.
pub(super) fn for_label(_label: &[u8], key: &str) -> Option<&'static Encoding> {
    matches!(key, "windows1252" | "win1252" | "cp1252" | "ms1252" | "xcp1252" | "1252")
        .then_some(WINDOWS_1252)
}

pub(super) fn name(encoding: &'static Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Windows1252 => "windows-1252",
    }
}

pub(super) fn lexing(_encoding: &'static Encoding) -> Lexing {
    Lexing::Plain
}

pub(super) fn reads(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    *encoding == Encoding::Windows1252 || str::from_utf8(bytes).is_ok()
}

pub(super) fn is_paired(_encoding: &'static Encoding) -> bool {
    false
}

pub(super) fn takes_brackets(_encoding: &'static Encoding, _bytes: &[u8]) -> Option<bool> {
    None
}

pub(super) fn with_escapes() -> Option<&'static Encoding> {
    None
}

pub(super) fn is_part(part: &'static Encoding, of: &'static Encoding) -> bool {
    part == of
}

pub(super) fn has_old_kana(_encoding: &'static Encoding, _game: &[u8]) -> bool {
    false
}

pub(super) fn decode_old_kana(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_windows_1252_there_and_back() {
        for byte in 0..=255 {
            let text = WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned();
            assert_eq!(text.chars().count(), 1);
            let (bytes, _, does_not_fit) = WINDOWS_1252.encode(&text);
            assert_eq!((&*bytes, does_not_fit), (&[byte][..], false));
        }
        assert!(WINDOWS_1252.encode("段").2);
    }
}
