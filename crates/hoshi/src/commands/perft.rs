//! `hoshi perft`: how many sequences of moves there are, depth by depth. The
//! counting is the core's; here it gets its options and its output.

use std::time::{Duration, Instant};

use anyhow::Result;
use hoshi_core::perft::perft;
use serde_json::json;

use crate::cli::Perft;
use crate::job::Job;
use crate::memory::{self, Free};
use crate::out::Out;

/// Room for a count on top of what each of its moves takes.
const STACK: usize = 2 << 20;

/// Room for one more move of depth.
const STACK_OF_A_MOVE: usize = 256 << 10;

/// The stack for a depth.
fn stack_of(depth: u32) -> usize {
    STACK + depth as usize * STACK_OF_A_MOVE
}

/// Counts and prints.
pub(crate) fn run(options: &Perft, out: &mut Out) -> Result<()> {
    let deepest = options.depth.0;
    let needs = stack_of(deepest) as u64;
    memory::check(&format!("counting to depth {deepest}"), needs, Free::now(), |bytes| {
        let fits = (1..deepest).rev().find(|&depth| stack_of(depth) as u64 <= bytes)?;
        Some(format!("depth {fits} would fit"))
    })?;
    let mut counts: Vec<u64> = Vec::new();
    let mut took = Duration::ZERO;
    for depth in 1..=options.depth.0 {
        // Where no line is so long, none is longer.
        let number = if counts.last() == Some(&0) {
            0
        } else {
            let start = Instant::now();
            let number = count(options, depth, estimate(&counts, took), out)?;
            took = start.elapsed();
            number
        };
        if !options.json {
            out.line(format!("{depth:>4}  {number}"))?;
        }
        if number > 0 {
            out.detail(format!("depth {depth} took {:.3} s", took.as_secs_f64()));
        }
        counts.push(number);
    }
    if options.json {
        let object = json!({
            "width": options.size.width(),
            "height": options.size.height(),
            "rules": options.rules.to_string(),
            "passes": options.passes,
            "counts": counts,
        });
        out.json(&object)?;
    }
    Ok(())
}

/// How long the next depth takes. The work of a depth is to look at every line that is one move
/// shorter, and how many those are is known by then.
fn estimate(counts: &[u64], took: Duration) -> Option<Duration> {
    let [.., before, last] = counts else { return None };
    let growth = *last as f64 / (*before).max(1) as f64;
    Duration::try_from_secs_f64(took.as_secs_f64() * growth).ok()
}

/// One depth, on a stack that is deep enough for it.
fn count(options: &Perft, depth: u32, whole: Option<Duration>, out: &mut Out) -> Result<u64> {
    let (size, rules, passes) = (options.size, &options.rules, options.passes);
    let name = format!("depth {depth} of {}", options.depth.0);
    let job = Job::new(&name).stack(stack_of(depth));
    job.wait(whole, out, || Ok(perft(size, rules, passes, depth)))
}
