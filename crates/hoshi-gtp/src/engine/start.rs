//! Starting an engine, and the first questions, which show that the program is one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Engine, SLICE};
use crate::fault::{Fault, Reason, Seconds, Shown};
use crate::process::Process;
use crate::talk::Talk;
use crate::text::one_line;

/// A program that prints more lines than this outside the protocol is not an engine with a greeting.
const MAX_STRAYS: usize = 1000;

/// How long a program that has printed text outside the protocol has for its first answer before the
/// text is reported. A program that only repeats the question is given up then.
const STRAY_GRACE: Duration = Duration::from_secs(1);

/// How long a name or a version may be, in characters.
pub(super) const MAX_NAME: usize = 100;

/// Options for [`Engine::start_with`].
///
/// ```
/// use hoshi_gtp::StartOptions;
///
/// let mut hint = |line: &str| eprintln!("it prints `{line}`; does it need an option for GTP?");
/// let options = StartOptions { on_stray: Some(&mut hint), ..StartOptions::default() };
/// assert!(options.cancel.is_none());
/// ```
#[derive(Default)]
pub struct StartOptions<'a> {
    /// Setting this flag cancels every wait for the engine, during the start and later.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called with the first line that the program printed outside the protocol, if the program has not
    /// answered the first question within a second. Called at most once.
    pub on_stray: Option<&'a mut dyn FnMut(&str)>,
}

impl Engine {
    /// Starts an engine and checks that it is one. The limit applies to each of the first questions.
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
    /// If the program cannot be started, or is not an engine.
    pub fn start(words: &[String], limit: Duration) -> Result<Engine, Fault> {
        Engine::start_with(words, limit, StartOptions::default())
    }

    /// Like [`Engine::start`], but setting the flag cancels every wait for the engine, during the start
    /// and later.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use std::sync::atomic::AtomicBool;
    #[doc = include_str!("../../doc/prelude.txt")]
    /// let cancel = Arc::new(AtomicBool::new(true));
    /// let words = ["sleep".to_owned(), "1000".to_owned()];
    /// let fault = Engine::start_unless(&words, minute, Some(cancel)).unwrap_err();
    /// assert!(matches!(fault, Fault::CalledOff { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the program cannot be started, is not an engine, or the start was cancelled.
    pub fn start_unless(
        words: &[String],
        limit: Duration,
        cancel: Option<Arc<AtomicBool>>,
    ) -> Result<Engine, Fault> {
        Engine::start_with(words, limit, StartOptions { cancel, on_stray: None })
    }

    /// Like [`Engine::start`], with options.
    ///
    /// A program that prints text outside the protocol and then nothing is most often not in GTP mode,
    /// such as `gnugo` without `--mode gtp`. But an engine that prints a greeting and then loads a
    /// network for half a minute looks the same, so the start does not fail before the limit. It calls
    /// [`StartOptions::on_stray`] instead: a view can print a hint while it waits, and set
    /// [`StartOptions::cancel`] to give up.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use std::sync::atomic::{AtomicBool, Ordering};
    #[doc = include_str!("../../doc/prelude.txt")]
    /// let cancel = Arc::new(AtomicBool::new(false));
    /// let mut give_up = |line: &str| {
    ///     assert_eq!(line, "This is GNU Go.");
    ///     cancel.store(true, Ordering::Relaxed);
    /// };
    /// let options = StartOptions { cancel: Some(cancel.clone()), on_stray: Some(&mut give_up) };
    /// let words = ["sh", "-c", "echo This is GNU Go.; sleep 1000"].map(str::to_owned);
    /// let fault = Engine::start_with(&words, minute, options).unwrap_err();
    /// assert!(matches!(fault, Fault::CalledOff { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the program cannot be started, is not an engine, or the start was cancelled.
    pub fn start_with(
        words: &[String],
        limit: Duration,
        options: StartOptions<'_>,
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
            exit_seen: None,
            name: String::new(),
            version: String::new(),
            commands: BTreeSet::new(),
            cancel: options.cancel,
        };
        engine
            .greet(limit, options.on_stray)
            .map_err(|fault| engine.not_an_engine(program, fault))?;
        Ok(engine)
    }

    /// The first questions.
    fn greet(
        &mut self,
        limit: Duration,
        mut on_stray: Option<&mut dyn FnMut(&str)>,
    ) -> Result<(), Fault> {
        let command = PROTOCOL_VERSION;
        let pending = self.ask(command, Some(limit))?;
        let version = loop {
            if let Some(answer) = self.poll(&pending)? {
                break answer;
            }
            let is_echo = self.talk.first_stray() == Some("1 protocol_version");
            let is_late = self.began.elapsed() > STRAY_GRACE;
            if self.talk.strays() > MAX_STRAYS || (is_echo && is_late) {
                let errors = self.process.errors();
                return Err(Fault::Silent { command: command.to_owned(), limit, errors });
            }
            if is_late
                && let Some(line) = self.talk.first_stray()
                && let Some(report) = on_stray.take()
            {
                report(line);
            }
            self.check_cancelled(command)?;
            self.wait(SLICE);
        };
        if !matches!(version.trim(), "1" | "2") {
            let why = "not a version of GTP that hoshi supports (1 or 2)".to_owned();
            return Err(Fault::Nonsense { command: command.to_owned(), answer: version, why });
        }
        self.name = one_line(&self.call("name", limit)?, MAX_NAME);
        self.version = one_line(&or_empty(self.call("version", limit))?, MAX_NAME);
        let commands = or_empty(self.call("list_commands", limit))?;
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// A fault during the first questions, as a reason why the program is not an engine.
    fn not_an_engine(&self, program: String, fault: Fault) -> Fault {
        let (why, errors) = match fault {
            Fault::Silent { command, limit, errors } => {
                let is_first = command == PROTOCOL_VERSION;
                let why = match self.talk.first_stray().filter(|_| is_first) {
                    Some(line) => format!("it prints `{line}`, which is not GTP"),
                    None => format!("it did not answer `{command}` within {}", Seconds(limit)),
                };
                (why, errors)
            }
            Fault::Died { status, errors, .. } => {
                let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
                (format!("it exited at once{status}"), errors)
            }
            Fault::Refused { command, why } => {
                (format!("it refused `{command}`{}", Reason(&why)), self.process.errors())
            }
            Fault::Nonsense { command, answer, why } => {
                let answer = Shown(&answer);
                let why = format!("it answered `{command}` with `{answer}`, which is {why}");
                (why, self.process.errors())
            }
            other => return other,
        };
        Fault::NotAnEngine { program, why, errors }
    }
}

/// The first question.
const PROTOCOL_VERSION: &str = "protocol_version";

/// An engine need not support every question.
fn or_empty(answer: Result<String, Fault>) -> Result<String, Fault> {
    match answer {
        Err(Fault::Refused { .. }) => Ok(String::new()),
        other => other,
    }
}
