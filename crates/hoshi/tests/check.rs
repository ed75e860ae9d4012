//! `hoshi check` where a transcript cannot go: backups, pipes, permissions, other charsets, and
//! thousands of findings.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const BROKEN: &str = "(;GM[1]FF[3];B[pd]\n;W[tt]\n";

fn hoshi(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.arg("check").args(words).current_dir(folder);
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    hoshi(folder, words).output().expect("the program starts")
}

fn piped(folder: &Path, words: &[&str], input: &[u8]) -> Output {
    let mut command = hoshi(folder, words);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    child.wait_with_output().expect("an end")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_backup_is_replaced_only_by_force() {
    let folder = folder(&[("a.sgf", BROKEN.as_bytes()), ("a.sgf.bak", b"precious")]);
    let path = folder.path();
    let output = run(path, &["--fix", "a.sgf"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("a.sgf.bak: already exists; --force replaces it"));
    assert_eq!(fs::read(path.join("a.sgf")).unwrap(), BROKEN.as_bytes());
    assert_eq!(fs::read(path.join("a.sgf.bak")).unwrap(), b"precious");
    let output = run(path, &["--fix", "--force", "a.sgf"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(fs::read(path.join("a.sgf")).unwrap(), b"(;GM[1]FF[4];B[pd]\n;W[])\n");
    assert_eq!(fs::read(path.join("a.sgf.bak")).unwrap(), BROKEN.as_bytes());
    assert_eq!(names(path), ["a.sgf", "a.sgf.bak"]);
}

#[test]
fn nothing_to_fix_is_not_touched() {
    let good = b"(;GM[1]FF[4]\n;B[pd];W[pd])";
    let folder = folder(&[("a.sgf", good)]);
    let before = fs::metadata(folder.path().join("a.sgf")).unwrap().modified().unwrap();
    let output = run(folder.path(), &["--fix", "a.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(shown(&output).contains("E501"));
    assert_eq!(names(folder.path()), ["a.sgf"]);
    let after = fs::metadata(folder.path().join("a.sgf")).unwrap().modified().unwrap();
    assert_eq!(before, after);
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder(&[("a.sgf", BROKEN.as_bytes())]);
    for words in [&["--dry-run", "a.sgf"][..], &["--fix", "--dry-run", "a.sgf"]] {
        let output = run(folder.path(), words);
        assert_eq!(output.status.code(), Some(0), "the file as it would be");
        assert!(shown(&output).contains("\n-(;GM[1]FF[3];B[pd]\n"), "{}", shown(&output));
        assert!(said(&output).contains("would be fixed"));
    }
    assert_eq!(names(folder.path()), ["a.sgf"]);
    assert_eq!(fs::read(folder.path().join("a.sgf")).unwrap(), BROKEN.as_bytes());
}

#[test]
fn standard_input_is_fixed_onto_standard_output() {
    let folder = folder(&[]);
    let output = piped(folder.path(), &["--fix", "-"], BROKEN.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"(;GM[1]FF[4];B[pd]\n;W[])\n");
    // What is left is talk: the data is the file. One that needs nothing comes out as it went in.
    let illegal = b"(;GM[1]FF[4];B[pd]\r\n;W[pd])";
    let output = piped(folder.path(), &["--fix", "-"], illegal);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, illegal);
    assert!(said(&output).starts_with("standard input:2:4: error E501:"), "{}", said(&output));
    let output = piped(folder.path(), &["--fix", "-"], b"no game");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"no game"[..]));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_charset_is_kept() {
    // GBK, with a CA that says so, and one that doesn't.
    let named = b"(;GM[1]FF[3]CA[GB2312]PB[\xb1\xbe\xd2\xf2\xb7\xbb];B[tt])";
    let folder = folder(&[("a.sgf", named)]);
    let output = run(folder.path(), &["--fix", "a.sgf"]);
    assert!(output.status.success() && !said(&output).contains("UTF-8"), "{}", said(&output));
    let fixed = fs::read(folder.path().join("a.sgf")).unwrap();
    assert_eq!(fixed, b"(;GM[1]FF[4]CA[GB2312]PB[\xb1\xbe\xd2\xf2\xb7\xbb];B[])");
}

#[test]
fn utf_16_becomes_utf_8_and_that_is_said() {
    let wide: Vec<u8> = "\u{feff}(;GM[1]FF[4]CA[UTF-16]PB[秀策])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let folder = folder(&[("a.sgf", &wide)]);
    let output = run(folder.path(), &["--fix", "a.sgf"]);
    assert!(said(&output).contains("now UTF-8"), "{}", said(&output));
    let fixed = fs::read(folder.path().join("a.sgf")).unwrap();
    assert_eq!(fixed, "(;GM[1]FF[4]CA[UTF-8]PB[秀策])".as_bytes());
}

#[test]
fn carets_stand_below_other_charsets() {
    let folder = folder(&[("a.sgf", b"(;GM[1]FF[4]CA[GBK]PB[\xb1\xbe\xd2\xf2]SZ[9:9])")]);
    let output = shown(&run(folder.path(), &["a.sgf"]));
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[1], "    1 | (;GM[1]FF[4]CA[GBK]PB[本因]SZ[9:9])");
    // Two characters of two columns each.
    let caret = lines[2].find('^').unwrap();
    assert_eq!(caret, "    1 | (;GM[1]FF[4]CA[GBK]PB[....]SZ[".len());
}

#[test]
fn json_is_json_and_knows_every_finding() {
    let many = format!("(;GM[1]FF[4]{})", ";B[aa];W[aa]".repeat(50));
    let folder = folder(&[("a.sgf", many.as_bytes()), ("b.sgf", b"(;GM[1];B[tt])")]);
    let output = run(folder.path(), &["--json", ".", "none.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found = json.as_array().expect("an array");
    assert_eq!(found.len(), 99 + 2);
    let keys = "file line column rule severity message fixable";
    for finding in found {
        let object = finding.as_object().expect("an object");
        assert_eq!(object.keys().map(String::as_str).collect::<Vec<_>>().join(" "), keys);
    }
    let last = found.last().expect("some");
    assert_eq!((&last["rule"], &last["severity"]), (&"N510".into(), &"note".into()));
    assert_eq!((&last["line"], &last["column"]), (&1.into(), &11.into()));
    assert_eq!((&last["fixable"], &last["file"]), (&true.into(), &"./b.sgf".into()));
}

#[test]
fn many_findings_of_one_rule_are_counted() {
    let many = format!("(;GM[1]FF[4]{})", ";B[aa];W[aa]".repeat(50));
    let folder = folder(&[("a.sgf", many.as_bytes())]);
    let output = shown(&run(folder.path(), &["a.sgf"]));
    assert_eq!(output.matches("error E501:").count(), 10);
    assert!(output.ends_with("a.sgf: 89 more errors E501 (a move on a stone); -v shows all\n"));
    let output = shown(&run(folder.path(), &["a.sgf", "-v"]));
    assert_eq!(output.matches("error E501:").count(), 99);
}

#[test]
fn findings_that_are_not_listed_are_counted() {
    let many = format!("(;GM[1]FF[4];B[aa]{})", ";W[aa]".repeat(3_000));
    let folder = folder(&[("a.sgf", many.as_bytes())]);
    let output = shown(&run(folder.path(), &["a.sgf"]));
    assert!(output.ends_with("a.sgf: 2990 more errors E501 (a move on a stone); -v shows more\n"));
    let output = shown(&run(folder.path(), &["a.sgf", "-v"]));
    assert_eq!(output.matches("error E501:").count(), 1_000);
    assert!(output.contains("a.sgf: 2000 more errors E501 (a move on a stone)\n"));
    let output = run(folder.path(), &["a.sgf", "--json"]);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let errors = found.iter().filter(|finding| finding["rule"] == "E501");
    let counts = errors.map(|finding| 1 + finding["unlisted"].as_u64().unwrap_or(0));
    assert_eq!(counts.sum::<u64>(), 3_000);
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("3000 errors"), "{told}");
}

#[test]
fn folders_are_gone_through_in_order() {
    let folder = folder(&[("b.SGF", b"(;KM[x])"), ("a.txt", b"no"), ("c.sgf", b"(;KM[x])")]);
    let below = folder.path().join("a.sgf");
    fs::create_dir(&below).unwrap();
    fs::write(below.join("z.sgf"), "(;KM[x])").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = shown(&run(folder.path(), &["."]));
    let places: Vec<&str> =
        output.lines().filter_map(|line| line.split(": warning").next()).collect();
    let places: Vec<&str> = places.into_iter().filter(|line| line.starts_with("./")).collect();
    assert_eq!(places, ["./a.sgf/z.sgf:1:6", "./b.SGF:1:6", "./c.sgf:1:6"]);
    let output = run(folder.path(), &["empty"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("empty: no records in this folder"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let many = format!("(;GM[1]FF[4]{})", ";B[aa];W[aa]".repeat(2_000));
    let folder = folder(&[("a.sgf", many.as_bytes())]);
    let mut command = hoshi(folder.path(), &["-v", "a.sgf"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output), "");
}

#[test]
fn colour_and_what_would_act_on_a_terminal() {
    let folder = folder(&[("a.sgf", b"(;GM[1]FF[4]C[\x1b[31mred\x07];B[aa];W[aa];B[\x1b[2J])")]);
    let output = run(folder.path(), &["a.sgf"]);
    assert!(!shown(&output).contains('\x1b') && !shown(&output).contains('\x07'));
    let output = run(folder.path(), &["a.sgf", "--color", "always"]);
    assert!(shown(&output).contains("\x1b[1;31merror E501\x1b[0m"));
    assert!(!shown(&output).contains("\x1b[31mred") && !shown(&output).contains("\x1b[2J"));
}

#[test]
fn every_rule_is_listed_and_explained() {
    let folder = folder(&[]);
    let list = shown(&run(folder.path(), &["--list"]));
    assert!(list.lines().count() > 70);
    for line in list.lines() {
        let code = &line[..4];
        let text = shown(&run(folder.path(), &["--explain", code]));
        assert!(text.starts_with(code) && text.lines().count() > 3, "{text}");
        assert!(!text.contains("```"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn who_may_not_read_the_file_may_not_read_its_backup() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder(&[("a.sgf", BROKEN.as_bytes())]);
    let mode =
        |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(folder.path().join("a.sgf"), private).unwrap();
    assert!(run(folder.path(), &["--fix", "a.sgf"]).status.success());
    assert_eq!((mode("a.sgf"), mode("a.sgf.bak")), (0o600, 0o600));
}

/// Files of every line end and charset, broken in as many ways.
const TO_PATCH: &[(&str, &[u8])] = &[
    ("missing.sgf", b"(;GM[1]FF[4]\n;B[pd]\n;W[dp]\n;B[dd]\n;W[pp]\n;B[qq]\n;W[rr]\n"),
    ("no-newline.sgf", b"(;GM[1]FF[3];B[tt]"),
    ("crlf.sgf", b"(;GM[1]FF[3]\r\n;B[tt]]\r\n;W[dp]\r\n)\r\n"),
    ("cr.sgf", b"(;GM[1]FF[3]\r;B[tt]\r;W[dp]"),
    ("two words.sgf", b"(;GM[1]FF[4]\n;B[pd]W[dp]\n;B[dd])\n"),
    ("gbk.sgf", b"(;GM[1]FF[3]CA[GBK]PB[\xb9\xc5\xc1\xa6]\n;B[tt])\n"),
    ("nul.sgf", b"(;GM[1]FF[4]C[a\0b]\n;B[pd])\n"),
    ("mark.sgf", b"\xef\xbb\xbf(;GM[1]FF[4]\n;B[pd])\n"),
    ("wide.sgf", b"\xff\xfe(\0;\0G\0M\0[\x001\0]\0\n\0;\0B\0[\0]\0)\0"),
    ("mail.sgf", b"From: Ann\n\n(;GM[1]FF[4]\n;B[pd])\n-- \nAnn"),
    (
        "far.sgf",
        b"(;GM[1]FF[3]\n;B[aa]\n;B[bb]\n;B[cc]\n;B[dd]\n;B[ee]\n;B[ff]\n;B[gg]\n;B[hh]\n;B[tt])\n",
    ),
];

#[test]
fn patch_accepts_what_a_dry_run_prints() {
    if Command::new("patch").arg("--version").output().is_err() {
        hoshi_testkit::skip("the diff of a dry run is not tried: there is no `patch` here");
        return;
    }
    let (patched, fixed) = (folder(TO_PATCH), folder(TO_PATCH));
    for (name, before) in TO_PATCH {
        let output = run(patched.path(), &["--dry-run", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        assert_eq!(fs::read(patched.path().join(name)).unwrap(), *before, "{name}");
        let mut patch = Command::new("patch");
        patch.args(["--binary", "-p0"]).current_dir(patched.path()).stdin(Stdio::piped());
        let mut child = patch.stdout(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(&output.stdout).expect("it reads");
        let result = child.wait_with_output().expect("an end");
        assert!(result.status.success(), "{name}: {}\n{}", shown(&result), shown(&output));
        assert!(!shown(&result).contains("offset"), "{name}: {}", shown(&result));
        run(fixed.path(), &["--fix", name]);
        let (is, wanted) = (fs::read(patched.path().join(name)), fs::read(fixed.path().join(name)));
        assert_eq!(
            is.unwrap().escape_ascii().to_string(),
            wanted.unwrap().escape_ascii().to_string()
        );
    }
    println!("counted: diffs that patch applies: {}", TO_PATCH.len());
}
