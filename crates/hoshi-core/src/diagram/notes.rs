//! The notes below the rows of a text diagram, in and out: a word, then points, numbers or texts.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::text::TWO_LAST;
use super::{Diagram, DiagramError, Legend, Mark, Window};
use crate::color::Color;
use crate::point::Point;
use crate::size::Size;

/// The rest of a line, word by word.
struct Words<'a> {
    size: Size,
    line: usize,
    /// The whole note, for errors.
    note: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn wrong(&self, expected: &str) -> DiagramError {
        DiagramError::new(self.line, format!("`{}`: write {expected}", self.note))
    }

    /// The next word, up to a blank; `None` at the end of the line.
    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn parse<T: FromStr>(&mut self, expected: &str) -> Result<T, DiagramError> {
        self.word().and_then(|word| word.parse().ok()).ok_or_else(|| self.wrong(expected))
    }

    fn point(&mut self, expected: &str) -> Result<Point, DiagramError> {
        let name = self.word().ok_or_else(|| self.wrong(expected))?;
        self.size.parse_a1(name).map_err(|error| DiagramError::new(self.line, error.to_string()))
    }

    /// The next text: in quotes, or a bare word.
    fn text(&mut self, expected: &str) -> Result<String, DiagramError> {
        let rest = self.rest.trim_start();
        if !rest.starts_with('"') {
            let bare = self.word().filter(|word| !word.contains('"'));
            return bare.map(ToString::to_string).ok_or_else(|| self.wrong(expected));
        }
        let (text, rest) = unquote(rest).ok_or_else(|| self.wrong(expected))?;
        self.rest = rest;
        Ok(text)
    }

    fn end(&mut self, expected: &str) -> Result<(), DiagramError> {
        if self.rest.trim().is_empty() { Ok(()) } else { Err(self.wrong(expected)) }
    }
}

impl Diagram {
    pub(super) fn read_note(&mut self, line: usize, note: &str) -> Result<(), DiagramError> {
        let mut words = Words { size: self.size(), line, note, rest: note };
        let word = words.word().unwrap_or_default();
        match word {
            "last" => {
                let last = words.point("last D4")?;
                words.end("last D4")?;
                if self.last.replace(last).is_some_and(|other| other != last) {
                    return Err(DiagramError::new(line, TWO_LAST));
                }
            }
            "ko" => {
                self.ko = Some(words.point("ko D4")?);
                words.end("ko D4")?;
            }
            "number" => {
                const WRITE: &str = "number D4 17";
                let at = words.point(WRITE)?;
                let number = words.parse(WRITE)?;
                words.end(WRITE)?;
                self.set_number(at, number);
            }
            "label" => {
                const WRITE: &str = "label D4 a, or label D4 \"a b\"";
                let at = words.point(WRITE)?;
                let label = words.text(WRITE)?;
                words.end(WRITE)?;
                self.set_label(at, label);
            }
            "line" | "arrow" => {
                let write = format!("{word} D4 E5");
                let (from, to) = (words.point(&write)?, words.point(&write)?);
                words.end(&write)?;
                if word == "line" {
                    self.add_line(from, to)
                } else {
                    self.add_arrow(from, to)
                };
            }
            "heat" => {
                const WRITE: &str = "heat D4 500, from -1000 to 1000";
                loop {
                    let at = words.point(WRITE)?;
                    let heat: i16 = words.parse(WRITE)?;
                    if !(-1000..=1000).contains(&heat) {
                        return Err(words.wrong(WRITE));
                    }
                    self.set_heat(at, heat);
                    if words.rest.trim().is_empty() {
                        break;
                    }
                }
            }
            "window" => {
                const WRITE: &str = "window A1 G7, two corners";
                let (one, other) = (words.point(WRITE)?, words.point(WRITE)?);
                words.end(WRITE)?;
                self.window = Some(Window::between(one, other));
            }
            _ => return self.read_caption(word, words),
        }
        Ok(())
    }

    fn read_caption(&mut self, word: &str, mut words: Words<'_>) -> Result<(), DiagramError> {
        match word {
            "title" | "heading" | "note" | "comment" => {
                let write = format!("{word} \"a text\"");
                let text = words.text(&write)?;
                words.end(&write)?;
                let caption = &mut self.caption;
                match word {
                    "title" => caption.title = Some(text),
                    "heading" => caption.heading.push(text),
                    "note" => caption.notes.push(text),
                    _ => caption.comment = Some(text),
                }
            }
            "to-play" => {
                const WRITE: &str = "to-play black, or to-play white";
                let color =
                    Color::ALL.into_iter().find(|color| color_word(*color) == words.rest.trim());
                self.caption.to_play = Some(color.ok_or_else(|| words.wrong(WRITE))?);
            }
            "captures" => {
                const WRITE: &str = "captures 3 12: by Black, by White";
                self.caption.captures = Some((words.parse(WRITE)?, words.parse(WRITE)?));
                words.end(WRITE)?;
            }
            "legend" => {
                const WRITE: &str = "legend \"ko points\" 0 48";
                let title = words.text(WRITE)?;
                let (low, high) = (words.text(WRITE)?, words.text(WRITE)?);
                words.end(WRITE)?;
                self.caption.legend = Some(Legend { title, low, high });
            }
            _ => {
                let Some(mark) = Mark::named(word) else {
                    let message =
                        format!("`{}` is neither a row of X, O and . nor a note", words.note);
                    return Err(DiagramError::new(words.line, message));
                };
                let write = format!("{word} D4");
                loop {
                    let at = words.point(&write)?;
                    self.mark(at, mark);
                    if words.rest.trim().is_empty() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn write_notes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for (word, point) in [("last", self.last), ("ko", self.ko)] {
            if let Some(point) = point {
                writeln!(f, "{word} {}", size.a1(point))?;
            }
        }
        for mark in Mark::ALL {
            let mut points = self.marked(mark).peekable();
            if points.peek().is_some() {
                f.write_str(mark.name())?;
                points.try_for_each(|point| write!(f, " {}", size.a1(point)))?;
                writeln!(f)?;
            }
        }
        for (point, number) in self.numbers() {
            writeln!(f, "number {} {number}", size.a1(point))?;
        }
        for (point, label) in self.labels() {
            writeln!(f, "label {} {}", size.a1(point), quote(label))?;
        }
        for (from, to) in self.lines() {
            writeln!(f, "line {} {}", size.a1(from), size.a1(to))?;
        }
        for (from, to) in self.arrows() {
            writeln!(f, "arrow {} {}", size.a1(from), size.a1(to))?;
        }
        if !self.heat.is_empty() {
            f.write_str("heat")?;
            self.heats().try_for_each(|(point, heat)| write!(f, " {} {heat}", size.a1(point)))?;
            writeln!(f)?;
        }
        if let Some(window) = self.window {
            let corner = |x, y| size.point(x, y).map(|point| size.a1(point).to_string());
            let one = corner(window.left(), window.top()).unwrap_or_default();
            let other = corner(window.right(), window.bottom()).unwrap_or_default();
            writeln!(f, "window {one} {other}")?;
        }
        self.write_caption(f)
    }

    fn write_caption(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caption = &self.caption;
        let title = caption.title.iter().map(|text| ("title", text));
        let heading = caption.heading.iter().map(|text| ("heading", text));
        let notes = caption.notes.iter().map(|text| ("note", text));
        let comment = caption.comment.iter().map(|text| ("comment", text));
        for (word, text) in title.chain(heading).chain(notes).chain(comment) {
            writeln!(f, "{word} {}", quote(text))?;
        }
        if let Some(color) = caption.to_play {
            writeln!(f, "to-play {}", color_word(color))?;
        }
        if let Some((black, white)) = caption.captures {
            writeln!(f, "captures {black} {white}")?;
        }
        if let Some(Legend { title, low, high }) = &caption.legend {
            writeln!(f, "legend {} {} {}", quote(title), quote(low), quote(high))?;
        }
        Ok(())
    }
}

fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A text as it is written: without quotes if it needs none.
fn quote(text: &str) -> String {
    let bare = |c: char| !c.is_whitespace() && !c.is_control() && c != '"' && c != '\\';
    if !text.is_empty() && text.chars().all(bare) {
        return text.to_string();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c == ' ' || bare(c) => quoted.push(c),
            c => quoted.push_str(&format!("\\u{{{:x}}}", c as u32)),
        }
    }
    quoted.push('"');
    quoted
}

/// The quoted text at the start, and the rest.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut chars = text.strip_prefix('"')?.chars();
    let mut unquoted = String::new();
    loop {
        match chars.next()? {
            '"' => return Some((unquoted, chars.as_str())),
            '\\' => match chars.next()? {
                'u' => {
                    let code: String = chars.by_ref().take_while(|&c| c != '}').collect();
                    let code = u32::from_str_radix(code.strip_prefix('{')?, 16).ok()?;
                    unquoted.push(char::from_u32(code)?);
                }
                c => unquoted.push(c),
            },
            c => unquoted.push(c),
        }
    }
}
