//! The mistakes of a game: what each move lost, by the opinions before and after it.

use hoshi_core::{Color, Move};
use serde_json::{Value, json};

use super::Position;
use super::analyst::Opinion;
use super::ending::Ending;
use super::loss::{ERRORS, Loss, POINTS};
use super::page::{line, percent, rounded, score};

/// How many mistakes are listed.
const LISTED: usize = 10;

/// What is known of a move of the main line.
pub(super) struct Judged {
    /// Its number, from 1; the position after it is that of this index.
    pub(super) number: usize,
    pub(super) color: Color,
    pub(super) mv: Move,
    pub(super) loss: Loss,
}

impl Judged {
    pub(super) fn is_mistake(&self) -> bool {
        self.loss.is_mistake()
    }
}

/// A whole game, judged.
pub(super) struct Mistakes {
    /// One for each position, where it could be analysed.
    pub(super) opinions: Vec<Option<Opinion>>,
    pub(super) moves: Vec<Judged>,
    /// The end of the game, if the last position is it.
    pub(super) ending: Option<Ending>,
}

impl Mistakes {
    /// The mistakes, the biggest first.
    pub(super) fn biggest(&self) -> Vec<&Judged> {
        let mut mistakes: Vec<&Judged> = self.moves.iter().filter(|one| one.is_mistake()).collect();
        mistakes.sort_by(|a, b| b.loss.weight().total_cmp(&a.loss.weight()));
        mistakes
    }

    /// What the program would have played instead of a move.
    pub(super) fn instead(&self, one: &Judged) -> &[Move] {
        let opinion = self.opinions[one.number - 1].as_ref();
        opinion.and_then(Opinion::best).map_or(&[], |best| &best.line)
    }

    fn visits(&self) -> u64 {
        self.opinions.iter().flatten().map(|opinion| opinion.visits).max().unwrap_or(0)
    }

    /// The median error of the points lost; `None` if the engine reports none.
    fn error(&self) -> Option<f64> {
        let mut errors: Vec<f64> = self.moves.iter().filter_map(|one| one.loss.error).collect();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).copied()
    }

    /// For a person.
    pub(super) fn page(&self, positions: &[Position], name: &str) -> String {
        let Some(first) = positions.first() else { return String::new() };
        let size = first.game.size();
        let numbered = |index: usize| positions[index].number;
        let mut text = format!(
            "{name}: {} moves on {size}, {} visits for each position\n",
            self.moves.len(),
            self.visits()
        );
        let biggest = self.biggest();
        // An engine may know no points, and the capture game has none.
        let has_points = self.opinions.iter().flatten().any(|opinion| opinion.score.is_some());
        let row = |cells: [&str; 7]| {
            let [number, color, played, points, rate, score, better] = cells;
            let points = if has_points { format!("{points:>8}") } else { String::new() };
            let score = if has_points { format!("{score:>9}") } else { String::new() };
            format!("{number:>5} {color:6}{played:6}{points}{rate:>10}{score}   {better}\n")
        };
        match (biggest.is_empty(), has_points) {
            (true, true) => text.push_str("\nNo move certainly lost two points or more.\n"),
            (true, false) => text.push_str("\nNo move lost a tenth of the chance to win.\n"),
            _ => {
                text.push('\n');
                let heads = ["move", "", "played", "points", "win rate", "score", "better"];
                text.push_str(&row(heads));
            }
        }
        for one in biggest.iter().take(LISTED) {
            let points = one.loss.points.map(|points| format!("-{points:.1}"));
            let after = self.opinions[one.number].as_ref();
            text.push_str(&row([
                &numbered(one.number).to_string(),
                &one.color.to_string(),
                &size.move_name(one.mv),
                points.as_deref().unwrap_or("?"),
                &format!("-{}", percent(one.loss.chance.max(0.0))),
                &score(after.and_then(|after| after.score)),
                &line(size, self.instead(one), 6),
            ]));
        }
        if let Some(error) = self.error() {
            text.push_str(&format!(
                "\nPoints lost are estimates, with an error of about {error:.1} points. Losses below about {:.1} \
                 points\nare not listed; more --playouts make the estimates better.\n",
                (ERRORS * error).max(POINTS)
            ));
        }
        text.push('\n');
        for color in Color::ALL {
            let (moves, lost, mistakes) = self.totals(color);
            if moves > 0 {
                let count = |many: usize, what: &str| match many {
                    1 => format!("1 {what}"),
                    many => format!("{many} {what}s"),
                };
                let lost =
                    lost.filter(|_| mistakes > 0).map(|lost| format!(", {lost:.1} points lost"));
                text.push_str(&format!(
                    "{color}: {} in {}{}\n",
                    count(mistakes, "mistake"),
                    count(moves, "move"),
                    lost.unwrap_or_default()
                ));
            }
        }
        if let Some(ending) = &self.ending {
            text.push_str(&format!("\n{}", ending.text()));
        }
        text
    }

    /// The moves of a colour, the points that its mistakes lost, and how many those were. Smaller losses are
    /// left out: added up, their errors would be most of the sum.
    fn totals(&self, color: Color) -> (usize, Option<f64>, usize) {
        let own: Vec<&Judged> = self.moves.iter().filter(|one| one.color == color).collect();
        let known = own.iter().any(|one| one.loss.points.is_some());
        let mistakes: Vec<&&Judged> = own.iter().filter(|one| one.is_mistake()).collect();
        let lost: f64 = mistakes.iter().filter_map(|one| one.loss.points).sum();
        (own.len(), known.then_some(lost), mistakes.len())
    }

    /// For a program.
    pub(super) fn to_json(&self, positions: &[Position]) -> Value {
        let Some(size) = positions.first().map(|first| first.game.size()) else {
            return Value::Null;
        };
        let number = |one: &Judged| positions[one.number].number;
        let moves = self.moves.iter().map(|one| {
            let after = self.opinions[one.number].as_ref();
            let names = self.instead(one).iter().map(|&mv| size.move_name(mv));
            let names: Vec<String> = names.collect();
            json!({
                "move": number(one),
                "color": one.color.to_string().to_lowercase(),
                "at": size.move_name(one.mv),
                "win_rate": after.and_then(Opinion::best).map(|reply| rounded(1.0 - reply.win_rate)),
                "score": after.and_then(|after| after.score).map(rounded),
                "points_lost": one.loss.points.map(rounded),
                "points_error": one.loss.error.map(rounded),
                "win_rate_lost": rounded(one.loss.chance),
                "best": names.first(),
                "line": names,
            })
        });
        let player = |color| {
            let (moves, lost, mistakes) = self.totals(color);
            json!({ "moves": moves, "points_lost": lost.map(rounded), "mistakes": mistakes })
        };
        json!({
            "visits": self.visits(),
            "moves": moves.collect::<Vec<_>>(),
            "mistakes": self.biggest().into_iter().map(number).collect::<Vec<_>>(),
            "result": self.ending.as_ref().map(Ending::result_json),
            "count": self.ending.as_ref().map(Ending::count_json),
            "players": { "black": player(Color::Black), "white": player(Color::White) },
        })
    }
}
