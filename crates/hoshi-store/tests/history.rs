//! The history on the disk of this machine: what is listed, found, deleted and swept.

mod pair;

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use hoshi_record::kifu::{About, Player};
use hoshi_store::{DeleteError, Entry, FindError, History, Problem, RealDisk, When};
use pair::Pair;

const WHEN: When = When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };

fn history(folder: &Path) -> History {
    History::new(Arc::new(RealDisk), folder)
}

fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).unwrap();
}

fn names(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.name.as_str()).collect()
}

/// The names in a folder, including hidden files.
fn inside(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A game that is being played, with one move.
fn played(folder: &Path) -> Pair {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let player = |name: &str| Player { name: name.to_owned(), rank: None };
    let (black, white) = (player("Ann"), player("Bob"));
    let about = About { black, white, date: WHEN.date(), ..About::default() };
    let mut recorder = Pair::begin(&history(folder), &game, &about, WHEN);
    recorder.play(Color::Black, Move::Pass, None).unwrap();
    recorder
}

#[test]
fn a_folder_that_is_not_there_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let history = history(&folder.path().join("nowhere"));
    assert!(history.list().unwrap().is_empty());
    assert!(history.unfinished().unwrap().is_empty());
    assert_eq!(history.sweep().unwrap(), 0);
    let error = history.find("1").unwrap_err();
    assert_eq!(error.to_string(), "there is no game 1 in the history: it is empty");
    assert!(matches!(history.delete("a.sgf"), Err(DeleteError::Disk { .. })));
    assert!(inside(folder.path()).is_empty());
}

#[test]
fn the_newest_is_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in [
        "2026-11-16_093005_9x9.sgf",
        "2026-11-16_093005_9x9-10.sgf",
        "2026-11-16_093005_9x9-2.sgf",
        "2025-01-01_000000_19x19.sgf",
        "2026-11-16_093006_9x9.sgf",
        "Shusaku.sgf",
        ".hidden.sgf",
        "notes.txt",
        "sgf",
    ] {
        put(path, name, "(;)");
    }
    fs::create_dir(path.join("folder.sgf")).unwrap();
    let day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_750_000_000);
    File::options().write(true).open(path.join("Shusaku.sgf")).unwrap().set_modified(day).unwrap();
    let list = history(path).list().unwrap();
    assert_eq!(
        names(&list),
        [
            "2026-11-16_093006_9x9.sgf",
            "2026-11-16_093005_9x9-10.sgf",
            "2026-11-16_093005_9x9-2.sgf",
            "2026-11-16_093005_9x9.sgf",
            "Shusaku.sgf",
            "2025-01-01_000000_19x19.sgf",
        ]
    );
    assert!(list.iter().map(|entry| entry.number).eq(1..=6));
    let history = history(path);
    for entry in &list {
        assert!(history.contains(&entry.name).unwrap(), "{}", entry.name);
    }
    for name in [".hidden.sgf", "notes.txt", "sgf", "folder.sgf", "Shusaku", "../Shusaku.sgf", ""] {
        assert!(!history.contains(name).unwrap(), "{name}");
    }
    assert_eq!(list[4].when.to_string(), "2025-06-15_150640");
    // In another time zone.
    let later = |time| When::utc(time + Duration::from_secs(3600 * 9));
    let list = history.with_local_time(later).list().unwrap();
    assert_eq!(list[4].when.to_string(), "2025-06-16_000640");
}

#[test]
fn what_a_list_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    put(
        path,
        "2026-01-05_000000_9x9.sgf",
        "(;SZ[9]PB[Ann]PW[Bob]DT[2026-01-05]RE[W+3.5];B[cc];W[]\n(;B[dd])(;B[ee];W[ff]))(;SZ[5];B[aa])",
    );
    put(
        path,
        "2026-01-04_000000_9x7.sgf",
        b"(;CA[Shift_JIS]SZ[9:7]PB[\x96\x7b\x88\xf6\x96\x56]RE[?];B[aa])",
    );
    put(path, "2026-01-03_000000_19x19.sgf", "(;RE[ ];B[aa]");
    put(path, "2026-01-02_000000_19x19.sgf", "");
    put(path, "2026-01-01_000000_19x19.sgf", "no game");
    let list = history(path).list().unwrap();
    let game = |index: usize| list[index].game.as_ref().unwrap();
    assert_eq!((game(0).black.as_str(), game(0).white.as_str()), ("Ann", "Bob"));
    assert_eq!((game(0).date.as_str(), game(0).size, game(0).moves), ("2026-01-05", Size::S9, 3));
    assert_eq!(game(0).result.as_deref(), Some("W+3.5"));
    assert_eq!(list[0].bytes, 92);
    assert_eq!((game(1).black.as_str(), game(1).size), ("本因坊", Size::new(9, 7).unwrap()));
    assert_eq!(game(2).moves, 1);
    assert!(matches!(list[3].game, Err(Problem::Empty)));
    assert!(matches!(list[4].game, Err(Problem::NoGame(_))));
    let unfinished: Vec<bool> = list.iter().map(Entry::is_unfinished).collect();
    assert_eq!(unfinished, [false, true, true, false, false]);
    let waiting = history(path).unfinished().unwrap();
    assert_eq!(names(&waiting), ["2026-01-04_000000_9x7.sgf", "2026-01-03_000000_19x19.sgf"]);
}

#[test]
fn a_torn_move_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let whole = "(;SZ[9]PB[Ann];B[cc];W[dd]";
    for (end, moves) in [
        (")\n", 2),
        (";B[ee])\n", 3),
        (";B[ee])", 3),
        (";B[ee]", 3),
        (";B[ee", 2),
        (";B[", 2),
        (";B", 2),
        (";", 2),
        ("", 2),
        (";B[])", 3),
        (";B[\0\0\0\0\0", 2),
        (";B[ee]\0\0\0", 3),
        ("\0\0\0\0\0\0\0\0", 2),
        (")\n[ee])\n", 2),
    ] {
        put(folder.path(), "a.sgf", format!("{whole}{end}"));
        let list = history(folder.path()).list().unwrap();
        assert_eq!(list[0].game.as_ref().unwrap().moves, moves, "{end:?}");
    }
}

#[cfg(unix)]
#[test]
fn odd_files_are_no_error_for_all() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    put(path, "good.sgf", "(;B[aa])");
    fs::write(path.join(OsStr::from_bytes(b"b\xffd.sgf")), "(;)").unwrap();
    std::os::unix::fs::symlink("nowhere", path.join("broken.sgf")).unwrap();
    std::os::unix::fs::symlink("good.sgf", path.join("linked.sgf")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(path.join("pipe.sgf")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let list = history(path).list().unwrap();
    let mut found = names(&list);
    found.sort_unstable();
    assert_eq!(found, ["b\u{fffd}d.sgf", "good.sgf", "linked.sgf"]);
    let bad = list.iter().find(|entry| entry.name.starts_with('b')).unwrap();
    assert!(matches!(bad.game, Err(Problem::Name)));
    assert!(history(path).find("").is_err());
}

#[test]
fn games_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    put(path, "2026-11-16_093005_9x9.sgf", "(;SZ[9])");
    put(path, "2026-11-15_093005_9x9.sgf", "(;SZ[9])");
    put(path, "secret.txt", "");
    let history = history(path);
    assert_eq!(history.find("2").unwrap().name, "2026-11-15_093005_9x9.sgf");
    let named = history.find("2026-11-15_093005_9x9").unwrap();
    assert_eq!((named.number, named.name.as_str()), (2, "2026-11-15_093005_9x9.sgf"));
    assert_eq!(history.find("2026-11-16_093005_9x9.sgf").unwrap().number, 1);
    let error = |which| history.find(which).unwrap_err().to_string();
    assert_eq!(error("3"), "there is no game 3 in the history: it has games 1 to 2, newest first");
    assert_eq!(error("0"), "there is no game 0 in the history: it has games 1 to 2, newest first");
    let huge = "99999999999999999999999999";
    assert!(matches!(history.find(huge), Err(FindError::Number { there: 2, .. })));
    assert_eq!(
        error("2026-11-15"),
        "there is no game `2026-11-15` in the history; did you mean `2026-11-15_093005_9x9.sgf`?"
    );
    assert_eq!(error("../q"), "there is no game `../q` in the history");
    assert!(history.find("secret.txt").is_err());
}

#[test]
fn a_deleted_game_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let history = history(path);
    for (number, name) in ["a.sgf", "a-2.sgf", "a-3.sgf"].into_iter().enumerate() {
        put(path, "a.sgf", format!("(;C[{number}])"));
        assert_eq!(history.delete("a.sgf").unwrap(), path.join(".trash").join(name));
        assert_eq!(inside(path), [".trash"]);
    }
    assert_eq!(fs::read(path.join(".trash/a-2.sgf")).unwrap(), b"(;C[1])");
    assert!(history.list().unwrap().is_empty());
    assert!(matches!(history.delete("a.sgf"), Err(DeleteError::Disk { .. })));
    assert_eq!(inside(path), [".trash"]);
}

#[test]
fn a_game_that_is_played_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let recorder = played(path);
    let name = "2026-11-16_093005_9x9.sgf";
    let history = history(path);
    put(path, &format!(".{name}.new"), "being written");
    let before = inside(path);
    let list = history.list().unwrap();
    assert!(list[0].is_played && list[0].is_unfinished());
    assert!(history.unfinished().unwrap().is_empty());
    let process = Some(std::process::id());
    let error = history.delete(name).unwrap_err();
    assert!(matches!(error, DeleteError::Held { process: by, .. } if by == process));
    assert_eq!(history.sweep().unwrap(), 0);
    assert_eq!(inside(path), before);
    drop(recorder);
    assert!(!history.list().unwrap()[0].is_played);
    assert_eq!(names(&history.unfinished().unwrap()), [name]);
    history.delete(name).unwrap();
    assert_eq!(inside(path), [".trash"]);
}

#[test]
fn what_stopped_processes_left_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    put(path, "a.sgf", "(;)");
    for name in [".a.sgf.lock", ".a.sgf.new", ".b.sgf.new", ".c.sgf.lock", ".other", ".d.new"] {
        put(path, name, "4711 0\n");
    }
    assert!(!history(path).list().unwrap()[0].is_played);
    assert_eq!(history(path).sweep().unwrap(), 3);
    assert_eq!(inside(path), [".d.new", ".other", "a.sgf"]);
    assert_eq!(history(path).sweep().unwrap(), 0);
}
