//! What a move did: its captures, and, where moves are said in words, its letters and the new ataris.

use hoshi_core::Point;
use hoshi_session::{Snapshot, Stone, Vertex};

use super::Game;
use crate::words;

impl Game {
    /// A move in words.
    pub(super) fn told(
        &self,
        number: usize,
        stone: Stone,
        captured: usize,
        is_own: bool,
    ) -> String {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let (color, at) = (stone.color, stone.at);
        if !self.speaks {
            return words::played(number, color, at.as_str(), captured, is_own);
        }
        let name = words::phonetic(at.as_str());
        words::played(number, color, &name, captured, is_own) + &self.new_ataris(at)
    }

    /// The last move after a step forward, in words; its captures get their marks. `before` is the board that was left.
    pub(super) fn told_step(&mut self, before: &Snapshot, moves: &[Stone]) -> Option<String> {
        let last = *moves.last()?;
        let is_step = moves.len() == before.moves.len() + 1 && moves.starts_with(&before.moves);
        let (mut captured, mut is_own) = (Vec::new(), false);
        if is_step {
            let size = self.size();
            let stone = |state: &Snapshot, point: Point| {
                let row = state.position.rows.get(usize::from(point.y()))?;
                let stone = row.as_bytes().get(usize::from(point.x()))?;
                (*stone != b'.').then_some(*stone)
            };
            let is_taken = |&point: &Point| {
                stone(before, point).is_some() && stone(&self.state, point).is_none()
            };
            captured = size.points().filter(is_taken).collect();
            if let Some(point) = last.at.point(size)
                && stone(&self.state, point).is_none()
            {
                // The stone itself was never on the board.
                is_own = true;
                captured.push(point);
            }
        }
        let text = self.told(moves.len(), last, captured.len(), is_own);
        self.captured = captured;
        Some(text)
    }

    /// Lists the groups beside the last move that are in atari.
    fn new_ataris(&self, at: Vertex) -> String {
        let size = self.size();
        let (Some(board), Some(point)) = (self.board(), at.point(size)) else {
            return String::new();
        };
        let mut text = String::new();
        let mut seen = Vec::new();
        for near in size.neighbors(point).chain([point]) {
            let Some(block) = board.block(near) else { continue };
            let stones = block.stones();
            let Some(&first) = stones.first() else { continue };
            if block.liberties().len() != 1 || seen.contains(&first) {
                continue;
            }
            seen.push(first);
            let name = words::phonetic(&size.a1(near).to_string());
            text.push_str(&words::in_atari(block.color(), &name));
        }
        text
    }
}
