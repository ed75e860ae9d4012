//! Boards solved.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use hoshi_core::{Rules, Size};

use crate::cli::number::in_range;
use crate::cli::plain;

const SOLVE_JSON: &str = "\
Print one JSON object; counts are strings

Its fields: width, height, rules, positions and states (how many, up to symmetry; null if nothing was \
solved), rows [], turn, ko, passed, value {low, high} (null if there is no such state), moves [{move, low, \
high, plies}] the best first, best []. Under superko: width, height, rules, value {low, high}, which are \
the same, moves [{move, low, high}] the best first, best [].";

/// Solve a board: what every position is worth with simple ko, or the empty board under superko
///
/// Values are points for Black, by area, without komi; suicide is forbidden, and two passes end the game
/// with every stone as alive. Under simple ko a game need not end. `4..12` means: Black gets 4 at least
/// even if a game that never ends were lost, and 12 at most even if it were won. Boards have up to 20
/// points: 4x4 takes some seconds and 200 MB, 6x3 some minutes and 3 GB, 5x4 by estimate an hour and 8 GB
/// or more. A table that is written can be looked into with --table, and played against as `table:FILE`.
/// Exit code 1 if the board has no such position.
///
/// Under superko every game ends, and what a position is worth depends on all that was played before; so
/// only the empty board is solved, with every first move: 3x3 in a moment, 4x3 in a quarter of a minute.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("board").required(true), after_help = "\
Examples:
  hoshi lab solve 3x3
  hoshi lab solve 3x3 --rules simple,ko=psk
  hoshi lab solve 4x4 --out 4x4.table
  hoshi lab solve --table 4x4.table --position ..../.XO./..../.... --white
  hoshi play --size 4 --rules simple --white table:4x4.table
")]
pub(crate) struct LabSolve {
    /// The board, up to 20 points
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    #[arg(group = "board")]
    pub(crate) size: Option<Size>,
    /// Query this table instead
    #[arg(long, value_name = "TABLE", group = "board")]
    pub(crate) table: Option<PathBuf>,
    /// The rules: simple; simple,ko=psk or simple,ko=ssk (superko, up to 12 points, 11 in a single row)
    #[arg(long, default_value = "simple", value_parser = plain::<Rules>, conflicts_with = "table")]
    pub(crate) rules: Rules,
    /// Write a table of all values
    #[arg(long, value_name = "TABLE", conflicts_with = "table")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the values of the moves: a file that ends in .svg, .png or .pdf
    #[arg(long, value_name = "OUT")]
    pub(crate) draw: Option<PathBuf>,
    /// Replace an existing table or picture
    #[arg(long)]
    pub(crate) force: bool,
    /// Keep up to GB gigabytes of moves in memory beside the values; less is slower  [default: 1]
    #[arg(long, value_name = "GB", conflicts_with = "table", value_parser = in_range(0..=65_535_u16))]
    pub(crate) memory: Option<u16>,
    #[command(flatten)]
    pub(crate) state: LabState,
    /// Print one JSON object
    #[arg(long, long_help = SOLVE_JSON)]
    pub(crate) json: bool,
}

/// A state of the game.
#[derive(Args, Debug)]
pub(crate) struct LabState {
    /// What is asked about: a serial, rows of `.XO` joined by `/`, a file, or `-`  [default: empty]
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// White is to move, not Black
    #[arg(long)]
    pub(crate) white: bool,
    /// The point that ko forbids
    #[arg(long, value_name = "POINT")]
    pub(crate) ko: Option<String>,
    /// The last move was a pass
    #[arg(long, conflicts_with = "ko")]
    pub(crate) passed: bool,
}
