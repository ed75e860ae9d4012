//! The diagrams of Sensei's Library, a wiki about Go: lines that begin with `$$`. Forums and other
//! programs use them as well. docs/formats/sensei.md describes the syntax.

use hoshi_core::{Color, Diagram, Mark, Point, Size, Window};

use crate::text::{self, TextError};

/// The default board size for a partial diagram without a size.
const USUAL: u8 = 19;

/// Stones and empty points with a shape on them.
const SHAPES: [(char, Option<Color>, Mark); 12] = [
    ('B', Some(Color::Black), Mark::Circle),
    ('W', Some(Color::White), Mark::Circle),
    ('#', Some(Color::Black), Mark::Square),
    ('@', Some(Color::White), Mark::Square),
    ('Y', Some(Color::Black), Mark::Triangle),
    ('Q', Some(Color::White), Mark::Triangle),
    ('Z', Some(Color::Black), Mark::Cross),
    ('P', Some(Color::White), Mark::Cross),
    ('C', None, Mark::Circle),
    ('S', None, Mark::Square),
    ('T', None, Mark::Triangle),
    ('M', None, Mark::Cross),
];

/// A parsed diagram of Sensei's Library.
///
/// ```
/// let read = hoshi_render::sensei::read("$$Bc\n$$ | X . |\n")?;
/// assert!(read.coordinates);
/// # Ok::<(), hoshi_render::text::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sensei {
    /// The diagram.
    pub diagram: Diagram,
    /// Whether it asks for coordinates.
    pub coordinates: bool,
}

/// A diagram in the syntax of Sensei's Library, and what it cannot represent.
///
/// ```
/// use hoshi_core::{Diagram, Size};
/// assert!(hoshi_render::sensei::write(&Diagram::new(Size::S9), false).lost.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The lines.
    pub text: String,
    /// What is lost, a line each, in the grammar of [`Diagram`].
    pub lost: Vec<String>,
}

/// Whether a text contains such a diagram.
///
/// ```
/// assert!(hoshi_render::sensei::is_sensei("Look:\n$$B\n$$ . X\n"));
/// assert!(!hoshi_render::sensei::is_sensei(". X"));
/// ```
#[must_use]
pub fn is_sensei(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("$$"))
}

/// The content of the first line.
struct Header {
    first: Option<Color>,
    coordinates: bool,
    size: Option<u8>,
    start: u32,
    title: Option<String>,
}

fn header(line: usize, text: &str) -> Result<Header, TextError> {
    let mut rest = text;
    let first = match rest.as_bytes().first() {
        Some(b'B') => Some(Color::Black),
        Some(b'W') => Some(Color::White),
        _ => None,
    };
    rest = &rest[usize::from(first.is_some())..];
    let after = rest.strip_prefix('c');
    rest = after.unwrap_or(rest);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, rest) = rest.split_at(digits(rest));
    let (start, rest) = match rest.strip_prefix('m') {
        Some(number) if digits(number) > 0 => number.split_at(digits(number)),
        _ => ("", rest),
    };
    let wrong = |what: &str, right: &str| TextError::new(line, format!("`{what}` is not {right}"));
    let size = match size {
        "" => None,
        size => {
            let side = size.parse().ok().filter(|&side: &u8| side > 0);
            Some(side.ok_or_else(|| wrong(size, "the size of a board, 1 to 255"))?)
        }
    };
    let start = match start {
        "" => 1,
        // Ten moves are numbered from it.
        start => match start.parse() {
            Ok(number @ 0..=4_000_000_000) => number,
            _ => return Err(wrong(start, "the number of a move")),
        },
    };
    // Tabs in a title become blanks; other control characters are dropped.
    let title = rest.replace(char::is_control, " ").trim().to_owned();
    let title = Some(title).filter(|title| !title.is_empty());
    Ok(Header { first, coordinates: after.is_some(), size, start, title })
}

/// Whether a line is the upper or the lower edge of the board.
fn is_edge(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '-' | '+' | '|') || c.is_whitespace())
}

/// The rows of a diagram, and the board edges they touch.
#[derive(Default)]
struct Body<'a> {
    rows: Vec<(usize, Vec<char>)>,
    left: bool,
    right: bool,
    top: bool,
    bottom: bool,
    /// Lines and arrows, with their line numbers.
    drawn: Vec<(usize, &'a str)>,
}

impl<'a> Body<'a> {
    fn line(&mut self, number: usize, line: &'a str) -> Result<(), TextError> {
        if line.is_empty() || line.starts_with('[') {
            // Links are not part of the board.
            return Ok(());
        }
        if line.starts_with('{') {
            self.drawn.push((number, line));
            return Ok(());
        }
        if is_edge(line) {
            *(if self.rows.is_empty() { &mut self.top } else { &mut self.bottom }) = true;
            return Ok(());
        }
        if self.bottom {
            return Err(TextError::new(number, "a row after the lower edge of the board"));
        }
        let inner = line.strip_prefix('|').unwrap_or(line);
        self.left |= inner.len() < line.len();
        let points = inner.strip_suffix('|').unwrap_or(inner);
        self.right |= points.len() < inner.len();
        let points: Vec<char> = points.chars().filter(|c| !c.is_whitespace()).collect();
        let width = self.rows.first().map_or(points.len(), |(_, first)| first.len());
        if points.len() != width {
            let has = points.len();
            let message = format!("this row has {has} points, the first one {width}");
            return Err(TextError::new(number, message));
        }
        self.rows.push((number, points));
        Ok(())
    }

    /// The board and the visible part of it, which is centred if no edge determines its place.
    fn place(&self, asked: Option<u8>) -> Option<(Size, Window)> {
        let axis = |points: usize, low: bool, high: bool| -> Option<(u8, u8)> {
            let points = u8::try_from(points).ok().filter(|&points| points > 0)?;
            let side = if low && high { points } else { asked.unwrap_or(USUAL).max(points) };
            let at = match (low, high) {
                (true, _) => 0,
                (false, true) => side - points,
                (false, false) => (side - points) / 2,
            };
            Some((side, at))
        };
        let (width, height) = (self.rows.first()?.1.len(), self.rows.len());
        let (columns, x) = axis(width, self.left, self.right)?;
        let (lines, y) = axis(height, self.top, self.bottom)?;
        let size = Size::new(columns, lines)?;
        let (right, bottom) = (usize::from(x) + width - 1, usize::from(y) + height - 1);
        let last = size.point(u8::try_from(right).ok()?, u8::try_from(bottom).ok()?)?;
        Some((size, Window::between(size.point(x, y)?, last)))
    }
}

/// Reads the first such diagram of a text. Links are ignored.
///
/// ```
/// use hoshi_core::Color;
///
/// let read = hoshi_render::sensei::read("\
/// $$Wm12 Two moves
/// $$  -------
/// $$ | . . . .
/// $$ | . 1 2 a
/// $$ | . # . .
/// ")?;
/// let diagram = read.diagram;
/// let point = |name| diagram.size().parse_a1(name).unwrap();
/// assert_eq!(diagram.caption().title.as_deref(), Some("Two moves"));
/// assert_eq!(diagram.stone(point("B18")), Some(Color::White));
/// assert_eq!(diagram.number(point("C18")), Some(13));
/// assert_eq!(diagram.window().unwrap().height(), 3);
/// # Ok::<(), hoshi_render::text::TextError>(())
/// ```
///
/// # Errors
/// If there is none, or a line of it is wrong.
pub fn read(text: &str) -> Result<Sensei, TextError> {
    let all = text.lines().map(str::trim).enumerate();
    let mut lines = all
        .skip_while(|(_, line)| !line.starts_with("$$"))
        .map_while(|(index, line)| Some((index + 1, line.strip_prefix("$$")?)));
    let Some((number, first)) = lines.next() else {
        return Err(TextError::new(1, "no line begins with $$"));
    };
    let header = header(number, first)?;
    let mut body = Body::default();
    for (number, line) in lines {
        body.line(number, line.trim())?;
    }
    let Some((size, window)) = body.place(header.size) else {
        let message = "a diagram has 1 to 255 rows of 1 to 255 points, each after $$";
        return Err(TextError::new(number, message));
    };
    let mut diagram = Diagram::new(size);
    if window != Window::whole(size) {
        diagram.set_window(Some(window));
    }
    for (y, (number, row)) in (window.top()..=window.bottom()).zip(&body.rows) {
        for (x, &c) in (window.left()..=window.right()).zip(row) {
            let Some(point) = size.point(x, y) else { continue };
            if !put(&mut diagram, point, c, &header) {
                let right =
                    "write . , X O, a digit, a letter from a to z, or one of BW#@YQZP CSTM _";
                return Err(TextError::new(*number, format!("`{c}` is not a point: {right}")));
            }
        }
    }
    for (number, line) in body.drawn {
        draw(&mut diagram, number, line)?;
    }
    let has_numbers = diagram.numbers().next().is_some();
    let caption = diagram.caption_mut();
    caption.title = header.title;
    // With numbers it is the colour of the first one.
    caption.to_play = header.first.filter(|_| !has_numbers);
    Ok(Sensei { diagram, coordinates: header.coordinates })
}

/// Sets a point from its character; false if the character is invalid.
fn put(diagram: &mut Diagram, point: Point, c: char, header: &Header) -> bool {
    match c {
        '.' | ',' | '+' => {}
        'X' => {
            diagram.put(point, Some(Color::Black));
        }
        'O' => {
            diagram.put(point, Some(Color::White));
        }
        '_' => {
            diagram.mark(point, Mark::Hidden);
        }
        '0'..='9' => {
            let nth = (c.to_digit(10).unwrap_or(0) + 9) % 10;
            let first = header.first.unwrap_or(Color::Black);
            let color = if nth.is_multiple_of(2) { first } else { first.opponent() };
            diagram.put(point, Some(color)).set_number(point, header.start + nth);
        }
        'a'..='z' => {
            diagram.set_label(point, c);
        }
        _ => {
            let Some(&(_, stone, mark)) = SHAPES.iter().find(|(shape, ..)| *shape == c) else {
                return false;
            };
            diagram.put(point, stone).mark(point, mark);
        }
    }
    true
}

/// Draws lines and arrows: `{LN C3 D4} {AR E5 F6}`.
fn draw(diagram: &mut Diagram, number: usize, line: &str) -> Result<(), TextError> {
    let wrong = || TextError::new(number, format!("`{line}`: write {{AR C3 D4}} or {{LN C3 D4}}"));
    for item in line.split_inclusive('}') {
        let inner = item.trim().strip_prefix('{').and_then(|item| item.strip_suffix('}'));
        let words: Vec<&str> = inner.ok_or_else(wrong)?.split_whitespace().collect();
        let [kind, from, to] = words[..] else { return Err(wrong()) };
        let point = |name| {
            let point = diagram.size().parse_a1(name);
            point.map_err(|error| TextError::new(number, error.to_string()))
        };
        let (from, to) = (point(from)?, point(to)?);
        match kind {
            "AR" => diagram.add_arrow(from, to),
            "LN" => diagram.add_line(from, to),
            _ => return Err(wrong()),
        };
    }
    Ok(())
}

/// Writes a diagram, with or without coordinates.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::sensei::write;
///
/// let diagram: Diagram = ". X\nO .\nnumber B2 51\nlabel B1 a\nheat A2 500".parse()?;
/// let written = write(&diagram, false);
/// assert_eq!(written.text, "$$B2m51\n$$  ---\n$$ | . 1 |\n$$ | O a |\n$$  ---\n");
/// assert_eq!(written.lost, ["heat A2 500"]);
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[must_use]
pub fn write(diagram: &Diagram, coordinates: bool) -> Written {
    let size = diagram.size();
    let window = diagram.window().unwrap_or(Window::whole(size));
    let mut writing = Writing::new(diagram, window);
    let mut rows = Vec::new();
    for y in window.top()..=window.bottom() {
        let points = (window.left()..=window.right()).filter_map(|x| size.point(x, y));
        rows.push(points.map(|point| writing.symbol(point)).collect::<Vec<char>>());
    }
    let mut text = String::from("$$");
    let first = writing.first.map(|(_, color)| color).or(diagram.caption().to_play);
    text.extend(first.map(Color::letter));
    if coordinates {
        text.push('c');
    }
    if let Some(side) = writing.side() {
        text.push_str(&side.to_string());
    }
    if let Some((number, _)) = writing.first.filter(|&(number, _)| number != 1) {
        text.push_str(&format!("m{number}"));
    }
    if let Some(title) = writing.title() {
        text.push_str(&format!(" {title}"));
    }
    text.push('\n');
    let edge = format!("$$  {}\n", "-".repeat(2 * usize::from(window.width()) - 1));
    if window.top() == 0 {
        text.push_str(&edge);
    }
    let left = if window.left() == 0 { "$$ |" } else { "$$  " };
    let right = if window.right() + 1 == size.width() { " |\n" } else { "\n" };
    for row in rows {
        text.push_str(left);
        row.iter().for_each(|c| text.extend([' ', *c]));
        text.push_str(right);
    }
    if window.bottom() + 1 == size.height() {
        text.push_str(&edge);
    }
    let lines = diagram.lines().map(|ends| ("LN", ends));
    let drawn = lines.chain(diagram.arrows().map(|ends| ("AR", ends)));
    for (kind, (from, to)) in drawn.filter(|_| writing.is_placed()) {
        text.push_str(&format!("$$ {{{kind} {} {}}}\n", size.a1(from), size.a1(to)));
    }
    Written { text, lost: text::notes(&writing.lost, None) }
}

/// A diagram that is being written.
struct Writing<'a> {
    diagram: &'a Diagram,
    window: Window,
    /// The number and the colour of the move that is written `1`.
    first: Option<(u32, Color)>,
    stars: Vec<Point>,
    lost: Diagram,
}

impl<'a> Writing<'a> {
    fn new(diagram: &'a Diagram, window: Window) -> Writing<'a> {
        let shown = |point: &Point| {
            window.contains(*point) && !diagram.marks(*point).contains(Mark::Hidden)
        };
        let numbered = diagram.numbers().filter(|(point, _)| shown(point));
        let first = numbered
            .filter_map(|(point, number)| Some((number, diagram.stone(point)?)))
            .min_by_key(|&(number, _)| number)
            .filter(|&(number, _)| number <= 4_000_000_000);
        let mut lost = Diagram::new(diagram.size());
        lost.set_ko(diagram.ko()).set_last_move(diagram.last_move());
        lost.caption_mut().clone_from(diagram.caption());
        if first.is_none() {
            lost.caption_mut().to_play = None;
        }
        let mut writing = Writing { diagram, window, first, stars: diagram.size().stars(), lost };
        if writing.title().is_some() {
            writing.lost.caption_mut().title = None;
        }
        if !writing.is_placed() {
            // Otherwise the points would get other names.
            writing.lost.set_window(Some(window));
            for (from, to) in diagram.lines() {
                writing.lost.add_line(from, to);
            }
            for (from, to) in diagram.arrows() {
                writing.lost.add_arrow(from, to);
            }
        }
        writing
    }

    /// The title, if it fits into the first line unchanged.
    fn title(&self) -> Option<&'a str> {
        let title = self.diagram.caption().title.as_deref()?;
        let fits = !title.is_empty() && title.trim() == title && !title.contains(char::is_control);
        fits.then_some(title)
    }

    /// The board sides that the edges do not determine.
    fn unknown_sides(&self) -> impl Iterator<Item = u8> {
        let size = self.diagram.size();
        let width = (self.window.width() != size.width()).then_some(size.width());
        let height = (self.window.height() != size.height()).then_some(size.height());
        width.into_iter().chain(height)
    }

    /// The size for the first line, if the edges do not determine it, or if it does no harm.
    fn side(&self) -> Option<u8> {
        let size = self.diagram.size();
        let told = (size.width() == size.height()).then_some(size.width());
        self.unknown_sides().next().or(told).filter(|&side| side != USUAL)
    }

    /// Whether a reader would place the window correctly.
    fn is_placed(&self) -> bool {
        let size = self.diagram.size();
        let middle = |first: u8, last: u8, side: u8| {
            first == 0 || last + 1 == side || first == (side - (last - first + 1)) / 2
        };
        let mut sides = self.unknown_sides();
        let first = sides.next();
        sides.all(|side| Some(side) == first)
            && middle(self.window.left(), self.window.right(), size.width())
            && middle(self.window.top(), self.window.bottom(), size.height())
    }

    fn symbol(&mut self, point: Point) -> char {
        let (diagram, stone) = (self.diagram, self.diagram.stone(point));
        let marks = diagram.marks(point);
        if marks.contains(Mark::Hidden) {
            return '_';
        }
        let number = diagram.number(point);
        let nth = number.zip(self.first).and_then(|(number, (first, color))| {
            let nth = (number - first.min(number)).min(10);
            let own = if nth.is_multiple_of(2) { color } else { color.opponent() };
            (nth < 10 && stone == Some(own)).then_some(nth)
        });
        let shape = |mark: Mark| {
            let found = SHAPES.iter().find(|&&(_, color, shape)| (color, shape) == (stone, mark));
            found.map(|&(c, ..)| c)
        };
        let label = diagram.label(point);
        let letter = label.and_then(|label| match label.as_bytes() {
            [letter @ b'a'..=b'z'] if stone.is_none() => Some(char::from(*letter)),
            _ => None,
        });
        let mut drawn = None;
        if nth.is_none()
            && let Some(number) = number
        {
            self.lost.set_number(point, number);
        }
        if letter.is_none()
            && let Some(label) = label
        {
            self.lost.set_label(point, label);
        }
        for mark in marks.iter() {
            match shape(mark).filter(|_| nth.is_none() && letter.is_none() && drawn.is_none()) {
                Some(c) => drawn = Some(c),
                None => {
                    self.lost.mark(point, mark);
                }
            }
        }
        if let Some(heat) = diagram.heat(point) {
            self.lost.set_heat(point, heat);
        }
        let digit = nth.and_then(|nth| char::from_digit((nth + 1) % 10, 10));
        digit.or(letter).or(drawn).unwrap_or(match stone {
            Some(color) => color.symbol(),
            None if self.stars.binary_search(&point).is_ok() => ',',
            None => '.',
        })
    }
}
