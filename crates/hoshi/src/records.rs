//! Records for the commands: read from a file, a pipe or an address, and one place in one of their
//! games found.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_record::convert::{self, Format, Record, node_at_move};
use hoshi_record::sgf::{GameTree, NodeRef};

use crate::cli::WrongCall;
use crate::files;

/// A place in a tree: the numbers of the children that lead there from the root, `0.0.2`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct NodePath(pub(crate) Vec<usize>);

impl FromStr for NodePath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let numbers: Result<Vec<usize>, _> = text.split('.').map(str::parse).collect();
        numbers.map(Self).map_err(|_| {
            format!("`{text}` is not a path: write the numbers of the children from the first node on, each from 0, as in 0.0.2")
        })
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// Reads a record. What it is, is said, or seen from its name, or from what it holds. An address may
/// stand in place of a file.
pub(crate) fn load(path: &Path, from: Option<Format>) -> Result<Record> {
    let name = files::shown(path);
    if !files::is_dash(path)
        && !path.exists()
        && let Some(address) = path.to_str().filter(|text| text.contains("/game/"))
    {
        return convert::read(address.as_bytes().to_vec(), Some(Format::Url)).context(name);
    }
    let bytes = files::read(path)?;
    let by_name = from.or_else(|| Format::of_path(path));
    match convert::read(bytes, by_name) {
        Ok(record) => Ok(record),
        Err(error) => Err(anyhow!(error).context(name)),
    }
}

/// A game of a record, counted from 1.
pub(crate) fn game(record: &Record, number: usize) -> Result<GameTree<'_>> {
    let games = record.file.games().len();
    let index = number.checked_sub(1);
    index.and_then(|index| record.file.game(index)).ok_or_else(|| {
        let there = if games == 1 { "one game".to_owned() } else { format!("{games} games") };
        anyhow!(WrongCall(format!("there is no game {number}: the file has {there}")))
    })
}

/// The node after a number of moves, or at a path, or the last of the main line.
pub(crate) fn node<'a>(
    game: GameTree<'a>,
    number: Option<usize>,
    path: Option<&NodePath>,
) -> Result<NodeRef<'a>> {
    if let Some(number) = number {
        return node_at_move(game, number).map_err(|error| anyhow!(WrongCall(error.to_string())));
    }
    let Some(path) = path else {
        return Ok(game.main_line().last().unwrap_or_else(|| game.root()));
    };
    let mut node = game.root();
    for (depth, &nth) in path.0.iter().enumerate() {
        let Some(child) = node.children().nth(nth) else {
            let there = node.children().count();
            let before = NodePath(path.0[..depth].to_vec());
            let at =
                if depth == 0 { "the first node".to_owned() } else { format!("node {before}") };
            let has = match there {
                0 => "is followed by no other".to_owned(),
                1 => "is followed by one node, 0".to_owned(),
                there => format!("is followed by {there}, 0 to {}", there - 1),
            };
            bail!(WrongCall(format!("there is no node {path}: {at} {has}")));
        };
        node = child;
    }
    Ok(node)
}
