//! What a repair changes, as a unified diff that `patch` accepts: lines as they are, byte by byte. People
//! on a terminal see the same lines, decoded and made safe.

use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use hoshi_record::charset::Charset;
use hoshi_record::sgf::Collection;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use super::text::{Charsets, shown};
use crate::out::{self, Out, Style, Text};

/// How many equal lines are shown around a change.
const AROUND: usize = 3;

/// Of more lines than these between the first change and the last, all are shown as changed: the
/// shortest difference between two files that have little in common takes the square of their length.
const MOST: usize = 20_000;

/// A line of a diff: how it looks, the sign before it, its bytes with their line break, and their
/// charset.
struct Line<'a> {
    style: Option<Style>,
    sign: &'static str,
    bytes: &'a [u8],
    charset: Charset,
}

/// A file, and what was made of it.
pub(super) struct Diff<'a> {
    pub(super) path: &'a Path,
    pub(super) before: (&'a [u8], &'a Collection),
    pub(super) after: (&'a [u8], &'a Collection),
}

impl Diff<'_> {
    /// Writes the difference: for people on a terminal, else for programs.
    pub(super) fn write(&self, out: &mut Out) -> Result<()> {
        if out::shows_data() || out.is_colored() {
            let text = self.to_text(out);
            out.write(text)
        } else {
            out.bytes(&self.to_bytes())
        }
    }

    /// The difference as bytes, for programs.
    fn to_bytes(&self) -> Vec<u8> {
        let name = quoted_name(self.path);
        let mut bytes = format!("--- {name}\n+++ {name}\n").into_bytes();
        self.hunks(|head, lines| {
            bytes.extend_from_slice(head.as_bytes());
            for line in lines {
                bytes.extend_from_slice(line.sign.as_bytes());
                bytes.extend_from_slice(line.bytes);
                if !line.bytes.ends_with(b"\n") {
                    bytes.extend_from_slice(b"\n\\ No newline at end of file\n");
                }
            }
        });
        bytes
    }

    /// The same for people.
    fn to_text(&self, out: &Out) -> Text {
        let name = quoted_name(self.path);
        let mut text = Text::from(format!("--- {name}\n+++ {name}\n"));
        self.hunks(|head, lines| {
            text += out.style(Style::Note, head.trim_end()) + "\n";
            for Line { style, sign, bytes, charset } in lines {
                let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                let line = format!("{sign}{}", shown(line, charset));
                text += match style {
                    Some(style) => out.style(style, &line),
                    None => Text::from(line),
                } + "\n";
                if !bytes.ends_with(b"\n") {
                    text += "\\ No newline at end of file\n";
                }
            }
        });
        text
    }

    /// Shows every hunk: its head, and its lines.
    fn hunks(&self, mut show: impl FnMut(String, Vec<Line<'_>>)) {
        let (old, new) = (Side::of(self.before), Side::of(self.after));
        for ops in group_diff_ops(changes(&old.lines, &new.lines), AROUND) {
            let (Some(first), Some(last)) = (ops.first(), ops.last()) else { continue };
            let span = |first: Range<usize>, last: Range<usize>| {
                let count = last.end - first.start;
                // Before the first line there is line 0.
                let start = if count == 0 { first.start } else { first.start + 1 };
                if count == 1 { start.to_string() } else { format!("{start},{count}") }
            };
            let head = format!(
                "@@ -{} +{} @@\n",
                span(first.old_range(), last.old_range()),
                span(first.new_range(), last.new_range())
            );
            let mut lines = Vec::new();
            for op in &ops {
                if let DiffOp::Equal { .. } = op {
                    lines.extend(op.old_range().map(|at| old.line(at, None, " ")));
                } else {
                    let removed = Some(Style::Removed);
                    lines.extend(op.old_range().map(|at| old.line(at, removed, "-")));
                    lines.extend(op.new_range().map(|at| new.line(at, Some(Style::Added), "+")));
                }
            }
            show(head, lines);
        }
    }
}

/// A file in lines, each with where it ends.
struct Side<'a> {
    lines: Vec<&'a [u8]>,
    ends: Vec<usize>,
    charsets: Charsets,
}

impl<'a> Side<'a> {
    fn of((bytes, file): (&'a [u8], &Collection)) -> Side<'a> {
        // Only LF ends a line here, as in `patch`.
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let ends = lines.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        Side { ends: ends.collect(), lines, charsets: Charsets::of(Some(file)) }
    }

    fn line(&self, at: usize, style: Option<Style>, sign: &'static str) -> Line<'a> {
        Line { style, sign, bytes: self.lines[at], charset: self.charsets.at(self.ends[at]) }
    }
}

/// What leads from the one to the other.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..], &new[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    if a.len().max(b.len()) - tail <= MOST {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let (old_len, new_len) = (a.len() - tail, b.len() - tail);
    let equal = |old_index, new_index, len| DiffOp::Equal { old_index, new_index, len };
    let middle = DiffOp::Replace { old_index: head, old_len, new_index: head, new_len };
    let mut ops = vec![equal(0, 0, head), middle, equal(head + old_len, head + new_len, tail)];
    ops.retain(|op| !matches!(op, DiffOp::Equal { len: 0, .. }));
    ops
}

/// The name of a file as `patch` reads it: one with white space ends with a tab, and one with anything
/// odd in it is quoted.
fn quoted_name(path: &Path) -> String {
    let name = path.display().to_string();
    let is_odd = |letter: char| !hoshi_files::is_visible(letter);
    if name.contains(|letter: char| is_odd(letter) || matches!(letter, '"' | '\\')) {
        let mut quoted = String::from('"');
        for letter in name.chars() {
            match letter {
                '"' | '\\' => quoted.extend(['\\', letter]),
                letter if is_odd(letter) => {
                    let mut bytes = [0; 4];
                    for byte in letter.encode_utf8(&mut bytes).bytes() {
                        quoted.push_str(&format!("\\{byte:03o}"));
                    }
                }
                letter => quoted.push(letter),
            }
        }
        return quoted + "\"";
    }
    if name.contains(char::is_whitespace) { name + "\t" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(path: &str, before: &str, after: &str) -> String {
        let read = |text: &str| Collection::read(text).expect("a game");
        let (old, new) = (read(before), read(after));
        let diff = Diff {
            path: Path::new(path),
            before: (before.as_bytes(), &old),
            after: (after.as_bytes(), &new),
        };
        String::from_utf8(diff.to_bytes()).expect("text")
    }

    #[test]
    fn a_change_has_three_lines_around_it() {
        let lines: Vec<String> = (0..20).map(|line| format!(";C[{line}]\n")).collect();
        let before = format!("(;GM[1]\n{})\n", lines.concat());
        let after = before.replace("C[9]", "C[nine]");
        let wanted = "--- a\n+++ a\n@@ -8,7 +8,7 @@\n ;C[6]\n ;C[7]\n ;C[8]\n-;C[9]\n+;C[nine]\n \
                      ;C[10]\n ;C[11]\n ;C[12]\n";
        assert_eq!(diff("a", &before, &after), wanted);
    }

    #[test]
    fn a_last_line_without_its_end_is_named() {
        let wanted = "--- a\n+++ a\n@@ -1 +1 @@\n-(;B[aa]\n\\ No newline at end of file\n+(;B[aa])\n\
                      \\ No newline at end of file\n";
        assert_eq!(diff("a", "(;B[aa]", "(;B[aa])"), wanted);
    }

    #[test]
    fn files_of_very_many_changes_are_replaced() {
        let text = |word: &str| {
            let lines: String = (0..=MOST).map(|line| format!(";C[{word}{line}]\n")).collect();
            format!("(;GM[1]\n{lines})\n")
        };
        let diff = diff("a", &text("a"), &text("b"));
        assert!(diff.starts_with("--- a\n+++ a\n@@ -1,20003 +1,20003 @@\n (;GM[1]\n-;C[a0]\n"));
        assert!(diff.ends_with("+;C[b20000]\n )\n"));
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(quoted_name(Path::new("a/b.sgf")), "a/b.sgf");
        assert_eq!(quoted_name(Path::new("a b.sgf")), "a b.sgf\t");
        assert_eq!(quoted_name(Path::new("a\n\"b\"")), "\"a\\012\\\"b\\\"\"");
    }
}
