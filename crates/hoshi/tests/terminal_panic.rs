//! The terminal after a panic of the board. The test starts itself again in a terminal, with a program whose engines
//! cannot be listed.

#![cfg(unix)]

mod pty;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hoshi_core::Diagram;
use hoshi_session::Failure;
use hoshi_session::host::program::{Estimated, Form, Hindrance, NewGame, Opened, Program, Record};
use hoshi_session::host::{Closing, Opening};
use hoshi_store::{History, RealDisk};
use hoshi_tui::{Keys, Setup, Start, Theme};
use pty::{Terminal, home};

struct Panics(History);

impl Program for Panics {
    fn history(&self) -> &History {
        &self.0
    }

    fn engines(&self) -> Vec<String> {
        panic!("on purpose")
    }

    fn last_choice(&self) -> Option<NewGame> {
        None
    }

    fn begin(&self, _: &NewGame) -> Result<Opening, Failure> {
        unreachable!()
    }

    fn resume(&self, _: &str, _: &[Option<String>; 2]) -> Result<Opened, Hindrance> {
        unreachable!()
    }

    fn games(&self, _: &Record) -> Result<Vec<String>, Failure> {
        unreachable!()
    }

    fn review(&self, _: &Record, _: usize) -> Result<Opened, Failure> {
        unreachable!()
    }

    fn keep_choice(&self, _: &NewGame) {}

    fn kept(&self, _: &str) -> Option<String> {
        None
    }

    fn keep(&self, _: &str, _: &str) {}

    fn close(&self, _: Closing) -> Result<Option<PathBuf>, Failure> {
        unreachable!()
    }

    fn save(&self, _: &str, _: &Path) -> Result<String, Failure> {
        unreachable!()
    }

    fn show_folder(&self, _: &Path) -> bool {
        unreachable!()
    }

    fn draw(&self, _: &Diagram, _: &Path) -> Result<String, Failure> {
        unreachable!()
    }

    fn line(&self, _: &str, _: Form) -> Result<String, Failure> {
        unreachable!()
    }

    fn estimate(&self, _: &str, _: Option<&str>) -> Result<Estimated, Failure> {
        unreachable!()
    }
}

/// Set where the test runs in a terminal.
const INSIDE: &str = "HOSHI_TEST_INSIDE_TERMINAL";

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    if std::env::var_os(INSIDE).is_some() {
        board();
        return;
    }
    let home = home();
    let itself = std::env::current_exe().unwrap();
    let args = ["--exact", "the_terminal_is_given_back_after_a_panic", "--nocapture"];
    let env = [(INSIDE, "1")];
    let mut terminal = Terminal::start_program(&itself, home.path(), (80, 24), &args, &env);
    terminal.until("New game").keys("n");
    let text = terminal.end(101);
    assert!(text.contains("on purpose"), "{text}");
}

/// The board, until it panics.
fn board() {
    let history = History::new(Arc::new(RealDisk), Path::new("history"));
    let setup = Setup {
        program: Arc::new(Panics(history)),
        theme: Theme::Plain,
        keys: Keys::default(),
        speak: false,
        start: Start::Home,
        teach: false,
        warning: None,
        listen: Box::new(|_| {}),
        stop: || {},
    };
    let _ = hoshi_tui::run(setup);
}
