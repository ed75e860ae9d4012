//! A running engine: commands go in, answers come out, and no wait is longer than its limit.

mod start;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::fault::Fault;
use crate::process::{Output, Process};
use crate::talk::{Answer, Talk};
use crate::text::one_line;
pub use start::StartOptions;

/// How long an engine that has closed its output may take to exit.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// How many chunks of output are read at once. An engine that never stops printing must not keep us from
/// checking the time.
const MAX_CHUNKS: usize = 64;

/// The longest wait before the cancel flag is checked again.
pub(crate) const SLICE: Duration = Duration::from_millis(50);

/// A running engine. Dropping it kills the engine and every process that the engine has started.
///
/// ```
#[doc = include_str!("../../doc/prelude.txt")]
/// use std::time::Duration;
/// use hoshi_gtp::Engine;
///
/// // For example gnugo --mode gtp.
/// let words = fake(&["move=E5"]);
/// let mut engine = Engine::start(&words, Duration::from_secs(60))?;
/// assert_eq!((engine.name(), engine.version()), ("Fake", "1.0"));
/// assert_eq!(engine.call("genmove black", Duration::from_secs(60))?, "E5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    words: Vec<String>,
    process: Process,
    talk: Talk,
    began: Instant,
    /// Whether its output has ended.
    ended: bool,
    /// When we saw that it has exited, although its output is still open.
    exit_seen: Option<Instant>,
    name: String,
    version: String,
    commands: BTreeSet<String>,
    /// Set by the owner to cancel a wait.
    cancel: Option<Arc<AtomicBool>>,
}

/// A command that waits for its answer.
///
/// ```
#[doc = include_str!("../../doc/prelude.txt")]
/// # let mut engine = engine(&["move=D4"])?;
/// let pending = engine.ask("genmove black", Some(Duration::from_secs(60)))?;
/// while engine.poll(&pending)?.is_none() {
///     // Do something else, and then:
///     engine.wait(Duration::from_millis(50));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pending {
    id: u32,
    command: String,
    limit: Option<Duration>,
}

impl Pending {
    pub(crate) fn command(&self) -> &str {
        &self.command
    }
}

impl Engine {
    /// The command that started it.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Its name: one line of at most 100 characters, without control characters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version, in the same form as the name; empty if it does not tell one.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Its name and its version, together at most 100 characters.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let engine = engine(&[])?;
    /// assert_eq!(engine.full_name(), "Fake 1.0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn full_name(&self) -> String {
        one_line(&format!("{} {}", self.name, self.version), start::MAX_NAME)
    }

    /// The commands that it lists.
    pub fn commands(&self) -> impl ExactSizeIterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }

    /// Whether it lists a command.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let engine = engine(&["no=undo"])?;
    /// assert!(engine.knows("genmove") && !engine.knows("undo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The last lines of its standard error.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        self.process.errors()
    }

    /// The id of its process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Sends a command and does not wait for the answer. A limit of `None` gives the engine as long as it
    /// wants.
    ///
    /// # Errors
    /// If the engine has exited, or does not read its input.
    pub fn ask(&mut self, command: &str, limit: Option<Duration>) -> Result<Pending, Fault> {
        let until = limit.map(|limit| self.began.elapsed().saturating_add(limit));
        let (id, bytes) = self.talk.ask(command, until);
        if !self.process.send(bytes) {
            self.receive(Duration::ZERO);
            return Err(self.died(command));
        }
        Ok(Pending { id, command: command.to_owned(), limit })
    }

    /// Whether it can be interrupted while it works on a command: it lists `gogui-interrupt`.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let engine = engine(&["add=gogui-interrupt"])?;
    /// assert!(engine.can_interrupt());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn can_interrupt(&self) -> bool {
        self.knows("gogui-interrupt")
    }

    /// Interrupts the command that the engine works on, by the line `# interrupt` (a convention of
    /// `GoGui`). The line has no answer of its own; the engine soon answers the command, with an error or
    /// with its best move so far. An engine for which [`Engine::can_interrupt`] is false ignores the
    /// line, as it is a comment.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut engine = engine(&["add=gogui-interrupt", "slow", "move=D4"])?;
    /// let pending = engine.ask("genmove black", None)?;
    /// engine.interrupt();
    /// let answer = loop {
    ///     match engine.poll(&pending)? {
    ///         Some(answer) => break answer,
    ///         None => engine.wait(second),
    ///     }
    /// };
    /// assert_eq!(answer, "D4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interrupt(&mut self) {
        // If the engine has exited or reads nothing, the pending command fails or times out.
        self.process.send(b"# interrupt\n".to_vec());
    }

    /// Gives the engine this much time from now to answer, even if the old limit has passed. Returns
    /// false if it has answered already.
    pub(crate) fn extend(&mut self, pending: &mut Pending, limit: Duration) -> bool {
        pending.limit = Some(limit);
        self.talk.extend(pending.id, Some(self.began.elapsed().saturating_add(limit)))
    }

    /// Whether a command has not been answered, in time or late.
    pub(crate) fn is_waiting_for(&self, pending: &Pending) -> bool {
        self.talk.is_waiting(pending.id)
    }

    /// The answer to a command, if it has come. Never waits.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut engine = engine(&["move=D4"])?;
    /// let pending = engine.ask("genmove black", Some(minute))?;
    /// let answer = loop {
    ///     match engine.poll(&pending)? {
    ///         Some(answer) => break answer,
    ///         None => engine.wait(second),
    ///     }
    /// };
    /// assert_eq!(answer, "D4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine refused the command, did not answer in time, or has exited.
    pub fn poll(&mut self, pending: &Pending) -> Result<Option<String>, Fault> {
        self.receive(Duration::ZERO);
        self.talk.pass_time(self.began.elapsed());
        let command = || pending.command.clone();
        match self.talk.answer(pending.id) {
            Some(Answer::Yes(text)) => Ok(Some(text)),
            Some(Answer::No(why)) => Err(Fault::Refused { command: command(), why }),
            Some(Answer::TooLate) => Err(Fault::Silent {
                command: command(),
                limit: pending.limit.unwrap_or_default(),
                errors: self.process.errors(),
            }),
            None if self.has_ended() => Err(self.died(&pending.command)),
            None => Ok(None),
        }
    }

    /// Waits until the engine prints something, at most for `patience`.
    pub fn wait(&mut self, patience: Duration) {
        self.receive(patience);
    }

    /// The lines of the unfinished answer to the last command, each returned once.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut engine = engine(&["add=lz-analyze"])?;
    /// engine.ask("lz-analyze 100", None)?;
    /// let mut lines = Vec::new();
    /// while lines.is_empty() {
    ///     engine.wait(second);
    ///     lines = engine.lines();
    /// }
    /// assert!(lines[0].starts_with("info move D4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&mut self) -> Vec<String> {
        self.receive(Duration::ZERO);
        self.talk.lines().collect()
    }

    /// Sends a command and waits for the answer.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut engine = engine(&[])?;
    /// assert_eq!(engine.call("name", minute)?, "Fake");
    /// assert!(engine.call("make_tea", minute).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine refused the command, did not answer in time, or has exited; or if the wait was
    /// cancelled.
    pub fn call(&mut self, command: &str, limit: Duration) -> Result<String, Fault> {
        let pending = self.ask(command, Some(limit))?;
        loop {
            if let Some(answer) = self.poll(&pending)? {
                return Ok(answer);
            }
            self.check_cancelled(command)?;
            let until = self.talk.deadline().unwrap_or_default();
            let left = until.saturating_sub(self.began.elapsed());
            self.receive(left.clamp(Duration::from_millis(1), SLICE));
        }
    }

    pub(crate) fn check_cancelled(&self, command: &str) -> Result<(), Fault> {
        match &self.cancel {
            Some(flag) if flag.load(Ordering::Relaxed) => {
                Err(Fault::CalledOff { command: command.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Sends `quit`, and kills the engine if it does not exit within the limit.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let engine = engine(&[])?;
    /// engine.quit(second);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quit(mut self, limit: Duration) {
        if self.ask("quit", Some(limit)).is_ok() {
            self.process.close_input();
            self.process.wait_for_exit(limit);
        }
    }

    /// Whether it has exited and all of its output has been read. A process that it has started may keep
    /// the output open, so that the end of the output is not the only sign.
    fn has_ended(&mut self) -> bool {
        if !self.ended && self.process.has_exited() {
            let since = self.exit_seen.get_or_insert_with(Instant::now);
            self.ended = since.elapsed() > EXIT_GRACE;
        }
        self.ended
    }

    /// Whether its process runs.
    pub(crate) fn is_running(&mut self) -> bool {
        !self.ended && !self.process.has_exited()
    }

    /// Reads the output that has come, and waits at most for `patience` for the first of it.
    fn receive(&mut self, patience: Duration) {
        let mut patience = patience;
        for _ in 0..MAX_CHUNKS {
            if self.ended {
                return;
            }
            match self.process.receive(patience) {
                Output::Bytes(bytes) => self.talk.hear(&bytes),
                Output::Nothing => return,
                Output::End => self.ended = true,
            }
            patience = Duration::ZERO;
        }
    }

    fn died(&mut self, command: &str) -> Fault {
        let status = self.process.wait_for_exit(EXIT_GRACE).map(|status| status.to_string());
        let errors = if self.process.has_exited() {
            self.process.last_errors(EXIT_GRACE)
        } else {
            self.process.errors()
        };
        Fault::Died { command: command.to_owned(), status, errors }
    }
}
