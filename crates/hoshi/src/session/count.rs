//! After two passes: the dead stones are named, and the count agreed upon.

use hoshi_core::{Color, Game, MarkError, Phase, Point, Scoring, propose_seki};

use super::{Event, Refused, Session};

impl Session {
    pub(super) fn check_marking(&self) -> Result<(), Refused> {
        match self.game.phase() {
            Phase::Marking(_) => Ok(()),
            Phase::Playing => Err(Refused::NotMarking),
            Phase::Over(_) => Err(Refused::Over),
        }
    }

    pub(super) fn mark_dead(
        &mut self,
        points: &[Point],
        events: &mut Vec<Event>,
    ) -> Result<(), Refused> {
        self.mark(points, Game::toggle_dead, events)?;
        if self.game.rules().scoring == Scoring::Territory {
            let mut marks = self.game.marks();
            marks.seki = propose_seki(self.game.board(), &marks.dead);
            // The same points as before, of the same board.
            let _ = self.game.set_marks(&marks);
        }
        Ok(())
    }

    pub(super) fn mark_seki(
        &mut self,
        points: &[Point],
        events: &mut Vec<Event>,
    ) -> Result<(), Refused> {
        self.mark(points, Game::toggle_seki, events)
    }

    /// A copy of the game is marked, so that one wrong point leaves all as it was.
    fn mark(
        &mut self,
        points: &[Point],
        toggle: fn(&mut Game, Point) -> Result<(), MarkError>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refused> {
        self.check_marking()?;
        let mut game = self.game.clone();
        for &point in points {
            let name = game.size().a1(point).to_string();
            toggle(&mut game, point).map_err(|error| Refused::Mark { name, error })?;
        }
        self.game = game;
        events.push(Event::Marked);
        Ok(())
    }

    /// Both sides agree with the count: persons said so, and hoshi's own players always do.
    pub(super) fn agree(&mut self, events: &mut Vec<Event>) {
        for color in [Color::Black, Color::White] {
            // The first of them may have ended the game.
            let _ = self.game.agree(color);
        }
        self.ended(events);
    }
}
