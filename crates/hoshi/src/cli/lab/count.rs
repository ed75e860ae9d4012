//! Positions counted.

use clap::{Args, ValueEnum};
use hoshi_core::Size;

use super::Drawing;
use crate::cli::plain;

const COUNT_JSON: &str = "\
Print one JSON object instead of a table; every count in it is a string

Its fields: width, height, legal; by symmetry reduced, reduced_with_swap and fixed [{name, positions, \
swapped}]; by ko ko (loose or strict), ko_points and heat [] row by row; by stones stones [] from 0 on.";

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
  hoshi lab count 5x5 --by ko --draw ko.svg
  hoshi lab count 6x6 --by stones --draw stones.pdf
")]
pub(crate) struct LabCount {
    /// The board, width x height; `N` means `NxN`
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// What else to count
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,
    /// What a ko point is; strict: the position before the capture was legal too
    #[arg(long, value_enum, default_value_t = KoKind::Strict, requires = "by")]
    pub(crate) ko: KoKind,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    /// Print one JSON object instead of a table; every count in it is a string
    #[arg(long, long_help = COUNT_JSON)]
    pub(crate) json: bool,
}

/// What else to count, besides legal positions.
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
