//! The events of a session: numbered, kept for a while, published when they are safe.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::VERSION;
use crate::wire::{Event, Published, Time};

/// How many events are kept for views that come back.
pub const KEPT: usize = 24;

/// The bytes that kept events may have beyond their own size, roughly: long lines of moves count.
const MOST: usize = 64 << 10;

/// What a view gets that asks for the events after the last one it has.
#[derive(Clone, Debug)]
pub enum Since {
    /// The events that it missed, perhaps none.
    Events(Vec<Arc<Published>>),
    /// They are not kept any more, or never were: it takes a snapshot.
    Snapshot,
}

#[derive(Debug, Default)]
pub(super) struct Log {
    kept: VecDeque<Arc<Published>>,
    /// Events that wait for the disk.
    staged: Vec<Published>,
    /// The number of the last event, staged ones included.
    last: u64,
    is_pending: bool,
    weight: usize,
}

impl Log {
    pub(super) fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// The number of the last published event.
    pub(super) fn published(&self) -> u64 {
        self.last - self.staged.len() as u64
    }

    /// Numbers events; they are not published yet.
    pub(super) fn stage(&mut self, events: Vec<Event>, at: Time, saved: bool) {
        for event in events {
            self.last += 1;
            self.staged.push(Published { v: VERSION, seq: self.last, at, saved, event });
        }
    }

    /// What was staged waits for the disk.
    pub(super) fn wait(&mut self) {
        self.is_pending = true;
    }

    /// The disk has answered: whether what waits is saved.
    pub(super) fn set_saved(&mut self, saved: bool) {
        self.staged.iter_mut().for_each(|published| published.saved = saved);
    }

    pub(super) fn publish(&mut self) {
        self.is_pending = false;
        for published in self.staged.drain(..) {
            self.weight += weight(&published.event);
            self.kept.push_back(Arc::new(published));
        }
        while self.kept.len() > KEPT || (self.weight > MOST && self.kept.len() > 1) {
            let Some(gone) = self.kept.pop_front() else { break };
            self.weight -= weight(&gone.event);
        }
    }

    /// The published events after this one.
    pub(super) fn since(&self, seq: u64) -> Since {
        let published = self.published();
        let missed = published.saturating_sub(seq);
        match usize::try_from(missed) {
            Ok(missed) if seq <= published && missed <= self.kept.len() => {
                Since::Events(self.kept.range(self.kept.len() - missed..).cloned().collect())
            }
            _ => Since::Snapshot,
        }
    }
}

/// What an event holds on the heap, roughly.
fn weight(event: &Event) -> usize {
    match event {
        Event::Moved { moves, position, .. } => 8 * moves.len() + 64 * position.rows.len() + 512,
        Event::Played { forbidden, takes, .. } => 16 * forbidden.len() + 64 * takes.len(),
        Event::Marking { marking, .. } => 8 * marking.dead.len() + 256,
        Event::Ended { .. } => 2048,
        Event::Node { node } => node.comment.len() + 64 * node.markup.len(),
        _ => 64,
    }
}
