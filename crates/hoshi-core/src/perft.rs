//! Perft: counts sequences of moves. It exercises all of the rules, and the counts can be compared
//! with other programs.

use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::point::Move;
use crate::rules::{Ko, Rules};
use crate::size::Size;

/// The number of sequences of exactly `depth` alternating moves from the empty board, Black first.
///
/// With `passes`, passing is a move like any other and two in a row end the line. Without, a player
/// who can't play ends it. A line that ended earlier isn't counted.
///
/// It is recursive, so a depth of many thousands needs a large stack.
///
/// ```
/// use hoshi_core::{Preset, Rules, Size, perft::perft};
///
/// let rules = Rules::of(Preset::Simple);
/// assert_eq!(perft(Size::S19, &rules, false, 2), 361 * 360);
/// assert_eq!(perft(Size::square(2).unwrap(), &rules, false, 4), 16);
/// ```
#[must_use]
pub fn perft(size: Size, rules: &Rules, passes: bool, depth: u32) -> u64 {
    match rules.ko {
        Ko::Simple => {
            let search = Search { rules, passes };
            search.count(&Board::new(size), Color::Black, false, depth)
        }
        Ko::Positional | Ko::Situational => {
            // Only ko and suicide matter, not the end of a game.
            let rules = Rules { capture: None, ..rules.clone() };
            count_game(&mut Game::new(size, rules), passes, false, depth)
        }
    }
}

/// Without superko a board is the complete state.
struct Search<'a> {
    rules: &'a Rules,
    passes: bool,
}

impl Search<'_> {
    fn count(&self, board: &Board, turn: Color, passed: bool, depth: u32) -> u64 {
        let pass = u64::from(self.passes);
        match depth {
            0 => return 1,
            1 => return board.legal_points(turn, self.rules).count() as u64 + pass,
            _ => {}
        }
        let mut lines = 0;
        for point in board.legal_points(turn, self.rules) {
            let mut next = board.clone();
            next.replay(turn, Move::Play(point));
            lines += self.count(&next, turn.opponent(), false, depth - 1);
        }
        if self.passes && !passed {
            let mut next = board.clone();
            next.lift_ko();
            lines += self.count(&next, turn.opponent(), true, depth - 1);
        }
        lines
    }
}

fn count_game(game: &mut Game, passes: bool, passed: bool, depth: u32) -> u64 {
    let turn = game.turn();
    match depth {
        0 => return 1,
        1 => return game.legal_points(turn).count() as u64 + u64::from(passes),
        _ => {}
    }
    let points: alloc::vec::Vec<_> = game.legal_points(turn).collect();
    let mut lines = 0;
    let pass = (passes && !passed).then_some(Move::Pass);
    for mv in points.into_iter().map(Move::Play).chain(pass) {
        if game.play(mv).is_ok() {
            lines += count_game(game, passes, mv.is_pass(), depth - 1);
            game.undo();
        }
    }
    lines
}
