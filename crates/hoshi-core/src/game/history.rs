//! Every position that a game has seen, and an index to find one by its stones. A position is entered
//! when the board was touched (by a move, or by a setup) and leaves again only by undo, last in, first
//! out; that is what keeps the index simple.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;

/// A position that the game has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The hash of its stones.
    pub(super) hash: u64,
    /// Who was to move.
    pub(super) turn: Color,
    /// How many events there had been.
    pub(super) events: usize,
    /// How many of them were moves.
    pub(super) moves: usize,
}

/// The positions in the order in which they came: the first one, and one for every move and setup.
#[derive(Clone, Debug)]
pub(super) struct History {
    seen: Vec<Seen>,
    /// For each of them, those with the same hash.
    links: Vec<Link>,
    /// A table of places in `seen`, from 1; 0 is an empty slot. Of those with one hash, the earliest is
    /// in it: looked for from the slot that the hash names onwards, up to an empty one. Who came last
    /// lies last on the way, so that it can be taken out without cutting anybody else off. The length
    /// is a power of two, and at most half is used.
    slots: Vec<u32>,
    /// No position has more stones than this. Undo does not lower it.
    most_stones: u32,
}

/// A place among those with the same hash. There can be many of them: every pass brings one.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The next place, from 1; 0 if there is none.
    next: u32,
    /// The place before this one; of the earliest, the latest.
    back: u32,
}

impl History {
    /// The history of a game that starts here.
    pub(super) fn new(board: &Board, turn: Color) -> History {
        // Room for a game of usual length, within reason.
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

    /// Enters a position.
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

    /// Forgets what came after so many events.
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

    /// The position that was entered last: the one on the board.
    pub(super) fn last(&self) -> Seen {
        self.seen[self.seen.len() - 1]
    }

    /// Those before it whose stones have this hash, the earliest first.
    pub(super) fn earlier(&self, hash: u64) -> impl Iterator<Item = Seen> + '_ {
        let last = self.seen.len();
        self.find(hash).filter(move |&place| place + 1 < last).map(|place| self.seen[place])
    }

    /// Those whose stones have this hash, the earliest first.
    pub(super) fn all(&self, hash: u64) -> impl Iterator<Item = Seen> + '_ {
        self.find(hash).map(|place| self.seen[place])
    }

    fn find(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        let place = |number: u32| (number as usize).checked_sub(1);
        let first = place(self.slots[self.slot_of(hash)]);
        core::iter::successors(first, move |&at| place(self.links[at].next))
    }

    /// The last position that came after so many moves; `None` if there were fewer.
    pub(super) fn after_moves(&self, moves: usize) -> Option<Seen> {
        let later = self.seen.partition_point(|seen| seen.moves <= moves);
        (moves <= self.last().moves).then(|| self.seen[later - 1])
    }
}

/// The index follows from the positions.
impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.seen == other.seen
    }
}

impl Eq for History {}

/// How many stones are on a board.
pub(super) fn stones_on(board: &Board) -> u32 {
    board.stone_count(Color::Black) + board.stone_count(Color::White)
}
