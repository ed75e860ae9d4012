//! A plain model of a game: the current state, and the states before and after each event.

use std::rc::Rc;

use hoshi_core::{
    Color, DeadAndSeki, DeadStones, Game, MarkError, Move, Outcome, Phase, Point, Refusal, Rules,
    Scoring, Setup,
};

use crate::common::{After, Cells, Reference, chain, group};

/// The stage of the game.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    Playing,
    Marking { marks: DeadAndSeki, agreed: [bool; 2] },
    Over(Outcome),
}

/// The whole state at one time.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) reference: Rc<Reference>,
    pub(super) turn: Color,
    pub(super) stage: Stage,
    /// The colour that passed, if that was the last event.
    passed: Option<Color>,
}

/// The game, with its past and the undone events.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) now: State,
    /// The state before each event, and right after it.
    events: Vec<(State, State)>,
    pub(super) done: usize,
}

impl Model {
    pub(super) fn new(game: &Game) -> Model {
        let (size, start) = (game.size(), game.start());
        let cells = size.points().map(|point| start.board().stone(point)).collect();
        let reference = Rc::new(Reference::new(size, game.rules(), cells, start.turn()));
        let now = State { reference, turn: start.turn(), stage: Stage::Playing, passed: None };
        Model { now, events: Vec::new(), done: 0 }
    }

    pub(super) fn reference(&self) -> &Reference {
        &self.now.reference
    }

    fn rules(&self) -> &Rules {
        &self.now.reference.rules
    }

    /// The number of events that can be redone.
    pub(super) fn undone(&self) -> usize {
        self.events.len() - self.done
    }

    /// The marks that count now.
    pub(super) fn marks(&self) -> DeadAndSeki {
        let before = self.done.checked_sub(1).map(|last| &self.events[last].0.stage);
        match (&self.now.stage, before) {
            (Stage::Marking { marks, .. }, _)
            | (Stage::Over(_), Some(Stage::Marking { marks, .. })) => marks.clone(),
            _ => DeadAndSeki::new(self.reference().size),
        }
    }

    fn happen(&mut self, after: State) {
        self.events.truncate(self.done);
        self.events.push((self.now.clone(), after.clone()));
        self.done += 1;
        self.now = after;
    }

    /// Why a move would be refused, or its result.
    pub(super) fn check(&self, color: Color, mv: Move) -> Result<Option<After>, Refusal> {
        match (&self.now.stage, mv) {
            (Stage::Marking { .. } | Stage::Over(_), _) => Err(Refusal::GameOver),
            (Stage::Playing, Move::Pass) => Ok(None),
            (Stage::Playing, Move::Play(point)) => self.reference().check(color, point).map(Some),
        }
    }

    /// Makes a move, allowed or not. `game` has made it, and provides the score if it ends.
    pub(super) fn play(&mut self, color: Color, mv: Move, game: &Game) -> Option<After> {
        let mut after = self.now.clone();
        let placed = Rc::make_mut(&mut after.reference).force(color, mv);
        after.turn = color.opponent();
        after.stage = Stage::Playing;
        let both = mv.is_pass() && self.now.passed == Some(color.opponent());
        after.passed = mv.is_pass().then_some(color);
        if both {
            let marks = DeadAndSeki::new(self.reference().size);
            after.stage = match self.rules().dead {
                DeadStones::Agreed if self.rules().capture.is_none() => {
                    Stage::Marking { marks, agreed: [false; 2] }
                }
                _ => Stage::Over(game.score_with(&marks).outcome()),
            };
        }
        self.happen(after);
        placed
    }

    /// Sets up the board, with a possible ko.
    pub(super) fn set_up(&mut self, setup: &Setup, ko: Option<Point>) {
        let mut after = self.now.clone();
        let reference = Rc::make_mut(&mut after.reference);
        let ko = ko.map(|point| reference.at(point));
        reference.set_up(setup.stones.values().to_vec(), setup.turn, ko, setup.captures);
        after = State { turn: setup.turn, stage: Stage::Playing, passed: None, ..after };
        self.happen(after);
    }

    /// The last board after this many moves.
    pub(super) fn after_moves(&self, moves: usize) -> Option<&Reference> {
        let past = self.events[..self.done].iter().map(|(before, _)| before);
        let mut all = past.chain([&self.now]).map(|state| &*state.reference);
        all.rfind(|reference| reference.moves == moves)
    }

    /// Ends the game, unless it is over.
    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), Refusal> {
        if let Stage::Over(_) = self.now.stage {
            return Err(Refusal::GameOver);
        }
        let after = State { stage: Stage::Over(outcome), passed: None, ..self.now.clone() };
        self.happen(after);
        Ok(())
    }

    pub(super) fn agree(&mut self, color: Color, game: &Game) -> Result<(), MarkError> {
        let Stage::Marking { marks, agreed } = &mut self.now.stage else {
            return Err(MarkError::NotMarking);
        };
        if agreed[color.opponent().index()] {
            let outcome = game.score_with(marks).outcome();
            self.end(outcome).expect("it isn't over");
        } else {
            agreed[color.index()] = true;
            self.events.truncate(self.done);
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, by: Color) -> Result<(), MarkError> {
        if !matches!(self.now.stage, Stage::Marking { .. }) {
            return Err(MarkError::NotMarking);
        }
        let turn = match self.rules().scoring {
            Scoring::Territory => by.opponent(),
            Scoring::Area => self.now.turn,
        };
        let after = State { turn, stage: Stage::Playing, passed: None, ..self.now.clone() };
        self.happen(after);
        Ok(())
    }

    /// Marks a block dead, or alive again.
    pub(super) fn toggle_dead(&mut self, point: Point) -> Result<(), MarkError> {
        self.mark(point, |reference, marks, at| {
            if reference.cells[at].is_none() {
                return Err(MarkError::NoStone);
            }
            let dead = !marks.dead.contains(point);
            let stones = group(reference.size, &reference.cells, at).stones;
            for stone in reference.points(&stones) {
                if dead {
                    marks.dead.insert(stone)
                } else {
                    marks.dead.remove(stone)
                };
            }
            Ok(())
        })
    }

    /// Marks a chain as in seki, or no longer.
    pub(super) fn toggle_seki(&mut self, point: Point) -> Result<(), MarkError> {
        self.mark(point, |reference, marks, at| {
            let dead = |at: usize| marks.dead.contains(reference.point(at));
            let alive = |at: usize| reference.cells[at].filter(|_| !dead(at));
            let cells: Cells = (0..reference.cells.len()).map(alive).collect();
            if cells[at].is_none() {
                return Err(MarkError::NoStone);
            }
            let seki = !marks.seki.contains(point);
            for stone in reference.points(&chain(reference.size, &cells, at)) {
                if seki {
                    marks.seki.insert(stone)
                } else {
                    marks.seki.remove(stone)
                };
            }
            Ok(())
        })
    }

    fn mark(
        &mut self,
        point: Point,
        change: impl Fn(&Reference, &mut DeadAndSeki, usize) -> Result<(), MarkError>,
    ) -> Result<(), MarkError> {
        let reference = Rc::clone(&self.now.reference);
        let Stage::Marking { marks, agreed } = &mut self.now.stage else {
            return Err(MarkError::NotMarking);
        };
        if !reference.size.contains(point) {
            return Err(MarkError::NoStone);
        }
        change(&reference, marks, reference.at(point))?;
        *agreed = [false; 2];
        self.events.truncate(self.done);
        Ok(())
    }

    /// Replaces the marks: whole blocks are dead, points without a stone are left out.
    pub(super) fn set_marks(&mut self, wanted: &DeadAndSeki) -> Result<(), MarkError> {
        let reference = Rc::clone(&self.now.reference);
        let Stage::Marking { marks, agreed } = &mut self.now.stage else {
            return Err(MarkError::NotMarking);
        };
        *marks = DeadAndSeki::new(reference.size);
        for (_, group) in reference.groups() {
            let stones = reference.points(&group.stones);
            if stones.iter().any(|&stone| wanted.dead.contains(stone)) {
                marks.dead.extend(stones.iter().copied());
            }
            marks.seki.extend(stones.into_iter().filter(|&stone| wanted.seki.contains(stone)));
        }
        *agreed = [false; 2];
        self.events.truncate(self.done);
        Ok(())
    }

    pub(super) fn undo_many(&mut self, steps: usize) -> usize {
        let steps = steps.min(self.done);
        if steps > 0 {
            self.done -= steps;
            self.now = self.events[self.done].0.clone();
        }
        steps
    }

    pub(super) fn redo(&mut self) -> bool {
        let Some((_, after)) = self.events.get(self.done) else { return false };
        self.now = after.clone();
        self.done += 1;
        true
    }

    /// Whether the game is being played.
    pub(super) fn is_playing(&self, game: &Game) -> bool {
        assert_eq!(matches!(self.now.stage, Stage::Playing), *game.phase() == Phase::Playing);
        matches!(self.now.stage, Stage::Playing)
    }
}
