//! The in-place repair: every edit is a range of the file and the bytes that replace it.

use std::ops::Range;

use super::{Change, Plan};
use crate::charset::Lexing;
use crate::sgf::{Collection, GameTree, Mend, Property, Visitor, write_value};

/// The order of several edits at one offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// Opening brackets.
    Opens,
    /// Anything else.
    Is,
    /// Closing brackets.
    Closes,
}

/// A range of the file, and its replacement.
#[derive(Clone, Copy)]
struct Edit {
    start: u32,
    end: u32,
    /// The range of the new bytes in [`Edits::bytes`].
    from: u32,
    len: u32,
    order: Order,
}

impl Edit {
    fn part(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Edits, with their bytes in one buffer: there may be one for every few bytes of a file.
#[derive(Default)]
struct Edits {
    list: Vec<Edit>,
    bytes: Vec<u8>,
}

impl Edits {
    /// Adds an edit; one directly after the last is merged with it, if that is equivalent.
    fn add(&mut self, part: Range<usize>, order: Order, new: &[u8]) {
        let (start, end) = (part.start as u32, part.end as u32);
        let (from, len) = (self.bytes.len() as u32, new.len() as u32);
        self.bytes.extend_from_slice(new);
        if let Some(last) = self.list.last_mut().filter(|last| last.order == order) {
            let is_insertion = part.is_empty() && last.start == start && last.end == start;
            let is_removal =
                new.is_empty() && last.len == 0 && last.end == start && !part.is_empty();
            if is_insertion && last.from + last.len == from {
                last.len += len;
                return;
            }
            if is_removal && last.start < last.end {
                last.end = end;
                return;
            }
        }
        self.list.push(Edit { start, end, from, len, order });
    }

    /// Adds an edit without merging.
    fn add_alone(&mut self, part: Range<usize>, new: &[u8]) {
        let (from, len) = (self.bytes.len() as u32, new.len() as u32);
        self.bytes.extend_from_slice(new);
        let (start, end) = (part.start as u32, part.end as u32);
        self.list.push(Edit { start, end, from, len, order: Order::Is });
    }

    fn sort(&mut self) {
        self.list.sort_by_key(|edit| (edit.start, edit.order));
    }
}

/// Applies the changes to the text that was read. Unchanged properties are copied, with the white
/// space before them.
pub(super) fn patch(file: &Collection, plan: &Plan<'_>) -> Vec<u8> {
    let source = file.source();
    let mut edits = if file.faults().is_empty() { Edits::default() } else { mends(file) };
    edits.sort();
    let mut nodes = Edits::default();
    plan.for_each(|change| {
        if let Some(game) = file.game(change.game) {
            node(game, &change, &edits.list, &mut nodes);
        }
    });
    // Bracket repairs inside a rewritten node are part of the rewrite.
    nodes.sort();
    edits.list.retain(|edit| {
        let at = nodes.list.partition_point(|node| node.start <= edit.start);
        let Some(node) = at.checked_sub(1).map(|at| &nodes.list[at]) else { return true };
        edit.start >= node.end || (edit.start == edit.end && edit.start == node.start)
    });
    let mut bytes = Vec::with_capacity(source.len() + source.len() / 8 + 64);
    // How much of the source is done, and whether its last part was removed without a replacement.
    let (mut copied, mut is_removed) = (0, false);
    let (mut mended, mut renewed) = (edits.list.iter().peekable(), nodes.list.iter().peekable());
    loop {
        let key = |edit: &&Edit| (edit.start, edit.order);
        let is_mend = match (mended.peek().map(key), renewed.peek().map(key)) {
            (None, None) => break,
            (Some(mend), Some(node)) => mend <= node,
            (mend, _) => mend.is_some(),
        };
        let (next, new) = match is_mend {
            true => (mended.next(), &edits.bytes),
            false => (renewed.next(), &nodes.bytes),
        };
        let Some(edit) = next else { break };
        // Overlapping edits are dropped, which the later comparison detects; but an insertion inside a
        // removed range takes its place.
        let part = edit.part();
        let is_inside = part.start < copied;
        let is_put = is_removed && part.is_empty() && edit.order != Order::Closes;
        if is_inside && !is_put {
            continue;
        }
        bytes.extend_from_slice(&source[copied.min(part.start)..part.start]);
        bytes.extend_from_slice(&new[edit.from as usize..(edit.from + edit.len) as usize]);
        if !is_inside {
            (copied, is_removed) = (part.end, edit.len == 0);
        }
    }
    bytes.extend_from_slice(&source[copied..]);
    bytes
}

/// The edits that repair the brackets of a file.
fn mends(file: &Collection) -> Edits {
    struct Mends<'f> {
        file: &'f Collection,
        edits: Edits,
        /// The number of games so far.
        games: usize,
    }
    impl<'t> Visitor<'t> for Mends<'_> {
        fn game(&mut self, _offset: usize) -> crate::sgf::Flow {
            self.games += 1;
            crate::sgf::Flow::Go
        }
        fn mend(&mut self, mend: Mend<'t>) {
            match mend {
                Mend::Insert(at, byte) => {
                    let order = if byte == b')' { Order::Closes } else { Order::Opens };
                    self.edits.add(at..at, order, &[byte]);
                }
                Mend::Remove(part) => self.edits.add(part, Order::Is, b""),
                Mend::Value { part, name, raw } => {
                    let game = self.games.checked_sub(1).and_then(|game| self.file.game(game));
                    let lexing = game.map_or(Lexing::Plain, GameTree::lexing);
                    let name = std::str::from_utf8(name).unwrap_or_default();
                    let mut bytes = Vec::with_capacity(raw.len() + 3);
                    write_value(name, raw, lexing, &mut bytes);
                    self.edits.add(part, Order::Is, &bytes);
                }
            }
        }
    }
    let mut mends = Mends { file, edits: Edits::default(), games: 0 };
    file.rescan(&mut mends);
    mends.edits
}

/// Adds the edit for one node.
fn node(game: GameTree<'_>, change: &Change, mends: &[Edit], edits: &mut Edits) {
    let source = game.file().source();
    let node = game.node(change.node);
    let Some(start) = node.offset() else { return };
    let part = start..start + node.raw().len();
    let old: Vec<Property<'_>> = node.properties().collect();
    let begins = |at: usize| old[at].offset();
    // A value is followed by its bracket, if it has one.
    let ends = |at: usize| {
        let last = old[at].values().last();
        let end = last.map_or(begins(at), |value| value.offset() + value.raw().len());
        end + usize::from(source.get(end) == Some(&b']'))
    };
    let is_mended = |part: &Range<usize>| {
        let first = mends.partition_point(|edit| (edit.end as usize) < part.start);
        let near = mends[first..].iter().map(Edit::part);
        near.take_while(|edit| edit.start < part.end)
            .any(|edit| edit.start >= part.start && !edit.is_empty() && edit.end <= part.end)
    };
    let mut bytes = Vec::with_capacity(part.len() + 16);
    for (nth, properties) in change.into.iter().enumerate() {
        let mut is_first = nth > 0;
        for property in properties {
            if let Some(at) = property.origin() {
                let before = if at == 0 { start } else { ends(at - 1) };
                let between = source.get(before..begins(at)).unwrap_or_default();
                // Text between properties is removed, with the white space before it.
                let is_space = |byte: &&u8| byte.is_ascii_whitespace();
                let space = between.iter().rev().take_while(is_space).count();
                bytes.extend_from_slice(&between[between.len() - space..]);
            }
            if std::mem::take(&mut is_first) {
                bytes.push(b';');
            }
            let still = property.origin().filter(|&at| property.is_still(&old[at]));
            match still.map(|at| begins(at)..ends(at)).filter(|part| !is_mended(part)) {
                Some(part) => bytes.extend_from_slice(&source[part]),
                None => property.write(game.lexing(), &mut bytes),
            }
        }
        if is_first {
            bytes.push(b';');
        }
    }
    edits.add_alone(part, &bytes);
}

#[cfg(test)]
mod tests {
    use super::super::{fix, mend};
    use super::*;
    use crate::charset::tests::Random;

    #[test]
    fn what_is_put_where_something_is_taken_out_stays() {
        for (text, wanted) in [
            // The node is at the removed bracket, or at the end of the file.
            ("(;GM[1]FF[4] )\n (;]", "(;GM[1]FF[4] )\n (;GM[1]FF[4])"),
            ("(;GM[1]FF[4] )\n (;())", "(;GM[1]FF[4] )\n (;GM[1]FF[4])"),
            ("(;GM[1]FF[4] )\n (;", "(;GM[1]FF[4] )\n (;GM[1]FF[4])"),
        ] {
            let file = Collection::read(text).expect("a game");
            let fixed = fix(&file).expect("faults").bytes;
            assert_eq!(String::from_utf8_lossy(&fixed), wanted);
        }
    }

    /// Broken brackets are repaired in place; hardly any file is rewritten.
    #[test]
    fn brackets_are_mended_in_the_text() {
        const PIECES: [&str; 14] =
            ["(", ")", ";", ";B[aa]", "C[x]", " ", "?", "]", "[", "\n", ";W[bb]", "()", "(;", "))"];
        let mut random = Random::new(81);
        let (mut all, mut anew) = (0, 0);
        for _ in 0..20_000 {
            let mut text = "(;GM[1]FF[4]".to_owned();
            for _ in 0..1 + random.below(9) {
                text.push_str(PIECES[random.below(PIECES.len())]);
            }
            let file = Collection::read(text).expect("a game");
            if file.is_joined() || file.faults().is_empty() {
                continue;
            }
            let plan = Plan::of(&file);
            let patched = Collection::read(patch(&file, &plan)).expect("a game");
            all += 1;
            anew += usize::from(patched.to_bytes() != mend(&file, &plan));
        }
        assert!(all > 15_000 && anew * 1_000 < all, "{anew} of {all}");
    }
}
