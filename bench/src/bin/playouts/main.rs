//! Playouts of hoshi and of its peers, in turn, in one run: the same flags, the same generator, the
//! same playout. It prints a ratio on this machine; nothing here asserts seconds.

#![warn(clippy::print_stderr, clippy::print_stdout)]

mod contender;
mod go_game_board;
mod goban;
mod hoshi;
mod options;
mod report;

use std::process::ExitCode;
use std::time::Duration;

use hoshi_bench::clock::Watch;
use hoshi_bench::options::Options as Words;
use hoshi_bench::say::{put, tell};
use hoshi_core::SplitMix64;

use contender::{Contender, Tally};
use options::Options;

/// The definition of what is measured, for the report.
const DEFINITION: &str = "\
A playout: uniformly random moves from the empty board, among the legal ones that do not
fill the mover's own one-point eye (all four neighbours own or off the board; opponent
stones on diagonals, plus 1 at the edge, fewer than 2); simple ko, no suicide; ends at two
passes or 3*N*N moves; area scoring, komi 7.5, with the position's hash maintained. One thread.";

const ROUNDS: u64 = 5;

fn main() -> ExitCode {
    let read = Words::read("playouts", options::HELP, &options::KNOWN, Options::of);
    let options = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut same = true;
    let mut tables = Vec::new();
    for &size in &options.sizes {
        let results = if options.check { check(size) } else { race(size, options.seconds) };
        same &= results.iter().all(|result| report::is_the_playout(size, &result.total));
        if !options.json {
            put(&report::table(size, &results, &options));
        }
        tables.push(report::json(size, &results));
    }
    if options.json {
        put(&format!("{}\n", serde_json::json!({ "definition": DEFINITION, "tables": tables })));
    } else {
        put(&format!("{DEFINITION}\n"));
    }
    if same {
        ExitCode::SUCCESS
    } else {
        tell("playouts", "a mean length is out of range: that program plays a different playout");
        ExitCode::FAILURE
    }
}

/// The result of one program on one board.
struct Outcome {
    name: &'static str,
    /// Its fastest round, by processor time.
    best: Tally,
    /// All of its rounds.
    total: Tally,
}

fn contenders(size: u8) -> Vec<Box<dyn Contender>> {
    vec![
        Box::new(hoshi::Hoshi::new(size)),
        Box::new(go_game_board::GoGameBoard::new(size)),
        Box::new(goban::Goban::new(size)),
    ]
}

/// Five rounds, every program in each of them for the same time.
fn race(size: u8, seconds: f64) -> Vec<Outcome> {
    let mut contenders = contenders(size);
    let mut outcomes: Vec<Outcome> = contenders
        .iter()
        .map(|contender| Outcome {
            name: contender.name(),
            best: Tally::default(),
            total: Tally::default(),
        })
        .collect();
    for round in 0..ROUNDS {
        for (contender, outcome) in contenders.iter_mut().zip(&mut outcomes) {
            let mut rng = SplitMix64::new(1 + round);
            let limit = Duration::from_secs_f64(seconds);
            let tally = play(contender.as_mut(), &mut rng, |tally| tally.span.cpu < limit);
            if tally.speed() > outcome.best.speed() {
                outcome.best = tally;
            }
            outcome.total = outcome.total.add(&tally);
        }
    }
    outcomes
}

/// A fixed number of playouts from a fixed seed: the same lengths everywhere.
fn check(size: u8) -> Vec<Outcome> {
    let mut contenders = contenders(size);
    let check = |contender: &mut Box<dyn Contender>| {
        let mut rng = SplitMix64::new(1);
        let enough = contender.enough();
        let tally = play(contender.as_mut(), &mut rng, |tally| tally.playouts < enough);
        Outcome { name: contender.name(), best: tally, total: tally }
    };
    contenders.iter_mut().map(check).collect()
}

/// Plays in batches until told to stop.
fn play(
    contender: &mut dyn Contender,
    rng: &mut SplitMix64,
    go_on: impl Fn(&Tally) -> bool,
) -> Tally {
    const BATCH: u64 = 50;
    let watch = Watch::start();
    let mut tally = Tally::default();
    while go_on(&tally) {
        for _ in 0..BATCH {
            tally.count(contender.playout(rng));
        }
        tally.span = watch.span();
    }
    tally
}
