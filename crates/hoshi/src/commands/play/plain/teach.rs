//! `--teach`: a move of a person that loses much is named, so that it can be taken back.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hoshi_bot::{Bot, Limits, Settings, Thought};
use hoshi_core::{Game, Move, Phase};
use hoshi_record::convert::node_at_move;
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_record::sgf::Collection;

/// From so many points on, a move is named.
const POINTS: f32 = 10.0;

/// How much thought a move gets, before and after it.
const LIMITS: Limits =
    Limits { playouts: Some(1000), time: Some(Duration::from_millis(1500)), settled: false };

/// Looks at the moves of people.
pub(super) struct Teacher {
    bot: Bot,
}

/// A move that lost much.
pub(super) struct Loss {
    /// Points.
    pub(super) points: f32,
    /// What would have been better.
    pub(super) better: Move,
}

impl Teacher {
    pub(super) fn new() -> Teacher {
        Teacher { bot: Bot::new(Settings::default()) }
    }

    /// What move `number` of a record lost, if that is much.
    pub(super) fn look(&mut self, record: &str, number: usize) -> Option<Loss> {
        let file = Collection::read(record).ok()?;
        let tree = file.game(0)?;
        let terms = Terms::of(tree);
        let at = |number| Some(replay_brief(node_at_move(tree, number).ok()?, &terms).game);
        let (before, after) = (at(number.checked_sub(1)?)?, at(number)?);
        self.compare(&before, &after)
    }

    fn compare(&mut self, before: &Game, after: &Game) -> Option<Loss> {
        let (_, played) = after.last_move()?;
        if *after.phase() != Phase::Playing || before.turn() == after.turn() {
            return None;
        }
        let best = self.think(before).candidates.into_iter().next()?;
        if best.mv == played {
            return None;
        }
        // Of the opponent, who is to move then.
        let reply = self.think(after).candidates.into_iter().next()?;
        let points = best.score + reply.score;
        (points >= POINTS).then_some(Loss { points, better: best.mv })
    }

    fn think(&mut self, game: &Game) -> Thought {
        self.bot.forget();
        self.bot.think(game, &LIMITS, &AtomicBool::new(false))
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Preset, Rules, Size};

    use super::*;

    /// On 5x5 the first move in the middle takes the whole board.
    #[test]
    fn a_big_loss_is_named_and_a_good_move_is_not() {
        let before = Game::new(Size::square(5).unwrap(), Rules::of(Preset::Chinese));
        let play = |name: &str| {
            let mut after = before.clone();
            after.play(before.size().parse_move(name).unwrap()).unwrap();
            Teacher::new().compare(&before, &after)
        };
        let loss = play("A1").expect("a move in the corner");
        assert!(loss.points >= POINTS);
        assert_eq!(before.size().move_name(loss.better), "C3");
        assert!(play("C3").is_none());
    }
}
