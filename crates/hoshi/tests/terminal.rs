//! The terminal board in a real terminal.

#![cfg(unix)]

mod pty;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use pty::{Terminal, home, records};
use rustix::process::Signal;

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
    terminal
        .keys("a")
        .until("Accept the count")
        .keys("\r")
        .until_that("the result", |screen| screen.contains("total") || screen.contains("thinks:"));
    if !terminal.text().contains("total") {
        terminal.keys("aa").until("total");
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

/// An engine that plays a wall, then passes.
const WALL: &str = r#"
set -- D3 D2 D4 D1 D5
while read -r id word rest; do
  case "$word" in
    genmove) if [ $# -gt 0 ]; then echo "=$id $1"; shift; else echo "=$id pass"; fi ;;
    name) echo "=$id Wall" ;;
    version) echo "=$id 1" ;;
    protocol_version) echo "=$id 2" ;;
    list_commands) printf '=%s boardsize\nclear_board\nkomi\nplay\ngenmove\nname\nversion\nquit\n' "$id" ;;
    *) echo "=$id" ;;
  esac
  echo
done
"#;

/// From the first stone to the count against an engine: no key is pressed.
#[test]
fn a_whole_game_by_mouse_against_an_engine() {
    let home = home();
    let path = home.path().join("engine.sh");
    fs::write(&path, WALL).expect("an engine");
    let who = format!("gtp:sh {}", path.display());
    let args = ["play", "--size", "5", "--komi", "0.5", "--white", &who];
    let mut terminal = Terminal::start_with(home.path(), (80, 24), &args, &[("NO_COLOR", "1")]);
    terminal.until("Black begins").until("Wall");
    let (left, top) = terminal.find("5 ┌");
    for (nth, y) in [2, 3, 1, 4, 0].into_iter().enumerate() {
        terminal.click(left + 4, top + y);
        terminal.until(&format!("{}. White", 2 * nth + 2));
    }
    let press = |terminal: &mut Terminal, text: &str| {
        let (column, row) = terminal.find(text);
        terminal.click(column, row);
    };
    press(&mut terminal, "p pass");
    terminal.until("Pass?");
    press(&mut terminal, "Enter yes");
    terminal.until("Check the dead stones");
    // The key line, not the sentence above it that says "a accepts".
    press(&mut terminal, "a accept  r");
    terminal.until("Accept the count: White wins by 0.5 points?");
    press(&mut terminal, "Enter yes");
    terminal.until("total");
    // A click on the count closes it; the key line below then leaves.
    press(&mut terminal, "q leave");
    terminal.until_that("the count is closed", |screen| !screen.contains("total"));
    press(&mut terminal, "q leave");
    terminal.until("The game is in");
    press(&mut terminal, "q quit");
    terminal.end(0);
    let record = &records(home.path())[0];
    assert!(record.contains("RE[W+0.5]") && record.contains("PW[Wall 1]"), "{record}");
}

/// `c3` is a point although `c` is a key, and the record goes to the terminal's clipboard.
#[test]
fn points_are_typed_and_the_record_is_copied() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins").keys("c3\r").until("1. Black C3");
    terminal.keys("f3\r").until("2. White F3").keys("e5\r").until("3. Black E5");
    terminal.keys("yn").until("The record is copied");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    // `9x9 C3b F3w E5b` in base64.
    assert!(written.contains("\x1b]52;c;OXg5IEMzYiBGM3cgRTVi\x07"), "{written}");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
    // The same game by its number.
    let mut terminal = Terminal::start(home.path(), (80, 24), &["history", "open", "1"]);
    terminal.until("3 moves so far").keys("q").until("Saved").keys("q");
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

/// The window is closed: nobody reads what hoshi writes, and nothing can be printed.
#[test]
fn a_terminal_that_is_gone_ends_the_game_in_order() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins").keys("\r").until("1. Black E5");
    let code = terminal.hang_up();
    let log = fs::read_to_string(home.path().join(".local/state/hoshi/hoshi.log"));
    let log = log.unwrap_or_default();
    assert!(!log.contains("panic"), "{log}");
    assert_ne!(code, 101, "{log}");
    assert!(records(home.path())[0].contains("B[ee]"));
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
    terminal.keys("\r").until("Black begins").until("n pass").keys("n");
    terminal
        .until("Pass? Enter or n: pass")
        .keys("\x1b")
        .until("Black begins")
        .keys("q")
        .until("New game")
        .keys("q");
    terminal.end(0);
}

/// Where the board cannot open, it says why: the reason is often a forgotten `|`.
#[test]
fn a_pipe_instead_of_a_terminal_is_named() {
    let shell = |line: &str| {
        let (home, program) = (home(), env!("CARGO_BIN_EXE_hoshi"));
        let line = line.replace("hoshi", &format!("'{program}'"));
        let shell = Path::new("/bin/sh");
        Terminal::start_program(shell, home.path(), (100, 40), &["-c", &line], &[]).end(0)
    };
    let lines = "the game is played in lines";
    let text = shell("echo quit | hoshi play --size 5");
    assert!(
        text.contains(&format!("Standard input is a pipe, not a terminal: {lines}.")),
        "{text}"
    );
    let text = shell("echo quit > lines; hoshi play --size 5 < lines");
    assert!(
        text.contains(&format!("Standard input is a file, not a terminal: {lines}.")),
        "{text}"
    );
    let text = shell("hoshi | cat");
    let why = "Standard output is a pipe, not a terminal: the board does not open";
    assert!(text.contains(why) && text.contains("the star point"), "{text}");
    // Who asks for lines, or has no terminal at all, hears nothing about it.
    for line in ["echo quit | hoshi play --size 5 --plain", "echo quit | hoshi play --size 5 | cat"]
    {
        let text = shell(line);
        assert!(text.contains("Black") && !text.contains("not a terminal"), "{text}");
    }
}

/// How often the threads of a process have waited so far, by number and name.
fn waits(id: u32) -> BTreeMap<String, u64> {
    let mut waits = BTreeMap::new();
    for task in fs::read_dir(format!("/proc/{id}/task")).expect("its threads").flatten() {
        let status = fs::read_to_string(task.path().join("status")).unwrap_or_default();
        let of = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        if let Some((name, number)) = of("Name:").zip(of("voluntary_ctxt_switches:")) {
            let task = format!("{} {name}", task.file_name().to_string_lossy());
            waits.insert(task, number.parse().expect("a number"));
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
    // What is under way comes to its end, which takes long on a busy machine: the record goes to the disk, and threads
    // that have nothing to do any more notice it. A board that woke up by itself would never come to rest.
    terminal.until("saved in");
    let mut before = waits(id);
    let rest = (0..60).find(|_| {
        let is_quiet = terminal.bytes.recv_timeout(Duration::from_secs(1)).is_err();
        let now = waits(id);
        let is_same = now == before;
        before = now;
        is_quiet && is_same
    });
    assert!(rest.is_some(), "it does not come to rest: {before:?}");
    assert!(before.len() >= 2, "{before:?}");
    let idle = terminal.bytes.recv_timeout(Duration::from_secs(2));
    assert_eq!(idle, Err(RecvTimeoutError::Timeout));
    assert_eq!(waits(id), before);
    let written = terminal.written.len();
    terminal.keys("D4\r").until("2. White D4");
    while let Ok(bytes) = terminal.bytes.recv_timeout(Duration::from_millis(500)) {
        terminal.take(&bytes);
    }
    let bytes = terminal.written.len() - written;
    assert!(bytes < 2048, "{bytes} bytes");
    println!("counted: {bytes} bytes for a typed move on 19x19");
    // Q is a column of this board.
    terminal.keys("q").until("Leave?").keys("q").until("Saved").keys("q");
    terminal.end(0);
}
