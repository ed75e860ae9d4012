//! The game of Go (weiqi, baduk): points, boards, rules, games, scoring, symmetry, coordinates,
//! diagrams and playouts.
//!
//! The three things to know are [`Board`] (stones and blocks), [`Rules`] (plain data) and [`Game`]
//! (history and result). [`Setup`] is any arrangement of stones, [`Position`] a legal one. No I/O, no
//! reading of clocks, no randomness of its own, no floats, no dependencies; `no_std` with `alloc`.
//!
//! ```
//! use hoshi_core::{Color, Game, Preset, Rules, Size};
//!
//! let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! for name in ["E5", "C5", "C4", "D5", "D4", "E4", "E3", "D6", "F4"] {
//!     game.play(game.size().parse_move(name)?)?;
//! }
//! // Black took E4.
//! assert_eq!(game.board().captures(Color::Black), 1);
//! assert_eq!(format!("\n{}", game.board()), "
//!    A B C D E F G H J
//!  9 . . . . . . . . . 9
//!  8 . . . . . . . . . 8
//!  7 . . + . . . + . . 7
//!  6 . . . O . . . . . 6
//!  5 . . O O X . . . . 5
//!  4 . . X X . X . . . 4
//!  3 . . + . X . + . . 3
//!  2 . . . . . . . . . 2
//!  1 . . . . . . . . . 1
//!    A B C D E F G H J
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]

extern crate alloc;

mod board;
mod color;
mod coord;
mod diagram;
mod error;
mod game;
mod half;
pub mod handicap;
mod life;
mod outcome;
pub mod perft;
pub mod playout;
mod point;
mod region;
mod rng;
mod rules;
mod score;
mod seki;
mod setup;
mod size;
mod symmetry;
pub mod time;
pub mod zobrist;

pub use board::{Block, Board, DryRun, Placed, Refusal};
pub use color::Color;
pub use coord::{A1, column_name};
pub use diagram::{Caption, Diagram, DiagramError, Legend, Mark, MarkSet, Window};
pub use error::ParseError;
pub use game::{Forced, Game, Happened, MarkError, Marking, Phase};
pub use half::HalfPoints;
pub use life::UnconditionalLife;
pub use outcome::{Outcome, WinBy};
pub use point::{Move, Point, PointMap, PointSet};
pub use rng::{Rng, SplitMix64};
pub use rules::{
    Bonus, DeadStones, Goal, Ko, LongCycle, Placement, Preset, Rules, Scoring, Suicide, Tie,
};
pub use score::{DeadAndSeki, Owner, Score, SideScore};
pub use seki::{chain_of, propose_seki};
pub use setup::{BoardError, InvalidSetup, Position, Setup, SetupFault};
pub use size::Size;
pub use symmetry::Symmetry;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
