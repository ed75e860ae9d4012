//! Where every state has its place: positions up to symmetry in the order of their serials, a bit for each
//! serial and counts between them; and those with a ko point.

use super::grid::{Grid, Stones};
use super::work::in_parts;

/// Words of bits between two counts.
const RUN: usize = 8;

/// The reduced legal positions of a board, each with its number.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) grid: Grid,
    /// A bit for every serial that is legal and reduced.
    words: Vec<u64>,
    /// How many there are before each run of words.
    counts: Vec<u32>,
    /// How many there are in all.
    pub(crate) positions: usize,
    /// The states with a ko point: the number of the position and the point, in order.
    pub(crate) kos: Vec<(u32, u8)>,
}

impl Places {
    pub(crate) fn new(grid: Grid, tell: &(dyn Fn(f64) + Sync)) -> Places {
        let serials = 3u64.pow(grid.size.area() as u32);
        let mut words = vec![0u64; serials.div_ceil(64) as usize];
        let chunks: Vec<&mut [u64]> = words.chunks_mut(1 << 10).collect();
        in_parts(chunks, tell, |part, chunk| {
            for (at, word) in chunk.iter_mut().enumerate() {
                let first = ((part << 10 | at) as u64) * 64;
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
        let mut counts = Vec::with_capacity(words.len().div_ceil(RUN));
        for run in words.chunks(RUN) {
            counts.push(positions);
            positions += run.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        let mut places =
            Places { grid, words, counts, positions: positions as usize, kos: Vec::new() };
        places.kos = places.find_kos();
        places
    }

    fn find_kos(&self) -> Vec<(u32, u8)> {
        let mut lists: Vec<Vec<(u32, u8)>> = vec![Vec::new(); self.parts()];
        in_parts(lists.iter_mut().collect(), &|_| (), |part, list| {
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
        let before = &self.words[word / RUN * RUN..word];
        let in_run: u32 = before.iter().map(|word| word.count_ones()).sum();
        let below = self.words[word] & ((1 << (serial % 64)) - 1);
        self.counts[word / RUN] + in_run + below.count_ones()
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

    /// The number of the first position of a part, and of the first behind it.
    pub(crate) fn bounds(&self, part: usize) -> (usize, usize) {
        let count = |part: usize| self.counts.get(part * (PART / RUN));
        let count = |part| count(part).map_or(self.positions, |&count| count as usize);
        (count(part), count(part + 1))
    }

    /// The numbers and serials of a part, in order.
    pub(crate) fn part(&self, part: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let first = part * PART;
        let words = &self.words[first..self.words.len().min(first + PART)];
        let mut number = self.bounds(part).0 as u32;
        words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(move |(at, &word)| {
            let numbered = number;
            number += word.count_ones();
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            let serial = move |bit: u32| (first + at) as u32 * 64 + bit;
            bits.enumerate().map(move |(nth, bit)| (numbered + nth as u32, serial(bit)))
        })
    }
}

/// Words of a part.
const PART: usize = 1 << 12;
