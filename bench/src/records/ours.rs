//! What hoshi does.

use hoshi_core::Size;
use hoshi_record::sgf::Collection;

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
    let moves = |node: hoshi_record::sgf::NodeRef<'_>| node.moves(Size::S19).count();
    let of = |game: hoshi_record::sgf::GameTree<'_>| Count {
        nodes: game.nodes().count(),
        moves: game.main_line().map(moves).sum(),
    };
    file.games().map(of).fold(Count::default(), Count::and)
}
