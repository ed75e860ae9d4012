//! All borders that a board of one width can have before the points of one column, each with a number.
//!
//! No search is needed: a border consists of a left and a right half, and which halves fit together
//! depends on the blocks that cross the middle and on the two points that meet there. So there is a
//! small table for each half, and the number of a border is the sum of two entries.

use crate::border::{self, Border, EMPTY, LEFT, NEEDY, RIGHT, SAFE};

/// The codes that a point of a border can have.
const CODES: [u64; 11] = [
    EMPTY,
    SAFE,
    SAFE | 1,
    NEEDY,
    NEEDY | 1,
    NEEDY | LEFT,
    NEEDY | LEFT | 1,
    NEEDY | RIGHT,
    NEEDY | RIGHT | 1,
    NEEDY | LEFT | RIGHT,
    NEEDY | LEFT | RIGHT | 1,
];

/// What a left half requires of a right one, besides the crossing blocks: that the first stone is
/// black, if it has none itself; and what can be beside its last point.
const KINDS: usize = 8;

/// The kind of a left half with this last code.
fn kind(code: u64, has_stone: bool) -> usize {
    match code {
        _ if !has_stone => 0,
        EMPTY => 1,
        safe if safe < NEEDY => (safe & 1) as usize + 2,
        needy => (needy & 1) as usize + 4 + if needy & RIGHT != 0 { 2 } else { 0 },
    }
}

/// Whether two points beside each other in a row can have these codes: an empty one is a liberty, and
/// stones of a colour are of a block.
fn fit(left: u64, right: u64) -> bool {
    let (is_left, is_right) = (left & NEEDY != 0, right & NEEDY != 0);
    if left == EMPTY || right == EMPTY {
        return !is_left && !is_right;
    }
    if left & 1 != right & 1 {
        return true;
    }
    is_left == is_right && (!is_left || left & RIGHT != 0 && right & LEFT != 0)
}

/// Half of a border.
#[derive(Clone, Copy, Debug)]
struct Half {
    /// Its codes, from bit 0 on.
    codes: u32,
    /// The colours of the blocks that cross the middle, the outermost in the highest bit, with a
    /// leading one.
    open: u32,
    /// The code of the point at the middle.
    last: u64,
}

/// The borders before the point in one column.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The number of bits of the left half.
    bits: u32,
    /// For each left half, its kind and the number of the first border that has it.
    left: Table<(u32, u8)>,
    /// For each right half, the number among those that fit to a left half of each kind.
    right: Table<[u32; KINDS]>,
    /// The left halves in order.
    lefts: Vec<Half>,
    /// The right halves that fit, in order, by crossing blocks and kind.
    rights: Vec<Vec<u32>>,
    len: usize,
}

impl Numbers {
    /// Before the point in this column: the points to the left of it are of its row, the others of the
    /// row above.
    pub(crate) fn new(width: usize, column: usize) -> Numbers {
        let middle = width / 2;
        let bits = 4 * middle as u32;
        let mut lefts = halves(middle, |at| at != column, false);
        lefts.retain(|half| !border::normal(u64::from(half.codes)).1);
        // Read from the right, so that the column is counted from there too.
        let all_rights = halves(width - middle, |at| at != width - column, true);
        let is_bent = column == middle;
        // The left half is not the longer one, so its length limits the number of crossing blocks.
        let mut rights = vec![Vec::new(); KINDS << (width - middle + 1)];
        let mut right = Table::with_room_for(all_rights.len());
        // A point with the code of each kind.
        let of_kind =
            [EMPTY, EMPTY, SAFE, SAFE | 1, NEEDY, NEEDY | 1, NEEDY | RIGHT, NEEDY | RIGHT | 1];
        for half in &all_rights {
            let mut places = [0; KINDS];
            for (kind, place) in places.iter_mut().enumerate() {
                let fits = middle == 0 || is_bent || fit(of_kind[kind], half.last);
                if fits && (kind > 0 || !border::normal(u64::from(half.codes)).1) {
                    let list = &mut rights[half.open as usize * KINDS + kind];
                    *place = list.len() as u32;
                    list.push(half.codes);
                }
            }
            right.insert(half.codes, places);
        }
        let mut left = Table::with_room_for(lefts.len());
        let mut len = 0;
        for half in &lefts {
            let kind = kind(half.last, half.codes != 0);
            left.insert(half.codes, (len as u32, kind as u8));
            len += rights[half.open as usize * KINDS + kind].len();
        }
        Numbers { bits, left, right, lefts, rights, len }
    }

    /// The number of borders.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of a border that is one of them.
    #[inline]
    pub(crate) fn number(&self, border: Border) -> u32 {
        let (first, kind) = self.left.get((border & ((1 << self.bits) - 1)) as u32);
        first + self.right.get((border >> self.bits) as u32)[usize::from(kind)]
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Border> + '_ {
        self.lefts.iter().flat_map(move |half| {
            let kind = kind(half.last, half.codes != 0);
            let rights = &self.rights[half.open as usize * KINDS + kind];
            rights.iter().map(move |&right| u64::from(half.codes) | u64::from(right) << self.bits)
        })
    }
}

/// All halves of a border with this many columns, read from the edge to the middle. `is_row` tells
/// whether a point is in the same row as the one before it.
fn halves(columns: usize, is_row: impl Fn(usize) -> bool, is_right: bool) -> Vec<Half> {
    let (opens, closes) = if is_right { (LEFT, RIGHT) } else { (RIGHT, LEFT) };
    let mut halves = vec![Half { codes: 0, open: 1, last: EMPTY }];
    for at in 0..columns {
        let mut longer = Vec::new();
        for half in halves {
            for code in CODES {
                let (left, right) = if is_right { (code, half.last) } else { (half.last, code) };
                if at > 0 && is_row(at) && !fit(left, right) {
                    continue;
                }
                let mut open = half.open;
                if code & NEEDY != 0 {
                    let color = (code & 1) as u32;
                    if code & closes != 0 {
                        if open == 1 || open & 1 != color {
                            continue;
                        }
                        open >>= 1;
                    }
                    if code & opens != 0 {
                        open = open << 1 | color;
                    }
                }
                let place = if is_right { columns - 1 - at } else { at };
                let codes = half.codes | (code as u32) << (4 * place);
                longer.push(Half { codes, open, last: code });
            }
        }
        halves = longer;
    }
    halves
}

/// A hash table: open addressing, a power of two of slots, at most half of them used.
#[derive(Debug)]
struct Table<T> {
    places: Vec<(u32, T)>,
}

/// Not a valid half: the widest has seven columns.
const FREE: u32 = u32::MAX;

impl<T: Copy + Default> Table<T> {
    fn with_room_for(many: usize) -> Table<T> {
        Table { places: vec![(FREE, T::default()); (2 * many).next_power_of_two().max(2)] }
    }

    /// The slot of a key, or where it would be.
    #[inline]
    fn place(&self, key: u32) -> usize {
        let mask = self.places.len() - 1;
        let shift = 32 - self.places.len().trailing_zeros();
        let mut place = (key.wrapping_mul(0x9e37_79b1) >> shift) as usize;
        while self.places[place & mask].0 != key && self.places[place & mask].0 != FREE {
            place += 1;
        }
        place & mask
    }

    #[inline]
    fn get(&self, key: u32) -> T {
        self.places[self.place(key)].1
    }

    fn insert(&mut self, key: u32, value: T) {
        let place = self.place(key);
        self.places[place] = (key, value);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_border_has_its_number() {
        for width in 1..=7 {
            for column in 0..width {
                let numbers = Numbers::new(width, column);
                let borders: Vec<Border> = numbers.iter().collect();
                assert_eq!(borders.len(), numbers.len());
                for (number, &border) in borders.iter().enumerate() {
                    assert_eq!(numbers.number(border), number as u32, "{border:x}");
                }
            }
        }
    }

    #[test]
    fn all_borders_are_numbered_and_few_extra_ones() {
        for width in 1..=8 {
            let sets: Vec<BTreeSet<Border>> =
                (0..width).map(|column| Numbers::new(width, column).iter().collect()).collect();
            // From the first row on, every border that follows, until there is no new one.
            let mut found = vec![BTreeSet::new(); width];
            let mut fresh = vec![(0, border::start(width))];
            while let Some((point, border)) = fresh.pop() {
                for color in 0..3 {
                    let Some(next) = border::step(border, point % width, color) else { continue };
                    let next = border::normal(next).0;
                    let after = point + 1;
                    let is_new = after < width || found[after % width].insert(next);
                    if is_new {
                        let after = if after < width { after } else { width + after % width };
                        fresh.push((after, next));
                    }
                }
            }
            for (column, (found, all)) in found.iter().zip(&sets).enumerate() {
                assert!(found.is_subset(all), "{width} {column}");
                assert!(10 * all.len() <= 12 * found.len(), "{width} {column}");
                // The successors of the extra ones are numbered, too.
                for &border in all {
                    for color in 0..3 {
                        if let Some(next) = border::step(border, column, color) {
                            assert!(sets[(column + 1) % width].contains(&border::normal(next).0));
                        }
                    }
                }
            }
        }
    }
}
