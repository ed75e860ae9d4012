//! The commands, a file each: read options, ask the libraries, print.

mod bench;
mod man;
mod perft;
mod tour;

use anyhow::Result;

use crate::cli::{BenchWhat, Cli, Command};
use crate::out::Out;

/// Runs what was asked for.
pub(crate) fn run(cli: &Cli, out: &mut Out) -> Result<()> {
    match &cli.command {
        None => tour::run(out),
        Some(Command::Perft(options)) => perft::run(options, out),
        Some(Command::Bench(bench)) => match &bench.what {
            BenchWhat::Playouts(options) => bench::playouts(options, out),
        },
        Some(Command::Completions(options)) => man::completions(options.shell, out),
        Some(Command::Man(options)) => man::run(options, out),
    }
}
