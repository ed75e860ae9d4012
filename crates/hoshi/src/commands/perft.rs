//! `hoshi perft`: how many sequences of moves there are, depth by depth. The
//! counting is the core's; here it gets its options and its output.

use std::time::Instant;

use anyhow::{Result, anyhow};
use hoshi_core::perft::perft;
use serde_json::json;

use crate::cli::Perft;
use crate::out::{self, Out};

/// Room for the deepest count that is accepted.
const STACK: usize = 256 << 20;

/// Counts and prints.
pub(crate) fn run(options: &Perft, out: &mut Out) -> Result<()> {
    out::end_on_ctrl_c()?;
    let mut counts = Vec::new();
    for depth in 1..=options.depth {
        out.progress(&format!("counting depth {depth} of {} ...", options.depth));
        let start = Instant::now();
        let number = count(options, depth)?;
        if !options.json {
            out.line(&format!("{depth:>4}  {number}"))?;
        }
        let seconds = start.elapsed().as_secs_f64();
        out.detail(&format!("depth {depth} took {seconds:.3} s"));
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
        out.line(&object.to_string())?;
    }
    Ok(())
}

/// One depth, on a stack that is deep enough for it.
fn count(options: &Perft, depth: u32) -> Result<u64> {
    let (size, rules, passes) = (options.size, &options.rules, options.passes);
    std::thread::scope(|scope| {
        let work = move || perft(size, rules, passes, depth);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| anyhow!("counting depth {depth} on {size} broke off"))
    })
}
