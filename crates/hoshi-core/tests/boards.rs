//! Runs the board tests of `testdata/boards/*.txt`: cases that a Go player can read and add to. The
//! grammar is in `docs/board-tests.md`.
//!
//! Every case is played on the board as drawn and on all its rotated and reflected images, since
//! the rules of Go are symmetric.

#[path = "boards/case.rs"]
mod case;
#[path = "boards/check.rs"]
mod check;
#[path = "boards/run.rs"]
mod run;
#[path = "boards/words.rs"]
mod words;

use std::fs;
use std::path::Path;

use case::Case;
use hoshi_core::Symmetry;
use words::Fault;

/// A fault with its place, as printed.
fn report(file: &str, title: &str, fault: &Fault) -> String {
    let title = if title.is_empty() { String::new() } else { format!(" [{title}]") };
    format!("{file}:{}:{title} {}", fault.line, fault.message)
}

/// Runs one case on its board and the board's images; the first fault stops it.
fn run_everywhere(case: &Case) -> Result<(), Fault> {
    for &symmetry in Symmetry::of(case.board.size()) {
        if symmetry == Symmetry::Identity || !case.is_bound_to_its_board() {
            run::run(case, symmetry)?;
        }
    }
    Ok(())
}

/// Runs a file; returns its cases, assertions, and faults.
fn run_file(name: &str, text: &str) -> (usize, usize, Vec<String>) {
    let cases = match case::read(text) {
        Ok(cases) => cases,
        Err(fault) => return (0, 0, vec![report(name, "", &fault)]),
    };
    let assertions = cases.iter().map(Case::assertions).sum();
    let faults = cases.iter().filter_map(|case| {
        let fault = run_everywhere(case).err()?;
        Some(report(name, &case.title, &fault))
    });
    (cases.len(), assertions, faults.collect())
}

#[test]
fn every_board_test_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/boards");
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a folder entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let (mut cases, mut assertions, mut faults) = (0, 0, Vec::new());
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (more_cases, more_assertions, more_faults) =
            run_file(&format!("testdata/boards/{name}"), &text);
        cases += more_cases;
        assertions += more_assertions;
        faults.extend(more_faults);
    }
    println!("counted: {cases} board tests, {assertions} assertions");
    assert!(faults.is_empty(), "{} of {cases} cases fail\n\n{}", faults.len(), faults.join("\n\n"));
    assert!(cases >= 80, "only {cases} board tests were found in {}", folder.display());
}

/// A malformed test file is never accepted.
#[test]
fn a_wrong_file_is_told_where() {
    let wrong = [
        ("illegal W A1 ko\n", "f:1: a case begins with its title: == TITLE"),
        ("== t\n. .\n", "f:1: this case asserts nothing"),
        ("== t\n. .\nplay B A1\n", "f:1: this case asserts nothing"),
        ("== t\nturn W\n", "f:1: this case has no board: draw one, or write size 9x9"),
        ("== \n. .\nturn B\n", "f:1: a case needs a title: == TITLE"),
        ("== t\n. .\nturn B\n== t\n. .\nturn B\n", "f:4: the title `t` is taken already"),
        ("== t\n. .\nX .\n\n. .\n", "f:5: a second board: say board before it"),
        ("== t\n. .\nX\nturn B\n", "f:3: this row has 1 points, the first one 2"),
        ("== t\n# .\nX .\nturn B\n", "f:2: black is X here: # begins a comment"),
        ("== t\ncolour W\n. .\nturn B\n", "f:2: [t] unknown setting `colour`"),
        (
            "== t\n. .\nturn B\nlibz A2 2\n",
            "f:4: [t] libz: this is neither an action nor an assertion",
        ),
        ("== t\n. .\nlibs\n", "f:3: [t] libs: a word is missing"),
        ("== t\nX .\nlibs A1\n", "f:3: [t] libs: a word is missing"),
        ("== t\nX .\nlibs A1 1 1\n", "f:3: [t] libs: `1` is one word too many"),
        ("== t\nX .\nlibs B1 1\n", "f:3: [t] libs: there is no stone on B1"),
        ("== t\nX .\nlibs C1 1\n", "f:3: [t] libs: `C1` is not a point of a 2x1 board"),
        ("== t\nX .\nlibs A1 2\n", "f:3: [t] libs A1 2: expected 2, got 1"),
        ("== t\nX .\nlegal B A1\n", "f:3: [t] legal B A1: expected legal, got illegal: occupied"),
        ("== t\nX .\nillegal B A1 ko\n", "f:3: [t] illegal B A1 ko: expected ko, got occupied"),
        ("== t\nX .\nillegal B A1 rude\n", "f:3: [t] illegal: unknown reason `rude`"),
        ("== t\n. .\nillegal B A1 ko\n", "f:3: [t] illegal B A1 ko: expected ko, got legal"),
        ("== t\nX .\nplay A1\nturn B\n", "f:3: [t] play A1: expected no refusal, got occupied"),
        ("== t\nX .\nboard\nturn B\n", "f:3: board needs a diagram under it"),
        ("== t\nX .\nboard\n. .\n", "f:3: [t] board: expected"),
        ("== t\nX O\nturn B\n", "f:2: [t] this is not a legal position: the black stone at A1"),
        ("== t\nX O\ninvalid A1 no-liberty\n", "f:3: [t] invalid: expected A1 no-liberty, got"),
        ("== t\nX .\ninvalid ko-open\n", "f:3: [t] invalid: expected ko-open, got a position"),
        ("== t\n. .\ncannot play A1 ko\n", "f:3: [t] cannot play A1 ko: expected ko, got done"),
        ("== t\nsize 0\nturn B\n", "f:2: `0` is not a board size"),
    ];
    for (text, message) in wrong {
        let (_, _, faults) = run_file("f", text);
        let [fault] = &faults[..] else { panic!("{text:?}: {faults:?}") };
        assert!(fault.starts_with(message), "{text:?}\nsays {fault}\nnot  {message}");
    }
}

/// The example in the documentation works.
#[test]
fn the_example_of_the_documents_holds() {
    let text = include_str!("../../../docs/board-tests.md");
    let fences = text.split("```").skip(1).step_by(2);
    let example = fences.filter(|block| block.contains("\n== ")).collect::<String>();
    let (cases, _, faults) = run_file("docs/board-tests.md", &example);
    assert_eq!((cases, faults), (1, Vec::new()));
}
