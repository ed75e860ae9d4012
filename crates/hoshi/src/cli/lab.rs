//! The study of small boards.

use clap::{Args, Subcommand, ValueEnum};
use hoshi_core::Size;

use super::plain;

const COUNT_JSON: &str = "\
Print one JSON object instead of a table; every count in it is a string

Its fields: width, height, legal; by symmetry reduced, reduced_with_swap and fixed [{name, positions, \
swapped}]; by ko ko (loose or strict), ko_points and heat [] row by row; by stones stones [] from 0 on.";

/// Study small boards: every position counted and numbered, exactly
///
/// A position is given as its serial (digits), as rows of `.XO` joined by `/`, as a file with such rows,
/// or as `-`. The serial is the sum of the colour of every point (0 empty, 1 black, 2 white) times 3 to
/// the power of its number, row by row from the top left. A position is legal if every block has a
/// liberty.
#[derive(Args, Debug)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  hoshi lab count 9x9                     legal positions of 9x9
  hoshi lab count 5x5 --by symmetry       and up to symmetry
  hoshi lab count 5x5 --by ko             where a ko can be, as a board of numbers
  hoshi lab random 9x9                    a legal position, each with the same chance
  hoshi lab rank 5x5 .X.../X.X../.X.../...../.....
"
)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) what: LabWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabWhat {
    Count(LabCount),
    Rank(LabRank),
    Unrank(LabUnrank),
    Random(LabRandom),
}

/// Count the legal positions of a board, without enumerating them
///
/// By border states, point by point; up to symmetry by Burnside's lemma on folded boards. The shorter
/// side may be 13 at most; up to symmetry 9 (and the longer one 17), by ko and by stones 8 (and 80 points
/// in all).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab count 13x2
  hoshi lab count 5x5 --by symmetry --json
  hoshi lab count 5x5 --by ko --ko loose
")]
pub(crate) struct LabCount {
    /// The board, width x height; `N` means `NxN`
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// What is counted besides
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,
    /// What a ko point is; strict: the position before the capture was legal too
    #[arg(long, value_enum, default_value_t = KoKind::Strict, requires = "by")]
    pub(crate) ko: KoKind,
    /// Print one JSON object instead of a table; every count in it is a string
    #[arg(long, long_help = COUNT_JSON)]
    pub(crate) json: bool,
}

/// What is counted besides legal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Positions that each symmetry leaves as they are, and positions up to symmetry
    Symmetry,
    /// Pairs of a position and a ko point, Black to move, by point
    Ko,
    /// Positions by their number of stones
    Stones,
}

/// What a ko point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KoKind {
    /// White stones all around an empty point, one of them alone and with no other liberty
    Loose,
    /// And the position before the capture was legal
    Strict,
}

/// The number of a legal position among all, in the order of their serials, from 0
///
/// Exit code 1 if the position is not legal.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab rank 3x3 .../.X./..O
  hoshi lab rank 2x2 5
")]
pub(crate) struct LabRank {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// A serial, rows of `.XO` joined by `/`, a file, or `-`
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Print one JSON object: width, height, serial, rows, rank (null if not legal), legal (how many)
    #[arg(long)]
    pub(crate) json: bool,
}

/// The legal position with a number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab unrank 9x9 103919148791293834318983090438798793468
")]
pub(crate) struct LabUnrank {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// The number, from 0
    #[arg(value_name = "NUMBER")]
    pub(crate) rank: u128,
    /// Print one JSON object: width, height, serial, rows, rank, legal (how many)
    #[arg(long)]
    pub(crate) json: bool,
}

/// A legal position, each with the same chance
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab random 9x9
  hoshi lab random 5x5 --many 3 --seed 7 --json
")]
pub(crate) struct LabRandom {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) many: u64,
    /// Where the random numbers begin; elsewhere each time unless told
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Print a JSON object on a line for each: width, height, serial, rows, rank, legal (how many)
    #[arg(long)]
    pub(crate) json: bool,
}
