//! What the program says to people: no line of help or of an error is wider than eighty columns, and none has a
//! phrase that docs and transcripts agreed to avoid.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Phrases that nobody should meet: each has a plain replacement.
const PHRASES: &[&str] = &[
    "gone on with",
    "is nobody that",
    "help tells the words",
    "is no number",
    "is nothing that",
    "is not clear from",
    "it is no record",
    "is not true of",
    "so many;",
    "unless told",
    "can be had again",
    "Has nobody think",
    "so-manieth",
    "times among it",
    "that is no guess",
    "just now",
    "stands alone; what is",
    "turn of a person",
    "there is a stone already",
    "Before the first of",
    "Name the dead stones",
    "a file is wanted",
    "which is no fault",
    "is there twice",
    "comes first is not said",
    "is the file as it was",
    "not for a terminal",
    "nothing broke",
    "knows no byo-yomi",
    "Everywhere:",
    "made one that the same",
    "Nobody thinks",
    "invalid digit",
];

const WIDTH: usize = 80;

fn hoshi(words: &[&str]) -> Output {
    let folder = std::env::temp_dir();
    Command::new(trycmd::cargo::cargo_bin!("hoshi"))
        .args(words)
        .current_dir(folder)
        .env("HOME", "/nowhere")
        .env("HOSHI_CONFIG", "/nowhere/config.toml")
        .env("HOSHI_HISTORY", "/nowhere/games")
        .env("COLUMNS", "200")
        .env("NO_COLOR", "1")
        .output()
        .expect("hoshi runs")
}

/// Checks a text, and says where it is from.
fn check(from: &str, text: &str, is_narrow: bool) {
    for line in text.lines() {
        let wide = line.chars().count();
        assert!(!is_narrow || wide <= WIDTH, "{from}: {wide} columns: {line}");
        for phrase in PHRASES {
            assert!(!line.contains(phrase), "{from}: `{phrase}` in: {line}");
        }
    }
}

/// The words of every command.
fn commands() -> Vec<Vec<String>> {
    let listed = hoshi(&["man", "--list"]);
    let listed = String::from_utf8(listed.stdout).expect("text");
    // The names of pages have dashes where commands have spaces, and no command has a dash.
    let words = |name: &str| name.split('-').skip(1).map(str::to_owned).collect();
    listed.lines().map(words).collect()
}

#[test]
fn help_is_narrow_and_plain() {
    let commands = commands();
    assert!(commands.len() > 40, "{commands:?}");
    for words in commands {
        for option in ["-h", "--help"] {
            let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
            words.push(option);
            let output = hoshi(&words);
            assert!(output.status.success(), "{words:?}");
            check(&format!("{words:?}"), &String::from_utf8_lossy(&output.stdout), true);
        }
    }
}

#[test]
fn wrong_command_lines_are_answered_narrowly_and_plainly() {
    for words in commands() {
        let command: Vec<&str> = words.iter().map(String::as_str).collect();
        for wrong in
            ["--no-such-option", "--color=blue", "--json=1", "--size=0", "--move=-1", "--rules=x"]
        {
            let words: Vec<&str> = command.iter().copied().chain([wrong]).collect();
            let output = hoshi(&words);
            if words[0] == "engines" || words[0] == "lab" && words.get(1) == Some(&"games") {
                continue;
            }
            assert_eq!(output.status.code(), Some(2), "{words:?}");
            check(&format!("{words:?}"), &String::from_utf8_lossy(&output.stderr), true);
        }
    }
}

/// Every transcript is searched for the phrases, and its errors about the command line for their width.
#[test]
fn transcripts_are_plain() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the transcripts")
        .map(|file| file.expect("a file").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "trycmd"));
    files.sort();
    assert!(files.len() > 15);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let name = path.display().to_string();
        // What stands between the marks is what the program said.
        let said = text.split("```").skip(1).step_by(2);
        for part in said {
            let said: Vec<&str> = part.lines().filter(|line| !line.starts_with("$ ")).collect();
            check(&name, &said.join("\n"), false);
            // An error about the command line is followed by a hint.
            for error in said.join("\n").split("error:").skip(1) {
                if let Some((error, _)) = error.split_once("For more information, try") {
                    check(&name, &format!("error:{error}"), true);
                }
            }
        }
    }
}
