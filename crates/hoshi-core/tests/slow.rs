//! Tests that need full optimisation: the largest counts of the oracles. This file is empty in a
//! build with debug assertions, so that plain `cargo test` stays quick; `cargo xtask test` runs it
//! without them.

#![cfg(not(debug_assertions))]

mod common;

use common::{Odometer, Perft, check_kos, check_legal, size};
use hoshi_core::{Board, Diagram, Setup};

#[test]
fn the_large_counts_of_perft() {
    let large: Vec<Perft> = Perft::all().into_iter().filter(|p| p.count > 1_000_000).collect();
    assert_eq!(large.len(), 3);
    large.iter().for_each(Perft::check);
}

#[test]
fn legal_positions_of_13_to_16_points() {
    assert_eq!(check_legal(|points| points > 12), 4);
}

#[test]
fn kos_of_10_to_12_points() {
    assert_eq!(check_kos(|points| points > 9), 3);
}

/// Every way to put stones on 4x3 is a position for hoshi-core where it is one for the reference.
#[test]
fn every_setup_of_4x3() {
    let size = size(4, 3);
    let mut legal = 0;
    let odometer = Odometer::new(size);
    for bits in Odometer::new(size) {
        let mut setup = Setup::new(size);
        for (point, cell) in size.points().zip(odometer.cells(bits)) {
            setup.stones[point] = cell;
        }
        let position = setup.position();
        assert_eq!(position.is_ok(), odometer.is_legal(bits), "{bits:?}");
        legal += u64::from(position.is_ok());
        if let Ok(position) = position {
            let text = Diagram::from(position.board()).to_string();
            assert_eq!(Board::from_text(&text).as_ref(), Ok(position.board()));
        }
    }
    assert_eq!(legal, 321_689);
}
