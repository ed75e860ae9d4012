//! Every position of a game, and a hash index to find one by its stones. A position is added when the
//! board changes (by a move or a setup) and removed only by undo, last in, first out, which keeps the
//! index simple.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The hash of its stones.
    pub(super) hash: u64,
    /// Who was to move.
    pub(super) turn: Color,
    /// The number of events up to it.
    pub(super) events: usize,
    /// The number of moves among them.
    pub(super) moves: usize,
}

/// The positions in order: the first one, and one for every move and setup.
#[derive(Clone, Debug)]
pub(super) struct History {
    seen: Vec<Seen>,
    /// For each of them, those with the same hash.
    links: Vec<Link>,
    /// A hash table of indices into `seen`, from 1; 0 is an empty slot. It holds the earliest position
    /// of each hash, with linear probing from the slot of the hash. The latest entry is last in its
    /// probe sequence, so removing it does not break the others. The length is a power of two, and at
    /// most half is used.
    slots: Vec<u32>,
    /// An upper bound for the stones of any position. Undo does not lower it.
    most_stones: u32,
}

/// A link in the list of positions with the same hash. The list can be long: every pass adds one.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The next index, from 1; 0 if there is none.
    next: u32,
    /// The previous index; for the earliest, the latest.
    back: u32,
}

impl History {
    /// The history of a game that starts here.
    pub(super) fn new(board: &Board, turn: Color) -> History {
        // Capacity for a game of usual length, within limits.
        let slots = (board.size().area() * 2).clamp(16, 512).next_power_of_two();
        let mut history = History {
            seen: Vec::with_capacity(slots / 2),
            links: Vec::with_capacity(slots / 2),
            slots: vec![0; slots],
            most_stones: 0,
        };
        history.enter(board, Seen { hash: board.hash(), turn, events: 0, moves: 0 });
        history
    }

    /// A number of stones that no position exceeds.
    #[inline]
    pub(super) fn most_stones(&self) -> u32 {
        self.most_stones
    }

    /// Adds a position.
    pub(super) fn enter(&mut self, board: &Board, seen: Seen) {
        self.most_stones = self.most_stones.max(stones_on(board));
        self.seen.push(seen);
        if self.seen.len() * 2 > self.slots.len() {
            let len = self.slots.len() * 2;
            self.slots.clear();
            self.slots.resize(len, 0);
            self.links.clear();
            for place in 0..self.seen.len() {
                self.index(place);
            }
        } else {
            self.index(self.seen.len() - 1);
        }
    }

    fn index(&mut self, place: usize) {
        let number = place as u32;
        let slot = self.slot_of(self.seen[place].hash);
        match self.slots[slot].checked_sub(1) {
            None => {
                self.slots[slot] = number + 1;
                self.links.push(Link { next: 0, back: number });
            }
            Some(first) => {
                let latest = self.links[first as usize].back;
                self.links[first as usize].back = number;
                self.links[latest as usize].next = number + 1;
                self.links.push(Link { next: 0, back: latest });
            }
        }
    }

    /// The slot that a hash has, or would have.
    fn slot_of(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(place) = (self.slots[slot] as usize).checked_sub(1)
            && self.seen[place].hash != hash
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Removes the positions after this many events.
    pub(super) fn forget_after(&mut self, events: usize) {
        while self.last().events > events {
            let slot = self.slot_of(self.last().hash);
            let first = self.slots[slot].saturating_sub(1) as usize;
            let back = self.links[self.seen.len() - 1].back;
            if first + 1 == self.seen.len() {
                self.slots[slot] = 0;
            } else {
                self.links[first].back = back;
                self.links[back as usize].next = 0;
            }
            self.seen.pop();
            self.links.pop();
        }
    }

    /// The last position: the one on the board.
    pub(super) fn last(&self) -> Seen {
        self.seen[self.seen.len() - 1]
    }

    /// Every position, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter()
    }

    /// The earlier positions with this hash, in order.
    pub(super) fn earlier(&self, hash: u64) -> impl Iterator<Item = Seen> + '_ {
        let last = self.seen.len();
        self.find(hash).filter(move |&place| place + 1 < last).map(|place| self.seen[place])
    }

    /// All positions with this hash, in order.
    pub(super) fn all(&self, hash: u64) -> impl Iterator<Item = Seen> + '_ {
        self.find(hash).map(|place| self.seen[place])
    }

    fn find(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        let place = |number: u32| (number as usize).checked_sub(1);
        let first = place(self.slots[self.slot_of(hash)]);
        core::iter::successors(first, move |&at| place(self.links[at].next))
    }

    /// The last position after this many moves; `None` if there were fewer.
    pub(super) fn after_moves(&self, moves: usize) -> Option<Seen> {
        let later = self.seen.partition_point(|seen| seen.moves <= moves);
        (moves <= self.last().moves).then(|| self.seen[later - 1])
    }
}

/// The index is derived from the positions, so they alone are compared.
impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.seen == other.seen
    }
}

impl Eq for History {}

/// The number of stones on a board.
pub(super) fn stones_on(board: &Board) -> u32 {
    board.stone_count(Color::Black) + board.stone_count(Color::White)
}
