//! Figures of a game, as in books: the position before, every move of the passage with its number,
//! and a note for each move without a point of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hoshi_core::{Color, Diagram, Mark, Move, Point};

/// Draws moves with their numbers over the position before them. Captured stones stay. A move on an
/// occupied point is noted instead, `57, 63 at 51`; if that stone has no number, it gets a letter. A
/// pass takes its number and is noted.
///
/// ```
/// use hoshi_core::{Color, Diagram, Move};
/// use hoshi_render::figure;
///
/// let before: Diagram = ". X .\n. . O".parse()?;
/// let size = before.size();
/// let at = |name| size.parse_move(name).unwrap();
/// let moves = [
///     (51, Color::Black, at("A1")),
///     (52, Color::White, at("C2")),
///     (53, Color::Black, Move::Pass),
///     (54, Color::White, at("A1")),
///     (55, Color::Black, at("C1")),
/// ];
/// let figure = figure(&before, &moves);
/// assert_eq!(figure.number(size.parse_a1("C2")?), Some(52));
/// assert_eq!(figure.label(size.parse_a1("C1")?), Some("a"));
/// assert_eq!(
///     figure.caption().notes,
///     ["Black 53 pass", "White 54 at 51", "Black 55 at a"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn figure(before: &Diagram, moves: &[(u32, Color, Move)]) -> Diagram {
    let mut figure = before.clone();
    figure.set_last_move(None).set_ko(None);
    let mut notes: Vec<Note> = Vec::new();
    // The index of the note for a point and a colour.
    let mut places: BTreeMap<(Point, Color), usize> = BTreeMap::new();
    let mut passes: [Option<usize>; 2] = [None; 2];
    for &(number, color, mv) in moves {
        let Move::Play(point) = mv else {
            let at = *passes[color as usize].get_or_insert(notes.len());
            note(&mut notes, at, color, None, number);
            continue;
        };
        if figure.stone(point).is_none() {
            figure.put(point, Some(color)).set_number(point, number);
            continue;
        }
        let at = *places.entry((point, color)).or_insert(notes.len());
        note(&mut notes, at, color, Some(point), number);
    }
    let mut letters = Letters::new(before);
    let lines: Vec<String> =
        notes.iter().map(|note| note.line(&mut figure, &mut letters)).collect();
    figure.caption_mut().notes.extend(lines);
    figure
}

/// Moves of one colour that share a point, or passes.
struct Note {
    color: Color,
    point: Option<Point>,
    numbers: Vec<u32>,
}

fn note(notes: &mut Vec<Note>, at: usize, color: Color, point: Option<Point>, number: u32) {
    if at == notes.len() {
        notes.push(Note { color, point, numbers: Vec::new() });
    }
    notes[at].numbers.push(number);
}

impl Note {
    fn line(&self, figure: &mut Diagram, letters: &mut Letters) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
        let mut line = format!("{} {}", self.color, numbers.join(", "));
        let Some(point) = self.point else { return line + " pass" };
        let at = match figure.number(point) {
            Some(number) => number.to_string(),
            None => match figure.label(point) {
                Some(label) => label.to_owned(),
                None => {
                    let letter = letters.next();
                    figure.set_label(point, letter.clone());
                    letter
                }
            },
        };
        let _ = write!(line, " at {at}");
        line
    }
}

/// Unused letters: a to z, then aa, ab and so on.
struct Letters {
    taken: Vec<String>,
    count: u32,
}

impl Letters {
    fn new(diagram: &Diagram) -> Letters {
        Letters { taken: diagram.labels().map(|(_, label)| label.to_owned()).collect(), count: 0 }
    }

    fn next(&mut self) -> String {
        loop {
            let mut left = self.count;
            self.count += 1;
            let mut letters = Vec::new();
            loop {
                letters.push(char::from(b'a' + (left % 26) as u8));
                match (left / 26).checked_sub(1) {
                    Some(rest) => left = rest,
                    None => break,
                }
            }
            let name: String = letters.iter().rev().collect();
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

/// Adds the markup of another diagram of the same board: marks, labels on points without a number,
/// lines and arrows, but not its stones. Does nothing if the sizes differ.
///
/// ```
/// use hoshi_core::{Diagram, Mark};
/// use hoshi_render::add_markup;
///
/// let mut figure: Diagram = "X .\nnumber A1 1".parse()?;
/// add_markup(&mut figure, &"X O\ncircle A1\nlabel A1 a\nlabel B1 b".parse()?);
/// assert_eq!(figure.to_string().lines().skip(3).collect::<Vec<_>>(), ["circle A1", "number A1 1", "label B1 b"]);
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
pub fn add_markup(figure: &mut Diagram, other: &Diagram) {
    if figure.size() != other.size() {
        return;
    }
    for mark in Mark::ALL {
        for point in other.marked(mark) {
            figure.mark(point, mark);
        }
    }
    for (point, label) in other.labels() {
        if figure.number(point).is_none() {
            figure.set_label(point, label);
        }
    }
    for (from, to) in other.lines() {
        figure.add_line(from, to);
    }
    for (from, to) in other.arrows() {
        figure.add_arrow(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::{Letters, figure};
    use hoshi_core::{Color, Diagram, Move, Size};

    #[test]
    fn letters_continue_after_z_and_skip_used_ones() {
        let mut diagram = Diagram::new(Size::S9);
        diagram.set_label(Size::S9.point(0, 0).expect("a point"), "b");
        let mut letters = Letters::new(&diagram);
        let names: Vec<String> = (0..27).map(|_| letters.next()).collect();
        assert_eq!(names[..3], ["a", "c", "d"]);
        assert_eq!(names[24..], ["z", "aa", "ab"]);
    }

    #[test]
    fn moves_at_one_point_are_merged_by_colour() {
        let before = Diagram::new(Size::S9);
        let at = |name| Size::S9.parse_move(name).expect("a move");
        let (black, white) = (Color::Black, Color::White);
        let moves = [
            (51, black, at("E5")),
            (57, black, at("E5")),
            (60, white, at("E5")),
            (61, black, Move::Pass),
            (63, black, at("E5")),
            (65, black, Move::Pass),
        ];
        let figure = figure(&before, &moves);
        let wanted = ["Black 57, 63 at 51", "White 60 at 51", "Black 61, 65 pass"];
        assert_eq!(figure.caption().notes, wanted);
        assert_eq!(figure.numbers().count(), 1);
    }
}
