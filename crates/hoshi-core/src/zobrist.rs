//! Zobrist keys: one 64-bit word for each colour on each point. A position's hash is the exclusive
//! or of the keys of its stones. The keys never change, so hashes may be stored.

use crate::color::Color;
use crate::rng::SplitMix64;

/// The seed of the keys: the letters of "hoshi-go" in ASCII.
///
/// ```
/// assert_eq!(hoshi_core::zobrist::SEED, u64::from_be_bytes(*b"hoshi-go"));
/// ```
pub const SEED: u64 = 0x686f_7368_692d_676f;

/// The key of a stone: [`SplitMix64`] from [`SEED`], word number `(y * 256 + x) * 2 + colour`, where
/// Black is 0 and White 1. It depends only on the point, not on the board's size.
///
/// ```
/// use hoshi_core::{Color, SplitMix64, zobrist};
///
/// assert_eq!(zobrist::key(Color::Black, 0, 0), SplitMix64::nth(zobrist::SEED, 0));
/// assert_eq!(zobrist::key(Color::White, 2, 1), SplitMix64::nth(zobrist::SEED, 517));
/// ```
#[must_use]
pub const fn key(color: Color, x: u8, y: u8) -> u64 {
    let point = ((y as u64) << 8) | x as u64;
    SplitMix64::nth(SEED, point * 2 + color.index() as u64)
}

/// The key for White to move, where the side to move counts: word number 131072, the first after
/// the stones.
///
/// ```
/// use hoshi_core::{Color, zobrist};
///
/// assert_eq!(zobrist::turn_key(Color::Black), 0);
/// assert_ne!(zobrist::turn_key(Color::White), 0);
/// ```
#[must_use]
pub const fn turn_key(turn: Color) -> u64 {
    match turn {
        Color::Black => 0,
        Color::White => SplitMix64::nth(SEED, 2 << 16),
    }
}
