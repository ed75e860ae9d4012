//! The built-in bot as users meet it: in games by lines, in matches and in analyses. Nothing here asks who
//! wins; games must be legal, recorded and over.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A place of its own for everything that the program keeps.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
        command
            .args(words.split_whitespace())
            .current_dir(self.0.path())
            .env("HOSHI_HISTORY", self.path("history"))
            .env("HOSHI_CONFIG", self.path("config.toml"))
            .env("HOSHI_LOG", self.path("log"))
            .env("USER", "Ann")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, words: &str) -> (String, String) {
        said(words, &self.command(words).output().expect("the program runs"))
    }

    /// Plays these lines.
    fn play(&self, words: &str, lines: &str) -> (String, String) {
        let words = format!("play {words}");
        let mut child = self
            .command(&words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A game may be over before all lines are read.
        let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
        said(&words, &child.wait_with_output().expect("the program ends"))
    }

    /// The games of the history, in the order of their names.
    fn games(&self) -> Vec<String> {
        texts(&self.path("history"))
    }

    /// A match of games that must be played without a fault; the records.
    fn records(&self, words: &str) -> Vec<String> {
        let out = self.path("match");
        let _ = fs::remove_dir_all(&out);
        let (data, _) = self.run(&format!("match {words} --out match --json"));
        let value: Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!(value["faults"], serde_json::json!([]), "{words}: {value}");
        let records = texts(&out);
        assert_eq!(records.len() as u64, value["games"].as_u64().expect("a number"), "{words}");
        for record in &records {
            // Whatever came of it, the game is over.
            assert!(record.contains("RE["), "{words}: {record}");
            assert!(record.contains("hoshi bot:"), "{words}: {record}");
        }
        let (_, talk) = self.run("check match");
        assert!(!talk.contains("illegal"), "{words}: {talk}");
        records
    }
}

/// Every SGF file of a folder.
fn texts(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "sgf"));
    paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect()
}

fn said(words: &str, output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (data, talk) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{words}: {talk}");
    (data, talk)
}

#[test]
fn short_games_are_legal_recorded_and_over() {
    let home = Home::new();
    let few = "bot:6,playouts=20";
    for (words, komi) in [
        (format!("--first {few} --second {few} --games 2 --size 5 --seed 1"), "KM[7.5]"),
        (format!("--first {few} --second random --games 2 --size 7 --seed 2"), "KM[7.5]"),
        (format!("--first {few} --second {few} --games 1 --size 2 --seed 3"), "SZ[2]"),
        (format!("--first {few} --second {few} --games 1 --size 5x7 --seed 4"), "SZ[5:7]"),
        (
            format!("--first {few} --second {few} --games 2 --size 5 --rules japanese --seed 5"),
            "RU[Japanese]",
        ),
        (
            format!(
                "--first {few} --second {few} --games 1 --size 5 --rules tromp-taylor --seed 6"
            ),
            "RU[",
        ),
        (
            format!("--first {few} --second random --games 2 --size 5 --rules capture=1 --seed 7"),
            "RE[",
        ),
        ("--first bot:1 --second bot:2 --games 1 --size 5 --seed 8".to_owned(), "hoshi bot:2"),
    ] {
        for record in home.records(&words) {
            assert!(record.contains(komi), "{words}: {record}");
        }
    }
}

/// Seed, playouts and one thread decide a game.
#[test]
fn a_game_can_be_played_again() {
    let home = Home::new();
    let moves = |words: &str| {
        let records = home.records(&format!("--games 2 --size 5 {words}"));
        records
            .iter()
            .map(|record| record[record.find(";B[").unwrap_or(0)..].to_owned())
            .collect::<Vec<_>>()
    };
    let one = "--first bot:6,playouts=30 --second bot:3,playouts=30 --seed 11";
    let again = moves(one);
    assert_eq!(moves(one), again);
    assert_ne!(moves(&one.replace("11", "12")), again);
    // A level without options is as certain.
    let level = "--first bot:1 --second bot:2 --seed 3";
    assert_eq!(moves(level), moves(level));
}

#[test]
fn options_and_levels_are_checked() {
    let home = Home::new();
    for (who, part) in [
        ("bot:0", "bot:1 to bot:10"),
        ("bot:5,playout=3", "there are playouts, threads, seed"),
        ("bot,threads=0", "1 to 256"),
    ] {
        let words = format!("play --size 5 --white {who}");
        let output = home.command(&words).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{who}");
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(talk.contains(part), "{who}: {talk}");
    }
    let output = home.command("play --size 1x5 --white bot:1").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("at least a 2x2 board"));
}

/// A person and the bot, to the count; the bot proposes dead stones.
#[test]
fn a_game_against_the_bot_to_the_count() {
    let home = Home::new();
    let words = "--size 5 --rules japanese --white bot:3,playouts=50,seed=1";
    let lines = format!("C3\nundo\nC3\n{}done\n", "pass\n".repeat(60));
    let (data, talk) = home.play(words, &lines);
    assert!(data.contains("Back to move 0\n"), "{data}");
    assert!(talk.contains("(by hoshi bot:3)."), "{talk}");
    let games = home.games();
    assert!(games[0].contains("PW[hoshi bot:3]"), "{games:?}");
    assert!(games[0].contains("RE["), "{games:?}");
}

/// Starts a game, types these lines, and waits for a line of talk with this in it.
fn wait_for(home: &Home, words: &str, lines: &str, wanted: &str) -> bool {
    let mut child = home
        .command(&format!("play {words}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    let talk = BufReader::new(child.stderr.take().expect("a pipe"));
    // If the line never comes, the input ends some time, and with it the program and its talk.
    let (found, is_found) = mpsc::channel::<()>();
    let patience = thread::spawn(move || {
        let _ = is_found.recv_timeout(Duration::from_secs(60));
        drop(input);
    });
    let is_there = talk.lines().map_while(Result::ok).any(|line| line.contains(wanted));
    drop(found);
    patience.join().expect("it only waits");
    child.wait().expect("the program ends");
    is_there
}

#[test]
fn a_hint_names_a_move_and_the_score() {
    let home = Home::new();
    assert!(wait_for(
        &home,
        "--size 5 --white bot:1",
        "hint\n",
        "hoshi bot:1 suggests C3 and estimates B+"
    ));
    // A script that goes on at once gets it too, before its next line is taken.
    let (_, talk) = home.play("--size 5 --white bot:1", "hint\nC3\nquit\n");
    assert!(talk.contains("suggests C3"), "{talk}");
}

/// On 5x5 the first move in the middle takes the whole board, and one in the corner gives it away.
/// In the capture game nobody has territory, and points say nothing.
#[test]
fn the_capture_game_has_no_points_and_no_territory() {
    let home = Home::new();
    let (data, _) = home.play("--size 5 --rules capture=1", "A5\nA4\nB4\nB5\n");
    assert!(data.contains("Result: W+1. White wins by 1 point"), "{data}");
    assert!(!data.contains("territory"), "{data}");
    let record = &home.games()[0];
    assert!(record.contains("RU[capture=1]") && record.contains("RE[W+1]"), "{record}");
    assert!(!record.contains("TB[") && !record.contains("TW["), "{record}");
    fs::write(home.path("game.sgf"), record).expect("a file");
    let (data, _) = home.run("analyze game.sgf --move 2 --playouts 300");
    assert!(data.contains(" % for Black, after 300 visits"), "{data}");
    for word in ["B+", "W+", "territory", "dead"] {
        assert!(!data.contains(word), "{word}: {data}");
    }
    let (data, _) = home.run("analyze game.sgf --all --playouts 300 -o out.sgf");
    assert!(!data.contains("points"), "{data}");
    let reviewed = fs::read_to_string(home.path("out.sgf")).expect("a record");
    let comments = reviewed.matches(" % for Black, 300 visits").count();
    assert!(comments >= 3 && !reviewed.contains("C[B+"), "{reviewed}");
    let bot = "--size 5 --rules capture=1 --white bot:1 --no-record";
    let (_, talk) = home.play(bot, "hint\nquit\n");
    assert!(talk.contains("suggests") && !talk.contains("estimates"), "{talk}");
}

#[test]
fn a_teacher_names_a_big_mistake() {
    let home = Home::new();
    let said = "That move loses about ";
    assert!(wait_for(&home, "--size 5 --teach", "A1\n", said));
    assert!(wait_for(&home, "--size 5 --teach", "A1\n", "`undo` takes it back."));
    // Without it, or after a good move, nothing is said.
    assert!(!wait_for(&home, "--size 5", "A1\nquit\n", said));
    assert!(!wait_for(&home, "--size 5 --teach", "C3\nquit\n", said));
}

#[test]
fn after_two_losses_an_easier_game_is_offered() {
    let home = Home::new();
    let words = "--size 9 --white bot:2";
    let (_, talk) = home.play(words, "E5\nresign\n");
    assert!(!talk.contains("in a row"), "{talk}");
    let (_, talk) = home.play(words, "E5\nresign\n");
    let easier =
        "You have lost two games in a row. A little easier: hoshi play --size 9 --white bot:1\n";
    assert!(talk.contains(easier), "{talk}");
    // Nothing is said after a game that is not over.
    let (_, talk) = home.play(words, "quit\n");
    assert!(!talk.contains("in a row"), "{talk}");
}

#[test]
fn an_unfinished_game_remembers_its_bot() {
    let home = Home::new();
    home.play("--size 5 --white bot:2,playouts=20,seed=3", "C3\nquit\n");
    let (_, talk) = home.play("--resume", "show\nquit\n");
    assert!(talk.contains("against hoshi bot:2 (White)"), "{talk}");
    let games = home.games();
    assert_eq!(games.len(), 1);
    // The level alone is kept: options are for one game.
    assert!(
        games[0].contains("PW[hoshi bot:2]") && games[0].contains("HOSHIW[bot:2]"),
        "{games:?}"
    );
    assert!(!games[0].contains("playouts"), "{games:?}");
}

#[test]
fn handicap_and_clocks() {
    let home = Home::new();
    let bot = "bot:6,playouts=20,seed=1";
    let words =
        format!("--size 9 --handicap 3 --black {bot} --white bot:4,playouts=20 --time 1m+3x5s");
    let (data, _) = home.play(&words, "");
    assert!(data.contains("Result: "), "{data}");
    // Black places the stones under these rules.
    let words = format!("--size 7 --handicap 2 --rules new-zealand --black {bot} --white random");
    let (data, _) = home.play(&words, "");
    assert!(data.contains("Result: "), "{data}");
    let games = home.games();
    assert!(games.iter().any(|game| game.contains("HA[3]") && game.contains("OT[")), "{games:?}");
    assert!(games.iter().any(|game| game.contains("HA[2]")), "{games:?}");
}

/// Two people: the bot judges all the same.
#[test]
fn dead_stones_are_proposed_where_nobody_can_be_asked() {
    let home = Home::new();
    // White B4 stands alone in a corner of Black's.
    let moves = "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 pass B4 pass pass".replace(' ', "\n");
    let (_, talk) = home.play("--size 5", &format!("{moves}\ndone\n"));
    assert!(
        talk.contains("Proposed dead stones: B4 (by unconditional life and playouts)."),
        "{talk}"
    );
}

/// A record whose third move gives ten stones away.
const BLUNDER: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]C[old];B[cd];W[dd];B[cc];W[dc];B[cb];W[db];B[ca];\
                       W[da];B[ce];W[de];B[cf];W[df];B[bb];W[dg];B[cg])";

#[test]
fn an_analysis_has_every_field_and_can_be_repeated() {
    let home = Home::new();
    fs::write(home.path("game.sgf"), BLUNDER).expect("a file");
    let words = "analyze game.sgf --move 8 --playouts 200 --seed 5 --json";
    let value: Value = serde_json::from_str(&home.run(words).0).expect("JSON");
    let fields: Vec<&String> = value.as_object().expect("an object").keys().collect();
    let wanted = "move turn visits win_rate score candidates dead seki owners result count";
    assert_eq!(fields, wanted.split(' ').collect::<Vec<_>>());
    assert!(value["result"].is_null() && value["count"].is_null(), "{value}");
    assert_eq!((&value["move"], &value["turn"]), (&8.into(), &"black".into()));
    assert_eq!(value["owners"].as_array().map(Vec::len), Some(7));
    let again: Value = serde_json::from_str(&home.run(words).0).expect("JSON");
    assert_eq!(value, again);
    let (page, _) = home.run("analyze game.sgf --playouts 100");
    assert!(page.starts_with("Move 15, White to play\n"), "{page}");
    assert!(page.contains("move    visits  win rate    score   line\n"), "{page}");
}

#[test]
fn a_whole_game_is_reviewed() {
    let home = Home::new();
    fs::write(home.path("game.sgf"), BLUNDER).expect("a file");
    let words = "analyze game.sgf --all --playouts 60 --seed 1";
    let value: Value = serde_json::from_str(&home.run(&format!("{words} --json")).0).expect("JSON");
    assert_eq!(value["moves"].as_array().map(Vec::len), Some(15));
    assert_eq!(value["players"]["black"]["moves"], 8);
    home.run(&format!("{words} -o new.sgf"));
    let new = fs::read_to_string(home.path("new.sgf")).expect("a file");
    // What was there stays, and every position has its value.
    assert!(new.contains("C[old\n\n") && new.matches(" for Black, ").count() >= 15, "{new}");
    // It is a record like any other, with the same main line.
    let (page, _) = home.run("show new.sgf --move 15");
    assert!(page.contains("Move 15 of 15: Black C1"), "{page}");
    // An existing file stays as it is.
    let output = home.command(&format!("{words} -o new.sgf")).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--force replaces it"));
    home.run(&format!("{words} -o new.sgf --force -q"));
}

/// Black has three columns of five and White two; White's stone at B4 is dead.
const FINISHED: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]RE[RESULT];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];\
                        B[ce];W[de];B[];W[bb];B[];W[])";

#[test]
fn a_finished_game_is_counted_beside_its_result() {
    let home = Home::new();
    fs::write(home.path("game.sgf"), FINISHED.replace("RESULT", "B+3.5")).expect("a file");
    let (page, _) = home.run("analyze game.sgf");
    for part in [
        "Move 14, both sides passed\n",
        "Result in the record: Black wins by 3.5 points.\n",
        "Counted with the dead stones that hoshi finds: Black wins by 4.5 points.\n",
        "Dead: B4\n",
        "total              15    10.5\n",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("win rate"), "{page}");
    let value: Value = serde_json::from_str(&home.run("analyze game.sgf --json").0).expect("JSON");
    assert_eq!(value["result"], "B+3.5");
    assert_eq!((&value["count"]["result"], &value["score"]), (&"B+4.5".into(), &4.5.into()));
    assert_eq!((&value["turn"], &value["candidates"]), (&Value::Null, &serde_json::json!([])));
    assert_eq!(value["dead"], serde_json::json!(["B4"]));
    // The move before the last is analysed as any other.
    let (page, _) = home.run("analyze game.sgf --move 13 --playouts 50");
    assert!(page.starts_with("Move 13, White to play\n") && !page.contains("Counted"), "{page}");
    // The whole game ends with the same, and so does the record.
    let counted = "Counted with the dead stones that hoshi finds: Black wins by 4.5 points.";
    let (page, _) = home.run("analyze game.sgf --all --playouts 20 -o new.sgf");
    assert!(
        page.contains("in the record: Black wins by 3.5 points.") && page.contains(counted),
        "{page}"
    );
    let new = fs::read_to_string(home.path("new.sgf")).expect("a file");
    let last = format!(";W[]C[Result in the record: Black wins by 3.5 points.\n{counted}]");
    assert!(new.contains(&last), "{new}");
}

#[test]
fn the_last_position_without_passes_names_the_result() {
    let home = Home::new();
    let moves = FINISHED.replace(";B[];W[bb];B[];W[]", "");
    fs::write(home.path("game.sgf"), moves.replace("RESULT", "W+R")).expect("a file");
    let (page, _) = home.run("analyze game.sgf --playouts 50");
    assert!(page.contains("Move 10, Black to play\n") && page.contains("win rate"), "{page}");
    assert!(page.contains("Result in the record: White wins by resignation.\n"), "{page}");
    assert!(!page.contains("Counted"), "{page}");
    // A game that was counted, whose passes were not written down.
    fs::write(home.path("game.sgf"), moves.replace("RESULT", "B+4.5")).expect("a file");
    let (page, _) = home.run("analyze game.sgf --playouts 50");
    assert!(page.contains("Result in the record: Black wins by 4.5 points.\n"), "{page}");
    assert!(page.contains("hoshi finds: Black wins by 4.5 points.\n"), "{page}");
    // A game that goes on has no result.
    fs::write(home.path("game.sgf"), moves.replace("RE[RESULT]", "")).expect("a file");
    let (page, _) = home.run("analyze game.sgf --playouts 50");
    assert!(page.contains("win rate") && !page.contains("esult"), "{page}");
}

#[test]
fn ctrl_c_ends_an_analysis_and_writes_nothing() {
    let home = Home::new();
    fs::write(home.path("game.sgf"), BLUNDER).expect("a file");
    let mut child = home
        .command("analyze game.sgf --all --playouts 100000000 -o new.sgf")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(130), "{:?}", status.signal());
    assert!(!home.path("new.sgf").exists());
}

/// The same through an engine that knows `lz-analyze`.
#[test]
fn an_engine_analyses() {
    let home = Home::new();
    fs::write(home.path("game.sgf"), BLUNDER).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    let run = |engine: &str, more: &str| {
        let mut command = home.command("analyze game.sgf --playouts 2 --json");
        command.args(more.split_whitespace()).arg("--engine").arg(engine).output().expect("it runs")
    };
    let output = run(&format!("gtp:'{script}' add=lz-analyze"), "--move 3");
    let (data, _) = said("lz-analyze", &output);
    let value: Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(value["candidates"][0]["move"], "D4", "{value}");
    // One that makes no more visits is not waited for until it does.
    let mut command = home.command("analyze game.sgf --playouts 50 --json --move 3 --engine");
    let output = command.arg(format!("gtp:'{script}' add=lz-analyze")).output().expect("it runs");
    let (data, talk) = said("lz-analyze", &output);
    assert!(talk.contains("note: Fake 1.0 stops at 2 visits instead of 50\n"), "{talk}");
    let value: Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(value["visits"], 2);
    let output = run(&format!("gtp:'{script}'"), "");
    assert_eq!(output.status.code(), Some(2));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(talk.contains("knows neither kata-analyze nor lz-analyze"), "{talk}");
    let output = run("bot:3", "");
    assert_eq!(output.status.code(), Some(2));
}
