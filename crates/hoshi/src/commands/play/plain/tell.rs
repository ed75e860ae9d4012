//! What the plain view says about each event.

use std::time::Instant;

use anyhow::{Result, anyhow};
use hoshi_core::Outcome;
use hoshi_session::{
    Closed, Event, MarkingView, Offer, Phase, Published, Saved, Side, Snapshot, Stone, Vertex, Why,
};

use super::View;
use crate::out::{Out, Style, counted};

/// What can be done while dead stones are marked.
pub(super) const HOW_TO_MARK: &str =
    "Change them with `dead D4` or `alive D4`; `done` accepts them, `resume` plays on.";

/// The source of marks that no player proposed.
const OWN_ESTIMATE: &str = "unconditional life and playouts";

impl View<'_> {
    /// Whether an event leads to any words.
    pub(super) fn tells(&self, published: &Published) -> bool {
        match &published.event {
            Event::Thinking { .. } | Event::Node { .. } => false,
            Event::Clock { clock } => {
                self.state.clock.is_some_and(|before| before.paused != clock.paused)
            }
            Event::Seat { color, seat } => {
                let before = &self.state.seats[*color];
                seat.fault.is_some() && seat.fault != before.fault || seat.name != before.name
            }
            _ => true,
        }
    }

    /// Says what has changed.
    pub(super) fn tell(&mut self, published: &Published, out: &mut Out) -> Result<()> {
        let before = self.state.clone();
        if self.state.apply(published).is_err() {
            // Events were missed, which this channel never does; a snapshot is right in any case.
            return Err(anyhow!("events of the game are missing"));
        }
        // The hint, why there is none, or an event that makes it useless.
        self.awaits_hint &= !matches!(
            published.event,
            Event::Opinion { .. }
                | Event::Note { about: Some(_), .. }
                | Event::Played { .. }
                | Event::Moved { .. }
                | Event::Marking { .. }
                | Event::Ended { .. }
        );
        let unsaved = if published.saved { "" } else { " (not saved)" };
        match &published.event {
            Event::Played { number, color, at, captured, repeats, .. } => {
                self.is_stale = true;
                let own = self.state.moves.last().is_some_and(|stone| captured.contains(&stone.at));
                let mut line = format!("{number} {color} {}", self.spoken(at.as_str()));
                match captured.len() {
                    0 => {}
                    many if own => {
                        line.push_str(&format!(", a suicide of {}", counted(many, "stone")));
                    }
                    1 => line.push_str(", takes a stone"),
                    many => line.push_str(&format!(", takes {many} stones")),
                }
                // A script reads lines that do not change with a board that is shown or not.
                if !self.shows_board || self.input.is_edited() {
                    line.push_str(&self.new_ataris(*at));
                }
                out.line(format!("{line}{unsaved}"))?;
                self.teach(*number, *color, out);
                if let Some(first) = repeats {
                    out.say(format!(
                        "The board is the same as after move {first}; `result Void` ends the game without a result."
                    ));
                }
            }
            Event::Moved { why, moves, .. } => {
                self.is_stale = true;
                self.tell_moved(&before, *why, moves, unsaved, out)?;
            }
            Event::Marking { by, changed, marking } => {
                let is_same =
                    |old: &MarkingView| (&old.dead, &old.seki) == (&marking.dead, &marking.seki);
                self.is_stale |= !before.marking.as_ref().is_some_and(is_same);
                self.tell_marking(&before, *by, changed, marking, out);
            }
            Event::Ended { result } => {
                self.is_stale = true;
                if self.shows_board {
                    self.show(out)?;
                }
                if let Some(score) = &result.score {
                    self.table(score, out)?;
                    out.line(&score.result)?;
                }
                let outcome = result.result.parse().map(Outcome::in_words);
                let words = outcome.map_or_else(|_| String::new(), |words| format!(". {words}"));
                let line = format!("Result: {}{words}{unsaved}", result.result);
                let line = out.style(Style::Heading, &line);
                out.line(line)?;
            }
            Event::Seat { color, seat } => {
                let old = &before.seats[*color];
                if let Some(why) = seat.fault.as_ref().filter(|_| old.fault != seat.fault)
                    && self.state.phase != Phase::Over
                    && self.has_begun
                {
                    self.tell_fault(*color, why, out);
                } else if seat.name != old.name && seat.present && old.present {
                    out.line(format!("{color} is {}", seat.name))?;
                }
            }
            Event::Thinking { color, thinking: true } => {
                out.detail(format!("{color} is thinking"));
            }
            Event::Clock { clock } => {
                self.clock_seen = Instant::now();
                match (clock.paused, before.clock.is_some_and(|clock| clock.paused)) {
                    (true, false) => out.say("The clocks are paused; `unpause` starts them again."),
                    (false, true) => out.say("The clocks run again."),
                    _ => {}
                }
            }
            Event::Recording { recording } => match (recording.saved, &recording.why) {
                (Saved::No, Some(why)) => {
                    if before.recording.saved != Saved::No {
                        out.warn(&format!("the game is not saved: {why}"));
                        out.say("Play continues; the game will be saved as soon as possible.");
                    }
                }
                _ if before.recording.saved == Saved::No => {
                    tracing::info!("the game is saved again");
                    out.say("All is saved now.");
                }
                _ => {
                    if let Some(file) = &recording.file {
                        out.detail(format!("Recording to {file}"));
                    }
                }
            },
            Event::Opinion { by, play, score } => {
                let play = play.map(|at| format!("suggests {at}"));
                let score = score.as_ref().map(|score| format!("estimates {score}"));
                let words: Vec<String> = play.into_iter().chain(score).collect();
                out.say(format!("{} {}", self.state.seats[*by].name, words.join(" and ")));
            }
            Event::Offered { offer: Offer::Undo { by, number, at } } => {
                out.say(format!("{by} asks to take back move {number} ({at})"));
            }
            Event::Closed { how: Closed::Declined, .. } => out.say("The offer was declined."),
            Event::Note { about, text } => {
                tracing::info!("{text}");
                let about = about.map(|side| format!("{}: ", self.state.seats[side].name));
                out.say(format!("note: {}{text}", about.unwrap_or_default()));
            }
            _ => {}
        }
        Ok(())
    }

    fn tell_fault(&self, color: Side, why: &str, out: &mut Out) {
        let instead =
            format!("`replace {} human` lets you play instead", color.to_string().to_lowercase());
        if why == "it was stopped" {
            out.say(format!("The engine was stopped; `restart` lets it think again, {instead}."));
            return;
        }
        let name = &self.state.seats[color].name;
        out.warn(&format!("{color}, {name}: {why}"));
        out.say(format!("The game is safe. `restart` starts the engine again, {instead}."));
    }

    fn tell_moved(
        &self,
        before: &Snapshot,
        why: Why,
        moves: &[Stone],
        unsaved: &str,
        out: &mut Out,
    ) -> Result<()> {
        match why {
            Why::Undo => out.line(format!("Back to move {}{unsaved}", moves.len())),
            Why::Redo => {
                for (nth, stone) in moves.iter().enumerate().skip(before.moves.len()) {
                    out.line(format!("{} {} {}{unsaved}", nth + 1, stone.color, stone.at))?;
                }
                Ok(())
            }
            Why::Correct => {
                let same = moves.iter().zip(&before.moves).take_while(|(a, b)| a == b).count();
                out.line(format!("Move {} is corrected{unsaved}", same + 1))
            }
            Why::Resume => out.line("Play continues"),
            Why::Handicap => {
                let placed = self.state.handicap.saturating_sub(
                    self.state.placing.map_or(0, |placing| placing.of + 1 - placing.stone),
                );
                out.line(format!("{placed} of {} handicap stones", self.state.handicap))
            }
            Why::Demonstrate => {
                out.say("This is a copy of the board. `settle` returns to the count.");
                Ok(())
            }
            Why::Settle => {
                out.say("Back to the count; the board is as it was after the two passes.");
                Ok(())
            }
            Why::Walk | Why::SetUp | Why::Edit | Why::Review | Why::PlayOn => Ok(()),
        }
    }

    fn tell_marking(
        &self,
        before: &Snapshot,
        by: Option<Side>,
        changed: &[Vertex],
        marking: &MarkingView,
        out: &mut Out,
    ) {
        if before.phase != Phase::Marking {
            out.say("Both sides passed.");
        }
        if marking.waiting {
            let is_own = marking.source == OWN_ESTIMATE;
            out.say(if is_own {
                "Looking for dead stones."
            } else {
                "Asking which stones are dead."
            });
            return;
        }
        if let Some(dispute) = &marking.dispute {
            let claims = [claim(&dispute.alive, "alive"), claim(&dispute.dead, "dead")];
            let claims: Vec<String> = claims.into_iter().flatten().collect();
            out.say(format!("{}: I think {}.", dispute.by, claims.join(", and ")));
            out.say("`done` again accepts your marks; `demonstrate` plays it out on a copy.");
            return;
        }
        let is_new = before.marking.as_ref().is_none_or(|old| old.revision != marking.revision);
        match by {
            Some(side) if !changed.is_empty() => {
                let dead = marked(changed, |at| marking.dead.contains(at), "dead");
                let seki = marked(changed, |at| marking.seki.contains(at), "in seki");
                let is_plain =
                    |at: &Vertex| !marking.dead.contains(at) && !marking.seki.contains(at);
                let words = [dead, seki, marked(changed, is_plain, "alive")];
                let words: Vec<String> = words.into_iter().flatten().collect();
                out.say(format!("{side} marked {}; accept again.", words.join(", ")));
            }
            None if is_new && marking.source != "the players" => {
                let dead =
                    if marking.dead.is_empty() { "none".to_owned() } else { list(&marking.dead) };
                out.say(format!("Proposed dead stones: {dead} (by {}).", marking.source));
                out.say(HOW_TO_MARK);
            }
            _ => {}
        }
    }
}

/// These points as a claim: `D4 is alive`.
fn claim(points: &[Vertex], status: &str) -> Option<String> {
    let is = if points.len() == 1 { "is" } else { "are" };
    (!points.is_empty()).then(|| format!("{} {is} {status}", list(points)))
}

/// Those of these points that have a status now.
fn marked(points: &[Vertex], has: impl Fn(&Vertex) -> bool, status: &str) -> Option<String> {
    let points: Vec<Vertex> = points.iter().filter(|&at| has(at)).copied().collect();
    (!points.is_empty()).then(|| format!("{} {status}", list(&points)))
}

pub(super) fn list(points: &[Vertex]) -> String {
    let names: Vec<&str> = points.iter().map(Vertex::as_str).collect();
    names.join(" ")
}
