//! The basic values of the messages: sides, points, times.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use hoshi_core::{Color, Move, Point, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Black or White.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_session::Side;
///
/// assert_eq!(Side::from(Color::White).to_string(), "White");
/// assert_eq!(serde_json::to_string(&Side::White)?, "\"white\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Color::from(*self), f)
    }
}

/// One value for each side.
///
/// ```
/// use hoshi_session::{Pair, Side};
///
/// let captures = Pair { black: 3, white: 1 };
/// assert_eq!(captures[Side::White], 1);
/// assert_eq!(captures.map(|stones| stones + 1).black, 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Pair<T> {
    /// Makes one from a value for each side.
    pub fn of(mut value: impl FnMut(Side) -> T) -> Pair<T> {
        Pair { black: value(Side::Black), white: value(Side::White) }
    }

    /// The same with both values changed.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Pair<U> {
        Pair { black: change(self.black), white: change(self.white) }
    }
}

impl<T> Index<Side> for Pair<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }
}

impl<T> IndexMut<Side> for Pair<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }
}

impl<T> Index<Color> for Pair<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self[Side::from(color)]
    }
}

impl<T> IndexMut<Color> for Pair<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[Side::from(color)]
    }
}

/// A time in milliseconds since the session began, below 2^53 so that every language can hold it.
///
/// ```
/// use hoshi_session::Time;
///
/// assert_eq!(Time::new(u64::MAX), Time::MAX);
/// assert_eq!(Time::new(1_500).millis(), 1_500);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Time(u64);

impl Time {
    /// The start of the session.
    pub const ZERO: Time = Time(0);
    /// The largest one.
    pub const MAX: Time = Time((1 << 53) - 1);

    /// A time, capped at [`Time::MAX`].
    #[must_use]
    pub const fn new(millis: u64) -> Time {
        if millis < Time::MAX.0 { Time(millis) } else { Time::MAX }
    }

    /// Milliseconds since the start.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// This many milliseconds later.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Time {
        Time::new(self.0.saturating_add(millis))
    }

    /// Milliseconds since an earlier time; 0 if it is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Time, D::Error> {
        let millis = u64::deserialize(from)?;
        if millis > Time::MAX.0 {
            return Err(D::Error::custom("a time must be below 2^53"));
        }
        Ok(Time(millis))
    }
}

/// A point or a pass, as text: `D4`, `pass`. It is independent of the board size.
///
/// ```
/// use hoshi_core::{Move, Size};
/// use hoshi_session::Vertex;
///
/// let d4: Vertex = "d4".parse()?;
/// assert_eq!(d4.to_string(), "D4");
/// assert_eq!(d4.on(Size::S9), Some(Size::S9.parse_move("D4").unwrap()));
/// assert_eq!(Vertex::PASS.on(Size::S9), Some(Move::Pass));
/// assert!("D4 or so".parse::<Vertex>().is_err());
/// # Ok::<(), hoshi_session::VertexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// The text ends at the first zero byte.
    bytes: [u8; 6],
}

impl Vertex {
    /// A pass.
    pub const PASS: Vertex = Vertex { bytes: *b"pass\0\0" };

    /// A point of a board.
    #[must_use]
    pub fn of(size: Size, point: Point) -> Vertex {
        Vertex::of_move(size, Move::Play(point))
    }

    /// A move on a board.
    #[must_use]
    pub fn of_move(size: Size, mv: Move) -> Vertex {
        match mv {
            Move::Pass => Vertex::PASS,
            // A board of 255 lines needs at most two letters and three digits.
            Move::Play(point) => size.a1(point).to_string().parse().unwrap_or(Vertex::PASS),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let len = self.bytes.iter().position(|&byte| byte == 0).unwrap_or(self.bytes.len());
        std::str::from_utf8(&self.bytes[..len]).unwrap_or_default()
    }

    /// The move on a board of this size, if it is valid.
    #[must_use]
    pub fn on(self, size: Size) -> Option<Move> {
        size.parse_move(self.as_str()).ok()
    }

    /// The point on a board of this size, if it is valid.
    #[must_use]
    pub fn point(self, size: Size) -> Option<Point> {
        match self.on(size)? {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is neither a point nor a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is a point such as `D4`, or `pass`")]
pub struct VertexError;

impl FromStr for Vertex {
    type Err = VertexError;

    fn from_str(text: &str) -> Result<Vertex, VertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Vertex::PASS);
        }
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        let is_point = (1..=2).contains(&letters)
            && (1..=3).contains(&digits)
            && letters + digits == text.len();
        if !is_point {
            return Err(VertexError);
        }
        let mut bytes = [0; 6];
        for (to, from) in bytes.iter_mut().zip(text.bytes()) {
            *to = from.to_ascii_uppercase();
        }
        Ok(Vertex { bytes })
    }
}

impl Serialize for Vertex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Vertex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Vertex, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A move of a side.
///
/// ```
/// use hoshi_session::{Side, Stone, Vertex};
///
/// let stone = Stone { color: Side::Black, at: Vertex::PASS };
/// assert_eq!(serde_json::to_string(&stone)?, r#"{"color":"black","at":"pass"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stone {
    /// The side.
    pub color: Side,
    /// The point or pass.
    pub at: Vertex,
}
