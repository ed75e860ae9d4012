//! Checks files as text: their header, their length, leftovers. Search strings are concatenated at
//! build time, so that this file does not contain them.

use std::path::Path;

use super::Findings;
use crate::run::{Cmd, Failure};

const REPORTED: usize = 500;
const REFUSED: usize = 800;

const LEFTOVERS: &[&str] = &[
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("dbg", "!("),
    concat!("#[", "ignore"),
];

/// Skips that bypass `HOSHI_REQUIRE_ALL`.
const SKIPS: &str = concat!("println!(\"skip", "ped:");

/// The only file that may print skips.
const TESTKIT: &str = "testkit/src/lib.rs";

const MACHINES: &[&str] =
    &[concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/"), concat!("/", "Users/")];

/// The crate that works without a standard library. As long as it is `no_std` and does not have
/// this line, the compiler rejects any use of the library.
const BARE: &str = "crates/hoshi-core/src/";
const STD: &str = concat!("extern crate ", "std");

/// The files of the project: tracked by git, or untracked and not ignored.
pub(super) fn files(root: &Path) -> Result<Vec<String>, Failure> {
    let list = Cmd::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .read()?;
    let list = String::from_utf8_lossy(&list).into_owned();
    let there = |file: &&str| !file.is_empty() && root.join(file).is_file();
    let mut files: Vec<String> = list.split('\0').filter(there).map(str::to_owned).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// Checks one file.
pub(super) fn check(file: &str, text: &str, findings: &mut Findings) {
    // The fuzz corpus may contain anything.
    if file.starts_with("fuzz/corpus/") {
        return;
    }
    let is_sample = file.starts_with("testdata/");
    if !is_sample && text.contains('\r') {
        findings.error(format!("{file}: lines must end with LF only"));
    }
    if !is_sample && !text.is_empty() && !text.ends_with('\n') {
        findings.error(format!("{file}: no newline at the end of the file"));
    }
    for (index, line) in text.lines().enumerate() {
        if let Some(needle) = MACHINES.iter().find(|needle| has_path(line, needle)) {
            findings
                .error(format!("{file}:{}: {needle} is a path of a particular machine", index + 1));
        }
    }
    if file.ends_with(".rs") {
        rust(file, text, findings);
    }
}

fn rust(file: &str, text: &str, findings: &mut Findings) {
    if !text.starts_with("//") {
        findings.error(format!("{file}: must begin with a comment that says what it is"));
    }
    if let Some(within) = file.strip_prefix(BARE) {
        if within == "lib.rs" && !text.contains("\n#![no_std]\n") {
            findings.error(format!("{file}: hoshi-core works without a standard library: no_std"));
        }
        if text.contains(STD) {
            findings.error(format!("{file}: hoshi-core works without a standard library"));
        }
    }
    let length = text.lines().count();
    if length > REFUSED {
        findings.error(format!("{file}: {length} lines; above {REFUSED} it must become a folder"));
    } else if length > REPORTED {
        findings.note(format!("{file}: {length} lines; most files stay under {REPORTED}"));
    }
    for (index, line) in text.lines().enumerate() {
        if let Some(needle) = LEFTOVERS.iter().find(|needle| line.contains(*needle)) {
            findings.error(format!("{file}:{}: `{needle}` was left behind", index + 1));
        }
        if line.contains(SKIPS) && file != TESTKIT {
            let line = index + 1;
            findings.error(format!("{file}:{line}: skip tests with `hoshi_testkit::skip`"));
        }
    }
}

/// Whether a line contains an absolute path that begins with the needle; the same letters inside a
/// longer path or an address are something else.
fn has_path(line: &str, needle: &str) -> bool {
    line.match_indices(needle).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !(c.is_alphanumeric() || "./_-~}".contains(c)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(file: &str, text: &str) -> String {
        let mut findings = Findings::default();
        check(file, text, &mut findings);
        findings.errors.join("\n")
    }

    #[test]
    fn a_good_file_passes() {
        assert_eq!(errors("a.rs", "//! What it is.\n\nfn main() {}\n"), "");
        assert_eq!(errors("a.md", "# Title\n"), "");
    }

    #[test]
    fn a_file_without_a_header_is_found() {
        assert!(errors("a.rs", "fn main() {}\n").contains("begin with a comment"));
    }

    #[test]
    fn long_files_are_found() {
        let lines = |number: usize| format!("//! x\n{}", "\n".repeat(number - 1));
        let mut findings = Findings::default();
        check("a.rs", &lines(500), &mut findings);
        assert!(findings.errors.is_empty() && findings.notes.is_empty());
        check("a.rs", &lines(501), &mut findings);
        assert!(findings.errors.is_empty() && findings.notes.len() == 1);
        check("a.rs", &lines(801), &mut findings);
        assert!(findings.errors[0].contains("801 lines"));
    }

    #[test]
    fn leftovers_are_found() {
        for needle in LEFTOVERS {
            let text = format!("//! x\n{needle}\n");
            assert!(errors("a.rs", &text).contains("a.rs:2"), "{needle}");
            assert_eq!(errors("a.md", &text), "");
        }
    }

    #[test]
    fn skips_of_its_own_are_found() {
        let text = format!("//! x\n    {SKIPS} no tool\");\n");
        assert!(errors("a.rs", &text).contains("a.rs:2: skip tests with"));
        assert_eq!(errors(TESTKIT, &text), "");
    }

    #[test]
    fn the_core_asks_for_no_standard_library() {
        let lib = format!("{BARE}lib.rs");
        assert_eq!(errors(&lib, "//! x\n#![no_std]\n"), "");
        assert!(errors(&lib, "//! x\n").contains("no_std"));
        let asks = format!("//! x\n#![no_std]\n{STD};\n");
        assert!(errors(&lib, &asks).contains("without a standard library"));
        assert_eq!(errors("a.rs", &asks), "");
    }

    #[test]
    fn line_ends_are_checked() {
        assert!(errors("a.md", "a\r\nb\r\n").contains("LF only"));
        assert!(errors("a.md", "a").contains("no newline at the end"));
        assert_eq!(errors("testdata/a.sgf", "(;)\r\n"), "");
    }

    #[test]
    fn machine_paths_are_found() {
        for needle in MACHINES {
            assert!(errors("a.md", &format!("see `{needle}x`\n")).contains("a.md:1"), "{needle}");
            assert!(errors("a.md", &format!("{needle}x\n")).contains("a.md:1"), "{needle}");
            assert_eq!(errors("a.md", &format!("https://example.org{needle}x\n")), "");
            assert_eq!(errors("fuzz/corpus/a/b", &format!("{needle}x\n")), "");
        }
    }
}
