//! Drawing and playing a move. A point is tried by first removing it from the liberties of its
//! neighbours: the words then show whether the move is legal and what it does. Nearly all moves are
//! plain and take one path with few branches.

use super::engine::{
    EDGE_SHIFT, EYE, Engine, FLAGS, FREE, Index, LISTS, NEIGHBOURS, NO_KO, PLANE, SHUT, STONE,
    SUICIDE,
};
use crate::rng::Rng;

/// The number of failed draws before the candidates are enumerated instead.
const PATIENCE: u32 = 6;

/// The four neighbours in a pattern, a bit each, for one colour.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: u32,
    pub(super) enemy: u32,
    pub(super) empty: u32,
}

/// A point drawn from the lists.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    /// The number of points to draw from.
    pub(super) total: u32,
    pub(super) list: usize,
    /// Its index, counted over all lists.
    pub(super) index: usize,
    pub(super) point: usize,
}

/// The outcome of a draw that was not plain.
pub(super) enum Outcome {
    Played,
    /// Not a candidate, and removed from the list.
    Shut,
    /// Not a candidate, but it may be drawn again.
    Vain,
}

#[inline(always)]
pub(super) fn sides(pattern: u32, color: usize) -> Sides {
    let own = pattern >> PLANE[color];
    let enemy = pattern >> PLANE[1 - color];
    Sides {
        own: own & !enemy & NEIGHBOURS,
        enemy: enemy & !own & NEIGHBOURS,
        empty: !(own | enemy) & NEIGHBOURS,
    }
}

/// Whether the empty point with this pattern is an eye of the colour.
pub(super) fn is_eye(pattern: u32, color: usize) -> bool {
    let own = pattern >> PLANE[color];
    let enemy = pattern >> PLANE[1 - color];
    // Fewer than two enemies on the diagonals, none at the edge.
    let corners = (enemy & !own) >> 4 & 0xf;
    let inside = (!pattern >> EDGE_SHIFT) & 1;
    (own & NEIGHBOURS == NEIGHBOURS) & (corners & corners.wrapping_sub(inside) == 0)
}

/// One bit a neighbour, in the order of a pattern.
#[inline(always)]
fn mask4(sides: [bool; 4]) -> u32 {
    let [left, right, up, down] = sides.map(u32::from);
    ((left * 2 + right) * 2 + up) * 2 + down
}

/// The block of a neighbour in the mask, or `none`; without branches.
#[inline(always)]
fn pick([left, right, up, down]: [usize; 4], mask: u32, none: usize) -> usize {
    let mut picked = none;
    picked = if mask & 8 != 0 { left } else { picked };
    picked = if mask & 4 != 0 { right } else { picked };
    picked = if mask & 2 != 0 { up } else { picked };
    picked = if mask & 1 != 0 { down } else { picked };
    picked
}

/// How a block of `C` counts its liberty at a point with this pattern (the
/// blocks of the enemy count it as free, or `C` would not be there).
#[inline(always)]
pub(super) fn liberty_of<const C: usize>(pattern: u32) -> u64 {
    if pattern & SUICIDE[1 - C] != 0 { SHUT } else { FREE }
}

/// The word a new stone adds to its block, by its empty neighbours.
const ARRIVAL: [u64; 16] = {
    let mut table = [0; 16];
    let mut mask: usize = 0;
    while mask < 16 {
        table[mask] = STONE + FREE * mask.count_ones() as u64;
        mask += 1;
    }
    table
};

/// The neighbours whose word is below `limit`, a power of two. Using the sign of a difference keeps
/// four comparisons in registers.
#[inline(always)]
pub(super) fn below4(words: [u64; 4], limit: u64) -> u32 {
    let [left, right, up, down] = words.map(|word| word.wrapping_sub(limit));
    ((left >> 60 & 8) | (right >> 61 & 4) | (up >> 62 & 2) | down >> 63) as u32
}

impl<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize>
    Engine<I, STRIDE, CAP, LEN>
{
    /// Draws a point that `C` may have to consider; total 0 if there is none.
    #[inline(always)]
    pub(super) fn draw<const C: usize, R: Rng>(&mut self, rng: &mut R) -> Draw {
        let both = self.state.count[0];
        let total = both.wrapping_add(self.state.count[2 - C]);
        let drawn = rng.below(total);
        let shared = drawn < both;
        let skip = if shared { 0 } else { ((2 - C) * CAP) as u32 - both };
        let index = drawn.wrapping_add(skip) as usize & (LISTS * CAP - 1);
        let point = self.state.list.as_flattened()[index].get() & (CAP - 1);
        Draw { total, list: if shared { 0 } else { 2 - C }, index, point }
    }

    /// Plays one move of colour `C`, whose first draw is already made; `false` is a pass. Also
    /// returns the first draw of the other colour `D`: made early, it is ready after a branch
    /// misprediction.
    #[inline(always)]
    pub(super) fn turn<const C: usize, const D: usize, R: Rng>(
        &mut self,
        draw: Draw,
        rng: &mut R,
    ) -> (bool, Draw) {
        let mut draw = draw;
        let mut failures = 0;
        loop {
            if draw.total == 0 {
                self.state.ko = NO_KO;
                return (false, self.draw::<D, R>(rng));
            }
            let point = draw.point;
            let pattern = self.state.cell[point + Self::ORIGIN].pattern;
            let blocks = self.blocks_around(point);
            let words = self.change_words(blocks, liberty_of::<C>(pattern).wrapping_neg());
            let starved = below4(words, FREE);
            let s = sides(pattern, C);
            // An own block without free liberties matters only if there is no other.
            let own = if s.empty == 0 { s.own } else { 0 };
            let mixed = (s.empty != 0) | ((s.own != 0) & (s.enemy != 0));
            let plain = (starved & (s.enemy | own) == 0) & mixed;
            if plain {
                self.unlist(draw.list, draw.index);
                let mut reply = self.draw::<D, R>(rng);
                self.state.ko = NO_KO;
                let (_, spoils) = self.place::<C>(point, pattern, blocks);
                if spoils {
                    self.spoil_eyes::<C>(point);
                    reply = self.draw::<D, R>(rng);
                }
                return (true, reply);
            }
            match self.resolve::<C>(draw.list, draw.index, draw.point) {
                Outcome::Played => return (true, self.draw::<D, R>(rng)),
                Outcome::Shut => {}
                Outcome::Vain => {
                    failures += 1;
                    if failures >= PATIENCE.min(draw.total) {
                        let played = self.count_out::<C, R>(rng);
                        return (played, self.draw::<D, R>(rng));
                    }
                }
            }
            draw = self.draw::<C, R>(rng);
        }
    }

    /// Places a stone on a point already removed from its neighbours' liberties, joins own blocks,
    /// and returns the head of its block and whether there are enemy eyes on the diagonals.
    #[inline(always)]
    pub(super) fn place<const C: usize>(
        &mut self,
        point: usize,
        pattern: u32,
        blocks: [usize; 4],
    ) -> (usize, bool) {
        let at = point + Self::ORIGIN;
        self.state.hash ^= self.zobrist[C][point];
        self.state.stones[C] += 1;
        let s = sides(pattern, C);
        let head = pick(blocks, s.own, point);
        let others = s.own & mask4(blocks.map(|block| block != head));
        self.join(point, head, s.empty);
        self.state.cell[at].pattern = pattern & !FLAGS;
        let c = &self.state.cell;
        let corners = c[at - STRIDE - 1].pattern
            | c[at - STRIDE + 1].pattern
            | c[at + STRIDE - 1].pattern
            | c[at + STRIDE + 1].pattern;
        self.flip_around(point, C);
        let spoils = corners & EYE[1 - C] != 0;
        if others != 0 {
            return (self.merge(blocks, others, head, point), spoils);
        }
        (head, spoils)
    }

    /// Makes the stone part of the block `head`, which may be itself.
    #[inline(always)]
    fn join(&mut self, point: usize, head: usize, empty: u32) {
        let s = &mut self.state;
        let at = point + Self::ORIGIN;
        s.word[point] = 0;
        s.cell[at].next = I::of(point);
        s.cell[at].block = I::of(head);
        let after = s.cell[head + Self::ORIGIN].next;
        s.cell[head + Self::ORIGIN].next = I::of(point);
        s.cell[at].next = after;
        s.word[head] = s.word[head].wrapping_add(ARRIVAL[empty as usize & 15]);
    }

    /// Joins all own blocks around a new stone; returns the head of the whole.
    #[inline(always)]
    fn merge(&mut self, blocks: [usize; 4], others: u32, head: usize, point: usize) -> usize {
        let second = pick(blocks, others, head);
        let more = others & mask4(blocks.map(|block| block != second));
        let whole = self.absorb(head, second);
        if more != 0 {
            return self.merge_more(point, more, whole);
        }
        whole
    }

    /// The rest of a merge of three or four blocks.
    #[cold]
    #[inline(never)]
    fn merge_more(&mut self, point: usize, more: u32, head: usize) -> usize {
        let mut head = head;
        for k in 0..4 {
            // Read again: two sides may have been joined by now.
            let block = self.blocks_around(point)[k];
            if more >> (3 - k) & 1 != 0 && block != head {
                head = self.absorb(head, block);
            }
        }
        head
    }

    /// Joins two blocks, relabelling the smaller; returns the head of both.
    #[inline(always)]
    fn absorb(&mut self, one: usize, two: usize) -> usize {
        let s = &mut self.state;
        let (a, b) = (s.word[one], s.word[two]);
        let smaller = a & (SHUT - 1) < b & (SHUT - 1);
        let (into, from) = if smaller { (two, one) } else { (one, two) };
        s.word[into] = a.wrapping_add(b);
        let after = s.cell[from + Self::ORIGIN].next;
        s.cell[from + Self::ORIGIN].block = I::of(into);
        let mut stone = after.get() & (CAP - 1);
        while stone != from {
            s.cell[stone + Self::ORIGIN].block = I::of(into);
            stone = s.cell[stone + Self::ORIGIN].next.get() & (CAP - 1);
        }
        s.cell[from + Self::ORIGIN].next = s.cell[into + Self::ORIGIN].next;
        s.cell[into + Self::ORIGIN].next = after;
        into
    }
}
