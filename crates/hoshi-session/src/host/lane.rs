//! One thread of the host with its desk. Letters come through a queue; a caller that would only wait for
//! the answer does the work itself, if nothing is queued: waking two sleeping threads takes a third as
//! long as the sync itself.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Letter;
use super::desk::Desk;
use crate::wire::Time;

pub(crate) struct Lane {
    /// Whoever holds it makes things happen: the thread, or a caller.
    state: Mutex<State>,
    letters: Sender<Sent>,
    /// Letters that were sent and are not done. Raised before a letter is sent, so that nobody overtakes
    /// a letter of their own.
    queued: AtomicUsize,
    wakeups: AtomicU64,
    began: Instant,
}

#[derive(Default)]
struct State {
    desk: Desk,
    /// When the thread wakes up by itself.
    alarm: Option<Time>,
    /// Whether the thread has ended.
    is_ended: bool,
}

pub(super) enum Sent {
    Letter(Letter),
    /// The next deadline is earlier than it was.
    Sooner,
    End,
}

impl std::fmt::Debug for Lane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lane")
    }
}

impl Lane {
    pub(super) fn new(letters: Sender<Sent>) -> Lane {
        Lane {
            state: Mutex::default(),
            letters,
            queued: AtomicUsize::new(0),
            wakeups: AtomicU64::new(0),
            began: Instant::now(),
        }
    }

    /// Sends a letter, and waits for nothing.
    pub(super) fn send(&self, letter: Letter) {
        self.queued.fetch_add(1, Ordering::SeqCst);
        // If the thread has ended, the letter is dropped, and with it the reply.
        let _ = self.letters.send(Sent::Letter(letter));
    }

    /// Has a letter done by the time its reply is waited for: on this thread, if no other letter is
    /// queued.
    pub(super) fn hand_in(&self, letter: Letter) {
        let mut state = self.lock();
        if self.queued.load(Ordering::SeqCst) > 0 {
            drop(state);
            return self.send(letter);
        }
        if state.is_ended {
            return;
        }
        state.desk.receive(letter, self.now());
        state.desk.poll(self.now());
        let is_sooner = match (state.desk.deadline(), state.alarm) {
            (Some(deadline), Some(alarm)) => deadline < alarm,
            (deadline, None) => deadline.is_some(),
            (None, Some(_)) => false,
        };
        if is_sooner {
            let _ = self.letters.send(Sent::Sooner);
        }
    }

    pub(super) fn end(&self) {
        let _ = self.letters.send(Sent::End);
    }

    pub(super) fn wakeups(&self) -> u64 {
        self.wakeups.load(Ordering::Relaxed)
    }

    /// The thread: it wakes up for a letter or for a deadline (once more, if a caller has moved that), and
    /// for nothing else.
    pub(super) fn run(self: &Arc<Lane>, letters: &Receiver<Sent>) {
        let mut alarm = None;
        loop {
            let sent = match alarm {
                None => letters.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => letters.recv_timeout(self.until(time)),
            };
            self.wakeups.fetch_add(1, Ordering::Relaxed);
            let mut state = self.lock();
            match sent {
                Ok(Sent::End) | Err(RecvTimeoutError::Disconnected) => {
                    *state = State { is_ended: true, ..State::default() };
                    return;
                }
                Ok(Sent::Letter(letter)) => {
                    state.desk.receive(letter, self.now());
                    self.queued.fetch_sub(1, Ordering::SeqCst);
                }
                Ok(Sent::Sooner) | Err(RecvTimeoutError::Timeout) => {}
            }
            // Also while letters keep coming: no flag waits for them.
            state.desk.poll(self.now());
            alarm = state.desk.deadline();
            state.alarm = alarm;
        }
    }

    fn now(&self) -> Time {
        Time::new(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn until(&self, time: Time) -> Duration {
        Duration::from_millis(time.since(self.now()))
    }

    /// A desk closes a session that panics, and goes on: a lock is never left in a state that matters.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
