//! Which positions a game has seen. A hit on the hash is confirmed stone by stone.

use alloc::collections::BTreeSet;

use super::Game;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point};
use crate::rules::Ko;
use crate::zobrist;

/// The positions after every move, by hash: the first one (number 0) and the result of each move,
/// passes too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    ko: Ko,
    seen: BTreeSet<(u64, usize)>,
    /// The hash after each number of moves: what to take out on undo.
    hashes: alloc::vec::Vec<u64>,
}

impl History {
    pub(super) fn new(ko: Ko) -> History {
        History { ko, seen: BTreeSet::new(), hashes: alloc::vec::Vec::new() }
    }

    /// The hash that repetitions are looked up by. Only positional superko forgets who is to move.
    fn hash(&self, stones: u64, turn: Color) -> u64 {
        match self.ko {
            Ko::Positional => stones,
            Ko::Situational | Ko::Simple => stones ^ zobrist::turn_key(turn),
        }
    }

    /// Enters the position after so many moves.
    pub(super) fn insert(&mut self, board: &Board, turn: Color, moves: usize) {
        let hash = self.hash(board.hash(), turn);
        self.hashes.truncate(moves);
        self.hashes.push(hash);
        self.seen.insert((hash, moves));
    }

    /// Forgets the position after so many moves, the last one entered.
    pub(super) fn remove(&mut self, moves: usize) {
        if let Some(hash) = self.hashes.get(moves).copied() {
            self.seen.remove(&(hash, moves));
            self.hashes.truncate(moves);
        }
    }

    /// The numbers of moves below `before` after which the position had this hash.
    fn find(&self, hash: u64, before: usize) -> impl Iterator<Item = usize> + '_ {
        self.seen.range((hash, 0)..(hash, before)).map(|&(_, moves)| moves)
    }
}

impl Game {
    /// The first position that a play would bring back against a superko rule.
    pub(super) fn repeats(&self, color: Color, point: Point) -> Option<usize> {
        if self.rules.ko == Ko::Simple {
            return None;
        }
        let stones = self.board.hash_after(color, point);
        let hash = self.history.hash(stones, color.opponent());
        let mut hits = self.history.find(hash, self.moves + 1).peekable();
        hits.peek()?;
        let mut after = self.board.clone();
        after.replay(color, Move::Play(point));
        hits.find(|&moves| self.is_position_at(moves, &after, color.opponent()))
    }

    /// Whether the position after so many moves had the stones of `board` and, unless the rule
    /// doesn't ask, the same side to move.
    fn is_position_at(&self, moves: usize, board: &Board, turn: Color) -> bool {
        let same_turn = self.rules.ko == Ko::Positional || self.turn_at(moves) == turn;
        same_turn && self.board_at(moves).is_some_and(|earlier| earlier.same_stones(board))
    }

    /// Who was to move after so many moves.
    fn turn_at(&self, moves: usize) -> Color {
        match moves.checked_sub(1).and_then(|index| self.moves().nth(index)) {
            Some((color, _)) => color.opponent(),
            None => self.start.turn(),
        }
    }

    /// If the last move brought back an earlier position with the same side to move: the number of
    /// the move after which it stood first. Under simple ko this is how a long cycle is noticed;
    /// the players may agree that the game has no result.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Position, Preset, Rules};
    ///
    /// // Sending two, returning one.
    /// let board = Board::from_text("
    ///     . X . O
    ///     X X X O
    ///     O O O O
    /// ")?;
    /// let game = Game::from_position(Position::new(board, Color::White), Rules::of(Preset::Japanese));
    /// assert_eq!(game.repetition(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repetition(&self) -> Option<usize> {
        let (_, Move::Play(_)) = self.last_move()? else { return None };
        let hash = self.history.hash(self.board.hash(), self.turn);
        let mut hits = self.history.find(hash, self.moves);
        hits.find(|&moves| {
            self.turn_at(moves) == self.turn
                && self.board_at(moves).is_some_and(|board| board.same_stones(&self.board))
        })
    }
}
