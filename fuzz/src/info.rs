//! Game information: no parser panics, an error quotes little and shows no control characters, and
//! a parsed value is written in a standard spelling.

use std::fmt::Debug;

use hoshi_core::{Preset, Rules};
use hoshi_record::info::{
    How, Reading, Unreadable, date, handicap, komi, overtime, result, rules, size, time,
};

/// Reads the bytes as each field.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let japanese = Rules::of(Preset::Japanese);
    for hints in [
        komi::Hints::default(),
        komi::Hints { rules: Some(&japanese), handicap: 3 },
        komi::Hints { rules: None, handicap: 2 },
    ] {
        let spelled = |komi: &hoshi_core::HalfPoints| komi::spelling(*komi);
        same(text, |text| komi::read(text, hints), spelled, true);
    }
    same(text, result::read, ToString::to_string, true);
    same(text, date::read, ToString::to_string, true);
    same(text, overtime::read, ToString::to_string, true);
    same(text, time::left, ToString::to_string, true);
    same(text, size::read, |size| size::spelling(*size), true);
    // RU has its own names for presets, and HA is omitted if there is no handicap.
    same(text, rules::read, ToString::to_string, false);
    same(text, handicap::read, ToString::to_string, false);
    same(text, time::overtime_left, ToString::to_string, true);
    if let Ok(Reading { value, .. }) = sentence(time::read(text))
        && let (Some(main), None) = (value.main, value.overtime)
    {
        let again = time::read(&main.to_string()).map(|reading| reading.value.main);
        assert_eq!(again, Ok(Some(main)), "{text:?}");
    }
}

fn same<T: PartialEq + Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<Reading<T>, Unreadable>,
    spell: impl Fn(&T) -> String,
    standard: bool,
) {
    let Ok(reading) = sentence(read(text)) else { return };
    if let How::Interpreted(what) = &reading.how {
        assert!(!what.is_empty() && !what.contains('\n'), "{text:?}");
    }
    let spelled = spell(&reading.value);
    let again = read(&spelled).expect("its own spelling");
    assert_eq!(again.value, reading.value, "{text:?} is spelled {spelled:?}");
    assert!(!standard || again.how == How::AsWritten, "{text:?} is spelled {spelled:?}: {again:?}");
}

fn sentence<T>(read: Result<T, Unreadable>) -> Result<T, Unreadable> {
    if let Err(error) = &read {
        let message = error.to_string();
        assert!(message.starts_with('`') && message.contains(" is not "), "{message}");
        assert!(!message.contains(char::is_control), "{message:?}");
        assert!(message.chars().count() < 1_000, "{message}");
    }
    read
}
