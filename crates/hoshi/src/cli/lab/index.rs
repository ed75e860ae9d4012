//! Positions by their number.

use clap::Args;
use hoshi_core::Size;

use crate::cli::number::at_least;
use crate::cli::plain;

/// The number of a legal position among all, in the order of their serials, from 0
///
/// Exit code 1 if the position is not legal, or, among the reduced, not reduced.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab rank 3x3 .../.X./..O
  hoshi lab rank 2x2 5
  hoshi lab rank 5x5 .X.../X.X../.X.../...../..... --reduced
")]
pub(crate) struct LabRank {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// A serial, rows of `.XO` joined by `/`, a file, or `-`
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Among the reduced positions only, up to 5x5: no image of one has a smaller serial
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Print one JSON object: width, height, serial, rows, rank (null if it has none), legal or reduced (how many)
    #[arg(long)]
    pub(crate) json: bool,
}

/// The legal position with a number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab unrank 9x9 103919148791293834318983090438798793468
  hoshi lab unrank 5x5 51790408754 --reduced
")]
pub(crate) struct LabUnrank {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// The number, from 0
    #[arg(value_name = "NUMBER", value_parser = at_least(0_u128), allow_negative_numbers = true)]
    pub(crate) rank: u128,
    /// Among the reduced positions only, up to 5x5: no image of one has a smaller serial
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Print one JSON object: width, height, serial, rows, rank, legal or reduced (how many)
    #[arg(long)]
    pub(crate) json: bool,
}

/// A random legal position, all equally likely
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab random 9x9
  hoshi lab random 5x5 --many 3 --seed 7 --json
  hoshi lab random 4x4 --reduced
")]
pub(crate) struct LabRandom {
    /// The board, up to 9x9
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(0_u64))]
    pub(crate) many: u64,
    /// The seed of the random numbers  [default: another one each time]
    #[arg(long, value_name = "S", value_parser = at_least(0_u64))]
    pub(crate) seed: Option<u64>,
    /// Among the reduced positions only, up to 5x5: no image of one has a smaller serial
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Print a JSON object on a line for each: width, height, serial, rows, rank, legal or reduced (how many)
    #[arg(long)]
    pub(crate) json: bool,
}
