//! How surprising a text is as Chinese, Japanese, Korean or anything with letters, in tenths of a
//! nat: ten times the negative logarithm of a rough likelihood. The charset under which a game
//! surprises least is the likeliest one.
//!
//! The likelihoods are estimates. That common characters come first in the national standards does
//! most of the work: GB 2312, Big5 and JIS X 0208 each have a first level of frequent ones. The
//! tables of this folder refine it, and ranks, which nearly every record has, decide much.

use std::sync::LazyLock;

use encoding_rs::{self as rs, Encoding};

use super::tables;

/// The charsets in which a character is mostly two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paired {
    Gb18030,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
}

/// What isn't a character at all.
const MALFORMED: u32 = 120;
/// A frequent character, in any of them.
const FREQUENT: u32 = 65;
/// Kana.
const KANA: u32 = 60;
/// A rank behind its number, in a property that holds a rank, and elsewhere.
const RANK_IN_PLACE: u32 = 10;
const RANK: u32 = 45;
/// A Chinese character right behind two or more small Latin letters: rather a letter with an
/// accent, read wrongly.
const INSIDE_A_WORD: u32 = 20;

impl Paired {
    pub(super) const ALL: [Paired; 5] =
        [Paired::Gb18030, Paired::Big5, Paired::ShiftJis, Paired::EucJp, Paired::EucKr];

    /// That of an encoding, if it is one of them; GBK is a part of GB 18030.
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

    /// The price of this value. `is_rank` says that it is a player's rank.
    pub(super) fn price(self, value: &[u8], is_rank: bool) -> u32 {
        let decoded = self.encoding().decode_without_bom_handling(value).0;
        let malformed = decoded.chars().filter(|char| *char == char::REPLACEMENT_CHARACTER).count();
        let codes = &CODES[self as usize];
        let mut price = MALFORMED * malformed as u32;
        let mut letters = 0;
        let mut after_number = false;
        let mut after_single_kana = false;
        let mut at = 0;
        while let Some(&byte) = value.get(at) {
            if byte < 0x80 {
                price += ascii(byte);
                letters = if byte.is_ascii_lowercase() { letters + 1 } else { 0 };
                after_number = byte.is_ascii_digit();
                after_single_kana = false;
                at += 1;
                continue;
            }
            let rest = &value[at..];
            if self == Paired::ShiftJis && matches!(byte, 0xa1..=0xdf) {
                // Half-width kana come in words, and rarely.
                price += if after_single_kana { 55 } else { 75 };
                after_single_kana = true;
                after_number = false;
                at += 1;
                continue;
            }
            let width = self.width(rest);
            let code = match *rest {
                [lead, trail, ..] if width == 2 => u16::from_be_bytes([lead, trail]),
                _ => 0,
            };
            price += match (codes.kind(code), is_rank, after_number) {
                (Some(Kind::Rank), true, true) => RANK_IN_PLACE,
                (Some(Kind::Rank), true, false) => 2 * RANK_IN_PLACE,
                (Some(Kind::Rank), false, true) => RANK,
                (Some(_), ..) => FREQUENT,
                (None, ..) => self.rare(rest, width),
            };
            if letters >= 2 {
                price += INSIDE_A_WORD;
            }
            letters = 0;
            after_number = codes.kind(code) == Some(Kind::Numeral);
            after_single_kana = false;
            at += width;
        }
        price
    }

    /// How many bytes the character takes that begins here, above ASCII.
    fn width(self, bytes: &[u8]) -> usize {
        let width = match (self, bytes) {
            (Paired::Gb18030, [_, b'0'..=b'9', 0x81..=0xfe, b'0'..=b'9', ..]) => 4,
            (Paired::EucJp, [0x8f, _, _, ..]) => 3,
            (Paired::EucJp, [_, 0xa1..=0xff, ..]) => 2,
            (Paired::EucKr, [_, b'A'..=b'Z' | b'a'..=b'z' | 0x81..=0xff, ..]) => 2,
            (Paired::Gb18030 | Paired::Big5 | Paired::ShiftJis, [_, 0x40..=0xff, ..]) => 2,
            _ => 1,
        };
        width.min(bytes.len())
    }

    /// The price of a character that no table knows.
    fn rare(self, bytes: &[u8], width: usize) -> u32 {
        let (lead, trail) = (bytes[0], bytes.get(1).copied().unwrap_or(0));
        match (self, width, lead, trail) {
            // Malformed, and counted as such.
            (_, 1, ..) => 0,
            // Hangul begins here in the four-byte range of GB 18030.
            (Paired::Gb18030, 4, 0x82..=0x83, _) => 120,
            (Paired::Gb18030, 4, ..) => 160,
            (Paired::Gb18030, _, 0x81..=0xa0, _) | (Paired::Gb18030, _, _, ..0xa1) => 130,
            (Paired::Gb18030, _, 0xa1..=0xa3, _) => 95,
            (Paired::Gb18030, _, 0xa4..=0xa5, _) => 105,
            (Paired::Gb18030, _, 0xa6..=0xa9, _) => 125,
            (Paired::Gb18030, _, 0xb0..=0xd7, _) => 92,
            (Paired::Gb18030, _, 0xd8..=0xf7, _) => 115,
            (Paired::Gb18030, ..) => 150,

            (Paired::Big5, _, 0xa1..=0xa3, _) => 95,
            (Paired::Big5, _, 0xa4..=0xc5, _) | (Paired::Big5, _, 0xc6, ..0x80) => 92,
            (Paired::Big5, _, 0xc6..=0xc8, _) => 108,
            (Paired::Big5, _, 0xc9..=0xf9, _) => 118,
            (Paired::Big5, ..) => 145,

            (Paired::ShiftJis, _, 0x82, 0x9f..=0xf1) => KANA,
            (Paired::ShiftJis, _, 0x83, 0x40..=0x96) => KANA,
            (Paired::ShiftJis, _, 0x82, _) => 85,
            (Paired::ShiftJis, _, 0x81, _) => 95,
            (Paired::ShiftJis, _, 0x83..=0x87, _) => 115,
            (Paired::ShiftJis, _, 0x88..=0x97, _) | (Paired::ShiftJis, _, 0x98, ..0x73) => 92,
            (Paired::ShiftJis, _, 0x98..=0xea, _) => 118,
            (Paired::ShiftJis, ..) => 150,

            (Paired::EucJp, 3, ..) => 135,
            (Paired::EucJp, _, 0xa4..=0xa5, _) => KANA,
            (Paired::EucJp, _, 0xa3, _) => 85,
            (Paired::EucJp, _, 0xa1, _) => 95,
            (Paired::EucJp, _, 0xb0..=0xcf, _) => 92,
            (Paired::EucJp, _, 0xd0..=0xf4, _) => 118,
            (Paired::EucJp, ..) => 135,

            (Paired::EucKr, _, _, ..0xa1) => 120,
            (Paired::EucKr, _, 0xb0..=0xc8, _) => 88,
            (Paired::EucKr, _, 0xa1 | 0xa3, _) => 95,
            (Paired::EucKr, _, 0xca..=0xfd, _) => 118,
            (Paired::EucKr, ..) => 125,
        }
    }
}

/// What a table says of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Rank,
    Numeral,
    Frequent,
}

/// The characters of the tables as codes of one charset, in order.
struct Codes(Vec<(u16, Kind)>);

static CODES: LazyLock<[Codes; 5]> = LazyLock::new(|| Paired::ALL.map(Codes::new));

impl Codes {
    fn new(paired: Paired) -> Codes {
        let frequent: &[&str] = match paired {
            Paired::Gb18030 => &[tables::SIMPLIFIED],
            Paired::Big5 => &[tables::TRADITIONAL, tables::SIMPLIFIED],
            Paired::ShiftJis | Paired::EucJp => &[tables::KANJI],
            Paired::EucKr => &[tables::HANGUL],
        };
        let mut codes = Vec::new();
        let mut add = |text: &str, kind| {
            for char in text.chars() {
                let mut buffer = [0; 4];
                let (bytes, _, unmappable) =
                    paired.encoding().encode(char.encode_utf8(&mut buffer));
                // A simplified character that Big5 has in its second level is not frequent there.
                let is_stray = paired == Paired::Big5 && bytes[0] >= 0xc9;
                if let (false, false, [lead, trail]) = (unmappable, is_stray, &*bytes) {
                    codes.push((u16::from_be_bytes([*lead, *trail]), kind));
                }
            }
        };
        add(tables::RANKS, Kind::Rank);
        add(tables::NUMERALS, Kind::Numeral);
        for text in frequent {
            add(text, Kind::Frequent);
        }
        codes.sort_unstable();
        codes.dedup_by_key(|entry| entry.0);
        Codes(codes)
    }

    fn kind(&self, code: u16) -> Option<Kind> {
        let found = self.0.binary_search_by_key(&code, |entry| entry.0).ok()?;
        Some(self.0[found].1)
    }
}

/// ASCII is priced too, so that a charset that takes a letter into a character saves its price.
fn ascii(byte: u8) -> u32 {
    if byte.is_ascii_alphanumeric() || byte == b' ' { 30 } else { 45 }
}

/// The price of a text of letters: UTF-8, or a charset of one byte.
pub(super) fn of_letters(text: &str) -> u32 {
    let mut price = 0;
    let mut run = 0;
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        run = if char.is_ascii() { 0 } else { run + 1 };
        price += match char {
            '\0'..='\x7f' => ascii(char as u8),
            // A name that was cut in the middle of a character ends so, behind whole ones.
            char::REPLACEMENT_CHARACTER if chars.peek().is_none() && before >= '\u{800}' => {
                MALFORMED / 2
            }
            char::REPLACEMENT_CHARACTER => MALFORMED,
            '’' if is_letter(before) => 30,
            '‘' | '’' | '“' | '”' | '–' | '—' | '…' | '\u{a0}' => 45,
            '´' | '½' | '°' | '·' | '«' | '»' | '©' | '№' => 58,
            '\u{80}'..='\u{9f}' => 140,
            '\u{250}'..='\u{2ff}' | '\u{460}'..='\u{52f}' | '\u{700}'..='\u{7ff}' => 130,
            '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => 70,
            '\u{3040}'..='\u{30ff}' => 70,
            '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => 75,
            '\u{800}'.. => 110,
            _ if is_letter(char) => letter(char, before, after, run),
            _ => 90,
        };
        before = char;
    }
    price
}

/// Whether it is a letter; of Europe's without a look at the tables of Unicode.
fn is_letter(char: char) -> bool {
    match char {
        'a'..='z' | 'A'..='Z' | 'ª' | 'º' | '\u{400}'..='\u{45f}' => true,
        '\u{c0}'..='\u{24f}' => !matches!(char, '×' | '÷'),
        '\u{250}'.. => char.is_alphabetic(),
        _ => false,
    }
}

/// The price of a letter above ASCII between these two; it is the `run`th such in a row.
fn letter(char: char, before: char, after: char, run: u32) -> u32 {
    let mut price = match char {
        'ª' | 'º' | 'ð' | 'þ' | 'ÿ' | 'ý' | 'Ð' | 'Þ' => 80,
        // As often as in Russian.
        'о' | 'е' | 'а' | 'и' | 'н' | 'т' | 'с' | 'р' | 'в' | 'л' => 26,
        'к' | 'м' | 'д' | 'п' | 'у' | 'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' => 38,
        'а'..='я' | 'ё' => 48,
        _ if char.is_uppercase() => 50,
        _ => 38,
    };
    if char.is_uppercase() && before.is_lowercase() {
        price += 45;
    }
    if char < '\u{250}' {
        // A letter with an accent stands in a word, beside letters without.
        let is_alone = !is_letter(before) && !is_letter(after);
        price += if is_alone || run > 3 { 40 } else { 0 };
    } else if before.is_ascii_alphabetic() || after.is_ascii_alphabetic() {
        price += 40;
    }
    price
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(paired: Paired, text: &str, is_rank: bool) -> u32 {
        let (bytes, _, unmappable) = paired.encoding().encode(text);
        assert!(!unmappable, "{text}");
        paired.price(&bytes, is_rank)
    }

    #[test]
    fn frequent_is_cheaper_than_rare() {
        for (paired, frequent, rare) in [
            (Paired::Gb18030, "黑白胜", "蛞黜龛"),
            (Paired::Big5, "黑白勝", "黜龕蛞"),
            (Paired::ShiftJis, "黒白勝", "黜龕蛞"),
            (Paired::EucJp, "黒白勝", "黜龕蛞"),
            (Paired::EucKr, "흑백승", "뎁쾅뷴"),
        ] {
            assert!(price(paired, frequent, false) < price(paired, rare, false), "{paired:?}");
        }
        assert!(
            price(Paired::ShiftJis, "ひらがな", false) < price(Paired::ShiftJis, "ﾊﾝｶｸﾃﾞｽ", false)
        );
    }

    #[test]
    fn a_rank_is_cheap_where_ranks_are() {
        for (paired, rank) in [
            (Paired::Gb18030, "9段"),
            (Paired::Big5, "九段"),
            (Paired::ShiftJis, "初段"),
            (Paired::EucJp, "5級"),
            (Paired::EucKr, "9단"),
        ] {
            assert!(price(paired, rank, true) < price(paired, rank, false), "{paired:?}");
        }
    }

    #[test]
    fn letters_belong_into_words() {
        for (usual, odd) in
            [("créé", "cr É é"), ("can’t", "can ’t"), ("Древняя", "ДРеВняЯ"), ("é", "\u{4eb}")]
        {
            assert!(of_letters(usual) < of_letters(odd), "{usual}");
        }
    }

    #[test]
    fn most_of_the_tables_can_be_written() {
        for (codes, floor) in CODES.iter().zip([700, 700, 450, 450, 350]) {
            assert!(codes.0.len() >= floor, "{}", codes.0.len());
        }
    }
}
