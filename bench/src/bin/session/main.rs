//! The session: the time until an event is published and on disk, compared with the minimum for any
//! program, an append and a sync; many sessions at once in one process; the heap of one of them.

mod crowd;
mod durable;

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use hoshi_bench::bare;
use hoshi_bench::options::Options;
use serde_json::{Value, json};

const HELP: &str = "\
Measures the session: a durable move beside a bare append and its sync, in turn; many sessions in one
process; the heap of one session.

Usage: session [--pairs N] [--sessions N] [--seconds S] [--folder DIR] [--json] [--check]

  --pairs N     moves, each beside an append; default 2000
  --sessions N  sessions at once, with 2 moves a second each; default 1000
  --seconds S   how long those play; default 10
  --folder DIR  where the files are made and removed again; default: the folder for temporary files.
                On a file system in memory a sync costs nothing, and the ratio says nothing.
  --json        the same figures as JSON
  --check       only check that it runs, with a few moves
";

const DEFINITION: &str = "\
durable: medians of all pairs by wall time. A pair is a move and an append, in alternating order. A move
is Handle::call of a play on 19x19 until it comes back: then the move is synced and
its event published. An append is a write of 64 bytes to the end of a file and fdatasync. Every 180 pairs
both begin a new file, which is not measured.
crowd: sessions on 19x19 with a record each, 2 moves a second each, in one process; the share is the
processor time of that process divided by the wall time, so 1.0 is one core fully used. late is the median
and the 99th percentile of the time from sending a command to its durable answer.
heap: bytes allocated by one session with record and recorder at move 250 on 19x19, by a counting allocator.";

/// What to measure.
struct Plan {
    pairs: usize,
    sessions: usize,
    seconds: u64,
    folder: PathBuf,
    json: bool,
}

fn main() -> ExitCode {
    let known = ["--pairs", "--sessions", "--seconds", "--folder"];
    let read = Options::read("session", HELP, &known, |words| {
        let pairs = words.value("--pairs", "10 to 1000000", |n| (10..=1_000_000).contains(n))?;
        let sessions = words.value("--sessions", "1 to 10000", |n| (1..=10_000).contains(n))?;
        let seconds = words.value("--seconds", "1 to 80", |n| (1..=80).contains(n))?;
        let folder = words.value("--folder", "a folder", |_: &PathBuf| true)?;
        Ok(Plan {
            pairs: if words.check { 20 } else { pairs.unwrap_or(2000) },
            sessions: if words.check { 5 } else { sessions.unwrap_or(1000) },
            seconds: if words.check { 1 } else { seconds.unwrap_or(10) },
            folder: folder.unwrap_or_else(std::env::temp_dir),
            json: words.json,
        })
    });
    let plan = match read {
        Ok(plan) => plan,
        Err(code) => return code,
    };
    let json = plan.json;
    bare::measured("session", &plan.folder, |own| measure(&plan, own), |all| report(all, json))
}

fn measure(plan: &Plan, folder: &std::path::Path) -> io::Result<Value> {
    let durable = durable::measure(folder, plan.pairs)?;
    let crowd = crowd::measure(&folder.join("crowd"), plan.sessions, plan.seconds)?;
    Ok(json!({ "durable": durable, "crowd": crowd, "heap": heap()?, "definition": DEFINITION }))
}

/// The heap, counted by a separate program: counting would slow down the measurements here.
fn heap() -> io::Result<Value> {
    let program = std::env::current_exe()?.with_file_name("session_heap");
    let output = Command::new(program).output()?;
    serde_json::from_slice(&output.stdout).map_err(io::Error::other)
}

fn report(figures: &Value, is_json: bool) -> String {
    if is_json {
        return format!("{figures}\n");
    }
    let number = |part: &str, key: &str| figures[part][key].as_f64().unwrap_or(f64::NAN);
    format!(
        "durable, {} pairs        wall\n\
         hoshi, a command      {:>8.1} µs\n\
         bare append           {:>8.1} µs\n\
         ratio                 {:>8.2}\n\n\
         crowd, {} sessions, 2 moves a second each, {} s\n\
         moves done            {:>8}\n\
         share of a core       {:>8.2}\n\
         late, median          {:>8.1} ms\n\
         late, 99 %            {:>8.1} ms\n\n\
         heap at move 250      {:>8.1} kB\n\n{DEFINITION}\n",
        number("durable", "pairs"),
        number("durable", "command_microseconds"),
        number("durable", "append_microseconds"),
        number("durable", "ratio"),
        number("crowd", "sessions"),
        number("crowd", "seconds"),
        number("crowd", "moves"),
        number("crowd", "share"),
        number("crowd", "late_median_milliseconds"),
        number("crowd", "late_99_milliseconds"),
        number("heap", "bytes") / 1000.0,
    )
}
