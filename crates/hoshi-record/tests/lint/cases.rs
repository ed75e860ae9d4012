//! The cases in `testdata/lint`: a file, its findings, and its repair. With `HOSHI_RENEW=1` the
//! last two are rewritten, to be reviewed as a diff.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use hoshi_record::lint::{Finding, fix, lint};
use hoshi_record::sgf::Collection;

use crate::common::braced;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lint");
    let entries = fs::read_dir(folder).expect("the cases");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    files
}

/// The bytes of a line: braces hold line ends by name, and other bytes in hex.
fn bytes(line: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        out.extend_from_slice(before.as_bytes());
        let (inside, after) = after.split_once('}').expect("a closing brace");
        out.extend(inside.split_whitespace().map(|word| match word {
            "LF" => b'\n',
            "CR" => b'\r',
            hex => u8::from_str_radix(hex, 16).expect(hex),
        }));
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

/// The expected lines below a file.
fn answer(sgf: &str) -> String {
    let mut text = String::new();
    let file = Collection::read(bytes(sgf));
    let found = file.as_ref().map_or_else(|_| vec![Finding::no_game()], lint);
    for finding in &found {
        let Finding { rule, line, column, message, .. } = finding;
        let fixable = if finding.fixable { " (fixable)" } else { "" };
        let _ = writeln!(text, "found {line}:{column} {rule} {message}{fixable}");
    }
    if let Some(fix) = file.ok().and_then(|file| fix(&file)) {
        let now = if fix.reencoded { " (UTF-8 now)" } else { "" };
        let _ = writeln!(text, "fixed{now} {}", shown(&fix.bytes));
    }
    text
}

/// Bytes on one line: text as text, line ends and other charsets in braces.
fn shown(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.replace('\n', "{LF}").replace('\r', "{CR}"),
        Err(_) => braced(bytes),
    }
}

#[test]
fn cases() {
    let renew = env::var_os("HOSHI_RENEW").is_some();
    let mut count = 0;
    for path in files() {
        let text = fs::read_to_string(&path).expect("text");
        let mut right = String::new();
        let kept =
            text.lines().filter(|line| !line.starts_with("found ") && !line.starts_with("fixed"));
        for line in kept {
            let _ = writeln!(right, "{line}");
            if let Some(sgf) = line.strip_prefix("sgf ") {
                right.push_str(&answer(sgf));
                count += 1;
            }
        }
        if renew {
            fs::write(&path, &right).expect("written");
        }
        for (number, (line, wanted)) in right.lines().zip(text.lines()).enumerate() {
            assert!(
                renew || line == wanted,
                "{}:{}\n  is {line}\n not {wanted}",
                path.display(),
                number + 1
            );
        }
        assert!(renew || right == text, "{}", path.display());
    }
    println!("counted: cases of the lint: {count}");
    assert!(count > 60);
}
