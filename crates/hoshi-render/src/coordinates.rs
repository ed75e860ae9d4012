//! The names of columns and rows in the styles that books, programs and servers use.

use std::fmt;
use std::str::FromStr;

use hoshi_core::{Size, column_name};

/// A style of naming the lines of a board.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_render::Coordinates;
///
/// let style: Coordinates = "japanese".parse()?;
/// assert_eq!((style.column(15, Size::S19), style.row(3, Size::S19)), ("16".into(), "四".into()));
/// # Ok::<(), hoshi_render::UnknownCoordinates>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coordinates {
    /// Letters without I, rows from 1 at the bottom: `Q16`.
    #[default]
    A1,
    /// The letters of SGF, columns from the left, rows from the top: `pd`.
    Sgf,
    /// Numbers from 1 at the top left: `16-4`.
    Numbers,
    /// Arabic columns from the left, kanji rows from the top: `16の四`.
    Japanese,
    /// No names.
    None,
}

impl Coordinates {
    /// Every style.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Coordinates::ALL.len(), 5);
    /// ```
    pub const ALL: [Coordinates; 5] = [
        Coordinates::A1,
        Coordinates::Sgf,
        Coordinates::Numbers,
        Coordinates::Japanese,
        Coordinates::None,
    ];

    /// The word for the style.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Coordinates::Numbers.name(), "1-1");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Coordinates::A1 => "a1",
            Coordinates::Sgf => "sgf",
            Coordinates::Numbers => "1-1",
            Coordinates::Japanese => "japanese",
            Coordinates::None => "none",
        }
    }

    /// The name of a column, from 0 at the left; empty where the style has none.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_render::Coordinates;
    ///
    /// assert_eq!(Coordinates::A1.column(8, Size::S19), "J");
    /// assert_eq!(Coordinates::Sgf.column(8, Size::S19), "i");
    /// ```
    #[must_use]
    pub fn column(self, column: u8, _size: Size) -> String {
        match self {
            Coordinates::A1 => column_name(column),
            Coordinates::Sgf => sgf_letter(column),
            Coordinates::Numbers | Coordinates::Japanese => (u16::from(column) + 1).to_string(),
            Coordinates::None => String::new(),
        }
    }

    /// The name of a row, from 0 at the top; empty where the style has none.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_render::Coordinates;
    ///
    /// assert_eq!(Coordinates::A1.row(0, Size::S19), "19");
    /// assert_eq!(Coordinates::Numbers.row(0, Size::S19), "1");
    /// ```
    #[must_use]
    pub fn row(self, row: u8, size: Size) -> String {
        match self {
            Coordinates::A1 => size.height().saturating_sub(row).to_string(),
            Coordinates::Sgf => sgf_letter(row),
            Coordinates::Numbers => (u16::from(row) + 1).to_string(),
            Coordinates::Japanese => kanji(u16::from(row) + 1),
            Coordinates::None => String::new(),
        }
    }
}

/// The SGF letter of a line; after the 52nd, its number.
fn sgf_letter(line: u8) -> String {
    match line {
        0..26 => char::from(b'a' + line).to_string(),
        26..52 => char::from(b'A' + line - 26).to_string(),
        _ => (u16::from(line) + 1).to_string(),
    }
}

/// A number from 1 to 299 in kanji, as books write it: 十九, 二十, 百二.
fn kanji(number: u16) -> String {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let mut text = String::new();
    for (unit, sign) in [(100, Some('百')), (10, Some('十')), (1, None)] {
        let digit = usize::from(number / unit % 10);
        if digit > 1 || digit == 1 && sign.is_none() {
            text.push(DIGITS[digit]);
        }
        if digit > 0 {
            text.extend(sign);
        }
    }
    text
}

/// An unknown style of coordinates.
///
/// ```
/// use hoshi_render::Coordinates;
///
/// let error = "kanji".parse::<Coordinates>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown coordinates `kanji`: write a1, sgf, 1-1, japanese or none");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCoordinates(String);

impl fmt::Display for UnknownCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown coordinates `{}`: write a1, sgf, 1-1, japanese or none", self.0)
    }
}

impl std::error::Error for UnknownCoordinates {}

impl FromStr for Coordinates {
    type Err = UnknownCoordinates;

    fn from_str(text: &str) -> Result<Coordinates, UnknownCoordinates> {
        let found = Coordinates::ALL.into_iter().find(|style| style.name() == text);
        found.ok_or_else(|| UnknownCoordinates(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Coordinates, kanji};
    use hoshi_core::Size;

    #[test]
    fn numbers_in_kanji() {
        let wanted = [
            (1, "一"),
            (9, "九"),
            (10, "十"),
            (11, "十一"),
            (19, "十九"),
            (20, "二十"),
            (25, "二十五"),
            (100, "百"),
            (101, "百一"),
            (110, "百十"),
            (255, "二百五十五"),
        ];
        for (number, text) in wanted {
            assert_eq!(kanji(number), text);
        }
    }

    #[test]
    fn the_upper_right_star_in_every_style() {
        let names =
            Coordinates::ALL.map(|style| (style.column(15, Size::S19), style.row(3, Size::S19)));
        let wanted = [("Q", "16"), ("p", "d"), ("16", "4"), ("16", "四"), ("", "")];
        assert_eq!(names, wanted.map(|(column, row)| (column.to_owned(), row.to_owned())));
    }
}
