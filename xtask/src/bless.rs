//! `cargo xtask bless`: golden outputs are renewed by one command and then
//! reviewed as a diff. It renews; it never judges.

use crate::args::Args;
use crate::run::{Cmd, Failure};

const HELP: &str = "\
Renews the golden outputs of the program's tests, in crates/hoshi/tests and README.md.

Usage: cargo xtask bless

Look at `git diff` afterwards: a golden file says what the program should print,
and you are the one who says so.
";

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("bless", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    Cmd::cargo("test --quiet --package hoshi --test cli").env("TRYCMD", "overwrite").show()?;
    // Once more without it: what is written must now be what is printed.
    Cmd::cargo("test --quiet --package hoshi --test cli").show()?;
    Cmd::new("git").args(["status", "--short", "--", "crates/hoshi/tests", "README.md"]).show()
}
