//! Operations on whole collections: splitting, merging, conversion to UTF-8.

use std::collections::HashMap;

use super::arena::Node;
use super::edit::{EditError, MAX_TEXT};
use super::encoding::{Script, Voice};
use super::game::GameTree;
use super::known::known;
use super::node::NodeRef;
use super::property::Property;
use super::tree::{Collection, NONE, NodeId, Root};
use super::write::{write_property, write_value};
use crate::charset::Lexing;

impl Collection {
    /// Every game as a separate file.
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

    /// Appends the games of another file.
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
    /// If the file would become too large. On error nothing has changed.
    pub fn merge(&mut self, other: &Collection) -> Result<(), EditError> {
        if self.text.len() + other.text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        for game in other.games() {
            self.merge_game(game);
        }
        Ok(())
    }

    /// Appends a copy of a game.
    fn merge_game(&mut self, game: GameTree<'_>) {
        self.is_large |= game.file().is_large;
        // For every copied node, its copy and the copy of its last child so far.
        let mut copies: HashMap<NodeId, (u32, u32)> = HashMap::new();
        for node in game.nodes() {
            let tidy = game.file().nodes.get(node.id().0).tidy;
            let above = node.parent().and_then(|parent| copies.get_mut(&parent.id()));
            let start = self.text.len();
            let parent = above.as_ref().map_or(NONE, |(copy, _)| *copy);
            self.text.extend_from_slice(node.raw());
            let id = self.nodes.push(Node { parent, ..Node::new(start, node.raw().len(), tidy) });
            match above {
                None => {
                    let voice = self.charsets.voices.number(game.voice());
                    self.roots.push(Root { node: id, voice });
                }
                Some((parent, last)) => {
                    if *last == NONE {
                        self.nodes.change(*parent, |parent| parent.first_child = id);
                    } else {
                        self.nodes.change(*last, |last| last.next = id);
                    }
                    *last = id;
                }
            }
            copies.insert(node.id(), (id, NONE));
        }
    }

    /// Converts every text to UTF-8, and sets CA of every game, before any text.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read(b"(;CA[ISO-8859-1]PB[J\xfcrgen])".to_vec())?;
    /// file.to_utf8();
    /// assert_eq!(file.to_bytes(), "(;CA[UTF-8]PB[Jürgen])\n".as_bytes());
    /// let mut file = Collection::read("(;GM[1]PB[Ann]CA[UTF-8]SZ[9]PW[Bob])")?;
    /// file.to_utf8();
    /// assert_eq!(file.to_bytes(), b"(;GM[1]CA[UTF-8]PB[Ann]SZ[9]PW[Bob])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    ///
    /// Returns the number of values with malformed bytes, which are U+FFFD now.
    pub fn to_utf8(&mut self) -> usize {
        let mut mangled = 0;
        for game in 0..self.roots.len() {
            let (root, script) = (self.roots[game].node, GameTree::of(self, game).script());
            let ids: Vec<NodeId> = GameTree::of(self, game).nodes().map(NodeRef::id).collect();
            for id in ids {
                let node = GameTree::of(self, game).node(id);
                let is_root = id.0 == root;
                let is_named = |property: Property<'_>| {
                    property.name() == "CA" && property.value().raw() == b"UTF-8"
                };
                let named = node.properties().filter(|property| property.is("CA"));
                let is_right = if is_root {
                    named.map(is_named).eq([true]) && !is_behind_text(node)
                } else {
                    named.count() == 0
                };
                // A name cut inside a character is not valid UTF-8, even in a UTF-8 game.
                let is_utf8 = script == Script::UTF_8 && str::from_utf8(node.raw()).is_ok();
                // If brackets are found in another way now, every value must be rewritten.
                let is_same = script.lexing == Lexing::Plain;
                if is_right && is_same && (is_utf8 || is_plain(node.raw())) {
                    continue;
                }
                let mut text = Vec::with_capacity(node.raw().len() + 16);
                let mut named = false;
                for property in node.properties() {
                    let is_ca = property.is("CA");
                    if is_root && !named && (is_ca || holds_text(&property)) {
                        text.extend_from_slice(b"CA[UTF-8]");
                        named = true;
                    }
                    if is_ca {
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
            self.roots[game].voice = self.charsets.voices.number(Voice::UTF_8);
        }
        mangled
    }

    /// Moves CA before every text of its game: a program that decodes while it reads needs the charset
    /// first.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read(b"(;GM[1]PB[J\xfcrgen]CA[ISO-8859-1])".to_vec())?;
    /// file.charset_first();
    /// assert_eq!(file.to_bytes(), b"(;GM[1]CA[ISO-8859-1]PB[J\xfcrgen])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn charset_first(&mut self) {
        for game in 0..self.roots.len() {
            let tree = GameTree::of(self, game);
            let (root, lexing) = (tree.root(), tree.lexing());
            let Some(charset) = root.get("CA").filter(|_| is_behind_text(root)) else { continue };
            let mut text = Vec::with_capacity(root.raw().len());
            let mut named = false;
            for property in root.properties() {
                if !named && holds_text(&property) {
                    write_property(&charset, lexing, &mut text);
                    named = true;
                }
                if property.offset() != charset.offset() {
                    write_property(&property, lexing, &mut text);
                }
            }
            let id = root.id();
            self.rewrite(id, &text);
        }
    }
}

/// Whether a property is or may be text, like those of other programs. A lower-case name counts as a
/// name only at the start of its node, so nothing may be put before it.
fn holds_text(property: &Property<'_>) -> bool {
    let is_small = !property.name().bytes().any(|byte| byte.is_ascii_uppercase());
    !is_small && known(&property.key()).is_none_or(|known| known.kind.holds_text())
}

/// Whether CA comes after a text of the node.
fn is_behind_text(node: NodeRef<'_>) -> bool {
    let first = node.properties().find(|property| property.is("CA") || holds_text(property));
    first.is_some_and(|property| !property.is("CA"))
}

/// Whether decoding added replacement characters.
fn has_new_marks(decoded: &str, raw: &[u8]) -> bool {
    decoded.contains(char::REPLACEMENT_CHARACTER)
        && memchr::memmem::find(raw, "\u{fffd}".as_bytes()).is_none()
}

/// Whether bytes mean the same in every charset: ASCII without the escapes and shifts of ISO-2022-JP.
pub(super) fn is_plain(raw: &[u8]) -> bool {
    raw.is_ascii() && !raw.iter().any(|byte| matches!(byte, 0x0e | 0x0f | 0x1b))
}
