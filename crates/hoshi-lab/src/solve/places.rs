//! Where every state has its place: positions up to symmetry in the order of their serials, a bit for each
//! serial and counts between them; and those with a ko point.

use std::ops::Range;

use super::Value;
use super::grid::{Grid, Stones};
use super::work::in_parts;

/// Words of a part: the place of a position in it fits in 16 bits.
const PART: usize = 1 << 10;

/// The reduced legal positions of a board, each with its number.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) grid: Grid,
    /// A bit for every serial that is legal and reduced.
    words: Vec<u64>,
    /// How many there are before each word.
    counts: Vec<u32>,
    /// How many there are in all.
    pub(crate) positions: usize,
    /// The states with a ko point: the number of the position and the point, in order.
    pub(crate) kos: Vec<(u32, u8)>,
    /// The number of the first of them in each part, and of the first behind all.
    ko_starts: Vec<usize>,
}

/// The states of a board: as it is, after a pass, with a ko point. Their numbers follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) positions: usize,
    pub(crate) kos: usize,
}

impl Layout {
    pub(crate) fn states(self) -> usize {
        2 * self.positions + self.kos
    }

    /// After a pass.
    pub(crate) fn passed(self, position: u32) -> usize {
        self.positions + position as usize
    }

    pub(crate) fn ko(self, number: u32) -> usize {
        2 * self.positions + number as usize
    }
}

impl Places {
    pub(crate) fn new(grid: Grid, tell: &(dyn Fn(f64) + Sync)) -> Places {
        let serials = 3u64.pow(grid.size.area() as u32);
        let mut words = vec![0u64; serials.div_ceil(64) as usize];
        let chunks: Vec<(usize, &mut [u64])> = words.chunks_mut(PART).enumerate().collect();
        in_parts(chunks, tell, |(part, chunk)| {
            for (at, word) in chunk.iter_mut().enumerate() {
                let first = ((part * PART + at) as u64) * 64;
                for bit in 0..64.min(serials - first) {
                    // Below 3 to the 20th, which fits.
                    let serial = (first + bit) as u32;
                    let stones = grid.stones(serial);
                    if grid.reduced(stones) == serial && grid.is_legal(stones) {
                        *word |= 1 << bit;
                    }
                }
            }
        });
        let mut positions = 0;
        let mut counts = Vec::with_capacity(words.len());
        for word in &words {
            counts.push(positions);
            positions += word.count_ones();
        }
        let positions = positions as usize;
        let (kos, ko_starts) = (Vec::new(), Vec::new());
        let mut places = Places { grid, words, counts, positions, kos, ko_starts };
        places.kos = places.find_kos();
        let end = |part| places.bounds(part).end;
        let start = |end| places.kos.partition_point(|&(number, _)| (number as usize) < end);
        places.ko_starts =
            std::iter::once(0).chain((0..places.parts()).map(|part| start(end(part)))).collect();
        places
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout { positions: self.positions, kos: self.kos.len() }
    }

    fn find_kos(&self) -> Vec<(u32, u8)> {
        let mut lists: Vec<Vec<(u32, u8)>> = vec![Vec::new(); self.parts()];
        in_parts(lists.iter_mut().enumerate().collect(), &|_| (), |(part, list)| {
            for (number, serial) in self.part(part) {
                let points = self.grid.ko_points(self.grid.stones(serial));
                list.extend(points.map(|point| (number, point)));
            }
        });
        lists.concat()
    }

    /// The number of a position, with the serial that is the smallest of its images.
    #[inline]
    fn number_of(&self, serial: u32) -> u32 {
        let word = serial as usize / 64;
        let below = self.words[word] & ((1 << (serial % 64)) - 1);
        self.counts[word] + below.count_ones()
    }

    /// The number of a legal position.
    #[inline]
    pub(crate) fn position(&self, stones: Stones) -> u32 {
        self.number_of(self.grid.reduced(stones))
    }

    /// The number of a legal position, and that of its state with a ko point among those, if it can be
    /// one.
    pub(crate) fn ko(&self, stones: Stones, point: u8) -> (u32, Option<u32>) {
        let (serial, point) = self.grid.reduced_with(stones, point);
        let number = self.number_of(serial);
        let found = self.kos.binary_search(&(number, point)).ok();
        (number, found.map(|found| found as u32))
    }

    /// How many parts the positions are divided into.
    pub(crate) fn parts(&self) -> usize {
        self.words.len().div_ceil(PART)
    }

    /// The numbers of the positions of a part.
    pub(crate) fn bounds(&self, part: usize) -> Range<usize> {
        let count = |part: usize| self.counts.get(part * PART);
        let count = |part| count(part).map_or(self.positions, |&count| count as usize);
        count(part)..count(part + 1)
    }

    /// The numbers of the states with a ko point of a part.
    pub(crate) fn kos_of(&self, part: usize) -> Range<usize> {
        self.ko_starts[part]..self.ko_starts[part + 1]
    }

    /// Whether all states of a position, with these that have a ko point, have values that have met.
    #[inline]
    pub(crate) fn is_settled(
        &self,
        values: &[Value],
        position: usize,
        mut kos: impl Iterator<Item = usize>,
    ) -> bool {
        let has_met = |at: usize| values[at][0] == values[at][1];
        has_met(position)
            && has_met(self.positions + position)
            && kos.all(|ko| has_met(2 * self.positions + ko))
    }

    /// The numbers and serials of a part, in order.
    pub(crate) fn part(&self, part: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let first = part * PART;
        let words = &self.words[first..self.words.len().min(first + PART)];
        let mut number = self.bounds(part).start as u32;
        words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(move |(at, &word)| {
            let numbered = number;
            number += word.count_ones();
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            let serial = move |bit: u32| (first + at) as u32 * 64 + bit;
            bits.enumerate().map(move |(nth, bit)| (numbered + nth as u32, serial(bit)))
        })
    }
}
