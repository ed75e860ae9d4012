//! `goban`: the crate that people find first. Its game and its own tests of
//! legality, with simple ko and no suicide. The list of empty points and the eye
//! test are ours: it keeps no list, and its eye test is another one.

use goban::pieces::stones::Color;
use goban::rules::game::Game;
use goban::rules::{GobanSizes, JAPANESE, Move, Rule};
use hoshi_core::{Rng as _, SplitMix64};

use crate::contender::{Contender, Played};

/// A point's neighbours and diagonals, as its board numbers points.
struct Around {
    near: Vec<usize>,
    diagonal: Vec<usize>,
    at_edge: bool,
}

pub(crate) struct Goban {
    start: Game,
    width: usize,
    most: u32,
    around: Vec<Around>,
    empties: Vec<usize>,
}

impl Goban {
    pub(crate) fn new(size: u8) -> Self {
        let width = usize::from(size);
        // Of its rulesets the Japanese one has simple ko and no suicide; komi as we want it.
        let rule = Rule { komi: 7.5, ..JAPANESE };
        let around = (0..width * width).map(|point| Around::of(point, width)).collect();
        Self {
            start: Game::new(GobanSizes::Custom(width, width), rule),
            width,
            most: 3 * u32::from(size) * u32::from(size),
            around,
            empties: Vec::new(),
        }
    }

    /// Draws without replacement; refused points stay at the end of the list.
    fn choose(&mut self, game: &Game, rng: &mut SplitMix64) -> Option<usize> {
        let mut left = self.empties.len();
        while left > 0 {
            let at = rng.below(left as u32) as usize;
            let point = self.empties[at];
            let coord = ((point / self.width) as u8, (point % self.width) as u8);
            if !self.is_eye(game, point) && game.check_point(coord).is_none() {
                self.empties.swap_remove(at);
                return Some(point);
            }
            left -= 1;
            self.empties.swap(at, left);
        }
        None
    }

    fn is_eye(&self, game: &Game, point: usize) -> bool {
        let own = Some(game.turn());
        let other = Some(!game.turn());
        let around = &self.around[point];
        let board = game.goban();
        around.near.iter().all(|&near| board.get_color(near) == own) && {
            let bad =
                around.diagonal.iter().filter(|&&near| board.get_color(near) == other).count();
            bad + usize::from(around.at_edge) < 2
        }
    }

    /// Black's area minus White's. At the end every empty region is one point.
    fn area(&self, game: &Game) -> i32 {
        let worth = |color: Option<Color>| match color {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        let board = game.goban();
        let points = self.around.iter().enumerate();
        points
            .map(|(point, around)| match board.get_color(point) {
                None => {
                    let first = around.near.first().and_then(|&near| board.get_color(near));
                    let one = around.near.iter().all(|&near| board.get_color(near) == first);
                    if one { worth(first) } else { 0 }
                }
                color => worth(color),
            })
            .sum()
    }
}

impl Contender for Goban {
    fn name(&self) -> &'static str {
        "goban 0.20.1"
    }

    fn enough(&self) -> u64 {
        4_000
    }

    fn playout(&mut self, rng: &mut SplitMix64) -> Played {
        let mut game = self.start.clone();
        self.empties.clear();
        self.empties.extend(0..self.around.len());
        let mut moves = 0;
        while !game.is_over() && moves < self.most {
            let before = game.prisoners();
            match self.choose(&game, rng) {
                None => drop(game.play(Move::Pass)),
                Some(point) => {
                    let (row, column) = ((point / self.width) as u8, (point % self.width) as u8);
                    game.play(Move::Play(row, column));
                }
            }
            if game.prisoners() != before {
                self.empties.clear();
                let width = self.width;
                let empty = game.pseudo_legals();
                self.empties.extend(
                    empty.map(|(row, column)| usize::from(row) * width + usize::from(column)),
                );
            }
            moves += 1;
        }
        std::hint::black_box(game.goban().zobrist_hash());
        Played { moves, black_won: 2 * self.area(&game) > 15 }
    }
}

impl Around {
    fn of(point: usize, width: usize) -> Self {
        let (row, column) = (point / width, point % width);
        let there = |(down, right): (isize, isize)| {
            let row = row.checked_add_signed(down).filter(|&row| row < width)?;
            let column = column.checked_add_signed(right).filter(|&column| column < width)?;
            Some(row * width + column)
        };
        let near: Vec<usize> =
            [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(there).collect();
        let diagonal: Vec<usize> =
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(there).collect();
        let at_edge = diagonal.len() < 4;
        Self { near, diagonal, at_edge }
    }
}
