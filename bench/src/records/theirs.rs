//! The tasks of `sgf-parse`.

use sgf_parse::{GameTree, SgfNode, SgfProp};

use super::Count;

/// Its name and version.
pub const NAME: &str = "sgf-parse 4.2.8";

/// Bytes to trees; `None` if it fails.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<GameTree>> {
    sgf_parse::parse(std::str::from_utf8(bytes).ok()?).ok()
}

/// Trees to bytes.
#[must_use]
pub fn write(trees: &[GameTree]) -> String {
    sgf_parse::serialize(trees)
}

/// Nodes and main-line moves.
#[must_use]
pub fn count(trees: &[GameTree]) -> Count {
    let of = |tree: &GameTree| match tree {
        GameTree::GoGame(root) => count_game(root),
        GameTree::Unknown(root) => count_game(root),
    };
    trees.iter().map(of).fold(Count::default(), Count::and)
}

fn count_game<P: SgfProp>(root: &SgfNode<P>) -> Count {
    let mut count = Count::default();
    let mut left = vec![root];
    while let Some(node) = left.pop() {
        count.nodes += 1;
        left.extend(node.children());
    }
    let is_move = |prop: &&P| matches!(prop.identifier().as_str(), "B" | "W");
    count.moves = root.main_variation().map(|node| node.properties().filter(is_move).count()).sum();
    count
}
