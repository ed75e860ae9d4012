//! The error for parsing short text: it quotes the input, says what was expected, and how to write
//! it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::size::Size;

/// A text that could not be parsed.
///
/// ```
/// use hoshi_core::Size;
///
/// let error = "0x3".parse::<Size>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`0x3` is not a board size: a side has 1 to 255 points (write 19 or 9x7, width x height)"
/// );
/// assert_eq!(error.text(), "0x3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    what: Cow<'static, str>,
    hint: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(
        text: &str,
        what: &'static str,
        hint: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        // Errors go to terminals and logs: quote at most one line.
        const QUOTE: usize = 60;
        let mut quoted: String = text.chars().take(QUOTE).collect();
        if quoted.len() < text.len() {
            quoted.push_str("...");
        }
        ParseError { text: quoted, what: Cow::Borrowed(what), hint: hint.into() }
    }

    /// The error with the board named: "is not a point of a 9x9 board".
    pub(crate) fn on_board(mut self, size: Size) -> ParseError {
        self.what = Cow::Owned(format!("{} of a {size} board", self.what));
        self
    }

    /// The input (its beginning, if it is long).
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!("green".parse::<Color>().unwrap_err().text(), "green");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}: {}", self.text.escape_debug(), self.what, self.hint)
    }
}

impl core::error::Error for ParseError {}
