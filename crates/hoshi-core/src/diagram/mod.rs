//! A picture of a position as a plain value: stones, marks, labels, numbers and the last move.
//! Whatever draws a board (text here, pictures elsewhere) draws a `Diagram`; whoever writes a test
//! or a document types one.

mod text;

use alloc::collections::BTreeMap;
use alloc::string::String;

pub use text::DiagramError;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap};
use crate::size::Size;

/// A shape drawn on a point.
///
/// ```
/// use hoshi_core::Mark;
/// assert_eq!(Mark::Triangle.name(), "triangle");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mark {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// Highlighted.
    Selected,
    /// The point belongs to this colour.
    Territory(Color),
}

impl Mark {
    /// Every mark.
    ///
    /// ```
    /// use hoshi_core::Mark;
    /// assert_eq!(Mark::ALL.len(), 7);
    /// ```
    pub const ALL: [Mark; 7] = [
        Mark::Circle,
        Mark::Square,
        Mark::Triangle,
        Mark::Cross,
        Mark::Selected,
        Mark::Territory(Color::Black),
        Mark::Territory(Color::White),
    ];

    /// The word for it in text diagrams.
    ///
    /// ```
    /// use hoshi_core::{Color, Mark};
    /// assert_eq!(Mark::Territory(Color::Black).name(), "black-territory");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Circle => "circle",
            Mark::Square => "square",
            Mark::Triangle => "triangle",
            Mark::Cross => "cross",
            Mark::Selected => "selected",
            Mark::Territory(Color::Black) => "black-territory",
            Mark::Territory(Color::White) => "white-territory",
        }
    }
}

/// A position to be looked at. Anything may stand in it: no rule is checked.
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
/// circle A1 B2          (square, triangle, cross, selected,
///                        black-territory, white-territory)
/// number D4 17
/// label C3 a            (quoted if it has blanks: label C3 "a b")
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
/// assert_eq!(diagram.stones[c2], Some(Color::White));
/// assert_eq!(diagram.last, Some(c2));
/// assert_eq!(diagram.marks.values().next(), Some(&Mark::Triangle));
/// assert_eq!(format!("{diagram:#}"), ". X O\n. . .\nlast C2\ntriangle A1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The stones.
    pub stones: PointMap<Option<Color>>,
    /// A shape on a point.
    pub marks: BTreeMap<Point, Mark>,
    /// A short text on a point.
    pub labels: BTreeMap<Point, String>,
    /// A number on a point: a move's, usually.
    pub numbers: BTreeMap<Point, u32>,
    /// Where the last move was played.
    pub last: Option<Point>,
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
            marks: BTreeMap::new(),
            labels: BTreeMap::new(),
            numbers: BTreeMap::new(),
            last: None,
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

    /// The rows from the top, as `.`, `X` and `O` alone.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("X . O")?;
    /// assert_eq!(hoshi_core::Diagram::from(&board).rows(), ["X.O"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> alloc::vec::Vec<String> {
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
