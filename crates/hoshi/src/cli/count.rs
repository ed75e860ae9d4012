//! Counting and measuring: `perft` and `bench`.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::{Args, Subcommand};
use hoshi_core::{Rules, Size};

use super::number::at_least;
use super::plain;

/// The deepest count that is accepted.
const MAX_DEPTH: u32 = 1000;

const PLAYOUTS_JSON: &str = "\
Print one JSON object instead of a table

Its fields: playouts, moves, cpu_seconds, playouts_per_cpu_second, mean_length, black_win_rate; \
then width, height, threads, seconds and seed.";

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
    /// Presets: tromp-taylor, chinese, japanese, korean, aga, bga, french, new-zealand, ing, simple.
    /// Of a ruleset only ko and suicide change these counts. ko = simple | psk | ssk, suicide = forbidden |
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
    /// How long to play, in seconds
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

fn seconds(text: &str) -> Result<f64, String> {
    const DAY: f64 = 86_400.0;
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= DAY => Ok(seconds),
        _ => {
            Err(format!("`{text}` is not a number of seconds: give more than 0 and at most 86400"))
        }
    }
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= 1024 => Ok(threads),
        _ => Err(format!("`{text}` is not a whole number from 1 to 1024")),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    at_least(0)(text)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};

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
        assert!(
            perft("--jsn 3x3 2").is_err_and(|error: String| error.contains("not a board size"))
        );
        assert!(perft("-3x3 2").is_err_and(|error| error.contains("not a board size")));
    }
}
