//! Moves, resignation, and repetition.

use super::*;
use crate::Rule;

#[test]
fn a_refused_move_changes_nothing() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4");
    let refused = table.both(play("D4")).unwrap_err();
    assert_eq!(refused.to_string(), "White cannot play D4: the point is occupied");
    assert_eq!(table.both(play("K10")).unwrap_err().code(), "no_such_point");
    assert_eq!(table.session.game().move_count(), 1);
    for (command, refused) in [
        (Command::Accept { revision: 0 }, Refused::NotMarking),
        (Command::Mark { points: vec![at("D4")], status: Status::Dead }, Refused::NotMarking),
        (Command::Resume { color: Some(Side::Black) }, Refused::NotMarking),
        (Command::Demonstrate, Refused::NotMarking),
        (Command::Settle, Refused::NotDemonstrating),
        (Command::Redo, Refused::NothingToRedo),
        (Command::Stop, Refused::NoProgram),
        (Command::Restart, Refused::NoProgram),
        (Command::Ask, Refused::NoProgram),
        (Command::Pause, Refused::NoClock),
        (Command::Unpause, Refused::NoClock),
        (Command::Withdraw, Refused::NoOffer),
        (Command::Answer { grant: true }, Refused::NoOffer),
        (Command::PlayOn, Refused::NotReviewing),
        (Command::Remove, Refused::NotReviewing),
        (Command::Promote, Refused::NotReviewing),
        (Command::Walk { step: Step::Back }, Refused::NotReviewing),
        (Command::Markup { marks: Vec::new() }, Refused::NotReviewing),
        (Command::SetUp { stones: vec![], empty: vec![], turn: None }, Refused::NotReviewing),
        (Command::Correct { number: 2, at: at("A1") }, Refused::NoSuchMove { number: 2, last: 1 }),
        (Command::Result { result: "B+x".into() }, Refused::NotAResult("B+x".into())),
    ] {
        assert_eq!(table.both(command), Err(refused));
    }
}

#[test]
fn a_move_is_published_with_its_effects() {
    let mut table = Table::plain(5, "chinese");
    table.play("B1 A1 E5 A2 A3 E1 B2");
    let Event::Played { number, color, captured, captures, turn, ko, .. } = &table.events[0].event
    else {
        panic!("{:?}", table.events);
    };
    assert_eq!((*number, *color, *turn), (7, Side::Black, Some(Side::White)));
    assert_eq!(names(captured), "A2 A1");
    assert_eq!((captures.black, captures.white, *ko), (2, 0, None));
    assert_eq!(table.view.position.rows, ["....X", ".....", "X....", ".X...", ".X..O"]);
}

#[test]
fn ko_suicide_and_captures_are_in_the_position() {
    let text = "
        . X O .
        X O . O
        . X O .
        . . . .
    ";
    let mut table = Table::new(board(text, "chinese"), people(), recorded());
    let takes = &table.view.position.takes[0];
    assert_eq!((takes.at.to_string(), names(&takes.stones)), ("C3".into(), "B3".into()));
    table.play("C3");
    let position = &table.view.position;
    assert_eq!(position.ko, Some(at("B3")));
    let forbidden: Vec<String> =
        position.forbidden.iter().map(|no| format!("{} {:?}", no.at, no.rule)).collect();
    assert_eq!(forbidden, ["A4 Suicide", "B3 Ko"]);
    let refused = table.both(play("B3")).unwrap_err();
    assert_eq!(refused.code(), "illegal_move");
    table.play("pass");
    assert_eq!(table.view.position.ko, None);
}

#[test]
fn superko_names_the_move_that_comes_back() {
    let mut table = Table::plain(9, "tromp-taylor");
    table.play("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    let forbidden = &table.view.position.forbidden;
    let b1 = forbidden.iter().find(|no| no.at == at("B1")).unwrap();
    assert_eq!((b1.rule, b1.repeats), (Rule::Superko, Some(7)));
}

#[test]
fn both_at_one_keyboard_must_say_who_resigns() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4");
    assert_eq!(table.both(Command::Resign { color: None }), Err(Refused::WhichSide));
    table.both(Command::Resign { color: Some(Side::Black) }).unwrap();
    assert_eq!(table.result(), Some("W+R"));
    assert_eq!(table.both(play("A1")), Err(Refused::Over));
    let resign = Command::Resign { color: Some(Side::White) };
    assert_eq!(table.both(resign), Err(Refused::Over));
}

#[test]
fn a_seat_acts_for_itself() {
    let mut table = Table::plain(9, "chinese");
    let not_yours = Err(Refused::NotYours(Side::Black));
    let white_turn = Err(Refused::NotYourTurn(Side::White));
    assert_eq!(table.tell(Actor::White, play("D4")), Err(Refused::NotYourTurn(Side::Black)));
    table.tell(Actor::Black, play("D4")).unwrap();
    assert_eq!(table.tell(Actor::Black, play("E5")), white_turn);
    let resign = Command::Resign { color: Some(Side::Black) };
    assert_eq!(table.tell(Actor::White, resign), not_yours);
    let name = Command::Name { color: Side::Black, name: "X".into() };
    assert_eq!(table.tell(Actor::White, name), not_yours);
    table.tell(Actor::White, Command::Resign { color: None }).unwrap();
    assert_eq!(table.result(), Some("B+R"));
}

#[test]
fn spectators_can_do_nothing() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4");
    for command in [
        play("E5"),
        UNDO,
        Command::Resign { color: Some(Side::Black) },
        Command::Comment { text: "nice".into(), on: None },
        Command::Review,
        Command::Result { result: "Void".into() },
        Command::Name { color: Side::Black, name: "X".into() },
    ] {
        assert_eq!(table.tell(Actor::Spectator, command), Err(Refused::NotSeated));
    }
}

#[test]
fn against_a_program_the_person_resigns() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    // It is White's turn.
    table.play("D4");
    table.both(Command::Resign { color: None }).unwrap();
    assert_eq!(table.result(), Some("W+R"));
    assert_eq!(table.event_names()[..2], ["ended", "thinking"]);
}

#[test]
fn every_ending_reaches_the_record() {
    for result in ["B+R", "W+T", "B+F", "0", "Void", "W+3.5", "B+"] {
        let mut table = Table::plain(9, "chinese");
        table.play("D4");
        table.both(Command::Result { result: result.into() }).unwrap();
        assert!(table.disk().contains(&format!("RE[{result}]")), "{}", table.disk());
        // It can be corrected.
        table.both(Command::Result { result: "W+R".into() }).unwrap();
        assert!(table.disk().contains("RE[W+R]"));
        table.both(UNDO).unwrap();
        assert!(!table.disk().contains("RE["));
        assert_eq!((table.view.phase, table.result()), (Phase::Playing, None));
        assert_eq!(table.moves(), "D4");
    }
}

#[test]
fn a_result_that_the_rules_made_stands() {
    let mut table = Table::plain(5, "tromp-taylor");
    table.play("C3 pass pass");
    assert_eq!(table.result(), Some("B+17.5"));
    assert_eq!(table.both(Command::Result { result: "W+R".into() }), Err(Refused::Over));
}

#[test]
fn a_comment_belongs_to_the_last_move() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4 E5");
    table.both(UNDO).unwrap();
    table.both(Command::Comment { text: "good".into(), on: None }).unwrap();
    assert_eq!(table.view.node.comment, "good");
    assert!(table.disk().ends_with(";B[df]C[good]\n(;)\n(;W[ee]))\n"), "{}", table.disk());
    // It comes back with its move.
    table.play("F6");
    assert_eq!(table.view.node.comment, "");
    table.both(UNDO).unwrap();
    assert_eq!(table.view.node.comment, "good");
    table.both(Command::Comment { text: String::new(), on: None }).unwrap();
    assert_eq!(table.view.node.comment, "");
}

/// The game may continue while somebody writes.
#[test]
fn a_comment_may_name_its_move() {
    let mut table = Table::plain(9, "chinese");
    let comment = |text: &str, number| Command::Comment {
        text: text.into(),
        on: Some(Step::Number { number }),
    };
    table.play("D4 E5");
    table.both(comment("first", 1)).unwrap();
    table.both(comment("second", 2)).unwrap();
    table.both(comment("start", 0)).unwrap();
    assert_eq!(table.both(comment("none", 3)), Err(Refused::NoSuchNode));
    assert_eq!(table.view.node.comment, "second");
    let disk = table.disk();
    assert!(disk.contains("C[start]") && disk.contains(";B[df]C[first];W[ee]C[second]"), "{disk}");
    // After a move is taken back, the last one is meant.
    table.both(UNDO).unwrap();
    table.both(UNDO).unwrap();
    table.both(comment("again", 0)).unwrap();
    assert_eq!(table.view.node.comment, "again");
}

#[test]
fn a_board_above_52_has_no_record() {
    let mut table = Table::new(start(53, "chinese"), people(), recorded());
    table.play("D4 E5");
    table.both(UNDO).unwrap();
    assert_eq!(table.view.recording.saved, Saved::Never);
    for command in [Command::Comment { text: "x".into(), on: None }, Command::Review] {
        assert_eq!(table.both(command), Err(Refused::NoRecord));
    }
}

/// Sending two, returning one.
const ONCE: &str = "A2 B1 B2 C2 B3 D1 A3 A1 C1 B1 pass A1";

/// Two programs cannot agree on a result: the tenth repetition ends the game without one.
#[test]
fn an_endless_repetition_without_persons_has_no_result() {
    for persons in [0, 1, 2] {
        let players = match persons {
            0 => programs(),
            1 => [person("Ann"), programs()[1].clone()],
            _ => people(),
        };
        let mut table = Table::new(start(9, "simple"), players, recorded());
        for color in Color::ALL {
            if table.view.seats[color].program {
                table.ready(color, profile(false));
            }
        }
        let move_by_anyone = |table: &mut Table, moves: &str| {
            for name in moves.split(' ') {
                let turn = table.session.game().turn();
                if table.view.seats[turn].program {
                    table.chooses(turn, name);
                } else {
                    table.both(play(name)).unwrap();
                }
            }
        };
        move_by_anyone(&mut table, ONCE);
        for _ in 0..7 {
            move_by_anyone(&mut table, "C1 B1 pass A1");
            assert_eq!(table.result(), None, "{persons}");
            assert_eq!(table.view.position.repeats, Some(8));
        }
        move_by_anyone(&mut table, "C1 B1 pass");
        assert_eq!(table.result(), None, "{persons}");
        move_by_anyone(&mut table, "A1");
        assert_eq!(table.result(), (persons == 0).then_some("Void"), "{persons}");
    }
}

#[test]
fn the_capture_game_ends_with_a_capture() {
    let text = "
        O X .
        . . .
    ";
    let mut table = Table::new(board(text, "capture=1"), people(), recorded());
    table.play("A1");
    assert_eq!((table.view.phase, table.result()), (Phase::Over, Some("B+1")));
    let score = table.view.result.as_ref().unwrap().score.as_ref().unwrap();
    assert_eq!((score.sides.black.total.as_str(), score.sides.white.total.as_str()), ("1", "0"));
    assert_eq!(score.owners, [".X.", "X.."], "stones alone are marked");
    assert!(table.disk().contains("RU[capture=1]"), "{}", table.disk());
    assert!(!table.disk().contains("TB[") && !table.disk().contains("TW["), "{}", table.disk());
    assert!(table.disk().contains("RE[B+1]"), "{}", table.disk());
    assert_eq!(table.both(play("C1")), Err(Refused::Over));
    let again = Table::resume(table.disk(), people(), recorded());
    assert_eq!((again.view.rules.as_str(), again.result()), ("capture=1", Some("B+1")));
    table.both(UNDO).unwrap();
    assert_eq!((table.view.phase, table.result()), (Phase::Playing, None));
    let mut again = Table::resume(table.disk(), people(), recorded());
    assert_eq!((again.view.phase, again.view.rules.as_str()), (Phase::Playing, "capture=1"));
    again.play("C1 A1");
    assert_eq!((again.view.phase, again.moves().as_str()), (Phase::Playing, "C1 A1"));
    again.play("pass pass");
    assert_eq!(again.result(), Some("0"));
}

#[test]
fn a_tie_that_black_wins() {
    let game = start(5, "ing,komi=0");
    let mut table = Table::new(game, people(), recorded());
    table.play("pass pass");
    assert_eq!(table.marking().result, "B+");
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.result(), Some("B+"));
    assert!(table.view.result.as_ref().unwrap().score.is_some());
    assert!(table.disk().contains("RE[B+]"), "{}", table.disk());
}

/// Compared with the obvious way, which asks the game about every point.
#[test]
fn what_is_forbidden_is_what_the_game_refuses_and_what_takes_is_what_captures() {
    use hoshi_core::{Move, Rng as _, SplitMix64};

    let (mut forbidden, mut takes) = (0, 0);
    let all = ["chinese", "aga", "new-zealand", "simple,suicide=multi"];
    for (rules, seed) in all.into_iter().flat_map(|rules| (0..12).map(move |seed| (rules, seed))) {
        let mut rng = SplitMix64::new(seed);
        let mut table = Table::plain(4, rules);
        for _ in 0..60 {
            let game = table.session.game();
            let (size, turn) = (game.size(), game.turn());
            let empty = size.points().filter(|&point| game.board().is_empty_at(point));
            let (legal, refused): (Vec<_>, Vec<_>) =
                empty.partition(|&point| game.check(turn, Move::Play(point)).is_ok());
            let wanted: Vec<String> = refused.iter().map(|&at| size.a1(at).to_string()).collect();
            let found = table.view.position.forbidden.iter().map(|no| no.at.to_string());
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{rules}");
            forbidden += wanted.len();
            let captures = legal.iter().filter_map(|&at| {
                let stones = game.dry_run(turn, at).unwrap().captured;
                let names: Vec<String> = stones.iter().map(|&at| size.a1(at).to_string()).collect();
                (!names.is_empty()).then(|| (size.a1(at).to_string(), names.join(" ")))
            });
            let wanted: Vec<(String, String)> = captures.collect();
            let found = table.view.position.takes.iter();
            let found = found.map(|takes| (takes.at.to_string(), names(&takes.stones)));
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{rules}");
            takes += wanted.len();
            if legal.is_empty() {
                break;
            }
            let at = size.a1(legal[rng.below(legal.len() as u32) as usize]).to_string();
            table.play(&at);
        }
    }
    assert!(forbidden > 100 && takes > 100, "{forbidden} {takes}");
}

/// A result may be written as people write it; the record has it as SGF does.
#[test]
fn a_result_is_read_in_any_spelling() {
    for (text, result) in [("b+3.5", "B+3.5"), ("w+t", "W+T"), ("jigo", "0"), ("void", "Void")] {
        let mut table = Table::plain(9, "chinese");
        table.play("E5");
        table.both(Command::Result { result: text.into() }).unwrap();
        let record = String::from_utf8(table.session.kifu().unwrap().to_bytes()).unwrap();
        assert!(record.contains(&format!("RE[{result}]")), "{text}: {record}");
    }
}
