//! Games by the table of a solved board, by the program itself.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn hoshi(words: &str, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .env("HOSHI_CONFIG", folder.join("config.toml"))
        .env("HOSHI_HISTORY", folder.join("history"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// By how much Black wins, with these players.
fn margin(players: &str, size: &str, seed: u64, folder: &Path) -> i32 {
    let words = format!("play --no-record --rules simple --size {size} --seed {seed} {players}");
    let output = hoshi(&words, folder);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{words}: {text}");
    let result = text.lines().rev().find(|line| !line.contains(' ') && !line.is_empty());
    match result.and_then(|result| result.split_once('+')) {
        Some(("B", by)) => by.parse().expect("points"),
        Some(("W", by)) => -by.parse::<i32>().expect("points"),
        _ => panic!("{words}: {text}"),
    }
}

/// Nobody gets more against a table than the board is worth, and the game ends.
#[test]
fn a_table_gets_what_it_is_sure_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (size, low, high) in [("3x3", 9, 9), ("4x2", 8, 8), ("4x3", 4, 12)] {
        let table = format!("{size}.table");
        assert!(hoshi(&format!("lab solve {size} --out {table}"), folder).status.success());
        let play = |players: String, seed| margin(&players, size, seed, folder);
        for seed in 1..=10 {
            let black = play(format!("--black table:{table} --white random"), seed);
            assert!(black >= low, "{size} {seed}: {black}");
            let white = play(format!("--black random --white table:{table}"), seed);
            assert!(white <= high, "{size} {seed}: {white}");
        }
    }
    let both = margin("--black table:3x3.table --white table:3x3.table", "3x3", 1, folder);
    assert_eq!(both, 9);
}

/// A position that comes through a pipe can be read only once.
#[test]
fn a_position_from_standard_input() {
    let words = ["lab", "solve", "2x2", "--position", "-"];
    let mut program = Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    program.stdin.take().expect("its input").write_all(b".X\n..\n").expect("it reads");
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains(" X\n"), "{text}");
}

/// On 2x2 one can take for ever; where no person plays, that comes to an end without a result.
#[test]
fn two_tables_do_not_play_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(hoshi("lab solve 2x2 --out 2x2.table", folder).status.success());
    let white = ["table:2x2.table", "random"];
    for (number, white) in white.into_iter().enumerate() {
        let players = format!("--black table:2x2.table --white {white} --seed 1");
        let output = hoshi(&format!("play --plain --size 2 --rules simple {players}"), folder);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}");
        assert!(text.contains("\nResult: "), "{text}");
        if number == 0 {
            assert!(text.contains("Result: Void"), "{text}");
            let games = std::fs::read_dir(folder.join("history")).expect("the history");
            let paths = games.map(|entry| entry.expect("an entry").path());
            let mut games = paths.filter(|path| path.extension().is_some_and(|end| end == "sgf"));
            let game = std::fs::read_to_string(games.next().expect("a game")).expect("its record");
            assert!(game.contains("RE[Void]"), "{game}");
        }
    }
}

/// A game of another board, or under other rules, does not go on with a table.
#[test]
fn a_table_goes_on_only_with_what_it_knows() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(hoshi("lab solve 2x2 --out 2x2.table", folder).status.success());
    let cases = [
        ("(;GM[1]FF[4]SZ[9]RU[Chinese];B[ee])", "its table is of 2x2, and the game is on 9x9"),
        ("(;GM[1]FF[4]SZ[2]RU[Japanese];B[aa])", "its table is of simple ko"),
    ];
    for (record, why) in cases {
        std::fs::write(folder.join("game.sgf"), record).expect("a record");
        let output = hoshi("play --plain --resume game.sgf --white table:2x2.table", folder);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}
