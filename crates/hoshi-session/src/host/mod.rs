//! Sessions that run: on a fixed pool of threads, each session on one of them, with its record on disk
//! and its programs on threads of their own. Nothing here is async, and nothing that a view calls waits
//! for a program: a terminal and a web server can both use it. [`Handle::call`], [`Handle::ask`] and
//! [`Handle::close`] wait for the disk; everything else waits for nothing.
//!
//! ```
//! use hoshi_core::{Game, Preset, Rules, Size};
//! use hoshi_session::host::{Delivery, Host, Opening};
//! use hoshi_session::{Actor, Command, Player, Session, Start, Terms};
//!
//! let host = Host::new(1);
//! let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! let players = [Player::person("Ann"), Player::person("Bob")];
//! let session = Session::new(Start::of(game), players, Terms::default());
//! let handle = host.open(Opening::of(session));
//! let view = handle.subscribe(None);
//! let Ok(Delivery::Snapshot(mut snapshot)) = view.recv() else { panic!("the first is a snapshot") };
//!
//! handle.call(Actor::Both, Command::Play { at: "E5".parse()? })?;
//! while snapshot.position.number == 0 {
//!     let Ok(Delivery::Events(events)) = view.recv() else { panic!("events follow") };
//!     events.iter().try_for_each(|event| snapshot.apply(event))?;
//! }
//! assert_eq!(snapshot.position.rows[4], "....X....");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod desk;
mod gtp;
mod judging;
mod lane;
mod places;
pub mod program;
mod sink;
mod who;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Weak;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use hoshi_core::{Color, DeadAndSeki};

use crate::refused::Refused;
use crate::session::Session;
use crate::terms::Player;
use crate::wire::{Actor, Answer, Command, Published, Question, Snapshot};
use lane::Lane;

pub use bot::BotSpec;
pub use gtp::Gtp;
pub use places::{KNOWN, Known, Places};
pub use sink::{Sink, Unsaved};
pub use who::{Engines, Who};
pub(crate) use worker::Prepared;
pub use worker::Worker;

/// Runs sessions on a fixed number of threads.
#[derive(Debug)]
pub struct Host {
    lanes: Vec<Arc<Lane>>,
    threads: Vec<JoinHandle<()>>,
    /// The lane that gets the next session.
    next: AtomicUsize,
    ids: AtomicU64,
}

/// What a session is opened with.
#[derive(Debug)]
pub struct Opening {
    /// The session.
    pub session: Session,
    /// Where its record goes, if it is recorded.
    pub sink: Option<Box<dyn Sink>>,
    /// The programs that play, Black's first.
    pub minds: [Option<Worker>; 2],
}

impl Opening {
    /// A session without a record on disk and without programs.
    #[must_use]
    pub fn of(session: Session) -> Opening {
        Opening { session, sink: None, minds: [None, None] }
    }
}

/// What is left of a session that was closed.
#[derive(Debug)]
pub struct Closing {
    /// The session as it was.
    pub session: Session,
    /// The file that the record is in; or the record itself, if the disk did not take it.
    pub file: Result<Option<PathBuf>, Unsaved>,
    /// The programs, to play another game or to be dropped, which ends them.
    pub minds: [Option<Worker>; 2],
}

/// Something for a view.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// All there is to know. A view that subscribes gets one first, unless the events that it missed are
    /// still kept.
    Snapshot(Box<Snapshot>),
    /// The next events: all that were published together, so that a view never acts in between.
    Events(Vec<Arc<Published>>),
    /// The session is closed.
    Closed,
}

/// Why a call has no answer.
///
/// ```
/// use hoshi_session::Refused;
/// use hoshi_session::host::CallError;
///
/// let error = CallError::from(Refused::Over);
/// assert_eq!(error.to_string(), "the game is over");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The session refused; nothing has changed.
    #[error("{0}")]
    Refused(#[from] Refused),
    /// The session is closed.
    #[error("the session is closed")]
    Closed,
}

/// What comes to a desk.
pub(crate) enum Letter {
    Open { id: u64, opening: Box<Opening>, listener: Listener, to: Weak<Lane> },
    Do { id: u64, actor: Actor, command: Command, lag: u64, reply: Reply<Result<u64, Refused>> },
    Ask { id: u64, question: Question, reply: Reply<Answer> },
    Report { id: u64, report: crate::mind::Report },
    Estimated { id: u64, job: u64, marks: Option<DeadAndSeki> },
    Subscribe { id: u64, since: Option<u64>, listener: Listener },
    Replace { id: u64, color: Color, player: Player, mind: Option<Worker> },
    Attend { id: u64, color: Color, is_present: bool },
    Close { id: u64, reply: Reply<Closing> },
}

impl Letter {
    fn id(&self) -> u64 {
        match *self {
            Letter::Open { id, .. }
            | Letter::Do { id, .. }
            | Letter::Ask { id, .. }
            | Letter::Report { id, .. }
            | Letter::Estimated { id, .. }
            | Letter::Subscribe { id, .. }
            | Letter::Replace { id, .. }
            | Letter::Attend { id, .. }
            | Letter::Close { id, .. } => id,
        }
    }
}

/// Takes an answer where the session works, see [`Handle::listen`]: it must not wait for anything.
pub(crate) type Reply<T> = Box<dyn FnOnce(T) + Send>;
/// Takes what there is for a view, where the session works. Whether it wants more.
pub(crate) type Listener = Box<dyn FnMut(Delivery) -> bool + Send>;

impl Host {
    /// A host with so many threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Host {
        raise_file_limit();
        let (lanes, threads) = (0..threads.max(1))
            .map(|number| {
                let (to, letters) = mpsc::channel();
                let lane = Arc::new(Lane::new(to));
                let of_thread = Arc::clone(&lane);
                let thread = thread::Builder::new()
                    .name(format!("hoshi-session-{number}"))
                    .spawn(move || of_thread.run(&letters))
                    .expect("a thread can be started");
                (lane, thread)
            })
            .unzip();
        let (next, ids) = (AtomicUsize::new(0), AtomicU64::new(0));
        Host { lanes, threads, next, ids }
    }

    /// Opens a session on one of the threads.
    pub fn open(&self, opening: Opening) -> Handle {
        self.open_with(opening, |_| false)
    }

    /// The same with a listener that misses nothing: it gets a snapshot before anything happens, then every
    /// event. It is called as with [`Handle::listen`].
    pub fn open_with(
        &self,
        opening: Opening,
        listener: impl FnMut(Delivery) -> bool + Send + 'static,
    ) -> Handle {
        let listener = Box::new(listener);
        let nth = self.next.fetch_add(1, Ordering::Relaxed) % self.lanes.len();
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let lane = Arc::clone(&self.lanes[nth]);
        let opening = Box::new(opening);
        lane.send(Letter::Open { id, opening, listener, to: Arc::downgrade(&lane) });
        Handle { id, lane }
    }

    /// How often a thread has woken up so far. An idle game wakes nobody.
    #[must_use]
    pub fn wakeups(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.wakeups()).sum()
    }
}

impl Drop for Host {
    /// Ends every thread and waits for that. Sessions that are still open end without a word, with what is
    /// on disk; handles that are left get no more answers.
    fn drop(&mut self) {
        for lane in &self.lanes {
            lane.end();
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// A way to a session. Clones lead to the same one.
#[derive(Clone, Debug)]
pub struct Handle {
    id: u64,
    lane: Arc<Lane>,
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Letter")
    }
}

impl Handle {
    /// Sends a command. `reply` gets the number of the last event that was published for it, when that
    /// is on disk; it is called as with [`Handle::listen`]. `lag` is how many milliseconds the command
    /// took to come here.
    pub fn send(
        &self,
        actor: Actor,
        command: Command,
        lag: u64,
        reply: impl FnOnce(Result<u64, Refused>) + Send + 'static,
    ) {
        let reply = Box::new(reply);
        self.lane.send(Letter::Do { id: self.id, actor, command, lag, reply });
    }

    /// Sends a command, and waits until it is done and on disk. The work is done on this thread, unless
    /// the thread of the session has some already.
    ///
    /// # Errors
    /// If it is refused, or the session is closed.
    pub fn call(&self, actor: Actor, command: Command) -> Result<u64, CallError> {
        let id = self.id;
        Ok(self.wait(|reply| Letter::Do { id, actor, command, lag: 0, reply })??)
    }

    /// Asks a question, and waits for the answer.
    ///
    /// # Errors
    /// If the session is closed.
    pub fn ask(&self, question: Question) -> Result<Answer, CallError> {
        let id = self.id;
        self.wait(|reply| Letter::Ask { id, question, reply })
    }

    /// Asks a question without waiting. `reply` gets the answer; it is called as with [`Handle::listen`], and not
    /// at all if the session is closed.
    pub fn question(&self, question: Question, reply: impl FnOnce(Answer) + Send + 'static) {
        self.lane.send(Letter::Ask { id: self.id, question, reply: Box::new(reply) });
    }

    /// Subscribes to the events after the last one that a view has; without one, a snapshot comes first.
    /// The view must empty the channel: it has no bound.
    #[must_use]
    pub fn subscribe(&self, since: Option<u64>) -> Receiver<Delivery> {
        let (tell, deliveries) = mpsc::channel();
        self.listen(since, move |delivery| tell.send(delivery).is_ok());
        deliveries
    }

    /// The same for a listener of any kind. It is called on the session's thread, or on that of somebody
    /// who waits for the session, such as [`Handle::call`]; so it must not wait for anything. It is
    /// forgotten when it returns false: a slow view does that, and subscribes again from the last event
    /// that it has.
    pub fn listen(
        &self,
        since: Option<u64>,
        listener: impl FnMut(Delivery) -> bool + Send + 'static,
    ) {
        let listener = Box::new(listener);
        self.lane.send(Letter::Subscribe { id: self.id, since, listener });
    }

    /// Puts another player on a seat, with its mind if it is a program.
    pub fn replace(&self, color: Color, player: Player, mind: Option<Worker>) {
        self.lane.send(Letter::Replace { id: self.id, color, player, mind });
    }

    /// A person came to a seat, or left it.
    pub fn attend(&self, color: Color, is_present: bool) {
        self.lane.send(Letter::Attend { id: self.id, color, is_present });
    }

    /// Closes the session, and waits until its record is as safe as it can be.
    ///
    /// # Errors
    /// If it is closed already.
    pub fn close(&self) -> Result<Closing, CallError> {
        let id = self.id;
        self.wait(|reply| Letter::Close { id, reply })
    }

    /// Has a letter done, and waits for the reply.
    fn wait<T: Send + 'static>(
        &self,
        letter: impl FnOnce(Reply<T>) -> Letter,
    ) -> Result<T, CallError> {
        let (tell, answer) = mpsc::channel();
        self.lane.hand_in(letter(Box::new(move |result| drop(tell.send(result)))));
        answer.recv().map_err(|_| CallError::Closed)
    }
}

/// Every recorded session holds two open files: a thousand sessions need more than systems allow at
/// first.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
fn raise_file_limit() {}
