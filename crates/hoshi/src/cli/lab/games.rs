//! Games of small boards.

use clap::Args;
use hoshi_core::Size;

use crate::cli::plain;

/// How many games a board has
///
/// Either colour may play on any empty point, suicide is allowed, and no position may come twice. Every
/// game counts at each of its moves, and so does the one without any.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab games 2x2
  hoshi lab games 4x1 --json
")]
pub(crate) struct LabGames {
    /// The board, up to four points: 2x2 takes some seconds and 600 MB
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// Print one JSON object: width, height, games
    #[arg(long)]
    pub(crate) json: bool,
}
