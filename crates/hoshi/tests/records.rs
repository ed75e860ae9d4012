//! Records through the program, where a transcript cannot follow: pipes, bytes, links, terminals,
//! signals, many files at once. Each test has a folder of its own, which goes with it.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GAME: &str = "(;SZ[9]KM[5.5]PB[Kuro];B[ee]C[the centre];W[ge])\n";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn hoshi(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &str) -> Output {
    hoshi(folder, words).output().expect("the program starts")
}

/// Runs with this on standard input.
fn fed(folder: &Path, words: &str, input: &[u8]) -> Output {
    let mut command = hoshi(folder, words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // Whoever refuses its options does not read on.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("an end")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn data(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The names of all files in a folder and below.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            names.extend(self::names(&path).iter().map(|below| format!("{name}/{below}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn through_pipes() {
    let here = folder();
    let line = b"19x19 A9b B12w C2b";
    let expected = "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[ak];W[bh];B[cr])\n";
    for words in ["convert - - --from sgn --to sgf", "convert - - --to sgf"] {
        let output = fed(here.path(), words, line);
        assert_eq!((data(&output).as_str(), said(&output).as_str()), (expected, ""), "{words}");
    }
    let output = fed(here.path(), "convert - - --to sgn", GAME.as_bytes());
    assert_eq!(data(&output), "9x9 E5b G5w\n");
    let told =
        "standard input: the first node: KM, PB are lost\nstandard input: move 1: C is lost\n";
    assert_eq!(said(&output), told);
    let board = run(here.path(), "board new 9 --handicap 3");
    assert_eq!(board.stdout.len(), 85);
    assert!(data(&fed(here.path(), "show -", &board.stdout)).contains("White to move"));
    let output = fed(here.path(), "convert - -o out --to sgn", GAME.as_bytes());
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(names(here.path()), ["out/stdin.sgn"]);
    let output = fed(here.path(), "show -", b"9x9 E5b I5w");
    let told = "error: standard input: column 9: `I5w`: there is no column I, after H comes J\n\n  9x9 E5b I5w\n          ^^^\n";
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(2), told));
}

#[test]
fn the_bytes_of_a_charset_are_kept_on_request() {
    let here = folder();
    // GB2312 for two Chinese names.
    let text = b"(;SZ[9]PB[\xb9\xc5\xc1\xa6]PW[\xc0\xee\xca\xc0\xca\xaf]C[\xba\xda\xcf\xc8\xca\xa4];B[ee])\n";
    fs::write(here.path().join("old.sgf"), text).expect("a file");
    let kept = run(here.path(), "convert old.sgf - --to sgf --keep-encoding");
    assert_eq!(kept.stdout, text);
    let new = run(here.path(), "convert old.sgf - --to sgf");
    assert_eq!(data(&new), "(;SZ[9]CA[UTF-8]PB[古力]PW[李世石]C[黑先胜];B[ee])\n");
    assert!(data(&run(here.path(), "show old.sgf")).starts_with("古力 (Black) against 李世石"));
    // What does not fit takes all of it to UTF-8, and that is told.
    fs::write(here.path().join("latin.sgf"), b"(;CA[ISO-8859-1]PW[J\xfcrgen])").expect("a file");
    let output = run(here.path(), "convert latin.sgf - --to sgf --keep-encoding --set PB=古力");
    assert_eq!(data(&output), "(;CA[UTF-8]PW[Jürgen]PB[古力])\n");
    assert_eq!(said(&output), "latin.sgf: PB does not fit the charset; all is UTF-8 now\n");
}

#[cfg(unix)]
#[test]
fn an_input_is_never_overwritten_through_a_link_either() {
    let here = folder();
    let at = |name: &str| here.path().join(name);
    fs::write(at("game.sgf"), GAME).expect("a file");
    std::os::unix::fs::symlink("game.sgf", at("link.sgf")).expect("a link");
    fs::create_dir(at("out")).expect("a folder");
    std::os::unix::fs::symlink("../game.sgf", at("out/game.sgf")).expect("a link");
    for words in [
        "convert game.sgf link.sgf --force",
        "convert link.sgf game.sgf --force",
        "convert game.sgf out/game.sgf --force",
        "convert game.sgf -o out --to sgf --force",
        "convert out/game.sgf -o . --to sgf --force",
    ] {
        let output = run(here.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(
            said(&output).contains("an input is never overwritten"),
            "{words}: {}",
            said(&output)
        );
        assert_eq!(fs::read_to_string(at("game.sgf")).expect("still there"), GAME, "{words}");
        assert!(at("out/game.sgf").is_symlink() && at("link.sgf").is_symlink(), "{words}");
    }
    // Another file behind a link is replaced with --force, and the link stays.
    fs::write(at("old.sgn"), "9x9\n").expect("a file");
    std::os::unix::fs::symlink("old.sgn", at("new.sgn")).expect("a link");
    assert_eq!(run(here.path(), "convert -q game.sgf new.sgn").status.code(), Some(2));
    assert!(run(here.path(), "convert -q --force game.sgf new.sgn").status.success());
    assert_eq!(fs::read_to_string(at("old.sgn")).expect("a file"), "9x9 E5b G5w\n");
    assert!(at("new.sgn").is_symlink());
}

#[test]
fn many_files_are_told_of_in_their_order() {
    let here = folder();
    fs::create_dir(here.path().join("in")).expect("a folder");
    for number in 0..60 {
        let size = if number % 7 == 3 { "9:5" } else { "9" };
        // Some are much larger than others, so that the threads finish out of order.
        let nodes = ";C[x]".repeat(if number % 5 == 0 { 4_000 } else { 1 });
        let text = format!("(;SZ[{size}]C[{number}];B[aa];W[bb]{nodes})");
        fs::write(here.path().join(format!("in/{number:02}.sgf")), text).expect("a file");
    }
    let mut before = None;
    for _ in 0..4 {
        let output = run(here.path(), "convert in -o out --to dgr --force");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let said = said(&output);
        assert!(!said.contains(['\r', '\x1b']), "progress where there is no terminal");
        let told = |line: &str| line.trim_start_matches("error: ").get(..5).map(str::to_owned);
        let files: Vec<_> = said.lines().filter(|line| line.contains("in/")).map(told).collect();
        assert!(files.is_sorted(), "{files:?}");
        assert!(said.contains("51 files written to out\n"));
        assert!(said.ends_with("error: 9 of 60 inputs could not be converted\n"));
        assert!(before.is_none_or(|before| before == said));
        before = Some(said);
    }
    let names = names(&here.path().join("out"));
    assert_eq!(names.len(), 51);
    assert!(names.iter().all(|name| name.ends_with(".dgr")), "{names:?}");
}

#[test]
fn names_of_outputs_do_not_meet() {
    let here = folder();
    let at = |name: &str| here.path().join(name);
    fs::write(at("a.sgf"), "(;SZ[9])(;SZ[9];B[aa])").expect("a file");
    fs::write(at("a-1.sgf"), "(;SZ[5])").expect("a file");
    let output = run(here.path(), "convert a.sgf a-1.sgf -o out --to sgn --force");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("error: a.sgf: its games would become"), "{}", said(&output));
    assert_eq!(names(&at("out")), ["a-1.sgn"]);
    assert_eq!(fs::read_to_string(at("out/a-1.sgn")).expect("a file"), "5x5\n");
    // The folder that is written to is not read from, though it lies in the one that is.
    fs::remove_file(at("a.sgf")).expect("it was there");
    for force in ["", " --force"] {
        let output = run(here.path(), &format!("convert . -o made --to sgf{force}"));
        assert!(output.status.success(), "{}", said(&output));
    }
    assert_eq!(names(&at("made")), ["a-1.sgf", "out/a-1.sgf"]);
}

#[test]
fn nothing_stays_behind_what_fails() {
    let here = folder();
    let at = |name: &str| here.path().join(name);
    fs::write(at("game.sgf"), GAME).expect("a file");
    fs::write(at("wide.sgf"), "(;SZ[9:5])").expect("a file");
    fs::write(at("junk"), b"\x00\xff[junk").expect("a file");
    fs::write(at("empty"), b"").expect("a file");
    for words in [
        "convert wide.sgf x.dgf",
        "convert --strict game.sgf x.dgf",
        "convert junk x.dgf",
        "convert empty x.sgf",
        "convert game.sgf x.dgb --move 3",
        "convert game.sgf none/x.dgf",
        "convert wide.sgf -o none --to dgf",
        "show junk",
        "show empty",
        "score empty",
        "board liberties junk",
    ] {
        let output = run(here.path(), words);
        let code = if words.contains("--strict") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{words}: {}", said(&output));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{words}");
        assert_eq!(names(here.path()), ["empty", "game.sgf", "junk", "wide.sgf"], "{words}");
        assert!(!at("none").exists(), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let here = folder();
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its owner may");
    };
    let path = here.path().join("secret.sgf");
    fs::write(&path, GAME).expect("a file");
    allow(&path, 0o000);
    let output = if fs::read(&path).is_err() {
        run(here.path(), "show secret.sgf")
    } else {
        // Nothing is forbidden to root, so it becomes somebody else, with a program that others may run.
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
        let program = here.path().join("hoshi");
        fs::copy(env!("CARGO_BIN_EXE_hoshi"), &program).expect("a copy of the program");
        allow(here.path(), 0o755);
        let mut plain = Command::new("setpriv");
        plain.args(nobody).arg(&program).arg("--version");
        if !plain.output().is_ok_and(|output| output.status.success()) {
            hoshi_testkit::skip("this user may read everything, and setpriv cannot change it");
            return;
        }
        let mut command = Command::new("setpriv");
        command.args(nobody).arg(&program).args(["show", "secret.sgf"]).current_dir(here.path());
        command.env("HOSHI_CONFIG", "/nowhere/config.toml").output().expect("setpriv starts")
    };
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).starts_with("error: secret.sgf: "), "{}", said(&output));
}

#[test]
fn huge_values_make_no_huge_messages() {
    let here = folder();
    let huge = "x".repeat(2_000_000);
    for (property, words) in
        [("C", "convert - - --to sgn"), ("B", "convert - - --to sgn"), ("B", "show -")]
    {
        let output = fed(here.path(), words, format!("(;SZ[9];{property}[{huge}])").as_bytes());
        assert!(output.status.success(), "{property}");
        assert!(said(&output).len() < 1_000, "{property}: {}", said(&output).len());
    }
    let output = fed(here.path(), "convert - - --to dgf", format!("(;SZ[9]PB[{huge}])").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).len() < 1_000, "{}", said(&output).len());
}

#[test]
fn many_illegal_moves_take_no_time_squared() {
    let here = folder();
    let text = format!("(;SZ[9]{})", ";B[aa];W[aa]".repeat(20_000));
    let output = fed(here.path(), "convert - - --to sgn", text.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(said(&output).lines().count(), 1, "{}", said(&output));
    let output = fed(here.path(), "show -", text.as_bytes());
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).lines().count() < 110, "{}", said(&output));
    assert!(said(&output).ends_with("and 39,899 more\n"), "{}", said(&output));
}

#[cfg(unix)]
#[test]
fn bytes_are_not_for_a_terminal() {
    let here = folder();
    let program = env!("CARGO_BIN_EXE_hoshi");
    // `script` gives a terminal to what it runs.
    let shell = format!(
        "{program} board new 9; {program} board new 9 -o a.dgb; {program} convert a.dgb - --to dgb"
    );
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &shell, "/dev/null"]).current_dir(here.path());
    let Ok(output) = script.stdin(Stdio::null()).output() else {
        hoshi_testkit::skip("there is no script(1) to make a terminal with");
        return;
    };
    let shown = String::from_utf8_lossy(&output.stdout);
    if !shown.contains("hoshi") && !shown.contains("terminal") {
        hoshi_testkit::skip("script(1) is another one here");
        return;
    }
    let refusal = "refusing to write binary data to a terminal";
    assert_eq!(shown.matches(refusal).count(), 2, "{shown}");
    assert_eq!(names(here.path()), ["a.dgb"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_files_and_no_others() {
    let here = folder();
    fs::create_dir(here.path().join("in")).expect("a folder");
    // Rows of black and of white stones that leave each other room.
    let letter = |line: u8| char::from(b'a' + line);
    let pair = |x: u8, y: u8| {
        let (x, y, below) = (letter(x), letter(2 * y), letter(2 * y + 1));
        format!(";B[{x}{y}];W[{x}{below}]")
    };
    let moves: String = (0..9).flat_map(|y| (0..18).map(move |x| pair(x, y))).collect();
    for number in 0..400 {
        let text = format!("(;SZ[19]C[lost]{moves})");
        fs::write(here.path().join(format!("in/{number:03}.sgf")), text).expect("a file");
    }
    let mut child = hoshi(here.path(), "convert in -o out --to sgn")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Its first line tells that it is at work.
    let mut reader = BufReader::new(child.stderr.take().expect("a pipe"));
    reader.read_line(&mut String::new()).expect("a line");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    // It goes on to read, so that nobody waits for a full pipe.
    for _ in reader.lines() {}
    let code = child.wait().expect("an end").code();
    // A fast machine may be done before the signal comes.
    assert!(code == Some(130) || code == Some(0), "{code:?}");
    let names = names(&here.path().join("out"));
    assert!(!names.is_empty() && names.iter().all(|name| name.ends_with(".sgn")), "{names:?}");
    for name in names {
        let text = fs::read_to_string(here.path().join("out").join(&name)).expect("a file");
        assert!(text.starts_with("19x19 A19b A18w") && text.ends_with("S2w\n"), "{name}");
    }
}

#[test]
fn a_wrong_name_is_not_the_last_word() {
    let here = folder();
    fs::write(here.path().join("line.sgf"), "9x9 E5b").expect("a file");
    let output = run(here.path(), "show line.sgf");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("(by its content it is sgn: --from sgn)"), "{}", said(&output));
    assert!(run(here.path(), "show line.sgf --from sgn").status.success());
}

/// A record without CA, with a name in these bytes.
fn named(name: &[u8]) -> Vec<u8> {
    [b"(;SZ[9]PB[", name, b"];B[ee];W[ge])\n"].concat()
}

#[test]
fn a_charset_that_is_named_is_taken() {
    let folder = folder();
    let folder = folder.path();
    // The same bytes in Chinese, in Korean, and in Cyrillic; CA is wrong.
    fs::write(folder.join("a.sgf"), named(b"\xc0\xee\xca\xc0\xca\xaf")).expect("written");
    let labelled = b"(;SZ[9]CA[Big5]PB[\xc0\xee\xca\xc0\xca\xaf])";
    fs::write(folder.join("b.sgf"), labelled).expect("written");
    for (charset, name) in [("GBK", "李世石"), ("euc-kr", "쟀各柯"), ("CP1251", "АоКАКЇ")]
    {
        for file in ["a.sgf", "b.sgf"] {
            let output = run(folder, &format!("show {file} --charset {charset}"));
            assert!(data(&output).contains(name), "{charset} {file}: {}", data(&output));
            let output = run(folder, &format!("convert {file} - --to sgf --charset {charset}"));
            assert!(data(&output).contains(&format!("PB[{name}]")), "{}", data(&output));
        }
        // A default is for games that say nothing, and counts as CA does: anything is valid in a charset
        // of one byte, so that what is far likelier comes first.
        if charset != "CP1251" {
            let output = run(folder, &format!("show a.sgf --json --default-charset {charset}"));
            assert!(data(&output).contains(&format!("\"black\":\"{name}\"")), "{}", data(&output));
        }
        let output = run(folder, &format!("show b.sgf --default-charset {charset}"));
        assert!(!data(&output).contains(name), "{}", data(&output));
        for command in ["score", "check"] {
            let output = run(folder, &format!("{command} a.sgf --charset {charset}"));
            assert!(output.status.code().is_some_and(|code| code < 2), "{}", said(&output));
        }
    }
    let output = run(folder, "show a.sgf --charset klingon");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("`klingon` is not a charset that hoshi knows"));
    let output = run(folder, "check --fix a.sgf --charset GBK");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(folder.join("a.sgf")).expect("read"), named(b"\xc0\xee\xca\xc0\xca\xaf"));
}

#[test]
fn files_of_one_folder_help_each_other() {
    let folder = folder();
    let folder = folder.path();
    // A name that is guessed to be Chinese, alone, and beside plain Korean.
    let hard = named(b"\xc4\xc7\xb1\xed");
    for name in ["alone", "korean"] {
        fs::create_dir(folder.join(name)).expect("a folder");
        fs::write(folder.join(name).join("hard.sgf"), &hard).expect("written");
    }
    let plain = named(b"\xc0\xcc\xbc\xbc\xb5\xb9 9\xb4\xdc \xc8\xe6\xba\xd2\xb0\xe8\xbd\xc2");
    for number in 0..3 {
        fs::write(folder.join(format!("korean/{number}.sgf")), &plain).expect("written");
    }
    let name = |output: &Output| {
        let text = data(output);
        let start = text.find("PB[").expect("a name") + 3;
        text[start..].split(']').next().expect("its end").to_owned()
    };
    let alone = run(folder, "convert alone/hard.sgf - --to sgf");
    let beside = run(folder, "convert korean/hard.sgf - --to sgf");
    assert_eq!((&*name(&alone), &*name(&beside)), ("那表", "컸깊"));
    let output = run(folder, "convert korean -o out --to sgf");
    assert!(output.status.success(), "{}", said(&output));
    let out = fs::read_to_string(folder.join("out/hard.sgf")).expect("UTF-8");
    assert!(out.contains("PB[컸깊]"), "{out}");
    // What is said for certain counts more.
    let output = run(folder, "convert korean/hard.sgf - --to sgf --charset GBK");
    assert_eq!(name(&output), "那表");
}
