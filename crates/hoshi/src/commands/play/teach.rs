//! `--teach`: a move of a person that loses much is named, so that it can be taken back.

use std::time::Duration;

use anyhow::{Context as _, Result};
use hoshi_bot::{Limits, Settings};
use hoshi_core::{Game, Phase};
use hoshi_record::convert::node_at_move;
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_record::sgf::Collection;
use hoshi_session::Stop;
use hoshi_session::host::program::Lesson;

use crate::commands::analyze::{Analyst as _, BotAnalyst, loss};

/// A move that loses this many points is named.
const POINTS: f64 = 10.0;

/// How much thought a position gets: those before and after a move, and that after a better move.
const LIMITS: Limits =
    Limits { playouts: Some(1000), time: Some(Duration::from_millis(1500)), settled: false };

/// Looks at the moves of people.
pub(super) struct Teacher(BotAnalyst);

impl Teacher {
    pub(super) fn new() -> Teacher {
        Teacher(BotAnalyst::new(Settings::default(), LIMITS))
    }

    /// What move `number` of the main line of a record lost, if that is much.
    pub(super) fn look(&mut self, record: &str, number: u32) -> Result<Option<Lesson>> {
        let file = Collection::read(record)?;
        let tree = file.game(0).context("there is no game")?;
        let terms = Terms::of(tree);
        let at = |number| Ok(replay_brief(node_at_move(tree, number)?, &terms).game);
        let index = number as usize;
        let Some(before) = index.checked_sub(1) else { return Ok(None) };
        let before: Result<Game> = at(before);
        self.compare(&before?, &at(index)?, number)
    }

    fn compare(&mut self, before: &Game, after: &Game, number: u32) -> Result<Option<Lesson>> {
        if *before.phase() != Phase::Playing || *after.phase() != Phase::Playing {
            return Ok(None);
        }
        let stop = Stop::default();
        let (then, now) = (self.0.look(before, &stop)?, self.0.look(after, &stop)?);
        let lost = loss((before, &then), (after, &now), &mut self.0, &stop)?;
        let lost = lost.filter(|lost| lost.is_at_least(POINTS));
        let points = lost.and_then(|lost| lost.points);
        let (Some(points), Some(best), Some((_, mv))) = (points, then.best(), after.last_move())
        else {
            return Ok(None);
        };
        let size = before.size();
        let (at, better) = (size.move_name(mv), size.move_name(best.mv));
        Ok(Some(Lesson { number, at, points: points.round() as u32, better }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On 5x5 the first move in the middle takes the whole board.
    #[test]
    fn a_big_loss_is_named_and_a_good_move_is_not() {
        let look = |moves: &str, number| {
            let record = format!("(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]{moves})");
            Teacher::new().look(&record, number).unwrap()
        };
        let lesson = look(";B[ae]", 1).expect("a move in the corner");
        assert!(lesson.points >= 10);
        assert_eq!((lesson.number, &*lesson.at, &*lesson.better), (1, "A1", "C3"));
        assert_eq!(look(";B[cc]", 1), None);
        // The move with this number is meant, whatever came after it, and whatever else was tried.
        assert!(look(";B[ae];W[cc]", 1).is_some());
        assert!(look("(;B[ae];W[cc])(;B[cc])", 1).is_some());
        assert_eq!(look("(;B[cc];W[cb])(;B[ae])", 1), None);
        assert!(Teacher::new().look("(;SZ[5];B[cc])", 2).is_err());
    }
}
