//! The properties that SGF defines for Go, and the private ones of hoshi: the types of their values, and
//! where they are allowed.

/// The type of a property's values.
///
/// ```
/// use hoshi_record::sgf::{KNOWN, Kind};
///
/// let moves: Vec<_> = KNOWN.iter().filter(|known| known.kind == Kind::Move).collect();
/// assert_eq!(moves.iter().map(|known| known.key).collect::<Vec<_>>(), ["B", "EX", "W"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Nothing between the brackets.
    Empty,
    /// A whole number.
    Number,
    /// A number that may have a fraction.
    Real,
    /// `1`, or `2` for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// A line of text.
    SimpleText,
    /// Text of any number of lines.
    Text,
    /// A point, or empty for a pass.
    Move,
    /// Points, and rectangles of points.
    Points,
    /// Points, or one empty value for none.
    PointsOrNone,
    /// Points, each with a text.
    Labels,
    /// Pairs of points.
    Lines,
    /// A number, or two: the sides of the board.
    Size,
    /// A program's name and its version.
    Application,
    /// Empty, or flags and a name.
    Figure,
}

impl Kind {
    /// Whether a value of this kind contains free text, at least in part.
    ///
    /// ```
    /// use hoshi_record::sgf::Kind;
    /// assert!(Kind::Labels.holds_text() && !Kind::Points.holds_text());
    /// ```
    #[must_use]
    pub fn holds_text(self) -> bool {
        use Kind::{Application, Figure, Labels, SimpleText, Text};
        matches!(self, SimpleText | Text | Labels | Application | Figure)
    }
}

/// Where a property is allowed.
///
/// ```
/// use hoshi_record::sgf::{Place, known};
///
/// assert_eq!(known("AB").unwrap().place, Place::Setup);
/// assert_eq!(known("TE").unwrap().place, Place::Move);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// In the first node only.
    Root,
    /// In one node of a line, mostly the first.
    Info,
    /// With other setup, not with a move.
    Setup,
    /// With a move, not with setup.
    Move,
    /// Anywhere.
    Any,
}

/// A property of SGF.
///
/// ```
/// use hoshi_record::sgf::known;
///
/// let mark = known("M").unwrap();
/// assert_eq!((mark.means, mark.until), ("points with a mark", Some(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub key: &'static str,
    /// The type of its values.
    pub kind: Kind,
    /// Where it is allowed.
    pub place: Place,
    /// Its meaning, in a few words.
    pub means: &'static str,
    /// The last version of the format that has it, if that is not `FF[4]`.
    pub until: Option<u8>,
}

const fn now(key: &'static str, kind: Kind, place: Place, means: &'static str) -> Known {
    Known { key, kind, place, means, until: None }
}

const fn old(key: &'static str, kind: Kind, place: Place, means: &'static str, until: u8) -> Known {
    Known { key, kind, place, means, until: Some(until) }
}

/// All of them, by name.
///
/// ```
/// use hoshi_record::sgf::{KNOWN, Place};
///
/// let of_root = KNOWN.iter().filter(|known| known.place == Place::Root).map(|known| known.key);
/// assert_eq!(of_root.collect::<Vec<_>>(), ["AP", "CA", "FF", "GM", "ST", "SZ"]);
/// ```
pub const KNOWN: &[Known] = &[
    now("AB", Kind::Points, Place::Setup, "black stones put on the board"),
    now("AE", Kind::Points, Place::Setup, "points made empty"),
    now("AN", Kind::SimpleText, Place::Info, "who annotated the game"),
    now("AP", Kind::Application, Place::Root, "the program that wrote the file"),
    now("AR", Kind::Lines, Place::Any, "arrows"),
    now("AW", Kind::Points, Place::Setup, "white stones put on the board"),
    now("B", Kind::Move, Place::Move, "a move of Black"),
    now("BL", Kind::Real, Place::Move, "seconds left to Black"),
    now("BM", Kind::Double, Place::Move, "a bad move"),
    now("BR", Kind::SimpleText, Place::Info, "Black's rank"),
    old("BS", Kind::Number, Place::Info, "what kind of player Black is", 3),
    now("BT", Kind::SimpleText, Place::Info, "Black's team"),
    now("C", Kind::Text, Place::Any, "a comment"),
    now("CA", Kind::SimpleText, Place::Root, "the charset"),
    old("CH", Kind::Double, Place::Any, "a check mark", 3),
    now("CP", Kind::SimpleText, Place::Info, "copyright"),
    now("CR", Kind::Points, Place::Any, "points with a circle"),
    now("DD", Kind::PointsOrNone, Place::Any, "points that are dimmed"),
    now("DM", Kind::Double, Place::Any, "an even position"),
    now("DO", Kind::Empty, Place::Move, "a doubtful move"),
    now("DT", Kind::SimpleText, Place::Info, "the date"),
    old("EL", Kind::Number, Place::Any, "a value for a computer's move", 3),
    now("EV", Kind::SimpleText, Place::Info, "the event"),
    old("EX", Kind::Move, Place::Any, "an expected move", 3),
    now("FF", Kind::Number, Place::Root, "the version of the format"),
    now("FG", Kind::Figure, Place::Any, "a figure begins"),
    now("GB", Kind::Double, Place::Any, "good for Black"),
    now("GC", Kind::Text, Place::Info, "a comment on the game"),
    now("GM", Kind::Number, Place::Root, "which game it is: 1 is Go"),
    now("GN", Kind::SimpleText, Place::Info, "a name for the game"),
    now("GW", Kind::Double, Place::Any, "good for White"),
    now("HA", Kind::Number, Place::Info, "handicap stones"),
    now("HO", Kind::Double, Place::Any, "a hotspot"),
    now("HOSHIB", Kind::SimpleText, Place::Info, "who plays Black, as hoshi starts them"),
    now("HOSHID", Kind::PointsOrNone, Place::Any, "stones that hoshi has marked as dead"),
    now("HOSHIH", Kind::SimpleText, Place::Info, "hints and estimates that both players agreed on"),
    now("HOSHIS", Kind::Points, Place::Any, "stones that hoshi has marked as seki"),
    now("HOSHIW", Kind::SimpleText, Place::Info, "who plays White, as hoshi starts them"),
    old("ID", Kind::SimpleText, Place::Info, "an identifier of the game", 3),
    now("IT", Kind::Empty, Place::Move, "an interesting move"),
    now("KM", Kind::Real, Place::Info, "komi"),
    now("KO", Kind::Empty, Place::Move, "the move is made even if it is illegal"),
    old("L", Kind::Points, Place::Any, "points with letters, from a", 3),
    now("LB", Kind::Labels, Place::Any, "points with a text"),
    now("LN", Kind::Lines, Place::Any, "lines"),
    old("LT", Kind::Empty, Place::Info, "losing on time counts", 3),
    old("M", Kind::Points, Place::Any, "points with a mark", 3),
    now("MA", Kind::Points, Place::Any, "points with a cross"),
    now("MN", Kind::Number, Place::Move, "the number of the move"),
    now("N", Kind::SimpleText, Place::Any, "a name for the node"),
    now("OB", Kind::Number, Place::Move, "moves left to Black in the period"),
    old("OM", Kind::Number, Place::Info, "moves of a period of overtime", 3),
    now("ON", Kind::SimpleText, Place::Info, "the opening"),
    old("OP", Kind::Real, Place::Info, "seconds of a period of overtime", 3),
    now("OT", Kind::SimpleText, Place::Info, "overtime"),
    old("OV", Kind::Real, Place::Info, "overhead of a move", 3),
    now("OW", Kind::Number, Place::Move, "moves left to White in the period"),
    now("PB", Kind::SimpleText, Place::Info, "Black's name"),
    now("PC", Kind::SimpleText, Place::Info, "the place"),
    now("PL", Kind::Color, Place::Setup, "who is to move"),
    now("PM", Kind::Number, Place::Any, "how moves are numbered in print"),
    now("PW", Kind::SimpleText, Place::Info, "White's name"),
    now("RE", Kind::SimpleText, Place::Info, "the result"),
    old("RG", Kind::Points, Place::Any, "a region of the board", 3),
    now("RO", Kind::SimpleText, Place::Info, "the round"),
    now("RU", Kind::SimpleText, Place::Info, "the rules"),
    old("SC", Kind::Points, Place::Any, "points that are secure", 3),
    old("SE", Kind::Points, Place::Any, "points to try out", 3),
    old("SI", Kind::Double, Place::Any, "a sigma mark", 3),
    now("SL", Kind::Points, Place::Any, "points that are selected"),
    now("SO", Kind::SimpleText, Place::Info, "the source"),
    now("SQ", Kind::Points, Place::Any, "points with a square"),
    now("ST", Kind::Number, Place::Root, "how variations are shown"),
    now("SZ", Kind::Size, Place::Root, "the size of the board"),
    now("TB", Kind::PointsOrNone, Place::Any, "Black's territory"),
    old("TC", Kind::Number, Place::Any, "how many points are territory", 3),
    now("TE", Kind::Double, Place::Move, "a good move"),
    now("TM", Kind::Real, Place::Info, "seconds for each player"),
    now("TR", Kind::Points, Place::Any, "points with a triangle"),
    now("TW", Kind::PointsOrNone, Place::Any, "White's territory"),
    now("UC", Kind::Double, Place::Any, "an unclear position"),
    now("US", Kind::SimpleText, Place::Info, "who entered the game"),
    now("V", Kind::Real, Place::Any, "the value of the node"),
    now("VW", Kind::PointsOrNone, Place::Any, "the part of the board to be shown"),
    now("W", Kind::Move, Place::Move, "a move of White"),
    now("WL", Kind::Real, Place::Move, "seconds left to White"),
    now("WR", Kind::SimpleText, Place::Info, "White's rank"),
    old("WS", Kind::Number, Place::Info, "what kind of player White is", 3),
    now("WT", Kind::SimpleText, Place::Info, "White's team"),
];

/// The definition of the property with this name, in capitals.
///
/// ```
/// use hoshi_record::sgf::{Kind, known};
///
/// assert_eq!(known("AB").unwrap().kind, Kind::Points);
/// assert!(known("KGSDE").is_none());
/// ```
#[must_use]
pub fn known(key: &str) -> Option<&'static Known> {
    KNOWN.binary_search_by_key(&key, |known| known.key).ok().map(|index| &KNOWN[index])
}

#[cfg(test)]
mod tests {
    use super::KNOWN;

    #[test]
    fn they_are_in_order() {
        assert!(KNOWN.is_sorted_by(|a, b| a.key < b.key));
    }
}
