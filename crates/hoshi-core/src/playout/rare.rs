//! The rare results of a draw: captures, points that are not candidates and get shut, and shut
//! points that open again. Also the setup of a start position.

use super::engine::{BLACK, EYE, Engine, FLAGS, FREE, Index, NO_KO, SHUT, STONE, SUICIDE, WHITE};
use super::moves::{Draw, Outcome, below4, is_eye, liberty_of, sides};
use crate::board::Board;
use crate::color::Color;
use crate::rng::Rng;

impl<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize>
    Engine<I, STRIDE, CAP, LEN>
{
    /// Handles a draw that is not plain; the point is already removed from the liberties.
    #[inline(never)]
    pub(super) fn resolve<const C: usize>(
        &mut self,
        list: usize,
        index: usize,
        point: usize,
    ) -> Outcome {
        let pattern = self.state.cell[point + Self::ORIGIN].pattern;
        let blocks = self.blocks_around(point);
        let words = blocks.map(|block| self.state.word[block]);
        let choked = below4(words, SHUT);
        if !self.allows::<C>(point, pattern, choked) {
            return self.shut::<C>(point, pattern, blocks, choked);
        }
        self.unlist(list, index);
        let (head, spoils) = self.place::<C>(point, pattern, blocks);
        if spoils {
            self.spoil_eyes::<C>(point);
        }
        self.state.ko = NO_KO;
        let pressed = sides(pattern, C).enemy & below4(words, FREE);
        if pressed != 0 {
            self.press::<C>(blocks, pressed, head);
        }
        if self.state.word[head] < FREE {
            self.reconsider::<C>(head);
        }
        Outcome::Played
    }

    /// Whether the point is a candidate, given the neighbouring blocks that would have no liberty.
    #[inline(always)]
    fn allows<const C: usize>(&self, point: usize, pattern: u32, choked: u32) -> bool {
        let s = sides(pattern, C);
        let legal = (s.empty | (s.own & !choked) | (s.enemy & choked)) != 0;
        legal & !is_eye(pattern, C) & (point != self.state.ko)
    }

    /// Enemy blocks beside the new stone have no free liberty left: those
    /// without any are captured, for the others a shut point may open.
    #[inline(never)]
    fn press<const C: usize>(&mut self, blocks: [usize; 4], pressed: u32, head: usize) {
        let before = self.state.stones[1 - C];
        let mut last = NO_KO;
        let mut left = pressed;
        while left != 0 {
            let block = blocks[3 - (left.trailing_zeros() as usize & 3)];
            left &= left - 1;
            let word = self.state.word[block];
            if word < SHUT {
                self.capture::<C>(block);
                last = block;
            } else if word < FREE {
                self.reopen::<C>(block);
            }
        }
        let alone = self.state.word[head] == STONE + FREE;
        let ko = alone & (before - self.state.stones[1 - C] == 1);
        self.state.ko = if ko { last } else { NO_KO };
    }

    /// Takes a block of the enemy of `C` off the board.
    #[inline(always)]
    fn capture<const C: usize>(&mut self, block: usize) {
        let size = self.state.word[block];
        self.state.stones[1 - C] -= size as u32;
        let mut stone = block;
        loop {
            self.state.cell[stone + Self::ORIGIN].block = I::of(stone);
            self.flip_around(stone, 1 - C);
            let around = self.blocks_around(stone);
            self.change_words(around, FREE);
            self.enlist(0, stone);
            self.state.hash ^= self.zobrist[1 - C][stone];
            stone = self.state.cell[stone + Self::ORIGIN].next.get() & (CAP - 1);
            if stone == block {
                break;
            }
        }
        // Met again on another side of the stone, it must not look captured.
        self.state.word[block] = FREE;
    }

    /// The only liberty of a block, if it has just one.
    fn only_liberty(&self, block: usize) -> Option<usize> {
        let s = &self.state;
        if (s.word[block] / SHUT) & (FREE / SHUT - 1) > 4 {
            return None; // more than can meet at one point
        }
        let mut found = None;
        let mut stone = block;
        loop {
            let empty = sides(s.cell[stone + Self::ORIGIN].pattern, 0).empty;
            for (k, step) in [2 * STRIDE, 0, STRIDE + 1, STRIDE - 1].into_iter().enumerate() {
                if empty >> k & 1 != 0 {
                    let liberty = (stone + step).wrapping_sub(STRIDE) & (CAP - 1);
                    if found.is_some_and(|f| f != liberty) {
                        return None;
                    }
                    found = Some(liberty);
                }
            }
            stone = s.cell[stone + Self::ORIGIN].next.get() & (CAP - 1);
            if stone == block {
                return found;
            }
        }
    }

    /// `C` threatens the block now: if its only liberty is a shut one, `C` can capture there, so
    /// the point opens again.
    #[cold]
    #[inline(never)]
    fn reopen<const C: usize>(&mut self, block: usize) {
        if let Some(point) = self.only_liberty(block) {
            let flags = self.state.cell[point + Self::ORIGIN].pattern & FLAGS;
            self.set_flags(point, flags & !SUICIDE[C]);
            let around = self.blocks_around(point);
            self.change_words(around, FREE.wrapping_sub(SHUT));
        }
    }

    /// The block just played has no free liberty: the enemy may now capture.
    #[cold]
    #[inline(never)]
    fn reconsider<const C: usize>(&mut self, block: usize) {
        if C == 0 {
            self.reopen::<1>(block);
        } else {
            self.reopen::<0>(block);
        }
    }

    /// A stone of `C` on a diagonal may have made an enemy eye false.
    #[cold]
    #[inline(never)]
    pub(super) fn spoil_eyes<const C: usize>(&mut self, point: usize) {
        for step in [0, 2, 2 * STRIDE, 2 * STRIDE + 2] {
            let pattern = self.state.cell[point + step].pattern;
            if pattern & EYE[1 - C] != 0 && !is_eye(pattern, 1 - C) {
                let eye = (point + step).wrapping_sub(Self::ORIGIN) & (CAP - 1);
                self.set_flags(eye, pattern & FLAGS & !EYE[1 - C]);
            }
        }
    }

    /// Restores the liberties at a point that is not a candidate of `C`, and removes the point from
    /// the list if it cannot become one without an event that reopens it.
    #[inline(always)]
    fn shut<const C: usize>(
        &mut self,
        point: usize,
        pattern: u32,
        blocks: [usize; 4],
        choked: u32,
    ) -> Outcome {
        let s = sides(pattern, C);
        let liberty = liberty_of::<C>(pattern);
        if (s.own != 0) & (s.enemy != 0) {
            self.change_words(blocks, liberty);
            return Outcome::Vain;
        }
        // The colour that owns all sides may have an eye; for the other it is suicide.
        let owner = if s.enemy == 0 { C } else { 1 - C };
        let before = pattern & FLAGS;
        let eye = if is_eye(pattern, owner) { EYE[owner] } else { 0 };
        let safe = (s.own | s.enemy) & choked == 0;
        let suicide = if safe { SUICIDE[1 - owner] } else { 0 };
        let flags = before | eye | suicide;
        self.change_words(blocks, if safe { SHUT } else { liberty });
        if flags == before {
            return Outcome::Vain;
        }
        self.set_flags(point, flags);
        Outcome::Shut
    }

    /// Whether `C` may choose this empty point.
    pub(super) fn is_candidate<const C: usize>(&mut self, point: usize) -> bool {
        let liberty = liberty_of::<C>(self.state.cell[point + Self::ORIGIN].pattern);
        let blocks = self.blocks_around(point);
        self.change_words(blocks, liberty.wrapping_neg());
        let choked = below4(blocks.map(|block| self.state.word[block]), SHUT);
        let pattern = self.state.cell[point + Self::ORIGIN].pattern;
        let candidate = self.allows::<C>(point, pattern, choked);
        self.change_words(blocks, liberty);
        candidate
    }

    /// Draws from the candidates by enumerating them.
    #[cold]
    #[inline(never)]
    pub(super) fn count_out<const C: usize, R: Rng>(&mut self, rng: &mut R) -> bool {
        let mut total = 0;
        let mut chosen = None;
        // Reservoir sampling: the nth candidate replaces with probability 1/n.
        for list in [0, 2 - C] {
            for slot in 0..self.state.count[list] as usize {
                let point = self.state.list[list][slot].get() & (CAP - 1);
                if self.is_candidate::<C>(point) {
                    total += 1;
                    if rng.below(total) == 0 {
                        let index = list * CAP + slot;
                        chosen = Some(Draw { total, list, index, point });
                    }
                }
            }
        }
        if let Some(draw) = chosen {
            let liberty = liberty_of::<C>(self.state.cell[draw.point + Self::ORIGIN].pattern);
            self.change_words(self.blocks_around(draw.point), liberty.wrapping_neg());
            self.resolve::<C>(draw.list, draw.index, draw.point);
        }
        self.state.ko = if chosen.is_some() { self.state.ko } else { NO_KO };
        chosen.is_some()
    }

    /// Sets the start position.
    pub(super) fn set_position(&mut self, board: &Board, turn: Color) {
        self.state = Self::empty_state(self.size);
        for (point, color) in board.stones() {
            match color {
                Color::Black => self.set_up::<BLACK>(Self::number(point)),
                Color::White => self.set_up::<WHITE>(Self::number(point)),
            }
        }
        let ko = board.ko().filter(|_| board.ko_color() == Some(turn));
        self.state.ko = ko.map_or(NO_KO, Self::number);
        self.start = self.state;
        self.first = turn.index();
    }

    /// Puts a stone of the start position on the board; captures nothing.
    fn set_up<const C: usize>(&mut self, point: usize) {
        let slot = self.state.slot[point].get();
        let pattern = self.state.cell[point + Self::ORIGIN].pattern;
        let blocks = self.blocks_around(point);
        self.change_words(blocks, FREE.wrapping_neg());
        self.unlist(0, slot);
        self.place::<C>(point, pattern, blocks);
    }
}
