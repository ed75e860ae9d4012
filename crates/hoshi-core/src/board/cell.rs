//! The parts of a board: cells, their contents, and the data of a block.

use crate::color::Color;
use crate::point::Point;

/// What is on a cell of the bordered board. Flat, so that comparing takes one byte comparison.
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

/// A cell of the bordered board, by its index.
pub(super) type Vertex = usize;

/// Sixteen bytes, all of them used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) content: Content,
    /// The point of the cell, except for border cells: saves a division.
    pub(super) point: Point,
    /// The cell whose entry in `Board::tallies` belongs to this stone's block; without a stone, the
    /// cell itself, whose entry is then unused. So liberties are updated without a branch on the
    /// content.
    pub(super) head: u32,
    /// The next stone of the block, in a ring.
    pub(super) next: u32,
    /// When the stone was placed: the number of placements before it.
    pub(super) placed: u32,
}

/// The counts of a block, stored at its head.
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
