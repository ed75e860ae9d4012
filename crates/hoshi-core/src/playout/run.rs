//! Running a playout to its end, and counting the area: stones, and empty points that touch one
//! colour only.

use super::ahead::Ahead;
use super::engine::{BLACK, Engine, Index, LISTS, NEIGHBOURS, WHITE};
use super::move_limit;
use crate::rng::Rng;

impl<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize>
    Engine<I, STRIDE, CAP, LEN>
{
    /// Plays from the start position to the end. Returns the number of moves,
    /// passes included, and whether two passes ended it.
    pub(super) fn run<R: Rng>(&mut self, rng: &mut R) -> (u32, bool) {
        self.state = self.start;
        let rng = &mut Ahead::new(rng);
        let limit = move_limit(self.size);
        let mut moves = 0;
        let mut passed = false;
        let mut skip_black = self.first == WHITE;
        let mut draw =
            if skip_black { self.draw::<WHITE, _>(rng) } else { self.draw::<BLACK, _>(rng) };
        loop {
            if !skip_black {
                let played;
                (played, draw) = self.turn::<BLACK, WHITE, _>(draw, rng);
                moves += 1;
                if (passed & !played) | (moves == limit) {
                    return (moves, passed & !played);
                }
                passed = !played;
            }
            skip_black = false;
            let played;
            (played, draw) = self.turn::<WHITE, BLACK, _>(draw, rng);
            moves += 1;
            if (passed & !played) | (moves == limit) {
                return (moves, passed & !played);
            }
            passed = !played;
        }
    }

    /// Area of Black and White when no two empty points are adjacent.
    pub(super) fn area(&self) -> [u32; 2] {
        let mut area = self.state.stones;
        for list in 0..LISTS {
            let n = self.state.count[list] as usize;
            for point in &self.state.list[list][..n] {
                let pattern = self.state.cell[(point.get() & (CAP - 1)) + Self::ORIGIN].pattern;
                let black = pattern & NEIGHBOURS == NEIGHBOURS;
                let white = pattern >> 8 & NEIGHBOURS == NEIGHBOURS;
                area[BLACK] += u32::from(black & !white);
                area[WHITE] += u32::from(white & !black);
            }
        }
        area
    }
}
