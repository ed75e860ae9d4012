//! Decimal numbers separated by white space, with their places: the syntax of `.dgm` and `.dgr`.

use std::fmt;

use thiserror::Error;

/// A place in a text, line and column from 1; columns count bytes.
///
/// ```
/// use hoshi_record::dgf::Record;
///
/// let error = Record::from_dgr(b"1 0 0 1\n0\nx").unwrap_err();
/// assert_eq!((error.place.line, error.place.column), (3, 1));
/// assert_eq!(error.place.to_string(), "line 3, column 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a text; the end, if the offset is beyond it.
    pub(super) fn of(text: &[u8], at: usize) -> Place {
        let before = &text[..at.min(text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        Place { line, column: before.len() - start + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a word is not a DGF number.
///
/// ```
/// use hoshi_record::dgf::{Move, MoveError, NumberError};
///
/// let error = Move::from_dgm(b"+61").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`+61` is not a DGF number: write decimal digits, after a minus if it is negative, without \
///      leading zeros"
/// );
/// assert!(matches!(error, MoveError::Number(NumberError::NotDecimal { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberError {
    /// It isn't spelt as a number.
    #[error(
        "`{text}` is not a DGF number: write decimal digits, after a minus if it is negative, \
         without leading zeros"
    )]
    NotDecimal {
        /// The text (its beginning, if it is long).
        text: String,
    },
    /// It needs more than 32 bits.
    #[error("`{text}` is out of range: the numbers of DGF have 32 bits")]
    TooLarge {
        /// The text (its beginning, if it is long).
        text: String,
    },
}

/// The text for a message: escaped and truncated.
pub(super) fn quoted(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST)]);
    let mut quote: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() || bytes.len() > 4 * LONGEST {
        quote.push_str("...");
    }
    quote
}

/// A word between white space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a [u8],
    /// Its first byte, from 0.
    pub(super) at: usize,
}

/// The words of a text, in order. White space is ASCII's: space, tab, line feed, form feed, carriage
/// return.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let is_space = |byte: &u8| byte.is_ascii_whitespace();
        let at = next + text[next..].iter().position(|byte| !is_space(byte))?;
        next = text[at..].iter().position(is_space).map_or(text.len(), |length| at + length);
        Some(Word { text: &text[at..next], at })
    })
}

impl Word<'_> {
    /// Parses a number. Each has one spelling: no plus, no leading zeros, no minus zero.
    pub(super) fn number(self) -> Result<i32, NumberError> {
        let digits = self.text.strip_prefix(b"-").unwrap_or(self.text);
        let plain = match *digits {
            [b'0'] => digits.len() == self.text.len(),
            [b'1'..=b'9', ref rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        let text = || quoted(self.text);
        if !plain {
            return Err(NumberError::NotDecimal { text: text() });
        }
        let number = std::str::from_utf8(self.text).ok().and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| NumberError::TooLarge { text: text() })
    }
}
