//! The output of a session: saved events, and snapshots of the published state.

use super::{Effect, Session, Since};
use crate::failure::Failure;
use crate::wire::{Event, Recording, Saved, Time};

/// Milliseconds between two attempts to save.
const RETRY: u64 = 2_000;

impl Session {
    /// Whether everything that must be saved is on disk.
    pub(super) fn is_saved(&self) -> bool {
        self.recording.saved != Saved::No
    }

    /// The result of [`Effect::Persist`]: the file of the record, or why it is not on disk, and
    /// notes for the user. The waiting events are published.
    pub fn persisted(
        &mut self,
        result: Result<Option<String>, Failure>,
        notes: Vec<String>,
        now: Time,
    ) -> Vec<Effect> {
        if !self.log.is_pending() {
            return Vec::new();
        }
        let recording = match result {
            Ok(file) => {
                self.next_try = None;
                Recording { file, saved: Saved::Yes, why: None }
            }
            Err(why) => {
                self.next_try = Some(now.plus(RETRY));
                let file = self.recording.file.clone();
                Recording { file, saved: Saved::No, why: Some(why.to_string()) }
            }
        };
        self.log.set_saved(recording.saved == Saved::Yes);
        let mut events = Vec::new();
        if recording != self.recording {
            self.recording = recording.clone();
            events.push(Event::Recording { recording });
        }
        events.extend(notes.into_iter().map(|text| Event::Note { about: None, text }));
        self.log.stage(events, now, self.is_saved());
        self.log.publish();
        Vec::new()
    }

    /// The number of the last published event.
    #[must_use]
    pub fn published(&self) -> u64 {
        self.log.published()
    }

    /// The published events after the one with this number, if they are still kept.
    #[must_use]
    pub fn since(&self, seq: u64) -> Since {
        self.log.since(seq)
    }

    /// Whether a change is being saved.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.log.is_pending()
    }
}
