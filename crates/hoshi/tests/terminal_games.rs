//! Whole evenings at the terminal board, in a real terminal: games against the bot and GNU Go, the history, a review, a
//! picture, problems; and what is left of the terminal after a panic.

#![cfg(unix)]

mod pty;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use pty::{Terminal, home, records};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::Signal;

/// Without colours, the stones of the two sides are different letters.
fn start(home: &Path, args: &[&str]) -> Terminal {
    Terminal::start_with(home, (80, 24), args, &[("NO_COLOR", "1")])
}

/// Passes until both sides have, and accepts the count.
fn pass_to_the_end(terminal: &mut Terminal) {
    let is_count = |screen: &str| screen.contains("Check the dead stones");
    let mut passes = 0;
    while !is_count(&terminal.text()) {
        terminal.until_that("a move is wanted", |screen| {
            is_count(screen) || screen.contains("▸ ● ") && !screen.contains("thinking")
        });
        if !is_count(&terminal.text()) {
            let number = terminal.moves();
            terminal
                .keys("p")
                .until_that("the question", |screen| screen.contains("Enter or p: pass"));
            terminal.keys("\r").until_that("the answer", |screen| {
                is_count(screen) || screen.contains(&format!("{}. White", number + 2))
            });
            passes += 1;
        }
        assert!(passes < 60, "{}", terminal.text());
    }
}

trait Count {
    fn moves(&self) -> usize;
}

impl Count for Terminal {
    /// The number of the last move that is told.
    fn moves(&self) -> usize {
        let text = self.text();
        let told = text.lines().filter_map(|line| line.trim_start().split_once(". "));
        told.filter_map(|(number, _)| number.parse().ok()).max().unwrap_or(0)
    }
}

#[test]
fn a_whole_game_against_the_bot() {
    let home = home();
    let args = ["play", "--size", "5", "--white", "bot:1", "--seed", "3"];
    let mut terminal = start(home.path(), &args);
    terminal.until("Black begins").keys("\r").until("2. White");
    pass_to_the_end(&mut terminal);
    terminal.keys("aa").until("total").until("wins by");
    terminal.keys("q").until("The game is in").keys("q");
    terminal.end(0);
    let record = &records(home.path())[0];
    assert!(record.contains("B[cc]") && record.contains("HOSHIW[bot:1]"), "{record}");
    assert!(record.contains("RE[B+") || record.contains("RE[W+"), "{record}");
}

/// GNU Go does not agree that its living stones are dead; what it thinks is told, and play goes on.
#[test]
fn gnugo_disputes_and_a_whole_game_ends() {
    if std::env::var_os("HOSHI_GNUGO").is_none() {
        hoshi_testkit::runs_in("engines", "plays against GNU Go");
        return;
    }
    let folders = ["/usr/games", "/usr/local/games", "/usr/bin", "/bin"];
    let found = folders.iter().map(|folder| Path::new(folder).join("gnugo"));
    let gnugo = found.into_iter().find(|path| path.exists());
    let gnugo = gnugo.expect("gnugo is not installed, and HOSHI_GNUGO requires it");
    let home = home();
    let who = format!("gtp:{} --mode gtp --level 1 --seed 1", gnugo.display());
    let args = ["play", "--size", "5", "--white", &who];
    let mut terminal = start(home.path(), &args);
    terminal.until("Black begins").keys("A1\r").until("2. White");
    pass_to_the_end(&mut terminal);
    // The first white stone of the move list, as if it were dead.
    let text = terminal.text();
    let at = text.split("○ ").filter_map(|part| part.split_whitespace().next());
    let at = at.into_iter().find(|at| at.len() == 2 && at.as_bytes()[1].is_ascii_digit());
    let at = at.expect("White has moved").to_owned();
    terminal.keys(&format!("{at}\r")).until_that("a dead white stone", |screen| {
        screen.lines().any(|line| line.contains("White, ") && line.trim_end().ends_with(", dead"))
    });
    terminal.keys("aa").until("thinks:").keys("r").until("Play continues");
    pass_to_the_end(&mut terminal);
    terminal
        .keys("aa")
        .until_that("the count", |screen| screen.contains("total") || screen.contains("thinks:"));
    if !terminal.text().contains("total") {
        terminal.keys("aa").until("total");
    }
    terminal.keys("q").until("The game is in").keys("q");
    terminal.end(0);
    assert!(records(home.path())[0].contains("RE[W+"));
}

/// The second of two games is found in the history and replayed; a variation is played, and drawn.
#[test]
fn a_game_of_the_history_is_reviewed_and_drawn() {
    let home = home();
    let folder = home.path().join(".config/hoshi/history");
    fs::create_dir_all(&folder).unwrap();
    let game = |black: &str| {
        format!("(;GM[1]FF[4]SZ[9]PB[{black}]PW[Bob]RE[B+R];B[ee];W[gc];B[cg];W[cc])")
    };
    fs::write(folder.join("2026-11-16_100000_9x9.sgf"), game("Cho")).unwrap();
    fs::write(folder.join("2026-11-17_100000_9x9.sgf"), game("Ann")).unwrap();
    let before = records(home.path());
    let mut terminal = Terminal::start(home.path(), (100, 30), &[]);
    terminal.until("History").keys("h").until("Ann - Bob").keys("\x1b[B").until("Cho - Bob");
    terminal.keys("v").until("review").keys("\x1b[C\x1b[C").until("2. White G7");
    terminal.keys("D4\r").until("3. Black D4").until("Variations");
    terminal.keys("f").until("Draw to").keys("\x15mine.png\r").until("The picture is in");
    terminal.keys("w").until("Save as").keys("\x15mine.sgf\r").until("The record is in");
    // No file is replaced, and the board has no option for it.
    terminal.keys("f").until("Draw to").keys("\x15mine.png\r").until("choose another name");
    // Everything is saved: nothing is asked, and the history is where it was.
    terminal.keys("q").until("▸ 2026-11-16").keys("q").until("New game").keys("q");
    terminal.end(0);
    assert!(fs::read(home.path().join("mine.png")).unwrap().starts_with(b"\x89PNG"));
    let mine = fs::read_to_string(home.path().join("mine.sgf")).unwrap();
    assert!(mine.contains("PB[Cho]") && mine.contains(";B[df]"), "{mine}");
    // Nothing is written over the original.
    assert_eq!(records(home.path()), before);
}

#[test]
fn three_problems_are_solved_and_scored() {
    let home = home();
    let folder = home.path().join("problems");
    fs::create_dir_all(&folder).unwrap();
    for (name, answer) in [("a", "cc"), ("b", "bb"), ("c", "cc")] {
        let text = format!("(;SZ[5]AB[ae]AW[ee](;B[{answer}]C[RIGHT])(;B[aa];W[ba]))");
        fs::write(folder.join(format!("{name}.sgf")), text).unwrap();
    }
    let mut terminal = Terminal::start(home.path(), (80, 24), &[]);
    terminal.until("Problems").keys("p").until("or of a folder").keys("problems\r");
    terminal.until("1 of 3: a.sgf").keys("\r").until("Right!").keys("\r").until("2 of 3");
    terminal.keys("\x1b[D\x1b[A\r").until("Right!").keys("\r").until("3 of 3");
    // Turned and with the colours swapped, the middle is the middle.
    terminal.keys("mmmx").until("White to play").keys("\r").until("Right!");
    terminal.until("3 of 3 solved at first try").keys("q").until("New game").keys("q");
    terminal.end(0);
    let scores = fs::read_to_string(home.path().join(".local/state/hoshi/problems")).unwrap();
    assert_eq!(scores.lines().filter(|line| line.starts_with("solved")).count(), 3, "{scores}");
}

/// `o` starts the desktop's own program, does not wait for it, and shows nothing of what it writes.
#[test]
fn the_folder_is_opened_where_there_is_a_desktop() {
    let home = home();
    let bin = home.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let opener = bin.join("xdg-open");
    fs::write(
        &opener,
        "#!/bin/sh\necho garbage; echo garbage >&2\necho \"$1\" > opened\nsleep 9\n",
    )
    .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let pipe = home.path().join("opened");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let env = [("PATH", path.as_str()), ("DISPLAY", ":9")];
    let args = ["play", "--size", "5"];
    let mut terminal = Terminal::start_with(home.path(), (200, 24), &args, &env);
    terminal.until("Black begins").keys("\r").until("1. Black C3");
    terminal.keys("o").until("The folder is open in another window");
    // By now it has written.
    let opened = fs::read_to_string(&pipe).unwrap();
    assert!(opened.trim_end().ends_with("/.config/hoshi/history"), "{opened}");
    terminal.keys("A1\r").until("2. White A1");
    let written = String::from_utf8_lossy(&terminal.written);
    assert!(!written.contains("garbage"), "{written}");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
    // Without a desktop, the file is named.
    let env = [("PATH", path.as_str())];
    let args = ["play", "--resume"];
    let mut terminal = Terminal::start_with(home.path(), (200, 24), &args, &env);
    terminal.until("2 moves so far").keys("o").until("/.config/hoshi/history/");
    terminal.keys("q").until("Saved").keys("q");
    terminal.end(0);
}

/// SIGTSTP from another program, not from a key.
#[test]
fn it_is_stopped_from_outside_and_continues() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), (80, 24), &["play", "--size", "9"]);
    terminal.until("Black begins");
    for _ in 0..2 {
        terminal.signal(Signal::TSTP);
        terminal.wait_for_stop();
        assert!(terminal.echoes());
        terminal.until_that("the shell's screen", |screen| !screen.contains("begins"));
        terminal.signal(Signal::CONT);
        terminal.until("Black begins");
    }
    terminal.keys("\r").until("1. Black E5").keys("q").until("Saved").keys("q");
    terminal.end(0);
}

/// On 5x5 a first move in the corner gives the board away.
#[test]
fn a_teacher_names_a_big_mistake_on_the_board() {
    let home = home();
    let args = ["play", "--size", "5", "--white", "bot:1", "--seed", "3", "--teach"];
    let mut terminal = start(home.path(), &args);
    terminal.until("Black begins").keys("A1\r").until("A1 loses about").until("u takes it back");
    terminal.keys("u").until_that("it is taken back", |screen| !screen.contains("loses about"));
    terminal.keys("q").until("New game").keys("q");
    terminal.end(0);
}

#[test]
fn after_two_losses_an_easier_game_is_chosen() {
    let home = home();
    let args = ["play", "--size", "9", "--white", "bot:2", "--seed", "3"];
    let lose = || {
        let mut terminal = start(home.path(), &args);
        terminal.until("Black begins").keys("E5\r").until("2. White").keys("Ry");
        terminal.until("White wins by resignation");
        terminal
    };
    let mut terminal = lose();
    terminal.keys("q").until("The game is in").keys("q");
    let text = terminal.end(0);
    assert!(!text.contains("Next:"), "{text}");
    let mut terminal = lose();
    terminal.until("Next: bot:1 (n)").keys("n");
    terminal.until_that("the easier game", |screen| {
        screen.lines().any(|line| line.contains("Opponent") && line.contains("bot:1 "))
    });
    terminal.keys("qq");
    terminal.end(0);
}
