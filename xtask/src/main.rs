//! `cargo xtask`: development tasks. Each verb is a module; this file only dispatches. It leaves
//! the work to `cargo`, and to the crates' own tests and binaries.

#![warn(clippy::print_stderr, clippy::print_stdout)]

#[macro_use]
mod say;

mod args;
mod bench;
mod bless;
mod cpu;
mod date;
mod dist;
mod fuzz;
mod log;
mod long;
mod run;
mod suites;
mod targets;
mod test;
mod tidy;
mod tools;
mod train;

use std::process::ExitCode;

const HELP: &str = "\
Development tasks for hoshi.

Usage: cargo xtask <VERB> [OPTIONS]

  test    run every suite of the three tiers, as CI does; nothing else is needed before a commit
  tidy    check what compilers do not: arrows between crates, reasons for dependencies, file sizes
  bench   measure hoshi beside its peers, in turn, in one run
  bless   renew the golden outputs of the program's tests; look at the diff afterwards
  fuzz    search for new failures with cargo-fuzz
  long    run the long proofs, and print their dated results for docs/
  train   learn the bot's weights of moves from game records
  dist    build the release: program, man pages, completions, licences, checksums

See `cargo xtask <VERB> --help` for details.

Examples:
  cargo xtask test                       everything
  cargo xtask test clippy cli            only the suites with these names
  cargo xtask bench playouts --size 9    the 9x9 table
  cargo xtask fuzz size --seconds 60     one target, for a minute
";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let verb = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let outcome = match verb.as_str() {
        "test" => test::main(&rest),
        "tidy" => tidy::main(&rest),
        "bench" => bench::main(&rest),
        "bless" => bless::main(&rest),
        "fuzz" => fuzz::main(&rest),
        "long" => long::main(&rest),
        "train" => train::main(&rest),
        "dist" => dist::main(&rest),
        "" | "help" | "-h" | "--help" => {
            put!("{HELP}");
            Ok(())
        }
        other => Err(run::Failure::usage(format!(
            "unknown verb `{other}`: the verbs are test, tidy, bench, bless, fuzz, long, train and dist"
        ))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_reported() {
                tell!("xtask: {failure}");
            }
            ExitCode::from(failure.code())
        }
    }
}
