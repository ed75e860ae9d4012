//! The board: stones, blocks, captures and simple ko, updated with every move.
//!
//! Cells lie in one row with a border around them, so that a neighbour's index is one addition,
//! without a test for the edge. Each block keeps its number of stones and of pseudo-liberties (a
//! liberty counts once for every stone it touches: enough to know when there is none, and cheap to
//! keep). Exact liberties are counted on request. Superko and scoring are layers above; the bare
//! board doesn't pay for them.

mod area;
mod block;
mod cell;
mod dry_run;
mod force;
mod play;
mod refusal;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use block::Block;
pub use dry_run::DryRun;
pub use play::Placed;
pub use refusal::Refusal;

use crate::color::Color;
use crate::diagram::Diagram;
use crate::point::{Point, PointMap};
use crate::size::Size;
use crate::symmetry::Symmetry;
use crate::zobrist;
use cell::{Cell, Content, KoBan, Tally, Vertex};

/// A board with stones on it. Every block has a liberty, unless the board was made by
/// [`Setup::position_as_is`](crate::Setup::position_as_is).
///
/// It plays one stone at a time by the rules it is given, and has no turns, history or result;
/// those belong to a [`Game`](crate::Game). Two boards are equal if they have the same stones, the
/// same ko point and the same numbers of captured stones.
///
/// ```
/// use hoshi_core::{Board, Color, Preset, Rules, Size};
///
/// let rules = Rules::of(Preset::Simple);
/// let mut board = Board::new(Size::new(3, 2).unwrap());
/// for (color, name) in [(Color::White, "A2"), (Color::Black, "B2"), (Color::Black, "A1")] {
///     let point = board.size().parse_a1(name)?;
///     board.play(color, point, &rules)?;
/// }
/// // The corner stone was taken.
/// assert_eq!(board.captures(Color::Black), 1);
/// assert_eq!(format!("\n{board}"), "
///    A B C
///  2 . X . 2
///  1 X . . 1
///    A B C
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Board {
    size: Size,
    /// Cells from one row to the next: the width and one border cell between rows.
    stride: usize,
    cells: Vec<Cell>,
    tallies: Vec<Tally>,
    stones: [u32; 2],
    captures: [u32; 2],
    ko: Option<KoBan>,
    hash: u64,
    placements: u32,
}

impl Board {
    /// An empty board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size};
    /// assert_eq!(Board::new(Size::S19).stone_count(Color::Black), 0);
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Board {
        let stride = usize::from(size.width()) + 1;
        let len = stride * (usize::from(size.height()) + 2) + 1;
        let corner = Point::raw(0, 0);
        let border = Cell { content: Content::Border, point: corner, head: 0, next: 0, placed: 0 };
        let mut cells = vec![border; len];
        for (head, cell) in cells.iter_mut().enumerate() {
            cell.head = head as u32;
        }
        for (y, row) in (0..size.height()).zip(cells[stride..].chunks_exact_mut(stride)) {
            for (x, cell) in (0..size.width()).zip(&mut row[1..]) {
                *cell = Cell { content: Content::Empty, point: Point::raw(x, y), ..*cell };
            }
        }
        Board {
            size,
            stride,
            cells,
            tallies: vec![Tally::default(); len],
            stones: [0; 2],
            captures: [0; 2],
            ko: None,
            hash: 0,
            placements: 0,
        }
    }

    /// Resets everything, including captures and ko: a new board in the memory of the old one.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    ///
    /// let mut board = Board::from_text("X . O")?;
    /// board.clear();
    /// assert_eq!(board, Board::new(board.size()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self) {
        for (head, cell) in self.cells.iter_mut().enumerate() {
            if cell.content != Content::Border {
                cell.content = Content::Empty;
            }
            cell.head = head as u32;
        }
        (self.stones, self.captures, self.ko) = ([0; 2], [0; 2], None);
        (self.hash, self.placements) = (0, 0);
    }

    /// The board with these stones, without checking that each block has a liberty: for
    /// [`Setup`](crate::Setup), which checks it. The stones count as placed in reading order.
    pub(crate) fn with_stones(stones: &PointMap<Option<Color>>) -> Board {
        let mut board = Board::new(stones.size());
        for (point, stone) in stones.iter() {
            if let Some(color) = *stone {
                let vertex = board.vertex_of(point);
                board.put(color, vertex);
            }
        }
        board
    }

    /// The board's size.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    /// assert_eq!(Board::new(Size::S9).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if there is none or the point is off the board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules, Size};
    ///
    /// let mut board = Board::new(Size::S9);
    /// let e5 = board.size().parse_a1("E5")?;
    /// board.play(Color::Black, e5, &Rules::of(Preset::Simple))?;
    /// assert_eq!(board.stone(e5), Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.cells[self.checked_vertex(point)?].content.stone()
    }

    /// Whether the point is on the board and has no stone.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    ///
    /// let board = Board::new(Size::S9);
    /// assert!(board.is_empty_at(Size::S9.point(0, 0).unwrap()));
    /// assert!(!board.is_empty_at(Size::S19.point(18, 0).unwrap()));
    /// ```
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.checked_vertex(point).is_some_and(|v| self.cells[v].content == Content::Empty)
    }

    /// Every stone with its point, row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size};
    ///
    /// let board = Board::from_text("X . O")?;
    /// let colors: Vec<_> = board.stones().map(|(_, color)| color).collect();
    /// assert_eq!(colors, [Color::Black, Color::White]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size.points().filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// Every stone with its point, in the order in which they were placed. Stones that were set up
    /// come first, in reading order.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules, Size};
    ///
    /// let mut board = Board::new(Size::S9);
    /// for name in ["E5", "A9", "J1"] {
    ///     let point = board.size().parse_a1(name)?;
    ///     board.play(Color::Black, point, &Rules::of(Preset::Simple))?;
    /// }
    /// let order: Vec<_> =
    ///     board.stones_as_placed().iter().map(|&(p, _)| Size::S9.a1(p).to_string()).collect();
    /// assert_eq!(order, ["E5", "A9", "J1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stones_as_placed(&self) -> Vec<(Point, Color)> {
        let mut stones: Vec<(Point, Color)> = self.stones().collect();
        stones.sort_by_key(|&(point, _)| self.cells[self.vertex_of(point)].placed);
        stones
    }

    /// Whether the stones were placed in reading order, as those of a setup are.
    pub(crate) fn is_in_reading_order(&self) -> bool {
        let placed = |(point, _)| self.cells[self.vertex_of(point)].placed;
        self.stones().map(placed).is_sorted()
    }

    /// The points without a stone, row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::Board;
    /// assert_eq!(Board::from_text("X . O")?.empty_points().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty_at(point))
    }

    /// The number of stones of a colour on the board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color};
    /// assert_eq!(Board::from_text("X . X")?.stone_count(Color::Black), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stone_count(&self, color: Color) -> u32 {
        self.stones[color.index()]
    }

    /// The number of stones captured *by* a colour, including suicides of the opponent.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size};
    /// assert_eq!(Board::new(Size::S9).captures(Color::White), 0);
    /// ```
    #[must_use]
    pub fn captures(&self, by: Color) -> u32 {
        self.captures[by.index()]
    }

    pub(crate) fn set_captures(&mut self, by: Color, stones: u32) {
        self.captures[by.index()] = stones;
    }

    /// The point that simple ko forbids for the next play, if any.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    /// assert_eq!(Board::new(Size::S9).ko(), None);
    /// ```
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko.map(|ban| self.point_of(ban.vertex))
    }

    /// The colour that the ko point is forbidden to.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    /// assert_eq!(Board::new(Size::S9).ko_color(), None);
    /// ```
    #[must_use]
    pub fn ko_color(&self) -> Option<Color> {
        self.ko.map(|ban| ban.color)
    }

    pub(crate) fn set_ko(&mut self, point: Point, color: Color) {
        self.ko = Some(KoBan { vertex: self.vertex_of(point), color });
    }

    /// Lifts the ko, as a pass does.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules};
    ///
    /// let mut board = Board::from_text("
    ///     . X O .
    ///     X . X O
    ///     . X O .
    /// ")?;
    /// let size = board.size();
    /// let (b2, c2) = (size.parse_a1("B2")?, size.parse_a1("C2")?);
    /// let rules = Rules::of(Preset::Simple);
    /// board.play(Color::White, b2, &rules)?;
    /// assert_eq!(board.ko(), Some(c2));
    /// assert!(board.check(Color::Black, c2, &rules).is_err());
    /// board.lift_ko();
    /// assert_eq!(board.ko(), None);
    /// assert!(board.check(Color::Black, c2, &rules).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lift_ko(&mut self) {
        self.ko = None;
    }

    /// The position's hash: the exclusive or of the [`zobrist`] keys of its stones, updated with
    /// every move. It does not include ko, captures and the side to move.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, zobrist};
    ///
    /// let board = Board::from_text("X .\n. O")?;
    /// let keys = zobrist::key(Color::Black, 0, 0) ^ zobrist::key(Color::White, 1, 1);
    /// assert_eq!(board.hash(), keys);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The smallest hash among the board's images under its symmetries: the same for all of them.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("X .\n. .")?;
    /// let turned = Board::from_text(". .\n. X")?;
    /// assert_ne!(board.hash(), turned.hash());
    /// assert_eq!(board.canonical_hash(), turned.canonical_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn canonical_hash(&self) -> u64 {
        let image = |symmetry: &Symmetry| {
            self.stones().fold(0, |hash, (point, color)| {
                let moved = symmetry.apply(self.size, point);
                hash ^ zobrist::key(color, moved.x(), moved.y())
            })
        };
        Symmetry::of(self.size).iter().map(image).min().unwrap_or(self.hash)
    }

    /// The board rotated or reflected, with ko, captures and the order of the stones.
    ///
    /// ```
    /// use hoshi_core::{Board, Symmetry};
    ///
    /// let board = Board::from_text("X . O")?;
    /// let turned = board.transformed(Symmetry::Rotate90);
    /// assert_eq!(turned, Board::from_text("X\n.\nO")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let mut image = Board::new(symmetry.size(self.size));
        for (point, color) in self.stones_as_placed() {
            let vertex = image.vertex_of(symmetry.apply(self.size, point));
            image.put(color, vertex);
        }
        image.captures = self.captures;
        if let (Some(point), Some(color)) = (self.ko(), self.ko_color()) {
            image.set_ko(symmetry.apply(self.size, point), color);
        }
        image
    }

    /// Whether both boards have the same size and the same stones, regardless of ko and captures,
    /// as superko compares them.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    /// assert!(Board::new(Size::S9).same_stones(&Board::new(Size::S9)));
    /// ```
    #[must_use]
    pub fn same_stones(&self, other: &Board) -> bool {
        self.size == other.size
            && self.hash == other.hash
            && self.cells.iter().zip(&other.cells).all(|(a, b)| a.content == b.content)
    }

    /// Reads a text diagram (see [`Diagram`]) whose stones are a legal position.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    ///
    /// let board = Board::from_text("
    ///     . X .
    ///     X . X
    ///     . X .
    /// ")?;
    /// assert_eq!(board.size(), Size::square(3).unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a diagram, or a block in it has no liberty.
    pub fn from_text(text: &str) -> Result<Board, crate::setup::BoardError> {
        let diagram: Diagram = text.parse()?;
        Ok(crate::Setup::from(&diagram).position()?.into_board())
    }

    #[inline]
    fn vertex_of(&self, point: Point) -> Vertex {
        (usize::from(point.y()) + 1) * self.stride + usize::from(point.x()) + 1
    }

    #[inline]
    fn checked_vertex(&self, point: Point) -> Option<Vertex> {
        self.size.contains(point).then(|| self.vertex_of(point))
    }

    #[inline]
    fn point_of(&self, vertex: Vertex) -> Point {
        self.cells[vertex].point
    }

    #[inline]
    fn around(&self, vertex: Vertex) -> [Vertex; 4] {
        [vertex - self.stride, vertex - 1, vertex + 1, vertex + self.stride]
    }

    #[inline]
    fn key(&self, color: Color, vertex: Vertex) -> u64 {
        let point = self.point_of(vertex);
        zobrist::key(color, point.x(), point.y())
    }
}

/// Written by hand for `clone_from`, which reuses memory: searches copy boards all the time.
impl Clone for Board {
    fn clone(&self) -> Board {
        Board { cells: self.cells.clone(), tallies: self.tallies.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Board) {
        let mut cells = core::mem::take(&mut self.cells);
        let mut tallies = core::mem::take(&mut self.tallies);
        cells.clone_from(&other.cells);
        tallies.clone_from(&other.tallies);
        *self = Board { cells, tallies, ..*other };
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.same_stones(other) && self.ko == other.ko && self.captures == other.captures
    }
}

impl Eq for Board {}

/// The board as a text diagram with coordinates.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Diagram::from(self), f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ko = self.ko().map(|point| self.size.a1(point));
        writeln!(f, "{} ko {ko:?} captures {:?}", self.size, self.captures)?;
        fmt::Display::fmt(self, f)
    }
}
