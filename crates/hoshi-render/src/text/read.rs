//! Parses boards in plain ASCII, even within other text, and the grammar of [`Diagram`].

use std::fmt;

use hoshi_core::{Color, Diagram, DiagramError, Mark, Point, Size, Window, column_name};

use super::cell::{HIDDEN, SIGNS};

/// The beginning of the legend.
pub(super) const KEY: &str = "Marks: ";

/// A parse error, with its line.
///
/// ```
/// let error = hoshi_render::text::read("  A B\n1 X ?\n  A B").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `?` is not a point: write X, O, ., a label or a sign for a mark");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    line: usize,
    message: String,
}

impl TextError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> TextError {
        TextError { line, message: message.into() }
    }

    /// The line, from 1.
    ///
    /// ```
    /// assert_eq!(hoshi_render::text::read("").unwrap_err().line(), 1);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

impl From<DiagramError> for TextError {
    fn from(error: DiagramError) -> TextError {
        let text = error.to_string();
        let message = text.split_once(": ").map_or(text.as_str(), |(_, message)| message);
        TextError::new(error.line(), message)
    }
}

/// Parses a diagram: the grammar of [`Diagram`], or the ASCII output of [`super::draw`] with the
/// coordinates `a1`. The latter may have other text above, and below after a blank line.
///
/// ```
/// use hoshi_core::Mark;
///
/// let text = "Black lives:\n\n   A B C\n 2 a ^X . 2\n 1 (O) . . 1\n   A B C\nko B1\n\nDoes it?";
/// let diagram = hoshi_render::text::read(text)?;
/// let point = |name| diagram.size().parse_a1(name).unwrap();
/// assert_eq!(diagram.label(point("A2")), Some("a"));
/// assert!(diagram.marks(point("B2")).contains(Mark::Triangle));
/// assert_eq!((diagram.last_move(), diagram.ko()), (Some(point("A1")), Some(point("B1"))));
/// # Ok::<(), hoshi_render::text::TextError>(())
/// ```
///
/// # Errors
/// If it contains no board, or a line of the board or of the notes below is invalid.
pub fn read(text: &str) -> Result<Diagram, TextError> {
    let strict = text.parse::<Diagram>();
    let lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().position(|line| columns(line).is_some());
    match (strict, header) {
        (Ok(diagram), _) => Ok(diagram),
        (Err(_), Some(header)) => drawn(&lines, header),
        (Err(error), None) => Err(error.into()),
    }
}

/// The columns named in a line, if it contains nothing else.
fn columns(line: &str) -> Option<(u8, u8)> {
    let names: Vec<&str> = line.split_whitespace().collect();
    let first = (0..=254).find(|&column| names.first().copied() == Some(&*column_name(column)))?;
    let last =
        u8::try_from(usize::from(first) + names.len() - 1).ok().filter(|&last| last < 255)?;
    let is_right = (first..=last).zip(&names).all(|(column, name)| column_name(column) == **name);
    is_right.then_some((first, last))
}

/// A parsed row.
struct Row<'a> {
    line: usize,
    number: usize,
    cells: Vec<(&'a str, bool)>,
}

/// A row without the bars of an edge: a number at one end or at both, and the points.
fn row(line: usize, text: &str, width: usize) -> Result<Row<'_>, TextError> {
    let mut cells: Vec<(&str, bool)> = Vec::new();
    let (mut start, mut is_last) = (None, false);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_whitespace() || matches!(c, '(' | ')' | '|') {
            if let Some(start) = start.take() {
                cells.push((&text[start..at], is_last));
                is_last = false;
            }
            is_last |= c == '(';
        } else if start.is_none() {
            start = Some(at);
        }
    }
    let wrong = |message: String| TextError::new(line, message);
    let number = |cell: Option<&(&str, bool)>| -> Option<usize> {
        cell.filter(|cell| !cell.1 && cell.0.bytes().all(|byte| byte.is_ascii_digit()))?
            .0
            .parse()
            .ok()
    };
    let first = number(cells.first());
    let Some(first) = first else {
        return Err(wrong(format!("`{}`: a row begins with its number", text.trim())));
    };
    cells.remove(0);
    if cells.len() == width + 1 && number(cells.last()) == Some(first) {
        cells.pop();
    }
    if cells.len() != width {
        let has = cells.len();
        return Err(wrong(format!("this row has {has} points, and there are {width} columns")));
    }
    Ok(Row { line, number: first, cells })
}

/// A board between two lines of column letters.
fn drawn(lines: &[&str], header: usize) -> Result<Diagram, TextError> {
    let names = columns(lines[header]).unwrap_or((0, 0));
    let width = usize::from(names.1 - names.0) + 1;
    let mut rows = Vec::new();
    let mut at = header + 1;
    loop {
        let Some(line) = lines.get(at) else {
            return Err(TextError::new(at, "the board ends without a second line of columns"));
        };
        at += 1;
        if columns(line) == Some(names) {
            break;
        }
        let is_edge = line.contains('-') && line.chars().all(|c| c == '-' || c.is_whitespace());
        if !is_edge && !line.trim().is_empty() {
            rows.push(row(at, line, width)?);
        }
    }
    let notes: Vec<(usize, &str)> = (at + 1..)
        .zip(&lines[at..])
        .map(|(number, line)| (number, line.trim()))
        .take_while(|(_, line)| !line.is_empty())
        .filter(|(_, line)| !line.starts_with(KEY))
        .collect();
    let of = |note: &str| -> Option<Size> {
        note.strip_prefix("window ")?.rsplit_once(" of ")?.1.parse().ok()
    };
    let cropped = notes.iter().find_map(|(_, note)| of(note));
    let whole = || {
        let height = u8::try_from(rows.len()).ok()?;
        Size::new(names.1 + 1, height).filter(|_| names.0 == 0)
    };
    let Some(size) = cropped.or_else(whole) else {
        let message = "a part of a board needs a note such as `window O7 T1 of 19x19`";
        return Err(TextError::new(header + 1, message));
    };
    let mut diagram = rest(size, &notes)?;
    let window = diagram.window().unwrap_or(Window::whole(size));
    if (window.left(), window.right()) != names || usize::from(window.height()) != rows.len() {
        let message = "the size of the board does not match its columns and notes";
        return Err(TextError::new(header + 1, message));
    }
    for (y, row) in (window.top()..=window.bottom()).zip(&rows) {
        let wanted = usize::from(size.height() - y);
        if row.number != wanted {
            let message =
                format!("this row is number {wanted} from the bottom, not {}", row.number);
            return Err(TextError::new(row.line, message));
        }
        for (x, &(text, is_last)) in (window.left()..=window.right()).zip(&row.cells) {
            let Some(point) = size.point(x, y) else { continue };
            if is_last && diagram.last_move().is_some_and(|last| last != point) {
                return Err(TextError::new(row.line, "there is only one last move"));
            }
            if is_last {
                diagram.set_last_move(Some(point));
            }
            cell(&mut diagram, point, text).ok_or_else(|| {
                let right = "write X, O, ., a label or a sign for a mark";
                TextError::new(row.line, format!("`{text}` is not a point: {right}"))
            })?;
        }
    }
    Ok(diagram)
}

/// The notes, read as those of an empty board.
fn rest(size: Size, notes: &[(usize, &str)]) -> Result<Diagram, TextError> {
    let mut text = format!("{:#}", Diagram::new(size));
    let above = text.lines().count();
    for (_, note) in notes {
        let note = match note.strip_prefix("window ").and_then(|note| note.rsplit_once(" of ")) {
            Some((corners, _)) => format!("window {corners}"),
            None => (*note).to_owned(),
        };
        text.push_str(&note);
        text.push('\n');
    }
    text.parse::<Diagram>().map_err(|error| {
        let error = TextError::from(error);
        let line = error.line.checked_sub(above + 1).and_then(|at| notes.get(at));
        TextError { line: line.map_or(1, |(line, _)| *line), ..error }
    })
}

/// Sets a point from its cell.
fn cell(diagram: &mut Diagram, point: Point, text: &str) -> Option<()> {
    if text == HIDDEN {
        diagram.mark(point, Mark::Hidden);
        return Some(());
    }
    let mut word = text;
    while let Some((mark, sign, _)) = SIGNS.iter().find(|(_, sign, _)| word.starts_with(*sign)) {
        diagram.mark(point, *mark);
        word = &word[sign.len_utf8()..];
    }
    if matches!(word, "." | "+") || word.is_empty() && word != text {
        return Some(());
    }
    let stone = match word.as_bytes().last()? {
        b'X' => Some(Color::Black),
        b'O' => Some(Color::White),
        _ => None,
    };
    let label = if stone.is_some() { &word[..word.len() - 1] } else { word };
    diagram.put(point, stone);
    if label.is_empty() {
        return Some(());
    }
    if !label.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let number = label.parse().ok().filter(|_| stone.is_some() && !label.starts_with('+'));
    match number {
        // The note below says that it is a label.
        Some(_) if diagram.label(point) == Some(label) => {}
        Some(number) => {
            diagram.set_number(point, number);
        }
        None => {
            diagram.set_label(point, label);
        }
    }
    Some(())
}
