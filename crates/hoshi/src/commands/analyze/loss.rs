//! What a move lost to its player, by opinions about the positions before and after it.

use anyhow::Result;
use hoshi_core::{Color, Game, Phase};
use hoshi_session::Stop;

use super::analyst::{Analyst, Opinion};

/// A move that loses this much is a mistake: in points, or in win rate if there are no points.
pub(super) const POINTS: f64 = 2.0;
const CHANCE: f64 = 0.1;

/// A loss is believed if it is so many standard errors: less is chance in one case of forty.
pub(super) const ERRORS: f64 = 2.0;

/// What a move lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loss {
    /// Points, if the program estimates them; negative if the move gained some.
    pub(crate) points: Option<f64>,
    /// The standard error of the points, if it is known.
    pub(crate) error: Option<f64>,
    /// How much of the chance to win.
    pub(crate) chance: f64,
}

impl Loss {
    /// Whether it is worth naming.
    pub(super) fn is_mistake(&self) -> bool {
        self.points.map_or(self.chance >= CHANCE, |_| self.is_at_least(POINTS))
    }

    /// Whether it is at least this many points, and significant.
    pub(crate) fn is_at_least(&self, least: f64) -> bool {
        let points = self.points.unwrap_or(0.0);
        points >= least.max(ERRORS * self.error.unwrap_or(0.0))
    }

    /// For the order of mistakes.
    pub(super) fn weight(&self) -> f64 {
        self.points.unwrap_or(100.0 * self.chance)
    }

    /// The loss of `color`, who got the position `now` instead of `then`; the chances are those of `color`.
    fn between(color: Color, then: (&Opinion, f64), now: (&Opinion, f64)) -> Loss {
        let ((then, best), (now, played)) = (then, now);
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        Loss {
            points: then.score.zip(now.score).map(|(then, now)| sign * (then - now)),
            error: then.error.zip(now.error).map(|(one, other)| one.hypot(other)),
            chance: best - played,
        }
    }
}

/// What the last move of `after` lost; `None` if the opinions cannot be compared.
///
/// What looks like a mistake is looked at twice. The opinion before the move is a mean over playouts of all
/// moves that were tried, and that after it over playouts of one move, so the difference may be the fault of
/// the other moves. The position after the better move is searched as long as that after the move that was
/// played, and the two are compared: a move that the program itself would prefer then loses nothing.
pub(crate) fn loss(
    (before, then): (&Game, &Opinion),
    (after, now): (&Game, &Opinion),
    analyst: &mut dyn Analyst,
    stop: &Stop,
) -> Result<Option<Loss>> {
    let Some((color, mv)) = after.last_move() else { return Ok(None) };
    // Where turns do not alternate, the opinions are not about the same question.
    if before.turn() != color || after.turn() == color {
        return Ok(None);
    }
    let (Some(best), Some(reply)) = (then.best(), now.best()) else { return Ok(None) };
    let played = 1.0 - reply.win_rate;
    let first = Loss::between(color, (then, best.win_rate), (now, played));
    if best.mv == mv {
        let points = first.points.map(|points| points.min(0.0));
        return Ok(Some(Loss { points, chance: 0.0, ..first }));
    }
    // An engine that names no error has a mean of its own choosing, and a search of its own for each move.
    let mut other = before.clone();
    let is_doubtful = first.is_mistake() && first.error.is_some();
    if !is_doubtful || other.play(best.mv).is_err() || *other.phase() != Phase::Playing {
        return Ok(Some(first));
    }
    let better = analyst.look(&other, stop)?;
    let Some(answer) = better.best().filter(|_| !stop.is_set()) else { return Ok(Some(first)) };
    let rate = 1.0 - answer.win_rate;
    Ok(Some(Loss::between(color, (&better, rate), (now, played))))
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Move, Preset, Rules, Size};

    use super::super::analyst::Candidate;
    use super::*;

    /// Has a fixed opinion of each position, by its last move.
    struct Told(Vec<(Move, Opinion)>);

    impl Analyst for Told {
        fn name(&self) -> &str {
            "told"
        }

        fn look(&mut self, game: &Game, _stop: &Stop) -> Result<Opinion> {
            let (_, last) = game.last_move().expect("a move");
            let at = self.0.iter().position(|(mv, _)| *mv == last).expect("it was told");
            Ok(self.0.remove(at).1)
        }
    }

    fn mv(name: &str) -> Move {
        Size::S9.parse_move(name).unwrap()
    }

    fn opinion(best: &str, win_rate: f64, score: f64, error: Option<f64>) -> Opinion {
        let mv = mv(best);
        let candidate = Candidate { mv, visits: 100, win_rate, score: Some(score), line: vec![mv] };
        Opinion {
            candidates: vec![candidate],
            visits: 100,
            score: Some(score),
            error,
            owners: None,
        }
    }

    /// The loss of Black's A1 where the program prefers another move and says this of the positions.
    fn lost(best: &str, before: f64, after: f64, after_best: Option<f64>, error: f64) -> Loss {
        let start = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let mut played = start.clone();
        played.play(mv("A1")).unwrap();
        let then = opinion(best, 0.6, before, Some(error));
        let now = opinion("E5", 0.5, after, Some(error));
        let told = after_best.map(|score| (mv(best), opinion("G7", 0.45, score, Some(error))));
        let mut told = Told(told.into_iter().collect());
        let loss = loss((&start, &then), (&played, &now), &mut told, &Stop::default());
        assert!(told.0.is_empty(), "it was not asked");
        loss.unwrap().expect("a loss")
    }

    #[test]
    fn a_mistake_is_compared_with_the_better_move() {
        let loss = lost("C3", 8.0, -2.0, Some(6.0), 0.5);
        assert_eq!(loss.points, Some(8.0));
        assert!((loss.chance - 0.05).abs() < 1e-9, "{loss:?}");
        assert!(loss.is_mistake() && loss.is_at_least(8.0) && !loss.is_at_least(8.5));
        // The better move turns out to be no better: nothing is lost.
        let loss = lost("C3", 8.0, -2.0, Some(-3.0), 0.5);
        assert_eq!(loss.points, Some(-1.0));
        assert!(!loss.is_mistake());
    }

    #[test]
    fn the_move_that_the_program_prefers_loses_nothing() {
        let loss = lost("A1", 8.0, -2.0, None, 0.5);
        assert_eq!((loss.points, loss.chance), (Some(0.0), 0.0));
    }

    #[test]
    fn a_small_or_uncertain_loss_is_not_looked_at_again() {
        assert!(!lost("C3", 8.0, 7.0, None, 0.1).is_mistake());
        assert!(!lost("C3", 8.0, 4.0, None, 3.0).is_mistake());
    }
}
