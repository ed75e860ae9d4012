//! Blocks: connected stones of one colour, computed on request.

use alloc::vec::Vec;

use super::{Board, Content, Vertex};
use crate::color::Color;
use crate::point::{Point, PointSet};

/// A view of one block: its stones live and die together.
///
/// ```
/// use hoshi_core::{Board, Color};
///
/// let board = Board::from_text("
///     X X .
///     . O .
/// ")?;
/// let block = board.block(board.size().parse_a1("A2")?).unwrap();
/// assert_eq!(block.color(), Color::Black);
/// assert_eq!(block.len(), 2);
/// assert_eq!(block.liberties().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Block<'a> {
    board: &'a Board,
    head: Vertex,
    color: Color,
}

impl Block<'_> {
    /// The block's colour.
    ///
    /// ```
    /// use hoshi_core::{Board, Color};
    ///
    /// let board = Board::from_text("O .")?;
    /// assert_eq!(board.blocks().next().unwrap().color(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The number of its stones: at least one.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("O O .")?;
    /// assert_eq!(board.blocks().next().unwrap().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a block has a stone")]
    pub fn len(&self) -> usize {
        self.board.tallies[self.head].stones as usize
    }

    /// Its stones, in reading order.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("O O .")?;
    /// let names = board.blocks().next().unwrap().stones();
    /// assert_eq!(names, [board.size().parse_a1("A1")?, board.size().parse_a1("B1")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stones(&self) -> Vec<Point> {
        let circle = self.board.circle(self.head);
        let mut stones: Vec<Point> = circle.map(|stone| self.board.point_of(stone)).collect();
        stones.sort_unstable();
        stones
    }

    /// Its liberties, each once, in reading order.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("O O .")?;
    /// assert_eq!(board.blocks().next().unwrap().liberties().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn liberties(&self) -> Vec<Point> {
        let board = self.board;
        let around = board.circle(self.head).flat_map(|stone| board.around(stone));
        let empty = around.filter(|&near| board.cells[near].content == Content::Empty);
        let mut liberties: Vec<Point> = empty.map(|near| board.point_of(near)).collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// Whether it has only one liberty left.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("O O .")?;
    /// assert!(board.blocks().next().unwrap().is_in_atari());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_in_atari(&self) -> bool {
        self.only_liberty().is_some()
    }

    /// Its liberty, if it has only one.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("O O . X .")?;
    /// let only: Vec<_> = board.blocks().map(|block| block.only_liberty()).collect();
    /// assert_eq!(only, [Some(board.size().parse_a1("C1")?), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn only_liberty(&self) -> Option<Point> {
        let board = self.board;
        // One liberty touches at most four stones.
        if board.tallies[self.head].pseudo_liberties > 4 {
            return None;
        }
        let around = board.circle(self.head).flat_map(|stone| board.around(stone));
        let mut empty = around.filter(|&near| board.cells[near].content == Content::Empty);
        let only = empty.next()?;
        empty.all(|other| other == only).then(|| board.point_of(only))
    }
}

impl Block<'_> {
    /// Whether it has a liberty, without counting them.
    pub(crate) fn has_liberty(&self) -> bool {
        self.board.tallies[self.head].pseudo_liberties > 0
    }
}

impl Board {
    /// The block on a point; `None` if there is no stone.
    ///
    /// ```
    /// use hoshi_core::{Board, Size};
    /// assert!(Board::new(Size::S9).block(Size::S9.point(0, 0).unwrap()).is_none());
    /// ```
    #[must_use]
    pub fn block(&self, point: Point) -> Option<Block<'_>> {
        let color = self.stone(point)?;
        let head = self.cells[self.vertex_of(point)].head as usize;
        Some(Block { board: self, head, color })
    }

    /// Every block once, in reading order of their first stones.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("
    ///     X . O O
    ///     X . . O
    /// ")?;
    /// let lengths: Vec<_> = board.blocks().map(|block| block.len()).collect();
    /// assert_eq!(lengths, [2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = Block<'_>> + '_ {
        let mut seen = PointSet::new(self.size);
        self.size.points().filter_map(move |point| {
            let block = self.block(point)?;
            seen.insert(self.point_of(block.head)).then_some(block)
        })
    }
}
