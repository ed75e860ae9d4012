//! Moves: placed, played, repeated, and the end that they lead to.

use hoshi_core::handicap::HandicapError;
use hoshi_core::{Color, DeadStones, Game, Happened, Move, Outcome, Phase, Placed, Point, Scoring};

use hoshi_record::kifu::Change;

use super::Session;
use super::views::captured;
use crate::refused::Refused;
use crate::wire::{Actor, Event, NodeView, Side, Step, Time, Vertex, Why};

/// A position that occurs this often, with the same side to move, ends a game between programs without a
/// result. Random players repeat a position a few times at most.
const REPETITIONS: usize = 10;

impl Session {
    pub(super) fn play_command(
        &mut self,
        actor: Actor,
        at: Vertex,
        now: Time,
        lag: u64,
    ) -> Result<(), Refused> {
        let turn = self.game.turn();
        match self.game.phase() {
            Phase::Playing => {}
            Phase::Marking(_) => return Err(Refused::Marking),
            Phase::Over(_) => return Err(Refused::Over),
        }
        let seat = self.seat(turn);
        if actor == Actor::Both && seat.view.program {
            // A person cannot move for a program without taking its seat first.
            let has_failed = seat.view.fault.is_some();
            let why = if has_failed { Refused::Failed } else { Refused::Thinking };
            return Err(why(turn.into()));
        }
        if !self.acts_for(actor, turn) {
            return Err(Refused::NotYourTurn(turn.into()));
        }
        let size = self.game.size();
        let name = || at.as_str().to_owned();
        let mv = at.on(size).ok_or_else(|| Refused::NoSuchPoint { name: name(), size })?;
        if self.placing.is_some() {
            return self.place(mv);
        }
        self.play(mv, now, lag, "")
    }

    /// Plays a move of the side to move, with a network lag of `lag` milliseconds and an optional comment
    /// for the record.
    pub(super) fn play(
        &mut self,
        mv: Move,
        now: Time,
        lag: u64,
        comment: &str,
    ) -> Result<(), Refused> {
        let color = self.game.turn();
        // Most moves capture nothing.
        let board = self.game.board();
        let only_adds = |point| board.only_adds(color, point);
        let before = (!mv.point().is_none_or(only_adds)).then(|| board.clone());
        let size = self.game.size();
        let Placed { .. } = self.game.play(mv).map_err(|refusal| Refused::Move {
            color,
            name: size.move_name(mv),
            refusal,
        })?;
        let clock = self.clocks.as_mut().and_then(|clocks| {
            clocks.credit(lag, now);
            clocks.press(color, now)
        });
        self.lapse_offer();
        self.record(|kifu| kifu.play(color, mv, clock));
        if !comment.is_empty() {
            self.record(|kifu| kifu.comment(comment));
        }
        let taken = before.map_or_else(Vec::new, |before| captured(&before, self.game.board(), mv));
        self.tell_played(color, mv, taken);
        self.after_move();
        Ok(())
    }

    /// Publishes the last move.
    pub(super) fn tell_played(&mut self, color: Color, mv: Move, taken: Vec<Point>) {
        self.position += 1;
        let size = self.game.size();
        let node = self.node_view();
        let (forbidden, takes) = self.special_plays();
        let board = self.game.board();
        let ko = board.ko().filter(|_| board.ko_color() == Some(self.game.turn()));
        self.tell(Event::Played {
            number: self.game.move_count() as u32,
            color: color.into(),
            at: Vertex::of_move(size, mv),
            captured: taken.into_iter().map(|point| Vertex::of(size, point)).collect(),
            turn: self.turn_view(),
            captures: self.captures_view(),
            ko: ko.map(|point| Vertex::of(size, point)),
            forbidden,
            takes,
            repeats: self.game.repetition().map(|first| first as u32),
            node: (node != NodeView::default()).then(|| Box::new(node)),
        });
    }

    /// Handles the consequences of a move: the end of a demonstration, of play, or of the game.
    pub(super) fn after_move(&mut self) {
        if self.demonstration.is_some() {
            if self.game.phase() != &Phase::Playing {
                self.end_demonstration();
            }
            return;
        }
        // No person can agree on a result, and it could continue forever.
        if !self.has_person()
            && self.game.repetition().is_some()
            && self.game.times_seen() >= REPETITIONS
        {
            let _ = self.game.end_as(Outcome::NoResult);
        }
        self.cap_length();
        self.after_phase();
    }

    /// Ends a game of a match at its maximum number of moves. Returns whether it did.
    pub(super) fn cap_length(&mut self) -> bool {
        let is_long = |max_moves| self.game.move_count() >= max_moves;
        let is_capped = self.game.phase() == &Phase::Playing
            && self.terms.contest.is_some_and(|contest| is_long(contest.max_moves));
        if is_capped {
            self.verdict.capped = true;
            let outcome = area_as_it_stands(&self.game);
            let _ = self.game.end_as(outcome);
        }
        is_capped
    }

    /// Handles a change of phase.
    pub(super) fn after_phase(&mut self) {
        // Under area rules, where playing on costs nothing, a dispute is settled after the second
        // resumption.
        self.game.settle();
        match self.game.phase() {
            Phase::Playing => {}
            Phase::Marking(_) => self.begin_marking(),
            Phase::Over(_) => self.ended(),
        }
    }

    pub(super) fn resign(&mut self, actor: Actor, color: Option<Side>) -> Result<(), Refused> {
        let color = self.side_of(actor, color)?;
        self.game.resign(color).map_err(|_| Refused::Over)?;
        self.ended();
        Ok(())
    }

    /// Black places a handicap stone.
    pub(super) fn place(&mut self, mv: Move) -> Result<(), Refused> {
        let Some(placing) = &self.placing else { return Err(Refused::NotMarking) };
        let size = self.game.size();
        let Move::Play(point) = mv else { return Err(Refused::Placing) };
        if !size.contains(point) {
            return Err(Refused::Handicap(HandicapError::OffBoard { size }));
        }
        if placing.points.contains(&point) {
            return Err(Refused::Handicap(HandicapError::Twice { size, point }));
        }
        let mut points = placing.points.clone();
        points.push(point);
        self.set_placed(points)
    }

    /// Sets the handicap stones placed so far; the game begins once all are placed.
    pub(super) fn set_placed(&mut self, points: Vec<Point>) -> Result<(), Refused> {
        let Some(placing) = &mut self.placing else { return Err(Refused::NotMarking) };
        let game = placing.game(&points).map_err(Refused::Handicap)?;
        placing.points = points;
        self.game = game;
        let is_done = placing.is_done();
        let values = placing.values(self.game.size());
        if is_done {
            self.placing = None;
        }
        self.record(|kifu| kifu.set_values("AB", &values));
        // A placed stone is enough to create the file.
        self.changed(Change::Whole { is_move: true });
        let komi = hoshi_record::info::komi::spelling(self.game.komi());
        self.record(|kifu| kifu.set_info("KM", &komi));
        self.tell_moved(Why::Handicap, Some(Color::Black));
        Ok(())
    }

    pub(super) fn redo(&mut self, actor: Actor) -> Result<(), Refused> {
        if self.terms.undo != crate::UndoPolicy::Free
            && Color::ALL
                .into_iter()
                .any(|c| !self.seat(c).view.program && !self.acts_for(actor, c))
        {
            return Err(Refused::NoRedo);
        }
        if self.game.redoable() == 0 {
            return Err(Refused::NothingToRedo);
        }
        self.lapse_offer();
        loop {
            let before = self.game.board().clone();
            self.game.redo();
            match self.game.last_happened() {
                Some(Happened::Move(color, mv)) => {
                    self.record(|kifu| kifu.play(color, mv, None));
                }
                Some(Happened::SetUp) => {
                    let now =
                        hoshi_core::Position::new(self.game.board().clone(), self.game.turn());
                    self.record(|kifu| kifu.set_up(&before, &now));
                }
                Some(Happened::Resume(_) | Happened::End(_)) | None => {}
            }
            let is_persons = !self.seat(self.game.turn()).view.program || !self.has_person();
            if self.game.redoable() == 0 || is_persons {
                break;
            }
        }
        self.tell_moved(Why::Redo, None);
        self.after_phase();
        Ok(())
    }

    pub(super) fn comment(&mut self, text: &str, on: Option<&Step>) -> Result<(), Refused> {
        if self.demonstration.is_some() {
            return Err(Refused::Demonstrating);
        }
        let is_review = self.review.is_some();
        let is_here = |step: &Step| match step {
            Step::Number { number } => self.game.move_count() == *number as usize,
            _ => false,
        };
        let on = on.filter(|step| is_review || !is_here(step));
        let kifu = self.kifu.as_mut().ok_or(Refused::NoRecord)?;
        let node = match on {
            Some(step) => super::review::find(kifu, step).ok_or(Refused::NoSuchNode)?,
            None if is_review => kifu.node().id(),
            None => kifu.last().id(),
        };
        let change = kifu.comment_on(node, text).map_err(Refused::Record)?;
        self.changed(change);
        let node = Box::new(self.node_view());
        self.tell(Event::Node { node });
        Ok(())
    }
}

/// The result by area, with all stones alive.
fn area_as_it_stands(game: &Game) -> Outcome {
    let rules = hoshi_core::Rules {
        scoring: Scoring::Area,
        dead: DeadStones::Stay,
        ..game.rules().clone()
    };
    let marks = hoshi_core::DeadAndSeki::new(game.size());
    hoshi_core::Score::of(game.board(), &rules, &marks, game.komi(), game.handicap()).outcome()
}
