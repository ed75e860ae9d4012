//! Checks that a repaired game is the same game, independently of the guard of the repair. It compares
//! stones instead of hashes, and derives from the nodes themselves how they were split.

use hoshi_core::{Color, Game, Move, Point};
use hoshi_record::replay::{Terms, walk};
use hoshi_record::sgf::{GameTree, NodeRef};

/// The state after a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stand {
    moves: Vec<(Color, Option<Move>)>,
    /// Whether stones or the side to move are set up, and whether the side to move is.
    setup: bool,
    turn_set: bool,
    children: usize,
    stones: Vec<(Point, Color)>,
    ko: Option<Point>,
    turn: Option<Color>,
    captures: [u32; 2],
}

fn stand(node: NodeRef<'_>, game: &Game) -> Stand {
    let board = game.board();
    Stand {
        moves: node.moves(game.size()).map(|(color, mv, _)| (color, mv)).collect(),
        setup: sets_up(node),
        turn_set: node.get("PL").is_some(),
        children: node.children().count(),
        stones: board.stones().collect(),
        ko: board.ko(),
        turn: Some(game.turn()),
        captures: [board.captures(Color::Black), board.captures(Color::White)],
    }
}

/// Whether a node sets up anything: an empty list of stones does not, and a repair removes it.
fn sets_up(node: NodeRef<'_>) -> bool {
    let lists =
        node.properties().filter(|list| ["AB", "AE", "AW", "PL"].iter().any(|key| list.is(key)));
    lists.flat_map(|list| list.values()).any(|value| !value.raw().trim_ascii().is_empty())
}

fn stands(game: GameTree<'_>) -> Vec<Stand> {
    let mut stands = Vec::new();
    walk(game, &Terms::of(game), |node, game, _| stands.push(stand(node, game)));
    stands
}

/// The number of nodes that a crowded node is split into: one for each move, and one for everything
/// before them.
fn parts(node: &Stand, is_root: bool) -> usize {
    let has_head = is_root || (node.setup && !node.turn_set);
    match node.moves.len() {
        0 => 1,
        moves => moves + usize::from(has_head),
    }
}

/// Compares two games, node by node.
pub(crate) fn same_game(before: GameTree<'_>, after: GameTree<'_>) -> Result<(), String> {
    if Terms::of(before) != Terms::of(after) {
        return Err("other terms".to_owned());
    }
    let number = |game: GameTree<'_>| game.root().get("GM").and_then(|gm| gm.value().number());
    if number(before).is_some_and(|game| game != 1) {
        let children = |game: GameTree<'_>| -> Vec<usize> {
            game.nodes().map(|node| node.children().count()).collect()
        };
        return (children(before) == children(after)).then_some(()).ok_or("shape".to_owned());
    }
    let new = stands(after);
    let mut rest = new.iter();
    for (index, was) in stands(before).iter().enumerate() {
        let is_whole = rest.as_slice().first().is_some_and(|now| now.moves == was.moves);
        let parts = if is_whole { 1 } else { parts(was, index == 0) };
        let mut moves = Vec::new();
        for part in 1..=parts {
            let Some(now) = rest.next() else { return Err(format!("node {index} is gone")) };
            moves.extend_from_slice(&now.moves);
            if part < parts && now.children != 1 {
                return Err(format!("node {index} was parted where variations begin"));
            }
            let together = Stand {
                moves: moves.clone(),
                setup: was.setup,
                turn_set: was.turn_set,
                ..now.clone()
            };
            if part == parts && together != *was {
                return Err(format!("node {index} was {was:?}, and is {together:?}"));
            }
        }
    }
    rest.next().map_or(Ok(()), |more| Err(format!("there is more: {more:?}")))
}
