//! Moves on boards: against the plain reference, against a game of the library, and back from two
//! boards to the move between them.

use hoshi_core::{Color, Game, HalfPoints, Move as Play, Phase, Rng, Rules, SplitMix64, Suicide};
use hoshi_record::dgf::{self, ApplyError, Board, BoardError, Difference, Header, Move, Unfit};

use crate::games::{self, rules};
use crate::plain;

/// Event counts, so that a test without any events fails.
#[derive(Default, Debug)]
struct Seen {
    captures: usize,
    kos: usize,
    suicides: usize,
    single_suicides: usize,
    ambiguous: usize,
    passes: usize,
}

fn plain_suicide(rules: &Rules) -> plain::Suicide {
    match rules.suicide {
        Suicide::Forbidden => None,
        Suicide::Multi => Some(2),
        Suicide::Any => Some(1),
    }
}

fn stones(board: &Board) -> usize {
    board.points().iter().filter(|&&point| matches!(point, 1 | 2)).count()
}

/// Tries every move number, and some invalid ones, on this board.
fn every_move(board: &Board, rules: &Rules, seen: &mut Seen) {
    let legal = dgf::legal_moves(board, rules).unwrap();
    let area = i32::try_from(board.size().area()).unwrap();
    for number in -1..=area + 1 {
        let mv = Move::new(number).unwrap();
        let expected = plain::apply(&board.to_bytes(), number, plain_suicide(rules));
        let after = dgf::apply(board, mv, rules);
        assert_eq!(after.as_ref().ok().map(Board::to_bytes), expected, "{number} {after:?}");
        assert_eq!(dgf::legal(board, mv, rules).is_ok(), expected.is_some());
        assert_eq!(legal.contains(&mv), expected.is_some() && number >= 0);
        let Ok(after) = after else { continue };
        let single = number > 0 && stones(board) == stones(&after) && after.stone_at(mv).is_none();
        match dgf::diff(board, &after, rules) {
            Ok(found) => assert_eq!(found, mv),
            Err(Difference::Ambiguous { moves, .. }) => {
                assert!(single && moves.contains(&mv) && moves.len() > 1);
                seen.ambiguous += 1;
            }
            Err(other) => panic!("{number}: {other}\n{board:?}\n{after:?}"),
        }
        seen.single_suicides += usize::from(single);
        seen.kos += usize::from(after.ko().is_some());
        seen.captures += usize::from(number > 0 && stones(&after) <= stones(board));
        seen.suicides += usize::from(
            number > 0 && stones(&after) < stones(board) && after.stone_at(mv).is_none(),
        );
        seen.passes += usize::from(number == 0);
    }
}

trait StoneAt {
    fn stone_at(&self, mv: Move) -> Option<Color>;
}

impl StoneAt for Board {
    fn stone_at(&self, mv: Move) -> Option<Color> {
        mv.point(self.size()).and_then(|point| self.stone(point))
    }
}

/// Random games on DGF boards alone; every legal move of every board is tried.
#[test]
fn every_move_of_random_games() {
    let mut rng = SplitMix64::new(8);
    let mut seen = Seen::default();
    // A board has no history, so only the ko point of superko is tested here.
    for (name, rounds) in
        [("simple", 14), ("simple,suicide=multi", 14), ("simple,suicide=any", 14), ("aga", 7)]
    {
        let rules = rules(name);
        for round in 0..rounds {
            let side = [1, 2, 3, 4, 5, 6, 9][round % 7];
            let mut board = dgf::new_board(side, games::komi(&mut rng), 0).unwrap();
            for _ in 0..2 * u32::from(side) * u32::from(side) + 5 {
                every_move(&board, &rules, &mut seen);
                let moves = dgf::legal_moves(&board, &rules).unwrap();
                // Mostly stones: passes would only repeat the board.
                let plays = moves.len() - usize::from(moves.len() > 1 && rng.below(15) > 0);
                let mv = moves[rng.below(plays as u32) as usize];
                board = dgf::apply(&board, mv, &rules).unwrap();
            }
        }
    }
    println!("{seen:?}");
    let Seen { captures, kos, suicides, single_suicides, ambiguous, passes } = seen;
    for count in [captures, kos, suicides, single_suicides, ambiguous, passes] {
        assert!(count > 50, "too little happened");
    }
}

/// `apply` agrees with the library's game, on larger boards and to the end.
#[test]
fn boards_keep_up_with_a_game() {
    let mut rng = SplitMix64::new(9);
    for round in 0..60 {
        let rules = rules(["simple", "simple,suicide=multi", "japanese"][round % 3]);
        let side = [2, 3, 5, 9, 13, 19][round % 6];
        let size = hoshi_core::Size::square(side).unwrap();
        let mut game = Game::new(size, rules.clone()).with_komi(games::komi(&mut rng));
        let mut board = Board::from_game(&game).unwrap();
        for _ in 0..300 {
            let points: Vec<_> = game.legal_points(game.turn()).collect();
            let pass = points.is_empty() || rng.below(25) == 0;
            let play = if pass {
                Play::Pass
            } else {
                Play::Play(points[rng.below(points.len() as u32) as usize])
            };
            game.play(play).unwrap();
            if matches!(game.phase(), Phase::Marking(_)) {
                game.resume(game.turn().opponent()).unwrap();
            }
            let mv = play.point().map_or(Move::PASS, |point| Move::at(size, point).unwrap());
            let after = dgf::apply(&board, mv, &rules).unwrap();
            assert_eq!(Board::from_game(&game).as_ref(), Ok(&after));
            assert_eq!(dgf::diff(&board, &after, &rules), Ok(mv));
            board = after;
        }
        game.resign(game.turn()).unwrap();
        let over = dgf::apply(&board, Move::RESIGN, &rules).unwrap();
        assert_eq!(Board::from_game(&game), Ok(over.clone()));
        assert_eq!(dgf::diff(&board, &over, &rules), Ok(Move::RESIGN));
        for mv in [Move::PASS, Move::RESIGN, Move::new(1).unwrap()] {
            assert_eq!(dgf::apply(&over, mv, &rules), Err(ApplyError::Over));
        }
        assert_eq!(dgf::legal_moves(&over, &rules), Err(ApplyError::Over));
    }
}

/// Black captures White's corner of this many stones.
fn corner(count: u16) -> (Board, Move) {
    let mut points = vec![0; 25];
    points[0] = 2;
    points[1] = 1;
    let header = Header { turn: Some(Color::Black), half: None, counts: [count, 0], side: 5 };
    (Board::from_parts(header, &points).unwrap(), Move::new(6).unwrap())
}

#[test]
fn counts_grow_to_their_limit() {
    let simple = rules("simple");
    for count in [0, 254, 255, 256, 509] {
        let (board, mv) = corner(count);
        let after = dgf::apply(&board, mv, &simple).unwrap();
        assert_eq!(after.count(Color::Black), count + 1);
        assert_eq!(Board::from_bytes(&after.to_bytes()).as_ref(), Ok(&after));
    }
    let (board, mv) = corner(510);
    let fault = Unfit::Board(BoardError::Count { color: Color::Black, count: 511 });
    let error = dgf::apply(&board, mv, &simple).unwrap_err();
    assert_eq!(error, ApplyError::Unfit(fault));
    assert!(error.to_string().contains("Black's count") && error.to_string().contains("511"));
    // Stones lost by suicide are the opponent's.
    let points = [0, 2, 0, 2, 2, 0, 0, 0, 0];
    let header = Header { turn: Some(Color::Black), half: None, counts: [3, 510], side: 3 };
    let board = Board::from_parts(header, &points).unwrap();
    let error =
        dgf::apply(&board, Move::new(1).unwrap(), &rules("simple,suicide=any")).unwrap_err();
    let fault = Unfit::Board(BoardError::Count { color: Color::White, count: 511 });
    assert_eq!(error, ApplyError::Unfit(fault));
}

#[test]
fn liberties_of_blocks() {
    #[rustfmt::skip]
    let board = Board::from_bytes(&[
        1, 0, 1, 5,
        0, 1, 2, 0, 0,
        1, 2, 3, 2, 0,
        0, 1, 2, 0, 0,
        0, 0, 0, 0, 0,
        1, 1, 0, 0, 0,
    ])
    .unwrap();
    let names = |points: &[hoshi_core::Point]| -> Vec<String> {
        points.iter().map(|&point| board.size().a1(point).to_string()).collect()
    };
    let all = dgf::liberties(&board, None).unwrap();
    assert_eq!(all.len(), 8);
    let at = |name: &str| {
        let point = board.size().parse_a1(name).unwrap();
        dgf::liberties(&board, Some(point)).unwrap()
    };
    let ko = at("B4");
    assert_eq!((ko[0].color, names(&ko[0].liberties)), (Color::White, vec!["C4".to_owned()]));
    let pair = at("B1");
    assert_eq!(names(&pair[0].stones), ["A1", "B1"]);
    assert_eq!(names(&pair[0].liberties), ["A2", "B2", "C1"]);
    assert_eq!(at("E5"), []);
    assert_eq!(at("C4"), []);
    // An impossible ko point does not affect liberties.
    let strange = Board::from_bytes(&[1, 0, 0, 2, 3, 1, 0, 0]).unwrap();
    assert_eq!(dgf::liberties(&strange, None).unwrap()[0].liberties.len(), 2);
    let full = Board::from_bytes(&[1, 0, 0, 1, 2]).unwrap();
    assert!(dgf::liberties(&full, None).is_err());
    let empty = dgf::new_board(9, HalfPoints::ZERO, 0).unwrap();
    assert_eq!(dgf::liberties(&empty, None), Ok(vec![]));
}
