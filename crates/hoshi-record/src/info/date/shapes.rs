//! Non-standard spellings of dates. The text becomes a list of words and numbers, and every
//! spelling is a slice pattern; a text that matches none is not a date.

use super::{Dates, PartialDate};

/// The result.
pub(super) struct Found {
    pub(super) dates: Dates,
    /// Two numbers of which either could be the day; they are left out.
    pub(super) unclear: Option<(u16, u16)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A number, and its number of digits.
    Number(u32, usize),
    Month(u8),
    /// The year before the first of a Japanese era.
    Era(u16),
    /// `-`, `/`, `.`, `年`, `月`: between the parts of one date.
    Part(char),
    /// `,`, `&`, `and`: between dates.
    And,
    /// `~`, `to`: from one date to another.
    Until,
    /// `'` before a year of two digits.
    Short,
}

const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "janvier", "enero", "gennaio", "januari"],
    &["february", "feb", "februar", "février", "fevrier", "febrero", "febbraio", "februari"],
    &["march", "mar", "märz", "maerz", "mars", "marzo", "maart"],
    &["april", "apr", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "mei"],
    &["june", "jun", "juni", "juin", "junio", "giugno"],
    &["july", "jul", "juli", "juillet", "julio", "luglio"],
    &["august", "aug", "août", "aout", "agosto", "augustus"],
    &["september", "sep", "sept", "septembre", "septiembre", "settembre"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre"],
    &["november", "nov", "novembre", "noviembre"],
    &["december", "dec", "dezember", "dez", "décembre", "decembre", "diciembre", "dicembre"],
];

/// Words in a date that change nothing.
#[rustfmt::skip]
const FLUFF: &[&str] = &[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues",
    "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "montag", "dienstag", "mittwoch", "donnerstag",
    "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
    "dimanche", "st", "nd", "rd", "th", "of", "the", "approx", "about", "around", "circa", "ca", "c",
    "onwards", "on", "date", "ut", "utc", "gmt", "z", "jst", "cst", "kst", "cet", "cest", "est", "edt",
    "pst", "pdt", "mst", "am", "pm", "le", "den", "er", "de", "year", "in",
];

/// The eras since the Gregorian calendar came to Japan in 1873, by the year before their first.
const ERAS: [(&str, u16); 5] =
    [("明治", 1867), ("大正", 1911), ("昭和", 1925), ("平成", 1988), ("令和", 2018)];

pub(super) fn understand(folded: &str) -> Option<Found> {
    // Text after a bracket is a remark; one record has the bracket the wrong way round.
    let plain = folded.split(['(', ')', '{', '[']).next()?.trim();
    let plain = plain.trim_end_matches(['?', '.', ';']).trim();
    if let Some(found) = items(plain).and_then(|items| shape(&items)) {
        return Some(found);
    }
    // A whole date at the start, and words after it: `1996-05-06 in Tokyo`.
    let (first, rest) = plain.split_once(' ')?;
    let words = !rest.chars().any(|c| c.is_ascii_digit());
    let date = super::standard(first).filter(|_| words)?;
    Some(Found { dates: date, unclear: None })
}

fn items(plain: &str) -> Option<Vec<Item>> {
    let plain = without_clock(plain);
    let mut items = Vec::new();
    let mut rest = plain.as_str();
    while let Some(c) = rest.chars().next() {
        if let Some(&(era, base)) = ERAS.iter().find(|(era, _)| rest.starts_with(era)) {
            items.push(Item::Era(base));
            rest = &rest[era.len()..];
            continue;
        }
        // The first year of an era has its own name.
        if rest.starts_with("元年") {
            items.push(Item::Number(1, 1));
            rest = &rest["元".len()..];
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters: usize = rest
            .chars()
            .take_while(|c| c.is_alphabetic() && u32::from(*c) < 0x1100)
            .map(char::len_utf8)
            .sum();
        let used = if digits > 0 {
            items.push(Item::Number(rest[..digits].parse().ok()?, digits));
            digits
        } else if letters > 0 {
            let word = &rest[..letters];
            let month = MONTHS.iter().position(|names| names.contains(&word));
            match (month, word) {
                (Some(month), _) => items.push(Item::Month(u8::try_from(month + 1).ok()?)),
                (None, "and" | "und" | "et" | "y") => items.push(Item::And),
                (None, "to" | "until" | "till" | "bis") => items.push(Item::Until),
                (None, _) if FLUFF.contains(&word) => {}
                _ => return None,
            }
            letters
        } else {
            match c {
                '-' | '/' | '.' | '年' | '月' | '년' | '월' => items.push(Item::Part(c)),
                ',' | '&' | '+' | ';' => items.push(Item::And),
                '~' => items.push(Item::Until),
                '\'' => items.push(Item::Short),
                ' ' | '日' | '일' | ':' => {}
                _ => return None,
            }
            c.len_utf8()
        };
        rest = &rest[used..];
    }
    Some(items)
}

/// The text without times of day: `12:30`, `12:30:59`, `T12:30Z`, `12:30:59.5+09:00`, and ` 08 09 57` after a
/// date.
fn without_clock(plain: &str) -> String {
    let is_clock = |word: &str| {
        // A separate time zone follows the last digit of the time.
        let zone = word.find(['+', '-']).filter(|&at| at > 0 && is_zone(&word[at..]));
        let word = word[..zone.unwrap_or(word.len())].trim_end_matches(['z', ',']);
        let parts: Vec<&str> = word.split(':').collect();
        let number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
        (2..=3).contains(&parts.len()) && parts.iter().all(number)
    };
    // `030405`, only after a T.
    let is_bare = |time: &str| {
        let zone = time.find(['+', '-']).filter(|&at| at > 0 && is_zone(&time[at..]));
        let time = time[..zone.unwrap_or(time.len())].trim_end_matches('z');
        matches!(time.len(), 4 | 6) && time.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    // An ISO date and time in one word.
    if let Some((date, time)) = words.first().and_then(|word| word.split_once('t'))
        && (is_clock(time) || is_bare(time))
    {
        words[0] = date;
    }
    if let [date, h, m, s] = words[..]
        && super::standard(date).is_some()
        && [h, m, s].iter().all(|part| part.len() == 2 && part.parse::<u8>().is_ok_and(|n| n < 60))
    {
        words.truncate(1);
    }
    words.retain(|word| !is_clock(word) && !is_zone(word));
    words.join(" ")
}

/// `+0900`, `+09:00`.
fn is_zone(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or("");
    let digits = digits.replace(':', "");
    digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A four-digit year.
fn year(item: Item) -> Option<u16> {
    match item {
        Item::Number(year, 4) => u16::try_from(year).ok().filter(|&year| year > 0),
        _ => None,
    }
}

/// A day or a month.
fn small(item: Item) -> Option<u8> {
    match item {
        Item::Number(number, 1..=2) => u8::try_from(number).ok(),
        _ => None,
    }
}

fn one(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Found> {
    let dates = Dates::new([PartialDate::new(year, month, day)?])?;
    Some(Found { dates, unclear: None })
}

fn shape(items: &[Item]) -> Option<Found> {
    // Trailing separators stand for omitted parts: `1971-09-`.
    let mut items = items;
    while let [rest @ .., Item::Part(_) | Item::And] = items {
        items = rest;
    }
    // `c. 1846`.
    if let [Item::Part('.'), rest @ ..] = items {
        items = rest;
    }
    if let [Item::Era(base), Item::Number(n, 1..=2), rest @ ..] = items {
        return era(*base, u16::try_from(*n).ok()?, rest);
    }
    if let Some(found) = named_month(items) {
        return Some(found);
    }
    match *items {
        [first, ref rest @ ..] if year(first).is_some() => {
            let (start, rest) = start(year(first)?, rest)?;
            follow(start, rest)
        }
        // 20030506.
        [Item::Number(n, 8)] => {
            let (month, day) = (n / 100 % 100, n % 100);
            one(
                u16::try_from(n / 10_000).ok()?,
                Some(u8::try_from(month).ok()?),
                u8::try_from(day).ok(),
            )
        }
        [a, Item::Part(_), b, Item::Part(_), y] if year(y).is_some() => {
            day_and_month(small(a)?, small(b)?, year(y)?)
        }
        // 05/2003.
        [month, Item::Part(_), y] if year(y).is_some() => one(year(y)?, Some(small(month)?), None),
        _ => None,
    }
}

/// The year comes last, the other two in unknown order.
fn day_and_month(a: u8, b: u8, year: u16) -> Option<Found> {
    let day_first = PartialDate::new(year, Some(b), Some(a));
    let month_first = PartialDate::new(year, Some(a), Some(b));
    match (day_first, month_first) {
        (Some(one), Some(other)) if one != other => {
            let dates = Dates::new([PartialDate::new(year, None, None)?])?;
            Some(Found { dates, unclear: Some((a.into(), b.into())) })
        }
        (Some(date), _) | (None, Some(date)) => {
            Some(Found { dates: Dates::new([date])?, unclear: None })
        }
        (None, None) => None,
    }
}

/// Month and day after a year, where present: `-05-06`, `/5/6`, `年5月6日`, ` 5 6`.
fn start(year: u16, rest: &[Item]) -> Option<(PartialDate, &[Item])> {
    let skip = |items: &'_ [Item]| usize::from(matches!(items.first(), Some(Item::Part(_))));
    let after_year = &rest[skip(rest)..];
    let Some(month) = after_year.first().and_then(|&item| small(item)) else {
        return Some((PartialDate::new(year, None, None)?, rest));
    };
    let after_month = &after_year[1..];
    let after_part = &after_month[skip(after_month)..];
    match after_part.first().and_then(|&item| small(item)) {
        Some(day) => Some((PartialDate::new(year, Some(month), Some(day))?, &after_part[1..])),
        None => Some((PartialDate::new(year, Some(month), None)?, after_month)),
    }
}

/// More days after the first date: `,07`, `/11`, `~11`, `,10-01`, `-11`, or whole dates.
fn follow(first: PartialDate, rest: &[Item]) -> Option<Found> {
    let mut dates = vec![first];
    let mut rest = rest;
    while let Some((joint, after)) = rest.split_first() {
        if !matches!(joint, Item::And | Item::Part(_) | Item::Until) {
            return None;
        }
        let last = *dates.last()?;
        let next;
        (next, rest) = match *after {
            [y, ref more @ ..] if year(y).is_some() => start(year(y)?, more)?,
            // A month and a day, unless one separator is used throughout: 11/12/13 are three days.
            [month, part @ Item::Part(_), day, ref more @ ..]
                if small(month).is_some() && small(day).is_some() && *joint != part =>
            {
                (PartialDate::new(last.year(), small(month), small(day))?, more)
            }
            [one, ref more @ ..] => match last.day() {
                Some(_) => (PartialDate::new(last.year(), last.month(), Some(small(one)?))?, more),
                None => (PartialDate::new(last.year(), Some(small(one)?), None)?, more),
            },
            [] => return None,
        };
        // A range from one year to another is too uncertain for a date.
        if next.month().is_none() && *joint != Item::And {
            return None;
        }
        if *joint == Item::Until {
            dates.extend(between(last, next));
        }
        dates.push(next);
    }
    Some(Found { dates: Dates::new(dates)?, unclear: None })
}

/// The days between two of the same month: a game from the 9th to the 11th was played on the 10th.
fn between(first: PartialDate, last: PartialDate) -> Vec<PartialDate> {
    let same = (first.year(), first.month()) == (last.year(), last.month());
    match (first.day(), last.day()) {
        (Some(from), Some(to)) if same => (from + 1..to)
            .filter_map(|day| PartialDate::new(first.year(), first.month(), Some(day)))
            .collect(),
        _ => Vec::new(),
    }
}

/// A year, which may have two digits where a month is named: 94 is 1994, 05 is 2005, as in POSIX.
fn any_year(items: &[Item]) -> Option<u16> {
    match *items {
        [item] if year(item).is_some() => year(item),
        [Item::Number(n, 2)] | [Item::Short, Item::Number(n, 2)] => {
            u16::try_from(if n < 69 { 2000 + n } else { 1900 + n }).ok()
        }
        _ => None,
    }
}

/// `August 1, 2001`, `29 September 2012`, `12th and 13th march 94`, `2001 Aug 1`, `May 1996`.
fn named_month(items: &[Item]) -> Option<Found> {
    let at = items.iter().position(|item| matches!(item, Item::Month(_)))?;
    let Item::Month(month) = items[at] else { return None };
    let tight = |items: &[Item]| -> Vec<Item> {
        items.iter().copied().filter(|item| !matches!(item, Item::Part(_) | Item::And)).collect()
    };
    let (before, after) = (tight(&items[..at]), tight(&items[at + 1..]));
    let is_day = |item: &Item| small(*item).is_some() || *item == Item::Until;
    let (days, year): (Vec<Item>, u16) = match (&before[..], &after[..]) {
        // The year first: 2001 Aug 1.
        ([y], days) if year(*y).is_some() && days.iter().all(is_day) => (days.to_vec(), year(*y)?),
        // Days first: 29 September 2012, 12 and 13 March 94.
        (days, years) if !days.is_empty() && days.iter().all(is_day) => {
            (days.to_vec(), any_year(years)?)
        }
        // Days after the month, then the year: Aug 1 2001. Only the last can be the year, and a
        // two-digit year needs its apostrophe, or `May 05` would be ambiguous.
        ([], [days @ .., y]) if year(*y).is_some() && days.iter().all(is_day) => {
            (days.to_vec(), year(*y)?)
        }
        ([], [days @ .., Item::Short, y]) if days.iter().all(is_day) => {
            (days.to_vec(), any_year(&[*y])?)
        }
        _ => return None,
    };
    if days.is_empty() {
        return one(year, Some(month), None);
    }
    let mut dates: Vec<PartialDate> = Vec::new();
    let mut until = false;
    for item in days {
        let Some(day) = small(item) else {
            until = !dates.is_empty();
            continue;
        };
        let date = PartialDate::new(year, Some(month), Some(day))?;
        if std::mem::take(&mut until) {
            dates.extend(between(*dates.last()?, date));
        }
        dates.push(date);
    }
    Some(Found { dates: Dates::new(dates)?, unclear: None })
}

/// A year of an era, with month and day. Before 1873 Japan used another calendar, so only the year
/// is kept.
fn era(base: u16, number: u16, rest: &[Item]) -> Option<Found> {
    let year = base + number;
    let (date, rest) = start(year, rest)?;
    let date = if year < 1873 { PartialDate::new(year, None, None)? } else { date };
    if year < 1873 && !rest.is_empty() {
        return None;
    }
    follow(date, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::text;

    #[test]
    fn a_clock_is_passed_over() {
        for text in ["2003-05-06 12:30:00", "2003-05-06T12:30Z", "2024-11-09 08 09 57"] {
            let plain = without_clock(&text::fold(text));
            assert!(super::super::standard(&plain).is_some(), "{plain}");
        }
    }
}
