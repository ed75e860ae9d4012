//! Pictures by the program. The cases are folders in `testdata/draw`: a record `in.sgf`, the words `args`
//! of the command line, and what comes out: `out.svg`, or `out-1.svg` and so on, and `stderr` where something
//! is said. `HOSHI_RENEW=1` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/draw");
const GAME: &str = "(;SZ[9];B[gc];W[cc];B[cg];W[gg])";

fn hoshi(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.current_dir(folder).args(words).env("HOME", folder).env_remove("XDG_CONFIG_HOME");
    command.output().expect("hoshi runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every file that came out, by name.
fn written(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let is_output = |name: &String| name.starts_with("out") && name.ends_with(".svg");
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(is_output)
        .map(|name| {
            let text = fs::read_to_string(folder.join(&name)).expect("text");
            (name, text)
        })
        .collect()
}

#[test]
fn golden_pictures() {
    let renew = std::env::var_os("HOSHI_RENEW").is_some();
    let mut cases: Vec<PathBuf> =
        fs::read_dir(FOLDER).expect("the cases").flatten().map(|entry| entry.path()).collect();
    cases.sort();
    assert!(cases.len() >= 25, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::copy(case.join("in.sgf"), scratch.path().join("in.sgf")).expect("a record");
        let args = fs::read_to_string(case.join("args")).expect("words");
        let args = shlex::split(&args).expect("words as a shell has them");
        let mut words = vec!["draw", "in.sgf", "-o", "out.svg"];
        words.extend(args.iter().map(String::as_str));
        let output = hoshi(scratch.path(), &words);
        assert!(output.status.success(), "{}: {}", case.display(), said(&output));
        let mut found = written(scratch.path());
        assert!(!found.is_empty(), "{}: nothing was drawn", case.display());
        if !output.stderr.is_empty() {
            found.insert("stderr".to_owned(), said(&output));
        }
        if renew {
            for name in written(&case).keys() {
                fs::remove_file(case.join(name)).expect("an old file");
            }
            for (name, text) in &found {
                fs::write(case.join(name), text).expect("a new file");
            }
            continue;
        }
        let mut wanted = written(&case);
        if let Ok(text) = fs::read_to_string(case.join("stderr")) {
            wanted.insert("stderr".to_owned(), text);
        }
        if found != wanted {
            wrong.push(case);
        }
    }
    assert!(wrong.is_empty(), "run `cargo xtask bless` and look at the difference: {wrong:?}");
}

/// The data of a page: what the script in it is given.
#[cfg(feature = "web")]
fn data_of(html: &str) -> &str {
    let start = html.find("id=\"data\">").expect("the data") + "id=\"data\">".len();
    let end = html[start..].find("</script>").expect("its end");
    &html[start..start + end]
}

/// Cases in `testdata/viewer`: a record, the words of the command line, the data of the page, what is said.
#[cfg(feature = "web")]
#[test]
fn golden_pages() {
    let renew = std::env::var_os("HOSHI_RENEW").is_some();
    let folder = Path::new(FOLDER).with_file_name("viewer");
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases").flatten().map(|entry| entry.path()).collect();
    cases.sort();
    assert!(cases.len() >= 4, "{} cases", cases.len());
    for case in cases {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::copy(case.join("in.sgf"), scratch.path().join("in.sgf")).expect("a record");
        let args = fs::read_to_string(case.join("args")).expect("words");
        let args = shlex::split(&args).expect("words as a shell has them");
        let mut words = vec!["draw", "in.sgf", "-o", "out.html"];
        words.extend(args.iter().map(String::as_str));
        let output = hoshi(scratch.path(), &words);
        assert!(output.status.success(), "{}: {}", case.display(), said(&output));
        let html = fs::read_to_string(scratch.path().join("out.html")).expect("a page");
        // A line for each node, so that a difference can be read.
        let found = data_of(&html).replace("},{", "},\n{") + "\n" + &said(&output);
        let golden = case.join("out.txt");
        if renew {
            fs::write(golden, found).expect("a new file");
            continue;
        }
        let wanted = fs::read_to_string(golden).expect("run `cargo xtask bless`");
        assert_eq!(found, wanted, "{}: run `cargo xtask bless`", case.display());
    }
}

/// A page asks for nothing, and runs nothing but its own script.
#[cfg(feature = "web")]
#[test]
fn a_page_needs_nothing_else() {
    let scratch = tempfile::tempdir().expect("a folder");
    fs::write(scratch.path().join("game.sgf"), GAME).expect("a record");
    let words =
        ["draw", "game.sgf", "-o", "game.html", "--title", "Ann's <game>", "--theme", "night"];
    let output = hoshi(scratch.path(), &words);
    assert!(output.status.success(), "{}", said(&output));
    let html = fs::read_to_string(scratch.path().join("game.html")).expect("a page");
    assert!(html.starts_with("<!doctype html>"));
    assert!(html.contains("<title>Ann&#39;s &lt;game&gt;</title>"));
    assert!(html.contains("content=\"default-src 'none'; script-src 'sha256-"));
    for outside in ["src=\"", "href=\"http", "url(http", "@import", "import("] {
        assert!(!html.contains(outside), "{outside}");
    }
    // The same once more: the same bytes.
    let output = hoshi(scratch.path(), &["draw", "game.sgf", "-o", "-", "--format", "html"]);
    let again = hoshi(scratch.path(), &["draw", "game.sgf", "-o", "-", "--format", "html"]);
    assert!(output.stdout.starts_with(b"<!doctype html>") && output.stdout == again.stdout);
}

#[test]
fn every_kind_of_picture_is_what_its_name_says() {
    let scratch = tempfile::tempdir().expect("a folder");
    fs::write(scratch.path().join("game.sgf"), GAME).expect("a record");
    for (name, magic) in [
        ("a.svg", &b"<svg"[..]),
        ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.gif", b"GIF89a"),
        ("a.pdf", b"%PDF-"),
        ("b.SVG", b"<svg"),
    ] {
        let output = hoshi(scratch.path(), &["draw", "game.sgf", "-o", name]);
        assert!(output.status.success(), "{name}: {}", said(&output));
        let bytes = fs::read(scratch.path().join(name)).expect("a picture");
        assert!(bytes.starts_with(magic), "{name}");
    }
    // The same once more: the same bytes, if they may be replaced.
    let before = fs::read(scratch.path().join("a.pdf")).expect("a picture");
    let output = hoshi(scratch.path(), &["draw", "game.sgf", "-o", "a.pdf"]);
    assert_eq!(output.status.code(), Some(2));
    let output = hoshi(scratch.path(), &["draw", "game.sgf", "-o", "a.pdf", "--force"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(fs::read(scratch.path().join("a.pdf")).expect("a picture"), before);
}

/// Frames of a GIF, counted by its graphic control extensions.
fn frames(bytes: &[u8]) -> usize {
    bytes.windows(4).filter(|bytes| *bytes == [0x21, 0xf9, 4, bytes[3]]).count()
}

#[test]
fn a_gif_has_a_frame_for_every_move() {
    let scratch = tempfile::tempdir().expect("a folder");
    fs::write(scratch.path().join("game.sgf"), GAME).expect("a record");
    let output = hoshi(
        scratch.path(),
        &["draw", "game.sgf", "-o", "a.gif", "--width", "120", "--delay", "500"],
    );
    assert!(output.status.success(), "{}", said(&output));
    let bytes = fs::read(scratch.path().join("a.gif")).expect("a picture");
    assert_eq!(frames(&bytes), 5);
}

#[test]
fn folders_are_drawn_into_a_folder() {
    let scratch = tempfile::tempdir().expect("a folder");
    let games = scratch.path().join("games");
    fs::create_dir_all(games.join("more")).expect("a folder");
    fs::write(games.join("one.sgf"), GAME).expect("a record");
    fs::write(games.join("more/two.sgf"), GAME).expect("a record");
    fs::write(games.join("broken.sgf"), "nothing").expect("a file");
    let words = ["draw", "games", "-o", "out", "--format", "png", "--width", "60"];
    let output = hoshi(scratch.path(), &words);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("1 of 3 inputs could not be drawn"), "{}", said(&output));
    for name in ["one.png", "more/two.png"] {
        assert!(scratch.path().join("out").join(name).is_file(), "{name}");
    }
}

/// A wrong call is one clear sentence and exit code 2, and leaves nothing behind.
#[test]
fn wrong_calls() {
    let scratch = tempfile::tempdir().expect("a folder");
    fs::write(scratch.path().join("game.sgf"), GAME).expect("a record");
    fs::write(scratch.path().join("broken.toml"), "[board]\nfill = \"mauve\"\n").expect("a theme");
    fs::write(scratch.path().join("huge.sgf"), "(;SZ[52];B[aa])").expect("a record");
    let cases: &[(&[&str], &str)] = &[
        (&["-o", "a.svg", "--theme", "mud"], "unknown theme `mud`"),
        (&["-o", "a.svg", "--theme", "none.toml"], "none.toml"),
        (&["-o", "a.svg", "--theme", "broken.toml"], "broken.toml: line 2"),
        (&["-o", "a.svg", "--range", "3-9"], "there is no move 9: the game has 4 moves"),
        (&["-o", "a.svg", "--range", "9-3"], "`9-3` is not a range of moves"),
        (&["-o", "a.svg", "--move", "9"], "9"),
        (&["-o", "none/a.svg"], "none"),
        (&["-o", "a.bmp"], "cannot tell the kind of picture from `a.bmp`"),
        (&["-o", "a.svg", "--crop", "somewhere"], "`somewhere` is not a part of a board"),
        (&["-o", "a.svg", "--crop", "A1:Z9"], "`Z9` is not a point"),
        (&["-o", "a.svg", "--coords", "kanji"], "unknown coordinates `kanji`"),
        (&["-o", "a.svg", "--at", "0.7"], "0.7"),
        (&["-o", "a.png", "--scale", "0"], "`0` is not a factor"),
        (&["-o", "a.png", "--width", "4000000000"], "too large"),
        (&["-o", "a.gif", "--figures", "5"], "leave out --figures"),
        #[cfg(feature = "web")]
        (&["-o", "a.html", "--figures", "5"], "--figures does not apply to HTML"),
        #[cfg(feature = "web")]
        (&["-o", "a.html", "--width", "5"], "--width does not apply to HTML"),
        #[cfg(feature = "web")]
        (&["-o", "a.html", "--crop", "auto"], "--crop does not apply to HTML"),
        #[cfg(feature = "web")]
        (&["-o", "a.html", "--move", "9"], "9"),
        #[cfg(feature = "web")]
        (&["-o", "a.html", "--game", "2"], "2"),
    ];
    for (words, sentence) in cases {
        let words: Vec<&str> = ["draw", "game.sgf"].iter().chain(*words).copied().collect();
        let output = hoshi(scratch.path(), &words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", said(&output));
        assert!(said(&output).contains(sentence), "{words:?}: {}", said(&output));
    }
    let mut left: Vec<String> = fs::read_dir(scratch.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["broken.toml", "game.sgf", "huge.sgf"]);
}

#[test]
fn counts_of_small_boards_are_drawn() {
    let scratch = tempfile::tempdir().expect("a folder");
    let cases: &[(&[&str], &str)] = &[
        (&["count", "3x3", "--by", "ko"], ">48<"),
        (&["count", "3x3", "--by", "ko", "--bars"], ">A3<"),
        (&["count", "2x2", "--by", "stones"], "by stones"),
        (&["census", "3x3", "--ko", "strict"], "ko points: reduced"),
        (&["solve", "3x3"], ">9<"),
        (&["solve", "2x2", "--rules", "simple,ko=psk"], "superko"),
    ];
    for (index, (words, text)) in cases.iter().enumerate() {
        let name = format!("{index}.svg");
        let words: Vec<&str> =
            ["lab"].iter().chain(*words).chain(&["--draw", name.as_str()]).copied().collect();
        let output = hoshi(scratch.path(), &words);
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        let picture = fs::read_to_string(scratch.path().join(&name)).expect("a picture");
        assert!(picture.contains(text), "{words:?}: {picture}");
    }
    let output = hoshi(scratch.path(), &["lab", "count", "3x3", "--draw", "a.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("--draw needs --by ko or --by stones"), "{}", said(&output));
}
