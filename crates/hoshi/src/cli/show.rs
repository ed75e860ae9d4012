//! Looking at one position of a record: `show` and `score`.

use std::path::PathBuf;

use clap::Args;
use hoshi_core::Rules;
use hoshi_record::convert::Format;

use super::CharsetOptions;
use crate::records::NodePath;

const SHOW_JSON: &str = "\
Print one JSON object instead of a board

Its fields: width, height, move, moves, turn, ko, captures {black, white} (stones captured by that \
colour), komi, rules, result, rows; then game, games, last, path, comment, marks, labels, black, \
white, date, illegal, format; illegal_unlisted, if more than ten thousand are.";

/// Which position of a record a command is about.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The record: a file of any format, `-` for standard input, or the address of a game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// After this many moves of the main line, passes included; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with = "at")]
    pub(crate) number: Option<usize>,
    /// At this node: child numbers from the first node on, each from 0, as in `0.0.2`
    #[arg(long, value_name = "PATH")]
    pub(crate) at: Option<NodePath>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) game: usize,
    /// What the file is, if neither its name nor its beginning tells: sgf, dgf, dgfb, dgb, dgr, sgn, url, gib, ngf, ugf
    #[arg(long, value_name = "F")]
    pub(crate) from: Option<Format>,
    #[command(flatten)]
    pub(crate) charset: CharsetOptions,
}

/// Show a position of a record
///
/// Draws the board with the last move in brackets, and says who is to move, how many stones were
/// captured, where ko forbids to play, and how the game ended. Without --move or --at it is the last
/// position of the main line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi show game.sgf                     the last position
  hoshi show game.sgf --move 50           after fifty moves
  hoshi show problem.sgf --at 0.1         the second answer to the first move
  hoshi show games.sgf --game 3 --json    the third game of a file, for programs
  hoshi show '/game/9x9,C3b,G7w'          a game in an address
  hoshi show game.gib                     a game of Tygem; .ngf and .ugf are read as well
")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print one JSON object instead of a board
    #[arg(long, long_help = SHOW_JSON)]
    pub(crate) json: bool,
}

/// Count a position of a record
///
/// Counts the last position of the main line, or another one, by the rules of the record. Stones
/// that are dead are taken off first: those that --dead names, or, without it, those that the record
/// itself marks as dead by the territory in its last node (TB and TW).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi score game.sgf                       as its rules have it
  hoshi score game.sgf --rules chinese       by area
  hoshi score game.sgf --dead none           every stone lives
  hoshi score game.sgf --dead C3,Q16         the blocks there are dead
  hoshi score game.sgf --dead auto           hoshi judges which stones are dead
")]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The rules to count by, instead of those of the record: a preset, then overrides
    #[arg(long, value_name = "R")]
    pub(crate) rules: Option<Rules>,
    /// Which stones are dead: none, or points, one of each block, as in `C3,Q16`
    #[arg(long, value_name = "POINTS")]
    pub(crate) dead: Option<String>,
    /// Print one JSON object: rules, komi, black and white {stones, territory, ...}, result
    #[arg(long)]
    pub(crate) json: bool,
}
