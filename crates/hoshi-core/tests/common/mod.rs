//! What the test binaries and the fuzz targets share: the slow, obvious reference, and the
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

use hoshi_core::{Ko, Preset, Rules, Size, Suicide};

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

/// How many times as much to do: once, or twenty times over under `HOSHI_LONG=1`.
pub(crate) fn rounds() -> u64 {
    if std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1") { 20 } else { 1 }
}
