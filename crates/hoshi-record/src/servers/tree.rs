//! A game collected from a file, and its SGF text.
//!
//! The text is written and then parsed like any SGF, in linear time. Building the tree node by node
//! would walk all variations of a node for each of them.

use hoshi_core::{Color, Move, Point, Size};

/// The number of a node: 0 is the root.
pub(super) type Id = usize;

/// A game. Its nodes are in an order in which parents come before their children.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) size: Size,
    /// Properties of the root that are text, in order.
    info: Vec<(&'static str, String)>,
    /// Stones that are on the board from the start: Black's and White's.
    setup: [Vec<Point>; 2],
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    parent: Id,
    /// Its depth of nested variations.
    depth: usize,
    mv: Option<(Color, Move)>,
    comment: String,
    labels: Vec<(Point, String)>,
}

impl Tree {
    pub(super) fn new(size: Size) -> Tree {
        Tree {
            size,
            info: Vec::new(),
            setup: [Vec::new(), Vec::new()],
            nodes: vec![Node::default()],
        }
    }

    /// Sets a property of the root, unless the value is empty or the property is already set.
    pub(super) fn set(&mut self, key: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.trim().is_empty() && self.get(key).is_none() {
            self.info.push((key, text.trim().to_owned()));
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.info.iter().find(|(other, _)| *other == key).map(|(_, text)| text.as_str())
    }

    /// Puts a stone on the board before the first move. Returns whether the point was free.
    pub(super) fn put(&mut self, color: Color, point: Point) -> bool {
        let stones = &mut self.setup[usize::from(color == Color::White)];
        // The number of points on a board bounds the search.
        let free = stones.len() < self.size.area() && !stones.contains(&point);
        if free {
            stones.push(point);
        }
        free
    }

    /// The number of stones of a colour before the first move.
    pub(super) fn stones(&self, color: Color) -> usize {
        self.setup[usize::from(color == Color::White)].len()
    }

    /// Adds a move after a node, at this depth of variations.
    pub(super) fn play(&mut self, parent: Id, depth: usize, color: Color, mv: Move) -> Id {
        self.nodes.push(Node { parent, depth, mv: Some((color, mv)), ..Node::default() });
        self.nodes.len() - 1
    }

    /// Adds to the comment of a node, on a new line.
    pub(super) fn comment(&mut self, node: Id, text: &str) {
        let comment = &mut self.nodes[node].comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    pub(super) fn label(&mut self, node: Id, point: Point, label: &str) {
        let labels = &mut self.nodes[node].labels;
        // A point has one label in SGF; the first counts.
        if labels.len() < self.size.area() && labels.iter().all(|(other, _)| *other != point) {
            labels.push((point, label.to_owned()));
        }
    }

    /// The number of nodes, including the root.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of moves of the main line.
    pub(super) fn main_len(&self) -> usize {
        self.nodes.iter().skip(1).filter(|node| node.depth == 0).count()
    }

    pub(super) fn mv(&self, node: Id) -> Option<(Color, Move)> {
        self.nodes[node].mv
    }

    /// The colour of the last move that was added.
    pub(super) fn last_color(&self) -> Option<Color> {
        self.nodes.last().and_then(|node| node.mv).map(|(color, _)| color)
    }

    /// Appends the game as SGF, without recursion.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        // The children of each node, the main line first: by depth, then in the order of the file.
        // Stored as linked lists from last to first, which need two numbers per node.
        const NONE: usize = usize::MAX;
        let (mut first, mut next) = (vec![NONE; self.len()], vec![NONE; self.len()]);
        let mut order: Vec<Id> = (1..self.len()).collect();
        order.sort_by_key(|&id| self.nodes[id].depth);
        for &id in order.iter().rev() {
            let parent = self.nodes[id].parent;
            next[id] = first[parent];
            first[parent] = id;
        }
        enum Task {
            Node(Id),
            Close,
        }
        out.push(b'(');
        self.write_root(out);
        let mut tasks = vec![Task::Close];
        let mut at = 0;
        loop {
            // An only child follows directly; several are each put in brackets.
            let child = first[at];
            if child != NONE && next[child] == NONE {
                self.write_node(child, out);
                at = child;
                continue;
            }
            let from = tasks.len();
            let mut child = child;
            while child != NONE {
                tasks.push(Task::Node(child));
                child = next[child];
            }
            tasks[from..].reverse();
            at = loop {
                match tasks.pop() {
                    Some(Task::Node(id)) => {
                        out.push(b'(');
                        tasks.push(Task::Close);
                        self.write_node(id, out);
                        break id;
                    }
                    Some(Task::Close) => out.push(b')'),
                    None => return,
                }
            };
        }
    }

    fn write_root(&self, out: &mut Vec<u8>) {
        let side = self.size.width();
        out.extend_from_slice(format!(";GM[1]FF[4]CA[UTF-8]SZ[{side}]").as_bytes());
        for (key, text) in &self.info {
            out.extend_from_slice(key.as_bytes());
            value(text, false, out);
        }
        for (key, stones) in ["AB", "AW"].iter().zip(&self.setup) {
            if !stones.is_empty() {
                out.extend_from_slice(key.as_bytes());
            }
            for &stone in stones {
                value(&self.size.sgf(stone).unwrap_or_default(), false, out);
            }
        }
        self.write_texts(0, out);
    }

    fn write_node(&self, id: Id, out: &mut Vec<u8>) {
        out.push(b';');
        if let Some((color, mv)) = self.nodes[id].mv {
            out.push(color.letter() as u8);
            let point = match mv {
                Move::Play(point) => self.size.sgf(point).unwrap_or_default(),
                Move::Pass => String::new(),
            };
            value(&point, false, out);
        }
        self.write_texts(id, out);
    }

    fn write_texts(&self, id: Id, out: &mut Vec<u8>) {
        let Node { comment, labels, .. } = &self.nodes[id];
        if !comment.trim().is_empty() {
            out.push(b'C');
            value(comment.trim_end(), false, out);
        }
        if !labels.is_empty() {
            out.extend_from_slice(b"LB");
        }
        for (point, label) in labels {
            out.push(b'[');
            out.extend_from_slice(self.size.sgf(*point).unwrap_or_default().as_bytes());
            out.push(b':');
            escaped(label, true, out);
            out.push(b']');
        }
    }
}

fn value(text: &str, composed: bool, out: &mut Vec<u8>) {
    out.push(b'[');
    escaped(text, composed, out);
    out.push(b']');
}

/// Text with brackets and backslashes escaped; in composed values colons too.
fn escaped(text: &str, composed: bool, out: &mut Vec<u8>) {
    for byte in text.bytes() {
        if matches!(byte, b']' | b'\\') || (composed && byte == b':') {
            out.push(b'\\');
        }
        out.push(byte);
    }
}
