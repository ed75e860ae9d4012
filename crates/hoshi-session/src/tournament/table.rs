//! The table of a match, for people.

use super::odds::elo;
use super::{Plan, Standings, Tally};

impl Standings {
    /// All of it as a table.
    #[must_use]
    pub fn to_text(&self, plan: &Plan) -> String {
        let [first, second] = plan.time;
        let time = match (first.0, first == second) {
            (None, true) => String::new(),
            (_, true) => format!(", time {first}"),
            _ => format!(", time {first} against {second}"),
        };
        let games = counted(self.games, "game");
        let mut text =
            format!("{games}, {}, {}, komi {}{time}\n\n", plan.size, plan.rules, plan.komi);
        let names = plan.entrants.iter().map(|one| &one.who);
        // The names may be long commands, so they come last.
        text += "    games   won  lost drawn  as Black  as White  seconds a move  player\n";
        for (number, (name, standing)) in names.zip(&self.players).enumerate() {
            let Tally { won, lost, drawn } = standing.tally;
            // Of the decided games with that colour.
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
        if plan.entrants.len() > 2 {
            text += "\n";
            text += &self.cross_table(plan);
        }
        text += "\n";
        for (&(first, second), tally) in plan.pairs.iter().zip(&self.pairs) {
            text += &format!("{} against {}: {}\n", first + 1, second + 1, summary(tally));
        }
        if let Some(evidence) = &self.sprt {
            text += &evidence.to_text();
        }
        text + &self.remarks(plan)
    }

    /// The cross table: won-lost-drawn, from the view of the row's player.
    fn cross_table(&self, plan: &Plan) -> String {
        let many = plan.entrants.len();
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

    /// Remarks about disputed, capped and repeated games, and faults.
    fn remarks(&self, plan: &Plan) -> String {
        let mut text = String::new();
        if self.disputed > 0 {
            text +=
                &format!("{} disputed: the players disagreed about dead stones\n", self.disputed);
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
            text += &format!("  game {game}, {}: {reason}\n", plan.entrants[*player].who);
        }
        text
    }
}

/// A number with its noun.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A tally as a sentence.
fn summary(tally: &Tally) -> String {
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
    // No minus sign before 0.
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}
