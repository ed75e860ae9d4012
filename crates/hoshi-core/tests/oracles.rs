//! Numbers and vectors from other sources: other programs, the literature, and the conventions of
//! players and records. The tables are in testdata/oracles with their sources; the counts that take
//! long are in `slow.rs`.

mod common;

use common::{
    Odometer, Perft, Reference, check_kos, check_legal, every_ruleset, read, rows, same_everything,
    size,
};
use hoshi_core::{
    Board, Color, Game, Ko, Move, Outcome, Point, Preset, Refusal, Rules, Setup, Size, handicap,
    perft::perft, zobrist,
};

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// Plays SGF letters, Black first.
fn play_sgf(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let point = game.size().parse_sgf(name).expect("a point");
        game.play(point.into()).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
}

/// The board as DGF has it: 0 empty, 1 black, 2 white, 3 forbidden by ko.
fn dgf_points(board: &Board) -> Vec<u8> {
    let code = |point: Point| match board.stone(point) {
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
        None if board.ko() == Some(point) => 3,
        None => 0,
    };
    board.size().points().map(code).collect()
}

#[test]
fn perft_counts() {
    let all = Perft::all();
    assert_eq!(all.len(), 77, "every depth of every row of the table");
    let counted = all.iter().filter(|p| p.count <= 1_000_000).inspect(|p| p.check()).count();
    println!("counted: perft: {counted} of {} numbers here, the others in slow.rs", all.len());
}

/// Where there are no other counts, compare with the reference.
#[test]
fn perft_is_the_references_under_every_rule() {
    fn count(reference: &Reference, passes: bool, turn: Color, passed: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lines = 0;
        for point in reference.size.points() {
            let mut next = reference.clone();
            if next.play(turn, point.into()).is_ok() {
                lines += count(&next, passes, turn.opponent(), false, depth - 1);
            }
        }
        if passes && passed {
            lines += u64::from(depth == 1);
        } else if passes {
            let mut next = reference.clone();
            next.play(turn, Move::Pass).expect("a pass is never refused");
            lines += count(&next, passes, turn.opponent(), true, depth - 1);
        }
        lines
    }
    for rules in every_ruleset() {
        for (width, height, depth) in [(1, 1, 4), (2, 1, 7), (4, 1, 5), (2, 2, 6), (3, 2, 4)] {
            let size = size(width, height);
            for passes in [false, true] {
                let empty = Reference::empty(size, &rules);
                let wanted = count(&empty, passes, Color::Black, false, depth);
                let found = perft(size, &rules, passes, depth);
                assert_eq!(found, wanted, "{size} {rules} passes {passes} depth {depth}");
            }
        }
    }
}

#[test]
fn legal_positions_of_up_to_12_points() {
    assert_eq!(check_legal(|points| points <= 12), 15);
}

#[test]
fn kos_of_up_to_9_points() {
    assert_eq!(check_kos(|points| points <= 9), 9);
}

/// The quick enumeration, the flood fill of the reference and hoshi-core agree.
#[test]
fn legal_is_the_same_thing_for_all() {
    for (width, height) in [(1, 1), (4, 1), (1, 4), (2, 3), (3, 2), (3, 3)] {
        let size = size(width, height);
        let odometer = Odometer::new(size);
        let mut boards = 0_u32;
        for bits in Odometer::new(size) {
            boards += 1;
            let cells = odometer.cells(bits);
            let reference = Reference::new(size, &rules("simple"), cells.clone(), Color::Black);
            let legal = reference.groups().iter().all(|(_, group)| !group.liberties.is_empty());
            assert_eq!(odometer.is_legal(bits), legal, "{bits:?}");
            let mut setup = Setup::new(size);
            for (point, cell) in size.points().zip(cells) {
                setup.stones[point] = cell;
            }
            assert_eq!(setup.position().is_ok(), legal, "{bits:?}");
        }
        assert_eq!(boards, 3_u32.pow(size.area() as u32));
    }
}

#[test]
fn numbers_of_games() {
    fn paths(game: &mut Game) -> u64 {
        // A longer path repeats a position.
        assert!(game.move_count() < 3_usize.pow(game.size().area() as u32));
        let mut count = 1;
        for color in Color::ALL {
            let points: Vec<Point> = game.legal_points(color).collect();
            for point in points {
                game.play_as(color, point.into()).expect("it is legal");
                count += paths(game);
                game.undo();
            }
        }
        count
    }
    fn paths_of_reference(reference: &Reference) -> u64 {
        let mut count = 1;
        for color in Color::ALL {
            for point in reference.size.points() {
                let mut next = reference.clone();
                if next.play(color, point.into()).is_ok() {
                    count += paths_of_reference(&next);
                }
            }
        }
        count
    }
    let rules = rules("simple,ko=psk,suicide=any");
    let table = rows("testdata/oracles/games.csv");
    assert_eq!(table.len(), 3);
    for row in table {
        let [width, height, games, _] = &row[..] else { panic!("{row:?}") };
        let side = |text: &str| text.parse().expect("a side");
        let size = size(side(width), side(height));
        let found = paths(&mut Game::new(size, rules.clone()));
        assert_eq!(found.to_string(), *games, "{size}");
        assert_eq!(paths_of_reference(&Reference::empty(size, &rules)), found, "{size}");
    }
}

#[test]
fn coordinates() {
    let size = Size::S19;
    let table = [
        ("aa", "A19", 1, (0, 0)),
        ("dd", "D16", 61, (3, 3)),
        ("de", "D15", 80, (3, 4)),
        ("pd", "Q16", 73, (15, 3)),
        ("jj", "K10", 181, (9, 9)),
        ("ss", "T1", 361, (18, 18)),
    ];
    for (sgf, a1, dgf, (x, y)) in table {
        let point = size.point(x, y).expect("a point");
        assert_eq!(size.parse_sgf(sgf), Ok(point));
        assert_eq!(size.parse_a1(a1), Ok(point));
        assert_eq!(size.point_of_dgf(dgf), Some(point));
        assert_eq!(size.sgf(point).as_deref(), Some(sgf));
        assert_eq!(size.a1(point).to_string(), a1);
        assert_eq!(size.dgf(point), dgf);
    }
    for (a1, sgf) in [("A9", "ak"), ("B12", "bh"), ("C2", "cr")] {
        assert_eq!(size.parse_a1(a1), size.parse_sgf(sgf));
    }
    let tall = common::size(9, 11);
    assert_eq!(tall.parse_a1("J11").ok(), tall.point(8, 0), "the top right corner");
    assert!(Size::S9.parse_a1("I5").is_err());
    assert!(Size::S9.parse_a1("A10").is_err());
}

#[test]
fn ko_on_5x5() {
    let mut game = Game::new(size(5, 5), rules("simple"));
    play_sgf(&mut game, "ba ca ab db bc cc cb bb");
    #[rustfmt::skip]
    let board = [
        0, 1, 2, 0, 0,
        1, 2, 3, 2, 0,
        0, 1, 2, 0, 0,
        0, 0, 0, 0, 0,
        0, 0, 0, 0, 0,
    ];
    assert_eq!(dgf_points(game.board()), board);
    assert_eq!(game.turn(), Color::Black);
    let captures = Color::ALL.map(|color| game.board().captures(color));
    assert_eq!(captures, [0, 1]);
    let back = Move::Play(game.size().parse_sgf("cb").expect("a point"));
    assert_eq!(game.play(back), Err(Refusal::Ko));
    // The capturing side may fill it, and no other point is forbidden.
    assert_eq!(game.check(Color::White, back), Ok(()));
    play_sgf(&mut game, "ee ea");
    assert_eq!(game.board().ko(), None);
    assert!(game.play(back).is_ok());
    assert_eq!(game.board().ko(), game.size().parse_sgf("bb").ok());
}

#[test]
fn a_pass_lifts_the_ko() {
    let mut game = Game::new(size(5, 5), rules("simple"));
    play_sgf(&mut game, "ba ca ab db bc cc cb bb");
    game.play(Move::Pass).expect("a pass is never refused");
    assert_eq!(game.board().ko(), None);
    let cb = Move::Play(game.size().parse_sgf("cb").expect("a point"));
    assert_eq!(game.check(Color::Black, cb), Ok(()));
}

#[test]
fn two_kos_at_once() {
    let mut setup = Setup::new(Size::S9);
    for (color, names) in
        [(Color::Black, "ba ab bc cb cf dg ch"), (Color::White, "ca db cc bf ag bh cg")]
    {
        for name in names.split(' ') {
            setup.stones[Size::S9.parse_sgf(name).expect("a point")] = Some(color);
        }
    }
    setup.turn = Color::White;
    let position = setup.position().expect("every block has a liberty");
    let mut game = Game::from_position(position, rules("simple"));
    play_sgf(&mut game, "bb");
    assert_eq!(game.board().ko(), Size::S9.parse_sgf("cb").ok());
    play_sgf(&mut game, "bg");
    let cg = Size::S9.parse_sgf("cg").expect("a point");
    assert_eq!((game.board().ko(), game.board().ko_color()), (Some(cg), Some(Color::White)));
    assert_eq!(game.play(cg.into()), Err(Refusal::Ko));
    // The first ko is free again.
    assert_eq!(game.check(Color::Black, Size::S9.parse_sgf("cb").unwrap().into()), Ok(()));
}

#[test]
fn superko() {
    let moves = ["A2", "B1", "B2", "C2", "B3", "D1", "A3", "A1", "C1"];
    let b1 = Size::S9.parse_move("B1").expect("a point");
    for (ko, wanted) in [
        (Ko::Positional, Err(Refusal::Superko { first_seen: 7 })),
        (Ko::Situational, Ok(())),
        (Ko::Simple, Ok(())),
    ] {
        let rules = Rules { ko, ..Rules::of(Preset::Simple) };
        let mut game = Game::new(Size::S9, rules.clone());
        let mut reference = Reference::empty(Size::S9, &rules);
        for name in moves {
            let mv = Size::S9.parse_move(name).expect("a point");
            let turn = game.turn();
            game.play(mv).expect("legal");
            reference.play(turn, mv).expect("legal");
        }
        same_everything(&game, &reference);
        assert_eq!(game.check(Color::White, b1), wanted, "{ko}");
        assert_eq!(game.play(b1).map(drop), wanted, "{ko}");
        assert_eq!(game.move_count(), if wanted.is_ok() { 10 } else { 9 });
    }
}

#[test]
fn captures() {
    for (moves, gone) in [("aa ba ca ee bb", "ba"), ("ca aa ab ba bb ee", "aa ba")] {
        let mut game = Game::new(Size::S9, rules("simple"));
        play_sgf(&mut game, moves);
        let gone: Vec<&str> = gone.split(' ').collect();
        for name in moves.split(' ') {
            let point = Size::S9.parse_sgf(name).expect("a point");
            assert_eq!(game.board().is_empty_at(point), gone.contains(&name), "{name}");
        }
        assert_eq!(game.board().captures(Color::Black) as usize, gone.len());
    }
}

#[test]
fn results_as_records_write_them() {
    for text in ["W+5.5", "B+R", "W+T", "B+F", "B+", "0", "Void"] {
        assert_eq!(text.parse::<Outcome>().map(|o| o.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn handicap_points() {
    let names = |points: Vec<Point>, size: Size| -> Vec<String> {
        points.into_iter().map(|point| size.a1(point).to_string()).collect()
    };
    let gtp = |side: u8, stones: u32| {
        let size = size(side, side);
        names(handicap::gtp(size, stones).expect("room"), size)
    };
    assert_eq!(gtp(19, 3), ["D4", "Q16", "D16"]);
    assert_eq!(gtp(11, 4), ["C3", "J9", "C9", "J3"]);
    assert_eq!(gtp(12, 4), ["D4", "J9", "D9", "J4"]);
    let customary = handicap::customary(Size::S19, 3).expect("room");
    assert_eq!(names(customary, Size::S19), ["D4", "Q16", "Q4"]);
    for side in 1..=255 {
        let most = match side {
            1..=6 => 0,
            7 => 4,
            even if even % 2 == 0 => 4,
            _ => 9,
        };
        let size = size(side, side);
        for stones in 0..12 {
            let points = handicap::gtp(size, stones);
            assert_eq!(points.is_ok(), (2..=most).contains(&stones), "{stones} on {size}");
            let mut points = points.unwrap_or_default();
            points.sort_unstable();
            points.dedup();
            assert!(points.is_empty() || points.len() == stones as usize, "{stones} on {size}");
        }
    }
}

/// The documented table matches the code.
#[test]
fn zobrist_keys_of_the_document() {
    let text = read("docs/zobrist.md");
    let mut keys = 0;
    for line in text.lines().filter(|line| line.contains("`0x") && line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [color, x, y, word, key] = cells[..] else { panic!("{line}") };
        let color: Color = color.parse().expect("a colour");
        let (x, y): (u8, u8) = (x.parse().expect("x"), y.parse().expect("y"));
        let number = (u64::from(y) * 256 + u64::from(x)) * 2 + u64::from(color == Color::White);
        assert_eq!(word, number.to_string(), "{line}");
        assert_eq!(key, format!("`{:#018x}`", zobrist::key(color, x, y)), "{line}");
        keys += 1;
    }
    assert_eq!(keys, 13);
    assert!(text.contains(&format!("`{:#018x}`", zobrist::SEED)));
    assert!(text.contains(&format!("`{:#018x}`", zobrist::turn_key(Color::White))));
    let drawn = ". X O .\nX O . O\n. X O .\n";
    let board = Board::from_text(drawn).expect("a position");
    assert!(text.contains(drawn) && text.contains(&format!("`{:#018x}`", board.hash())));
}
