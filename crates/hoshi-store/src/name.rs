//! The file names of games, which say when they began.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use hoshi_core::Size;

/// A date and time, in local time.
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
    /// The date in the form of SGF's DT.
    #[must_use]
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The time of the day, with its seconds.
    ///
    /// ```
    /// use hoshi_store::When;
    ///
    /// assert_eq!(When::default().time(), "00:00:00");
    /// ```
    #[must_use]
    pub fn time(self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }

    /// The file name of a game of this size that begins now, without `.sgf`, and without the number
    /// that distinguishes games begun in the same second.
    #[must_use]
    pub fn stem(self, size: Size) -> String {
        format!("{self}_{}x{}", size.width(), size.height())
    }

    /// When the game of this name began, if the name says it.
    #[must_use]
    pub fn of_name(name: &str) -> Option<When> {
        let stamp = name.get(..17)?;
        let is_shaped = stamp.bytes().zip(*b"0000-00-00_000000").all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            _ => byte == shape,
        });
        if !is_shaped {
            return None;
        }
        let two = |at: usize| stamp[at..at + 2].parse().ok();
        let year = stamp[..4].parse().ok()?;
        let (month, day) = (two(5)?, two(8)?);
        let (hour, minute, second) = (two(11)?, two(13)?, two(15)?);
        Some(When { year, month, day, hour, minute, second })
    }

    /// The UTC date and time.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    ///
    /// use hoshi_store::When;
    ///
    /// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(951_782_399);
    /// assert_eq!(When::utc(time).to_string(), "2000-02-28_235959");
    /// ```
    #[must_use]
    pub fn utc(time: SystemTime) -> When {
        let seconds = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |s| -s),
        };
        let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        // With years that begin in March, the leap day is the last of the year, and all eras of 400
        // years have the same length.
        let day = days.saturating_add(719_468);
        let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        When {
            year: i16::try_from(era * 400 + year + next).unwrap_or(i16::MAX),
            month: small(month),
            day: small(day),
            hour: small(second / 3600),
            minute: small(second / 60 % 60),
            second: small(second % 60),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{:02}{:02}{:02}", self.date(), self.hour, self.minute, self.second)
    }
}

/// The name of the nth game of this stem, from 1.
pub(crate) fn nth(stem: &str, number: u32) -> String {
    if number == 1 { format!("{stem}.sgf") } else { format!("{stem}-{number}.sgf") }
}

/// The number of a game within its stem: the inverse of [`nth`].
pub(crate) fn number(name: &str) -> u32 {
    let stem = name.strip_suffix(".sgf").unwrap_or(name);
    stem.rsplit_once('-').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

/// The hidden lock file of a game.
pub(crate) fn lock(name: &str) -> String {
    format!(".{name}.lock")
}

/// The hidden file that the next version of a game is written to.
pub(crate) fn next(name: &str) -> String {
    format!(".{name}.new")
}

/// The game that a lock file belongs to, if this is the name of one.
pub(crate) fn of_lock(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(".lock").filter(|name| name.ends_with(".sgf"))
}

/// The game whose next version this file is, if this is the name of one.
pub(crate) fn of_next(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(".new").filter(|name| name.ends_with(".sgf"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_formatted() {
        let told = |seconds: u64| When::utc(UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
        assert_eq!(told(0), "1970-01-01_000000");
        assert_eq!(told(951_868_800), "2000-03-01_000000");
        assert_eq!(told(951_782_400), "2000-02-29_000000");
        assert_eq!(told(1_735_689_599), "2024-12-31_235959");
        assert_eq!(told(4_107_542_400), "2100-03-01_000000");
        let before = When::utc(UNIX_EPOCH - Duration::from_secs(1));
        assert_eq!(before.to_string(), "1969-12-31_235959");
    }

    #[test]
    fn names_are_told_apart() {
        assert_eq!(number(&nth("2026-11-16_093005_9x9", 1)), 1);
        assert_eq!(number(&nth("2026-11-16_093005_9x9", 12)), 12);
        assert_eq!(of_lock(&lock("a.sgf")), Some("a.sgf"));
        assert_eq!(of_next(&next("a.sgf")), Some("a.sgf"));
        assert_eq!(
            (of_lock("a.sgf.lock"), of_lock(".a.lock"), of_next(".a.sgf")),
            (None, None, None)
        );
        for wrong in ["2026-11-16", "2026-11-16-093005", "２026-11-16_09", "2026-1a-16_093005"] {
            assert_eq!(When::of_name(wrong), None);
        }
    }
}
