//! The repair in the text as it lies: every change is a part of the file and the bytes that take its
//! place.

use std::ops::Range;

use super::Change;
use crate::charset::Lexing;
use crate::sgf::{Collection, GameTree, Mend, Property, Visitor, write_value};

/// What comes first where several changes are made at one place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// What opens something.
    Opens,
    /// Anything else.
    Is,
    /// What closes something.
    Closes,
}

struct Edit {
    part: Range<usize>,
    order: Order,
    bytes: Vec<u8>,
}

/// The changes, made in the text that was read. Properties that stay are copied, with the white space
/// before them.
pub(super) fn patch(file: &Collection, plan: &[Change]) -> Vec<u8> {
    let source = file.source();
    let mut edits = if file.faults().is_empty() { Vec::new() } else { mends(file) };
    edits.sort_by_key(|edit| (edit.part.start, edit.order));
    let mut nodes = Vec::new();
    for change in plan {
        let Some(game) = file.game(change.game) else { continue };
        if let Some(edit) = node(game, change, &edits) {
            nodes.push(edit);
        }
    }
    // What is mended inside a node that is written anew is mended with it.
    nodes.sort_by_key(|edit| edit.part.start);
    edits.retain(|edit| {
        let at = nodes.partition_point(|node| node.part.start <= edit.part.start);
        let Some(Edit { part, .. }) = at.checked_sub(1).map(|at| &nodes[at]) else { return true };
        edit.part.start >= part.end || (edit.part.is_empty() && edit.part.start == part.start)
    });
    edits.append(&mut nodes);
    edits.sort_by_key(|edit| (edit.part.start, edit.order));
    let mut bytes = Vec::with_capacity(source.len() + 64);
    let mut copied = 0;
    for Edit { part, bytes: new, .. } in edits {
        // What overlaps is left out, and whoever compares the files sees it.
        if part.start >= copied {
            bytes.extend_from_slice(&source[copied..part.start]);
            bytes.extend_from_slice(&new);
            copied = part.end;
        }
    }
    bytes.extend_from_slice(&source[copied..]);
    bytes
}

/// What makes the brackets of a file sound.
fn mends(file: &Collection) -> Vec<Edit> {
    struct Mends<'f> {
        file: &'f Collection,
        edits: Vec<Edit>,
        /// How many games have begun.
        games: usize,
    }
    impl<'t> Visitor<'t> for Mends<'_> {
        fn game(&mut self, _offset: usize) -> crate::sgf::Flow {
            self.games += 1;
            crate::sgf::Flow::Go
        }
        fn mend(&mut self, mend: Mend<'t>) {
            self.edits.push(match mend {
                Mend::Insert(at, byte) => {
                    let order = if byte == b')' { Order::Closes } else { Order::Opens };
                    Edit { part: at..at, order, bytes: vec![byte] }
                }
                Mend::Remove(part) => Edit { part, order: Order::Is, bytes: Vec::new() },
                Mend::Value { part, name, raw } => {
                    let game = self.games.checked_sub(1).and_then(|game| self.file.game(game));
                    let lexing = game.map_or(Lexing::Plain, GameTree::lexing);
                    let name = std::str::from_utf8(name).unwrap_or_default();
                    let mut bytes = Vec::with_capacity(raw.len() + 3);
                    write_value(name, raw, lexing, &mut bytes);
                    Edit { part, order: Order::Is, bytes }
                }
            });
        }
    }
    let mut mends = Mends { file, edits: Vec::new(), games: 0 };
    file.rescan(&mut mends);
    mends.edits
}

/// One node, as it becomes.
fn node(game: GameTree<'_>, change: &Change, mends: &[Edit]) -> Option<Edit> {
    let source = game.file().source();
    let node = game.node(change.node);
    let start = node.offset()?;
    let part = start..start + node.raw().len();
    let old: Vec<Property<'_>> = node.properties().collect();
    let begins = |at: usize| old[at].offset();
    // A value is followed by its bracket, if that was not forgotten.
    let ends = |at: usize| {
        let last = old[at].values().last();
        let end = last.map_or(begins(at), |value| value.offset() + value.raw().len());
        end + usize::from(source.get(end) == Some(&b']'))
    };
    let is_mended = |part: &Range<usize>| {
        let first = mends.partition_point(|edit| edit.part.end < part.start);
        mends[first..].iter().take_while(|edit| edit.part.start < part.end).any(|edit| {
            edit.part.start >= part.start && !edit.part.is_empty() && edit.part.end <= part.end
        })
    };
    let mut bytes = Vec::with_capacity(part.len() + 16);
    for (nth, properties) in change.into.iter().enumerate() {
        let mut is_first = nth > 0;
        for property in properties {
            if let Some(at) = property.origin() {
                let before = if at == 0 { start } else { ends(at - 1) };
                let between = source.get(before..begins(at)).unwrap_or_default();
                // Text between properties is taken out, with the white space before it.
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
    Some(Edit { part, order: Order::Is, bytes })
}
