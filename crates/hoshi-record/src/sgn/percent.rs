//! Percent-coding of addresses (RFC 3986): decoding that remembers where every byte came from, and
//! encoding of values.

use std::ops::Range;

/// Decoded text, and the offset in the address of each of its bytes and its end.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) origin: Vec<usize>,
}

/// Why a part of an address cannot be decoded: the wrong bytes.
pub(super) enum BadEscape {
    /// A `%` without two hexadecimal digits.
    Digits(Range<usize>),
    /// Escapes that are not UTF-8.
    Utf8(Range<usize>),
}

/// Decodes a part of an address. A plus is a plus: only HTML forms use it for a space.
pub(super) fn decode(address: &str, part: Range<usize>) -> Result<Decoded, BadEscape> {
    let bytes = address.as_bytes();
    let mut decoded = Vec::with_capacity(part.len());
    let mut origin = Vec::with_capacity(part.len() + 1);
    let mut at = part.start;
    while at < part.end {
        let (byte, used) = if bytes[at] == b'%' {
            let digit = |offset: usize| {
                let byte = *bytes.get(at + offset).filter(|_| at + offset < part.end)?;
                char::from(byte).to_digit(16)
            };
            let value =
                digit(1).zip(digit(2)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
            let Some(value) = value else {
                return Err(BadEscape::Digits(at..whole_characters(address, at, part.end)));
            };
            (value, 3)
        } else {
            (bytes[at], 1)
        };
        decoded.push(byte);
        origin.push(at);
        at += used;
    }
    origin.push(part.end);
    match String::from_utf8(decoded) {
        Ok(text) => Ok(Decoded { text, origin }),
        Err(error) => {
            let bad = error.utf8_error();
            let from = bad.valid_up_to();
            let length = bad.error_len().unwrap_or(decoded_rest(&origin, from));
            Err(BadEscape::Utf8(origin[from]..origin[from + length]))
        }
    }
}

fn decoded_rest(origin: &[usize], from: usize) -> usize {
    origin.len() - 1 - from
}

/// The end of at most three characters from `at`.
fn whole_characters(address: &str, at: usize, end: usize) -> usize {
    let text = address.get(at..end).unwrap_or("");
    at + text.chars().take(3).map(char::len_utf8).sum::<usize>()
}

/// Encodes a value of a query: letters, digits and `-._~,` are unchanged.
pub(super) fn encode(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for value in ["B+R", "chinese,ko=psk", "ä 50%&?#", ""] {
            let encoded = encode(value);
            let Ok(decoded) = decode(&encoded, 0..encoded.len()) else { panic!("{encoded}") };
            assert_eq!(decoded.text, value);
            assert_eq!(decoded.origin.len(), value.len() + 1);
        }
        assert_eq!(encode("B+R"), "B%2BR");
    }

    #[test]
    fn bad_escapes_have_a_place() {
        let bad = |text: &str| match decode(text, 0..text.len()) {
            Ok(decoded) => panic!("{}", decoded.text),
            Err(BadEscape::Digits(range)) => ("digits", range),
            Err(BadEscape::Utf8(range)) => ("utf-8", range),
        };
        assert_eq!(bad("a%2"), ("digits", 1..3));
        assert_eq!(bad("%"), ("digits", 0..1));
        assert_eq!(bad("ab%Gäx"), ("digits", 2..6));
        assert_eq!(bad("a%FFb"), ("utf-8", 1..4));
        assert_eq!(bad("a%C3"), ("utf-8", 1..4));
    }
}
