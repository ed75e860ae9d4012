//! Reading a line: tokens between separators, each token by its letters, digits and end, with a
//! reason for each wrong one.

use hoshi_core::{Color, Size};

use super::error::{Fault, Oddity, Place, SgnError, Warning, short};
use super::line::{Action, Line, Token, narrow};
use super::{MAX_LENGTH, Read};

/// Finds lines and columns of places that come in order, in one pass over the text.
pub(super) struct Placer<'a> {
    text: &'a str,
    /// The offset in `text` of each byte being parsed; empty if both are the same.
    origin: &'a [usize],
    at: usize,
    line: u32,
    column: u32,
}

impl<'a> Placer<'a> {
    pub(super) const fn new(text: &'a str, origin: &'a [usize]) -> Placer<'a> {
        Placer { text, origin, at: 0, line: 1, column: 1 }
    }

    /// The place of these bytes; `start` must not come before that of the last call.
    pub(super) fn place(&mut self, start: usize, end: usize) -> Place {
        let last = self.text.len();
        let find = |at: usize| {
            if self.origin.is_empty() { at } else { *self.origin.get(at).unwrap_or(&last) }
        };
        let (start, end) = (find(start), find(end));
        for c in self.text.get(self.at..start).unwrap_or("").chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at = self.at.max(start);
        Place { start: narrow(start), end: narrow(end), line: self.line, column: self.column }
    }
}

/// Refuses a text that is too long.
pub(super) fn check_length(text: &str) -> Result<(), SgnError> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    let mut end = MAX_LENGTH;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let place = Placer::new(text, &[]).place(end, end);
    Err(SgnError::new(Fault::TooLong { length: text.len() }, place))
}

pub(super) fn line(text: &str) -> Result<Read<Line>, SgnError> {
    check_length(text)?;
    tokens(text, &mut Placer::new(text, &[]))
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\t' | b'\r' | b'\n')
}

/// Reads the decoded text, with places in the original text.
pub(super) fn tokens(text: &str, placer: &mut Placer<'_>) -> Result<Read<Line>, SgnError> {
    let bytes = text.as_bytes();
    let mut line: Option<Line> = None;
    let mut case: Option<Warning> = None;
    // A byte order mark is not part of the text.
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    loop {
        at += bytes[at..].iter().take_while(|byte| is_separator(**byte)).count();
        let length = bytes[at..].iter().take_while(|byte| !is_separator(**byte)).count();
        let place = placer.place(at, at + length);
        if length == 0 {
            return match line {
                Some(line) => Ok(Read { value: line, warnings: case.into_iter().collect() }),
                None => Err(SgnError::new(Fault::Empty, place)),
            };
        }
        let word = &text[at..at + length];
        at += length;
        let error = |fault| SgnError::new(fault, place);
        let (right, odd) = match &mut line {
            None => {
                let size = size(word).map_err(error)?;
                line = Some(Line::new(size));
                (size.to_string(), word.contains('X'))
            }
            Some(line) => {
                let (action, odd) = token(word, line.size()).map_err(error)?;
                line.push_token(Token { action, place }).map_err(error)?;
                (if odd { action.spelling(line.size()) } else { String::new() }, odd)
            }
        };
        if odd {
            match &mut case {
                Some(Warning { oddity: Oddity::Case { count, .. }, .. }) => *count += 1,
                _ => {
                    let oddity = Oddity::Case { token: word.to_owned(), right, count: 1 };
                    case = Some(Warning { oddity, place });
                }
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_size(word: &str) -> bool {
    word.split_once(['x', 'X']).is_some_and(|(w, h)| is_number(w) && is_number(h))
}

fn size(word: &str) -> Result<Size, Fault> {
    let token = short(word);
    if is_number(word) {
        return Err(Fault::OneSide { token });
    }
    if !is_size(word) {
        return Err(Fault::NoSize { token });
    }
    let zero = word.split(['x', 'X']).any(|side| side.starts_with('0'));
    match word.parse() {
        Ok(size) if !zero => Ok(size),
        _ => Err(Fault::BadSize { token }),
    }
}

/// Reads a token: what it does, and whether its letters are in the wrong case.
fn token(word: &str, size: Size) -> Result<(Action, bool), Fault> {
    let token = || short(word);
    let color = |end: &str| match end {
        "b" | "B" => Some(Color::Black),
        "w" | "W" => Some(Color::White),
        _ => None,
    };
    let upper = |text: &str| text.bytes().any(|b| b.is_ascii_uppercase());
    for (name, action) in
        [("pass", Action::Pass as fn(Color) -> Action), ("resign", Action::Resign)]
    {
        let Some((head, end)) = word.split_at_checked(name.len()) else { continue };
        if !head.eq_ignore_ascii_case(name) || end.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        return match (color(end), end) {
            (Some(color), _) => Ok((action(color), upper(word))),
            (None, "") => Err(Fault::NoColor { token: token() }),
            (None, _) => Err(Fault::BadColor { token: token(), end: short(end) }),
        };
    }
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = word[letters..].bytes().take_while(u8::is_ascii_digit).count();
    let (column, rest) = word.split_at(letters);
    let (row, end) = rest.split_at(digits);
    if column.is_empty() {
        return Err(if is_size(word) {
            Fault::LateSize { token: token() }
        } else if row.is_empty() {
            Fault::Unknown { token: token() }
        } else {
            Fault::NoColumn { token: token() }
        });
    }
    if row.is_empty() {
        return Err(if end.is_empty() && letters <= 4 {
            Fault::NoRow { token: token() }
        } else {
            Fault::Unknown { token: token() }
        });
    }
    let point = size
        .parse_a1(&word[..letters + digits])
        .map_err(|_| point_fault(word, column, row, size))?;
    let action = match (color(end), end) {
        (Some(color), _) => Action::Play(color, point),
        (None, "c" | "C") => Action::Capture(point),
        (None, "") => return Err(Fault::NoColor { token: token() }),
        (None, _) => return Err(Fault::BadColor { token: token(), end: short(end) }),
    };
    let odd = column.bytes().any(|b| b.is_ascii_lowercase()) || upper(end);
    Ok((action, odd))
}

/// Why this is not a point of the board.
fn point_fault(word: &str, column: &str, row: &str, size: Size) -> Fault {
    let token = short(word);
    if column.len() <= 2 && column.contains(['I', 'i']) {
        return Fault::ColumnI { token };
    }
    if row.starts_with('0') && row != "0" {
        return Fault::Zero { token };
    }
    // Check the column alone: the first row is on every board.
    match size.parse_a1(&format!("{column}1")) {
        Ok(_) => Fault::Row { token, size },
        Err(_) => Fault::Column { token, size },
    }
}
