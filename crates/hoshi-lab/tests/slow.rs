//! Boards that are only bearable with full optimisation.
#![cfg(not(debug_assertions))]

use hoshi_core::{Move, Size};
use hoshi_lab::{Solution, State};

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
