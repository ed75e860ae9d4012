//! Repetitions: superko, and the long cycles that simple ko allows. A hash match is confirmed stone by
//! stone.

use super::Game;
use super::history::{Seen, stones_on};
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point};
use crate::rules::Ko;

impl Game {
    /// The number of the move that first produced the position that a play would repeat, if superko
    /// forbids it.
    pub(super) fn repeats(&self, color: Color, point: Point) -> Option<usize> {
        if self.rules.ko == Ko::Simple {
            return None;
        }
        // More stones than in any earlier position: no repetition.
        if self.board.only_adds(color, point)
            && stones_on(&self.board) + 1 > self.history.most_stones()
        {
            return None;
        }
        let hash = self.board.hash_after(color, point)?;
        let counts = |seen: &Seen| self.rules.ko == Ko::Positional || seen.turn == color.opponent();
        let mut hits = self.history.all(hash).filter(counts).peekable();
        hits.peek()?;
        let mut after = self.board.clone();
        after.replay(color, Move::Play(point));
        hits.find(|seen| self.had_stones(seen, &after)).map(|seen| seen.moves)
    }

    /// The hash of every position so far, the current one last, and who was to move: what superko compares. A pass
    /// adds the same stones with the other side to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Aga));
    /// game.play(Move::Pass)?;
    /// let seen: Vec<_> = game.situations().collect();
    /// let hash = game.board().hash();
    /// assert_eq!(seen, [(hash, Color::Black), (hash, Color::White)]);
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    pub fn situations(&self) -> impl Iterator<Item = (u64, Color)> + '_ {
        self.history.iter().map(|seen| (seen.hash, seen.turn))
    }

    fn had_stones(&self, seen: &Seen, board: &Board) -> bool {
        self.board_after(seen.events).same_stones(board)
    }

    /// If the last move brought back an earlier position with the same side to move: the number of the move that
    /// first produced it. A setup is not a move. This detects a long cycle under simple ko; the players may agree
    /// that the game has no result.
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
        let now = self.history.last();
        let (_, Move::Play(_)) = self.entries[..now.events].last()?.as_move()? else { return None };
        let mut hits = self.history.earlier(now.hash).filter(|seen| seen.turn == now.turn);
        hits.find(|seen| self.had_stones(seen, &self.board)).map(|seen| seen.moves)
    }

    /// How often the current position has occurred in this game, with the same side to move: 1 if it is new. An
    /// engine that plays without a person can use it to end an endless game.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// for name in "A2 B1 B2 C2 B3 D1 A3 A1".split(' ') {
    ///     game.play(game.size().parse_move(name)?)?;
    /// }
    /// assert_eq!(game.times_seen(), 1);
    /// // White's second A1 brings the board back.
    /// for name in "C1 B1 pass A1".split(' ') {
    ///     game.play(game.size().parse_move(name)?)?;
    /// }
    /// assert_eq!(game.times_seen(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn times_seen(&self) -> usize {
        let now = self.history.last();
        let hits = self.history.earlier(now.hash).filter(|seen| seen.turn == now.turn);
        1 + hits.filter(|seen| self.had_stones(seen, &self.board)).count()
    }
}
