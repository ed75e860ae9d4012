//! Shared code of the test binaries and the fuzz targets: the slow, obvious reference, and the
//! comparisons of a game with it.

#![allow(dead_code, unused_imports, reason = "each test binary uses its own part of this")]

mod agree;
mod bits;
mod count;
mod reference;
mod tables;

pub(crate) use agree::{
    same_dry_run, same_everything, same_hashes, same_legality, same_score, same_state, story,
};
pub(crate) use bits::{Bits, Odometer};
pub(crate) use count::{Count, chain, count};
pub(crate) use reference::{After, Cells, Group, Reference, group, hash, neighbors};
pub(crate) use tables::{Perft, check_kos, check_legal, read, rows};

use hoshi_core::{Board, Color, Ko, Preset, Rng, Rules, Setup, Size, SplitMix64, Suicide};

/// A size that the test itself wrote down.
pub(crate) fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).expect("sides above 0")
}

/// Every preset, and every ko rule with every suicide rule.
pub(crate) fn every_ruleset() -> Vec<Rules> {
    let mut all: Vec<Rules> = Preset::ALL.into_iter().map(Rules::of).collect();
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Multi, Suicide::Any] {
            all.push(Rules { ko, suicide, ..Rules::of(Preset::Simple) });
        }
    }
    all
}

/// The factor for the amount of work: 1, or 20 under `HOSHI_LONG=1`.
pub(crate) fn rounds() -> u64 {
    if std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1") { 20 } else { 1 }
}

/// The content of each point of a board.
pub(crate) fn cells(board: &Board) -> Cells {
    board.size().points().map(|point| board.stone(point)).collect()
}

/// The board with a few random changes, possibly also of turn, ko and captures. It may be illegal.
pub(crate) fn some_setup(board: &Board, rng: &mut SplitMix64) -> Setup {
    let size = board.size();
    let any_point = |rng: &mut SplitMix64| {
        size.point_at(rng.below(size.area() as u32) as usize).expect("a point of the board")
    };
    let mut setup = Setup::of(board, Color::ALL[rng.below(2) as usize]);
    for _ in 0..rng.below(6) {
        let point = any_point(rng);
        setup.stones[point] = [None, Some(Color::Black), Some(Color::White)][rng.below(3) as usize];
    }
    if rng.below(3) == 0 {
        // A ko can only be where a point is surrounded.
        let mut empty = size.points().filter(|&point| setup.stones[point].is_none());
        let taken = |&point: &_| size.neighbors(point).all(|near| setup.stones[near].is_some());
        setup.ko = empty.rfind(taken);
    }
    if rng.below(3) == 0 {
        setup.captures = [rng.below(5), rng.below(5)];
    }
    setup
}
