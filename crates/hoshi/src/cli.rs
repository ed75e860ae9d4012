//! The command line: the one source for parsing, help, man pages and
//! completions. Values are read by the types they become, so that a wrong one
//! is refused here, by a sentence, before anything has begun.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::str::FromStr;

use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hoshi_core::{Rules, Size};

use crate::out;

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

Data goes to standard output, talk to standard error.

Exit codes: 0 done, 1 no but nothing broke, 2 a wrong call or a failing file,
130 after Ctrl-C.";

const PLAYOUTS_JSON: &str = "\
Print one JSON object instead of a table

Its fields: playouts, moves, cpu_seconds, playouts_per_cpu_second, mean_length, black_win_rate; \
then width, height, threads, seconds and seed.";

/// The exit codes, for the man pages.
pub(crate) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Yes, or done; also when the reader of a pipe has seen enough."),
    ("1", "No, but nothing broke."),
    ("2", "A wrong call, or a file or device that failed."),
    ("130", "Ended by Ctrl-C."),
];

/// A workbench for the game of Go.
///
/// Without a command, hoshi gives a tour of what it can do.
#[derive(Debug, Parser)]
#[command(name = "hoshi", version, propagate_version = true, after_help = AFTER)]
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

impl From<When> for ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => Self::Auto,
            When::Always => Self::Always,
            When::Never => Self::Never,
        }
    }
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
  hoshi perft 3x3 9                                  700096 at depth 9
  hoshi perft 9 3 --json                             9x9, for programs
  hoshi perft 3x3 6 --rules simple,ko=psk --passes   superko, and passes
")]
pub(crate) struct Perft {
    /// The board, width x height, each 1 to 255; `N` means `NxN`
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// How many moves deep, 1 to 1000
    #[arg(value_parser = plain::<Depth>, allow_hyphen_values = true)]
    pub(crate) depth: Depth,
    /// The rules: a preset, then overrides, as in `simple,ko=psk,suicide=multi`
    ///
    /// Presets: tromp-taylor, chinese, japanese, korean, aga, new-zealand, simple. Of a ruleset
    /// only ko and suicide change these counts. ko = simple | psk | ssk, suicide = forbidden |
    /// multi | any.
    #[arg(long, value_name = "R", default_value = "simple", allow_hyphen_values = true)]
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
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  hoshi bench playouts --size 9     random games on 9x9
"
)]
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
    #[arg(long, value_name = "N", default_value = "19", allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// How long to play, in seconds of the clock on the wall
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) seconds: f64,
    /// How many threads play at once, 1 to 1024
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) threads: NonZeroUsize,
    /// The seed; thread number K, from 0, plays from the seed plus K
    #[arg(long, value_name = "X", default_value = "1", value_parser = seed)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Print one JSON object instead of a table
    #[arg(long, long_help = PLAYOUTS_JSON)]
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

/// How many moves deep a count goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Depth(pub(crate) u32);

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(depth @ 1..=MAX_DEPTH) => Ok(Self(depth)),
            _ => Err(format!("`{text}` is not a depth: give a whole number from 1 to {MAX_DEPTH}")),
        }
    }
}

/// A value in its place. It may begin with a dash, so that `-3` is refused by its own sentence;
/// an option that does not exist must not be taken for one.
fn plain<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    let mut letters = text.chars();
    if letters.next() == Some('-') && letters.next().is_some_and(|next| !next.is_ascii_digit()) {
        return Err(format!("there is no option `{text}`"));
    }
    text.parse().map_err(|error: T::Err| error.to_string())
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

/// A wrong call that only a command could notice.
#[derive(Debug)]
pub(crate) struct WrongCall(pub(crate) String);

impl fmt::Display for WrongCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongCall {}

/// Reads the words we were called with; on help, version or an error says so and gives the exit
/// code.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let color = choice(&words);
    let mut command = command().color(color);
    let matches = match command.try_get_matches_from_mut(&words) {
        Ok(matches) => matches,
        Err(error) => return Err(said(&error, &command, &words, color)),
    };
    Cli::from_arg_matches(&matches).map_err(|error| {
        let error = error.format(&mut command);
        said(&error, &command, &words, color)
    })
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
/// refused value speaks for itself, and that commands are named where one was not understood.
fn said(
    error: &clap::Error,
    root: &clap::Command,
    words: &[OsString],
    color: ColorChoice,
) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                refuse(&anyhow::Error::new(error).context(out::NOT_WRITTEN), color)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let wrong = match error.kind() {
        ErrorKind::ValueValidation => error.source().map(ToString::to_string),
        ErrorKind::InvalidSubcommand => unknown(error, root, words),
        _ => None,
    };
    match wrong {
        Some(wrong) => refuse(&WrongCall(wrong).into(), color),
        None => {
            // Nobody is listening if this fails.
            let _ = error.print();
            ExitCode::from(FAILURE)
        }
    }
}

/// What to say of a command that does not exist.
fn unknown(error: &clap::Error, root: &clap::Command, words: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let before = words.iter().skip(1).take_while(|word| *word != name.as_str());
    let within = before.fold(root, |within, word| {
        within.find_subcommand(word).filter(|below| below.has_subcommands()).unwrap_or(within)
    });
    let names: Vec<&str> = within.get_subcommands().map(clap::Command::get_name).collect();
    Some(format!("there is no command `{name}`; the commands are {}", names.join(", ")))
}

/// Says what went wrong, in the colours and with the last line that clap gives its own errors.
pub(crate) fn refuse(error: &anyhow::Error, color: ColorChoice) -> ExitCode {
    let colored = out::is_colored(color, &io::stderr());
    let styles = if colored { Styles::styled() } else { Styles::plain() };
    let (red, bold) = (styles.get_error(), styles.get_literal());
    let mut text = format!("{red}error:{red:#} {error:#}\n");
    if error.is::<WrongCall>() {
        text += &format!("\nFor more information, try '{bold}--help{bold:#}'.\n");
    }
    out::talk(&text);
    ExitCode::from(FAILURE)
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
            assert!(Depth::from_str(text).is_err(), "depth {text:?}");
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
    fn options_are_not_taken_for_values() {
        let perft = |words: &str| {
            let words = ["hoshi", "perft"].into_iter().chain(words.split(' '));
            match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
                Some(Command::Perft(perft)) => Ok(perft),
                other => panic!("{other:?}"),
            }
        };
        for words in ["--json 3x3 2", "3x3 --json 2", "3x3 2 --json", "-v 3 --json 2"] {
            let perft = perft(words).unwrap_or_else(|error: String| panic!("{words}: {error}"));
            assert!(perft.json && perft.depth == Depth(2), "{words}");
        }
        assert!(perft("--jsn 3x3 2").is_err_and(|error: String| error.contains("no option")));
        assert!(perft("-3x3 2").is_err_and(|error| error.contains("not a board size")));
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
