//! Dates, SGF's DT: ISO dates, whole or partial, several with shortcuts; and the shapes that people
//! write instead, which are in `shapes`.
//!
//! If either of two small numbers could be the day, there is no guess: only the year is kept, with
//! a note.

mod shapes;

use std::fmt;

use super::{Reading, Unreadable, sensible, text};

/// A date, or the known part of it, in the Gregorian calendar.
///
/// ```
/// use hoshi_record::info::date::PartialDate;
///
/// let month = PartialDate::new(1996, Some(5), None).unwrap();
/// assert_eq!(month.to_string(), "1996-05");
/// assert_eq!(PartialDate::new(2003, Some(2), Some(30)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl PartialDate {
    /// A date; `None` if there is no such day, or a day without a month. Years go from 1 to 9999.
    ///
    /// ```
    /// use hoshi_record::info::date::PartialDate;
    /// assert!(PartialDate::new(1997, Some(1), Some(3)).is_some());
    /// assert!(PartialDate::new(1997, None, Some(3)).is_none());
    /// ```
    #[must_use]
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<PartialDate> {
        // Until 1582 every fourth year was a leap year, and old records have such dates.
        let every = |years: u16| year.is_multiple_of(years);
        let leap = every(4) && (year < 1583 || !every(100) || every(400));
        let days = match month {
            Some(4 | 6 | 9 | 11) => 30,
            Some(2) if leap => 29,
            Some(2) => 28,
            Some(1..=12) => 31,
            Some(_) => return None,
            None => 0,
        };
        let fits = (1..=9999).contains(&year) && day.is_none_or(|day| (1..=days).contains(&day));
        fits.then_some(PartialDate { year, month, day })
    }

    /// The year.
    ///
    /// ```
    /// use hoshi_record::info::date;
    /// assert_eq!(date::read("1846-09-11")?.value.first().year(), 1846);
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12, if it is known.
    ///
    /// ```
    /// use hoshi_record::info::date;
    /// assert_eq!(date::read("1846")?.value.first().month(), None);
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// The day of the month, if it is known.
    ///
    /// ```
    /// use hoshi_record::info::date;
    /// assert_eq!(date::read("1846-09-11")?.value.first().day(), Some(11));
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

/// The dates of a game, one or more. Printed as SGF spells them, with its shortcuts.
///
/// ```
/// use hoshi_record::info::date;
///
/// let dates = date::read("1996-12-27,1996-12-28,1997-01-03,1997-01-04")?.value;
/// assert_eq!(dates.iter().count(), 4);
/// assert_eq!(dates.to_string(), "1996-12-27,28,1997-01-03,04");
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dates {
    first: PartialDate,
    others: Vec<PartialDate>,
}

impl Dates {
    /// These dates, in this order; `None` if there is none.
    ///
    /// ```
    /// use hoshi_record::info::date::{Dates, PartialDate};
    ///
    /// let day = |day| PartialDate::new(1996, Some(5), Some(day)).unwrap();
    /// assert_eq!(Dates::new([day(6), day(7)]).unwrap().to_string(), "1996-05-06,07");
    /// ```
    #[must_use]
    pub fn new(dates: impl IntoIterator<Item = PartialDate>) -> Option<Dates> {
        let mut dates = dates.into_iter();
        let first = dates.next()?;
        Some(Dates { first, others: dates.collect() })
    }

    /// The first of them.
    ///
    /// ```
    /// use hoshi_record::info::date;
    /// assert_eq!(date::read("1996-05,06")?.value.first().to_string(), "1996-05");
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    #[must_use]
    pub const fn first(&self) -> PartialDate {
        self.first
    }

    /// All of them.
    ///
    /// ```
    /// use hoshi_record::info::date;
    ///
    /// let all: Vec<String> = date::read("1996-05,06")?.value.iter().map(|d| d.to_string()).collect();
    /// assert_eq!(all, ["1996-05", "1996-06"]);
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = PartialDate> + '_ {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

impl fmt::Display for Dates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        let mut last = self.first;
        for &date in &self.others {
            let same_year = date.year == last.year;
            let same_month = same_year && date.month == last.month;
            match (date.month, date.day) {
                (Some(_), Some(day)) if same_month && last.day.is_some() => write!(f, ",{day:02}")?,
                (Some(month), Some(day)) if same_year && last.month.is_some() => {
                    write!(f, ",{month:02}-{day:02}")?;
                }
                (Some(month), None) if same_year && last.month.is_some() && last.day.is_none() => {
                    write!(f, ",{month:02}")?;
                }
                _ => write!(f, ",{date}")?,
            }
            last = date;
        }
        Ok(())
    }
}

/// Reads DT.
///
/// SGF's own: `1996`, `1996-05`, `1996-05-06`, several with commas, shortened as `1996-05-06,07` or
/// `1996-12-27,28,1997-01-03`. Also understood: other separators (`2003/5/6`, `13.9.2007`,
/// `1915-03-09~11`), names of months, a time of day (ignored), `1996年5月6日` and Japanese eras.
///
/// ```
/// use hoshi_record::info::date;
///
/// let read = |text| date::read(text).map(|dates| dates.value.to_string());
/// assert_eq!(read("Fri Jan 3 2003")?, "2003-01-03");
/// assert_eq!(read("13.9.2007")?, "2007-09-13");
/// assert_eq!(read("昭和8年10月16日")?, "1933-10-16");
///
/// let unclear = date::read("05/06/2003")?;
/// assert_eq!(unclear.value.to_string(), "2003");
/// assert_eq!(
///     unclear.how.to_string(),
///     "understood as 2003: either 5 or 6 could be the day"
/// );
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a date.
pub fn read(text: &str) -> Result<Reading<Dates>, Unreadable> {
    const WHAT: &str = "a date";
    const HINT: &str = "write 1996-05-06, 1996-05 or 1996 (several: 1996-05-06,07)";
    sensible(text, WHAT, "1996-05-06")?;
    if let Some(dates) = standard(text) {
        return Ok(Reading::as_written(dates));
    }
    let Some(found) = shapes::understand(&text::fold(text)) else {
        return Err(Unreadable::new(text, WHAT, HINT));
    };
    let what = match found.unclear {
        Some((a, b)) => {
            format!("understood as {}: either {a} or {b} could be the day", found.dates)
        }
        None => format!("understood as {}", found.dates),
    };
    Ok(Reading::interpreted(found.dates, what))
}

/// Dates in other spellings than the standard's, if the days are unambiguous.
pub(crate) fn read_clear(text: &str) -> Option<Dates> {
    if text.len() > super::LONGEST || standard(text).is_some() {
        return None;
    }
    let found = shapes::understand(&text::fold(text))?;
    found.unclear.is_none().then_some(found.dates)
}

/// The standard's spelling only.
fn standard(text: &str) -> Option<Dates> {
    let mut dates: Vec<PartialDate> = Vec::new();
    for part in text.split(',') {
        let digits = |text: &str, count: usize| {
            text.len() == count && text.bytes().all(|b| b.is_ascii_digit())
        };
        let number = |text: &str| text.parse::<u8>().ok();
        let numbers: Vec<&str> = part.split('-').collect();
        let last = dates.last().copied();
        let date = match numbers[..] {
            [year, ref rest @ ..] if digits(year, 4) && rest.iter().all(|n| digits(n, 2)) => {
                let year = year.parse().ok()?;
                match *rest {
                    [] => PartialDate::new(year, None, None),
                    [month] => PartialDate::new(year, Some(number(month)?), None),
                    [month, day] => {
                        PartialDate::new(year, Some(number(month)?), Some(number(day)?))
                    }
                    _ => None,
                }
            }
            // MM-DD may follow anything with a month.
            [month, day] if digits(month, 2) && digits(day, 2) => {
                let last = last.filter(|last| last.month.is_some())?;
                PartialDate::new(last.year, Some(number(month)?), Some(number(day)?))
            }
            // DD follows a day, MM follows a month without a day.
            [one] if digits(one, 2) => {
                let last = last.filter(|last| last.month.is_some())?;
                match last.day {
                    Some(_) => PartialDate::new(last.year, last.month, Some(number(one)?)),
                    None => PartialDate::new(last.year, Some(number(one)?), None),
                }
            }
            _ => None,
        };
        dates.push(date?);
    }
    Dates::new(dates)
}
