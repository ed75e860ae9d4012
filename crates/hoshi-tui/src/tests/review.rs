//! Records that are reviewed: where the keys lead, and that nothing is lost unasked.

use ratatui::crossterm::event::Event;

use super::Desk;
use super::flows::play;
use crate::theme::Theme;

const GAME: &str =
    "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]PB[Ann]PW[Bob]RE[W+R];B[ee];W[gc](;B[cc])(;B[gg];W[aa]))";
const OTHER: &str = "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]PB[Cho]PW[Dan]RE[B+R];B[ee])";

/// A game of the history is left for the history, and is still selected there.
#[test]
fn the_history_is_returned_to() {
    let files = [("2026-11-17_100000_9x9.sgf", OTHER), ("2026-11-16_100000_9x9.sgf", GAME)];
    let mut desk = Desk::with(100, 30, Theme::Plain, &files);
    desk.keys("h").until("Ann - Bob").keys("down enter").until("review");
    // The result of the record is on the panel.
    desk.until("White wins by resignation");
    desk.keys("q").until("History").until("▸ 2026-11-16");
    // Below the board stands what the list has no room for.
    desk.until("2026-11-16 10:00, 9x9, 3 moves");
    desk.keys("q").until("New game");
}

/// Steps that lead nowhere say so, and a step down at a branch enters its variation.
#[test]
fn variations_are_entered_and_ends_are_named() {
    let mut desk = Desk::new(80, 24);
    desk.event(Event::Paste(GAME.to_owned()));
    desk.until("Right walks").until("Variations");
    desk.keys("left").until("The start of the record.");
    desk.keys("down").until("There is no variation here.");
    desk.keys("right right").until("2. White G7");
    desk.keys("down").until("3. Black G3");
    desk.keys("up").until("3. Black C7");
    desk.keys("right").until("The end of this line.");
}

/// A copy with changes is not left without a question.
#[test]
fn changes_are_not_lost_unasked() {
    let paste = || {
        let mut desk = Desk::new(80, 24);
        desk.event(Event::Paste(GAME.to_owned()));
        desk.until("Right walks").until("Variations");
        desk
    };
    let mut desk = paste();
    desk.keys("right right right").until("3. Black C7").keys("q").until("New game");

    let mut desk = paste();
    desk.text("B2").keys("enter").until("1. Black B2").keys("q").until("without saving");
    desk.keys("esc").until("1. Black B2");
    let to = desk.folder.path().join("mine.sgf");
    desk.text("w").keys("ctrl-u").text(&to.display().to_string()).keys("enter").until("saved");
    desk.keys("q").until("New game");

    let mut desk = paste();
    desk.text("c").text("why?").keys("enter").until("why?").keys("q").until("without saving");
    desk.keys("q").until("New game");
}

/// What happened stays as it was recorded, whatever is tried and written in a review afterwards.
#[test]
fn a_finished_game_is_reviewed_on_a_copy() {
    let mut desk = Desk::people("5");
    play(&mut desk, "C3 B2");
    desk.text("R").text("y").until("wins by resignation");
    let file = desk.folder.path().join("2026-11-18_120000_9x9.sgf");
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(before.contains("RE[W+R]"), "{before}");
    // The review begins where the game ended.
    desk.keys("v").until("A copy of the game, to review").until("White wins by resignation");
    desk.until("a copy; w saves").until("2 ○ B2");
    desk.keys("left").until("1. Black C3");
    desk.text("D4").keys("enter").until("2. White D4");
    desk.text("c").text("why?").keys("enter").until("why?");
    desk.text("m").until("triangle").text("+").until("This line is the main line now.");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    let to = desk.folder.path().join("mine.sgf");
    desk.text("w").keys("ctrl-u").text(&to.display().to_string()).keys("enter").until("saved");
    let saved = std::fs::read_to_string(to).unwrap();
    assert!(saved.contains(";W[db]C[why?]TR[db]"), "{saved}");
    desk.text("=").text("x").keys("enter").until("label x").keys("q").until("without saving");
    desk.keys("q").until("The game is in");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

/// A game of the history between two people is not analysed before its end, not even on a copy.
#[test]
fn an_unfinished_game_between_people_is_not_analysed() {
    let game = |more: &str| {
        format!("(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]PB[Ann]PW[Bob]{more};B[ee];W[gc])")
    };
    let people = "HOSHIB[human]HOSHIW[human]";
    let cases = [
        (people.to_owned(), false),
        (format!("{people}RE[?]"), false),
        (format!("{people}HOSHIH[agreed]"), true),
        (format!("{people}RE[B+R]"), true),
        ("HOSHIB[human]HOSHIW[bot:1]".to_owned(), true),
        // A record of somebody else.
        (String::new(), true),
    ];
    for (more, is_allowed) in cases {
        let files = [("2026-11-17_100000_9x9.sgf", &*game(&more))];
        let mut desk = Desk::with(100, 30, Theme::Plain, &files);
        desk.keys("h").until("Ann - Bob").keys("v").until("Right walks");
        let text = if is_allowed { "Black leads by 2.5" } else { "no hints, estimates or counts" };
        desk.keys("a").until(text);
    }
}

/// A link and SGN hold one line of moves; who copies a record with variations is told.
#[test]
fn a_copy_in_one_line_names_what_it_lacks() {
    let mut desk = Desk::new(80, 24);
    desk.event(Event::Paste(GAME.to_owned()));
    desk.until("Right walks").until("Variations");
    desk.text("yl").until("Only the main line is copied").text("yn").until("Only the main line");
    desk.text("ys").until("The record is copied");
    desk.keys("q").until("New game");
    desk.event(Event::Paste(OTHER.to_owned()));
    desk.until("Right walks").text("yl").until("The record is copied");
    desk.keys("q").until("New game");
    let long = format!("{}C[{}])", &OTHER[..OTHER.len() - 1], "long ".repeat(20_000));
    desk.event(Event::Paste(long));
    desk.until("Right walks").text("ys").until("too long for a terminal's clipboard; w saves");
}

/// The result of a finished game is said in words when it is opened.
#[test]
fn a_finished_game_says_its_result() {
    let results = [
        ("B+3.5", "Black wins by 3.5 points. Right walks"),
        ("W+R", "White wins by resignation. Right walks"),
        ("B+T", "Black wins on time. Right walks"),
        ("0", "Draw (jigo). Right walks"),
        ("Void", "No result. Right walks"),
    ];
    for (result, words) in results {
        let game = GAME.replace("W+R", result);
        let mut desk = Desk::with(100, 30, Theme::Plain, &[("2026-11-17_100000_9x9.sgf", &game)]);
        desk.keys("h").until("Ann - Bob").keys("enter").until(words);
    }
}

#[test]
fn a_theme_says_its_name() {
    let mut desk = Desk::people("5");
    desk.keys("z").until("Theme: ascii").keys("z").until("Theme: dark");
}
