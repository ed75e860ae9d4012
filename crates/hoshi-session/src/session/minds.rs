//! Programs at the board: when they are asked, and how their answers are handled.

use std::time::Duration;

use hoshi_core::{Color, Phase};

use super::seats::{Held, Job, one_line};
use super::{Effect, Session};
use crate::mind::{Answered, Chosen, Fault, Opinion, Profile, Report, Said, Task, Wish};
use crate::refused::Refused;
use crate::wire::{Actor, Event, Time, Vertex};

/// The time limit for judging dead stones while people wait.
const JUDGE_LIMIT: Duration = Duration::from_secs(10);

impl Session {
    /// The current task of a side's program.
    fn wish(&self, color: Color) -> Option<Wish> {
        let seat = self.seat(color);
        if !seat.view.program || seat.view.fault.is_some() {
            return None;
        }
        if !seat.view.present {
            // A game that is over is only looked at. If it goes on, its programs are started then.
            return (!self.has_ended()).then_some(Wish::Start);
        }
        if self.review.is_some() {
            return None;
        }
        // A match begins when both are here.
        let may_begin =
            self.terms.contest.is_none() || self.seats.iter().all(|seat| seat.view.present);
        match self.game.phase() {
            Phase::Playing if self.game.turn() == color && may_begin => Some(Wish::Choose),
            Phase::Marking(_) if self.marking.as_ref().is_some_and(|m| m.waiting) => {
                (seat.profile.judges && seat.judged.is_none()).then_some(Wish::Judge)
            }
            _ => None,
        }
    }

    /// Whether the game itself is over, also while it is reviewed.
    fn has_ended(&self) -> bool {
        self.review.as_ref().map_or_else(|| self.is_over(), |review| !review.is_running)
    }

    /// Starts the current tasks of programs, and stops outdated ones.
    pub(super) fn think_or_stop(&mut self, now: Time) {
        for color in Color::ALL {
            let wish = self.wish(color);
            if let Some(job) = self.seat(color).job {
                let is_old = job.wish != Wish::Start && job.position != self.position;
                let is_wanted = wish == Some(job.wish) || job.wish == Wish::Opinion;
                if !is_old && is_wanted {
                    continue;
                }
                self.interrupt(color);
            }
            if let Some(wish) = wish {
                self.ask_for(color, wish, now);
            }
        }
    }

    fn ask_for(&mut self, color: Color, wish: Wish, now: Time) {
        self.jobs += 1;
        let number = self.jobs;
        let position = self.position;
        let contest = self.terms.contest;
        let clocks = self.clocks.as_ref();
        let time = clocks.and_then(|clocks| Some((clocks.limit(color)?, clocks.look(color, now))));
        let limit = match (wish, contest) {
            (Wish::Judge, None) => Some(JUDGE_LIMIT),
            (_, Some(contest)) if time.is_none() || wish == Wish::Judge => {
                Some(Duration::from_millis(contest.move_limit))
            }
            _ => None,
        };
        let game = self.game.clone();
        let task = Box::new(Task { game, color, time, limit, is_cleanup: self.is_cleaning });
        let job = Job { number, wish, position, asked: now, has_begun: false };
        self.seat_mut(color).job = Some(job);
        self.out.effects.push(Effect::Think { color, job: number, wish, task });
        if wish == Wish::Choose {
            self.set_thinking(color, true);
        }
    }

    fn set_thinking(&mut self, color: Color, thinking: bool) {
        if self.seat(color).view.thinking != thinking {
            self.seat_mut(color).view.thinking = thinking;
            self.tell(Event::Thinking { color: color.into(), thinking });
        }
    }

    /// Cancels the request to a program.
    pub(super) fn interrupt(&mut self, color: Color) {
        // If its move is only delayed, it has already answered.
        let is_held = self.seat_mut(color).held.take().is_some();
        if let Some(job) = self.seat_mut(color).job.take() {
            if !is_held {
                self.out.effects.push(Effect::Interrupt { color, job: job.number });
            }
            self.set_thinking(color, false);
        }
    }

    /// A program has started, with this profile. Ignored while a change is being saved: see
    /// [`Session::is_pending`].
    pub fn ready(
        &mut self,
        color: Color,
        profile: Profile,
        notes: Vec<String>,
        now: Time,
    ) -> Vec<Effect> {
        if self.log.is_pending() {
            return Vec::new();
        }
        self.is_ready(color, profile, notes);
        self.finish(now)
    }

    fn is_ready(&mut self, color: Color, profile: Profile, notes: Vec<String>) {
        let seat = self.seat_mut(color);
        seat.view.present = true;
        if !profile.name.is_empty() {
            seat.view.name = one_line(&profile.name);
        }
        seat.profile = profile;
        self.record_seat(color);
        self.tell_seat(color);
        self.tell_notes(color, notes);
        // A resumed game may be waiting for its judgement of dead stones, which it may not support.
        self.judge_left();
        // The opening may already have the maximum number of moves.
        let are_here = self.seats.iter().all(|seat| seat.view.present);
        if are_here && self.review.is_none() && self.cap_length() {
            self.ended();
        }
    }

    fn tell_notes(&mut self, color: Color, notes: Vec<String>) {
        for text in notes {
            self.tell(Event::Note { about: Some(color.into()), text });
        }
    }

    /// Handles the report of a mind. Outdated reports change nothing. Like commands, reports must
    /// wait while a change is being saved: see [`Session::is_pending`].
    pub fn report(&mut self, report: Report, now: Time) -> Vec<Effect> {
        let Report { color, job, took, answer } = report;
        let seat = self.seat(color);
        let wanted = seat.job.filter(|wanted| wanted.number == job && seat.held.is_none());
        let Some(wanted) = wanted.filter(|_| !self.log.is_pending()) else { return Vec::new() };
        if let (Wish::Choose, Ok(Answered::Chosen(chosen))) = (wanted.wish, &answer)
            && let Some(due) = self.pace(wanted, chosen, now)
        {
            self.seat_mut(color).held = Some(Held { due, chosen: chosen.clone(), took });
            return self.finish(now);
        }
        self.reported(color, wanted, took, answer, now);
        self.finish(now)
    }

    /// When to make a move that was chosen now, if it is to be delayed.
    fn pace(&self, job: Job, chosen: &Chosen, now: Time) -> Option<Time> {
        let pace = u64::try_from(chosen.pace.as_millis()).unwrap_or(u64::MAX);
        let due = job.asked.plus(pace);
        (self.terms.pace && due > now).then_some(due)
    }

    /// Makes the delayed moves that are due.
    pub(super) fn release(&mut self, now: Time) {
        for color in Color::ALL {
            // The clock may have run out meanwhile.
            if self.wish(color) != Some(Wish::Choose) {
                continue;
            }
            let held = self.seat_mut(color).held.take_if(|held| held.due <= now);
            if let (Some(Held { chosen, took, .. }), Some(job)) = (held, self.seat(color).job) {
                self.reported(color, job, took, Ok(Answered::Chosen(chosen)), now);
            }
        }
    }

    fn reported(
        &mut self,
        color: Color,
        wanted: Job,
        took: Duration,
        answer: Result<Answered, Fault>,
        now: Time,
    ) {
        let is_answer = !matches!(answer, Ok(Answered::Said(_)));
        if is_answer {
            self.seat_mut(color).held = None;
            self.seat_mut(color).job = None;
            self.set_thinking(color, false);
        }
        // A late answer loses on time, whatever it is. A program has no network lag.
        let is_move = is_answer && wanted.wish == Wish::Choose;
        if self.check_flag(now, if is_move { 0 } else { self.lag_left() }) {
            return;
        }
        if let Ok(Answered::Said(said)) = answer {
            match said {
                Said::Begun => {
                    if let Some(job) = &mut self.seat_mut(color).job {
                        job.has_begun = wanted.wish == Wish::Choose;
                    }
                }
                Said::Note(text) => self.tell_notes(color, vec![text]),
            }
            return;
        }
        match (wanted.wish, answer) {
            (Wish::Start, Ok(Answered::Ready(profile, notes))) => {
                self.is_ready(color, profile, notes);
            }
            (Wish::Choose, Ok(Answered::Chosen(chosen))) => self.chosen(color, chosen, took, now),
            (Wish::Judge, Ok(Answered::Judged(opinion))) => self.judged(color, opinion),
            (Wish::Opinion, Ok(Answered::Opinion(opinion))) => self.opined(color, opinion),
            // It is asked again if still needed.
            (Wish::Start | Wish::Judge | Wish::Opinion, Err(Fault::Stopped)) => {}
            (wish, answer) => {
                let why = answer.err().map_or_else(
                    || "it answered a question that was not asked".to_owned(),
                    |fault| fault.to_string(),
                );
                match wish {
                    Wish::Start | Wish::Choose => self.failed(color, why),
                    // In a match it loses, as by any other fault.
                    Wish::Judge if self.terms.contest.is_some() => self.failed(color, why),
                    Wish::Judge => {
                        self.tell_notes(color, vec![why]);
                        self.judged(color, None);
                    }
                    Wish::Opinion => self.tell_notes(color, vec![why]),
                }
            }
        }
    }

    /// A program has failed: it is out of play until restarted or replaced; in a match it loses.
    fn failed(&mut self, color: Color, why: String) {
        self.seat_mut(color).view.fault = Some(why.clone());
        self.tell_seat(color);
        if self.terms.contest.is_some() && self.game.forfeit(color).is_ok() {
            self.verdict.fault = Some((color, why));
            self.ended();
        } else {
            self.judge_left();
        }
    }

    fn chosen(&mut self, color: Color, chosen: Chosen, took: Duration, now: Time) {
        let spent = &mut self.seat_mut(color).spent;
        spent.time += took;
        spent.moves += 1;
        self.tell_notes(color, chosen.notes);
        let Some(mv) = chosen.play else {
            if self.demonstration.is_some() {
                self.end_demonstration();
            } else if self.game.resign(color).is_ok() {
                self.ended();
            }
            return;
        };
        let mut lines = Vec::new();
        if self.terms.contest.is_some_and(|contest| contest.comments) {
            lines.push(format!("{:.3} s", took.as_secs_f64()));
            lines.extend(chosen.report);
        }
        let done = match self.placing {
            Some(_) => self.place(mv),
            None => self.play(mv, now, 0, &lines.join("\n")),
        };
        match done {
            Ok(()) => {}
            Err(Refused::Move { name, refusal, .. }) => {
                self.failed(color, format!("it played {name}, which is illegal: {refusal}"));
            }
            Err(refused) => self.failed(color, refused.to_string()),
        }
    }

    fn opined(&mut self, color: Color, opinion: Option<Opinion>) {
        let Some(Opinion { play, score }) = opinion else {
            self.tell_notes(color, vec!["it has no opinion about this position".to_owned()]);
            return;
        };
        let size = self.game.size();
        let play = play.map(|mv| Vertex::of_move(size, mv));
        self.tell(Event::Opinion { by: color.into(), play, score });
    }

    pub(super) fn stop_program(&mut self, actor: Actor) -> Result<(), Refused> {
        let color = self.game.turn();
        let seat = self.seat(color);
        if actor != Actor::Both && self.terms.contest.is_some() {
            return Err(Refused::NotSeated);
        }
        if !seat.job.is_some_and(|job| matches!(job.wish, Wish::Choose | Wish::Start)) {
            return Err(Refused::NoProgram);
        }
        self.interrupt(color);
        self.seat_mut(color).view.fault = Some("it was stopped".to_owned());
        self.tell_seat(color);
        Ok(())
    }

    pub(super) fn restart_program(&mut self) -> Result<(), Refused> {
        let mut any = false;
        for color in Color::ALL {
            if self.seat_mut(color).view.fault.take().is_some() {
                any = true;
                self.tell_seat(color);
            }
        }
        if any { Ok(()) } else { Err(Refused::NoProgram) }
    }

    pub(super) fn ask_programs(&mut self, now: Time) -> Result<(), Refused> {
        let free = |color: &Color| {
            let seat = self.seat(*color);
            seat.view.program && seat.view.present && seat.job.is_none()
        };
        let programs: Vec<Color> = Color::ALL.into_iter().filter(free).collect();
        if programs.is_empty() {
            let busy = Color::ALL.into_iter().find(|&color| self.seat(color).job.is_some());
            return Err(busy.map_or(Refused::NoProgram, |color| Refused::Thinking(color.into())));
        }
        for color in programs {
            self.ask_for(color, Wish::Opinion, now);
        }
        Ok(())
    }
}
