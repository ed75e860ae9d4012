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
        let stones = self.board.hash_after(color, point)?;
        let hash = self.history.hash(stones, color.opponent());
        let mut hits = self.history.find(hash, self.moves + 1).peekable();
        hits.peek()?;
        let mut after = self.board.clone();
        after.replay(color, Move::Play(point));
        hits.find(|&moves| self.had_stones(moves, &after))
    }

    /// Whether the board after so many moves had these stones. Who was to move needs no look: with the
    /// same stones, the hash is another if the turn is.
    fn had_stones(&self, moves: usize, board: &Board) -> bool {
        self.board_at(moves).is_some_and(|earlier| earlier.same_stones(board))
    }

    /// If the last move brought back an earlier position with the same side to move: the number of
    /// the move after which it stood first. Under simple ko this is how a long cycle is noticed;
    /// the players may agree that the game has no result.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// // Sending two, returning one: White's second A1 brings back the board after the first.
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// let moves = "A2 B1 B2 C2 B3 D1 A3 A1 C1 B1 pass A1";
    /// for name in moves.split(' ') {
    ///     assert_eq!(game.repetition(), None);
    ///     game.play(game.size().parse_move(name)?)?;
    /// }
    /// assert_eq!(game.repetition(), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repetition(&self) -> Option<usize> {
        let (_, Move::Play(_)) = self.last_move()? else { return None };
        let hash = self.history.hash(self.board.hash(), self.turn);
        let mut hits = self.history.find(hash, self.moves);
        hits.find(|&moves| self.had_stones(moves, &self.board))
    }
}
