//! Playouts on the [`Board`] itself, for boards too large for the engines. It draws from the list of
//! empty points until a candidate comes up.

use alloc::vec::Vec;

use super::{candidates, is_candidate, move_limit};
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point, PointMap};
use crate::rng::Rng;

#[derive(Clone, Debug)]
pub(super) struct Plain {
    start: Board,
    turn: Color,
    pub(super) board: Board,
    empty: Vec<Point>,
    /// The index of a point in `empty`.
    slot: PointMap<usize>,
}

impl Plain {
    pub(super) fn new(start: &Board, turn: Color) -> Plain {
        let slot = PointMap::new(start.size(), 0);
        Plain { start: start.clone(), turn, board: start.clone(), empty: Vec::new(), slot }
    }

    /// Plays from the start to the end; returns the number of moves, including passes.
    pub(super) fn run<R: Rng>(&mut self, rng: &mut R) -> u32 {
        self.board.clone_from(&self.start);
        self.empty.clear();
        for point in self.start.empty_points() {
            self.slot[point] = self.empty.len();
            self.empty.push(point);
        }
        let limit = move_limit(self.start.size());
        let (mut turn, mut moves, mut passes) = (self.turn, 0, 0);
        while passes < 2 && moves < limit {
            match self.choose(turn, rng) {
                Some(point) => {
                    self.play(turn, point);
                    passes = 0;
                }
                None => {
                    self.board.lift_ko();
                    passes += 1;
                }
            }
            moves += 1;
            turn = turn.opponent();
        }
        moves
    }

    /// A uniformly random candidate. After as many failed draws as there are points, the candidates
    /// are so few that listing all of them is as fast.
    fn choose<R: Rng>(&self, turn: Color, rng: &mut R) -> Option<Point> {
        for _ in 0..self.empty.len() {
            let point = self.empty[rng.below(self.empty.len() as u32) as usize];
            if is_candidate(&self.board, turn, point) {
                return Some(point);
            }
        }
        let all = candidates(&self.board, turn);
        all.get(rng.below(all.len() as u32) as usize).copied()
    }

    fn play(&mut self, turn: Color, point: Point) {
        let captured = self.board.captured_by(turn, point);
        self.board.replay(turn, Move::Play(point));
        self.empty.swap_remove(self.slot[point]);
        if let Some(&moved) = self.empty.get(self.slot[point]) {
            self.slot[moved] = self.slot[point];
        }
        for stone in captured {
            self.slot[stone] = self.empty.len();
            self.empty.push(stone);
        }
    }
}
