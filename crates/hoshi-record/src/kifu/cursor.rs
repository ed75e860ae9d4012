//! The cursor node. The main line of the record is the game as it was played. Where moves that were
//! taken back stay in the record after the current node, an empty node before them marks the current
//! position.

use hoshi_core::{Color, Move};

use super::{Kifu, is_empty_leaf};
use crate::sgf::{EditError, NodeId, NodeRef};

impl Kifu {
    /// Whether the current node is a cursor node, which waits for a move.
    pub(super) fn is_cursor(&self) -> bool {
        is_empty_leaf(self.node())
    }

    /// Removes a cursor node, and moves to its parent.
    pub(super) fn leave_cursor(&mut self) {
        let node = self.node;
        let parent = self.node().parent().map(NodeRef::id);
        if let Some(parent) = parent.filter(|_| self.is_cursor()) {
            (self.node, self.cursor) = (parent, None);
            // It is not the root: it has a parent.
            let _ = self.edit().remove(node);
        }
    }

    /// Like [`Kifu::leave_cursor`], for a review, which keeps empty nodes from other programs.
    pub(super) fn leave_own_cursor(&mut self) {
        if self.cursor == Some(self.node) && self.is_cursor() {
            self.leave_cursor();
            self.left_cursor = true;
        }
    }

    /// Makes the main line end at the current node. Returns whether the record changed.
    pub(super) fn settle(&mut self) -> bool {
        let has_children = self.node().first_child().is_some();
        if has_children {
            let node = self.node;
            self.node = self.edit().append(node);
            self.cursor = Some(self.node);
        }
        let is_settled = !has_children && self.is_main();
        if !is_settled {
            let node = self.node;
            self.edit().promote(node);
        }
        !is_settled
    }

    /// Whether the current node is in the main line.
    pub(super) fn is_main(&self) -> bool {
        let mut line = std::iter::successors(Some(self.node()), |node| node.parent());
        line.all(|node| {
            let first = node.parent().and_then(NodeRef::first_child);
            first.is_none_or(|first| first.id() == node.id())
        })
    }

    /// The child of a node whose only move is this one.
    pub(super) fn child_with(&self, node: NodeRef<'_>, color: Color, mv: Move) -> Option<NodeId> {
        let is_it = |child: &NodeRef<'_>| {
            !child.has_setup()
                && child.moves(self.size).map(|(c, m, _)| (c, m)).eq([(color, Some(mv))])
        };
        node.children().find(is_it).map(NodeRef::id)
    }

    /// Adds a child with these properties to the current node, and moves to it.
    pub(super) fn add_child(
        &mut self,
        properties: &[(String, Vec<String>)],
    ) -> Result<(), EditError> {
        let parent = self.node;
        let mut edit = self.edit();
        let child = edit.append(parent);
        if let Err(error) = edit.replace(child, properties) {
            edit.remove(child)?;
            return Err(error);
        }
        self.node = child;
        Ok(())
    }
}
