//! Boards that are feasible only with full optimisation.
#![cfg(not(debug_assertions))]

mod common;

use hoshi_core::{Move, Rng, Size, SplitMix64};
use hoshi_lab::{Index, Reduced, Solution, State, Superko, superko};

/// Tromp and Farnebäck, Combinatorics of Go; OEIS A094777.
const LEGAL: &[(u8, u8, &str)] = &[
    (10, 10, "96498428501909654589630887978835098088148177857"),
    (11, 11, "793474866816582266820936671790189132321673383112185151899"),
];

/// From the same source; only under `HOSHI_LONG=1`, as the second takes minutes and 13 GB.
const LONG: &[(u8, u8, &str)] = &[
    (12, 12, "57774258489513238998237970307483999327287210756991189655942651331169"),
    (13, 13, "37249792307686396442294904767024517674249157948208717533254799550970595875237705"),
];

#[test]
fn legal_positions() {
    let is_long = std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1");
    let long = if is_long { LONG } else { &[] };
    for &(width, height, count) in LEGAL.iter().chain(long) {
        let size = Size::new(width, height).unwrap();
        assert_eq!(hoshi_lab::legal(size).unwrap().to_string(), count, "{size}");
    }
}

/// Worked out twice for hoshi; 4x4 also weizigo.com.
#[test]
fn solved_boards() {
    for (width, height, value, best) in
        [(5, 3, "15", vec!["B2", "C2", "D2"]), (4, 4, "1..16", vec!["B2", "B3", "C2", "C3"])]
    {
        let size = Size::new(width, height).unwrap();
        let solution = Solution::new(size).unwrap();
        let start = State::start(size);
        assert_eq!(solution.value(&start).unwrap().to_string(), value, "{size}");
        let choices = solution.choices(&start).unwrap();
        let is_best = |mv: Move| choices.iter().any(|c| c.mv == mv && c.value == choices[0].value);
        let moves = size.points().map(Move::Play).chain([Move::Pass]);
        let mut found: Vec<String> =
            moves.filter(|&mv| is_best(mv)).map(|mv| size.move_name(mv)).collect();
        found.sort();
        assert_eq!(found, best, "{size}");
        let read = Solution::from_bytes(&solution.to_bytes()).unwrap();
        assert_eq!(read.choices(&start).unwrap(), choices, "{size}");
    }
}

#[test]
fn a_million_numbers_there_and_back() {
    for (width, height) in [(5, 5), (5, 4), (6, 6), (9, 9)] {
        let index = Index::new(Size::new(width, height).unwrap()).unwrap();
        let mut rng = SplitMix64::new(11);
        for _ in 0..1_000_000 {
            let points = index.random(&mut rng);
            let rank = index.rank(&points).unwrap();
            assert_eq!(index.unrank(rank), Some(points), "{width}x{height}");
        }
    }
}

#[test]
fn reduced_positions_of_5x5_there_and_back() {
    let size = Size::square(5).unwrap();
    let reduced = Reduced::new(size).unwrap();
    // In one group and across the end of the next two.
    let mut rng = SplitMix64::new(12);
    let ends = [0, 1_153_473_747, 1_153_473_748, reduced.len() - 1];
    let near = (0..300).map(|_| rng.next_u64() % 1_153_473_748);
    for rank in ends.into_iter().chain(near) {
        let serial = reduced.unrank(rank).unwrap();
        assert_eq!(reduced.rank(serial), Some(rank), "{serial}");
        let points = common::points(serial, 25);
        assert!(common::is_legal(size, &points), "{serial}");
        assert!(common::images(size, &points).iter().all(|&image| image >= serial), "{serial}");
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
