//! The study of small boards.

mod census;
mod count;
mod games;
mod index;
mod solve;

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) use census::{LabCensus, LabExport, LabMerge, LabQuery, LabVerify, LayoutKind};
pub(crate) use count::{By, KoKind, LabCount};
pub(crate) use games::LabGames;
pub(crate) use index::{LabRandom, LabRank, LabUnrank};
pub(crate) use solve::{LabSolve, LabState};

/// A picture of what was counted.
#[derive(Args, Clone, Debug)]
pub(crate) struct Drawing {
    /// Draw it as well: a file that ends in .svg, .png or .pdf
    #[arg(long, value_name = "OUT")]
    pub(crate) draw: Option<PathBuf>,
    /// Draw bars instead of a board
    #[arg(long, requires = "draw")]
    pub(crate) bars: bool,
    /// Replace an existing picture
    #[arg(long, requires = "draw")]
    pub(crate) force: bool,
}

/// Study small boards: every position counted, numbered and solved, exactly
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
  hoshi lab count 5x5 --by ko             where a ko can be
  hoshi lab count 5x5 --by ko --draw ko.svg   and as a picture
  hoshi lab games 2x2                     how many games there are
  hoshi lab random 9x9                    a random legal position
  hoshi lab rank 5x5 .X.../X.X../.X.../...../.....
  hoshi lab solve 3x3                     what every first move is worth
"
)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) what: LabWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabWhat {
    Count(LabCount),
    Census(LabCensus),
    Verify(LabVerify),
    Merge(LabMerge),
    Query(LabQuery),
    Export(LabExport),
    Games(LabGames),
    Rank(LabRank),
    Unrank(LabUnrank),
    Random(LabRandom),
    Solve(LabSolve),
}
