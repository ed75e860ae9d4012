//! The names of games on disk, which say when they began.

use std::fmt;

use hoshi_core::Size;

/// A moment in local time, as a clock on the wall shows it.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_store::When;
///
/// let when = When { year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5 };
/// assert_eq!(when.date(), "2026-01-02");
/// assert_eq!(when.stem(Size::S19), "2026-01-02_030405_19x19");
/// assert_eq!(When::of_name("2026-01-02_030405_19x19-2.sgf"), Some(when));
/// assert_eq!(When::of_name("Shusaku.sgf"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct When {
    /// The year.
    pub year: i16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
    /// The hour, from 0.
    pub hour: u8,
    /// The minute.
    pub minute: u8,
    /// The second.
    pub second: u8,
}

impl Default for When {
    /// The first second of 1970.
    fn default() -> When {
        When { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
    }
}

impl When {
    /// The date as SGF's DT has it.
    #[must_use]
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// What a game of this size that begins now is called, without what tells it from another that
    /// began in the same second, and without `.sgf`.
    #[must_use]
    pub fn stem(self, size: Size) -> String {
        format!("{self}_{}x{}", size.width(), size.height())
    }

    /// When the game of this name began, if the name says it.
    #[must_use]
    pub fn of_name(name: &str) -> Option<When> {
        let stamp = name.get(..17)?;
        let shape: String =
            stamp.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        if shape != "0000-00-00_000000" {
            return None;
        }
        let two = |at: usize| stamp[at..at + 2].parse().ok();
        let year = stamp[..4].parse().ok()?;
        let (month, day) = (two(5)?, two(8)?);
        let (hour, minute, second) = (two(11)?, two(13)?, two(15)?);
        Some(When { year, month, day, hour, minute, second })
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{:02}{:02}{:02}", self.date(), self.hour, self.minute, self.second)
    }
}

/// The name of the so-manieth game of this stem, from 1.
pub(crate) fn nth(stem: &str, number: u32) -> String {
    if number == 1 { format!("{stem}.sgf") } else { format!("{stem}-{number}.sgf") }
}

/// The hidden file that the lock of a game is on.
pub(crate) fn lock(name: &str) -> String {
    format!(".{name}.lock")
}

/// The hidden file that the next version of a game is made in.
pub(crate) fn next(name: &str) -> String {
    format!(".{name}.new")
}
