//! Positions enumerated.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use hoshi_core::Size;

use super::{Drawing, KoKind};
use crate::cli::number::in_range;
use crate::cli::plain;

const CENSUS_JSON: &str = "\
Print one JSON object instead of text; every count in it is a string

Its fields: width, height, ko (none, loose or strict), serials, legal, reduced; with ko points \
ko_points {all, reduced}, max_ko {count, positions, serials []} (at most 1000 of them) and heat {all [], \
reduced []} row by row; of some parts only, all and heat.all are left out. With --per-part or --out digest, \
and with --per-part parts [{index, first, legal, reduced, ko_points, digest}].";

/// Enumerate every position of a board
///
/// One bit for each serial: it is 1 if the position is legal (every block has a liberty) and reduced (no
/// image of it under the symmetries of the board has a smaller serial). With --ko, the ko points of each
/// such position, Black to move. Boards have up to 25 points, and up to 10 in a row where there are several
/// rows: turn them, 2x12 has the positions of 12x2.
///
/// With --out, all of it is kept in a folder. An interrupted run continues where it stopped: complete
/// parts are not computed again. Work is divided by --parts or --shard, on one machine or on
/// many; `hoshi lab merge` joins it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab census 4x4 --ko strict
  hoshi lab census 4x4 --ko strict --draw heat.svg
  hoshi lab census 5x5 --json
  hoshi lab census 5x4 --out d                  then `hoshi lab verify d`
  hoshi lab census 5x5 --out d --shard 0/8      the first eighth
  hoshi lab census 3x2 --list                   the reduced serials
  hoshi lab census 5x5 --layout seed --parts 0-1 --per-part
")]
pub(crate) struct LabCensus {
    /// The board, up to 25 points
    #[arg(value_name = "WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// Which ko points to find
    #[arg(long, value_enum, default_value_t = CensusKo::None)]
    pub(crate) ko: CensusKo,
    /// Keep it in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How it is divided and kept
    #[arg(long, value_enum, default_value_t = LayoutKind::Packed)]
    pub(crate) layout: LayoutKind,
    /// Only these parts, the last included
    #[arg(long, value_name = "A-B", conflicts_with = "shard")]
    pub(crate) parts: Option<Parts>,
    /// Only the I-th of N equal shares of the parts, from 0
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// First compute the bits of the census in this folder again, and compare them
    #[arg(long, value_name = "DIR")]
    pub(crate) check: Option<PathBuf>,
    /// Print the reduced serials, a line each, and nothing else
    #[arg(long, conflicts_with_all = ["out", "per_part", "json", "check", "ko", "threads"])]
    pub(crate) list: bool,
    /// Print the counts of every part, with the digest of its bits
    #[arg(long)]
    pub(crate) per_part: bool,
    /// The number of threads  [default: one for each core]
    #[arg(long, value_name = "T", value_parser = in_range(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    /// Print one JSON object instead of text; every count in it is a string
    #[arg(long, long_help = CENSUS_JSON)]
    pub(crate) json: bool,
}

/// Which ko points a census looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CensusKo {
    /// None
    None,
    /// White stones all around an empty point, one of them alone and with no other liberty
    Loose,
    /// And the position before the capture was legal
    Strict,
}

impl CensusKo {
    /// The kind, if any.
    pub(crate) fn kind(self) -> Option<KoKind> {
        match self {
            CensusKo::None => None,
            CensusKo::Loose => Some(KoKind::Loose),
            CensusKo::Strict => Some(KoKind::Strict),
        }
    }
}

/// How a census is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutKind {
    /// Parts of 64 x 3^10 serials, compressed
    Packed,
    /// Parts of 2^30 serials: raw bits, the first the highest, and four bytes of ko mask for each serial
    Seed,
}

/// Parts from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts(pub(crate) Range<u64>);

impl FromStr for Parts {
    type Err = String;

    fn from_str(text: &str) -> Result<Parts, String> {
        let wrong = || format!("`{text}` is not a range of parts: write `3` or `0-7`");
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        if first > last || last == u64::MAX {
            return Err(wrong());
        }
        Ok(Parts(first..last + 1))
    }
}

/// One of several equal shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) which: u64,
    pub(crate) of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("`{text}` is not a share: write `0/8` to `7/8` for eighths");
        let (which, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let (which, of) = (number(which)?, number(of)?);
        if which >= of { Err(wrong()) } else { Ok(Shard { which, of }) }
    }
}

/// Check a census on disk: every file, every bit against its digest, and the totals
///
/// If all parts are there, the totals are compared with counts made without enumeration. Exit code 1 if
/// anything is wrong or missing.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab verify d
")]
pub(crate) struct LabVerify {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print one JSON object: parts, missing, faults []
    #[arg(long)]
    pub(crate) json: bool,
}

/// Join parts of a census that were computed separately: check them, and print the totals
///
/// Exit code 1 if parts are missing or broken.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  for i in 0 1; do hoshi lab census 5x5 --out d --shard $i/2 & done; wait
  hoshi lab merge d
")]
pub(crate) struct LabMerge {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print the counts of every part, with the digest of its bits
    #[arg(long)]
    pub(crate) per_part: bool,
    /// Print one JSON object, as `hoshi lab census` does
    #[arg(long)]
    pub(crate) json: bool,
}

/// Ask about single positions: legal, reduced, the smallest image, ko points
///
/// With the folder of a census, its bits and masks are looked up too, and must agree.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab query 3x3 4070
  hoshi lab query 5x5 .X.../X.X../.X.../...../.....
  hoshi lab query d 1 2 3 --json
")]
pub(crate) struct LabQuery {
    /// A board, up to 25 points, or the folder of a census
    #[arg(value_name = "WxH|DIR", allow_hyphen_values = true)]
    pub(crate) board: String,
    /// Serials, or rows of `.XO` joined by `/`
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// What a ko point is, if a board is given
    #[arg(long, value_enum, default_value_t = KoKind::Strict)]
    pub(crate) ko: KoKind,
    /// Print a JSON object on a line for each: serial, rows, legal, `without_liberty` [], reduced,
    /// canonical, ko []
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write the reduced positions of a census as a table
///
/// To a `.csv` file: a line for each, serial and ko mask. To a `.npy` file (NumPy): an array of records
/// with the fields serial (u64) and ko (u32).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi lab export d positions.csv
  hoshi lab export d positions.npy --parts 0-3      numpy.load(\"positions.npy\")
")]
pub(crate) struct LabExport {
    /// The folder of a census
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// A new file, `.csv` or `.npy`
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Only these parts, the last included
    #[arg(long, value_name = "A-B")]
    pub(crate) parts: Option<Parts>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
