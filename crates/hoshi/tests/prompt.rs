//! `--plain` in a real terminal: lines that are edited, with a history, and messages that come while somebody types.

#![cfg(unix)]

mod pty;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use pty::{Terminal, home, records};
use rustix::process::Signal;

const SIZE: (u16, u16) = (80, 40);

fn start(home: &Path, more: &[&str]) -> Terminal {
    let args: Vec<&str> = ["play", "--plain", "--size", "5"].iter().chain(more).copied().collect();
    Terminal::start(home, SIZE, &args)
}

/// The line with the prompt.
fn last(screen: &str) -> &str {
    screen.trim_end().lines().last().unwrap_or_default().trim_end()
}

#[test]
fn lines_are_edited_and_kept_for_the_next_time() {
    let home = home();
    let mut terminal = start(home.path(), &[]);
    // To the start and back by words, a letter too many, and a word that is completed.
    terminal.until("Black>").keys("CX3\x1b[D\x7f\r").until("1 Black C3");
    terminal.until("White>").keys("4\x01D\x05\r").until("2 White D4");
    terminal.until_that("a prompt", |screen| last(screen) == "Black>");
    terminal.keys("sc\t").until("Black> score").keys("\x15");
    terminal.until_that("a prompt", |screen| last(screen) == "Black>");
    terminal.keys("\x04");
    terminal.end(0);
    assert!(records(home.path())[0].contains(";B[cc];W[db]"));
    let file = home.path().join(".local/state/hoshi/lines");
    assert_eq!(fs::read_to_string(&file).unwrap(), "C3\nD4\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let mut terminal = start(home.path(), &[]);
    terminal.until("Black>").keys("\x1b[A").until("Black> D4").keys("\x1b[A").until("Black> C3");
    terminal.keys("\r").until("1 Black C3").until("White>").keys("quit\r");
    terminal.end(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "C3\nD4\nC3\nquit\n");
}

/// White moves while a line is being typed: the move and the board stand above the line, which is kept.
#[test]
fn a_move_does_not_garble_the_line() {
    let home = home();
    let engine = r#"
while read -r id word rest; do
  case "$word" in
    genmove) until test -e go; do :; done; echo "=$id D4" ;;
    name) echo "=$id fake" ;;
    protocol_version) echo "=$id 2" ;;
    list_commands) printf '=%s boardsize\nclear_board\nkomi\nplay\ngenmove\nname\nquit\n' "$id" ;;
    *) echo "=$id" ;;
  esac
  echo
done
"#;
    fs::write(home.path().join("engine.sh"), engine).unwrap();
    let who = format!("gtp:sh {}", home.path().join("engine.sh").display());
    let mut terminal = start(home.path(), &["--white", &who, "--time", "5m"]);
    terminal.until("Black (Black 5:00, White 5:00)>").keys("D5\r").until("White is thinking");
    terminal.keys("comment slow").until("comment slow");
    fs::write(home.path().join("go"), "").unwrap();
    terminal.until("2 White D4").until_that("the line again", |screen| {
        last(screen).starts_with("Black (") && last(screen).ends_with("> comment slow")
    });
    let text = terminal.text();
    // The board stands between the move and the prompt, and the line is there once.
    assert_eq!(text.matches("comment slow").count(), 1, "{text}");
    assert!(text.find("2 White D4") < text.rfind("A B C D E"), "{text}");
    terminal.keys("ly\r").until_that("an empty line", |screen| last(screen).ends_with('>'));
    terminal.keys("\x03");
    let text = terminal.end(130);
    assert!(text.contains("It is unfinished"), "{text}");
    assert!(records(home.path())[0].contains("C[slowly]"));
}

#[test]
fn the_terminal_is_given_back() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let home = home();
        let mut terminal = start(home.path(), &[]);
        assert!(terminal.echoes());
        terminal.until("Black>").keys("half").until("half");
        assert!(!terminal.echoes());
        terminal.signal(signal);
        terminal.end(code);
    }
    let home = home();
    let mut terminal = start(home.path(), &[]);
    terminal.until("Black>").keys("C3").until("Black> C3").keys("\x1a");
    terminal.wait_for_stop();
    assert!(terminal.echoes());
    terminal.signal(Signal::CONT);
    // The line that was left stays above. Keys before it has the terminal again are the shell's.
    let is_back = |screen: &str| screen.matches("Black> C3").count() == 2;
    terminal.until_that("the line again", is_back).keys("\r").until("1 Black C3");
    terminal.until_that("the prompt", |screen| last(screen) == "White>");
    terminal.signal(Signal::TSTP);
    terminal.wait_for_stop();
    assert!(terminal.echoes());
    terminal.until_that("no prompt", |screen| !last(screen).contains('>'));
    terminal.signal(Signal::CONT);
    terminal.until_that("the prompt", |screen| last(screen) == "White>").keys("\x04");
    terminal.end(0);
}

/// What the board looks like to ears.
#[test]
fn ataris_and_groups_are_said() {
    let home = home();
    let mut terminal = start(home.path(), &[]);
    terminal.until("Black>").keys("board off\rA5\rA4\r");
    terminal.until("2 White A4, Black at A5 in atari").keys("letters on\rgroup A4\rrow 5\r");
    terminal.until("White, 1 stone: alfa 4. 2 liberties: ").until("Row 5: Black alfa 5");
    terminal.keys("around A5\ratari\r").until("alfa 5 Black: ").until("1 stone at alfa 5 in atari");
    terminal.keys("undo 2\r").until("Back to move 0").keys("\x04");
    terminal.end(0);
}
