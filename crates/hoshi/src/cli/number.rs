//! Whole numbers on the command line. What the standard library and clap say of a wrong one names neither
//! the value nor the limits in words, so these parsers do.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A whole number between two limits, both included.
pub(super) fn in_range<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let (least, most) = (range.start(), range.end());
            Err(format!("`{text}` is not a whole number from {least} to {most}"))
        }
    }
}

/// A whole number without an upper limit that a person would meet.
pub(super) fn at_least<T>(
    least: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(format!("`{text}` is too large"))
        }
        _ => Err(format!("`{text}` is not a whole number, {least} or more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_is_quoted_with_its_limits() {
        let games = in_range(1..=1000_u32);
        assert_eq!(games("1"), Ok(1));
        assert_eq!(games("1000"), Ok(1000));
        for text in ["0", "1001", "-1", "", "x", "3.5", "99999999999999999999"] {
            let wrong = format!("`{text}` is not a whole number from 1 to 1000");
            assert_eq!(games(text), Err(wrong));
        }
    }

    #[test]
    fn a_number_without_an_upper_limit_can_still_be_too_large() {
        let number = at_least(1_usize);
        assert_eq!(number("7"), Ok(7));
        for text in ["0", "-1", "", "x"] {
            assert_eq!(number(text), Err(format!("`{text}` is not a whole number, 1 or more")));
        }
        let large = "99999999999999999999";
        assert_eq!(number(large), Err(format!("`{large}` is too large")));
    }
}
