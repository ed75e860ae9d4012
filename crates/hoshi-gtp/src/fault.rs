//! What can be wrong with an engine, each as a sentence.

use std::fmt;
use std::time::Duration;

use crate::text::one_line;

/// How many lines of standard error a fault shows.
const MAX_LINES: usize = 5;

/// How much of an engine's answer a fault shows, in characters.
const MAX_ANSWER: usize = 200;

/// What is wrong with an engine, or with a request to it.
///
/// ```
/// use hoshi_gtp::Fault;
///
/// let fault = Fault::Refused { command: "undo".into(), why: "cannot undo".into() };
/// assert_eq!(fault.to_string(), "the engine refused `undo`: cannot undo");
/// assert!(fault.is_alive());
/// // Some engines give no reason.
/// let fault = Fault::Refused { command: "undo".into(), why: String::new() };
/// assert_eq!(fault.to_string(), "the engine refused `undo`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The program cannot be started.
    #[error("cannot start {program}: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// The error of the system.
        why: String,
    },
    /// The program runs, but is not an engine.
    #[error("{program} is not a Go engine: {why}{}", Tail(errors))]
    NotAnEngine {
        /// The program.
        program: String,
        /// The evidence.
        why: String,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// The engine has exited.
    #[error("the engine exited without answering `{command}`{}{}", status.as_ref().map(|s| format!(" ({s})")).unwrap_or_default(), Tail(errors))]
    Died {
        /// The command that it did not answer.
        command: String,
        /// Its exit status, if it is known.
        status: Option<String>,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// The engine did not answer in time.
    #[error("the engine did not answer `{command}` within {}{}", Seconds(*limit), Tail(errors))]
    Silent {
        /// The command.
        command: String,
        /// How long it had.
        limit: Duration,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// The engine answered with an error.
    #[error("the engine refused `{command}`{}", Reason(why))]
    Refused {
        /// The command.
        command: String,
        /// The text of the error; may be empty.
        why: String,
    },
    /// The answer is invalid.
    #[error("the engine answered `{command}` with `{}`, which is {why}", Shown(answer))]
    Nonsense {
        /// The command.
        command: String,
        /// The answer, or the invalid part of it.
        answer: String,
        /// What is wrong with it, such as "not a move on 9x9".
        why: String,
    },
    /// The wait for the answer was cancelled.
    #[error("`{command}` was cancelled")]
    CalledOff {
        /// The command.
        command: String,
    },
    /// The protocol, or this engine, does not support the request.
    #[error("{0}")]
    Unfit(String),
}

impl Fault {
    /// Whether the engine can still be used.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        matches!(self, Fault::Refused { .. } | Fault::Nonsense { .. } | Fault::Unfit(_))
    }
}

/// The last lines of an engine's standard error, as the end of a sentence.
struct Tail<'a>(&'a [String]);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = &self.0[self.0.len().saturating_sub(MAX_LINES)..];
        if last.is_empty() {
            return Ok(());
        }
        f.write_str("; stderr: ")?;
        f.write_str(&last.join(" / "))
    }
}

/// The reason that an engine gives for a refusal, as the end of a sentence.
pub(crate) struct Reason<'a>(pub(crate) &'a str);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, ": {}", Shown(self.0)) }
    }
}

/// The beginning of an answer: answers may have a megabyte in many lines.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self.0, MAX_ANSWER))
    }
}

/// A time as people read it.
pub(crate) struct Seconds(pub(crate) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_millis() as f64 / 1000.0)
    }
}
