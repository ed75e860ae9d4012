//! Replay of records: the boards after each move, and what is refused.

use hoshi_core::{Color, Game, InvalidSetup, Refusal, Rng, Size, SplitMix64};
use hoshi_record::dgf::{self, Board, Lost, Move, Record, ReplayError, Unfit};

use crate::games::{self, rules};

fn record(text: &str) -> Record {
    Record::from_dgr(text.as_bytes()).expect(text)
}

fn refused(text: &str, name: &str) -> ReplayError {
    record(text).replay(&rules(name)).expect_err(text)
}

#[test]
fn games_come_back() {
    let mut rng = SplitMix64::new(10);
    for round in 0..120 {
        let rules = rules(["simple", "new-zealand", "japanese", "tromp-taylor"][round % 4]);
        let side = [1, 2, 3, 5, 7, 9, 13][round % 7];
        // Two passes end a game of Tromp and Taylor.
        let moves = if round % 4 == 3 { rng.below(2) } else { rng.below(120) };
        let game = games::game(&mut rng, side, &rules, moves);
        let kept = Record::from_game(&game).unwrap();
        let again = kept.record.replay(&rules).unwrap();
        assert!(again.moves().eq(game.moves()));
        assert_eq!(again.board(), game.board());
        assert_eq!((again.komi(), again.handicap()), (game.komi(), game.handicap()));
        assert_eq!(again.outcome(), game.outcome());
        assert_eq!(Record::from_game(&again).unwrap(), kept);
        let last = kept.record.moves().len();
        assert_eq!(kept.record.board_after(last, &rules), Ok(Board::from_game(&game).unwrap()));
    }
}

/// The board after each move is the one from `apply`.
#[test]
fn boards_of_a_record() {
    let mut rng = SplitMix64::new(11);
    let simple = rules("simple");
    for side in [3, 5, 9] {
        let game = games::game(&mut rng, side, &simple, 50);
        let record = Record::from_game(&game).unwrap().record;
        let mut board = record.board().clone();
        let last = record.moves().len();
        for (index, &mv) in record.moves().iter().enumerate() {
            assert_eq!(record.board_after(index, &simple).as_ref(), Ok(&board));
            board = dgf::apply(&board, mv, &simple).unwrap();
        }
        if record.winner().is_some() {
            board = board.with_turn(None);
        }
        assert_eq!(record.board_after(last, &simple), Ok(board));
        let error = record.board_after(last + 1, &simple).unwrap_err();
        assert_eq!(error, ReplayError::NoMove { asked: last + 1, last });
    }
}

#[test]
fn a_refusal_names_its_move() {
    let size = Size::square(2).unwrap();
    let refusal = |text: &str, name: &str| match refused(text, name) {
        ReplayError::Refused { number, color, mv, refusal, size: found } => {
            assert_eq!(found, size);
            (number, color, mv.number(), refusal)
        }
        other => panic!("{other}"),
    };
    let found = refusal("1 0 0 2 0 0 0 0 0  1 1", "simple");
    assert_eq!(found, (2, Color::White, 1, Refusal::Occupied));
    let found = refusal("1 0 0 2 0 0 0 0 0  1 0 2 0 3 4 0 4", "simple");
    // White takes three stones with 4; Black passes; White's 4 is occupied.
    assert_eq!(found, (8, Color::White, 4, Refusal::Occupied));
    let found = refusal("2 0 0 2 0 1 1 0 0  1", "simple");
    assert_eq!(found, (1, Color::White, 1, Refusal::Suicide));
    let found = refusal("1 0 0 2 0 0 0 0 0  0 0 1", "tromp-taylor");
    assert_eq!(found, (3, Color::Black, 1, Refusal::GameOver));
}

#[test]
fn a_ko_is_refused_with_its_number() {
    // The vector of 5x5, and Black takes back at once.
    let text = "1 0 0 5 ".to_owned() + &"0 ".repeat(26) + "2 3 6 9 12 13 8 7 8";
    let error = refused(&text, "simple");
    assert_eq!(error.to_string(), "move 9, Black's 8 (C4): the ko may not be taken back at once");
    // A ko in the first board.
    let text = "1 0 1 5 0 1 2 0 0 1 2 3 2 0 0 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0  8";
    for name in ["simple", "tromp-taylor"] {
        let error = refused(text, name);
        assert!(matches!(error, ReplayError::Refused { number: 1, refusal: Refusal::Ko, .. }));
    }
}

/// A2 B1 B2 C2 B3 D1 A3 A1 C1, then White B1 repeats the position after move 7.
#[test]
fn superko_knows_the_whole_record() {
    let names = ["A2", "B1", "B2", "C2", "B3", "D1", "A3", "A1", "C1", "B1"];
    let number = |name| {
        let mv = Move::at(Size::S9, Size::S9.parse_a1(name).unwrap()).unwrap();
        mv.to_string()
    };
    let text = "1 0 0 9 ".to_owned() + &"0 ".repeat(82) + &names.map(number).join(" ");
    let error = refused(&text, "tromp-taylor");
    let ReplayError::Refused { number: 10, refusal, .. } = error else { panic!("{error}") };
    assert_eq!(refusal, Refusal::Superko { first_seen: 7 });
    for name in ["aga", "simple"] {
        assert!(record(&text).replay(&rules(name)).is_ok(), "{name}");
    }
}

#[test]
fn results_must_agree() {
    let error = refused("1 0 0 1 0 0 -1", "simple");
    assert_eq!(
        error.to_string(),
        "Black resigned with move 1, but the result is 0: it should be 2"
    );
    assert!(matches!(refused("1 0 0 1 0 1 -1", "simple"), ReplayError::Resigned { .. }));
    assert!(record("1 0 0 1 0 2 -1").replay(&rules("simple")).is_ok());
    assert_eq!(refused("0 0 0 1 0 1 0", "simple"), ReplayError::OverWithMoves);
    assert_eq!(refused("0 0 0 1 0 0", "simple"), ReplayError::OverUnfinished);
    let over = record("0 0 0 1 0 2").replay(&rules("simple")).unwrap();
    assert_eq!(over.outcome().unwrap().to_string(), "W+");
    // Two passes on an empty board with 7 points of komi are White's under Tromp and Taylor.
    let error = refused("1 0 7 1 0 1 0 0", "tromp-taylor");
    assert!(matches!(error, ReplayError::Outcome { winner: Color::Black, .. }), "{error}");
    assert!(error.to_string().contains("W+7"), "{error}");
    let game = record("1 0 7 1 0 2 0 0").replay(&rules("tromp-taylor")).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "W+7");
}

#[test]
fn a_board_that_is_no_position_is_refused() {
    let error = refused("1 0 0 1 1 0", "simple");
    let ReplayError::Start(InvalidSetup { faults, .. }) = &error else { panic!("{error}") };
    assert_eq!(faults.len(), 1);
    assert!(error.to_string().contains("the black stone at A1 has no liberty"));
}

#[test]
fn komi_and_handicap_are_read_from_the_board() {
    let game = record("6 3 0 2 1 0 0 1 0").replay(&rules("chinese")).unwrap();
    assert_eq!((game.komi().to_string().as_str(), game.handicap()), ("-3.5", 2));
    assert_eq!(game.turn(), Color::White);
    // Two points to White for two stones, by the Chinese rules.
    assert_eq!(game.score().side(Color::White).bonus.to_string(), "2");
    for text in ["1 0 0 2 1 0 0 1 0", "2 0 0 2 1 0 2 0 0", "2 0 0 2 1 0 0 0 0"] {
        assert_eq!(record(text).replay(&rules("chinese")).unwrap().handicap(), 0, "{text}");
    }
}

#[test]
fn play_resumes_after_two_passes() {
    for name in ["simple", "japanese"] {
        let game = record("1 0 0 2 0 0 0 0 0  1 0 0 4 0 0 0 -1");
        // Seven moves, then White: a resignation in turn needs a result.
        assert!(game.replay(&rules(name)).is_err());
        let game = record("1 0 0 2 0 0 0 0 1  1 0 0 4 0 0 0 -1").replay(&rules(name)).unwrap();
        let colors: Vec<Color> = game.moves().map(|(color, _)| color).collect();
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(colors, [black, white, black, white, black, white, black]);
        assert_eq!(game.outcome().unwrap().to_string(), "B+R");
    }
}

#[test]
fn what_a_record_loses_is_named() {
    let play = |end: &dyn Fn(&mut Game)| {
        let mut game = Game::new(Size::S9, rules("japanese"));
        game.play(game.size().parse_move("E5").unwrap()).unwrap();
        end(&mut game);
        Record::from_game(&game).unwrap()
    };
    let end_as =
        |text: &'static str| move |game: &mut Game| game.end_as(text.parse().unwrap()).unwrap();
    for (text, winner, lost) in [
        ("B+3.5", Some(Color::Black), true),
        ("W+T", Some(Color::White), true),
        ("W+F", Some(Color::White), true),
        ("B+", Some(Color::Black), false),
        ("0", None, true),
        ("Void", None, true),
        // White is to move, so this resignation is out of turn.
        ("W+R", Some(Color::White), true),
    ] {
        let kept = play(&end_as(text));
        assert_eq!((kept.record.winner(), kept.lost.len() == 2), (winner, lost), "{text}");
        assert_eq!(kept.record.moves().len(), 1);
        assert!(matches!(kept.lost[0], Lost::Rules { .. }));
        if lost {
            assert_eq!(kept.lost[1], Lost::Outcome { outcome: text.parse().unwrap() });
        }
    }
    let kept = play(&|game| game.resign(Color::White).unwrap());
    assert_eq!((kept.lost.len(), kept.record.moves()[1]), (1, Move::RESIGN));

    let mut game = Game::new(Size::S9, rules("simple"));
    for name in ["E5", "C3"] {
        game.play_as(Color::Black, game.size().parse_move(name).unwrap()).unwrap();
    }
    let error = Record::from_game(&game).unwrap_err();
    assert_eq!(error, Unfit::OutOfTurn { number: 2, color: Color::Black });
    let game = Game::new(Size::new(3, 4).unwrap(), rules("simple"));
    assert!(matches!(Record::from_game(&game), Err(Unfit::Rectangle { .. })));
}
