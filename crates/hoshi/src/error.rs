//! Errors that decide the exit code. Everything in the program may use them; `cli` prints them.

use std::fmt;

/// A command line that cannot be run as it is: a value that does not fit, options that contradict each
/// other, a game or an engine that does not exist. The message points to the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UsageError(pub(crate) String);

impl UsageError {
    /// Any error as one of usage.
    pub(crate) fn of(error: impl fmt::Display) -> UsageError {
        UsageError(error.to_string())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// A move or position that the rules of Go refuse: nothing is broken, but the answer is no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Illegal(pub(crate) String);

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}
