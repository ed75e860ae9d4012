//! Counts against numbers from outside.

use hoshi_core::Size;

/// Tromp and Farnebäck, Combinatorics of Go; OEIS A094777; rectangles worked out twice.
const LEGAL: &[(u8, u8, &str)] = &[
    (1, 1, "1"),
    (2, 1, "5"),
    (3, 1, "15"),
    (4, 1, "41"),
    (5, 1, "113"),
    (6, 1, "313"),
    (7, 1, "867"),
    (8, 1, "2401"),
    (2, 2, "57"),
    (3, 2, "489"),
    (4, 2, "4125"),
    (5, 2, "35117"),
    (6, 2, "299681"),
    (7, 2, "2557605"),
    (8, 2, "21826045"),
    (3, 3, "12675"),
    (4, 3, "321689"),
    (5, 3, "8180343"),
    (6, 3, "208144601"),
    (7, 3, "5296282323"),
    (8, 3, "134764135265"),
    (4, 4, "24318165"),
    (5, 4, "1840058693"),
    (6, 4, "139304759213"),
    (7, 4, "10546705714473"),
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
    assert_eq!(error.to_string(), "a 19x19 board is too large; the limit is 13xN");
}
