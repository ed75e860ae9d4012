//! Small boards: the census, counts, the index and a solved board, with the census compared with the
//! obvious way, one serial at a time. Each task is a process of its own, so that its memory can be
//! measured.

mod plain;
mod work;

use std::process::{Command, ExitCode};

use hoshi_bench::options::Options as Words;
use hoshi_bench::say::{put, tell};
use serde_json::{Value, json};

use work::{WORKS, Work};

const HELP: &str = "\
Measures the lab: the census of 5x5 compared with the obvious way, counts, the index, a solved board.

Usage: lab [--only NAME] [--json] [--check]

  --only NAME  one task: naive, bits, count, digest, ko, written, 10x10, 12x12, index, solve
  --json       the same figures as JSON
  --check      only check that the census and the obvious way agree on a few blocks
";

/// The definition of what is measured, for the report.
const DEFINITION: &str = "\
CPU seconds of the whole process, one thread at work; wall seconds and peak memory beside them.
naive: serials of 5x5 from blocks all over the board, one at a time: digits by a table, liberties by flood
  fill, then the images compared until one differs. Serials a CPU second.
bits: the same with sets of points as bits, as `hoshi lab query` does it.
count: all 847,288,609,443 serials of 5x5 enumerated: legal and reduced of every part of 2^30.
digest: the same with every bit written into memory, part by part, and a digest over every byte.
ko: the strict ko masks of every reduced position: sums, both heat maps, the most in one position.
written: the census of 5x5 as files (packed), synced.
10x10, 12x12: legal positions counted without enumerating.
index: a million legal positions of 5x5, from their numbers to serials and back; ns for each.
solve: every position of 4x4 with simple ko.
ratio: serials a CPU second to naive's; where naive does fewer than 4 million, to 5 million.";

/// Below this rate the naive way is not as fast as it could be, and five million is used instead.
const NAIVE_AT_LEAST: f64 = 4e6;

fn main() -> ExitCode {
    let read = Words::read("lab", HELP, &["--only", "--one"], |words| {
        let name = |option| words.value::<String>(option, "a name", |_| true);
        Ok((name("--only")?, name("--one")?, words.json, words.check))
    });
    match read {
        Err(code) => code,
        Ok((_, Some(one), _, _)) => match WORKS.iter().find(|work| work.name == one) {
            Some(work) => {
                put(&format!("{}\n", work.measured()));
                ExitCode::SUCCESS
            }
            None => unknown(&one),
        },
        Ok((_, _, _, true)) => work::check(),
        Ok((only, None, json, false)) => run(only.as_deref(), json),
    }
}

fn unknown(name: &str) -> ExitCode {
    let known: Vec<&str> = WORKS.iter().map(|work| work.name).collect();
    tell("lab", &format!("unknown task `{name}`: choose one of {}", known.join(", ")));
    ExitCode::from(2)
}

fn run(only: Option<&str>, is_json: bool) -> ExitCode {
    if let Some(name) = only.filter(|name| WORKS.iter().all(|work| work.name != *name)) {
        return unknown(name);
    }
    // Ratios are to the naive way, so it always runs.
    let wanted = |work: &&Work| only.is_none_or(|name| name == work.name || work.name == "naive");
    let mut naive = 5e6;
    let mut figures = Vec::new();
    if !is_json {
        put(&format!("{DEFINITION}\n\n"));
    }
    for work in WORKS.iter().filter(wanted) {
        let Some(mut found) = in_a_process(work.name) else {
            tell("lab", &format!("`{}` failed", work.name));
            return ExitCode::FAILURE;
        };
        let rate = found["serials_per_cpu_second"].as_f64();
        if work.name == "naive" {
            naive = rate.filter(|rate| *rate >= NAIVE_AT_LEAST).unwrap_or(5e6);
        } else if let Some(rate) = rate {
            found["ratio"] = json!((rate / naive).round());
        }
        found["name"] = work.name.into();
        found["must"] = work.must.into();
        found["goal"] = work.goal.into();
        if !is_json {
            put(&line(&found));
        }
        figures.push(found);
    }
    if is_json {
        put(&format!("{}\n", json!({ "definition": DEFINITION, "figures": figures })));
    }
    ExitCode::SUCCESS
}

/// Runs a task in a process of its own.
fn in_a_process(name: &str) -> Option<Value> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args(["--one", name]).output().ok()?;
    if !output.status.success() {
        tell("lab", String::from_utf8_lossy(&output.stderr).trim());
        return None;
    }
    serde_json::from_slice(&output.stdout).ok()
}

fn line(found: &Value) -> String {
    let text = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
    let number = |name: &str| found[name].as_f64();
    let mut line = format!(
        "{:<8} {:>8.2} CPU s {:>8.2} s {:>7.0} MB",
        text("name"),
        number("cpu_seconds").unwrap_or_default(),
        number("wall_seconds").unwrap_or_default(),
        number("peak_megabytes").unwrap_or_default(),
    );
    if let Some(rate) = number("serials_per_cpu_second") {
        line.push_str(&format!("  {:.1} M serials/s", rate / 1e6));
    }
    if let Some(ratio) = number("ratio") {
        line.push_str(&format!("  {ratio:.0}x"));
    }
    for (name, unit) in
        [("rank_ns", "ns rank"), ("unrank_ns", "ns unrank"), ("megabytes", "MB written")]
    {
        if let Some(number) = number(name) {
            line.push_str(&format!("  {number:.1} {unit}"));
        }
    }
    if !text("must").is_empty() {
        line.push_str(&format!("  (must {}, goal {})", text("must"), text("goal")));
    }
    line.push('\n');
    line
}
