//! The report: a table for people, JSON for programs, and the check that every program plays the
//! defined playout.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::contender::Tally;
use crate::options::Options;
use crate::{Outcome, ROUNDS};

/// The mean length of this playout; another mean is another playout.
fn range(size: u8) -> Option<(f64, f64)> {
    match size {
        9 => Some((110.3, 111.1)),
        19 => Some((453.7, 456.3)),
        _ => None,
    }
}

/// Whether the mean length is in its range, within the error of this many playouts.
pub(crate) fn is_the_playout(size: u8, tally: &Tally) -> bool {
    let Some((low, high)) = range(size) else { return true };
    let mean = tally.mean_length();
    let slack = 3.0 * tally.length_error();
    // The slack is for the few playouts of a slow program; with many it vanishes.
    mean >= low - slack && mean <= high + slack
}

/// The table of one board.
pub(crate) fn table(size: u8, outcomes: &[Outcome], options: &Options) -> String {
    let mut text = String::new();
    let how = if options.check {
        "a fixed number of playouts".to_owned()
    } else {
        format!("best of {ROUNDS} rounds of {} s for each program, in turn", options.seconds)
    };
    let _ = writeln!(text, "{size}x{size}, {how}");
    let _ = writeln!(
        text,
        "{:<20} {:>14} {:>11} {:>8} {:>14} {:>10} {:>9}",
        "program",
        "playouts/cpu s",
        "wall time",
        "ns/move",
        "moves/playout",
        "Black wins",
        "hoshi is"
    );
    let ours = outcomes.first().map_or(0.0, |outcome| outcome.best.speed());
    for Outcome { name, best, total } in outcomes {
        let mark = if is_the_playout(size, total) { ' ' } else { '!' };
        let _ = writeln!(
            text,
            "{name:<20} {:>14.0} {:>11.0} {:>8.1} {:>13.2}{mark} {:>8.2} % {:>8.2}x",
            best.speed(),
            best.wall_speed(),
            best.nanoseconds(),
            total.mean_length(),
            100.0 * total.black_win_rate(),
            ours / best.speed(),
        );
    }
    if let Some((low, high)) = range(size) {
        let _ = writeln!(
            text,
            "moves/playout must be {low} to {high}, give or take 3 standard errors of the mean;\n\
             `!` marks another playout"
        );
    }
    text.push('\n');
    text
}

/// The same as JSON.
pub(crate) fn json(size: u8, outcomes: &[Outcome]) -> Value {
    let ours = outcomes.first().map_or(0.0, |outcome| outcome.best.speed());
    let rows: Vec<Value> = outcomes
        .iter()
        .map(|Outcome { name, best, total }| {
            json!({
                "program": name,
                "playouts_per_cpu_second": best.speed(),
                "playouts_per_second": best.wall_speed(),
                "nanoseconds_per_move": best.nanoseconds(),
                "playouts": total.playouts,
                "moves": total.moves,
                "cpu_seconds": total.span.cpu.as_secs_f64(),
                "mean_length": total.mean_length(),
                "mean_length_error": total.length_error(),
                "mean_length_ok": is_the_playout(size, total),
                "black_win_rate": total.black_win_rate(),
                "hoshi_ratio": ours / best.speed(),
            })
        })
        .collect();
    json!({ "size": size, "rows": rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Played;

    fn many(moves: u32) -> Tally {
        let mut tally = Tally::default();
        (0..1000).for_each(|_| tally.count(Played { moves, black_won: false }));
        tally
    }

    #[test]
    fn another_playout_is_seen() {
        assert!(is_the_playout(9, &many(111)) && !is_the_playout(9, &many(112)));
        assert!(is_the_playout(19, &many(455)) && !is_the_playout(19, &many(450)));
        assert!(is_the_playout(13, &many(1)));
    }
}
