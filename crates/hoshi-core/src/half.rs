//! Komi and scores in half points, as integers: no floats, no rounding.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub};
use core::str::FromStr;

use crate::error::ParseError;

/// A number of points that may end in a half: komi, bonus, score.
///
/// ```
/// use hoshi_core::HalfPoints;
///
/// let komi: HalfPoints = "7.5".parse()?;
/// assert_eq!(komi.halves(), 15);
/// assert_eq!((HalfPoints::whole(10) - komi).to_string(), "2.5");
/// assert!("7.25".parse::<HalfPoints>().is_err());
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HalfPoints(i32);

/// The limit for reading: the points of the largest board.
const LIMIT: i32 = 65_025;

impl HalfPoints {
    /// No points.
    ///
    /// ```
    /// assert_eq!(hoshi_core::HalfPoints::ZERO.to_string(), "0");
    /// ```
    pub const ZERO: HalfPoints = HalfPoints(0);

    /// This many half points.
    ///
    /// ```
    /// assert_eq!(hoshi_core::HalfPoints::from_halves(15).to_string(), "7.5");
    /// ```
    #[must_use]
    pub const fn from_halves(halves: i32) -> HalfPoints {
        HalfPoints(halves)
    }

    /// This many whole points.
    ///
    /// ```
    /// assert_eq!(hoshi_core::HalfPoints::whole(7).halves(), 14);
    /// ```
    #[must_use]
    pub const fn whole(points: i32) -> HalfPoints {
        HalfPoints(points.saturating_mul(2))
    }

    /// The number of half points.
    ///
    /// ```
    /// assert_eq!(hoshi_core::HalfPoints::whole(-3).halves(), -6);
    /// ```
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0
    }

    /// The amount without its sign.
    ///
    /// ```
    /// use hoshi_core::HalfPoints;
    /// assert_eq!(HalfPoints::whole(-3).abs(), HalfPoints::whole(3));
    /// ```
    #[must_use]
    pub const fn abs(self) -> HalfPoints {
        HalfPoints(self.0.saturating_abs())
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_add(other.0))
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        *self = *self + other;
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;

    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_sub(other.0))
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;

    fn neg(self) -> HalfPoints {
        HalfPoints(self.0.saturating_neg())
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = HalfPoints>>(iter: I) -> HalfPoints {
        iter.fold(HalfPoints::ZERO, Add::add)
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let halves = self.0.unsigned_abs();
        let half = if halves % 2 == 1 { ".5" } else { "" };
        f.pad(&alloc::format!("{sign}{}{half}", halves / 2))
    }
}

/// Reads `7`, `7.5`, `6.50`, `-0.5`, `+3.0`; only whole and half points.
impl FromStr for HalfPoints {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<HalfPoints, ParseError> {
        let read = || {
            let (negative, digits) = match text.as_bytes().first()? {
                b'-' => (true, &text[1..]),
                b'+' => (false, &text[1..]),
                _ => (false, text),
            };
            let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
            if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
                return None;
            }
            let half = match fraction.trim_end_matches('0') {
                "" if !fraction.is_empty() => 0,
                "5" => 1,
                _ => return None,
            };
            let whole: i32 = whole.parse().ok()?;
            if whole > LIMIT {
                return None;
            }
            let halves = whole * 2 + half;
            Some(HalfPoints(if negative { -halves } else { halves }))
        };
        read().ok_or_else(|| {
            let hint = "write whole or half points such as 7, 6.5 or -0.5, at most 65025";
            ParseError::new(text, "a number of points", hint)
        })
    }
}
