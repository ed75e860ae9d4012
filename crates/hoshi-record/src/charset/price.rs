//! How surprising a text is as Chinese, Japanese, Korean or anything with letters, in tenths of a
//! nat: ten times the negative logarithm of a rough likelihood. The charset under which a game
//! surprises least is the likeliest one.
//!
//! The likelihoods are estimates. Most of the work is done by the order of the national standards:
//! GB 2312, Big5 and JIS X 0208 each have a first level of frequent characters. The tables in
//! `tables.rs` refine it, and ranks, which nearly every record has, decide much.

use std::sync::LazyLock;

use super::pairs::{CELLS, Found, Paired};
use super::tables;

/// A charset and a language: bytes surprise least in their own. Japanese in GB 18030 has kana, which
/// Chinese lacks, and Koreans write names in two scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    GbSimplified,
    GbTraditional,
    GbJapanese,
    Big5,
    ShiftJis,
    EucJp,
    Hangul,
    Hanja,
}

/// A malformed byte.
const MALFORMED: u32 = 120;
/// A frequent character, in any of them.
const FREQUENT: u8 = 65;
/// Kana.
const KANA: u8 = 55;
/// A rank after its number, in a rank property, and elsewhere.
const RANK_IN_PLACE: u32 = 10;
const RANK: u32 = 45;
/// A Chinese character right after two or more lower-case Latin letters: more likely a misread
/// accented letter.
const INSIDE_A_WORD: u32 = 20;

/// Table entries in place of a price that depends on the context.
const IS_RANK: u8 = 255;
const IS_NUMERAL: u8 = 254;

impl Voice {
    pub(super) const ALL: [Voice; 8] = [
        Voice::GbSimplified,
        Voice::GbTraditional,
        Voice::GbJapanese,
        Voice::Big5,
        Voice::ShiftJis,
        Voice::EucJp,
        Voice::Hangul,
        Voice::Hanja,
    ];

    pub(super) fn paired(self) -> Paired {
        match self {
            Voice::GbSimplified | Voice::GbTraditional | Voice::GbJapanese => Paired::Gb18030,
            Voice::Big5 => Paired::Big5,
            Voice::ShiftJis => Paired::ShiftJis,
            Voice::EucJp => Paired::EucJp,
            Voice::Hangul | Voice::Hanja => Paired::EucKr,
        }
    }

    /// The rarity of this language in its charset.
    pub(super) fn rarity(self) -> u32 {
        match self {
            Voice::GbTraditional => 25,
            Voice::GbJapanese => 45,
            Voice::Hanja => 30,
            _ => 0,
        }
    }

    /// The price of this word. `is_rank`: it is a player's rank.
    pub(super) fn price(self, word: &[u8], is_rank: bool) -> u32 {
        // A loop for each charset, so that it is not looked up for every character.
        match self.paired() {
            Paired::Gb18030 => self.price_as::<{ Paired::Gb18030 as usize }>(word, is_rank),
            Paired::Big5 => self.price_as::<{ Paired::Big5 as usize }>(word, is_rank),
            Paired::ShiftJis => self.price_as::<{ Paired::ShiftJis as usize }>(word, is_rank),
            Paired::EucJp => self.price_as::<{ Paired::EucJp as usize }>(word, is_rank),
            Paired::EucKr => self.price_as::<{ Paired::EucKr as usize }>(word, is_rank),
        }
    }

    fn price_as<const PAIRED: usize>(self, word: &[u8], is_rank: bool) -> u32 {
        let prices = &*PRICES[self as usize];
        let paired = const { Paired::ALL[PAIRED] };
        let mut price = 0;
        let mut letters = 0;
        let mut after_number = false;
        let mut after_single_kana = false;
        let mut at = 0;
        while let Some(&byte) = word.get(at) {
            if byte < 0x80 {
                price += ascii(byte);
                letters = if byte.is_ascii_lowercase() { letters + 1 } else { 0 };
                after_number = byte.is_ascii_digit();
                after_single_kana = false;
                at += 1;
                continue;
            }
            let (mut width, found) = paired.next(&word[at..]);
            let is_kana = found == Found::HalfKana;
            let mut is_number = false;
            price += match found {
                Found::Pair(place) => match (prices[place], is_rank, after_number) {
                    (0, ..) => {
                        width = if word[at + 1] < 0x80 { 1 } else { 2 };
                        MALFORMED
                    }
                    (IS_RANK, true, true) => RANK_IN_PLACE,
                    (IS_RANK, true, false) => 2 * RANK_IN_PLACE,
                    (IS_RANK, false, true) => RANK,
                    (IS_RANK, ..) => FREQUENT.into(),
                    (IS_NUMERAL, ..) => {
                        is_number = true;
                        FREQUENT.into()
                    }
                    (price, ..) => price.into(),
                },
                // They are rare, and come in words.
                Found::HalfKana if after_single_kana => 55,
                Found::HalfKana => 75,
                // Hangul begins here in the four-byte range of GB 18030.
                Found::Long if matches!((paired, byte), (Paired::Gb18030, 0x82..=0x83)) => 120,
                Found::Long if paired == Paired::Gb18030 => 160,
                Found::Long => 135,
                Found::Single | Found::Broken => MALFORMED,
            };
            if letters >= 2 && !is_kana {
                price += INSIDE_A_WORD;
            }
            letters = 0;
            after_number = is_number;
            after_single_kana = is_kana;
            at += width;
        }
        price
    }

    /// The price of a character that is in no table, by its bytes.
    fn rare(self, lead: u8, trail: u8) -> u8 {
        match (self.paired(), lead, trail) {
            (Paired::Gb18030, 0x81..=0xa0, _) | (Paired::Gb18030, _, ..0xa1) => match self {
                Voice::GbTraditional => 110,
                _ => 130,
            },
            (Paired::Gb18030, 0xa1..=0xa3, _) => 95,
            (Paired::Gb18030, 0xa4..=0xa5, _) => 105,
            (Paired::Gb18030, 0xa6..=0xa9, _) => 125,
            (Paired::Gb18030, 0xb0..=0xd7, _) => 92,
            (Paired::Gb18030, 0xd8..=0xf7, _) => 115,
            (Paired::Gb18030, ..) => 150,

            (Paired::Big5, 0xa1..=0xa3, _) => 95,
            (Paired::Big5, 0xa4..=0xc5, _) | (Paired::Big5, 0xc6, ..0x80) => 92,
            (Paired::Big5, 0xc6..=0xc8, _) => 108,
            (Paired::Big5, 0xc9..=0xf9, _) => 118,
            (Paired::Big5, ..) => 145,

            (Paired::ShiftJis, 0x82, _) => 85,
            (Paired::ShiftJis, 0x81, _) => 95,
            (Paired::ShiftJis, 0x83..=0x87, _) => 115,
            (Paired::ShiftJis, 0x88..=0x97, _) | (Paired::ShiftJis, 0x98, ..0x73) => 92,
            (Paired::ShiftJis, 0x98..=0xea, _) => 118,
            (Paired::ShiftJis, ..) => 150,

            (Paired::EucJp, 0xa3, _) => 85,
            (Paired::EucJp, 0xa1, _) => 95,
            (Paired::EucJp, 0xb0..=0xcf, _) => 92,
            (Paired::EucJp, 0xd0..=0xf4, _) => 118,
            (Paired::EucJp, ..) => 135,

            (Paired::EucKr, _, ..0xa1) => 120,
            (Paired::EucKr, 0xb0..=0xc8, _) => 88,
            (Paired::EucKr, 0xa1 | 0xa3, _) => 95,
            (Paired::EucKr, 0xca..=0xfd, _) => match self {
                Voice::Hanja => 98,
                _ => 118,
            },
            (Paired::EucKr, ..) => 125,
        }
    }

    /// The characters that are frequent in this language.
    fn frequent(self) -> &'static [&'static str] {
        match self {
            Voice::GbSimplified => &[tables::SIMPLIFIED],
            Voice::GbTraditional | Voice::Big5 => &[tables::TRADITIONAL, tables::SIMPLIFIED],
            Voice::GbJapanese | Voice::ShiftJis | Voice::EucJp => &[tables::KANJI],
            Voice::Hangul => &[tables::HANGUL],
            Voice::Hanja => &[tables::HANJA],
        }
    }
}

static PRICES: [LazyLock<Box<[u8; CELLS]>>; 8] = [
    LazyLock::new(|| prices(Voice::GbSimplified)),
    LazyLock::new(|| prices(Voice::GbTraditional)),
    LazyLock::new(|| prices(Voice::GbJapanese)),
    LazyLock::new(|| prices(Voice::Big5)),
    LazyLock::new(|| prices(Voice::ShiftJis)),
    LazyLock::new(|| prices(Voice::EucJp)),
    LazyLock::new(|| prices(Voice::Hangul)),
    LazyLock::new(|| prices(Voice::Hanja)),
];

/// The price of every pair; 0 for pairs that are not characters.
fn prices(voice: Voice) -> Box<[u8; CELLS]> {
    let mut known = vec![0u8; 1 << 16];
    let mut add = |text: &str, price: u8| {
        for char in text.chars() {
            if let Some(known) = known.get_mut(char as usize)
                && *known == 0
            {
                *known = price;
            }
        }
    };
    add(tables::RANKS, IS_RANK);
    add(tables::NUMERALS, IS_NUMERAL);
    for text in voice.frequent() {
        add(text, FREQUENT);
    }
    let is_japanese = matches!(voice, Voice::GbJapanese | Voice::ShiftJis | Voice::EucJp);
    let mut prices = Box::new([0; CELLS]);
    for (place, (price, &char)) in prices.iter_mut().zip(voice.paired().chars()).enumerate() {
        let (lead, trail) = Paired::pair(place);
        // A simplified character that Big5 has in its second level is not frequent there.
        let is_stray = voice == Voice::Big5 && lead >= 0xc9;
        *price = match (char, known[usize::from(char)]) {
            (0, _) => 0,
            (0x3041..=0x3096 | 0x30a1..=0x30fa, _) if is_japanese => KANA,
            (_, 1..) if !is_stray => known[usize::from(char)],
            _ => voice.rare(lead, trail),
        };
    }
    prices
}

/// ASCII is priced too, so a charset that consumes a letter as part of a character saves its price.
fn ascii(byte: u8) -> u32 {
    if byte.is_ascii_alphanumeric() || byte == b' ' { 30 } else { 45 }
}

/// A character of an alphabetic text, and its properties apart from its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    char: char,
    /// Its price without that of its place.
    price: u8,
    is_letter: bool,
    is_upper: bool,
    is_lower: bool,
    /// Whether its place counts: a letter above ASCII with a price of its own.
    is_placed: bool,
}

impl Glyph {
    pub(super) fn of(char: char) -> Glyph {
        let is_letter = is_letter(char);
        let price = match char {
            '\0'..='\x7f' => ascii(char as u8) as u8,
            char::REPLACEMENT_CHARACTER => MALFORMED as u8,
            '‘' | '’' | '“' | '”' | '–' | '—' | '…' | '\u{a0}' => 45,
            '´' | '½' | '°' | '·' | '«' | '»' | '©' | '№' => 58,
            '\u{80}'..='\u{9f}' => 140,
            '\u{250}'..='\u{2ff}' | '\u{460}'..='\u{52f}' | '\u{700}'..='\u{7ff}' => 130,
            '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => 70,
            '\u{3040}'..='\u{30ff}' => 70,
            '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => 75,
            '\u{800}'.. => 110,
            'ª' | 'º' | 'ð' | 'þ' | 'ÿ' | 'ý' | 'Ð' | 'Þ' => 80,
            // The frequency in Russian.
            'о' | 'е' | 'а' | 'и' | 'н' | 'т' | 'с' | 'р' | 'в' | 'л' => 26,
            'к' | 'м' | 'д' | 'п' | 'у' | 'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' => 38,
            'а'..='я' | 'ё' => 48,
            _ if is_letter && char.is_uppercase() => 50,
            _ if is_letter => 38,
            _ => 90,
        };
        Glyph {
            char,
            price,
            is_letter,
            is_upper: is_letter && char.is_uppercase(),
            is_lower: char.is_lowercase(),
            is_placed: is_letter
                && matches!(char, '\u{80}'..'\u{800}')
                && !matches!(price, 130 | 140),
        }
    }
}

/// The price of an alphabetic text: UTF-8, or a charset of one byte.
pub(super) fn of_letters(text: impl Iterator<Item = Glyph>) -> u32 {
    const SPACE: Glyph = Glyph {
        char: ' ',
        price: 30,
        is_letter: false,
        is_upper: false,
        is_lower: false,
        is_placed: false,
    };
    let mut price = 0;
    let mut run = 0;
    let mut before = SPACE;
    let mut text = text;
    let mut next = text.next();
    while let Some(glyph) = next {
        next = text.next();
        price += u32::from(glyph.price);
        if glyph.char.is_ascii() {
            run = 0;
            before = glyph;
            continue;
        }
        run += 1;
        if glyph.is_placed {
            price += placed(glyph, before, next.unwrap_or(SPACE), run);
        } else if glyph.char == '’' && before.is_letter {
            price -= 15;
        } else if glyph.char == char::REPLACEMENT_CHARACTER
            && before.char >= '\u{800}'
            && next.is_none()
        {
            // A name cut off inside a character ends like this, after complete ones.
            price -= MALFORMED / 2;
        }
        before = glyph;
    }
    price
}

/// Whether it is a letter; European letters skip the Unicode tables.
fn is_letter(char: char) -> bool {
    match char {
        'a'..='z' | 'A'..='Z' | 'ª' | 'º' | '\u{400}'..='\u{45f}' => true,
        '\u{c0}'..='\u{24f}' => !matches!(char, '×' | '÷'),
        '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => true,
        char::REPLACEMENT_CHARACTER => false,
        '\u{250}'.. => char.is_alphabetic(),
        _ => false,
    }
}

/// The price of a non-ASCII letter's place; it is the `run`th in a row.
fn placed(glyph: Glyph, before: Glyph, after: Glyph, run: u32) -> u32 {
    let mut price = 0;
    if glyph.is_upper && before.is_lower {
        price += 45;
    }
    if glyph.char < '\u{250}' {
        // An accented letter stands in a word, beside plain letters.
        let is_alone = !before.is_letter && !after.is_letter;
        price += if is_alone || run > 3 { 40 } else { 0 };
    } else if before.char.is_ascii_alphabetic() || after.char.is_ascii_alphabetic() {
        price += 40;
    }
    price
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(voice: Voice, text: &str, is_rank: bool) -> u32 {
        let (bytes, _, unmappable) = voice.paired().encoding().encode(text);
        assert!(!unmappable, "{text}");
        voice.price(&bytes, is_rank)
    }

    #[test]
    fn frequent_is_cheaper_than_rare() {
        for (voice, frequent, rare) in [
            (Voice::GbSimplified, "黑白胜", "蛞黜龛"),
            (Voice::Big5, "黑白勝", "黜龕蛞"),
            (Voice::ShiftJis, "黒白勝", "黜龕蛞"),
            (Voice::EucJp, "黒白勝", "黜龕蛞"),
            (Voice::Hangul, "흑백승", "뎁쾅뷴"),
        ] {
            assert!(price(voice, frequent, false) < price(voice, rare, false), "{voice:?}");
        }
        assert!(
            price(Voice::ShiftJis, "ひらがな", false) < price(Voice::ShiftJis, "ﾊﾝｶｸﾃﾞｽ", false)
        );
    }

    #[test]
    fn a_rank_is_cheap_where_ranks_are() {
        for (voice, rank) in [
            (Voice::GbSimplified, "9段"),
            (Voice::Big5, "九段"),
            (Voice::ShiftJis, "初段"),
            (Voice::EucJp, "5級"),
            (Voice::Hangul, "9단"),
        ] {
            assert!(price(voice, rank, true) < price(voice, rank, false), "{voice:?}");
        }
    }

    #[test]
    fn letters_belong_into_words() {
        for (usual, odd) in
            [("créé", "cr É é"), ("can’t", "can ’t"), ("Древняя", "ДРеВняЯ"), ("é", "\u{4eb}")]
        {
            let price = |text: &str| of_letters(text.chars().map(Glyph::of));
            assert!(price(usual) < price(odd), "{usual}");
        }
    }

    #[test]
    fn most_of_the_tables_can_be_written() {
        for (voice, floor) in Voice::ALL.into_iter().zip([700, 900, 450, 700, 450, 450, 350, 400]) {
            let known = |price: &&u8| matches!(**price, FREQUENT | IS_RANK | IS_NUMERAL);
            let known = PRICES[voice as usize].iter().filter(known).count();
            assert!(known >= floor, "{voice:?}: {known}");
        }
    }
}
