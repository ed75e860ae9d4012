//! What a user's numbers and files must not do: take more memory than there is, or fill a screen with
//! notes.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program where it may have so many megabytes.
fn within(megabytes: u32, words: &str, folder: &Path) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {}; exec \"$@\"", megabytes * 1024), "sh"])
        .arg(env!("CARGO_BIN_EXE_hoshi"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .env("HOSHI_CONFIG", "/nowhere/config.toml")
        .env("HOSHI_HISTORY", folder.join("history"))
        .stdin(Stdio::null())
        .output()
        .expect("the shell starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Refused with what it needs, what there is, and what would fit.
fn is_refused(megabytes: u32, words: &str, needs: &str, instead: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = within(megabytes, words, folder.path());
    let text = said(&output);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}: {text}");
    assert!(text.starts_with("error: ") && text.contains(needs), "{words}: {text}");
    assert!(text.contains(" MiB are free"), "{words}: {text}");
    assert!(text.ends_with(&format!("{instead}\n")), "{words}: {text}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{words}");
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_tried() {
    is_refused(
        500,
        "lab count 13x255",
        "counting 13x255 needs about 82 GiB of memory",
        " would fit",
    );
    is_refused(500, "lab count 12x12", "counting 12x12 needs about 2.5 GiB of", " would fit");
    is_refused(500, "lab count 255x12 --json", "counting 255x12 needs about 1", " would fit");
    is_refused(
        500,
        "lab solve 5x4 --out t",
        "solving 5x4 needs about 7",
        "; 4x4 with --memory 0 would fit",
    );
    is_refused(
        350,
        "lab solve 4x4 --memory 60000",
        "solving 4x4 needs about",
        "; with --memory 0 it would fit",
    );
    for words in ["lab rank 9x9 0", "lab unrank 9x9 0", "lab random 9x9"] {
        is_refused(400, words, "the index of 9x9 needs about 203 MiB of", " would fit");
    }
    is_refused(400, "perft 3x3 1000", "counting to depth 1000 needs about 252 MiB", " would fit");
    let threads = "bench playouts --threads 1024 --seconds 0.01";
    is_refused(400, threads, "playing on 1024 threads needs about 2.1 GiB", " would fit");
}

#[test]
fn what_is_said_to_fit_does() {
    let folder = tempfile::tempdir().expect("a folder");
    // The program itself, built for debugging, takes a good part of it.
    for (megabytes, words) in [
        (500, "lab count 9x9"),
        (400, "lab count 10x10"),
        (500, "lab rank 9x9 0"),
        (400, "lab rank 8x8 0"),
        (400, "lab solve 4x3 --memory 60000"),
        (400, "perft 3x3 3"),
        (500, "bench playouts --size 9 --threads 4 --seconds 0.01"),
    ] {
        let output = within(megabytes, words, folder.path());
        assert!(output.status.success(), "{words}: {}", said(&output));
        assert!(!output.stdout.is_empty(), "{words}");
    }
}

/// A file of three gigabytes, nearly all of it holes, that begins like this.
fn huge(path: &Path, head: &[u8]) {
    let mut file = File::create(path).expect("a file");
    file.write_all(head).expect("written");
    file.set_len(3 << 30).expect("a file with holes");
}

#[test]
fn a_file_that_is_no_table_is_refused_by_its_first_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    huge(&folder.join("foreign"), b"(;GM[1]FF[4])");
    huge(&folder.join("later"), b"hoshitab\x09\x05\x04\x01");
    huge(&folder.join("large"), b"hoshitab\x01\x05\x05\x01");
    huge(&folder.join("real"), b"hoshitab\x01\x05\x04\x01");
    for (file, why) in [
        ("foreign", "foreign: not a table of a solved board"),
        ("later", "later: unsupported version 9"),
        ("large", "large: its board is too large (5x5)"),
        ("real", "real: the table of 5x4 needs about 7.5 GiB of memory, and "),
    ] {
        for words in [
            format!("lab solve --table {file}"),
            format!(
                "play --no-record --rules simple --size 5x4 --black random --white table:{file}"
            ),
            format!(
                "match --first random --second table:{file} --games 1 --rules simple --size 5x4"
            ),
        ] {
            let output = within(500, &words, folder);
            assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
            assert!(said(&output).contains(why), "{words}: {}", said(&output));
        }
    }
    fs::write(folder.join("short"), b"hoshi").expect("written");
    let output = within(500, "lab solve --table short", folder);
    assert!(said(&output).contains("short: not a table"), "{}", said(&output));
}

/// Enough memory for anything that is not refused.
const PLENTY: u32 = 4096;

#[test]
fn notes_are_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // The first move is legal, and the others are not.
    let game = format!("(;SZ[9]{})", ";B[aa];W[aa]".repeat(1_705));
    fs::write(folder.join("game.sgf"), &game).expect("written");
    // A legal game whose comments are lost: rows of stones that leave each other room.
    let letter = |line: u8| char::from(b'a' + line);
    let pair = |x: u8, y: u8| {
        let (x, y, below) = (letter(x), letter(2 * y), letter(2 * y + 1));
        format!(";B[{x}{y}]C[x];W[{x}{below}]C[x]")
    };
    let moves: String = (0..9).flat_map(|y| (0..18).map(move |x| pair(x, y))).collect();
    let lossy = format!("(;SZ[19]{moves})");
    fs::create_dir(folder.join("in")).expect("a folder");
    for name in ["lossy.sgf", "in/a.sgf", "in/b.sgf"] {
        fs::write(folder.join(name), &lossy).expect("written");
    }
    for (words, times, more) in [
        ("show game.sgf", 1, "and 3,309 more"),
        ("score game.sgf", 1, "and 3,309 more"),
        ("convert lossy.sgf - --to sgn", 1, "and 224 more"),
        ("convert in -o out --to sgn -v", 2, "and 224 more"),
    ] {
        let output = within(PLENTY, words, folder);
        let text = said(&output);
        assert!(output.status.success(), "{words}: {text}");
        let notes = text.lines().filter(|line| line.contains("illegal") || line.contains("move"));
        let rest = text.lines().filter(|line| line.ends_with(more)).count();
        assert_eq!((notes.count(), rest), (100 * times, times), "{words}: {text}");
    }
    // A thousand are listed where all were asked for, and the rest is counted.
    let output = within(PLENTY, "show game.sgf --json", folder);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["illegal"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(value["illegal_unlisted"], 2_409);
    let output = within(PLENTY, "check -v game.sgf", folder);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().filter(|line| line.contains("E501")).count(), 1_001);
    assert!(text.contains("2409 more errors E501"), "{text}");
}

#[test]
fn a_match_names_a_hundred_faults_or_notes_and_counts_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/match.sh");
    let play = || {
        let output = Command::new(env!("CARGO_BIN_EXE_hoshi"))
            .args(["match", "--first", &format!("gtp:sh '{engine}' illegal=1")])
            .args(["--second", "random", "--games", "103", "--size", "5", "--json", "--out", "m"])
            .current_dir(folder.path())
            .env("HOSHI_CONFIG", "/nowhere/config.toml")
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        (said(&output), output)
    };
    let (text, output) = play();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let faults = value["faults"].as_array().map_or(0, Vec::len);
    assert!(faults > 100, "{faults}: {text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 100, "{text}");
    let rest = format!("and {} more games were lost", faults - 100);
    assert!(text.contains(&rest), "{text}");
    // The same holds for records that are gone when the match is looked at again.
    for game in 1..=103 {
        fs::remove_file(folder.path().join(format!("m/{game:04}.sgf"))).expect("a record");
    }
    let (text, _) = play();
    let notes = text.lines().filter(|line| line.starts_with("note: m: ")).count();
    assert!(notes == 101 && text.ends_with("note: m: and 3 more\n"), "{notes}: {text}");
}
