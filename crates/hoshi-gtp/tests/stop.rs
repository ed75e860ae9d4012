//! Stopping an engine that thinks: it stays alive if it can be interrupted, and the owner learns if it
//! cannot.

#![cfg(unix)]

mod common;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{LONG, SHORT, Watched, comes, game, player, words};
use hoshi_core::Color;
use hoshi_gtp::{Engine, Fault, Player};

const START: &str = "boardsize 9, clear_board, komi 7.5";

#[test]
fn a_stopped_engine_stays_alive_and_its_move_is_taken_back() {
    let mut watched = Watched::new(&["add=gogui-interrupt", "slow", "move=C3", "move=E5"]);
    let process = watched.player.engine().process();
    for next in ["D4 G7", "D4 G6"] {
        watched.player.follow(&game("D4"), None).unwrap();
        watched.sent();
        watched.player.begin_genmove(Color::White, None, None).unwrap();
        assert_eq!(watched.player.stop(LONG), Ok(true));
        assert_eq!(watched.sent(), "genmove white, # interrupt");
        assert!(!watched.player.is_thinking());
        assert_eq!(watched.player.poll_genmove(), Ok(None));
        watched.player.follow(&game(next), None).unwrap();
        let last = &next[3..];
        assert_eq!(watched.sent(), format!("undo, play white {last}"));
    }
    assert_eq!(watched.player.engine().process(), process);
}

/// It is unknown whether an engine that answers with an error has played a move.
#[test]
fn after_an_error_the_whole_game_is_sent() {
    let mut watched = Watched::new(&["add=gogui-interrupt", "slow=refuse"]);
    watched.player.follow(&game("D4"), None).unwrap();
    watched.player.begin_genmove(Color::White, None, None).unwrap();
    assert_eq!(watched.player.stop(LONG), Ok(true));
    watched.sent();
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(watched.sent(), format!("{START}, play black D4"));
}

#[test]
fn an_invalid_move_stops_it_too() {
    let mut watched = Watched::new(&["add=gogui-interrupt", "slow", "move=Z99"]);
    watched.player.follow(&game(""), None).unwrap();
    watched.player.begin_genmove(Color::Black, None, None).unwrap();
    assert_eq!(watched.player.stop(LONG), Ok(true));
    watched.sent();
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(watched.sent(), format!("{START}, play black D4"));
}

#[test]
fn an_engine_that_ignores_the_interrupt_is_given_up() {
    let mut player = player(&["add=gogui-interrupt", "slow=ignore"]);
    player.follow(&game(""), None).unwrap();
    player.begin_genmove(Color::Black, None, None).unwrap();
    assert_eq!(player.stop(SHORT), Ok(false));
    assert_eq!(player.stop(Duration::ZERO), Ok(false));
}

/// It is neither interrupted nor waited for: its move may still come.
#[test]
fn an_engine_that_cannot_be_interrupted_is_given_up_at_once() {
    let mut player = player(&["slow"]);
    assert!(!player.engine().can_interrupt());
    player.follow(&game(""), None).unwrap();
    player.begin_genmove(Color::Black, None, None).unwrap();
    assert_eq!(player.stop(LONG), Ok(false));
    assert!(player.is_thinking());
}

#[test]
fn an_engine_that_does_not_think_is_stopped_already() {
    for command in ["", "add=gogui-interrupt"] {
        let mut watched = Watched::new(&[command, "move=C3"]);
        assert_eq!(watched.player.stop(LONG), Ok(true));
        watched.player.follow(&game(""), None).unwrap();
        assert!(watched.player.genmove(Color::Black, LONG).is_ok());
        assert_eq!(watched.player.stop(LONG), Ok(true));
        watched.sent();
        watched.player.follow(&game(""), None).unwrap();
        assert_eq!(watched.sent(), "undo");
    }
}

/// The answer has come, but the owner has not polled for it.
#[test]
fn a_move_that_has_come_is_discarded() {
    let mut watched = Watched::new(&["move=C3"]);
    watched.player.follow(&game(""), None).unwrap();
    watched.sent();
    watched.player.begin_genmove(Color::Black, None, Some(LONG)).unwrap();
    assert!(comes(|| watched.player.stop(Duration::ZERO) == Ok(true)));
    watched.sent();
    watched.player.follow(&game("D4"), None).unwrap();
    assert_eq!(watched.sent(), "undo, play black D4");
}

/// The limit of the move has passed, but the engine still works on it.
#[test]
fn an_overdue_move_is_stopped() {
    let mut player = player(&["add=gogui-interrupt", "slow", "move=C3"]);
    player.follow(&game(""), None).unwrap();
    let fault = player.genmove(Color::Black, Duration::ZERO).unwrap_err();
    assert!(matches!(fault, Fault::Silent { .. }), "{fault}");
    assert!(!player.is_thinking());
    assert_eq!(player.stop(LONG), Ok(true));
    player.follow(&game("D4"), None).unwrap();
}

#[test]
fn the_death_of_an_engine_is_an_error() {
    let mut player = player(&["add=gogui-interrupt", "die=genmove"]);
    player.follow(&game(""), None).unwrap();
    player.begin_genmove(Color::Black, None, None).unwrap();
    let fault = player.stop(LONG).unwrap_err();
    assert!(matches!(fault, Fault::Died { .. }), "{fault}");
    assert_eq!(player.stop(LONG), Ok(false));
}

#[test]
fn an_engine_that_was_killed_is_not_idle() {
    let mut player = player(&[]);
    let process = player.engine().process().to_string();
    assert!(Command::new("kill").args(["-KILL", &process]).status().unwrap().success());
    assert!(comes(|| player.stop(LONG) == Ok(false)));
}

#[test]
fn a_stop_can_be_cancelled() {
    let flag = Arc::new(AtomicBool::new(false));
    let words = words(&["add=gogui-interrupt", "slow=ignore"]);
    let engine = Engine::start_unless(&words, LONG, Some(Arc::clone(&flag))).unwrap();
    let mut player = Player::new(engine, LONG);
    player.follow(&game(""), None).unwrap();
    player.begin_genmove(Color::Black, None, None).unwrap();
    flag.store(true, Ordering::Relaxed);
    assert!(matches!(player.stop(Duration::MAX), Err(Fault::CalledOff { .. })));
}
