//! Checks values against the type of their property, and respells them where that is unambiguous.

use hoshi_core::{Color, Size};

use crate::info::{date, size};
use crate::sgf::{Kind, Known, Value, known};

/// Why a value does not have the type of its property; `None` if it does. Points are checked with
/// their lists, and game information by [`super::game_info`].
pub(super) fn wrong(known: &Known, value: &Value<'_>) -> Option<&'static str> {
    let number = value.number();
    match (known.key, known.kind) {
        // Properties of the root, and those that are interpreted.
        ("FF" | "SZ" | "HA" | "KM" | "TM", _) => None,
        ("ST", _) => (!matches!(number, Some(0..=3))).then_some("is not 0, 1, 2 or 3"),
        ("PM", _) => (!matches!(number, Some(0..=2))).then_some("is not 0, 1 or 2"),
        (_, Kind::Number) => number.is_none().then_some("is not a whole number"),
        (_, Kind::Real) => value.thousandths().is_none().then_some("is not a number"),
        (_, Kind::Double) => value.double().is_none().then_some("is neither 1 nor 2"),
        (_, Kind::Empty) => (!is_empty(value)).then_some("should be empty"),
        (_, Kind::Color) => {
            (!matches!(value.raw().trim_ascii(), b"B" | b"W")).then_some("is neither B nor W")
        }
        (_, Kind::Labels) => {
            (value.composed().is_none() && !is_empty(value)).then_some("has no text after a colon")
        }
        (_, Kind::Lines) => (value.composed().is_none() && !is_empty(value))
            .then_some("is not two points with a colon between them"),
        (_, Kind::Figure) => {
            let is_figure = value.composed().is_some_and(|(flags, _)| flags.number().is_some());
            (!is_figure && !is_empty(value))
                .then_some("is not flags and a name, as in 257:Figure 1")
        }
        _ => None,
    }
}

/// The property that seems to begin inside a text, whose own bracket was forgotten, as in
/// `PB[Joe PW[Ann]`: its name, and how many bytes of the text come before it.
pub(super) fn property_inside(kind: Kind, value: &Value<'_>) -> Option<(&'static str, usize)> {
    let raw = value.raw();
    let bracket = memchr::memrchr(b'[', raw)?;
    let before = &raw[..bracket];
    let letters = before.iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
    let from = bracket - letters;
    let inside = known(std::str::from_utf8(&before[from..]).ok()?)?;
    let behind = before[..from].last();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'\\' | b'[' | 0x80..);
    // Closed brackets are ordinary text; and people write single letters before a bracket.
    let is_text = memchr::memchr(b']', &raw[bracket..]).is_some()
        || behind.is_none_or(is_word)
        || letters < 2 && (kind == Kind::Text || behind != Some(&b' '));
    (!is_text).then_some((inside.key, from))
}

/// The correct spelling of a value, if it differs and the meaning is the same.
pub(super) fn respelt(known: &Known, value: &Value<'_>, board: Size) -> Option<Vec<u8>> {
    let right: Vec<u8> = match (known.key, known.kind) {
        ("SZ", _) => size::spelling(size::read(&value.simple_text()).ok()?.value).into_bytes(),
        ("DT", _) => plain_date(&value.simple_text())?.into_bytes(),
        ("B" | "W", _) if is_tt(value, board) => Vec::new(),
        // A judgement without a degree means `1`.
        (_, Kind::Double) if is_empty(value) => b"1".to_vec(),
        // From a program that takes it for a double.
        (_, Kind::Empty) if matches!(value.raw().trim_ascii(), b"1" | b"2") => Vec::new(),
        (_, Kind::Color) => match value.color()? {
            Color::Black => b"B".to_vec(),
            Color::White => b"W".to_vec(),
        },
        _ => return None,
    };
    let as_is = match known.kind {
        // White space around a letter is allowed.
        Kind::Color => right == value.raw().trim_ascii(),
        _ => right == value.raw(),
    };
    (!as_is).then_some(right)
}

/// Whether the points of a value are on the board. Replay checks moves and stones.
pub(super) fn is_on_board(known: &Known, value: &Value<'_>, board: Size) -> bool {
    match (known.key, known.kind) {
        ("B" | "W" | "AB" | "AW" | "AE", _) => true,
        (_, Kind::Points | Kind::PointsOrNone) => value.points(board).is_some(),
        (_, Kind::Move) => value.a_move(board).is_some(),
        (_, Kind::Labels) => value.composed().is_none_or(|(at, _)| at.point(board).is_some()),
        (_, Kind::Lines) => value
            .composed()
            .is_none_or(|(from, to)| from.point(board).is_some() && to.point(board).is_some()),
        _ => true,
    }
}

pub(super) fn is_empty(value: &Value<'_>) -> bool {
    value.raw().trim_ascii().is_empty()
}

/// Whether a move is a pass as `FF[3]` wrote it.
pub(super) fn is_tt(value: &Value<'_>, board: Size) -> bool {
    value.raw().trim_ascii() == b"tt" && board.width() <= 19 && board.height() <= 19
}

/// A date of year, month and day in digits that only lacks the standard's dashes and zeros: any
/// other text in DT may say more than a date.
fn plain_date(text: &str) -> Option<String> {
    let text = text.trim();
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    let [year, month, day] = parts[..] else { return None };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if year.len() != 4 || !parts.iter().all(|part| digits(part) && part.len() <= 4) {
        return None;
    }
    let number = |text: &str| text.parse::<u8>().ok();
    let date = date::PartialDate::new(year.parse().ok()?, number(month), number(day))?;
    (date.month().is_some() && date.day().is_some()).then(|| date.to_string())
}
