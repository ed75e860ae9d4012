//! A line of SGN as a value: the size and the tokens, each with its place; written with spaces or
//! commas. Tokens are added one by one, so that a line always follows the grammar.

use std::fmt;
use std::str::FromStr;

use hoshi_core::{Color, Point, Refusal, Size};

use super::error::{Fault, Place, SgnError};
use super::{Read, read};

/// What a token does.
///
/// ```
/// use hoshi_core::{Color, Size};
/// use hoshi_record::sgn::Action;
///
/// let e5 = Size::S9.parse_a1("E5")?;
/// assert_eq!(Action::Play(Color::Black, e5).spelling(Size::S9), "E5b");
/// assert_eq!(Action::Capture(e5).spelling(Size::S9), "E5c");
/// assert_eq!(Action::Pass(Color::White).spelling(Size::S9), "passw");
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone is played.
    Play(Color, Point),
    /// The stone before it captured this one.
    Capture(Point),
    /// A pass; hoshi's extension.
    Pass(Color),
    /// A resignation; hoshi's extension.
    Resign(Color),
}

impl Action {
    /// The token as it is written.
    ///
    /// ```
    /// use hoshi_core::{Color, Size};
    /// use hoshi_record::sgn::Action;
    /// assert_eq!(Action::Resign(Color::Black).spelling(Size::S9), "resignb");
    /// ```
    #[must_use]
    pub fn spelling(self, size: Size) -> String {
        let letter = |color: Color| color.letter().to_ascii_lowercase();
        match self {
            Action::Play(color, point) => format!("{}{}", size.a1(point), letter(color)),
            Action::Capture(point) => format!("{}c", size.a1(point)),
            Action::Pass(color) => format!("pass{}", letter(color)),
            Action::Resign(color) => format!("resign{}", letter(color)),
        }
    }
}

/// A token: what it does, and its place. Two tokens are equal if they do the same.
///
/// ```
/// use hoshi_record::sgn::Line;
///
/// let spaced: Line = "9x9   E5b".parse()?;
/// let tight: Line = "9x9 E5b".parse()?;
/// assert_eq!(spaced.tokens(), tight.tokens());
/// assert_ne!(spaced.tokens()[0].place, tight.tokens()[0].place);
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it does.
    pub action: Action,
    /// Its place in the text it was read from, or in the text it is written as.
    pub place: Place,
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.action == other.action
    }
}

impl Eq for Token {}

/// The separator of tokens.
///
/// ```
/// use hoshi_record::sgn::{Line, Separator};
///
/// let line: Line = "9x9 E5b C3w".parse()?;
/// assert_eq!(line.text(Separator::Comma), "9x9,E5b,C3w");
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A space, for people.
    Space,
    /// A comma, for addresses.
    Comma,
}

/// A line: the size, then tokens. Nothing follows a resignation, a capture follows a stone or another
/// capture, and every point is on the board. The moves need not be legal: [`Line::game`] plays them.
///
/// ```
/// use hoshi_core::{Color, Size};
/// use hoshi_record::sgn::{Action, Line};
///
/// let mut line = Line::new(Size::S9);
/// line.push(Action::Play(Color::Black, Size::S9.parse_a1("E5")?))?;
/// line.push(Action::Pass(Color::White))?;
/// assert_eq!(line.to_string(), "9x9 E5b passw");
/// assert_eq!("9x9,E5b,passw".parse(), Ok(line));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    size: Size,
    tokens: Vec<Token>,
}

impl Line {
    /// A line without tokens.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgn::Line;
    /// assert_eq!(Line::new(Size::S19).to_string(), "19x19");
    /// ```
    #[must_use]
    pub const fn new(size: Size) -> Line {
        Line { size, tokens: Vec::new() }
    }

    /// Reads a line: any number of spaces, commas or line breaks between tokens.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let read = Line::read("9x9, E5b,\n C3w ")?;
    /// assert_eq!(read.value.to_string(), "9x9 E5b C3w");
    /// assert!(read.warnings.is_empty());
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    ///
    /// # Errors
    /// With the first wrong token.
    pub fn read(text: &str) -> Result<Read<Line>, SgnError> {
        read::line(text)
    }

    /// Adds a token at the end.
    ///
    /// ```
    /// use hoshi_core::{Color, Size};
    /// use hoshi_record::sgn::{Action, Line};
    ///
    /// let mut line = Line::new(Size::S9);
    /// line.push(Action::Resign(Color::White))?;
    /// assert!(line.push(Action::Pass(Color::Black)).is_err());
    /// # Ok::<(), hoshi_record::sgn::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If it is not allowed there: after a resignation, a capture without a stone, a point off the
    /// board.
    pub fn push(&mut self, action: Action) -> Result<(), Fault> {
        let length = action.spelling(self.size).len();
        let end = self.tokens.last().map_or_else(
            || Place { start: 0, end: narrow(self.size.to_string().len()), line: 1, column: 1 },
            |token| token.place,
        );
        let width = end.end.saturating_sub(end.start);
        let place = Place {
            start: end.end.saturating_add(1),
            end: end.end.saturating_add(1).saturating_add(narrow(length)),
            line: end.line,
            column: end.column.saturating_add(width).saturating_add(1),
        };
        self.push_token(Token { action, place })
    }

    pub(super) fn push_token(&mut self, token: Token) -> Result<(), Fault> {
        let spelling = || token.action.spelling(self.size);
        let last = self.tokens.last().map(|token| token.action);
        if let Some(Action::Resign(_)) = last {
            return Err(Fault::AfterResign { token: spelling() });
        }
        let point = match token.action {
            Action::Play(_, point) | Action::Capture(point) => Some(point),
            Action::Pass(_) | Action::Resign(_) => None,
        };
        if point.is_some_and(|point| !self.size.contains(point)) {
            return Err(Fault::Refused { token: spelling(), refusal: Refusal::OffBoard });
        }
        if let Action::Capture(_) = token.action
            && !matches!(last, Some(Action::Play(..) | Action::Capture(_)))
        {
            return Err(Fault::StrayCapture { token: spelling() });
        }
        self.tokens.push(token);
        Ok(())
    }

    /// The size.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgn::Line;
    /// assert_eq!("9x9".parse::<Line>()?.size(), Size::S9);
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The tokens.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    /// assert_eq!("9x9 E5b C3w".parse::<Line>()?.tokens().len(), 2);
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// What the tokens do, one after the other.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::sgn::{Action, Line};
    ///
    /// let line: Line = "9x9 passb".parse()?;
    /// assert_eq!(line.actions().collect::<Vec<_>>(), [Action::Pass(Color::Black)]);
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> + '_ {
        self.tokens.iter().map(|token| token.action)
    }

    /// The handicap stones: two or more black stones at the start, before anything else. In SGF they
    /// are HA and AB.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let line: Line = "9x9 C3b G7b E5w".parse()?;
    /// assert_eq!(line.handicap().len(), 2);
    /// assert!("9x9 C3b E5w".parse::<Line>()?.handicap().is_empty());
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn handicap(&self) -> &[Token] {
        let black = |token: &&Token| matches!(token.action, Action::Play(Color::Black, _));
        let count = self.tokens.iter().take_while(black).count();
        if count >= 2 { &self.tokens[..count] } else { &[] }
    }

    /// Who resigned, if the line says so.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::sgn::Line;
    /// assert_eq!("9x9 E5b resignw".parse::<Line>()?.resigned(), Some(Color::White));
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn resigned(&self) -> Option<Color> {
        match self.tokens.last()?.action {
            Action::Resign(color) => Some(color),
            Action::Play(..) | Action::Capture(_) | Action::Pass(_) => None,
        }
    }

    /// The same line without its captures.
    ///
    /// ```
    /// use hoshi_record::sgn::Line;
    ///
    /// let line: Line = "2x1 A1b B1w A1c".parse()?;
    /// assert_eq!(line.without_captures().to_string(), "2x1 A1b B1w");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn without_captures(&self) -> Line {
        let noted = |token: &&Token| !matches!(token.action, Action::Capture(_));
        Line { size: self.size, tokens: self.tokens.iter().filter(noted).copied().collect() }
    }

    /// The line as text; [`fmt::Display`] writes it with spaces.
    ///
    /// ```
    /// use hoshi_record::sgn::{Line, Separator};
    /// assert_eq!("9x9 E5b".parse::<Line>()?.text(Separator::Comma), "9x9,E5b");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn text(&self, separator: Separator) -> String {
        let separator = match separator {
            Separator::Space => ' ',
            Separator::Comma => ',',
        };
        let mut text = self.size.to_string();
        for action in self.actions() {
            text.push(separator);
            text.push_str(&action.spelling(self.size));
        }
        text
    }
}

/// Narrows a length. A text has at most a megabyte; only a line built in code can be longer, and
/// nobody reads its places.
pub(super) fn narrow(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Separator::Space))
    }
}

/// As [`Line::read`], without the warnings.
impl FromStr for Line {
    type Err = SgnError;

    fn from_str(text: &str) -> Result<Line, SgnError> {
        Line::read(text).map(|read| read.value)
    }
}
