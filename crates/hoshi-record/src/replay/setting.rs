//! A record from a text diagram: a game that starts with its position.

use hoshi_core::{Color, Diagram, Mark, Point, Size};

use super::picture::MARKS;
use crate::sgf::{Collection, EditError, GameEdit, NodeId};

/// A record that begins with the position of a diagram. Stones with numbers that follow each other are
/// moves, other numbers are labels.
///
/// SGF has no place for the last move, the ko, dead stones, seki and heat of a position, and its
/// boards have at most 52 lines: `None` for a larger one.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_record::replay::record_of;
///
/// let diagram: Diagram = "O X .\nX . O\nnumber C1 2\nnumber B2 1\ntriangle A1".parse()?;
/// let record = record_of(&diagram).unwrap();
/// let text = String::from_utf8(record.to_bytes())?;
/// assert!(text.contains("AB[ab]AW[aa]PL[B]TR[ab];B[ba];W[cb]"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn record_of(diagram: &Diagram) -> Option<Collection> {
    let size = diagram.size();
    let mut file = Collection::new(size);
    size.sgf(size.points().last()?)?;
    // Names and values are valid, and no longer than the input.
    set_up(diagram, &mut file.edit(0)?).ok()?;
    Some(file)
}

/// The moves among the stones: those with numbers, if the numbers have no gaps or duplicates.
fn moves(diagram: &Diagram) -> Vec<(Color, Point)> {
    let stone = |(point, number)| Some((number, diagram.stone(point)?, point));
    let mut numbered: Vec<(u32, Color, Point)> = diagram.numbers().filter_map(stone).collect();
    numbered.sort_by_key(|&(number, ..)| number);
    let is_run = numbered.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
    if !is_run || numbered.len() < diagram.numbers().count() {
        return Vec::new();
    }
    numbered.into_iter().map(|(_, color, point)| (color, point)).collect()
}

fn set_up(diagram: &Diagram, game: &mut GameEdit<'_>) -> Result<(), EditError> {
    let size = diagram.size();
    let root = game.root();
    let moves = moves(diagram);
    let is_moved = |point: Point| moves.iter().any(|&(_, moved)| moved == point);
    for color in Color::ALL {
        let stones = diagram
            .stones()
            .iter()
            .filter(|&(point, stone)| *stone == Some(color) && !is_moved(point));
        let key = if color == Color::Black { "AB" } else { "AW" };
        set_points(game, root, key, size, stones.map(|(point, _)| point))?;
    }
    let turn = moves.first().map(|&(color, _)| color).or(diagram.caption().to_play);
    if let Some(color) = turn {
        game.set(root, "PL", &[color.letter().to_string()])?;
    }
    for (key, mark) in MARKS.into_iter().chain([("DD", Mark::Dim)]) {
        set_points(game, root, key, size, diagram.marked(mark))?;
    }
    if diagram.marked(Mark::Hidden).next().is_some() {
        let shown = size.points().filter(|&point| !diagram.marks(point).contains(Mark::Hidden));
        set_points(game, root, "VW", size, shown)?;
    }
    for (key, pairs) in
        [("LN", diagram.lines().collect::<Vec<_>>()), ("AR", diagram.arrows().collect::<Vec<_>>())]
    {
        let ends = pairs
            .iter()
            .filter_map(|&(from, to)| Some(format!("{}:{}", size.sgf(from)?, size.sgf(to)?)));
        let ends: Vec<String> = ends.collect();
        if !ends.is_empty() {
            game.set(root, key, &ends)?;
        }
    }
    let numbers = diagram.numbers().filter(|_| moves.is_empty());
    let mut labels: Vec<(Point, String)> =
        numbers.map(|(point, number)| (point, number.to_string())).collect();
    labels.extend(diagram.labels().map(|(point, label)| (point, label.to_owned())));
    let labels: Vec<String> = labels
        .into_iter()
        .filter_map(|(point, label)| Some(format!("{}:{}", size.sgf(point)?, escaped(&label))))
        .collect();
    if !labels.is_empty() {
        game.set(root, "LB", &labels)?;
    }
    let caption = diagram.caption();
    if let Some(title) = &caption.title {
        let _ = game.set_text(root, "GN", title)?;
    }
    let comment: Vec<&str> = caption
        .heading
        .iter()
        .chain(&caption.notes)
        .chain(&caption.comment)
        .map(String::as_str)
        .collect();
    if !comment.is_empty() {
        let _ = game.set_text(root, "C", &comment.join("\n"))?;
    }
    let mut node = root;
    for (color, point) in moves {
        node = game.append(node);
        let at = size.sgf(point).unwrap_or_default();
        game.set(node, &color.letter().to_string(), &[at])?;
    }
    Ok(())
}

fn set_points(
    game: &mut GameEdit<'_>,
    node: NodeId,
    key: &str,
    size: Size,
    points: impl Iterator<Item = Point>,
) -> Result<(), EditError> {
    let names: Vec<String> = points.filter_map(|point| size.sgf(point)).collect();
    if names.is_empty() { Ok(()) } else { game.set(node, key, &names) }
}

/// A label as a value: characters that would end it are escaped.
fn escaped(label: &str) -> String {
    let mut text = String::new();
    for c in label.chars() {
        if matches!(c, ']' | '\\' | ':') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}
