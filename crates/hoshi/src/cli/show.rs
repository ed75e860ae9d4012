//! Looking at one position of a record: `show` and `score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hoshi_core::Rules;
use hoshi_record::convert::Format;
use hoshi_render::Coordinates;

use super::CharsetOptions;
use super::number::at_least;
use crate::records::NodePath;

const SHOW_JSON: &str = "\
Print one JSON object instead of a board

Its fields: width, height, move, moves, turn, ko, captures {black, white} (stones captured by that \
colour), komi, rules, result, rows; then game, games, last, path, comment, marks, labels, black, \
white, date, illegal, variations [{path, color, move}] (the nodes that follow), format; illegal_unlisted, \
if more than a thousand moves are illegal. With --moves also line [{number, color, move}], with --tree also \
tree [{path, depth, moves}], the main line first.";

/// Which position of a record a command is about.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The record: a file of any format, a text diagram, `-` for standard input, the address of a game, or
    /// a line of SGN in quotes
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// After this many moves of the main line, passes included; 0 is the start
    #[arg(long = "move", value_name = "N", value_parser = at_least(0_usize))]
    #[arg(conflicts_with = "at")]
    pub(crate) number: Option<usize>,
    /// At this node: child numbers from the first node on, each from 0, as in `0.0.2`
    #[arg(long, value_name = "PATH", visible_alias = "variation")]
    pub(crate) at: Option<NodePath>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1_usize))]
    pub(crate) game: usize,
    /// The format (default: by name and content): sgf, dgf, dgfb, dgb, dgr, sgn, url, gib, ngf, ugf
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
    /// Draw with X, O and . only (default: if the output is not a terminal)
    #[arg(long, conflicts_with = "unicode", help_heading = "Look")]
    pub(crate) ascii: bool,
    /// Draw with round stones and lines (default: on terminals that support it)
    #[arg(long, help_heading = "Look")]
    pub(crate) unicode: bool,
    /// The background of the terminal, for colours (default: what COLORFGBG says, else dark)
    #[arg(long, value_name = "BACKGROUND", value_enum, help_heading = "Look")]
    pub(crate) background: Option<Background>,
    /// Do not show long output with a pager
    #[arg(long, help_heading = "Look")]
    pub(crate) no_pager: bool,
}

/// The background of a terminal.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Background {
    /// Dark text on a light background
    Light,
    /// Light text on a dark background
    Dark,
}

/// Which moves are listed in place of the board.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Lists {
    /// List the moves up to the position instead of drawing it
    #[arg(long, conflicts_with = "tree")]
    pub(crate) moves: bool,
    /// List every line of play, with its variations
    #[arg(long)]
    pub(crate) tree: bool,
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
/// Draws the board, with the last move in brackets and the marks and labels of the record. Below it are the
/// side to move, captured stones, a ko and the result. Without --move or --at, shows the last position of
/// the main line; of a problem (stones of both colours set up, no handicap, no result), the first.
///
/// Illegal moves in SGF are noted and shown as played.
///
/// On a terminal, output that is longer than the screen goes to the pager that `HOSHI_PAGER` or `PAGER`
/// names, else to less.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi show game.sgf                     the last position
  hoshi show game.sgf --move 50           after fifty moves
  hoshi show problem.sgf --at 0.1         the second answer to the first move
  hoshi show game.sgf --moves             a list of the moves
  hoshi show problem.sgf --tree           the variations, line by line
  hoshi show games.sgf --game 3 --json    the third game of a file, for programs
  hoshi show '/game/9x9,C3b,G7w'          a game in an address
  hoshi show '9x9 C3b G7w'                a game in a line of SGN
  hoshi show game.gib                     a game of Tygem
  hoshi show game.sgf --as sensei         a diagram for a wiki or forum
  hoshi show diagram.txt                  a board that was typed or pasted
")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) look: Look,
    /// What to print
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t)]
    #[arg(conflicts_with_all = ["json", "moves", "tree"])]
    pub(crate) form: ShowAs,
    #[command(flatten)]
    pub(crate) lists: Lists,
    /// Print one JSON object instead of a board
    #[arg(long, long_help = SHOW_JSON)]
    pub(crate) json: bool,
}

/// Count a position of a record
///
/// Counts the last position of the main line, or another one, by the rules of the record. If it names none,
/// `simple` rules are assumed, which count area. Dead stones and territory are those that the record marks
/// at that position (TB and TW), unless --dead says otherwise; `--dead auto` estimates dead stones with
/// playouts of the built-in bot. The recorded result is printed beside the count.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi score game.sgf                       by the rules of the record
  hoshi score game.sgf --rules chinese       by area
  hoshi score game.sgf --dead none           every stone is alive
  hoshi score game.sgf --dead C3,Q16         the blocks on these points are dead
  hoshi score game.sgf --dead auto           hoshi decides which stones are dead
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
    /// Print one JSON object: rules, komi, black and white {stones, territory, ...}, result, recorded,
    /// difference
    #[arg(long)]
    pub(crate) json: bool,
}
