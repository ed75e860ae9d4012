//! Playouts of hoshi and of its peers, in turn, in one run: the same flags, the
//! same generator, the same playout. What is printed is a ratio on this machine;
//! nothing here asserts seconds.

#![warn(clippy::print_stderr, clippy::print_stdout)]

mod contender;
mod go_game_board;
mod goban;
mod hoshi;
mod options;
mod report;

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hoshi_core::SplitMix64;
use rustix::time::{ClockId, clock_gettime};

use contender::{Contender, Tally};
use options::Options;

/// What is measured, in the words of the report.
const DEFINITION: &str = "\
A playout: uniformly random moves from the empty board, among the legal ones that do not
fill the mover's own one-point eye (all four neighbours own or off the board; opponent
stones on diagonals, plus 1 at the edge, fewer than 2); simple ko, no suicide; ends at two
passes or 3*N*N moves; area scoring, komi 7.5, the position's hash kept. One thread.";

const ROUNDS: u64 = 5;

fn main() -> ExitCode {
    let options = match Options::read() {
        Ok(Some(options)) => options,
        Ok(None) => {
            put(options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            tell(&message);
            return ExitCode::from(2);
        }
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
        tell("a mean length is out of its range, so that is another playout");
        ExitCode::FAILURE
    }
}

/// Writes to standard output; whoever has seen enough may stop reading.
fn put(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Says what is wrong, if anybody listens.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "playouts: {text}");
}

/// What one program did on one board.
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
            let tally = play(contender.as_mut(), &mut rng, |tally| tally.cpu < limit);
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

/// Plays in batches for as long as it should go on.
fn play(
    contender: &mut dyn Contender,
    rng: &mut SplitMix64,
    go_on: impl Fn(&Tally) -> bool,
) -> Tally {
    const BATCH: u64 = 50;
    let (cpu, wall) = (thread_time(), Instant::now());
    let mut tally = Tally::default();
    while go_on(&tally) {
        for _ in 0..BATCH {
            tally.count(contender.playout(rng));
        }
        tally.cpu = thread_time().saturating_sub(cpu);
        tally.wall = wall.elapsed();
    }
    tally
}

/// The processor time of this thread since some moment.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
