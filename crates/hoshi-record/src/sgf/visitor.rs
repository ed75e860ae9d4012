//! Who is told what a scan meets, and what they can want.

use std::ops::Range;

use super::trouble::Trouble;

/// What a visitor wants to happen next.
///
/// ```
/// use hoshi_record::sgf::{Flow, Visitor, scan};
///
/// /// Counts games, and looks into none of them.
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
    /// Go on.
    Go,
    /// Pass over this variation, or, when told so at a node, over the rest of its variation.
    Skip,
    /// Pass over the rest of this game.
    NextGame,
    /// That was enough.
    Stop,
}

/// Who is told what the file holds, in the order of the file. Every method has a body that does
/// nothing, so that one writes only what one wants to know.
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
    /// A variation begins, the so-manieth after the last node, from 0. The brackets around the whole
    /// game are no variation.
    fn variation(&mut self, _nth: usize) -> Flow {
        Flow::Go
    }
    /// The variation has ended. Not told of one that was passed over.
    fn end_variation(&mut self) {}
    /// A node begins; its properties start at this byte of the text.
    fn node(&mut self, _offset: usize) -> Flow {
        Flow::Go
    }
    /// The node's text ends before this byte. It is `tidy` if its bytes are properties and values and
    /// nothing else.
    fn end_node(&mut self, _offset: usize, _tidy: bool) {}
    /// A value of a property of the node: the next of the same property, or the first of another.
    /// The name is as written, the value raw, without its brackets.
    fn value(&mut self, _name: &'t [u8], _value: &'t [u8]) {}
    /// A node that is one move and nothing else, as nearly all are: `B` or `W`, and a value of two bytes.
    /// It is told like any node, by [`Visitor::node`], [`Visitor::value`] and [`Visitor::end_node`], unless
    /// one has a shorter way.
    #[inline]
    fn lone_move(&mut self, offset: usize, name: &'t [u8], value: &'t [u8]) -> Flow {
        let flow = self.node(offset);
        if flow == Flow::Go {
            self.value(name, value);
            self.end_node(offset + 5, true);
        }
        flow
    }
    /// More of the last node before the variations that have just ended begins at this byte. Its values come
    /// next; they say something about the position and do not change it.
    fn rest(&mut self, _offset: usize) {}
    /// It ends before this byte. It is tidy, as the node is.
    fn end_rest(&mut self, _offset: usize) {}
    /// The game goes on after its end.
    fn reopen(&mut self) {}
    /// Something is wrong here, and this is how it was taken.
    fn trouble(&mut self, _trouble: Trouble, _offset: usize) {}
    /// A change of the text that goes with the troubles: with all of them, the text is what it was
    /// taken for.
    fn mend(&mut self, _mend: Mend<'t>) {}
}

/// A change of a text that was not as it should be.
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
    /// A byte is put in here.
    Insert(usize, u8),
    /// This part is taken out.
    Remove(Range<usize>),
    /// The value in this part, with its bracket or brackets, is written as it should be.
    Value {
        /// From its `[` on.
        part: Range<usize>,
        /// The property's name as written.
        name: &'t [u8],
        /// The value as it was read.
        raw: &'t [u8],
    },
}
