//! The repair: what can be put right without guessing, and nothing else. Nodes that need nothing keep
//! every byte, and so does the white space of the file, unless its brackets had to be mended.

mod node;

pub(super) use node::{RootSays, merged, new_markup, one_value};

use self::node::{Prop, repaired};
use super::facts::Facts;
use super::{Finding, lint};
use crate::sgf::{Collection, NodeId, Property};

/// A repaired file.
///
/// ```
/// use hoshi_record::lint::{Rule, fix};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[1]FF[3]SZ[9]\n;B[ee] ;W[tt] )")?;
/// let fix = fix(&file).unwrap();
/// assert_eq!(fix.bytes, b"(;GM[1]FF[4]SZ[9]\n;B[ee] ;W[] )");
/// let rules: Vec<Rule> = fix.fixed.iter().map(|finding| finding.rule).collect();
/// assert_eq!(rules, [Rule::OldFormat, Rule::PassAsTt]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was found before and is right now.
    pub fixed: Vec<Finding>,
    /// What is found in the file as it is now.
    pub left: Vec<Finding>,
    /// Whether it was in a charset that it could not stay in, and is UTF-8 now.
    pub reencoded: bool,
}

/// Repairs a file, as it was read, as far as that is no guess. `None` if there is nothing to repair.
///
/// Every move and every node stays in its place; what cannot be decided is left as it is.
///
/// ```
/// use hoshi_record::lint::fix;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[1]FF[4];B[aa]W[bb]C[a")?;
/// assert_eq!(fix(&file).unwrap().bytes, b"(;GM[1]FF[4];B[aa];W[bb]C[a])\n");
/// assert_eq!(fix(&Collection::read("(;GM[1]FF[4];B[aa])")?), None);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn fix(file: &Collection) -> Option<Fix> {
    let mut fixed = lint(file);
    fixed.retain(|finding| finding.fixable);
    if fixed.is_empty() {
        return None;
    }
    let mut bytes = repair(file);
    let mut left = Vec::new();
    // In a file that is badly broken, what was hidden by one fault may show when it is gone.
    for _ in 0..ROUNDS {
        // What was written has a game in it: the one that was read.
        let Ok(again) = Collection::read(bytes.clone()) else { break };
        left = lint(&again);
        if !left.iter().any(|finding| finding.fixable) {
            break;
        }
        bytes = repair(&again);
    }
    Some(Fix { bytes, fixed, left, reencoded: file.form().is_wide() })
}

/// How often a repair is repaired. Two would do for all that was ever seen.
const ROUNDS: usize = 8;

/// The file with everything done that can be.
fn repair(file: &Collection) -> Vec<u8> {
    let plan = plan(file);
    let mended = mend(file, &plan);
    if !file.faults().is_empty() || file.unkept_faults() > 0 {
        return mended;
    }
    // Where the brackets are sound, the changes can be made in the text as it lies. That this is the
    // same file is not taken on trust.
    let patched = patch(file, &plan);
    match Collection::read(patched.clone()) {
        Ok(again) if again.faults().is_empty() && again.to_bytes() == mended => patched,
        _ => mended,
    }
}

/// A node that changes, and the nodes that take its place.
struct Change {
    game: usize,
    node: NodeId,
    into: Vec<Vec<Prop>>,
}

/// What is to change, in the order of the file.
fn plan(file: &Collection) -> Vec<Change> {
    let mut changes = Vec::new();
    for game in file.games() {
        let facts = Facts::of(game);
        let root = RootSays::of(&facts);
        for node in game.nodes() {
            if let Some(into) = repaired(&facts, &root, node) {
                changes.push(Change { game: game.index(), node: node.id(), into });
            }
        }
    }
    changes
}

/// The changes made in the tree, which is written anew.
fn mend(file: &Collection, plan: &[Change]) -> Vec<u8> {
    let mut file = file.clone();
    for change in plan {
        let Some(mut game) = file.edit(change.game) else { continue };
        let mut node = change.node;
        for (index, properties) in change.into.iter().enumerate() {
            if index > 0 {
                node = game.insert_after(node);
            }
            let properties: Vec<(&str, Vec<&[u8]>)> =
                properties.iter().map(|property| property.parts()).collect();
            // Names and values come from the file, so they can be written. Only a file near 2 GiB
            // can refuse, and then this node stays as it is.
            let _ = game.replace(node, &properties);
        }
    }
    file.to_bytes()
}

/// The changes made in the text that was read. Properties that stay are copied, with the white space
/// before them.
fn patch(file: &Collection, plan: &[Change]) -> Vec<u8> {
    let source = file.source();
    let mut bytes = Vec::with_capacity(source.len() + 64);
    let mut copied = 0;
    for change in plan {
        let Some(game) = file.game(change.game) else { continue };
        let node = game.node(change.node);
        let Some(start) = node.offset().filter(|&start| start >= copied) else { continue };
        bytes.extend_from_slice(&source[copied..start]);
        let old: Vec<Property<'_>> = node.properties().collect();
        let begins = |at: usize| old[at].offset();
        // A value is followed by its bracket.
        let ends = |at: usize| {
            old[at]
                .values()
                .last()
                .map_or(begins(at), |value| value.offset() + value.raw().len() + 1)
        };
        for (nth, properties) in change.into.iter().enumerate() {
            let mut is_first = nth > 0;
            for property in properties {
                if let Some(at) = property.origin() {
                    let before = if at == 0 { start } else { ends(at - 1) };
                    bytes.extend_from_slice(source.get(before..begins(at)).unwrap_or_default());
                }
                if std::mem::take(&mut is_first) {
                    bytes.push(b';');
                }
                match property.origin().filter(|&at| property.is_still(&old[at])) {
                    Some(at) => bytes.extend_from_slice(&source[begins(at)..ends(at)]),
                    None => property.write(&mut bytes),
                }
            }
            if is_first {
                bytes.push(b';');
            }
        }
        copied = start + node.raw().len();
    }
    bytes.extend_from_slice(&source[copied..]);
    bytes
}
