//! What a transcript cannot show: pipes, signals, colour, figures that differ
//! from run to run.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Output, Stdio};

fn hoshi(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.args(words.split_whitespace()).env_remove("NO_COLOR").stdin(Stdio::null());
    // Nobody's own configuration is ever looked at.
    command.env("HOSHI_CONFIG", "/nowhere/config.toml").env("HOSHI_HISTORY", "/nowhere/history");
    command
}

fn run(words: &str) -> Output {
    hoshi(words).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn playouts_report_what_they_promise() {
    let output = run("bench playouts --size 9 --seconds 0.05 --threads 2 --json");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "talk on a pipe");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let number = |key: &str| json[key].as_f64().unwrap_or_else(|| panic!("{key} in {json}"));
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    let promised = "playouts moves cpu_seconds playouts_per_cpu_second mean_length black_win_rate";
    assert_eq!(keys.join(" "), format!("{promised} width height threads seconds seed"));
    assert_eq!((&json["width"], &json["height"]), (&9.into(), &9.into()));
    assert_eq!((&json["threads"], &json["seed"]), (&2.into(), &1.into()));
    let (playouts, moves) = (number("playouts"), number("moves"));
    assert!(playouts >= 2.0 && moves > playouts);
    assert!((number("mean_length") - moves / playouts).abs() < 1e-9);
    assert!((0.0..=1.0).contains(&number("black_win_rate")));
    assert!(number("seconds") > 0.0 && number("cpu_seconds") > 0.0);
    let speed = playouts / number("cpu_seconds");
    assert!((number("playouts_per_cpu_second") / speed - 1.0).abs() < 1e-6);
}

#[test]
fn playouts_are_a_table_for_people() {
    let output = run("bench playouts --size 5x7 --seconds 0.02");
    assert!(output.status.success());
    let text = stdout(&output);
    for row in ["5x7", "playouts per cpu second", "moves per playout", "Black wins"] {
        assert!(text.contains(row), "{row} in {text}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = hoshi("perft 3x3 1000")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert_eq!(line, "   1  9\n");
    drop(reader);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(child.wait().expect("an end").success());
    assert_eq!(said, "");
}

#[test]
fn nobody_listening_changes_nothing() {
    for (words, code) in [("perft 3x3 6 -v", 0), ("perft 0x3 1", 2), ("man nothing", 2)] {
        let mut command = hoshi(words);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("an end").code(), Some(code), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_named() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    for words in ["", "perft 3x3 6", "man", "--help", "--version", "help perft", "perft -h"] {
        let output = hoshi(words).stdout(full()).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        let start = "error: standard output cannot be written: ";
        assert!(said.starts_with(start) && said.lines().count() == 1, "{words}: {said}");
    }
    for (words, code) in [("perft 3x3 6 -v", 0), ("perft 0x3 1", 2), ("man nothing", 2)] {
        let status = hoshi(words).stdout(Stdio::null()).stderr(full()).status();
        assert_eq!(status.expect("the program starts").code(), Some(code), "{words}");
    }
}

#[test]
fn the_tour_fits_a_small_terminal() {
    let tour = stdout(&run(""));
    assert!(tour.lines().count() <= 23, "{} lines", tour.lines().count());
    for line in tour.lines() {
        assert!(line.chars().count() <= 78, "{line}");
    }
}

#[test]
fn errors_are_coloured_like_the_others() {
    let red = |words: &str| {
        let said = String::from_utf8(run(words).stderr).expect("text");
        let (before, _) = said.split_once("error:").expect(words);
        // Bold and red, in one sequence or in two.
        before.replace("\x1b[1m\x1b[31m", "\x1b[1;31m")
    };
    let theirs = red("--color always perft 3 --nothing=3 3 3");
    assert!(theirs.contains('\x1b'));
    assert_eq!(red("--color always perft 0 1"), theirs);
    assert_eq!(red("--color always man nothing"), theirs);
    assert_eq!(red("perft 0 1"), "");
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_130() {
    let mut command = hoshi("perft 19 1000");
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    // Its first line tells that it is at work.
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut String::new()).expect("a line");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn times_are_told_only_when_asked_for() {
    assert!(run("perft 3x3 3").stderr.is_empty());
    let output = run("perft 3x3 3 -v");
    assert!(String::from_utf8_lossy(&output.stderr).contains("depth 3 took"));
    assert_eq!(output.stdout, run("perft 3x3 3").stdout);
}

#[test]
fn colour_is_a_choice() {
    assert!(!stdout(&run("")).contains('\x1b'), "colour on a pipe");
    assert!(stdout(&run("--color always")).contains('\x1b'));
    let output = hoshi("--color always").env("NO_COLOR", "1").output().expect("it starts");
    assert!(stdout(&output).contains('\x1b'), "what was asked for wins over NO_COLOR");
    assert!(!stdout(&run("--color never --help")).contains('\x1b'));
}

#[test]
fn every_page_and_every_script_is_written() {
    let pages = stdout(&run("man --list"));
    assert!(pages.lines().count() >= 6);
    for page in pages.lines() {
        let text = stdout(&run(&format!("man {page}")));
        assert!(text.contains(&format!(".TH {page} 1")), "{page}");
        for section in ["SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\""] {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{section} of {page}");
        }
    }
    assert_eq!(stdout(&run("man")), stdout(&run("man hoshi")));
    assert_eq!(stdout(&run("man bench playouts")), stdout(&run("man hoshi-bench-playouts")));
    // Some ask hoshi what fits, the others know the words.
    for (shell, word) in [
        ("bash", " complete "),
        ("fish", "hoshi complete "),
        ("zsh", " complete "),
        ("elvish", "perft"),
        ("powershell", "perft"),
    ] {
        assert!(stdout(&run(&format!("completions {shell}"))).contains(word), "{shell}");
    }
}
