//! The events of a session: numbered, kept for a while, published once saved.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::VERSION;
use crate::wire::{Event, Published, Time};

/// The number of events kept for views that reconnect.
pub const KEPT: usize = 24;

/// The approximate limit for the heap memory of kept events, such as long lists of moves.
const MOST: usize = 64 << 10;

/// The answer to a view that asks for the events after the last one it has.
#[derive(Clone, Debug)]
pub enum Since {
    /// The events that it missed, perhaps none.
    Events(Vec<Arc<Published>>),
    /// They are no longer kept, or unknown: the view needs a snapshot.
    Snapshot,
}

#[derive(Debug, Default)]
pub(super) struct Log {
    kept: VecDeque<Arc<Published>>,
    /// Events waiting for the disk.
    staged: Vec<Published>,
    /// The number of the last event, including staged ones.
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

    /// Holds the staged events until the disk has answered.
    pub(super) fn wait(&mut self) {
        self.is_pending = true;
    }

    /// Records whether the disk saved the waiting events.
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

/// The approximate heap size of an event.
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
