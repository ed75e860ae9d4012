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
mod gtp;
mod history;
mod lab;
mod match_games;
mod play;
#[cfg(feature = "web")]
mod serve;
mod show;

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::num::{ParseFloatError, ParseIntError};
use std::process::ExitCode;
use std::str::FromStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use analyze::Analyze;
pub(crate) use board::{Board, BoardWhat, HowPacked, MoveWord, Output};
pub(crate) use charset::CharsetOptions;
pub(crate) use check::Check;
pub(crate) use config::{CheckConfig, Config, ConfigWhat, ShowConfig};
pub(crate) use convert::{Convert, Strip};
pub(crate) use count::{Bench, BenchWhat, Perft, Playouts};
pub(crate) use draw::{Crop, Draw, DrawLook, DrawWhat, MoveRange, Picture, Thousandths};
pub(crate) use engines::Engines;
pub(crate) use gtp::Gtp;
pub(crate) use history::{
    History, HistoryDelete, HistoryExport, HistoryList, HistoryOpen, HistoryPath, HistoryShow,
    HistoryWhat,
};
pub(crate) use lab::{
    By, Drawing, KoKind, Lab, LabCensus, LabCount, LabExport, LabGames, LabMerge, LabQuery,
    LabRandom, LabRank, LabSolve, LabState, LabUnrank, LabVerify, LabWhat, LayoutKind,
};
pub(crate) use match_games::{Match, Several};
pub(crate) use play::{Handicap, Play, Players};
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use show::{Background, Look, Score, Show, ShowAs};

use crate::out::{self, Style};

/// The exit code for a wrong call, or for a file or device that failed.
pub(crate) const FAILURE: u8 = 2;

/// The exit code for "no, but nothing broke".
const NO: u8 = 1;

const AFTER: &str = "\
Examples:
  hoshi                              what hoshi can do, on one page
  hoshi play --size 9                a game, recorded move by move
  hoshi engines                      which engines there are to play against
  hoshi show game.sgf --move 50      a position of a record
  hoshi draw game.sgf -o game.png    a picture of it
  hoshi convert game.sgf game.dgf    one format into another
  hoshi check --fix game.sgf         what is wrong with a record, repaired
  hoshi history                      games that were played
  hoshi perft 3x3 9                  count every sequence of nine moves on 3x3
  hoshi bench playouts --size 19     how fast this machine plays at random
  hoshi help perft                   more about one command

Data goes to standard output, talk to standard error.

Exit codes: 0 done, 1 no but nothing broke, 2 a wrong call or a failing file,
130 after Ctrl-C, 128 + N after signal N.";

/// The exit codes, for the man pages.
pub(crate) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Yes, or done; also when the reader of a pipe has seen enough."),
    ("1", "No, but nothing broke."),
    ("2", "A wrong call, or a file or device that failed."),
    ("130", "Ended by Ctrl-C; by another signal: 128 plus its number."),
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
    /// Print less on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Everywhere")]
    pub(crate) quiet: bool,
    /// Print more detail, including timings
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

/// A value in its place. It may begin with a dash, so that `-3` is refused by its own sentence;
/// an option that does not exist must not be taken for one.
fn plain<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    let mut letters = text.chars();
    if letters.next() == Some('-') && letters.next().is_some_and(|next| !next.is_ascii_digit()) {
        return Err(format!("there is no option `{text}`"));
    }
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// The command line as a value, for man pages and completions.
pub(crate) fn command() -> clap::Command {
    // Whatever name the program was started by.
    Cli::command().bin_name("hoshi")
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

/// Something that the rules of Go refuse: nothing is broken, but the answer is no.
#[derive(Debug)]
pub(crate) struct Illegal(pub(crate) String);

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}

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
        return match out::print_help(error) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                refuse(&anyhow::Error::new(error).context(out::NOT_WRITTEN), color)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let wrong = match error.kind() {
        // What the standard library says of a number names neither the number nor the option.
        ErrorKind::ValueValidation => error
            .source()
            .filter(|source| !source.is::<ParseIntError>() && !source.is::<ParseFloatError>())
            .map(ToString::to_string),
        ErrorKind::InvalidSubcommand => unknown(error, root, words),
        _ => None,
    };
    match wrong {
        Some(wrong) => refuse(&WrongCall(wrong).into(), color),
        None => {
            // It quotes the words that we were called with.
            let plain = error.render().to_string();
            if plain.chars().all(|letter| hoshi_files::is_visible(letter) || letter == '\n') {
                // Nobody is listening if this fails.
                let _ = error.print();
            } else {
                out::talk(out::indented(&plain));
            }
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
    let colored = out::colors_talk(color);
    let why = out::indented(&(out::with_causes(error) + "\n"));
    let mut text = out::styled(Style::Error, "error:", colored) + " " + why;
    if error.is::<WrongCall>() {
        text += "\nFor more information, try '";
        text += out::styled(Style::Heading, "--help", colored) + "'.\n";
    }
    out::talk(text);
    ExitCode::from(if error.is::<Illegal>() { NO } else { FAILURE })
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
