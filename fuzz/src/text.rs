//! Short texts: sizes, rules, coordinates, points, results, colours. Everything that is read is
//! written and reads back the same; errors are sentences.

use std::fmt::Debug;
use std::str::FromStr;

use hoshi_core::{Color, HalfPoints, Move, Outcome, ParseError, Preset, Rules, Size};

/// Reads the bytes as each kind of text.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    same::<Size>(text);
    same::<Rules>(text);
    same::<Preset>(text);
    same::<HalfPoints>(text);
    same::<Outcome>(text);
    same::<Color>(text);
    for side in [1, 9, 19, 52, 255] {
        let size = Size::new(side, 256_u16.saturating_sub(side.into()).min(60) as u8);
        points(size.expect("sides above 0"), text);
    }
}

fn same<T: FromStr<Err = ParseError> + ToString + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>();
            assert_eq!(again.as_ref(), Ok(&value), "{text:?} is written as {written:?}");
            assert_eq!(again.map(|value| value.to_string()), Ok(written));
        }
        Err(error) => sentence(&error),
    }
}

fn points(size: Size, text: &str) {
    match size.parse_a1(text) {
        Ok(point) => {
            assert!(size.contains(point));
            assert_eq!(size.parse_a1(&size.a1(point).to_string()), Ok(point));
            assert_eq!(size.parse_move(text), Ok(Move::Play(point)));
            assert_eq!(size.point_of_dgf(size.dgf(point)), Some(point));
        }
        Err(error) => {
            sentence(&error);
            let pass = size.parse_move(text).ok();
            assert_eq!(pass, text.eq_ignore_ascii_case("pass").then_some(Move::Pass));
        }
    }
    match size.parse_sgf(text) {
        Ok(point) => assert_eq!(size.sgf(point).as_deref(), Some(text)),
        Err(error) => sentence(&error),
    }
}

fn sentence(error: &ParseError) {
    let message = error.to_string();
    assert!(message.starts_with('`') && message.contains(" is not a"), "{message}");
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() < 1_000, "{message}");
}
