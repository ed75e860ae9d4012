//! A durable move of hoshi's recorder compared with the minimum for any program: an append of 64 bytes
//! and a sync, on the same file system, in turn. It prints a ratio on this machine; nothing here
//! asserts seconds.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use hoshi_bench::bare::{self, Bare};
use hoshi_bench::clock::{Span, Watch};
use hoshi_bench::options::Options;
use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_record::kifu::{About, Kifu};
use hoshi_store::{History, RealDisk, Recorder, When};
use serde_json::json;

const HELP: &str = "\
Measures a durable move of the recorder beside a bare append of 64 bytes and its sync, in turn.

Usage: recorder [--pairs N] [--folder DIR] [--json] [--check]

  --pairs N     moves, each beside an append; default 2000
  --folder DIR  where the files are made, and taken away again; the folder for temporary files unless
                told. On a file system in memory a sync costs nothing, and the ratio says nothing.
  --json        the same figures as JSON
  --check       only check that it runs, with a few moves
";

const DEFINITION: &str = "\
One thread, medians of all pairs, in wall time, since the time is spent in the disk. A pair is a
move and an append, the order changing from pair to pair.
hoshi: a move of a game of 19x19 put into the record and saved, from the call until it is on disk.
bare: an append of 64 bytes to a file and fdatasync, nothing else.
Every 200 pairs both begin a new file, which is not measured.";

/// The moves of a game.
const GAME: usize = 200;

fn main() -> ExitCode {
    let read = Options::read("recorder", HELP, &["--pairs", "--folder"], |words| {
        let pairs = words.value("--pairs", "10 to 1000000", |n| (10..=1_000_000).contains(n))?;
        let folder = words.value("--folder", "a folder", |_: &PathBuf| true)?;
        let pairs = if words.check { 20 } else { pairs.unwrap_or(2000) };
        Ok((pairs, folder.unwrap_or_else(std::env::temp_dir), words.json))
    });
    let (pairs, folder, json) = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    bare::measured("recorder", &folder, |own| measure(own, pairs), |both| report(both, pairs, json))
}

/// The spans of moves, and of appends.
fn measure(folder: &Path, pairs: usize) -> io::Result<[Vec<Span>; 2]> {
    let history = History::new(Arc::new(RealDisk), folder.join("history"));
    let mut both = [Vec::new(), Vec::new()];
    while both[0].len() < pairs {
        let many = GAME.min(pairs - both[0].len());
        play(&history, &folder.join("bare"), many, &mut both)?;
    }
    Ok(both)
}

fn play(history: &History, bare: &Path, many: usize, both: &mut [Vec<Span>; 2]) -> io::Result<()> {
    let mut game = Game::new(Size::S19, Rules::of(Preset::Chinese));
    let when = When::default();
    let about = About { date: when.date(), ..About::default() };
    let mut kifu = Kifu::begin(&game, &about).map_err(io::Error::other)?;
    let mut recorder = Recorder::begin(history, when.stem(game.size()));
    let mut file = Bare::new(bare)?;
    // Every other point of the board, so that nothing is captured.
    let points = Size::S19.points().filter(|point| (point.x() + point.y()) % 2 == 0);
    let mut points =
        points.chain(Size::S19.points().filter(|point| (point.x() + point.y()) % 2 == 1));
    for number in 0..=many {
        let Some(point) = points.next() else { break };
        let (color, mv) = (game.turn(), hoshi_core::Move::Play(point));
        if game.play(mv).is_err() {
            continue;
        }
        let mut ours = || {
            let watch = Watch::start();
            let change = kifu.play(color, mv, None).map_err(io::Error::other)?;
            recorder.save(&kifu, change).map_err(io::Error::other)?;
            io::Result::Ok(watch.span())
        };
        if number == 0 {
            // Creates the file.
            ours()?;
            continue;
        }
        let mut theirs = || {
            let watch = Watch::start();
            file.append()?;
            io::Result::Ok(watch.span())
        };
        let spans = bare::in_turn(number, &mut ours, &mut theirs)?;
        for (list, span) in both.iter_mut().zip(spans) {
            list.push(span);
        }
    }
    Ok(())
}

fn median(spans: &[Span], what: fn(&Span) -> Duration) -> f64 {
    bare::median(spans.iter().map(what).collect())
}

fn report(both: &[Vec<Span>; 2], pairs: usize, is_json: bool) -> String {
    let wall = both.each_ref().map(|spans| median(spans, |span| span.wall));
    let cpu = both.each_ref().map(|spans| median(spans, |span| span.cpu));
    let ratio = wall[0] / wall[1];
    if is_json {
        let object = json!({
            "pairs": pairs,
            "hoshi": {"wall_microseconds": wall[0], "cpu_microseconds": cpu[0]},
            "bare": {"wall_microseconds": wall[1], "cpu_microseconds": cpu[1]},
            "ratio": ratio,
            "definition": DEFINITION,
        });
        return format!("{object}\n");
    }
    format!(
        "{pairs} pairs            wall       cpu\n\
         hoshi, a move    {:>7.1} µs {:>7.1} µs\n\
         bare append      {:>7.1} µs {:>7.1} µs\n\
         ratio            {ratio:>7.2}\n\n{DEFINITION}\n",
        wall[0], cpu[0], wall[1], cpu[1]
    )
}
