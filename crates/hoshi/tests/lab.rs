//! The census of the program: broken off by signals, and read by others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn hoshi(words: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    // Nobody's own configuration is ever looked at.
    command.env("HOSHI_CONFIG", "/nowhere/config.toml").env("HOSHI_HISTORY", "/nowhere/history");
    command
}

fn run(words: &str, folder: &Path) -> Output {
    let output = hoshi(words, folder).output().expect("the program starts");
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {talk}");
    output
}

/// The files of a census, each with the time of its last change.
fn files(folder: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let Ok(read) = fs::read_dir(folder) else { return Vec::new() };
    let paths = read.map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "census"));
    let with_time = |path: PathBuf| {
        let changed = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        (path, changed)
    };
    let mut files: Vec<_> = files.map(with_time).collect();
    files.sort();
    files
}

/// A census that is killed, and broken off by Ctrl-C, has whole files only, and goes on.
#[cfg(unix)]
#[test]
fn signals() {
    use rustix::process::{Pid, Signal, kill_process};

    const ALL: &str = "lab census 5x4 --ko strict --parts 0-127 --threads 1 --per-part --json";
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("d");
    // One part here and there, so that the rest is many files.
    for part in (15..128).step_by(16) {
        run(&format!("lab census 5x4 --ko strict --out d --parts {part}"), home.path());
    }
    for signal in [Signal::KILL, Signal::INT] {
        let before = files(&folder);
        let mut child = hoshi(&format!("{ALL} --out d"), home.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        while files(&folder).len() == before.len() {
            assert_eq!(
                child.try_wait().expect("a child"),
                None,
                "it ended before a file was there"
            );
            std::thread::yield_now();
        }
        kill_process(Pid::from_child(&child), signal).expect("a signal");
        let output = child.wait_with_output().expect("an end");
        let talk = String::from_utf8_lossy(&output.stderr);
        if signal == Signal::INT {
            assert_eq!(output.status.code(), Some(130), "{talk}");
            assert!(talk.contains("interrupted; the same command continues in d"), "{talk}");
        } else {
            assert!(!output.status.success());
        }
        let after = files(&folder);
        assert!(after.len() < 16 && before.iter().all(|file| after.contains(file)));
        let checked = hoshi("lab verify d --json", home.path()).output().expect("checked");
        assert_eq!(checked.status.code(), Some(1), "parts are missing");
        let text = String::from_utf8_lossy(&checked.stdout);
        assert!(text.contains("\"faults\":[]"), "{text}");
    }
    let before = files(&folder);
    let kept = run(&format!("{ALL} --out d"), home.path());
    let after = files(&folder);
    assert!(before.iter().all(|file| after.contains(file)));
    let talk = String::from_utf8_lossy(&kept.stderr);
    assert!(talk.contains(" of 128 parts were there already"), "{talk}");
    // As if nothing had happened.
    let counted = run(ALL, home.path());
    assert_eq!(kept.stdout, counted.stdout);
    let left =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("one").file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with('.')).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Writes censuses for the judge, if it wants any.
#[test]
fn judged() {
    let Some(folder) = std::env::var_os("HOSHI_CENSUS").map(PathBuf::from) else {
        hoshi_testkit::runs_in("judges", "lets other programs read censuses");
        return;
    };
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (size, ko, layout) in [
        ("3x3", "strict", "packed"),
        ("3x3", "loose", "packed"),
        ("3x3", "loose", "seed"),
        ("4x2", "strict", "seed"),
        ("2x4", "none", "seed"),
        ("3x2", "none", "packed"),
        ("9x1", "strict", "packed"),
        ("1x1", "loose", "packed"),
        ("5x3", "strict", "packed"),
    ] {
        let name = format!("{size}-{ko}-{layout}");
        let census = format!("lab census {size} --ko {ko} --layout {layout} --out {name} --json");
        let told = run(&census, &folder);
        fs::write(folder.join(format!("{name}.json")), told.stdout).expect("written");
        for ending in ["csv", "npy"] {
            run(&format!("lab export {name} {name}.{ending}"), &folder);
        }
    }
    println!("counted: 9 censuses written for others to read");
}
