//! Notes about a record, a line each: the first hundred, and how many more there are. A broken file can
//! have millions, and nobody reads them. What a command is asked for is not a note, and is never cut:
//! the findings of `hoshi check`, the list in `--json`.

use crate::out::{self, Out};

/// At most this many are printed.
pub(crate) const SHOWN: usize = 100;

/// Notes that are said one after the other.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    many: usize,
}

impl Notes {
    /// One more note; whether it is among those that are said.
    pub(crate) fn is_shown(&mut self) -> bool {
        self.many += 1;
        self.many <= SHOWN
    }

    /// What to say of those that were not said.
    pub(crate) fn rest(&self) -> Option<String> {
        let rest = self.many.checked_sub(SHOWN).filter(|&rest| rest > 0)?;
        Some(format!("and {} more", grouped(rest)))
    }
}

/// Says notes, each with this before it.
pub(crate) fn say<T: ToString>(before: &str, notes: impl IntoIterator<Item = T>, out: &mut Out) {
    say_some(before, notes, 0, out);
}

/// The same with this many more notes than those given.
pub(crate) fn say_some<T: ToString>(
    before: &str,
    notes: impl IntoIterator<Item = T>,
    unlisted: usize,
    out: &mut Out,
) {
    let mut said = Notes::default();
    for note in notes {
        if said.is_shown() {
            out.say(out::indented(&format!("{before}{}", note.to_string())));
        }
    }
    said.many += unlisted;
    if let Some(rest) = said.rest() {
        out.say(format!("{before}{rest}"));
    }
}

/// A number with a comma before every third digit from the end.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest_of(many: usize) -> (usize, Option<String>) {
        let mut notes = Notes::default();
        let shown = (0..many).filter(|_| notes.is_shown()).count();
        (shown, notes.rest())
    }

    #[test]
    fn a_hundred_are_said_and_the_rest_is_counted() {
        assert_eq!(rest_of(0), (0, None));
        assert_eq!(rest_of(100), (100, None));
        assert_eq!(rest_of(101), (100, Some("and 1 more".to_owned())));
        assert_eq!(rest_of(3_310), (100, Some("and 3,210 more".to_owned())));
    }

    #[test]
    fn numbers_are_grouped() {
        let all = [7, 999, 1_000, 10_000, 123_456, 1_234_567].map(grouped);
        assert_eq!(all, ["7", "999", "1,000", "10,000", "123,456", "1,234,567"]);
    }
}
