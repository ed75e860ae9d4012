//! The charsets whose characters mostly have two bytes, as tables from byte pair to character.
//! Built with the codec library, so that both agree.

use std::sync::LazyLock;

use encoding_rs::{self as rs, Encoding};

use super::ascii::next_high;

/// The charsets whose characters mostly have two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paired {
    Gb18030,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
}

/// The entries of a table: lead bytes from 0x81 to 0xfe, second bytes from 0x30 on.
pub(super) const CELLS: usize = LEADS * SECONDS;
const LEADS: usize = 0xfe - 0x81 + 1;
const SECONDS: usize = 0x100 - 0x30;

/// A character above ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A pair, by its index in a table. It is a character if the table has an entry.
    Pair(usize),
    /// Half-width kana.
    HalfKana,
    /// A character of three or four bytes, if it is one.
    Long,
    /// A single byte.
    Single,
    /// A byte that starts no character.
    Broken,
}

impl Paired {
    pub(super) const ALL: [Paired; 5] =
        [Paired::Gb18030, Paired::Big5, Paired::ShiftJis, Paired::EucJp, Paired::EucKr];

    /// The paired charset of an encoding, if any; GBK is part of GB 18030.
    pub(super) fn of(encoding: &'static Encoding) -> Option<Paired> {
        let encoding = if encoding == rs::GBK { rs::GB18030 } else { encoding };
        Paired::ALL.into_iter().find(|paired| paired.encoding() == encoding)
    }

    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Paired::Gb18030 => rs::GB18030,
            Paired::Big5 => rs::BIG5,
            Paired::ShiftJis => rs::SHIFT_JIS,
            Paired::EucJp => rs::EUC_JP,
            Paired::EucKr => rs::EUC_KR,
        }
    }

    /// The character at the start of these bytes, whose first is above ASCII, and its length. A pair that
    /// the table lacks has length one if its second byte is ASCII.
    #[inline(always)]
    pub(super) fn next(self, bytes: &[u8]) -> (usize, Found) {
        let (lead, second) = match *bytes {
            [lead, second, ..] => (lead, second),
            [lead, ..] => (lead, 0),
            [] => return (0, Found::Broken),
        };
        match (self, lead) {
            (Paired::ShiftJis, 0xa1..=0xdf) => return (1, Found::HalfKana),
            (Paired::ShiftJis | Paired::Gb18030, 0x80) => return (1, Found::Single),
            (Paired::EucJp, 0x8e) if matches!(second, 0xa1..=0xdf) => return (2, Found::HalfKana),
            (Paired::EucJp, 0x8f) if second >= 0xa1 && bytes.len() > 2 => return (3, Found::Long),
            (Paired::Gb18030, 0x81..=0xfe) if second.is_ascii_digit() => {
                let is_long = matches!(bytes, [_, _, 0x81..=0xfe, b'0'..=b'9', ..]);
                return if is_long { (4, Found::Long) } else { (1, Found::Broken) };
            }
            _ => {}
        }
        if !matches!(lead, 0x81..=0xfe) || second < 0x30 {
            return (1, Found::Broken);
        }
        (2, Found::Pair(usize::from(lead - 0x81) * SECONDS + usize::from(second - 0x30)))
    }

    /// The byte pair of an index in a table.
    pub(super) fn pair(place: usize) -> (u8, u8) {
        ((place / SECONDS) as u8 + 0x81, (place % SECONDS) as u8 + 0x30)
    }

    /// Whether a `]` or a `\\` among these bytes is part of a character; `None` if they are not
    /// well-formed.
    pub(super) fn read(self, bytes: &[u8]) -> Option<bool> {
        // Each charset gets its own loop, without branches that only others need.
        match self {
            Paired::Gb18030 => Paired::Gb18030.read_inlined(bytes),
            Paired::Big5 => Paired::Big5.read_inlined(bytes),
            Paired::ShiftJis => Paired::ShiftJis.read_inlined(bytes),
            Paired::EucJp => Paired::EucJp.read_inlined(bytes),
            Paired::EucKr => Paired::EucKr.read_inlined(bytes),
        }
    }

    #[inline(always)]
    fn read_inlined(self, bytes: &[u8]) -> Option<bool> {
        let chars = self.chars();
        let mut takes = false;
        let mut at = next_high(bytes, 0);
        while at < bytes.len() {
            let (width, found) = self.next(&bytes[at..]);
            let is_char = match found {
                Found::Pair(place) => {
                    takes |= matches!(bytes[at + 1], b'\\' | b']');
                    chars[place] != 0
                }
                Found::HalfKana | Found::Single => true,
                Found::Long => is_well_formed(self.encoding(), &bytes[at..at + width]),
                Found::Broken => false,
            };
            if !is_char {
                return None;
            }
            at += width;
            if bytes.get(at).is_some_and(u8::is_ascii) {
                at = next_high(bytes, at);
            }
        }
        Some(takes)
    }

    /// The character of every pair; 0 if there is none, [`WIDE`] if it is above U+FFFF or two.
    pub(super) fn chars(self) -> &'static [u16; CELLS] {
        &CHARS[self as usize]
    }
}

/// The table entry for characters that do not fit.
pub(super) const WIDE: u16 = 0xffff;

static CHARS: [LazyLock<Box<[u16; CELLS]>>; 5] = [
    LazyLock::new(|| chars(rs::GB18030)),
    LazyLock::new(|| chars(rs::BIG5)),
    LazyLock::new(|| chars(rs::SHIFT_JIS)),
    LazyLock::new(|| chars(rs::EUC_JP)),
    LazyLock::new(|| chars(rs::EUC_KR)),
];

/// Decodes every pair. One at a time would take ten times as long.
fn chars(encoding: &'static Encoding) -> Box<[u16; CELLS]> {
    let mut chars = Box::new([0; CELLS]);
    for (lead, row) in (0x81..=0xfeu8).zip(chars.chunks_exact_mut(SECONDS)) {
        // A line break is never part of a character.
        let text: Vec<u8> = (0x30..=0xffu8).flat_map(|second| [lead, second, b'\n']).collect();
        let decoded = encoding.decode_without_bom_handling(&text).0;
        let (mut at, mut length) = (0, 0);
        for char in decoded.chars() {
            if char == '\n' {
                (at, length) = (at + 1, 0);
                continue;
            }
            row[at] = match length {
                0 if char == char::REPLACEMENT_CHARACTER => 0,
                0 => u16::try_from(u32::from(char)).unwrap_or(WIDE),
                // Some Big5 pairs are a letter and its accent; a malformed pair leaves its ASCII
                // byte.
                _ if row[at] == 0 => 0,
                _ => WIDE,
            };
            length += 1;
        }
    }
    chars
}

fn is_well_formed(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;
    use crate::charset::{Charset, Lexing};

    #[test]
    fn the_tables_and_the_decoders_agree() {
        let mut random = Random::new(15);
        let mut read = 0;
        for paired in Paired::ALL {
            let mut check = |bytes: &[u8]| {
                let is_read = is_well_formed(paired.encoding(), bytes);
                assert_eq!(paired.read(bytes).is_some(), is_read, "{paired:?} {bytes:x?}");
                if let Some(takes) = paired.read(bytes) {
                    let lexing = Charset::standard(paired.encoding()).lexing();
                    let is_taken = match lexing {
                        Lexing::DoubleByte(kind) => kind.takes_any(bytes),
                        _ => false,
                    };
                    assert_eq!(takes, is_taken, "{paired:?} {bytes:x?}");
                }
                read += usize::from(is_read && !bytes.is_ascii());
            };
            for lead in 0x80..=0xff {
                check(&[lead]);
                for second in 0..=0xff {
                    check(&[b'a', lead, second, b'b']);
                    check(&[lead, second]);
                    check(&[0x8f, lead, second]);
                    check(&[lead, b'0' + second % 10, second, lead % 64]);
                }
            }
            for _ in 0..50_000 {
                check(&random.bytes(6));
                check(&random.bytes_near_brackets(6));
            }
        }
        assert!(read > 100_000, "{read}");
    }

    #[test]
    fn the_tables_have_the_characters() {
        for (paired, text) in [
            (Paired::Gb18030, "围棋 黑白 ゐ"),
            (Paired::Big5, "圍棋 黑白"),
            (Paired::ShiftJis, "囲碁 ひらがな"),
            (Paired::EucJp, "囲碁 ひらがな"),
            (Paired::EucKr, "바둑 圍棋"),
        ] {
            let (bytes, _, unmappable) = paired.encoding().encode(text);
            assert!(!unmappable);
            let (mut at, mut read) = (0, String::new());
            while let Some(&byte) = bytes.get(at) {
                let (width, char) = match byte {
                    0..0x80 => (1, u16::from(byte)),
                    _ => match paired.next(&bytes[at..]) {
                        (width, Found::Pair(place)) => (width, paired.chars()[place]),
                        other => panic!("{other:?}"),
                    },
                };
                read.push(char::from_u32(char.into()).unwrap());
                at += width;
            }
            assert_eq!(read, text);
        }
    }
}
