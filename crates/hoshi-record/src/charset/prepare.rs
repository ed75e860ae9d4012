//! Preparation of a whole file before lexing: byte order marks, and the forms of Unicode whose
//! brackets are not single bytes. They become UTF-8 here, so all later code reads bytes in which
//! ASCII is ASCII.

use std::borrow::Cow;

/// The form in which a file came.
///
/// ```
/// use hoshi_record::charset::{Form, prepare};
///
/// assert_eq!(prepare(b"(;GM[1])"[..].into()).form, Form::Bytes);
/// assert_eq!(prepare(b"\xef\xbb\xbf(;GM[1])"[..].into()).form, Form::Utf8WithMark);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// As bytes without a mark; the charset is still to be chosen.
    Bytes,
    /// UTF-8 by its byte order mark. The rest may still turn out to be something else.
    Utf8WithMark,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// UTF-32, low byte first.
    Utf32Le,
    /// UTF-32, high byte first.
    Utf32Be,
}

impl Form {
    /// Whether the file was transcoded, so that its bytes are certainly UTF-8.
    ///
    /// ```
    /// use hoshi_record::charset::Form;
    ///
    /// assert!(Form::Utf16Be.is_wide());
    /// assert!(!Form::Utf8WithMark.is_wide());
    /// ```
    pub fn is_wide(self) -> bool {
        !matches!(self, Form::Bytes | Form::Utf8WithMark)
    }
}

/// A file that is ready to be lexed.
///
/// ```
/// use hoshi_record::charset::{Form, prepare};
///
/// let prepared = prepare(b"\xfe\xff\0(\0;\0)"[..].into());
/// assert_eq!(prepared.bytes, &b"(;)"[..]);
/// assert_eq!(prepared.form, Form::Utf16Be);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared<'a> {
    /// Bytes in which ASCII is ASCII, without a mark at the front; UTF-8 if `form` is wide.
    pub bytes: Cow<'a, [u8]>,
    /// The original form.
    pub form: Form,
}

/// Strips byte order marks and converts UTF-16 and UTF-32, with a mark or without, into UTF-8.
/// Other files are borrowed at no cost.
///
/// ```
/// use hoshi_record::charset::prepare;
/// use std::borrow::Cow;
///
/// let prepared = prepare(b"(;GM[1])"[..].into());
/// assert!(matches!(prepared.bytes, Cow::Borrowed(b"(;GM[1])")));
/// ```
pub fn prepare(bytes: Cow<'_, [u8]>) -> Prepared<'_> {
    let (form, mark) = form(&bytes);
    let bytes = match form {
        Form::Bytes => bytes,
        Form::Utf8WithMark => match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[mark..]),
            Cow::Owned(mut bytes) => {
                bytes.drain(..mark);
                Cow::Owned(bytes)
            }
        },
        Form::Utf16Le => utf8(utf16(&bytes[mark..], u16::from_le_bytes)),
        Form::Utf16Be => utf8(utf16(&bytes[mark..], u16::from_be_bytes)),
        Form::Utf32Le => utf8(utf32(&bytes[mark..], u32::from_le_bytes)),
        Form::Utf32Be => utf8(utf32(&bytes[mark..], u32::from_be_bytes)),
    };
    Prepared { bytes, form }
}

fn utf8(text: String) -> Cow<'static, [u8]> {
    Cow::Owned(text.into_bytes())
}

fn utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let (units, torn) = bytes.as_chunks();
    let chars = char::decode_utf16(units.iter().map(|&two| unit(two)));
    let chars = chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER));
    chars.chain(torn.first().map(|_| char::REPLACEMENT_CHARACTER)).collect()
}

fn utf32(bytes: &[u8], unit: impl Fn([u8; 4]) -> u32) -> String {
    let units = bytes.as_chunks().0.iter().map(|&four| unit(four));
    units.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The form, and the length of the mark.
fn form(bytes: &[u8]) -> (Form, usize) {
    match bytes {
        // The mark of UTF-32 starts with that of UTF-16, and no record starts with a NUL.
        [0xff, 0xfe, 0, 0, ..] => (Form::Utf32Le, 4),
        [0, 0, 0xfe, 0xff, ..] => (Form::Utf32Be, 4),
        [0xff, 0xfe, ..] => (Form::Utf16Le, 2),
        [0xfe, 0xff, ..] => (Form::Utf16Be, 2),
        [0xef, 0xbb, 0xbf, ..] => {
            // Some programs write a second mark before a file that they read with the first.
            let marks = bytes.chunks(3).take_while(|three| *three == [0xef, 0xbb, 0xbf]).count();
            (Form::Utf8WithMark, 3 * marks)
        }
        _ => (form_without_mark(bytes), 0),
    }
}

/// Detects UTF-16 and UTF-32 by their zeros: the first unit, and most of the following ones, are
/// ASCII. A file that merely has zeros in it, or ends in them, does not pass as one.
fn form_without_mark(bytes: &[u8]) -> Form {
    // Two bytes decide the common case.
    let (Some(&first), Some(&second)) = (bytes.first(), bytes.get(1)) else {
        return Form::Bytes;
    };
    if first != 0 && second != 0 {
        return Form::Bytes;
    }
    let head = &bytes[..bytes.len().min(2048)];
    let fits = |width: usize, place: usize| {
        let is_ascii = |unit: &[u8]| {
            let zeros = unit.iter().filter(|byte| **byte == 0).count();
            zeros == width - 1 && matches!(unit[place], b'\t'..=b'\r' | b' '..=b'~')
        };
        let units = head.chunks_exact(width);
        let ascii = units.clone().filter(|unit| is_ascii(unit)).count();
        units.clone().next().is_some_and(is_ascii) && 2 * ascii >= units.len()
    };
    match () {
        () if fits(4, 0) => Form::Utf32Le,
        () if fits(4, 3) => Form::Utf32Be,
        () if fits(2, 0) => Form::Utf16Le,
        () if fits(2, 1) => Form::Utf16Be,
        () => Form::Bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;

    const GAME: &str = "(;FF[4]PB[申眞諝]PW[𠮷田]C[½])";

    fn wide(form: Form, text: &str) -> Vec<u8> {
        match form {
            Form::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Form::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Form::Utf32Le => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
            Form::Utf32Be => text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect(),
            Form::Bytes | Form::Utf8WithMark => text.as_bytes().to_vec(),
        }
    }

    #[test]
    fn every_form_with_and_without_its_mark() {
        let forms = [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be];
        for form in forms.into_iter().chain([Form::Utf8WithMark]) {
            let marked = wide(form, &format!("\u{feff}{GAME}"));
            let prepared = prepare(marked.into());
            assert_eq!((&*prepared.bytes, prepared.form), (GAME.as_bytes(), form));
        }
        for form in forms.into_iter().chain([Form::Bytes]) {
            let prepared = prepare(wide(form, GAME).into());
            assert_eq!((&*prepared.bytes, prepared.form), (GAME.as_bytes(), form));
        }
    }

    #[test]
    fn a_mark_is_taken_from_borrowed_bytes_without_a_copy() {
        let marked = [b"\xef\xbb\xbf", GAME.as_bytes()].concat();
        let prepared = prepare(Cow::Borrowed(&marked));
        assert!(matches!(prepared.bytes, Cow::Borrowed(bytes) if bytes == GAME.as_bytes()));
        let twice = [b"\xef\xbb\xbf\xef\xbb\xbf", GAME.as_bytes()].concat();
        assert_eq!(*prepare(twice.into()).bytes, *GAME.as_bytes());
    }

    #[test]
    fn zeros_alone_are_not_a_wide_form() {
        let torn = [&b"(;GM[1];B[pd]"[..], &[0; 4000]].concat();
        let inside = b"(;FF[4]CA[UTF-16LE]C[h\0a\0l\0l\0o\0])";
        for bytes in [&torn[..], inside, &[0; 64], b"\0", b"(\0;;;;;;;;", b"", b"("] {
            let prepared = prepare(bytes.into());
            assert_eq!((&*prepared.bytes, prepared.form), (bytes, Form::Bytes));
        }
    }

    #[test]
    fn a_torn_tail_spoils_nothing_before_it() {
        for form in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            let whole = wide(form, GAME);
            let prepared = prepare(whole[..whole.len() - 1].into());
            assert_eq!(prepared.form, form);
            assert!(prepared.bytes.starts_with("(;FF[4]PB[申眞諝]PW[𠮷田]C[½]".as_bytes()));
        }
    }

    #[test]
    fn random_bytes_never_panic() {
        let mut random = Random::new(9);
        for _ in 0..20_000 {
            let mut bytes = random.bytes(24);
            for mark in [&b""[..], b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff"] {
                let marked = [mark, &bytes].concat();
                let prepared = prepare(marked.into());
                assert!(!prepared.form.is_wide() || str::from_utf8(&prepared.bytes).is_ok());
            }
            bytes.clear();
        }
    }
}
