//! Playouts: games of uniformly random moves, played to the end and counted.

use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point};
use crate::rng::Rng;
use crate::rules::{Preset, Rules};

/// Whether an empty point is a one-point eye of `color`, which a playout doesn't fill: all its
/// neighbours are own stones or off the board, and the opponent's stones on its diagonals, plus 1 at
/// the edge, are fewer than 2.
///
/// ```
/// use hoshi_core::{Board, Color, playout::is_eye};
///
/// let board = Board::from_text("
///     . X .
///     X X .
///     . . O
/// ")?;
/// let [corner, middle] = ["A3", "C2"].map(|name| board.size().parse_a1(name).unwrap());
/// assert!(is_eye(&board, Color::Black, corner));
/// assert!(!is_eye(&board, Color::Black, middle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !board.is_empty_at(point) || size.neighbors(point).any(|n| board.stone(n) != Some(color)) {
        return false;
    }
    let mut spoiled = 0;
    let mut edge = 0;
    for (right, down) in [(false, false), (true, false), (false, true), (true, true)] {
        let step = |from: u8, up: bool| if up { from.checked_add(1) } else { from.checked_sub(1) };
        let diagonal = step(point.x(), right).zip(step(point.y(), down));
        match diagonal.and_then(|(x, y)| size.point(x, y)) {
            Some(diagonal) if board.stone(diagonal) == Some(color.opponent()) => spoiled += 1,
            Some(_) => {}
            None => edge = 1,
        }
    }
    spoiled + edge < 2
}

/// The points a playout chooses from, each with the same chance: the legal ones, without suicide and
/// under simple ko, that aren't eyes of `color`.
///
/// ```
/// use hoshi_core::{Board, Color, Size, playout::candidates};
/// assert_eq!(candidates(&Board::new(Size::S9), Color::Black).len(), 81);
/// ```
#[must_use]
pub fn candidates(board: &Board, color: Color) -> Vec<Point> {
    const RULES: Rules = Rules::of(Preset::Simple);
    let legal = board.legal_points(color, &RULES);
    legal.filter(|&point| !is_eye(board, color, point)).collect()
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Moves played, passes counted.
    pub moves: u32,
    /// Black's points by area.
    pub black: u32,
    /// White's points by area.
    pub white: u32,
}

/// Playouts from one position.
#[derive(Clone, Debug)]
pub struct Playouts {
    board: Board,
    turn: Color,
}

impl Playouts {
    /// From this board, `turn` to move.
    #[must_use]
    pub fn new(board: &Board, turn: Color) -> Playouts {
        Playouts { board: board.clone(), turn }
    }

    /// Plays one.
    pub fn run<R: Rng>(&mut self, rng: &mut R) -> Playout {
        let mut board = self.board.clone();
        let (mut turn, mut moves, mut passes) = (self.turn, 0, 0);
        while passes < 2 && moves < 3 * board.size().area() as u32 {
            let choice = candidates(&board, turn);
            let mv = match choice.len() {
                0 => Move::Pass,
                n => Move::Play(choice[rng.below(n as u32) as usize]),
            };
            passes = if mv.is_pass() { passes + 1 } else { 0 };
            board.replay(turn, mv);
            turn = turn.opponent();
            moves += 1;
        }
        let rules = Rules::of(Preset::Simple);
        let marks = crate::Marks::new(board.size());
        let score = crate::Score::of(&board, &rules, &marks, crate::HalfPoints::ZERO, 0);
        let points = |color| (score.side(color).total.halves() / 2) as u32;
        Playout { moves, black: points(Color::Black), white: points(Color::White) }
    }
}
