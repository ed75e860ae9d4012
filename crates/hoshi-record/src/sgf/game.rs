//! A view of one game of a file: its charset, and iteration over its nodes.

use super::encoding::{Script, Voice};
use super::node::NodeRef;
use super::tree::{Collection, NodeId};
use crate::charset::{Charset, Lexing, Why};

/// One game of a file: a tree of nodes.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;B[aa])(;B[bb];W[cc](;B[dd])(;B[ee];W[ff]))")?;
/// let game = file.game(1).unwrap();
/// assert_eq!(game.index(), 1);
/// assert_eq!(game.root().raw(), b"B[bb]");
/// assert_eq!((game.main_line().count(), game.nodes().count()), (3, 5));
/// assert_eq!(game.at(&[0, 1, 0]).unwrap().raw(), b"W[ff]");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct GameTree<'a> {
    file: &'a Collection,
    index: usize,
}

impl<'a> GameTree<'a> {
    pub(super) fn of(file: &'a Collection, index: usize) -> GameTree<'a> {
        GameTree { file, index }
    }

    /// The file it is in.
    #[must_use]
    pub fn file(self) -> &'a Collection {
        self.file
    }

    /// Its index in the file, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The charset of its text. For ASCII text, the one that its CA names.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(b"(;PB[\xc0\xcc\xbc\xbc\xb5\xb9]BR[9\xb4\xdc])".to_vec())?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.charset().name(), "EUC-KR");
    /// assert_eq!(game.root().text("PB").unwrap(), "이세돌");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn charset(self) -> Charset {
        let Voice { script, why } = self.voice();
        if why != Why::Ascii {
            return script.charset;
        }
        let label = self.root().get("CA").map(|property| property.value().raw());
        label.and_then(Charset::for_label).unwrap_or(script.charset)
    }

    /// Why this charset was chosen.
    ///
    /// ```
    /// use hoshi_record::charset::Why;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;CA[GB2312]PB[柯洁])")?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.charset().name(), "UTF-8");
    /// assert!(matches!(game.why_charset(), Why::WrongLabel { .. }));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn why_charset(self) -> Why {
        let why = self.voice().why;
        // In a UTF-8 file the labels were not read.
        let label = match why {
            Why::Utf8 => self.root().get("CA").map(|property| property.value().raw()),
            _ => None,
        };
        match label.map(|label| (label, Charset::for_label(label))) {
            None => why,
            Some((_, Some(named))) if named == Charset::UTF_8 => Why::Label,
            Some((_, Some(named))) => Why::WrongLabel { named },
            Some((label, None)) if Charset::is_wide_label(label) => Why::WideLabel,
            Some((_, None)) => Why::UnknownLabel,
        }
    }

    /// How its brackets are found, for [`scan_as`](super::scan_as).
    ///
    /// ```
    /// use hoshi_record::charset::Lexing;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa])")?;
    /// assert_eq!(file.game(0).unwrap().lexing(), Lexing::Plain);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn lexing(self) -> Lexing {
        self.script().lexing
    }

    pub(crate) fn script(self) -> Script {
        self.voice().script
    }

    /// How its text is encoded, and why that was chosen.
    pub(super) fn voice(self) -> Voice {
        self.file.charsets.voices.get(self.file.roots[self.index].voice)
    }

    /// Text as the raw bytes of a value of this game, escaped; `composed` is for one half of a
    /// composed value. `None` if the charset lacks a character.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(b"(;CA[ISO-8859-1])".to_vec())?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.escape("[é: ]", false).unwrap(), b"[\xe9: \\]");
    /// assert_eq!(game.escape("a: b", true).unwrap(), b"a\\: b");
    /// assert_eq!(game.escape("段", false), None);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn escape(self, text: &str, composed: bool) -> Option<Vec<u8>> {
        let Voice { script, why } = self.voice();
        let script = if why == Why::Ascii { Script::of(self.charset()) } else { script };
        script.escape(text, composed)
    }

    /// The first node, which holds the game information.
    #[must_use]
    pub fn root(self) -> NodeRef<'a> {
        self.node_at(self.file.roots[self.index].node)
    }

    /// A node of this game.
    #[must_use]
    pub fn node(self, id: NodeId) -> NodeRef<'a> {
        self.node_at(id.0)
    }

    fn node_at(self, id: u32) -> NodeRef<'a> {
        NodeRef::new(self, id)
    }

    /// The nodes of the main line: the root, and then always the first child.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc]))")?;
    /// let line: Vec<_> = file.game(0).unwrap().main_line().map(|node| node.raw()).collect();
    /// assert_eq!(line, [&b"SZ[9]"[..], b"B[aa]", b"W[bb]"]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn main_line(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(Some(self.root()), |node| node.first_child())
    }

    /// All nodes in file order: parents before their children.
    pub fn nodes(self) -> impl Iterator<Item = NodeRef<'a>> {
        let root = self.root();
        std::iter::successors(Some(root), move |node| {
            if let Some(child) = node.first_child() {
                return Some(child);
            }
            let mut node = *node;
            while node.id() != root.id() {
                if let Some(next) = node.next_sibling() {
                    return Some(next);
                }
                node = node.parent()?;
            }
            None
        })
    }

    /// The node at the end of a path of child indices from the root. An empty path is the root.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa](;W[bb])(;W[cc]))")?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.at(&[1]).unwrap().raw(), b"W[cc]");
    /// assert!(game.at(&[2]).is_none());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn at(self, path: &[usize]) -> Option<NodeRef<'a>> {
        path.iter().try_fold(self.root(), |node, &nth| node.children().nth(nth))
    }
}

impl std::fmt::Debug for GameTree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameTree {{ index: {} }}", self.index)
    }
}
