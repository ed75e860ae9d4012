//! The nodes of a file, packed. Nearly every node follows the one before it in the file and has no siblings:
//! its links are implicit, and it takes eight bytes. A node with siblings takes eight more, and only a node
//! that was moved, or a long one with siblings, has every field written out. A plain struct of five numbers
//! took 20 bytes, 20 times the size of a file of nothing but semicolons.

use super::tree::NONE;

/// A node: the range of its text, and its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) len: u32,
    /// Whether its text is well-formed, and can be written unchanged.
    pub(super) tidy: bool,
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) next: u32,
}

impl Node {
    /// A node without links. Both offsets fit: a text is never longer than `MAX_TEXT`.
    pub(super) fn new(start: usize, len: usize, tidy: bool) -> Node {
        let (start, len) = (start as u32, len as u32);
        Node { start, len, tidy, parent: NONE, first_child: NONE, next: NONE }
    }

    /// Sets its text, which is well-formed.
    pub(super) fn set_text(&mut self, start: usize, len: usize) {
        (self.start, self.len, self.tidy) = (start as u32, len as u32, true);
    }

    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// Eight bytes for every node: the offset of its text, with [`LINKED`], and a word that depends on
/// it.
///
/// Without `LINKED`: the length, with [`TIDY`], [`CHILD`] and [`ROOT`]. With it, one of
/// - the index in `siblings`, with `TIDY`, `CHILD` and a short length,
/// - the index in `moved`, with [`MOVED`].
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: u32,
    word: u32,
}

/// In `start`: the node has more links than a slot holds.
const LINKED: u32 = 1 << 31;
/// In `word`: the text is well-formed.
const TIDY: u32 = 1 << 31;
/// In `word`: the next node is the first child.
const CHILD: u32 = 1 << 30;
/// In `word` of a slot without `LINKED`: the node has no parent. Otherwise the parent is the node before.
const ROOT: u32 = 1 << 29;
/// In `word` of a slot with `LINKED`: the node is in `moved`.
const MOVED: u32 = 1 << 29;
/// The greatest length in a slot without `LINKED`.
const MAX_LEN: u32 = ROOT - 1;
/// The greatest length in a slot with `LINKED`, and its bit offset.
const MAX_SHORT: u32 = 7;
const SHORT: u32 = 26;
/// The greatest index in a slot beside it.
const MAX_SIBLINGS: usize = 1 << SHORT;

/// The links of a node whose first child, if it has one, is the next node.
#[derive(Clone, Copy, Debug)]
struct Sibling {
    parent: u32,
    next: u32,
}

/// The nodes of a file, each by its number.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    slots: Vec<Slot>,
    siblings: Vec<Sibling>,
    /// Nodes with every field except the start.
    moved: Vec<Node>,
}

impl Arena {
    pub(super) fn with_capacity(room: usize) -> Arena {
        Arena { slots: Vec::with_capacity(room), ..Arena::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// A node, unpacked.
    #[inline]
    pub(super) fn get(&self, id: u32) -> Node {
        let Slot { start, word } = self.slots[id as usize];
        if start & LINKED != 0 {
            return self.linked(id, start & !LINKED, word);
        }
        Node {
            start,
            len: word & MAX_LEN,
            tidy: word & TIDY != 0,
            parent: if word & ROOT != 0 { NONE } else { id.wrapping_sub(1) },
            first_child: if word & CHILD != 0 { id + 1 } else { NONE },
            next: NONE,
        }
    }

    #[inline]
    fn linked(&self, id: u32, start: u32, word: u32) -> Node {
        if word & MOVED != 0 {
            return Node { start, ..self.moved[(word & !MOVED) as usize] };
        }
        let Sibling { parent, next } = self.siblings[word as usize & (MAX_SIBLINGS - 1)];
        Node {
            start,
            len: word >> SHORT & MAX_SHORT,
            tidy: word & TIDY != 0,
            parent,
            first_child: if word & CHILD != 0 { id + 1 } else { NONE },
            next,
        }
    }

    /// Adds a node.
    pub(super) fn push(&mut self, node: Node) -> u32 {
        let id = self.slots.len() as u32;
        self.slots.push(Slot { start: 0, word: 0 });
        self.set(id, node);
        id
    }

    /// Adds a node that the next one follows, after the last one or as a root: the usual case.
    // Inlining saves a fifth of the time of reading a game.
    #[inline(always)]
    pub(super) fn push_in_line(
        &mut self,
        start: usize,
        len: usize,
        tidy: bool,
        parent: u32,
    ) -> u32 {
        let id = self.slots.len() as u32;
        if len > MAX_LEN as usize || (parent != NONE && parent != id.wrapping_sub(1)) {
            return self.push(Node { parent, first_child: id + 1, ..Node::new(start, len, tidy) });
        }
        let root = if parent == NONE { ROOT } else { 0 };
        let tidy = if tidy { TIDY } else { 0 };
        self.slots.push(Slot { start: start as u32, word: len as u32 | CHILD | root | tidy });
        id
    }

    /// Clears the link from a node to the next one.
    pub(super) fn end_line(&mut self, id: u32) {
        self.change(id, |node| node.first_child = NONE);
    }

    /// Changes a node.
    pub(super) fn change(&mut self, id: u32, change: impl FnOnce(&mut Node)) {
        let mut node = self.get(id);
        change(&mut node);
        self.set(id, node);
    }

    /// Changes the text range of every node.
    pub(super) fn move_all(&mut self, mut to: impl FnMut(std::ops::Range<usize>) -> usize) {
        for id in 0..self.slots.len() as u32 {
            let start = to(self.get(id).range()) as u32;
            let slot = &mut self.slots[id as usize];
            slot.start = start | slot.start & LINKED;
        }
    }

    /// Frees unused memory, if it is much.
    pub(super) fn shrink(&mut self) {
        if self.slots.capacity() - self.slots.len() > self.slots.len() / 8 {
            self.slots.shrink_to_fit();
        }
    }

    /// Packs a node into its slot, and into the table that the slot already refers to, if the node fits
    /// there.
    fn set(&mut self, id: u32, node: Node) {
        let follows = node.first_child == NONE || node.first_child == id + 1;
        let bits =
            if node.tidy { TIDY } else { 0 } | if node.first_child == NONE { 0 } else { CHILD };
        let Slot { start: old, word } = self.slots[id as usize];
        let slot = if old & LINKED != 0 && word & MOVED != 0 {
            self.moved[(word & !MOVED) as usize] = node;
            Slot { start: node.start | LINKED, word }
        } else if follows && node.next == NONE && node.len <= MAX_LEN && node.is_in_line(id) {
            let root = if node.parent == NONE { ROOT } else { 0 };
            Slot { start: node.start, word: node.len | bits | root }
        } else if follows && node.len <= MAX_SHORT && self.siblings.len() < MAX_SIBLINGS {
            let links = Sibling { parent: node.parent, next: node.next };
            let place = if old & LINKED != 0 {
                let place = word as usize & (MAX_SIBLINGS - 1);
                self.siblings[place] = links;
                place
            } else {
                self.siblings.push(links);
                self.siblings.len() - 1
            };
            Slot { start: node.start | LINKED, word: place as u32 | node.len << SHORT | bits }
        } else {
            self.moved.push(node);
            Slot { start: node.start | LINKED, word: (self.moved.len() - 1) as u32 | MOVED }
        };
        self.slots[id as usize] = slot;
    }
}

impl Node {
    /// Whether it is a root, or follows the node before it.
    fn is_in_line(&self, id: u32) -> bool {
        self.parent == NONE || Some(self.parent) == id.checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;

    /// Every change is kept, whichever table a node goes through.
    #[test]
    fn nodes_are_unpacked_as_they_were() {
        let mut random = Random::new(61);
        let mut kinds = [0; 3];
        for _ in 0..300 {
            let (mut arena, mut plain) = (Arena::default(), Vec::<Node>::new());
            for _ in 0..60 {
                let count = plain.len();
                let link = |random: &mut Random| match random.below(3) {
                    0 => NONE,
                    _ => random.below(count + 2) as u32,
                };
                let len =
                    [0, 3, 7, 8, 5_000, MAX_LEN as usize, MAX_LEN as usize + 1][random.below(7)];
                let fresh = Node::new(random.below(1 << 31), len, random.below(2) == 0);
                match random.below(4) {
                    0 => {
                        plain.push(fresh);
                        arena.push(fresh);
                    }
                    1 => {
                        let parent = match random.below(4) {
                            0 => link(&mut random),
                            1 => NONE,
                            _ => (count as u32).wrapping_sub(1),
                        };
                        let node = Node { parent, first_child: count as u32 + 1, ..fresh };
                        plain.push(node);
                        let id = arena.push_in_line(fresh.start as usize, len, fresh.tidy, parent);
                        assert_eq!(id as usize, count);
                    }
                    _ if count == 0 => {}
                    2 => {
                        let id = random.below(count);
                        let (parent, next, child) =
                            (link(&mut random), link(&mut random), link(&mut random));
                        let which = random.below(5);
                        let change = |node: &mut Node| match which {
                            0 => (node.parent, node.next) = (parent, next),
                            1 => node.first_child = child,
                            2 => node.next = next,
                            3 => node.first_child = id as u32 + 1,
                            _ => {
                                (node.start, node.len, node.tidy) =
                                    (fresh.start, fresh.len, fresh.tidy);
                            }
                        };
                        arena.change(id as u32, change);
                        change(&mut plain[id]);
                    }
                    _ => {
                        let by = random.below(9);
                        plain
                            .iter_mut()
                            .for_each(|node| node.start = (node.start as usize / 2 + by) as u32);
                        arena.move_all(|range| range.start / 2 + by);
                    }
                }
            }
            for (id, node) in plain.iter().enumerate() {
                assert_eq!(arena.get(id as u32), *node);
                let Slot { start, word } = arena.slots[id];
                kinds[usize::from(start & LINKED != 0) * (1 + usize::from(word & MOVED != 0))] += 1;
            }
        }
        assert!(kinds.iter().all(|&kind| kind > 200), "{kinds:?}");
    }

    /// The measured size of nodes.
    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<Slot>(), size_of::<Sibling>()), (8, 8));
    }
}
