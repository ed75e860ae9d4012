//! The commands, a file each: read options, ask the libraries, print.

mod analyze;
mod batch;
mod bench;
mod board;
mod check;
mod complete;
mod config;
mod convert;
pub(crate) mod draw;
mod engines;
mod gtp;
pub(crate) mod history;
mod lab;
pub(crate) mod man;
mod match_games;
mod notes;
mod perft;
mod play;
mod score;
#[cfg(feature = "web")]
mod serve;
mod show;
mod tour;

use anyhow::Result;

use crate::cli::{BenchWhat, Cli, Command};
use crate::out::Out;

/// What a command answers, where nothing broke.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Answer {
    /// Yes, or done.
    Yes,
    /// No: an illegal move, errors found, boards that are not one move apart.
    No,
    /// A signal came in between, and what there was to save is saved.
    Interrupted,
}

/// Runs what was asked for.
pub(crate) fn run(cli: &Cli, out: &mut Out) -> Result<Answer> {
    let done = match &cli.command {
        None if play::can_open() => return play::home(out),
        None => {
            play::say_why_not("the board does not open; this is a tour", out);
            tour::run(out)
        }
        Some(Command::Play(options)) => return play::run(options, out),
        Some(Command::Show(options)) => return show::run(options, out),
        Some(Command::Board(options)) => return board::run(options, out),
        Some(Command::Convert(options)) => return convert::run(options, out),
        Some(Command::Draw(options)) => return draw::run(options, out),
        Some(Command::Check(options)) => return check::run(options, out),
        Some(Command::Score(options)) => return score::run(options, out),
        Some(Command::Analyze(options)) => return analyze::run(options, out),
        Some(Command::Engines(options)) => return engines::run(options, out),
        Some(Command::Gtp(options)) => return gtp::run(options, out),
        #[cfg(feature = "web")]
        Some(Command::Serve(options)) => return serve::run(options, out),
        Some(Command::Config(options)) => return config::run(options.what.as_ref(), out),
        Some(Command::History(options)) => return history::run(options, out),
        Some(Command::Match(options)) => return match_games::run(options, out),
        Some(Command::Lab(options)) => return lab::run(&options.what, out),
        Some(Command::Perft(options)) => perft::run(options, out),
        Some(Command::Bench(bench)) => match &bench.what {
            BenchWhat::Playouts(options) => bench::playouts(options, out),
        },
        Some(Command::Completions(options)) => man::completions(options.shell, out),
        Some(Command::Man(options)) => man::run(options, out),
        Some(Command::Complete(options)) => complete::run(options, out),
    };
    done.map(|()| Answer::Yes)
}
