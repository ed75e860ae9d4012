//! A program that plays at random.

use hoshi_core::playout::is_eye;
use hoshi_core::{Game, Move, Point, Rng as _, SplitMix64};

use crate::mind::{Chosen, Context, Fault, Mind, Profile, Task};

/// Plays any legal move that does not fill an eye of its own.
///
/// ```
/// use hoshi_session::{Context, Mind as _, Random, Stop};
///
/// let stop = Stop::default();
/// let profile = Random::new(1).start(&mut Context::new(&stop, &mut |_| {}))?;
/// assert_eq!(profile.name, "hoshi random");
/// # Ok::<(), hoshi_session::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    rng: SplitMix64,
}

impl Random {
    /// The same seed plays the same moves.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { rng: SplitMix64::new(seed) }
    }

    /// Passes if there is no other move, or after three moves per point.
    fn play(&mut self, game: &Game) -> Move {
        let color = game.turn();
        if game.move_count() >= 3 * game.size().area() {
            return Move::Pass;
        }
        let good = |point: &Point| !is_eye(game.board(), color, *point);
        let points: Vec<Point> = game.legal_points(color).filter(good).collect();
        let bound = u32::try_from(points.len()).unwrap_or(u32::MAX);
        points.get(self.rng.below(bound) as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }
}

impl Mind for Random {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Profile, Fault> {
        Ok(Profile { name: "hoshi random".to_owned(), ..Profile::default() })
    }

    fn check(&mut self, _task: &Task, _context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    fn choose(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        context.begin();
        Ok(Chosen::of(self.play(&task.game)))
    }
}
