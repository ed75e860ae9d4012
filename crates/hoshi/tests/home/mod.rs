//! The program in a home of its own, and engines for it.

// Not every test uses all of it.
#![allow(dead_code)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// For what must come: nothing depends on how long it takes.
pub(crate) const LONG: Duration = Duration::from_secs(300);

/// A place of its own for everything that the program keeps.
pub(crate) struct Home(tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
        command
            .args(words)
            .env("HOSHI_HISTORY", self.path("history"))
            .env("HOSHI_CONFIG", self.path("config.toml"))
            .env("HOSHI_LOG", self.path("log"))
            .env("HOME", self.0.path())
            .env("TZ", "UTC")
            // Where most people have no games.
            .env("PATH", "/usr/bin:/bin")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> (Option<i32>, String, String) {
        told(self.command(words).output().expect("the program starts"))
    }

    /// Plays these lines.
    pub(crate) fn play(&self, words: &[&str], lines: &str) -> (Option<i32>, String, String) {
        let all: Vec<&str> = ["play", "--size", "9"].iter().chain(words).copied().collect();
        self.run_lines(&all, lines)
    }

    /// Runs the program with these lines as its input.
    pub(crate) fn run_lines(&self, words: &[&str], lines: &str) -> (Option<i32>, String, String) {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        // A game may be over before all lines are read.
        let _ = input.write_all(lines.as_bytes());
        drop(input);
        told(child.wait_with_output().expect("the program ends"))
    }

    pub(crate) fn start(&self, words: &[&str]) -> Child {
        let mut command = self.command(&["play", "--size", "9"]);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// The only game.
    pub(crate) fn game(&self) -> PathBuf {
        let folder = fs::read_dir(self.path("history")).expect("a history");
        let paths = folder.map(|entry| entry.expect("an entry").path());
        let is_game = |path: &PathBuf| path.extension().is_some_and(|end| end == "sgf");
        let games: Vec<PathBuf> = paths.filter(is_game).collect();
        assert_eq!(games.len(), 1, "{games:?}");
        games[0].clone()
    }
}

pub(crate) fn told(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The engine that is made of faults, as `--black` and `--white` take it.
pub(crate) fn fake(faults: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/fake.sh");
    let words: Vec<String> = [script.display().to_string()]
        .into_iter()
        .chain(faults.iter().map(|&fault| fault.to_owned()))
        .map(|word| format!("'{word}'"))
        .collect();
    format!("gtp:{}", words.join(" "))
}

/// The lines of a pipe, as they come.
pub(crate) fn lines(pipe: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (tell, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Waits for a line with this in it.
pub(crate) fn await_line(lines: &Receiver<String>, part: &str) -> String {
    loop {
        let line = lines.recv_timeout(LONG).unwrap_or_else(|_| panic!("no line has `{part}`"));
        if line.contains(part) {
            return line;
        }
    }
}

/// The processes that another has started, by their programs' name.
pub(crate) fn children(parent: u32, name: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let (Some(open), Some(close)) = (stat.find('('), stat.rfind(')')) else { continue };
        let above = stat[close + 1..].split_whitespace().nth(1);
        if &stat[open + 1..close] == name && above == Some(parent.to_string().as_str()) {
            found.push(stat[..open].trim().parse().expect("a number"));
        }
    }
    found
}

pub(crate) fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

/// Waits until a process is gone. Whoever has it now may not have waited for it yet.
pub(crate) fn await_end(process: u32) {
    let is_left = || {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
    };
    let began = Instant::now();
    while is_left() {
        assert!(began.elapsed() < LONG, "{process} is left");
        std::thread::yield_now();
    }
}
