//! Boards of DGF: `board` and what can be done with them.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use hoshi_core::{HalfPoints, Rules, Size};
use hoshi_record::dgf::{Move, Packing, UnknownPacking};

use super::number::at_least;

/// Work with boards as numbers (DGF)
///
/// A board of DGF is a file of n*n + 4 bytes: whose turn it is, captures and komi, the side, then the
/// points from the top left. A move is a number: column + (row - 1) * n from 1 at the top left, 0
/// passes, a negative number resigns.
#[derive(Args, Debug)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  hoshi board new 19 --komi 6.5 -o a.dgb
  hoshi board apply a.dgb 61 -o b.dgb       Black at D16
  hoshi board diff a.dgb b.dgb              61
  hoshi board legal b.dgb D16               no: the point is occupied
  hoshi board liberties b.dgb D16
  hoshi board pack b.dgb --as base3 -o b.bin
  hoshi show b.dgb
"
)]
pub(crate) struct Board {
    #[command(subcommand)]
    pub(crate) what: BoardWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BoardWhat {
    New(New),
    Apply(Apply),
    Legal(Legal),
    Diff(Diff),
    Liberties(Liberties),
    Pack(Pack),
    Unpack(Unpack),
}

/// Where bytes go.
#[derive(Args, Debug)]
pub(crate) struct Output {
    /// The file to write; standard output if there is none, or for `-`
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// The board a game begins with
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board new 19 --komi 6.5 -o a.dgb
  hoshi board new 9 --handicap 3 | hoshi show -
")]
pub(crate) struct New {
    /// The side, 1 to 255
    #[arg(value_name = "N", value_parser = side, allow_hyphen_values = true)]
    pub(crate) side: u8,
    /// Points for White, whole or half; negative for Black
    #[arg(long, value_name = "K", default_value = "0", allow_hyphen_values = true)]
    pub(crate) komi: HalfPoints,
    /// Handicap stones, on their customary points
    #[arg(long, value_name = "H", default_value_t = 0, value_parser = at_least(0_u32))]
    pub(crate) handicap: u32,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The board after a move
///
/// A board knows no earlier pass: a pass flips the turn and lifts the ko. An illegal move is exit
/// code 1, with the reason, and nothing is written.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board apply a.dgb 61 -o b.dgb       a number
  hoshi board apply a.dgb D16 -o b.dgb      the same point
  hoshi board apply a.dgb -1 -o b.dgb       resign
")]
pub(crate) struct Apply {
    /// The board, `-` for standard input
    pub(crate) board: PathBuf,
    /// The move: a number, a point such as D4, pass or resign
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) mv: MoveWord,
    /// The rules: a preset, then overrides
    #[arg(long, value_name = "R", default_value = "simple")]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Whether a move is legal, or which are
///
/// With a move: exit code 0 if it is legal, 1 and the reason if not. Without one, every legal move, a
/// line each: its number and its name.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board legal b.dgb D16
  hoshi board legal b.dgb --json            every legal move
")]
pub(crate) struct Legal {
    /// The board, `-` for standard input
    pub(crate) board: PathBuf,
    /// The move: a number, a point such as D4, pass or resign
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) mv: Option<MoveWord>,
    /// The rules: a preset, then overrides
    #[arg(long, value_name = "R", default_value = "simple")]
    pub(crate) rules: Rules,
    /// Print JSON: {move, legal, reason}, or [{move, name}]
    #[arg(long)]
    pub(crate) json: bool,
}

/// The move that turned one board into another
///
/// Prints its number: with captures and, where the rules allow it, suicide; 0 if only the turn
/// flipped, -1 if a player resigned. If the boards are not one move apart, exit code 1 and why.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board diff a.dgb b.dgb
  hoshi board diff a.dgb b.dgb --rules new-zealand
")]
pub(crate) struct Diff {
    /// The board before, `-` for standard input
    #[arg(value_name = "A")]
    pub(crate) before: PathBuf,
    /// The board after
    #[arg(value_name = "B")]
    pub(crate) after: PathBuf,
    /// The rules: a preset, then overrides
    #[arg(long, value_name = "R", default_value = "simple")]
    pub(crate) rules: Rules,
    /// Print JSON: {move, name, reason}
    #[arg(long)]
    pub(crate) json: bool,
}

/// The liberties of a block, or of every block
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board liberties b.dgb
  hoshi board liberties b.dgb D16 --json
")]
pub(crate) struct Liberties {
    /// The board, `-` for standard input
    pub(crate) board: PathBuf,
    /// A point of the block: D4, or a number
    #[arg(value_name = "POINT")]
    pub(crate) point: Option<MoveWord>,
    /// Print JSON: [{color, stones, liberties}]
    #[arg(long)]
    pub(crate) json: bool,
}

/// A board in fewer bytes
///
/// 2bit takes four points a byte (19x19 in 4 + 91); base3 takes the stones and the ko point as one
/// number (19x19 in 4 + 73); index takes the number of the position among the legal ones, up to 9x9 (in
/// 4 + 1 + 16, the one for the ko point), and has none for others.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board pack b.dgb --as base3 -o b.bin
  hoshi board new 9 | hoshi board pack - --as index -o b.bin
")]
pub(crate) struct Pack {
    /// The board, `-` for standard input
    pub(crate) board: PathBuf,
    /// How: 2bit, base3 or index
    #[arg(long = "as", value_name = "HOW")]
    pub(crate) how: HowPacked,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Unpack a packed board
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi board unpack b.bin --as base3 -o b.dgb
")]
pub(crate) struct Unpack {
    /// The packed board, `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) packed: PathBuf,
    /// How it was packed: 2bit, base3 or index
    #[arg(long = "as", value_name = "HOW")]
    pub(crate) how: HowPacked,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// How a board is packed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum HowPacked {
    Points(Packing),
    Index,
}

impl FromStr for HowPacked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("index", _) => Ok(Self::Index),
            (_, Ok(packing)) => Ok(Self::Points(packing)),
            (_, Err(UnknownPacking { text, .. })) => {
                Err(format!("`{text}` is not a packing: use 2bit, base3 or index"))
            }
        }
    }
}

fn side(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(side @ 1..) => Ok(side),
        _ => Err(format!(
            "`{text}` is not a side: boards of DGF are square, with 1 to 255 points a side"
        )),
    }
}

/// A move as it is typed. What it is on a board is known only with the board.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum MoveWord {
    Number(Move),
    Name(String),
}

impl FromStr for MoveWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<i64>() {
            Ok(number) if number < 0 => Ok(Self::Number(Move::RESIGN)),
            Ok(_) => text
                .parse::<i32>()
                .ok()
                .and_then(|number| Move::new(number).ok())
                .map(Self::Number)
                .ok_or_else(|| {
                    format!(
                        "`{text}` is not a move: 0 passes, -1 resigns, and a point is 1 to 65025"
                    )
                }),
            Err(_) if text.eq_ignore_ascii_case("resign") => Ok(Self::Number(Move::RESIGN)),
            Err(_) if text.eq_ignore_ascii_case("pass") => Ok(Self::Number(Move::PASS)),
            Err(_) if text.starts_with('-') => Err(format!("`{text}` is not a move")),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

impl MoveWord {
    /// The move on a board of this size.
    pub(crate) fn on(&self, size: Size) -> Result<Move, String> {
        match self {
            Self::Number(mv) => Ok(*mv),
            Self::Name(name) => {
                let point = size.parse_a1(name).map_err(|error| {
                    format!("{error}; a move is a number, a point, pass or resign")
                })?;
                Move::at(size, point).ok_or_else(|| format!("`{name}` is off the board"))
            }
        }
    }
}
