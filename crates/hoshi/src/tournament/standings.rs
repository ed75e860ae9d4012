//! What the games of a match come to: who won how often, against whom, and how sure that is.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::odds::{elo, wilson};
use super::{Line, Plan};

/// A number of games from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Won, by colour, Black first.
    pub(crate) won: [usize; 2],
    pub(crate) lost: [usize; 2],
    pub(crate) drawn: usize,
}

impl Tally {
    pub(crate) fn wins(&self) -> usize {
        self.won.iter().sum()
    }

    pub(crate) fn losses(&self) -> usize {
        self.lost.iter().sum()
    }

    pub(crate) fn games(&self) -> usize {
        self.wins() + self.losses() + self.drawn
    }

    /// Points, of which a win is one and a draw half of one.
    pub(crate) fn points(&self) -> f64 {
        self.wins() as f64 + self.drawn as f64 / 2.0
    }

    /// The share of the points; nothing is known of no games.
    pub(crate) fn rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.points() / games as f64)
    }

    pub(crate) fn interval(&self) -> [f64; 2] {
        wilson(self.points(), self.games())
    }

    fn add(&mut self, line: &Line, player: usize) {
        let side = usize::from(line.seats[0] != player);
        match line.winner() {
            None => self.drawn += 1,
            Some(winner) if winner == player => self.won[side] += 1,
            Some(_) => self.lost[side] += 1,
        }
    }
}

/// One player's part in a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    pub(crate) tally: Tally,
    seconds: f64,
    thoughts: u64,
}

impl Standing {
    /// The time that a move took.
    pub(crate) fn mean_seconds(&self) -> f64 {
        if self.thoughts == 0 { 0.0 } else { self.seconds / self.thoughts as f64 }
    }
}

/// What a match has come to.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    pub(crate) games: usize,
    pub(crate) draws: usize,
    /// As the players are told.
    pub(crate) players: Vec<Standing>,
    /// From the view of the first of each pair, as the pairs are told.
    pub(crate) pairs: Vec<Tally>,
    pub(crate) disputed: usize,
    pub(crate) capped: usize,
    /// Games with the moves of one before.
    pub(crate) repeated: usize,
    /// The game, the player, the reason.
    pub(crate) faults: Vec<(usize, usize, String)>,
}

impl Standings {
    /// Adds up the games that are over. The order they ended in doesn't matter.
    pub(crate) fn of(plan: &Plan, lines: &[Line]) -> Standings {
        let mut lines: Vec<&Line> = lines.iter().collect();
        lines.sort_by_key(|line| line.game);
        let mut all = Standings {
            games: lines.len(),
            draws: 0,
            players: vec![Standing::default(); plan.players.len()],
            pairs: vec![Tally::default(); plan.pairs.len()],
            disputed: 0,
            capped: 0,
            repeated: 0,
            faults: Vec::new(),
        };
        let mut seen = HashSet::new();
        for line in lines {
            for (side, &player) in line.seats.iter().enumerate() {
                let standing = &mut all.players[player];
                standing.tally.add(line, player);
                standing.seconds += line.seconds[side];
                standing.thoughts += u64::from(line.asked[side]);
            }
            let pair = (line.game - 1) / plan.games;
            all.pairs[pair].add(line, plan.pairs[pair].0);
            all.draws += usize::from(line.winner().is_none());
            all.disputed += usize::from(line.disputed);
            all.capped += usize::from(line.capped);
            all.repeated += usize::from(!seen.insert(line.digest));
            if let Some((color, reason)) = &line.fault {
                all.faults.push((line.game, line.seats[color.index()], reason.clone()));
            }
        }
        all
    }

    /// All of it as data.
    pub(crate) fn to_json(&self, plan: &Plan) -> Value {
        let who = |player: usize| plan.players[player].who.to_string();
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
                    "mean_seconds": standing.mean_seconds(),
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
        })
    }

    /// All of it for people.
    pub(crate) fn to_text(&self, plan: &Plan) -> String {
        let [first, second] = plan.time;
        let time = match (first.0, first == second) {
            (None, true) => String::new(),
            (_, true) => format!(", time {first}"),
            _ => format!(", time {first} against {second}"),
        };
        let games = counted(self.games, "game");
        let mut text =
            format!("{games}, {}, {}, komi {}{time}\n\n", plan.size, plan.rules, plan.komi);
        let names: Vec<String> = plan.players.iter().map(|one| one.who.to_string()).collect();
        // The names are commands, and long: they come last, where nothing else is pushed aside.
        text += "    games   won  lost drawn  as Black  as White  seconds a move  player\n";
        for (number, (name, standing)) in names.iter().zip(&self.players).enumerate() {
            let Tally { won, lost, drawn } = standing.tally;
            // Of the games as that colour that were decided.
            let of = |side: usize| format!("{}/{}", won[side], won[side] + lost[side]);
            text += &format!(
                "{:>3} {:>5} {:>5} {:>5} {drawn:>5}  {:>8}  {:>8}  {:>14.3}  {name}\n",
                number + 1,
                standing.tally.games(),
                standing.tally.wins(),
                standing.tally.losses(),
                of(0),
                of(1),
                standing.mean_seconds(),
            );
        }
        if plan.players.len() > 2 {
            text += "\n";
            text += &self.cross_table(plan);
        }
        text += "\n";
        for (&(first, second), tally) in plan.pairs.iter().zip(&self.pairs) {
            text += &format!("{} against {}: {}\n", first + 1, second + 1, said(tally));
        }
        text + &self.remarks(plan)
    }

    /// Who won how often against whom: won-lost-drawn, the row's player first.
    fn cross_table(&self, plan: &Plan) -> String {
        let many = plan.players.len();
        let cell = |row: usize, column: usize| {
            let of = |one, other| {
                let found = plan.pairs.iter().zip(&self.pairs);
                found.into_iter().find(|(pair, _)| **pair == (one, other)).map(|(_, tally)| tally)
            };
            match (of(row, column), of(column, row)) {
                (Some(tally), _) => {
                    format!("{}-{}-{}", tally.wins(), tally.losses(), tally.drawn)
                }
                (None, Some(tally)) => {
                    format!("{}-{}-{}", tally.losses(), tally.wins(), tally.drawn)
                }
                (None, None) => "-".to_owned(),
            }
        };
        let cells: Vec<Vec<String>> =
            (0..many).map(|row| (0..many).map(|column| cell(row, column)).collect()).collect();
        let wide = cells.iter().flatten().map(String::len).max().unwrap_or(1);
        let line = |head: String, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("  {cell:>wide$}")).collect();
            format!("{head:>3}{cells}\n")
        };
        let head = line(String::new(), (1..=many).map(|number| number.to_string()).collect());
        let rows = cells.into_iter().enumerate();
        head + &rows.map(|(row, cells)| line((row + 1).to_string(), cells)).collect::<String>()
    }

    /// What is to be known of the games besides who won.
    fn remarks(&self, plan: &Plan) -> String {
        let mut text = String::new();
        if self.disputed > 0 {
            text += &format!("{} disputed: dead stones were not agreed on\n", self.disputed);
        }
        if self.capped > 0 {
            text += &format!(
                "{} ended at {} moves, and counted by area as they stood\n",
                self.capped, plan.max_moves
            );
        }
        if self.repeated > 0 {
            text += &format!(
                "{} repeated: the same moves as in an earlier game, so the interval is too narrow\n",
                self.repeated
            );
        }
        if !self.faults.is_empty() {
            text += &format!("{}:\n", counted(self.faults.len(), "fault"));
        }
        for (game, player, reason) in &self.faults {
            text += &format!("  game {game}, {}: {reason}\n", plan.players[*player].who);
        }
        text
    }
}

/// A number of things.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What a tally says, as a sentence.
fn said(tally: &Tally) -> String {
    let Some(rate) = tally.rate() else { return "no game yet".to_owned() };
    let [low, high] = tally.interval();
    format!(
        "{:.1} % of {} (95 %: {:.1} to {:.1} %), Elo {} ({} to {})",
        100.0 * rate,
        counted(tally.games(), "game"),
        100.0 * low,
        100.0 * high,
        signed(elo(rate)),
        signed(elo(low)),
        signed(elo(high)),
    )
}

fn signed(elo: f64) -> String {
    // No minus before nothing.
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// The difference in Elo and its bounds; one without end is nothing.
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

    use super::super::openings::Opening;
    use super::super::{Contestant, Fixture};
    use super::*;
    use crate::players::Who;
    use crate::session::clock::Control;

    /// Three players, each against each, four times.
    fn plan() -> Plan {
        let rules = Rules::of(Preset::Chinese);
        let game = Game::new(Size::S9, rules.clone());
        let player = |name: &str| Contestant {
            who: Who::Named(name.to_owned()),
            command: None,
            table: None,
        };
        Plan {
            players: ["a", "b", "c"].map(player).to_vec(),
            pairs: vec![(0, 1), (0, 2), (1, 2)],
            games: 4,
            size: Size::S9,
            rules,
            komi: HalfPoints::whole(7),
            time: [Control(None); 2],
            openings: vec![Opening { name: String::new(), game }; 2],
            max_moves: 343,
            move_limit: std::time::Duration::from_secs(600),
            seed: 1,
        }
    }

    fn line(plan: &Plan, game: usize, result: &str) -> Line {
        Line {
            game,
            seats: plan.fixture(game).seats,
            outcome: result.parse().unwrap(),
            moves: 50,
            seconds: [1.0, 3.0],
            asked: [2, 2],
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
        let mut lines: Vec<Line> = ["B+R", "B+0.5", "0", "W+T", "B+1", "W+F", "B+2"]
            .into_iter()
            .enumerate()
            .map(|(nth, result)| line(&plan, nth + 1, result))
            .collect();
        lines[3].fault = Some((Color::Black, "its time was up".to_owned()));
        lines[6].digest = 1;
        let all = Standings::of(&plan, &lines);
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
        lines.reverse();
        assert_eq!(Standings::of(&plan, &lines).to_json(&plan), all.to_json(&plan));
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
