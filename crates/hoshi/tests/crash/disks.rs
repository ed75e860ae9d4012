//! Disks as they are in life: full, gone, forbidden, and well again later.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::left::keep;
use crate::program::{Live, hoshi, is_asked_for, new_game, record, resume, run, scratch, works};
use crate::script::{Script, State};

const NOT_SAVED: &str = "error: the game is not saved: ";
const SAVED: &str = "All is saved now.";

/// A game that is played line by line, and must be on disk except where it was said that it is not.
struct Played<'a> {
    live: Live,
    history: &'a Path,
    lines: Vec<String>,
}

impl<'a> Played<'a> {
    fn start(live: Live, history: &'a Path) -> Played<'a> {
        Played { live, history, lines: Vec::new() }
    }

    /// Feeds in a line; what is said to it.
    fn say(&mut self, line: &str) -> String {
        self.lines.push(line.to_owned());
        self.live.say(line)
    }

    /// Feeds in lines that are saved without a word.
    fn saved(&mut self, lines: &str) {
        for line in lines.split(' ') {
            assert_eq!(self.say(line), "", "{line}");
            self.check();
        }
    }

    /// Feeds in lines of which the first is the first that cannot be saved, or there were some before.
    fn not_saved(&mut self, lines: &str, is_first: bool) {
        for (nth, line) in lines.split(' ').enumerate() {
            let said = self.say(line);
            let wanted = if is_first && nth == 0 { NOT_SAVED } else { "Still not saved." };
            assert!(said.contains(wanted) && !said.contains(SAVED), "{line}: {said}");
        }
    }

    /// Feeds in a line with which all is saved again.
    fn caught_up(&mut self, line: &str) {
        let said = self.say(line);
        assert!(said.contains(SAVED), "{line}: {said}");
        self.check();
    }

    /// The file holds all that was fed in.
    fn check(&self) {
        let file = record(self.history);
        let script = Script::of(self.lines.iter().map(String::as_str));
        assert_eq!(&State::of_whole(&fs::read(&file).expect("a record")), script.last());
        keep(&file, script.last());
    }

    /// Nobody else may go on with it meanwhile.
    fn is_held(&self) {
        let second = run(hoshi(&[], self.history, &resume(&record(self.history))), "");
        assert_eq!(second.status.code(), Some(2), "{}", second.err);
        let sentence = format!("it is being played by process {}", self.live.id());
        assert!(second.err.contains(&sentence), "{}", second.err);
    }

    /// Ends it, with all saved.
    fn end(self) {
        self.check();
        let history = self.history;
        let ended = self.live.end();
        assert_eq!(ended.status.code(), Some(0), "{}", ended.err);
        assert_eq!(fs::read_dir(history).expect("a folder").count(), 1, "something is left behind");
    }
}

#[test]
fn a_folder_that_vanishes_and_comes_back() {
    if !is_asked_for("crash") {
        return;
    }
    let folder = scratch();
    let (history, away) = (folder.path().join("history"), folder.path().join("away"));
    let mut game = Played::start(Live::start(hoshi(&[], &history, &new_game())), &history);
    game.saved("E5 E4 D4");
    fs::rename(&history, &away).expect("a folder to rename");
    game.not_saved("C3 undo G7", true);
    fs::rename(&away, &history).expect("a folder to rename");
    game.caught_up("B2");
    game.is_held();
    game.saved("H8 undo G3");
    game.end();
}

#[test]
fn a_folder_that_vanishes_for_good() {
    if !is_asked_for("crash") {
        return;
    }
    let folder = scratch();
    let (history, away) = (folder.path().join("history"), folder.path().join("away"));
    let mut game = Played::start(Live::start(hoshi(&[], &history, &new_game())), &history);
    game.saved("E5 E4 D4");
    fs::rename(&history, &away).expect("a folder to rename");
    game.not_saved("C3 G7", true);
    // The end is the last chance, and makes the folder anew.
    let Played { live, lines, .. } = game;
    let ended = live.end();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.err);
    let script = Script::of(lines);
    for (folder, wanted) in [(&away, &script.states[3]), (&history, script.last())] {
        let file = record(folder);
        assert_eq!(&State::of_whole(&fs::read(&file).expect("a record")), wanted);
        keep(&file, wanted);
    }
}

#[test]
fn a_folder_that_must_not_be_written() {
    if !is_asked_for("crash") {
        return;
    }
    // Nothing is forbidden to root, so it becomes somebody else.
    let is_root = works("sh", &["-c", "test $(id -u) = 0"]);
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    if is_root && !works(nobody[0], &[&nobody[1..], &["true"]].concat()) {
        hoshi_testkit::skip("no read-only folder, since there is no setpriv to leave root with");
        return;
    }
    // Where others may go, with a program that they may run.
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("hoshi");
    fs::copy(env!("CARGO_BIN_EXE_hoshi"), &program).expect("a copy of the program");
    let history = folder.path().join("history");
    fs::create_dir(&history).expect("a folder");
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("permissions to set");
    };
    allow(folder.path(), 0o755);
    let start = |words: &[&OsStr]| {
        let mut command = if is_root {
            assert!(works("chown", &["65534:65534", history.to_str().expect("a plain path")]));
            let mut command = Command::new(nobody[0]);
            command.args(&nobody[1..]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        let plain = hoshi(&[], &history, words);
        let envs = plain.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.args(words).envs(envs);
        Live::start(command)
    };

    // Forbidden from the beginning, then allowed.
    allow(&history, 0o555);
    let mut game = Played::start(start(&new_game()), &history);
    game.not_saved("E5 E4 undo C3", true);
    allow(&history, 0o755);
    game.caught_up("G7");
    // Forbidden in the middle: the file is still there to add to, but cannot be replaced.
    allow(&history, 0o555);
    game.saved("B2 H8");
    game.not_saved("undo F6", true);
    allow(&history, 0o755);
    game.caught_up("F3");
    game.saved("undo D7");
    game.end();

    // Forbidden to the end.
    fs::remove_file(record(&history)).expect("a record");
    allow(&history, 0o555);
    let mut game = Played::start(start(&new_game()), &history);
    game.not_saved("E5 E4 undo C3", true);
    let Played { live, lines, .. } = game;
    let ended = live.end();
    assert_eq!(ended.status.code(), Some(2), "{}", ended.err);
    let at = ended.out.rfind("(;GM").expect("a record");
    let state = State::of_whole(&ended.out.as_bytes()[at..]);
    assert_eq!(&state, Script::of(lines).last());
    allow(&history, 0o755);
}

#[test]
fn a_disk_that_is_full() {
    if !is_asked_for("disks") {
        return;
    }
    let Some(folder) = in_own_mounts("disks::a_disk_that_is_full") else { return };
    let disk = folder.join("disk");
    fs::create_dir(&disk).expect("a folder");
    let place = disk.to_str().expect("a plain path");
    if !works("mount", &["-t", "tmpfs", "-o", "size=64k", "none", place]) {
        hoshi_testkit::skip_privileged("no full disk, since no tmpfs can be mounted");
        return;
    }
    let history = disk.join("history");
    let fill = || {
        let mut file = File::create(disk.join("filler")).expect("a file");
        while file.write_all(&[b'x'; 1024]).is_ok() {}
    };
    let free = || fs::remove_file(disk.join("filler")).expect("a file to remove");

    // Full from the beginning.
    fill();
    let mut game = Played::start(Live::start(hoshi(&[], &history, &new_game())), &history);
    game.not_saved("E5 E4 undo C3", true);
    free();
    game.caught_up("G7");
    game.saved("B2 undo B3");
    // Full in the middle: where the last block has room moves are added, but nothing is replaced.
    fill();
    game.saved("H8 H7");
    game.not_saved("undo F6 F7", true);
    free();
    game.caught_up("F3");
    // Full where a block ends.
    let text = fs::read(record(&history)).expect("a record");
    let len = text.trim_ascii_end().len() + 1;
    assert_eq!(game.say(&format!("comment {}", "x".repeat(4096 - 40 - len))), "");
    game.check();
    fill();
    let mut is_behind = false;
    for point in ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "J1", "J2", "J3", "J4"] {
        let said = game.say(point);
        is_behind |= said.contains(NOT_SAVED);
        if !is_behind {
            game.check();
        }
    }
    assert!(is_behind, "the block never ended");
    free();
    game.caught_up("J9");
    game.end();
    println!("counted: 3 times a full disk");
}

const INSIDE: &str = "HOSHI_OWN_MOUNTS";

/// Whether this process has mounts of its own.
pub(crate) fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// Runs the test that asks in a process whose mounts are its own, so that none is ever left behind. In
/// that process, a folder to mount in; in the one that asks, nothing: the test was run.
pub(crate) fn in_own_mounts(test: &str) -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(INSIDE) {
        return Some(folder.into());
    }
    // Who is not root may be it in a world of their own.
    let ways = [&["--mount"][..], &["--mount", "--map-root-user"]];
    let way = ways.into_iter().find(|way| works("unshare", &[way, &["true"][..]].concat()));
    let Some(way) = way else {
        let why = format_args!("{test}: no mounts of one's own here (unshare --mount)");
        hoshi_testkit::skip_privileged(why);
        return None;
    };
    // Taken away out here, where nothing is mounted in it.
    let folder = scratch();
    let this = std::env::current_exe().expect("this program");
    let output = Command::new("unshare")
        .args(way)
        .arg("--kill-child")
        .arg(this)
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, folder.path())
        .output()
        .expect("unshare works");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines() {
        // The name of the test may stand before the first of them.
        let at = ["counted: ", "skipped: "].into_iter().find_map(|word| line.find(word));
        if let Some(at) = at {
            println!("{}", &line[at..]);
        }
    }
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{err}");
    assert!(text.contains("1 passed"), "{text}");
    None
}
