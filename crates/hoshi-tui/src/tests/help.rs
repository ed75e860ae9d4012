//! The keys of every screen, and lessons with keys that are configured.

use ratatui::crossterm::event::Event;

use super::Desk;
use crate::keys::Keys;
use crate::theme::Theme;

/// `?` shows the keys on every screen, and any key closes them; where a line is typed, `?` is a letter.
#[test]
fn every_screen_shows_its_keys() {
    let problem = ("a.sgf", "(;SZ[5]AB[ab][bb]AW[ac][bc];B[cc])");
    let mut desk = Desk::with(80, 24, Theme::Plain, &[problem]);
    let folder = desk.folder.path().display().to_string();
    for (way, sign) in [
        ("", "choose the entry"),
        ("n", "change the value"),
        ("h", "move the game to the trash"),
        ("l", "skip this step"),
    ] {
        desk.text(way).text("?").until(sign).until("any key closes this").keys("esc");
        desk.until_that("it is closed", |screen| !screen.contains(sign));
        desk.keys("f1").until(sign).keys("q");
        desk.until_that("it is closed", |screen| !screen.contains(sign));
        if !way.is_empty() {
            desk.keys("esc").until("New game").until("Transcribe");
        }
    }
    desk.keys("p ctrl-u").text("?").until("> ?").keys("f1").until("the end of the line");
    desk.keys("esc ctrl-u").text(&folder).keys("enter").until("1 of 1: a.sgf");
    desk.text("?").until("swap the colours").until("turn or reflect");
    // A paste closes it, too, and goes nowhere.
    desk.event(Event::Paste("9x9 C3b".into()));
    desk.until_that("it is closed", |screen| !screen.contains("turn or reflect"));
    desk.until("1 of 1: a.sgf");
}

/// Lessons name the keys that are configured, and obey them.
#[test]
fn lessons_have_the_configured_keys() {
    let mut keys = Keys::default();
    keys.set("pass", &["f2".into()]).unwrap();
    keys.set("play", &["f3".into()]).unwrap();
    keys.set("left", &["f4".into()]).unwrap();
    let mut desk = Desk::new(80, 24);
    desk.app.set_keys(keys);
    desk.keys("l")
        .until("with F4 down up right")
        .until("with F3")
        .until("F3 play")
        .until("F2 pass");
    desk.keys("f3").until("Well played").keys("f3").until("2 of 12");
    desk.keys("enter").until("2 of 12");
    for nth in 3..=11 {
        desk.text("n").until(&format!("{nth} of 12"));
    }
    desk.until("Pass with F2.").keys("f2").until("10 points: 20");
}

/// A text that does not fit says so, and can be read.
#[test]
fn a_long_lesson_can_be_read() {
    let mut desk = Desk::new(44, 16);
    desk.keys("l").text("nnnnn").until("6 of 12").until(".. Tab");
    assert!(!desk.screen().contains("Capture those"), "{}", desk.screen());
    desk.keys("tab").until("Capture those").keys("esc").until(".. Tab").keys("tab");
    // A click closes the box and plays nothing.
    desk.click(5, 3);
    desk.until(".. Tab");
    assert!(!desk.screen().contains("Capture those"), "{}", desk.screen());
    // Without any room for the text, the line below the board says so.
    let mut desk = Desk::new(24, 11);
    desk.keys("l").until("There is more text").keys("tab").until("1 of 12");
}
