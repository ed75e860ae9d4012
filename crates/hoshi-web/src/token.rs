//! Secrets: what opens a seat, and what names a game.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// A secret of 128 bits that opens a seat, as it stands in a link. It is never kept: only its [`Seal`] is.
pub(crate) struct Token(String);

/// What is kept of a token: enough to know it again, and not enough to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seal(String);

impl Token {
    /// A new one from the randomness of the system.
    pub(crate) fn new() -> Result<Token, getrandom::Error> {
        Ok(Token(random_hex::<16>()?))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn seal(&self) -> Seal {
        Seal::of(&self.0)
    }
}

impl Seal {
    /// That of a text that may be a token.
    pub(crate) fn of(text: &str) -> Seal {
        Seal(hex(&Sha256::digest(text.as_bytes())))
    }

    /// One that was kept.
    pub(crate) fn kept(text: &str) -> Option<Seal> {
        let is_whole = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_whole.then(|| Seal(text.to_owned()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The name of a game in an address: nobody guesses one.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    random_hex::<8>()
}

/// Whether a text can be such a name.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn random_hex<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_again_by_its_seal_alone() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.text().len(), 32);
        let kept = Seal::kept(one.seal().text()).unwrap();
        assert_eq!(kept, Seal::of(one.text()));
        assert_ne!(kept, Seal::of(other.text()));
        assert!(!kept.text().contains(one.text()));
        assert_eq!(Seal::kept("abc"), None);
    }

    #[test]
    fn names_of_games_are_hexadecimal() {
        assert!(is_id(&new_id().unwrap()));
        for text in
            ["", "../../../../etc/", "0123456789ABCDEF", "0123456789abcde", "0123456789abcdefg"]
        {
            assert!(!is_id(text), "{text}");
        }
    }
}
