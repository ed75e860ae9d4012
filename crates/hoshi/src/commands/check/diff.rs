//! The difference between a file and its repair, as lines with `-` and `+`. Records often stand on a
//! few very long lines; those are cut before their nodes, so that one sees the node that changes.

use hoshi_record::charset::Charset;
use hoshi_record::lint::Lines;
use hoshi_record::sgf::Collection;

use super::text::{Charsets, columns, head, shown, tail};
use crate::out::{Out, Style, Text};

/// Lines longer than this are cut before their nodes.
const LONG: usize = 80;

/// How many columns of a piece are shown, and how many of them before what differs.
const ROOM: usize = 76;
const BEFORE: usize = 30;

/// How many equal pieces are shown around a change.
const AROUND: usize = 1;

/// Beyond so many changes the whole is shown as changed: finding the shortest difference would take
/// longer than reading it is worth.
const MOST: usize = 1000;

/// A line, or a node of a long one.
struct Piece<'a> {
    bytes: &'a [u8],
    line: usize,
    charset: Charset,
}

/// What happens to a piece: by their places in both files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Keep(usize, usize),
    Remove(usize),
    Add(usize),
}

/// The difference in the usual form.
pub(super) fn unified(name: &str, before: &Collection, after: &Collection, out: &Out) -> Text {
    let (old, new) = (pieces(before), pieces(after));
    let mut text = Text::from(format!("--- {name}\n+++ {name} (fixed)\n"));
    if before.form().is_wide() {
        text += "The file becomes UTF-8.\n";
    }
    let steps = steps(
        &old.iter().map(|piece| piece.bytes).collect::<Vec<_>>(),
        &new.iter().map(|piece| piece.bytes).collect::<Vec<_>>(),
    );
    let is_near = |at: usize| {
        let near = &steps[at.saturating_sub(AROUND)..steps.len().min(at + AROUND + 1)];
        near.iter().any(|step| !matches!(step, Step::Keep(..)))
    };
    let mut at = 0;
    while at < steps.len() {
        if !is_near(at) {
            at += 1;
            continue;
        }
        let end = (at..steps.len()).find(|&at| !is_near(at)).unwrap_or(steps.len());
        let line = steps[at..end].iter().find_map(|step| match *step {
            Step::Keep(old_at, _) | Step::Remove(old_at) => Some(old[old_at].line),
            Step::Add(_) => None,
        });
        let line = line.unwrap_or_else(|| old.last().map_or(1, |piece| piece.line));
        text += out.style(Style::Note, &format!("@@ line {line} @@")) + "\n";
        hunk(&steps[at..end], &old, &new, out, &mut text);
        at = end;
    }
    text
}

/// Writes neighbouring steps: what goes, then what comes in its place.
fn hunk(steps: &[Step], old: &[Piece<'_>], new: &[Piece<'_>], out: &Out, text: &mut Text) {
    let mut at = 0;
    while at < steps.len() {
        if let Step::Keep(old_at, _) = steps[at] {
            let piece = &old[old_at];
            *text += format!(" {}\n", head(&shown(piece.bytes, piece.charset), ROOM));
            at += 1;
            continue;
        }
        let run = steps[at..].iter().take_while(|step| !matches!(step, Step::Keep(..))).count();
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        for step in &steps[at..at + run] {
            match *step {
                Step::Remove(at) => gone.push(shown(old[at].bytes, old[at].charset)),
                Step::Add(at) => come.push(shown(new[at].bytes, new[at].charset)),
                Step::Keep(..) => {}
            }
        }
        for (nth, line) in gone.iter().enumerate() {
            let line = out.style(Style::Removed, &format!("-{}", around(line, come.get(nth))));
            *text += line + "\n";
        }
        for (nth, line) in come.iter().enumerate() {
            let line = out.style(Style::Added, &format!("+{}", around(line, gone.get(nth))));
            *text += line + "\n";
        }
        at += run;
    }
}

/// As much of a piece as there is room for, around the place where it differs from the other.
fn around(text: &str, other: Option<&String>) -> String {
    if columns(text) <= ROOM {
        return text.to_owned();
    }
    let same = other.map_or(0, |other| {
        text.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    });
    let before = tail(&text[..same], BEFORE);
    let room = ROOM.saturating_sub(columns(&before));
    format!("{before}{}", head(&text[same..], room))
}

/// A file in pieces.
fn pieces(file: &Collection) -> Vec<Piece<'_>> {
    let source = file.source();
    let (lines, charsets) = (Lines::new(source), Charsets::of(Some(file)));
    let mut pieces = Vec::new();
    let mut number = 1;
    while lines.start(number) < source.len() {
        let line = lines.line(number);
        let charset = charsets.at(lines.start(number) + line.len());
        let mut rest = line;
        while line.len() > LONG
            && let Some(end) = rest.windows(2).position(|two| two == b"];")
        {
            let (piece, after) = rest.split_at(end + 1);
            pieces.push(Piece { bytes: piece, line: number, charset });
            rest = after;
        }
        pieces.push(Piece { bytes: rest, line: number, charset });
        number += 1;
    }
    pieces
}

/// The shortest way from one sequence to the other, after Myers: for every number of changes, how far
/// one gets on each diagonal; then the way back.
fn steps(old: &[&[u8]], new: &[&[u8]]) -> Vec<Step> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..], &new[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let mut steps: Vec<Step> = (0..head).map(|at| Step::Keep(at, at)).collect();
    steps.extend(middle(a, b).into_iter().map(|step| match step {
        Step::Keep(x, y) => Step::Keep(head + x, head + y),
        Step::Remove(x) => Step::Remove(head + x),
        Step::Add(y) => Step::Add(head + y),
    }));
    steps.extend((0..tail).map(|at| Step::Keep(head + a.len() + at, head + b.len() + at)));
    steps
}

fn middle(a: &[&[u8]], b: &[&[u8]]) -> Vec<Step> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    let most = (a.len() + b.len()).min(MOST) as isize;
    let place = |k: isize| (k + most + 1) as usize;
    let mut furthest = vec![0isize; 2 * most as usize + 3];
    // What was known before each number of changes, as far as it may be asked for again.
    let mut known: Vec<Vec<isize>> = Vec::new();
    let mut found = None;
    'changes: for d in 0..=most {
        known.push(furthest[place(-d - 1)..=place(d + 1)].to_vec());
        for k in (-d..=d).step_by(2) {
            let down = k == -d || (k != d && furthest[place(k - 1)] < furthest[place(k + 1)]);
            let mut x = if down { furthest[place(k + 1)] } else { furthest[place(k - 1)] + 1 };
            while x < n && x - k < m && x - k >= 0 && a[x as usize] == b[(x - k) as usize] {
                x += 1;
            }
            furthest[place(k)] = x;
            if x >= n && x - k >= m {
                found = Some(d);
                break 'changes;
            }
        }
    }
    let Some(found) = found else {
        return (0..a.len()).map(Step::Remove).chain((0..b.len()).map(Step::Add)).collect();
    };
    let mut steps = Vec::new();
    let (mut x, mut y) = (n, m);
    for d in (1..=found).rev() {
        let at = |k: isize| known[d as usize][(k + d + 1) as usize];
        let k = x - y;
        let down = k == -d || (k != d && at(k - 1) < at(k + 1));
        let before = if down { k + 1 } else { k - 1 };
        let (from_x, from_y) = (at(before), at(before) - before);
        let after = if down { (from_x, from_y + 1) } else { (from_x + 1, from_y) };
        while x > after.0 && y > after.1 {
            (x, y) = (x - 1, y - 1);
            steps.push(Step::Keep(x as usize, y as usize));
        }
        steps.push(if down { Step::Add(from_y as usize) } else { Step::Remove(from_x as usize) });
        (x, y) = (from_x, from_y);
    }
    steps.extend((0..x).rev().map(|at| Step::Keep(at as usize, at as usize)));
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps lead from the one to the other, and leave nothing out.
    fn follow(old: &[&[u8]], new: &[&[u8]]) -> usize {
        let (mut x, mut y, mut changes) = (0, 0, 0);
        for step in steps(old, new) {
            match step {
                Step::Keep(a, b) => {
                    assert_eq!((a, b, old[a]), (x, y, new[b]));
                    (x, y) = (x + 1, y + 1);
                }
                Step::Remove(a) => {
                    assert_eq!(a, x);
                    (x, changes) = (x + 1, changes + 1);
                }
                Step::Add(b) => {
                    assert_eq!(b, y);
                    (y, changes) = (y + 1, changes + 1);
                }
            }
        }
        assert_eq!((x, y), (old.len(), new.len()));
        changes
    }

    /// The length of the longest common part, the slow and obvious way.
    fn common(old: &[&[u8]], new: &[&[u8]]) -> usize {
        let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
        for (x, a) in old.iter().enumerate() {
            for (y, b) in new.iter().enumerate() {
                table[x + 1][y + 1] =
                    if a == b { table[x][y] + 1 } else { table[x][y + 1].max(table[x + 1][y]) };
            }
        }
        table[old.len()][new.len()]
    }

    #[test]
    fn the_way_is_right_and_the_shortest() {
        let letters: [&[u8]; 4] = [b"a", b"b", b"c", b"d"];
        let mut state = 1u64;
        let mut random = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % limit as u64) as usize
        };
        for _ in 0..2000 {
            let mut text = || {
                let length = random(12);
                (0..length).map(|_| letters[random(4)]).collect::<Vec<_>>()
            };
            let (old, new) = (text(), text());
            let shortest = old.len() + new.len() - 2 * common(&old, &new);
            assert_eq!(follow(&old, &new), shortest, "{old:?} {new:?}");
        }
    }

    #[test]
    fn what_differs_altogether_is_replaced() {
        let numbers: Vec<String> = (0..3 * MOST).map(|number| number.to_string()).collect();
        let (old, new) = numbers.split_at(numbers.len() / 2);
        let bytes = |texts: &[String]| -> Vec<Vec<u8>> {
            texts.iter().map(|text| text.as_bytes().to_vec()).collect()
        };
        let (old, new) = (bytes(old), bytes(new));
        let old: Vec<&[u8]> = old.iter().map(Vec::as_slice).collect();
        let new: Vec<&[u8]> = new.iter().map(Vec::as_slice).collect();
        assert_eq!(follow(&old, &new), 3 * MOST);
    }
}
