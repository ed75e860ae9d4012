//! After two passes: dead stones are proposed, marked, disputed and accepted.

use hoshi_core::{
    Color, DeadAndSeki, DeadStones, Phase, Point, PointSet, Scoring, Suicide, UnconditionalLife,
    propose_seki,
};
use hoshi_record::kifu::Kifu;

use super::views::names;
use super::{Effect, Session};
use crate::refused::Refused;
use crate::wire::{Actor, Dispute, Event, Side, Status, Time, Vertex, Why};

/// The state while dead stones are being marked; the marks themselves are in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Marking {
    /// Increases with every change for the whole session, so that an acceptance of earlier marks never
    /// counts for these.
    pub(super) revision: u32,
    pub(super) source: String,
    pub(super) accepted: [bool; 2],
    /// Whether a program, or the judge of the terms, is being asked.
    pub(super) waiting: bool,
    /// A program's objection to the marks of this revision. A second acceptance overrides it.
    pub(super) dispute: Option<Dispute>,
    /// Whether a person has changed the marks, so that a proposal is discarded.
    is_touched: bool,
    estimate: Estimate,
}

/// The estimate of the judge of the terms.
#[derive(Clone, Debug, Default)]
enum Estimate {
    /// Not needed.
    #[default]
    Unwanted,
    /// Requested, or about to be.
    Wanted,
    Known(Box<DeadAndSeki>),
}

/// The source of a proposal without a program.
const OWN_SOURCE: &str = "unconditional life and playouts";

impl Session {
    pub(super) fn check_marking(&self) -> Result<(), Refused> {
        match self.game.phase() {
            Phase::Marking(_) => Ok(()),
            Phase::Playing => Err(Refused::NotMarking),
            Phase::Over(_) => Err(Refused::Over),
        }
    }

    /// Starts marking after two passes.
    pub(super) fn begin_marking(&mut self) {
        self.lapse_offer();
        self.marking = Some(Marking { revision: self.revisions, ..Marking::default() });
        self.position += 1;
        if self.begin_cleanup() {
            return;
        }
        for seat in &mut self.seats {
            seat.judged = None;
        }
        let waiting = !self.is_cleaning && self.judging().is_some();
        if let Some(marking) = &mut self.marking {
            marking.waiting = waiting;
        }
        if waiting {
            self.tell_marking(None, Vec::new());
        } else {
            self.propose();
        }
    }

    /// In a match under area rules, programs that can play on do so until all dead stones are captured.
    fn begin_cleanup(&mut self) -> bool {
        let rules = self.game.rules();
        let is_area = rules.scoring == Scoring::Area && rules.dead == DeadStones::Agreed;
        let can = self.seats.iter().all(|seat| seat.view.program && seat.profile.cleans_up);
        if self.terms.contest.is_none() || !is_area || !can || self.is_cleaning {
            return false;
        }
        self.is_cleaning = true;
        self.marking = None;
        let next = self.game.turn();
        let _ = self.game.resume(next);
        self.tell_moved(Why::Resume, None);
        if self.cap_length() {
            self.ended();
        }
        true
    }

    /// A side whose program has yet to judge dead stones. After a resumption it may not have started
    /// yet.
    fn judging(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let seat = self.seat(color);
            let may_judge = seat.profile.judges || !seat.view.present;
            let can = seat.view.program && seat.view.fault.is_none() && may_judge;
            can && seat.judged.is_none()
        })
    }

    fn still_judging(&self) -> Refused {
        self.judging().map_or(Refused::Estimating, |color| Refused::Judging(color.into()))
    }

    /// Handles a program's opinion about dead stones; `None` if it has none.
    pub(super) fn judged(&mut self, color: Color, opinion: Option<DeadAndSeki>) {
        self.seat_mut(color).judged = Some(opinion);
        self.judge_left();
    }

    /// A program has judged, or has left. If it was the last one, or no person is left to agree, marks
    /// are proposed.
    pub(super) fn judge_left(&mut self) {
        let (is_waiting, has_person) = (self.judging().is_some(), self.has_person());
        let Some(marking) = &mut self.marking else { return };
        let was_waiting = marking.waiting;
        marking.waiting &= is_waiting;
        if !marking.waiting && (was_waiting || !has_person) {
            self.propose();
        }
    }

    /// Proposes marks: those of the programs at the board, else the session's own estimate. Marks made
    /// by a person are not overruled.
    fn propose(&mut self) {
        let size = self.game.size();
        let is_contest = !self.has_person();
        if self.marking.as_ref().is_some_and(|marking| marking.is_touched) {
            if is_contest {
                self.end_by_count();
            } else {
                self.tell_marking(None, Vec::new());
            }
            return;
        }
        let mut opinions: Vec<(String, DeadAndSeki)> = Vec::new();
        for seat in &self.seats {
            if let Some(Some(opinion)) = &seat.judged {
                opinions.push((seat.view.name.clone(), self.by_block(opinion)));
            }
        }
        let is_needed = match &opinions[..] {
            [] => !is_contest,
            [_] => is_contest,
            [(_, one), (_, other), ..] => is_contest && one.dead != other.dead,
        };
        let Some(estimate) = self.estimate(is_needed) else { return };
        let (source, mut marks) = match opinions.split_first() {
            Some(((name, one), others)) if is_contest => {
                let other = others.first().map(|(_, other)| &other.dead);
                let dead = self.settled(&one.dead, other, &estimate.dead);
                (name.clone(), DeadAndSeki { dead, seki: one.seki.clone() })
            }
            Some(((name, one), _)) => (name.clone(), one.clone()),
            // Programs without an opinion pass only when nothing but eyes is left: every stone counts.
            None if is_contest => (String::new(), DeadAndSeki::new(size)),
            None => (OWN_SOURCE.to_owned(), estimate),
        };
        // In a match the session decides about seki, since programs may disagree.
        let is_territory = self.game.rules().scoring == Scoring::Territory;
        if !is_territory || self.terms.contest.is_some() {
            marks.seki = PointSet::new(size);
        }
        if is_territory {
            marks.seki.union_with(&propose_seki(self.game.board(), &marks.dead));
        }
        let _ = self.game.set_marks(&marks);
        let changed = names(size, marks.dead.iter());
        self.set_source(source);
        self.record_marks();
        if is_contest {
            self.end_by_count();
        } else {
            self.tell_marking(None, changed);
        }
    }

    /// The estimate of the judge, if needed. `None` while it is pending: the judge is asked, and marks
    /// are proposed when it answers.
    fn estimate(&mut self, is_needed: bool) -> Option<DeadAndSeki> {
        if !is_needed {
            return Some(DeadAndSeki::new(self.game.size()));
        }
        let marking = self.marking.as_mut()?;
        if let Estimate::Known(marks) = &marking.estimate {
            let marks = marks.clone();
            return Some(self.by_block(&marks));
        }
        let is_new = !matches!(marking.estimate, Estimate::Wanted);
        marking.estimate = Estimate::Wanted;
        marking.waiting = true;
        marking.source = OWN_SOURCE.to_owned();
        if is_new {
            self.tell_marking(None, Vec::new());
        }
        None
    }

    /// Starts the judge if its estimate is needed, and stops an outdated one.
    pub(super) fn estimate_or_stop(&mut self) {
        let is_wanted =
            |marking: &Marking| marking.waiting && matches!(marking.estimate, Estimate::Wanted);
        let is_wanted = self.review.is_none() && self.marking.as_ref().is_some_and(is_wanted);
        if let Some((job, position)) = self.estimating {
            if is_wanted && position == self.position {
                return;
            }
            self.estimating = None;
            self.out.effects.push(Effect::StopJudging { job });
        }
        if is_wanted {
            self.jobs += 1;
            self.estimating = Some((self.jobs, self.position));
            let (game, judge) = (Box::new(self.game.clone()), self.terms.judge);
            self.out.effects.push(Effect::Judge { job: self.jobs, game, judge });
        }
    }

    /// Delivers the judge's answer to [`Effect::Judge`]; `None` if it failed. An outdated answer changes
    /// nothing. Like commands, it must wait while a change is being saved: see [`Session::is_pending`].
    pub fn estimated(&mut self, job: u64, marks: Option<DeadAndSeki>, now: Time) -> Vec<Effect> {
        let is_wanted = self.estimating.is_some_and(|(wanted, _)| wanted == job);
        if !is_wanted || self.log.is_pending() {
            return Vec::new();
        }
        self.estimating = None;
        if marks.is_none() {
            let text = "the dead stones could not be estimated; mark them yourself".to_owned();
            self.tell(Event::Note { about: None, text });
        }
        let marks = marks.unwrap_or_else(|| DeadAndSeki::new(self.game.size()));
        if let Some(marking) = &mut self.marking {
            marking.estimate = Estimate::Known(Box::new(marks));
        }
        self.judge_left();
        self.finish(now)
    }

    /// The dead stones of a match: those that both players name. If they differ, or only one has an
    /// opinion, the session's own estimate decides, and the game counts as disputed unless the estimate
    /// agrees with that one player.
    fn settled(&mut self, one: &PointSet, other: Option<&PointSet>, seen: &PointSet) -> PointSet {
        if other == Some(one) {
            return one.clone();
        }
        let (board, size) = (self.game.board(), self.game.size());
        let is_dead = |point: &Point| match (one.contains(*point), other) {
            (claimed, None) => claimed && seen.contains(*point),
            (claimed, Some(other)) if claimed == other.contains(*point) => claimed,
            _ => seen.contains(*point),
        };
        let dead = PointSet::of(size, board.stones().map(|(point, _)| point).filter(is_dead));
        self.verdict.disputed = other.is_some() || dead != *one;
        dead
    }

    /// An opinion extended to whole blocks and restricted to stones.
    fn by_block(&self, opinion: &DeadAndSeki) -> DeadAndSeki {
        let board = self.game.board();
        let blocks_of = |points: &PointSet| {
            let blocks = points.iter().filter_map(|point| board.block(point));
            PointSet::of(board.size(), blocks.flat_map(|block| block.stones()))
        };
        DeadAndSeki { dead: blocks_of(&opinion.dead), seki: blocks_of(&opinion.seki) }
    }

    /// The marks changed, which cancels all acceptances.
    fn set_source(&mut self, source: String) {
        self.revisions += 1;
        if let Some(marking) = &mut self.marking {
            marking.revision = self.revisions;
            marking.accepted = [false; 2];
            marking.dispute = None;
            marking.source = source;
        }
    }

    /// Writes the marks to the record. An empty set is recorded only if a person chose it; otherwise
    /// the programs are asked again when the game is resumed.
    fn record_marks(&mut self) {
        let marks = self.game.marks();
        let is_touched = self.marking.as_ref().is_some_and(|marking| marking.is_touched);
        if is_touched || !marks.dead.is_empty() || !marks.seki.is_empty() {
            self.record(|kifu| kifu.set_marks(&marks.dead, &marks.seki));
        } else {
            self.record(Kifu::clear_marks);
        }
    }

    fn tell_marking(&mut self, by: Option<Side>, changed: Vec<Vertex>) {
        if let Some(marking) = self.marking_view() {
            self.tell(Event::Marking { by, changed, marking: Box::new(marking) });
        }
    }

    /// Restores marking: a game was resumed, or its end was taken back.
    pub(super) fn restore_marking(&mut self) {
        let Phase::Marking(_) = self.game.phase() else { return };
        self.position += 1;
        let recorded = self.kifu.as_ref().and_then(Kifu::marks);
        let is_marked = |marks: &DeadAndSeki| !marks.dead.is_empty() || !marks.seki.is_empty();
        let Some(marks) = recorded.or_else(|| Some(self.game.marks()).filter(is_marked)) else {
            self.begin_marking();
            return;
        };
        let _ = self.game.set_marks(&marks);
        let source = "the record".to_owned();
        // A program is asked anyway: it may object to these marks.
        let waiting = self.has_person() && self.judging().is_some();
        self.marking = Some(Marking { is_touched: true, waiting, ..Marking::default() });
        self.set_source(source);
        self.record_marks();
    }

    pub(super) fn mark(
        &mut self,
        actor: Actor,
        points: &[Vertex],
        status: Status,
    ) -> Result<(), Refused> {
        self.check_marking()?;
        let by = match actor {
            Actor::Both => None,
            _ => Some(self.side_of(actor, None)?),
        };
        let size = self.game.size();
        let old = self.game.marks();
        // Mark a copy of the game, so that an invalid point changes nothing.
        let mut game = self.game.clone();
        for &at in points {
            let point = self.point(at)?;
            let marks = game.marks();
            let (is_dead, is_seki) = (marks.dead.contains(point), marks.seki.contains(point));
            let toggled = match status {
                Status::Dead if is_seki => {
                    game.toggle_seki(point).and_then(|()| game.toggle_dead(point))
                }
                Status::Dead if !is_dead => game.toggle_dead(point),
                Status::Alive if is_dead => game.toggle_dead(point),
                Status::Alive if is_seki => game.toggle_seki(point),
                Status::Seki if is_dead => {
                    game.toggle_dead(point).and_then(|()| game.toggle_seki(point))
                }
                Status::Seki if !is_seki => game.toggle_seki(point),
                _ if game.board().is_empty_at(point) => Err(hoshi_core::MarkError::NoStone),
                _ => Ok(()),
            };
            toggled.map_err(|error| Refused::Mark { name: at.to_string(), error })?;
        }
        if status != Status::Seki && game.rules().scoring == Scoring::Territory {
            let mut marks = game.marks();
            if marks.dead != old.dead {
                marks.seki = propose_seki(game.board(), &marks.dead);
                let _ = game.set_marks(&marks);
            }
        }
        let new = game.marks();
        let is_changed = |&point: &Point| {
            old.dead.contains(point) != new.dead.contains(point)
                || old.seki.contains(point) != new.seki.contains(point)
        };
        let changed = names(size, size.points().filter(is_changed));
        if changed.is_empty() {
            return Ok(());
        }
        self.game = game;
        let source = by.map_or_else(|| "the players".to_owned(), |color| color.to_string());
        self.set_source(source);
        if let Some(marking) = &mut self.marking {
            marking.is_touched = true;
        }
        self.record_marks();
        self.tell_marking(by.map(Side::from), changed);
        Ok(())
    }

    pub(super) fn accept(&mut self, actor: Actor, revision: u32) -> Result<(), Refused> {
        self.check_marking()?;
        let Some(marking) = &self.marking else { return Err(Refused::NotMarking) };
        if marking.waiting {
            return Err(self.still_judging());
        }
        if marking.revision != revision {
            return Err(Refused::OldRevision { now: marking.revision });
        }
        // A second acceptance overrides the dispute.
        if marking.dispute.is_none()
            && let Some(dispute) = self.dispute(actor)
        {
            if let Some(marking) = &mut self.marking {
                marking.dispute = Some(dispute);
            }
            self.tell_marking(None, Vec::new());
            return Ok(());
        }
        let accepts = Color::ALL.map(|c| self.acts_for(actor, c) || self.seat(c).view.program);
        let Some(marking) = &mut self.marking else { return Err(Refused::NotMarking) };
        for (accepted, accepts) in marking.accepted.iter_mut().zip(accepts) {
            *accepted |= accepts;
        }
        if marking.accepted == [true; 2] {
            self.end_by_count();
        } else {
            self.tell_marking(None, Vec::new());
        }
        Ok(())
    }

    /// The objection of a program to the marks: its own opinion, if it has one, else any
    /// unconditionally alive stones marked dead.
    fn dispute(&self, actor: Actor) -> Option<Dispute> {
        let board = self.game.board();
        let size = board.size();
        let marks = self.game.marks();
        let program = Color::ALL
            .into_iter()
            .find(|&color| self.seat(color).view.program && !self.acts_for(actor, color))?;
        let (alive, dead) = match &self.seat(program).judged {
            Some(Some(opinion)) => {
                let own = self.by_block(opinion).dead;
                let alive = marks.dead.iter().filter(|&point| !own.contains(point)).collect();
                let dead: Vec<_> =
                    own.iter().filter(|&point| !marks.dead.contains(point)).collect();
                (alive, dead)
            }
            _ => {
                let lives = |color| UnconditionalLife::of(board, color, Suicide::Multi);
                let mut sure = lives(Color::Black).stones;
                sure.union_with(&lives(Color::White).stones);
                let alive: Vec<_> =
                    marks.dead.iter().filter(|&point| sure.contains(point)).collect();
                (alive, Vec::new())
            }
        };
        if alive.is_empty() && dead.is_empty() {
            return None;
        }
        let (alive, dead) = (names(size, alive.into_iter()), names(size, dead.into_iter()));
        Some(Dispute { by: program.into(), alive, dead })
    }

    /// Both sides agree.
    fn end_by_count(&mut self) {
        for color in Color::ALL {
            // The first acceptance may have ended the game.
            let _ = self.game.agree(color);
        }
        self.ended();
    }

    pub(super) fn resume_play(&mut self, actor: Actor, color: Option<Side>) -> Result<(), Refused> {
        self.check_marking()?;
        let by = self.side_of(actor, color)?;
        self.game.resume(by).map_err(|_| Refused::NotMarking)?;
        self.marking = None;
        self.record(Kifu::clear_marks);
        self.tell_moved(Why::Resume, Some(by));
        Ok(())
    }

    pub(super) fn demonstrate(&mut self, actor: Actor) -> Result<(), Refused> {
        self.check_marking()?;
        let by = match self.side_of(actor, None) {
            Err(Refused::WhichSide) => self.game.turn(),
            side => side?,
        };
        let Some(marking) = &self.marking else { return Err(Refused::NotMarking) };
        if marking.waiting {
            return Err(self.still_judging());
        }
        let aside = Box::new((self.game.clone(), marking.clone()));
        self.game.resume(by).map_err(|_| Refused::NotMarking)?;
        self.demonstration = Some(aside);
        self.marking = None;
        self.tell_moved(Why::Demonstrate, Some(by));
        Ok(())
    }

    pub(super) fn settle(&mut self) -> Result<(), Refused> {
        if self.demonstration.is_none() {
            return Err(Refused::NotDemonstrating);
        }
        self.end_demonstration();
        Ok(())
    }

    /// Restores the board after the two passes.
    pub(super) fn end_demonstration(&mut self) {
        if let Some(aside) = self.demonstration.take() {
            let (game, marking) = *aside;
            self.game = game;
            self.marking = Some(marking);
            self.tell_moved(Why::Settle, None);
        }
    }
}
