//! The two colours. The content of a point is an `Option<Color>`: a colour (2) is not a point's
//! state (3).

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::error::ParseError;

/// A player's colour.
///
/// ```
/// use hoshi_core::Color;
///
/// assert_eq!(Color::Black.opponent(), Color::White);
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("w".parse(), Ok(Color::White));
/// assert_eq!(Color::Black.to_string(), "Black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Black, who moves first in an even game.
    Black = 0,
    /// White, who moves first in a handicap game and gets the komi.
    White = 1,
}

impl Color {
    /// Both colours, Black first.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!(Color::ALL, [Color::Black, Color::White]);
    /// ```
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!(Color::White.opponent(), Color::Black);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White: for tables indexed by colour.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!([7, 3][Color::White.index()], 3);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of diagrams: `X` for Black, `O` for White.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!(Color::Black.symbol(), 'X');
    /// ```
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// The letter of SGF and GTP: `B` or `W`.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// assert_eq!(Color::White.letter(), 'W');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// Reads `b`, `black`, `w`, `white` in any case.
impl FromStr for Color {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Color, ParseError> {
        if text.eq_ignore_ascii_case("b") || text.eq_ignore_ascii_case("black") {
            Ok(Color::Black)
        } else if text.eq_ignore_ascii_case("w") || text.eq_ignore_ascii_case("white") {
            Ok(Color::White)
        } else {
            Err(ParseError::new(text, "a colour", "use black, b, white or w"))
        }
    }
}
