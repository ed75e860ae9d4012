//! Another move in place of an earlier one, as when a game is written down from a real board and a
//! stone was put on the wrong point: the rest is played again, and if that cannot be, nothing changes.

use hoshi_core::{Happened, Move, Outcome, WinBy};
use hoshi_store::Recorder;

use super::{Event, Refused, Session};

impl Session {
    pub(super) fn correct(
        &mut self,
        number: usize,
        mv: Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refused> {
        let last = self.game.move_count();
        if number == 0 || number > last {
            return Err(Refused::NoSuchMove { number, last });
        }
        let mut game = self.game.clone();
        let mut later = Vec::new();
        let mut end = None;
        while game.move_count() >= number {
            match game.last_happened() {
                Some(Happened::Move(color, mv)) => later.push((color, mv)),
                Some(Happened::End(outcome)) if !is_counted(outcome) => end = Some(outcome),
                _ => return Err(Refused::BeforeSetup),
            }
            game.undo();
        }
        // The last one that was taken off is the one to be corrected.
        let Some((color, _)) = later.pop() else { return Err(Refused::BeforeSetup) };
        let size = game.size();
        game.play_as(color, mv).map_err(|refusal| Refused::Move {
            color,
            name: size.move_name(mv),
            refusal,
        })?;
        while let Some((color, mv)) = later.pop() {
            game.play_as(color, mv).map_err(|refusal| Refused::Later {
                number: game.move_count() + 1,
                color,
                name: size.move_name(mv),
                refusal,
            })?;
        }
        if let Some(outcome) = end {
            game.end_as(outcome).map_err(|_| Refused::Over)?;
        }
        let was_over = self.game.outcome().is_some();
        self.game = game;
        events.push(Event::Corrected { number });
        let _ = self.record(events, |recorder| recorder.correct(number, color, mv));
        if was_over && self.game.outcome().is_none() {
            let _ = self.record(events, Recorder::reopen);
        }
        // A pass may have come to the end, or gone from it; what was agreed on stays as it is.
        if end.is_none() {
            self.after_passes(events);
        }
        Ok(())
    }
}

/// Whether somebody counted to find this result, which another move would change.
pub(super) fn is_counted(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { by, .. } => matches!(by, WinBy::Score(_)),
        Outcome::Draw => true,
        Outcome::NoResult => false,
    }
}
