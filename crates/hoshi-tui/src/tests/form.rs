//! The form for a new game, and what is offered after a game.

use super::Desk;
use super::flows::play;
use crate::program::{NewGame, Own};
use crate::theme::Theme;

fn line(desk: &Desk, name: &str) -> String {
    let screen = desk.screen();
    screen.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned()
}

/// Typing replaces a value, the choices go round, and only what matters is shown.
#[test]
fn values_are_replaced_and_go_round() {
    let mut desk = Desk::new(80, 24);
    desk.keys("n down down enter").text("human").keys("enter");
    assert!(line(&desk, "Opponent").contains("‹ human ›"), "{}", desk.screen());
    // Between people nobody is taught, and hints are agreed.
    assert!(desk.screen().contains("Hints") && !desk.screen().contains("Teach"));
    assert!(line(&desk, "Handicap").contains("none"), "{}", desk.screen());
    desk.keys("up left");
    assert!(line(&desk, "Board").contains("‹ 7 ›"), "{}", desk.screen());
    desk.keys("left left left");
    assert!(line(&desk, "Board").contains("‹ 19 ›"), "{}", desk.screen());
    desk.keys("right");
    assert!(line(&desk, "Board").contains("‹ 5 ›"), "{}", desk.screen());
    // A handicap that is typed: `none` stays while another field is typed, and is a value.
    desk.keys("enter").text("9");
    assert!(line(&desk, "Handicap").contains("none"), "{}", desk.screen());
    desk.keys("enter down down down down down left");
    assert!(line(&desk, "Handicap").contains("‹ 9 ›"), "{}", desk.screen());
    desk.keys("right");
    assert!(line(&desk, "Handicap").contains("‹ none ›"), "{}", desk.screen());
    desk.keys("enter enter");
    assert!(line(&desk, "Handicap").contains("‹ none ›"), "{}", desk.screen());
    desk.keys("enter").text("4").keys("enter");
    assert!(line(&desk, "Handicap").contains("‹ 4 ›"), "{}", desk.screen());
}

/// `n` after a game offers the same game.
#[test]
fn the_game_just_played_is_offered_again() {
    let mut desk = Desk::new(80, 24);
    let (opponent, time, size) = ("human".to_owned(), "10m+3x30s".to_owned(), "5x7".to_owned());
    let rules = "japanese".to_owned();
    desk.begin(NewGame { opponent, time, size, rules, color: Own::Black, ..NewGame::default() });
    play(&mut desk, "C3");
    desk.text("R").keys("y").until("wins by resignation").keys("n").until("New game");
    for (name, value) in
        [("Board", "5x7"), ("Opponent", "human"), ("Rules", "japanese"), ("Clock", "10m+3x30s")]
    {
        assert!(line(&desk, name).contains(value), "{name}\n{}", desk.screen());
    }
}

/// A long announcement stays left of the panel.
#[test]
fn the_banner_leaves_the_panel() {
    for size in ["3", "5", "9"] {
        let mut desk = Desk::people_on(size, 60, 24, Theme::Plain);
        play(&mut desk, "A1");
        desk.text("R").keys("y").until("saved in");
        desk.until_that("the banner", |screen| screen.contains('╮'));
        let (column, _) = desk.find(" ● Ann");
        for row in 0..20 {
            let is_in_panel = (column..60).any(|x| "╭╮╰╯│".contains(desk.cell(x, row).symbol()));
            assert!(!is_in_panel, "{size}\n{}", desk.screen());
        }
    }
}

/// A review names its file, and suggests a name that is free.
#[test]
fn a_review_names_its_file() {
    let sgf = "(;SZ[9]PB[Ann]PW[Bob];B[ee])";
    let mut desk = Desk::with(80, 24, Theme::Plain, &[("Cargo.sgf", sgf)]);
    let path = desk.folder.path().join("Cargo.sgf");
    desk.keys("o").text(&path.display().to_string()).keys("enter").until("review");
    desk.until("a copy (w saves it) of Cargo.sgf").keys("w").until("Save as: Cargo.sgf");
    desk.keys("esc").text("f").until("Cargo.png").keys("esc");
}

/// Letters that are neither a key nor a column of this board begin nothing.
#[test]
fn letters_that_mean_nothing_say_so() {
    let mut desk = Desk::people("9");
    desk.text("W").until("`W` does nothing here; ? shows every key.");
    desk.text("E").until("Point: E").text("5").keys("enter").until("1. Black E5");
    // In review `pass` is typed.
    desk.keys("v").until("Review:").text("pass").until("Point: pass").keys("enter");
    desk.until("2. White passes");
}
