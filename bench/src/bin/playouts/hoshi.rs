//! Ours.

use hoshi_core::playout::Playouts;
use hoshi_core::{Board, Color, Size, SplitMix64};

use crate::contender::{Contender, Played};

/// The playouts of `hoshi-core`.
pub(crate) struct Hoshi(Playouts, u8);

impl Hoshi {
    pub(crate) fn new(side: u8) -> Self {
        let size = Size::square(side).expect("the options reject 0");
        Self(Playouts::new(&Board::new(size), Color::Black), side)
    }
}

impl Contender for Hoshi {
    fn name(&self) -> &'static str {
        concat!("hoshi ", env!("CARGO_PKG_VERSION"))
    }

    fn enough(&self) -> u64 {
        // On 9x9 the mean is near the end of its range, and this many are needed to be sure.
        if self.1 <= 9 { 500_000 } else { 50_000 }
    }

    fn playout(&mut self, rng: &mut SplitMix64) -> Played {
        let playout = self.0.run(rng);
        Played { moves: playout.moves, black_won: 2 * playout.black > 2 * playout.white + 15 }
    }
}
