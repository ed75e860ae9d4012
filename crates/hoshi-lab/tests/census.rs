//! Compares the census with the obvious way, and with the counts without enumeration.

use hoshi_core::{Rng as _, Size, SplitMix64};
use hoshi_lab::{Census, Ko, Naive, Totals, ko_points, legal, symmetric};

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).expect("a board")
}

/// Every board with up to this many points.
fn boards(points: u8) -> impl Iterator<Item = Size> {
    (1..=points).flat_map(move |width| (1..=points / width).map(move |height| size(width, height)))
}

/// A range of serials, bit by bit.
fn agrees(census: &Census, naive: &Naive, range: std::ops::Range<u64>) {
    let what = format!("{} {:?} {range:?}", census.size(), census.ko());
    let (bitmap, totals) = census.bitmap(range.clone());
    let (masks, with_masks) = census.masks(range.clone());
    assert_eq!(totals, with_masks, "{what}");
    assert_eq!(totals, census.count(range.clone()), "{what}");
    let mut sums = Totals { ko: totals.ko.clone(), ..Totals::default() };
    let mut heat = vec![0; census.size().area()];
    let (mut most, mut with_most, mut serials) = (0, 0, Vec::new());
    for serial in range {
        let is_legal = naive.is_legal(serial);
        let is_in = is_legal && naive.is_reduced(serial);
        assert_eq!(bitmap.get(serial), Some(is_in), "{what} {serial}");
        assert_eq!(is_in, is_legal && naive.canonical(serial) == serial, "{what} {serial}");
        sums.legal += u64::from(is_legal);
        sums.reduced += u64::from(is_in);
        let mask = match census.ko() {
            Some(ko) if is_in => naive.ko_mask(serial, ko),
            _ => 0,
        };
        assert_eq!(masks.get(serial), mask, "{what} {serial}");
        for (point, sum) in heat.iter_mut().enumerate() {
            *sum += u64::from(mask >> point & 1);
        }
        if mask.count_ones() > most {
            (most, with_most, serials) = (mask.count_ones(), 0, Vec::new());
        }
        if most > 0 && mask.count_ones() == most {
            with_most += 1;
            serials.push(serial);
        }
    }
    assert_eq!((totals.legal, totals.reduced), (sums.legal, sums.reduced), "{what}");
    assert_eq!(totals.ko.is_some(), census.ko().is_some(), "{what}");
    if let Some(ko) = &totals.ko {
        assert_eq!(ko.heat, heat, "{what}");
        assert_eq!((ko.most, ko.with_most), (most, with_most), "{what}");
        serials.truncate(1000);
        assert_eq!(ko.serials, serials, "{what}");
    }
}

#[test]
fn every_serial_of_small_boards() {
    for size in boards(11) {
        let naive = Naive::new(size).expect("small");
        for ko in [None, Some(Ko::Loose), Some(Ko::Strict)] {
            let census = Census::new(size, ko).expect("small");
            agrees(&census, &naive, 0..census.serials());
        }
    }
}

/// Ranges that begin and end anywhere.
#[test]
fn any_range() {
    let mut rng = SplitMix64::new(7);
    for (width, height) in [(3, 3), (4, 3), (6, 2), (2, 6), (5, 3), (4, 4), (12, 1), (5, 5), (6, 4)]
    {
        let naive = Naive::new(size(width, height)).expect("small");
        let census = Census::new(size(width, height), Some(Ko::Strict)).expect("small");
        for _ in 0..12 {
            let start = rng.next_u64() % census.serials();
            let len = rng.next_u64() % 4000;
            agrees(&census, &naive, start..(start + len).min(census.serials()));
        }
    }
}

/// Ties between images: positions that begin like their images, on 5x5.
#[test]
fn blocks_with_ties() {
    let mut rng = SplitMix64::new(11);
    let naive = Naive::new(size(5, 5)).expect("small");
    let censuses =
        [Ko::Loose, Ko::Strict].map(|ko| Census::new(size(5, 5), Some(ko)).expect("small"));
    let mut in_all = 0;
    for round in 0..60 {
        // Symmetric up to a few points.
        let mut points = [0u8; 25];
        for point in 0..25 {
            let (x, y) = (point % 5, point / 5);
            let from = match round % 5 {
                0 => y * 5 + (4 - x),
                1 => (4 - y) * 5 + x,
                2 => x * 5 + y,
                3 => 24 - point,
                _ => x * 5 + (4 - y),
            };
            let color = (rng.next_u64() % 3) as u8;
            points[point] = color;
            points[from] = color;
        }
        let serial = points.iter().rev().fold(0u64, |sum, &color| 3 * sum + u64::from(color));
        let start = naive.canonical(serial) / 243 * 243;
        for census in &censuses {
            agrees(census, &naive, start..start + 3 * 243);
        }
        in_all += censuses[0].count(start..start + 3 * 243).reduced;
    }
    assert!(in_all > 1000, "{in_all}");
}

/// Whole boards, compared with the counts without enumeration.
#[test]
fn whole_boards() {
    for (width, height) in [(3, 3), (4, 3), (3, 4), (5, 3), (3, 6), (4, 4), (9, 2), (17, 1), (5, 4)]
    {
        let size = size(width, height);
        for ko in [Ko::Loose, Ko::Strict] {
            let census = Census::new(size, Some(ko)).expect("small");
            let totals = census.count(0..census.serials());
            assert_eq!(totals.legal.to_string(), legal(size).expect("small").to_string());
            assert_eq!(totals.in_orbits, totals.legal);
            let reduced = symmetric(size).expect("small").reduced;
            assert_eq!(totals.reduced.to_string(), reduced.to_string());
            let heat: Vec<u128> = ko_points(size, ko).expect("small");
            let found = totals.ko.expect("ko points").heat_of_all(size);
            assert!(found.iter().map(|&sum| u128::from(sum)).eq(heat), "{size} {ko:?}");
        }
    }
}

/// Ko points by point, over reduced positions: shared/oracles/heat.csv, of which the loose ones are from
/// the program that made the first census of 4x4 and 5x5.
#[test]
fn known_heat_maps() {
    let known: &[(u8, Ko, &[u64])] = &[
        (3, Ko::Loose, &[15, 22, 7, 11, 0, 0, 1, 0, 14]),
        (3, Ko::Strict, &[10, 16, 7, 9, 0, 0, 1, 0, 7]),
        (
            4,
            Ko::Loose,
            &[
                19775, 15324, 16348, 23960, 18271, 508, 584, 19091, 19280, 167, 103, 0, 13896,
                2104, 119, 17470,
            ],
        ),
        (
            4,
            Ko::Strict,
            &[
                14850, 12223, 13201, 18221, 14752, 412, 468, 16369, 15721, 153, 99, 0, 11172, 1905,
                95, 13192,
            ],
        ),
    ];
    for &(side, ko, heat) in known {
        let census = Census::new(size(side, side), Some(ko)).expect("small");
        assert_eq!(census.count(0..census.serials()).ko.expect("ko points").heat, heat);
    }
}

#[test]
fn boards_that_are_too_large() {
    for (width, height) in [(6, 5), (26, 1), (11, 2)] {
        let size = size(width, height);
        let error = Census::new(size, None).expect_err("too large");
        assert!(error.to_string().contains(&size.to_string()), "{error}");
    }
}
