//! The errors of SGN, with their places and what would be right. A place is a byte range, a line and
//! a column, and can be shown under its text.

use std::fmt;

use hoshi_core::{Refusal, Size, column_name};

/// A part of a text.
///
/// ```
/// use hoshi_record::sgn::Line;
///
/// let line: Line = "9x9\nE5b C3w".parse()?;
/// let place = line.tokens()[1].place;
/// assert_eq!((place.line, place.column), (2, 5));
/// assert_eq!(&"9x9\nE5b C3w"[place.range()], "C3w");
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The first byte, from 0.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column in that line, in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The bytes of the text.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let error = Line::read("9x9 Z5b").unwrap_err();
    /// assert_eq!(error.place.range(), 4..7);
    /// ```
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}", self.column)
    }
}

/// What is wrong with a line or an address.
///
/// ```
/// use hoshi_record::sgn::{Fault, Line};
///
/// let error = Line::read("9x9 A10b").unwrap_err();
/// assert!(matches!(error.fault, Fault::Row { .. }));
/// assert_eq!(error.fault.to_string(), "`A10b`: a 9x9 board has rows 1 to 9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// Longer than [`MAX_LENGTH`](super::MAX_LENGTH).
    #[error("the text has {length} bytes: at most {} are read", super::MAX_LENGTH)]
    TooLong { length: usize },
    /// No token.
    #[error("the text is empty: a line begins with the size, as in `19x19 A9b B12w`")]
    Empty,
    /// The first token is not a size.
    #[error("`{token}` is not a size: a line begins with width x height, as in `19x19 A9b B12w`")]
    NoSize { token: String },
    /// The first token is a size that no board has.
    #[error("`{token}` is not a size: a side has 1 to 255 points, as in 19x19")]
    BadSize { token: String },
    /// Only one number.
    #[error("`{token}`: a size has width and height, as in {token}x{token}")]
    OneSide { token: String },
    /// A size in mid-line.
    #[error("`{token}`: the size comes first, and once")]
    LateSize { token: String },
    /// There is no column I.
    #[error("`{token}`: there is no column I, after H comes J")]
    ColumnI { token: String },
    /// The column is off the board.
    #[error("`{token}`: a {size} board has columns A to {}", column_name(size.width() - 1))]
    Column { token: String, size: Size },
    /// The row is off the board.
    #[error("`{token}`: a {size} board has rows 1 to {}", size.height())]
    Row { token: String, size: Size },
    /// A row that begins with 0.
    #[error("`{token}`: a row is written without a 0 before it")]
    Zero { token: String },
    /// No column before the row.
    #[error("`{token}` has no column: write a letter, a row and b, w or c, as in A9b")]
    NoColumn { token: String },
    /// No row after the column.
    #[error("`{token}` has no row: write a letter, a row and b, w or c, as in A9b")]
    NoRow { token: String },
    /// No colour after the point.
    #[error("`{token}` has no colour: write {token}b for Black, {token}w for White")]
    NoColor { token: String },
    /// Something else after the point.
    #[error("`{token}` ends in `{end}`: b plays black, w white, c marks a capture")]
    BadColor { token: String, end: String },
    /// An unknown token.
    #[error("`{token}` is not a token: write a point and b, w or c, as in A9b, or passb, resignw")]
    Unknown { token: String },
    /// Something after a resignation.
    #[error("`{token}`: nothing follows a resignation")]
    AfterResign { token: String },
    /// A capture that follows no stone.
    #[error("`{token}`: a capture is noted after the stone that made it")]
    StrayCapture { token: String },
    /// The rules refuse the move.
    #[error("`{token}` is refused: {refusal}")]
    Refused { token: String, refusal: Refusal },
    /// No point of the board would stay empty.
    #[error("`{token}`: handicap stones must leave a point empty")]
    FullBoard { token: String },
    /// A capture that the move did not make.
    #[error("`{token}`: {by} doesn't capture that")]
    NotCaptured { token: String, by: String },
    /// A capture that is noted twice.
    #[error("`{token}` is noted twice")]
    CapturedTwice { token: String },
    /// Some captures of a move are noted, others not.
    #[error("`{by}` also captures {missing}: note all captures of a move, or none")]
    MissingCapture { by: String, missing: String },
    /// No `/game/` in an address.
    #[error("an address has /game/ and then the line, as in /game/19x19,A9b,B12w")]
    NoGame,
    /// A bad escape.
    #[error("`{escape}` is not an escape: % is followed by two hexadecimal digits")]
    Escape { escape: String },
    /// Escapes that are not UTF-8.
    #[error("`{escape}` is not UTF-8")]
    NotUtf8 { escape: String },
    /// A duplicate key.
    #[error("{key} is given twice")]
    Twice { key: String },
    /// An invalid value of a key.
    #[error("{key}: {why}")]
    Value { key: String, why: String },
    /// Too many keys.
    #[error("an address has at most 32 keys")]
    ManyKeys,
    /// The result in the address contradicts the line.
    #[error("the line ends with {ended}, but the result is {result}")]
    Contradiction { ended: String, result: String },
}

/// A piece of text for an error or a warning: its beginning, if it is long.
pub(super) fn short(text: &str) -> String {
    const QUOTE: usize = 24;
    let mut quoted: String = text.chars().take(QUOTE).collect();
    if quoted.len() < text.len() {
        quoted.push_str("...");
    }
    quoted.escape_debug().to_string()
}

/// What is wrong, and where.
///
/// ```
/// use hoshi_record::sgn::Line;
///
/// let text = "19x19 A9b B12";
/// let error = Line::read(text).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 11: `B12` has no colour: write B12b for Black, B12w for White"
/// );
/// assert_eq!(error.show(text), "19x19 A9b B12\n          ^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct SgnError {
    /// The fault.
    pub fault: Fault,
    /// The place.
    pub place: Place,
}

impl SgnError {
    pub(super) const fn new(fault: Fault, place: Place) -> SgnError {
        SgnError { fault, place }
    }

    /// The line of `text` with the error, shortened around the place if it is long, and carets under
    /// the place. `text` is the text that was read.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let text = format!("19x19 {}I9b", "A1b ".repeat(100));
    /// let drawn = Line::read(&text).unwrap_err().show(&text);
    /// assert!(drawn.lines().all(|line| line.len() <= 72));
    /// assert!(drawn.ends_with("^^^"));
    /// ```
    #[must_use]
    pub fn show(&self, text: &str) -> String {
        show(text, self.place)
    }
}

fn show(text: &str, place: Place) -> String {
    const WIDTH: usize = 72;
    const BEFORE: usize = 40;
    let line = text.split('\n').nth(place.line.saturating_sub(1) as usize).unwrap_or("");
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let chars: Vec<char> = line.chars().map(plain).collect();
    let at = (place.column.saturating_sub(1) as usize).min(chars.len());
    let marked = text.get(place.range()).map_or(1, |token| token.chars().count());
    let from = if at > BEFORE + 3 { at - BEFORE } else { 0 };
    let to = if chars.len() - from > WIDTH - 6 { from + WIDTH - 6 } else { chars.len() };
    let mut drawn = String::new();
    let lead = if from > 0 { "..." } else { "" };
    drawn.push_str(lead);
    drawn.extend(&chars[from..to]);
    if to < chars.len() {
        drawn.push_str("...");
    }
    drawn.push('\n');
    drawn.push_str(&" ".repeat(lead.len() + at - from));
    drawn.push_str(&"^".repeat(marked.clamp(1, (to + 1).saturating_sub(at).max(1))));
    drawn
}

/// Text that is understood, but should be written differently.
///
/// ```
/// use hoshi_record::sgn::{Line, Oddity};
///
/// let read = Line::read("9x9 e5b C3w g7b")?;
/// assert!(matches!(read.warnings[0].oddity, Oddity::Case { count: 2, .. }));
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants say what the fields are")]
pub enum Oddity {
    /// Letters in the wrong case: the first such token, how it is written, and how many there are.
    Case { token: String, right: String, count: usize },
    /// An unknown key of an address, which is ignored.
    UnknownKey { key: String },
    /// A part after `#`, which is ignored.
    Fragment,
    /// A result in another spelling than SGF's.
    Result { written: String, right: String },
}

/// Something odd, and where.
///
/// ```
/// use hoshi_record::sgn::Address;
///
/// let read = Address::read("/game/9x9,E5b?theme=dark")?;
/// let warning = &read.warnings[0];
/// assert_eq!(warning.to_string(), "column 15: `theme` is not a key of an address and is ignored");
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The oddity.
    pub oddity: Oddity,
    /// The place.
    pub place: Place,
}

impl Warning {
    /// As [`SgnError::show`].
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let text = "9x9 e5b";
    /// assert_eq!(Line::read(text)?.warnings[0].show(text), "9x9 e5b\n    ^^^");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn show(&self, text: &str) -> String {
        show(text, self.place)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.oddity {
            Oddity::Case { token, right, count } => {
                write!(f, "`{token}` is written {right}")?;
                match count {
                    0..=1 => Ok(()),
                    _ => write!(f, " (and {} more like it)", count - 1),
                }
            }
            Oddity::UnknownKey { key } => {
                write!(f, "`{key}` is not a key of an address and is ignored")
            }
            Oddity::Fragment => f.write_str("the part after # is ignored"),
            Oddity::Result { written, right } => write!(f, "`{written}` is written {right}"),
        }
    }
}

/// A part of a game that a line cannot hold.
///
/// ```
/// use hoshi_core::{Board, Color, Game, Position, Preset, Rules};
/// use hoshi_record::sgn::{Line, Unheld};
///
/// let start = Position::new(Board::from_text("X . O")?, Color::Black);
/// let game = Game::from_position(start, Rules::of(Preset::Simple));
/// assert_eq!(Line::from_game(&game), Err(Unheld::Setup));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unheld {
    /// It starts from a position other than handicap stones.
    #[error("SGN begins with an empty board or handicap stones, not with another position")]
    Setup,
    /// Black's first moves would be read as handicap stones.
    #[error("two moves of Black at the start would be read as handicap stones")]
    Handicap,
    /// No move says that the other side is to play.
    #[error("SGN cannot say whose turn it is before the first move")]
    Turn,
}
