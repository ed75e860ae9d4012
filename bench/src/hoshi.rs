//! Ours.

use hoshi_core::playout::Playouts;
use hoshi_core::{Board, Color, Size, SplitMix64};

use crate::contender::{Contender, Played};

/// The playouts of `hoshi-core`.
pub(crate) struct Hoshi(Playouts);

impl Hoshi {
    pub(crate) fn new(size: u8) -> Self {
        let size = Size::square(size).expect("the options have refused 0");
        Self(Playouts::new(&Board::new(size), Color::Black))
    }
}

impl Contender for Hoshi {
    fn name(&self) -> &'static str {
        concat!("hoshi ", env!("CARGO_PKG_VERSION"))
    }

    fn enough(&self) -> u64 {
        20_000
    }

    fn playout(&mut self, rng: &mut SplitMix64) -> Played {
        let playout = self.0.run(rng);
        Played { moves: playout.moves, black_won: 2 * playout.black > 2 * playout.white + 15 }
    }
}
