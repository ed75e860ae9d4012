//! Boards: every fault of the bytes by name, every header, and conversion from and to positions.

use hoshi_core::{Color, Game, HalfPoints, Position, Setup, SetupFault, Size, SplitMix64};
use hoshi_record::dgf::{self, Board, BoardError, Header, NewBoardError, Unfit, glue};

use crate::games::{self, color, rules};

#[test]
fn every_fault_is_named() {
    let faults: &[(&[u8], BoardError)] = &[
        (&[], BoardError::Short { found: 0 }),
        (&[1, 0, 0], BoardError::Short { found: 3 }),
        (&[1, 0, 0, 1], BoardError::Short { found: 4 }),
        (&[1, 0, 0, 0], BoardError::NoSide),
        (&[1, 0, 0, 0, 0], BoardError::NoSide),
        (&[1, 0, 0, 2, 0], BoardError::Length { side: 2, expected: 8, found: 5 }),
        (&[1, 0, 0, 1, 0, 0], BoardError::Length { side: 1, expected: 5, found: 6 }),
        (&[3, 0, 0, 1, 0], BoardError::Turn),
        (&[0b1101, 0, 0, 1, 0], BoardError::BothHalves),
        (&[0b0100_0001, 0, 0, 1, 0], BoardError::Reserved { byte: 65 }),
        (&[0b1000_0001, 0, 0, 1, 0], BoardError::Reserved { byte: 129 }),
        (&[0b1_0001, 0, 9, 1, 0], BoardError::Overflow { color: Color::Black, at: 1, bit: 4 }),
        (&[0b10_0001, 9, 0, 1, 0], BoardError::Overflow { color: Color::White, at: 2, bit: 5 }),
        (&[1, 0, 0, 1, 4], BoardError::Point { at: 4, value: 4 }),
        (&[1, 0, 0, 2, 3, 0, 3, 0], BoardError::SecondKo { first: 4, at: 6 }),
    ];
    for &(bytes, fault) in faults {
        assert_eq!(Board::from_bytes(bytes), Err(fault), "{bytes:?}");
        let text = fault.to_string();
        assert!(text.contains("board") && text.contains(|c: char| c.is_ascii_digit()), "{text}");
    }
}

/// Every byte 0, and counts around the places where they change their spelling.
#[test]
fn every_header_comes_back_or_is_refused() {
    let mut good = 0;
    for flags in 0..=255 {
        for black in [0, 1, 254, 255] {
            for white in [0, 1, 254, 255] {
                let bytes = [flags, black, white, 1, 0];
                let overflows = (flags & 16 == 0 || black > 0) && (flags & 32 == 0 || white > 0);
                let expected = flags < 64 && flags & 3 != 3 && flags & 12 != 12 && overflows;
                match Board::from_bytes(&bytes) {
                    Ok(board) => {
                        assert!(expected, "{bytes:?}");
                        assert_eq!(board.to_bytes(), bytes);
                        assert_eq!(board.turn(), color(flags & 3));
                        assert_eq!(board.half(), color(flags >> 2 & 3));
                        good += 1;
                    }
                    Err(_) => assert!(!expected, "{bytes:?}"),
                }
            }
        }
    }
    // Turns, halves, and 4, 3, 4, 3 spellings of each count.
    assert_eq!(good, 3 * 3 * 7 * 7);
}

#[test]
fn every_count_has_one_spelling() {
    for count in 0..=510 {
        let header = Header { turn: None, half: None, counts: [count, 510 - count], side: 1 };
        let bytes = header.to_bytes().unwrap();
        assert_eq!(Header::from_bytes(bytes), Ok(header));
        assert_eq!(bytes[0] & 16 != 0, count > 255);
    }
    let over = Header { turn: None, half: None, counts: [0, 511], side: 1 };
    let fault = BoardError::Count { color: Color::White, count: 511 };
    assert_eq!(over.to_bytes(), Err(fault));
    assert_eq!(Board::from_parts(over, &[0]), Err(fault));
}

#[test]
fn komi_goes_to_its_side() {
    let header = |komi: &str| {
        dgf::new_board(1, komi.parse().unwrap(), 0).unwrap().header().to_bytes().unwrap()
    };
    assert_eq!(header("0"), [1, 0, 0, 1]);
    assert_eq!(header("0.5"), [9, 0, 0, 1]);
    assert_eq!(header("-0.5"), [5, 0, 0, 1]);
    assert_eq!(header("7.5"), [9, 0, 7, 1]);
    assert_eq!(header("-7.5"), [5, 7, 0, 1]);
    assert_eq!(header("255"), [1, 0, 255, 1]);
    assert_eq!(header("256"), [33, 0, 1, 1]);
    assert_eq!(header("510.5"), [41, 0, 255, 1]);
    for halves in -1021..=1021 {
        let komi = HalfPoints::from_halves(halves);
        assert_eq!(dgf::new_board(1, komi, 0).unwrap().komi_at_start(), komi);
    }
    for (komi, side) in [(1022, Color::White), (-1022, Color::Black), (i32::MIN, Color::Black)] {
        let error = dgf::new_board(1, HalfPoints::from_halves(komi), 0).unwrap_err();
        let NewBoardError::Unfit(Unfit::Board(BoardError::Count { color, .. })) = error else {
            panic!("{error}");
        };
        assert_eq!(color, side);
    }
}

#[test]
fn new_boards_have_their_handicap() {
    let board = dgf::new_board(19, HalfPoints::ZERO, 3).unwrap();
    assert_eq!(board.turn(), Some(Color::White));
    let stones: Vec<_> = board
        .size()
        .points()
        .filter(|&point| board.stone(point) == Some(Color::Black))
        .map(|point| board.size().a1(point).to_string())
        .collect();
    assert_eq!(stones, ["Q16", "D4", "Q4"]);
    for even in [0, 1] {
        assert_eq!(dgf::new_board(5, HalfPoints::ZERO, even).unwrap().turn(), Some(Color::Black));
    }
    assert_eq!(dgf::new_board(0, HalfPoints::ZERO, 0), Err(NewBoardError::NoSide));
    assert!(matches!(dgf::new_board(5, HalfPoints::ZERO, 2), Err(NewBoardError::Handicap(_))));
}

#[test]
fn the_largest_board() {
    let board = dgf::new_board(255, HalfPoints::ZERO, 0).unwrap();
    assert_eq!(board.to_bytes().len(), 65_029);
    assert_eq!(Board::from_bytes(&board.to_bytes()), Ok(board.clone()));
    let corner = glue::move_of_xy(255, 254, 254).unwrap();
    assert_eq!(corner.number(), 65_025);
    let after = dgf::apply(&board, corner, &rules("simple")).unwrap();
    assert_eq!(after.to_bytes().last(), Some(&1));
    assert_eq!(dgf::diff(&board, &after, &rules("simple")), Ok(corner));
    assert!(matches!(
        glue::sgf_of_move(255, corner),
        Err(glue::GlueError::PastSgf { side: 255, .. })
    ));
}

#[test]
fn what_does_not_fit_is_named() {
    let setup = Setup::new(Size::new(9, 8).unwrap());
    let size = setup.stones.size();
    assert_eq!(Board::from_setup(&setup, HalfPoints::ZERO), Err(Unfit::Rectangle { size }));

    let mut setup = Setup::new(Size::S9);
    setup.captures = [500, 0];
    assert_eq!(
        Board::from_setup(&setup, HalfPoints::whole(-11)),
        Err(Unfit::Board(BoardError::Count { color: Color::Black, count: 511 }))
    );
    assert!(Board::from_setup(&setup, HalfPoints::whole(-10)).is_ok());
    setup.captures = [0, u32::MAX];
    assert!(Board::from_setup(&setup, HalfPoints::ZERO).is_err());

    let mut setup = Setup::new(Size::S9);
    let point = Size::S9.point(4, 4).unwrap();
    setup.ko = Some(point);
    setup.stones[point] = Some(Color::White);
    let size = Size::S9;
    let error = Board::from_setup(&setup, HalfPoints::ZERO).unwrap_err();
    assert_eq!(error, Unfit::KoOccupied { size, point });
    assert!(error.to_string().contains("E5"));
    setup.ko = Size::S19.point(18, 18);
    assert_eq!(Board::from_setup(&setup, HalfPoints::ZERO), Err(Unfit::KoOffBoard { size }));
}

#[test]
fn positions_come_back() {
    let mut rng = SplitMix64::new(0xd6f0);
    for round in 0..200 {
        let game = games::game(&mut rng, 1 + (round % 13) as u8, &rules("simple"), 60);
        let board = Board::from_game(&game).unwrap();
        assert_eq!(board.turn().is_none(), game.outcome().is_some());
        let position = board.position().unwrap();
        assert!(position.board().same_stones(game.board()));
        assert_eq!(position.board().ko(), game.board().ko());
        if board.turn().is_some() || board.ko().is_some() {
            assert_eq!(position.turn(), game.turn());
        }
        // The komi is in the captures now.
        let again = Board::from_position(&position, HalfPoints::ZERO).unwrap();
        assert_eq!(again.points(), board.points());
        let counts = |board: &Board| Color::ALL.map(|color| board.count(color));
        assert_eq!(counts(&again), counts(&board));
    }
}

#[test]
fn a_board_need_not_be_a_position() {
    let full = Board::from_bytes(&[1, 0, 0, 2, 1, 1, 1, 1]).unwrap();
    let invalid = full.position().unwrap_err();
    assert!(matches!(invalid.faults[..], [SetupFault::NoLiberty { .. }]));
    let ko = Board::from_bytes(&[1, 0, 0, 2, 3, 0, 0, 0]).unwrap();
    assert_eq!(ko.position().unwrap_err().faults, [SetupFault::KoOpen]);
    for board in [full, ko] {
        assert!(dgf::legal_moves(&board, &rules("simple")).is_err());
        // Passing and resigning need no position.
        assert!(dgf::apply(&board, dgf::Move::PASS, &rules("simple")).is_ok());
    }
}

/// Without a turn, the stones around the ko point show whom it binds.
#[test]
fn a_ko_of_a_game_that_is_over() {
    for (own, other, bound) in [(1, 2, Color::Black), (2, 1, Color::White)] {
        #[rustfmt::skip]
        let bytes = [
            0, 0, 0, 4,
            0, own, other, 0,
            own, other, 3, other,
            0, own, other, 0,
            0, 0, 0, 0,
        ];
        let position = Board::from_bytes(&bytes).unwrap().position().unwrap();
        assert_eq!((position.turn(), position.board().ko_color()), (bound, Some(bound)));
    }
}

#[test]
fn slices_come_and_go() {
    let header = Header { turn: None, half: Some(Color::Black), counts: [1, 2], side: 77 };
    for side in [1, 2, 19, 255] {
        let points = vec![2; side * side];
        let board = glue::board_of_slice(&points, header).unwrap();
        assert_eq!(usize::from(board.side()), side);
        assert_eq!(glue::slice_of_board(&board), points);
    }
    for length in [0, 2, 3, 5, 360, 256 * 256, 1 << 20] {
        let found = glue::board_of_slice(&vec![0; length], header);
        assert_eq!(found, Err(glue::GlueError::NoSquare { found: length }));
    }
    assert!(matches!(
        glue::board_of_slice(&[9], header),
        Err(glue::GlueError::Board(BoardError::Point { at: 4, value: 9 }))
    ));
}

#[test]
fn glue_refuses_what_is_off_the_board() {
    use glue::GlueError;
    for bad in ["a", "aaa", "jj", "A1", "é", "[]"] {
        assert!(matches!(glue::move_of_sgf(9, bad), Err(GlueError::Sgf { .. })), "{bad}");
    }
    assert_eq!(glue::move_of_sgf(255, ""), Ok(dgf::Move::PASS));
    for side in [1, 9, 19] {
        assert_eq!(glue::move_of_sgf(side, "tt"), Ok(dgf::Move::PASS));
    }
    assert_eq!(glue::move_of_sgf(20, "tt").unwrap().number(), 400);
    let message = glue::move_of_sgf(52, "é").unwrap_err().to_string();
    assert!(message.contains("to ZZ"), "{message}");
    assert_eq!(glue::move_of_sgf(0, "aa"), Err(GlueError::NoSide));
    assert_eq!(glue::move_of_xy(0, 0, 0), Err(GlueError::NoSide));
    let mv = dgf::Move::new(82).unwrap();
    assert_eq!(glue::sgf_of_move(9, mv), Err(GlueError::Beyond { side: 9, mv }));
    assert_eq!(glue::xy_of_move(9, mv), Err(GlueError::Beyond { side: 9, mv }));
    for side in [1, 19, 52] {
        for number in 1..=side * side {
            let (mv, side) = (dgf::Move::new(number).unwrap(), side as u8);
            let sgf = glue::sgf_of_move(side, mv).unwrap();
            assert_eq!(glue::move_of_sgf(side, &sgf), Ok(mv));
            let (x, y) = glue::xy_of_move(side, mv).unwrap().unwrap();
            assert_eq!(glue::move_of_xy(side, x, y), Ok(mv));
        }
    }
}

#[test]
fn a_ko_that_binds_the_other_side_is_left_out() {
    let mut game = Game::new(Size::square(5).unwrap(), rules("simple"));
    for name in ["B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4"] {
        game.play(game.size().parse_move(name).unwrap()).unwrap();
    }
    let of = |turn| {
        let position = Position::new(game.board().clone(), turn);
        Board::from_position(&position, HalfPoints::ZERO).unwrap()
    };
    assert!(of(Color::Black).ko().is_some());
    assert_eq!(of(Color::White).ko(), None);
}
