//! Editing against a model: a tree of plain lists with the same edits, step by step.

use hoshi_record::sgf::{Collection, EditError, Fit, GameEdit, NodeId, NodeRef};

use super::flat::{Flat, Plain, flat};
use super::random::{Random, TEXTS, point};

/// A game as lists.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    nodes: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    id: NodeId,
    parent: Option<usize>,
    children: Vec<usize>,
    properties: Vec<Plain>,
}

impl Model {
    pub(crate) fn of(file: &Collection, game: usize) -> Model {
        let ids = file.game(game).expect("a game").nodes().map(NodeRef::id);
        let list = flat(file).swap_remove(game);
        let mut nodes: Vec<Entry> = Vec::new();
        for (id, Flat { parent, properties }) in ids.zip(list) {
            if let Some(parent) = parent {
                let number = nodes.len();
                nodes[parent].children.push(number);
            }
            nodes.push(Entry { id, parent, children: Vec::new(), properties });
        }
        Model { nodes }
    }

    /// The remaining nodes, in order.
    fn order(&self) -> Vec<usize> {
        let (mut order, mut open) = (Vec::new(), vec![0]);
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(self.nodes[node].children.iter().rev());
        }
        order
    }

    pub(crate) fn flat(&self) -> Vec<Flat> {
        let order = self.order();
        let mut numbers = vec![0; self.nodes.len()];
        for (number, &node) in order.iter().enumerate() {
            numbers[node] = number;
        }
        let of = |&node: &usize| {
            let Entry { parent, properties, .. } = &self.nodes[node];
            Flat { parent: parent.map(|parent| numbers[parent]), properties: properties.clone() }
        };
        order.iter().map(of).collect()
    }

    fn line(&self, node: usize) -> Vec<usize> {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent).collect()
    }

    fn add(&mut self, id: NodeId, parent: usize) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Entry {
            id,
            parent: Some(parent),
            children: Vec::new(),
            properties: Vec::new(),
        });
        self.nodes[parent].children.push(number);
        number
    }

    /// Removes a node from its parent's children; returns its index.
    fn detach(&mut self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes[node].parent?;
        let children = &mut self.nodes[parent].children;
        let nth = children.iter().position(|&child| child == node).expect("a child");
        children.remove(nth);
        Some((parent, nth))
    }

    fn attach(&mut self, node: usize, parent: usize, nth: usize) {
        self.nodes[node].parent = Some(parent);
        let children = &mut self.nodes[parent].children;
        children.insert(nth.min(children.len()), node);
    }

    fn set(&mut self, node: usize, name: &str, values: Option<Vec<Vec<u8>>>) {
        let mut values = values;
        let properties = std::mem::take(&mut self.nodes[node].properties);
        for (other, old) in properties {
            let kept = &mut self.nodes[node].properties;
            if key(&other) != name {
                kept.push((other, old));
            } else if let Some(values) = values.take() {
                kept.push((name.to_owned(), values));
            }
        }
        if let Some(values) = values {
            self.nodes[node].properties.push((name.to_owned(), values));
        }
    }

    /// Applies a random edit to the game and to the model.
    pub(crate) fn step(&mut self, random: &mut Random, edit: &mut GameEdit<'_>) {
        let order = self.order();
        let node = order[random.below(order.len())];
        let other = order[random.below(order.len())];
        let (id, to, nth) = (self.nodes[node].id, self.nodes[other].id, random.below(4));
        let is_root = self.nodes[node].parent.is_none();
        match random.below(14) {
            0 | 1 => drop(self.add(edit.append(id), node)),
            2 => {
                let children = std::mem::take(&mut self.nodes[node].children);
                let between = self.add(edit.insert_after(id), node);
                for &child in &children {
                    self.nodes[child].parent = Some(between);
                }
                self.nodes[between].children = children;
            }
            3 => match edit.remove(id) {
                Ok(()) => assert!(self.detach(node).is_some()),
                Err(error) => assert!(error == EditError::Root && is_root),
            },
            4 => match edit.remove_one(id) {
                Ok(()) => {
                    let (parent, nth) = self.detach(node).expect("not the root");
                    for (index, child) in self.nodes[node].children.clone().into_iter().enumerate()
                    {
                        self.attach(child, parent, nth + index);
                    }
                }
                Err(error) => assert!(error == EditError::Root && is_root),
            },
            5 | 6 => match edit.move_to(id, to, nth) {
                Ok(()) => {
                    self.detach(node).expect("not the root");
                    self.attach(node, other, nth);
                }
                Err(EditError::Below) => assert!(self.line(other).contains(&node)),
                Err(error) => assert!(error == EditError::Root && is_root),
            },
            7 => match edit.reorder(id, nth) {
                Ok(()) => {
                    let (parent, _) = self.detach(node).expect("not the root");
                    self.attach(node, parent, nth);
                }
                Err(error) => assert!(error == EditError::Root && is_root),
            },
            8 => {
                edit.promote(id);
                for node in self.line(node) {
                    if let Some((parent, _)) = self.detach(node) {
                        self.attach(node, parent, 0);
                    }
                }
            }
            9 if random.one_in(6) => {
                edit.keep_line(id);
                for node in self.line(node) {
                    if let Some(parent) = self.nodes[node].parent {
                        self.nodes[parent].children = vec![node];
                    }
                }
            }
            10 => {
                let name = random.pick(&["B", "AB", "C", "LB", "PB", "XX"]);
                let there = self.nodes[node].properties.iter().any(|(other, _)| key(other) == name);
                assert_eq!(edit.unset(id, name), Ok(there));
                self.set(node, name, None);
            }
            11 => {
                let text = random.pick(TEXTS);
                let name = random.pick(&["C", "N", "GC", "XX"]);
                assert_eq!(edit.set_text(id, name, text), Ok(Fit::Kept));
                assert_eq!(edit.tree().node(id).text(name).as_deref(), Some(text));
                // The exact escaping is up to the writer.
                let raw = edit.tree().node(id).get(name).expect("it was set").value().raw();
                self.set(node, name, Some(vec![raw.to_vec()]));
            }
            _ => {
                let name = random.pick(&["B", "W", "AB", "KM", "TR", "LB", "V1", "SZ", "FF"]);
                let mut values = vec![raw(random)];
                while random.one_in(3) {
                    values.push(raw(random));
                }
                edit.set(id, name, &values).expect("a name and values");
                let values = values.iter().map(|value| escaped(value)).collect();
                self.set(node, name, Some(values));
            }
        }
    }
}

/// Raw values as a program may set them, good and bad.
fn raw(random: &mut Random) -> Vec<u8> {
    match random.below(6) {
        0 => random.pick(&[&b"a]b"[..], b"x\\", b"\\]", b"aa:]", b"]]", b"\\\\", b"[a"]).to_vec(),
        1 => Vec::new(),
        _ => point(random, 19).into_bytes(),
    }
}

/// A value with the escapes that make it end where it should.
fn escaped(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = raw.iter();
    while let Some(&byte) = rest.next() {
        match byte {
            b'\\' => match rest.next() {
                Some(&next) => out.extend([byte, next]),
                None => break,
            },
            b']' => out.extend(*b"\\]"),
            _ => out.push(byte),
        }
    }
    out
}

/// A name in capitals.
fn key(name: &str) -> String {
    if name.chars().any(|letter| letter.is_ascii_uppercase()) {
        name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect()
    } else {
        name.to_ascii_uppercase()
    }
}

/// Applies this many edits to a game, and compares it with the model: in memory, and after writing
/// and reading.
pub(crate) fn edits(file: &mut Collection, game: usize, steps: usize, random: &mut Random) {
    let before = flat(file);
    let mut model = Model::of(file, game);
    let mut edit = file.edit(game).expect("a game");
    for _ in 0..steps {
        model.step(random, &mut edit);
    }
    let mut expected = before;
    expected[game] = model.flat();
    assert_eq!(flat(file), expected, "as it stands");
    let written = file.to_bytes();
    let again = Collection::read(&written[..]).expect("a game was written");
    let shown = written.escape_ascii();
    assert_eq!(again.faults(), [], "{shown}");
    assert_eq!(flat(&again), expected, "{shown}");
    assert_eq!(again.to_bytes(), written);
}
