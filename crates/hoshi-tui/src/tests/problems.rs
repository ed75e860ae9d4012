//! Problems: series of files and folders.

use super::Desk;
use crate::theme::Theme;

const ONE: &str = "(;SZ[5]AB[ab][bb]AW[ac][bc];B[cc])";

fn desk(files: &[(&str, &str)]) -> Desk {
    let mut desk = Desk::with(80, 24, Theme::Plain, &[]);
    for (name, text) in files {
        let path = desk.folder.path().join("problems").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let folder = desk.folder.path().join("problems").display().to_string();
    desk.keys("p ctrl-u").text(&folder).keys("enter");
    desk
}

/// Folders below are read, too, and 2 comes before 10.
#[test]
fn folders_are_read_in_the_order_of_people() {
    let mut desk = desk(&[("10.sgf", ONE), ("2.sgf", ONE), ("b/3.sgf", ONE), ("b/c/1.sgf", ONE)]);
    desk.until("1 of 4: 2.sgf").text("n").until("2 of 4: 10.sgf");
    desk.text("n").until("3 of 4: b/3.sgf").text("n").until("4 of 4: b/c/1.sgf");
}

/// `b` goes to the problem before, which may be the last one of a file with several.
#[test]
fn back_leads_to_the_last_problem_of_a_file() {
    let many = format!("{ONE}{ONE}(;SZ[5]GN[The third]AB[ab][bb]AW[ac][bc];B[cc])");
    let mut desk = desk(&[("a.sgf", many.as_str()), ("b.sgf", ONE)]);
    desk.until("1 of 3: a.sgf").until("file 1 of 2").text("nn").until("3 of 3: a.sgf");
    desk.until("The third").text("n").until("2 of 2: b.sgf");
    desk.text("b").until("3 of 3: a.sgf").until("The third");
    desk.text("b").until("2 of 3: a.sgf");
}

/// The task stays beside the board, in the colours that are shown.
#[test]
fn the_task_stays_and_is_right_after_a_swap() {
    let mut desk = desk(&[("a.sgf", ONE)]);
    desk.until("Black to play.").text("x");
    desk.until("White to play (colours swapped).");
    desk.text("e1").keys("enter").until("not in the record");
    desk.until("White to play (colours swapped).");
    assert!(!desk.screen().contains("Black to play"), "{}", desk.screen());
}

/// A file that cannot be read is named and not counted.
#[test]
fn a_file_that_cannot_be_read_is_named() {
    let mut desk = desk(&[("a.sgf", ONE), ("b.sgf", "no record"), ("c.sgf", ONE)]);
    desk.until("1 of 2: a.sgf").until("Not read: b.sgf: ").text("n").until("2 of 2: c.sgf");
    desk.text("n").until("This was the last problem.").until("Not read: b.sgf: ");
}
