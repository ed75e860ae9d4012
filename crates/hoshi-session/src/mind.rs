//! Programs that play: their requests and answers. One trait for all of them; the host decides
//! where they run and how they are stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hoshi_core::time::{Clock, TimeLimit};
use hoshi_core::{Color, DeadAndSeki, Game, Move};

/// A program that plays without a person.
///
/// Its methods may take long and run on a thread of its own; they return [`Fault::Stopped`] soon
/// after the stop flag of their [`Context`] is set, and the mind can be asked again. Every task
/// carries the whole game; moves that the mind knew may have been taken back.
pub trait Mind: Send {
    /// Prepares the mind, for example by starting a process; called first, and again after a fault.
    ///
    /// # Errors
    /// If it cannot play at all.
    fn start(&mut self, context: &mut Context<'_>) -> Result<Profile, Fault>;

    /// Checks that it can play this game; returns its limitations.
    ///
    /// # Errors
    /// If it cannot play this game.
    fn check(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Vec<String>, Fault>;

    /// Chooses a move for the side to move. Its clock starts with [`Context::begin`], so that getting
    /// ready does not cost it time.
    ///
    /// # Errors
    /// If it fails, or was stopped.
    fn choose(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault>;

    /// The stones that it considers dead or in seki; `None` if it has no opinion.
    ///
    /// # Errors
    /// If it fails, or was stopped.
    fn judge(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<DeadAndSeki>, Fault> {
        let _ = (task, context);
        Ok(None)
    }

    /// The move that it would play, and the score; `None` if it has no opinion.
    ///
    /// # Errors
    /// If it fails, or was stopped.
    fn opinion(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<Opinion>, Fault> {
        let _ = (task, context);
        Ok(None)
    }

    /// Forgets the game: another one begins.
    fn forget(&mut self) {}

    /// Ends it politely; it is dropped afterwards.
    fn leave(&mut self) {}
}

/// The properties of a mind, once started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its name and version.
    pub name: String,
    /// Whether it has opinions about dead stones.
    pub judges: bool,
    /// Whether it can play on after two passes until all dead stones are captured.
    pub cleans_up: bool,
}

/// A position for a mind to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position, with its history.
    pub game: Game,
    /// The side that it plays.
    pub color: Color,
    /// The clock of its side.
    pub time: Option<(TimeLimit, Clock)>,
    /// The maximum time; `None` for no limit.
    pub limit: Option<Duration>,
    /// Whether both sides passed, and play continues until all dead stones are captured.
    pub is_cleanup: bool,
}

/// A move that a mind chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move; `None` resigns.
    pub play: Option<Move>,
    /// Settings that it did not accept.
    pub notes: Vec<String>,
    /// Its reports while thinking, for a comment in the record.
    pub report: Vec<String>,
    /// The minimum delay of the move, from the request. A session whose [`Terms`](crate::Terms) say
    /// so makes the move no earlier; the mind itself need not wait.
    pub pace: Duration,
}

impl Chosen {
    /// A move without remarks.
    #[must_use]
    pub fn of(play: Move) -> Chosen {
        let (notes, report) = (Vec::new(), Vec::new());
        Chosen { play: Some(play), notes, report, pace: Duration::ZERO }
    }
}

/// The opinion of a mind about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// The move that it would play.
    pub play: Option<Move>,
    /// The score, such as `B+3.5`.
    pub score: Option<String>,
}

/// Why a mind did not answer.
///
/// ```
/// use hoshi_session::Fault;
///
/// assert_eq!(Fault::Unfit("only 9x9".into()).to_string(), "only 9x9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It was stopped, and can be asked again.
    #[error("it was stopped")]
    Stopped,
    /// It cannot play this game.
    #[error("{0}")]
    Unfit(String),
    /// It failed; the next request restarts it.
    #[error("{0}")]
    Failed(String),
}

/// A flag that asks a mind to stop.
///
/// ```
/// use hoshi_session::Stop;
///
/// let stop = Stop::default();
/// let other = stop.clone();
/// other.set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Clears the request, once acknowledged.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for libraries that take one.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}

/// The means of a mind to report during a request.
pub struct Context<'a> {
    stop: &'a Stop,
    say: &'a mut dyn FnMut(Said),
}

/// A message of a mind before its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It begins to think: its clock runs from here.
    Begun,
    /// A note for the user who waits.
    Note(String),
}

impl<'a> Context<'a> {
    /// A context with a flag and a listener.
    ///
    /// ```
    /// use hoshi_session::{Context, Mind as _, Random, Stop};
    ///
    /// let stop = Stop::default();
    /// let profile = Random::new(1).start(&mut Context::new(&stop, &mut |_| {}))?;
    /// assert_eq!(profile.name, "hoshi random");
    /// # Ok::<(), hoshi_session::Fault>(())
    /// ```
    pub fn new(stop: &'a Stop, say: &'a mut dyn FnMut(Said)) -> Context<'a> {
        Context { stop, say }
    }

    /// Whether the request was cancelled.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The stop flag.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        self.stop
    }

    /// The mind begins to think: its clock runs from here.
    pub fn begin(&mut self) {
        (self.say)(Said::Begun);
    }

    /// Sends a note to the user who waits.
    pub fn note(&mut self, text: impl Into<String>) {
        (self.say)(Said::Note(text.into()));
    }
}

/// A request of a session to a mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Start, and check that it can play.
    Start,
    /// A move.
    Choose,
    /// The dead stones.
    Judge,
    /// An opinion.
    Opinion,
}

/// The outcome of a request.
#[derive(Clone, Debug)]
pub struct Report {
    /// The side of the mind.
    pub color: Color,
    /// The number of the request.
    pub job: u64,
    /// How long the mind took.
    pub took: Duration,
    /// The answer.
    pub answer: Result<Answered, Fault>,
}

/// The answer of a mind.
#[derive(Clone, Debug)]
pub enum Answered {
    /// A message before the answer.
    Said(Said),
    /// It has started and can play.
    Ready(Profile, Vec<String>),
    /// A move.
    Chosen(Chosen),
    /// Its opinion about dead stones.
    Judged(Option<DeadAndSeki>),
    /// Its opinion about the position.
    Opinion(Option<Opinion>),
}
