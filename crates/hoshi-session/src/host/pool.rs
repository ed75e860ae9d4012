//! A limit on how many programs think at a time. The others wait in the order in which they were asked; each
//! program waits with at most one request, so no board can push the others back.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::mind::Stop;

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
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: usize,
    /// The tickets of those that wait, in order.
    queue: VecDeque<u64>,
    next: u64,
}

impl Pool {
    /// A pool in which this many programs think at a time, at least one.
    #[must_use]
    pub fn new(most: usize) -> Pool {
        let state = State { free: most.max(1), queue: VecDeque::new(), next: 0 };
        Pool(Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }))
    }

    /// Waits for a turn; `None` if the request is cancelled first. [`Pool::wake`] must follow the cancellation.
    pub(super) fn turn(&self, stop: &Stop) -> Option<Turn> {
        let mut state = self.lock();
        let ticket = state.next;
        state.next += 1;
        state.queue.push_back(ticket);
        while !stop.is_set() {
            if state.free > 0 && state.queue.front() == Some(&ticket) {
                state.queue.pop_front();
                state.free -= 1;
                // The next one is first now, and there may be a turn for it too.
                self.0.changed.notify_all();
                return Some(Turn(self.clone()));
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
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
            .field("free", &state.free)
            .field("queue", &state.queue.len())
            .finish()
    }
}

/// A turn to think; dropping it lets the next program think.
pub(super) struct Turn(Pool);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.lock().free += 1;
        self.0.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Waits until so many wait.
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
        assert_eq!((state.free, state.queue.len()), (2, 0));
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
        assert_eq!(pool.lock().free, 1);
    }
}
