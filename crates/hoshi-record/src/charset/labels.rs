//! From the label in a CA property to a charset, in the spellings that programs really write.

use super::{Charset, codecs};

/// What a label names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Charset(Charset),
    /// UTF-16 or UTF-32.
    Wide,
}

pub(super) fn find(label: &[u8]) -> Option<Label> {
    let key = key(label);
    if ["utf16", "utf32", "ucs2", "ucs4", "iso10646ucs"].iter().any(|wide| key.starts_with(wide)) {
        return Some(Label::Wide);
    }
    let charset = match &*key {
        "utf8" | "utf8sig" | "utf8bom" | "utf8n" | "xutf8" | "cp65001" | "65001" => Charset::UTF_8,
        // "ASCII" with a byte above 0x7f can only be an extension of it.
        "iso88591" | "88591" | "isolatin1" | "latin1" | "l1" | "ascii" | "usascii" | "ansi"
        | "western" | "cp819" | "ibm819" => Charset::LATIN_1,
        _ => Charset::standard(codecs::for_label(label, &key)?),
    };
    Some(Label::Charset(charset))
}

/// The letters and digits of a label, in lower case.
fn key(label: &[u8]) -> String {
    let kept = label.iter().filter(|byte| byte.is_ascii_alphanumeric()).take(32);
    kept.map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;
    use crate::charset::tests::Random;

    #[test]
    fn labels_as_they_are_written() {
        let cases = [
            ("UTF-8", "UTF-8|utf8|Utf_8| UTF-8 \n|UTF-8-SIG|\"utf-8\""),
            ("GBK", "GB2312| gb2312 |GBK|CP936|ms936|EUC-CN|gb_2312-80|x-gbk|GB 2312"),
            ("GB18030", "GB18030|gb18030-2000|GB-18030"),
            ("Big5", "Big5|BIG-5|big5-hkscs|Big5-HKSCS|CP950|x-x-big5|cn-big5"),
            ("Shift_JIS", "Shift_JIS|SJIS|x-sjis|MS_KANJI|CP932|Windows-31J|shift-jis|ms932"),
            ("EUC-JP", "EUC-JP|eucjp|x-euc-jp|ujis|eucJP-ms"),
            ("ISO-2022-JP", "ISO-2022-JP|JIS|csISO2022JP|iso2022jp"),
            ("EUC-KR", "EUC-KR|ks_c_5601|KS_C_5601-1987|MS949|CP949|UHC|euckr|ksc5601"),
            ("ISO-8859-1", "Latin1|latin-1|iso8859-1|ISO_8859-1|US-ASCII|ascii|ISO8859_1"),
            ("windows-1252", "windows-1252|CP1252|win1252|1252|ms-1252"),
            ("windows-1251", "Windows-1251|cp1251|WIN-1251"),
            ("ISO-8859-15", "ISO-8859-15|latin9|iso8859_15|L9"),
            ("ISO-8859-2", "ISO-8859-2|latin2|iso 8859 2"),
            ("KOI8-R", "KOI8-R|koi8_r|koi8"),
            ("macintosh", "macintosh|MacRoman|x-mac-roman"),
        ];
        for (name, labels) in cases {
            for label in labels.split('|') {
                let found = Charset::for_label(label.as_bytes());
                assert_eq!(found.map(Charset::name), Some(name), "{label}");
            }
        }
    }

    #[test]
    fn labels_that_name_nothing() {
        for label in
            ["", " ", "unknown", "x-user-defined", "hz-gb-2312", "iso-2022-kr", "win", "cp"]
        {
            assert_eq!(find(label.as_bytes()), None, "{label}");
        }
        for label in ["UTF-16", "utf16le", "UTF-16BE", "UCS-2", "UTF-32"] {
            assert_eq!(find(label.as_bytes()), Some(Label::Wide), "{label}");
        }
    }

    #[test]
    fn every_name_is_a_label_of_itself() {
        for name in crate::charset::tests::NAMES {
            assert_eq!(Charset::for_label(name.as_bytes()).unwrap().name(), name);
        }
    }

    #[test]
    fn random_labels_never_panic() {
        let mut random = Random::new(2);
        for _ in 0..20_000 {
            find(&random.bytes(12));
        }
    }
}
