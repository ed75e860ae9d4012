//! The area of both sides, for those who count many boards and want no breakdown.

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
