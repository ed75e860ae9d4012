//! Text that would harm a terminal, sent down every command: from files, their names, engines and words.
//! None of it may come out as it went in.

#![cfg(unix)]

mod home;

use std::fs;

use home::{Home, fake};

/// An escape sequence, DEL, a control of the upper half, an override of direction, a space of no width.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1b}[2J\u{7f}\u{9b}31m\u{202e}\u{200b}";

fn assert_harmless(what: &str, text: &str) {
    let harm = text.chars().find(|&letter| !hoshi_files::is_visible(letter) && letter != '\n');
    assert!(harm.is_none(), "{what}: {harm:?} in {text:?}");
}

/// The code must be one of these; the output is harmless, and shows that the hostile text was there.
fn check(home: &Home, words: &[&str], input: &str, codes: &[i32]) {
    let all = harmless(home, words, input, codes);
    let signs = ["\\x1b", "\\u001b", "\\u{202e}", "\\u202e", "\\x9b", "\\u{200b}", "\\u200b"];
    let is_shown = signs.iter().any(|sign| all.contains(sign));
    assert!(is_shown, "{words:?}: nothing hostile came along: {all}");
}

/// The same where the text may have been made harmless before.
fn harmless(home: &Home, words: &[&str], input: &str, codes: &[i32]) -> String {
    let (code, data, talk) = home.run_lines(words, input);
    let what = format!("{words:?}");
    assert!(code.is_some_and(|code| codes.contains(&code)), "{what}: {code:?} {data} {talk}");
    assert_harmless(&what, &data);
    assert_harmless(&what, &talk);
    data + &talk
}

fn home() -> (Home, String) {
    let home = Home::new();
    let folder = home.path(&format!("in{HOSTILE}"));
    fs::create_dir(&folder).unwrap();
    let text = HOSTILE.replace(']', "\\]");
    let record = format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[{text}]PW[{text}]RE[{text}]RU[{text}]GN[{text}]AN[{text}]\
         KM[{text}]DT[{text}]{HOSTILE}X[a];B[ee]C[{text}]LB[ee:{text}]N[{text}];B[{text}])"
    );
    fs::write(folder.join("a.sgf"), record).unwrap();
    fs::write(folder.join("b.sgn"), format!("9x9 E5b {HOSTILE} E6w\n")).unwrap();
    fs::write(folder.join("c.dgf"), format!("[game]\n{HOSTILE} = \"{HOSTILE}\"\n")).unwrap();
    fs::write(folder.join("d.toml"), format!("{HOSTILE} = 1\nname = \"{HOSTILE}\"\n")).unwrap();
    let name = folder.to_str().unwrap().to_owned();
    (home, name)
}

#[test]
fn files_and_their_names() {
    let (home, folder) = home();
    let file = |name: &str| format!("{folder}/{name}");
    let (a, b, c, d) = (file("a.sgf"), file("b.sgn"), file("c.dgf"), file("d.toml"));
    let lost = file("lost.sgf");
    for name in [&a, &b, &c, &lost] {
        check(&home, &["show", name], "", &[0, 1, 2]);
        check(&home, &["score", name], "", &[0, 1, 2]);
        check(&home, &["check", name], "", &[0, 1, 2]);
        check(&home, &["-v", "convert", name, &file("out.sgn"), "--force"], "", &[0, 1, 2]);
    }
    check(&home, &["show", "--json", &a], "", &[0]);
    check(&home, &["check", "--json", &a], "", &[1]);
    // A diff in a pipe is for `patch`, and has the lines of the file as they are, as `convert` has; all
    // else in it is harmless. On a terminal its lines go through the same gate as every text.
    let (code, diff, talk) = home.run_lines(&["check", "--dry-run", &a], "");
    assert_eq!(code, Some(1), "{talk}");
    let is_ours = |line: &&str| !line.starts_with(['-', '+', ' ']) || line.starts_with("--- ");
    let ours: Vec<&str> =
        diff.lines().filter(|line| is_ours(line) || line.contains("+++ ")).collect();
    assert!(ours.len() >= 3 && ours[0].contains("\\033"), "{ours:?}");
    assert_harmless("the diff of a dry run", &ours.join("\n"));
    assert_harmless("the talk of a dry run", &talk);
    check(&home, &["check", "-v", "--color", "never", &a], "", &[1]);
    check(&home, &["play", "--resume", &a], "", &[0, 1, 2]);
    check(&home, &["play", "--resume", &lost], "", &[2]);
    check(&home, &["config", "check", &d], "", &[1]);
    check(&home, &["config", "check", "--json", &d], "", &[1]);
    check(&home, &["board", "legal", &b, "A1"], "", &[0, 1, 2]);
    check(&home, &["lab", "census", "3x3", "--out", &a], "", &[2]);
    check(&home, &["lab", "verify", &folder], "", &[2]);
    check(&home, &["lab", "query", &folder, "1"], "", &[2]);
    check(&home, &["lab", "export", &folder, &file("x.csv")], "", &[2]);
    check(&home, &["lab", "solve", "--table", &a], "", &[2]);
    check(
        &home,
        &["match", "--games", "1", "--round-robin", "random,random", "--openings", &b],
        "",
        &[2],
    );
    check(
        &home,
        &["match", "--games", "1", "--first", "random", "--second", "random", "--out", &a],
        "",
        &[2],
    );
    check(&home, &["play", "--white", &format!("table:{a}")], "", &[2]);
}

#[test]
fn words() {
    let (home, _) = home();
    let address = format!("/game/9x9,E5b,{HOSTILE}");
    for words in [
        &[HOSTILE][..],
        &["show", HOSTILE],
        &["show", &address],
        &["score", &address],
        &["convert", HOSTILE, "-", "--to", "sgn"],
        &["check", HOSTILE],
        &["check", "--explain", HOSTILE],
        &["board", HOSTILE],
        &["board", "liberties", HOSTILE, "A1"],
        &["play", "--size", HOSTILE],
        &["play", "--rules", HOSTILE],
        &["play", "--white", HOSTILE],
        &["play", "--handicap", HOSTILE],
        &["play", &format!("--{HOSTILE}")],
        &["match", "--games", HOSTILE],
        &["match", "--games", "1", "--first", HOSTILE, "--second", "random"],
        &["history", "show", HOSTILE],
        &["history", "list", HOSTILE],
        &["engines", HOSTILE],
        &["config", HOSTILE],
        &["lab", "count", HOSTILE],
        &["lab", "rank", HOSTILE],
        &["lab", "unrank", "3x3", HOSTILE],
        &["lab", "query", HOSTILE, HOSTILE],
        &["lab", HOSTILE],
        &["perft", HOSTILE],
        &["completions", HOSTILE],
        &["man", HOSTILE],
    ] {
        check(&home, words, "", &[1, 2]);
    }
}

#[test]
fn what_is_typed_and_what_an_engine_says() {
    let (home, _) = home();
    let hostile = HOSTILE.replace('\u{7}', "");
    let engine = fake(&[&format!("name={hostile}"), &format!("version={hostile}"), "move=E4"]);
    check(&home, &["engines", &engine], "", &[0]);
    check(&home, &["engines", "--json", &engine], "", &[0]);
    let lines = format!("{HOSTILE}\nE5\ncomment {HOSTILE}\nshow\nquit\n");
    check(
        &home,
        &["play", "--size", "9", "--white", &engine, "--black-name", &hostile],
        &lines,
        &[0],
    );
    assert!(harmless(&home, &["history"], "", &[0]).contains("unfinished"));
    check(&home, &["history", "list", "--json"], "", &[0]);
    check(&home, &["history", "show", "1"], "", &[0]);
    let liar = fake(&["die=genmove", &format!("name={hostile}")]);
    let words = ["match", "--games", "1", "--size", "5", "--first", &liar, "--second", "random"];
    check(&home, &words, "", &[0]);
    let config =
        format!("name = \"{}\"\n[engines]\n\"{}\" = \"x\"\n", "\\u001b[31m", "\\u001b[31m");
    fs::write(home.path("config.toml"), config).unwrap();
    check(&home, &["config", "show"], "", &[0]);
    check(&home, &["config", "show", "--json"], "", &[0]);
    check(&home, &["engines"], "", &[0]);
    check(&home, &["engines", "--json"], "", &[0]);
}
