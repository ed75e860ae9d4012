//! Interprets game information as people write it: komi, result, date, clock, rules, handicap,
//! size.
//!
//! The SGF standard has one spelling for each; records have hundreds. Every reader here takes
//! decoded text and returns a typed value, and *how* it was interpreted, so that a lint can report
//! it. Text that cannot be understood is an [`Unreadable`], never a guess: it stays in the record
//! unchanged.
//!
//! ```
//! use hoshi_record::info::{How, komi, result};
//!
//! let komi = komi::read("375", komi::Hints::default())?;
//! assert_eq!(komi.value.to_string(), "7.5");
//! assert_eq!(komi.how.to_string(), "375 is 3.75 zi, which are 7.5 points");
//!
//! let plain = result::read("W+R")?;
//! assert_eq!(plain.how, How::AsWritten);
//! # Ok::<(), hoshi_record::info::Unreadable>(())
//! ```

mod amount;
pub mod date;
pub mod game;
pub mod handicap;
pub mod komi;
pub mod overtime;
pub mod result;
pub mod rules;
pub mod size;
mod text;
pub mod time;

use std::borrow::Cow;
use std::fmt;

/// How a value was interpreted.
///
/// ```
/// use hoshi_record::info::{How, size};
///
/// assert_eq!(size::read("19")?.how, How::AsWritten);
/// assert!(size::read("19x19")?.how.is_interpreted());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The text is how the SGF standard spells the value.
    AsWritten,
    /// It isn't, and this sentence says what was understood.
    Interpreted(Cow<'static, str>),
}

impl How {
    /// Whether the text deviates from the standard.
    ///
    /// ```
    /// use hoshi_record::info::How;
    /// assert!(!How::AsWritten.is_interpreted());
    /// ```
    #[must_use]
    pub const fn is_interpreted(&self) -> bool {
        matches!(self, How::Interpreted(_))
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::AsWritten => f.write_str("as written"),
            How::Interpreted(what) => f.write_str(what),
        }
    }
}

/// A value, and how it was interpreted.
///
/// ```
/// use hoshi_record::info::rules;
///
/// let reading = rules::read("japanese rules")?;
/// assert_eq!(reading.value.to_string(), "japanese");
/// assert_eq!(reading.how.to_string(), "understood as Japanese rules");
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// How it was interpreted.
    pub how: How,
}

impl<T> Reading<T> {
    pub(crate) fn as_written(value: T) -> Reading<T> {
        Reading { value, how: How::AsWritten }
    }

    pub(crate) fn interpreted(value: T, what: impl Into<Cow<'static, str>>) -> Reading<T> {
        Reading { value, how: How::Interpreted(what.into()) }
    }

    /// The same reading of another value, made from this one.
    ///
    /// ```
    /// use hoshi_record::info::size;
    ///
    /// let area = size::read("9")?.map(|size| size.area());
    /// assert_eq!(area.value, 81);
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { value: make(self.value), how: self.how }
    }
}

/// Text that cannot be understood: it quotes the text, says what was expected, and how to write it.
///
/// ```
/// use hoshi_record::info::size;
///
/// let error = size::read("53").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`53` is not a board size: SGF has 1 to 52 lines a side (write 19, or 13:9 for width:height)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not {what}: {hint}", text.escape_debug())]
pub struct Unreadable {
    /// The text (its beginning, if it is long).
    pub text: String,
    /// What was expected.
    pub what: &'static str,
    /// How to write it, or why it is wrong.
    pub hint: Cow<'static, str>,
}

impl Unreadable {
    pub(crate) fn new(
        text: &str,
        what: &'static str,
        hint: impl Into<Cow<'static, str>>,
    ) -> Unreadable {
        // Errors go to terminals and logs: quote at most one line.
        const QUOTE: usize = 60;
        let mut quoted: String = text.chars().take(QUOTE).collect();
        if quoted.len() < text.len() {
            quoted.push_str("...");
        }
        Unreadable { text: quoted, what, hint: hint.into() }
    }
}

/// No komi, date or result is longer than this. The limit keeps the readers cheap on malicious
/// files.
const LONGEST: usize = 1000;

/// Refuses empty and overlong text, in the same way for every field.
fn sensible(text: &str, what: &'static str, example: &'static str) -> Result<(), Unreadable> {
    if text.trim().is_empty() {
        let hint = format!("it is empty (leave it out, or write {example})");
        return Err(Unreadable::new(text, what, hint));
    }
    if text.len() > LONGEST {
        let hint = format!("it is longer than {LONGEST} bytes (write {example})");
        return Err(Unreadable::new(text, what, hint));
    }
    Ok(())
}
