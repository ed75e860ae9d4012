//! The history as its users meet it, where files change: in folders that are made for it.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use hoshi_record::kifu::{About, Kifu};
use hoshi_store::{History, RealDisk, Recorder, When};
use serde_json::Value;

fn hoshi(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .arg("history")
        .args(words)
        .env("HOSHI_HISTORY", folder)
        .env("TZ", "UTC")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn games(folder: &Path, words: &[&str]) -> Vec<Value> {
    let text = stdout(&hoshi(folder, &[&["--json"], words].concat()));
    serde_json::from_str(&text).expect("a list")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (day, text) in [(1, "(;SZ[9];B[aa])"), (2, "(;SZ[9]RE[B+R])"), (3, "(;SZ[9];B[cc];W[])")] {
        let name = format!("2026-11-0{day}_120000_9x9.sgf");
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

#[test]
fn deleted_games_are_in_the_trash() {
    let folder = folder();
    let there = |name: &str| folder.path().join(name).exists();
    let refused = hoshi(folder.path(), &["delete", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--yes"));
    let wrong = hoshi(folder.path(), &["delete", "--yes", "1", "7"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(games(folder.path(), &[]).len(), 3);
    // Numbers are those of the list, and one game is one game.
    let done = hoshi(folder.path(), &["delete", "--yes", "1", "2", "2026-11-03_120000_9x9"]);
    assert_eq!(stdout(&done), "");
    assert_eq!(stderr(&done).lines().count(), 2);
    assert!(stderr(&done).contains("moved to the trash"));
    assert!(there(".trash/2026-11-03_120000_9x9.sgf") && there(".trash/2026-11-02_120000_9x9.sgf"));
    let left = games(folder.path(), &[]);
    assert_eq!((left.len(), &left[0]["name"]), (1, &"2026-11-01_120000_9x9.sgf".into()));
}

#[test]
fn a_game_that_is_played_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let history = History::new(Arc::new(RealDisk), folder.path());
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let when = When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };
    let mut kifu = Kifu::begin(&game, &About::default()).expect("a record");
    let mut recorder = Recorder::begin(&history, when.stem(game.size()));
    let change = kifu.play(Color::Black, Move::Pass, None).expect("a move");
    recorder.save(&kifu, change).expect("a move on disk");
    assert!(stdout(&hoshi(folder.path(), &[])).contains("being played"));
    assert_eq!(games(folder.path(), &[])[0]["playing"], true);
    let refused = hoshi(folder.path(), &["delete", "1", "--yes"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("being played"), "{refused:?}");
    let change = kifu.play(Color::White, Move::Pass, None).expect("a move");
    recorder.save(&kifu, change).expect("it continues");
    drop(recorder);
    assert!(stdout(&hoshi(folder.path(), &[])).contains("unfinished"));
}

#[test]
fn exports_are_files() {
    let folder = folder();
    let out = folder.path().join("out.dgf");
    let words = ["export", "1", out.to_str().expect("text")];
    stdout(&hoshi(folder.path(), &words));
    assert!(fs::read_to_string(&out).expect("a file").contains("moves = ["));
    assert_eq!(hoshi(folder.path(), &words).status.code(), Some(2));
    stdout(&hoshi(folder.path(), &[&words[..], &["--force"]].concat()));
    let own = folder.path().join("2026-11-03_120000_9x9.sgf");
    let onto = hoshi(folder.path(), &["export", "1", own.to_str().expect("text"), "--force"]);
    assert_eq!(onto.status.code(), Some(2), "an input is never overwritten");
}

#[test]
fn other_names_have_the_time_of_their_file() {
    let folder = folder();
    let path = folder.path().join("Shusaku.sgf");
    fs::write(&path, "(;)").expect("a file");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_793_620_800);
    File::options().write(true).open(&path).expect("it").set_modified(time).expect("a time");
    let list = games(folder.path(), &[]);
    let of = |index: usize| [&list[index]["name"], &list[index]["date"], &list[index]["time"]];
    assert_eq!(of(1), ["Shusaku.sgf", "2026-11-02", "12:00:00"]);
    let output = Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .args(["history", "--json"])
        .env("HOSHI_HISTORY", folder.path())
        .env("TZ", "JST-9")
        .output();
    let list: Value = serde_json::from_slice(&output.expect("it starts").stdout).expect("a list");
    assert_eq!(list[0]["name"], "2026-11-03_120000_9x9.sgf");
    assert_eq!((&list[1]["name"], &list[1]["time"]), (&"Shusaku.sgf".into(), &"21:00:00".into()));
}

#[test]
fn the_folder_is_where_the_settings_are() {
    let folder = |config: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
        command.args(["history", "path"]).env_remove("HOSHI_HISTORY").env("HOME", "/nobody");
        match config {
            Some(config) => command.env("XDG_CONFIG_HOME", config),
            None => command.env_remove("XDG_CONFIG_HOME"),
        };
        stdout(&command.output().expect("the program starts"))
    };
    if cfg!(unix) {
        assert_eq!(folder(Some("/settings")), "/settings/hoshi/history\n");
        assert_eq!(folder(Some("relative")), "/nobody/.config/hoshi/history\n");
        assert_eq!(folder(None), "/nobody/.config/hoshi/history\n");
    }
}

#[test]
fn a_table_fits_eighty_columns() {
    let folder = folder();
    let long = "A very long name that goes on and on ".repeat(4);
    let text = format!("(;PB[{long}]PW[{long}]RE[{long}])");
    fs::write(folder.path().join("2026-12-01_000000_19x19.sgf"), text).expect("a file");
    fs::write(folder.path().join(format!("{}.sgf", "x".repeat(100))), "").expect("a file");
    let table = stdout(&hoshi(folder.path(), &[]));
    assert!(table.contains('…'));
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
