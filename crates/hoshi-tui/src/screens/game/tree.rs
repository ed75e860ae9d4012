//! The tree of variations: the main line in the first row, each variation in its own row below.

use std::collections::HashMap;

use hoshi_core::Color;
use hoshi_record::sgf::{Collection, NodeId};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::theme::Theme;
use crate::widgets;

/// The stone of a node, if it has a move.
type Shown = Option<Color>;

/// A tree, laid out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    lanes: Vec<Lane>,
    /// The lane of a variation: that of its parent, the depth, and the number of the child.
    turns: HashMap<(usize, usize, usize), usize>,
}

/// A line without its variations.
#[derive(Clone, Debug)]
struct Lane {
    /// The depth of its first node.
    from: usize,
    /// The parent lane.
    parent: usize,
    nodes: Vec<Shown>,
}

impl Tree {
    /// The tree of the first game of a record.
    pub(crate) fn of(sgf: &str) -> Option<Tree> {
        let file = Collection::read(sgf).ok()?;
        let game = file.game(0)?;
        let size = game.size();
        let mut tree = Tree::default();
        // The first node of a lane, its depth, the parent lane and the number of the child.
        let mut open: Vec<(NodeId, usize, usize, usize)> = vec![(game.root().id(), 0, 0, 0)];
        while let Some((id, from, parent, nth)) = open.pop() {
            let lane = tree.lanes.len();
            if lane > 0 {
                tree.turns.insert((parent, from, nth), lane);
            }
            let mut nodes = Vec::new();
            let mut next = Some(game.node(id));
            let mut turns = Vec::new();
            while let Some(node) = next {
                nodes.push(node.moves(size).next().map(|(color, ..)| color));
                let depth = from + nodes.len();
                let others = node.children().enumerate().skip(1);
                turns.extend(others.map(|(nth, child)| (child.id(), depth, lane, nth)));
                next = node.first_child();
            }
            tree.lanes.push(Lane { from, parent, nodes });
            // The deepest branch is drawn first, so that lines do not cross.
            turns.sort_by_key(|&(_, depth, _, nth)| (depth, std::cmp::Reverse(nth)));
            open.extend(turns);
        }
        Some(tree)
    }

    /// The lane and depth of a path.
    pub(crate) fn find(&self, path: &str) -> Option<(usize, usize)> {
        let (mut lane, mut depth) = (0, 0);
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let nth: usize = part.parse().ok()?;
            depth += 1;
            if nth > 0 {
                lane = *self.turns.get(&(lane, depth, nth))?;
            }
            let known = self.lanes.get(lane)?;
            if depth - known.from >= known.nodes.len() {
                return None;
            }
        }
        Some((lane, depth))
    }

    /// Whether a node has siblings: other moves instead of it.
    pub(crate) fn has_siblings(&self, path: &str) -> bool {
        let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
        let is_first = last == "0";
        let turn = self.find(parent).map(|(lane, depth)| (lane, depth + 1, 1));
        !path.is_empty() && (!is_first || turn.is_some_and(|turn| self.turns.contains_key(&turn)))
    }

    /// Whether there is more than one line.
    pub(crate) fn has_variations(&self) -> bool {
        self.lanes.len() > 1
    }

    /// The part around a node that fits into `rows` and `width`.
    pub(crate) fn lines(
        &self,
        (lane, depth): (usize, usize),
        rows: usize,
        width: usize,
        theme: Theme,
    ) -> Vec<Line<'static>> {
        let columns = (width / 2).max(1);
        let left = depth.saturating_sub(columns / 2);
        let top = lane.saturating_sub(rows.saturating_sub(1) / 2);
        let top = top.min(self.lanes.len().saturating_sub(rows));
        let shown = (top..self.lanes.len()).take(rows);
        shown.map(|row| self.line(row, left, columns, (lane, depth), theme)).collect()
    }

    fn line(
        &self,
        row: usize,
        left: usize,
        columns: usize,
        here: (usize, usize),
        theme: Theme,
    ) -> Line<'static> {
        let (dash, bend, pipe) =
            if theme.is_ascii() { ("-", "`", "|") } else { ("─", "╰", "│") };
        let lane = &self.lanes[row];
        let mut spans = Vec::new();
        for depth in left..left + columns {
            let node = depth.checked_sub(lane.from).and_then(|nth| lane.nodes.get(nth));
            let crosses = self
                .lanes
                .iter()
                .skip(row + 1)
                .any(|other| other.from == depth && other.parent < row);
            let lead = match node {
                Some(_) if depth == lane.from && row > 0 => bend,
                Some(_) if depth > 0 => dash,
                None if crosses => pipe,
                _ => " ",
            };
            spans.push(Span::styled(lead, theme.border()));
            spans.push(match node {
                Some(_) if (row, depth) == here => {
                    let sign = if theme.is_ascii() { "#" } else { "◆" };
                    Span::styled(sign, theme.key())
                }
                Some(Some(color)) => widgets::stone(*color, theme),
                Some(None) => Span::styled(if theme.is_ascii() { "." } else { "·" }, theme.faint()),
                None => Span::styled(" ", Style::new()),
            });
        }
        Line::from(spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(sgf: &str, path: &str) -> Vec<String> {
        let tree = Tree::of(sgf).unwrap();
        let here = tree.find(path).unwrap();
        let lines = tree.lines(here, 6, 20, Theme::Ascii);
        let text = |line: &Line<'_>| -> String {
            let text: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
            text.trim_end().to_owned()
        };
        lines.iter().map(text).collect()
    }

    #[test]
    fn variations_hang_below_where_they_turn_off() {
        let sgf = "(;SZ[9];B[aa];W[ab](;B[ac];W[ad](;B[ae])(;B[af]))(;B[ba];W[bb])(;B[ca]))";
        assert_eq!(
            drawn(sgf, "0.0.0"),
            [" .-X-O-#-O-X", "      |   `X", "      `X-O", "      `X"].map(str::to_owned)
        );
        assert_eq!(drawn(sgf, "0.0.1.0")[2], "      `X-#");
        assert_eq!(drawn(sgf, "0.0.2")[3], "      `#");
        assert_eq!(drawn(sgf, "0.0.0.0.1")[1], "      |   `#");
        let tree = Tree::of(sgf).unwrap();
        assert!(tree.has_variations());
        assert_eq!(tree.find("0.0.3"), None);
        assert_eq!(tree.find("0.0.0.0.0.0"), None);
    }

    #[test]
    fn a_long_line_shows_the_part_around_the_node() {
        let moves: String = (0..40).map(|nth| if nth % 2 == 0 { ";B[]" } else { ";W[]" }).collect();
        let sgf = format!("(;SZ[9]{moves})");
        let path = vec!["0"; 30].join(".");
        let lines = drawn(&sgf, &path);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].len(), 20);
        assert!(lines[0].contains('#'), "{lines:?}");
    }
}
