//! Counts up to symmetry, by stones and with a ko, against numbers that were worked out elsewhere by two
//! routes (enumeration, and border states with Burnside's lemma), and against every serial of tiny boards.

use hoshi_core::Size;
use hoshi_lab::{Ko, by_stones, ko_points, legal, symmetric};

/// Width, height, reduced, reduced with colours swapped too.
const REDUCED: &[(u8, u8, u64, u64)] = &[
    (2, 1, 3, 2),
    (3, 1, 10, 6),
    (4, 1, 23, 13),
    (5, 1, 64, 34),
    (6, 1, 164, 86),
    (2, 2, 13, 8),
    (3, 2, 145, 78),
    (4, 2, 1070, 555),
    (5, 2, 8973, 4532),
    (6, 2, 75243, 37790),
    (3, 3, 1824, 924),
    (4, 3, 81712, 40997),
    (5, 3, 2058184, 1029413),
    (6, 3, 52117696, 26062314),
    (4, 4, 3047783, 1524805),
    (5, 4, 460114319, 230067512),
    (5, 5, 51790408755, 25895240099),
];

/// Width, height, loose, strict: pairs of a position and a ko point.
const KO: &[(u8, u8, u128, u128)] = &[
    (2, 1, 2, 2),
    (3, 1, 1, 0),
    (4, 1, 6, 4),
    (5, 1, 20, 16),
    (6, 1, 60, 46),
    (2, 2, 0, 0),
    (3, 2, 16, 12),
    (4, 2, 176, 116),
    (5, 2, 1624, 1030),
    (6, 2, 14984, 9604),
    (3, 3, 512, 384),
    (4, 3, 15376, 11734),
    (5, 3, 435560, 335204),
    (6, 3, 12137384, 9419170),
    (4, 4, 1333272, 1061256),
    (5, 4, 111771210, 89671646),
    (5, 5, 27789292404, 22447631960),
];

/// Both orientations.
fn sizes(width: u8, height: u8) -> impl Iterator<Item = Size> {
    [Size::new(width, height), Size::new(height, width)].into_iter().flatten()
}

#[test]
fn up_to_symmetry() {
    for &(width, height, reduced, with_swap) in REDUCED {
        for size in sizes(width, height) {
            let count = symmetric(size).unwrap();
            assert_eq!(count.reduced, reduced.into(), "{size}");
            assert_eq!(count.reduced_with_swap, with_swap.into(), "{size}");
        }
    }
}

#[test]
fn fixed_positions() {
    let of = |side, name: &str| {
        let count = symmetric(Size::square(side).unwrap()).unwrap();
        let fixed = count.fixed.into_iter().find(|fixed| fixed.name == name).unwrap();
        fixed.positions.to_string()
    };
    let names = ["left to right", "top to bottom", "diagonal", "other diagonal", "half turn"];
    let quarters = ["quarter turn", "other quarter turn"];
    for (side, counts) in [
        (3, ["489", "489", "363", "363", "183", "15", "15"]),
        (4, ["4125", "4125", "25493", "25493", "4741", "61", "61"]),
        (5, ["8180343", "8180343", "5360275", "5360275", "1037349", "1357", "1357"]),
    ] {
        for (name, count) in names.into_iter().chain(quarters).zip(counts) {
            assert_eq!(of(side, name), count, "{side} {name}");
        }
    }
}

#[test]
fn with_a_ko() {
    for &(width, height, loose, strict) in KO {
        for size in sizes(width, height) {
            let sum = |ko| ko_points(size, ko).unwrap().iter().sum::<u128>();
            assert_eq!((sum(Ko::Loose), sum(Ko::Strict)), (loose, strict), "{size}");
        }
    }
}

#[test]
fn by_the_number_of_stones() {
    for (width, height) in [(1, 1), (3, 2), (5, 3), (4, 4), (5, 5)] {
        let size = Size::new(width, height).unwrap();
        let counts = by_stones(size).unwrap();
        assert_eq!(counts.iter().sum::<u128>().to_string(), legal(size).unwrap().to_string());
        assert_eq!(counts[0], 1);
    }
    // Every point but one taken: any colours, as long as all blocks reach the point.
    assert_eq!(by_stones(Size::new(2, 1).unwrap()).unwrap(), [1, 4]);
}

/// A board whose halves are too large is refused at once, and the limit named works.
#[test]
fn the_named_limit_of_symmetry_is_correct() {
    for board in ["9x17", "17x9", "10x10", "9x255", "1x161"] {
        let error = symmetric(board.parse().unwrap()).unwrap_err();
        assert_eq!(error.most, "9x16", "{board}");
    }
    assert!(symmetric("1x160".parse().unwrap()).is_ok());
}
