//! A running engine that is known to be one.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::process::{Came, Process};
use crate::talk::{Answer, Talk};

/// How long an engine that has closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// How many pieces of its output are taken in at once: one that never stops talking must not keep us
/// from looking at the time.
const PIECES: usize = 64;

/// So many lines that are no part of the protocol are no greeting.
const BABBLE: usize = 1000;

/// How long a program that repeats what it is told has to say something of its own.
const ECHO: Duration = Duration::from_secs(1);

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
    #[error("the engine refuses `{command}`: {why}")]
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

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_millis() as f64 / 1000.0)
    }
}

/// A running engine. It is ended, with all that it has started, when this is dropped.
///
/// ```no_run
/// use std::time::Duration;
/// use hoshi_gtp::Engine;
///
/// let words = ["gnugo".to_owned(), "--mode".to_owned(), "gtp".to_owned()];
/// let mut engine = Engine::start(&words, Duration::from_secs(10))?;
/// println!("{} {} knows {} commands", engine.name(), engine.version(), engine.commands().len());
/// println!("{}", engine.call("showboard", Duration::from_secs(5))?);
/// # Ok::<(), hoshi_gtp::Fault>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    words: Vec<String>,
    process: Process,
    talk: Talk,
    began: Instant,
    /// Whether its output has ended.
    ended: bool,
    /// When it was seen that it has ended, though its output has not.
    gone: Option<Instant>,
    name: String,
    version: String,
    commands: BTreeSet<String>,
    /// Set by somebody who does not want to wait any more.
    called_off: Option<Arc<AtomicBool>>,
}

/// How long is waited at most before it is seen that something was called off.
const SLICE: Duration = Duration::from_millis(50);

/// A command that waits for its answer.
///
/// ```no_run
/// # use std::time::Duration;
/// # let mut engine = hoshi_gtp::Engine::start(&[], Duration::ZERO)?;
/// let pending = engine.ask("genmove black", Some(Duration::from_secs(60)))?;
/// while engine.poll(&pending)?.is_none() {
///     // Something else, and then:
///     engine.wait(Duration::from_millis(50));
/// }
/// # Ok::<(), hoshi_gtp::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pending {
    id: u32,
    command: String,
    limit: Option<Duration>,
}

impl Pending {
    /// What was asked.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }
}

impl Engine {
    /// Starts an engine, and makes sure that it is one, which may take so long.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hoshi_gtp::{Engine, Fault};
    ///
    /// let words = ["/no/such/engine".to_owned()];
    /// let fault = Engine::start(&words, Duration::from_secs(1)).unwrap_err();
    /// assert!(matches!(fault, Fault::NotStarted { .. }));
    /// ```
    ///
    /// # Errors
    /// If it cannot be started, or is no engine.
    pub fn start(words: &[String], limit: Duration) -> Result<Engine, Fault> {
        Engine::start_unless(words, limit, None)
    }

    /// The same, but whoever sets the flag calls off whatever is being waited for, now and later.
    ///
    /// # Errors
    /// If it cannot be started, or is no engine, or was called off.
    pub fn start_unless(
        words: &[String],
        limit: Duration,
        called_off: Option<Arc<AtomicBool>>,
    ) -> Result<Engine, Fault> {
        let program = words.first().cloned().unwrap_or_default();
        let process = Process::start(words).map_err(|error| Fault::NotStarted {
            program: program.clone(),
            why: error.to_string(),
        })?;
        let mut engine = Engine {
            words: words.to_vec(),
            process,
            talk: Talk::default(),
            began: Instant::now(),
            ended: false,
            gone: None,
            name: String::new(),
            version: String::new(),
            commands: BTreeSet::new(),
            called_off,
        };
        engine.greet(limit).map_err(|fault| match fault {
            Fault::Refused { command, why } => Fault::NotAnEngine {
                program,
                why: format!("it refuses `{command}` ({why})"),
                errors: Vec::new(),
            },
            Fault::Silent { limit, errors, .. } => {
                let why = match engine.talk.first_stray() {
                    Some(line) => format!("it says `{line}`, which is not of the protocol"),
                    None => format!("it says nothing within {}", Seconds(limit)),
                };
                Fault::NotAnEngine { program, why, errors }
            }
            Fault::Died { status, errors, .. } => {
                let how = status.map(|status| format!(" ({status})")).unwrap_or_default();
                Fault::NotAnEngine { program, why: format!("it ended at once{how}"), errors }
            }
            Fault::Nonsense { answer, why, .. } => {
                let why = format!("it answers `{answer}`, which is {why}");
                Fault::NotAnEngine { program, why, errors: engine.process.errors() }
            }
            other => other,
        })?;
        Ok(engine)
    }

    /// The handshake.
    fn greet(&mut self, limit: Duration) -> Result<(), Fault> {
        let command = "protocol_version";
        let pending = self.ask(command, Some(limit))?;
        let version = loop {
            if let Some(answer) = self.poll(&pending)? {
                break answer;
            }
            // Some engines say hello before they are asked, and then take their time.
            let echo = self.talk.first_stray() == Some("1 protocol_version");
            if self.talk.strays() > BABBLE || (echo && self.began.elapsed() > ECHO) {
                return Err(Fault::Silent {
                    command: command.to_owned(),
                    limit,
                    errors: self.process.errors(),
                });
            }
            self.check_called_off(command)?;
            self.wait(SLICE);
        };
        if !matches!(version.trim(), "1" | "2") {
            let why = "no version of the protocol (it is 2)".to_owned();
            return Err(Fault::Nonsense { command: command.to_owned(), answer: version, why });
        }
        self.name = self.call("name", limit)?;
        self.version = or_nothing(self.call("version", limit))?;
        let commands = or_nothing(self.call("list_commands", limit))?;
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// What it was started with.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version, as it says it; it may say nothing.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The commands that it says it knows.
    pub fn commands(&self) -> impl ExactSizeIterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }

    /// Whether it says that it knows a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The last lines that it has written to its standard error.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        self.process.errors()
    }

    /// The number of its process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Asks something, which it has so long to answer, and does not wait.
    ///
    /// # Errors
    /// If it has ended, or takes nothing in.
    pub fn ask(&mut self, command: &str, limit: Option<Duration>) -> Result<Pending, Fault> {
        let until = limit.map(|limit| self.began.elapsed() + limit);
        let (id, bytes) = self.talk.ask(command, until);
        if !self.process.send(bytes) {
            self.hear(Duration::ZERO);
            return Err(self.died(command));
        }
        Ok(Pending { id, command: command.to_owned(), limit })
    }

    /// The answer to what was asked, if it has come. Never waits.
    ///
    /// # Errors
    /// If it was refused or came too late, or the engine has ended.
    pub fn poll(&mut self, pending: &Pending) -> Result<Option<String>, Fault> {
        self.hear(Duration::ZERO);
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

    /// Waits until the engine says something, but no longer than so.
    pub fn wait(&mut self, patience: Duration) {
        self.hear(patience);
    }

    /// The lines that have come of the answer to what was asked last, while it is not complete, each
    /// told once.
    pub fn lines(&mut self) -> Vec<String> {
        self.hear(Duration::ZERO);
        self.talk.lines().collect()
    }

    /// Asks something and waits for the answer.
    ///
    /// # Errors
    /// If it was refused or came too late, or the engine has ended.
    pub fn call(&mut self, command: &str, limit: Duration) -> Result<String, Fault> {
        let pending = self.ask(command, Some(limit))?;
        loop {
            if let Some(answer) = self.poll(&pending)? {
                return Ok(answer);
            }
            self.check_called_off(command)?;
            let until = self.talk.deadline().unwrap_or_default();
            let left = until.saturating_sub(self.began.elapsed());
            self.hear(left.clamp(Duration::from_millis(1), SLICE));
        }
    }

    fn check_called_off(&self, command: &str) -> Result<(), Fault> {
        match &self.called_off {
            Some(flag) if flag.load(Ordering::Relaxed) => {
                Err(Fault::CalledOff { command: command.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Asks the engine to leave, and ends it if it does not within the limit.
    pub fn quit(mut self, limit: Duration) {
        if self.ask("quit", Some(limit)).is_ok() {
            self.process.close_input();
            self.process.ended(limit);
        }
    }

    /// Whether it has ended, and all that it said is heard. Something that it has started may keep its
    /// output open for good.
    fn has_ended(&mut self) -> bool {
        if !self.ended && self.process.is_gone() {
            let since = self.gone.get_or_insert_with(Instant::now);
            self.ended = since.elapsed() > LAST_BREATH;
        }
        self.ended
    }

    /// Takes in what has come, waiting for the first of it.
    fn hear(&mut self, patience: Duration) {
        let mut patience = patience;
        for _ in 0..PIECES {
            if self.ended {
                return;
            }
            match self.process.receive(patience) {
                Came::Bytes(bytes) => self.talk.hear(&bytes),
                Came::Nothing => return,
                Came::End => self.ended = true,
            }
            patience = Duration::ZERO;
        }
    }

    fn died(&mut self, command: &str) -> Fault {
        let status = self.process.ended(LAST_BREATH).map(|status| status.to_string());
        let errors = match status {
            Some(_) => self.process.last_errors(LAST_BREATH),
            None => self.process.errors(),
        };
        Fault::Died { command: command.to_owned(), status, errors }
    }
}

/// An engine need not know everything.
fn or_nothing(answer: Result<String, Fault>) -> Result<String, Fault> {
    match answer {
        Err(Fault::Refused { .. }) => Ok(String::new()),
        other => other,
    }
}
