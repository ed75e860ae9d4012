//! A move of DGF: one integer. Colour and size come from the board it is played on.

use std::fmt;
use std::str::FromStr;

use hoshi_core::{Point, Size};
use thiserror::Error;

use super::numbers::{NumberError, words};

/// The greatest number of a point: the last of 255x255.
const LAST: i32 = 255 * 255;

/// A move: the number of a point, `column + (row - 1) * n` from 1 at the top left; 0 for a pass; a
/// negative number for a resignation, written -1.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::dgf::Move;
///
/// let dd = Move::new(61)?;
/// assert_eq!(dd.point(Size::S19), Some(Size::S19.parse_sgf("dd")?));
/// assert_eq!(Move::new(0)?, Move::PASS);
/// assert_eq!(Move::new(-7)?, Move::RESIGN);
/// assert_eq!(Move::RESIGN.number(), -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(i32);

/// Why something is not a move.
///
/// ```
/// use hoshi_record::dgf::Move;
///
/// assert_eq!(
///     Move::new(65_026).unwrap_err().to_string(),
///     "65026 is not a move: the last point of the largest board, 255x255, is 65025"
/// );
/// assert_eq!(
///     Move::from_dgm(b" \n").unwrap_err().to_string(),
///     "there is no number: a move is one, such as 61, 0 to pass or -1 to resign"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Beyond the last point of any board.
    #[error("{number} is not a move: the last point of the largest board, 255x255, is {LAST}")]
    Beyond {
        /// The number.
        number: i32,
    },
    /// A text without a number.
    #[error("there is no number: a move is one, such as 61, 0 to pass or -1 to resign")]
    Nothing,
    /// A text with more than one number.
    #[error("there is more than one number: a move is one, such as 61, 0 to pass or -1 to resign")]
    Several,
    /// The number is malformed.
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl Move {
    /// A pass.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert_eq!(Move::PASS.number(), 0);
    /// ```
    pub const PASS: Move = Move(0);

    /// The player to move resigns.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert_eq!(Move::RESIGN.number(), -1);
    /// ```
    pub const RESIGN: Move = Move(-1);

    /// The move with this number. Every negative number is [`Move::RESIGN`].
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert_eq!(Move::new(61)?.number(), 61);
    /// # Ok::<(), hoshi_record::dgf::MoveError>(())
    /// ```
    ///
    /// # Errors
    /// If no board has such a point.
    pub const fn new(number: i32) -> Result<Move, MoveError> {
        match number {
            ..0 => Ok(Move::RESIGN),
            0..=LAST => Ok(Move(number)),
            _ => Err(MoveError::Beyond { number }),
        }
    }

    /// The move at a point of a board; `None` if the point is off it.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Move;
    ///
    /// let corner = Size::S19.point(18, 18).unwrap();
    /// assert_eq!(Move::at(Size::S19, corner).map(Move::number), Some(361));
    /// assert_eq!(Move::at(Size::S9, corner), None);
    /// ```
    #[must_use]
    pub fn at(size: Size, point: Point) -> Option<Move> {
        size.contains(point).then(|| Move(size.dgf(point) as i32))
    }

    /// The point that is played on a board; `None` for a pass, a resignation, or a point beyond the
    /// board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Move;
    ///
    /// let point = Move::new(82)?.point(Size::S19).unwrap();
    /// assert_eq!((point.x(), point.y()), (5, 4));
    /// assert_eq!(Move::new(82)?.point(Size::S9), None);
    /// # Ok::<(), hoshi_record::dgf::MoveError>(())
    /// ```
    #[must_use]
    pub fn point(self, size: Size) -> Option<Point> {
        u32::try_from(self.0).ok().and_then(|number| size.point_of_dgf(number))
    }

    /// The number.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert_eq!(Move::PASS.number(), 0);
    /// ```
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Whether this is a pass.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert!(Move::PASS.is_pass());
    /// ```
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a resignation.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert!(Move::RESIGN.is_resignation());
    /// ```
    #[must_use]
    pub const fn is_resignation(self) -> bool {
        self.0 < 0
    }

    /// Whether a board of this size has the move: a point of it, a pass or a resignation.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Move;
    ///
    /// assert!(Move::PASS.is_on(Size::S9));
    /// assert!(!Move::new(82)?.is_on(Size::S9));
    /// # Ok::<(), hoshi_record::dgf::MoveError>(())
    /// ```
    #[must_use]
    pub const fn is_on(self, size: Size) -> bool {
        self.0 <= 0 || self.0 as usize <= size.area()
    }

    /// The move as players write it: `D16`, `pass`, `resignation`, or the bare number where the
    /// board has no such point.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Move;
    ///
    /// assert_eq!(Move::new(61)?.name(Size::S19), "D16");
    /// assert_eq!(Move::RESIGN.name(Size::S19), "resignation");
    /// # Ok::<(), hoshi_record::dgf::MoveError>(())
    /// ```
    #[must_use]
    pub fn name(self, size: Size) -> String {
        match (self, self.point(size)) {
            (Move::PASS, _) => "pass".to_owned(),
            (Move::RESIGN, _) => "resignation".to_owned(),
            (_, Some(point)) => size.a1(point).to_string(),
            (Move(number), None) => number.to_string(),
        }
    }

    /// Reads a `.dgm` file: one number, with optional white space around it.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    ///
    /// assert_eq!(Move::from_dgm(b" 61\r\n")?.number(), 61);
    /// assert_eq!(Move::from_dgm(b"-3")?, Move::RESIGN);
    /// assert!(Move::from_dgm(b"61 62").is_err());
    /// # Ok::<(), hoshi_record::dgf::MoveError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no number, more than one, or one that is not a move.
    pub fn from_dgm(bytes: &[u8]) -> Result<Move, MoveError> {
        let mut words = words(bytes);
        let word = words.next().ok_or(MoveError::Nothing)?;
        let number = word.number()?;
        match words.next() {
            None => Move::new(number),
            Some(_) => Err(MoveError::Several),
        }
    }

    /// A `.dgm` file: the number and a line feed.
    ///
    /// ```
    /// use hoshi_record::dgf::Move;
    /// assert_eq!(Move::RESIGN.to_dgm(), "-1\n");
    /// ```
    #[must_use]
    pub fn to_dgm(self) -> String {
        format!("{self}\n")
    }
}

/// The number.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// As [`Move::from_dgm`].
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        Move::from_dgm(text.as_bytes())
    }
}

impl TryFrom<i32> for Move {
    type Error = MoveError;

    fn try_from(number: i32) -> Result<Move, MoveError> {
        Move::new(number)
    }
}
