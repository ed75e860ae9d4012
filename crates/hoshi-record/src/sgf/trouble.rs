//! Syntax faults of SGF files. The reader recovers from each of them. The meaning of values is checked
//! elsewhere.

use std::fmt;

/// A syntax fault, and how the reader recovered.
///
/// ```
/// use hoshi_record::sgf::{Collection, Trouble};
///
/// let file = Collection::read("Enjoy! (;B[aa]C[see [a] here])")?;
/// let what: Vec<_> = file.faults().iter().map(|fault| fault.trouble).collect();
/// assert_eq!(what, [Trouble::TextOutside, Trouble::BareBracket]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Trouble {
    /// Text before, between or after the games; skipped.
    TextOutside,
    /// A game does not begin with `(`; one is assumed.
    MissingOpen,
    /// A node does not begin with `;`; one is assumed.
    MissingSemicolon,
    /// The file ends before a game does.
    MissingClose,
    /// A `)` that closes nothing.
    ExtraClose,
    /// Nodes after the `)` that ended their game; they continue after the node before it.
    AfterTheEnd,
    /// A game begins inside another, which was not closed; treated as a separate game.
    GameInGame,
    /// A `(` and `)` with nothing between them.
    EmptyVariation,
    /// A node after variations of the one before it; it becomes another variation.
    NodeAfterVariations,
    /// Properties after variations of the node before them; they belong to that node.
    RestAfterVariations,
    /// Text between properties; skipped.
    TextInNode,
    /// A property without a value; skipped.
    NoValue,
    /// A value without a property; skipped.
    NoName,
    /// A `]` inside a value without a backslash before it; treated as text.
    BareBracket,
    /// A value that is not closed before the next node; it is closed there.
    MissingBracket,
    /// A value that is not closed at the end of the file.
    UnclosedValue,
    /// A `]` that closes nothing, after a value that is not text; skipped.
    ExtraBracket,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trouble::TextOutside => "text outside of any game",
            Trouble::MissingOpen => "the game does not begin with `(`",
            Trouble::MissingSemicolon => "the node does not begin with `;`",
            Trouble::MissingClose => "the file ends before the game is closed with `)`",
            Trouble::ExtraClose => "this `)` closes nothing",
            Trouble::AfterTheEnd => "the game continues after the `)` that closed it",
            Trouble::GameInGame => "a game begins before the previous one is closed with `)`",
            Trouble::EmptyVariation => "a variation without a node",
            Trouble::NodeAfterVariations => "a node after variations of the one before it",
            Trouble::RestAfterVariations => "properties of a node after its variations",
            Trouble::TextInNode => "text between properties",
            Trouble::NoValue => "a property without a value",
            Trouble::NoName => "a value without a property",
            Trouble::BareBracket => "a `]` inside a value; as text it is written `\\]`",
            Trouble::MissingBracket => "a value is not closed with `]`",
            Trouble::UnclosedValue => "the file ends inside a value",
            Trouble::ExtraBracket => "this `]` closes nothing",
        })
    }
}

/// A fault at a place.
///
/// ```
/// use hoshi_record::sgf::{Collection, Trouble};
///
/// let file = Collection::read("(;B[aa]")?;
/// assert_eq!(file.faults()[0].trouble, Trouble::MissingClose);
/// assert_eq!(file.faults()[0].offset, 7);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub trouble: Trouble,
    /// Its offset in the text.
    pub offset: usize,
}
