//! The mouse does what the keyboard does: points, and the keys in the last line.

use ratatui::crossterm::event::MouseEventKind;

use super::Desk;
use crate::program::NewGame;

/// Clicks on a text of the last line.
fn press(desk: &mut Desk, text: &str) {
    let screen = desk.screen();
    let line = screen.lines().last().expect("a last line");
    let at = line.find(text).unwrap_or_else(|| panic!("no `{text}` in `{line}`"));
    let column = line[..at].chars().count() + text.chars().count() - 1;
    let row = screen.lines().count() - 1;
    desk.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
}

#[test]
fn a_whole_game_needs_no_key() {
    let mut desk = Desk::new(80, 24);
    let (column, row) = desk.find("New game");
    desk.click(column, row);
    desk.until("Opponent");
    press(&mut desk, "q back");
    desk.begin(NewGame { size: "5".into(), opponent: "human".into(), ..NewGame::default() });
    let (left, top) = desk.find("5 ┌");
    for (nth, (x, y)) in [(1, 2), (3, 2), (1, 1), (3, 1)].into_iter().enumerate() {
        desk.click(left + 2 + 2 * x, top + y);
        desk.until(&format!("{}. ", nth + 1));
    }
    press(&mut desk, "p pass");
    desk.until("Pass?");
    press(&mut desk, "Esc no");
    assert!(!desk.screen().contains("Pass?"));
    press(&mut desk, "p pass");
    press(&mut desk, "Enter yes");
    desk.until("Black passes");
    // The first click takes the announcement away.
    desk.click(left + 4, top + 1);
    press(&mut desk, "p pass");
    desk.until("This ends play; count now?");
    press(&mut desk, "Enter yes");
    desk.until("Check the dead stones");
    let before = desk.screen();
    desk.click(left + 2 + 2, top + 2);
    desk.until_that("other marks", |screen| screen != before && screen.contains(", dead"));
    press(&mut desk, "a accept");
    desk.until("Accept the count");
    press(&mut desk, "Enter yes");
    desk.until("total");
    press(&mut desk, "v review");
    desk.until("to review");
    press(&mut desk, "left back");
    press(&mut desk, "q leave");
    desk.until("New game");
}

/// A box is closed by a click beside it, and a line that is typed is not lost by one.
#[test]
fn boxes_are_closed_and_lines_stay() {
    let mut desk = Desk::people("9");
    press(&mut desk, "? keys");
    desk.until("In a game");
    desk.mouse(MouseEventKind::ScrollDown, 5, 5);
    desk.mouse(MouseEventKind::ScrollDown, 5, 5);
    desk.until("open the folder");
    let draws = desk.draws;
    desk.mouse(MouseEventKind::Moved, 5, 6);
    assert_eq!(desk.draws, draws);
    desk.click(1, 1);
    assert!(!desk.screen().contains("In a game"), "{}", desk.screen());
    desk.text("c").text("good");
    let (left, top) = desk.find("9 ┌");
    desk.click(left + 4, top + 3);
    desk.until("Comment: good");
    press(&mut desk, "Enter done");
    desk.until("Comment at the start noted.");
    // A point that is typed gives way to one that is clicked.
    desk.text("d4");
    desk.click(left + 2, top);
    desk.until("1. Black A9");
    // Nothing is there.
    desk.click(79, 23);
    desk.mouse(MouseEventKind::Moved, 2, 23);
}
