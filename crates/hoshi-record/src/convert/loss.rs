//! What a conversion loses, and where it was.

use std::fmt;

use crate::sgf::{GameTree, NodeRef};

/// Where something stood in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spot {
    /// It concerns the game as a whole.
    Game,
    /// The first node.
    Root,
    /// A node of the main line, by the moves up to it and its own.
    Move(usize),
    /// A variation that leaves the main line after so many moves.
    Variation(usize),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Game => f.write_str("the game"),
            Spot::Root => f.write_str("the first node"),
            Spot::Move(number) => write!(f, "move {number}"),
            Spot::Variation(0) => f.write_str("a variation at the start"),
            Spot::Variation(number) => write!(f, "a variation after move {number}"),
        }
    }
}

/// Something that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which game of the file, from 1, if it has several.
    pub game: Option<usize>,
    /// Where.
    pub spot: Spot,
    /// What, as a sentence.
    pub what: String,
}

impl Loss {
    pub(super) fn new(game: GameTree<'_>, spot: Spot, what: impl Into<String>) -> Loss {
        let many = game.file().games().len() > 1;
        Loss { game: many.then(|| game.index() + 1), spot, what: what.into() }
    }

    pub(super) fn whole(what: impl Into<String>) -> Loss {
        Loss { game: None, spot: Spot::Game, what: what.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            write!(f, "game {game}, ")?;
        }
        write!(f, "{}: {}", self.spot, self.what)
    }
}

/// Where a node is.
pub(super) fn spot_of(node: NodeRef<'_>) -> Spot {
    if node.parent().is_none() {
        return Spot::Root;
    }
    let size = node.game().size();
    let moves = |node: NodeRef<'_>| node.moves(size).filter(|(_, mv, _)| mv.is_some()).count();
    let line = node.line();
    let off = line
        .windows(2)
        .position(|pair| pair[0].first_child().map(NodeRef::id) != Some(pair[1].id()));
    match off {
        None => Spot::Move(line.into_iter().map(moves).sum()),
        Some(at) => Spot::Variation(line[..=at].iter().copied().map(moves).sum()),
    }
}

/// Names every property of the main line that a format does not hold, a line for each node, and every
/// variation. `holds` is asked for the property's name and whether it is in the root.
pub(super) fn name_losses(
    game: GameTree<'_>,
    holds: impl Fn(&str, bool) -> bool,
    losses: &mut Vec<Loss>,
) {
    let size = game.size();
    let mut moves = 0;
    for node in game.main_line() {
        let root = node.parent().is_none();
        moves += node.moves(size).filter(|(_, mv, _)| mv.is_some()).count();
        let mut lost: Vec<String> = Vec::new();
        for property in node.properties() {
            let key = property.key();
            if !holds(&key, root) && !lost.contains(&key) {
                lost.push(key);
            }
        }
        let spot = if root { Spot::Root } else { Spot::Move(moves) };
        if !lost.is_empty() {
            let verb = if lost.len() == 1 { "is" } else { "are" };
            losses.push(Loss::new(game, spot, format!("{} {verb} lost", lost.join(", "))));
        }
        for child in node.children().skip(1) {
            let nodes = count_below(child);
            let of = if nodes == 1 { "its node".to_owned() } else { format!("its {nodes} nodes") };
            let first = child
                .moves(size)
                .find_map(|(color, mv, _)| Some(format!(", {color} {}", size.move_name(mv?))));
            let what = format!("lost with {of}{}", first.unwrap_or_default());
            losses.push(Loss::new(game, Spot::Variation(moves), what));
        }
    }
}

/// How many nodes there are from this one on, itself included.
fn count_below(node: NodeRef<'_>) -> usize {
    let mut count = 1;
    let mut at = node;
    'down: loop {
        if let Some(child) = at.first_child() {
            (at, count) = (child, count + 1);
            continue;
        }
        while at.id() != node.id() {
            if let Some(next) = at.next_sibling() {
                (at, count) = (next, count + 1);
                continue 'down;
            }
            match at.parent() {
                Some(parent) => at = parent,
                None => return count,
            }
        }
        return count;
    }
}
