//! The game again, slow and obvious: stones in a vector, every question answered by a flood fill.
//! Ko is detected by its definition, a repetition of the board before the opponent's move, not by
//! its shape.

use hoshi_core::{Board, Color, Move, Point, Refusal, Size, zobrist};

/// Stones, captures, and the board before the last move with who made it.
pub(crate) struct Slow {
    size: Size,
    stones: Vec<Option<Color>>,
    captures: [u32; 2],
    before: Option<(Vec<Option<Color>>, Color)>,
}

impl Slow {
    /// The stones and captures of a board, without a last move.
    pub(crate) fn from_start(board: &Board) -> Slow {
        let size = board.size();
        Slow {
            size,
            stones: size.points().map(|point| board.stone(point)).collect(),
            captures: Color::ALL.map(|color| board.captures(color)),
            before: None,
        }
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.stones[self.size.index(point)]
    }

    /// The block on a point and its liberties, both sorted.
    fn block(&self, start: Point) -> (Vec<Point>, Vec<Point>) {
        let color = self.stone(start);
        let mut stones = vec![start];
        let mut liberties = Vec::new();
        let mut seen = vec![false; self.size.area()];
        seen[self.size.index(start)] = true;
        let mut next = 0;
        while next < stones.len() {
            for near in self.size.neighbors(stones[next]) {
                if std::mem::replace(&mut seen[self.size.index(near)], true) {
                    continue;
                }
                match self.stone(near) {
                    None => liberties.push(near),
                    stone if stone == color => stones.push(near),
                    Some(_) => {}
                }
            }
            next += 1;
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        (stones, liberties)
    }

    /// The stones after a play under the `simple` rules, and the number captured.
    fn after(&self, color: Color, point: Point) -> Result<(Slow, u32), Refusal> {
        if self.stone(point).is_some() {
            return Err(Refusal::Occupied);
        }
        let mut next = Slow { stones: self.stones.clone(), before: None, ..*self };
        next.stones[self.size.index(point)] = Some(color);
        let mut captured = 0;
        for near in self.size.neighbors(point) {
            if next.stone(near) == Some(color.opponent()) {
                let (stones, liberties) = next.block(near);
                if liberties.is_empty() {
                    captured += stones.len() as u32;
                    for stone in stones {
                        next.stones[self.size.index(stone)] = None;
                    }
                }
            }
        }
        if next.block(point).1.is_empty() {
            return Err(Refusal::Suicide);
        }
        let back = |(before, mover): &(Vec<_>, Color)| *mover != color && *before == next.stones;
        if self.before.as_ref().is_some_and(back) {
            return Err(Refusal::Ko);
        }
        next.captures[color.index()] += captured;
        next.before = Some((self.stones.clone(), color));
        Ok((next, captured))
    }

    /// Whether a play is refused under the `simple` rules, and why.
    pub(crate) fn check(&self, color: Color, point: Point) -> Result<(), Refusal> {
        self.after(color, point).map(|_| ())
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        match mv {
            Move::Pass => self.before = None,
            Move::Play(point) => *self = self.after(color, point)?.0,
        }
        Ok(())
    }

    /// The point that ko alone forbids to the side to move.
    fn ko(&self) -> Option<(Point, Color)> {
        let (before, mover) = self.before.as_ref()?;
        let taken = |&point: &Point| {
            before[self.size.index(point)] == Some(mover.opponent()) && self.stone(point).is_none()
        };
        let mut taken = self.size.points().filter(taken);
        let point = taken.next().filter(|_| taken.next().is_none())?;
        let refused = self.check(mover.opponent(), point) == Err(Refusal::Ko);
        refused.then_some((point, mover.opponent()))
    }

    /// The first difference from a board that should be equal: the name, and both values.
    pub(crate) fn difference(&self, board: &Board) -> Option<(&'static str, String, String)> {
        let differ = |what, slow: &dyn std::fmt::Debug, fast: &dyn std::fmt::Debug| {
            Some((what, format!("{slow:?}"), format!("{fast:?}")))
        };
        let names = |points: &[Point]| -> Vec<_> {
            points.iter().map(|&point| self.size.a1(point)).collect()
        };
        for point in self.size.points() {
            let (slow, fast) = (self.stone(point), board.stone(point));
            if slow != fast {
                return differ("a stone", &(self.size.a1(point), slow), &fast);
            }
        }
        let captures = Color::ALL.map(|color| board.captures(color));
        if self.captures != captures {
            return differ("captures", &self.captures, &captures);
        }
        let ko = board.ko().zip(board.ko_color());
        if self.ko() != ko {
            let name = |ko: Option<(Point, Color)>| ko.map(|(point, to)| (self.size.a1(point), to));
            return differ("ko", &name(self.ko()), &name(ko));
        }
        let mut hash = 0;
        let mut seen = vec![false; self.size.area()];
        let mut blocks = board.blocks();
        for point in self.size.points() {
            let Some(color) = self.stone(point) else { continue };
            hash ^= zobrist::key(color, point.x(), point.y());
            if seen[self.size.index(point)] {
                continue;
            }
            let (stones, liberties) = self.block(point);
            for &stone in &stones {
                seen[self.size.index(stone)] = true;
            }
            let Some(block) = blocks.next() else {
                return differ("a block", &names(&stones), &"none");
            };
            if block.stones() != stones || block.len() != stones.len() {
                return differ("a block", &names(&stones), &names(&block.stones()));
            }
            if block.liberties() != liberties {
                return differ("liberties", &names(&liberties), &names(&block.liberties()));
            }
            if block.is_in_atari() != (liberties.len() == 1) {
                return differ("atari", &names(&liberties), &block.is_in_atari());
            }
        }
        if blocks.next().is_some() {
            return differ("blocks", &"no more", &"one more");
        }
        if hash != board.hash() {
            return differ("the hash", &hash, &board.hash());
        }
        None
    }
}
