//! The progress bar in a real terminal: it shows how far the work is, and leaves nothing behind.

#![cfg(unix)]

mod pty;

use std::path::Path;

use pty::{Terminal, home};

/// Runs hoshi in a shell, which says when it is over: what a program writes last may be lost if the terminal
/// ends with it.
fn start(home: &Path, args: &str) -> Terminal {
    let hoshi = env!("CARGO_BIN_EXE_hoshi");
    let script = format!("trap : INT; \"$0\" {args}; echo over $?");
    Terminal::start_program(Path::new("/bin/sh"), home, (80, 24), &["-c", &script, hoshi], &[])
}

#[test]
fn a_bar_with_an_estimate_gives_way_to_the_result() {
    let home = home();
    let mut terminal = start(home.path(), "bench playouts --size 9 --seconds 1");
    terminal.until_that("a bar with a time", |screen| {
        screen.contains("playing on 9x9 [") && screen.contains(" %, ")
    });
    terminal.until("over 0");
    let left = terminal.text();
    assert!(left.starts_with("board ") && !left.contains("playing on"), "{left}");
}

#[test]
fn ctrl_c_removes_the_bar() {
    let home = home();
    let mut terminal = start(home.path(), "perft 19x19 9");
    terminal.until("of 9 [").keys("\x03").until("over 130");
    let left = terminal.text();
    assert!(left.contains("   1  361") && !left.contains("of 9"), "{left}");
}

#[test]
fn quiet_work_shows_no_bar() {
    let home = home();
    let mut terminal = start(home.path(), "-q bench playouts --size 9 --seconds 1");
    terminal.until("over 0");
    let written = String::from_utf8_lossy(&terminal.written);
    assert!(!written.contains("playing on") && written.contains("board "), "{written}");
}
