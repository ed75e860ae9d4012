//! The plain-text grammar of diagrams, in and out.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::Diagram;
use crate::color::Color;
use crate::coord::column_name;
use crate::point::PointMap;
use crate::size::Size;

/// Why a text is not a diagram: what is wrong, and in which line.
///
/// ```
/// use hoshi_core::Diagram;
///
/// let error = "X . O\nX .".parse::<Diagram>().unwrap_err();
/// assert_eq!(error.line(), 2);
/// assert_eq!(error.to_string(), "line 2: this row has 2 points, the first one 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramError {
    line: usize,
    message: String,
}

impl DiagramError {
    pub(super) fn new(line: usize, message: impl Into<String>) -> DiagramError {
        DiagramError { line, message: message.into() }
    }

    /// The line, from 1.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    /// assert_eq!("".parse::<Diagram>().unwrap_err().line(), 1);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl core::error::Error for DiagramError {}

pub(super) const TWO_LAST: &str = "there is only one last move";

/// A row as read: its points, the column of a bracketed stone, the numbers beside it.
#[derive(Default)]
struct Row {
    line: usize,
    points: Vec<Option<Color>>,
    last: Option<usize>,
    numbers: Vec<usize>,
}

fn read_row(line: usize, text: &str) -> Result<Option<Row>, DiagramError> {
    let inner = text.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    let mut row = Row { line, ..Row::default() };
    for c in inner.chars() {
        match c {
            '.' | '+' | ',' | '*' => row.points.push(None),
            'X' | 'x' | '#' | '●' => row.points.push(Some(Color::Black)),
            'O' | 'o' | '○' => row.points.push(Some(Color::White)),
            ')' if matches!(row.points.last(), Some(Some(_))) && row.last.is_none() => {
                row.last = Some(row.points.len() - 1);
            }
            '(' => {}
            c if c.is_whitespace() => {}
            _ => return Ok(None),
        }
    }
    if row.points.is_empty() {
        return Ok(None);
    }
    let beside = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    for digits in beside {
        let number = digits.parse();
        row.numbers.push(number.map_err(|_| {
            DiagramError::new(line, format!("`{digits}` is too large for a row number"))
        })?);
    }
    Ok(Some(row))
}

/// Whether a line consists of column letters, which begin with A and name each column.
fn is_columns(text: &str) -> bool {
    text.starts_with('A') && text.chars().all(|c| c.is_ascii_uppercase() || c.is_whitespace())
}

fn check_columns(line: usize, text: &str, width: u8) -> Result<(), DiagramError> {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let wanted: String = (0..width).map(column_name).collect();
    if squeeze(text) == wanted {
        return Ok(());
    }
    let last = column_name(width - 1);
    Err(DiagramError::new(line, format!("columns of {width} points are lettered A to {last}")))
}

fn check_row_numbers(rows: &[Row], height: u8) -> Result<(), DiagramError> {
    for (index, row) in rows.iter().enumerate() {
        let wanted = usize::from(height) - index;
        if let Some(number) = row.numbers.iter().find(|&&number| number != wanted) {
            let message = format!("this row is number {wanted} from the bottom, not {number}");
            return Err(DiagramError::new(row.line, message));
        }
    }
    Ok(())
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let mut rows: Vec<Row> = Vec::new();
        let mut columns = Vec::new();
        let mut notes = Vec::new();
        let mut below = false;
        for (index, line) in text.lines().enumerate() {
            let (number, line) = (index + 1, line.trim());
            if line.is_empty() {
                continue;
            }
            if is_columns(line) {
                below |= !rows.is_empty();
                columns.push((number, line));
            } else if let Some(row) = read_row(number, line)? {
                if below || !notes.is_empty() {
                    return Err(DiagramError::new(number, "a row after the end of the board"));
                }
                let width = rows.first().map_or(row.points.len(), |first| first.points.len());
                if row.points.len() != width {
                    let here = row.points.len();
                    let message = format!("this row has {here} points, the first one {width}");
                    return Err(DiagramError::new(number, message));
                }
                rows.push(row);
            } else if rows.is_empty() {
                let message = format!("`{line}` is not a row of a board: write X, O and .");
                return Err(DiagramError::new(number, message));
            } else {
                notes.push((number, line));
            }
        }
        let width = u8::try_from(rows.first().map_or(0, |row| row.points.len())).ok();
        let height = u8::try_from(rows.len()).ok();
        let Some(size) = width.zip(height).and_then(|(w, h)| Size::new(w, h)) else {
            let message = "a board has 1 to 255 rows of 1 to 255 points, written X, O and .";
            return Err(DiagramError::new(1, message));
        };
        for (line, letters) in columns {
            check_columns(line, letters, size.width())?;
        }
        check_row_numbers(&rows, size.height())?;
        if let Some(second) = rows.iter().filter(|row| row.last.is_some()).nth(1) {
            return Err(DiagramError::new(second.line, TWO_LAST));
        }
        let mut diagram = from_rows(size, &rows);
        for (line, note) in notes {
            diagram.read_note(line, note)?;
        }
        Ok(diagram)
    }
}

fn from_rows(size: Size, rows: &[Row]) -> Diagram {
    let mut stones = PointMap::new(size, None);
    let mut last = None;
    let all = rows.iter().flat_map(|row| {
        row.points.iter().enumerate().map(|(x, &stone)| (stone, row.last == Some(x)))
    });
    for (point, (stone, is_last)) in size.points().zip(all) {
        stones[point] = stone;
        if is_last {
            last = Some(point);
        }
    }
    Diagram { stones, last, ..Diagram::new(size) }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.write_rows(f)?;
        } else {
            self.write_grid(f)?;
        }
        self.write_notes(f)
    }
}

impl Diagram {
    fn write_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            for (index, c) in row.chars().enumerate() {
                let blank = if index == 0 { "" } else { " " };
                write!(f, "{blank}{c}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let stars = size.stars();
        let numbers = size.height().to_string().len().max(2);
        // Columns past Z have two letters and need more room.
        let pitch = if size.width() > 25 { 3 } else { 2 };
        let mut letters = " ".repeat(numbers);
        for column in 0..size.width() {
            letters.push_str(&format!("{:>pitch$}", column_name(column)));
        }
        writeln!(f, "{letters}")?;
        for y in 0..size.height() {
            let number = size.height() - y;
            write!(f, "{number:>numbers$}")?;
            for point in (0..size.width()).filter_map(|x| size.point(x, y)) {
                let symbol = match self.stones[point] {
                    Some(color) => color.symbol(),
                    None if stars.binary_search(&point).is_ok() => '+',
                    None => '.',
                };
                write!(f, "{symbol:>pitch$}")?;
            }
            writeln!(f, " {number}")?;
        }
        writeln!(f, "{letters}")
    }
}
