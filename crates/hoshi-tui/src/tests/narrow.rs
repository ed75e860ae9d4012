//! Narrow windows: what matters stays, and the rest can be reached.

use super::Desk;
use super::flows::play;
use crate::program::NewGame;
use crate::theme::Theme;

/// Words beside a clock, and names, give way to its digits.
#[test]
fn clocks_are_not_cut() {
    for (size, time, width, height, clock) in [
        ("9", "5m", 50, 18, "5:00"),
        ("9", "5m", 50, 20, "5:00"),
        ("19", "2h+5x30s", 72, 24, "2:00:00"),
        ("19", "2h+5x30s", 80, 24, "2:00:00"),
        ("19", "2h+5x30s", 40, 24, "2:00:00"),
        ("19", "2h+5x30s", 30, 24, "2:00:00"),
    ] {
        let mut desk = Desk::new(width, height);
        let (opponent, size, time) = ("human".into(), size.into(), time.into());
        desk.begin(NewGame { opponent, size, time, ..NewGame::default() });
        let both = |screen: &str| screen.matches(clock).count() == 2;
        // In the narrowest ones the first message takes the line of the clocks.
        if width >= 50 {
            desk.until_that("both clocks", both);
        }
        desk.keys("b").until("The clocks are paused").until_that("both clocks", both);
    }
    let mut desk = Desk::new(50, 18);
    let (opponent, time) = ("human".into(), "5m".into());
    desk.begin(NewGame { opponent, time, ..NewGame::default() });
    desk.keys("b").until("    +0, paused").until("    0 captured        ");
}

/// The result stays, whatever stands before it; a count of a board that is not finished says so.
#[test]
fn a_count_of_an_unfinished_board_says_so() {
    let mut desk = Desk::people_on("19", 80, 24, Theme::Plain);
    play(&mut desk, "D4 Q16");
    desk.keys("p p p p").until("Check the dead stones").until("Now: White wins by ");
    desk.text("a").until("Accept the count: White wins by ").until("359 empty points belong to");
    desk.until("the game may not be over.").until("Esc: no.");
    desk.resize(72, 24);
    desk.until(" points? 359 empty points").keys("esc");
    desk.until("White wins by ");
    // The first line of the help of a board says what a key does here.
    desk.resize(120, 50);
    desk.text("?").until("Enter Space  mark a group dead or alive").until("Click a group");
    assert!(!desk.screen().contains("play at the cursor"), "{}", desk.screen());
}

/// Long lines of the help are wrapped, and what does not fit is scrolled.
#[test]
fn every_key_can_be_read_in_a_small_window() {
    let mut desk = Desk::people_on("19", 40, 14, Theme::Plain);
    let mut seen = desk.text("?").screen();
    for _ in 0..30 {
        seen.push_str(&desk.keys("down").screen());
    }
    for sign in ["pause or continue the", "   clocks", "redo what was taken", "play the moves"] {
        assert!(seen.contains(sign), "{sign}\n{seen}");
    }
    let mut desk = Desk::new(40, 14);
    desk.text("h?").until("move by a page").until("arrows scroll");
    assert!(!desk.screen().contains("this help"), "{}", desk.screen());
    desk.keys("down down down down down").until("this help").until("next theme");
    desk.keys("up up up up").until("move by a page").keys("esc").until("No games yet");
}

/// The trash is left for the history.
#[test]
fn the_trash_is_a_part_of_the_history() {
    let mut desk = Desk::new(80, 24);
    for key in ["q", "esc"] {
        desk.keys("h").until("No games yet").text("t").until("The trash is empty");
        desk.keys(key).until("No games yet").keys(key).until("Transcribe");
    }
}
