//! The tree: an arena of nodes over the bytes of the file. A node is a range of the text and three links, in eight bytes
//! where possible (`arena`); properties are parsed from the text on access. So a file of moves needs little more than twice
//! its own size, and an unchanged value keeps the bytes that were read.
//!
//! Text that is added later is appended to the text of the file; `text[..read]` is what was read.

use super::arena::Arena;
use super::builder::{Builder, Rest};
use super::encoding::Charsets;
use super::game::GameTree;
use super::lex;
use super::scan::scan_as;
use super::trouble::Fault;
use super::visitor::Visitor;
use crate::charset::{Form, Hints};

/// The largest file that is read, in bytes: 1 GiB.
///
/// ```
/// use hoshi_record::sgf::{MAX_BYTES, ReadError};
///
/// let error = ReadError::TooLong(MAX_BYTES + 1);
/// assert_eq!(error.to_string(), "it has 1073741825 bytes; SGF files are read up to 1073741824");
/// ```
pub const MAX_BYTES: usize = 1 << 30;

/// The most faults that are kept; further ones are only counted.
///
/// ```
/// use hoshi_record::sgf::{Collection, MAX_FAULTS};
///
/// let file = Collection::read(format!("(;B[aa]{})", "(;W[bb])?".repeat(1_200)))?;
/// assert_eq!(file.faults().len(), MAX_FAULTS);
/// assert!(file.unkept_faults() > 0);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub const MAX_FAULTS: usize = 1000;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The id of a node, valid only in its [`Collection`].
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;B[aa];W[bb])")?;
/// let game = file.game(0).unwrap();
/// let last = game.main_line().last().unwrap().id();
/// assert_eq!(game.node(last).raw(), b"W[bb]");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// A game: its root, and an index into [`Voices`](super::encoding::Voices). Kept small, since a file may
/// have a game for every three bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) node: u32,
    pub(super) voice: u32,
}

/// Why a file cannot be read.
///
/// ```
/// use hoshi_record::sgf::{Collection, ReadError};
///
/// let error = Collection::read("Dear Sir").unwrap_err();
/// assert_eq!(error, ReadError::NoGame);
/// assert_eq!(error.to_string(), "there is no game in it: an SGF file has at least `(;)`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no game in the file.
    #[error("there is no game in it: an SGF file has at least `(;)`")]
    NoGame,
    /// The file is longer than [`MAX_BYTES`].
    #[error("it has {0} bytes; SGF files are read up to {MAX_BYTES}")]
    TooLong(usize),
}

/// The content of an SGF file: its games and its faults.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[1]SZ[9];B[ee](;W[ec])(;W[eg]))")?;
/// let game = file.games().next().unwrap();
/// let first = game.root().first_child().unwrap();
/// assert_eq!(first.get("B").unwrap().value().raw(), b"ee");
/// assert_eq!(first.children().count(), 2);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    pub(super) text: Vec<u8>,
    /// The length of the text that was read; the rest was added later.
    pub(super) read: usize,
    pub(super) nodes: Arena,
    pub(super) roots: Vec<Root>,
    pub(super) faults: Vec<Fault>,
    pub(super) unkept: usize,
    pub(super) charsets: Charsets,
    /// Whether a board may be larger than SGF's letters allow: only in a tree from
    /// [`Collection::new`], never in one that was read.
    pub(super) is_large: bool,
    /// Text of the file that was copied to the end to join the parts of a node, in that order.
    pub(super) moved: Vec<Moved>,
}

/// A piece of text that was copied to `to` from `from`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    to: usize,
    from: usize,
}

impl Collection {
    /// Reads a file. Everything that can be read is; [`Collection::faults`] lists the problems.
    ///
    /// ```
    /// use hoshi_record::sgf::{Collection, ReadError};
    ///
    /// assert_eq!(Collection::read("(;B[aa];W[bb]")?.games().count(), 1);
    /// assert_eq!(Collection::read("a letter").unwrap_err(), ReadError::NoGame);
    /// # Ok::<(), ReadError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no game in it, or it is too long.
    pub fn read(bytes: impl Into<Vec<u8>>) -> Result<Collection, ReadError> {
        Collection::read_with(bytes, &Hints::default())
    }

    /// Like [`Collection::read`], with hints about the charset.
    ///
    /// ```
    /// use hoshi_record::charset::{Charset, Hints};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let hints = Hints { charset: Charset::for_label(b"Big5"), ..Hints::default() };
    /// let file = Collection::read_with(b"(;CA[UTF-8]BR[9\xacq])".to_vec(), &hints)?;
    /// assert_eq!(file.game(0).unwrap().root().text("BR").unwrap(), "9段");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no game in it, or it is too long.
    pub fn read_with(bytes: impl Into<Vec<u8>>, hints: &Hints) -> Result<Collection, ReadError> {
        let bytes = bytes.into();
        if bytes.len() > MAX_BYTES {
            return Err(ReadError::TooLong(bytes.len()));
        }
        let (text, mut charsets) = Charsets::survey(bytes.into(), hints);
        let text = text.into_owned();
        // An estimate: nodes start with a semicolon, but comments contain some too.
        let room = memchr::memchr_iter(b';', &text).count().min(text.len() / 3 + 1);
        let mut builder = Builder::new(room);
        scan_as(&text, |at| charsets.script(&text, at).1, &mut builder);
        if builder.roots.is_empty() {
            return Err(ReadError::NoGame);
        }
        builder.finish();
        let Builder { nodes, roots, faults, unkept, rests, .. } = builder;
        let roots = charsets.of_games(roots);
        let (read, moved, is_large) = (text.len(), Vec::new(), false);
        let mut file =
            Collection { text, read, nodes, roots, faults, unkept, charsets, moved, is_large };
        if !rests.is_empty() {
            file.join(rests);
        }
        Ok(file)
    }

    /// Joins the rests of nodes with their first parts; all of it is tidy. Every node is copied once.
    #[cold]
    fn join(&mut self, mut rests: Vec<Rest>) {
        rests.sort_by_key(|rest| (rest.node, rest.range.start));
        for rests in rests.chunk_by(|a, b| a.node == b.node) {
            let node = rests[0].node;
            let to = self.text.len();
            let first = self.nodes.get(node).range();
            for range in std::iter::once(&first).chain(rests.iter().map(|rest| &rest.range)) {
                self.moved.push(Moved { to: self.text.len(), from: range.start });
                self.text.extend_from_within(range.clone());
            }
            let len = self.text.len() - to;
            self.nodes.change(node, |node| node.set_text(to, len));
        }
    }

    /// The offset in [`Collection::source`] for an `offset` in the text: the parts of a node may have
    /// been joined.
    pub(crate) fn origin(&self, offset: usize) -> usize {
        let before = self.moved.partition_point(|moved| moved.to <= offset);
        match before.checked_sub(1).map(|at| self.moved[at]) {
            Some(moved) if offset >= self.read => moved.from + (offset - moved.to),
            _ => offset,
        }
    }

    /// Whether parts of nodes were joined: then these nodes are not contiguous in [`Collection::source`].
    pub(crate) fn is_joined(&self) -> bool {
        !self.moved.is_empty()
    }

    /// Scans the text that was read again for a visitor.
    pub(crate) fn rescan<'t, V: Visitor<'t>>(&'t self, visitor: &mut V) {
        scan_as(self.source(), |at| self.charsets.lexing(at), visitor);
    }

    /// The games, in the order of the file.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;PB[Ann])(;PB[Bob])")?;
    /// let black = |game: hoshi_record::sgf::GameTree<'_>| game.root().text("PB").unwrap().into_owned();
    /// assert_eq!(file.games().map(black).collect::<Vec<_>>(), ["Ann", "Bob"]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn games(&self) -> impl ExactSizeIterator<Item = GameTree<'_>> + DoubleEndedIterator {
        (0..self.roots.len()).map(|index| GameTree::of(self, index))
    }

    /// One game, counted from 0.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert!(Collection::read("(;)")?.game(1).is_none());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn game(&self, index: usize) -> Option<GameTree<'_>> {
        (index < self.roots.len()).then_some(GameTree::of(self, index))
    }

    /// The syntax faults, in file order; at most [`MAX_FAULTS`].
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert!(Collection::read("(;B[aa])")?.faults().is_empty());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The number of further faults that were not kept.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert_eq!(Collection::read("(;B[aa])")?.unkept_faults(), 0);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn unkept_faults(&self) -> usize {
        self.unkept
    }

    /// The text as it was read: the bytes of the file, or, for UTF-16, their UTF-8 form. All
    /// offsets refer to it.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert_eq!(Collection::read("(;B[aa])")?.source(), b"(;B[aa])");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn source(&self) -> &[u8] {
        &self.text[..self.read]
    }

    /// Consumes the tree and returns the source.
    pub(crate) fn into_source(mut self) -> Vec<u8> {
        self.text.truncate(self.read);
        self.text
    }

    /// The line and the column of an offset into [`Collection::source`], both from 1. Columns count
    /// bytes.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert_eq!(Collection::read("(;B[aa]\n;W[bb])")?.place(9), (2, 2));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let (line, column) = lex::line_and_column(self.source(), self.origin(offset));
        (line + 1, column + 1)
    }

    /// Whether the charset of a game was guessed, and other evidence could change the guess.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// assert!(Collection::read(b"(;PB[\xc4\xe3])".to_vec())?.has_doubtful_charset());
    /// assert!(!Collection::read("(;PB[你])")?.has_doubtful_charset());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn has_doubtful_charset(&self) -> bool {
        self.charsets.is_doubtful
    }

    /// The original form of the file: UTF-16 is converted to UTF-8, and byte order marks are
    /// skipped.
    ///
    /// ```
    /// use hoshi_record::charset::Form;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(b"\xef\xbb\xbf(;B[aa])".to_vec())?;
    /// assert_eq!(file.form(), Form::Utf8WithMark);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn form(&self) -> Form {
        self.charsets.form
    }

    /// The number of nodes in all games.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    /// assert_eq!(Collection::read("(;B[aa];W[bb])(;)")?.node_count(), 3);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.games().map(|game| game.nodes().count()).sum()
    }
}
