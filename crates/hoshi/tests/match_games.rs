//! Matches as users see them: the program itself, with random players and with an engine that does
//! whatever wrong it is asked to do.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The engine, with what is wrong with it.
fn engine(words: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/match.sh");
    format!("gtp:sh '{script}' {words}")
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command
        .arg("match")
        .args(words)
        .env("HOSHI_CONFIG", "/nowhere/config.toml")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    command(words).output().expect("the program runs")
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// What it prints with --json; it must not fail.
fn json(words: &[&str]) -> Value {
    let output = run(&[words, &["--json"]].concat());
    let (out, err) = text(&output);
    assert!(output.status.success(), "{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

/// The same without the times, which are never the same.
fn timeless(mut value: Value) -> Value {
    for player in value["players"].as_array_mut().expect("players") {
        player["mean_seconds"] = Value::Null;
    }
    value
}

/// A match of one such engine against one that plays as it should, two games on 5x5.
fn against(wrong: &str, more: &[&str]) -> Value {
    let (first, second) = (engine(wrong), engine(""));
    let words = ["--first", &first, "--second", &second, "--games", "2", "--size", "5"];
    json(&[&words, more].concat())
}

fn reasons(value: &Value) -> Vec<String> {
    let faults = value["faults"].as_array().expect("faults");
    faults.iter().map(|fault| fault["reason"].as_str().expect("a reason").to_owned()).collect()
}

fn results(folder: &Path) -> usize {
    fs::read_to_string(folder.join("results.jsonl"))
        .map_or(0, |text| text.matches('\n').count().saturating_sub(1))
}

#[test]
fn random_against_random_has_every_field() {
    let words = ["--first", "random", "--second", "random", "--games", "20", "--size", "7"];
    let more = ["--seed", "5", "--parallel", "3"];
    let value = json(&[&words[..], &more].concat());
    assert_eq!(value["games"], 20);
    let players = value["players"].as_array().expect("players");
    assert_eq!(players.len(), 2);
    let number = |value: &Value| value.as_u64().expect("a number");
    let mut wins = 0;
    for player in players {
        assert_eq!(player["who"], "random");
        let (black, white) = (number(&player["wins_as_black"]), number(&player["wins_as_white"]));
        assert_eq!(number(&player["wins"]), black + white);
        assert!(black <= 10 && white <= 10);
        assert!(player["mean_seconds"].as_f64().expect("seconds") > 0.0);
        wins += black + white;
    }
    assert_eq!(wins + number(&value["draws"]), 20);
    let rate = value["win_rate"].as_f64().expect("a rate");
    let share = number(&players[0]["wins"]) as f64 / 20.0;
    assert!((rate - share - number(&value["draws"]) as f64 / 40.0).abs() < 1e-9);
    let bound = |nth: usize| value["interval"][nth].as_f64().expect("a bound");
    assert!(bound(0) < rate && rate < bound(1));
    assert_eq!(
        (&value["disputed"], value["faults"].as_array().map(Vec::len)),
        (&0.into(), Some(0))
    );
    // The seed decides every game, however many are played at a time.
    let again = json(&[&words[..], &["--seed", "5"]].concat());
    assert_eq!(timeless(value), timeless(again));
}

#[test]
fn a_crash_is_a_loss_and_the_next_game_goes_on() {
    let value = against("crash=3", &[]);
    assert_eq!((&value["games"], &value["players"][1]["wins"]), (&2.into(), &2.into()));
    let reasons = reasons(&value);
    assert_eq!(reasons.len(), 2);
    for reason in reasons {
        assert!(
            reason.contains("exited without answering `genmove")
                && reason.contains("exit status: 3")
        );
        assert!(reason.contains("out of luck"), "{reason}");
    }
    assert_eq!((&value["faults"][0]["game"], &value["faults"][1]["game"]), (&1.into(), &2.into()));
}

#[test]
fn an_illegal_move_is_a_loss() {
    let value = against("illegal=2", &[]);
    assert_eq!(value["players"][1]["wins"], 2);
    let reasons = reasons(&value);
    assert_eq!(reasons.len(), 2);
    assert!(
        reasons.iter().all(|reason| reason.contains("which is illegal: the point is occupied"))
    );
}

#[test]
fn one_that_hangs_loses() {
    let value = against("hang=2", &["--move-limit", "1500ms"]);
    assert_eq!(value["players"][1]["wins"], 2);
    let reasons = reasons(&value);
    assert_eq!(reasons.len(), 2);
    assert!(reasons.iter().all(|reason| reason.contains("did not answer `genmove")), "{reasons:?}");
}

#[test]
fn one_that_overruns_its_clock_loses_and_only_that_side_has_one() {
    let value = against("slow=3", &["--time", "100ms/move,none"]);
    assert_eq!(value["players"][1]["wins"], 2);
    assert_eq!(reasons(&value), ["it ran out of time"; 2]);
}

#[test]
fn one_that_gives_up_is_not_at_fault() {
    let value = against("resign=2", &[]);
    assert_eq!((&value["players"][1]["wins"], reasons(&value).len()), (&2.into(), 0));
}

#[test]
fn an_engine_that_cannot_play_ends_the_match_before_it_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = engine("small");
    for (who, why) in
        [("gtp:/no/such/engine", "cannot start /no/such/engine"), (&small, "does not play on 5x5")]
    {
        let out = folder.path().join("out");
        let words = ["--first", "random", "--second", who, "--games", "2", "--size", "5", "--out"];
        let output = run(&[&words[..], &[out.to_str().expect("text")]].concat());
        let (stdout, stderr) = text(&output);
        assert_eq!((output.status.code(), stdout.as_str()), (Some(2), ""));
        assert!(stderr.contains(why), "{stderr}");
        assert_eq!(fs::read_dir(&out).expect("a folder").count(), 0, "the next try may differ");
    }
    let output = run(&["--first", "human", "--second", "random", "--games", "1"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_engine_that_cannot_be_started_again_ends_the_match_and_loses_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, once) = (folder.path().join("out"), folder.path().join("once"));
    let first = engine(&format!("crash=1 once={}", once.display()));
    let words = ["--first", &first, "--second", "random", "--games", "2", "--size", "5", "--out"];
    let words = [&words[..], &[out.to_str().expect("text")]].concat();
    let output = run(&words);
    let (stdout, stderr) = text(&output);
    assert_eq!((output.status.code(), stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("is not a Go engine: it exited at once"), "{stderr}");
    assert_eq!(results(&out), 1);
    fs::remove_file(once).expect("it is there");
    let value = json(&words);
    assert_eq!((&value["games"], reasons(&value).len()), (&2.into(), 2));
}

#[test]
fn dead_stones_are_those_that_both_name_and_nobody_is_believed_alone() {
    // Both play their rows; the one names a stone of the other dead, and the other does not.
    let value = against("dead=A5", &[]);
    assert_eq!(value["disputed"], 2);
    // Where only one has an opinion, it is checked: the stone is alive, and the claim wins nothing.
    let play = |first: &str| {
        let (first, second) = (engine(first), engine("nodead"));
        let words = ["--first", &first, "--second", &second, "--games", "2", "--size", "5"];
        let value = json(&words);
        assert_eq!(value["faults"].as_array().map(Vec::len), Some(0));
        (value["disputed"].clone(), value["players"][0]["wins"].clone())
    };
    let (disputed, wins) = play("dead=A5");
    let (undisputed, without) = play("nodead");
    assert_eq!((disputed, undisputed), (2.into(), 0.into()));
    assert!(wins.is_u64() && wins == without, "{wins} {without}");
}

#[test]
fn those_who_can_clean_up_and_are_asked_for_no_dead_stones() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let asked = |rules: &str, other: &str| {
        let _ = fs::remove_file(&log);
        let first = engine(&format!("cleanup log={}", log.display()));
        let second = engine(other);
        let words = ["--first", &first, "--second", &second, "--games", "1", "--size", "5"];
        json(&[&words[..], &["--rules", rules]].concat());
        let log = fs::read_to_string(&log).expect("a log");
        (log.contains("kgs-genmove_cleanup"), log.contains("final_status_list"))
    };
    assert_eq!(asked("chinese", "cleanup"), (true, false));
    assert_eq!(asked("chinese", ""), (false, true));
    assert_eq!(asked("japanese", "cleanup"), (false, true));
    assert_eq!(asked("tromp-taylor", "cleanup"), (false, false));
}

#[test]
fn no_clock_no_time_commands_and_repeated_games_are_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let (first, second) = (engine(&format!("log={}", log.display())), engine(""));
    let words = ["--first", &first, "--second", &second, "--games", "4", "--size", "5"];
    let value = json(&words);
    // Both play the same way, whichever colour they have.
    assert_eq!(value["repeated"], 3);
    let log = fs::read_to_string(&log).expect("a log");
    assert!(log.contains("genmove black") && log.contains("genmove white"));
    assert!(!log.contains("time_"), "{log}");
    assert_eq!(log.matches("protocol_version").count(), 1, "it stays for all games");
    // Once to see that it can play, and once for every game.
    assert_eq!(log.matches("clear_board").count(), 5);
}

#[test]
fn records_say_what_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let path = out.to_str().expect("text");
    let first = engine("crash=3 talk");
    let words = ["--first", &first, "--second", "random", "--games", "2", "--size", "5", "--out"];
    run(&[&words[..], &[path, "--comments", "--time", "1h", "--seed", "3"]].concat());
    let game = fs::read_to_string(out.join("0001.sgf")).expect("a record");
    for part in [
        "PB[Match test 1]PW[hoshi random]",
        "SZ[5]KM[7.5]RU[Chinese]",
        "TM[3600]",
        "GN[Game 1 of 2]",
        "RE[W+F]",
        "C[Black, Match test 1, lost: the engine exited without answering `genmove black` (exit status: 3)",
        "thinking about move 2",
        "BL[3",
    ] {
        assert!(game.contains(part), "{part} is not in {game}");
    }
    let game = fs::read_to_string(out.join("0002.sgf")).expect("a record");
    assert!(game.contains("PB[hoshi random]PW[Match test 1]") && game.contains("RE[B+F]"));
    let check = Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .args(["check", &format!("{path}/0001.sgf"), &format!("{path}/0002.sgf")])
        .output()
        .expect("the program runs");
    assert!(check.status.success(), "{:?}", text(&check));
    // Where both have the same name, the command says who is who.
    let (first, second, out) = (engine("pass"), engine("pass talk"), folder.path().join("same"));
    let words = ["--first", &first, "--second", &second, "--games", "2", "--size", "5", "--out"];
    run(&[&words[..], &[out.to_str().expect("text")]].concat());
    let game = fs::read_to_string(out.join("0002.sgf")).expect("a record");
    let (black, white) = (game.find("match.sh pass talk, White is"), game.find("match.sh pass.]"));
    assert!(black < white && black.is_some(), "{game}");
}

/// Ends a program as nothing can be ended more suddenly, once it has so many results.
fn kill_after(words: &[&str], out: &Path, games: usize) {
    let mut child = command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it");
    let since = Instant::now();
    while results(out) < games && since.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is there");
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(9), "it was done before it was killed: {status}");
}

#[test]
fn a_match_that_was_killed_goes_on_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let path = out.to_str().expect("text");
    const GAMES: usize = 60;
    let words = ["--first", "random", "--second", "random", "--games", "60", "--size", "9"];
    let words = [&words[..], &["--seed", "11", "--parallel", "2"]].concat();
    let whole = timeless(json(&words));
    let kept = [&words[..], &["--out", path]].concat();
    for games in [3, 20] {
        kill_after(&kept, &out, games);
        let done = results(&out);
        assert!((games..GAMES).contains(&done), "{done}");
        // A line that was being written.
        let file = out.join("results.jsonl");
        let mut text = fs::read_to_string(&file).expect("results");
        text.push_str("{\"game\":9");
        fs::write(&file, text).expect("it is written");
        fs::write(out.join(".hoshi-0.tmp"), "(;").expect("it is written");
    }
    assert_eq!(timeless(json(&kept)), whole);
    assert_eq!(results(&out), 60);
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 61, "60 games and their results");
    // A match that is done is told again, without a seed too; with other terms it is refused.
    let unseeded: Vec<&str> =
        kept.iter().copied().filter(|word| !["--seed", "11"].contains(word)).collect();
    assert_eq!(timeless(json(&unseeded)), whole);
    assert_eq!(results(&out), 60);
    let output = run(&[&kept[..], &["--komi", "0"]].concat());
    let (_, stderr) = text(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("komi: \"7.5\" there, \"0\" now"), "{stderr}");
}

#[test]
fn a_folder_with_something_else_in_it_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("0001.sgf"), "(;)").expect("it is written");
    let words = ["--first", "random", "--second", "random", "--games", "1", "--size", "5", "--out"];
    let output = run(&[&words[..], &[folder.path().to_str().expect("text")]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(folder.path().join("0001.sgf")).expect("a file"), b"(;)");
}

#[test]
fn ctrl_c_ends_it_and_its_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let log = folder.path().join("log");
    let path = out.to_str().expect("text");
    let second = engine(&format!("hang=3 log={}", log.display()));
    let words = ["--first", "random", "--second", &second, "--games", "2", "--size", "5", "--out"];
    let talk = folder.path().join("talk");
    let child = command(&[&words[..], &[path]].concat())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&talk).expect("a file"))
        .spawn()
        .expect("it starts");
    let since = Instant::now();
    let thinks = || fs::read_to_string(&log).is_ok_and(|log| log.matches("genmove").count() == 3);
    while !thinks() && since.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(thinks(), "the engine never got to its third move");
    assert!(!cfg!(target_os = "linux") || !processes_with(&log).is_empty());
    // The same match cannot be started a second time.
    let (_, stderr) = text(&run(&[&words[..], &[path]].concat()));
    let running = format!("this match is already running (process {})", child.id());
    assert!(stderr.contains(&running), "{stderr}");
    let status = interrupted(child);
    assert_eq!(status, Some(130));
    assert_eq!(results(&out), 0, "an interrupted game has no result");
    let talk = fs::read_to_string(talk).expect("what was said");
    assert_eq!(talk, "0 of 2 games are finished; the same command resumes the match.\n");
    let left: Vec<_> = fs::read_dir(&out).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "only the results are left: {left:?}");
    none_left_with(&log);
}

/// Sends what Ctrl-C sends; the exit code.
fn interrupted(mut child: Child) -> Option<i32> {
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    child.wait().expect("it ends").code()
}

/// The processes that were started with this path among their words, where the system lists them.
fn processes_with(path: &Path) -> Vec<PathBuf> {
    let path = path.to_str().expect("text");
    let Ok(all) = fs::read_dir("/proc") else { return Vec::new() };
    let words = |folder: &PathBuf| fs::read(folder.join("cmdline")).unwrap_or_default();
    all.filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| String::from_utf8_lossy(&words(folder)).contains(path))
        .collect()
}

/// Makes sure that none of them is left.
fn none_left_with(path: &Path) {
    let since = Instant::now();
    loop {
        let left = processes_with(path);
        if left.is_empty() {
            return;
        }
        // One that was killed may take a moment to be gone.
        assert!(since.elapsed() < Duration::from_secs(5), "{left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn three_players_have_a_cross_table() {
    let give_up = engine("resign=1");
    let words = ["--games", "4", "--size", "5", "--seed", "2"];
    let three = ["--round-robin", "random,random", "--round-robin", &give_up];
    let value = json(&[&three[..], &words].concat());
    assert_eq!((&value["games"], value["pairs"].as_array().map(Vec::len)), (&12.into(), Some(3)));
    assert_eq!(value["players"][2]["losses"], 8);
    let output = run(&[&three[..], &words].concat());
    let (out, _) = text(&output);
    // The row of the table of players names the engine, whose path may hold dashes.
    let mut rows = out.lines().filter(|line| line.starts_with("  3  ") && line.contains('-'));
    let row = rows.find(|line| !line.contains("gtp:"));
    assert_eq!(row, Some("  3  0-4-0  0-4-0      -"), "{out}");
    // A gauntlet: only the first meets the others.
    let gauntlet = ["--first", "random", "--second", "random", "--second", &give_up];
    let value = json(&[&gauntlet[..], &words].concat());
    assert_eq!((&value["games"], value["pairs"].as_array().map(Vec::len)), (&8.into(), Some(2)));
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book");
    let out = folder.path().join("out");
    fs::create_dir(&book).expect("a folder");
    fs::write(book.join("a.sgf"), "(;SZ[7];B[cc];W[dd];B[ee])").expect("it is written");
    fs::write(book.join("b.sgf"), "(;SZ[7]AB[bb][ff]PL[W];W[dd])").expect("it is written");
    let words = ["--first", "random", "--second", &engine("resign=1"), "--games", "6", "--out"];
    let paths = [out.to_str().expect("text"), "--openings", book.to_str().expect("text")];
    let value = json(&[&words[..], &paths, &["--opening-moves", "2"]].concat());
    assert_eq!(value["games"], 6);
    let game =
        |number: usize| fs::read_to_string(out.join(format!("000{number}.sgf"))).expect("a record");
    for (number, opening, black) in [
        (1, ";B[cc];W[dd]", "hoshi random"),
        (2, ";B[cc];W[dd]", "Match test 1"),
        (3, "AB[bb][ff]PL[W]", "hoshi random"),
        (4, "AB[bb][ff]PL[W]", "Match test 1"),
        (5, ";B[cc];W[dd]", "hoshi random"),
        (6, ";B[cc];W[dd]", "Match test 1"),
    ] {
        let game = game(number);
        assert!(game.contains(opening) && game.contains(&format!("PB[{black}]")), "{game}");
    }
    // Who has Black here gives up at once, where the opening ends.
    assert!(game(2).trim_end().ends_with("\n;B[cc];W[dd])"), "{}", game(2));
}

#[test]
fn long_games_are_counted_as_they_stand() {
    let words = ["--first", "random", "--second", "random", "--games", "4", "--size", "5"];
    let value = json(&[&words[..], &["--max-moves", "6", "--rules", "japanese"]].concat());
    assert_eq!((&value["capped"], &value["games"]), (&4.into(), &4.into()));
}

/// What a process uses: resident memory in kB, and threads.
#[cfg(target_os = "linux")]
fn usage(pid: u32) -> Option<(usize, usize)> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let number = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some((number("VmRSS:")?, number("Threads:")?))
}

/// What a process uses, again and again until it ends.
#[cfg(target_os = "linux")]
fn watch(mut child: Child) -> Vec<(usize, usize)> {
    let mut seen = Vec::new();
    while child.try_wait().expect("it can be asked").is_none() {
        seen.extend(usage(child.id()));
        thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().expect("it ends").success());
    assert!(!seen.is_empty(), "it was not seen running");
    seen
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_games_leave_nothing_behind() {
    let words = ["--first", "random", "--second", "random", "--games", "1000", "--size", "5"];
    let mut command = command(&[&words[..], &["--parallel", "2", "--json"]].concat());
    let seen = watch(command.stdout(Stdio::piped()).spawn().expect("it starts"));
    // Main, one that listens for Ctrl-C, two for the games, four for the players, and those of players
    // that are about to end.
    let threads = seen.iter().map(|&(_, threads)| threads).max().unwrap_or(0);
    assert!((7..=20).contains(&threads), "{threads} threads");
    assert!(seen.len() >= 8, "it was seen {} times: too few for early and late", seen.len());
    let early = seen[seen.len() / 4].0;
    let most = seen.iter().map(|&(memory, _)| memory).max().unwrap_or(0);
    assert!(most < early + 8192, "{early} kB early, {most} kB at most");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_that_crash_leave_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("mark");
    let first = engine(&format!("crash=1 log={}", mark.display()));
    let words = ["--first", &first, "--second", "random", "--games", "30", "--size", "5", "--json"];
    let mut command = command(&words);
    let seen = watch(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it"));
    // Main, one that listens for Ctrl-C, one for the games, two for the players, three for the pipes of
    // the engine, and those of the engine before, which are about to end.
    let threads = seen.iter().map(|&(_, threads)| threads).max().unwrap_or(0);
    assert!((8..=20).contains(&threads), "{threads} threads");
    let asked = fs::read_to_string(&mark).expect("the engines left a log");
    assert_eq!(asked.matches("protocol_version").count(), 30, "each game had its own engine");
    none_left_with(&mark);
}

/// The first player crashes in every game, and loses them all.
fn settled(more: &[&str]) -> Value {
    let (first, second) = (engine("crash=1"), engine(""));
    let words = ["--first", &first, "--second", &second, "--games", "60", "--size", "5"];
    json(&[&words, &["--sprt", "0,200"][..], more].concat())
}

#[test]
fn a_settled_question_ends_the_match() {
    let value = settled(&[]);
    let sprt = &value["sprt"];
    assert_eq!((&sprt["elo0"], &sprt["elo1"]), (&0.0.into(), &200.0.into()));
    assert_eq!((&sprt["alpha"], &sprt["beta"]), (&0.05.into(), &0.05.into()));
    assert_eq!(sprt["accepted"], "elo0");
    let [llr, lower] = [&sprt["llr"], &sprt["bounds"][0]].map(|it| it.as_f64().expect("a number"));
    assert!(llr <= lower && lower < -2.9, "{sprt}");
    // It ends with the pair that settles it.
    let pairs = sprt["pairs"][0].as_u64().expect("pairs");
    assert!((2..30).contains(&pairs), "{sprt}");
    assert_eq!(value["games"], 2 * pairs);
    // Several games at a time end it at the same pair.
    let parallel = settled(&["--parallel", "3"]);
    assert_eq!(parallel["sprt"], *sprt);
}

#[test]
fn a_match_with_a_question_is_resumed_until_it_is_settled() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match");
    let keep = ["--out", out.to_str().expect("a name")];
    let whole = settled(&keep);
    let games = results(&out);
    // It was interrupted after the third game.
    let path = out.join("results.jsonl");
    let kept = fs::read_to_string(&path).expect("results");
    let lines: Vec<&str> = kept.lines().take(4).collect();
    fs::write(&path, lines.join("\n") + "\n").expect("written");
    assert_eq!(timeless(settled(&keep))["sprt"], whole["sprt"]);
    assert_eq!(results(&out), games);
    // Nothing more is played once it is settled.
    settled(&keep);
    assert_eq!(results(&out), games);
    // The question is a term.
    let (first, second) = (engine("crash=1"), engine(""));
    let words = ["--first", &first, "--second", &second, "--games", "60", "--size", "5"];
    let output = run(&[&words, &["--sprt", "0,100"][..], &keep].concat());
    let (_, err) = text(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains(r#"sprt: "0,200" there, "0,100" now"#), "{err}");
}

#[test]
fn an_open_question_ends_with_the_games() {
    let words = ["--first", "random", "--second", "random", "--games", "5", "--size", "5"];
    let more = ["--seed", "5", "--sprt", "-5,5"];
    let value = json(&[&words[..], &more].concat());
    assert_eq!((&value["games"], &value["sprt"]["accepted"]), (&5.into(), &Value::Null));
    let pairs = value["sprt"]["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 2);
    let (out, _) = text(&run(&[&words[..], &more].concat()));
    assert!(out.contains("SPRT, -5 or +5 Elo: not settled after 2 pairs, LLR "), "{out}");
}
