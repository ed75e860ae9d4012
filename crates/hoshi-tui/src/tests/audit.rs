//! Single things that the board promises, one test each.

use std::time::Duration;

use super::Desk;
use super::flows::play;
use crate::app::Turn;
use crate::program::NewGame;
use crate::theme::Theme;

fn against_random(size: &str) -> Desk {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { size: size.into(), opponent: "random".into(), ..NewGame::default() });
    desk
}

#[test]
fn undo_against_a_program_takes_both_moves_back() {
    let mut desk = against_random("9");
    desk.keys("enter").until("1. Black E5").until("2. White");
    desk.keys("u").until("Back to the start.");
    desk.text("U").until_that("both again", |screen| screen.contains("2. White"));
}

/// A hint comes from the program that plays, and its log can be read.
#[test]
fn a_program_is_asked_and_its_notes_are_kept() {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "slow".into(), ..NewGame::default() });
    desk.until_that("it has started", |screen| !screen.contains("starting"));
    desk.keys("t").until("slow suggests C3").until("◇");
    desk.text("i").until("Notes of the engine").keys("esc");
    assert!(!desk.screen().contains("Notes of the engine"), "{}", desk.screen());
    // A hint whose key was the column of a point is not shown.
    let mut desk = Desk::with(80, 24, Theme::Plain, &[]);
    desk.begin(NewGame { size: "19".into(), opponent: "slow".into(), ..NewGame::default() });
    desk.until_that("it has started", |screen| !screen.contains("starting"));
    desk.text("t4").keys("esc");
    desk.text("i").until("suggests").keys("esc");
    assert!(!desk.screen().contains('◇'), "{}", desk.screen());
}

#[test]
fn only_pass_is_said_where_nothing_else_is_left() {
    let mut desk = Desk::people("3x1");
    desk.keys("enter").until("1. Black B1; only pass is left");
    let mut desk = Desk::people("5");
    desk.keys("enter").until("1. Black C3");
    assert!(!desk.screen().contains("only pass"), "{}", desk.screen());
}

/// Where stones were captured, a faint mark stays until the next move.
#[test]
fn captured_points_keep_a_mark_until_the_next_move() {
    let mut desk = Desk::people("5");
    play(&mut desk, "A2 A1 B1");
    assert_eq!(desk.screen().matches('×').count(), 1, "{}", desk.screen());
    desk.text("E5").keys("enter").until("4. White E5");
    assert!(!desk.screen().contains('×'), "{}", desk.screen());
}

/// The bell rings once when the last period begins, not with each move of it.
#[test]
fn the_bell_rings_when_the_last_period_begins() {
    let mut desk = Desk::new(80, 24);
    let time = "1s+2x30s".to_owned();
    desk.begin(NewGame { opponent: "human".into(), time, ..NewGame::default() });
    desk.wait_until(|desk| desk.app.deadline(desk.now).is_some());
    assert!(!desk.app.should_ring(desk.now));
    desk.now += Duration::from_secs(20);
    assert!(!desk.app.should_ring(desk.now));
    desk.draw();
    desk.until("(2)");
    desk.now += Duration::from_secs(20);
    assert!(desk.app.should_ring(desk.now));
    assert!(!desk.app.should_ring(desk.now + Duration::from_secs(1)));
    desk.draw();
    desk.until("last period");
}

/// With a Fischer clock each move adds seconds; the bell does not ring again for each of them.
#[test]
fn the_bell_rings_once_when_time_is_short() {
    let mut desk = Desk::new(80, 24);
    let time = "15s+10s".to_owned();
    desk.begin(NewGame { opponent: "human".into(), time, ..NewGame::default() });
    desk.wait_until(|desk| desk.app.deadline(desk.now).is_some());
    assert!(!desk.app.should_ring(desk.now));
    desk.now += Duration::from_secs(7);
    assert!(desk.app.should_ring(desk.now));
    assert!(!desk.app.should_ring(desk.now + Duration::from_secs(1)));
}

/// Rules, komi and the bonus for a handicap are on the screen, also where there is no panel.
#[test]
fn terms_are_always_visible() {
    let mut checked = 0;
    for (width, height) in [(80, 24), (100, 40), (43, 24), (43, 23), (34, 22)] {
        let mut desk = Desk::with(width, height, Theme::Plain, &[]);
        let terms =
            NewGame { size: "19".into(), handicap: 4, komi: String::new(), ..NewGame::default() };
        desk.begin(NewGame { opponent: "human".into(), ..terms });
        let screen = desk.screen();
        for text in ["chinese", "komi 0", "4"] {
            assert!(screen.contains(text), "{width}x{height}: no `{text}`\n{screen}");
        }
        checked += 1;
    }
    assert_eq!(checked, 5);
}

/// What both agreed on at the start still holds when the game continues.
#[test]
fn hints_that_were_agreed_on_outlive_the_program() {
    for help in [true, false] {
        let mut desk = Desk::new(80, 24);
        desk.begin(NewGame { opponent: "human".into(), help, ..NewGame::default() });
        desk.keys("enter").until("1. Black E5").keys("q").until("Saved, unfinished");
        desk.keys("c").until("1 move so far");
        assert_eq!(desk.screen().contains("e estimate"), help, "{}", desk.screen());
        desk.keys("e").until(if help { "Black leads by 2.5" } else { "no hints, estimates" });
    }
}

/// Each move can be said in words, with captures and new ataris.
#[test]
fn moves_are_spoken() {
    let mut desk = Desk::people("5");
    desk.text("\"").until("Each move is said in words");
    desk.text("A1").keys("enter").until("1. Black alfa 1");
    desk.text("A2").keys("enter").until("2. White alfa 2, Black at alfa 1 in atari");
    desk.text("\"").until("not said in words");
}

/// Whatever the theme, a black stone and a white one differ in character or in background, wherever they are drawn: on the
/// board, in the panel, in the list of moves and in the tree.
#[test]
fn stones_differ_in_every_theme() {
    let mut checked = 0;
    for theme in Theme::ALL {
        let mut desk = Desk::people_on("5", 80, 24, theme);
        play(&mut desk, "B3 D3");
        let mut pairs = Vec::new();
        let (column, row) = desk.find(" 3 ");
        // The names of rows have two columns.
        pairs.push([desk.cell(column + 5, row), desk.cell(column + 9, row)]);
        let before = |text: &str| {
            let (column, row) = desk.find(text);
            desk.cell(column - 1, row)
        };
        pairs.push([before(" Ann"), before(" Bob")]);
        pairs.push([before(" B3"), before(" D3")]);
        // The stones that Enter would play, and a variation in the tree.
        let under = |desk: &Desk| {
            let (x, y) = desk.find("[");
            desk.cell(x + 1, y).symbol().to_owned()
        };
        desk.keys("right");
        let black = under(&desk);
        desk.keys("v").until("review").keys("left").until("1. Black B3").keys("k");
        let white = under(&desk);
        if matches!(theme, Theme::Dark | Theme::Light) {
            assert_eq!((black.as_str(), white.as_str()), ("●", "○"), "{theme:?}");
        }
        desk.text("C2").keys("enter").until("Variations").keys("left left").until("The start");
        let (column, row) = desk.find("Variations");
        pairs.push([desk.cell(column + 3, row + 1), desk.cell(column + 5, row + 1)]);
        for [black, white] in pairs {
            let look = |cell: &ratatui::buffer::Cell| (cell.symbol().to_owned(), cell.bg);
            assert_ne!(look(&black), look(&white), "{theme:?}\n{}", desk.screen());
            assert!("●○XO".contains(black.symbol()), "{black:?}\n{}", desk.screen());
            assert!("●○XO".contains(white.symbol()), "{white:?}\n{}", desk.screen());
            if matches!(theme, Theme::Dark | Theme::Light | Theme::Sixteen) {
                assert_ne!(black.fg, white.fg);
                // The ground is ours, so that it does not depend on the terminal's.
                assert_ne!(black.bg, ratatui::style::Color::Reset);
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 20);
}

/// The stone that Enter would play does not hide the mark that the lesson speaks of.
#[test]
fn a_mark_is_seen_under_the_cursor() {
    for theme in Theme::ALL {
        let mut desk = Desk::with(80, 24, theme, &[]);
        let mark = if theme == Theme::Ascii { "[^]" } else { "[△]" };
        desk.keys("l").until("1 of 12").until(mark);
    }
}

/// A program that thinks does not hold the board up, and can be stopped.
#[test]
fn a_thinking_program_can_be_stopped() {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "slow".into(), ..NewGame::default() });
    desk.keys("enter").until("1. Black E5").until("thinking");
    desk.keys("h h").until("C5").text("x");
    desk.until_that("it stands", |screen| !screen.contains("thinking"));
    assert_eq!(desk.turn, Turn::Draw);
}
