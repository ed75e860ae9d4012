//! What the board says about the game beside it: players, clocks, engines; moves in words.

use super::Desk;
use super::flows::play;
use crate::program::NewGame;
use crate::theme::Theme;

/// A step forward in a review and a move that is played again say as much as the move did: captures and ataris, with
/// the marks of the captured stones.
#[test]
fn steps_are_told_as_moves_are() {
    let mut desk = Desk::people("5");
    play(&mut desk, "A2 A1 B1");
    desk.until("3. Black B1, takes 1 stone").text("\"").until("Each move is said");
    desk.keys("u").until("Back to move 2").text("U");
    desk.until("3. Black bravo 1, takes 1 stone").until("×");
    desk.keys("v").until("Review:").keys("left").until("2. White alfa 1");
    assert!(!desk.screen().contains('×'), "{}", desk.screen());
    desk.keys("left right").until("2. White alfa 1, White at alfa 1 in atari");
    desk.keys("right").until("3. Black bravo 1, takes 1 stone").until("×");
}

/// Speech that is on from the start, or was switched on, holds for every game until it is switched off.
#[test]
fn speech_holds_for_the_next_game() {
    let mut desk = Desk::new(80, 24);
    desk.app.set_speaks(true);
    let new = || NewGame { opponent: "human".into(), size: "5".into(), ..NewGame::default() };
    desk.begin(new());
    desk.text("A1").keys("enter").until("1. Black alfa 1").text("\"").until("not said in words");
    desk.keys("q").until("Saved").until("New game");
    desk.begin(new());
    desk.text("A1").keys("enter").until("1. Black A1");
}

/// Without a panel the line above the message has its news: whose turn it is, who thinks, what is recorded.
#[test]
fn a_small_window_says_who_is_to_move() {
    let mut desk = Desk::people_on("19", 50, 24, Theme::Plain);
    desk.until("recorded");
    play(&mut desk, "D4");
    desk.until(" ● Ann +0 ▸○ Bob +0").until(", saved");
    desk.text("D5").keys("enter").until("▸● Ann +0  ○ Bob +0");
    let mut desk = Desk::new(50, 24);
    let (opponent, size) = ("slow".into(), "19".into());
    desk.begin(NewGame { opponent, size, ..NewGame::default() });
    desk.keys("enter").until("▸○ slow +0 thinking").until("x stop");
}

#[test]
fn a_paused_clock_is_shown() {
    for (width, sign) in [(80, "0 captured, paused"), (50, "Ann +0 10:00 paused")] {
        let mut desk = Desk::new(width, 24);
        let (opponent, size, time) = ("human".into(), "19".into(), "10m".into());
        desk.begin(NewGame { opponent, size, time, ..NewGame::default() });
        desk.until("Black begins").keys("b").until(sign).keys("left").until(sign);
        desk.keys("b").until_that("the clocks run", |screen| !screen.contains(sign));
    }
}

/// The keys for a program stand in the last line when they are needed, and its fault stays.
#[test]
fn a_program_can_be_stopped_and_restarted_by_keys_that_are_shown() {
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "slow".into(), ..NewGame::default() });
    desk.until("Enter play").keys("enter").until("thinking").until("x stop");
    assert!(!desk.screen().contains("Enter play"), "{}", desk.screen());
    desk.text("x").until("X restart  Z play for it").keys("left left").until("stopped");
    desk.until("    ! ");
    desk.text("X").until("thinking").until("x stop");
    desk.text("x").until("Z play for it").text("Z").until("Enter play");
}

/// A game from a real board ends as it ended there.
#[test]
fn a_result_is_written() {
    let mut desk = Desk::new(80, 24);
    desk.keys("t s").until("= result");
    play(&mut desk, "D4 Q16");
    desk.text("=").until("Result (B+R").text("Z+1").keys("enter").until("`Z+1`");
    desk.text("=").text("W+T").keys("enter").until("White wins on time");
    desk.text("=").text("B+3.5").keys("enter").until("Black wins by 3.5 points");
    desk.keys("q").until("The game is in");
}

/// A message of two lines is indented, one of three ends in a sign, and a key shows all of it.
#[test]
fn a_long_message_is_not_cut_in_silence() {
    let mut desk = Desk::new(36, 20);
    desk.begin(NewGame { opponent: "human".into(), ..NewGame::default() });
    desk.until(" Black begins. Move with the\n arrows and play with .. Tab");
    desk.keys("tab").until("type D4.").keys("esc");
    desk.keys("s").until(" ! Between people there are no\n   hints, estimates or counts .. Tab");
    desk.keys("tab").until("the game ends.");
}

/// In review Space and the arrows have other actions, and the help says which.
#[test]
fn the_help_of_a_review_has_the_keys_of_a_review() {
    let mut desk = Desk::people_on("9", 120, 50, Theme::Plain);
    desk.text("?").until("Enter Space  play at the cursor").keys("esc");
    desk.keys("v").until("Review:").text("?").until("Space        play the moves automatically");
    assert!(!desk.screen().contains("Enter Space"), "{}", desk.screen());
    desk.until("Enter        play at the cursor").until("or pass, then Enter");
}

/// A warning goes when it does not hold any more.
#[test]
fn warnings_do_not_stay_for_ever() {
    let mut desk = Desk::people("9");
    play(&mut desk, "E5");
    desk.text("E5").keys("enter").until("E5 is occupied.").keys("left");
    assert!(!desk.screen().contains("occupied"), "{}", desk.screen());
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "slow".into(), ..NewGame::default() });
    desk.keys("enter").until("thinking").text("x").until("The game is safe. X restarts");
    desk.text("X").until("thinking");
    assert!(!desk.screen().contains("The game is safe"), "{}", desk.screen());
}
