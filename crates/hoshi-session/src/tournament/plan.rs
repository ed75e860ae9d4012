//! Who meets whom, in which colours and from which position.

use std::time::Duration;

use hoshi_core::{HalfPoints, Rules, Size, SplitMix64};
use serde_json::{Value, json};

use super::Sprt;
use super::ledger::{FORMAT, VERSION};
use super::openings::{self, Opening};
use crate::clock::Control;

/// A player in a match.
///
/// ```
/// use hoshi_session::tournament::Entrant;
///
/// let engine = Entrant {
///     who: "gnugo".into(),
///     command: Some(vec!["gnugo".into(), "--mode".into(), "gtp".into()]),
/// };
/// assert_eq!(Entrant::new("random").command, None);
/// # let _ = engine;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The text form of this player: `random`, `gnugo`, `gtp:COMMAND`.
    pub who: String,
    /// The command of an engine. An engine runs for all its games; every other player is created for
    /// each game, with the seed of that game.
    pub command: Option<Vec<String>>,
}

impl Entrant {
    /// A player that is not an engine.
    #[must_use]
    pub fn new(who: impl Into<String>) -> Entrant {
        Entrant { who: who.into(), command: None }
    }
}

/// Everything that determines a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The pairings, as indices of players.
    pub pairs: Vec<(usize, usize)>,
    /// The number of games per pair, at least one.
    pub games: usize,
    /// The board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// Komi.
    pub komi: HalfPoints,
    /// The time limit of the first and of the second of a pair.
    pub time: [Control; 2],
    /// The starting positions, at least one.
    pub openings: Vec<Opening>,
    /// The maximum number of moves; the game then ends and is counted by area, with all stones alive.
    pub max_moves: usize,
    /// The time limit per move for a side without a clock.
    pub move_limit: Duration,
    /// The seed of random players.
    pub seed: u64,
    /// The sequential test that can end the match; only with one pair.
    pub sprt: Option<Sprt>,
}

/// One game of a match, before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: usize,
    /// The index of the pair in the plan.
    pub pair: (usize, usize),
    /// Black's and White's player, as indices.
    pub seats: [usize; 2],
    /// The index of the opening.
    pub opening: usize,
}

impl Plan {
    /// The total number of games.
    #[must_use]
    pub fn total(&self) -> usize {
        self.pairs.len() * self.games
    }

    /// The game with a number, from 1. A pair plays all its games before the next pair; the first of a
    /// pair has Black in its odd games; every opening is played with both colours before the next one.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let (nth, game) = ((number - 1) / self.games, (number - 1) % self.games);
        let pair @ (first, second) = self.pairs[nth];
        let seats = if game % 2 == 0 { [first, second] } else { [second, first] };
        Fixture { number, pair, seats, opening: game / 2 % self.openings.len() }
    }

    /// The terms that must match for a resumption: the first line of the results.
    #[must_use]
    pub fn header(&self) -> Value {
        let players: Vec<&str> = self.entrants.iter().map(|one| one.who.as_str()).collect();
        let commands: Vec<_> = self.entrants.iter().map(|one| &one.command).collect();
        let pairs: Vec<_> = self.pairs.iter().map(|&(one, other)| [one + 1, other + 1]).collect();
        let has_openings = self.openings.iter().any(|opening| !opening.name.is_empty());
        let mut header = json!({
            "format": FORMAT,
            "version": VERSION,
            "players": players,
            "commands": commands,
            "pairs": pairs,
            "games": self.games,
            "size": self.size.to_string(),
            "rules": self.rules.to_string(),
            "komi": self.komi.to_string(),
            "time": self.time.map(|control| control.to_string()),
            "openings": has_openings.then(|| openings::digest(&self.openings)),
            "max_moves": self.max_moves,
            "move_limit": self.move_limit.as_secs_f64(),
            "seed": self.seed,
        });
        if let Some(sprt) = self.sprt {
            header["sprt"] = sprt.to_string().into();
        }
        header
    }

    /// The time limit that a player has in a game.
    #[must_use]
    pub fn control(&self, fixture: &Fixture, player: usize) -> Control {
        self.time[usize::from(fixture.pair.0 != player)]
    }

    /// The seeds of the random players of a game, Black's first: the nth number after the seed, and
    /// its complement.
    pub(super) fn seeds(&self, fixture: &Fixture) -> [u64; 2] {
        let seed = SplitMix64::nth(self.seed, fixture.number as u64);
        [seed, !seed]
    }
}
