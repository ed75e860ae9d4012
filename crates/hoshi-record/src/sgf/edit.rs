//! Changing a file: nodes and variations added, moved and taken out, properties set. What is set is
//! written behind the text that was read, so that all else stays the bytes it was.

use std::collections::HashMap;

use hoshi_core::Size;

use super::encoding::{Charsets, Script};
use super::property::Property;
use super::tree::{Collection, GameTree, NONE, Node, NodeId, NodeRef, Root};
use super::write::{write_property, write_value};
use crate::charset::{Lexing, Why};

/// Why an edit was refused; nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The root of a game cannot be moved or taken out of it.
    #[error("the first node of a game cannot be moved or taken out")]
    Root,
    /// A node cannot be put below itself.
    #[error("a node cannot be moved to a place that follows it")]
    Below,
    /// Not the name of a property.
    #[error("`{0}` is not the name of a property: names are capital letters")]
    Name(String),
    /// A property without values.
    #[error("a property has at least one value, if only an empty one")]
    NoValue,
    /// The file would be larger than 2 GiB.
    #[error("the file would grow beyond 2 GiB")]
    TooLarge,
}

/// What became of the charset when a text was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Fit {
    /// The text fits the charset of the game.
    Kept,
    /// It did not; the whole file is UTF-8 now.
    Reencoded,
}

/// A text is kept below this, so that every place in it fits in 32 bits.
const MAX_TEXT: usize = 1 << 31;

impl Collection {
    /// A file with one game, which has a board and no move yet.
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

    fn empty() -> Collection {
        Collection {
            text: Vec::new(),
            read: 0,
            nodes: Vec::new(),
            roots: Vec::new(),
            faults: Vec::new(),
            unkept: 0,
            charsets: Charsets::default(),
        }
    }

    /// Adds a game with an empty board behind the others; the number it has.
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
        let text = format!("GM[1]FF[4]CA[UTF-8]SZ[{sides}]");
        let start = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::new(start, text.len(), true, NONE));
        self.roots.push(Root { node, script: Script::UTF_8, why: Why::Utf8 });
        self.roots.len() - 1
    }

    /// One game, to be changed. Its nodes are named by [`super::NodeRef::id`].
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

    /// Takes a game out of the file. Whether there was one.
    pub fn remove_game(&mut self, game: usize) -> bool {
        let there = game < self.roots.len();
        if there {
            self.roots.remove(game);
        }
        there
    }

    /// Every game as a file of its own.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa])(;B[bb])")?;
    /// assert_eq!(file.split()[1].to_bytes(), b"(;B[bb])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn split(&self) -> Vec<Collection> {
        self.games()
            .map(|game| {
                let mut file = Collection::empty();
                file.merge_game(game);
                file
            })
            .collect()
    }

    /// Puts the games of another file behind those of this one.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;B[aa])")?;
    /// file.merge(&Collection::read("(;B[bb])")?)?;
    /// assert_eq!(file.to_bytes(), b"(;B[aa])\n(;B[bb])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file becomes too large; then nothing has changed.
    pub fn merge(&mut self, other: &Collection) -> Result<(), EditError> {
        if self.text.len() + other.text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        for game in other.games() {
            self.merge_game(game);
        }
        Ok(())
    }

    /// Copies a game behind those that are here.
    fn merge_game(&mut self, game: GameTree<'_>) {
        // For every node that was copied, its copy and the copy of its last child so far.
        let mut copies: HashMap<NodeId, (u32, u32)> = HashMap::new();
        for node in game.nodes() {
            let tidy = game.file().nodes[node.id().0 as usize].is_tidy();
            let above = node.parent().and_then(|parent| copies.get_mut(&parent.id()));
            let start = self.text.len();
            let parent = above.as_ref().map_or(NONE, |(copy, _)| *copy);
            let id = self.nodes.len() as u32;
            self.text.extend_from_slice(node.raw());
            self.nodes.push(Node::new(start, node.raw().len(), tidy, parent));
            match above {
                None => self.roots.push(Root { node: id, ..game.file().roots[game.index()] }),
                Some((parent, last)) => {
                    if *last == NONE {
                        self.nodes[*parent as usize].first_child = id;
                    } else {
                        self.nodes[*last as usize].next = id;
                    }
                    *last = id;
                }
            }
            copies.insert(node.id(), (id, NONE));
        }
    }

    /// Makes every text UTF-8, and has every game say so in its CA.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read(b"(;CA[ISO-8859-1]PB[J\xfcrgen])".to_vec())?;
    /// file.to_utf8();
    /// assert_eq!(file.to_bytes(), "(;CA[UTF-8]PB[Jürgen])\n".as_bytes());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    ///
    /// How many values had bytes that are no characters of their charset: those are U+FFFD now.
    pub fn to_utf8(&mut self) -> usize {
        let mut mangled = 0;
        for game in 0..self.roots.len() {
            let Root { node: root, script, .. } = self.roots[game];
            let ids: Vec<NodeId> = GameTree::of(self, game).nodes().map(NodeRef::id).collect();
            for id in ids {
                let node = GameTree::of(self, game).node(id);
                let is_root = id.0 == root;
                let is_named = |property: Property<'_>| {
                    property.name() == "CA" && property.value().raw() == b"UTF-8"
                };
                let named = node.properties().filter(|property| property.is("CA"));
                let is_right =
                    if is_root { named.map(is_named).eq([true]) } else { named.count() == 0 };
                // A name that was cut inside of a character is not UTF-8, even in a game that is.
                let is_utf8 = script == Script::UTF_8 && str::from_utf8(node.raw()).is_ok();
                if is_right && (is_utf8 || is_plain(node.raw())) {
                    continue;
                }
                let mut text = Vec::with_capacity(node.raw().len() + 16);
                let mut named = false;
                for property in node.properties() {
                    if property.is("CA") {
                        if is_root && !named {
                            text.extend_from_slice(b"CA[UTF-8]");
                            named = true;
                        }
                        continue;
                    }
                    text.extend_from_slice(property.name().as_bytes());
                    for value in property.values() {
                        let decoded = script.decode(value.raw());
                        mangled += usize::from(has_new_marks(&decoded, value.raw()));
                        write_value(property.name(), decoded.as_bytes(), Lexing::Plain, &mut text);
                    }
                }
                if is_root && !named {
                    text.extend_from_slice(b"CA[UTF-8]");
                }
                self.rewrite(id, &text);
            }
            (self.roots[game].script, self.roots[game].why) = (Script::UTF_8, Why::Utf8);
        }
        mangled
    }

    /// Forgets the text that nothing points to any more, and with it what was read.
    fn compact(&mut self) {
        let old = std::mem::take(&mut self.text);
        for node in &mut self.nodes {
            let start = self.text.len();
            self.text.extend_from_slice(&old[node.range()]);
            node.move_to(start);
        }
        self.read = 0;
        self.faults.clear();
    }

    /// Gives a node another text, which is in order.
    pub(super) fn rewrite(&mut self, id: NodeId, text: &[u8]) {
        if self.text.len() + text.len() >= MAX_TEXT {
            self.compact();
        }
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.nodes[id.0 as usize].set_text(start, text.len());
    }
}

/// Whether this is a name that `FF[4]` allows, or one with digits, as some programs have them.
fn check_name(name: &str) -> Result<(), EditError> {
    let begins = name.starts_with(|first: char| first.is_ascii_uppercase());
    if begins && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(EditError::Name(name.to_owned()))
    }
}

/// Whether decoding put in replacement characters that were not there.
fn has_new_marks(decoded: &str, raw: &[u8]) -> bool {
    decoded.contains(char::REPLACEMENT_CHARACTER)
        && memchr::memmem::find(raw, "\u{fffd}".as_bytes()).is_none()
}

/// Whether bytes mean the same in every charset: ASCII without the escapes of ISO-2022-JP.
fn is_plain(raw: &[u8]) -> bool {
    raw.is_ascii() && !raw.contains(&0x1b)
}

/// A game of a [`Collection`] that is being changed: [`Collection::edit`].
#[derive(Debug)]
pub struct GameEdit<'a> {
    file: &'a mut Collection,
    game: usize,
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

    /// Adds an empty node after another, behind its other variations.
    pub fn append(&mut self, parent: NodeId) -> NodeId {
        let start = self.file.text.len();
        let id = self.file.nodes.len() as u32;
        self.file.nodes.push(Node::new(start, 0, true, NONE));
        self.attach(id, parent.0, usize::MAX);
        NodeId(id)
    }

    /// Puts an empty node between a node and all that follows it.
    pub fn insert_after(&mut self, node: NodeId) -> NodeId {
        let children = self.file.nodes[node.0 as usize].first_child;
        self.file.nodes[node.0 as usize].first_child = NONE;
        let between = self.append(node);
        self.file.nodes[between.0 as usize].first_child = children;
        let mut child = children;
        while child != NONE {
            self.file.nodes[child as usize].parent = between.0;
            child = self.file.nodes[child as usize].next;
        }
        between
    }

    /// Takes out a node and all that follows it.
    ///
    /// # Errors
    /// If it is the root; a whole game is taken out by [`Collection::remove_game`].
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.detach(node.0)
    }

    /// Takes out one node; what followed it follows the node before it, in its place.
    ///
    /// # Errors
    /// If it is the root.
    pub fn remove_one(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.file.nodes[node.0 as usize].parent;
        let nth = self.nth(node.0);
        let children: Vec<NodeId> = self.tree().node(node).children().map(NodeRef::id).collect();
        self.detach(node.0)?;
        for (index, child) in children.into_iter().enumerate() {
            self.attach(child.0, parent, nth + index);
        }
        Ok(())
    }

    /// Makes a node, with all that follows it, the `nth` child of another, from 0.
    ///
    /// # Errors
    /// If it is the root, or the other node follows it.
    pub fn move_to(&mut self, node: NodeId, parent: NodeId, nth: usize) -> Result<(), EditError> {
        let mut above = parent.0;
        while above != NONE {
            if above == node.0 {
                return Err(EditError::Below);
            }
            above = self.file.nodes[above as usize].parent;
        }
        self.detach(node.0)?;
        self.attach(node.0, parent.0, nth);
        Ok(())
    }

    /// Makes a variation the `nth` of its siblings; the one at 0 is the main line.
    ///
    /// # Errors
    /// If it is the root, which has none.
    pub fn reorder(&mut self, node: NodeId, nth: usize) -> Result<(), EditError> {
        let parent = self.file.nodes[node.0 as usize].parent;
        self.detach(node.0)?;
        self.attach(node.0, parent, nth);
        Ok(())
    }

    /// Makes the line to a node the main line of the game.
    pub fn promote(&mut self, node: NodeId) {
        let mut at = node.0;
        while self.file.nodes[at as usize].parent != NONE {
            // It has a parent, so it is not the root.
            let _ = self.reorder(NodeId(at), 0);
            at = self.file.nodes[at as usize].parent;
        }
    }

    /// Takes out all variations that are not part of the line to a node.
    pub fn keep_line(&mut self, node: NodeId) {
        let mut at = node.0;
        loop {
            let parent = self.file.nodes[at as usize].parent;
            if parent == NONE {
                return;
            }
            self.file.nodes[parent as usize].first_child = at;
            self.file.nodes[at as usize].next = NONE;
            at = parent;
        }
    }

    /// Gives a property these raw values, in its place if it was there, behind the others if not. Bytes
    /// that would end a value are escaped; a point, a number or a text of [`GameTree::escape`] goes in as it is.
    ///
    /// # Errors
    /// If the name is not one, there is no value, or the file becomes too large.
    pub fn set<V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        name: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        check_name(name)?;
        if values.is_empty() {
            return Err(EditError::NoValue);
        }
        self.change(node, name, Some(values))
    }

    /// Gives a property one text.
    ///
    /// # Errors
    /// As [`GameEdit::set`].
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) -> Result<Fit, EditError> {
        check_name(name)?;
        let fit = match self.tree().escape(text, false) {
            Some(_) => Fit::Kept,
            None => {
                self.file.to_utf8();
                Fit::Reencoded
            }
        };
        // UTF-8 holds everything.
        let raw = self.tree().escape(text, false).unwrap_or_default();
        if !is_plain(&raw) && self.tree().why_charset() == Why::Ascii {
            // From now on it matters what CA says.
            let charset = self.tree().charset();
            if self.tree().root().get("CA").is_none() {
                self.set(self.root(), "CA", &[charset.name()])?;
            }
            let root = &mut self.file.roots[self.game];
            (root.script, root.why) = (Script::of(charset), Why::Label);
        }
        self.set(node, name, &[raw])?;
        Ok(fit)
    }

    /// Gives a node these properties and no others, in this order: names, which may be old ones with
    /// small letters, and raw values as [`GameEdit::set`] takes them.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;L[aa][bb]C[x])")?;
    /// let mut game = file.edit(0).unwrap();
    /// game.replace(game.root(), &[("LB", vec!["aa:a", "bb:b"]), ("C", vec!["x"])])?;
    /// assert_eq!(file.to_bytes(), b"(;LB[aa:a][bb:b]C[x])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GameEdit::set`].
    pub fn replace<N: AsRef<str>, V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        properties: &[(N, Vec<V>)],
    ) -> Result<(), EditError> {
        let lexing = self.tree().script().lexing;
        let mut text = Vec::new();
        for (name, values) in properties {
            let name = name.as_ref();
            let begins = name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic());
            if !begins || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err(EditError::Name(name.to_owned()));
            }
            if values.is_empty() {
                return Err(EditError::NoValue);
            }
            text.extend_from_slice(name.as_bytes());
            for value in values {
                write_value(name, value.as_ref(), lexing, &mut text);
            }
        }
        if self.file.text.len() + text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        self.file.rewrite(node, &text);
        Ok(())
    }

    /// Takes out a property, each time it is there. Whether it was.
    ///
    /// # Errors
    /// If the file becomes too large.
    pub fn unset(&mut self, node: NodeId, name: &str) -> Result<bool, EditError> {
        let there = self.tree().node(node).get(name).is_some();
        if there {
            self.change::<&[u8]>(node, name, None)?;
        }
        Ok(there)
    }

    fn change<V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        name: &str,
        values: Option<&[V]>,
    ) -> Result<(), EditError> {
        let lexing = self.tree().script().lexing;
        let mut text = Vec::new();
        let mut open = values;
        let put = |values: &[V], text: &mut Vec<u8>| {
            text.extend_from_slice(name.as_bytes());
            for value in values {
                write_value(name, value.as_ref(), lexing, text);
            }
        };
        for property in self.tree().node(node).properties() {
            if !property.is(name) {
                write_property(&property, lexing, &mut text);
            } else if let Some(values) = open.take() {
                put(values, &mut text);
            }
        }
        if let Some(values) = open {
            put(values, &mut text);
        }
        if self.file.text.len() + text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        self.file.rewrite(node, &text);
        Ok(())
    }

    /// The number of a node among its siblings.
    fn nth(&self, id: u32) -> usize {
        let node = self.tree().node(NodeId(id));
        let siblings = node.parent().into_iter().flat_map(NodeRef::children);
        siblings.take_while(|sibling| sibling.id().0 != id).count()
    }

    /// Unlinks a node from its parent.
    fn detach(&mut self, id: u32) -> Result<(), EditError> {
        let nodes = &mut self.file.nodes;
        let Node { parent, next, .. } = nodes[id as usize];
        if parent == NONE {
            return Err(EditError::Root);
        }
        let first = nodes[parent as usize].first_child;
        if first == id {
            nodes[parent as usize].first_child = next;
        } else {
            let mut before = first;
            while nodes[before as usize].next != id {
                before = nodes[before as usize].next;
            }
            nodes[before as usize].next = next;
        }
        let node = &mut nodes[id as usize];
        (node.parent, node.next) = (NONE, NONE);
        Ok(())
    }

    /// Links a node as the `nth` child, or the last if there are fewer.
    fn attach(&mut self, id: u32, parent: u32, nth: usize) {
        let nodes = &mut self.file.nodes;
        nodes[id as usize].parent = parent;
        let first = nodes[parent as usize].first_child;
        if nth == 0 || first == NONE {
            nodes[id as usize].next = first;
            nodes[parent as usize].first_child = id;
            return;
        }
        let mut before = first;
        for _ in 1..nth {
            match nodes[before as usize].next {
                NONE => break,
                next => before = next,
            }
        }
        nodes[id as usize].next = nodes[before as usize].next;
        nodes[before as usize].next = id;
    }
}
