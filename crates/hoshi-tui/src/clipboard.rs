//! The clipboard of the terminal (OSC 52): it works over a network as well, where the terminal allows it.

use std::io::{self, Write as _};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The most bytes that are copied: terminals refuse more.
pub(crate) const MOST: usize = 74_000;

/// Copies a text.
pub(crate) fn copy(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(sequence(text).as_bytes())?;
    out.flush()
}

fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |nth: usize| u32::from(three.get(nth).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for nth in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * nth)) as usize & 63];
            text.push(if nth <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_encoded_as_the_standard_says() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), encoded);
        assert_eq!(sequence("f"), "\x1b]52;c;Zg==\x07");
    }
}
