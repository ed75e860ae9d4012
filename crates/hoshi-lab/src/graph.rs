//! All borders that a board of one width can have, and which of them follow which: made once, and then
//! a count is additions and nothing else.

use crate::border::{self, Border};

/// No border: the position is illegal.
pub(crate) const DEAD: u32 = u32::MAX;

/// The borders before the points of one column, and where each colour leads from them.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    /// For every border, the one that follows with 0 empty, 1 black, 2 white, in the next layer. The
    /// highest bit says that the colours are swapped from there on.
    pub(crate) next: Vec<[u32; 3]>,
}

/// The highest bit of a step: from here on, black means white.
pub(crate) const SWAP: u32 = 1 << 31;

/// The borders of boards of one width.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) width: usize,
    /// Of the first row, where there is nothing above, by column; the first has one border.
    pub(crate) first: Vec<Layer>,
    /// Of every later row, by column.
    pub(crate) rest: Vec<Layer>,
    /// Which of the borders before a row (of a later one) may be the last of a board.
    pub(crate) settled: Vec<bool>,
}

impl Graph {
    pub(crate) fn new(width: usize) -> Graph {
        let mut first: Vec<Vec<Border>> = vec![vec![border::start(width)]];
        for column in 0..width - 1 {
            first.push(successors(&first[column], column));
        }
        // The borders of later rows: on from every new one, until there is none.
        let mut sets: Vec<Set> = (0..width).map(|_| Set::default()).collect();
        let mut fresh = successors(&first[width - 1], width - 1);
        let mut column = 0;
        while !fresh.is_empty() {
            fresh.retain(|&border| sets[column].insert(border).is_none());
            let next = (column + 1) % width;
            let mut after = Vec::new();
            for &border in &fresh {
                for color in 0..3 {
                    after.extend(follow(border, column, color).map(|(border, _)| border));
                }
            }
            // Most of them are known, and the rest come more than once.
            after.retain(|&border| !sets[next].contains(border));
            (fresh, column) = (after, next);
        }
        let sorted = |(column, set): (usize, Set)| {
            let mut borders = set.into_keys();
            borders.sort_unstable_by_key(|&border| rotated(border, width, column));
            borders
        };
        let rest: Vec<Vec<Border>> = sets.into_iter().enumerate().map(sorted).collect();
        let settled = rest[0].iter().map(|&border| border::is_settled(border)).collect();
        let mut layers = [Vec::new(), Vec::new()];
        for (layers, rows) in layers.iter_mut().zip([&first, &rest]) {
            for (column, layer) in rows.iter().enumerate() {
                let next = if column + 1 < width { &rows[column + 1] } else { &rest[0] };
                layers.push(link(layer, column, next));
            }
        }
        let [first, rest] = layers;
        Graph { width, first, rest, settled }
    }

    /// The layer before the point with this number, row by row.
    pub(crate) fn layer(&self, point: usize) -> &Layer {
        let (row, column) = (point / self.width, point % self.width);
        if row == 0 { &self.first[column] } else { &self.rest[column] }
    }
}

/// The border that follows, with its colours made alike, and whether that swapped them.
#[inline]
fn follow(border: Border, column: usize, color: u8) -> Option<(Border, bool)> {
    Some(border::normal(border::step(border, column, color)?))
}

/// All borders that follow, each once.
fn successors(borders: &[Border], column: usize) -> Vec<Border> {
    let mut all: Vec<Border> = borders
        .iter()
        .flat_map(|&border| [0, 1, 2].map(|color| follow(border, column, color)))
        .flatten()
        .map(|(border, _)| border)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where every colour leads from the borders of a layer.
fn link(layer: &[Border], column: usize, next: &[Border]) -> Layer {
    let mut numbers = Set::with_room_for(next.len());
    for &border in next {
        numbers.insert(border);
    }
    let next = |&border: &Border| {
        [0, 1, 2].map(|color| match follow(border, column, color) {
            // All that follow were found before.
            Some((next, swap)) => numbers.number(next) | if swap { SWAP } else { 0 },
            None => DEAD,
        })
    };
    Layer { next: layer.iter().map(next).collect() }
}

/// A border as a number in whose order the ones that follow each other lie together: the point to be
/// decided is the lowest digit, so that the counts of a layer are read as streams.
fn rotated(border: Border, width: usize, column: usize) -> u64 {
    let bits = 4 * width as u32;
    let low = 4 * (column as u32 + 1) % bits;
    // The columns after this one are the lowest of what follows; brought to the top in their order.
    let all = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let turned = if low == 0 { border } else { (border >> low | border << (bits - low)) & all };
    swapped_digits(turned, bits)
}

/// The digits in the other order.
fn swapped_digits(number: u64, bits: u32) -> u64 {
    let bytes = number.swap_bytes();
    let digits = (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (bytes >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    digits >> (64 - bits)
}

/// Borders, each with the number of those that came before it: open addressing, a power of two of
/// places, at most half of them taken.
#[derive(Debug)]
struct Set {
    places: Vec<(Border, u32)>,
    len: u32,
}

/// No border is this: the highest four bits of the widest would be a stone that waits, linked both ways.
const FREE: Border = u64::MAX;

impl Default for Set {
    fn default() -> Set {
        Set::with_room_for(8)
    }
}

impl Set {
    fn with_room_for(many: usize) -> Set {
        Set { places: vec![(FREE, 0); (2 * many).next_power_of_two().max(16)], len: 0 }
    }

    /// The place where a border is, or would be.
    #[inline]
    fn place(&self, border: Border) -> usize {
        let shift = 64 - self.places.len().trailing_zeros();
        let mut place = (border.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        while self.places[place].0 != border && self.places[place].0 != FREE {
            place = (place + 1) & (self.places.len() - 1);
        }
        place
    }

    #[inline]
    fn contains(&self, border: Border) -> bool {
        self.places[self.place(border)].0 == border
    }

    /// The number of a border that is there.
    #[inline]
    fn number(&self, border: Border) -> u32 {
        self.places[self.place(border)].1
    }

    /// Puts a border in; its number, if it was there.
    fn insert(&mut self, border: Border) -> Option<u32> {
        let place = self.place(border);
        if self.places[place].0 == border {
            return Some(self.places[place].1);
        }
        self.places[place] = (border, self.len);
        self.len += 1;
        if 2 * self.len as usize > self.places.len() {
            let more = vec![(FREE, 0); 2 * self.places.len()];
            let old = std::mem::replace(&mut self.places, more);
            for (border, number) in old.into_iter().filter(|(border, _)| *border != FREE) {
                let place = self.place(border);
                self.places[place] = (border, number);
            }
        }
        None
    }

    fn into_keys(self) -> Vec<Border> {
        self.places.into_iter().map(|(border, _)| border).filter(|&border| border != FREE).collect()
    }
}
