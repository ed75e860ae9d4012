//! The visitor of a scan, and its control flow.

use std::ops::Range;

use super::trouble::Trouble;

/// What the scan does next.
///
/// ```
/// use hoshi_record::sgf::{Flow, Visitor, scan};
///
/// /// Counts games without reading them.
/// struct Games(usize);
///
/// impl Visitor<'_> for Games {
///     fn game(&mut self, _offset: usize) -> Flow {
///         self.0 += 1;
///         Flow::NextGame
///     }
/// }
///
/// let mut games = Games(0);
/// scan(b"(;B[aa];W[bb])(;C[(;)])", &mut games);
/// assert_eq!(games.0, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    Go,
    /// Skip this variation, or, when returned at a node, the rest of its variation.
    Skip,
    /// Skip the rest of this game.
    NextGame,
    /// Stop the scan.
    Stop,
}

/// Receives the content of a file, in order. Every method has an empty default, so implement only
/// the ones you need.
///
/// ```
/// use hoshi_record::sgf::{Flow, Visitor, scan};
///
/// /// The moves of the main line of the first game.
/// #[derive(Default)]
/// struct Moves(Vec<String>);
///
/// impl<'t> Visitor<'t> for Moves {
///     fn variation(&mut self, nth: usize) -> Flow {
///         if nth == 0 { Flow::Go } else { Flow::Skip }
///     }
///     fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
///         if name == b"B" || name == b"W" {
///             self.0.push(String::from_utf8_lossy(value).into_owned());
///         }
///     }
///     fn end_game(&mut self) -> Flow {
///         Flow::Stop
///     }
/// }
///
/// let mut moves = Moves::default();
/// scan(b"(;B[aa](;W[bb];B[cc])(;W[dd]))(;B[ee])", &mut moves);
/// assert_eq!(moves.0, ["aa", "bb", "cc"]);
/// ```
pub trait Visitor<'t> {
    /// A game begins at this byte of the text.
    fn game(&mut self, _offset: usize) -> Flow {
        Flow::Go
    }
    /// The game has ended.
    fn end_game(&mut self) -> Flow {
        Flow::Go
    }
    /// A variation begins, the nth after the last node, from 0. The brackets around the whole game
    /// are not a variation.
    fn variation(&mut self, _nth: usize) -> Flow {
        Flow::Go
    }
    /// The variation has ended. Not called for a skipped variation.
    fn end_variation(&mut self) {}
    /// A node begins; its properties start at this offset.
    fn node(&mut self, _offset: usize) -> Flow {
        Flow::Go
    }
    /// The node's text ends at this offset. It is `tidy` if its bytes are only properties and values.
    fn end_node(&mut self, _offset: usize, _tidy: bool) {}
    /// A value of a property of the node: the next of the same property, or the first of another.
    /// The name is as written, the value raw, without its brackets.
    fn value(&mut self, _name: &'t [u8], _value: &'t [u8]) {}
    /// A node with only a move, as nearly all are: `B` or `W`, and a value of two bytes. By default it
    /// calls [`Visitor::node`], [`Visitor::value`] and [`Visitor::end_node`]; override it for a shortcut.
    #[inline]
    fn lone_move(&mut self, offset: usize, name: &'t [u8], value: &'t [u8]) -> Flow {
        let flow = self.node(offset);
        if flow == Flow::Go {
            self.value(name, value);
            self.end_node(offset + 5, true);
        }
        flow
    }
    /// A further part of the last node before the variations that have just ended begins at this offset. Its
    /// values come next; they annotate the position and do not change it.
    fn rest(&mut self, _offset: usize) {}
    /// The further part ends at this offset. It is tidy, and so is the node.
    fn end_rest(&mut self, _offset: usize) {}
    /// The game continues after its end.
    fn reopen(&mut self) {}
    /// A fault at this offset.
    fn trouble(&mut self, _trouble: Trouble, _offset: usize) {}
    /// An edit that belongs to the faults: applying all edits gives a well-formed text with the
    /// same content.
    fn mend(&mut self, _mend: Mend<'t>) {}
}

/// An edit that repairs a malformed text.
///
/// ```
/// use hoshi_record::sgf::{Mend, Visitor, scan};
///
/// struct Mends<'t>(Vec<Mend<'t>>);
///
/// impl<'t> Visitor<'t> for Mends<'t> {
///     fn mend(&mut self, mend: Mend<'t>) {
///         self.0.push(mend);
///     }
/// }
///
/// let mut mends = Mends(Vec::new());
/// scan(b"(;B[aa]];W[bb]", &mut mends);
/// assert_eq!(mends.0, [Mend::Remove(7..8), Mend::Insert(14, b')')]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend<'t> {
    /// Insert a byte here.
    Insert(usize, u8),
    /// Remove this range.
    Remove(Range<usize>),
    /// Rewrite the value in this range, including its brackets.
    Value {
        /// From its `[` on.
        part: Range<usize>,
        /// The property's name as written.
        name: &'t [u8],
        /// The value as read.
        raw: &'t [u8],
    },
}
