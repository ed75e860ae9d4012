//! The terminal board in a real terminal: the program runs in a session of its own, and a model of a screen says
//! what a person would see. Nothing sleeps: every step waits for what the screen shows. The tests run one after
//! another.

#![cfg(unix)]

use std::collections::HashMap;
use std::fs;
use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A test that hangs fails after this time; nothing waits for it otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// One at a time: each of them reads the processor's attention.
static ALONE: Mutex<()> = Mutex::new(());

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    bytes: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    written: usize,
    _alone: MutexGuard<'static, ()>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn positive(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a size")
}

impl Terminal {
    fn start(home: &Path, (columns, rows): (u16, u16), args: &[&str]) -> Terminal {
        Terminal::start_with(home, (columns, rows), args, &[])
    }

    fn start_with(
        home: &Path,
        (columns, rows): (u16, u16),
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Terminal {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hoshi"));
        command.args(args);
        command.env_clear();
        command.cwd(home);
        command.env("HOME", home);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        command.env("USER", "Ann");
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("hoshi starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("what it writes");
        let keys = pair.master.take_writer().expect("what it reads");
        let (tell, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(many @ 1..) = reader.read(&mut buffer) {
                if tell.send(buffer[..many].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = vt100::Parser::new(positive(rows), positive(columns), 0);
        let master = pair.master;
        Terminal { master, keys, child, bytes, screen, written: 0, _alone: alone }
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.written += bytes.len();
        self.screen.process(bytes);
    }

    /// Waits until the screen shows a text.
    fn until(&mut self, text: &str) -> &mut Terminal {
        self.until_that(text, |screen| screen.contains(text))
    }

    fn until_that(&mut self, what: &str, is: impl Fn(&str) -> bool) -> &mut Terminal {
        while !is(&self.text()) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("waited for `{what}`, and there is\n{}", self.text()),
            }
        }
        self
    }

    fn keys(&mut self, keys: &str) -> &mut Terminal {
        self.keys.write_all(keys.as_bytes()).expect("it reads");
        self.keys.flush().expect("it reads");
        self
    }

    /// A click on the place of a text, and so many columns further.
    fn click(&mut self, column: u16, row: u16) {
        let (column, row) = (column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).expect("another size");
        self.screen.screen_mut().set_size(positive(rows), positive(columns));
    }

    fn find(&self, text: &str) -> (u16, u16) {
        for (row, line) in (0..).zip(self.text().lines()) {
            if let Some(at) = line.find(text) {
                let column = line[..at].chars().count();
                return (u16::try_from(column).expect("a column"), row);
            }
        }
        panic!("no `{text}` on\n{}", self.text());
    }

    fn pid(&self) -> Pid {
        let id = self.child.process_id().expect("it runs");
        Pid::from_raw(id.try_into().expect("a process")).expect("a process")
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
    }

    fn wait_for_stop(&self) {
        let (_, status) = waitpid(Some(self.pid()), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped(), "{status:?}");
    }

    /// Waits for the end, and looks whether the terminal is as it was.
    fn end(mut self, code: u32) -> String {
        let status = self.child.wait().expect("it ends");
        // All that it has written.
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.take(&bytes);
        }
        let screen = self.screen.screen();
        assert_eq!(status.exit_code(), code, "{}", self.text());
        assert!(!screen.alternate_screen(), "{}", self.text());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.text()
    }
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn records(home: &Path) -> Vec<String> {
    let folder = home.join(".config/hoshi/history");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).expect("a record")).collect()
}

#[test]
fn two_keys_lead_to_a_first_game_against_the_bot() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &[]);
    terminal.until("New game").keys("\r").until("Opponent").until("bot:1");
    terminal.keys("\r").until("Black begins").until("9x9, chinese rules, komi 0.5");
    terminal.keys("\r").until("2. White");
    terminal.keys("q").until("Saved, unfinished");
    let records = records(home.path());
    assert!(records[0].contains("B[ee]") && records[0].contains("HOSHIW[bot:1]"), "{records:?}");
    // The last choice is the next default; the game continues.
    terminal.until("Continue").keys("c").until("2 moves so far");
    terminal.keys("q").until("Continue").keys("q");
    terminal.end(0);
    // Nothing of it is on the screen.
    let log = home.path().join(".local/state/hoshi/hoshi.log");
    let log = fs::read_to_string(log).unwrap_or_default();
    assert!(!log.contains("panic"), "{log}");
}

#[test]
fn a_whole_game_by_keyboard_with_a_dispute() {
    let home = home();
    let args = ["play", "--size", "5", "--white", "random", "--seed", "3"];
    let mut terminal = Terminal::start(home.path(), (80, 24), &args);
    terminal.until("Black begins");
    terminal.keys("\r").until("2. White");
    // White passes only when nothing else is left.
    let mut number = 2;
    while !terminal.text().contains("Check the dead stones") {
        terminal.keys("pp");
        terminal.until_that("the next move", |screen| {
            screen.contains(&format!("{}. White", number + 2))
                || screen.contains("Check the dead stones")
        });
        number += 2;
    }
    terminal.keys("r").until("Play continues");
    terminal.keys("pp").until_that("the count again", |screen| {
        screen.contains("Check the dead stones") || screen.contains("White ")
    });
    while !terminal.text().contains("Check the dead stones") {
        terminal.keys("pp");
        let before = terminal.text();
        terminal.until_that("something", |screen| screen != before);
    }
    terminal.keys("a").until_that("the result", |screen| {
        screen.contains("wins by") || screen.contains("accepts")
    });
    if !terminal.text().contains("total") {
        terminal.keys("a").until("total");
    }
    terminal.keys("q").until("The game is in").keys("q");
    terminal.end(0);
    assert!(records(home.path())[0].contains("RE["));
}

#[test]
fn a_whole_game_by_mouse_and_a_resize_in_the_middle() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "5"]);
    terminal.until("Black begins");
    let (mut left, mut top) = terminal.find("5 ┌");
    for (nth, (x, y)) in [(1, 2), (3, 2), (1, 1), (3, 1)].into_iter().enumerate() {
        terminal.click(left + 2 + 2 * x, top + y);
        terminal.until(&format!("{}. ", nth + 1));
    }
    terminal.resize(100, 40);
    terminal.until_that("the board elsewhere", |screen| {
        screen.lines().nth(39).is_some_and(|line| line.contains("keys"))
    });
    (left, top) = terminal.find("5 ┌");
    terminal.click(left + 2 + 2, top + 3);
    terminal.until("5. Black B2");
    terminal.resize(20, 5);
    terminal.until("needs a window");
    terminal.resize(80, 24);
    terminal.until("5. Black B2").keys("Ry").until("wins by resignation");
    terminal.keys("q").until("The game is in").keys("q");
    terminal.end(0);
}

#[test]
fn the_terminal_is_given_back_after_every_signal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let home = home();
        let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
        terminal.until("Black begins").keys("\r").until("1. Black E5");
        terminal.signal(signal);
        let text = terminal.end(code);
        assert!(text.contains("Saved, unfinished"), "{text}");
        assert!(records(home.path())[0].contains("B[ee]"));
    }
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins").keys("\x03");
    terminal.end(130);
}

#[test]
fn a_killed_game_continues() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins").keys("\r").until("1. Black E5");
    terminal.signal(Signal::KILL);
    drop(terminal);
    let mut terminal = Terminal::start(home.path(), (80, 24), &[]);
    terminal.until("Continue").keys("c").until("1 move so far; White is to move");
    terminal.keys("q").until("Continue").keys("q");
    terminal.end(0);
}

#[test]
fn it_stops_and_continues() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins").keys("\x1a");
    // The alternate screen is left before the process stops.
    terminal.until_that("the shell's screen", |screen| !screen.contains("begins"));
    terminal.wait_for_stop();
    assert!(!terminal.screen.screen().alternate_screen());
    terminal.signal(Signal::CONT);
    terminal.until("Black begins").keys("\r").until("1. Black E5");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
}

#[test]
fn an_engine_that_dies_is_told_and_the_game_is_safe() {
    let home = home();
    let engine = r#"
while read -r id word rest; do
  case "$word" in
    genmove) exit 1 ;;
    name) echo "=$id fake" ;;
    version) echo "=$id 1" ;;
    protocol_version) echo "=$id 2" ;;
    list_commands) printf '=%s boardsize\nclear_board\nkomi\nplay\ngenmove\nname\nversion\nquit\n' "$id" ;;
    *) echo "=$id" ;;
  esac
  echo
done
"#;
    let path = home.path().join("engine.sh");
    fs::write(&path, engine).expect("an engine");
    let who = format!("gtp:sh {}", path.display());
    let args = ["play", "--size", "9", "--white", &who];
    let mut terminal = Terminal::start(home.path(), (80, 24), &args);
    terminal.until("fake").keys("\r").until("stopped").until("The game is safe");
    // The person plays for it.
    terminal.keys("Z").until_that("a person", |screen| !screen.contains("stopped"));
    terminal.keys("C3\r").until("2. White C3");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
}

#[test]
fn a_record_is_pasted_and_a_file_opened() {
    let home = home();
    fs::write(home.path().join("my game.sgf"), "(;SZ[9]PB[Cho];B[cc];W[gg]C[\x1b[31mred])")
        .unwrap();
    let mut terminal = Terminal::start(home.path(), (80, 24), &[]);
    terminal
        .until("New game")
        .keys("\x1b[200~(;SZ[9]PB[Ann]PW[Bob];B[ee];W[gc];B[cg];W[cc])\x1b[201~");
    terminal.until("a copy").keys("\x1b[C\x1b[C").until("2. White G7");
    terminal.keys("q").until("New game").keys("o").until("Open a record");
    terminal.keys("'my game.sgf'\r").until("Cho").keys("\x1b[F").until("\\x1b[31mred");
    terminal.keys("q").until("New game").keys("o").keys("nothing.sgf\r").until("No such file");
    terminal.keys("\x1b").until("New game").keys("q");
    terminal.end(0);
}

#[test]
fn a_broken_configuration_is_told_and_keys_can_be_changed() {
    let home = home();
    let folder = home.path().join(".config/hoshi");
    fs::create_dir_all(&folder).unwrap();
    let config = "theme = \"pink\"\n[keys]\npass = \"n\"\n";
    fs::write(folder.join("config.toml"), config).unwrap();
    let mut terminal = Terminal::start(home.path(), (80, 24), &[]);
    terminal.until("`pink` is not a theme").until("New game").keys("\r").until("Opponent");
    terminal.keys("\r").until("Black begins").until("n pass").keys("n").until("Pass?");
    terminal.keys("\x1b").until("Black begins").keys("q").until("New game").keys("q");
    terminal.end(0);
}

/// How often the threads of a process have waited so far.
fn waits(id: u32) -> HashMap<String, u64> {
    let mut waits = HashMap::new();
    for task in fs::read_dir(format!("/proc/{id}/task")).expect("its threads").flatten() {
        let status = fs::read_to_string(task.path().join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        if let Some(number) = line.and_then(|number| number.trim().parse().ok()) {
            waits.insert(task.file_name().to_string_lossy().into_owned(), number);
        }
    }
    waits
}

/// An idle board wakes no thread and writes nothing; a move writes little.
#[test]
fn an_idle_board_does_nothing() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "19"]);
    terminal.until("Black begins").keys("\r").until("1. Black K10");
    let id = terminal.child.process_id().expect("it runs");
    // What is under way comes to its end.
    while terminal.bytes.recv_timeout(Duration::from_secs(1)).is_ok() {}
    let before = waits(id);
    assert!(before.len() >= 2, "{before:?}");
    let idle = terminal.bytes.recv_timeout(Duration::from_secs(2));
    assert_eq!(idle, Err(RecvTimeoutError::Timeout));
    assert_eq!(waits(id), before);
    let written = terminal.written;
    terminal.keys("D4\r").until("2. White D4");
    while let Ok(bytes) = terminal.bytes.recv_timeout(Duration::from_millis(500)) {
        terminal.take(&bytes);
    }
    let bytes = terminal.written - written;
    assert!(bytes < 2048, "{bytes} bytes");
    println!("counted: {bytes} bytes for a typed move on 19x19");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
}
