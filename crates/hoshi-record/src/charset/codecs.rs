//! What the codec library knows about charsets, as far as this crate asks. `small.rs` has the same
//! functions for a build without the feature `charsets`.

use encoding_rs as rs;
pub(super) use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::pairs::Paired;
use super::{DoubleByte, Lexing, big5};

/// The encoding of a label that is neither UTF-8 nor Latin-1; `key` is its letters and digits in
/// lower case.
pub(super) fn for_label(label: &[u8], key: &str) -> Option<&'static Encoding> {
    Some(match key {
        "gb2312" | "gb231280" | "gb" | "euccn" | "xeuccn" | "gbk" | "xgbk" | "cp936" | "936"
        | "ms936" | "windows936" | "chinese" | "gbt2312" => rs::GBK,
        "gb18030" | "gb180302000" | "gb180302005" | "cp54936" | "windows54936" => rs::GB18030,
        "big5" | "xbig5" | "cnbig5" | "big5hkscs" | "big5hk" | "big5eten" | "big5et" | "cp950"
        | "950" | "ms950" | "windows950" | "big52003" => rs::BIG5,
        "sjis" | "xsjis" | "shiftjis" | "xshiftjis" | "shiftjisx0213" | "mskanji" | "cp932"
        | "932" | "ms932" | "windows932" | "windows31j" | "cswindows31j" | "cp943" => rs::SHIFT_JIS,
        "eucjp" | "xeucjp" | "ujis" | "eucjpms" | "eucjpwin" | "cp51932" | "euc" => rs::EUC_JP,
        "iso2022jp" | "jis" | "iso2022jp1" | "iso2022jpms" | "cp50220" | "cp50221" => {
            rs::ISO_2022_JP
        }
        "euckr" | "xeuckr" | "ksc5601" | "ksc56011987" | "ksc56011989" | "ksx1001" | "korean"
        | "cp949" | "949" | "ms949" | "windows949" | "xwindows949" | "uhc" | "cp51949" => {
            rs::EUC_KR
        }
        "macroman" | "xmacroman" | "applemacroman" | "mac" => rs::MACINTOSH,
        "latin9" | "isolatin9" => rs::ISO_8859_15,
        _ => {
            let standard = Encoding::for_label_no_replacement(label.trim_ascii());
            standard.or_else(|| by_number(key)).filter(|found| *found != rs::X_USER_DEFINED)?
        }
    })
}

/// The code pages of Windows and the parts of ISO 8859, in any spelling.
fn by_number(key: &str) -> Option<&'static Encoding> {
    let digits = key.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    let standard = match (&key[..key.len() - digits.len()], digits) {
        ("windows" | "win" | "cp" | "ms" | "xcp" | "", _) => format!("windows-{digits}"),
        ("iso", _) => format!("iso-8859-{}", digits.strip_prefix("8859")?),
        _ => return None,
    };
    Encoding::for_label_no_replacement(standard.as_bytes())
}

/// The name to write into a CA property.
pub(super) fn name(encoding: &'static Encoding) -> &'static str {
    if encoding == rs::GB18030 { "GB18030" } else { encoding.name() }
}

/// How a tokenizer divides the bytes into characters.
pub(super) fn lexing(encoding: &'static Encoding) -> Lexing {
    match encoding {
        e if e == rs::GB18030 || e == rs::GBK => Lexing::DoubleByte(DoubleByte::Gb18030),
        e if e == rs::BIG5 => Lexing::DoubleByte(DoubleByte::Big5),
        e if e == rs::SHIFT_JIS => Lexing::DoubleByte(DoubleByte::ShiftJis),
        e if e == rs::ISO_2022_JP => Lexing::Escapes,
        _ => Lexing::Plain,
    }
}

/// Whether these bytes are well-formed.
pub(super) fn reads(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    match Paired::of(encoding) {
        Some(paired) => paired.read(bytes).is_some(),
        None if encoding == UTF_8 => str::from_utf8(bytes).is_ok(),
        None => encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some(),
    }
}

/// Whether most characters have two bytes.
pub(super) fn is_paired(encoding: &'static Encoding) -> bool {
    Paired::of(encoding).is_some()
}

/// Whether a `]` or a `\` of these bytes is part of a character; `None` if that is not known, or
/// if the bytes are not well-formed.
pub(super) fn takes_brackets(encoding: &'static Encoding, bytes: &[u8]) -> Option<bool> {
    Paired::of(encoding)?.read(bytes)
}

/// The encoding with escape sequences, ISO-2022-JP.
pub(super) fn with_escapes() -> Option<&'static Encoding> {
    Some(rs::ISO_2022_JP)
}

/// Whether every text in the first is the same in the second: GBK is part of GB 18030.
pub(super) fn is_part(part: &'static Encoding, of: &'static Encoding) -> bool {
    part == of || part == rs::GBK && of == rs::GB18030
}

/// Whether a game in this encoding has its kana in the old range of Big5.
pub(super) fn has_old_kana(encoding: &'static Encoding, game: &[u8]) -> bool {
    encoding == rs::BIG5 && big5::has_old_kana(game)
}

/// Decodes Big5 with kana in the old range.
pub(super) fn decode_old_kana(bytes: &[u8]) -> String {
    rs::BIG5.decode_without_bom_handling(&big5::with_new_kana(bytes)).0.into_owned()
}
