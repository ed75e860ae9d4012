//! A limit on how many programs think at a time. The others wait in the order in which they were asked; each
//! program waits with at most one request. A program that thinks for very long, or never answers, loses its turn to
//! the next one and goes on beside it, so that it cannot stop the others.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::mind::Stop;

/// How long a program keeps its turn while others wait. A bot without a clock takes five seconds for a move.
const LEASE: Duration = Duration::from_secs(60);

/// A pool that several programs share, see [`Worker::share`](super::Worker::share). Clones are the same pool.
///
/// ```
/// use hoshi_session::Random;
/// use hoshi_session::host::{Pool, Worker};
///
/// let pool = Pool::new(2);
/// let worker = Worker::new(Box::new(Random::new(1)));
/// worker.share(&pool);
/// ```
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    most: usize,
    lease: Duration,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The tickets of those that have a turn, and since when: the oldest first.
    held: VecDeque<(u64, Instant)>,
    /// The tickets of those that wait, in order.
    queue: VecDeque<u64>,
    next: u64,
}

impl Pool {
    /// A pool in which this many programs think at a time, at least one.
    #[must_use]
    pub fn new(most: usize) -> Pool {
        Pool::with_lease(most, LEASE)
    }

    fn with_lease(most: usize, lease: Duration) -> Pool {
        let (most, state) = (most.max(1), Mutex::default());
        Pool(Arc::new(Shared { most, lease, state, changed: Condvar::new() }))
    }

    /// Waits for a turn; `None` if the request is cancelled first. [`Pool::wake`] must follow the cancellation.
    pub(super) fn turn(&self, stop: &Stop) -> Option<Turn> {
        let mut state = self.lock();
        let ticket = state.next;
        state.next += 1;
        state.queue.push_back(ticket);
        while !stop.is_set() {
            let is_first = state.queue.front() == Some(&ticket);
            let oldest = state.held.front().map(|(_, since)| *since);
            // How long the oldest turn may still be kept, if there is no other one to be had.
            let wait = match (oldest, state.held.len() < self.0.most) {
                (Some(since), false) => self.0.lease.saturating_sub(since.elapsed()),
                _ => Duration::ZERO,
            };
            if is_first && wait.is_zero() {
                state.queue.pop_front();
                if state.held.len() >= self.0.most {
                    state.held.pop_front();
                }
                state.held.push_back((ticket, Instant::now()));
                // The next one is first now, and there may be a turn for it too.
                self.0.changed.notify_all();
                return Some(Turn(self.clone(), ticket));
            }
            let changed = &self.0.changed;
            state = match is_first {
                true => changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0,
                false => changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
        state.queue.retain(|other| *other != ticket);
        self.0.changed.notify_all();
        None
    }

    /// Lets those that wait look at their stop flags.
    pub(super) fn wake(&self) {
        // Under the lock, so that nobody is between the look at its flag and the wait.
        let _state = self.lock();
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("Pool")
            .field("held", &state.held.len())
            .field("queue", &state.queue.len())
            .finish()
    }
}

/// A turn to think; dropping it lets the next program think.
pub(super) struct Turn(Pool, u64);

impl Drop for Turn {
    fn drop(&mut self) {
        let Turn(pool, own) = self;
        // It may have lost the turn meanwhile.
        pool.lock().held.retain(|(ticket, _)| ticket != own);
        pool.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Waits until this many wait.
    fn await_queue(pool: &Pool, length: usize) {
        while pool.lock().queue.len() != length {
            thread::yield_now();
        }
    }

    #[test]
    fn turns_come_in_order() {
        let pool = Pool::new(2);
        let held = [pool.turn(&Stop::default()), pool.turn(&Stop::default())];
        assert!(held.iter().all(Option::is_some));
        let (tell, told) = mpsc::channel();
        let threads: Vec<_> = (0..5)
            .map(|nth| {
                let (own, tell) = (pool.clone(), tell.clone());
                let thread = thread::spawn(move || {
                    // Told while the turn is held, so that the order is that of the turns.
                    let turn = own.turn(&Stop::default());
                    tell.send((nth, turn)).unwrap();
                });
                await_queue(&pool, nth + 1);
                thread
            })
            .collect();
        let mut held = Vec::from(held);
        for nth in 0..5 {
            held.remove(0);
            let (who, turn) = told.recv().unwrap();
            assert_eq!(who, nth);
            assert!(told.try_recv().is_err(), "more than two have a turn");
            held.push(turn);
        }
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        drop(held);
        let state = pool.lock();
        assert_eq!((state.held.len(), state.queue.len()), (0, 0));
    }

    #[test]
    fn a_turn_that_is_kept_too_long_is_lost() {
        let pool = Pool::with_lease(2, Duration::ZERO);
        let turn = || pool.turn(&Stop::default()).unwrap();
        let tickets = || pool.lock().held.iter().map(|(ticket, _)| *ticket).collect::<Vec<_>>();
        let (first, second, third) = (turn(), turn(), turn());
        assert_eq!(tickets(), [1, 2]);
        // What was lost is not given back once more.
        drop(first);
        assert_eq!(tickets(), [1, 2]);
        drop((second, third));
        assert!(tickets().is_empty());
        // Nobody loses a turn while there is another one to be had.
        let (first, second) = (turn(), turn());
        assert_eq!(tickets(), [3, 4]);
        drop((first, second));
    }

    #[test]
    fn a_cancelled_request_leaves_the_queue_and_keeps_nobody_back() {
        let pool = Pool::new(1);
        let held = pool.turn(&Stop::default());
        let stop = Stop::default();
        let (own, flag) = (pool.clone(), stop.clone());
        let cancelled = thread::spawn(move || own.turn(&flag).is_none());
        await_queue(&pool, 1);
        let own = pool.clone();
        let next = thread::spawn(move || own.turn(&Stop::default()).is_some());
        await_queue(&pool, 2);
        stop.set();
        pool.wake();
        assert!(cancelled.join().unwrap());
        assert_eq!(pool.lock().queue.len(), 1);
        drop(held);
        assert!(next.join().unwrap());
        assert!(pool.lock().held.is_empty());
    }
}
