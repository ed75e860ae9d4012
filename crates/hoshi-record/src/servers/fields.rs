//! Game information of the servers, converted to SGF's spelling.

use hoshi_core::{Color, Outcome, WinBy, handicap};

use super::sheet::{Sheet, quoted};
use super::tree::Tree;
use crate::info::date::{Dates, PartialDate};
use crate::info::overtime::Overtime;
use crate::info::result::{self, Ending};
use crate::info::time::Millis;

/// A rank as SGF has it: `2D`, `9DP`, `7段*`, `10급` and the like become `2d`, `9p`, `7d*`, `10k`.
pub(super) fn rank(text: &str) -> Option<String> {
    let text = text.trim();
    let mark = text.chars().last().filter(|last| matches!(last, '*' | '?'));
    let text = text.trim_end_matches(['*', '?']).trim_end().to_lowercase();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = match text.chars().next()? {
        _ if digits > 0 => (text[..digits].parse().ok()?, &text[digits..]),
        first => {
            let number = if first == '初' {
                1
            } else {
                "一二三四五六七八九".chars().position(|c| c == first)? + 1
            };
            (number, &text[first.len_utf8()..])
        }
    };
    let unit = match unit.trim() {
        "d" | "dan" | "-dan" | "段" | "단" => 'd',
        "k" | "kyu" | "-kyu" | "级" | "級" | "급" => 'k',
        "p" | "dp" | "段p" | "단p" => 'p',
        _ => return None,
    };
    let mark = mark.map(String::from).unwrap_or_default();
    (1..=99).contains(&number).then(|| format!("{number}{unit}{mark}"))
}

/// Sets a player's rank, in SGF's spelling if it is understood.
pub(super) fn set_rank(tree: &mut Tree, color: Color, text: &str) {
    let key = if color == Color::Black { "BR" } else { "WR" };
    tree.set(key, rank(text).unwrap_or_else(|| text.to_owned()));
}

/// A date, if it exists.
pub(super) fn day(year: u64, month: u64, day: u64) -> Option<PartialDate> {
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    PartialDate::new(u16::try_from(year).ok()?, Some(month), Some(day))
}

/// The numbers in a text, regardless of separators.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = u64> + '_ {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap_or(u64::MAX))
}

/// The date at the start of a text: a year, a month and a day, regardless of separators.
pub(super) fn date(text: &str) -> Option<PartialDate> {
    let mut numbers = numbers(text);
    day(numbers.next()?, numbers.next()?, numbers.next()?)
}

/// The dates in SGF's spelling.
pub(super) fn dates(days: impl IntoIterator<Item = PartialDate>) -> String {
    Dates::new(days).map(|dates| dates.to_string()).unwrap_or_default()
}

/// Sets the main time in seconds, and the overtime: periods and their seconds.
pub(super) fn set_time(tree: &mut Tree, main: u64, periods: u64, period: u64) {
    // A larger number is an error, not a time.
    const MOST: u64 = 1_000_000_000;
    if main > MOST || (main == 0 && (periods == 0 || period == 0)) {
        return;
    }
    tree.set("TM", main.to_string());
    let (Ok(periods), Ok(period)) = (u32::try_from(periods), u32::try_from(period)) else { return };
    if periods > 0 && period > 0 {
        let period = Millis(i64::from(period) * 1000);
        tree.set("OT", Overtime::ByoYomi { periods, period }.to_string());
    }
}

/// A number given in tenths, as a decimal.
pub(super) fn tenths(tenths: u64) -> String {
    match (tenths / 10, tenths % 10) {
        (ones, 0) => ones.to_string(),
        (ones, rest) => format!("{ones}.{rest}"),
    }
}

/// A decimal number in its shortest form: `6.50` is 6.5, and `-5.00` is -5. At most 9 digits.
pub(super) fn decimal(text: &str) -> Option<String> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
    if digits.is_empty() || whole.len() + part.len() == 0 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let part = part.trim_end_matches('0');
    let sign = if whole == "0" && part.is_empty() { "" } else { sign };
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

/// A result in words, in any known language.
pub(super) fn result(text: &str) -> Option<Ending> {
    // `Black wins by 16.5 points! >> White(66):Black(89)`
    let text = text.split(">>").next().unwrap_or(text);
    let text = text.trim().trim_end_matches(['!', '！', '.', '。']);
    if text.to_lowercase().starts_with("progressing") {
        return Some(Ending::Unknown);
    }
    result::read(text).ok().map(|reading| reading.value)
}

/// Sets RE from words; text that is not understood stays as it is.
pub(super) fn set_result(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, text: &str) {
    match result(text) {
        Some(Ending::Known(outcome)) => tree.set("RE", outcome.to_string()),
        Some(Ending::Unknown) => {}
        None => {
            sheet.note(line, format!("the result {} is not understood", quoted(text)));
            tree.set("RE", text);
        }
    }
}

/// Whether words do not contradict a result.
pub(super) fn agrees(words: Option<Ending>, outcome: &str) -> bool {
    match words {
        Some(Ending::Known(Outcome::Win { winner, by: WinBy::Unknown })) => {
            outcome.starts_with(winner.letter())
        }
        Some(Ending::Known(known)) => known.to_string() == outcome,
        Some(Ending::Unknown) | None => true,
    }
}

/// Places handicap stones as Korean servers do: the third is in the upper left, as in GTP.
pub(super) fn set_handicap(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, stones: u64) {
    if stones < 2 {
        return;
    }
    let count = u32::try_from(stones).unwrap_or(u32::MAX);
    match handicap::gtp(tree.size, count) {
        Ok(points) => {
            tree.set("HA", stones.to_string());
            for point in points {
                tree.put(Color::Black, point);
            }
        }
        Err(error) => sheet.note(line, format!("no handicap stones are placed: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        let cases = [
            ("2D", "2d"),
            ("9DP", "9p"),
            ("7D*", "7d*"),
            ("10K*", "10k*"),
            ("7段*", "7d*"),
            ("5段P", "5p"),
            ("2k?", "2k?"),
            ("3段", "3d"),
            ("12급", "12k"),
            ("九段", "9d"),
            ("初段", "1d"),
            ("9-dan", "9d"),
            ("9P", "9p"),
            ("1 dan", "1d"),
        ];
        for (text, expected) in cases {
            assert_eq!(rank(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "D", "Gosei", "0D", "100K", "2X", "??", "*", "99999999999999999999D"] {
            assert_eq!(rank(text), None, "{text}");
        }
    }

    #[test]
    fn decimals() {
        let cases = [
            ("6.50", "6.5"),
            ("-5.50", "-5.5"),
            ("0.00", "0"),
            ("-0", "0"),
            ("07", "7"),
            ("+.5", "0.5"),
        ];
        for (text, expected) in cases {
            assert_eq!(decimal(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", ".", "-", "1,5", "x", "1.2.3", "0123456789"] {
            assert_eq!(decimal(text), None, "{text}");
        }
        assert_eq!((tenths(65), tenths(0), tenths(110)), ("6.5".into(), "0".into(), "11".into()));
    }

    #[test]
    fn results() {
        let cases = [
            ("White wins by  resign!", "W+R"),
            ("White loses on time ", "B+T"),
            ("Black wins by 16.5 points! >> White(66):Black(89)", "B+16.5"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("White Win by Resign!", "W+R"),
            ("흑 1.5집 승", "B+1.5"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒中押し勝ち!", "B+R"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("black 3.5 win", "B+3.5"),
            ("white wins by time", "W+T"),
            ("Black wins by 0.5!", "B+0.5"),
            ("白11目胜", "W+11"),
        ];
        for (text, expected) in cases {
            let found = result(text).map(|ending| ending.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(result("Progressing!"), Some(Ending::Unknown));
    }
}
