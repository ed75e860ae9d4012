//! `cargo xtask bench`: speed as a ratio beside named peers, all in one run.
//! The measuring itself is the bench crate's; this only builds and starts it.

use crate::args::Args;
use crate::run::{Cmd, Failure};

const HELP: &str = "\
Measures hoshi beside its peers, in turn, in one run, with the same flags.

Usage: cargo xtask bench playouts [--size N] [--seconds S] [--json]

  --size N      the board, 2 to 19 (the peers end there); 9 and 19 unless told
  --seconds S   seconds for each program in each of the five rounds; 2 unless told
  --json        the same figures as JSON

Nothing asserts seconds: machines differ, ratios on one machine hardly do. Close
other programs first; the best of five rounds is printed.
";

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(mut args) = Args::new("bench", words, HELP) else {
        return Ok(());
    };
    let build = Cmd::cargo("build --quiet --release --locked --package hoshi-bench");
    let mut cmd = Cmd::cargo("run --quiet --release --locked --package hoshi-bench")
        .args(["--bin", "playouts", "--"]);
    for option in ["--size", "--seconds"] {
        if let Some(value) = args.value(option)? {
            cmd = cmd.arg(option).arg(value);
        }
    }
    if args.flag("--json") {
        cmd = cmd.arg("--json");
    }
    match args.words()?.as_slice() {
        [what] if what == "playouts" => {
            build.show()?;
            cmd.stand_in()
        }
        [] => Err(Failure::usage("say what to measure: `cargo xtask bench playouts`")),
        other => Err(Failure::usage(format!(
            "there is nothing to measure by the name `{}`; `cargo xtask bench playouts` is it",
            other.join(" ")
        ))),
    }
}
