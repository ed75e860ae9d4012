//! The repair of one node: its properties are renamed, respelt, merged and split, in order.

use hoshi_core::Size;

use super::super::facts::{Facts, Format, Item, is_list, may_be_empty};
use super::super::{list, values};
use crate::charset::Lexing;
use crate::sgf::{Kind, Known, NodeRef, Place, Property, Value, known, write_value};

/// A property to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prop {
    name: String,
    known: Option<&'static Known>,
    values: Vec<Vec<u8>>,
    /// The index of the original property in the node.
    origin: Option<usize>,
}

impl Prop {
    fn of(item: &Item<'_>, facts: &Facts<'_>) -> Prop {
        let Some(known) = item.known.filter(|_| facts.is_go) else {
            let values = item.property.values().map(|value| clean(item, &value));
            return Prop {
                name: item.property.name().to_owned(),
                known: item.known,
                values: values.collect(),
                origin: None,
            };
        };
        let right = |value| {
            let right = values::respelt(known, &value, facts.size);
            right.unwrap_or_else(|| clean(item, &value))
        };
        let mut values: Vec<Vec<u8>> = item.property.values().map(right).collect();
        if !is_list(known.kind)
            && let Some(one) = one_value(known.kind, values.iter().map(Vec::as_slice))
        {
            values = vec![one];
        }
        Prop { name: known.key.to_owned(), known: Some(known), values, origin: None }
    }

    pub(super) fn new(key: &str, value: &str) -> Prop {
        let values = vec![value.as_bytes().to_vec()];
        Prop { name: key.to_owned(), known: known(key), values, origin: None }
    }

    pub(super) fn parts(&self) -> (&str, Vec<&[u8]>) {
        (&self.name, self.values.iter().map(Vec::as_slice).collect())
    }

    pub(super) fn origin(&self) -> Option<usize> {
        self.origin
    }

    /// Whether a property has this name and these values.
    pub(super) fn is_still(&self, property: &Property<'_>) -> bool {
        let raw = property.values().map(|value| value.raw());
        property.name() == self.name && raw.eq(self.values.iter().map(Vec::as_slice))
    }

    /// Writes it so that it reads back the same.
    pub(super) fn write(&self, lexing: Lexing, out: &mut Vec<u8>) {
        out.extend_from_slice(self.name.as_bytes());
        for value in &self.values {
            write_value(&self.name, value, lexing, out);
        }
    }

    fn is(&self, key: &str) -> bool {
        self.known.is_some_and(|known| known.key == key)
    }

    fn is_move(&self) -> bool {
        self.is("B") || self.is("W")
    }

    fn place(&self) -> Option<Place> {
        self.known.map(|known| known.place)
    }
}

/// A value as written, except for meaningless NUL bytes.
fn clean(item: &Item<'_>, value: &Value<'_>) -> Vec<u8> {
    item.without_nul(value).unwrap_or_else(|| value.raw().to_vec())
}

/// The properties of the root that belong nowhere else, before and after the repair.
pub(crate) struct RootSays<'a> {
    before: Vec<Item<'a>>,
    after: Vec<Prop>,
}

impl<'a> RootSays<'a> {
    pub(crate) fn of(facts: &Facts<'a>) -> RootSays<'a> {
        let mut before: Vec<Item<'a>> = Vec::new();
        for item in facts.game.root().properties().map(Item::of) {
            let is_root = item.known.is_some_and(|known| known.place == Place::Root);
            if is_root && !before.iter().any(|other| other.key() == item.key()) {
                before.push(item);
            }
        }
        let mut after: Vec<Prop> = before.iter().map(|item| Prop::of(item, facts)).collect();
        settle_root(facts, &mut after);
        RootSays { before, after }
    }

    /// Whether a property of another node repeats the root.
    pub(crate) fn is_repeated_by(&self, item: &Item<'_>, facts: &Facts<'_>) -> bool {
        let Some(key) = item.key() else { return false };
        let said = Prop::of(item, facts).values;
        let before = self.before.iter().find(|other| other.is(key));
        let after = self.after.iter().find(|other| other.is(key));
        before.is_some_and(|other| Prop::of(other, facts).values == said)
            || after.is_some_and(|other| other.values == said)
    }
}

/// The nodes that replace this one; `None` if it can stay unchanged.
pub(super) fn repaired(
    facts: &Facts<'_>,
    root: &RootSays<'_>,
    node: NodeRef<'_>,
) -> Option<Vec<Vec<Prop>>> {
    let is_root = node.parent().is_none();
    // Nearly all nodes are a single move; a pass written `tt` needs a repair.
    if !is_root
        && let &[b'B' | b'W', b'[', x, y, b']'] = node.raw()
        && (x, y) != (b't', b't')
        && x.is_ascii_alphabetic()
        && y.is_ascii_alphabetic()
    {
        return None;
    }
    let items: Vec<Item<'_>> = node.properties().map(Item::of).collect();
    let kept = items.iter().enumerate().filter(|(_, item)| {
        let elsewhere = item.known.is_some_and(|known| known.place == Place::Root);
        is_root || !facts.is_go || !elsewhere || !root.is_repeated_by(item, facts)
    });
    let mut props: Vec<Prop> =
        kept.map(|(at, item)| Prop { origin: Some(at), ..Prop::of(item, facts) }).collect();
    if is_root {
        settle_root(facts, &mut props);
    }
    let nodes = if facts.is_go {
        merge(&mut props, facts.size);
        renew_markup(&mut props, facts.size);
        merge(&mut props, facts.size);
        tidy_lists(&mut props, facts.size);
        part(props, is_root)
    } else {
        vec![props]
    };
    let is_same = |(item, prop): (&Item<'_>, &Prop)| prop.is_still(&item.property);
    let unchanged = nodes.len() == 1
        && nodes[0].len() == items.len()
        && items.iter().zip(&nodes[0]).all(is_same);
    (!unchanged).then_some(nodes)
}

/// GM, FF and CA of the root.
fn settle_root(facts: &Facts<'_>, props: &mut Vec<Prop>) {
    let mut front = 0;
    if facts.is_go {
        if !facts.has_game_type {
            props.insert(0, Prop::new("GM", "1"));
            front = 1;
        }
        match facts.format {
            Format::Missing => {
                props.insert(front, Prop::new("FF", "4"));
                front += 1;
            }
            Format::Old(_) => {
                for prop in props.iter_mut().filter(|prop| prop.is("FF")) {
                    prop.values = vec![b"4".to_vec()];
                }
            }
            Format::Current | Format::Unknown => {}
        }
        if let Some(size) = &facts.size_elsewhere {
            props.push(Prop::of(size, facts));
        }
    }
    if let Some(charset) = facts.new_charset() {
        let mut named = false;
        for prop in props.iter_mut().filter(|prop| prop.is("CA")) {
            prop.values = vec![charset.as_bytes().to_vec()];
            named = true;
        }
        if !named {
            // After those that usually come first.
            let first = |prop: &&Prop| prop.is("GM") || prop.is("FF");
            front = front.max(props.iter().take_while(first).count());
            props.insert(front, Prop::new("CA", charset));
        }
    }
    if facts.charset_late
        && let Some(at) = props.iter().position(|prop| prop.is("CA"))
    {
        let is_text =
            |prop: &Prop| prop.values.iter().any(|raw| !raw.is_ascii() || raw.contains(&0x1b));
        let text = props.iter().position(is_text).unwrap_or(at);
        let charset = props.remove(at);
        props.insert(text.min(at), charset);
    }
}

/// One value from several, if nothing is lost: texts are joined, other values must be equal.
pub(crate) fn one_value<'v>(kind: Kind, values: impl Iterator<Item = &'v [u8]>) -> Option<Vec<u8>> {
    let values: Vec<&[u8]> = values.collect();
    let (&first, others) = values.split_first()?;
    if others.iter().all(|other| *other == first || other.trim_ascii().is_empty()) {
        return Some(first.to_vec());
    }
    if kind != Kind::Text {
        return None;
    }
    let mut texts: Vec<&[u8]> = Vec::new();
    for text in values {
        if !text.trim_ascii().is_empty() && texts.last() != Some(&text) {
            texts.push(text);
        }
    }
    Some(texts.join(&b"\n\n"[..]))
}

/// The merged values of a property that occurs several times, if merging keeps the meaning.
pub(crate) fn merged(kind: Option<Kind>, lists: Vec<Vec<&[u8]>>) -> Option<Vec<Vec<u8>>> {
    let owned = |list: &[&[u8]]| list.iter().map(|raw| raw.to_vec()).collect();
    let first = lists.first()?;
    if lists.iter().all(|list| list == first) {
        return Some(owned(first));
    }
    match kind? {
        kind if is_list(kind) => Some(owned(&lists.concat())),
        Kind::Text => Some(vec![one_value(Kind::Text, lists.concat().into_iter())?]),
        _ => None,
    }
}

/// Merges properties that occur several times, except moves: both are played.
fn merge(props: &mut Vec<Prop>, size: Size) {
    let mut order: Vec<usize> = (0..props.len()).filter(|&at| !props[at].is_move()).collect();
    order.sort_by(|a, b| (&props[*a].name, a).cmp(&(&props[*b].name, b)));
    let mut gone = vec![false; props.len()];
    let mut changed = Vec::new();
    for same in order.chunk_by(|a, b| props[*a].name == props[*b].name) {
        if same.len() < 2 {
            continue;
        }
        let setup = props.iter().map(|prop| (prop.name.as_str(), prop.parts().1));
        if list::is_unmergeable(&props[same[0]].name, setup, size) {
            continue;
        }
        let lists = same.iter().map(|&at| props[at].parts().1).collect();
        let kind = props[same[0]].known.map(|known| known.kind);
        if let Some(values) = merged(kind, lists) {
            changed.push((same[0], values));
            same[1..].iter().for_each(|&at| gone[at] = true);
        }
    }
    if changed.is_empty() {
        return;
    }
    for (at, values) in changed {
        props[at].values = values;
    }
    let mut gone = gone.into_iter();
    props.retain(|_| !gone.next().unwrap_or(false));
}

/// The `FF[4]` form of L and M: the new name and the values. `None` if a letter cannot be
/// determined.
pub(crate) fn new_markup(item: &Item<'_>, size: Size) -> Option<(&'static str, Vec<Vec<u8>>)> {
    let values = item.property.values().map(|value| value.raw().to_vec()).collect();
    renewed(item.key()?, values, size)
}

fn renewed(key: &str, values: Vec<Vec<u8>>, size: Size) -> Option<(&'static str, Vec<Vec<u8>>)> {
    match key {
        "M" => Some(("MA", values)),
        "L" => {
            let letters = (b'a'..=b'z').chain(b'A'..=b'Z');
            let points = values.iter().map(|raw| raw.trim_ascii()).filter(|raw| !raw.is_empty());
            let mut labels = Vec::new();
            let mut letters = letters.fuse();
            for point in points {
                let [x, y] = point else { return None };
                list::points(point, size)?;
                labels.push(vec![*x, *y, b':', letters.next()?]);
            }
            (!labels.is_empty()).then_some(("LB", labels))
        }
        _ => None,
    }
}

fn renew_markup(props: &mut [Prop], size: Size) {
    for prop in props {
        let Some(key) = prop.known.map(|known| known.key) else { continue };
        if let Some((new, values)) = renewed(key, prop.values.clone(), size) {
            *prop = Prop { name: new.to_owned(), known: known(new), values, ..*prop };
        }
    }
}

/// Removes empty and duplicate entries from lists.
fn tidy_lists(props: &mut Vec<Prop>, size: Size) {
    for prop in props.iter_mut() {
        let Some(kind) = prop.known.map(|known| known.kind).filter(|kind| is_list(*kind)) else {
            continue;
        };
        let is_none = prop.values.iter().all(|raw| raw.trim_ascii().is_empty());
        if is_none && may_be_empty(kind) {
            prop.values.truncate(1);
            continue;
        }
        prop.values.retain(|raw| !raw.trim_ascii().is_empty());
        if prop.values.len() > 1 {
            let unique = list::unique(prop.values.iter().map(Vec::as_slice), kind, size);
            prop.values = unique.unwrap_or_else(|| std::mem::take(&mut prop.values));
        }
    }
    props.retain(|prop| !prop.values.is_empty());
}

/// Splits what should not be in one node: game information and setup first, then each move with
/// everything after it.
fn part(props: Vec<Prop>, is_root: bool) -> Vec<Vec<Prop>> {
    let moves = props.iter().filter(|prop| prop.is_move()).count();
    // It is unclear whether PL applies before or after the move.
    let has_setup = props.iter().any(|prop| prop.place() == Some(Place::Setup))
        && !props.iter().any(|prop| prop.is("PL"));
    if moves == 0 {
        return vec![props];
    }
    let mut nodes = Vec::new();
    let mut rest = props;
    if is_root || has_setup {
        let stays = |prop: &Prop| match prop.place() {
            Some(Place::Root | Place::Info | Place::Setup) => true,
            Some(_) => false,
            // Private properties of other programs in the first node are about the game.
            None => is_root,
        };
        let (head, tail) = rest.into_iter().partition(stays);
        nodes.push(head);
        rest = tail;
    }
    let mut node: Vec<Prop> = Vec::new();
    if nodes.is_empty() && moves > 1 {
        // Game information stays before the second move, and setup before the first.
        let is_game_info =
            |prop: &Prop| matches!(prop.place(), Some(Place::Root | Place::Info | Place::Setup));
        let (info, others) = rest.into_iter().partition(is_game_info);
        (node, rest) = (info, others);
    }
    for prop in rest {
        if prop.is_move() && node.iter().any(Prop::is_move) {
            nodes.push(std::mem::take(&mut node));
        }
        node.push(prop);
    }
    nodes.push(node);
    nodes
}
