//! Coordinates, in and out, as methods of [`Size`]: A1 style (GTP, SGN), SGF letters, DGF numbers.
//! Reading checks that the point is on the board, so the result is always a valid [`Point`].

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::error::ParseError;
use crate::point::{Move, Point};
use crate::size::Size;

/// Letters of A1 columns: no I, which reads like 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
/// The longest side whose points have SGF letters.
const SGF_SIDE: u8 = 52;

/// A point in A1 style, ready to be printed. Returned by [`Size::a1`].
///
/// ```
/// use hoshi_core::Size;
///
/// let point = Size::S19.point(3, 15).unwrap();
/// assert_eq!(format!("{:>4}", Size::S19.a1(point)), "  D4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct A1 {
    column: u8,
    row: u8,
}

impl fmt::Display for A1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = column_name(self.column);
        text.push_str(&format!("{}", self.row));
        f.pad(&text)
    }
}

impl fmt::Debug for A1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a column, from 0: `A`..`Z` without `I`, then `AA`..`AZ`, `BA`..., no `I` either.
///
/// ```
/// use hoshi_core::column_name;
///
/// assert_eq!(column_name(8), "J");
/// assert_eq!(column_name(25), "AA");
/// assert_eq!(column_name(49), "AZ");
/// assert_eq!(column_name(50), "BA");
/// ```
#[must_use]
pub fn column_name(column: u8) -> String {
    let column = usize::from(column);
    let letter = |index: usize| char::from(COLUMNS[index % COLUMNS.len()]);
    let mut name = String::new();
    if column >= COLUMNS.len() {
        name.push(letter(column / COLUMNS.len() - 1));
    }
    name.push(letter(column));
    name
}

fn letter_index(letter: u8) -> Option<usize> {
    COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase())
}

fn column_index(name: &[u8]) -> Option<usize> {
    match *name {
        [one] => letter_index(one),
        [high, low] => Some((letter_index(high)? + 1) * COLUMNS.len() + letter_index(low)?),
        _ => None,
    }
}

fn sgf_letter(side: u8) -> Option<char> {
    match side {
        0..26 => Some(char::from(b'a' + side)),
        26..SGF_SIDE => Some(char::from(b'A' + side - 26)),
        _ => None,
    }
}

fn sgf_index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

impl Size {
    /// The point in A1 style: a column letter without I, and the row from 1 at the bottom.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let point = Size::S19.parse_sgf("de")?;
    /// assert_eq!(Size::S19.a1(point).to_string(), "D15");
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn a1(self, point: Point) -> A1 {
        A1 { column: point.x(), row: self.height().saturating_sub(point.y()) }
    }

    /// Reads A1 style, in either case.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let corner = Size::new(9, 11).unwrap().parse_a1("j11")?;
    /// assert_eq!((corner.x(), corner.y()), (8, 0));
    /// assert!(Size::S9.parse_a1("I5").is_err());
    /// assert_eq!(
    ///     Size::S9.parse_a1("A10").unwrap_err().to_string(),
    ///     "`A10` is not a point of a 9x9 board: columns are A to J, rows 1 to 9"
    /// );
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a point of this board.
    pub fn parse_a1(self, text: &str) -> Result<Point, ParseError> {
        let read = || {
            let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (column, row) = text.split_at_checked(letters)?;
            let column = u8::try_from(column_index(column.as_bytes())?).ok()?;
            if row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            let y = self.height().checked_sub(row.parse().ok()?)?;
            self.point(column, y)
        };
        read().ok_or_else(|| {
            if text.bytes().next().is_some_and(|b| b.eq_ignore_ascii_case(&b'I')) {
                return self.bad_point(text, "there is no column I (after H comes J)".into());
            }
            let (last, rows) = (column_name(self.width() - 1), self.height());
            self.bad_point(text, format!("columns are A to {last}, rows 1 to {rows}"))
        })
    }

    /// Reads a move: a point in A1 style, or `pass`.
    ///
    /// ```
    /// use hoshi_core::{Move, Size};
    /// assert_eq!(Size::S9.parse_move("PASS"), Ok(Move::Pass));
    /// ```
    ///
    /// # Errors
    /// If the text is neither.
    pub fn parse_move(self, text: &str) -> Result<Move, ParseError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        self.parse_a1(text).map(Move::Play)
    }

    /// The move as [`Size::parse_move`] reads it.
    ///
    /// ```
    /// use hoshi_core::{Move, Size};
    ///
    /// assert_eq!(Size::S9.move_name(Move::Pass), "pass");
    /// assert_eq!(Size::S9.move_name(Size::S9.parse_move("e5")?), "E5");
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn move_name(self, mv: Move) -> String {
        match mv {
            Move::Play(point) => format!("{}", self.a1(point)),
            Move::Pass => String::from("pass"),
        }
    }

    /// The point as two SGF letters, column then row from the top left; `None` past the 52nd line,
    /// the limit of SGF.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let q16 = Size::S19.parse_a1("Q16")?;
    /// assert_eq!(Size::S19.sgf(q16).as_deref(), Some("pd"));
    /// let big = Size::square(53).unwrap();
    /// assert_eq!(big.sgf(big.point(51, 0).unwrap()).as_deref(), Some("Za"));
    /// assert_eq!(big.sgf(big.point(52, 0).unwrap()), None);
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn sgf(self, point: Point) -> Option<String> {
        Some([sgf_letter(point.x())?, sgf_letter(point.y())?].iter().collect())
    }

    /// Reads two SGF letters. (The reader of records decides whether `tt` is a pass.)
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let point = Size::S19.parse_sgf("pd")?;
    /// assert_eq!(Size::S19.a1(point).to_string(), "Q16");
    /// assert!(Size::S9.parse_sgf("pd").is_err());
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a point of this board.
    pub fn parse_sgf(self, text: &str) -> Result<Point, ParseError> {
        let read = || match *text.as_bytes() {
            [x, y] => self.point(sgf_index(x)?, sgf_index(y)?),
            _ => None,
        };
        read().ok_or_else(|| {
            let last = |side: u8| sgf_letter(side.min(SGF_SIDE) - 1).unwrap_or('Z');
            let (x, y) = (last(self.width()), last(self.height()));
            self.bad_point(text, format!("two letters from aa (top left) to {x}{y}"))
        })
    }

    /// The DGF number of a point: `column + (row - 1) * width`, from 1 at the top left.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let dd = Size::S19.parse_sgf("dd")?;
    /// assert_eq!(Size::S19.dgf(dd), 61);
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub const fn dgf(self, point: Point) -> u32 {
        self.index(point) as u32 + 1
    }

    /// The point with this DGF number; `None` if there is none (0 is a pass, not a point).
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let point = Size::S19.point_of_dgf(181).unwrap();
    /// assert_eq!(Size::S19.a1(point).to_string(), "K10");
    /// assert_eq!(Size::S19.point_of_dgf(0), None);
    /// assert_eq!(Size::S19.point_of_dgf(362), None);
    /// ```
    #[must_use]
    pub const fn point_of_dgf(self, number: u32) -> Option<Point> {
        match number.checked_sub(1) {
            Some(index) => self.point_at(index as usize),
            None => None,
        }
    }

    fn bad_point(self, text: &str, hint: String) -> ParseError {
        ParseError::new(text, "a point", hint).on_board(self)
    }
}
