//! The moves of those who play by themselves.

use std::time::Duration;

use hoshi_gtp::Genmove;
use hoshi_record::info::time::Millis;

use super::{Event, Session};
use crate::players::Task;

impl Session {
    /// Has the side to move think, or takes the move that it has come to.
    pub(super) fn think(&mut self, now: Millis, patience: Duration, events: &mut Vec<Event>) {
        let color = self.game.turn();
        self.run_clock(now);
        let time = self.clocks.as_ref().map(|clocks| clocks.for_engines(color, now));
        let player = &mut self.players[color.index()];
        let Some(mind) = &mut player.mind else { return };
        if !mind.is_thinking() {
            mind.begin(Task { game: self.game.clone(), time, limit: None });
            events.push(Event::Thinking(color));
        }
        let came = mind.poll(patience);
        events.extend(mind.take_notes().into_iter().map(Event::Note));
        let refused = match came {
            None => return,
            Some(Ok(Genmove::Resign)) => {
                if self.game.resign(color).is_ok() {
                    self.ended(events);
                }
                return;
            }
            Some(Ok(Genmove::Move(mv))) => match self.play(mv, now, events) {
                Ok(()) => return,
                Err(refused) => refused.to_string(),
            },
            Some(Err(fault)) => fault.to_string(),
        };
        self.players[color.index()].fault = Some(refused.clone());
        events.push(Event::Failed { color, why: refused });
    }

    /// Has nobody think any more: what they think about is no more.
    pub(super) fn call_off(&mut self) {
        for player in &mut self.players {
            if let Some(mind) = &mut player.mind
                && mind.is_thinking()
            {
                mind.call_off();
            }
        }
    }
}
