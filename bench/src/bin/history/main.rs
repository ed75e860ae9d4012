//! Listing a history of ten thousand games, compared with the unavoidable minimum: opening, reading
//! and closing the same files. Both in turn, in one run; nothing here asserts seconds.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use hoshi_bench::clock::{Span, Watch, median};
use hoshi_bench::options::Options as Words;
use hoshi_bench::records::recorded;
use hoshi_bench::say::{put, tell};
use hoshi_core::{Size, SplitMix64};
use hoshi_store::{Entry, History, RealDisk, When};
use serde_json::json;

const HELP: &str = "\
Measures listing a history of games, compared with only reading the same files.

Usage: history [--rounds N] [--games N] [--json] [--check]

  --rounds N   rounds, of which the median counts, 1 to 1000; default 21
  --games N    games, 1 to 1000000; default 10000
  --json       the same figures as JSON
  --check      only check that a few games are listed correctly
";

/// The definition of what is measured, for the report.
const DEFINITION: &str = "\
One thread, files in the page cache, medians; both in turn, in alternating order.
ours: History::list: the folder read, its games sorted by their time, every file read once and gone over
  by the push parser: players, date, size, result, and the moves of the main line counted.
theirs: the same files opened, read into one buffer and closed, their names known before; nothing else.";

/// The maximum ratio of our time to theirs.
const MUST: f64 = 2.0;

/// The options.
struct Options {
    rounds: usize,
    games: usize,
    json: bool,
    check: bool,
}

fn main() -> ExitCode {
    let read = Words::read("history", HELP, &["--rounds", "--games"], |words| {
        let rounds = words.value("--rounds", "1 to 1000", |rounds| (1..=1000).contains(rounds))?;
        let games =
            words.value("--games", "1 to 1000000", |games| (1..=1_000_000).contains(games))?;
        let (json, check) = (words.json, words.check);
        let games = games.unwrap_or(if check { 200 } else { 10_000 });
        Ok(Options { rounds: rounds.unwrap_or(21), games, json, check })
    });
    match read.map(|options| run(&options)) {
        Ok(Ok(code)) | Err(code) => code,
        Ok(Err(error)) => {
            tell("history", &format!("cannot write or read the games: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> io::Result<ExitCode> {
    let folder = tempfile::tempdir()?;
    let Made { paths, bytes } = make(folder.path(), options.games)?;
    let history = History::new(Arc::new(RealDisk), folder.path());
    let list = history.list()?;
    let listed: usize = list.iter().map(|entry| entry.bytes).sum();
    let found = list.iter().filter(|entry| is_as_made(entry)).count();
    if (list.len(), found, listed, theirs(&paths)?) != (paths.len(), paths.len(), bytes, bytes) {
        tell("history", &format!("of {} games, {found} are listed correctly", paths.len()));
        return Ok(ExitCode::FAILURE);
    }
    if options.check {
        put(&format!("{found} games are listed correctly\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let mut spans: [Vec<Span>; 2] = [Vec::new(), Vec::new()];
    for round in 0..options.rounds {
        for side in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            spans[side].push(if side == 0 { ours(&history)? } else { timed(&paths)? });
        }
    }
    report(options, bytes, spans.map(|spans| median(&spans)));
    Ok(ExitCode::SUCCESS)
}

/// The files written.
struct Made {
    paths: Vec<PathBuf>,
    bytes: usize,
}

/// Writes this many games, always the same.
fn make(folder: &Path, games: usize) -> io::Result<Made> {
    let mut rng = SplitMix64::new(1);
    let mut made = Made { paths: Vec::with_capacity(games), bytes: 0 };
    for game in 0..games {
        let [second, minute, hour] = [game % 60, game / 60 % 60, game / 3600 % 24].map(|n| n as u8);
        let day = 1 + (game / 86_400 % 28) as u8;
        let when = When { year: 2026, month: 11, day, hour, minute, second };
        let path = folder.join(format!("{}.sgf", when.stem(Size::S19)));
        let text = recorded(game, &mut rng);
        made.bytes += text.len();
        fs::write(&path, text)?;
        made.paths.push(path);
    }
    Ok(made)
}

/// Whether a game is listed as it was written.
fn is_as_made(entry: &Entry) -> bool {
    let Ok(game) = &entry.game else { return false };
    game.black == "Ann Example" && game.size == Size::S19 && game.moves > 150
}

/// The time of a list, without dropping it.
fn ours(history: &History) -> io::Result<Span> {
    let watch = Watch::start();
    let list = black_box(history.list()?);
    let span = watch.span();
    drop(list);
    Ok(span)
}

fn timed(paths: &[PathBuf]) -> io::Result<Span> {
    let watch = Watch::start();
    black_box(theirs(paths)?);
    Ok(watch.span())
}

/// Opens, reads and closes every file, and returns the number of bytes.
fn theirs(paths: &[PathBuf]) -> io::Result<usize> {
    let mut buffer = Vec::with_capacity(1 << 14);
    let mut bytes = 0;
    for path in paths {
        buffer.clear();
        // As a `take`, so that the length is not queried first.
        File::open(path)?.take(u64::MAX).read_to_end(&mut buffer)?;
        bytes += black_box(&buffer).len();
    }
    Ok(bytes)
}

fn report(options: &Options, bytes: usize, [ours, theirs]: [Span; 2]) {
    let games = options.games;
    let ratio = |time: fn(Span) -> f64| time(ours) / time(theirs);
    let (cpu, wall) = (ratio(|span| span.cpu.as_secs_f64()), ratio(|span| span.wall.as_secs_f64()));
    if options.json {
        let side = |span: Span| json!({ "cpu_seconds": span.cpu.as_secs_f64(), "seconds": span.wall.as_secs_f64() });
        let figures = json!({
            "definition": DEFINITION,
            "games": games,
            "bytes": bytes,
            "rounds": options.rounds,
            "ours": side(ours),
            "theirs": side(theirs),
            "ratio": wall,
            "cpu_ratio": cpu,
            "must": MUST,
        });
        return put(&format!("{figures}\n"));
    }
    let mean = bytes / games;
    let ms = |span: Span| [span.cpu, span.wall].map(|time| time.as_secs_f64() * 1e3);
    let ([our_cpu, our_wall], [their_cpu, their_wall]) = (ms(ours), ms(theirs));
    put(&format!(
        "{games} games of {mean} bytes, median of {} rounds, both in turn\n\
         {:<8} {:>12} {:>12} {:>8} {:>8}\n\
         {:<8} {our_cpu:>9.1} ms {their_cpu:>9.1} ms {cpu:>7.2}x {:>8}\n\
         {:<8} {our_wall:>9.1} ms {their_wall:>9.1} ms {wall:>7.2}x {:>8}\n\n{DEFINITION}\n",
        options.rounds, "", "ours", "theirs", "ratio", "at most", "cpu", MUST, "wall", MUST,
    ));
}
