//! The record of a game that is being played or reviewed: one tree, and a cursor in it. Every change
//! reports how a file with the record must be updated. There is no I/O here.
//!
//! ```
//! use hoshi_core::{Color, Game, Preset, Rules, Size};
//! use hoshi_record::kifu::{About, Change, Kifu};
//!
//! let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! let mut kifu = Kifu::begin(&game, &About::default())?;
//! for (color, name) in [(Color::Black, "E5"), (Color::White, "C3")] {
//!     assert_eq!(kifu.play(color, Size::S9.parse_move(name)?, None)?, Change::Append);
//! }
//! assert_eq!(kifu.undo(false)?, Change::Whole { is_move: false });
//! assert!(kifu.to_bytes().ends_with(b";B[ee])\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cursor;
mod game_info;
mod marks;
mod play;
mod review;

use hoshi_core::{Color, Game, Move, Point, Size};

use crate::info::Unreadable;
use crate::info::game::OtherGame;
use crate::sgf::{Collection, EditError, Fit, GameEdit, GameTree, NodeId, NodeRef};

pub use game_info::{About, Player};
pub use hoshi_core::time::{Clock, TimeLimit};
pub use marks::marks_at;

/// SGF has no letters for larger boards.
const MAX_SIDE: u8 = 52;

/// The record of a game that is being played or reviewed: its tree, and a cursor in it.
///
/// While a game is played ([`Kifu::play`], [`Kifu::undo`] and others), the main line of the record is the
/// game. Where moves that were taken back stay in the record as variations, an empty node before them, the
/// cursor node, marks the current position. While a record is reviewed ([`Kifu::go_to`], [`Kifu::branch`]
/// and others), variations stay in their order, and there is no cursor node.
#[derive(Clone, Debug)]
pub struct Kifu {
    file: Collection,
    /// The current node.
    node: NodeId,
    size: Size,
    /// The cursor node, if there is one.
    cursor: Option<NodeId>,
    /// Whether a cursor node was removed since the last change.
    left_cursor: bool,
    is_reencoded: bool,
    /// A node that is known to be the last of the file and in the main line; forgotten with any other change.
    /// Without it, every move would walk the line three times.
    end: Option<NodeId>,
}

/// How a file with the previous record must be updated after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Change {
    /// The record did not change.
    Nothing,
    /// The current node is a new move, in the main line, and the last node of the file: it can be appended
    /// before the bracket at its end.
    Append,
    /// The whole file must be written.
    Whole {
        /// Whether it is a move or a setup: a game that has one deserves a file.
        is_move: bool,
    },
}

/// Why a record cannot be created or changed. On error nothing has changed.
///
/// ```
/// use hoshi_core::{Color, Move};
/// use hoshi_record::kifu::{Kifu, KifuError};
/// use hoshi_record::sgf::Collection;
///
/// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa])")?)?;
/// let error = kifu.correct(7, Color::Black, Move::Pass).unwrap_err();
/// assert_eq!(error, KifuError::NoSuchMove(7));
/// assert_eq!(error.to_string(), "there is no move 7 in this game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KifuError {
    /// A record cannot hold the change.
    #[error("{0}")]
    Edit(#[from] EditError),
    /// SGF ends at 52 lines.
    #[error("a board of {0} cannot be recorded: SGF ends at 52x52")]
    TooLarge(Size),
    /// The board size is unreadable.
    #[error("the board size is unreadable, so the game cannot be recorded: SZ: {0}")]
    Size(Unreadable),
    /// A game other than Go.
    #[error("this is {0}, not Go, and cannot be played here")]
    OtherGame(OtherGame),
    /// The game has fewer moves.
    #[error("there is no move {0} in this game")]
    NoSuchMove(usize),
    /// The file has no game.
    #[error("there is no game in the file")]
    NoGame,
}

impl Kifu {
    /// The record of a game that has no move yet.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_record::kifu::{About, Kifu, KifuError};
    ///
    /// let of_size = |side| {
    ///     let game = Game::new(Size::square(side).unwrap(), Rules::of(Preset::Chinese));
    ///     Kifu::begin(&game, &About::default())
    /// };
    /// assert!(of_size(52)?.to_bytes().starts_with(b"(;GM[1]FF[4]CA[UTF-8]SZ[52]"));
    /// assert!(matches!(of_size(53), Err(KifuError::TooLarge(_))));
    /// # Ok::<(), KifuError>(())
    /// ```
    ///
    /// # Errors
    /// If the board is too large for SGF.
    pub fn begin(game: &Game, about: &About) -> Result<Kifu, KifuError> {
        check_size(game.size())?;
        Kifu::of_file(about.first_node(game)?)
    }

    /// The record that a file holds, at the end of the main line of its first game. A file in UTF-16
    /// becomes UTF-8, which [`Kifu::take_reencoded`] reports.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc]))")?)?;
    /// assert_eq!(kifu.node().raw(), b"W[bb]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board is too large for SGF, its size is unreadable, the game is not Go, or there is no
    /// game.
    pub fn of_file(mut file: Collection) -> Result<Kifu, KifuError> {
        let is_wide = file.form().is_wide();
        if is_wide {
            file.to_utf8();
        }
        let game = file.game(0).ok_or(KifuError::NoGame)?;
        if let Some(other) = game.other_game() {
            return Err(KifuError::OtherGame(other));
        }
        // Without a size the board is 19x19; with an unreadable one it may be any.
        if let (Some(Err(unreadable)), Some(_)) = (game.read_size(), game.info_text("SZ")) {
            return Err(KifuError::Size(unreadable));
        }
        let size = game.size();
        check_size(size)?;
        let end = game.main_line().last().unwrap_or(game.root());
        let node = end.id();
        // An empty node before another variation is a cursor node left by a recorder.
        let cursor = (is_empty_leaf(end) && end.next_sibling().is_some()).then_some(node);
        Ok(Kifu { file, node, size, cursor, left_cursor: false, is_reencoded: is_wide, end: None })
    }

    /// The file, with all its games.
    #[must_use]
    pub fn file(&self) -> &Collection {
        &self.file
    }

    /// The game.
    #[must_use]
    pub fn tree(&self) -> GameTree<'_> {
        self.file.game(0).expect("a game is never removed")
    }

    /// The current node of the game or the review.
    #[must_use]
    pub fn node(&self) -> NodeRef<'_> {
        self.tree().node(self.node)
    }

    /// The node of the last move: the current node, or its parent if the current one is a cursor node.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// let _ = kifu.undo(true)?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa]\n(;)\n(;W[bb]))\n");
    /// assert_eq!((kifu.node().raw(), kifu.last().raw()), (&b""[..], &b"B[aa]"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn last(&self) -> NodeRef<'_> {
        let node = self.node();
        node.parent().filter(|_| self.is_cursor()).unwrap_or(node)
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The whole record as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.file.to_bytes()
    }

    /// Whether the game has a move, in any variation.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.tree().nodes().any(NodeRef::has_move)
    }

    /// Whether only brackets and white space follow the current node in the file.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let is_last = |text: &str| Kifu::of_file(Collection::read(text).unwrap()).unwrap().is_last();
    /// assert!(is_last("(;SZ[9];B[aa])"));
    /// assert!(!is_last("(;SZ[9](;B[aa])(;B[bb]))"));
    /// assert!(!is_last("(;SZ[9];B[aa])(;SZ[9])"));
    /// ```
    #[must_use]
    pub fn is_last(&self) -> bool {
        if self.end == Some(self.node) {
            return true;
        }
        let node = self.node();
        let is_last_game = self.file.games().len() == 1;
        let mut line = std::iter::successors(Some(node), |node| node.parent());
        is_last_game
            && node.first_child().is_none()
            && line.all(|node| node.next_sibling().is_none())
    }

    /// Whether the file has become UTF-8 since the last call: it was UTF-16, or a text did not fit its
    /// charset.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]CA[ISO-8859-1])")?;
    /// let mut kifu = Kifu::of_file(file)?;
    /// let _ = kifu.comment("碁")?;
    /// assert!(kifu.take_reencoded());
    /// assert!(!kifu.take_reencoded());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_reencoded(&mut self) -> bool {
        std::mem::take(&mut self.is_reencoded)
    }

    fn edit(&mut self) -> GameEdit<'_> {
        self.end = None;
        self.file.edit(0).expect("a game is never removed")
    }

    /// Sets properties of a node to the values that `encode` returns for the charset of the game, all of
    /// them or none; a property without values is removed.
    fn set_all_encoded(
        &mut self,
        node: NodeId,
        names: &[&str],
        encode: impl Fn(GameTree<'_>) -> Option<Vec<Vec<Vec<u8>>>>,
    ) -> Result<Change, KifuError> {
        let is_there = |wanted: Vec<Vec<Vec<u8>>>| {
            let node = self.tree().node(node);
            names.iter().zip(&wanted).all(|(name, wanted)| has_values(node, name, wanted))
        };
        if encode(self.tree()).is_some_and(is_there) {
            return Ok(Change::Nothing);
        }
        let fit = self.edit().set_all_encoded(node, names, encode)?;
        self.is_reencoded |= fit == Fit::Reencoded;
        Ok(self.changed(true))
    }

    /// Sets a property of a node to a text, or removes it if the text is empty.
    fn set_text_of(&mut self, node: NodeId, name: &str, text: &str) -> Result<Change, KifuError> {
        self.set_all_encoded(node, &[name], |game| {
            let values = match text {
                "" => Vec::new(),
                text => vec![game.escape(text, false)?],
            };
            Some(vec![values])
        })
    }

    /// Sets a property of a node to these points, or removes it if there are none. Returns whether
    /// that changed anything.
    fn set_points(
        &mut self,
        node: NodeId,
        name: &str,
        points: impl Iterator<Item = Point>,
    ) -> Result<bool, KifuError> {
        let values = self.points(points);
        if values.is_empty() {
            return Ok(self.edit().unset(node, name)?);
        }
        let is_new = !has_values(self.tree().node(node), name, &values);
        if is_new {
            self.edit().set(node, name, &values)?;
        }
        Ok(is_new)
    }

    /// The change for an edit that affects no moves, if `is_changed`.
    fn changed(&mut self, is_changed: bool) -> Change {
        let change = if is_changed { Change::Whole { is_move: false } } else { Change::Nothing };
        self.report(change)
    }

    /// The change to report, combined with the earlier removal of a cursor node.
    fn report(&mut self, change: Change) -> Change {
        if change == Change::Nothing {
            return change;
        }
        match std::mem::take(&mut self.left_cursor) {
            true if change == Change::Append => Change::Whole { is_move: true },
            _ => change,
        }
    }

    /// The value of a move; empty for a pass. A point always has two letters: larger boards were
    /// refused.
    fn move_value(&self, mv: Move) -> String {
        match mv {
            Move::Play(point) => self.size.sgf(point).unwrap_or_default(),
            Move::Pass => String::new(),
        }
    }

    fn points(&self, points: impl Iterator<Item = Point>) -> Vec<String> {
        points.filter_map(|point| self.size.sgf(point)).collect()
    }
}

fn check_size(size: Size) -> Result<(), KifuError> {
    let fits = size.width() <= MAX_SIDE && size.height() <= MAX_SIDE;
    if fits { Ok(()) } else { Err(KifuError::TooLarge(size)) }
}

/// The property of a colour's moves.
fn letter(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

/// Whether a node has this property once, with exactly these raw values.
fn has_values<V: AsRef<[u8]>>(node: NodeRef<'_>, name: &str, values: &[V]) -> bool {
    let mut found = node.properties().filter(|property| property.is(name));
    let property = match (found.next(), found.next()) {
        (None, _) => return values.is_empty(),
        (Some(property), None) => property,
        (Some(_), Some(_)) => return false,
    };
    property.values().map(|value| value.raw()).eq(values.iter().map(AsRef::as_ref))
}

/// Whether a node other than the root has neither properties nor children.
fn is_empty_leaf(node: NodeRef<'_>) -> bool {
    node.parent().is_some() && node.first_child().is_none() && node.properties().next().is_none()
}
