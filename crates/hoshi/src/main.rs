//! The program `hoshi`. This file turns what a command returns into an exit
//! code, and nothing else; the words are read in `cli`, the work is done in
//! `commands`.

// The macros panic on a closed output; use `out` instead.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod charsets;
mod cli;
mod commands;
mod config;
mod error;
mod files;
mod job;
mod log;
mod memory;
mod near;
mod now;
mod out;
mod players;
mod records;
mod signals;
mod values;

use std::process::ExitCode;

use commands::Answer;

fn main() -> ExitCode {
    if signals::is_watchdog() {
        return signals::watch();
    }
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    log::start();
    signals::outlive_file_limit();
    signals::set_watchdog();
    let mut out = out::Out::new(&cli.globals);
    let answer = commands::run(&cli, &mut out).and_then(|answer| out.flush().map(|()| answer));
    // The thread that ends the program chooses the exit code.
    out::wait_if_ending();
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Interrupted) => ExitCode::from(signals::exit_code()),
        // The reader has closed the pipe: `hoshi ... | head` is not an error.
        Err(error) if out::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let code = cli::refuse(&error, cli.globals.color.into());
            if signals::is_noted() { ExitCode::from(signals::exit_code()) } else { code }
        }
    }
}
