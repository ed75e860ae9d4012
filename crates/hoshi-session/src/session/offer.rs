//! Offers of one side to the other: to take a move back, or to end the game with a result.

use hoshi_core::{Color, Happened, Move, Outcome, WinBy};

use hoshi_record::info::result;

use super::Session;
use crate::refused::Refused;
use crate::terms::UndoPolicy;
use crate::wire::{Actor, Closed, Event, Offer, Side, Vertex, Why};

impl Session {
    /// Closes the open offer, if any.
    fn close_offer(&mut self, how: Closed) {
        if let Some(offer) = self.offer.take() {
            self.tell(Event::Closed { offer, how });
        }
    }

    pub(super) fn lapse_offer(&mut self) {
        self.close_offer(Closed::Lapsed);
    }

    /// The side that asks for an undo: the only person, the side named, or the last to move if one
    /// actor holds both seats.
    fn undo_side(&self, actor: Actor, color: Option<Side>) -> Result<Color, Refused> {
        match self.side_of(actor, color) {
            Err(Refused::WhichSide) => {
                let last = self.game.last_move().map(|(color, _)| color);
                Ok(last.unwrap_or_else(|| self.game.turn().opponent()))
            }
            side => side,
        }
    }

    pub(super) fn request_undo(
        &mut self,
        actor: Actor,
        color: Option<Side>,
    ) -> Result<(), Refused> {
        let by = self.undo_side(actor, color)?;
        if self.placing.is_some() && !self.is_over() {
            return self.take_stone_back(actor);
        }
        if self.game.undoable() == 0 {
            return Err(Refused::NothingToUndo);
        }
        // Undo does not restore time: a side that lost on time would lose again at once.
        let turn = self.game.turn();
        let is_out = self.clocks.as_ref().is_some_and(|clocks| clocks.is_out(turn));
        if self.terms.undo == UndoPolicy::Never || self.terms.contest.is_some() || is_out {
            return Err(Refused::NoUndo);
        }
        if self.offer.is_some() {
            return Err(Refused::OfferOpen);
        }
        let opponent = by.opponent();
        let is_granted = self.terms.undo == UndoPolicy::Free
            || self.acts_for(actor, opponent)
            || self.seat(opponent).view.program;
        let to = self.undo_to(by)?;
        if is_granted {
            self.undo_until(to, by);
            return Ok(());
        }
        // The game is over: only its end is taken back, so there is no move to name.
        let (number, at) = self.move_after(to);
        let offer = Offer::Undo { by: by.into(), number, at };
        self.offer = Some(offer.clone());
        self.tell(Event::Offered { offer });
        Ok(())
    }

    /// The number of steps before the last decision of a side: its last move, or the end of the
    /// game, which is undone alone.
    fn undo_to(&self, by: Color) -> Result<usize, Refused> {
        if let Some(Happened::End(_)) = self.game.last_happened() {
            return Ok(self.game.undoable() - 1);
        }
        let mut game = self.game.clone();
        while let Some(last) = game.last_happened() {
            game.undo();
            match last {
                Happened::Move(color, _) if color == by => return Ok(game.undoable()),
                // Not a move of either side: it is undone alone.
                Happened::SetUp if game.undoable() + 1 == self.game.undoable() => {
                    return Ok(game.undoable());
                }
                _ => {}
            }
        }
        Err(Refused::NothingToUndo)
    }

    /// The move that follows after this many steps.
    fn move_after(&self, done: usize) -> (u32, Vertex) {
        let mut game = self.game.clone();
        game.undo_many(game.undoable() - done);
        let number = game.move_count() as u32 + 1;
        game.redo();
        let mv = match game.last_happened() {
            Some(Happened::Move(_, mv)) => mv,
            _ => Move::Pass,
        };
        (number, Vertex::of_move(game.size(), mv))
    }

    /// Undoes steps until this many are left.
    fn undo_until(&mut self, done: usize, by: Color) {
        let keep = self.terms.keep_undone;
        self.lapse_offer();
        while self.game.undoable() > done {
            let was_over = self.game.outcome().is_some();
            let Some(last) = self.game.last_happened() else { break };
            self.game.undo();
            if was_over {
                self.record(hoshi_record::kifu::Kifu::reopen);
            }
            match last {
                Happened::Move(..) | Happened::SetUp => {
                    self.record(|kifu| kifu.undo(keep));
                }
                Happened::Resume(_) | Happened::End(_) => {}
            }
        }
        self.marking = None;
        self.restore_marking();
        self.tell_moved(Why::Undo, Some(by));
    }

    /// Takes the last handicap stone back.
    fn take_stone_back(&mut self, actor: Actor) -> Result<(), Refused> {
        if !self.acts_for(actor, Color::Black) {
            return Err(Refused::NotYours(Side::Black));
        }
        let mut points = self.placing.as_ref().map_or_else(Vec::new, |p| p.points.clone());
        points.pop().ok_or(Refused::NothingToUndo)?;
        self.set_placed(points)
    }

    pub(super) fn answer(&mut self, actor: Actor, grant: bool) -> Result<(), Refused> {
        let Some(offer) = self.offer.clone() else { return Err(Refused::NoOffer) };
        let by = Color::from(offer.by());
        if !self.acts_for(actor, by.opponent()) {
            return Err(Refused::OwnOffer);
        }
        if !grant {
            self.close_offer(Closed::Declined);
            return Ok(());
        }
        match offer {
            Offer::Undo { .. } => {
                let to = self.undo_to(by)?;
                self.close_offer(Closed::Granted);
                self.undo_until(to, by);
            }
            Offer::Result { result, .. } => {
                let outcome = result.parse().map_err(|_| Refused::NotAResult(result))?;
                self.check_end()?;
                self.close_offer(Closed::Granted);
                self.end_as(outcome)?;
            }
        }
        Ok(())
    }

    pub(super) fn withdraw(&mut self, actor: Actor) -> Result<(), Refused> {
        let Some(offer) = &self.offer else { return Err(Refused::NoOffer) };
        if !self.acts_for(actor, offer.by().into()) {
            return Err(Refused::NotYours(offer.by()));
        }
        self.close_offer(Closed::Withdrawn);
        Ok(())
    }

    pub(super) fn result(&mut self, actor: Actor, text: &str) -> Result<(), Refused> {
        // As people write it, too: `b+3.5`, `jigo`. But `b+x` is not a win by an unknown margin.
        let is_whole =
            |outcome: &Outcome| !matches!(outcome, Outcome::Win { by: WinBy::Unknown, .. });
        let read = || result::read(text).ok()?.value.outcome().filter(is_whole);
        let outcome = text.parse().ok().or_else(read);
        let outcome = outcome.ok_or_else(|| Refused::NotAResult(text.to_owned()))?;
        let own = match actor {
            Actor::Black => Color::Black,
            Actor::White => Color::White,
            Actor::Both | Actor::Spectator => return self.end_as(outcome),
        };
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.seat(own.opponent()).view.program {
            return Err(Refused::Declined(own.opponent().into()));
        }
        if self.offer.is_some() {
            return Err(Refused::OfferOpen);
        }
        let offer = Offer::Result { by: own.into(), result: outcome.to_string() };
        self.offer = Some(offer.clone());
        self.tell(Event::Offered { offer });
        Ok(())
    }

    /// Whether the result can be set. It cannot if the rules ended and counted the game with the
    /// last pass.
    fn check_end(&self) -> Result<(), Refused> {
        let is_set = matches!(self.game.last_happened(), Some(Happened::End(_)));
        if self.is_over() && !is_set { Err(Refused::Over) } else { Ok(()) }
    }

    /// Ends the game with this outcome, or corrects its outcome.
    fn end_as(&mut self, outcome: Outcome) -> Result<(), Refused> {
        self.check_end()?;
        if self.is_over() {
            self.game.undo();
        }
        self.game.end_as(outcome).map_err(|_| Refused::Over)?;
        self.ended();
        Ok(())
    }
}
