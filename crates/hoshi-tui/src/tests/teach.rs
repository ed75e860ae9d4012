//! A learner at the board: big mistakes are named, and the next game is offered.

use std::time::Instant;

use hoshi_record::kifu::Kifu;
use hoshi_record::sgf::Collection;
use hoshi_session::{Player, Session, Terms};

use super::Desk;
use crate::keys::Keys;
use crate::program::{Lesson, NewGame, NextGame};
use crate::screens::game::Game;

const LOSS: &str = "A1 loses about 12 points, E5 was better; u takes it back.";

fn taught(opponent: &str) -> Desk {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: opponent.into(), teach: true, ..NewGame::default() });
    desk
}

#[test]
fn a_move_that_loses_much_is_named_and_can_be_taken_back() {
    let mut desk = taught("human");
    desk.text("A1").keys("enter").until(LOSS);
    desk.keys("u").until_that("the move is taken back", |screen| !screen.contains("loses about"));
    desk.text("E5").keys("enter").until("1. Black E5");
}

/// The reply of the opponent does not hide the word, in whichever order they come.
#[test]
fn the_word_stays_when_the_opponent_replies() {
    let mut desk = taught("random");
    desk.text("A1").keys("enter");
    desk.until_that("both", |screen| screen.contains(LOSS) && screen.contains("   2 ○"));
    // The next move ends it.
    desk.text("E5").keys("enter").until("   3 ● E5");
    desk.until_that("a new word", |screen| !screen.contains("loses about"));
}

/// A word about a move that is no longer there is not said.
#[test]
fn a_late_word_is_dropped() {
    let words = |moves: &str, lesson: &Lesson| {
        let file = Collection::read(format!("(;GM[1]FF[4]SZ[9]{moves})")).unwrap();
        let kifu = Kifu::of_file(file).unwrap();
        let people = [Player::person("Ann"), Player::person("Bob")];
        let session = Session::resume(kifu, people, Terms::default()).session;
        let mut game =
            Game::new(Box::new(session.snapshot().unwrap()), Keys::default(), Instant::now());
        game.on_lesson(lesson.clone());
        game.words().to_owned()
    };
    let lesson = Lesson { number: 1, at: "A1".into(), points: 12, better: "E5".into() };
    assert!(words(";B[ai]", &lesson).starts_with("A1 loses"));
    assert!(words(";B[ai];W[ee]", &lesson).starts_with("A1 loses"));
    // Another move, none, and a long time after it.
    for moves in [";B[ee]", "", ";B[ai];W[ee];B[ed]"] {
        assert_eq!(words(moves, &lesson), "", "{moves}");
    }
}

#[test]
fn the_next_game_is_offered_and_chosen_in_the_form() {
    let mut desk = Desk::people("5");
    let game = NewGame { opponent: "bot:2".into(), handicap: 3, teach: true, ..NewGame::default() };
    let next = NextGame { game, is_harder: false, name: "bot:2, handicap 3".into() };
    *desk.fake.next.lock().unwrap() = Some(next);
    desk.text("C3").keys("enter").until("1. Black C3");
    desk.keys("R y").until("Next: bot:2, handicap 3 (n)");
    assert!(desk.screen().contains("Two losses in a row."), "{}", desk.screen());
    desk.keys("n").until("New game");
    let screen = desk.screen();
    let has = |name: &str, value: &str| {
        screen.lines().any(|line| line.contains(name) && line.contains(value))
    };
    assert!(has("Opponent", "bot:2") && has("Handicap", "3") && has("Teach", "on"), "{screen}");
}

/// The count shows it too, and its `n` leads there.
#[test]
fn the_count_offers_the_next_game() {
    let mut desk = Desk::people("5");
    let game = NewGame { opponent: "bot:3".into(), ..NewGame::default() };
    let next = NextGame { game, is_harder: true, name: "bot:3".into() };
    *desk.fake.next.lock().unwrap() = Some(next);
    desk.text("C3").keys("enter").until("1. Black C3");
    desk.keys("p p").until("passes").keys("esc p p").until("Check the dead stones");
    desk.keys("a a").until("total").until("Next: bot:3 (n)");
    desk.keys("n").until("New game");
    assert!(desk.screen().contains("bot:3"), "{}", desk.screen());
}

/// What was offered after one game is not offered after another.
#[test]
fn an_offer_is_for_one_time() {
    let mut desk = Desk::people("5");
    let game = NewGame { opponent: "bot:3".into(), ..NewGame::default() };
    let next = NextGame { game, is_harder: true, name: "bot:3".into() };
    *desk.fake.next.lock().unwrap() = Some(next);
    desk.text("C3").keys("enter").until("1. Black C3");
    desk.keys("R y").until("Next: bot:3 (n)").keys("q n").until("New game");
    assert!(!desk.screen().contains("bot:3"), "{}", desk.screen());
}

#[test]
fn the_form_switches_teaching_on_and_off() {
    let mut desk = Desk::new(80, 24);
    desk.keys("n up").until("points out moves that lose 10 points");
    let line = |desk: &Desk| {
        let screen = desk.screen();
        screen.lines().find(|line| line.contains("Teach")).expect("a line").to_owned()
    };
    assert!(line(&desk).contains("off"), "{}", line(&desk));
    desk.keys("enter").until("‹ on ›");
    desk.keys("left");
    assert!(line(&desk).contains("off"), "{}", line(&desk));
}
