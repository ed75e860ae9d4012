//! The command line: the one source for parsing, help, man pages and
//! completions. Values are read by the types they become, so that a wrong one
//! is refused here, by a sentence, before anything has begun.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hoshi_core::{Rules, Size};

/// The exit code for a wrong call, or for a file or device that failed.
pub(crate) const FAILURE: u8 = 2;

/// The deepest count that is accepted.
const MAX_DEPTH: u32 = 1000;

const AFTER: &str = "\
Examples:
  hoshi                              what hoshi can do, on one page
  hoshi perft 3x3 9                  count every sequence of nine moves on 3x3
  hoshi bench playouts --size 19     how fast this machine plays at random
  hoshi help perft                   more about one command

Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 no but
nothing broke, 2 a wrong call or a failing file, 130 after Ctrl-C.";

/// A workbench for the game of Go.
///
/// Without a command, hoshi gives a tour of what it can do.
#[derive(Debug, Parser)]
#[command(name = "hoshi", version, after_help = AFTER)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options that every command takes.
#[derive(Args, Debug)]
pub(crate) struct Globals {
    /// When to use colour; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto, global = true)]
    #[arg(help_heading = "Everywhere")]
    pub(crate) color: When,
    /// Say less on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Everywhere")]
    pub(crate) quiet: bool,
    /// Say more on standard error, times among it
    #[arg(short, long, global = true, help_heading = "Everywhere")]
    pub(crate) verbose: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(Perft),
    Bench(Bench),
    Completions(Completions),
    Man(Man),
}

/// Count every sequence of moves to a depth
///
/// Counts the sequences of exactly 1, 2, .. DEPTH legal moves from the empty board, Black first.
/// A line that ended earlier counts no more: without passes, a player who cannot move ends the
/// line; with passes, two in a row do. Two programs that agree on these numbers agree on the
/// rules, which is what they are for.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi perft 3x3 9                                   700096 at depth 9
  hoshi perft 9 3 --json                              9x9, for programs to read
  hoshi perft 3x3 6 --rules simple,ko=psk --passes    positional superko, passes counted
")]
pub(crate) struct Perft {
    /// The board, width x height, each 1 to 255; `N` means `NxN`
    #[arg(value_name = "WxH", allow_negative_numbers = true)]
    pub(crate) size: Size,
    /// How many moves deep, 1 to 1000
    #[arg(value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// The rules: a preset, then overrides, as in `simple,ko=psk,suicide=multi`
    ///
    /// Presets: tromp-taylor, chinese, japanese, korean, aga, new-zealand, simple. Of a ruleset
    /// only ko and suicide change these counts. ko = simple | psk | ssk, suicide = forbidden |
    /// multi | any.
    #[arg(long, value_name = "R", default_value = "simple")]
    pub(crate) rules: Rules,
    /// Count passes as moves; two in a row end the line
    #[arg(long)]
    pub(crate) passes: bool,
    /// Print one JSON object: width, height, rules, passes, counts (from depth 1)
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure how fast this machine plays
#[derive(Args, Debug)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) what: BenchWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchWhat {
    Playouts(Playouts),
}

/// Uniformly random games from the empty board
///
/// Each move is drawn uniformly from the legal moves that do not fill the mover's own one-point
/// eye; simple ko, no suicide; a game ends with two passes, or after three moves for every point.
/// Area scoring, komi 7.5. Speed is given for each second of processor time.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi bench playouts --size 9                  one thread, three seconds
  hoshi bench playouts --size 19 --threads 4     four at once
  hoshi bench playouts --size 13 --json          for programs

To measure hoshi beside other programs, see `cargo xtask bench` in its source.
")]
pub(crate) struct Playouts {
    /// The board: `N` or `WxH`, each side 1 to 255
    #[arg(long, value_name = "N", default_value = "19")]
    pub(crate) size: Size,
    /// How long to play, in seconds of the clock on the wall
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// How many threads play at once, 1 to 1024
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: NonZeroUsize,
    /// The seed; thread number K, from 0, plays from the seed plus K
    #[arg(long, value_name = "X", default_value = "1", value_parser = seed)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi completions bash > ~/.local/share/bash-completion/completions/hoshi
  hoshi completions zsh > ~/.zfunc/_hoshi
  hoshi completions fish > ~/.config/fish/completions/hoshi.fish
")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print a man page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi man | man -l -               the page of hoshi itself
  hoshi man bench playouts > hoshi-bench-playouts.1
  hoshi man --list                   the names of all pages
")]
pub(crate) struct Man {
    /// The command that the page is about; hoshi itself if there is none
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Print the names of all pages
    #[arg(long, conflicts_with = "command")]
    pub(crate) list: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 1..=MAX_DEPTH) => Ok(depth),
        _ => Err(format!("`{text}` is not a depth: give a whole number from 1 to {MAX_DEPTH}")),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    const DAY: f64 = 86_400.0;
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= DAY => Ok(seconds),
        _ => Err(format!(
            "`{text}` is not a time to play for: give seconds, more than 0 and at most 86400"
        )),
    }
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= 1024 => Ok(threads),
        _ => Err(format!("`{text}` is not a number of threads: give one from 1 to 1024")),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!("`{text}` is not a seed: give a whole number from 0 to 18446744073709551615")
    })
}

/// The command line as a value, for man pages and completions.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Reads the words we were called with; on help, version or an error says so and gives the exit
/// code.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut command = command().color(choice(&words));
    let matches = command.try_get_matches_from_mut(words).map_err(|error| said(&error))?;
    Cli::from_arg_matches(&matches).map_err(|error| said(&error.format(&mut command)))
}

/// What `--color` says, before the words are understood: help and errors are coloured too.
fn choice(words: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let given = words.iter().enumerate().find_map(|(at, word)| match *word {
        "--color" => words.get(at + 1).copied(),
        word => word.strip_prefix("--color="),
    });
    match given {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// Prints help to standard output, or an error to standard error, as clap would, except that a
/// refused value speaks for itself.
fn said(error: &clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::ValueValidation
        && let Some(reason) = error.source()
    {
        eprintln!("error: {reason}\n\nFor more, try `--help`.");
    } else {
        // Nobody is listening if this fails.
        let _ = error.print();
    }
    if error.use_stderr() { ExitCode::from(FAILURE) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn nonsense_values_are_refused() {
        for text in ["0", "1001", "-1", "", "x", "3.5", "99999999999999999999"] {
            assert!(depth(text).is_err(), "depth {text:?}");
        }
        for text in ["0", "-1", "nan", "inf", "", "x", "86401"] {
            assert!(seconds(text).is_err(), "seconds {text:?}");
        }
        for text in ["0", "-1", "1025", "", "x"] {
            assert!(threads(text).is_err(), "threads {text:?}");
        }
        for text in ["-1", "18446744073709551616", "", "x"] {
            assert!(seed(text).is_err(), "seed {text:?}");
        }
    }

    #[test]
    fn color_is_seen_before_anything_else() {
        let choice = |words: &[&str]| {
            choice(&words.iter().map(|word| OsString::from(*word)).collect::<Vec<_>>())
        };
        assert_eq!(choice(&["hoshi", "--color", "never"]), ColorChoice::Never);
        assert_eq!(choice(&["hoshi", "x", "--color=always"]), ColorChoice::Always);
        assert_eq!(choice(&["hoshi", "--color"]), ColorChoice::Auto);
    }
}
