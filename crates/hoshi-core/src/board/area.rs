//! The area of both sides, for those who count many boards and want no breakdown. Boards of a usual size
//! are counted a row at a time, in words; larger ones cell by cell.

use alloc::vec;
use alloc::vec::Vec;

use super::{Board, Content};
use crate::color::Color;

/// A part of an empty region, found while reading the board row by row.
struct Part {
    /// An earlier part that it turned out to hang together with; itself, as long as there is none.
    joins: usize,
    /// How many points it has.
    points: u32,
    /// What is next to it: a bit for each content.
    touches: u8,
}

/// The parts so far. The first stands for "no part": what is written there is never read.
struct Parts(Vec<Part>);

impl Parts {
    const NONE: usize = 0;

    fn new_part(&mut self) -> usize {
        self.0.push(Part { joins: self.0.len(), points: 0, touches: 0 });
        self.0.len() - 1
    }

    /// The earliest part that a part is known to hang together with.
    fn first(&self, mut part: usize) -> usize {
        while self.0[part].joins != part {
            part = self.0[part].joins;
        }
        part
    }

    /// Notes that two parts hang together; the earlier of them.
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)].joins = a.min(b);
        a.min(b)
    }
}

/// A board as rows of bits, Black's half of a word below White's: what is done to one half is done to both.
/// A row of nothing is above the first row and below the last.
struct Rows {
    /// The empty points, in both halves.
    free: [u64; Rows::SIDE + 2],
    /// What each side has or reaches: its stones, and the empty points that hang together with them.
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

    /// Lets both sides reach what they can, down the board and up again, until neither gets any further.
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

    /// Lets both sides go on from a row and its neighbours to what is free in it; whether there was any.
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

/// All of the runs of free points that seeds lie in.
#[inline]
fn spread(seeds: u64, free: u64) -> u64 {
    // Upwards they are carried by a sum. Downwards it is a step, then two at once, and so on.
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
    /// with no dead stones, in a small part of the time; komi isn't in it.
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

    /// The same for a board of any size.
    fn area_by_parts(&self) -> [u32; 2] {
        let mut parts = Parts(Vec::with_capacity(64));
        parts.new_part();
        // For each column, the part that the cell above belongs to, and what is there.
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
        // From the last, since each joins an earlier one.
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
