//! The losses of a conversion, with their places.

use std::collections::HashSet;
use std::fmt;

use hoshi_core::{Game, Outcome};

use crate::sgf::{GameTree, NodeRef, SERVER_NAMES};

/// A place in a game.
///
/// ```
/// use hoshi_record::convert::Spot;
///
/// assert_eq!(Spot::Move(7).to_string(), "move 7");
/// assert_eq!(Spot::Variation(0).to_string(), "a variation at the start");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spot {
    /// It concerns the game as a whole.
    Game,
    /// The first node.
    Root,
    /// A node of the main line, by the number of moves up to and including it.
    Move(usize),
    /// A variation that leaves the main line after this many moves.
    Variation(usize),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Game => f.write_str("the game"),
            Spot::Root => f.write_str("the first node"),
            Spot::Move(0) => f.write_str("before move 1"),
            Spot::Move(number) => write!(f, "move {number}"),
            Spot::Variation(0) => f.write_str("a variation at the start"),
            Spot::Variation(number) => write!(f, "a variation after move {number}"),
        }
    }
}

/// Something that a format cannot hold.
///
/// ```
/// use hoshi_record::convert::{Loss, Spot};
///
/// let loss = Loss { game: Some(2), spot: Spot::Root, what: "AN is lost".into() };
/// assert_eq!(loss.to_string(), "game 2, the first node: AN is lost");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of the game in the file, from 1, if there are several.
    pub game: Option<usize>,
    /// Where.
    pub spot: Spot,
    /// The loss, as a sentence.
    pub what: String,
}

impl Loss {
    pub(super) fn new(game: GameTree<'_>, spot: Spot, what: impl Into<String>) -> Loss {
        let many = game.file().games().len() > 1;
        Loss { game: many.then(|| game.index() + 1), spot, what: what.into() }
    }

    pub(super) fn of_game(what: impl Into<String>) -> Loss {
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

/// The most losses that are listed; further ones are only counted. A record can lose something in every
/// node, and a full list could be many times as large as the record.
const LISTED: usize = 1_000;

/// The losses of a conversion, as they are found.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    list: Vec<Loss>,
    unlisted: usize,
}

impl Losses {
    pub(super) fn push(&mut self, loss: Loss) {
        if self.list.len() < LISTED {
            self.list.push(loss);
        } else {
            self.unlisted += 1;
        }
    }

    /// Adds losses that were counted elsewhere.
    pub(super) fn count(&mut self, unlisted: usize) {
        self.unlisted += unlisted;
    }

    /// The list. The last entry counts the unlisted losses.
    pub(super) fn into_list(self) -> Vec<Loss> {
        let Losses { mut list, unlisted } = self;
        if unlisted > 0 {
            list.push(Loss::of_game(format!("{unlisted} more losses are not listed")));
        }
        list
    }
}

/// Where a node is.
pub(super) fn spot_of(node: NodeRef<'_>) -> Spot {
    if node.parent().is_none() {
        return Spot::Root;
    }
    let size = node.game().size();
    let moves = |node: NodeRef<'_>| node.move_count(size);
    let mut before = 0;
    for node in node.down_to() {
        if !node.is_first_child() {
            return Spot::Variation(before);
        }
        before += moves(node);
    }
    Spot::Move(before)
}

/// The place of a property, as far as it matters for holding it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// It is in the first node, or in one before the first move.
    pub(super) start: bool,
    /// It is the property of its name that counts for the game: [`GameTree::info`].
    pub(super) info: bool,
}

/// Properties that count wherever they stand before the first move.
const INFO: [&str; 10] = ["GM", "SZ", "KM", "HA", "RU", "RE", "PB", "PW", "DT", ID];

/// The private property for the id of a DGF game, where it is not the hash of its record.
pub(super) const ID: &str = "DGFID";

/// Names every property of the main line that a format does not hold, a line for each node, and every
/// variation. `holds` is asked for the property's name and where it stands.
pub(super) fn name_losses(
    game: GameTree<'_>,
    holds: impl Fn(&str, Standing) -> bool,
    losses: &mut Losses,
) {
    let size = game.size();
    // Looked up once: a file may have a million nodes before its first move.
    let firsts = INFO.map(|key| (key, game.info(key).map(|property| property.offset())));
    let first_of = |key: &str| firsts.iter().find(|(other, _)| *other == key)?.1;
    let mut moves = 0;
    for node in game.main_line() {
        let root = node.parent().is_none();
        moves += node.move_count(size);
        // The most properties that a message names; a node may have thousands.
        const MOST: usize = 24;
        let mut lost: Vec<String> = Vec::new();
        let mut more = 0;
        let mut seen: HashSet<String> = HashSet::new();
        let start = root || moves == 0;
        for property in node.properties() {
            let key = property.key();
            let named = SERVER_NAMES.iter().find(|(name, other, _)| {
                *other == key && first_of(name) == Some(property.offset())
            });
            let key = named.map_or(key, |(name, ..)| (*name).to_owned());
            let first = first_of(&key);
            let standing = Standing { start, info: first == Some(property.offset()) };
            let name = if !holds(&key, standing) {
                // The first one is kept, so it is not reported as lost.
                let again = seen.contains(&key)
                    && holds(&key, Standing { start, info: true })
                    && first.is_some_and(|first| node.get(&key).map(|p| p.offset()) == Some(first));
                if again { format!("the second {}", short(&key)) } else { short(&key) }
            } else if !is_list(&key) && property.values().count() > 1 {
                format!("all but the first value of {}", short(&key))
            } else {
                String::new()
            };
            if !name.is_empty() && !lost.contains(&name) {
                if lost.len() < MOST {
                    lost.push(name);
                } else {
                    more += 1;
                }
            }
            seen.insert(key);
        }
        let spot = if root { Spot::Root } else { Spot::Move(moves) };
        if more > 0 {
            lost.push(format!("{more} more"));
        }
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

/// Whether a property is a list in every format that holds it.
fn is_list(key: &str) -> bool {
    matches!(key, "AB" | "AW" | "AE")
}

/// A name, truncated: a file may have a name of a million letters.
fn short(key: &str) -> String {
    const MOST: usize = 40;
    if key.len() <= MOST { key.to_owned() } else { format!("{}...", &key[..MOST]) }
}

/// Ends a game with the recorded result. Returns whether that is its outcome: passes may have ended
/// it another way, and then they decide.
pub(super) fn end(game: &mut Game, recorded: Option<Outcome>) -> bool {
    let Some(recorded) = recorded else { return true };
    game.end_as(recorded).is_ok() || game.outcome() == Some(recorded)
}

/// Reports unreadable properties that count for the game: a size, a komi, a handicap.
pub(super) fn name_unreadable(game: GameTree<'_>, keys: &[&str], losses: &mut Losses) {
    for &key in keys {
        let unreadable = match key {
            "SZ" => game.read_size().and_then(Result::err),
            "KM" => game.komi().and_then(Result::err),
            "HA" => game.handicap().and_then(Result::err),
            "RU" => game.rules().and_then(Result::err),
            "RE" => game.result().and_then(Result::err),
            _ => None,
        };
        // An empty value loses nothing.
        let says = game.info_text(key).is_some();
        if let Some(unreadable) = unreadable.filter(|_| says) {
            losses.push(Loss::new(game, Spot::Root, format!("{key} is lost: {unreadable}")));
        }
    }
    if let Some(text) = game.info_text("GM").filter(|text| text.trim() != "1") {
        let text: String = text.chars().take(40).collect();
        let what = format!("GM is lost: `{}` is not the number of a game", text.escape_debug());
        losses.push(Loss::new(game, Spot::Root, what));
    }
}

/// The number of nodes from this one on, including itself.
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
