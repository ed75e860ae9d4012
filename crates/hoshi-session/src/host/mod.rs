//! Running sessions: on a fixed pool of threads, each session on one of them, with its record on disk
//! and its programs on threads of their own. Nothing here is async, and no call of a view waits for a
//! program: a terminal and a web server can both use it. [`Handle::call`], [`Handle::ask`] and
//! [`Handle::close`] wait for the disk; nothing else blocks.
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
mod gtp;
mod judging;
mod lane;
mod places;
mod pool;
pub mod program;
mod shard;
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

pub use bot::{BotSpec, BotSpecError};
pub use gtp::Gtp;
pub use places::{KNOWN, Known, Places};
pub use pool::Pool;
pub use sink::{Saved, Sink, Unsaved};
pub use who::{Engines, Who, WhoError};
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

/// The remains of a closed session.
#[derive(Debug)]
pub struct Closing {
    /// The final state of the session.
    pub session: Session,
    /// The file of the record, or the record itself if it could not be saved.
    pub file: Result<Option<PathBuf>, Unsaved>,
    /// The programs, for another game; dropping them ends them.
    pub minds: [Option<Worker>; 2],
}

/// Something for a view.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// The whole state. A new subscriber gets one first, unless the events that it missed are still
    /// kept.
    Snapshot(Box<Snapshot>),
    /// The next events; those published together arrive together.
    Events(Vec<Arc<Published>>),
    /// The session is closed.
    Closed,
}

/// Why a call failed.
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

/// A message to a shard.
pub(crate) enum Message {
    Open { id: u64, opening: Box<Opening>, listener: Listener, to: Weak<Lane> },
    Do { id: u64, actor: Actor, command: Command, lag: u64, reply: Reply<Result<u64, Refused>> },
    Ask { id: u64, question: Question, reply: Reply<Answer> },
    Report { id: u64, report: crate::mind::Report },
    Estimated { id: u64, job: u64, marks: Option<DeadAndSeki> },
    Subscribe { id: u64, since: Option<u64>, listener: Listener },
    Replace { id: u64, color: Color, player: Player, mind: Option<Worker> },
    Attend { id: u64, color: Color, is_present: bool },
    AllowHints { id: u64, reply: Reply<()> },
    Close { id: u64, reply: Reply<Closing> },
}

impl Message {
    fn id(&self) -> u64 {
        match *self {
            Message::Open { id, .. }
            | Message::Do { id, .. }
            | Message::Ask { id, .. }
            | Message::Report { id, .. }
            | Message::Estimated { id, .. }
            | Message::Subscribe { id, .. }
            | Message::Replace { id, .. }
            | Message::Attend { id, .. }
            | Message::AllowHints { id, .. }
            | Message::Close { id, .. } => id,
        }
    }
}

/// Receives an answer on the session's thread, see [`Handle::listen`]; it must not block.
pub(crate) type Reply<T> = Box<dyn FnOnce(T) + Send>;
/// Receives deliveries on the session's thread. Returns false to unsubscribe.
pub(crate) type Listener = Box<dyn FnMut(Delivery) -> bool + Send>;

impl Host {
    /// A host with this many threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Host {
        raise_file_limit();
        let (lanes, threads) = (0..threads.max(1))
            .map(|number| {
                let (to, messages) = mpsc::channel();
                let lane = Arc::new(Lane::new(to));
                let of_thread = Arc::clone(&lane);
                let thread = thread::Builder::new()
                    .name(format!("hoshi-session-{number}"))
                    .spawn(move || of_thread.run(&messages))
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

    /// The same with a listener that gets a snapshot of the initial state, then every event. It is
    /// called as with [`Handle::listen`].
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
        lane.send(Message::Open { id, opening, listener, to: Arc::downgrade(&lane) });
        Handle { id, lane }
    }

    /// The number of thread wake-ups so far. An idle game causes none.
    #[must_use]
    pub fn wakeups(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.wakeups()).sum()
    }
}

impl Drop for Host {
    /// Ends every thread and waits for them. Open sessions end without notice; their records stay on
    /// disk. Remaining handles get no more answers.
    fn drop(&mut self) {
        for lane in &self.lanes {
            lane.end();
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// A handle to a session. Clones refer to the same one.
#[derive(Clone, Debug)]
pub struct Handle {
    id: u64,
    lane: Arc<Lane>,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Message")
    }
}

impl Handle {
    /// Sends a command. `reply` gets the number of the last event published for it, once that is on
    /// disk; it is called as with [`Handle::listen`]. `lag` is the network delay of the command in
    /// milliseconds.
    pub fn send(
        &self,
        actor: Actor,
        command: Command,
        lag: u64,
        reply: impl FnOnce(Result<u64, Refused>) + Send + 'static,
    ) {
        let reply = Box::new(reply);
        self.lane.send(Message::Do { id: self.id, actor, command, lag, reply });
    }

    /// The same, but the command runs on this thread if the session's thread is idle; then this waits for the disk,
    /// and `reply` is called before it returns. [`Handle::is_idle`] says whether that is likely.
    pub fn send_here(
        &self,
        actor: Actor,
        command: Command,
        lag: u64,
        reply: impl FnOnce(Result<u64, Refused>) + Send + 'static,
    ) {
        let reply = Box::new(reply);
        self.lane.try_hand_in(Message::Do { id: self.id, actor, command, lag, reply });
    }

    /// Whether the session's thread has nothing to do now.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.lane.is_idle()
    }

    /// Sends a command, and waits until it is done and on disk. It runs on this thread, unless the
    /// session's thread is busy.
    ///
    /// # Errors
    /// If it is refused, or the session is closed.
    pub fn call(&self, actor: Actor, command: Command) -> Result<u64, CallError> {
        let id = self.id;
        Ok(self.wait(|reply| Message::Do { id, actor, command, lag: 0, reply })??)
    }

    /// Asks a question, and waits for the answer.
    ///
    /// # Errors
    /// If the session is closed.
    pub fn ask(&self, question: Question) -> Result<Answer, CallError> {
        let id = self.id;
        self.wait(|reply| Message::Ask { id, question, reply })
    }

    /// Asks a question without waiting. `reply` gets the answer; it is called as with [`Handle::listen`], and not
    /// at all if the session is closed.
    pub fn question(&self, question: Question, reply: impl FnOnce(Answer) + Send + 'static) {
        self.lane.send(Message::Ask { id: self.id, question, reply: Box::new(reply) });
    }

    /// Subscribes to the events after the last one that a view has; without one, a snapshot comes
    /// first. The channel is unbounded, so the view must keep reading.
    #[must_use]
    pub fn subscribe(&self, since: Option<u64>) -> Receiver<Delivery> {
        let (tell, deliveries) = mpsc::channel();
        self.listen(since, move |delivery| tell.send(delivery).is_ok());
        deliveries
    }

    /// The same for any listener. It is called on the session's thread, or on that of a caller such
    /// as [`Handle::call`], so it must not block. It is removed when it returns false: a slow view
    /// does that, and subscribes again from the last event that it has.
    pub fn listen(
        &self,
        since: Option<u64>,
        listener: impl FnMut(Delivery) -> bool + Send + 'static,
    ) {
        let listener = Box::new(listener);
        self.lane.send(Message::Subscribe { id: self.id, since, listener });
    }

    /// Puts another player on a seat, with its mind if it is a program.
    pub fn replace(&self, color: Color, player: Player, mind: Option<Worker>) {
        self.lane.send(Message::Replace { id: self.id, color, player, mind });
    }

    /// A person came to a seat, or left it.
    pub fn attend(&self, color: Color, is_present: bool) {
        self.lane.send(Message::Attend { id: self.id, color, is_present });
    }

    /// Notes in the record that both players agreed to hints, and waits until that is on disk.
    ///
    /// # Errors
    /// If the session is closed.
    pub fn allow_hints(&self) -> Result<(), CallError> {
        let id = self.id;
        self.wait(|reply| Message::AllowHints { id, reply })
    }

    /// Closes the session, and waits until its record is as safe as it can be.
    ///
    /// # Errors
    /// If it is closed already.
    pub fn close(&self) -> Result<Closing, CallError> {
        let id = self.id;
        self.wait(|reply| Message::Close { id, reply })
    }

    /// Sends a message, and waits for the reply.
    fn wait<T: Send + 'static>(
        &self,
        message: impl FnOnce(Reply<T>) -> Message,
    ) -> Result<T, CallError> {
        let (tell, answer) = mpsc::channel();
        self.lane.hand_in(message(Box::new(move |result| drop(tell.send(result)))));
        answer.recv().map_err(|_| CallError::Closed)
    }
}

/// Every recorded session holds two open files: a thousand sessions exceed the default limit of most
/// systems.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
fn raise_file_limit() {}
