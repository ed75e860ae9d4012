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

/// A finished game stays finished, whatever was looked at afterwards.
#[test]
fn a_review_does_not_make_a_game_unfinished() {
    let mut desk = Desk::people("5");
    play(&mut desk, "C3 B2");
    desk.text("R").text("y").until("wins by resignation");
    desk.keys("v").until("Review").keys("left").until("1. Black C3");
    desk.keys("q").until("The game is in");
}

#[test]
fn a_theme_says_its_name() {
    let mut desk = Desk::people("5");
    desk.keys("z").until("Theme: ascii").keys("z").until("Theme: dark");
}
