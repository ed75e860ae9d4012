//! What can be wrong with an engine, each as a sentence.

use std::fmt;
use std::time::Duration;

/// How many lines of standard error a fault shows.
const SHOWN: usize = 5;

/// What is wrong with an engine, or with what was asked of it.
///
/// ```
/// use hoshi_gtp::Fault;
///
/// let fault = Fault::Refused { command: "undo".into(), why: "cannot undo".into() };
/// assert_eq!(fault.to_string(), "the engine refuses `undo`: cannot undo");
/// assert!(fault.is_alive());
/// // Some do not say why.
/// let fault = Fault::Refused { command: "undo".into(), why: String::new() };
/// assert_eq!(fault.to_string(), "the engine refuses `undo`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The program cannot be started.
    #[error("{program}: it cannot be started: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// Why.
        why: String,
    },
    /// It runs, but is no engine.
    #[error("{program} is not a Go engine: {why}{}", Tail(errors))]
    NotAnEngine {
        /// The program.
        program: String,
        /// Why one can tell.
        why: String,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// It has ended.
    #[error("the engine has ended at `{command}`{}{}", status.as_ref().map(|s| format!(" ({s})")).unwrap_or_default(), Tail(errors))]
    Died {
        /// What it was asked then.
        command: String,
        /// What it ended with, where that is known.
        status: Option<String>,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// It does not answer.
    #[error("the engine did not answer `{command}` within {}{}", Seconds(*limit), Tail(errors))]
    Silent {
        /// What it was asked.
        command: String,
        /// How long it had.
        limit: Duration,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// It answered that it does not.
    #[error("the engine refuses `{command}`{}{why}", if why.is_empty() { "" } else { ": " })]
    Refused {
        /// What it was asked.
        command: String,
        /// What it said.
        why: String,
    },
    /// What it answered is no answer to that.
    #[error("the engine answers `{command}` with `{answer}`, which is {why}")]
    Nonsense {
        /// What it was asked.
        command: String,
        /// What it said.
        answer: String,
        /// What is wrong with it.
        why: String,
    },
    /// It was called off before it answered.
    #[error("`{command}` was called off")]
    CalledOff {
        /// What it was asked.
        command: String,
    },
    /// The protocol, or the engine, has no way to say this.
    #[error("{0}")]
    Unfit(String),
}

impl Fault {
    /// Whether the engine can still be asked other things.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        matches!(self, Fault::Refused { .. } | Fault::Nonsense { .. } | Fault::Unfit(_))
    }
}

/// The last lines of an engine's standard error, as the end of a sentence.
struct Tail<'a>(&'a [String]);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = &self.0[self.0.len().saturating_sub(SHOWN)..];
        if last.is_empty() {
            return Ok(());
        }
        f.write_str("; its last words: ")?;
        f.write_str(&last.join(" / "))
    }
}

/// A time as people read it.
pub(crate) struct Seconds(pub(crate) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_millis() as f64 / 1000.0)
    }
}
