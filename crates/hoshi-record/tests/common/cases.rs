//! The files of `testdata/sgf`: cases with a title and lines; `sgf` lines hold bytes.

use std::fs;
use std::path::Path;

/// A case: its title with its place, and its lines as pairs of a word and the rest.
pub(crate) struct Case {
    pub(crate) place: String,
    pub(crate) lines: Vec<(String, String)>,
}

impl Case {
    /// The lines that begin with this word.
    pub(crate) fn all(&self, word: &str) -> Vec<&str> {
        let lines = self.lines.iter().filter(|(first, _)| first == word);
        lines.map(|(_, rest)| rest.as_str()).collect()
    }

    /// The bytes of the case.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.all("sgf").iter().flat_map(|line| bytes(line)).collect()
    }
}

/// Every case, with its bytes.
pub(crate) fn cases() -> Vec<(Case, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sgf");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    let mut cases: Vec<Case> = Vec::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "case" {
                let place = format!("{name}:{}: {rest}", number + 1);
                cases.push(Case { place, lines: Vec::new() });
                continue;
            }
            let known = ["sgf", "tree", "fault", "text", "size", "charset", "written"];
            assert!(known.contains(&word), "{name}:{}: `{word}`", number + 1);
            let case = cases.last_mut().expect("a case before its lines");
            case.lines.push((word.to_owned(), rest.to_owned()));
        }
    }
    cases.into_iter().map(|case| (case.bytes(), case)).map(|(bytes, case)| (case, bytes)).collect()
}

/// The bytes of a line: those in braces are hex digits or names.
pub(crate) fn bytes(line: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        out.extend_from_slice(before.as_bytes());
        let (inside, after) = after.split_once('}').expect("a closing brace");
        out.extend(inside.split_whitespace().map(|word| match word {
            "LF" => b'\n',
            "CR" => b'\r',
            "NUL" => 0,
            hex => u8::from_str_radix(hex, 16).expect(hex),
        }));
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
    out
}
