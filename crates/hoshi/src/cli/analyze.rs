//! Analysing games.

use std::path::PathBuf;

use clap::Args;
use hoshi_session::host::Who;

use super::number::{at_least, in_range};
use super::show::{Look, Place};

const JSON: &str = "\
Print one JSON object

Of a position: move, turn, visits, win_rate (of the side to move), score (points for Black), \
candidates [{move, visits, win_rate, score, line}], dead, seki, owners (rows from 1 for Black to -1 for White), \
and at the end of a game result (of the record) and count {black, white, result}. \
With --all: visits, moves [{move, color, at, win_rate, score, points_lost, points_error, win_rate_lost, best, line}], \
mistakes (numbers of moves, the biggest first), result, count, players {black, white} {moves, points_lost, mistakes}.";

/// Analyse a position or a whole game
///
/// For a position, prints the candidate moves with their visits, the win rate of the side to move, the
/// expected score and the expected continuation, and a board that shows whose each point is likely to be.
/// Without --move or --at, analyses the last position of the main line. After two passes, counts the board with
/// the dead stones that the bot finds, beside the result of the record.
///
/// With --all, analyses every position of the main line and lists the biggest mistakes: the moves that lost
/// most points. With -o, the values go into a copy of the record as comments, and the better
/// moves as variations.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi analyze game.sgf                            the last position
  hoshi analyze game.sgf --move 60                  after sixty moves
  hoshi analyze game.sgf --all                      the biggest mistakes
  hoshi analyze game.sgf --all -o reviewed.sgf      as a commented record
  hoshi analyze game.sgf --all --engine katago      by another engine
  hoshi analyze game.sgf --move 60 --playouts 20000 --seed 1 --json
")]
pub(crate) struct Analyze {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Analyse every position of the main line, and list the biggest mistakes
    #[arg(long, conflicts_with_all = ["number", "at"])]
    pub(crate) all: bool,
    /// An engine that knows kata-analyze or lz-analyze: a name, engine:NAME or gtp:COMMAND
    /// [default: the built-in bot]
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<Who>,
    /// Write a copy of the record with the values as comments and better moves as variations; `-` is
    /// standard output
    #[arg(short, long, value_name = "OUT.sgf")]
    pub(crate) output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Playouts for each position, or visits of an engine  [default: 3000; with --all, 1000]
    #[arg(long, value_name = "N", value_parser = at_least(1_u32))]
    pub(crate) playouts: Option<u32>,
    /// How many threads the bot uses
    #[arg(long, value_name = "T", default_value_t = 1, conflicts_with = "engine")]
    #[arg(value_parser = in_range(1..=256_u16))]
    pub(crate) threads: u16,
    /// The seed of the bot: with one thread, the same seed gives the same analysis
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "engine")]
    #[arg(value_parser = at_least(0_u64))]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long, long_help = JSON)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) look: Look,
}
