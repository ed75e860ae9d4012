//! The standings of a match: wins and losses per player and pair, with confidence intervals.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::odds::{elo, wilson};
use super::{Evidence, GameResult, Plan};

/// A number of games from one side's view.
///
/// ```
/// use hoshi_session::tournament::Tally;
///
/// let tally = Tally { won: [3, 2], lost: [1, 1], drawn: 1 };
/// assert_eq!((tally.wins(), tally.losses(), tally.games()), (5, 2, 8));
/// assert_eq!(tally.rate(), Some(5.5 / 8.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won as Black and as White.
    pub won: [usize; 2],
    /// Games lost as Black and as White.
    pub lost: [usize; 2],
    /// Games without a winner.
    pub drawn: usize,
}

impl Tally {
    /// Games won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.won.iter().sum()
    }

    /// Games lost.
    #[must_use]
    pub fn losses(&self) -> usize {
        self.lost.iter().sum()
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.wins() + self.losses() + self.drawn
    }

    /// Points: a win is one, a draw half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.drawn as f64 / 2.0
    }

    /// The share of the points; `None` before the first game.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.points() / games as f64)
    }

    /// Wilson's 95 % interval for that share.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        wilson(self.points(), self.games())
    }

    fn add(&mut self, result: &GameResult, player: usize) {
        let side = usize::from(result.seats[0] != player);
        match result.winner() {
            None => self.drawn += 1,
            Some(winner) if winner == player => self.won[side] += 1,
            Some(_) => self.lost[side] += 1,
        }
    }
}

/// One player's results in a match.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Its games.
    pub tally: Tally,
    seconds: f64,
    thoughts: u64,
}

impl Standing {
    /// The mean time for a move; 0 before the first one.
    #[must_use]
    pub fn mean_seconds(&self) -> f64 {
        if self.thoughts == 0 { 0.0 } else { self.seconds / self.thoughts as f64 }
    }
}

/// The standings of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The number of finished games.
    pub games: usize,
    /// The number of games without a winner.
    pub draws: usize,
    /// The players, in the order of the plan.
    pub players: Vec<Standing>,
    /// The pairs, in the order of the plan, from the view of the first of each.
    pub pairs: Vec<Tally>,
    /// Games whose players disagreed about dead stones.
    pub disputed: usize,
    /// Games that were ended because of their length.
    pub capped: usize,
    /// Games identical to an earlier one.
    pub repeated: usize,
    /// The game, the player, the reason.
    pub faults: Vec<(usize, usize, String)>,
    /// The test, if the match has one.
    pub sprt: Option<Evidence>,
}

impl Standings {
    /// Adds up the finished games, in any order.
    #[must_use]
    pub fn of(plan: &Plan, results: &[GameResult]) -> Standings {
        let sprt = Evidence::of(plan, results);
        let mut results: Vec<&GameResult> = results.iter().collect();
        results.sort_by_key(|result| result.game);
        let mut all = Standings {
            games: results.len(),
            draws: 0,
            players: vec![Standing::default(); plan.entrants.len()],
            pairs: vec![Tally::default(); plan.pairs.len()],
            disputed: 0,
            capped: 0,
            repeated: 0,
            faults: Vec::new(),
            sprt,
        };
        let mut seen = HashSet::new();
        for result in results {
            for (side, &player) in result.seats.iter().enumerate() {
                let standing = &mut all.players[player];
                standing.tally.add(result, player);
                standing.seconds += result.seconds[side];
                standing.thoughts += u64::from(result.thoughts[side]);
            }
            let pair = (result.game - 1) / plan.games;
            all.pairs[pair].add(result, plan.pairs[pair].0);
            all.draws += usize::from(result.winner().is_none());
            all.disputed += usize::from(result.disputed);
            all.capped += usize::from(result.capped);
            all.repeated += usize::from(!seen.insert(result.digest));
            if let Some((color, reason)) = &result.fault {
                all.faults.push((result.game, result.seats[color.index()], reason.clone()));
            }
        }
        all
    }

    /// All of it as JSON.
    #[must_use]
    pub fn to_json(&self, plan: &Plan) -> Value {
        let who = |player: usize| plan.entrants[player].who.as_str();
        let players: Vec<Value> = self
            .players
            .iter()
            .enumerate()
            .map(|(player, standing)| {
                let tally = &standing.tally;
                json!({
                    "who": who(player),
                    "games": tally.games(),
                    "wins": tally.wins(),
                    "wins_as_black": tally.won[0],
                    "wins_as_white": tally.won[1],
                    "losses": tally.losses(),
                    "draws": tally.drawn,
                    "mean_seconds": (standing.mean_seconds() * 1e6).round() / 1e6,
                })
            })
            .collect();
        let pairs: Vec<Value> = plan
            .pairs
            .iter()
            .zip(&self.pairs)
            .map(|(&(first, second), tally)| {
                json!({
                    "first": who(first),
                    "second": who(second),
                    "games": tally.games(),
                    "wins": tally.wins(),
                    "losses": tally.losses(),
                    "draws": tally.drawn,
                    "win_rate": tally.rate(),
                    "interval": tally.interval(),
                    "elo": elo_json(tally),
                })
            })
            .collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|(game, player, reason)| json!({ "game": game, "who": who(*player), "reason": reason }))
            .collect();
        let first = &self.players[0].tally;
        json!({
            "games": self.games,
            "players": players,
            "draws": self.draws,
            "win_rate": first.rate(),
            "interval": first.interval(),
            "elo": elo_json(first),
            "disputed": self.disputed,
            "capped": self.capped,
            "repeated": self.repeated,
            "faults": faults,
            "pairs": pairs,
            "seed": plan.seed,
            "sprt": self.sprt.as_ref().map(Evidence::to_json),
        })
    }
}

/// The difference in Elo and its bounds; `null` where it is infinite.
fn elo_json(tally: &Tally) -> Value {
    let finite = |rate: f64| Some(elo(rate)).filter(|elo| elo.is_finite());
    json!({
        "difference": tally.rate().and_then(finite),
        "interval": tally.interval().map(finite),
    })
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Color, Game, HalfPoints, Preset, Rules, Size};

    use super::super::{Entrant, Fixture, Opening};
    use super::*;
    use crate::Control;

    /// Three players, all against all, four times.
    fn plan() -> Plan {
        let rules = Rules::of(Preset::Chinese);
        let game = Game::new(Size::S9, rules.clone());
        Plan {
            entrants: ["engine:a", "engine:b", "engine:c"].map(Entrant::new).to_vec(),
            pairs: vec![(0, 1), (0, 2), (1, 2)],
            games: 4,
            size: Size::S9,
            rules,
            komi: HalfPoints::whole(7),
            time: [Control(None); 2],
            openings: vec![Opening::of(game); 2],
            max_moves: 343,
            move_limit: std::time::Duration::from_secs(600),
            seed: 1,
            sprt: None,
        }
    }

    fn over(plan: &Plan, game: usize, result: &str) -> GameResult {
        GameResult {
            game,
            seats: plan.fixture(game).seats,
            outcome: result.parse().unwrap(),
            moves: 50,
            seconds: [1.0, 3.0],
            thoughts: [2, 2],
            fault: None,
            disputed: false,
            capped: false,
            digest: game as u64,
        }
    }

    #[test]
    fn colours_alternate_and_openings_are_played_with_both() {
        let plan = plan();
        let of = |number: usize| {
            let Fixture { seats, opening, .. } = plan.fixture(number);
            (seats, opening)
        };
        let all: Vec<_> = (1..=6).map(of).collect();
        assert_eq!(
            all,
            [([0, 1], 0), ([1, 0], 0), ([0, 1], 1), ([1, 0], 1), ([0, 2], 0), ([2, 0], 0)]
        );
        assert_eq!((plan.total(), plan.fixture(12).seats), (12, [2, 1]));
    }

    #[test]
    fn games_are_added_up_in_any_order() {
        let plan = plan();
        let mut results: Vec<GameResult> = ["B+R", "B+0.5", "0", "W+T", "B+1", "W+F", "B+2"]
            .into_iter()
            .enumerate()
            .map(|(nth, result)| over(&plan, nth + 1, result))
            .collect();
        results[3].fault = Some((Color::Black, "its time was up".to_owned()));
        results[6].digest = 1;
        let all = Standings::of(&plan, &results);
        assert_eq!(all.pairs[0], Tally { won: [1, 1], lost: [0, 1], drawn: 1 });
        assert_eq!(all.pairs[1], Tally { won: [2, 1], lost: [0, 0], drawn: 0 });
        assert_eq!(all.players[0].tally, Tally { won: [3, 2], lost: [0, 1], drawn: 1 });
        assert_eq!(all.players[2].tally.losses(), 3);
        assert_eq!(all.faults, [(4, 1, "its time was up".to_owned())]);
        assert_eq!((all.draws, all.repeated, all.games), (1, 1, 7));
        let rate = all.players[0].tally.rate().unwrap();
        assert!((rate - 5.5 / 7.0).abs() < 1e-12);
        // Black took half a second a move, White one and a half.
        assert!((all.players[0].mean_seconds() - 13.0 / 14.0).abs() < 1e-12);
        results.reverse();
        assert_eq!(Standings::of(&plan, &results).to_json(&plan), all.to_json(&plan));
        let text = all.to_text(&plan);
        for part in [
            "  1      -  2-1-1  3-0-0\n  2  1-2-1      -  0-0-0\n  3  0-3-0  0-0-0      -\n",
            "1 against 2: 62.5 % of 4 games (95 %: 21.9 to 90.8 %), Elo +89 (-220 to +398)\n",
            "2 against 3: no game yet\n",
            "1 repeated: ",
            "1 fault:\n  game 4, engine:b: its time was up\n",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
