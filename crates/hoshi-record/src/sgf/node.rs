//! A view of a node: its place in the tree, and its properties.

use super::arena::Node;
use super::game::GameTree;
use super::property::{Properties, Property};
use super::tree::{NONE, NodeId};

/// A node of a game: its properties, and its place in the tree. Typed access to its properties is
/// by method, such as [`NodeRef::moves`].
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc]C[Hm.]))")?;
/// let first = file.game(0).unwrap().root().first_child().unwrap();
/// let second = first.children().nth(1).unwrap();
/// assert_eq!(second.parent().unwrap().id(), first.id());
/// assert_eq!(second.get("C").unwrap().value().text(), "Hm.");
/// assert_eq!(second.properties().count(), 2);
/// assert_eq!((second.raw(), second.offset()), (&b"W[cc]C[Hm.]"[..], Some(23)));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    game: GameTree<'a>,
    id: u32,
}

impl<'a> NodeRef<'a> {
    pub(super) fn new(game: GameTree<'a>, id: u32) -> NodeRef<'a> {
        NodeRef { game, id }
    }

    fn node(self) -> Node {
        self.game.file().nodes.get(self.id)
    }

    fn linked(self, id: u32) -> Option<NodeRef<'a>> {
        (id != NONE).then_some(NodeRef { game: self.game, id })
    }

    /// Its id in the collection.
    #[must_use]
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// The game it is in.
    #[must_use]
    pub fn game(self) -> GameTree<'a> {
        self.game
    }

    /// The node before it.
    #[must_use]
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.linked(self.node().parent)
    }

    /// The first node after it: the next of the main line.
    #[must_use]
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.linked(self.node().first_child)
    }

    /// The next variation: the next child of the same parent.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa](;W[bb])(;W[cc]))")?;
    /// let main = file.game(0).unwrap().root().first_child().unwrap();
    /// let other = main.next_sibling().unwrap();
    /// assert_eq!(other.raw(), b"W[cc]");
    /// assert!(other.next_sibling().is_none());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.linked(self.node().next)
    }

    /// The nodes that follow it, the main line first.
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// The nodes from the root to this one, both included.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let last = file.game(0).unwrap().nodes().last().unwrap();
    /// let line: Vec<_> = last.line().iter().map(|node| node.raw()).collect();
    /// assert_eq!(line, [b"B[aa]", b"W[cc]", b"B[dd]"]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn line(self) -> Vec<NodeRef<'a>> {
        let mut line: Vec<_> = std::iter::successors(Some(self), |node| node.parent()).collect();
        line.reverse();
        line
    }

    /// The child indices from the root to this node, for [`GameTree::at`].
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let game = file.game(0).unwrap();
    /// let last = game.nodes().last().unwrap();
    /// assert_eq!(last.path(), [1, 0]);
    /// assert_eq!(game.at(&last.path()).unwrap().id(), last.id());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn path(self) -> Vec<usize> {
        // Count first, to allocate exactly: a line may have a node for every byte of a large file.
        let mut path = vec![0; self.up().skip(1).count()];
        for (nth, node) in path.iter_mut().rev().zip(self.up()) {
            let siblings = node.parent().into_iter().flat_map(NodeRef::children);
            *nth = siblings.take_while(|sibling| sibling.id != node.id).count();
        }
        path
    }

    /// This node and those before it, up to the root.
    fn up(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(Some(self), |node| node.parent())
    }

    /// Whether this is the first of its parent's children. True for a root.
    pub(crate) fn is_first_child(self) -> bool {
        self.parent().is_none_or(|parent| parent.node().first_child == self.id)
    }

    /// Whether it is on the main line of its game: the first child everywhere.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let is_main: Vec<_> = file.game(0).unwrap().nodes().map(|node| node.is_main()).collect();
    /// assert_eq!(is_main, [true, true, false, false]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn is_main(self) -> bool {
        self.up().all(NodeRef::is_first_child)
    }

    /// The nodes of [`NodeRef::line`] one after the other. Only nodes that are not first children are
    /// stored: a list of all nodes of a long line would be larger than its file.
    pub(crate) fn down_to(self) -> impl Iterator<Item = NodeRef<'a>> {
        let mut turns: Vec<u32> =
            self.up().filter(|node| !node.is_first_child()).map(|node| node.id).collect();
        std::iter::successors(Some(self.game.root()), move |node| {
            if node.id == self.id {
                return None;
            }
            let turn = turns.last().map(|&turn| NodeRef::new(node.game, turn));
            match turn.filter(|turn| turn.node().parent == node.id) {
                Some(turn) => {
                    turns.pop();
                    Some(turn)
                }
                None => node.first_child(),
            }
        })
    }

    /// The offset of its text in [`Collection::source`](super::Collection::source); `None` if it
    /// was added or changed later.
    #[must_use]
    pub fn offset(self) -> Option<usize> {
        let start = self.node().range().start;
        let file = self.game.file();
        // A file may end after the semicolon of a node.
        let is_read = start < file.read || file.text.len() == file.read;
        is_read.then_some(start)
    }

    /// The bytes of its properties.
    #[must_use]
    pub fn raw(self) -> &'a [u8] {
        &self.game.file().text[self.node().range()]
    }

    /// Its properties, in order.
    #[must_use]
    pub fn properties(self) -> Properties<'a> {
        let start = self.node().range().start;
        Properties::new(self.raw(), start, self.game.script())
    }

    /// The first property with this name, in capitals: long names of old versions such as `SiZe`
    /// are found by their capitals.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SiZe[9]KM[6.5])")?;
    /// let root = file.game(0).unwrap().root();
    /// assert_eq!(root.get("SZ").unwrap().name(), "SiZe");
    /// assert!(root.get("HA").is_none());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn get(self, name: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(name))
    }
}

impl std::fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, ";{}", self.game.script().decode(self.raw()))
    }
}

#[cfg(test)]
mod tests {
    use super::NodeRef;
    use crate::charset::tests::Random;
    use crate::sgf::Collection;

    /// Iterating down, iterating up and following the path agree.
    #[test]
    fn lines_are_gone_down_as_up() {
        let mut random = Random::new(51);
        let mut beside = 0;
        for _ in 0..300 {
            let mut text = "(;".to_owned();
            let mut open = 1;
            for _ in 0..random.below(40) {
                match random.below(4) {
                    0 => {
                        text.push_str("(;");
                        open += 1;
                    }
                    1 if open > 1 => text.push_str(")(;"),
                    2 if open > 1 => {
                        text.push_str(")(;)");
                        open -= 1;
                    }
                    _ => text.push_str(";C[x]"),
                }
            }
            let file = Collection::read(text + &")".repeat(open)).unwrap();
            for node in file.games().flat_map(crate::sgf::GameTree::nodes) {
                let down: Vec<_> = node.down_to().map(NodeRef::id).collect();
                let line: Vec<_> = node.line().iter().map(|node| node.id()).collect();
                assert_eq!(down, line);
                let path = node.path();
                assert_eq!(node.game().at(&path).unwrap().id(), node.id());
                assert_eq!(node.is_main(), path.iter().all(|&nth| nth == 0));
                beside += usize::from(!node.is_main());
            }
        }
        assert!(beside > 500, "{beside}");
    }
}
