//! The tree of a search: nodes in chunks that never move, statistics in atomics, so that all threads
//! work on one tree without a lock.
//!
//! Two threads that update one node at the same moment may lose one of the updates. A visit more or
//! less changes nothing; a lock in each of the dozens of nodes that a playout touches would.

use std::mem;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use hoshi_core::playout::Spot;

/// A count and a mean, read and written together.
#[derive(Debug, Default)]
pub(crate) struct Mean(AtomicU64);

impl Mean {
    #[inline(always)]
    pub(crate) fn get(&self) -> (f32, f32) {
        let bits = self.0.load(Ordering::Relaxed);
        (f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32))
    }

    #[inline(always)]
    pub(crate) fn set(&self, count: f32, mean: f32) {
        let bits = u64::from(count.to_bits()) << 32 | u64::from(mean.to_bits());
        self.0.store(bits, Ordering::Relaxed);
    }

    /// Adds one value.
    #[inline(always)]
    pub(crate) fn add(&self, value: f32) {
        let (count, mean) = self.get();
        let count = count + 1.0;
        self.set(count, mean + (value - mean) / count);
    }

    /// Takes back a value that was counted as 0.
    pub(crate) fn retract(&self) {
        let (count, mean) = self.get();
        if count > 1.0 {
            self.set(count - 1.0, mean * count / (count - 1.0));
        } else {
            self.set(0.0, 0.0);
        }
    }

    /// Replaces a value that was counted as 0 before.
    #[inline(always)]
    pub(crate) fn correct(&self, value: f32) {
        let (count, mean) = self.get();
        if count > 0.0 {
            self.set(count, mean + value / count);
        }
    }
}

/// A move and what is known about it. Values are those of the side that made the move.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Playouts through this node, and their mean value.
    pub(crate) value: Mean,
    /// Playouts in which this side was the first to play here later on.
    pub(crate) rave: Mean,
    /// The prior: a number of imagined playouts, and their mean value.
    pub(crate) prior: Mean,
    /// The first child and how many there are; 0 for none yet.
    kids: AtomicU64,
    spot: AtomicU32,
    /// The mean score, in points for this side.
    score: AtomicU32,
}

/// Where children are, as one number.
fn kids(first: usize, count: usize) -> u64 {
    (first as u64) << 32 | count as u64
}

/// Somebody is making the children.
const GROWING: u64 = u64::MAX;

impl Node {
    #[inline(always)]
    pub(crate) fn spot(&self) -> Spot {
        Spot::from_index(self.spot.load(Ordering::Relaxed) as usize & 0xffff)
    }

    #[inline(always)]
    pub(crate) fn visits(&self) -> f32 {
        self.value.get().0
    }

    pub(crate) fn score(&self) -> f32 {
        f32::from_bits(self.score.load(Ordering::Relaxed))
    }

    /// Adds the score of a playout that `value` has counted already.
    #[inline(always)]
    pub(crate) fn add_score(&self, score: f32) {
        let count = self.visits().max(1.0);
        let mean = self.score();
        self.score.store((mean + (score - mean) / count).to_bits(), Ordering::Relaxed);
    }

    /// The move turned out to be against the rules.
    pub(crate) fn forbid(&self) {
        self.spot.fetch_or(1 << 16, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn is_forbidden(&self) -> bool {
        self.spot.load(Ordering::Relaxed) >> 16 != 0
    }

    /// Where the children are, if there are any.
    #[inline(always)]
    fn kids(&self) -> Option<(usize, usize)> {
        let kids = self.kids.load(Ordering::Acquire);
        (kids != 0 && kids != GROWING).then_some(((kids >> 32) as usize, kids as u32 as usize))
    }

    pub(crate) fn has_children(&self) -> bool {
        self.kids().is_some()
    }

    /// Takes the task of making the children; only one thread gets it.
    pub(crate) fn claim(&self) -> bool {
        self.kids.compare_exchange(0, GROWING, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives the task back.
    pub(crate) fn unclaim(&self) {
        self.kids.store(0, Ordering::Release);
    }

    /// Finds its children again after they were moved. The families are in the order of their old numbers.
    fn follow(&mut self, families: &[Family]) {
        if let Some((first, count)) = self.kids()
            && let Ok(nth) = families.binary_search_by_key(&first, |family| family.first)
        {
            *self.kids.get_mut() = kids(families[nth].now, count);
        }
    }
}

/// What a new child begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    pub(crate) spot: Spot,
    /// The number of imagined playouts.
    pub(crate) weight: f32,
    /// Their mean value.
    pub(crate) mean: f32,
}

/// The nodes of a chunk, but for boards so large that a position has more children.
const CHUNK: usize = 1 << 14;

/// The fewest chunks of a tree: with less than two to spare it counts as full.
const FEWEST: usize = 3;

/// The nodes. Number 0 is the root.
#[derive(Debug)]
pub(crate) struct Tree {
    /// A chunk has two to the power of this nodes. A shift is cheaper than a division, and children are looked
    /// up all the time.
    bits: u32,
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
}

impl Tree {
    /// A tree of at most about so many nodes, none of which has more than so many children; memory is taken
    /// as it grows. However few nodes are asked for, there is room for some.
    pub(crate) fn new(most: usize, most_children: usize) -> Tree {
        let chunk = most_children.next_power_of_two().max(CHUNK);
        let chunks = (most / chunk).clamp(FEWEST, u32::MAX as usize / chunk - 1);
        let tree = Tree {
            bits: chunk.trailing_zeros(),
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
        };
        tree.chunk(0);
        tree
    }

    /// How many nodes fit into this many bytes.
    pub(crate) fn fitting(bytes: usize) -> usize {
        bytes / size_of::<Node>()
    }

    /// The nodes of a chunk.
    #[inline(always)]
    fn chunk_len(&self) -> usize {
        1 << self.bits
    }

    /// The nodes from a number on, as far as their chunk goes.
    #[inline(always)]
    fn from(&self, first: usize) -> &[Node] {
        &self.chunk(first >> self.bits)[first & (self.chunk_len() - 1)..]
    }

    fn chunk(&self, n: usize) -> &[Node] {
        self.chunks[n].get_or_init(|| (0..self.chunk_len()).map(|_| Node::default()).collect())
    }

    pub(crate) fn root(&self) -> &Node {
        &self.chunk(0)[0]
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed) as usize
    }

    /// Whether no more children can be made.
    pub(crate) fn is_full(&self) -> bool {
        self.len() + 2 * self.chunk_len() > self.chunks.len() * self.chunk_len()
    }

    #[inline(always)]
    pub(crate) fn children(&self, node: &Node) -> &[Node] {
        match node.kids() {
            None => &[],
            Some((first, count)) => &self.from(first)[..count],
        }
    }

    /// Gives a node that was claimed its children; if there is no room, gives the claim back.
    pub(crate) fn grow(&self, node: &Node, births: &[Birth]) -> bool {
        let Some(first) = self.allocate(births.len()) else {
            node.unclaim();
            return false;
        };
        for (birth, child) in births.iter().zip(self.from(first)) {
            child.spot.store(birth.spot.index() as u32, Ordering::Relaxed);
            child.prior.set(birth.weight, birth.mean);
        }
        node.kids.store(kids(first, births.len()), Ordering::Release);
        true
    }

    /// Where some nodes go after those that are in use: they are all in one chunk.
    fn place(&self, used: usize, count: usize) -> usize {
        let chunk = self.chunk_len();
        if used % chunk + count <= chunk { used } else { used.next_multiple_of(chunk) }
    }

    /// Room for some nodes in one chunk.
    fn allocate(&self, count: usize) -> Option<usize> {
        let chunk = self.chunk_len();
        if count == 0 || count > chunk {
            return None;
        }
        let mut used = self.used.load(Ordering::Relaxed);
        loop {
            let start = self.place(used as usize, count);
            if start + count > self.chunks.len() * chunk {
                return None;
            }
            let end = (start + count) as u32;
            match self.used.compare_exchange_weak(used, end, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(start),
                Err(now) => used = now,
            }
        }
    }

    /// The number of the child with this move.
    pub(crate) fn child(&self, parent: usize, spot: Spot) -> Option<usize> {
        let (first, _) = self.node(parent).kids()?;
        let nth = self.children(self.node(parent)).iter().position(|child| child.spot() == spot)?;
        Some(first + nth)
    }

    /// Makes a node the root. Everything below it is kept, and the rest is given back.
    ///
    /// Nothing is copied: families of children are moved down, so the tree never takes more memory than before.
    pub(crate) fn keep(&mut self, root: usize) {
        // Children are made after their parents and have larger numbers. In the order of their numbers, no family
        // is moved onto one that has yet to be moved.
        let mut families = self.families(root);
        families.sort_unstable_by_key(|family| family.first);
        *self.node_mut(0) = mem::take(self.node_mut(root));
        let mut used = 1;
        for family in &mut families {
            family.now = self.place(used, family.count);
            used = family.now + family.count;
            if family.now != family.first {
                for nth in 0..family.count {
                    *self.node_mut(family.now + nth) = mem::take(self.node_mut(family.first + nth));
                }
            }
        }
        self.node_mut(0).follow(&families);
        for family in &families {
            for number in family.now..family.now + family.count {
                self.node_mut(number).follow(&families);
            }
        }
        self.cut(used);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self.node_mut(0) = Node::default();
        self.cut(1);
    }

    /// All children below a node.
    fn families(&self, root: usize) -> Vec<Family> {
        let family =
            |node: &Node| node.kids().map(|(first, count)| Family { first, count, now: first });
        let mut found: Vec<Family> = family(self.node(root)).into_iter().collect();
        let mut next = 0;
        while let Some(&Family { first, count, .. }) = found.get(next) {
            next += 1;
            found.extend(self.from(first)[..count].iter().filter_map(family));
        }
        found
    }

    /// Keeps the first nodes only. Those that come after them are new again.
    fn cut(&mut self, used: usize) {
        let last = (used - 1) >> self.bits;
        for chunk in &mut self.chunks[last + 1..] {
            chunk.take();
        }
        let after = used - (last << self.bits);
        if let Some(chunk) = self.chunks[last].get_mut() {
            chunk[after..].fill_with(Node::default);
        }
        *self.used.get_mut() = used as u32;
    }

    fn node(&self, number: usize) -> &Node {
        &self.from(number)[0]
    }

    fn node_mut(&mut self, number: usize) -> &mut Node {
        let (chunk, at) = (number >> self.bits, number & (self.chunk_len() - 1));
        &mut self.chunks[chunk].get_mut().expect("nodes in use have a chunk")[at]
    }

    /// The memory that its nodes take at present, in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let chunks = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        chunks * self.chunk_len() * size_of::<Node>()
    }
}

/// The children of one node: the number of the first, how many they are, and where the first is moved.
#[derive(Clone, Copy, Debug)]
struct Family {
    first: usize,
    count: usize,
    now: usize,
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Rng as _, SplitMix64};

    use super::*;

    #[test]
    fn a_mean_of_values() {
        let mean = Mean::default();
        for value in [1.0, 0.0, 1.0, 1.0] {
            mean.add(value);
        }
        assert_eq!(mean.get(), (4.0, 0.75));
        mean.add(0.0);
        mean.correct(1.0);
        let (count, mean) = mean.get();
        assert!((count - 5.0).abs() < 1e-6 && (mean - 0.8).abs() < 1e-6);
    }

    /// A playout that turns out to be against superko leaves no trace.
    #[test]
    fn a_value_is_taken_back() {
        let mean = Mean::default();
        mean.add(0.0);
        mean.retract();
        assert_eq!(mean.get(), (0.0, 0.0));
        mean.add(1.0);
        mean.add(0.5);
        mean.add(0.0);
        mean.retract();
        assert_eq!(mean.get(), (2.0, 0.75));
    }

    fn births(spots: impl IntoIterator<Item = usize>) -> Vec<Birth> {
        let birth = |n| Birth { spot: Spot::from_index(n), weight: 2.0, mean: 0.5 };
        spots.into_iter().map(birth).collect()
    }

    #[test]
    fn a_part_of_a_tree_is_kept() {
        let mut tree = Tree::new(1 << 16, 50);
        assert!(tree.root().claim());
        assert!(!tree.root().claim());
        assert!(tree.grow(tree.root(), &births(0..50)));
        let number = tree.child(0, Spot::from_index(7)).unwrap();
        let child = tree.node(number);
        assert!(child.claim() && tree.grow(child, &births(100..120)));
        child.value.add(1.0);
        tree.children(child)[3].rave.add(0.25);
        tree.keep(number);
        assert_eq!(tree.len(), 21);
        assert_eq!(tree.root().spot(), Spot::from_index(7));
        assert_eq!(tree.root().value.get(), (1.0, 1.0));
        let twin = &tree.children(tree.root())[3];
        assert_eq!((twin.spot(), twin.rave.get()), (Spot::from_index(103), (1.0, 0.25)));
        assert_eq!(twin.prior.get(), (2.0, 0.5));
        tree.clear();
        assert_eq!((tree.len(), tree.root().value.get()), (1, (0.0, 0.0)));
        assert!(!tree.root().has_children());
    }

    /// A node and everything below it, as text.
    fn told(tree: &Tree, node: &Node) -> String {
        let below = tree.children(node).iter().map(|child| told(tree, child));
        let (visits, mean) = node.value.get();
        format!("{}:{visits}:{mean}[{}]", node.spot().index(), below.collect::<String>())
    }

    /// Trees of several chunks are moved within the memory that they have, again and again.
    #[test]
    fn what_is_kept_is_what_was_there() {
        let mut rng = SplitMix64::new(7);
        let mut moved = 0;
        for _ in 0..8 {
            let mut tree = Tree::new(6 * CHUNK, 400);
            for _ in 0..6 {
                while !tree.is_full() {
                    // Down from the root, mostly along one line, to a node without children.
                    let mut number = 0;
                    while let Some((first, count)) = tree.node(number).kids() {
                        let strays = rng.below(8) == 0;
                        number = first + if strays { rng.below(count as u32) as usize } else { 0 };
                        tree.node(number).value.add((rng.below(8)) as f32);
                    }
                    let count = 1 + rng.below(400) as usize;
                    let node = tree.node(number);
                    assert!(node.claim() && tree.grow(node, &births(0..count)));
                }
                let (before, bytes) = (tree.len(), tree.bytes());
                // The child with most below it.
                let (first, count) = tree.node(0).kids().unwrap();
                let child = (first..first + count).max_by_key(|&n| tree.families(n).len()).unwrap();
                let expected = told(&tree, tree.node(child));
                tree.keep(child);
                assert_eq!(told(&tree, tree.root()), expected);
                assert!(tree.len() <= before && tree.bytes() <= bytes);
                assert!(tree.bytes() <= 6 * CHUNK * size_of::<Node>());
                // Nodes that come next are new.
                let unused = &tree.from(tree.len());
                assert!(unused.iter().all(|node| node.visits() == 0.0 && node.kids().is_none()));
                moved += usize::from(tree.len() > CHUNK);
            }
        }
        assert!(moved >= 4, "{moved} trees of more than a chunk");
    }

    #[test]
    fn a_tree_has_an_end() {
        let tree = Tree::new(0, 300);
        let mut node = tree.root();
        let mut grown = 0;
        while node.claim() && tree.grow(node, &births(0..300)) {
            grown += 1;
            node = &tree.children(node)[0];
        }
        assert_eq!(grown, FEWEST * (CHUNK / 300));
        assert!(!node.has_children() && node.claim(), "the claim was given back");
    }
}
