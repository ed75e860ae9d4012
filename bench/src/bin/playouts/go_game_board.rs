//! `go_game_board`: the port of libEGO, the fastest of the Rust crates. Its own list of empty
//! points, its own test of legality; the eye test is ours, on its board, because its own sampler
//! uses other weights.

use go_game_board::{Board, Color, Player, Vertex};
use hoshi_core::{Rng as _, SplitMix64};

use crate::contender::{Contender, Played};

/// Draws with replacement before drawing without: usually one of the first is valid, and then
/// nothing has to be copied.
const TRIES: u32 = 6;

/// Its score is after a komi of 6.5, rounded up: 6. Ours is 7.5, so Black needs 2 more.
const BLACK_NEEDS: i32 = 2;

pub(crate) struct GoGameBoard {
    empty: Board,
    board: Board,
    most: usize,
    rest: Vec<Vertex>,
}

impl GoGameBoard {
    pub(crate) fn new(size: u8) -> Self {
        let side = usize::from(size);
        let empty = Board::with_size(side, side);
        Self { board: empty.clone(), empty, most: 3 * side * side, rest: Vec::new() }
    }

    fn choose(&mut self, player: Player, rng: &mut SplitMix64) -> Vertex {
        let board = &self.board;
        let good = |v: Vertex| !is_eye(board, player, v) && board.is_legal(player, v);
        let number = board.empty_vertex_count();
        if number == 0 {
            return Vertex::pass();
        }
        for _ in 0..TRIES {
            let v = board.empty_vertex(rng.below(number as u32) as usize);
            if good(v) {
                return v;
            }
        }
        self.rest.clear();
        self.rest.extend((0..number).map(|index| board.empty_vertex(index)));
        while !self.rest.is_empty() {
            let v = self.rest.swap_remove(rng.below(self.rest.len() as u32) as usize);
            if good(v) {
                return v;
            }
        }
        Vertex::pass()
    }
}

impl Contender for GoGameBoard {
    fn name(&self) -> &'static str {
        "go_game_board 0.1.1"
    }

    fn playout(&mut self, rng: &mut SplitMix64) -> Played {
        self.board.load(&self.empty);
        while !self.board.both_player_pass() && self.board.move_count() < self.most {
            let player = self.board.act_player();
            let v = self.choose(player, rng);
            self.board.play_legal(player, v);
        }
        std::hint::black_box(self.board.positional_hash());
        Played {
            moves: self.board.move_count() as u32,
            black_won: self.board.playout_score() >= BLACK_NEEDS,
        }
    }
}

/// Whether a point is the player's own one-point eye.
#[inline]
fn is_eye(board: &Board, player: Player, v: Vertex) -> bool {
    let own = Color::from(player);
    for near in [v.left(), v.right(), v.up(), v.down()] {
        let color = board.color_at[near];
        if color != own && color != Color::OffBoard {
            return false;
        }
    }
    let other = Color::from(player.opponent());
    let (mut bad, mut edge) = (0, false);
    for near in [v.up().left(), v.up().right(), v.down().left(), v.down().right()] {
        let color = board.color_at[near];
        bad += u32::from(color == other);
        edge |= color == Color::OffBoard;
    }
    bad + u32::from(edge) < 2
}
