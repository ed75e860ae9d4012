//! A disk with one file, of which only synced data survives.

use hoshi_core::Game;
use hoshi_record::kifu::Kifu;
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;
use hoshi_session::{Failure, Stone, Vertex};

#[derive(Default)]
pub(super) struct Disk {
    synced: Option<Vec<u8>>,
    /// The main line of the synced file.
    moves: Vec<Stone>,
    is_asked: bool,
}

impl Disk {
    pub(super) fn ask(&mut self) {
        assert!(!self.is_asked, "asked twice");
        self.is_asked = true;
    }

    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    pub(super) fn has_file(&self) -> bool {
        self.synced.is_some()
    }

    pub(super) fn moves(&self) -> &[Stone] {
        &self.moves
    }

    /// Performs the pending request, or fails.
    pub(super) fn answer(&mut self, kifu: &Kifu, is_good: bool) -> Result<Option<String>, Failure> {
        self.is_asked = false;
        if !is_good {
            super::with_counts(|counts| counts.failed += 1);
            return Err(Failure::new("no space left"));
        }
        super::with_counts(|counts| counts.synced += 1);
        let bytes = kifu.to_bytes();
        let game = game_of(&bytes);
        let size = game.size();
        let stone = |(color, mv): (hoshi_core::Color, hoshi_core::Move)| Stone {
            color: color.into(),
            at: Vertex::of_move(size, mv),
        };
        self.moves = game.moves().map(stone).collect();
        self.synced = Some(bytes);
        Ok(Some("game.sgf".to_owned()))
    }

    /// The file has the game.
    pub(super) fn check(&self, game: &Game) {
        let again = game_of(self.synced.as_ref().expect("there is a file"));
        assert!(again.moves().eq(game.moves()));
        assert!(again.board().same_stones(game.board()));
    }
}

fn game_of(bytes: &[u8]) -> Game {
    let file = Collection::read(bytes.to_vec()).unwrap();
    let tree = file.game(0).unwrap();
    let end = tree.main_line().last().unwrap();
    replay(end, &Terms::of(tree)).game
}
