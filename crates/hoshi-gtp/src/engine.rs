//! A running engine that is known to be one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::fault::{Fault, Seconds};
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

/// A running engine. It is ended, with all that it has started, when this is dropped.
///
/// ```
/// use std::time::Duration;
/// use hoshi_gtp::Engine;
///
/// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
/// # if cfg!(windows) {
/// #     return Ok(());
/// # }
/// // For example gnugo --mode gtp.
/// let words = [fake.to_owned(), "move=E5".to_owned()];
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
/// ```
/// # use std::time::Duration;
/// # use hoshi_gtp::Engine;
/// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
/// # if cfg!(windows) {
/// #     return Ok(());
/// # }
/// # let words = [fake.to_owned(), "move=D4".to_owned()];
/// # let second = Duration::from_secs(1);
/// # let mut engine = Engine::start(&words, 60 * second)?;
/// let pending = engine.ask("genmove black", Some(Duration::from_secs(60)))?;
/// while engine.poll(&pending)?.is_none() {
///     // Something else, and then:
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
    /// What was asked.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }
}

impl Engine {
    /// Starts an engine, and makes sure that it is one: each of the first questions may take so long.
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
    /// ```
    /// # use std::sync::Arc;
    /// # use std::sync::atomic::AtomicBool;
    /// # use std::time::Duration;
    /// # use hoshi_gtp::{Engine, Fault};
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// let called_off = Arc::new(AtomicBool::new(true));
    /// let words = ["sleep".to_owned(), "1000".to_owned()];
    /// let fault = Engine::start_unless(&words, Duration::from_secs(60), Some(called_off)).unwrap_err();
    /// assert!(matches!(fault, Fault::CalledOff { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            Fault::Refused { command, why } => {
                let why = if why.is_empty() { why } else { format!(" ({why})") };
                let why = format!("it refuses `{command}`{why}");
                Fault::NotAnEngine { program, why, errors: Vec::new() }
            }
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

    /// Its name and its version, as far as it says them.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let engine = Engine::start(&[fake.to_owned()], Duration::from_secs(60))?;
    /// assert_eq!(engine.full_name(), "Fake 1.0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.name, self.version).trim().to_owned()
    }

    /// The commands that it says it knows.
    pub fn commands(&self) -> impl ExactSizeIterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }

    /// Whether it says that it knows a command.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "no=undo".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let mut engine = Engine::start(&words, 60 * second)?;
    /// assert!(engine.knows("genmove") && !engine.knows("undo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "move=D4".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let mut engine = Engine::start(&words, 60 * second)?;
    /// let pending = engine.ask("genmove black", Some(60 * second))?;
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
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "add=lz-analyze".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let mut engine = Engine::start(&words, 60 * second)?;
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
        self.hear(Duration::ZERO);
        self.talk.lines().collect()
    }

    /// Asks something and waits for the answer.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let mut engine = Engine::start(&words, 60 * second)?;
    /// assert_eq!(engine.call("name", 60 * second)?, "Fake");
    /// assert!(engine.call("make_tea", 60 * second).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let mut engine = Engine::start(&words, 60 * second)?;
    /// engine.quit(second);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        let errors = if self.process.is_gone() {
            self.process.last_errors(LAST_BREATH)
        } else {
            self.process.errors()
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
