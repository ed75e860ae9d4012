//! What a board is made of: cells, what is on them, and what is kept of a block.

use crate::color::Color;
use crate::point::Point;

/// What is on a cell of the bordered board. Flat, so that a comparison is one of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Black,
    White,
    Border,
}

impl Content {
    pub(super) const fn of(color: Color) -> Content {
        match color {
            Color::Black => Content::Black,
            Color::White => Content::White,
        }
    }

    pub(super) const fn stone(self) -> Option<Color> {
        match self {
            Content::Black => Some(Color::Black),
            Content::White => Some(Color::White),
            Content::Empty | Content::Border => None,
        }
    }
}

/// A cell of the bordered board, by its place in the row.
pub(super) type Vertex = usize;

/// Sixteen bytes, all of them used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) content: Content,
    /// Where the cell is, for cells that are no border: a division saved.
    pub(super) point: Point,
    /// The cell whose entry in `Board::tallies` speaks for this stone's block; where there is no stone,
    /// the cell itself, whose entry nobody reads then. So liberties are taken and given without a look
    /// at what is there.
    pub(super) head: u32,
    /// The next stone of the block, around in a circle.
    pub(super) next: u32,
    /// When the stone was placed: the number of placements before it.
    pub(super) placed: u32,
}

/// What is kept of a block, at its head.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) stones: u32,
    pub(super) pseudo_liberties: u32,
}

/// The point where simple ko forbids the next play, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KoBan {
    pub(super) vertex: Vertex,
    pub(super) color: Color,
}
