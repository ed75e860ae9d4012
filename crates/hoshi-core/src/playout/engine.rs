//! The board of the playout engine: 3x3 patterns, blocks with pseudo-liberties
//! and the lists of points each colour may draw. Everything sits in fixed
//! arrays whose sizes are known, so that safe indexing costs nothing.

use alloc::boxed::Box;

use crate::color::Color;
use crate::point::Point;
use crate::size::Size;
use crate::zobrist;

/// A stored point number: `u8` for small boards, `u16` for the others.
pub(super) trait Index: Copy {
    fn get(self) -> usize;
    fn of(point: usize) -> Self;
}

impl Index for u8 {
    #[inline(always)]
    fn get(self) -> usize {
        usize::from(self)
    }
    #[inline(always)]
    fn of(point: usize) -> Self {
        point as u8
    }
}

impl Index for u16 {
    #[inline(always)]
    fn get(self) -> usize {
        usize::from(self)
    }
    #[inline(always)]
    fn of(point: usize) -> Self {
        point as u16
    }
}

pub(super) const BLACK: usize = 0;
pub(super) const WHITE: usize = 1;

/// A pattern holds two bits for each of the eight points around: bits 0 to 7
/// say "black or off the board", bits 8 to 15 "white or off the board". The
/// four neighbours come first: down, up, right, left; then the diagonals:
/// down right, down left, up right, up left.
pub(super) const PLANE: [u32; 2] = [0, 8];
/// The four neighbours in a plane.
pub(super) const NEIGHBOURS: u32 = 0xf;
/// "This point is the colour's own eye and need not be drawn", by colour.
pub(super) const EYE: [u32; 2] = [1 << 16, 1 << 17];
/// "A play here is suicide, with only enemies around", by colour.
pub(super) const SUICIDE: [u32; 2] = [1 << 18, 1 << 19];
pub(super) const FLAGS: u32 = 0xf << 16;
/// The point is on the edge of the board.
pub(super) const EDGE: u32 = 1 << 20;
pub(super) const EDGE_SHIFT: u32 = 20;
/// Flips with every stone around. It is never read: it keeps the compiler from updating patterns
/// byte by byte, after which reading a full pattern would stall.
const WHOLE: u32 = 1 << 31;

/// A block's word counts its stones, its liberties at points the enemy need
/// not consider ("shut") and its other liberties ("free"), each liberty once
/// for every stone that touches it. Blocks join by adding their words.
pub(super) const STONE: u64 = 1;
pub(super) const SHUT: u64 = 1 << 22;
pub(super) const FREE: u64 = 1 << 43;
pub(super) const NO_KO: usize = usize::MAX;

/// Both colours may draw the points of list 0, only White those of list 1,
/// only Black those of list 2, nobody those of list 3.
pub(super) const LISTS: usize = 4;

/// The data of every point, including those just off the board.
#[derive(Clone, Copy)]
pub(super) struct Cell<I> {
    /// The eight points around, flags, and whether it is at the edge.
    pub(super) pattern: u32,
    /// The head of the block; the point itself while it is empty.
    pub(super) block: I,
    /// The next stone of the block, in a ring.
    pub(super) next: I,
}

/// A position in play. Points are numbered `y * STRIDE + x`; cells are
/// shifted by one row and one column, so that a neighbour's index is never negative, and the column
/// left of a row ends the row before.
#[derive(Clone, Copy)]
pub(super) struct State<I, const STRIDE: usize, const CAP: usize, const LEN: usize> {
    pub(super) word: [u64; CAP],
    pub(super) cell: [Cell<I>; LEN],
    pub(super) list: [[I; CAP]; LISTS],
    pub(super) slot: [I; CAP],
    pub(super) count: [u32; LISTS],
    pub(super) stones: [u32; 2],
    pub(super) hash: u64,
    pub(super) ko: usize,
}

/// The engine: a position to start from, the one in play, and Zobrist keys.
#[derive(Clone)]
pub(super) struct Engine<I, const STRIDE: usize, const CAP: usize, const LEN: usize> {
    pub(super) state: State<I, STRIDE, CAP, LEN>,
    pub(super) start: State<I, STRIDE, CAP, LEN>,
    pub(super) zobrist: [[u64; CAP]; 2],
    pub(super) size: Size,
    /// The colour that moves first.
    pub(super) first: usize,
}

impl<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize>
    Engine<I, STRIDE, CAP, LEN>
{
    /// Where the pattern of point 0 is.
    pub(super) const ORIGIN: usize = STRIDE + 1;
    /// The number every point off the board shares as its block.
    const BORDER: usize = CAP - 1;

    /// Never inlined, so that only the largest engine needs the stack of the largest.
    #[inline(never)]
    pub(super) fn boxed(size: Size) -> Box<Self> {
        Box::new(Self::new(size))
    }

    pub(super) fn new(size: Size) -> Self {
        const { assert!(CAP.is_power_of_two() && LEN > CAP + 2 * STRIDE + 2) };
        assert!(usize::from(size.width()) < STRIDE && usize::from(size.height()) * STRIDE < CAP);
        let empty = Self::empty_state(size);
        let mut zobrist = [[0; CAP]; 2];
        for point in size.points() {
            for color in Color::ALL {
                zobrist[color.index()][Self::number(point)] =
                    zobrist::key(color, point.x(), point.y());
            }
        }
        Self { state: empty, start: empty, zobrist, size, first: BLACK }
    }

    pub(super) fn empty_state(size: Size) -> State<I, STRIDE, CAP, LEN> {
        let off = Cell { pattern: 0, block: I::of(Self::BORDER), next: I::of(Self::BORDER) };
        let mut state = State {
            word: [0; CAP],
            cell: [off; LEN],
            list: [[I::of(0); CAP]; LISTS],
            slot: [I::of(0); CAP],
            count: [0; LISTS],
            stones: [0; 2],
            hash: 0,
            ko: NO_KO,
        };
        for (n, point) in size.points().enumerate() {
            let number = Self::number(point);
            state.cell[number + Self::ORIGIN] = Cell {
                pattern: edge_pattern(size, point),
                block: I::of(number),
                next: I::of(number),
            };
            state.list[0][n] = I::of(number);
            state.slot[number] = I::of(n);
            state.count[0] += 1;
        }
        state
    }

    /// The number of a point.
    pub(super) fn number(point: Point) -> usize {
        usize::from(point.y()) * STRIDE + usize::from(point.x())
    }

    /// The stone on a point.
    pub(super) fn stone(&self, point: Point) -> Option<Color> {
        // The cell to the right, on the board or not, sees it on its left.
        let pattern = self.state.cell[Self::number(point) + Self::ORIGIN + 1].pattern;
        let left = |color: Color| pattern >> (PLANE[color.index()] + 3) & 1 != 0;
        Color::ALL.into_iter().find(|&color| left(color))
    }

    /// Tells the points around that a stone of the colour came or went.
    #[inline(always)]
    pub(super) fn flip_around(&mut self, point: usize, color: usize) {
        let c = &mut self.state.cell;
        let at = point + Self::ORIGIN;
        let bit = |n: u32| 1 << (PLANE[color] + n) | WHOLE;
        c[at - 1].pattern ^= bit(2);
        c[at + 1].pattern ^= bit(3);
        c[at - STRIDE].pattern ^= bit(0);
        c[at + STRIDE].pattern ^= bit(1);
        c[at - STRIDE - 1].pattern ^= bit(4);
        c[at - STRIDE + 1].pattern ^= bit(5);
        c[at + STRIDE - 1].pattern ^= bit(6);
        c[at + STRIDE + 1].pattern ^= bit(7);
    }

    /// The blocks of the four neighbours; points without a stone have a dummy word, so that no test
    /// is needed.
    #[inline(always)]
    pub(super) fn blocks_around(&self, point: usize) -> [usize; 4] {
        let c = &self.state.cell;
        let at = point + Self::ORIGIN;
        [
            c[at - 1].block.get() & (CAP - 1),
            c[at + 1].block.get() & (CAP - 1),
            c[at - STRIDE].block.get() & (CAP - 1),
            c[at + STRIDE].block.get() & (CAP - 1),
        ]
    }

    /// Adds `change` to the word of each neighbour's block. Returns the words after each step: for
    /// a block met twice, the last is right.
    #[inline(always)]
    pub(super) fn change_words(&mut self, blocks: [usize; 4], change: u64) -> [u64; 4] {
        let w = &mut self.state.word;
        blocks.map(|block| {
            w[block] = w[block].wrapping_add(change);
            w[block]
        })
    }

    /// Removes the entry at `index`, counted over all lists, from its list.
    #[inline(always)]
    pub(super) fn unlist(&mut self, list: usize, index: usize) {
        let s = &mut self.state;
        let left = s.count[list].wrapping_sub(1);
        s.count[list] = left;
        let moved = s.list[list][left as usize & (CAP - 1)];
        s.list.as_flattened_mut()[index & (LISTS * CAP - 1)] = moved;
        s.slot[moved.get() & (CAP - 1)] = I::of(index & (CAP - 1));
    }

    #[inline(always)]
    pub(super) fn enlist(&mut self, list: usize, point: usize) {
        let s = &mut self.state;
        let end = s.count[list] as usize;
        s.list[list][end & (CAP - 1)] = I::of(point);
        s.slot[point] = I::of(end);
        s.count[list] = end as u32 + 1;
    }

    /// Sets the flags of an empty point and moves it to their list.
    pub(super) fn set_flags(&mut self, point: usize, flags: u32) {
        let pattern = &mut self.state.cell[point + Self::ORIGIN].pattern;
        let before = *pattern & FLAGS;
        *pattern = (*pattern & !FLAGS) | flags;
        let (from, to) = (list_of(before), list_of(flags));
        if from != to {
            let slot = self.state.slot[point].get();
            self.unlist(from, from * CAP + slot);
            self.enlist(to, point);
        }
    }
}

/// The list a point with these flags belongs to.
pub(super) fn list_of(flags: u32) -> usize {
    let black = flags & (EYE[BLACK] | SUICIDE[BLACK]) != 0;
    let white = flags & (EYE[WHITE] | SUICIDE[WHITE]) != 0;
    usize::from(black) | usize::from(white) << 1
}

/// The pattern of a point on the empty board.
fn edge_pattern(size: Size, point: Point) -> u32 {
    let (left, right) = (point.x() == 0, point.x() + 1 == size.width());
    let (up, down) = (point.y() == 0, point.y() + 1 == size.height());
    let corners = [down | right, down | left, up | right, up | left];
    let off = [down, up, right, left].into_iter().chain(corners).enumerate();
    let pattern = off.fold(0, |pattern, (bit, off)| pattern | if off { 0x101 << bit } else { 0 });
    if pattern == 0 { 0 } else { pattern | EDGE }
}
