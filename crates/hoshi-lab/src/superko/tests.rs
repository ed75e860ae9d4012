//! Compares the search with a plain one, starting in the middle of games.

use hoshi_core::{Board, Color, Rng, Rules, Size, SplitMix64};

use super::positions::{Number, Positions};
use super::search::{Node, Search};
use super::*;
use crate::Index;

/// A game as a list of boards, with the side to move on each.
struct Plain {
    rule: Superko,
    rules: Rules,
    boards: Vec<(Board, Color)>,
    is_after_pass: bool,
}

impl Plain {
    fn new(size: Size, rule: Superko) -> Plain {
        let rules = "simple,ko=psk".parse().unwrap();
        let boards = vec![(Board::new(size), Color::Black)];
        Plain { rule, rules, boards, is_after_pass: false }
    }

    fn now(&self) -> &(Board, Color) {
        &self.boards[self.boards.len() - 1]
    }

    /// The boards after each play that is allowed.
    fn plays(&self) -> Vec<Board> {
        let (board, color) = self.now();
        let after = |point| {
            let mut after = board.clone();
            after.lift_ko();
            after.play(*color, point, &self.rules).ok()?;
            let is_same = |(other, turn): &(Board, Color)| {
                let counts = self.rule == Superko::Positional || *turn != *color;
                counts && other.same_stones(&after)
            };
            (!self.boards.iter().any(is_same)).then_some(after)
        };
        board.size().points().filter_map(after).collect()
    }

    /// With the board after the move.
    fn with<T>(&mut self, board: Board, is_pass: bool, then: impl FnOnce(&mut Plain) -> T) -> T {
        let turn = self.now().1.opponent();
        self.boards.push((board, turn));
        let before = std::mem::replace(&mut self.is_after_pass, is_pass);
        let result = then(self);
        self.is_after_pass = before;
        self.boards.pop();
        result
    }

    /// The value for the side to move, if it lies between the two.
    fn value(&mut self, mut least: i32, most: i32) -> i32 {
        let (board, color) = self.now().clone();
        let [black, white] = board.area().map(|points| points as i32);
        let pass = if !self.is_after_pass {
            self.with(board, true, |game| -game.value(-most, -least))
        } else if color == Color::Black {
            black - white
        } else {
            white - black
        };
        least = least.max(pass);
        for after in self.plays() {
            if least >= most {
                break;
            }
            least = least.max(self.with(after, false, |game| -game.value(-most, -least)));
        }
        least
    }
}

fn number(board: &Board, index: &Index) -> Number {
    let color = |point| board.stone(point).map_or(0, |color| 1 + (color == Color::White) as u8);
    let points: Vec<u8> = board.size().points().map(color).collect();
    index.rank(&points).unwrap() as Number
}

fn side(color: Color) -> usize {
    usize::from(color == Color::White)
}

/// One search for all games, so that proofs of one game are used in others.
fn compare(width: u8, height: u8, rule: Superko, games: u32, moves: u64) {
    let size = Size::new(width, height).unwrap();
    let index = Index::new(size).unwrap();
    let positions = Positions::new(size).unwrap();
    let mut search = Search::new(&positions, rule);
    let mut rng = SplitMix64::new(1);
    let mut below = |many: usize| rng.next_u64() as usize % many;
    for number_of_game in 0..games {
        let mut game = Plain::new(size, rule);
        for _ in 0..below(moves as usize + 1) {
            let turn = game.now().1.opponent();
            let plays = game.plays();
            let choice = below(plays.len() + 1);
            if choice == plays.len() && game.is_after_pass {
                break;
            }
            let board = plays.get(choice).cloned().unwrap_or_else(|| game.now().0.clone());
            game.boards.push((board, turn));
            game.is_after_pass = choice == plays.len();
        }
        let history: Vec<(Number, usize)> =
            game.boards.iter().map(|(board, turn)| (number(board, &index), side(*turn))).collect();
        let (position, side) = history[history.len() - 1];
        let node = Node { position, side, is_after_pass: game.is_after_pass };
        let value = search.value(&history, node);
        let value = if side == 0 { value } else { -value };
        let found = game.value(value - 1, value + 1);
        assert_eq!(found, value, "{size}, {rule:?}, game {number_of_game}, {history:?}");
    }
}

#[test]
fn the_same_as_a_plain_search() {
    for rule in [Superko::Positional, Superko::Situational] {
        compare(1, 1, rule, 3, 2);
        compare(2, 1, rule, 50, 6);
        compare(3, 1, rule, 200, 12);
        compare(4, 1, rule, 2000, 30);
        compare(2, 2, rule, 2000, 40);
    }
}
