//! The tasks of hoshi.

use hoshi_core::{Color, Preset, Rules, Size};
use hoshi_record::bulk::Bulk;
use hoshi_record::sgf::{Collection, Flow, GameTree, NodeRef, Visitor, scan_file};

use super::Count;

/// Its name and version.
pub const NAME: &str = concat!("hoshi ", env!("CARGO_PKG_VERSION"));

/// Bytes to trees; `None` if there is no game.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Collection> {
    Collection::read(bytes).ok()
}

/// Nodes and main-line moves.
#[must_use]
pub fn count(file: &Collection) -> Count {
    let moves = |node: NodeRef<'_>| node.moves(Size::S19).count();
    let of = |game: GameTree<'_>| Count {
        nodes: game.nodes().count(),
        moves: game.main_line().map(moves).sum(),
    };
    file.games().map(of).fold(Count::default(), Count::and)
}

/// The main-line moves of every game of a file, as the push parser finds them, in memory that is
/// reused for the next file.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// Colours and points, all games in sequence. A pass is `None`.
    pub moves: Vec<(Color, Option<[u8; 2]>)>,
}

impl Moves {
    /// Finds the moves of a file.
    pub fn find(&mut self, bytes: &[u8]) {
        self.moves.clear();
        scan_file(bytes, self);
    }
}

impl<'t> Visitor<'t> for Moves {
    fn variation(&mut self, nth: usize) -> Flow {
        if nth == 0 { Flow::Go } else { Flow::Skip }
    }

    #[inline]
    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        let color = match name {
            b"B" => Color::Black,
            b"W" => Color::White,
            _ => return,
        };
        self.moves.push((color, value.first_chunk().copied()));
    }
}

/// Replays games with the legality of every move, and counts the area at their ends.
#[derive(Clone, Debug)]
pub struct Replays(Bulk);

impl Default for Replays {
    fn default() -> Replays {
        Replays(Bulk::new(Rules::of(Preset::Simple)))
    }
}

impl Replays {
    /// Replays a file: the moves, and Black's points minus White's, over all games.
    pub fn replay(&mut self, bytes: &[u8]) -> (usize, i64) {
        let (mut moves, mut points) = (0, 0);
        self.0.replay(bytes, |game| {
            let [black, white] = game.board.area();
            moves += game.moves;
            points += i64::from(black) - i64::from(white);
        });
        (moves, points)
    }
}
