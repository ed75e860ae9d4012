//! The location of the outside data, and the report of a suite: the checks made, the checks skipped
//! and why, and every failure with its place and board.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

use hoshi_core::Board;

/// The most failures shown in full; one bug can cause thousands.
const SHOWN: usize = 5;

/// A folder of the outside data; `None`, with a printed note, if it is missing.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    hoshi_testkit::data(name, format_args!("suite {name}"))
}

/// The bytes of a file that must be there once its folder is.
pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The file as text; invalid UTF-8 occurs only in names and comments, which no suite uses.
pub(crate) fn read_text(path: &Path) -> String {
    String::from_utf8_lossy(&read(path)).into_owned()
}

/// The files of a folder and its subfolders with this extension, in the order of their names.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder);
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry of a folder that opened").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A line of a file of the suite.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: String,
    line: usize,
}

impl Place {
    pub(crate) fn new(path: &Path, line: usize) -> Place {
        let file =
            path.strip_prefix(hoshi_testkit::data_root()).unwrap_or(path).display().to_string();
        Place { file, line }
    }

    /// A failure message: the place, the question, the expected and actual answer, and the board.
    pub(crate) fn failure(
        &self,
        what: &str,
        expected: impl Display,
        came: impl Display,
        board: &Board,
    ) -> String {
        let Place { file, line } = self;
        format!("{file}:{line}: {what}: expected {expected}, came {came}\n{board:?}")
    }

    /// The same where there is no board to draw.
    pub(crate) fn without_board(&self, what: impl Display) -> String {
        format!("{}:{}: {what}", self.file, self.line)
    }
}

/// The results of a suite by kind of check.
pub(crate) struct Report {
    suite: &'static str,
    /// By kind of check: how many were made, and how many passed.
    checked: BTreeMap<&'static str, (usize, usize)>,
    counted: BTreeMap<&'static str, usize>,
    not_applicable: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

impl Report {
    pub(crate) fn new(suite: &'static str) -> Report {
        Report {
            suite,
            checked: BTreeMap::new(),
            counted: BTreeMap::new(),
            not_applicable: BTreeMap::new(),
            failures: Vec::new(),
        }
    }

    /// One check, and what to say if it failed.
    pub(crate) fn check(&mut self, what: &'static str, ok: bool, failure: impl FnOnce() -> String) {
        let (made, passed) = self.checked.entry(what).or_default();
        *made += 1;
        if ok {
            *passed += 1;
        } else {
            self.failures.push(failure());
        }
    }

    /// Counts something that is not a check.
    pub(crate) fn count(&mut self, what: &'static str, number: usize) {
        *self.counted.entry(what).or_default() += number;
    }

    /// Counts a case that does not concern the rules.
    pub(crate) fn not_applicable(&mut self, why: &'static str) {
        *self.not_applicable.entry(why).or_default() += 1;
    }

    /// Prints the counts; fails if a check failed, or if there were fewer of a kind than its
    /// minimum in `floors`.
    pub(crate) fn finish(self, floors: &[(&str, usize)]) {
        let mut text = format!("suite {}:", self.suite);
        let mut add = |kind: &str, what: &str, number: &dyn Display| {
            let _ = write!(text, "\n  {kind:<9} {number:>9}  {what}");
        };
        for (what, (made, passed)) in &self.checked {
            if made == passed {
                add("passed", what, made);
            } else {
                add("FAILED", what, &format!("{}/{made}", made - passed));
            }
        }
        for (what, number) in &self.counted {
            add("counted", what, number);
        }
        for (why, number) in &self.not_applicable {
            add("not used", why, number);
        }
        println!("{text}");
        let checks: usize = self.checked.values().map(|&(made, _)| made).sum();
        println!("counted: suite {}: {checks} checks", self.suite);
        if !self.failures.is_empty() {
            let shown = self.failures[..self.failures.len().min(SHOWN)].join("\n\n");
            panic!("{}: {} failures\n\n{shown}", self.suite, self.failures.len());
        }
        for &(what, floor) in floors {
            let made = self.checked.get(what).map(|&(made, _)| made);
            let number = made.or_else(|| self.counted.get(what).copied()).unwrap_or(0);
            assert!(number >= floor, "{}: {number} of `{what}`, not {floor}", self.suite);
        }
    }
}
