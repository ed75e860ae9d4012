//! DGF, the Dumb Game Format: boards, moves and games as plain integers, for programs that want to
//! talk about Go without sharing a parser. docs/formats/dgf.md specifies it to the byte.
//!
//! | file | what it is | here |
//! |---|---|---|
//! | `.dgb` | a board of n x n, `n*n + 4` bytes | [`Board::from_bytes`], [`Board::to_bytes`] |
//! | `.dgm` | one move, a decimal number | [`Move::from_dgm`], [`Move::to_dgm`] |
//! | `.dgr` | a record: a board, a result, moves, as decimal numbers | [`Record::from_dgr`], [`Record::to_dgr`] |
//! | `.dgf` | a game: a record with names and a date, as TOML | [`GameFile::from_dgf`], [`GameFile::to_dgf`] |
//! | `.dgfb` | the same game, strict and small | [`GameFile::from_dgfb`], [`GameFile::to_dgfb`] |
//!
//! A board can also be packed ([`pack()`], [`unpack`]), played on ([`apply()`], [`legal`]), and
//! compared to find the move between two boards ([`diff()`]). Reading checks only the form;
//! [`Board::position`] and [`Record::replay`] check whether a board is a legal position and a record
//! a legal game. [`glue`] is for programs that have an SGF parser and need nothing but the numbers.
//!
//! ```
//! use hoshi_core::{HalfPoints, Preset, Rules};
//! use hoshi_record::dgf::{self, Move};
//!
//! let rules = Rules::of(Preset::Simple);
//! let komi: HalfPoints = "6.5".parse()?;
//! let board = dgf::new_board(19, komi, 0)?;
//! assert_eq!(board.to_bytes()[..4], [9, 0, 6, 19]);
//!
//! // Black at `dd`.
//! let after = dgf::apply(&board, Move::new(61)?, &rules)?;
//! assert_eq!(after.to_bytes()[..4], [10, 0, 6, 19]);
//! assert_eq!(after.to_bytes()[64], 1);
//! assert_eq!(dgf::diff(&board, &after, &rules)?.number(), 61);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod base3;
mod binary;
mod board;
mod diff;
mod fit;
mod game_file;
pub mod glue;
mod header;
mod moves;
mod numbers;
mod pack;
mod packed;
mod record;
mod replay;
mod toml_text;

pub use apply::{ApplyError, BlockLiberties, apply, legal, legal_moves, liberties};
pub use binary::{BINARY_VERSION, BinaryError, BinaryFault, MAGIC};
pub use board::Board;
pub use diff::{Difference, Mismatch, diff};
pub use fit::{NewBoardError, Unfit, new_board};
pub use game_file::{FORMAT, GameFile, GameInfo, StringTooLong};
pub use header::{BoardError, Header, MAX_COUNT};
pub use moves::{Move, MoveError};
pub use numbers::{NumberError, Place};
pub use pack::{Packing, UnknownPacking, UnpackError, pack, unpack};
pub use record::{MovesError, Record, RecordError, RecordFault};
pub use replay::{Kept, Lost, ReplayError};
pub use toml_text::{GameFileError, GameFileFault};

/// The most bytes of a `.dgr`, `.dgf` or `.dgfb` that are read: 8 MiB. Every valid record and game
/// is smaller than this in each of the forms, so everything that can be written can be read.
///
/// ```
/// assert_eq!(hoshi_record::dgf::MAX_BYTES, 8 << 20);
/// ```
pub const MAX_BYTES: usize = 8 << 20;

/// The most moves of a record: a million.
///
/// ```
/// assert_eq!(hoshi_record::dgf::MAX_MOVES, 1_000_000);
/// ```
pub const MAX_MOVES: usize = 1_000_000;

/// The most bytes of a string of a game: its id, a name, its date.
///
/// ```
/// assert_eq!(hoshi_record::dgf::MAX_STRING, 4096);
/// ```
pub const MAX_STRING: usize = 4096;

/// The examples of docs/formats/dgf.md run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/formats/dgf.md")]
struct Page;
