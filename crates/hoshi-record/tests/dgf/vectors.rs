//! The vectors that every implementation of DGF must agree on; docs/formats/dgf.md shows them.

use hoshi_core::{Color, HalfPoints, Refusal, Size};
use hoshi_record::dgf::{self, ApplyError, Board, Move, glue};

use crate::games::rules;

#[test]
fn coordinates_on_19x19() {
    let size = Size::S19;
    let rows = [
        ("aa", "A19", 1, (0, 0)),
        ("dd", "D16", 61, (3, 3)),
        ("de", "D15", 80, (3, 4)),
        ("pd", "Q16", 73, (15, 3)),
        ("jj", "K10", 181, (9, 9)),
        ("ss", "T1", 361, (18, 18)),
    ];
    for (sgf, a1, number, (x, y)) in rows {
        let mv = Move::new(number).unwrap();
        assert_eq!(glue::move_of_sgf(19, sgf), Ok(mv));
        assert_eq!(glue::sgf_of_move(19, mv).as_deref(), Ok(sgf));
        assert_eq!(glue::move_of_xy(19, x, y), Ok(mv));
        assert_eq!(glue::xy_of_move(19, mv), Ok(Some((x, y))));
        assert_eq!(mv.name(size), a1);
        assert_eq!(size.parse_a1(a1).ok(), mv.point(size));
    }
}

#[test]
fn a_new_board() {
    let board = dgf::new_board(19, "6.5".parse().unwrap(), 0).unwrap();
    let bytes = board.to_bytes();
    assert_eq!(bytes.len(), 365);
    assert_eq!(bytes[..4], [9, 0, 6, 19]);
    assert!(bytes[4..].iter().all(|&point| point == 0));

    let after = dgf::apply(&board, Move::new(61).unwrap(), &rules("simple")).unwrap().to_bytes();
    assert_eq!(after[..4], [10, 0, 6, 19]);
    assert_eq!(after[64], 1);
    assert_eq!(after[4..].iter().filter(|&&point| point != 0).count(), 1);
}

/// Plays SGF points in turn.
fn play(board: &Board, points: &[&str]) -> Board {
    points.iter().fold(board.clone(), |board, point| {
        let mv = glue::move_of_sgf(board.side(), point).unwrap();
        let after = dgf::apply(&board, mv, &rules("simple")).unwrap();
        assert_eq!(dgf::diff(&board, &after, &rules("simple")), Ok(mv));
        after
    })
}

fn refusal(board: &Board, point: &str) -> Option<Refusal> {
    let mv = glue::move_of_sgf(board.side(), point).unwrap();
    match dgf::legal(board, mv, &rules("simple")) {
        Ok(()) => None,
        Err(ApplyError::Refused { refusal, .. }) => Some(refusal),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn ko_on_5x5() {
    let start = dgf::new_board(5, HalfPoints::ZERO, 0).unwrap();
    let board = play(&start, &["ba", "ca", "ab", "db", "bc", "cc", "cb", "bb"]);
    #[rustfmt::skip]
    let bytes = [
        1, 0, 1, 5,
        0, 1, 2, 0, 0,
        1, 2, 3, 2, 0,
        0, 1, 2, 0, 0,
        0, 0, 0, 0, 0,
        0, 0, 0, 0, 0,
    ];
    assert_eq!(board.to_bytes(), bytes);
    assert_eq!(refusal(&board, "cb"), Some(Refusal::Ko));
    let later = play(&board, &["ee", "ea"]);
    assert_eq!(later.ko(), None);
    assert_eq!(refusal(&later, "cb"), None);
    // Superko knows the ko point too, though a board has no history.
    let again = glue::move_of_sgf(5, "cb").unwrap();
    for name in ["tromp-taylor", "aga", "new-zealand"] {
        let error = dgf::legal(&board, again, &rules(name)).unwrap_err();
        assert!(matches!(error, ApplyError::Refused { refusal: Refusal::Ko, .. }), "{name}");
    }
}

#[test]
fn two_kos_at_once_on_9x9() {
    let mut bytes = vec![2, 0, 0, 9];
    bytes.resize(85, 0);
    for (color, points) in [
        (1, ["ba", "ab", "bc", "cb", "cf", "dg", "ch"]),
        (2, ["ca", "db", "cc", "bf", "ag", "bh", "cg"]),
    ] {
        for point in points {
            bytes[glue::move_of_sgf(9, point).unwrap().number() as usize + 3] = color;
        }
    }
    let board = Board::from_bytes(&bytes).unwrap();
    assert_eq!(board.turn(), Some(Color::White));
    let board = play(&board, &["bb", "bg"]);
    assert_eq!(board.ko().map(|point| board.size().sgf(point).unwrap()).as_deref(), Some("cg"));
    assert_eq!(refusal(&board, "cg"), Some(Refusal::Ko));
}

#[test]
fn captures() {
    let start = dgf::new_board(9, HalfPoints::ZERO, 0).unwrap();
    let board = play(&start, &["aa", "ba", "ca", "ee", "bb"]);
    assert_eq!(board.header().to_bytes(), Ok([2, 1, 0, 9]));
    assert_eq!(board.points()[1], 0);

    let board = play(&start, &["ca", "aa", "ab", "ba", "bb", "ee"]);
    assert_eq!(board.header().to_bytes(), Ok([1, 2, 0, 9]));
    assert_eq!(board.points()[..3], [0, 0, 1]);
}
