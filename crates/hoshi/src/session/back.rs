//! Back and forth: moves taken back and played again, the record with them.

use hoshi_core::{Happened, Position};
use hoshi_store::Recorder;

use super::{Event, Refused, Session};

impl Session {
    pub(super) fn undo(&mut self, events: &mut Vec<Event>) -> Result<(), Refused> {
        if self.game.undoable() == 0 {
            return Err(Refused::NothingToUndo);
        }
        let keep = self.keeps_undone;
        // A result alone is taken back alone; a move, with those of hoshi's own players after it.
        loop {
            let was_over = self.game.outcome().is_some();
            let Some(last) = self.game.last_happened() else { break };
            self.game.undo();
            if was_over {
                let _ = self.record(events, Recorder::reopen);
            }
            match last {
                Happened::Move(..) | Happened::SetUp => {
                    let _ = self.record(events, |recorder| recorder.undo(keep).map(drop));
                }
                Happened::Resume(_) => {}
                Happened::End(_) => break,
            }
            let is_back = matches!(last, Happened::Move(..)) && self.awaits_person();
            if is_back || !self.has_person() {
                break;
            }
        }
        events.push(Event::Undone { number: self.game.move_count() });
        Ok(())
    }

    pub(super) fn redo(&mut self, events: &mut Vec<Event>) -> Result<(), Refused> {
        if self.game.redoable() == 0 {
            return Err(Refused::NothingToRedo);
        }
        loop {
            let before = self.game.board().clone();
            self.game.redo();
            let Some(last) = self.game.last_happened() else { break };
            match last {
                Happened::Move(color, mv) => {
                    let number = self.game.move_count();
                    let captured = self.game.board().captures(color) - before.captures(color);
                    events.push(Event::Played { number, color, mv, captured });
                    let _ = self.record(events, |recorder| recorder.play(color, mv, None));
                    self.after_passes(events);
                }
                Happened::SetUp => {
                    let now = Position::new(self.game.board().clone(), self.game.turn());
                    let _ = self.record(events, |recorder| recorder.set_up(&before, &now));
                }
                Happened::Resume(_) => events.push(Event::Resumed),
                Happened::End(_) => self.ended(events),
            }
            if self.game.redoable() == 0 || self.awaits_person() || !self.has_person() {
                break;
            }
        }
        Ok(())
    }
}
