//! A session without any view, with the time injected, and its record read back after every command.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hoshi_core::{Color, Game, Move, Preset, Rng as _, Rules, Size, SplitMix64};
use hoshi_record::info::time::Millis;
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;
use hoshi_store::{About, History, RealDisk, Recorder};

use super::clock::Control;
use super::{Command, Event, Opening, Player, Refused, Session};
use crate::players::{Mind, Task};

const START: Millis = Millis(0);

fn opening(keeps_undone: bool) -> Opening {
    let players = ["Ann", "Bob"].map(|name| Player::person(name.to_owned()));
    Opening { players, keeps_undone }
}

fn unrecorded(size: Size, rules: &str, time: &str) -> Session {
    let game = Game::new(size, rules.parse().unwrap());
    let time = time.parse::<Control>().unwrap().0;
    Session::begin(game, time, None, opening(false))
}

fn recorded(folder: &Path, size: Size, keeps_undone: bool) -> Session {
    let game = Game::new(size, Rules::of(Preset::Chinese));
    let history = History::new(Arc::new(RealDisk), folder);
    let recorder = Recorder::begin(&history, &game, &About::default()).unwrap();
    Session::begin(game, None, Some(recorder), opening(keeps_undone))
}

fn at(session: &Session, name: &str) -> Move {
    session.game().size().parse_move(name).unwrap()
}

fn play(session: &mut Session, moves: &str) {
    for name in moves.split(' ') {
        let mv = at(session, name);
        session.apply(Command::Play(mv), START).unwrap();
    }
}

/// The file, read from the disk.
fn file(folder: &Path) -> Collection {
    let is_game = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "sgf");
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let path = paths.find(is_game).unwrap();
    Collection::read(std::fs::read(path).unwrap()).unwrap()
}

/// The main line of the file is the game, and its result is the game's.
fn assert_recorded(session: &Session, folder: &Path) {
    assert_in_step(session, folder, true);
}

/// The same of a file that somebody else began, who may have played against the rules.
fn assert_in_step(session: &Session, folder: &Path, is_legal: bool) {
    let file = file(folder);
    let tree = file.game(0).unwrap();
    assert!(file.faults().is_empty());
    let end = tree.main_line().last().unwrap();
    let replayed = replay(end, &Terms::of(tree));
    assert!(replayed.remarks.is_empty() || !is_legal);
    assert!(replayed.game.moves().eq(session.game().moves()));
    assert_eq!(replayed.game.board(), session.game().board());
    let result = tree.info_text("RE").map(std::borrow::Cow::into_owned);
    assert_eq!(result, session.game().outcome().map(|outcome| outcome.to_string()));
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut session = unrecorded(Size::S9, "chinese", "none");
    play(&mut session, "D4");
    let again = at(&session, "D4");
    let refused = session.apply(Command::Play(again), START).unwrap_err();
    assert_eq!(refused.to_string(), "White cannot play D4: there is a stone already");
    assert_eq!(session.game().move_count(), 1);
    assert_eq!(session.apply(Command::Done, START), Err(Refused::NotMarking));
    assert_eq!(session.apply(Command::Redo, START), Err(Refused::NothingToRedo));
    assert_eq!(session.apply(Command::Stop, START), Err(Refused::Nobody));
}

#[test]
fn a_flag_falls() {
    let mut session = unrecorded(Size::S9, "chinese", "10s");
    session.tick(START, Duration::ZERO);
    let d4 = at(&session, "D4");
    session.apply(Command::Play(d4), Millis(9_000)).unwrap();
    // White's clock runs since then.
    assert_eq!(session.clocks(Millis(12_000)).unwrap()[1].left, Millis(7_000));
    assert!(session.tick(Millis(18_900), Duration::ZERO).is_empty());
    let events = session.tick(Millis(19_000), Duration::ZERO);
    assert_eq!(events, [Event::Ended("B+T".parse().unwrap())]);
    let d5 = at(&session, "D5");
    assert_eq!(session.apply(Command::Play(d5), Millis(20_000)), Err(Refused::Over));
}

#[test]
fn a_move_that_comes_too_late_does_not_count() {
    let mut session = unrecorded(Size::S9, "chinese", "1s/move");
    session.tick(START, Duration::ZERO);
    let d4 = at(&session, "D4");
    let events = session.apply(Command::Play(d4), Millis(1_500)).unwrap();
    assert_eq!(events, [Event::Ended("W+T".parse().unwrap())]);
    assert_eq!(session.game().move_count(), 0);
}

#[test]
fn clocks_stand_while_the_dead_are_named() {
    let mut session = unrecorded(Size::S9, "chinese", "10s");
    session.tick(START, Duration::ZERO);
    for _ in 0..2 {
        session.apply(Command::Play(Move::Pass), Millis(1_000)).unwrap();
    }
    assert!(session.tick(Millis(60_000), Duration::ZERO).is_empty());
    session.apply(Command::Resume, Millis(60_000)).unwrap();
    assert_eq!(session.clocks(Millis(61_000)).unwrap().map(|clock| clock.left.0), [8_000, 10_000]);
}

#[test]
fn undo_goes_back_to_the_person() {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let mut opening = opening(false);
    opening.players[1] = Player::of_mind(Mind::random(1));
    let mut session = Session::begin(game, None, None, opening);
    play(&mut session, "D4");
    session.tick(START, Duration::ZERO);
    assert_eq!(session.game().move_count(), 2);
    session.apply(Command::Undo, START).unwrap();
    assert_eq!(session.game().move_count(), 0);
    session.apply(Command::Redo, START).unwrap();
    assert_eq!(session.game().move_count(), 2);
    assert!(session.awaits_person());
}

#[test]
fn a_correction_plays_the_rest_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = recorded(folder.path(), Size::S9, false);
    play(&mut session, "D4 E5 F6");
    let (g7, f6) = (at(&session, "G7"), at(&session, "F6"));
    session.apply(Command::Correct(2, g7), START).unwrap();
    assert_recorded(&session, folder.path());
    let refused = session.apply(Command::Correct(2, f6), START).unwrap_err();
    assert!(refused.to_string().starts_with("then move 3, Black F6, would be illegal"));
    assert_eq!(
        session.apply(Command::Correct(4, g7), START),
        Err(Refused::NoSuchMove { number: 4, last: 3 })
    );
    assert_recorded(&session, folder.path());
}

#[test]
fn every_ending_reaches_the_file() {
    for result in ["B+R", "W+T", "B+F", "0", "Void", "W+3.5"] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = recorded(folder.path(), Size::S9, false);
        play(&mut session, "D4");
        session.apply(Command::Result(result.parse().unwrap()), START).unwrap();
        assert_recorded(&session, folder.path());
        // And can be corrected.
        session.apply(Command::Result("W+R".parse().unwrap()), START).unwrap();
        assert_recorded(&session, folder.path());
        session.apply(Command::Undo, START).unwrap();
        assert_recorded(&session, folder.path());
        assert!(session.awaits_person());
    }
}

#[test]
fn the_count_reaches_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = recorded(folder.path(), Size::square(3).unwrap(), false);
    play(&mut session, "B2 A1 pass pass");
    let a1 = session.game().size().parse_a1("A1").unwrap();
    session.apply(Command::Dead(vec![a1]), START).unwrap();
    session.apply(Command::Done, START).unwrap();
    assert_recorded(&session, folder.path());
    let file = file(folder.path());
    let last = file.game(0).unwrap().main_line().last().unwrap();
    assert_eq!(last.points("TB", session.game().size()).count(), 8);
    session.apply(Command::Undo, START).unwrap();
    session.apply(Command::Resume, START).unwrap();
    play(&mut session, "C3");
    assert_recorded(&session, folder.path());
}

/// Commands at random, most of them moves: whatever happens, the file is the game.
#[test]
fn the_record_is_the_game_after_every_command() {
    for keeps_undone in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = recorded(folder.path(), Size::square(4).unwrap(), keeps_undone);
        play(&mut session, "B2");
        let mut rng = SplitMix64::new(7);
        let mut done = 0;
        for _ in 0..600 {
            let points: Vec<_> = session.game().size().points().collect();
            let point = points[rng.below(16) as usize];
            let number = rng.below(12) as usize;
            let command = match rng.below(24) {
                0..=2 => Command::Undo,
                3..=4 => Command::Redo,
                5 => Command::Comment(format!("no. {number} ] \\ :")),
                6..=7 => Command::Correct(number, Move::Play(point)),
                8 => Command::Resign,
                9 => Command::Result("Void".parse().unwrap()),
                10..=12 => Command::Play(Move::Pass),
                13 => Command::Dead(vec![point]),
                14 => Command::Done,
                15 => Command::Resume,
                16 => Command::Name(Color::White, format!("Bob {number}")),
                _ => Command::Play(Move::Play(point)),
            };
            let before = session.game().move_count();
            match session.apply(command, START) {
                Ok(events) => {
                    let failed = |event: &Event| matches!(event, Event::NotSaved { .. });
                    assert!(!events.iter().any(failed), "{events:?}");
                    done += 1;
                }
                Err(_) => assert_eq!(session.game().move_count(), before),
            }
            assert_recorded(&session, folder.path());
        }
        assert!(done > 200, "{done}");
    }
}

#[test]
fn a_game_goes_on_with_its_clocks_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::new(Arc::new(RealDisk), folder.path());
    let text = "(;SZ[9]RU[Japanese]KM[6.5]PB[Ann]PW[Bob]TM[600]OT[3x30 byo-yomi]\
                ;B[ee]BL[512.5];W[dd]WL[30]OW[2])";
    std::fs::write(folder.path().join("a.sgf"), text).unwrap();
    let recorder = Recorder::open(&history, "a.sgf").unwrap();
    let (mut session, remarks) = Session::resume(recorder, opening(false));
    assert!(remarks.is_empty());
    assert_eq!(session.player(Color::White).name, "Bob");
    let [black, white] = session.clocks(START).unwrap();
    assert_eq!((black.left, black.overtime), (Millis(512_500), None));
    assert_eq!((white.left, white.overtime), (Millis(30_000), Some(2)));
    session.tick(START, Duration::ZERO);
    let f6 = at(&session, "F6");
    session.apply(Command::Play(f6), Millis(500)).unwrap();
    let text = std::fs::read_to_string(folder.path().join("a.sgf")).unwrap();
    assert!(text.ends_with(";W[dd]WL[30]OW[2];B[fd]BL[512])\n"), "{text}");
}

/// A session that goes on with a game of the history, `a.sgf`.
fn resumed(folder: &Path, text: &str, keeps_undone: bool) -> Session {
    let history = History::new(Arc::new(RealDisk), folder);
    std::fs::write(folder.join("a.sgf"), text).unwrap();
    let recorder = Recorder::open(&history, "a.sgf").unwrap();
    Session::resume(recorder, opening(keeps_undone)).0
}

#[test]
fn a_strange_record_and_its_game_stay_in_step() {
    for text in [
        "(;SZ[9];AB[aa]W[bb])",
        "(;SZ[9];B[cc];AB[aa]W[bb]C[both];B[dd])",
        "(;SZ[9];B[aa];W[zz])",
        "(;SZ[9];B[zz];W[aa];B[bb])",
        "(;SZ[9]B[aa];B[bb];B[cc])",
        "(;SZ[9]AB[aa]B[bb]W[cc];B[dd])",
        "(;SZ[9];B[aa]W[bb];B[aa];C[x];;)",
        "(;SZ[9]HA[2];B[aa];B[bb];W[cc])",
        "(;SZ[9];B[];W[];B[aa];AE[aa];PL[B])",
    ] {
        for keeps_undone in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let mut session = resumed(folder.path(), text, keeps_undone);
            let g7 = at(&session, "G7");
            for command in [
                Command::Undo,
                Command::Correct(1, at(&session, "H8")),
                Command::Play(g7),
                Command::Undo,
                Command::Undo,
                Command::Redo,
                Command::Play(at(&session, "H7")),
            ] {
                let _ = session.apply(command, START);
                assert_in_step(&session, folder.path(), false);
            }
        }
    }
}

#[test]
fn nobody_loses_on_time_by_opening_a_record() {
    for text in ["(;SZ[9]TM[0];B[aa])", "(;SZ[9]TM[60];B[aa]BL[0];W[bb]WL[-1])"] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = resumed(folder.path(), text, false);
        for now in [0, 1_000] {
            assert!(session.tick(Millis(now), Duration::ZERO).is_empty(), "{text}");
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("a.sgf")).unwrap(), text);
    }
}

#[test]
fn a_correction_changes_a_result_that_the_rules_made() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(;SZ[5]RU[Tromp-Taylor]KM[7.5];B[bb];W[])";
    let mut session = resumed(folder.path(), text, false);
    play(&mut session, "pass");
    assert!(session.game().outcome().is_some());
    let c3 = at(&session, "C3");
    session.apply(Command::Correct(3, c3), START).unwrap();
    assert!(session.awaits_person());
    assert_recorded(&session, folder.path());
    let events = session.apply(Command::Correct(3, Move::Pass), START).unwrap();
    assert!(matches!(events[..], [Event::Corrected { number: 3 }, Event::Ended(_)]), "{events:?}");
    assert_recorded(&session, folder.path());
    let events = session.apply(Command::Correct(1, c3), START).unwrap();
    assert!(matches!(events[..], [Event::Corrected { number: 1 }, Event::Ended(_)]), "{events:?}");
    assert_recorded(&session, folder.path());
}

#[test]
fn who_gives_up_against_a_player_of_its_own_is_the_person() {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let mut opening = opening(false);
    opening.players[1] = Player::of_mind(Mind::random(1));
    let mut session = Session::begin(game, None, None, opening);
    // It is White's turn.
    play(&mut session, "D4");
    let events = session.apply(Command::Resign, START).unwrap();
    assert_eq!(events, [Event::Ended("W+R".parse().unwrap())]);
}

#[test]
fn a_comment_belongs_to_the_last_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = recorded(folder.path(), Size::S9, true);
    play(&mut session, "D4 E5");
    session.apply(Command::Undo, START).unwrap();
    session.apply(Command::Comment("good".to_owned()), START).unwrap();
    assert_eq!(session.comment().as_deref(), Some("good"));
    let text = String::from_utf8(file(folder.path()).to_bytes()).unwrap();
    assert!(text.ends_with(";B[df]C[good]\n(;)\n(;W[ee]))\n"), "{text}");
    assert_recorded(&session, folder.path());
}

#[test]
fn a_command_that_is_refused_disturbs_no_thought() {
    let mut session = unrecorded(Size::S9, "chinese", "none");
    let mut mind = Mind::random(1);
    mind.begin(Task { game: session.game().clone(), time: None, limit: None });
    session.players[0] = Player::of_mind(mind);
    let d4 = at(&session, "D4");
    for (command, refused) in [
        (Command::Play(d4), Refused::Thinking(Color::Black)),
        (Command::Undo, Refused::NothingToUndo),
        (Command::Redo, Refused::NothingToRedo),
        (Command::Done, Refused::NotMarking),
        (Command::Resume, Refused::NotMarking),
        (Command::Correct(1, d4), Refused::NoSuchMove { number: 1, last: 0 }),
    ] {
        assert_eq!(session.apply(command, START), Err(refused));
        assert!(session.is_thinking());
    }
    session.apply(Command::Stop, START).unwrap();
    assert!(!session.is_thinking() && session.awaits_person());
}

/// Two that play by themselves cannot agree on anything: the tenth time there is no result.
#[test]
fn what_comes_back_again_and_again_has_no_result() {
    // Sending two, returning one.
    let once = "A2 B1 B2 C2 B3 D1 A3 A1 C1 B1 pass A1";
    for (persons, outcome) in [(0, Some("Void".parse().unwrap())), (1, None), (2, None)] {
        let game = Game::new(Size::S9, Rules::of(Preset::Simple));
        let mut opening = opening(false);
        for player in &mut opening.players[persons..] {
            *player = Player::of_mind(Mind::random(1));
        }
        let mut session = Session::begin(game, None, None, opening);
        play(&mut session, once);
        for _ in 0..7 {
            play(&mut session, "C1 B1 pass A1");
            assert_eq!(session.game().outcome(), None, "{persons}");
        }
        play(&mut session, "C1 B1 pass");
        assert_eq!(session.game().outcome(), None, "{persons}");
        play(&mut session, "A1");
        assert_eq!(session.game().outcome(), outcome, "{persons}");
    }
}
