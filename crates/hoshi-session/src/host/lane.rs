//! One thread of the host with its shard. Messages come through a queue; a caller that would only wait
//! for the answer does the work itself if nothing is queued: waking two sleeping threads takes a third
//! as long as the sync itself.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use super::Message;
use super::shard::Shard;
use crate::wire::Time;

/// So many messages are handled before their changes are synced and published.
const MOST: usize = 256;
/// And for so many milliseconds, since those that came first wait.
const LONGEST: u64 = 10;

pub(crate) struct Lane {
    /// Locked by the thread or by a caller while it works.
    state: Mutex<State>,
    messages: Sender<Sent>,
    /// The number of unfinished messages. Incremented before sending, so that a caller cannot overtake
    /// its own message.
    queued: AtomicUsize,
    wakeups: AtomicU64,
    began: Instant,
}

#[derive(Default)]
struct State {
    shard: Shard,
    /// When the thread wakes up next.
    alarm: Option<Time>,
    /// Whether the thread has ended.
    is_ended: bool,
}

pub(super) enum Sent {
    Message(Message),
    /// The next deadline has become earlier.
    Sooner,
    End,
}

impl std::fmt::Debug for Lane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lane")
    }
}

impl Lane {
    pub(super) fn new(messages: Sender<Sent>) -> Lane {
        Lane {
            state: Mutex::default(),
            messages,
            queued: AtomicUsize::new(0),
            wakeups: AtomicU64::new(0),
            began: Instant::now(),
        }
    }

    /// Sends a message without waiting.
    pub(super) fn send(&self, message: Message) {
        self.queued.fetch_add(1, Ordering::SeqCst);
        // If the thread has ended, the message and its reply are dropped.
        let _ = self.messages.send(Sent::Message(message));
    }

    /// Whether nothing is queued. It may change at any time.
    pub(super) fn is_idle(&self) -> bool {
        self.queued.load(Ordering::SeqCst) == 0
    }

    /// Handles a message whose reply the caller waits for: on this thread, if no other message is
    /// queued.
    pub(super) fn hand_in(&self, message: Message) {
        self.handle(self.lock(), message);
    }

    /// The same, but the message is queued if another thread is working.
    pub(super) fn try_hand_in(&self, message: Message) {
        match self.state.try_lock() {
            Ok(state) => self.handle(state, message),
            Err(TryLockError::Poisoned(poisoned)) => self.handle(poisoned.into_inner(), message),
            Err(TryLockError::WouldBlock) => self.send(message),
        }
    }

    fn handle(&self, mut state: MutexGuard<'_, State>, message: Message) {
        if !self.is_idle() {
            drop(state);
            return self.send(message);
        }
        if state.is_ended {
            return;
        }
        state.shard.receive(message, self.now());
        state.shard.poll(self.now());
        let is_sooner = match (state.shard.deadline(), state.alarm) {
            (Some(deadline), Some(alarm)) => deadline < alarm,
            (deadline, None) => deadline.is_some(),
            (None, Some(_)) => false,
        };
        if is_sooner {
            let _ = self.messages.send(Sent::Sooner);
        }
    }

    pub(super) fn end(&self) {
        let _ = self.messages.send(Sent::End);
    }

    pub(super) fn wakeups(&self) -> u64 {
        self.wakeups.load(Ordering::Relaxed)
    }

    /// The thread. It wakes up only for a message or a deadline (and once more if a caller has moved
    /// the deadline).
    pub(super) fn run(self: &Arc<Lane>, messages: &Receiver<Sent>) {
        let mut alarm = None;
        loop {
            let sent = match alarm {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => messages.recv_timeout(self.until(time)),
            };
            self.wakeups.fetch_add(1, Ordering::Relaxed);
            let mut state = self.lock();
            let mut is_end = false;
            let mut handled = 0;
            match sent {
                Ok(Sent::End) | Err(RecvTimeoutError::Disconnected) => is_end = true,
                Ok(Sent::Message(message)) => {
                    // What came meanwhile is done at once, and synced together.
                    let until = self.now().plus(LONGEST);
                    let mut next = Some(message);
                    while let Some(message) = next.take() {
                        handled += 1;
                        let soon = self.queued.load(Ordering::SeqCst) > 1;
                        state.shard.receive_soon(message, self.now(), soon);
                        if handled >= MOST || self.now() > until {
                            break;
                        }
                        next = match messages.try_recv() {
                            Ok(Sent::Message(message)) => Some(message),
                            Ok(Sent::End) => {
                                is_end = true;
                                None
                            }
                            Ok(Sent::Sooner) | Err(_) => None,
                        };
                    }
                    state.shard.settle();
                    self.queued.fetch_sub(handled, Ordering::SeqCst);
                }
                Ok(Sent::Sooner) | Err(RecvTimeoutError::Timeout) => {}
            }
            if is_end {
                *state = State { is_ended: true, ..State::default() };
                return;
            }
            // Checked even while messages keep coming, so that flags fall on time.
            state.shard.poll(self.now());
            alarm = state.shard.deadline();
            state.alarm = alarm;
        }
    }

    fn now(&self) -> Time {
        Time::new(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn until(&self, time: Time) -> Duration {
        Duration::from_millis(time.since(self.now()))
    }

    /// A shard survives the panic of a session, so a poisoned lock can be ignored.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
