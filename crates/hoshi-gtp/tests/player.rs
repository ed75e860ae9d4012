//! An engine kept in step with a game: the commands that it is sent, whatever it supports.

#![cfg(unix)]

mod common;

use common::{LONG, Watched, game, player};
use hoshi_core::time::{Clock, Millis, Overtime, TimeLimit};
use hoshi_core::{Color, Game, HalfPoints, Move, Point, Preset, Rules, Size};
use hoshi_gtp::{Fault, Genmove, Player};

const START: &str = "boardsize 9, clear_board, komi 7.5";

fn point(name: &str) -> Point {
    Size::S9.parse_a1(name).unwrap()
}

fn play(name: &str) -> Genmove {
    Genmove::Move(Move::Play(point(name)))
}

#[test]
fn only_changes_are_sent() {
    let mut watched = Watched::new(&["move=C3"]);
    watched.player.follow(&game(""), None).unwrap();
    assert_eq!(watched.sent(), START);
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(watched.sent(), "play black D4");
    assert_eq!(watched.player.genmove(Color::White, LONG), Ok(play("C3")));
    assert_eq!(watched.sent(), "genmove white");
    watched.player.follow(&game("D4 C3 pass"), None).unwrap();
    assert_eq!(watched.sent(), "play black pass");
    watched.player.follow(&game("D4 E5"), None).unwrap();
    assert_eq!(watched.sent(), "undo, undo, play white E5");
    watched.player.follow(&game("D4 E5"), None).unwrap();
    assert_eq!(watched.sent(), "");
    watched.player.follow(&game("D4 E5").with_komi(HalfPoints::ZERO), None).unwrap();
    assert_eq!(watched.sent(), "boardsize 9, clear_board, komi 0, play black D4, play white E5");
}

#[test]
fn without_undo_the_whole_game_is_sent() {
    for fault in ["no=undo", "refuse=undo"] {
        let mut watched = Watched::new(&[fault]);
        watched.player.follow(&game("D4 C3 E5"), None).unwrap();
        watched.sent();
        watched.player.follow(&game("D4"), None).unwrap();
        let sent = watched.sent();
        let sent = sent.strip_prefix("undo, ").unwrap_or(&sent);
        assert_eq!(sent, format!("{START}, play black D4"), "{fault}");
    }
}

/// The player returns the move, the rules refuse it, and the next `follow` takes it back.
#[test]
fn an_illegal_move_is_taken_back() {
    for (fault, wanted) in [("", "undo".to_owned()), ("no=undo", format!("{START}, play black D4"))]
    {
        let mut watched = Watched::new(&["move=D4", "move=C3", fault]);
        let mut game = game("D4");
        watched.player.follow(&game, None).unwrap();
        watched.sent();
        let answer = watched.player.genmove(Color::White, LONG).unwrap();
        assert_eq!(answer, play("D4"));
        assert!(game.play(Move::Play(point("D4"))).is_err());
        watched.sent();
        watched.player.follow(&game, None).unwrap();
        assert_eq!(watched.sent(), wanted);
        assert_eq!(watched.player.genmove(Color::White, LONG), Ok(play("C3")));
    }
}

#[test]
fn moves_are_read_in_every_spelling() {
    let wanted = [
        ("PASS", Some(Genmove::Move(Move::Pass))),
        ("pass", Some(Genmove::Move(Move::Pass))),
        ("resign", Some(Genmove::Resign)),
        ("Resign", Some(Genmove::Resign)),
        ("RESIGN", Some(Genmove::Resign)),
        ("j9", Some(play("J9"))),
        ("I9", None),
        ("K10", None),
        ("0", None),
        ("nonsense", None),
    ];
    let moves: Vec<String> = wanted.iter().map(|(text, _)| format!("move={text}")).collect();
    let faults: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut player = player(&faults);
    for (text, wanted) in wanted {
        player.follow(&game(""), None).unwrap();
        match (player.genmove(Color::Black, LONG), wanted) {
            (Ok(found), Some(wanted)) => assert_eq!(found, wanted, "{text}"),
            (Err(fault @ Fault::Nonsense { .. }), None) => {
                let said = format!(
                    "the engine answered `genmove black` with `{text}`, which is not a move on 9x9"
                );
                assert_eq!(fault.to_string(), said);
                assert!(fault.is_alive());
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_board_that_the_engine_does_not_support() {
    let mut watched = Watched::new(&["refuse=boardsize"]);
    let fault = watched.player.follow(&game(""), None).unwrap_err();
    assert_eq!(fault.to_string(), "Fake does not play on 9x9: no boardsize");
    assert!(fault.is_alive());
    let mut player = player(&["die=boardsize"]);
    let fault = player.follow(&game(""), None).unwrap_err();
    assert!(
        fault
            .to_string()
            .starts_with("the engine exited without answering `boardsize 9` (exit status: 3)")
    );
    let fault = player.genmove(Color::Black, LONG).unwrap_err();
    assert_eq!(fault.to_string(), "the engine has not been sent a game");
}

#[test]
fn rectangles_and_large_boards() {
    let on = |text: &str| Game::new(text.parse().unwrap(), Rules::of(Preset::Chinese));
    let mut plain = Watched::new(&[]);
    let fault = plain.player.follow(&on("9x7"), None).unwrap_err();
    assert_eq!(fault.to_string(), "Fake plays on square boards only, not on 9x7");
    for size in ["26", "26x5", "5x26", "52"] {
        let fault = plain.player.follow(&on(size), None).unwrap_err();
        assert!(fault.to_string().ends_with("GTP supports boards up to 25x25"), "{fault}");
    }
    assert_eq!(plain.sent(), "");
    plain.player.follow(&on("25"), None).unwrap();
    assert!(plain.sent().starts_with("boardsize 25, "));
    let mut able = Watched::new(&["add=rectangular_boardsize"]);
    able.player.follow(&on("9x7"), None).unwrap();
    assert!(able.sent().starts_with("rectangular_boardsize 9 7, "));
    let mut kata = Watched::new(&["name=KataGo"]);
    kata.player.follow(&on("9x7"), None).unwrap();
    assert!(kata.sent().starts_with("boardsize 9 7, "));
}

#[test]
fn rules_are_sent_to_engines_that_support_them() {
    let kata = [
        "tromp-taylor",
        "chinese",
        "japanese",
        "korean",
        "aga",
        "bga",
        "french",
        "new-zealand",
        "ing",
        "chinese",
    ];
    let kgs = [
        "",
        "chinese",
        "japanese",
        "japanese",
        "aga",
        "aga",
        "aga",
        "new_zealand",
        "new_zealand",
        "chinese",
    ];
    for (commands, command, names) in [
        (&["add=kata-set-rules", "add=kgs-rules"][..], "kata-set-rules", kata),
        (&["add=kgs-rules"], "kgs-rules", kgs),
        (&[], "", [""; 10]),
    ] {
        let mut watched = Watched::new(commands);
        for (preset, name) in Preset::ALL.into_iter().zip(names) {
            watched.player.follow(&Game::new(Size::S9, Rules::of(preset)), None).unwrap();
            let sent = watched.sent();
            let rules = sent.split(", ").find(|word| word.contains("rules")).unwrap_or("");
            let wanted = if name.is_empty() { String::new() } else { format!("{command} {name}") };
            assert_eq!(rules, wanted, "{preset:?}");
        }
    }
}

#[test]
fn the_capture_game_is_noted() {
    let mut watched = Watched::new(&["add=kata-set-rules"]);
    let rules: Rules = "capture=5".parse().unwrap();
    watched.player.follow(&Game::new(Size::S9, rules), None).unwrap();
    assert!(watched.sent().contains("kata-set-rules chinese"));
    let notes = watched.player.take_notes();
    assert!(notes[0].contains("5 captured stones win"), "{notes:?}");
}

#[test]
fn refusals_that_do_not_matter_are_only_noted() {
    let mut watched = Watched::new(&["refuse=komi", "refuse=kgs-rules", "add=kgs-rules"]);
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(
        watched.player.take_notes(),
        [
            "the engine refused `kgs-rules chinese`: no kgs-rules",
            "the engine refused `komi 7.5`: no komi"
        ]
    );
    assert!(watched.player.take_notes().is_empty());
    let minute = Millis::of_seconds(60);
    let mut timeless = player(&["no=time_settings", "no=time_left"]);
    timeless.follow(&game(""), Some(TimeLimit { main: minute, overtime: None })).unwrap();
    assert_eq!(timeless.take_notes(), ["the engine does not support clocks; it plays without one"]);
    timeless
        .begin_genmove(Color::Black, Some(Clock { left: minute, overtime: None }), Some(LONG))
        .unwrap();
}

#[test]
fn clocks_are_sent() {
    let mut watched = Watched::new(&["refuse=time_left"]);
    let overtime = Overtime::ByoYomi { periods: 3, period: Millis::of_seconds(10) };
    let limit = TimeLimit { main: Millis::of_seconds(60), overtime: Some(overtime) };
    watched.player.follow(&game(""), Some(limit)).unwrap();
    assert_eq!(watched.sent(), format!("{START}, time_settings 80 10 1"));
    assert_eq!(
        watched.player.take_notes(),
        ["the engine does not support byo-yomi; using the closest setting"]
    );
    let left = Clock { left: Millis(4_500), overtime: Some(2) };
    watched.player.begin_genmove(Color::Black, Some(left), Some(LONG)).unwrap();
    assert!(watched.player.is_thinking());
    while watched.player.poll_genmove().unwrap().is_none() {
        watched.player.wait(LONG);
    }
    assert_eq!(watched.sent(), "time_left black 14 0, genmove black");
    // Another game, without a clock.
    watched.player.follow(&game(""), None).unwrap();
    assert_eq!(watched.sent(), format!("{START}, time_settings 0 1 0"));
    watched.player.follow(&game("").with_komi(HalfPoints::ZERO), None).unwrap();
    assert_eq!(watched.sent(), "boardsize 9, clear_board, komi 0");
}

#[test]
fn handicap_stones() {
    let rules = || Rules::of(Preset::Chinese);
    let fixed = Game::with_handicap(Size::S9, rules(), 3).unwrap();
    let free = ["A1", "B2"].map(point);
    let free = Game::with_free_handicap(Size::S9, rules(), &free).unwrap();
    let start = "boardsize 9, clear_board, komi 0";
    let mut able = Watched::new(&[]);
    able.player.follow(&fixed, None).unwrap();
    assert_eq!(able.sent(), format!("{start}, set_free_handicap G7 C3 G3"));
    able.player.follow(&free, None).unwrap();
    assert_eq!(able.sent(), format!("{start}, set_free_handicap B2 A1"));
    // Without the command, or if the engine refuses it, each stone is a move.
    let mut unable = Watched::new(&["no=set_free_handicap"]);
    unable.player.follow(&free, None).unwrap();
    assert_eq!(unable.sent(), format!("{start}, play black B2, play black A1"));
    let mut unwilling = Watched::new(&["refuse=set_free_handicap"]);
    unwilling.player.follow(&free, None).unwrap();
    let sent = unwilling.sent();
    assert_eq!(
        sent,
        format!(
            "{start}, set_free_handicap B2 A1, clear_board, komi 0, play black B2, play black A1"
        )
    );
    let one = Game::with_handicap(Size::S9, rules(), 1).unwrap();
    able.player.follow(&one, None).unwrap();
    assert_eq!(able.sent(), start);
}

#[test]
fn dead_and_seki_stones_as_the_engine_sees_them() {
    type Opinion = fn(&mut Player) -> Result<Option<Vec<Point>>, Fault>;
    let opinions: [(&str, Opinion); 2] = [
        ("dead", |player| player.dead(Size::S9, LONG)),
        ("seki", |player| player.seki(Size::S9, LONG)),
    ];
    for (status, opinion) in opinions {
        let ask = |fault: &str| opinion(&mut player(&["dead=J1", "seki=J2", fault]));
        assert_eq!(ask("no=final_status_list"), Ok(None));
        assert_eq!(ask("refuse=final_status_list"), Ok(None));
        assert_eq!(ask(&format!("{status}=")), Ok(Some(Vec::new())));
        let found = ask(&format!("{status}=A1 b2\nC3  D4")).unwrap().unwrap();
        assert_eq!(found, ["A1", "B2", "C3", "D4"].map(point), "{status}");
        let fault = ask(&format!("{status}=A1 Z9")).unwrap_err();
        let said = format!(
            "the engine answered `final_status_list {status}` with `Z9`, which is not a point on 9x9"
        );
        assert_eq!(fault.to_string(), said);
    }
}

#[test]
fn another_command_may_make_the_move() {
    let mut watched = Watched::new(&["add=kgs-genmove_cleanup", "move=E5"]);
    watched.player.follow(&game(""), None).unwrap();
    watched.player.begin_with("kgs-genmove_cleanup", Color::White, None, Some(LONG)).unwrap();
    let found = loop {
        match watched.player.poll_genmove().unwrap() {
            Some(found) => break found,
            None => watched.player.wait(LONG),
        }
    };
    assert_eq!(found, play("E5"));
    assert!(watched.sent().ends_with("kgs-genmove_cleanup white"));
}

/// An engine that lists no commands is sent only those that every engine must support.
#[test]
fn an_engine_may_list_no_commands() {
    let mut watched = Watched::new(&["hide", "move=E5"]);
    watched.player.follow(&game("D4 C3"), None).unwrap();
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(watched.player.genmove(Color::White, LONG), Ok(play("E5")));
    let sent = watched.sent();
    assert!(sent.ends_with(&format!("{START}, play black D4, genmove white")), "{sent}");
}
