//! What is thought of a move before it is tried: so many playouts at even chances, and more that were
//! won, the likelier the move is to be played by strong players.
//!
//! Bonuses written by hand (for captures, shapes, distance and line, as michi has them) lost to the
//! learned weights in 74 of 90 games on 9x9 and in 10 of 10 on 19x19.

use hoshi_core::Color;
use hoshi_core::playout::{SearchBoard, Spot};

use crate::features::Observer;
use crate::params::Params;
use crate::tree::Birth;
use crate::weights::Weights;

/// A pass is rarely the best move; the search finds out when it is.
const PASS: f32 = 0.1;

/// Makes the children of positions.
pub(crate) struct Nursery<const CAP: usize> {
    observer: Observer<CAP>,
    weights: &'static Weights,
    pub(crate) births: Vec<Birth>,
}

impl<const CAP: usize> Nursery<CAP> {
    pub(crate) fn new(board: &SearchBoard<CAP>) -> Nursery<CAP> {
        let weights = Weights::learned();
        let observer = Observer::new(board, weights.patterns());
        Nursery { observer, weights, births: Vec::new() }
    }

    /// The moves of a position with what is thought of them.
    pub(crate) fn make(
        &mut self,
        board: &mut SearchBoard<CAP>,
        color: Color,
        last: Spot,
        before: Spot,
        params: &Params,
    ) {
        self.births.clear();
        self.observer.look(board, color, last, before);
        let mut most = 1e-9_f32;
        for spot in board.empty_spots() {
            if board.is_eye(color, spot) || !board.is_legal(color, spot) {
                continue;
            }
            let weight = self.weights.of(&self.observer.features(board, spot));
            most = most.max(weight);
            self.births.push(Birth { spot, weight, mean: 0.5 });
        }
        for birth in &mut self.births {
            let won = params.learned * (birth.weight / most).powf(params.power);
            birth.weight = params.even + won;
            birth.mean = (params.even / 2.0 + won) / birth.weight;
        }
        self.births.push(Birth { spot: Spot::PASS, weight: params.even, mean: PASS });
    }
}
