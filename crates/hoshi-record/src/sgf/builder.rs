//! The visitor that builds the tree of a file.

use std::ops::Range;

use super::arena::Arena;
use super::tree::{MAX_FAULTS, NONE, Root};
use super::trouble::{Fault, Trouble};
use super::visitor::{Flow, Visitor};

/// The node that the next one follows, and its last child so far.
#[derive(Clone, Copy, Debug)]
struct Tip {
    node: u32,
    last_child: u32,
}

impl Default for Tip {
    fn default() -> Tip {
        Tip { node: NONE, last_child: NONE }
    }
}

/// Builds the tree from the events of the scan.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) nodes: Arena,
    /// The roots, with the offsets of their games instead of their charsets.
    pub(super) roots: Vec<Root>,
    tip: Tip,
    /// The parent of each open variation.
    open: Vec<u32>,
    game: usize,
    start: usize,
    pub(super) faults: Vec<Fault>,
    pub(super) unkept: usize,
    /// Text that belongs to an earlier node.
    pub(super) rests: Vec<Rest>,
}

/// A part of a node after its variations.
pub(super) struct Rest {
    pub(super) node: u32,
    pub(super) range: Range<usize>,
}

impl Builder {
    /// Creates a builder for about this many nodes.
    pub(super) fn new(room: usize) -> Builder {
        Builder { nodes: Arena::with_capacity(room), ..Builder::default() }
    }

    /// Ends the file.
    pub(super) fn finish(&mut self) {
        self.end_line(self.nodes.len() as u32);
        self.nodes.shrink();
    }

    /// Links a node, just added, that is not the first child of the one before it, which has none.
    #[cold]
    fn link(&mut self, id: u32) {
        self.end_line(id);
        match self.tip.last_child {
            NONE => self.roots.push(Root { node: id, voice: self.game as u32 }),
            last_child => self.nodes.change(last_child, |last| last.next = id),
        }
    }

    /// Marks the node before `id` as the last of its line.
    fn end_line(&mut self, id: u32) {
        if let Some(last) = id.checked_sub(1) {
            self.nodes.end_line(last);
        }
    }
}

impl<'t> Visitor<'t> for Builder {
    fn game(&mut self, offset: usize) -> Flow {
        self.open.clear();
        self.tip = Tip::default();
        self.game = offset;
        Flow::Go
    }

    fn variation(&mut self, _nth: usize) -> Flow {
        self.open.push(self.tip.node);
        Flow::Go
    }

    fn end_variation(&mut self) {
        let open = self.open.pop().unwrap_or(NONE);
        let Tip { node: mut child, mut last_child } = self.tip;
        // The first node of the variation is the last child of its parent so far. The way up is
        // walked once for every node, as it starts at `open` from now on.
        if child != open {
            loop {
                let parent = self.nodes.get(child).parent;
                if parent == open {
                    break;
                }
                child = parent;
            }
            last_child = child;
        }
        self.tip = Tip { node: open, last_child };
    }

    #[inline]
    fn node(&mut self, offset: usize) -> Flow {
        self.start = offset;
        Flow::Go
    }

    #[inline(always)]
    fn end_node(&mut self, offset: usize, tidy: bool) {
        let Tip { node: parent, last_child } = self.tip;
        // A node's first child follows it directly, so the link is set before the child exists, and
        // cleared if none follows.
        let id = self.nodes.push_in_line(self.start, offset - self.start, tidy, parent);
        if last_child != NONE || parent == NONE {
            self.link(id);
        }
        self.tip = Tip { node: id, last_child: NONE };
    }

    fn rest(&mut self, offset: usize) {
        self.start = offset;
    }

    fn end_rest(&mut self, offset: usize) {
        if self.tip.node != NONE {
            self.rests.push(Rest { node: self.tip.node, range: self.start..offset });
        }
    }

    fn trouble(&mut self, trouble: Trouble, offset: usize) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { trouble, offset });
        } else {
            self.unkept += 1;
        }
    }
}
