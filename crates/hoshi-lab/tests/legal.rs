//! Counts against numbers from outside.

use hoshi_core::Size;

/// Tromp and Farnebäck, Combinatorics of Go; OEIS A094777; rectangles worked out twice.
const LEGAL: &[(u8, u8, &str)] = &[
    (1, 1, "1"),
    (2, 1, "5"),
    (3, 1, "15"),
    (4, 1, "41"),
    (2, 2, "57"),
    (3, 3, "12675"),
    (4, 4, "24318165"),
    (5, 5, "414295148741"),
    (6, 5, "93332304864173"),
    (7, 5, "21026744638200555"),
    (6, 6, "62567386502084877"),
    (7, 7, "83677847847984287628595"),
    (8, 8, "990966953618170260281935463385"),
    (9, 9, "103919148791293834318983090438798793469"),
];

#[test]
fn legal_positions() {
    for &(width, height, count) in LEGAL {
        for size in [Size::new(width, height), Size::new(height, width)].into_iter().flatten() {
            assert_eq!(hoshi_lab::legal(size).unwrap().to_string(), count, "{size}");
        }
    }
}

#[test]
fn boards_that_are_too_large() {
    let error = hoshi_lab::legal(Size::S19).unwrap_err();
    assert_eq!(error.to_string(), "a 19x19 board is too large for this; it can be done up to 13xN");
}
