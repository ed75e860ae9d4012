//! How a game ended, and its spelling in SGF's RE property.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;
use crate::half::HalfPoints;

/// How a game was won.
///
/// ```
/// use hoshi_core::{Color, Outcome, WinBy};
///
/// let outcome = Outcome::Win { winner: Color::White, by: WinBy::Time };
/// assert_eq!(outcome.to_string(), "W+T");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinBy {
    /// This many points.
    Score(HalfPoints),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules, or did not appear.
    Forfeit,
    /// Unknown, or not applicable: a tie that the rules give to one side.
    Unknown,
}

/// How a game ended. Displayed and parsed in SGF's spelling.
///
/// ```
/// use hoshi_core::{Color, HalfPoints, Outcome, WinBy};
///
/// let outcome: Outcome = "W+5.5".parse()?;
/// let by = WinBy::Score(HalfPoints::from_halves(11));
/// assert_eq!(outcome, Outcome::Win { winner: Color::White, by });
/// assert_eq!("B+R".parse::<Outcome>()?.to_string(), "B+R");
/// assert_eq!("Draw".parse::<Outcome>()?.to_string(), "0");
/// assert_eq!(Outcome::NoResult.to_string(), "Void");
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The winner.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// Equal scores (jigo).
    Draw,
    /// The game doesn't count, as after an endless repetition.
    NoResult,
}

impl Outcome {
    /// The winner, if there is one.
    ///
    /// ```
    /// use hoshi_core::Outcome;
    /// assert_eq!(Outcome::Draw.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw | Outcome::NoResult => None,
        }
    }

    /// The result in words, for people.
    ///
    /// ```
    /// use hoshi_core::Outcome;
    ///
    /// let words = |text: &str| text.parse::<Outcome>().unwrap().in_words();
    /// assert_eq!(words("B+3.5"), "Black wins by 3.5 points");
    /// assert_eq!(words("W+1"), "White wins by 1 point");
    /// assert_eq!(words("W+R"), "White wins by resignation");
    /// assert_eq!(words("B+T"), "Black wins on time");
    /// assert_eq!(words("B+F"), "Black wins by forfeit");
    /// assert_eq!(words("W+"), "White wins");
    /// assert_eq!(words("0"), "Draw (jigo)");
    /// assert_eq!(words("Void"), "No result");
    /// ```
    #[must_use]
    pub fn in_words(self) -> String {
        let Outcome::Win { winner, by } = self else {
            let words = if self == Outcome::Draw { "Draw (jigo)" } else { "No result" };
            return String::from(words);
        };
        match by {
            WinBy::Score(points) if points == HalfPoints::whole(1) => {
                format!("{winner} wins by 1 point")
            }
            WinBy::Score(points) => format!("{winner} wins by {points} points"),
            WinBy::Resignation => format!("{winner} wins by resignation"),
            WinBy::Time => format!("{winner} wins on time"),
            WinBy::Forfeit => format!("{winner} wins by forfeit"),
            WinBy::Unknown => format!("{winner} wins"),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Draw => f.write_str("0"),
            Outcome::NoResult => f.write_str("Void"),
            Outcome::Win { winner, by } => {
                write!(f, "{}+", winner.letter())?;
                match by {
                    WinBy::Score(points) => write!(f, "{points}"),
                    WinBy::Resignation => f.write_str("R"),
                    WinBy::Time => f.write_str("T"),
                    WinBy::Forfeit => f.write_str("F"),
                    WinBy::Unknown => Ok(()),
                }
            }
        }
    }
}

/// Reads the spellings of the SGF standard. The reader of records handles the many others in the
/// wild.
impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        let win = || {
            let (winner, by) = text.split_once('+')?;
            let winner = match winner {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            let by = match by {
                "" => WinBy::Unknown,
                "R" | "Resign" => WinBy::Resignation,
                "T" | "Time" => WinBy::Time,
                "F" | "Forfeit" => WinBy::Forfeit,
                points => {
                    let points: HalfPoints = points.parse().ok()?;
                    if points <= HalfPoints::ZERO {
                        return None;
                    }
                    WinBy::Score(points)
                }
            };
            Some(Outcome::Win { winner, by })
        };
        match text {
            "0" | "Draw" => Ok(Outcome::Draw),
            "Void" => Ok(Outcome::NoResult),
            _ => win().ok_or_else(|| {
                ParseError::new(text, "a result", "write B+3.5, W+R, B+T, W+F, B+, 0 or Void")
            }),
        }
    }
}
