//! Looking at one position of a record: `show` and `score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hoshi_core::Rules;
use hoshi_record::convert::Format;
use hoshi_render::Coordinates;

use super::CharsetOptions;
use crate::records::NodePath;

const SHOW_JSON: &str = "\
Print one JSON object instead of a board

Its fields: width, height, move, moves, turn, ko, captures {black, white} (stones captured by that \
colour), komi, rules, result, rows; then game, games, last, path, comment, marks, labels, black, \
white, date, illegal, format; illegal_unlisted, if more than a thousand are.";

/// Which position of a record a command is about.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The record: a file of any format, a text diagram, `-` for standard input, the address of a game, or a line of SGN in quotes
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// After this many moves of the main line, passes included; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with = "at")]
    pub(crate) number: Option<usize>,
    /// At this node: child numbers from the first node on, each from 0, as in `0.0.2`
    #[arg(long, value_name = "PATH", visible_alias = "variation")]
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

/// What a board in text looks like.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Look {
    /// How the lines are named: a1, sgf, 1-1, japanese or none
    #[arg(long, value_name = "STYLE", default_value = "a1", help_heading = "Look")]
    pub(crate) coords: Coordinates,
    /// Draw with X, O and . only (default: where the output is no terminal)
    #[arg(long, conflicts_with = "unicode", help_heading = "Look")]
    pub(crate) ascii: bool,
    /// Draw with round stones and lines (default: on a terminal that can)
    #[arg(long, help_heading = "Look")]
    pub(crate) unicode: bool,
    /// The ground of the terminal, for colours (default: what COLORFGBG says, else dark)
    #[arg(long, value_name = "GROUND", value_enum, help_heading = "Look")]
    pub(crate) background: Option<Background>,
    /// Do not show long output with a pager
    #[arg(long, help_heading = "Look")]
    pub(crate) no_pager: bool,
}

/// The ground of a terminal.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Background {
    /// Dark text on a light ground
    Light,
    /// Light text on a dark ground
    Dark,
}

/// What `show` prints.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(crate) enum ShowAs {
    /// A board with the facts about the position
    #[default]
    Page,
    /// A diagram that hoshi reads again
    Diagram,
    /// A diagram for Sensei's Library, and for forums that know its `$$`
    Sensei,
}

/// Show a position of a record
///
/// Draws the board with the last move in brackets and the marks and labels of the record, and says
/// who is to move, how many stones were captured, where ko forbids to play, and how the game ended.
/// Without --move or --at it is the last position of the main line; or the start, if the record is a
/// problem: stones of both colours are set up, and there is neither a handicap nor a result.
///
/// On a terminal, output that is longer than the screen goes to the pager that `HOSHI_PAGER` or `PAGER`
/// names, else to less.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi show game.sgf                     the last position
  hoshi show game.sgf --move 50           after fifty moves
  hoshi show problem.sgf --at 0.1         the second answer to the first move
  hoshi show games.sgf --game 3 --json    the third game of a file, for programs
  hoshi show '/game/9x9,C3b,G7w'          a game in an address
  hoshi show '9x9 C3b G7w'                a game in a line of SGN
  hoshi show game.gib                     a game of Tygem; .ngf and .ugf are read as well
  hoshi show game.sgf --as sensei         a diagram to paste into a wiki or a forum
  hoshi show diagram.txt                  a board that was typed or pasted
")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) look: Look,
    /// What to print
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t, conflicts_with = "json")]
    pub(crate) form: ShowAs,
    /// Print one JSON object instead of a board
    #[arg(long, long_help = SHOW_JSON)]
    pub(crate) json: bool,
}

/// Count a position of a record
///
/// Counts the last position of the main line, or another one, by the rules of the record. Stones
/// that are dead are taken off first: those that --dead names, or, without it, those that the record
/// itself marks as dead by the territory in its last node (TB and TW). `--dead auto` estimates them with
/// playouts of the built-in bot.
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
    /// Which stones are dead: none, auto, or points, one of each block, as in `C3,Q16`
    #[arg(long, value_name = "POINTS")]
    pub(crate) dead: Option<String>,
    /// Print one JSON object: rules, komi, black and white {stones, territory, ...}, result
    #[arg(long)]
    pub(crate) json: bool,
}
