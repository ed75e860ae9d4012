//! The moves of many positions, as the numbers of the states that they lead to. They are cached from
//! sweep to sweep while there is room.

use std::sync::atomic::{AtomicI64, Ordering};

use super::Value;
use super::places::Places;

/// A position.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    /// Its index in the part.
    pub(crate) at: u16,
    /// Its score if the game ends there.
    pub(crate) score: i8,
    /// The number of its moves, and of its possible ko points.
    moves: u8,
    kos: u8,
}

/// The moves of those positions of a part that are not settled.
#[derive(Default)]
pub(crate) struct Part {
    heads: Vec<Head>,
    /// For each position the one with the colours swapped, then the states that its moves lead to.
    next: Vec<u32>,
    /// For each state with a ko point, its index in the part and the forbidden move.
    kos: Vec<(u32, u8)>,
    /// Its capacity.
    room: i64,
}

impl Part {
    /// Finds the moves of a part.
    pub(crate) fn new(places: &Places, number: usize, values: &[Value]) -> Part {
        let (positions, all) = (places.bounds(number), places.kos_of(number));
        let mut made = Part::default();
        let grid = &places.grid;
        let layout = places.layout();
        let mut ko = all.start;
        for (position, serial) in places.part(number) {
            let first = ko;
            while places.kos.get(ko).is_some_and(|&(of, _)| of == position) {
                ko += 1;
            }
            if places.is_settled(values, position as usize, first..ko) {
                continue;
            }
            let stones = grid.stones(serial);
            made.next.push(places.position(stones.swapped()));
            let at = (position as usize - positions.start) as u16;
            let mut head = Head { at, score: grid.score(stones), moves: 0, kos: 0 };
            for after in grid.moves(stones) {
                let to = match after.ko {
                    None => places.position(after.stones) as usize,
                    Some(ko) => match places.ko(after.stones, ko) {
                        (_, Some(ko)) => layout.ko(ko),
                        // One for each capture that makes a ko.
                        (position, None) => position as usize,
                    },
                };
                // Fewer than 2^32 for all supported boards.
                made.next.push(to as u32);
                let nth = first + usize::from(head.kos);
                if nth < ko && places.kos[nth].1 == after.point {
                    made.kos.push(((nth - all.start) as u32, head.moves));
                    head.kos += 1;
                }
                head.moves += 1;
            }
            made.heads.push(head);
        }
        made
    }

    /// Every position, the one with its colours swapped, its moves, and its ko points.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Head, u32, &[u32], &[(u32, u8)])> + '_ {
        let (mut next, mut kos) = (&self.next[..], &self.kos[..]);
        self.heads.iter().map(move |head| {
            let (this, rest) = next.split_at(1 + usize::from(head.moves));
            let (mine, others) = kos.split_at(usize::from(head.kos));
            (next, kos) = (rest, others);
            (head, this[0], &this[1..], mine)
        })
    }

    /// The part without settled positions.
    fn thinned(&self, places: &Places, number: usize, values: &[Value]) -> Part {
        let (first, first_ko) = (places.bounds(number).start, places.kos_of(number).start);
        let mut thin = Part::default();
        for (head, swapped, moves, kos) in self.iter() {
            let ko_numbers = kos.iter().map(|&(ko, _)| first_ko + ko as usize);
            if places.is_settled(values, first + usize::from(head.at), ko_numbers) {
                continue;
            }
            thin.heads.push(*head);
            thin.next.push(swapped);
            thin.next.extend_from_slice(moves);
            thin.kos.extend_from_slice(kos);
        }
        thin
    }

    fn bytes(&self) -> i64 {
        let bytes = self.heads.capacity() * size_of::<Head>()
            + self.next.capacity() * size_of::<u32>()
            + self.kos.capacity() * size_of::<(u32, u8)>();
        bytes as i64
    }

    fn shrink(&mut self) {
        self.heads.shrink_to_fit();
        self.next.shrink_to_fit();
        self.kos.shrink_to_fit();
    }
}

/// The remaining capacity for moves, in bytes.
pub(crate) struct Room(AtomicI64);

impl Room {
    pub(crate) fn of(bytes: usize) -> Room {
        Room(AtomicI64::new(i64::try_from(bytes).unwrap_or(i64::MAX)))
    }

    /// Caches a part with this many unsettled positions, if there is room; without the settled ones,
    /// if they are many.
    pub(crate) fn keep(
        &self,
        mut part: Part,
        open: usize,
        places: &Places,
        number: usize,
        values: &[Value],
    ) -> Option<Part> {
        self.0.fetch_add(part.room, Ordering::Relaxed);
        if 2 * open < part.heads.len() {
            part = part.thinned(places, number, values);
        }
        if part.room == 0 {
            part.shrink();
            part.room = part.bytes();
        }
        let left = self.0.fetch_sub(part.room, Ordering::Relaxed);
        if left < part.room {
            self.0.fetch_add(part.room, Ordering::Relaxed);
            return None;
        }
        Some(part)
    }
}
