//! The repair: fixes everything that is unambiguous, and nothing else. Only the affected bytes
//! change. [`guard`] replays the file before and after, and rejects changes that would alter the
//! game.

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
    /// The findings that were fixed.
    pub fixed: Vec<Finding>,
    /// The findings in the repaired file.
    pub left: Vec<Finding>,
    /// Whether the file had to be converted to UTF-8.
    pub reencoded: bool,
}

/// Repairs a file as far as the fixes are unambiguous. `None` if there is nothing to repair.
///
/// Every move, position and node stays in its place; ambiguous faults stay as they are.
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
    // In a badly broken file one fault may hide another.
    for round in 1..=ROUNDS {
        // The written file contains the game that was read.
        let Ok(again) = Collection::read(bytes.clone()) else { break };
        let (found, repair) = examine(&again, round < ROUNDS);
        left = found;
        let Some(repair) = repair else { break };
        bytes = repair;
    }
    Some(Fix { bytes, fixed, left, reencoded: file.form().is_wide() })
}

/// The most rounds of repair. Three were enough for every file so far.
const ROUNDS: usize = 8;

/// The most nodes that may be skipped because their repair would change the game; with more, nothing in
/// the file is repaired.
const MOST_REFUSED: usize = 16;

/// The largest file, in bytes, for which a repair is tried just to report what can be fixed: it needs a
/// second tree, and takes several times as long as the lint.
const MOST_TRIED: usize = 1 << 18;

/// The repaired file, if anything in it can be repaired. Findings whose repair would change the game are
/// marked as such. Unless the file is `wanted`, only repairs that might do so are tried, and only in files
/// that are not large.
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

/// Applies a plan, as far as the guard accepts it.
fn carry_out(file: &Collection, found: &mut [Finding], mut plan: Plan<'_>) -> Option<Vec<u8>> {
    loop {
        let after = repair(file, &plan);
        let parts = plan.parts();
        let first = match after.as_ref().map(|after| guard::compare(file, after, &parts)) {
            Some(Ok(())) => {
                refuse(file, found, Some(&plan.refused));
                // There may be nothing left to fix.
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

/// Marks the findings in these nodes, or all findings, as not fixable.
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

/// Applies the plan, repairs the brackets, and reads the result: its source is the repaired file. `None`
/// if it cannot be read.
fn repair(file: &Collection, plan: &Plan<'_>) -> Option<Collection> {
    let mended = mend(file, plan);
    // The changes are made in place in the text. The result is verified: where faults of several kinds
    // meet, it may differ, and then the file is rewritten from the tree.
    if !file.is_joined()
        && let Ok(patched) = Collection::read(text::patch(file, plan))
        && !patched.form().is_wide()
        && patched.to_bytes() == mended
    {
        return Some(patched);
    }
    Collection::read(mended).ok()
}

/// A node to change, and the nodes that replace it.
#[derive(Clone)]
struct Change {
    game: usize,
    node: NodeId,
    into: Vec<Vec<Prop>>,
}

impl Change {
    /// Whether it may affect the replay, or how the file is parsed.
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

/// The changes to make. Each is computed on demand and not stored: there may be one for every few bytes of
/// a file, each many times as large.
struct Plan<'f> {
    file: &'f Collection,
    /// Nodes to leave unchanged.
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

    /// Calls `visit` for every change, in file order, until it returns `Break`.
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

    /// The nodes that are replaced by several nodes, or none, and how many.
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

/// Applies the changes to the tree, which is then rewritten.
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
            // Names and values come from the file, so they are valid. Only a file near 2 GiB can
            // fail, and then this node stays unchanged.
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

    /// The file after such plans, and the findings.
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
        // A note on the root, and a pass that a bad repair would turn into a move.
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
        // The board size affects every position.
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
