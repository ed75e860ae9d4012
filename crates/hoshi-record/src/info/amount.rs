//! Numbers as people write them, exactly: decimals with a point or a comma, fractions (`2 1/4`,
//! `3又3/4`, `四分之三`), Chinese and Japanese numerals, and the word `half`.

use std::fmt;

/// An exact number that is not negative: a numerator and a denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    numerator: i64,
    denominator: i64,
}

/// Far beyond any number in a record; it keeps all products below well inside 64 bits.
const LARGEST: i64 = 1_000_000_000;

impl Amount {
    pub(super) const HALF: Amount = Amount { numerator: 1, denominator: 2 };

    pub(super) const fn integer(number: i64) -> Amount {
        Amount { numerator: number, denominator: 1 }
    }

    fn new(numerator: i64, denominator: i64) -> Option<Amount> {
        let fits = (0..=LARGEST).contains(&numerator) && (1..=LARGEST).contains(&denominator);
        fits.then_some(Amount { numerator, denominator })
    }

    pub(super) fn plus(self, other: Amount) -> Option<Amount> {
        let (a, b) = (self.numerator, self.denominator);
        let (c, d) = (other.numerator, other.denominator);
        Amount::new(a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
    }

    pub(super) fn over(self, divisor: i64) -> Option<Amount> {
        Amount::new(self.numerator, self.denominator.checked_mul(divisor)?)
    }

    /// This amount in units of `1 / parts`, if that is an integer.
    pub(super) fn in_parts(self, parts: i64) -> Option<i64> {
        let product = self.numerator.checked_mul(parts)?;
        (product % self.denominator == 0).then_some(product / self.denominator)
    }

    /// This amount in thousandths, truncated.
    pub(super) fn thousandths(self) -> i64 {
        self.numerator.saturating_mul(1000) / self.denominator
    }

    pub(super) fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub(super) fn as_count(self) -> Option<u32> {
        u32::try_from(self.in_parts(1)?).ok()
    }
}

/// As a decimal with up to three places, for messages.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.thousandths();
        let digits = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        f.write_str(digits.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Parses a number at the start of `text`, which is folded (see `text`); returns it and its length
/// in bytes.
pub(super) fn read(text: &str) -> Option<(Amount, usize)> {
    if let Some(found) = read_kanji(text) {
        return Some(found);
    }
    let (first, used) = read_decimal(text)?;
    let rest = &text[used..];
    // `3/4` is a fraction; `25/8` is moves and seconds.
    let proper = |bottom: i64| first.in_parts(1).is_some_and(|top| top < bottom);
    if let Some((second, more)) = fraction_end(rest).filter(|&(bottom, _)| proper(bottom)) {
        return Some((first.over(second)?, used + more));
    }
    // `2 1/4`, `2又1/4`, `2-1/4`, `2 and 1/4`.
    let joints = [" and ", "又", " ", "-", "与"];
    for joint in joints {
        let Some(after) = rest.strip_prefix(joint) else { continue };
        let Some((top, top_used)) = read_digits(after.trim_start()) else { continue };
        let blank = after.len() - after.trim_start().len();
        let Some((bottom, more)) = fraction_end(&after[blank + top_used..]) else { continue };
        let sum = first.plus(Amount::integer(top).over(bottom)?)?;
        return Some((sum, used + joint.len() + blank + top_used + more));
    }
    Some((first, used))
}

fn read_digits(text: &str) -> Option<(i64, usize)> {
    let used = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: i64 = text[..used].parse().ok()?;
    (number <= LARGEST).then_some((number, used))
}

/// `/4` after a numerator. A denominator is a small number: `10/300` is moves and seconds.
fn fraction_end(text: &str) -> Option<(i64, usize)> {
    let (bottom, used) = read_digits(text.strip_prefix('/')?)?;
    matches!(bottom, 2 | 3 | 4 | 8).then_some((bottom, used + 1))
}

/// `7`, `7.5`, `7,5`, `.5`, `7.`
fn read_decimal(text: &str) -> Option<(Amount, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[digits..];
    let places = |rest: &str| rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let fraction = match rest.bytes().next() {
        Some(b'.') => Some(places(rest)),
        // A comma before one or two digits is a decimal comma; otherwise it separates two things.
        Some(b',') if (1..=2).contains(&places(rest)) && digits > 0 => Some(places(rest)),
        _ => None,
    };
    let number = if digits == 0 { 0 } else { read_digits(text)?.0 };
    match fraction {
        None | Some(0) if digits == 0 => None,
        None => Some((Amount::integer(number), digits)),
        Some(0) => Some((Amount::integer(number), digits + 1)),
        Some(count) => {
            let used = digits + 1 + count;
            // Programs write many trailing zeros.
            let digits = rest[1..=count].trim_end_matches('0');
            if digits.len() > 6 {
                return None;
            }
            let below = if digits.is_empty() { 0 } else { digits.parse().ok()? };
            let scale = 10_i64.pow(u32::try_from(digits.len()).ok()?);
            Some((Amount::integer(number).plus(Amount::new(below, scale)?)?, used))
        }
    }
}

fn kanji_digit(c: char) -> Option<i64> {
    const DIGITS: &str = "〇一二三四五六七八九";
    match c {
        '零' => Some(0),
        '两' | '兩' => Some(2),
        _ => DIGITS.chars().position(|digit| digit == c).and_then(|n| i64::try_from(n).ok()),
    }
}

/// `二百一十三`, `四分之三`, `一又四分之一`.
fn read_kanji(text: &str) -> Option<(Amount, usize)> {
    let (first, used) = read_kanji_integer(text)?;
    let rest = &text[used..];
    if let Some(top) = rest.strip_prefix("分之") {
        let (top, more) = read_kanji_integer(top)?;
        let part = Amount::integer(top).over(first)?;
        return Some((part, used + "分之".len() + more));
    }
    if let Some(after) = rest.strip_prefix('又') {
        let (part, more) = read(after)?;
        return Some((Amount::integer(first).plus(part)?, used + '又'.len_utf8() + more));
    }
    Some((Amount::integer(first), used))
}

fn read_kanji_integer(text: &str) -> Option<(i64, usize)> {
    let (mut total, mut digit, mut used) = (0_i64, None, 0);
    for c in text.chars() {
        if let Some(next) = kanji_digit(c) {
            // Digits in a row are positional: 二〇〇三.
            digit = Some(digit.unwrap_or(0) * 10 + next);
        } else if let Some(unit) = match c {
            '十' => Some(10),
            '百' => Some(100),
            '千' => Some(1000),
            _ => None,
        } {
            total += digit.take().unwrap_or(1) * unit;
        } else {
            break;
        }
        used += c.len_utf8();
        if total + digit.unwrap_or(0) > LARGEST / 10_000 {
            return None;
        }
    }
    (used > 0).then_some((total + digit.unwrap_or(0), used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, quarters, used) in [
            ("7.5 points", 30, 3),
            ("6,5", 26, 3),
            ("6.500000", 26, 8),
            (".5", 2, 2),
            ("34.", 136, 3),
            ("2 1/4", 9, 5),
            ("3/4子", 3, 3),
            ("3又3/4子", 15, 7),
            ("5 and 1/2", 22, 9),
            ("六目半", 24, 3),
            ("四分之三子", 3, 12),
            ("一又四分之一", 5, 18),
            ("二百一十三", 852, 15),
            ("二〇〇三年", 8012, 12),
            ("25/300", 100, 2),
        ] {
            let (amount, bytes) = read(text).unwrap();
            assert_eq!((amount.in_parts(4), bytes), (Some(quarters), used), "{text}");
        }
        for text in ["", "abc", ".", "半", "99999999999999999999", "0.12345678901"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
