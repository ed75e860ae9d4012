//! Programs that play: what they are asked, and what they answer. One trait for all of them; where
//! they run, and how they are stopped, is the host's business.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hoshi_core::{Color, DeadAndSeki, Game, Move};
use hoshi_record::kifu::{Clock, TimeLimit};

/// A program that plays without a person.
///
/// Its methods may take long and run on a thread of its own; they return soon after the stop flag of
/// their [`Context`] is set, with [`Fault::Stopped`], and the mind can be asked again. A mind follows the game wherever it
/// goes: every task carries the whole game, and what the mind knew before may have been taken back.
pub trait Mind: Send {
    /// Gets ready, which may mean starting a process; called before anything else, and again after a
    /// fault.
    ///
    /// # Errors
    /// If it cannot play at all.
    fn start(&mut self, context: &mut Context<'_>) -> Result<Profile, Fault>;

    /// Makes sure that it can play this game; returns what it cannot do, though it plays.
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

    /// The stones that it holds to be dead or in seki; `None` if it has no opinion.
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

    /// What it would play, and how the game stands; `None` if it has no opinion.
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

/// What a mind says about itself when it has started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its name and version.
    pub name: String,
    /// Whether it has opinions about dead stones.
    pub judges: bool,
    /// Whether it can play on after two passes until nothing is in doubt.
    pub cleans_up: bool,
}

/// What a mind is asked to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position, with its history.
    pub game: Game,
    /// Whom it plays for.
    pub color: Color,
    /// The clock of its side.
    pub time: Option<(TimeLimit, Clock)>,
    /// How long it may take at most; `None` for as long as it likes.
    pub limit: Option<Duration>,
    /// Whether both sides passed, and play goes on until nothing is in doubt.
    pub is_cleanup: bool,
}

/// A move that a mind chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move; `None` resigns.
    pub play: Option<Move>,
    /// What could not be told to it, though it plays.
    pub notes: Vec<String>,
    /// What it reported while it was thinking, for a comment in the record.
    pub report: Vec<String>,
    /// How long it would like to seem to think, counted from the question. A session whose
    /// [`Terms`](crate::Terms) say so makes the move no earlier; it need not wait for that itself.
    pub pace: Duration,
}

impl Chosen {
    /// A move, and nothing to say about it.
    #[must_use]
    pub fn of(play: Move) -> Chosen {
        let (notes, report) = (Vec::new(), Vec::new());
        Chosen { play: Some(play), notes, report, pace: Duration::ZERO }
    }
}

/// What a mind thinks of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// What it would play.
    pub play: Option<Move>,
    /// How the game stands, as in `B+3.5`.
    pub score: Option<String>,
}

/// Why a mind has no answer.
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
    /// It failed; it is started again when it is next asked.
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

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes the request back: it was heard.
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

/// What a mind can say while it is asked something.
pub struct Context<'a> {
    stop: &'a Stop,
    say: &'a mut dyn FnMut(Said),
}

/// Something that a mind says before its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It begins to think: its clock runs from here.
    Begun,
    /// Something that a person who waits should know.
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

    /// Whether the answer is not wanted any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The flag that says so.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        self.stop
    }

    /// The mind begins to think: its clock runs from here.
    pub fn begin(&mut self) {
        (self.say)(Said::Begun);
    }

    /// Tells people who wait something.
    pub fn note(&mut self, text: impl Into<String>) {
        (self.say)(Said::Note(text.into()));
    }
}

/// Something that a session wants of a mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To get ready, and to make sure that it can play.
    Start,
    /// A move.
    Choose,
    /// The dead stones.
    Judge,
    /// An opinion.
    Opinion,
}

/// What became of a wish.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whose mind it is.
    pub color: Color,
    /// The number that the session gave the wish.
    pub job: u64,
    /// How long the mind took.
    pub took: Duration,
    /// What it answered.
    pub answer: Result<Answered, Fault>,
}

/// What a mind answered.
#[derive(Clone, Debug)]
pub enum Answered {
    /// It has not answered yet, and says this.
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
