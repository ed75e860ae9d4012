//! Enumerates whole boards, which is feasible only with full optimisation.
#![cfg(not(debug_assertions))]

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;

use hoshi_core::{Board, Color, Preset, Rules, Size};
use hoshi_lab::{Census, Ko, KoTotals, Layout, Naive, Run, Totals};

/// Every bit and every ko mask of every board of 12 to 16 points, against the obvious way.
#[test]
fn every_serial() {
    const STEP: usize = 1 << 21;
    let sides = (1..=16u8).flat_map(|width| (1..=16 / width).map(move |height| (width, height)));
    let sides = sides.filter(|(width, height)| width * height > 11);
    let mut boards: Vec<Size> =
        sides.filter_map(|(width, height)| Size::new(width, height)).collect();
    boards.retain(|&size| Census::new(size, None).is_ok());
    boards.sort_by_key(|size| size.area());
    let boards = Mutex::new(boards);
    let check = || {
        while let Some(size) = { boards.lock().unwrap().pop() } {
            let naive = Naive::new(size).unwrap();
            let censuses = [Ko::Loose, Ko::Strict].map(|ko| Census::new(size, Some(ko)).unwrap());
            let serials = censuses[0].serials();
            for start in (0..serials).step_by(STEP) {
                let range = start..(start + STEP as u64).min(serials);
                let (bitmap, _) = censuses[0].bitmap(range.clone());
                assert_eq!(bitmap, censuses[1].bitmap(range.clone()).0, "{size} {range:?}");
                let [loose, strict] = censuses
                    .each_ref()
                    .map(|census| census.masks(range.clone()).0.list.into_iter().peekable());
                let mut masks = [(Ko::Loose, loose), (Ko::Strict, strict)];
                for serial in range {
                    let is_in = naive.is_reduced(serial) && naive.is_legal(serial);
                    assert_eq!(bitmap.get(serial), Some(is_in), "{size} {serial}");
                    let offset = (serial - start) as u32;
                    for (ko, list) in &mut masks {
                        let mask =
                            list.next_if(|(at, _)| *at == offset).map_or(0, |(_, mask)| mask);
                        let wanted = if is_in { naive.ko_mask(serial, *ko) } else { 0 };
                        assert_eq!(mask, wanted, "{size} {serial} {ko:?}");
                    }
                }
                assert!(masks.iter_mut().all(|(_, list)| list.next().is_none()), "{size}");
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(check);
        scope.spawn(check);
    });
}

/// The strict ko points are those that real captures leave: every play of White on every legal position.
#[test]
fn strict_ko_points_are_those_of_captures() {
    let rules = Rules::of(Preset::Simple);
    for (width, height) in [(10, 1), (1, 10), (9, 1), (5, 2), (2, 5), (4, 2), (3, 3), (3, 2)] {
        let size = Size::new(width, height).unwrap();
        let naive = Naive::new(size).unwrap();
        let mut left = BTreeSet::new();
        let mut marked = BTreeSet::new();
        for serial in (0..3u64.pow(size.area() as u32)).filter(|&serial| naive.is_legal(serial)) {
            let mask = naive.ko_mask(serial, Ko::Strict);
            marked.extend((0..size.area()).filter(|p| mask >> p & 1 != 0).map(|p| (serial, p)));
            let points = hoshi_lab::points(&serial.to_string(), size).unwrap();
            let row = |row: &[u8]| row.iter().map(|&c| ['.', 'X', 'O'][usize::from(c)]).collect();
            let rows: Vec<String> = points.chunks(usize::from(width)).map(row).collect();
            let board = Board::from_text(&rows.join("\n")).unwrap();
            for point in size.points() {
                let mut after = board.clone();
                if after.play(Color::White, point, &rules).is_err() {
                    continue;
                }
                let Some(ko) = after.ko() else { continue };
                let color = |point| match after.stone(point) {
                    None => 0,
                    Some(Color::Black) => 1,
                    Some(Color::White) => 2,
                };
                let points: Vec<u8> = size.points().map(color).collect();
                let serial = u64::try_from(hoshi_lab::serial(&points)).unwrap();
                left.insert((serial, size.points().position(|point| point == ko).unwrap()));
            }
        }
        assert_eq!(left, marked, "{size}");
        assert!(!left.is_empty(), "{size}");
    }
}

/// Of a part of 2^30 serials: its number, legal, reduced, loose ko points, the most in one position. From
/// `testdata/lab/parts_5x5.csv`, the log of the first census of 5x5.
const PARTS: &[(u64, u64, u64, u64, u32)] = &[
    (0, 742_686_109, 604_452_802, 20_446_613, 3),
    (112, 432_226_166, 198_855_551, 9_845_898, 3),
    (226, 442_928_480, 4_667_717, 3_653_070, 4),
    (340, 263_030_084, 47_084_267, 2_669_535, 3),
    (452, 691_442_168, 0, 0, 0),
    (564, 678_343_272, 5_673_225, 362_943, 3),
    (676, 116_574_481, 0, 0, 0),
    (788, 627_209_438, 2_197, 2, 1),
];

#[test]
fn known_parts() {
    let census = Census::new(Size::square(5).unwrap(), Some(Ko::Loose)).unwrap();
    let run = Run { threads: 2, progress: &|_| (), stop: &AtomicBool::new(false) };
    for &(part, legal, reduced, ko_points, most) in PARTS {
        let totals = census.survey(part..part + 1, Layout::Seed, run).unwrap();
        assert_eq!((totals.legal, totals.reduced), (legal, reduced), "part {part}");
        let ko = totals.ko.unwrap();
        assert_eq!((ko.reduced(), ko.most), (ko_points, most), "part {part}");
    }
}

/// All of 5x5, part by part against the log, and its heat map; `cargo xtask long census` has strict ko
/// points as well.
#[test]
fn the_census_of_5x5() {
    // shared/oracles/ko.csv and heat.csv.
    let totals = census_of_5x5(Ko::Loose);
    assert_eq!((totals.all(), totals.reduced()), (27_789_292_404, 3_473_909_911));
    let heat = [
        334276930, 266712106, 129322142, 254411053, 347478782, 267862740, 7292196, 16970456,
        7275276, 322885220, 144625549, 18916627, 17690440, 29200461, 135103223, 310552928, 7915423,
        9027019, 3191705, 1446516, 310127304, 174615185, 15297063, 3645861, 338067706,
    ];
    assert_eq!(totals.heat, heat);
    if std::env::var_os("HOSHI_LONG").is_some() {
        let totals = census_of_5x5(Ko::Strict);
        assert_eq!((totals.all(), totals.reduced()), (22_447_631_960, 2_806_122_887));
        let heat = hoshi_lab::ko_points(Size::square(5).unwrap(), Ko::Strict).unwrap();
        let found = totals.heat_of_all(Size::square(5).unwrap());
        assert!(found.into_iter().map(u128::from).eq(heat));
    }
}

fn census_of_5x5(kind: Ko) -> KoTotals {
    let census = Census::new(Size::square(5).unwrap(), Some(kind)).unwrap();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let run = Run { threads, progress: &|_| (), stop: &AtomicBool::new(false) };
    let log = include_str!("../../../testdata/lab/parts_5x5.csv");
    let mut known = 0;
    let mut sum = Totals::default();
    for part in 0..Layout::Seed.parts(&census) {
        let totals = census.survey(part..part + 1, Layout::Seed, run).unwrap();
        let start = format!("{part},");
        if let Some(line) = log.lines().find(|line| line.starts_with(&start)) {
            let ko = totals.ko.as_ref().unwrap();
            let serials = Layout::Seed.range(&census, part);
            let bits = [
                part,
                serials.end - serials.start - totals.legal,
                totals.legal,
                totals.legal - totals.reduced,
                totals.reduced,
            ];
            let mut found = bits.map(|number| number.to_string()).join(",");
            match kind {
                Ko::Loose => found.push_str(&format!(",{},{}", ko.reduced(), ko.most)),
                Ko::Strict => found.push(','),
            }
            assert!(line.starts_with(&found), "{found} {line}");
            assert!(kind == Ko::Strict || line == found, "{found} {line}");
            known += 1;
        }
        sum.add(&totals);
    }
    assert_eq!(known, 395);
    // The first from Tromp and Farnebäck; the second shared/oracles/reduced.csv.
    assert_eq!((sum.legal, sum.reduced), (414_295_148_741, 51_790_408_755));
    assert_eq!(sum.in_orbits, sum.legal);
    sum.ko.unwrap()
}
