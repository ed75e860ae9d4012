//! The moves of a record in text: one line of play, or every line of its tree. Nothing here recurses, so that
//! a record of any depth can be listed.

use hoshi_core::{Color, Size};
use hoshi_record::sgf::{GameTree, NodeRef};
use serde_json::{Value, json};

use crate::out::counted;
use crate::records::NodePath;

/// A move: its number from 1, whose it is, and where.
pub(super) struct Numbered {
    number: usize,
    color: Color,
    name: String,
}

/// A line of play: the main line, or a variation up to its end.
pub(super) struct Line {
    /// Where it begins in the tree; empty for the main line.
    path: String,
    /// How many branches it is away from the main line.
    depth: usize,
    moves: Vec<Numbered>,
}

/// The moves that lead to a node.
pub(super) fn to_node(node: NodeRef<'_>, size: Size) -> Vec<Numbered> {
    let mut moves = Vec::new();
    let mut at = node.game().root();
    add(&mut moves, 0, at, size);
    for nth in node.path() {
        let Some(child) = at.children().nth(nth) else { break };
        at = child;
        add(&mut moves, 0, at, size);
    }
    moves
}

/// Every line of a tree, the main line first; a variation stands behind the line that it leaves.
pub(super) fn of_tree(tree: GameTree<'_>, size: Size) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut open = vec![(tree.root(), 0, 0)];
    while let Some((start, before, depth)) = open.pop() {
        let mut moves = Vec::new();
        let mut branches = Vec::new();
        let mut at = start;
        loop {
            add(&mut moves, before, at, size);
            let mut children = at.children();
            let Some(next) = children.next() else { break };
            branches.extend(children.map(|child| (child, before + moves.len(), depth + 1)));
            at = next;
        }
        let path = if depth == 0 { String::new() } else { NodePath(start.path()).to_string() };
        lines.push(Line { path, depth, moves });
        open.extend(branches.into_iter().rev());
    }
    lines
}

/// Adds the moves of a node to a line that begins after this many moves.
fn add(moves: &mut Vec<Numbered>, before: usize, node: NodeRef<'_>, size: Size) {
    for (color, mv, _) in node.moves(size) {
        let name = mv.map_or_else(|| "?".to_owned(), |mv| size.move_name(mv).clone());
        moves.push(Numbered { number: before + moves.len() + 1, color, name });
    }
}

/// Moves in columns.
pub(super) fn columns(moves: &[Numbered], indent: usize, width: Option<usize>) -> String {
    const WIDTH: usize = 80;
    let digits = moves.last().map_or(1, |last| last.number.to_string().len());
    let longest = moves.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let cell = digits + 3 + longest;
    let room = width.unwrap_or(WIDTH).min(WIDTH).saturating_sub(indent);
    let count = ((room + 2) / (cell + 2)).max(1);
    let mut text = String::new();
    for row in moves.chunks(count) {
        let cells = row.iter().map(|Numbered { number, color, name }| {
            format!("{number:>digits$} {} {name:<longest$}", color.letter())
        });
        let cells = cells.collect::<Vec<_>>().join("  ");
        text.push_str(&format!("{:indent$}{}\n", "", cells.trim_end()));
    }
    text
}

/// The lines of a tree as text.
pub(super) fn text(lines: &[Line], width: Option<usize>) -> String {
    /// Deeper lines are not set in any farther: room is left for the moves.
    const DEEPEST: usize = 12;
    let mut text = String::new();
    for Line { path, depth, moves } in lines {
        let indent = 2 * (*depth).min(DEEPEST);
        let heading = match moves.first() {
            _ if *depth == 0 => format!("Main line, {}", counted(moves.len(), "move")),
            Some(first) => {
                format!(
                    "Variation from move {} (--at {path}), {}",
                    first.number,
                    counted(moves.len(), "move")
                )
            }
            None => format!("Variation without moves (--at {path})"),
        };
        text.push_str(&format!("{:indent$}{heading}\n", ""));
        text.push_str(&columns(moves, indent + 2, width));
    }
    text
}

/// Moves for programs.
pub(super) fn moves_json(moves: &[Numbered]) -> Value {
    let each = moves.iter().map(|Numbered { number, color, name }| {
        json!({"number": number, "color": super::name(*color), "move": name})
    });
    Value::Array(each.collect())
}

/// The lines of a tree for programs: a list, since a tree may be deeper than readers of JSON allow.
pub(super) fn tree_json(lines: &[Line]) -> Value {
    let each = lines.iter().map(|Line { path, depth, moves }| {
        json!({"path": path, "depth": depth, "moves": moves_json(moves)})
    });
    Value::Array(each.collect())
}

#[cfg(test)]
mod tests {
    use hoshi_record::sgf::Collection;

    use super::*;

    fn shown(sgf: &str) -> String {
        let file = Collection::read(sgf).expect("a record");
        let tree = file.game(0).expect("a game");
        text(&of_tree(tree, tree.size()), None)
    }

    #[test]
    fn variations_stand_behind_the_line_that_they_leave() {
        let sgf = "(;SZ[9];B[ee](;W[cc];B[gg](;W[gc])(;W[cg]))(;W[gg](;B[cc])(;B[cg]))(;C[x]))";
        assert_eq!(
            shown(sgf),
            "Main line, 4 moves\n  1 B E5  2 W C7  3 B G3  4 W G7\n\
             \x20 Variation from move 2 (--at 0.1), 2 moves\n    2 W G3  3 B C7\n\
             \x20   Variation from move 3 (--at 0.1.1), 1 move\n      3 B C3\n\
             \x20 Variation without moves (--at 0.2)\n\
             \x20 Variation from move 4 (--at 0.0.0.1), 1 move\n    4 W C3\n"
        );
    }

    #[test]
    fn a_tree_of_any_depth_is_listed() {
        // Too deep for a function that calls itself; the names of the lines grow with the square of it.
        let deep = 8_000;
        let sgf = format!("(;SZ[9]{}{}", "(;B[aa](;W[bb])".repeat(deep), ")".repeat(deep + 1));
        let file = Collection::read(sgf).expect("a record");
        let tree = file.game(0).expect("a game");
        let lines = of_tree(tree, tree.size());
        assert_eq!(lines.len(), deep);
    }

    #[test]
    fn rows_fit_eighty_columns() {
        let sgf = format!("(;SZ[19]{})", ";B[aa];W[ss]".repeat(90));
        let file = Collection::read(sgf).expect("a record");
        let tree = file.game(0).expect("a game");
        let end = tree.main_line().last().expect("a node");
        let text = columns(&to_node(end, tree.size()), 0, None);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.starts_with("  1 B A19    2 W T1"), "{text}");
        assert!(text.trim_end().ends_with("180 W T1"), "{text}");
    }
}
