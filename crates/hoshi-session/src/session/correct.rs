//! Replaces an earlier move, for example a misplaced stone while recording a game from a real
//! board. The later moves are replayed; if that is impossible, nothing changes.

use hoshi_core::Happened;
use hoshi_record::kifu::Kifu;

use super::{Session, is_counted};
use crate::refused::Refused;
use crate::wire::{Actor, Vertex, Why};

impl Session {
    pub(super) fn correct(&mut self, actor: Actor, number: u32, at: Vertex) -> Result<(), Refused> {
        // A player alone cannot change what was played.
        if !self.holds_all(actor) {
            return Err(Refused::Alone);
        }
        if self.demonstration.is_some() {
            return Err(Refused::Demonstrating);
        }
        let size = self.game.size();
        let name = || at.as_str().to_owned();
        let mv = at.on(size).ok_or_else(|| Refused::NoSuchPoint { name: name(), size })?;
        let (number, last) = (number as usize, self.game.move_count());
        if number == 0 || number > last {
            return Err(Refused::NoSuchMove { number, last });
        }
        let mut game = self.game.clone();
        let mut later = Vec::new();
        let mut end = None;
        while game.move_count() >= number {
            match game.last_happened() {
                Some(Happened::Move(color, mv)) => later.push((color, mv)),
                // In review the result stays as recorded.
                Some(Happened::End(outcome)) if !is_counted(outcome) || self.review.is_some() => {
                    end = Some(outcome);
                }
                _ => return Err(Refused::BeforeSetup),
            }
            game.undo();
        }
        // The last move undone is the one to correct.
        let Some((color, _)) = later.pop() else { return Err(Refused::BeforeSetup) };
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
        let was_over = self.is_over();
        self.game = game;
        self.lapse_offer();
        self.marking = None;
        self.record(|kifu| kifu.correct(number, color, mv));
        if self.review.is_none() {
            self.record(Kifu::clear_marks);
            if was_over && !self.is_over() {
                self.record(Kifu::reopen);
            }
        }
        self.tell_moved(Why::Correct, None);
        // The game may now end with a pass, or no longer; an agreed result stays.
        if end.is_none() && self.review.is_none() {
            self.after_phase();
        }
        Ok(())
    }
}
