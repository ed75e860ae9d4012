//! The area of both sides, for counting many boards without a breakdown. Boards of common sizes are
//! counted a row at a time, as bits of words; larger ones cell by cell.

use alloc::vec;
use alloc::vec::Vec;

use super::{Board, Content};
use crate::color::Color;

/// A part of an empty region, found while reading the board row by row.
struct Part {
    /// An earlier part that it is connected with; itself, as long as there is none.
    joins: usize,
    /// Its number of points.
    points: u32,
    /// What is next to it: a bit for each content.
    touches: u8,
}

/// The parts so far. The first stands for "no part"; its entry is never read.
struct Parts(Vec<Part>);

impl Parts {
    const NONE: usize = 0;

    fn new_part(&mut self) -> usize {
        self.0.push(Part { joins: self.0.len(), points: 0, touches: 0 });
        self.0.len() - 1
    }

    /// The earliest part that a part is known to be connected with.
    fn first(&self, mut part: usize) -> usize {
        while self.0[part].joins != part {
            part = self.0[part].joins;
        }
        part
    }

    /// Notes that two parts are connected; returns the earlier of them.
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)].joins = a.min(b);
        a.min(b)
    }
}

/// A board as rows of bits, with Black in the low half of a word and White in the high half, so that one
/// operation serves both. There is an empty row above the first row and below the last.
struct Rows {
    /// The empty points, in both halves.
    free: [u64; Rows::SIDE + 2],
    /// What each side has or reaches: its stones, and the empty points connected with them.
    reach: [u64; Rows::SIDE + 2],
    height: usize,
}

impl Rows {
    /// The longest side: the highest bit of each half is never free, and so keeps the halves apart.
    const SIDE: usize = 31;

    fn of(board: &Board) -> Rows {
        let height = usize::from(board.size.height());
        let mut rows = Rows { free: [0; Rows::SIDE + 2], reach: [0; Rows::SIDE + 2], height };
        let cells = board.cells[board.stride..].chunks_exact(board.stride);
        let words = rows.free[1..].iter_mut().zip(&mut rows.reach[1..]);
        for (row, (free, reach)) in cells.zip(words).take(height) {
            for cell in row[1..].iter().rev() {
                let is = |content| u64::from(cell.content == content);
                *free = (*free << 1) | (is(Content::Empty) * EACH);
                *reach = (*reach << 1) | is(Content::Black) | (is(Content::White) << 32);
            }
        }
        rows
    }

    /// Extends the reach of both sides, down the board and up again, until nothing changes.
    fn area(mut self) -> [u32; 2] {
        loop {
            let mut grows = false;
            for y in 1..=self.height {
                grows |= self.grow(y);
            }
            for y in (1..=self.height).rev() {
                grows |= self.grow(y);
            }
            if !grows {
                break;
            }
        }
        let mut area = [0; 2];
        for reach in &self.reach[1..=self.height] {
            let alone = reach & !reach.rotate_left(32);
            area[0] += (alone as u32).count_ones();
            area[1] += ((alone >> 32) as u32).count_ones();
        }
        area
    }

    /// Extends the reach of both sides in a row, from the row itself and its neighbours; returns whether
    /// it grew.
    #[inline]
    fn grow(&mut self, y: usize) -> bool {
        let (here, free) = (self.reach[y], self.free[y]);
        let near = (here << 1) | (here >> 1) | self.reach[y - 1] | self.reach[y + 1];
        let seeds = near & free;
        if seeds & !here == 0 {
            return false;
        }
        self.reach[y] = here | spread(seeds, free);
        true
    }
}

/// One bit in both halves of a word.
const EACH: u64 = 1 | (1 << 32);

/// All runs of free points that contain a seed.
#[inline]
fn spread(seeds: u64, free: u64) -> u64 {
    // Upwards an addition carries them. Downwards takes steps of one, two, four and so on.
    let mut found = seeds | (free & !free.wrapping_add(seeds));
    let mut way = free;
    for steps in [1, 2, 4, 8, 16] {
        found |= way & (found >> steps);
        way &= way >> steps;
    }
    found
}

impl Board {
    /// The area of Black and of White: their stones, and the points of the empty regions that touch no
    /// stone of the other colour. It is what [`Score::of`](crate::Score::of) counts under area rules
    /// with no dead stones, in a fraction of the time; without komi.
    ///
    /// ```
    /// use hoshi_core::Board;
    ///
    /// let board = Board::from_text("
    ///     . X O .
    ///     X X O O
    ///     . X . O
    /// ")?;
    /// assert_eq!(board.area(), [6, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let is_usual = |side: u8| usize::from(side) <= Rows::SIDE;
        if is_usual(self.size.width()) && is_usual(self.size.height()) {
            return Rows::of(self).area();
        }
        self.area_by_parts()
    }

    /// Like [`Board::area`], for a board of any size.
    fn area_by_parts(&self) -> [u32; 2] {
        let mut parts = Parts(Vec::with_capacity(64));
        parts.new_part();
        // For each column, the part of the cell above, and its content.
        let mut above = vec![(Parts::NONE, Content::Border); self.stride];
        for row in self.cells[self.stride..].chunks_exact(self.stride) {
            let mut left = (Parts::NONE, Content::Border);
            for (cell, above) in row.iter().zip(&mut above) {
                let content = cell.content;
                left = if content == Content::Empty {
                    let part = match (left.0, above.0) {
                        (Parts::NONE, Parts::NONE) => parts.new_part(),
                        (Parts::NONE, part) | (part, Parts::NONE) => part,
                        (a, b) => parts.join(a, b),
                    };
                    let found = &mut parts.0[part];
                    found.points += 1;
                    found.touches |= 1 << left.1 as u8 | 1 << above.1 as u8;
                    (part, content)
                } else {
                    for part in [left.0, above.0] {
                        parts.0[part].touches |= 1 << content as u8;
                    }
                    (Parts::NONE, content)
                };
                *above = left;
            }
        }
        let mut area = self.stones;
        // From last to first, since each joins an earlier one.
        while let Some(part) = parts.0.pop() {
            if let Some(first) = parts.0.get_mut(part.joins) {
                first.points += part.points;
                first.touches |= part.touches;
                continue;
            }
            let touches = Color::ALL.map(|c| part.touches & (1 << Content::of(c) as u8) != 0);
            match touches {
                [true, false] => area[Color::Black.index()] += part.points,
                [false, true] => area[Color::White.index()] += part.points,
                _ => {}
            }
        }
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng as _, SplitMix64};
    use crate::{PointMap, Size};

    #[test]
    fn rows_count_as_parts_do() {
        let mut rng = SplitMix64::new(1);
        for round in 0..4000 {
            let side = |rng: &mut SplitMix64| 1 + rng.below(Rows::SIDE as u32) as u8;
            let size = Size::new(side(&mut rng), side(&mut rng)).unwrap();
            // From nearly full to nearly empty; long winding regions are in between.
            let of = 2 + round % 9;
            let stones =
                PointMap::from_fn(size, |_| Color::ALL.get(rng.below(of) as usize).copied());
            let board = Board::with_stones(&stones);
            assert_eq!(board.area(), board.area_by_parts(), "{board}");
        }
    }
}
