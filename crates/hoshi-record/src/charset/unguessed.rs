//! The choice of a charset in a build without the feature `charsets`, which has nothing to guess:
//! text that is neither labelled nor UTF-8 is windows-1252. The same items as in `guess.rs`.

use super::{Charset, Lexing, codecs};

pub(super) struct Guess {
    pub(super) charset: Charset,
    pub(super) lexing: Lexing,
    pub(super) price: u32,
}

pub(super) struct Verdict {
    pub(super) guess: Guess,
    pub(super) lead: u32,
    pub(super) is_plain: bool,
}

/// A lead that settles the choice.
pub(super) const CLEAR: u32 = 100;

pub(super) struct Evidence;

impl Evidence {
    pub(super) fn new(_game: &[u8]) -> Evidence {
        Evidence
    }

    pub(super) fn guess(&self, named: Option<Charset>) -> Guess {
        self.price(named.unwrap_or(Charset::standard(codecs::WINDOWS_1252)))
    }

    /// Clear, since neighbouring files could not decide otherwise.
    pub(super) fn judge(&self, named: Option<Charset>, _likely: Option<(Charset, u32)>) -> Verdict {
        Verdict { guess: self.guess(named), lead: CLEAR, is_plain: true }
    }

    pub(super) fn price(&self, charset: Charset) -> Guess {
        Guess { charset, lexing: Lexing::Plain, price: 0 }
    }
}

/// Whether only characters at the end of values are broken: not asked, as it would change nothing.
pub(super) fn is_cut(_charset: Charset, _game: &[u8]) -> bool {
    false
}

pub(super) fn lexing(_charset: Charset, _game: &[u8]) -> Lexing {
    Lexing::Plain
}
