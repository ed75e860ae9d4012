//! Time limits and clocks as plain data: records keep them, sessions run them, engines are sent them. Nothing here
//! reads the time.

use alloc::format;
use core::fmt;
use core::time::Duration;

/// A time in milliseconds. Displayed in seconds, as SGF writes it.
///
/// ```
/// use hoshi_core::time::Millis;
///
/// assert_eq!(Millis::of_seconds(90).to_string(), "90");
/// assert_eq!(Millis(142_700).to_string(), "142.7");
/// assert_eq!(Millis(-500).to_string(), "-0.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// This many whole seconds.
    ///
    /// ```
    /// use hoshi_core::time::Millis;
    /// assert_eq!(Millis::of_seconds(2), Millis(2000));
    /// ```
    #[must_use]
    pub const fn of_seconds(seconds: i64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// The same as a duration; zero if it is negative.
    ///
    /// ```
    /// use core::time::Duration;
    /// use hoshi_core::time::Millis;
    ///
    /// assert_eq!(Millis(1500).duration(), Duration::from_millis(1500));
    /// assert_eq!(Millis(-1).duration(), Duration::ZERO);
    /// ```
    #[must_use]
    pub const fn duration(self) -> Duration {
        Duration::from_millis(if self.0 < 0 { 0 } else { self.0.unsigned_abs() })
    }
}

/// Whole milliseconds, at most as many as fit.
impl From<Duration> for Millis {
    fn from(time: Duration) -> Millis {
        Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// What happens when the main time is used up. Displayed as hoshi writes it to OT in SGF.
///
/// A fixed time for each move is one period of byo-yomi, which is the same clock.
///
/// ```
/// use hoshi_core::time::{Millis, Overtime};
///
/// let canadian = Overtime::Canadian { moves: 25, time: Millis::of_seconds(300) };
/// assert_eq!(canadian.to_string(), "25/300 Canadian");
/// let fischer = Overtime::Fischer { increment: Millis::of_seconds(10) };
/// assert_eq!(fischer.to_string(), "10 fischer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overtime {
    /// Periods; a move that takes a whole period uses it up.
    ByoYomi {
        /// How many.
        periods: u32,
        /// The length of each.
        period: Millis,
    },
    /// A number of moves in a period, which then restarts.
    Canadian {
        /// How many moves.
        moves: u32,
        /// The length of the period.
        time: Millis,
    },
    /// Every move adds time.
    Fischer {
        /// How much.
        increment: Millis,
    },
}

impl Overtime {
    /// Whether it contains no time.
    ///
    /// ```
    /// use hoshi_core::time::{Millis, Overtime};
    ///
    /// assert!(Overtime::ByoYomi { periods: 0, period: Millis(30_000) }.is_empty());
    /// assert!(!Overtime::Fischer { increment: Millis(1) }.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        let (count, time) = match self {
            Overtime::ByoYomi { periods, period } => (periods, period),
            Overtime::Canadian { moves, time } => (moves, time),
            Overtime::Fischer { increment } => (1, increment),
        };
        count == 0 || time.0 <= 0
    }
}

impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overtime::ByoYomi { periods, period } => write!(f, "{periods}x{period} byo-yomi"),
            Overtime::Canadian { moves, time } => write!(f, "{moves}/{time} Canadian"),
            Overtime::Fischer { increment } => write!(f, "{increment} fischer"),
        }
    }
}

/// The time that each side has for the game.
///
/// ```
/// use hoshi_core::time::{Millis, TimeLimit};
///
/// let hour = TimeLimit { main: Millis::of_seconds(3600), overtime: None };
/// assert_eq!(hour.main.to_string(), "3600");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The main time.
    pub main: Millis,
    /// The overtime.
    pub overtime: Option<Overtime>,
}

/// The time that a side has left.
///
/// ```
/// use hoshi_core::time::{Clock, Millis};
///
/// let clock = Clock { left: Millis(29_500), overtime: Some(3) };
/// assert_eq!(clock.left.to_string(), "29.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left, in the main time or in this period.
    pub left: Millis,
    /// In overtime: the periods left, or the moves left in this period.
    pub overtime: Option<u32>,
}
