//! Points that are typed: `f3` is a point wherever it is typed, although `f` is a key.

use super::Desk;
use super::flows::play;
use crate::program::NewGame;

/// Every letter that is a column, small and large, key or not, begins a point in a game.
#[test]
fn every_column_can_be_typed() {
    let mut typed = 0;
    for letter in ('a'..='t').filter(|&letter| letter != 'i') {
        for letter in [letter, letter.to_ascii_uppercase()] {
            let mut desk = Desk::people("19");
            desk.text(&format!("{letter}3")).until(&format!("Point: {letter}3"));
            desk.keys("enter").until(&format!("1. Black {}3", letter.to_ascii_uppercase()));
            // The next one is one as well.
            desk.text("e12").keys("enter").until("2. White E12");
            typed += 1;
        }
    }
    assert_eq!(typed, 38);
}

/// What the key did is taken back: the cursor, a line, an estimate, paused clocks.
#[test]
fn a_digit_takes_the_key_back() {
    let mut desk = Desk::people("9");
    desk.text("h").until("D5").text("4").until("Point: h4").keys("esc").until("[");
    assert!(desk.screen().contains("\n E5"), "{}", desk.screen());
    let mut desk = Desk::new(80, 24);
    let terms = NewGame { opponent: "human".into(), time: "10m".into(), ..NewGame::default() };
    desk.begin(NewGame { help: true, ..terms });
    desk.text("b").until("The clocks are paused").text("3").until("Point: b3");
    desk.keys("enter").until("1. Black B3");
    desk.wait_until(|desk| desk.app.deadline(desk.now).is_some());
    // An estimate that comes after its key was taken back is not shown.
    desk.text("e5").keys("enter").until("2. White E5");
    desk.text("e").until("Black leads by 2.5").text("j2").keys("enter").until("3. Black J2");
}

/// A comment may begin with digits; only digits alone are a point.
#[test]
fn a_comment_may_begin_with_a_digit() {
    let mut desk = Desk::people("9");
    play(&mut desk, "E5");
    desk.text("c3").until("Point: c3").text("-").until("Comment: 3-");
    desk.text("3 is open").keys("enter").until("3-3 is open");
    desk.text("c3").keys("enter").until("2. White C3");
    // A comment that is there already is not lost.
    desk.keys("u").until("Back to move 1.").text("c").until("Comment: 3-3 is open");
    desk.text("4").until("Point: c4").text(" moves").until("3-3 is open4 moves").keys("esc");
}

/// A key that cannot be taken back asks first where its letter is a column, and only there.
#[test]
fn keys_that_cannot_be_taken_back_ask_where_they_are_columns() {
    let mut desk = Desk::people("19");
    desk.text("q").until("Leave? Enter or q: yes").text("16").until("Point: q16");
    desk.keys("enter").until("1. Black Q16");
    desk.text("q").until("Leave?").keys("esc").text("q").until("Leave?").text("q");
    desk.until("Saved, unfinished");
    let mut desk = Desk::people("9");
    desk.text("q").until("New game");
    // The count: a group at A5 is named, and nothing is accepted.
    let mut desk = Desk::people("5");
    play(&mut desk, "B3 D3 B2 D2 B4 D4 B1 D1 B5 D5 A5");
    desk.keys("p p").until("12. White passes").keys("p p").until("Check the dead stones");
    desk.text("a").until("Accept the count: ").text("5").keys("enter").until("dead");
    desk.text("d").until("This is a copy").text("1").until("Point: d1").keys("esc");
    desk.until("Back to the count");
    desk.text("a").until("Accept the count: ").text("a").until("total");
}

/// In review the same; a mark that its key set is taken back.
#[test]
fn points_are_typed_in_review() {
    let mut desk = Desk::new(80, 24);
    let sgf = "(;GM[1]FF[4]SZ[13]RU[Chinese]KM[7.5]PB[Ann]PW[Bob];B[gg];W[cc])";
    desk.event(ratatui::crossterm::event::Event::Paste(sgf.to_owned()));
    desk.keys("right").until("1. Black G7");
    desk.text("m").until("triangle").text("4").keys("enter").until("2. White M4");
    desk.text("a3").keys("enter").until("3. Black A3");
    desk.keys("left left").until("1. Black G7");
    assert!(!desk.screen().contains("triangle"), "{}", desk.screen());
    desk.text("=").until("Label:").text("1").keys("enter").until("label 1");
}

/// In lessons and problems; a problem that a key left comes back as it was.
#[test]
fn points_are_typed_in_lessons_and_problems() {
    let mut desk = Desk::new(80, 24);
    desk.keys("l").until("1 of 12").text("c3").keys("enter").until("Well played");
    desk.keys("enter").until("2 of 12").text("b").until("1 of 12").text("4").until("2 of 12");
    desk.until("Point: b4").keys("ctrl-u").text("d3").keys("enter").until("Captured");
    let problem = "(;SZ[19]AB[ab][bb]AW[ac][bc];B[ba];W[ca];B[ma]C[RIGHT])";
    let files = [("a.sgf", problem), ("b.sgf", problem)];
    let mut desk = Desk::with(80, 24, crate::theme::Theme::Plain, &files);
    let folder = desk.folder.path().display().to_string();
    desk.keys("p").text(&folder).keys("enter").until("1 of 2: a.sgf");
    desk.text("b19").keys("enter").until("White answered");
    desk.text("n").until("2 of 2: b.sgf").text("1").until("1 of 2: a.sgf").text("9");
    desk.keys("enter").until("Right!");
    desk.keys("r").until("Black to play").text("m1").until("Point: m1").keys("esc");
    desk.text("b19").keys("enter").until("White answered");
    desk.text("q").until("Leave?").text("4").until("Point: q4").keys("esc");
    desk.text("q").until("Leave?").keys("enter").until("New game");
}
