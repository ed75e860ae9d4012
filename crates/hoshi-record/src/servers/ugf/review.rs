//! The review of a game: repeats its nodes, each with a number, with variations between them.

use std::collections::HashMap;

use hoshi_core::{Color, Move, Point};

use crate::servers::sheet::{Sheet, quoted};
use crate::servers::tree::{Id, Tree};

/// The review as read.
#[derive(Default)]
pub(super) struct Review {
    nodes: Vec<Node>,
    /// The parent of the next node, as an index into `nodes`.
    at: Option<usize>,
    /// The parents of the open variations.
    open: Vec<Option<usize>>,
    /// Comments: the line, the number of a node, and the text.
    pub(super) comments: Vec<(usize, u64, String)>,
    /// Numbers of nodes without a move: their comment goes to the node before them.
    aliases: HashMap<u64, Option<usize>>,
    first_line: usize,
}

struct Node {
    number: u64,
    parent: Option<usize>,
    depth: usize,
    color: Color,
    mv: Move,
}

impl Review {
    pub(super) fn has_moves(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// `NODE,2,1,17,16`: a number, a colour, and a point from 1; `VARIATION,` and `VARIATIONEND,`
    /// around alternative moves.
    pub(super) fn line(
        &mut self,
        number: usize,
        text: &str,
        point: impl Fn(u64, u64) -> Option<Point>,
        sheet: &mut Sheet<'_>,
    ) {
        if self.first_line == 0 {
            self.first_line = number;
        }
        let mut fields = text.split(',').map(str::trim);
        match fields.next() {
            Some("VARIATION") => self.open.push(self.at),
            Some("VARIATIONEND") => match self.open.pop() {
                Some(before) => self.at = before,
                None => sheet.note(number, "a variation ends without a start"),
            },
            Some("NODE") => {
                let mut count = || fields.next().and_then(|field| field.parse::<u64>().ok());
                let (Some(id), Some(color), Some(x), Some(y)) =
                    (count(), count(), count(), count())
                else {
                    sheet.skip(number, format!("{} is not a node, and skipped", quoted(text)));
                    return;
                };
                let color = match color {
                    1 => Color::Black,
                    2 => Color::White,
                    // The first node, and one after the last move.
                    _ => {
                        self.aliases.entry(id).or_insert(self.at);
                        return;
                    }
                };
                // A pass has coordinates beyond the board: 20,20 on 19x19.
                let mv = point(x, y).map_or(Move::Pass, Move::Play);
                let (parent, depth) = (self.at, self.open.len());
                self.nodes.push(Node { number: id, parent, depth, color, mv });
                self.at = Some(self.nodes.len() - 1);
            }
            _ => sheet.note(number, format!("{} is not understood", quoted(text))),
        }
    }

    /// Adds the review to a game, if it is a review of that game. `trunk` are the nodes of the game from
    /// its root.
    pub(super) fn attach(self, tree: &mut Tree, trunk: &mut Vec<Id>, sheet: &mut Sheet<'_>) {
        if !self.open.is_empty() {
            sheet.note(self.first_line, "a variation of the review does not end");
        }
        let main = self.nodes.iter().filter(|node| node.depth == 0);
        let differs = main
            .zip(trunk.iter().skip(1))
            .position(|(node, &id)| tree.mv(id) != Some((node.color, node.mv)));
        if let Some(differs) = differs {
            let number = differs + 1;
            sheet.note(
                self.first_line,
                format!("the review differs from the game at move {number}"),
            );
            sheet.leave_out("the review is lost: it is not one of this game");
            return;
        }
        // The tree node of each node of the review.
        let mut places: Vec<Id> = Vec::with_capacity(self.nodes.len());
        let mut numbers: HashMap<u64, Id> = HashMap::new();
        let mut moves = 0;
        for node in &self.nodes {
            let parent = node.parent.map_or(0, |parent| places[parent]);
            let id = if node.depth == 0 {
                moves += 1;
                match trunk.get(moves) {
                    Some(&id) => id,
                    None => {
                        let id = tree.play(parent, 0, node.color, node.mv);
                        trunk.push(id);
                        id
                    }
                }
            } else {
                tree.play(parent, node.depth, node.color, node.mv)
            };
            places.push(id);
            numbers.entry(node.number).or_insert(id);
        }
        for (number, before) in self.aliases {
            numbers.entry(number).or_insert_with(|| before.map_or(0, |before| places[before]));
        }
        for (line, number, text) in self.comments {
            let node = numbers.get(&number).copied().unwrap_or_else(|| {
                sheet.note(line, format!("there is no node {number}; its comment is at the start"));
                0
            });
            tree.comment(node, text.trim_end());
        }
    }
}
