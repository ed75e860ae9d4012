//! `cargo xtask long`: proofs that take longer than a test may. Each prints a dated line to be kept
//! in docs/long.md, so that the results can be looked up without running it again.

use std::time::Instant;

use crate::args::Args;
use crate::date;
use crate::log;
use crate::run::{Cmd, Failure};

const HELP: &str = "\
Runs the long proofs, and prints a dated result for each, to be kept in docs/long.md.

Usage: cargo xtask long [NAME...] [--list]

Without a name, all of them run, one after the other. Expect hours.
";

/// One long proof.
struct Proof {
    name: &'static str,
    /// What it shows when it succeeds.
    shows: &'static str,
    cmd: fn() -> Cmd,
}

const PROOFS: &[Proof] = &[
    Proof {
        name: "oracles",
        shows: "all suites in release; HOSHI_LONG=1: twenty times the random games and undo walks",
        cmd: || {
            Cmd::cargo("test --release --locked --no-fail-fast --package hoshi-core")
                .env("HOSHI_LONG", "1")
                .env("RUST_BACKTRACE", "0")
        },
    },
    Proof {
        name: "counts",
        shows: "legal positions of 10x10 to 13x13, equal to those of Tromp and Farnebäck; 13 GB",
        cmd: || {
            Cmd::cargo("test --release --locked --package hoshi-lab --test slow legal_positions")
                .env("HOSHI_LONG", "1")
        },
    },
    Proof {
        name: "reduced",
        shows: "the reduced positions of 5x5 by their last row, every one of them enumerated",
        cmd: || {
            Cmd::cargo("test --release --locked --package hoshi-lab --lib groups_of_5x5")
                .env("HOSHI_LONG", "1")
        },
    },
    Proof {
        name: "mutations",
        shows: "twenty million mutations of the fuzz corpus, from a fixed seed",
        cmd: || {
            Cmd::cargo("run --quiet --release --locked --package hoshi-fuzz --bin replay --")
                .args(["--mutations", "20000000"])
        },
    },
    Proof {
        name: "census",
        shows: "all of 5x5 enumerated: every part that the first census logged, the totals, loose and strict ko points by point",
        cmd: || {
            Cmd::cargo(
                "test --release --locked --package hoshi-lab --test slow_census the_census_of_5x5",
            )
            .env("HOSHI_LONG", "1")
        },
    },
];

const HOLDS: &str = "holds";

/// The verdict of a run. A `cargo test` whose filter selects nothing succeeds, but proves nothing.
fn verdict(cmd: &Cmd, output: Result<&str, &Failure>) -> &'static str {
    let tests = |text: &str| text.lines().filter_map(log::passed).sum::<u64>();
    match output {
        Err(_) => "FAILED",
        Ok(text) if log::runs_tests(&cmd.to_string()) && tests(text) == 0 => "FAILED: no test ran",
        Ok(_) => HOLDS,
    }
}

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(mut args) = Args::new("long", words, HELP) else {
        return Ok(());
    };
    let list = args.flag("--list");
    let names = args.words()?;
    if list {
        for proof in PROOFS {
            say!("{:<12} {}", proof.name, proof.shows);
        }
        return Ok(());
    }
    for name in &names {
        if !PROOFS.iter().any(|proof| proof.name == name) {
            let all: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
            let all = all.join(", ");
            return Err(Failure::usage(format!("unknown proof `{name}`: choose from {all}")));
        }
    }
    let mut results = Vec::new();
    for proof in PROOFS.iter().filter(|p| names.is_empty() || names.iter().any(|n| n == p.name)) {
        let cmd = (proof.cmd)();
        tell!("{}: {cmd}", proof.name);
        let start = Instant::now();
        let outcome = cmd.show_and_read();
        let verdict = verdict(&cmd, outcome.as_deref());
        let seconds = start.elapsed().as_secs();
        let (name, shows) = (proof.name, proof.shows);
        results.push((
            verdict == HOLDS,
            format!("| {} | {name} | {shows} | {verdict} | {seconds} s |", date::today()),
        ));
    }
    say!("| date | proof | shows | result | took |\n|---|---|---|---|---|");
    for (_, line) in &results {
        say!("{line}");
    }
    if results.iter().all(|(held, _)| *held) {
        Ok(())
    } else {
        Err(Failure::found("a proof failed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_without_tests_fails() {
        let failure = Failure::found("it failed");
        let (none, one) =
            ("test result: ok. 0 passed; 0 failed\n", "test result: ok. 1 passed; 0 failed\n");
        for proof in PROOFS {
            let cmd = (proof.cmd)();
            assert_eq!(verdict(&cmd, Err(&failure)), "FAILED", "{}", proof.name);
            assert_eq!(verdict(&cmd, Ok(&format!("{none}{one}"))), HOLDS, "{}", proof.name);
            // This one runs a program, which checks its own counts.
            let is_program = proof.name == "mutations";
            assert_eq!(verdict(&cmd, Ok(none)) == HOLDS, is_program, "{}", proof.name);
            assert_eq!(verdict(&cmd, Ok("")) == HOLDS, is_program, "{}", proof.name);
        }
    }
}
