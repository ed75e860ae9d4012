//! A picture of a position as a plain value: stones, marks, labels, numbers, lines, heat and words.
//! Everything that draws a board (as text here, as pictures elsewhere) draws a `Diagram`; tests and
//! documents contain diagrams as text.

mod caption;
mod mark;
mod notes;
mod text;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

pub use caption::{Caption, Legend, Window};
pub use mark::{Mark, MarkSet};
pub use text::DiagramError;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap};
use crate::size::Size;

/// A position to show. It may contain anything: no rule is checked.
///
/// # As text
/// Rows from the top, one character a point: `X` black (also `x`, `#`, `●`), `O` white (also `o`,
/// `○`), `.` empty (also `+`, `,`, `*`, which are how star points are drawn). Blanks between
/// points, row numbers at either end and a line of column letters above and below are all optional;
/// where they are given, they are checked. A stone in brackets, `(X)`, is the last move. Then notes,
/// a line each:
///
/// ```text
/// last D4
/// ko C3
/// circle A1 B2          (square, triangle, cross, selected, black-territory,
///                        white-territory, dead, seki, dim, hidden)
/// number D4 17
/// label C3 a            (quoted if it has blanks: label C3 "a b")
/// line A1 C3            (arrow A1 C3)
/// heat D4 -250 E5 1000  (thousandths; negative is White's)
/// window A1 G7          (the part to draw)
/// title "Figure 2"      (heading, note and comment: a text each)
/// to-play white
/// captures 3 12         (by Black, by White)
/// legend "ko points" 0 48
/// ```
///
/// Blank lines are ignored. Printing writes the same grammar, with coordinates and `+` on the star
/// points; `{:#}` leaves out the coordinates.
///
/// ```
/// use hoshi_core::{Color, Diagram, Mark};
///
/// let diagram: Diagram = "
///      A B C
///    2 . X O
///    1 . . .
///    last C2
///    triangle A1
/// ".parse()?;
/// let c2 = diagram.size().parse_a1("C2")?;
/// assert_eq!(diagram.stone(c2), Some(Color::White));
/// assert_eq!(diagram.last_move(), Some(c2));
/// assert_eq!(diagram.marked(Mark::Triangle).count(), 1);
/// assert_eq!(format!("{diagram:#}"), ". X O\n. . .\nlast C2\ntriangle A1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagram {
    stones: PointMap<Option<Color>>,
    marks: PointMap<MarkSet>,
    labels: BTreeMap<Point, String>,
    numbers: BTreeMap<Point, u32>,
    heat: BTreeMap<Point, i16>,
    lines: BTreeSet<(Point, Point)>,
    arrows: BTreeSet<(Point, Point)>,
    last: Option<Point>,
    ko: Option<Point>,
    window: Option<Window>,
    caption: Caption,
}

impl Diagram {
    /// An empty board.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// assert_eq!(Diagram::new(Size::S9).rows()[0], ".........");
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Diagram {
        Diagram {
            stones: PointMap::new(size, None),
            marks: PointMap::new(size, MarkSet::default()),
            labels: BTreeMap::new(),
            numbers: BTreeMap::new(),
            heat: BTreeMap::new(),
            lines: BTreeSet::new(),
            arrows: BTreeSet::new(),
            last: None,
            ko: None,
            window: None,
            caption: Caption::default(),
        }
    }

    /// The board's size.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// assert_eq!(Diagram::new(Size::S9).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.stones.size()
    }

    /// The stone on a point.
    ///
    /// ```
    /// use hoshi_core::{Color, Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// let point = Size::S9.point(2, 2).unwrap();
    /// diagram.put(point, Some(Color::Black));
    /// assert_eq!(diagram.stone(point), Some(Color::Black));
    /// ```
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point]
    }

    /// Puts a stone on a point, or takes it away.
    ///
    /// ```
    /// use hoshi_core::{Color, Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::new(3, 1).unwrap());
    /// diagram.put(diagram.size().point(1, 0).unwrap(), Some(Color::White));
    /// assert_eq!(diagram.rows(), [".O."]);
    /// ```
    pub fn put(&mut self, point: Point, stone: Option<Color>) -> &mut Diagram {
        self.stones[point] = stone;
        self
    }

    /// All stones.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O".parse()?;
    /// assert_eq!(diagram.stones().values().iter().flatten().count(), 2);
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn stones(&self) -> &PointMap<Option<Color>> {
        &self.stones
    }

    /// The marks of a point.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Mark, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// let point = Size::S9.point(2, 2).unwrap();
    /// diagram.mark(point, Mark::Circle).mark(point, Mark::Dim);
    /// assert!(diagram.marks(point).iter().eq([Mark::Circle, Mark::Dim]));
    /// ```
    #[must_use]
    pub fn marks(&self, point: Point) -> MarkSet {
        self.marks[point]
    }

    /// Adds a mark to a point, in addition to its others.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Mark, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.mark(Size::S9.point(0, 0).unwrap(), Mark::Seki);
    /// assert_eq!(diagram.marked(Mark::Seki).count(), 1);
    /// ```
    pub fn mark(&mut self, point: Point, mark: Mark) -> &mut Diagram {
        self.marks[point].insert(mark);
        self
    }

    /// Removes a mark from a point.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Mark, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// let point = Size::S9.point(0, 0).unwrap();
    /// diagram.mark(point, Mark::Seki).unmark(point, Mark::Seki);
    /// assert_eq!(diagram, Diagram::new(Size::S9));
    /// ```
    pub fn unmark(&mut self, point: Point, mark: Mark) -> &mut Diagram {
        self.marks[point].remove(mark);
        self
    }

    /// The points with a mark, from the top left.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Mark};
    ///
    /// let diagram: Diagram = "X . O\ncircle A1 C1".parse()?;
    /// assert!(diagram.marked(Mark::Circle).map(|point| point.x()).eq([0, 2]));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    pub fn marked(&self, mark: Mark) -> impl Iterator<Item = Point> + '_ {
        self.marks.iter().filter(move |(_, marks)| marks.contains(mark)).map(|(point, _)| point)
    }

    /// The label of a point.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nlabel B1 a".parse()?;
    /// assert_eq!(diagram.label(diagram.size().parse_a1("B1")?), Some("a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn label(&self, point: Point) -> Option<&str> {
        self.labels.get(&point).map(String::as_str)
    }

    /// Writes a label on a point; replaces an earlier one.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_label(Size::S9.parse_a1("E5")?, "best");
    /// assert_eq!(diagram.labels().count(), 1);
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    pub fn set_label(&mut self, point: Point, label: impl Into<String>) -> &mut Diagram {
        self.labels.insert(point, label.into());
        self
    }

    /// All labels.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nlabel B1 a\nlabel A1 b".parse()?;
    /// assert!(diagram.labels().map(|(_, label)| label).eq(["b", "a"]));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    pub fn labels(&self) -> impl Iterator<Item = (Point, &str)> {
        self.labels.iter().map(|(&point, label)| (point, label.as_str()))
    }

    /// The number on a point: a move's, usually.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nnumber C1 8".parse()?;
    /// assert_eq!(diagram.number(diagram.size().parse_a1("C1")?), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn number(&self, point: Point) -> Option<u32> {
        self.numbers.get(&point).copied()
    }

    /// Writes a number on a point; it replaces an earlier one.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_number(Size::S9.parse_a1("E5")?, 1);
    /// assert_eq!(diagram.numbers().count(), 1);
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    pub fn set_number(&mut self, point: Point, number: u32) -> &mut Diagram {
        self.numbers.insert(point, number);
        self
    }

    /// All numbers.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nnumber C1 8".parse()?;
    /// assert!(diagram.numbers().map(|(_, number)| number).eq([8]));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    pub fn numbers(&self) -> impl Iterator<Item = (Point, u32)> + '_ {
        self.numbers.iter().map(|(&point, &number)| (point, number))
    }

    /// The heat of a point, in thousandths: 1000 is the maximum, or entirely Black's; -1000 is
    /// entirely White's.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nheat A1 900 C1 -900".parse()?;
    /// assert_eq!(diagram.heat(diagram.size().parse_a1("C1")?), Some(-900));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn heat(&self, point: Point) -> Option<i16> {
        self.heat.get(&point).copied()
    }

    /// Sets the heat of a point, clamped to -1000 to 1000.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_heat(Size::S9.parse_a1("E5")?, 5000);
    /// assert!(diagram.heats().map(|(_, heat)| heat).eq([1000]));
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    pub fn set_heat(&mut self, point: Point, heat: i16) -> &mut Diagram {
        self.heat.insert(point, heat.clamp(-1000, 1000));
        self
    }

    /// All points with a heat.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// assert_eq!(Diagram::new(Size::S9).heats().count(), 0);
    /// ```
    pub fn heats(&self) -> impl Iterator<Item = (Point, i16)> + '_ {
        self.heat.iter().map(|(&point, &heat)| (point, heat))
    }

    /// The lines from point to point.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nline A1 C1".parse()?;
    /// assert_eq!(diagram.lines().count(), 1);
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.lines.iter().copied()
    }

    /// Adds a line. A line from a point to itself, or an existing one, changes nothing.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// let point = |name| Size::S9.parse_a1(name).unwrap();
    /// diagram.add_line(point("A1"), point("C3")).add_line(point("C3"), point("A1"));
    /// assert_eq!(diagram.lines().count(), 1);
    /// ```
    pub fn add_line(&mut self, from: Point, to: Point) -> &mut Diagram {
        if from != to {
            self.lines.insert((from.min(to), from.max(to)));
        }
        self
    }

    /// The arrows, each from its tail to its head.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\narrow A1 C1".parse()?;
    /// assert_eq!(diagram.arrows().count(), 1);
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    pub fn arrows(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.arrows.iter().copied()
    }

    /// Adds an arrow. An arrow from a point to itself, or an existing one, changes nothing.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// let point = |name| Size::S9.parse_a1(name).unwrap();
    /// diagram.add_arrow(point("A1"), point("C3")).add_arrow(point("C3"), point("A1"));
    /// assert_eq!(diagram.arrows().count(), 2);
    /// ```
    pub fn add_arrow(&mut self, from: Point, to: Point) -> &mut Diagram {
        if from != to {
            self.arrows.insert((from, to));
        }
        self
    }

    /// The point of the last move.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "(X) . O".parse()?;
    /// assert_eq!(diagram.last_move(), diagram.size().point(0, 0));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn last_move(&self) -> Option<Point> {
        self.last
    }

    /// Sets the point of the last move.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_last_move(Size::S9.point(0, 0));
    /// assert!(diagram.last_move().is_some());
    /// ```
    pub fn set_last_move(&mut self, point: Option<Point>) -> &mut Diagram {
        self.last = point;
        self
    }

    /// The point that ko forbids.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nko B1".parse()?;
    /// assert_eq!(diagram.ko(), diagram.size().point(1, 0));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Sets the point that ko forbids.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_ko(Size::S9.point(0, 0));
    /// assert!(diagram.ko().is_some());
    /// ```
    pub fn set_ko(&mut self, point: Option<Point>) -> &mut Diagram {
        self.ko = point;
        self
    }

    /// The part of the board to draw; `None` is all of it.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\nwindow A1 B1".parse()?;
    /// assert_eq!(diagram.window().unwrap().width(), 2);
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        self.window
    }

    /// Sets the part of the board to draw, clipped to the board.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size, Window};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.set_window(Some(Window::whole(Size::S19)));
    /// assert_eq!(diagram.window(), Some(Window::whole(Size::S9)));
    /// ```
    pub fn set_window(&mut self, window: Option<Window>) -> &mut Diagram {
        let size = self.size();
        let side = |side: u8, most: u8| side.min(most - 1);
        let corner = |x, y| size.point(side(x, size.width()), side(y, size.height()));
        self.window = window.and_then(|window| {
            let (one, other) =
                (corner(window.left(), window.top()), corner(window.right(), window.bottom()));
            Some(Window::between(one?, other?))
        });
        self
    }

    /// The words around the board.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    ///
    /// let diagram: Diagram = "X . O\ntitle \"A ko\"".parse()?;
    /// assert_eq!(diagram.caption().title.as_deref(), Some("A ko"));
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn caption(&self) -> &Caption {
        &self.caption
    }

    /// The words around the board, for editing.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    ///
    /// let mut diagram = Diagram::new(Size::S9);
    /// diagram.caption_mut().notes.push("20 = 112".into());
    /// assert_eq!(diagram.caption().notes.len(), 1);
    /// ```
    pub fn caption_mut(&mut self) -> &mut Caption {
        &mut self.caption
    }

    /// The rows from the top, as `.`, `X` and `O` only.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("X . O")?;
    /// assert_eq!(hoshi_core::Diagram::from(&board).rows(), ["X.O"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let symbol = |stone: &Option<Color>| stone.map_or('.', Color::symbol);
        let rows = self.stones.values().chunks(usize::from(self.size().width()));
        rows.map(|row| row.iter().map(symbol).collect()).collect()
    }
}

impl From<&Board> for Diagram {
    fn from(board: &Board) -> Diagram {
        let stones = PointMap::from_fn(board.size(), |point| board.stone(point));
        Diagram { stones, ..Diagram::new(board.size()) }
    }
}
