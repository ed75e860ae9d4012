//! Proven results, with the part of the history that they depend on.
//!
//! A proof that a side reaches its goal from a node is a tree: one move wherever that side is to move,
//! every move that may be played wherever the other is. Of the history before the node it uses two things.
//! The side's own moves must not be refused, so none of the positions that they bring about (`free`) may
//! have been there. And the other side must not have moves that were refused when the tree was made, so all
//! the positions that refused them (`seen`) must have been there. A repetition within the tree is refused
//! under any history, and an additional refusal under another history only leaves the other side fewer
//! moves. It always has one, because a pass is never refused. So a tree is a proof under every history that
//! contains none of `free` and all of `seen`, and it is stored with these two sets.

use super::Superko;
use super::positions::{Number, Positions};
use super::search::Node;

/// An element of a history: a position and, under situational superko, the side to move.
pub(super) type Key = u32;

/// The conditions of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grounds {
    /// None of these may be in the history.
    pub(super) free: Vec<Key>,
    /// All of these must be in the history.
    pub(super) seen: Vec<Key>,
}

impl Grounds {
    /// Both this and another must hold.
    pub(super) fn join(&mut self, other: Grounds) {
        self.free.extend(other.free);
        self.seen.extend(other.seen);
    }
}

/// A side and the minimum number of points it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) color: usize,
    pub(super) points: i32,
}

struct Proof {
    points: i32,
    grounds: Grounds,
}

/// Proofs by their first node. Nodes that are equal up to symmetry or exchange of colours share theirs,
/// under the image with Black to move and the least number.
pub(super) struct Proofs<'a> {
    positions: &'a Positions,
    rule: Superko,
    /// For each position and side to move, the image used for lookups.
    image: Vec<[u8; 2]>,
    /// For each image, its inverse.
    inverse: Vec<usize>,
    /// For each position, after a pass or not, of the side to move or the other.
    lists: Vec<Vec<Proof>>,
}

/// The maximum number of proofs per node: a new one replaces one that rarely applied.
const MOST: usize = 16;

impl<'a> Proofs<'a> {
    pub(super) fn new(positions: &'a Positions, rule: Superko) -> Proofs<'a> {
        let images = &positions.images;
        let half = images.len() / 2;
        let image = |position: usize| {
            [0..half, half..2 * half].map(|mut images_of_side| {
                let first = images_of_side.start;
                let least = |&image: &usize| images[image][position];
                images_of_side.by_ref().min_by_key(least).unwrap_or(first) as u8
            })
        };
        let undoes = |one: &[Number], other: &[Number]| {
            let mut all = one.iter().enumerate();
            all.all(|(position, &image)| other[image as usize] as usize == position)
        };
        let inverse = |one: &Vec<Number>| {
            images.iter().position(|other| undoes(one, other)).unwrap_or_default()
        };
        Proofs {
            positions,
            rule,
            image: (0..positions.len()).map(image).collect(),
            inverse: images.iter().map(inverse).collect(),
            lists: (0..positions.len() * 4).map(|_| Vec::new()).collect(),
        }
    }

    pub(super) fn key(&self, position: Number, side: usize) -> Key {
        position * 2 + if self.rule == Superko::Situational { side as Key } else { 0 }
    }

    /// The image of a key under a symmetry.
    fn turned(&self, key: Key, image: usize) -> Key {
        let is_swapped = image >= self.positions.images.len() / 2;
        let side = if is_swapped { 1 - key % 2 } else { key % 2 };
        self.key(self.positions.images[image][(key / 2) as usize], side as usize)
    }

    /// The list for a node and one of the sides, and the symmetry that leads there.
    fn place(&self, node: Node, color: usize) -> (usize, usize) {
        let image = usize::from(self.image[node.position as usize][node.side]);
        let position = self.positions.images[image][node.position as usize] as usize;
        let is_other = usize::from(color != node.side);
        (position * 4 + usize::from(node.is_after_pass) * 2 + is_other, image)
    }

    /// A proof that holds at a node, whose own position is in the history or about to be added.
    pub(super) fn find(&mut self, node: Node, goal: Goal, history: &[bool]) -> Option<Grounds> {
        let (place, image) = self.place(node, goal.color);
        let back = self.inverse[image];
        let own = self.key(node.position, node.side);
        let was = |&key: &Key| {
            let key = self.turned(key, back);
            key == own || history[key as usize]
        };
        let holds = |proof: &Proof| {
            proof.points >= goal.points
                && proof.grounds.seen.iter().all(was)
                && !proof.grounds.free.iter().any(was)
        };
        let found = self.lists[place].iter().position(holds)?;
        let grounds = &self.lists[place][found].grounds;
        let turn = |keys: &[Key]| keys.iter().map(|&key| self.turned(key, back)).collect();
        let grounds = Grounds { free: turn(&grounds.free), seen: turn(&grounds.seen) };
        self.lists[place].swap(found, found / 2);
        Some(grounds)
    }

    /// Stores a proof, and returns its grounds without duplicates. The position of the node itself is
    /// always in the history.
    pub(super) fn keep(&mut self, node: Node, goal: Goal, mut grounds: Grounds) -> Grounds {
        let own = self.key(node.position, node.side);
        grounds.seen.retain(|&key| key != own);
        for keys in [&mut grounds.free, &mut grounds.seen] {
            keys.sort_unstable();
            keys.dedup();
        }
        let (place, image) = self.place(node, goal.color);
        let turn = |keys: &[Key]| keys.iter().map(|&key| self.turned(key, image)).collect();
        let turned = Grounds { free: turn(&grounds.free), seen: turn(&grounds.seen) };
        let list = &mut self.lists[place];
        list.truncate(MOST - 1);
        list.insert(list.len() / 2, Proof { points: goal.points, grounds: turned });
        grounds
    }
}
