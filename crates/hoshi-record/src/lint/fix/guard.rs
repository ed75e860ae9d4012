//! The guard over every repair: the files before and after are replayed, node by node, and must be the
//! same game in the same tree. The only exception: a node with several moves, or with a setup and a
//! move, may have become several nodes in a row with the same effect.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::super::facts;
use crate::replay::{Stage, Terms, has_play, walk_brief};
use crate::sgf::{Collection, GameTree, NodeId, NodeRef, Property};

/// The state of the replay after a node.
struct Stand {
    children: usize,
    /// The moves of the node, and the position after it.
    moves: DefaultHasher,
    position: u64,
}

impl Stand {
    /// A hash of it all: there may be a node for every byte of a file.
    fn digest(&self) -> u32 {
        let mut all = DefaultHasher::new();
        (self.children, self.moves.finish(), self.position).hash(&mut all);
        all.finish() as u32
    }
}

/// Compares two files. In the second, the nodes of `parts` have been split into this many.
///
/// # Errors
/// With the first node of the first file that differs in the second, if the difference is in a
/// node.
pub(super) fn compare(
    before: &Collection,
    after: &Collection,
    parts: &HashMap<NodeId, usize>,
) -> Result<(), Option<NodeId>> {
    if before.games().len() != after.games().len() {
        return Err(None);
    }
    before.games().zip(after.games()).try_for_each(|(old, new)| compare_games(old, new, parts))
}

fn compare_games(
    before: GameTree<'_>,
    after: GameTree<'_>,
    parts: &HashMap<NodeId, usize>,
) -> Result<(), Option<NodeId>> {
    let root = Some(before.root().id());
    let terms = Terms::of(before);
    let is_go = facts::is_go(before);
    if Terms::of(after) != terms || facts::is_go(after) != is_go {
        return Err(root);
    }
    let is_plain = |game: GameTree<'_>| game.nodes().all(|node| node.raw().is_ascii());
    if before.script() != after.script() && !(is_plain(before) && is_plain(after)) {
        return Err(root);
    }
    // A game without moves or setup needs no replay; a file may have a game for every three bytes.
    let is_played = is_go && (has_play(before) || has_play(after));
    let mut digests = Vec::with_capacity(before.nodes().count());
    each_node(before, &terms, is_played, |node, stage| {
        digests.push(stand(node, stage, &terms, None).digest());
    });
    // The old nodes, in the same order as their digests; and the parts of the current one so far.
    let mut old = before.nodes().map(NodeRef::id).zip(digests).peekable();
    let (mut part, mut moves) = (1, None);
    let mut wrong = None;
    each_node(after, &terms, is_played, |node, stage| {
        let Some(&(was, digest)) = old.peek().filter(|_| wrong.is_none()) else {
            wrong = wrong.or(Some(root));
            return;
        };
        let stand = stand(node, stage, &terms, moves.take());
        let is_last = part == parts.get(&was).copied().unwrap_or(1);
        let is_same = if is_last { stand.digest() == digest } else { stand.children == 1 };
        if !is_same {
            wrong = Some(Some(was));
        } else if is_last {
            old.next();
            part = 1;
        } else {
            (part, moves) = (part + 1, Some(stand.moves));
        }
    });
    match (wrong, old.next()) {
        (Some(wrong), _) => Err(wrong),
        (None, Some((left, _))) => Err(Some(left)),
        (None, None) => Ok(()),
    }
}

/// Every node, in file order; for Go, with its position.
fn each_node<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    is_played: bool,
    mut each: impl FnMut(NodeRef<'a>, Option<&Stage>),
) {
    if is_played {
        walk_brief(tree, terms, |node, stage| each(node, Some(stage)));
    } else {
        tree.nodes().for_each(|node| each(node, None));
    }
}

/// The state after a node, with the moves of the part before it.
fn stand(
    node: NodeRef<'_>,
    stage: Option<&Stage>,
    terms: &Terms,
    moves: Option<DefaultHasher>,
) -> Stand {
    let mut moves = moves.unwrap_or_default();
    if stage.is_some() {
        // The spelling of a value that is not a move does not matter.
        node.moves(terms.size).for_each(|(color, mv, _)| (color, mv).hash(&mut moves));
    } else {
        // Moves of other games are compared as raw bytes.
        let is_move = |property: &Property<'_>| property.is("B") || property.is("W");
        for property in node.properties().filter(is_move) {
            (property.key(), property.value().raw()).hash(&mut moves);
        }
    }
    let children = node.children().count();
    Stand { children, moves, position: stage.map_or(0, Stage::digest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(before: &str, after: &str) -> bool {
        let read = |text: &str| Collection::read(text).expect("a game");
        compare(&read(before), &read(after), &HashMap::new()).is_ok()
    }

    #[test]
    fn another_game_is_seen() {
        let good = "(;SZ[9]AB[cc]AW[aa]AB[aa];B[ee](;W[dd];B[tt])(;W[ff]))(;SZ[13])";
        assert!(is_same(good, good));
        assert!(is_same(good, &good.replace("SZ[9]", "SZ[9:9]C[x]").replace("tt", "")));
        for (what, with) in [
            ("AB[cc]AW[aa]AB[aa]", "AB[cc][aa]AW[aa]"),
            ("AB[aa]", "AB[aa]PL[W]"),
            ("(;W[dd];B[tt])(;W[ff])", "(;W[ff])(;W[dd];B[tt])"),
            ("(;W[dd];B[tt])(;W[ff])", ";W[dd];B[tt];W[ff]"),
            (";B[ee]", ";;B[ee]"),
            (";B[ee]", ""),
            ("B[tt]", "B[aa]"),
            ("B[tt]", "W[tt]"),
            ("SZ[9]", "SZ[9]KM[7.5]"),
            ("SZ[9]", "SZ[9]GM[2]"),
            ("(;SZ[13])", ""),
            ("(;SZ[13])", "(;SZ[13])(;)"),
            ("(;SZ[13])", "(;SZ[13];)"),
        ] {
            assert!(good.contains(what), "{what}");
            assert!(!is_same(good, &good.replacen(what, with, 1)), "{what} and {with}");
        }
    }

    #[test]
    fn of_another_kind_of_game_the_tree_is_compared() {
        assert!(is_same("(;GM[11];B[c3];W[swap])", "(;GM[11];B[c3] ;W[swap])"));
        assert!(!is_same("(;GM[11];B[c3];W[swap])", "(;GM[11];B[c3])"));
        assert!(!is_same("(;GM[11];B[c3];W[d4])", "(;GM[11];B[c3];B[d4])"));
    }
}
