//! Links at the names of helper files, and things that are no files at the names of files: nothing of
//! somebody else's is written to, and nobody waits.
#![cfg(unix)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What is not to be changed. It looks like a lock of hoshi, so that only the link gives it away.
const PRECIOUS: &str = "1 0\n";

const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[cc])";

/// A place of its own for everything that the program keeps.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        fs::create_dir(home.at("history")).expect("a folder");
        fs::write(home.at("precious"), PRECIOUS).expect("a file");
        home
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program in this place, with this input. It has a minute; a pipe would take forever.
    fn run(&self, words: &str, input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hoshi"))
            .args(words.split_whitespace())
            .current_dir(self.0.path())
            .env("HOSHI_HISTORY", self.at("history"))
            .env("HOSHI_CONFIG", self.at("config.toml"))
            .env("HOSHI_LOG", self.at("log"))
            .env("USER", "Ann")
            .env("TZ", "UTC")
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may end before it reads anything.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
        let read = thread::spawn(move || {
            let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
            out.as_mut().expect("a pipe").read_to_end(&mut stdout).expect("data");
            err.as_mut().expect("a pipe").read_to_end(&mut stderr).expect("talk");
            (stdout, stderr)
        });
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a look") {
                break status;
            }
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().expect("an end");
                panic!("`hoshi {words}` waits");
            }
            thread::sleep(Duration::from_millis(5));
        };
        let (stdout, stderr) = read.join().expect("all is read");
        Output { status, stdout, stderr }
    }

    /// Puts a link to what is precious at a name.
    fn link(&self, name: &str, hard: bool) {
        if hard {
            fs::hard_link(self.at("precious"), self.at(name)).expect("a link");
        } else {
            symlink(self.at("precious"), self.at(name)).expect("a link");
        }
    }

    fn is_unharmed(&self) {
        assert_eq!(fs::read_to_string(self.at("precious")).expect("a file"), PRECIOUS);
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.at(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn the_lock_of_a_game() {
    for hard in [false, true] {
        let home = Home::new();
        fs::write(home.at("history/a.sgf"), GAME).expect("a game");
        home.link("history/.a.sgf.lock", hard);
        let output = home.run("play --plain --resume a.sgf", "D4\n");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let told = if hard { "is a hard link to another file" } else { "is a symbolic link" };
        let told = format!(".a.sgf.lock {told}; move it away and try again");
        assert_eq!(said(&output).matches(&told).count(), 1, "{}", said(&output));
        home.run("history", "");
        home.is_unharmed();
        assert_eq!(fs::read_to_string(home.at("history/a.sgf")).expect("a game"), GAME);
    }
}

#[test]
fn the_next_version_of_a_game() {
    let home = Home::new();
    fs::write(home.at("history/a.sgf"), GAME).expect("a game");
    home.link("history/.a.sgf.new", false);
    home.link("history/a.sgf.orig", false);
    let output = home.run("play --plain --resume a.sgf", "D4\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    home.is_unharmed();
    let now = fs::read_to_string(home.at("history/a.sgf")).expect("a game");
    assert!(now.contains("B[ee];W[cc];B[df]"), "{now}");
}

#[test]
fn a_census_and_its_folder() {
    for name in ["d/.lock", "d/.lock-0-1"] {
        for hard in [false, true] {
            let home = Home::new();
            fs::create_dir(home.at("d")).expect("a folder");
            home.link(name, hard);
            let output = home.run("lab census 2x2 --out d", "");
            assert_eq!(output.status.code(), Some(2), "{name}: {}", said(&output));
            assert!(said(&output).contains(&format!("{name} is a ")), "{}", said(&output));
            home.is_unharmed();
        }
    }
    // A folder that is refused stays as it is.
    let home = Home::new();
    fs::create_dir(home.at("d")).expect("a folder");
    fs::write(home.at("d/.lock"), "mine").expect("a file");
    fs::write(home.at("d/thesis.tex"), "mine").expect("a file");
    let output = home.run("lab census 2x2 --out d", "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(fs::read(home.at("d/.lock")).expect("a file"), b"mine");
    assert_eq!(home.names("d"), [".lock", "thesis.tex"]);
}

#[test]
fn an_export() {
    let home = Home::new();
    assert!(home.run("lab census 2x2 --out d", "").status.success());
    // No name can be guessed; the result itself is a link.
    symlink("precious", home.at("out.csv")).expect("a link");
    let output = home.run("lab export d out.csv", "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    home.is_unharmed();
    fs::remove_file(home.at("out.csv")).expect("removed");
    let output = home.run("lab export d out.csv", "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let rows = fs::read_to_string(home.at("out.csv")).expect("a file");
    assert!(rows.starts_with("serial,ko\n0,0\n"), "{rows}");
    assert_eq!(home.names("."), ["d", "history", "out.csv", "precious"]);
    // Through a link, by force, its target is replaced.
    fs::rename(home.at("out.csv"), home.at("real.csv")).expect("renamed");
    fs::set_permissions(home.at("real.csv"), fs::Permissions::from_mode(0o600)).expect("rights");
    symlink("real.csv", home.at("out.csv")).expect("a link");
    let output = home.run("lab export d out.csv --force", "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(fs::symlink_metadata(home.at("out.csv")).expect("a link").is_symlink());
    assert_eq!(mode(&home.at("real.csv")), 0o600);
}

#[test]
fn a_backup() {
    let broken = "(;GM[1]FF[3];B[pd]\n;W[tt]\n";
    let home = Home::new();
    fs::write(home.at("a.sgf"), broken).expect("a file");
    home.link("a.sgf.bak", false);
    for words in ["check --fix a.sgf", "check --fix --force a.sgf"] {
        let output = home.run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).contains("a.sgf.bak: "), "{}", said(&output));
        assert_eq!(fs::read_to_string(home.at("a.sgf")).expect("a file"), broken);
        home.is_unharmed();
    }
    fs::remove_file(home.at("a.sgf.bak")).expect("removed");
    fs::set_permissions(home.at("a.sgf"), fs::Permissions::from_mode(0o444)).expect("rights");
    let output = home.run("check --fix a.sgf", "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("a.sgf: it is read-only"), "{}", said(&output));
    assert!(!home.at("a.sgf.bak").exists());

    fs::set_permissions(home.at("a.sgf"), fs::Permissions::from_mode(0o600)).expect("rights");
    fs::hard_link(home.at("a.sgf"), home.at("b.sgf")).expect("a link");
    let output = home.run("check --fix -v a.sgf", "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let told = "a.sgf: another hard link still has the old content";
    assert!(said(&output).contains(told), "{}", said(&output));
    assert_eq!(fs::read_to_string(home.at("b.sgf")).expect("a file"), broken);
    assert_eq!((mode(&home.at("a.sgf")), mode(&home.at("a.sgf.bak"))), (0o600, 0o600));
}

#[test]
fn the_log() {
    for hard in [false, true] {
        let home = Home::new();
        home.link("log", hard);
        // A folder for games that cannot be made is worth a line.
        fs::remove_dir(home.at("history")).expect("removed");
        fs::write(home.at("history"), "").expect("a file");
        let output = home.run("play --plain --size 5", "C3\n");
        assert!(said(&output).contains("the game is not saved"), "{}", said(&output));
        home.is_unharmed();
        // Without the link there is one.
        fs::remove_file(home.at("log")).expect("removed");
        home.run("play --plain --size 5", "C3\n");
        assert!(home.at("log").exists());
    }
}

#[test]
fn a_pipe_in_place_of_a_file() {
    let home = Home::new();
    pipe(&home.at("p.sgf"));
    pipe(&home.at("history/p.sgf"));
    let told = "p.sgf: it is a pipe, not a file; pipe it in and use `-`";
    for words in [
        "show p.sgf",
        "check p.sgf",
        "score p.sgf",
        "convert p.sgf - --to sgn",
        "play --plain --resume ./p.sgf",
        "lab solve --table p.sgf",
        "play --plain --size 2 --white table:p.sgf",
    ] {
        let output = home.run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).contains(told), "{words}: {}", said(&output));
    }
    let output = home.run("play --plain --resume history/p.sgf", "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("p.sgf: it is a pipe, not a file"), "{}", said(&output));
    assert!(home.run("history", "").status.code().is_some());

    pipe(&home.at("config.toml"));
    let output = home.run("config check", "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("config.toml: it is a pipe"), "{}", said(&output));

    fs::create_dir(home.at("match")).expect("a folder");
    pipe(&home.at("match/results.jsonl"));
    let words = "match --first random --second random --games 2 --size 5 --out match";
    let output = home.run(words, "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("results.jsonl: it is a pipe"), "{}", said(&output));
}

#[test]
fn standard_input_by_a_path() {
    let home = Home::new();
    let output = home.run("show /dev/stdin", GAME);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("pipe it in and use `-`"), "{}", said(&output));
    assert_eq!(home.run("show -", GAME).status.code(), Some(0));
}

#[test]
fn the_original_of_a_resumed_game() {
    let home = Home::new();
    let text = format!("Dear Bob,\n{GAME}\nmore:\n(;SZ[9]GN[second])\nYours, Ann\n");
    let path = home.at("history/a.sgf");
    fs::write(&path, &text).expect("a game");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    let output = home.run("play --plain --resume a.sgf", "D4\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("a.sgf.orig"), "{}", said(&output));
    let original = home.at("history/a.sgf.orig");
    assert_eq!(fs::read_to_string(&original).expect("a file"), text);
    let now = fs::read_to_string(&path).expect("a game");
    assert!(now.contains("B[ee];W[cc];B[df]") && now.contains("GN[second]"), "{now}");
    assert_eq!((mode(&path), mode(&original)), (0o600, 0o600));

    let output = home.run("play --plain --resume a.sgf", "D5\n");
    assert!(!said(&output).contains(".orig"), "{}", said(&output));
    assert_eq!(home.names("history"), ["a.sgf", "a.sgf.orig"]);
    assert_eq!((mode(&path), mode(&original)), (0o600, 0o600));
}
