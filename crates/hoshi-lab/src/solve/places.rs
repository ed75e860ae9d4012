//! The numbering of states: positions up to symmetry in the order of their serials, with a bit for
//! each serial and running counts; and those with a ko point.

use std::ops::Range;

use super::Value;
use super::grid::{Grid, Stones, points_of};
use super::work::in_parts;
use crate::census::{self, Bitmap, Census, Masks};
use crate::count::TooLarge;
use crate::ko::Ko;

/// The words of a part: the index of a position in it fits in 16 bits.
const PART: usize = 1 << 10;

/// The reduced legal positions of a board, each with its number.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) grid: Grid,
    /// A bit for every serial that is legal and reduced.
    words: Vec<u64>,
    /// The number of positions before each word.
    counts: Vec<u32>,
    /// The total number.
    pub(crate) positions: usize,
    /// The states with a ko point: the number of the position and the point, in order.
    pub(crate) kos: Vec<(u32, u8)>,
    /// The number of the first of them in each part, and the total.
    ko_starts: Vec<usize>,
}

/// The states of a board: plain, after a pass, with a ko point, numbered consecutively.
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
    /// Takes the positions and their ko points from the census of the board.
    ///
    /// # Errors
    /// If there is no census of it.
    pub(crate) fn new(grid: Grid, tell: &(dyn Fn(f64) + Sync)) -> Result<Places, TooLarge> {
        let census = Census::new(grid.size, Some(Ko::Strict))?;
        let mut words = vec![0u64; census.serials().div_ceil(64) as usize];
        // Parts of the census share no word.
        let chunks = words.chunks_mut((census::PART / 64) as usize);
        let mut masks = vec![Masks::default(); chunks.len()];
        let parts: Vec<_> = (0..).zip(chunks.zip(&mut masks)).collect();
        in_parts(parts, tell, |(part, (chunk, masks))| {
            let mut bitmap = Bitmap::default();
            *masks = census.fill_with_masks(part, &mut bitmap);
            chunk.copy_from_slice(&bitmap.words);
        });
        let mut places = Places::of_words(grid, words);
        let mut kos = Vec::with_capacity(masks.iter().map(|masks| masks.list.len()).sum());
        for Masks { first, list } in masks {
            for (offset, mask) in list {
                // Below 3^20, which fits.
                let number = places.number_of(first as u32 + offset);
                kos.extend(points_of(mask).map(|point| (number, point)));
            }
        }
        places.set_kos(kos);
        Ok(places)
    }

    /// Numbers the positions of these bits; no ko points yet.
    fn of_words(grid: Grid, words: Vec<u64>) -> Places {
        let mut positions = 0;
        let mut counts = Vec::with_capacity(words.len());
        for word in &words {
            counts.push(positions);
            positions += word.count_ones();
        }
        let positions = positions as usize;
        Places { grid, words, counts, positions, kos: Vec::new(), ko_starts: Vec::new() }
    }

    /// Sets the states with a ko point, and finds where those of each part begin.
    fn set_kos(&mut self, kos: Vec<(u32, u8)>) {
        self.kos = kos;
        let end = |part| self.bounds(part).end;
        let start = |end| self.kos.partition_point(|&(number, _)| (number as usize) < end);
        self.ko_starts =
            std::iter::once(0).chain((0..self.parts()).map(|part| start(end(part)))).collect();
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout { positions: self.positions, kos: self.kos.len() }
    }

    /// The number of a position, given the smallest serial of its images.
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

    /// The number of a legal position, and of its state with this ko point, if it exists.
    pub(crate) fn ko(&self, stones: Stones, point: u8) -> (u32, Option<u32>) {
        let (serial, point) = self.grid.reduced_with(stones, point);
        let number = self.number_of(serial);
        let found = self.kos.binary_search(&(number, point)).ok();
        (number, found.map(|found| found as u32))
    }

    /// The number of parts of the positions.
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

    /// Whether the bounds of all states of a position, including these with a ko point, have met.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every serial, and every point of each position, by itself.
    fn slow(grid: Grid) -> Places {
        let serials = 3u32.pow(grid.size.area() as u32);
        let mut words = vec![0u64; serials.div_ceil(64) as usize];
        for serial in 0..serials {
            let stones = grid.stones(serial);
            if grid.reduced(stones) == serial && grid.is_legal(stones) {
                words[serial as usize / 64] |= 1 << (serial % 64);
            }
        }
        let mut places = Places::of_words(grid, words);
        let mut kos = Vec::new();
        for (number, serial) in (0..places.parts()).flat_map(|part| places.part(part)) {
            let points = places.grid.ko_points(places.grid.stones(serial));
            kos.extend(points.map(|point| (number, point)));
        }
        places.set_kos(kos);
        places
    }

    #[test]
    fn the_census_has_the_same_positions_and_ko_points() {
        let boards = [
            "1x1", "2x1", "1x4", "5x1", "2x2", "3x2", "2x3", "3x3", "2x5", "5x2", "11x1", "1x12",
            "4x3", "3x4", "2x6", "7x2", "14x1", "5x3",
        ];
        for board in boards {
            let grid = || Grid::new(board.parse().unwrap());
            let (places, slow) = (Places::new(grid(), &|_| ()).unwrap(), slow(grid()));
            // One assertion for all: there are many.
            assert!(places.words == slow.words, "{board}");
            assert!(places.counts == slow.counts && places.positions == slow.positions, "{board}");
            assert!(places.kos == slow.kos, "{board}");
            assert_eq!(places.ko_starts, slow.ko_starts, "{board}");
        }
    }
}
