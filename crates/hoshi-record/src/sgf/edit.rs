//! Changing a file: nodes and variations added, moved and removed; `set.rs` has their properties. New
//! text is appended after the text that was read, so that everything else keeps its bytes.

use hoshi_core::Size;

use super::arena::{Arena, Node};
use super::encoding::{Charsets, Voice};
use super::game::GameTree;
use super::node::NodeRef;
use super::tree::{Collection, NONE, NodeId, Root};
use super::value::has_letters;

/// Why an edit was refused. On error nothing has changed.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::sgf::{Collection, EditError};
///
/// let mut file = Collection::new(Size::S9);
/// let mut game = file.edit(0).unwrap();
/// assert_eq!(game.remove(game.root()), Err(EditError::Root));
/// let error = game.set(game.root(), "komi", &["6.5"]).unwrap_err();
/// assert_eq!(error.to_string(), "`komi` is not the name of a property: names are capital letters");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The root of a game cannot be moved or removed.
    #[error("the first node of a game cannot be moved or removed")]
    Root,
    /// A node cannot become its own descendant.
    #[error("a node cannot be moved to a place that follows it")]
    Below,
    /// Not the name of a property.
    #[error("`{0}` is not the name of a property: names are capital letters")]
    Name(String),
    /// A property without values.
    #[error("a property needs at least one value, which may be empty")]
    NoValue,
    /// The file would be larger than 2 GiB.
    #[error("the file would grow beyond 2 GiB")]
    TooLarge,
}

/// The effect on the charset when a text was set.
///
/// ```
/// use hoshi_record::sgf::{Collection, Fit};
///
/// let mut file = Collection::read(b"(;CA[ISO-8859-1]PB[J\xfcrgen])".to_vec())?;
/// let mut game = file.edit(0).unwrap();
/// assert_eq!(game.set_text(game.root(), "PW", "André")?, Fit::Kept);
/// assert_eq!(game.set_text(game.root(), "PW", "柯洁")?, Fit::Reencoded);
/// assert_eq!(file.to_bytes(), "(;CA[UTF-8]PB[Jürgen]PW[柯洁])\n".as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Fit {
    /// The text fits the charset of the game.
    Kept,
    /// It did not; the whole file is UTF-8 now.
    Reencoded,
}

/// The limit of a text, so that every offset fits in 32 bits.
pub(super) const MAX_TEXT: usize = 1 << 31;

impl Collection {
    /// A file with one game, which has a board and no move yet.
    ///
    /// A board of more than 52 lines a side is possible too, with points as people write them
    /// (`CV100`): it serves conversions between DGF and SGN, and must not be written as SGF.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::new(Size::S9);
    /// assert_eq!(file.to_bytes(), b"(;GM[1]FF[4]CA[UTF-8]SZ[9])\n");
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Collection {
        let mut file = Collection::empty();
        file.add_game(size);
        file
    }

    pub(super) fn empty() -> Collection {
        Collection {
            text: Vec::new(),
            read: 0,
            nodes: Arena::default(),
            roots: Vec::new(),
            faults: Vec::new(),
            unkept: 0,
            charsets: Charsets::default(),
            is_large: false,
            moved: Vec::new(),
        }
    }

    /// Adds a game with an empty board after the others; returns its index.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::new(Size::S9);
    /// assert_eq!(file.add_game(Size::S19), 1);
    /// ```
    pub fn add_game(&mut self, size: Size) -> usize {
        let sides = if size.width() == size.height() {
            size.width().to_string()
        } else {
            format!("{}:{}", size.width(), size.height())
        };
        self.is_large |= !has_letters(size);
        let text = format!("GM[1]FF[4]CA[UTF-8]SZ[{sides}]");
        let start = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        let node = self.nodes.push(Node::new(start, text.len(), true));
        let voice = self.charsets.voices.number(Voice::UTF_8);
        self.roots.push(Root { node, voice });
        self.roots.len() - 1
    }

    /// One game, for editing. Its nodes are identified by [`super::NodeRef::id`].
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::new(Size::S9);
    /// let mut game = file.edit(0).unwrap();
    /// let node = game.append(game.root());
    /// game.set(node, "B", &[b"ee"])?;
    /// assert!(file.to_bytes().ends_with(b";B[ee])\n"));
    /// # Ok::<(), hoshi_record::sgf::EditError>(())
    /// ```
    pub fn edit(&mut self, game: usize) -> Option<GameEdit<'_>> {
        (game < self.roots.len()).then_some(GameEdit { file: self, game })
    }

    /// Removes a game from the file. Returns whether it existed.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa])(;B[bb])")?;
    /// assert!(file.remove_game(0));
    /// assert!(!file.remove_game(1));
    /// assert_eq!(file.to_bytes(), b"(;B[bb])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn remove_game(&mut self, game: usize) -> bool {
        let there = game < self.roots.len();
        if there {
            self.roots.remove(game);
        }
        there
    }

    /// Drops text that is no longer referenced, including the source that was read.
    fn compact(&mut self) {
        let old = std::mem::take(&mut self.text);
        let text = &mut self.text;
        self.nodes.move_all(|range| {
            text.extend_from_slice(&old[range.clone()]);
            text.len() - range.len()
        });
        self.read = 0;
        self.moved.clear();
        self.faults.clear();
    }

    /// Sets the text of a node, which is well-formed.
    pub(super) fn rewrite(&mut self, id: NodeId, text: &[u8]) {
        if self.text.len() + text.len() >= MAX_TEXT {
            self.compact();
        }
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.nodes.change(id.0, |node| node.set_text(start, text.len()));
    }
}

/// A game of a [`Collection`] that is being edited: [`Collection::edit`].
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let mut file = Collection::read("(;SZ[9];B[ee])")?;
/// let mut game = file.edit(0).unwrap();
/// let first = game.tree().root().first_child().unwrap().id();
/// for answer in ["ec", "ge"] {
///     let node = game.append(first);
///     game.set(node, "W", &[answer])?;
/// }
/// assert_eq!(file.to_bytes(), b"(;SZ[9];B[ee]\n(;W[ec])\n(;W[ge]))\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameEdit<'a> {
    pub(super) file: &'a mut Collection,
    pub(super) game: usize,
}

impl GameEdit<'_> {
    /// The first node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.file.roots[self.game].node)
    }

    /// The game as it is now.
    #[must_use]
    pub fn tree(&self) -> GameTree<'_> {
        GameTree::of(self.file, self.game)
    }

    /// Adds an empty node as the last child of another.
    pub fn append(&mut self, parent: NodeId) -> NodeId {
        let start = self.file.text.len();
        let id = self.file.nodes.push(Node::new(start, 0, true));
        self.attach(id, parent.0, usize::MAX);
        NodeId(id)
    }

    /// Puts an empty node between a node and everything after it.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa];B[bb])")?;
    /// let mut game = file.edit(0).unwrap();
    /// let between = game.insert_after(game.root());
    /// game.set(between, "W", &["cc"])?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa];W[cc];B[bb])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_after(&mut self, node: NodeId) -> NodeId {
        let children = self.file.nodes.get(node.0).first_child;
        self.file.nodes.change(node.0, |node| node.first_child = NONE);
        let between = self.append(node);
        self.file.nodes.change(between.0, |between| between.first_child = children);
        let mut child = children;
        while child != NONE {
            self.file.nodes.change(child, |child| child.parent = between.0);
            child = self.file.nodes.get(child).next;
        }
        between
    }

    /// Removes a node and everything after it.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa];W[bb];B[cc])")?;
    /// let second = file.game(0).unwrap().at(&[0]).unwrap().id();
    /// file.edit(0).unwrap().remove(second)?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is the root; use [`Collection::remove_game`] to remove a game.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.detach(node.0)
    }

    /// Removes one node; its children take its place.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa];W[bb];B[cc])")?;
    /// let second = file.game(0).unwrap().at(&[0]).unwrap().id();
    /// file.edit(0).unwrap().remove_one(second)?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa];B[cc])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is the root.
    pub fn remove_one(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.file.nodes.get(node.0).parent;
        let nth = self.nth(node.0);
        let children: Vec<NodeId> = self.tree().node(node).children().map(NodeRef::id).collect();
        self.detach(node.0)?;
        for (index, child) in children.into_iter().enumerate() {
            self.attach(child.0, parent, nth + index);
        }
        Ok(())
    }

    /// Makes a node, with everything after it, the `nth` child of another, from 0.
    ///
    /// ```
    /// use hoshi_record::sgf::{Collection, EditError};
    ///
    /// let mut file = Collection::read("(;B[aa];W[bb](;B[cc])(;B[dd]))")?;
    /// let mut game = file.edit(0).unwrap();
    /// let (root, second) = (game.root(), game.tree().at(&[0]).unwrap().id());
    /// let last = game.tree().at(&[0, 1]).unwrap().id();
    /// assert_eq!(game.move_to(second, last, 0), Err(EditError::Below));
    /// game.move_to(last, root, 0)?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa]\n(;B[dd])\n(;W[bb];B[cc]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is the root, or the other node is below it.
    pub fn move_to(&mut self, node: NodeId, parent: NodeId, nth: usize) -> Result<(), EditError> {
        let mut above = parent.0;
        while above != NONE {
            if above == node.0 {
                return Err(EditError::Below);
            }
            above = self.file.nodes.get(above).parent;
        }
        self.detach(node.0)?;
        self.attach(node.0, parent.0, nth);
        Ok(())
    }

    /// Makes a variation the `nth` of its siblings; the one at 0 is the main line.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa](;W[bb])(;W[cc])(;W[dd]))")?;
    /// let last = file.game(0).unwrap().at(&[2]).unwrap().id();
    /// file.edit(0).unwrap().reorder(last, 1)?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa]\n(;W[bb])\n(;W[dd])\n(;W[cc]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is the root, which has none.
    pub fn reorder(&mut self, node: NodeId, nth: usize) -> Result<(), EditError> {
        let parent = self.file.nodes.get(node.0).parent;
        self.detach(node.0)?;
        self.attach(node.0, parent, nth);
        Ok(())
    }

    /// Makes the line to a node the main line of the game.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let last = file.game(0).unwrap().at(&[1, 0]).unwrap().id();
    /// file.edit(0).unwrap().promote(last);
    /// assert_eq!(file.to_bytes(), b"(;B[aa]\n(;W[cc];B[dd])\n(;W[bb]))\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn promote(&mut self, node: NodeId) {
        let mut at = node.0;
        while self.file.nodes.get(at).parent != NONE {
            // It has a parent, so it is not the root.
            let _ = self.reorder(NodeId(at), 0);
            at = self.file.nodes.get(at).parent;
        }
    }

    /// Removes all variations that are not part of the line to a node.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let second = file.game(0).unwrap().at(&[1]).unwrap().id();
    /// file.edit(0).unwrap().keep_line(second);
    /// assert_eq!(file.to_bytes(), b"(;B[aa];W[cc];B[dd])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn keep_line(&mut self, node: NodeId) {
        let mut at = node.0;
        loop {
            let parent = self.file.nodes.get(at).parent;
            if parent == NONE {
                return;
            }
            self.file.nodes.change(parent, |parent| parent.first_child = at);
            self.file.nodes.change(at, |node| node.next = NONE);
            at = parent;
        }
    }

    /// The index of a node among its siblings.
    fn nth(&self, id: u32) -> usize {
        let node = self.tree().node(NodeId(id));
        let siblings = node.parent().into_iter().flat_map(NodeRef::children);
        siblings.take_while(|sibling| sibling.id().0 != id).count()
    }

    /// Unlinks a node from its parent.
    fn detach(&mut self, id: u32) -> Result<(), EditError> {
        let nodes = &mut self.file.nodes;
        let Node { parent, next, .. } = nodes.get(id);
        if parent == NONE {
            return Err(EditError::Root);
        }
        let first = nodes.get(parent).first_child;
        if first == id {
            nodes.change(parent, |parent| parent.first_child = next);
        } else {
            let mut before = first;
            while nodes.get(before).next != id {
                before = nodes.get(before).next;
            }
            nodes.change(before, |before| before.next = next);
        }
        nodes.change(id, |node| (node.parent, node.next) = (NONE, NONE));
        Ok(())
    }

    /// Links a node as the `nth` child, or the last if there are fewer.
    fn attach(&mut self, id: u32, parent: u32, nth: usize) {
        let nodes = &mut self.file.nodes;
        let first = nodes.get(parent).first_child;
        if nth == 0 || first == NONE {
            nodes.change(id, |node| (node.parent, node.next) = (parent, first));
            nodes.change(parent, |parent| parent.first_child = id);
            return;
        }
        let mut before = first;
        for _ in 1..nth {
            match nodes.get(before).next {
                NONE => break,
                next => before = next,
            }
        }
        let next = nodes.get(before).next;
        nodes.change(id, |node| (node.parent, node.next) = (parent, next));
        nodes.change(before, |before| before.next = id);
    }
}
