//! What is thought of a move before it is tried.

use hoshi_core::Color;
use hoshi_core::playout::{SearchBoard, Spot};

use crate::params::Params;
use crate::pattern;
use crate::tactics::{Reader, captures, liberties_after, stones_after};
use crate::tree::Birth;

/// How many steps of a ladder are read in the tree.
const LADDER: u32 = 120;

/// Makes the children of positions.
pub(crate) struct Nursery<const CAP: usize> {
    /// Distance from the last move, along blocks.
    distance: Vec<u8>,
    queue: Vec<Spot>,
    /// Wins and playouts by point.
    bonus: Vec<(f32, f32)>,
    pub(crate) births: Vec<Birth>,
}

const FAR: u8 = 4;

impl<const CAP: usize> Nursery<CAP> {
    pub(crate) fn new() -> Nursery<CAP> {
        Nursery {
            distance: vec![FAR; CAP],
            queue: Vec::new(),
            bonus: vec![(0.0, 0.0); CAP],
            births: Vec::new(),
        }
    }

    /// The moves of a position with what is thought of them.
    pub(crate) fn make(
        &mut self,
        board: &mut SearchBoard<CAP>,
        color: Color,
        last: Spot,
        params: &Params,
    ) {
        self.births.clear();
        self.bonus.fill((0.0, 0.0));
        self.measure(board, last);
        self.tactics(board, color, params);
        let near = [0.0, params.near1, params.near2, params.near3];
        for spot in board.empty_spots() {
            if board.is_eye(color, spot) || !board.is_legal(color, spot) {
                continue;
            }
            let (mut wins, mut count) = self.bonus[spot.index()];
            wins += params.even / 2.0;
            count += params.even;
            let distance = usize::from(self.distance[spot.index()]);
            if let Some(&weight) = near.get(distance) {
                wins += weight;
                count += weight;
            }
            if pattern::is_shape(board.pattern(spot)) {
                wins += params.shape;
                count += params.shape;
            }
            if liberties_after(board, color, spot, 2) < 2 && !captures(board, color, spot) {
                count += params.self_atari
                    * if stones_after(board, color, spot) > 1 { 2.0 } else { 1.0 };
            }
            if let Some(bonus) = self.line(board, spot) {
                wins += params.line * bonus.max(0.0);
                count += params.line * bonus.abs();
            }
            self.births.push(Birth { spot, weight: count, mean: wins / count });
        }
        self.births.push(Birth { spot: Spot::PASS, weight: params.even, mean: 0.1 });
    }

    /// Captures and escapes.
    fn tactics(&mut self, board: &mut SearchBoard<CAP>, color: Color, params: &Params) {
        let enemy = color.opponent();
        let weight =
            |stones: u32| if stones > 1 { params.capture_many } else { params.capture_one };
        for prey in board.in_atari(enemy) {
            if let Some(liberty) = board.only_liberty(prey) {
                let weight = weight(board.stones_in(prey));
                let bonus = &mut self.bonus[liberty.index()];
                bonus.0 += weight;
                bonus.1 += weight;
            }
        }
        let mine: Vec<Spot> = board.in_atari(color).collect();
        for block in mine {
            let weight = weight(board.stones_in(block));
            if let Some(spot) = Reader::new(board, LADDER).escape(block) {
                let bonus = &mut self.bonus[spot.index()];
                bonus.0 += weight;
                bonus.1 += weight;
            } else if let Some(liberty) = board.only_liberty(block) {
                self.bonus[liberty.index()].1 += params.self_atari;
            }
        }
    }

    /// Distances from the last move: a step to a neighbour is 1, within a block 0.
    fn measure(&mut self, board: &SearchBoard<CAP>, last: Spot) {
        self.distance.fill(FAR);
        if last.is_pass() {
            return;
        }
        self.queue.clear();
        self.queue.push(last);
        self.distance[last.index()] = 0;
        let mut next = 0;
        while next < self.queue.len() {
            let spot = self.queue[next];
            next += 1;
            let distance = self.distance[spot.index()];
            // Stones of the same block are as near; they come before what is farther.
            if board.stone(spot).is_some() {
                for stone in board.block_stones(spot) {
                    if self.distance[stone.index()] > distance {
                        self.distance[stone.index()] = distance;
                        self.queue.insert(next, stone);
                    }
                }
            }
            if distance + 1 >= FAR {
                continue;
            }
            for near in board.neighbors(spot) {
                if board.is_on_board(near) && self.distance[near.index()] > distance + 1 {
                    self.distance[near.index()] = distance + 1;
                    self.queue.push(near);
                }
            }
        }
    }

    /// Where nothing is near: the third line is good, the first two are not.
    fn line(&self, board: &SearchBoard<CAP>, spot: Spot) -> Option<f32> {
        let size = board.size();
        let point = board.point(spot)?;
        let (width, height) = (size.width(), size.height());
        let height_above = |at: u8, side: u8| at.min(side - 1 - at);
        let line = height_above(point.x(), width).min(height_above(point.y(), height));
        if line > 3 {
            return None;
        }
        for y in point.y().saturating_sub(3)..=(point.y() + 3).min(height - 1) {
            for x in point.x().saturating_sub(3)..=(point.x() + 3).min(width - 1) {
                let at = size.point(x, y).map(|point| board.spot(point))?;
                if !board.is_empty(at) {
                    return None;
                }
            }
        }
        match line {
            0 | 1 => Some(-1.0),
            2 => Some(1.0),
            _ => None,
        }
    }
}
