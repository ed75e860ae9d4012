//! Charsets: how the bytes of an SGF file become text, and text becomes bytes again.
//!
//! A file passes through here in this order. [`prepare()`] handles the file as a whole: byte order
//! marks, UTF-16. [`survey()`] scans it once; most files are ASCII or UTF-8, and need no more.
//! Otherwise [`choose()`] decides for each game, from its CA property and its bytes: CA if it
//! matches, else UTF-8 if valid, else the likeliest. The [`Choice`] names a [`Charset`] to decode
//! with and a [`Lexing`] to find the ends of values with.
//!
//! The lexing comes first: a value ends where the lexing says, the escaping backslashes are
//! removed, and the remaining bytes are decoded.
//!
//! Without the feature `charsets` there are UTF-8, windows-1252 and ISO-8859-1 (and UTF-16 and UTF-32,
//! which become UTF-8), and nothing is guessed: text that is not UTF-8 is windows-1252. Any other label is
//! unknown then. Values keep their bytes in either case, so nothing is lost that is written back.

#[cfg(feature = "charsets")]
mod ascii;
#[cfg(feature = "charsets")]
mod big5;
mod choose;
#[cfg_attr(not(feature = "charsets"), path = "small.rs")]
mod codecs;
#[cfg_attr(not(feature = "charsets"), path = "unguessed.rs")]
mod guess;
mod hints;
mod labels;
mod lexing;
#[cfg(feature = "charsets")]
mod pairs;
mod prepare;
#[cfg(feature = "charsets")]
mod price;
#[cfg(feature = "charsets")]
mod structure;
#[cfg(feature = "charsets")]
mod tables;

use std::borrow::Cow;
use std::fmt;

use codecs::Encoding;

pub(crate) use choose::likelier;
pub use choose::{Choice, Survey, Why, choose, survey};
pub(crate) use choose::{Judged, choose_with};
pub use hints::{Hints, Likely};
pub(crate) use lexing::next_plain_special;
pub use lexing::{DoubleByte, Lexing};
pub use prepare::{Form, Prepared, prepare};

/// A charset that hoshi reads and writes.
///
/// ```
/// use hoshi_record::charset::Charset;
///
/// let korean = Charset::for_label(b"KS_C_5601-1987").unwrap();
/// assert_eq!(korean.name(), "EUC-KR");
/// assert_eq!(korean.decode(b"\xb9\xe9\xba\xd2\xb0\xe8\xbd\xc2"), "백불계승");
/// assert_eq!(Charset::default(), Charset::UTF_8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset {
    encoding: &'static Encoding,
    flavour: Flavour,
}

/// Tells apart charsets that share an encoder.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Flavour {
    Standard,
    /// ISO-8859-1 is read as windows-1252, as everybody does, since writers of that label rarely
    /// knew the difference; but only characters of ISO-8859-1 are written.
    Latin1,
    /// Big5 with kana in the old range, see `big5.rs`.
    OldKana,
}

impl Charset {
    /// UTF-8, the charset of new files.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// assert_eq!(Charset::UTF_8.decode("本因坊".as_bytes()), "本因坊");
    /// ```
    pub const UTF_8: Charset = Charset::standard(codecs::UTF_8);
    /// ISO-8859-1: by the SGF standard the charset of files without CA, in practice rarely so.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// assert_eq!(Charset::LATIN_1.decode(b"6\xbd"), "6½");
    /// assert_eq!(Charset::LATIN_1.encode("段"), None);
    /// ```
    pub const LATIN_1: Charset =
        Charset { encoding: codecs::WINDOWS_1252, flavour: Flavour::Latin1 };

    const fn standard(encoding: &'static Encoding) -> Charset {
        Charset { encoding, flavour: Flavour::Standard }
    }

    /// The charset that a CA property names. Real labels come in many spellings: case, punctuation
    /// and white space don't matter, and the names of code pages are known.
    ///
    /// UTF-16 and UTF-32 are not byte charsets and return `None`; see [`prepare()`].
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// for label in ["gb2312", " GB_2312-80 ", "CP936", "EUC-CN"] {
    ///     assert_eq!(Charset::for_label(label.as_bytes()).unwrap().name(), "GBK");
    /// }
    /// assert_eq!(Charset::for_label(b"klingon"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        match labels::find(label) {
            Some(labels::Label::Charset(charset)) => Some(charset),
            _ => None,
        }
    }

    /// Whether a label names UTF-16 or UTF-32.
    pub(crate) fn is_wide_label(label: &[u8]) -> bool {
        labels::find(label) == Some(labels::Label::Wide)
    }

    /// The name to write into a CA property.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// assert_eq!(Charset::UTF_8.name(), "UTF-8");
    /// assert_eq!(Charset::for_label(b"latin1").unwrap().name(), "ISO-8859-1");
    /// assert_eq!(Charset::for_label(b"sjis").unwrap().name(), "Shift_JIS");
    /// ```
    pub fn name(self) -> &'static str {
        match self.flavour {
            Flavour::Latin1 => "ISO-8859-1",
            _ => codecs::name(self.encoding),
        }
    }

    /// Decodes bytes to text. Never fails: malformed bytes become U+FFFD. ASCII and valid UTF-8 are
    /// borrowed. A byte order mark is an ordinary character here.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// let big5 = Charset::for_label(b"Big5").unwrap();
    /// assert_eq!(big5.decode(b"9\xacq"), "9段");
    /// assert_eq!(Charset::UTF_8.decode(b"\xe6\xae"), "\u{fffd}");
    /// ```
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if self.flavour == Flavour::OldKana && !bytes.is_ascii() {
            return Cow::Owned(codecs::decode_old_kana(bytes));
        }
        self.encoding.decode_without_bom_handling(bytes).0
    }

    /// Encodes text, or `None` if the charset lacks a character. The result decodes to the same text.
    /// It is not escaped yet: backslashes go where the charset's own lexing finds a `]` or a `\`.
    ///
    /// ```
    /// use hoshi_record::charset::Charset;
    ///
    /// let euc_jp = Charset::for_label(b"EUC-JP").unwrap();
    /// assert_eq!(euc_jp.encode("9段").unwrap(), &b"9\xc3\xca"[..]);
    /// assert_eq!(euc_jp.encode("9단"), None);
    /// ```
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        if self == Charset::UTF_8 || text.is_ascii() && !text.contains('\x1b') {
            return Some(Cow::Borrowed(text.as_bytes()));
        }
        let (bytes, _, unmappable) = self.encoding.encode(text);
        let is_c1 = |byte: &u8| matches!(byte, 0x80..=0x9f);
        let is_foreign = self.flavour == Flavour::Latin1 && bytes.iter().any(is_c1);
        // An encoder may substitute a look-alike, such as a backslash for a yen sign.
        let fits = !unmappable && !is_foreign && self.decode(&bytes) == text;
        fits.then_some(bytes)
    }

    /// How a tokenizer divides its bytes into characters.
    ///
    /// ```
    /// use hoshi_record::charset::{Charset, Lexing};
    ///
    /// assert_eq!(Charset::UTF_8.lexing(), Lexing::Plain);
    /// assert_eq!(Charset::for_label(b"ISO-2022-JP").unwrap().lexing(), Lexing::Escapes);
    /// ```
    pub fn lexing(self) -> Lexing {
        codecs::lexing(self.encoding)
    }

    /// Whether these bytes are well-formed.
    pub(crate) fn reads(self, bytes: &[u8]) -> bool {
        codecs::reads(self.encoding, bytes)
    }
}

impl Default for Charset {
    fn default() -> Charset {
        Charset::UTF_8
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every charset whose bytes are read differently from the others'.
    #[cfg(feature = "charsets")]
    pub(super) const NAMES: [&str; 14] = [
        "UTF-8",
        "GB18030",
        "GBK",
        "Big5",
        "Shift_JIS",
        "EUC-JP",
        "EUC-KR",
        "ISO-2022-JP",
        "windows-1252",
        "ISO-8859-1",
        "ISO-8859-15",
        "windows-1251",
        "KOI8-R",
        "macintosh",
    ];

    #[cfg(feature = "charsets")]
    pub(super) fn charset(name: &str) -> Charset {
        Charset::for_label(name.as_bytes()).expect("a known name")
    }

    /// A xorshift generator: the same bytes in every run.
    pub(crate) struct Random(u64);

    impl Random {
        pub(crate) fn new(seed: u64) -> Random {
            Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
        }

        pub(crate) fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % limit as u64) as usize
        }

        pub(super) fn bytes(&mut self, limit: usize) -> Vec<u8> {
            (0..self.below(limit + 1)).map(|_| self.below(256) as u8).collect()
        }

        /// Bytes of which a third are brackets, backslashes and escapes.
        pub(super) fn bytes_near_brackets(&mut self, limit: usize) -> Vec<u8> {
            let mut bytes = self.bytes(limit);
            for byte in &mut bytes {
                if self.below(3) == 0 {
                    *byte = b"]]\\\\[\x1b$(B"[self.below(9)];
                }
            }
            bytes
        }
    }

    #[cfg(feature = "charsets")]
    #[test]
    fn text_survives_its_charset() {
        let texts = [
            ("UTF-8", "半目勝ち 卢 𠮷 é"),
            ("GB18030", "黑中盘胜 棋海遊龍 일면식 ゐ"),
            ("GBK", "黑中盘胜 棋海遊龍"),
            ("Big5", "黑中盤勝 功夜"),
            ("Shift_JIS", "黒中押し勝ち 表ソ従 ｱﾝ"),
            ("EUC-JP", "黒中押し勝ち"),
            ("EUC-KR", "흑불계승 九段"),
            ("ISO-2022-JP", "黒中押し勝ち]\\本因坊"),
            ("windows-1252", "don’t créé – ½"),
            ("ISO-8859-1", "créé ½"),
            ("ISO-8859-15", "cœur €"),
            ("windows-1251", "Древняя игра"),
            ("KOI8-R", "Древняя игра"),
            ("macintosh", "créé “π”"),
        ];
        assert_eq!(texts.map(|(name, _)| name), NAMES);
        for (name, text) in texts {
            let charset = charset(name);
            assert_eq!(charset.name(), name);
            let bytes = charset.encode(text).unwrap_or_else(|| panic!("{name}: {text}"));
            assert!(name == "UTF-8" || *bytes != *text.as_bytes());
            assert_eq!(charset.decode(&bytes), text, "{name}");
            assert_eq!(charset.encode("B+R").unwrap(), &b"B+R"[..]);
        }
    }

    #[cfg(feature = "charsets")]
    #[test]
    fn what_does_not_fit_is_refused() {
        let cases = [
            ("GBK", "일"),
            ("Big5", "围"),
            ("Shift_JIS", "围"),
            ("Shift_JIS", "¥"),
            ("EUC-JP", "‾"),
            ("EUC-KR", "é"),
            ("ISO-2022-JP", "围"),
            ("ISO-2022-JP", "\x1b$B"),
            ("ISO-8859-1", "’"),
            ("ISO-8859-1", "€"),
            ("windows-1252", "段"),
        ];
        for (name, text) in cases {
            assert_eq!(charset(name).encode(text), None, "{name} {text}");
        }
    }

    #[cfg(feature = "charsets")]
    #[test]
    fn ascii_and_utf8_are_borrowed() {
        for name in NAMES {
            assert!(matches!(charset(name).decode(b"9 dan"), Cow::Borrowed("9 dan")), "{name}");
        }
        assert!(matches!(Charset::UTF_8.decode("九段".as_bytes()), Cow::Borrowed("九段")));
    }

    #[cfg(feature = "charsets")]
    #[test]
    fn any_bytes_decode_and_any_text_encodes_truly() {
        let mut random = Random::new(1);
        for name in NAMES {
            let charset = charset(name);
            let mut encoded = 0;
            for _ in 0..5_000 {
                let text = charset.decode(&random.bytes(24)).into_owned();
                if let Some(bytes) = charset.encode(&text) {
                    assert_eq!(charset.decode(&bytes), text, "{name}");
                    encoded += 1;
                }
            }
            assert!(encoded > 20, "{name}: {encoded}");
        }
    }

    #[test]
    fn a_mark_inside_a_value_is_kept() {
        assert_eq!(Charset::UTF_8.decode(b"\xef\xbb\xbfx"), "\u{feff}x");
    }
}
