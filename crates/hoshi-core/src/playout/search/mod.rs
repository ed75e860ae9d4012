//! The board that a tree search and its playouts use: blocks with their liberties, the blocks in
//! atari, 3x3 patterns and a trace of the moves, each updated incrementally or found in a few
//! steps.
//!
//! The engine of uniform playouts keeps lists of candidates instead, which a policy based on
//! liberties cannot use; [`Board`] has what a game needs. Tests compare this board with `Board`
//! after every move.

mod block;
mod play;
mod read;
mod run;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use play::Tried;
pub use run::{Policy, Uniform};

use block::Block;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point};
use crate::size::Size;
use crate::zobrist;

/// A point of a [`SearchBoard`] as a small number, or a pass.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_core::playout::{SearchBoard, Spot};
///
/// let board = SearchBoard::<128>::new(Size::S9);
/// let center = board.spot(Size::S9.parse_a1("E5")?);
/// assert_eq!(board.point(center), Size::S9.point(4, 4));
/// assert_eq!(board.point(Spot::PASS), None);
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u16);

impl Spot {
    /// A pass.
    ///
    /// ```
    /// use hoshi_core::playout::Spot;
    /// assert!(Spot::PASS.is_pass());
    /// ```
    pub const PASS: Spot = Spot(u16::MAX);

    /// The number, for tables with an entry for every spot; a pass has the number 65,535.
    ///
    /// ```
    /// use hoshi_core::playout::Spot;
    /// assert_eq!(Spot::from_index(17).index(), 17);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The spot with this number.
    ///
    /// ```
    /// use hoshi_core::playout::Spot;
    /// assert_eq!(Spot::from_index(Spot::PASS.index()), Spot::PASS);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn from_index(index: usize) -> Spot {
        Spot(index as u16)
    }

    /// Whether it is a pass.
    ///
    /// ```
    /// use hoshi_core::playout::Spot;
    /// assert!(!Spot::from_index(0).is_pass());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }
}

const EMPTY: u8 = 2;
const OFF: u8 = 3;

/// The four neighbours in one plane of a pattern.
const NEAR: u32 = 0xf;

/// A position in a tree search. `CAP` is a power of two, at least [`capacity`] of the size.
///
/// Points are numbered row by row with one column between the rows that is off the board. Numbers wrap
/// around at `CAP`, and the last row's end is off the board too, so every point has eight neighbours.
///
/// ```
/// use hoshi_core::playout::SearchBoard;
/// use hoshi_core::{Color, Size};
///
/// let mut board = SearchBoard::<128>::new(Size::S9);
/// let corner = board.spot(Size::S9.parse_a1("A1")?);
/// let beside = board.spot(Size::S9.parse_a1("B1")?);
/// board.play(Color::Black, corner);
/// board.play(Color::White, beside);
/// assert_eq!(board.stone(corner), Some(Color::Black));
/// assert!(board.is_in_atari(corner));
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
pub struct SearchBoard<const CAP: usize> {
    size: Size,
    stride: usize,
    /// Black, white, empty or off the board.
    color: Box<[u8; CAP]>,
    /// The neighbourhood of a point: bits 0 to 7 say "black or off the board", bits 8 to 15 "white or
    /// off the board"; down, up, right, left, then the diagonals down right, down left, up right, up
    /// left.
    pattern: Box<[u16; CAP]>,
    /// The head of a stone's block.
    head: Box<[u16; CAP]>,
    /// The next stone of the block, in a ring.
    next: Box<[u16; CAP]>,
    block: Box<[Block; CAP]>,
    /// The empty points in any order, and the index of each point in that list.
    empty: Box<[u16; CAP]>,
    slot: Box<[u16; CAP]>,
    empties: usize,
    /// Stones whose block came into atari; some of them may have escaped or been captured.
    atari: [Vec<u16>; 2],
    /// The points captured by the last move.
    taken: Vec<u16>,
    trace: Vec<Spot>,
    /// Saved blocks, as they were before tried moves changed them.
    undo: Vec<(u16, Block)>,
    stones: [u32; 2],
    hash: u64,
    ko: Spot,
    keys: Arc<Vec<[u64; 2]>>,
}

/// The number of indices that a board of this size needs: the least `CAP` of its [`SearchBoard`] is
/// the next power of two.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_core::playout::capacity;
///
/// assert_eq!(capacity(Size::S9), 100);
/// assert_eq!(capacity(Size::S19), 400);
/// assert_eq!(capacity(Size::new(255, 255).unwrap()), 65_536);
/// ```
#[must_use]
pub const fn capacity(size: Size) -> usize {
    (size.height() as usize + 1) * (size.width() as usize + 1)
}

fn boxed<T: Clone + fmt::Debug, const CAP: usize>(value: T) -> Box<[T; CAP]> {
    vec![value; CAP].into_boxed_slice().try_into().expect("the length is CAP")
}

impl<const CAP: usize> SearchBoard<CAP> {
    const MASK: usize = CAP - 1;

    /// The empty board.
    ///
    /// # Panics
    /// If `CAP` is less than [`capacity`] of the size.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<512>::new(Size::S19).empty_spots().len(), 361);
    /// ```
    #[must_use]
    pub fn new(size: Size) -> SearchBoard<CAP> {
        const { assert!(CAP.is_power_of_two() && CAP <= 1 << 16) };
        assert!(capacity(size) <= CAP, "a board of {size} does not fit {CAP} numbers");
        let stride = usize::from(size.width()) + 1;
        let mut keys = vec![[0; 2]; CAP];
        for point in size.points() {
            let number = usize::from(point.y()) * stride + usize::from(point.x());
            keys[number] = Color::ALL.map(|color| zobrist::key(color, point.x(), point.y()));
        }
        let mut board = SearchBoard {
            size,
            stride,
            color: boxed(OFF),
            pattern: boxed(0),
            head: boxed(0),
            next: boxed(0),
            block: boxed(Block::NONE),
            empty: boxed(0),
            slot: boxed(0),
            empties: 0,
            atari: [Vec::with_capacity(32), Vec::with_capacity(32)],
            taken: Vec::with_capacity(size.area()),
            trace: Vec::with_capacity(4 * size.area()),
            undo: Vec::new(),
            stones: [0; 2],
            hash: 0,
            ko: Spot::PASS,
            keys: Arc::new(keys),
        };
        board.clear();
        board
    }

    /// Removes all stones.
    fn clear(&mut self) {
        self.color.fill(OFF);
        self.empties = 0;
        for point in self.size.points() {
            let number = self.spot(point).index();
            self.color[number] = EMPTY;
            self.empty[self.empties] = number as u16;
            self.slot[number] = self.empties as u16;
            self.empties += 1;
        }
        for number in 0..CAP {
            let around = self.around(number);
            let off = |bit: usize| self.color[around[bit]] == OFF;
            self.pattern[number] =
                (0..8).fold(0, |bits, bit| bits | if off(bit) { 0x101 << bit } else { 0 });
        }
        self.atari.iter_mut().for_each(Vec::clear);
        self.taken.clear();
        self.trace.clear();
        self.stones = [0; 2];
        self.hash = 0;
        self.ko = Spot::PASS;
    }

    /// The position of a board, with its ko point if `turn` may not play there. The trace is empty.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Board, Color, Size};
    ///
    /// let board = Board::from_text(". X .\nO . O")?;
    /// let mut search = SearchBoard::<128>::new(board.size());
    /// search.set_position(&board, Color::Black);
    /// assert_eq!(search.hash(), board.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the board has another size.
    pub fn set_position(&mut self, board: &Board, turn: Color) {
        assert_eq!(board.size(), self.size);
        self.clear();
        for (point, color) in board.stones() {
            self.play(color, self.spot(point));
        }
        self.trace.clear();
        self.taken.clear();
        let ko = board.ko().filter(|_| board.ko_color() == Some(turn));
        self.ko = ko.map_or(Spot::PASS, |point| self.spot(point));
    }

    /// Becomes a copy of another board of the same size, without allocating.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Color, Size};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// let start = board.clone();
    /// board.play(Color::Black, board.spot(Size::S9.point(2, 2).unwrap()));
    /// board.copy_from(&start);
    /// assert_eq!(board.hash(), start.hash());
    /// ```
    pub fn copy_from(&mut self, other: &SearchBoard<CAP>) {
        debug_assert_eq!(self.size, other.size);
        *self.color = *other.color;
        *self.pattern = *other.pattern;
        *self.head = *other.head;
        *self.next = *other.next;
        *self.block = *other.block;
        *self.empty = *other.empty;
        *self.slot = *other.slot;
        self.empties = other.empties;
        for (to, from) in self.atari.iter_mut().zip(&other.atari) {
            to.clone_from(from);
        }
        self.taken.clone_from(&other.taken);
        self.trace.clone_from(&other.trace);
        self.stones = other.stones;
        self.hash = other.hash;
        self.ko = other.ko;
    }

    /// The size of the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The spot of a point.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert_eq!(board.spot(Size::S9.point(3, 1).unwrap()).index(), 13);
    /// ```
    #[must_use]
    pub fn spot(&self, point: Point) -> Spot {
        Spot::from_index(usize::from(point.y()) * self.stride + usize::from(point.x()))
    }

    /// The point of a spot; `None` for a pass and spots off the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).point(Spot::from_index(9)), None);
    /// ```
    #[must_use]
    pub fn point(&self, spot: Spot) -> Option<Point> {
        let (x, y) = (spot.index() % self.stride, spot.index() / self.stride);
        self.size.point(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }

    /// The spot of a move.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Move, Size};
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).spot_of(Move::Pass), Spot::PASS);
    /// ```
    #[must_use]
    pub fn spot_of(&self, mv: Move) -> Spot {
        mv.point().map_or(Spot::PASS, |point| self.spot(point))
    }

    /// The move to a spot.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Move, Size};
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).move_to(Spot::PASS), Move::Pass);
    /// ```
    #[must_use]
    pub fn move_to(&self, spot: Spot) -> Move {
        self.point(spot).map_or(Move::Pass, Move::Play)
    }

    /// The hash of the stones: that of [`Board::hash`].
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).hash(), 0);
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The spot that a ko forbids to the next move; otherwise a pass.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).ko(), Spot::PASS);
    /// ```
    #[must_use]
    pub fn ko(&self) -> Spot {
        self.ko
    }

    /// The moves since the position was set up, passes included.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Color, Size};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// let center = board.spot(Size::S9.point(4, 4).unwrap());
    /// board.play(Color::Black, center);
    /// assert_eq!(board.trace(), [center]);
    /// ```
    #[must_use]
    pub fn trace(&self) -> &[Spot] {
        &self.trace
    }

    /// The numbers of the eight points around, in the order of a pattern's bits.
    #[inline(always)]
    fn around(&self, at: usize) -> [usize; 8] {
        let s = self.stride;
        [
            at.wrapping_add(s) & Self::MASK,
            at.wrapping_sub(s) & Self::MASK,
            at.wrapping_add(1) & Self::MASK,
            at.wrapping_sub(1) & Self::MASK,
            at.wrapping_add(s + 1) & Self::MASK,
            at.wrapping_add(s).wrapping_sub(1) & Self::MASK,
            at.wrapping_sub(s).wrapping_add(1) & Self::MASK,
            at.wrapping_sub(s + 1) & Self::MASK,
        ]
    }

    /// The numbers of the four neighbours, in the order of a pattern's bits.
    #[inline(always)]
    fn near(&self, at: usize) -> [usize; 4] {
        let s = self.stride;
        [
            at.wrapping_add(s) & Self::MASK,
            at.wrapping_sub(s) & Self::MASK,
            at.wrapping_add(1) & Self::MASK,
            at.wrapping_sub(1) & Self::MASK,
        ]
    }

    /// Which of the four neighbours are stones of the colour, as four bits.
    #[inline(always)]
    fn near_of(&self, at: usize, color: Color) -> u32 {
        // The colour's plane first, without a branch.
        let pattern = u32::from(self.pattern[at].rotate_right(8 * color.index() as u32));
        pattern & !(pattern >> 8) & NEAR
    }

    /// Which of the four neighbours are empty, as four bits.
    #[inline(always)]
    fn near_empty(&self, at: usize) -> u32 {
        let pattern = u32::from(self.pattern[at]);
        !(pattern | pattern >> 8) & NEAR
    }

    #[inline(always)]
    fn block_at(&self, at: usize) -> &Block {
        &self.block[usize::from(self.head[at & Self::MASK]) & Self::MASK]
    }
}

impl<const CAP: usize> Clone for SearchBoard<CAP> {
    fn clone(&self) -> Self {
        SearchBoard {
            size: self.size,
            stride: self.stride,
            color: self.color.clone(),
            pattern: self.pattern.clone(),
            head: self.head.clone(),
            next: self.next.clone(),
            block: self.block.clone(),
            empty: self.empty.clone(),
            slot: self.slot.clone(),
            empties: self.empties,
            atari: self.atari.clone(),
            taken: self.taken.clone(),
            trace: self.trace.clone(),
            undo: self.undo.clone(),
            stones: self.stones,
            hash: self.hash,
            ko: self.ko,
            keys: Arc::clone(&self.keys),
        }
    }
}

impl<const CAP: usize> fmt::Debug for SearchBoard<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "SearchBoard {}", self.size)?;
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let at = usize::from(y) * self.stride + usize::from(x);
                f.write_str([" X", " O", " .", " #"][usize::from(self.color[at])])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
