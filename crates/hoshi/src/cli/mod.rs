//! The command line: the one source for parsing, help, man pages and
//! completions. Values are read by the types they become, so that a wrong one
//! is refused here, by a sentence, before anything has begun. The options of each
//! family of commands are in a file of their own.

mod analyze;
mod board;
mod charset;
mod check;
mod config;
mod convert;
mod count;
mod draw;
mod engines;
mod error;
mod gtp;
mod history;
mod lab;
mod match_games;
mod number;
mod play;
#[cfg(feature = "web")]
mod serve;
mod show;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, ColorChoice, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use analyze::Analyze;
pub(crate) use board::{Board, BoardWhat, HowPacked, MoveWord, Output};
pub(crate) use charset::CharsetOptions;
pub(crate) use check::{Check, RuleSelector};
pub(crate) use config::{CheckConfig, Config, ConfigWhat, ShowConfig};
pub(crate) use convert::{Convert, Strip};
pub(crate) use count::{Bench, BenchWhat, Perft, Playouts};
pub(crate) use draw::{Crop, Draw, DrawLook, DrawWhat, MoveRange, Picture, Thousandths};
pub(crate) use engines::Engines;
pub(crate) use error::refuse;
pub(crate) use gtp::Gtp;
pub(crate) use history::{
    History, HistoryDelete, HistoryExport, HistoryList, HistoryOpen, HistoryPath, HistoryRestore,
    HistoryShow, HistoryWhat, ResultFilter,
};
pub(crate) use lab::{
    By, Drawing, KoKind, Lab, LabCensus, LabCount, LabExport, LabGames, LabMerge, LabQuery,
    LabRandom, LabRank, LabSolve, LabState, LabUnrank, LabVerify, LabWhat, LayoutKind,
};
pub(crate) use match_games::{Match, Several};
pub(crate) use play::{Handicap, Play, Players};
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use show::{Background, Lists, Look, Score, Show, ShowAs};

/// The exit code for a wrong call, or for a file or device that failed.
pub(crate) const FAILURE: u8 = 2;

/// The exit code for a negative result, where nothing failed.
const NEGATIVE: u8 = 1;

/// How wide help and errors are at most.
pub(crate) const WIDTH: usize = 80;

const AFTER: &str = "\
Examples:
  hoshi                              open the board (on a terminal)
  hoshi play --size 9 --white bot:3  play against the built-in bot
  hoshi history                      list the games you played
  hoshi show game.sgf --move 50      show a position of a record
  hoshi score game.sgf               count it
  hoshi analyze game.sgf --all       find the biggest mistakes
  hoshi draw game.sgf -o game.png    draw a picture of it
  hoshi convert game.sgf game.dgf    convert between formats
  hoshi check --fix game.sgf         find and fix errors in a record
  hoshi serve --open                 open the board in a browser
  hoshi help play                    more about one command

Data goes to standard output, messages to standard error.

Exit codes: 0 success, 1 negative result (an illegal move, errors found),
2 wrong command line or failing file, 130 after Ctrl-C, 128 + N after signal N.";

/// The exit codes, for the man pages.
pub(crate) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Success; also when the reader of a pipe closes it early."),
    (
        "1",
        "Negative result: an illegal move, errors found in a record, a game that does not exist.",
    ),
    ("2", "Wrong command line, or a file or device that failed."),
    ("130", "Ended by Ctrl-C; after another signal, 128 plus its number."),
];

/// A workbench for the game of Go.
///
/// Without a command, hoshi opens the board on a terminal; elsewhere it prints a short tour.
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
    #[arg(help_heading = "Global options")]
    pub(crate) color: When,
    /// Print less on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Global options")]
    pub(crate) quiet: bool,
    /// Print more detail, including timings
    #[arg(short, long, global = true, help_heading = "Global options")]
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
    Play(Play),
    History(History),
    Match(Box<Match>),
    Show(Show),
    Draw(Box<Draw>),
    Convert(Convert),
    Check(Check),
    Score(Score),
    Analyze(Box<Analyze>),
    Board(Board),
    Lab(Lab),
    Perft(Perft),
    Bench(Bench),
    Engines(Engines),
    Gtp(Gtp),
    #[cfg(feature = "web")]
    Serve(Serve),
    Config(Config),
    Completions(Completions),
    Man(Man),
    Complete(Complete),
}

/// Print a completion script for a shell
///
/// In bash, zsh and fish the script asks hoshi for the words that fit, so that it completes games of the
/// history and engines as well. In elvish and PowerShell it completes commands, options and fixed values.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  source <(hoshi completions bash)
  hoshi completions bash > ~/.local/share/bash-completion/completions/hoshi
  hoshi completions zsh > ~/.zfunc/_hoshi
  hoshi completions fish > ~/.config/fish/completions/hoshi.fish
")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Words that complete a command line, for the scripts of `completions`
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct Complete {
    /// Print what each word means after a tab
    #[arg(long)]
    pub(crate) help_text: bool,
    /// The words of the command line without the program; the last is completed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
}

/// Show a man page, or install all of them
///
/// On a terminal the page is opened with man(1). Otherwise its source is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi man                          the page of hoshi itself
  hoshi man history show             the page of a command
  hoshi man --install ~/.local/share/man/man1
  hoshi man bench playouts > hoshi-bench-playouts.1
")]
pub(crate) struct Man {
    /// The command that the page is about  [default: hoshi itself]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Print the names of all pages
    #[arg(long, conflicts_with = "command")]
    pub(crate) list: bool,
    /// Write all pages into a folder, which is created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "list"])]
    pub(crate) install: Option<PathBuf>,
    /// Let --install replace existing pages
    #[arg(long, requires = "install")]
    pub(crate) force: bool,
}

/// A value with a sentence of its own for what is wrong, which may begin with a dash, as `-3` does.
fn plain<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// The command line as a value, for man pages and completions.
pub(crate) fn command() -> clap::Command {
    // Whatever name the program was started by.
    refine(Cli::command().bin_name("hoshi").max_term_width(WIDTH))
}

/// Lets every option take a negative number, so that the option itself refuses it, by name.
fn refine(command: clap::Command) -> clap::Command {
    let takes = |arg: &clap::Arg| arg.get_long().is_some() && arg.get_action().takes_values();
    command
        .mut_args(|arg| if takes(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(refine)
}

/// Reads the words we were called with; on help, version or an error says so and gives the exit
/// code.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let color = choice(&words);
    let mut command = command().color(color);
    let matches = match command.try_get_matches_from_mut(&words) {
        Ok(matches) => matches,
        Err(error) => return Err(error::report(&error, &command, &words, color)),
    };
    Cli::from_arg_matches(&matches).map_err(|error| {
        let error = error.format(&mut command);
        error::report(&error, &command, &words, color)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
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
