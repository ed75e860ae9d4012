//! Who plays: a person, or one of the players that hoshi has itself.

use std::fmt;
use std::str::FromStr;

use hoshi_core::playout::is_eye;
use hoshi_core::{Game, Move, Point, Rng as _, SplitMix64};

/// One who can have a colour, as the command line names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Human,
    Random,
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        match text {
            "human" => Ok(Who::Human),
            "random" => Ok(Who::Random),
            _ => Err(format!("`{text}` is nobody that hoshi knows: write human or random")),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::Human => "human",
            Who::Random => "random",
        })
    }
}

/// A move at random: any legal one that does not fill an eye of one's own; a pass if there is none, or
/// if the game has gone on for three moves a point.
pub(crate) fn random_move(game: &Game, rng: &mut SplitMix64) -> Move {
    let color = game.turn();
    if game.move_count() >= 3 * game.size().area() {
        return Move::Pass;
    }
    let good = |point: &Point| !is_eye(game.board(), color, *point);
    let points: Vec<Point> = game.legal_points(color).filter(good).collect();
    let bound = u32::try_from(points.len()).unwrap_or(u32::MAX);
    points.get(rng.below(bound) as usize).map_or(Move::Pass, |&point| Move::Play(point))
}
