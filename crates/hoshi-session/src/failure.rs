//! Why something around a session failed: the disk below it, or the program that opened it. The session and its views
//! only say it, so this keeps any error whole and does not know their kinds.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// An error of the world around a session, shown as one line with its causes.
///
/// It does not implement [`Error`], so that `?` turns every error into it.
///
/// ```
/// use hoshi_session::Failure;
///
/// fn size(text: &str) -> Result<u8, Failure> {
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(size("x").unwrap_err().to_string(), "invalid digit found in string");
/// assert_eq!(Failure::new("the game is closed").to_string(), "the game is closed");
/// ```
#[derive(Clone)]
pub struct Failure(Arc<dyn Error + Send + Sync>);

impl Failure {
    /// This error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        Failure(Arc::from(error.into()))
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(Arc::new(error))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_causes(&*self.0))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// An error with its causes. Some errors already end with their cause, which is not repeated then.
///
/// ```
/// use hoshi_session::with_causes;
///
/// let error = std::fs::read("/nowhere/at/all").unwrap_err();
/// assert_eq!(with_causes(&error), error.to_string());
/// ```
#[must_use]
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let why = error.to_string();
        if !text.ends_with(&why) {
            text = format!("{text}: {why}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    enum Outer {
        #[error("cannot open a.sgf")]
        Silent(#[source] std::num::ParseIntError),
        #[error("cannot open a.sgf: {0}")]
        Whole(#[source] std::num::ParseIntError),
    }

    #[test]
    fn causes_are_named_once() {
        let cause = || "x".parse::<u8>().unwrap_err();
        let text = "cannot open a.sgf: invalid digit found in string";
        assert_eq!(Failure::from(Outer::Silent(cause())).to_string(), text);
        assert_eq!(Failure::from(Outer::Whole(cause())).to_string(), text);
    }
}
