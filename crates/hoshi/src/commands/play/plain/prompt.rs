//! The prompt: what is asked for, with both clocks.

use anyhow::Result;
use hoshi_session::{Phase, Side, Time};

use super::View;
use crate::out::Out;

impl View<'_> {
    /// Asks for a line, if that has not been done.
    pub(super) fn prompt(&mut self, out: &mut Out) -> Result<()> {
        // The prompt of a line that is edited may change: its clocks do.
        if self.is_asked && !self.input.is_edited()
            || !self.held.is_empty() && self.input.is_edited()
        {
            return Ok(());
        }
        let state = &self.state;
        let turn = state.position.turn.unwrap_or(Side::Black);
        let who = match (state.phase, &state.placing, &state.result) {
            (Phase::Placing, Some(placing), _) => {
                format!("Black, handicap stone {} of {}", placing.stone, placing.of)
            }
            (Phase::Playing, ..) if state.seats[turn].fault.is_some() => {
                format!("{turn} (restart, or replace {} WHO)", turn.to_string().to_lowercase())
            }
            (Phase::Marking, ..) => "Dead stones".to_owned(),
            (Phase::Over, _, Some(result)) => {
                format!("Over, {} (undo reopens it)", result.result)
            }
            _ if !self.awaits_person() => {
                match Side::ALL.into_iter().find(|&s| state.seats[s].thinking) {
                    Some(side) => format!("{side} is thinking"),
                    None => String::new(),
                }
            }
            _ if state.demonstration => format!("{turn} (demonstration; settle ends it)"),
            _ => turn.to_string(),
        };
        let clock = state.clock.as_ref().filter(|_| state.phase == Phase::Playing);
        let clock = clock.map(|clock| {
            let gone = u64::try_from(self.clock_seen.elapsed().as_millis()).unwrap_or(u64::MAX);
            let now = Time::new(clock.at.millis().saturating_add(gone));
            let faces = clock.at_time(now).faces;
            format!(" (Black {}, White {})", faces.black, faces.white)
        });
        let text = format!("{who}{}> ", clock.unwrap_or_default());
        self.is_asked = true;
        self.input.ask(&text, out)
    }

    /// What is said next stands on a line of its own, not behind the prompt.
    pub(super) fn clear_prompt(&mut self, out: &mut Out) -> Result<()> {
        if std::mem::take(&mut self.is_asked) { self.input.clear(out) } else { Ok(()) }
    }
}
