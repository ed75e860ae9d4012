//! `hoshi gtp` with clients that are slow, rude or gone, and `analyze -o` where the file is not what it seems.
#![cfg(unix)]

mod home;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use hoshi_core::Size;

use home::Home;

/// An engine with a client that has both ends.
fn start(home: &Home, words: &[&str]) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut command = home.command(&[&["gtp", "--threads", "1", "--seed", "1"], words].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, input, output)
}

fn line(output: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    output.read_line(&mut line).expect("it answers");
    line
}

/// The client reads one line, asks for something else, and only then reads on: the analysis has ended, and
/// what came meanwhile is no more than a pipe holds.
#[test]
fn a_client_that_reads_late_gets_its_answer() {
    let home = Home::new();
    let (mut child, mut input, mut output) = start(&home, &[]);
    input.write_all(b"kata-analyze b 1 ownership true\n").expect("it reads");
    assert_eq!(line(&mut output), "=\n");
    assert!(line(&mut output).starts_with("info move "));
    input.write_all(b"name\nquit\n").expect("it reads");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert!(rest.ends_with("\n= hoshi\n\n=\n\n"), "{rest}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn genmove_analyze_reports_while_it_thinks() {
    let home = Home::new();
    let (mut child, mut input, mut output) = start(&home, &["--playouts", "4000"]);
    input.write_all(b"boardsize 9\nkata-genmove_analyze b 1\nquit\n").expect("it reads");
    let mut all = String::new();
    output.read_to_string(&mut all).expect("text");
    child.wait().expect("it ends");
    let visits = |line: &str| {
        let words = line.split(' ').collect::<Vec<_>>();
        words.windows(2).filter(|two| two[0] == "visits").map(|two| two[1].parse::<u32>()).sum()
    };
    let counts: Result<Vec<u32>, _> =
        all.lines().filter(|line| line.starts_with("info ")).map(visits).collect();
    let counts = counts.expect("numbers");
    assert!(counts.len() > 1 && counts.is_sorted(), "{counts:?}");
    assert!(all.contains("\nplay "), "{all}");
}

/// Moves that are left out are neither reported nor played, and what was thought beforehand is a probability.
#[test]
fn genmove_analyze_plays_what_is_allowed() {
    let home = Home::new();
    let (mut child, mut input, mut output) = start(&home, &["--playouts", "300"]);
    let lines = "boardsize 9\nlz-genmove_analyze b 1000 allow b A1,J9 1\n\
                 kata-genmove_analyze w 1000 avoid w E5,pass 1\nquit\n";
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut all = String::new();
    output.read_to_string(&mut all).expect("text");
    child.wait().expect("it ends");
    let plays: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("play ")).collect();
    assert!(plays.len() == 2 && ["A1", "J9"].contains(&plays[0]), "{plays:?}");
    assert!(!["E5", "pass"].contains(&plays[1]), "{plays:?}");
    let last = all.lines().rfind(|line| line.starts_with("info ")).expect("a report");
    let words = last.split(' ').collect::<Vec<_>>();
    let priors = words.windows(2).filter(|two| two[0] == "prior");
    let sum: f64 = priors.map(|two| two[1].parse::<f64>().expect("a number")).sum();
    assert!(sum > 0.5 && sum < 1.01, "{sum}: {last}");
}

#[test]
fn an_interrupted_move_is_the_best_so_far() {
    let home = Home::new();
    let (mut child, mut input, mut output) = start(&home, &[]);
    input.write_all(b"boardsize 9\nlz-genmove_analyze b 1\n").expect("it reads");
    assert_eq!((line(&mut output), line(&mut output)), ("=\n".to_owned(), "\n".to_owned()));
    assert_eq!(line(&mut output), "=\n");
    // It has looked at something.
    assert!(line(&mut output).starts_with("info move "));
    input.write_all(b"# interrupt\nquit\n").expect("it reads");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    child.wait().expect("it ends");
    let play = rest.lines().find_map(|line| line.strip_prefix("play ")).expect("a move");
    assert_ne!(play, "pass", "{rest}");
}

/// However early the interrupt comes: a pass would be a bad move.
#[test]
fn a_move_that_is_interrupted_at_once_is_no_pass() {
    let home = Home::new();
    for level in ["10", "7", "5", "3"] {
        let (mut child, mut input, mut output) = start(&home, &["--level", level]);
        input.write_all(b"boardsize 19\ngenmove b\n# interrupt\nquit\n").expect("it reads");
        let mut answers = String::new();
        output.read_to_string(&mut answers).expect("text");
        child.wait().expect("it ends");
        let answers: Vec<&str> = answers.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!((answers.len(), answers[0], answers[2]), (3, "=", "="), "{answers:?}");
        let name = answers[1].strip_prefix("= ").expect("an answer");
        assert!(Size::S19.parse_a1(name).is_ok(), "{level}: {name}");
    }
}

#[test]
fn a_signal_ends_it_while_it_thinks() {
    let home = Home::new();
    for (signal, code) in [("TERM", Some(143)), ("HUP", Some(129)), ("KILL", None)] {
        let (mut child, mut input, mut output) = start(&home, &[]);
        input.write_all(b"lz-analyze b 1\n").expect("it reads");
        line(&mut output);
        line(&mut output);
        let pid = child.id().to_string();
        Command::new("kill").args([&format!("-{signal}"), &pid]).status().expect("kill runs");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), code, "{signal}: {:?}", status.signal());
    }
}

#[test]
fn it_ends_with_its_client() {
    let home = Home::new();
    for lines in ["lz-analyze b 1\n", "genmove b\n"] {
        let (mut child, mut input, output) = start(&home, &["--playouts", "3000"]);
        input.write_all(lines.as_bytes()).expect("it reads");
        // The client is killed: both of its ends are gone.
        drop((input, output));
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{lines}");
    }
}

/// Whatever comes, every command is answered, and nothing goes out that could do harm in a terminal.
#[test]
fn hostile_lines_are_answered() {
    let home = Home::new();
    let (mut child, mut input, mut output) = start(&home, &["--playouts", "10"]);
    let mut hostile: Vec<Vec<u8>> = [
        "play b \x1b[31mD4\x1b[0m",
        "\x1b]0;title\x07",
        "play b \u{202e}4D",
        "play black I9",
        "play b D99999999999999999999",
        "play b -1",
        "boardsize 99999999999",
        "boardsize 9 9",
        "boardsize 1",
        "komi nan",
        "komi inf",
        "komi 1e999",
        "time_settings -1 -1 -1",
        "time_settings 99999999999999999999 1 1",
        "time_left b -5 0",
        "kata-time_settings fischer 10 1e19",
        "genmove b",
        "time_settings 10 10 5",
        "time_left w 3000000000000000000 1",
        "genmove w",
        "kgs-time_settings byoyomi 10 100000000000 4294967295",
        "genmove b",
        "time_settings 18446744073709549568 0 0",
        "genmove w",
        "clear_board",
        "loadsgf /dev/zero",
        "loadsgf /proc/self/mem",
        "loadsgf .",
        "printsgf /dev/null/x",
        "printsgf .",
        "kata-set-rules {\"ko\":\"}",
        "kgs-rules \u{feff}",
        "set_free_handicap D4 D4",
        "fixed_handicap 0",
        "place_free_handicap 4294967296",
        "undo 7",
        "99999999999999999999999 name",
        "lz-analyze b b b",
        "kata-analyze avoid b Z9 1",
        "final_status_list \x1b[2J",
        "list_stones",
        "known_command \x07",
        "reg_genmove purple",
        "gogui-interrupt \u{0}",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    hostile.push(b"\xff\xfe\xfd play b D4".to_vec());
    hostile.push(b"play b ".iter().copied().chain([b'D'; 100_000]).collect());
    hostile.push(vec![b'#'; 100_000]);
    for bytes in &hostile {
        input.write_all(bytes).and_then(|()| input.write_all(b"\n")).expect("it reads");
    }
    input.write_all(b"name\nquit\n").expect("it reads");
    let mut all = String::new();
    output.read_to_string(&mut all).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(all.ends_with("\n\n= hoshi\n\n=\n\n"), "{all}");
    let is_harmful = |letter: char| (letter.is_control() && letter != '\n') || letter == '\u{202e}';
    let harmful: Vec<&str> = all.lines().filter(|line| line.contains(is_harmful)).collect();
    assert!(harmful.is_empty(), "{harmful:?}");
    let answers = all.split("\n\n").filter(|answer| !answer.is_empty()).count();
    // The line of `#` alone is a comment.
    assert_eq!(answers, hostile.len() - 1 + 2, "{all}");
}

const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[bb];B[cb])";

/// An analysis of a short game into this file.
fn analyze(home: &Home, output: &str, more: &[&str]) -> (Option<i32>, String) {
    fs::write(home.path("game.sgf"), GAME).expect("a file");
    let (game, output) = (home.path("game.sgf"), home.path(output));
    let (game, output) = (game.to_str().expect("a name"), output.to_str().expect("a name"));
    let words =
        [&["analyze", game, "--all", "--playouts", "20", "-q", "-o", output], more].concat();
    let (code, _, talk) = home.run(&words);
    (code, talk)
}

#[test]
fn an_analysis_does_not_write_where_it_should_not() {
    let home = Home::new();
    fs::write(home.path("there.sgf"), "mine").expect("a file");
    symlink(home.path("there.sgf"), home.path("link.sgf")).expect("a link");
    symlink(home.path("nowhere.sgf"), home.path("dangling.sgf")).expect("a link");
    fs::create_dir(home.path("folder.sgf")).expect("a folder");
    for (name, part) in [
        ("there.sgf", "--force replaces it"),
        ("link.sgf", "--force replaces it"),
        ("dangling.sgf", "--force replaces it"),
        ("folder.sgf", "is a folder"),
        ("none/x.sgf", "does not exist"),
        ("new.txt", "name a .sgf file"),
        ("game.sgf", "--force replaces it"),
    ] {
        let (code, talk) = analyze(&home, name, &[]);
        assert_eq!(code, Some(2), "{name}: {talk}");
        assert!(talk.contains(part), "{name}: {talk}");
    }
    assert_eq!(fs::read_to_string(home.path("there.sgf")).expect("a text"), "mine");
    assert!(!home.path("nowhere.sgf").exists());
    // Through a link its target is replaced, and the link stays.
    let (code, talk) = analyze(&home, "link.sgf", &["--force"]);
    assert_eq!(code, Some(0), "{talk}");
    assert!(fs::symlink_metadata(home.path("link.sgf")).expect("it is there").is_symlink());
    assert!(fs::read_to_string(home.path("there.sgf")).expect("a text").contains(" for Black, "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_fails_the_analysis() {
    let home = Home::new();
    symlink("/dev/full", home.path("full.sgf")).expect("a link");
    let (code, talk) = analyze(&home, "full.sgf", &["--force"]);
    assert_eq!(code, Some(2), "{talk}");
    assert!(talk.contains("full.sgf") && talk.contains("No space left"), "{talk}");
}
