//! The tables of testdata/oracles, and the counts to compare them with. Each test chooses its rows.

use std::path::Path;

use hoshi_core::{Ko, Preset, Rules, Setup, Size, Suicide, perft::perft};

use super::{Odometer, size};

/// Reads a file of the project.
pub(crate) fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table without its head, split at the commas.
pub(crate) fn rows(path: &str) -> Vec<Vec<String>> {
    let text = read(path);
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// One number of perft.csv.
#[derive(Debug)]
pub(crate) struct Perft {
    size: Size,
    rules: Rules,
    passes: bool,
    depth: u32,
    pub(crate) count: u64,
}

impl Perft {
    /// All numbers.
    pub(crate) fn all() -> Vec<Perft> {
        let mut all = Vec::new();
        for row in rows("testdata/oracles/perft.csv") {
            let [board, rules, passes, counts, _] = &row[..] else { panic!("{row:?}") };
            let (ko, rest) = match rules.split_once(" ko ") {
                Some(("simple", rest)) => (Ko::Simple, rest),
                _ => (Ko::Positional, rules.strip_prefix("positional superko ").expect("a rule")),
            };
            let suicide = match rest {
                "no suicide" => Suicide::Forbidden,
                "multi-stone suicide" => Suicide::Multi,
                other => panic!("unknown suicide rule {other}"),
            };
            let rules = Rules { ko, suicide, ..Rules::of(Preset::Simple) };
            for (depth, count) in (1..).zip(counts.split(' ')) {
                all.push(Perft {
                    size: board.parse().expect("a size"),
                    rules: rules.clone(),
                    passes: passes.starts_with("yes"),
                    depth,
                    count: count.parse().expect("a count"),
                });
            }
        }
        all
    }

    /// Counts, and compares.
    pub(crate) fn check(&self) {
        let Perft { size, rules, passes, depth, count } = self;
        assert_eq!(perft(*size, rules, *passes, *depth), *count, "{self:?}");
    }
}

/// A row of width, height, number and source: the board and the number, as it is written.
fn board_row(row: &[String]) -> (Size, &String) {
    let [width, height, number, _] = row else { panic!("{row:?}") };
    let side = |text: &str| text.parse().expect("a side");
    (size(side(width), side(height)), number)
}

/// Counts the legal positions of the boards in legal.csv with this many points; returns the number
/// of boards.
pub(crate) fn check_legal(points: impl Fn(usize) -> bool) -> usize {
    let mut boards = 0;
    for row in rows("testdata/oracles/legal.csv") {
        let (size, legal) = board_row(&row);
        if points(size.area()) {
            assert_eq!(Odometer::new(size).count_legal().to_string(), *legal, "{size}");
            boards += 1;
        }
    }
    boards
}

/// Counts the kos that can be set up on the boards in ko.csv with this many points; returns the
/// number of boards.
pub(crate) fn check_kos(points: impl Fn(usize) -> bool) -> usize {
    let mut boards = 0;
    for row in rows("testdata/oracles/ko.csv") {
        let (size, kos) = board_row(&row);
        if !points(size.area()) {
            continue;
        }
        let odometer = Odometer::new(size);
        let mut found = 0_u64;
        for bits in Odometer::new(size).filter(|&bits| odometer.is_legal(bits)) {
            let mut setup = Setup::new(size);
            for (point, cell) in size.points().zip(odometer.cells(bits)) {
                setup.stones[point] = cell;
            }
            for ko in size.points() {
                let setup = Setup { ko: Some(ko), ..setup.clone() };
                found += u64::from(setup.position().is_ok());
            }
        }
        assert_eq!(found.to_string(), *kos, "{size}");
        boards += 1;
    }
    boards
}
