//! Boards that are only bearable with full optimisation.
#![cfg(not(debug_assertions))]

use hoshi_core::Size;
use hoshi_lab::{Superko, superko};

/// Tromp and Farnebäck, Combinatorics of Go; OEIS A094777.
const LEGAL: &[(u8, u8, &str)] = &[
    (10, 10, "96498428501909654589630887978835098088148177857"),
    (11, 11, "793474866816582266820936671790189132321673383112185151899"),
];

#[test]
fn legal_positions() {
    for &(width, height, count) in LEGAL {
        let size = Size::new(width, height).unwrap();
        assert_eq!(hoshi_lab::legal(size).unwrap().to_string(), count, "{size}");
    }
}

/// Tromp and Farnebäck, Combinatorics of Go.
#[test]
fn games_of_2x2() {
    assert_eq!(hoshi_lab::games(Size::square(2).unwrap()), Ok(386_356_909_593));
}

/// Under simple ko it is worth 4 to 12, by what infinite play is worth.
#[test]
fn superko_on_4x3() {
    let solution = superko(Size::new(4, 3).unwrap(), Superko::Positional).unwrap();
    assert_eq!((solution.value, solution.best.len()), (4, 2));
}
