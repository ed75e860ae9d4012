//! What happens on the board, from key to screen.

use std::time::Duration;

use ratatui::crossterm::event::{Event, MouseEventKind};

use super::Desk;
use crate::app::Turn;
use crate::keys::{Keys, Press, Where};
use crate::program::NewGame;
use crate::run::End;
use crate::theme::Theme;

/// Plays a list of points.
pub(super) fn play(desk: &mut Desk, points: &str) {
    for (nth, at) in points.split_whitespace().enumerate() {
        desk.text(at).keys("enter");
        desk.until_that(at, |screen| {
            screen.contains(&format!("{}. ", nth + 1)) && screen.contains(at)
        });
    }
}

#[test]
fn two_keys_lead_to_a_game_that_is_recorded() {
    let mut desk = Desk::new(80, 24);
    // The first choice is the bot, which is not at this desk.
    desk.keys("enter enter").until("unknown player `bot:1`");
    desk.keys("down down").text("x");
    while !desk.screen().contains("random") {
        desk.keys("right");
    }
    desk.keys("s").until("Black begins");
    desk.keys("enter").until("1. Black");
    desk.until("2. White");
    desk.keys("q").until("Saved, unfinished");
    let files = std::fs::read_dir(desk.folder.path()).unwrap();
    assert_eq!(files.filter(|file| file.as_ref().unwrap().path().is_file()).count(), 1);
    desk.keys("c").until("2 moves so far; Black is to move.");
}

#[test]
fn the_cursor_moves_and_plays_and_shows_what_would_happen() {
    let mut desk = Desk::people("9");
    desk.keys("h k enter").until("1. Black D6");
    desk.keys("enter").until("D6 is occupied");
    // White in the corner, taken by Black.
    play_more(&mut desk, &["A1", "A2", "J9"]);
    desk.text(":").text("b1").keys("backspace backspace esc");
    // B1 captures: the line about the cursor says so before it is played.
    desk.text("J").text("8").keys("enter").until("5. ");
    let mut desk = Desk::people("5");
    play(&mut desk, "A2 A1 C3");
    desk.keys("p p").until("4. White passes");
    desk.keys("esc");
    let (column, row) = desk.find(" 1 ");
    desk.mouse(MouseEventKind::Moved, column + 5, row);
    desk.until("B1  takes 1 stone");
    desk.click(column + 5, row);
    desk.until("5. Black B1, takes 1 stone");
    desk.until("1 captured");
}

fn play_more(desk: &mut Desk, points: &[&str]) {
    for at in points {
        desk.text(at).keys("enter").until(&format!(" {at}"));
    }
}

#[test]
fn a_ko_is_marked_and_refused_in_one_line() {
    let mut desk = Desk::people("5");
    play(&mut desk, "B3 C3 A2 D2 B1 C1 C2 B2");
    desk.until("8. White B2, takes 1 stone").until("□");
    desk.text("C2").keys("enter").until("C2: ko: play elsewhere first");
    assert!(desk.screen().contains("[!]"), "{}", desk.screen());
    // The cursor stays, and the game goes on.
    desk.text("E5").keys("enter").until("9. Black E5");
}

#[test]
fn passing_and_resigning_are_asked_once() {
    let mut desk = Desk::people("9");
    desk.keys("p").until("Pass?");
    desk.keys("esc");
    assert!(!desk.screen().contains("Pass?"));
    desk.keys("p p").until("1. Black passes");
    desk.keys("p").until("This ends play; count now?");
    desk.keys("n").text("R").until("Does White resign?");
    desk.keys("n");
    desk.text("R").keys("y").until("Black wins by resignation");
    desk.keys("n").until("New game");
}

#[test]
fn undo_redo_comment_and_correct() {
    let mut desk = Desk::people("9");
    play(&mut desk, "E5 C3");
    desk.keys("u").until("Back to move 1.");
    desk.text("U").until("2. White C3");
    desk.keys("c").text("a \x1b good move").keys("enter").until("a \\x1b good move");
    desk.text("/").until("Correct move: 2");
    desk.text("G7").keys("enter").until("Move 2 is corrected.");
    // Another number replaces the one that is suggested.
    desk.text("/")
        .until("Correct move: 2")
        .text("1 d4")
        .keys("enter")
        .until("Move 1 is corrected.");
    desk.text("/").text("J99").keys("enter").until("`J99` is not a point");
    desk.text("G7").keys("enter").until("G7 is occupied");
    desk.text("J99").keys("enter").until("`J99` is not a point");
}

#[test]
fn a_dispute_is_resumed_and_counted_again() {
    let mut desk = Desk::people("5");
    play(&mut desk, "B3 D3 B2 D2 B4 D4 B1 D1 B5 D5");
    desk.keys("p p").until("11. Black passes");
    desk.keys("p p").until("Check the dead stones");
    // A dispute is tried out on a copy, and nothing of it stays.
    desk.text("d").until("This is a copy of the board").until("d back to the count");
    desk.text("C3").keys("enter").until("13. Black C3");
    desk.text("d").until("Return to the count?").text("d").until("Back to the count");
    assert!(!desk.screen().contains("13 "), "{}", desk.screen());
    desk.text("r").until("Play continues");
    desk.text("C3").keys("enter").until("C3");
    desk.keys("p p").until("passes");
    desk.keys("p p").until("Check the dead stones");
    let before = desk.screen();
    desk.keys("enter");
    let stands =
        |screen: &str| screen.lines().find(|line| line.contains("As it stands")).map(str::to_owned);
    let as_before = stands(&before);
    assert!(as_before.is_some());
    desk.until_that("other marks", |screen| stands(screen) != as_before);
    desk.keys("enter").until_that("the marks from before", |screen| stands(screen) == as_before);
    desk.text("a").until("Accept the count: ").keys("esc").text("a").text("a").until("total");
    desk.keys("v").until("A copy of the game, to review");
}

#[test]
fn between_people_there_is_no_help_until_the_end() {
    let mut desk = Desk::people("9");
    for key in ["e", "t", "s"] {
        desk.keys(key).until("no hints, estimates or counts").keys("esc");
        desk.until_that("nothing", |screen| !screen.contains("no hints"));
    }
    // A review of the game is no way round.
    desk.keys("enter").until("1. Black E5").keys("v").until("Review: left and right");
    desk.keys("a").until("no hints, estimates or counts").keys("left").until("The start");
    desk.keys("a").until("no hints, estimates or counts").keys("v").until("Back to the game.");
    desk.text("R").keys("y").until("wins by resignation");
    desk.keys("e").until("Black leads by 2.5");
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "human".into(), help: true, ..NewGame::default() });
    desk.keys("e").until("Black leads by 2.5");
}

#[test]
fn the_window_may_change_at_any_moment() {
    let mut desk = Desk::people("19");
    for (width, height) in
        [(20, 5), (1, 1), (80, 24), (300, 100), (43, 24), (43, 23), (42, 23), (80, 22), (17, 9)]
    {
        desk.resize(width, height);
        let screen = desk.screen();
        let is_whole = width >= 43 && height >= 23;
        assert!(screen.contains("19 ┌") || !is_whole, "{width}x{height}\n{screen}");
        let is_part = !is_whole && width >= 17 && height >= 9;
        assert_eq!(screen.contains(" of 19"), is_part, "{width}x{height}\n{screen}");
    }
    desk.resize(60, 10);
    desk.until(" of 19x19");
    desk.text("A1").keys("enter").until("A1 to ");
    desk.resize(60, 5);
    desk.until("needs a window of");
}

#[test]
fn nothing_is_drawn_without_an_event() {
    let mut desk = Desk::people("9");
    let draws = desk.draws;
    assert_eq!(desk.app.deadline(desk.now), None);
    assert!(desk.is_quiet());
    // A mouse that stays on its point draws nothing.
    let (column, row) = desk.find("[");
    desk.mouse(MouseEventKind::Moved, column + 1, row);
    desk.mouse(MouseEventKind::Moved, column + 1, row);
    desk.event(Event::FocusLost);
    assert_eq!(desk.draws, draws);
    desk.keys("h");
    assert_eq!(desk.draws, draws + 1);
}

#[test]
fn a_clock_wakes_once_a_second_and_only_while_it_runs() {
    let mut desk = Desk::new(80, 24);
    let time = "1m".to_owned();
    desk.begin(NewGame { opponent: "human".into(), time, ..NewGame::default() });
    desk.until("1:00");
    desk.wait_until(|desk| desk.app.deadline(desk.now).is_some());
    let at = desk.app.deadline(desk.now).expect("the clock runs");
    assert!(at > desk.now && at <= desk.now + Duration::from_secs(1));
    desk.now += Duration::from_secs(31);
    desk.app.tick(desk.now);
    desk.draw();
    desk.until("0:29");
    desk.text("b").until("The clocks are paused");
    assert_eq!(desk.app.deadline(desk.now), None);
}

#[test]
fn control_c_and_signals_leave_with_everything_saved() {
    let mut desk = Desk::people("9");
    desk.keys("enter").until("1. Black E5");
    desk.keys("ctrl-c");
    assert_eq!(desk.turn, Turn::End(End::Interrupted));
    let mut desk = Desk::people("9");
    desk.keys("ctrl-z");
    assert_eq!(desk.turn, Turn::Stop);
    let mut desk = Desk::new(80, 24);
    desk.keys("q");
    assert_eq!(desk.turn, Turn::End(End::Left));
}

#[test]
fn a_record_is_pasted_walked_through_and_tried_out() {
    let mut desk = Desk::new(80, 24);
    let sgf = "(;GM[1]SZ[9]PB[Ann];B[ee]C[first];W[gc](;B[cc])(;B[gg];W[aa]))";
    desk.event(Event::Paste(sgf.to_owned()));
    desk.until("a copy");
    desk.keys("right").until("first");
    desk.keys("right right").until("3. Black C7");
    desk.keys("down").until("3. Black G3");
    desk.keys("right").until("4. White A9");
    desk.keys("home").until("The start of the record.");
    desk.text("#").text("2").keys("enter").until("2. White G7");
    // A move of one's own is a variation.
    desk.text("B2").keys("enter").until("3. Black B2");
    desk.text("m").until("triangle");
    desk.text("l").until("△");
    let to = desk.folder.path().join("mine.sgf");
    desk.text("w").keys("ctrl-u").text(&to.display().to_string()).keys("enter").until("saved");
    let saved = std::fs::read_to_string(to).unwrap();
    assert!(saved.contains("TR[bh]") && saved.contains("B[cc]"), "{saved}");
    desk.keys("space").until("The record plays");
    assert!(desk.app.deadline(desk.now).is_some());
}

/// A note about a record is not lost behind the greeting.
#[test]
fn notes_about_a_record_stay() {
    let mut desk = Desk::new(80, 24);
    desk.event(Event::Paste("(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee];W[ee];B[cc])".to_owned()));
    desk.until("note: ");
    let draws = desk.draws;
    desk.wait_until(|desk| desk.draws > draws);
    desk.until("note: ");
    assert!(!desk.screen().contains("Right walks"), "{}", desk.screen());
    let mut desk = Desk::new(80, 24);
    desk.event(Event::Paste("(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]PB[Ann]PW[Bob];B[ee])".to_owned()));
    desk.until("Right walks through the moves");
}

#[test]
fn games_are_filtered_deleted_and_restored() {
    let files = [
        ("2026-11-17_100000_9x9.sgf", "(;SZ[9]PB[Ann]PW[Bob];B[ee])"),
        ("2026-11-16_100000_9x9.sgf", "(;SZ[9]PB[Cho]PW[Dan]RE[B+R];B[ee])"),
        ("2026-11-15_100000_9x9.sgf", "(;SZ[9]PB[Cho]PW[Eve]RE[B+R];B[ee])"),
    ];
    let mut desk = Desk::with(100, 24, Theme::Plain, &files);
    desk.keys("h").until("Cho - Eve");
    desk.text("/").text("cho").keys("enter").until("2 games");
    assert!(!desk.screen().contains("Ann"));
    desk.text("d").until("to the trash? Enter or y");
    desk.text("y").until("was moved to");
    // The filter stays.
    desk.until("1 game  filter: cho").until("Cho - Eve");
    assert!(!desk.screen().contains("Cho - Dan") && !desk.screen().contains("Ann"));
    desk.text("t").until("2026-11-16_100000_9x9.sgf");
    desk.text("r").until("Restored");
    desk.until("Cho - Dan");
}

#[test]
fn a_seat_that_the_record_cannot_fill_is_asked_for() {
    let record = "(;SZ[9]PB[Ann]PW[gone]HOSHIB[human]HOSHIW[gone];B[ee])";
    let files = [("2026-11-17_100000_9x9.sgf", record)];
    let mut desk = Desk::with(80, 24, Theme::Plain, &files);
    desk.keys("c").until("White was gone");
    desk.keys("enter").until("1 move so far");
}

#[test]
fn learn_leads_to_a_first_game() {
    let mut desk = Desk::new(80, 24);
    desk.keys("l").until("1 of 12: Stones and points");
    desk.keys("left enter").until("Play on the marked point");
    desk.text("E99").keys("enter").until("`E99` is not a point");
    desk.text("C3").until("Point: C3").keys("enter").until("Well played");
    desk.keys("enter").until("2 of 12: Liberties");
    for _ in 0..10 {
        desk.keys("n");
    }
    desk.until("12 of 12: A first game");
    // The bot is not at this desk.
    desk.keys("enter").until("unknown player `bot:1`");
}

#[test]
fn problems_are_solved_and_their_score_is_kept() {
    let start = "(;SZ[5]AB[ab][bb]AW[ac][bc]";
    let one = format!("{start}(;B[ba];W[ca];B[aa]C[RIGHT])(;B[ca];W[ba]C[Too late.]))");
    let two = format!("{start}(;B[ba];W[ca];B[aa]))");
    let files = [("a.sgf", one.as_str()), ("b.sgf", two.as_str()), ("c.txt", "no record")];
    let mut desk = Desk::with(80, 24, Theme::Plain, &files);
    let folder = desk.folder.path().display().to_string();
    desk.keys("p").text(&folder).keys("enter").until("1 of 2: a.sgf").until("Black to play");
    // C5, then the refutation stands on the board and is told.
    desk.keys("up up enter").until("Wrong").until("Too late.");
    desk.keys("r").until("Black to play").keys("up up left enter").until("White answered");
    desk.keys("left enter").until("Right!").until("0 of 1 solved");
    desk.keys("enter").until("2 of 2: b.sgf");
    desk.keys("enter").until("not in the record");
    desk.keys("up up left enter left enter").until("Right!").until("1 of 2 solved");
    desk.keys("enter").until("the last problem");
    desk.keys("q").until("New game").keys("p");
    desk.until(&folder[folder.len() - 5..]);
    desk.keys("enter").until("1 of 2 solved");
    // Another series has its own score.
    let other = desk.folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("d.sgf"), &two).unwrap();
    desk.keys("q").until("New game").keys("p ctrl-u").text(&other.display().to_string());
    desk.keys("enter").until("none tried yet");
}

/// A folder is continued at the first problem that was not tried.
#[test]
fn problems_are_continued() {
    let one = "(;SZ[5]AB[ab][bb]AW[ac][bc];B[cc])";
    let files = [("a.sgf", one), ("b.sgf", one), ("c.sgf", one)];
    let mut desk = Desk::with(80, 24, Theme::Plain, &files);
    let folder = desk.folder.path().display().to_string();
    desk.keys("p").text(&folder).keys("enter").until("1 of 3: a.sgf");
    desk.keys("enter").until("Right!").keys("esc").until("New game");
    desk.keys("p enter").until("2 of 3: b.sgf").until("1 of 1 solved");
    desk.keys("n").until("3 of 3").keys("enter").until("Right!").keys("esc").until("New game");
    // The second was skipped.
    desk.keys("p enter").until("2 of 3: b.sgf").keys("enter").until("Right!");
    desk.keys("esc").until("New game").keys("p enter").until("1 of 3: a.sgf");
}

/// A letter that no key of the place means begins a point, small or large; `g7` is a point.
#[test]
fn letters_that_are_free_begin_a_point() {
    let keys = Keys::default();
    let mut begun = 0;
    for letter in ('a'..='z').chain('A'..='Z') {
        let press: Press = letter.to_string().parse().unwrap();
        let is_column = matches!(letter.to_ascii_lowercase(), 'a'..='j') && !"iI".contains(letter);
        if keys.action(press, Where::Play).is_some() || !is_column {
            continue;
        }
        let mut desk = Desk::people("9");
        desk.text(&letter.to_string()).until(&format!("Point: {letter}"));
        begun += 1;
    }
    assert!(begun >= 11, "{begun}");
    let mut desk = Desk::people("9");
    desk.text("g7").keys("enter").until("1. Black G7");
    desk.text("d4").keys("enter").until("2. White D4");
}

/// A key that would only be refused is not shown; it is as soon as both have agreed, or the game is over.
#[test]
fn keys_between_people_show_no_help() {
    let shows =
        |desk: &Desk| (desk.screen().contains("t hint"), desk.screen().contains("e estimate"));
    assert_eq!(shows(&Desk::people("9")), (false, false));
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "human".into(), help: true, ..NewGame::default() });
    assert_eq!(shows(&desk), (true, true));
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "random".into(), ..NewGame::default() });
    assert_eq!(shows(&desk), (true, true));
}

#[test]
fn stones_are_set_up_in_review() {
    let mut desk = Desk::new(80, 24);
    desk.event(Event::Paste("(;GM[1]SZ[9];B[ee])".to_owned()));
    desk.keys("enter").until("a copy").keys("right").until("1. Black E5");
    // Away with the stone, a black one and a white one beside it, and Black is to move.
    desk.text("s").until("Setting up").text("xhblltw").until("Black is to move.");
    desk.keys("enter").until("The stones are set up");
    let to = desk.folder.path().join("set-up.sgf");
    desk.text("w").keys("ctrl-u").text(&to.display().to_string()).keys("enter").until("saved");
    let saved = std::fs::read_to_string(to).unwrap();
    assert!(saved.contains("AB[de]") && saved.contains("AW[fe]"), "{saved}");
    assert!(saved.contains("AE[ee]") && saved.contains("PL[B]"), "{saved}");
    desk.text("s").text("b").keys("esc").until("Nothing was set up.");
}

#[test]
fn liberties_are_shown_on_the_board() {
    let mut desk = Desk::people("5");
    play(&mut desk, "A1 C3 A2 B2");
    desk.text("!").until("marked with `!`");
    desk.text("B1").keys("enter").until("5. Black B1");
    let count = |desk: &Desk| desk.screen().matches("!●").count();
    assert_eq!(count(&desk), 0);
    desk.text("A3").keys("enter").until("6. White A3");
    assert_eq!(count(&desk), 3, "{}", desk.screen());
    desk.text("!").until("how many liberties");
    assert_eq!(desk.screen().matches("1●").count(), 1, "{}", desk.screen());
    desk.text("!").until("not shown");
    assert_eq!(desk.screen().matches("1●").count(), 0);
}

#[test]
fn a_game_of_a_file_is_chosen() {
    let games = "(;SZ[9]PB[Ann];B[ee])(;SZ[5]PB[Bob];B[cc])(;SZ[7]PB[Cho];B[dd])";
    let mut desk = Desk::with(80, 24, Theme::Plain, &[("games.sgf", games)]);
    let path = desk.folder.path().join("games.sgf").display().to_string();
    desk.keys("o").text(&path).keys("enter").until("The file has 3 games").until("3  Cho");
    desk.keys("end up enter").until("5x5").until("Bob");
    desk.keys("q").until("New game").keys("o").text(&path).keys("enter").until("3 games");
    let (column, row) = desk.find("Cho");
    desk.click(column, row);
    desk.until("7x7");
}

#[test]
fn the_folder_of_the_record_is_shown() {
    let mut desk = Desk::people("9");
    desk.text("o").until("the file appears with the first move");
    desk.keys("enter").until("1. Black E5").text("o").until("is open in another window");
    assert_eq!(*desk.fake.shown.lock().unwrap(), [desk.folder.path()]);
}

/// A game from a real board: both names, both colours, a move put right; the rest stays, or the one that cannot is
/// named.
#[test]
fn a_game_is_transcribed_and_corrected() {
    let mut desk = Desk::new(80, 24);
    desk.keys("t").until("Transcribe a game").keys("down").text("5").keys("enter");
    desk.keys("down enter").text("Shusaku").keys("enter down enter").text("Gennan").keys("enter");
    desk.until("Gennan").text("s").until("Play the moves of both colours").until("/ correct");
    play(&mut desk, "C3 C4 B4 B3 E5");
    // The cursor stands on move 2.
    desk.text(":").keys("esc");
    desk.text("/").keys("ctrl-u").text("2 D4").keys("enter").until("Move 2 is corrected.");
    desk.text("/").keys("ctrl-u").text("2 E5").keys("enter").until("5");
    desk.until("move 5");
    let (column, row) = desk.find("C D");
    desk.mouse(MouseEventKind::Moved, column, row + 3);
    desk.text("/").until("Correct move: 1");
}
