//! The repair: what can be put right without guessing, and nothing else. The text is changed where it
//! must be, and keeps every other byte. Whatever was changed, [`guard`] replays the file before and
//! after, and what would be another game is not done.

mod guard;
mod node;
mod text;

pub(super) use node::{RootSays, merged, new_markup, one_value};

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use self::node::{Prop, repaired};
use super::facts::Facts;
use super::{Finding, NEEDS_A_PERSON, examine};
use crate::sgf::{Collection, GameTree, NodeId};

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
/// Every move, every position and every node stays in its place; what cannot be decided is left as it
/// is.
///
/// ```
/// use hoshi_record::lint::fix;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[1]FF[4] ;B[aa]W[bb]C[a")?;
/// assert_eq!(fix(&file).unwrap().bytes, b"(;GM[1]FF[4] ;B[aa];W[bb]C[a])");
/// assert_eq!(fix(&Collection::read("(;GM[1]FF[4];B[aa])")?), None);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn fix(file: &Collection) -> Option<Fix> {
    let (mut fixed, repair) = examine(file, true);
    fixed.retain(|finding| finding.fixable);
    let mut bytes = repair?;
    let mut left = Vec::new();
    // In a file that is badly broken, what was hidden by one fault may show when it is gone.
    for round in 1..=ROUNDS {
        // What was written has a game in it: the one that was read.
        let Ok(again) = Collection::read(bytes.clone()) else { break };
        let (found, repair) = examine(&again, round < ROUNDS);
        left = found;
        let Some(repair) = repair else { break };
        bytes = repair;
    }
    Some(Fix { bytes, fixed, left, reencoded: file.form().is_wide() })
}

/// How often a repair is repaired. Three would do for all that was ever seen.
const ROUNDS: usize = 8;

/// How many nodes of a file may be left as they are, because their repair would change the game, before
/// nothing of it is repaired.
const MOST_REFUSED: usize = 16;

/// The largest file whose repair is tried only to tell what can be repaired, in bytes: the try holds a second
/// tree, and takes several times as long as the lint.
const MOST_TRIED: usize = 1 << 18;

/// The repaired file, if anything in it can be repaired. Findings whose repair would change the game are
/// marked as such. Unless the file is `wanted`, only findings are tried whose repair might do that, and only
/// in files that are not large.
pub(super) fn attempt(file: &Collection, found: &mut [Finding], wanted: bool) -> Option<Vec<u8>> {
    let is_large = file.source().len() > MOST_TRIED;
    if !found.iter().any(|finding| finding.fixable) || (is_large && !wanted) {
        return None;
    }
    let plan = Plan::of(file);
    let is_broken = !file.faults().is_empty() || file.form().is_wide();
    if !wanted && !is_broken && !plan.any(|change| change.touches_play(file)) {
        return None;
    }
    carry_out(file, found, plan)
}

/// The file after a plan, as far as the guard lets that pass.
fn carry_out(file: &Collection, found: &mut [Finding], mut plan: Plan<'_>) -> Option<Vec<u8>> {
    loop {
        let after = repair(file, &plan);
        let parts = plan.parts();
        let first = match after.as_ref().map(|after| guard::compare(file, after, &parts)) {
            Some(Ok(())) => {
                refuse(file, found, Some(&plan.refused));
                // What is left to be fixed may be nothing.
                let is_fixed = found.iter().any(|finding| finding.fixable);
                return after.filter(|_| is_fixed).map(Collection::into_source);
            }
            Some(Err(first)) => first,
            None => None,
        };
        let is_planned = first.is_some_and(|first| plan.any(|change| change.node == first));
        if !is_planned || plan.refused.len() == MOST_REFUSED {
            refuse(file, found, None);
            return None;
        }
        plan.refused.extend(first);
    }
}

/// Marks what was found in these nodes, or anywhere, as nothing that can be fixed.
fn refuse(file: &Collection, found: &mut [Finding], nodes: Option<&HashSet<NodeId>>) {
    let mut ranges = Vec::new();
    if let Some(nodes) = nodes {
        if nodes.is_empty() {
            return;
        }
        for node in file.games().flat_map(GameTree::nodes) {
            if let (true, Some(start)) = (nodes.contains(&node.id()), node.offset()) {
                ranges.push(start..=start + node.raw().len());
            }
        }
    }
    for finding in found.iter_mut().filter(|finding| finding.fixable) {
        let is_syntax = finding.rule.number() < 200;
        let is_inside = || !is_syntax && ranges.iter().any(|range| range.contains(&finding.offset));
        if nodes.is_none() || is_inside() {
            finding.fixable = false;
            finding.message.push_str("; a fix would change the game or its text");
            finding.message.push_str(NEEDS_A_PERSON);
        }
    }
}

/// The file with everything done that is planned, and its brackets mended, read again: its source is the
/// repaired file. `None` if it is not a file.
fn repair(file: &Collection, plan: &Plan<'_>) -> Option<Collection> {
    let mended = mend(file, plan);
    // The changes can be made in the text as it lies. That this is the same file is not taken on trust:
    // where faults of several kinds meet, the file is written anew.
    if !file.is_joined()
        && let Ok(patched) = Collection::read(text::patch(file, plan))
        && !patched.form().is_wide()
        && patched.to_bytes() == mended
    {
        return Some(patched);
    }
    Collection::read(mended).ok()
}

/// A node that changes, and the nodes that take its place.
#[derive(Clone)]
struct Change {
    game: usize,
    node: NodeId,
    into: Vec<Vec<Prop>>,
}

impl Change {
    /// Whether a replay, or how the file is read, may be another after it.
    fn touches_play(&self, file: &Collection) -> bool {
        const PLAY: [&str; 12] =
            ["AB", "AE", "AW", "B", "CA", "GM", "HA", "KM", "PL", "RU", "SZ", "W"];
        let Some(game) = file.game(self.game) else { return true };
        let old = game.node(self.node);
        let old = old.properties().filter(|old| PLAY.iter().any(|key| old.is(key)));
        let mut new = self.into.iter().flatten().filter(|prop| PLAY.contains(&prop.parts().0));
        self.into.len() > 1
            || !old.into_iter().all(|old| new.next().is_some_and(|prop| prop.is_still(&old)))
            || new.next().is_some()
    }
}

/// What is to change. A change is found when it is asked for, and forgotten: there may be one for every few
/// bytes of a file, each many times as large.
struct Plan<'f> {
    file: &'f Collection,
    /// Nodes that stay as they are.
    refused: HashSet<NodeId>,
    #[cfg(test)]
    given: Option<Vec<Change>>,
}

impl<'f> Plan<'f> {
    fn of(file: &'f Collection) -> Plan<'f> {
        Plan {
            file,
            refused: HashSet::new(),
            #[cfg(test)]
            given: None,
        }
    }

    /// Every change, in the order of the file, until one ends it.
    fn each(&self, mut visit: impl FnMut(Change) -> ControlFlow<()>) -> ControlFlow<()> {
        #[cfg(test)]
        if let Some(given) = &self.given {
            let planned = given.iter().filter(|change| !self.refused.contains(&change.node));
            return planned.cloned().try_for_each(visit);
        }
        for game in self.file.games() {
            let facts = Facts::of(game);
            let root = RootSays::of(&facts);
            for node in game.nodes().filter(|node| !self.refused.contains(&node.id())) {
                if let Some(into) = repaired(&facts, &root, node) {
                    visit(Change { game: game.index(), node: node.id(), into })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each(&self, mut visit: impl FnMut(Change)) {
        let _ = self.each(|change| {
            visit(change);
            ControlFlow::Continue(())
        });
    }

    fn any(&self, mut is: impl FnMut(&Change) -> bool) -> bool {
        let found =
            |change| if is(&change) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.each(found).is_break()
    }

    /// The nodes that become several, or none, and how many.
    fn parts(&self) -> HashMap<NodeId, usize> {
        let mut parts = HashMap::new();
        self.for_each(|change| {
            if change.into.len() != 1 {
                parts.insert(change.node, change.into.len());
            }
        });
        parts
    }
}

/// The changes made in the tree, which is written anew.
fn mend(file: &Collection, plan: &Plan<'_>) -> Vec<u8> {
    if !plan.any(|_| true) {
        return file.to_bytes();
    }
    let mut file = file.clone();
    plan.for_each(|change| {
        let Some(mut game) = file.edit(change.game) else { return };
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
    });
    file.to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Rule, check};

    /// The path to a node, and the nodes that take its place: properties with one value each.
    type Wanted<'a> = (&'a [usize], &'a [&'a [(&'a str, &'a str)]]);

    /// A plan that gives one node other properties, each of one value.
    fn plan_for(file: &Collection, path: &[usize], into: &[&[(&str, &str)]]) -> Change {
        let node = file.game(0).expect("a game").at(path).expect("a node").id();
        let node_of = |properties: &&[(&str, &str)]| {
            properties.iter().map(|(key, value)| Prop::new(key, value)).collect()
        };
        Change { game: 0, node, into: into.iter().map(node_of).collect() }
    }

    /// What becomes of a file by such plans, and what is said of what was found.
    fn tried(text: &str, plans: &[Wanted<'_>]) -> (Option<String>, Vec<Finding>) {
        let file = Collection::read(text).expect("a game");
        let mut found = check(&file);
        let given = plans.iter().map(|(path, into)| plan_for(&file, path, into)).collect();
        let plan = Plan { given: Some(given), ..Plan::of(&file) };
        let bytes = carry_out(&file, &mut found, plan);
        (bytes.map(|bytes| String::from_utf8(bytes).expect("text")), found)
    }

    #[test]
    fn what_would_change_the_game_is_not_done() {
        // A note on the root, and a pass that a bad repair would make a move of.
        let text = "(;FF[4]SZ[9];B[ee];W[tt])";
        let good: Wanted<'_> = (&[], &[&[("GM", "1"), ("FF", "4"), ("SZ", "9")]]);
        let (bytes, found) = tried(text, &[good, (&[0, 0], &[&[("W", "aa")]])]);
        assert_eq!(bytes.as_deref(), Some("(;GM[1]FF[4]SZ[9];B[ee];W[tt])"));
        let rules: Vec<(Rule, bool)> =
            found.iter().map(|finding| (finding.rule, finding.fixable)).collect();
        assert_eq!(rules, [(Rule::NoGameType, true), (Rule::PassAsTt, false)]);
        assert!(found[1].message.ends_with("change the game or its text, so a person must decide"));
    }

    #[test]
    fn where_nothing_can_be_done_the_file_stays() {
        // The size of the board is that of every position.
        let text = "(;FF[4]SZ[9];B[ee])";
        let (bytes, found) = tried(text, &[(&[], &[&[("GM", "1"), ("FF", "4"), ("SZ", "13")]])]);
        assert_eq!(bytes, None);
        assert!(found.iter().all(|finding| !finding.fixable) && !found.is_empty());
    }

    #[test]
    fn a_node_may_be_parted_and_nothing_more() {
        let text = "(;GM[1]FF[4]SZ[9];B[ee]W[aa])";
        let (bytes, _) = tried(text, &[(&[0], &[&[("B", "ee")], &[("W", "aa")]])]);
        assert_eq!(bytes.as_deref(), Some("(;GM[1]FF[4]SZ[9];B[ee];W[aa])"));
        for bad in [
            &[&[("W", "aa")][..], &[("B", "ee")]][..],
            &[&[("B", "ee")], &[("W", "aa")], &[("B", "bb")]],
            &[&[("B", "ee")]],
        ] {
            assert_eq!(tried(text, &[(&[0], bad)]).0, None, "{bad:?}");
        }
    }
}
