//! Comments: where they go, and how long ones are read.

use super::Desk;
use crate::program::NewGame;

/// The program answers while somebody writes: the comment is about the move that it was begun for.
#[test]
fn a_comment_stays_with_its_move() {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "random".into(), ..NewGame::default() });
    desk.until("Black begins").keys("enter").until("1. Black E5").text("c");
    desk.until_that("the answer", |screen| screen.contains("   2 ○")).text("in the middle");
    desk.keys("enter").until("Comment on move 1 noted").text("q").until("Saved, unfinished");
    let files = std::fs::read_dir(desk.folder.path()).unwrap().flatten();
    let records: Vec<String> =
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
    assert!(records.iter().any(|sgf| sgf.contains(";B[ee]C[in the middle]")), "{records:?}");
}

/// A long comment shows that there is more, and a key shows all of it, beside a panel and without one.
#[test]
fn a_long_comment_can_be_read() {
    let comment: String = (1..=150).map(|nth| format!("word{nth} ")).collect();
    let sgf = format!("(;GM[1]FF[4]SZ[9];B[ee]C[{comment}\n\nThe end of it.])");
    for (width, height) in [(80, 24), (34, 22)] {
        let mut desk = Desk::new(width, height);
        desk.event(ratatui::crossterm::event::Event::Paste(sgf.clone()));
        desk.keys("right").until("1. Black E5");
        desk.until(if width == 80 { "Comment .. Tab" } else { "Tab comment" });
        assert!(!desk.screen().contains("The end of it."), "{}", desk.screen());
        desk.keys("tab").until("word1 ").until("arrows scroll");
        desk.keys("down down down down down down down down down down")
            .until("The end of it.")
            .keys("esc");
        desk.until("1. Black E5").keys("left").until("The start").keys("esc tab");
        desk.until("Nothing to read here.");
    }
}
