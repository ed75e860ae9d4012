//! The board on the screen: a diagram drawn by `hoshi-render`, with the signs of the view over it: the cursor, the ko
//! point, marks of captured stones, liberties. If the board is larger than its area, a part of it is shown.

use hoshi_core::{Color, Diagram, Mark, Point, Size};
use hoshi_render::text::{self, TextBoard};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};

use crate::theme::{Theme, style_of};
use crate::words;

/// Signs drawn over a diagram.
#[derive(Debug, Default)]
pub(crate) struct Over {
    pub(crate) cursor: Option<Point>,
    /// The colour of the stone that Enter would play.
    pub(crate) ghost: Option<Color>,
    pub(crate) ko: Option<Point>,
    /// Points where the last move captured stones.
    pub(crate) captured: Vec<Point>,
    /// The point of an illegal move.
    pub(crate) refused: Option<Point>,
    /// Signs before stones: atari, or the number of liberties.
    pub(crate) liberties: Vec<(Point, char)>,
    /// Letters on points, such as the next moves.
    pub(crate) letters: Vec<(Point, char)>,
    /// A suggested move.
    pub(crate) hint: Option<Point>,
    /// Win rates of moves in percent. The best comes first.
    pub(crate) values: Vec<(Point, u8)>,
}

/// The columns and rows of a drawn board. It is needed several times a frame, so it is calculated, not measured on a
/// drawing.
pub(crate) fn extent(size: Size) -> (u16, u16) {
    let row_name = clamp(size.height().to_string().len());
    let width = left(size) + pitch(size) * u16::from(size.width()) + 1 + row_name;
    (width, u16::from(size.height()) + 2)
}

fn clamp(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The visible part of a board and its place; the full board if the area is large enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) area: Rect,
    /// The first visible column and row.
    first: (u8, u8),
    /// The number of visible columns and rows.
    shown: (u8, u8),
}

/// The minimum area for a part of a board: seven columns and five rows.
pub(crate) fn least(size: Size) -> (u16, u16) {
    let (width, height) = extent(size);
    (width.min(left(size) + 7 * pitch(size) + 1), height.min(7))
}

/// The width of a point: column names past Z have two letters.
fn pitch(size: Size) -> u16 {
    if size.width() > 25 { 3 } else { 2 }
}

/// The width of the row names before the first point.
fn left(size: Size) -> u16 {
    clamp(size.height().to_string().len().max(2))
}

impl Window {
    /// Places the window. If only a part of the board fits, it scrolls when the cursor comes near its edge.
    pub(crate) fn place(&mut self, size: Size, area: Rect, cursor: Point) {
        self.area = area;
        let (width, height) = extent(size);
        if area.width >= width && area.height >= height {
            (self.first, self.shown) = ((0, 0), (size.width(), size.height()));
            return;
        }
        let columns = area.width.saturating_sub(left(size) + 1) / pitch(size);
        let fit = |room: u16, all: u8| u8::try_from(room).unwrap_or(u8::MAX).min(all);
        self.shown =
            (fit(columns, size.width()), fit(area.height.saturating_sub(2), size.height()));
        let scroll = |first: u8, shown: u8, all: u8, at: u8| {
            let margin = 2.min(shown.saturating_sub(1) / 2);
            let first = first.max((at + margin + 1).saturating_sub(shown));
            first.min(at.saturating_sub(margin)).min(all - shown)
        };
        self.first = (
            scroll(self.first.0, self.shown.0, size.width(), cursor.x()),
            scroll(self.first.1, self.shown.1, size.height(), cursor.y()),
        );
    }

    fn is_part(&self, size: Size) -> bool {
        self.shown != (size.width(), size.height())
    }

    /// The point at a screen position: a point has its character and the gap before it.
    pub(crate) fn point_at(&self, size: Size, at: Position) -> Option<Point> {
        let line = at.y.checked_sub(self.area.y)?.checked_sub(1)?;
        let column = at.x.checked_sub(self.area.x)?.checked_sub(left(size))?;
        let (x, y) = (column / pitch(size), line);
        let (columns, rows) = (u16::from(self.shown.0), u16::from(self.shown.1));
        // The row names are before the first column.
        let is_name = column + 1 < pitch(size) && !self.is_part(size);
        if x >= columns || y >= rows || is_name {
            return None;
        }
        size.point(self.first.0 + x as u8, self.first.1 + y as u8)
    }

    /// Draws a board.
    pub(crate) fn draw(&self, painted: &Painted, over: &Over, buffer: &mut Buffer) {
        let size = painted.diagram.size();
        if !self.is_part(size) {
            painted.draw(over, self.area, buffer);
            return;
        }
        let mut full = Buffer::empty(painted.cells.area);
        painted.draw(over, full.area, &mut full);
        let ((x, y), (columns, rows)) = (self.first, self.shown);
        let (names, step) = (left(size), pitch(size));
        let from = names + u16::from(x) * step;
        let wide = u16::from(columns) * step + 1;
        for row in 0..=u16::from(rows) {
            let source = if row == 0 { 0 } else { u16::from(y) + row };
            let cells = (0..names).chain(from..from + wide);
            for (column, cell) in (self.area.x..self.area.right()).zip(cells) {
                buffer[(column, self.area.y + row)] = full[(cell, source)].clone();
            }
        }
        let name = |x: u8, y: u8| size.point(x, y).map(|point| size.a1(point).to_string());
        let corners = name(x, y + rows - 1).zip(name(x + columns - 1, y));
        let (low, high) = corners.unwrap_or_default();
        let text = words::part(&low, &high, size);
        let last = self.area.y + u16::from(rows) + 1;
        let style = painted.theme.faint();
        buffer.set_stringn(self.area.x, last, text, usize::from(self.area.width), style);
    }
}

/// A diagram as cells of the screen. Painting costs more than everything else of a frame, and most keys only move the
/// cursor, so a screen keeps it as long as the diagram is the same.
#[derive(Debug)]
pub(crate) struct Painted {
    diagram: Diagram,
    board: TextBoard,
    cells: Buffer,
    theme: Theme,
}

impl Painted {
    pub(crate) fn new(diagram: Diagram, theme: Theme) -> Painted {
        let (width, height) = extent(diagram.size());
        let area = Rect::new(0, 0, width, height);
        let mut cells = Buffer::empty(area);
        let board = text::draw(&diagram, &theme.text_style(Some(usize::from(width))));
        for (row, line) in (0..height).zip(&board.lines) {
            let mut column = 0;
            for span in line {
                let style = style_of(span.paint);
                column = cells.set_stringn(column, row, &span.text, room(area, column), style).0;
            }
        }
        if theme == Theme::Sixteen {
            paint_sixteen(&diagram, &board, area, &mut cells);
        }
        if !matches!(theme, Theme::Dark | Theme::Light) {
            Pen { board: &board, area, buffer: &mut cells, theme }.signs(&diagram);
        }
        Painted { diagram, board, cells, theme }
    }

    pub(crate) const fn theme(&self) -> Theme {
        self.theme
    }

    /// Draws the board into an area, as far as it fits, with signs over it.
    pub(crate) fn draw(&self, over: &Over, area: Rect, buffer: &mut Buffer) {
        let full = self.cells.area;
        for row in 0..full.height.min(area.height) {
            for column in 0..full.width.min(area.width) {
                let cell = &mut buffer[(area.x + column, area.y + row)];
                cell.clone_from(&self.cells[(column, row)]);
            }
        }
        let mut pen = Pen { board: &self.board, area, buffer, theme: self.theme };
        pen.over(&self.diagram, over);
    }

    /// Draws a small board: one column a point, no coordinates. Returns whether there is room.
    pub(crate) fn draw_small(&self, area: Rect, buffer: &mut Buffer) -> bool {
        let size = self.diagram.size();
        let (width, height) = (u16::from(size.width()), u16::from(size.height()));
        if width > area.width || height > area.height {
            return false;
        }
        for point in size.points() {
            let (x, y) = (u16::from(point.x()), u16::from(point.y()));
            let from = (left(size) + (x + 1) * pitch(size) - 1, y + 1);
            buffer[(area.x + x, area.y + y)] = self.cells[from].clone();
        }
        true
    }
}

fn room(area: Rect, column: u16) -> usize {
    usize::from(area.right().saturating_sub(column))
}

/// Board and stones in the sixteen colours, which are user-defined: black and white differ in every table, so each
/// stone has its own background.
fn paint_sixteen(diagram: &Diagram, board: &TextBoard, area: Rect, buffer: &mut Buffer) {
    for point in diagram.size().points() {
        let Some((line, column)) = board.place(point) else { continue };
        let (x, y) = (area.x + clamp(column), area.y + clamp(line));
        if x >= area.right() || y >= area.bottom() {
            continue;
        }
        if x > area.x {
            buffer[(x - 1, y)].set_style(Theme::sixteen_board());
        }
        if point.x() + 1 == diagram.size().width() && x + 1 < area.right() {
            buffer[(x + 1, y)].set_style(Theme::sixteen_board());
        }
        let style = match diagram.stone(point) {
            Some(Color::Black) => Style::new().fg(Ink::White).bg(Ink::Black),
            Some(Color::White) => Style::new().fg(Ink::Black).bg(Ink::White),
            None => Theme::sixteen_board(),
        };
        let cell = &mut buffer[(x, y)];
        if matches!(cell.symbol(), "●" | "○") {
            cell.set_symbol("○");
        }
        cell.set_style(style);
    }
}

/// Draws on points.
struct Pen<'a> {
    board: &'a TextBoard,
    area: Rect,
    buffer: &'a mut Buffer,
    theme: Theme,
}

/// The signs for marks on stones, before the stone: in Unicode and in ASCII.
const SIGNS: [(Mark, char, char); 7] = [
    (Mark::Dead, '×', 'x'),
    (Mark::Seki, '~', '~'),
    (Mark::Circle, '◎', '@'),
    (Mark::Square, '□', '%'),
    (Mark::Triangle, '△', '^'),
    (Mark::Cross, '/', '/'),
    (Mark::Selected, '◆', '>'),
];

impl Pen<'_> {
    /// Draws marks and labels before stones, for themes where they cannot be drawn on the stone.
    fn signs(&mut self, diagram: &Diagram) {
        let is_ascii = self.theme.is_ascii();
        for point in diagram.size().points().filter(|&point| diagram.stone(point).is_some()) {
            let marks = diagram.marks(point);
            let sign = SIGNS.iter().find(|(mark, ..)| marks.contains(*mark));
            let sign = sign.map(|&(_, unicode, ascii)| if is_ascii { ascii } else { unicode });
            let label = || diagram.label(point)?.chars().next().filter(char::is_ascii_alphanumeric);
            if let Some(sign) = sign.or_else(label) {
                self.before(point, sign, self.theme.mark());
            }
        }
    }

    fn over(&mut self, diagram: &Diagram, over: &Over) {
        let is_empty = |point: &Point| diagram.stone(*point).is_none();
        let pick = |unicode: char, ascii: char| if self.theme.is_ascii() { ascii } else { unicode };
        let (gone, square, star) = (pick('×', ','), pick('□', '%'), pick('◇', '*'));
        let (trace, mark, alarm) = (self.theme.trace(), self.theme.mark(), self.theme.alarm());
        for &point in over.captured.iter().filter(|point| is_empty(point)) {
            self.sign(point, gone, trace);
        }
        for &(point, sign) in &over.liberties {
            self.before(point, sign, if matches!(sign, '!' | '1') { alarm } else { mark });
        }
        if let Some(point) = over.ko.filter(is_empty) {
            self.sign(point, square, mark);
        }
        for &(point, letter) in &over.letters {
            self.sign(point, letter, mark.add_modifier(Modifier::ITALIC | Modifier::UNDERLINED));
        }
        if let Some(point) = over.hint.filter(is_empty) {
            self.sign(point, star, alarm);
        }
        for (nth, &(point, value)) in over.values.iter().enumerate().rev() {
            let style = if nth == 0 { alarm } else { mark };
            // Two adjacent values would read as one number: the better one is shown.
            let is_beside =
                |other: Point| other.y() == point.y() && other.x().abs_diff(point.x()) == 1;
            if over.values[..nth].iter().any(|&(other, _)| is_beside(other)) {
                self.sign(point, ':', style);
                continue;
            }
            let digit = |value: u8| char::from(b'0' + value % 10);
            let value = value.min(99);
            let tens = if value > 9 { digit(value / 10) } else { ' ' };
            // In the first column it would touch the row name.
            let first = if point.x() == 0 { 0 } else { -1 };
            self.put(point, first, tens, style);
            self.put(point, first + 1, digit(value), style);
        }
        let Some(cursor) = over.cursor else { return };
        // The stone would hide a mark, a label or a letter.
        let is_bare = diagram.marks(cursor).is_empty()
            && diagram.label(cursor).is_none()
            && over.letters.iter().all(|(point, _)| *point != cursor);
        if let Some(color) = over.ghost.filter(|_| is_bare && is_empty(&cursor)) {
            match self.theme {
                Theme::Dark | Theme::Light => {
                    let stone = if color == Color::Black { '●' } else { '○' };
                    self.sign(cursor, stone, self.theme.ghost(color));
                }
                _ => {}
            }
        }
        if over.refused == Some(cursor) {
            self.sign(cursor, '!', alarm);
        }
        let style = self.theme.cursor();
        self.before(cursor, '[', style);
        // The sign of the stone to the right is in the same place, and says more.
        let right = diagram.size().point(cursor.x() + 1, cursor.y());
        match right.filter(|&right| self.has_sign(diagram, over, right)) {
            Some(right) => self.tint(right, -1, style),
            None => self.after(cursor, ']', style),
        }
    }

    /// Whether a sign or a digit stands before a point.
    fn has_sign(&self, diagram: &Diagram, over: &Over, point: Point) -> bool {
        let is_liberty = over.liberties.iter().any(|(at, _)| *at == point);
        let is_value = over.values.iter().any(|&(at, value)| at == point && value > 9);
        let is_mark = !matches!(self.theme, Theme::Dark | Theme::Light)
            && diagram.stone(point).is_some()
            && SIGNS.iter().any(|(mark, ..)| diagram.marks(point).contains(*mark));
        is_liberty || is_value || is_mark
    }

    /// Changes the colours of a cell near a point.
    fn tint(&mut self, point: Point, by: i16, style: Style) {
        let Some((line, column)) = self.board.place(point) else { return };
        let Some(x) = (self.area.x + clamp(column)).checked_add_signed(by) else { return };
        if let Some(cell) = self.buffer.cell_mut((x, self.area.y + clamp(line))) {
            cell.set_style(style.add_modifier(Modifier::REVERSED));
        }
    }

    fn sign(&mut self, point: Point, sign: char, style: Style) {
        self.put(point, 0, sign, style);
    }

    fn before(&mut self, point: Point, sign: char, style: Style) {
        self.put(point, -1, sign, style);
    }

    fn after(&mut self, point: Point, sign: char, style: Style) {
        self.put(point, 1, sign, style);
    }

    fn put(&mut self, point: Point, by: i16, sign: char, style: Style) {
        let Some((line, column)) = self.board.place(point) else { return };
        let Some(x) = (self.area.x + clamp(column)).checked_add_signed(by) else { return };
        let y = self.area.y + clamp(line);
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(sign).set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_is_what_is_drawn() {
        use unicode_width::UnicodeWidthStr as _;
        let mut checked = 0;
        for (width, height) in
            [(1, 1), (5, 7), (9, 9), (10, 10), (19, 19), (25, 9), (26, 30), (52, 52)]
        {
            let size = Size::new(width, height).unwrap();
            for theme in Theme::ALL {
                let board = text::draw(&Diagram::new(size), &theme.text_style(None));
                let line = |line: &Vec<text::Span>| -> usize {
                    line.iter().map(|span| span.text.width()).sum()
                };
                let widest = board.lines.iter().map(line).max().unwrap();
                assert_eq!(extent(size), (clamp(widest), clamp(board.lines.len())), "{size}");
                checked += 1;
            }
        }
        assert_eq!(checked, 40);
    }

    #[test]
    fn a_click_finds_its_point() {
        let mut found = 0;
        for size in [Size::S9, Size::S19, Size::new(5, 7).unwrap(), Size::new(1, 1).unwrap()] {
            let (width, height) = extent(size);
            let mut window = Window::default();
            let point = size.points().next().unwrap();
            window.place(size, Rect::new(3, 2, width, height), point);
            for y in 0..40 {
                for x in 0..70 {
                    let point = window.point_at(size, Position { x, y });
                    found += usize::from(point.is_some());
                }
            }
        }
        // Two columns a point, one in the first column.
        let columns = |width: usize, height: usize| (2 * width - 1) * height;
        assert_eq!(found, columns(9, 9) + columns(19, 19) + columns(5, 7) + columns(1, 1));
    }

    /// The cursor is always on the visible part of a large board, and a click on it finds its point.
    #[test]
    fn a_window_follows_the_cursor() {
        let mut checked = 0;
        for (size, area) in [
            (Size::new(25, 25).unwrap(), Rect::new(2, 1, 55, 20)),
            (Size::new(37, 37).unwrap(), Rect::new(0, 0, 80, 21)),
            (Size::S19, Rect::new(5, 5, 30, 9)),
            (Size::new(5, 19).unwrap(), Rect::new(0, 0, 40, 12)),
        ] {
            for theme in [Theme::Plain, Theme::Dark] {
                let mut window = Window::default();
                for point in size.points().step_by(7) {
                    window.place(size, area, point);
                    let over = Over { cursor: Some(point), ..Over::default() };
                    let mut buffer = Buffer::empty(Rect::new(0, 0, 90, 40));
                    window.draw(&Painted::new(Diagram::new(size), theme), &over, &mut buffer);
                    let signs = buffer.content().iter().zip(0u16..);
                    let mut found = signs.filter(|(cell, _)| cell.symbol() == "[");
                    let (_, at) = found.next().expect("the cursor");
                    let at = Position { x: at % 90 + 1, y: at / 90 };
                    assert_eq!(window.point_at(size, at), Some(point));
                    assert!(area.contains(at));
                    checked += 1;
                }
            }
        }
        assert!(checked > 600, "{checked}");
    }

    fn row(over: &Over, diagram: Diagram, nth: u16) -> String {
        let (width, height) = extent(diagram.size());
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        Painted::new(diagram, Theme::Plain).draw(over, area, &mut buffer);
        (0..width).map(|x| buffer[(x, nth)].symbol().to_owned()).collect()
    }

    /// The bracket behind the cursor leaves the sign of the stone to its right, and of two values side by side the better
    /// one is a number.
    #[test]
    fn signs_are_not_hidden_by_their_neighbours() {
        let size = Size::new(5, 5).unwrap();
        let at = |name: &str| size.parse_a1(name).unwrap();
        let mut diagram = Diagram::new(size);
        diagram.put(at("C3"), Some(Color::Black));
        let cursor = Some(at("B3"));
        let over = Over { cursor, liberties: vec![(at("C3"), '!')], ..Over::default() };
        assert_eq!(row(&over, diagram.clone(), 3), " 3 ├[┼!●─┼─┤ 3");
        let over = Over { cursor, ..Over::default() };
        assert_eq!(row(&over, diagram, 3), " 3 ├[┼]●─┼─┤ 3");
        let values = vec![(at("C2"), 80), (at("B2"), 71), (at("E2"), 9)];
        let over = Over { values, ..Over::default() };
        assert_eq!(row(&over, Diagram::new(size), 4), " 2 ├─:80─┼ 9 2");
    }

    #[test]
    fn the_cursor_stays_on_the_board_at_every_corner() {
        for theme in Theme::ALL {
            let size = Size::new(5, 7).unwrap();
            let (width, height) = extent(size);
            let area = Rect::new(0, 0, width, height);
            for point in size.points() {
                let mut buffer = Buffer::empty(area);
                let over = Over { cursor: Some(point), ..Over::default() };
                Painted::new(Diagram::new(size), theme).draw(&over, area, &mut buffer);
                let text: String =
                    buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect();
                assert_eq!((text.matches('[').count(), text.matches(']').count()), (1, 1));
            }
        }
    }
}
