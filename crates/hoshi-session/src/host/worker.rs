//! A mind on a thread of its own, so that nothing else waits for it. It outlives its session: a match
//! gives it one game after another.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hoshi_core::Color;

use super::pool::Pool;
use crate::mind::{Answered, Context, Fault, Mind, Profile, Report, Said, Stop, Task, Wish};

/// How long to wait for a mind to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The profile and the limitations of a mind that has started, or why it cannot play.
pub(crate) type Prepared = Result<(Profile, Vec<String>), Fault>;

/// Identifies a request, for [`Worker::interrupt`].
pub(super) type Ticket = u64;

/// A mind on its thread. Dropping it ends the mind and waits for that, up to a time limit.
pub struct Worker {
    orders: Option<Sender<Order>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    stop: Stop,
    state: Mutex<State>,
    /// The pool that it shares with others.
    pool: OnceLock<Pool>,
}

#[derive(Default)]
struct State {
    /// The last order sent.
    given: Ticket,
    /// The current order, or the last one.
    current: Ticket,
    /// Orders up to this one are cancelled.
    cancelled: Ticket,
}

enum Order {
    Think {
        ticket: Ticket,
        color: Color,
        job: u64,
        wish: Wish,
        task: Box<Task>,
        reply: Box<dyn Fn(Report) + Send>,
    },
    Forget,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the current order, even if it still waits for its turn.
    fn stop(&self) {
        self.stop.set();
        if let Some(pool) = self.pool.get() {
            pool.wake();
        }
    }
}

impl Worker {
    /// Starts a thread for a mind.
    ///
    /// ```
    /// use hoshi_session::Random;
    /// use hoshi_session::host::Worker;
    ///
    /// let worker = Worker::new(Box::new(Random::new(1)));
    /// worker.forget();
    /// ```
    #[must_use]
    pub fn new(mind: Box<dyn Mind>) -> Worker {
        let (orders, inbox) = mpsc::channel();
        let shared = Arc::new(Shared {
            stop: Stop::default(),
            state: Mutex::default(),
            pool: OnceLock::new(),
        });
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("hoshi-mind".to_owned())
            .spawn(move || work(mind, &inbox, &theirs))
            .expect("a thread can be started");
        Worker { orders: Some(orders), shared, thread: Some(thread) }
    }

    /// From now on the mind thinks only when it has a turn in this pool. Its clock stands while it waits for one.
    /// A second pool is ignored.
    pub fn share(&self, pool: &Pool) {
        let _ = self.shared.pool.set(pool.clone());
    }

    /// Asks the mind something; its reports go to `reply`, on the mind's thread.
    pub(super) fn ask(
        &self,
        color: Color,
        job: u64,
        wish: Wish,
        task: Box<Task>,
        reply: impl Fn(Report) + Send + 'static,
    ) -> Ticket {
        let ticket = {
            let mut state = self.shared.state();
            state.given += 1;
            state.given
        };
        let reply = Box::new(reply);
        if let Some(orders) = &self.orders {
            let _ = orders.send(Order::Think { ticket, color, job, wish, task, reply });
        }
        ticket
    }

    /// Cancels a request.
    pub(super) fn interrupt(&self, ticket: Ticket) {
        let mut state = self.shared.state();
        state.cancelled = state.cancelled.max(ticket);
        // Under the lock, so that the next order is never stopped by mistake.
        if state.current == ticket {
            self.shared.stop();
        }
    }

    /// Another game begins.
    pub fn forget(&self) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(Order::Forget);
        }
    }

    /// Starts the mind, lets it check a game, and waits for the result: for use before a match.
    ///
    /// # Errors
    /// If it cannot be started, or cannot play this game.
    pub fn prepare(&self, task: Task) -> Result<(Profile, Vec<String>), Fault> {
        let (tell, prepared) = mpsc::channel::<Prepared>();
        self.prepare_then(task, move |result| drop(tell.send(result)));
        let gone = || Err(Fault::Failed("the program ended unexpectedly".to_owned()));
        prepared.recv().unwrap_or_else(|_| gone())
    }

    /// The same without waiting: `reply` gets the result, on the mind's thread.
    pub(crate) fn prepare_then(&self, task: Task, reply: impl Fn(Prepared) + Send + 'static) {
        self.ask(task.color, 0, Wish::Start, Box::new(task), move |report| match report.answer {
            Ok(Answered::Ready(profile, notes)) => reply(Ok((profile, notes))),
            Ok(_) => {}
            Err(fault) => reply(Err(fault)),
        });
    }

    /// Ends the mind without waiting for it.
    pub fn dismiss(mut self) {
        self.end();
        self.thread = None;
    }

    /// Whether the mind has ended, so that dropping this does not wait.
    pub(crate) fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Asks the mind to end; dropping this waits for it.
    pub(crate) fn end(&mut self) {
        let mut state = self.shared.state();
        state.cancelled = state.given;
        self.shared.stop();
        drop(state);
        self.orders = None;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
        let Some(thread) = self.thread.take() else { return };
        let until = Instant::now() + PATIENCE;
        while !thread.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        if thread.is_finished() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

fn work(mut mind: Box<dyn Mind>, inbox: &Receiver<Order>, shared: &Shared) {
    let mut has_started = false;
    for order in inbox {
        let Order::Think { ticket, color, job, wish, task, reply } = order else {
            mind.forget();
            continue;
        };
        {
            let mut state = shared.state();
            state.current = ticket;
            if state.cancelled >= ticket {
                continue;
            }
            shared.stop.clear();
        }
        let turn = shared.pool.get().map(|pool| pool.turn(&shared.stop));
        let mut begun = Instant::now();
        let report = |took: Duration, answer| reply(Report { color, job, took, answer });
        if matches!(turn, Some(None)) {
            report(Duration::ZERO, Err(Fault::Stopped));
            continue;
        }
        let mut say = |said: Said| {
            if said == Said::Begun {
                begun = Instant::now();
            }
            report(Duration::ZERO, Ok(Answered::Said(said)));
        };
        let mut context = Context::new(&shared.stop, &mut say);
        let think = || answer(&mut *mind, wish, &task, &mut has_started, &mut context);
        // A waiting session always gets an answer, even after a panic.
        let answer = panic::catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
            has_started = false;
            Err(Fault::Failed("it panicked, which is a bug in hoshi".to_owned()))
        });
        let took = begun.elapsed();
        drop(turn);
        if let Err(fault) = &answer
            && *fault != Fault::Stopped
        {
            tracing::warn!("{color}: {fault}");
        }
        report(took, answer);
    }
    if has_started {
        mind.leave();
    }
}

fn answer(
    mind: &mut dyn Mind,
    wish: Wish,
    task: &Task,
    has_started: &mut bool,
    context: &mut Context<'_>,
) -> Result<Answered, Fault> {
    if wish == Wish::Start || !*has_started {
        let profile = mind.start(context)?;
        *has_started = true;
        if wish == Wish::Start {
            let notes = mind.check(task, context)?;
            return Ok(Answered::Ready(profile, notes));
        }
    }
    match wish {
        Wish::Start | Wish::Choose => mind.choose(task, context).map(Answered::Chosen),
        Wish::Judge => mind.judge(task, context).map(Answered::Judged),
        Wish::Opinion => mind.opinion(task, context).map(Answered::Opinion),
    }
}
