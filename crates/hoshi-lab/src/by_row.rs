//! The index of legal positions row by row, for boards small enough for tables: a position is a few
//! rows, each a digit of its serial, and its number is a sum of one or two entries per row.
//!
//! Rows lead from one class to another. A class is a border, with borders merged when the same rows
//! lead to the same classes. The tables are small and read one cache line at a time: memory latency
//! dominates here.

use rustc_hash::FxHashMap;

use crate::by_point::seen;
use crate::graph::{DEAD, Graph, SWAP};

/// The number of entries per class, and per group.
const ENTRIES: usize = 256;
const GROUP: usize = 16;

/// The maximum number of heads in the table: two rows of five points.
const HEADS: u64 = 59049;

/// The tables for one row. For every class before it and every row, they give the number of legal
/// positions with a smaller row: the number of the group plus that of the entry.
#[derive(Debug, Default)]
struct Row {
    /// The number of the entry, with the following class in the lowest bits. It never decreases within
    /// a group, so that an entry is found by counting those that are not greater.
    entries: Vec<[i32; ENTRIES]>,
    groups: Vec<[i32; ENTRIES / GROUP]>,
}

/// The tables for the first row of the board, which is decided last: a class is a set of rows.
#[derive(Debug, Default)]
struct Last {
    /// The rows, as bits.
    sets: Vec<[u64; ENTRIES / 64]>,
    /// The position of each member within its set.
    before: Vec<[u8; ENTRIES / 64]>,
    /// The rows in order.
    lists: Vec<[u8; ENTRIES]>,
}

/// The tables of a board.
#[derive(Debug)]
pub(crate) struct ByRow {
    /// The last rows of the board, which are the first digits of a serial, all at once: the number of
    /// legal positions with smaller ones, and the following class in the lowest bits. A final sentinel
    /// is greater than all.
    heads: Vec<u64>,
    /// For every nth number, its head.
    jumps: Vec<u16>,
    jump_bits: u32,
    /// The rows that follow, upwards.
    rows: Vec<Row>,
    /// The first row of the board, if it is not among the heads.
    last: Option<Last>,
    /// The number of class bits of an entry. All of them set means illegal.
    class_bits: u32,
    /// The number of different rows: 3 to the power of the width.
    radix: u64,
    len: u64,
}

impl ByRow {
    /// The tables for a board, if it has few enough points.
    pub(crate) fn new(graph: &Graph, height: usize) -> Option<ByRow> {
        if graph.width > 5 || graph.width * height > 25 {
            return None;
        }
        let radix = 3u64.pow(graph.width as u32);
        let mut head_rows = 1;
        while head_rows < height && radix.pow(head_rows as u32 + 1) <= HEADS {
            head_rows += 1;
        }
        let layers = Layers::new(graph, height);
        let most = layers.classes.iter().map(Vec::len).max()?;
        let class_bits = (most + 1).next_power_of_two().trailing_zeros();
        let rows =
            (head_rows..height.max(head_rows + 1) - 1).map(|row| layers.row(row, class_bits));
        let rows = rows.collect::<Option<Vec<Row>>>()?;
        let last = (head_rows < height).then(|| layers.last());
        let none = (1 << class_bits) - 1;
        let mut heads = Vec::new();
        let mut len = 0;
        for value in 0..radix.pow(head_rows as u32) {
            let class = layers.after(head_rows, value, radix);
            heads.push(len << class_bits | u64::from(class.unwrap_or(none)));
            len += class.map_or(0, |class| layers.classes[head_rows][class as usize].many);
        }
        heads.push(u64::MAX);
        let jump_bits = (64 - len.leading_zeros()).saturating_sub(16);
        let mut head = 0;
        let jump = |number: u64| {
            while heads[head + 1] >> class_bits <= number << jump_bits {
                head += 1;
            }
            head as u16
        };
        let jumps = (0..=(len - 1) >> jump_bits).map(jump).collect();
        Some(ByRow { heads, jumps, jump_bits, rows, last, class_bits, radix, len })
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |row: &Row| size_of_val(&row.entries[..]) + size_of_val(&row.groups[..]);
        let rows = self.rows.iter().map(bytes).sum::<usize>();
        let last = self.last.as_ref().map_or(0, |last| {
            let sets = size_of_val(&last.sets[..]) + size_of_val(&last.before[..]);
            sets + size_of_val(&last.lists[..])
        });
        rows + last + size_of_val(&self.heads[..]) + size_of_val(&self.jumps[..])
    }

    /// The number of the position with this serial; `None` if it is not legal, or not of this board.
    #[inline]
    pub(crate) fn rank(&self, serial: u64) -> Option<u64> {
        // Division by a constant is fast, and so are loops of constant length.
        match (self.radix, self.rows.len(), &self.last) {
            (243, 2, Some(last)) => self.rank_with(243, 2, Some(last), serial),
            (radix, rows, last) => self.rank_with(radix, rows, last.as_ref(), serial),
        }
    }

    #[inline(always)]
    fn rank_with(&self, radix: u64, rows: usize, last: Option<&Last>, serial: u64) -> Option<u64> {
        let mut digits = [0; 9];
        let mut rest = serial;
        for digit in &mut digits[..rows + usize::from(last.is_some())] {
            *digit = (rest % radix) as usize;
            rest /= radix;
        }
        // The sentinel after the heads has no class.
        let head = *self.heads.get(usize::try_from(rest).ok()?)?;
        let none = (1 << self.class_bits) - 1;
        let (mut class, mut rank) = (head as u32 & none, head >> self.class_bits);
        for (nth, row) in self.rows[..rows].iter().enumerate() {
            if class == none {
                return None;
            }
            let digit = digits[rows - nth - usize::from(last.is_none())];
            let entry = row.entries[class as usize][digit];
            let group = row.groups[class as usize][digit / GROUP];
            rank += (group + (entry >> self.class_bits)) as u64;
            class = entry as u32 & none;
        }
        if class == none {
            return None;
        }
        let Some(last) = last else { return Some(rank) };
        let (word, bit) = (digits[0] / 64, digits[0] % 64);
        let set = last.sets[class as usize][word];
        let before = (set & ((1 << bit) - 1)).count_ones();
        let before = u64::from(last.before[class as usize][word]) + u64::from(before);
        (set >> bit & 1 == 1).then_some(rank + before)
    }

    /// The serial of the position with this number; `None` if it is out of range.
    #[inline]
    pub(crate) fn unrank(&self, rank: u64) -> Option<u64> {
        if rank >= self.len {
            return None;
        }
        let mut serial = usize::from(self.jumps[(rank >> self.jump_bits) as usize]);
        while self.heads[serial + 1] >> self.class_bits <= rank {
            serial += 1;
        }
        let head = self.heads[serial];
        let none = (1 << self.class_bits) - 1;
        let mut class = head as u32 & none;
        // The rest is within the table.
        let mut rest = (rank - (head >> self.class_bits)) as i32;
        let mut serial = serial as u64;
        for row in &self.rows {
            let groups = &row.groups[class as usize];
            let group = last_below(groups, rest + 1);
            rest -= groups[group];
            let (entries, _) = row.entries[class as usize].as_chunks::<GROUP>();
            let digit = last_below(&entries[group], (rest + 1) << self.class_bits);
            let entry = entries[group][digit];
            rest -= entry >> self.class_bits;
            class = entry as u32 & none;
            serial = serial * self.radix + (group * GROUP + digit) as u64;
        }
        let Some(last) = &self.last else { return Some(serial) };
        Some(serial * self.radix + u64::from(last.lists[class as usize][rest as usize]))
    }
}

/// The last entry that is below `above`; the entries are sorted, and the first one always is.
#[inline]
fn last_below(entries: &[i32; GROUP], above: i32) -> usize {
    let below = entries.iter().map(|&entry| i32::from(entry < above)).sum::<i32>();
    (below as usize).wrapping_sub(1) % GROUP
}

/// A border before a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Border {
    state: usize,
    is_swapped: bool,
}

impl Border {
    /// The border after a row of points, if it is legal so far.
    fn after(self, graph: &Graph, is_later: bool, value: u64, radix: u64) -> Option<Border> {
        let layers = if is_later { &graph.rest } else { &graph.first };
        let (mut border, mut place) = (self, radix);
        for layer in layers {
            place /= 3;
            let color = (value / place % 3) as u8;
            let step = layer.next[border.state][seen(color, border.is_swapped)];
            if step == DEAD {
                return None;
            }
            let is_swapped = border.is_swapped ^ (step & SWAP != 0);
            border = Border { state: (step & !SWAP) as usize, is_swapped };
        }
        Some(border)
    }
}

/// A class of borders before a row.
#[derive(Debug)]
struct Class {
    /// The number of legal positions it leads to.
    many: u64,
    /// The class that each row leads to.
    next: Vec<Option<u32>>,
}

/// The classes before each row, and after the last.
#[derive(Debug)]
pub(crate) struct Layers {
    classes: Vec<Vec<Class>>,
}

impl Layers {
    pub(crate) fn new(graph: &Graph, height: usize) -> Layers {
        let radix = 3u64.pow(graph.width as u32);
        // The borders before each row, and where every row leads from each of them.
        let mut steps: Vec<Vec<Vec<Option<usize>>>> = Vec::with_capacity(height);
        let mut borders = vec![Border { state: 0, is_swapped: false }];
        for row in 0..height {
            let mut after = Vec::new();
            let mut numbers = FxHashMap::default();
            let from = |border: &Border| {
                let to = |value| {
                    let next = border.after(graph, row > 0, value, radix)?;
                    Some(*numbers.entry(next).or_insert_with(|| {
                        after.push(next);
                        after.len() - 1
                    }))
                };
                (0..radix).map(to).collect()
            };
            steps.push(borders.iter().map(from).collect());
            borders = after;
        }
        // From the end, the class of each border, if it has one.
        let settled = |border: &Border| graph.settled[border.state].then_some(0);
        let mut class_of: Vec<Option<u32>> = borders.iter().map(settled).collect();
        let mut classes = vec![vec![Class { many: 1, next: Vec::new() }]];
        for steps in steps.into_iter().rev() {
            let after = &classes[classes.len() - 1];
            let mut known = FxHashMap::default();
            let mut before = Vec::new();
            let class = |steps: Vec<Option<usize>>| {
                let next: Vec<_> = steps.into_iter().map(|step| class_of[step?]).collect();
                let many = |class: &u32| after[*class as usize].many;
                let many = next.iter().flatten().map(many).sum();
                (many > 0).then(|| {
                    *known.entry(next).or_insert_with_key(|next| {
                        before.push(Class { many, next: next.clone() });
                        before.len() as u32 - 1
                    })
                })
            };
            class_of = steps.into_iter().map(class).collect();
            classes.push(before);
        }
        classes.reverse();
        Layers { classes }
    }

    /// The class after the first rows, as digits of a number.
    fn after(&self, rows: usize, value: u64, radix: u64) -> Option<u32> {
        (0..rows).try_fold(0, |class: u32, row| {
            let digit = value / radix.pow((rows - 1 - row) as u32) % radix;
            self.classes[row][class as usize].next[digit as usize]
        })
    }

    /// The tables for a row, if their numbers fit.
    fn row(&self, row: usize, class_bits: u32) -> Option<Row> {
        let mut table = Row::default();
        for class in &self.classes[row] {
            // The padding after the last entry is greater than every number.
            let mut entries = [i32::MAX; ENTRIES];
            let mut groups = [i32::MAX; ENTRIES / GROUP];
            let mut sum = 0u64;
            for (nth, next) in class.next.iter().enumerate() {
                if nth % GROUP == 0 {
                    groups[nth / GROUP] = i32::try_from(sum).ok()?;
                }
                let number = sum - groups[nth / GROUP] as u64;
                let class = next.unwrap_or((1 << class_bits) - 1);
                entries[nth] = i32::try_from(number << class_bits | u64::from(class)).ok()?;
                sum += next.map_or(0, |next| self.classes[row + 1][next as usize].many);
            }
            table.entries.push(entries);
            table.groups.push(groups);
        }
        Some(table)
    }
    /// The tables for the row that is decided last.
    fn last(&self) -> Last {
        let mut last = Last::default();
        for class in &self.classes[self.classes.len() - 2] {
            let mut set = [0; ENTRIES / 64];
            let mut before = [0; ENTRIES / 64];
            let mut list = [0; ENTRIES];
            let mut many = 0;
            for (row, next) in class.next.iter().enumerate() {
                if row % 64 == 0 {
                    before[row / 64] = many;
                }
                if next.is_some() {
                    set[row / 64] |= 1 << (row % 64);
                    list[usize::from(many)] = row as u8;
                    many += 1;
                }
            }
            last.sets.push(set);
            last.before.push(before);
            last.lists.push(list);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Rng, SplitMix64};

    use super::*;
    use crate::by_point::ByPoint;

    #[test]
    fn as_point_by_point() {
        let mut rng = SplitMix64::new(5);
        for (width, height) in (1..=5).flat_map(|width| (1..=9).map(move |height| (width, height)))
        {
            let Some(rows) = ByRow::new(&Graph::new(width), height) else {
                assert!(width * height > 25, "{width}x{height}");
                continue;
            };
            let points = ByPoint::new(Graph::new(width), height);
            assert_eq!(u128::from(rows.len()), points.len());
            for _ in 0..2000 {
                // A legal one, and an arbitrary one.
                let rank = rng.next_u64() % rows.len();
                let serial = rows.unrank(rank).unwrap();
                let any = rng.next_u64() % 3u64.pow((width * height) as u32);
                let digits = |serial: u64| -> Vec<u8> {
                    let digit = |nth| (serial / 3u64.pow(nth) % 3) as u8;
                    (0..(width * height) as u32).map(digit).collect()
                };
                assert_eq!(points.rank(&digits(serial)), Some(rank.into()), "{width}x{height}");
                assert_eq!(rows.rank(serial), Some(rank), "{width}x{height}");
                assert_eq!(rows.rank(any).map(u128::from), points.rank(&digits(any)));
            }
            assert_eq!(rows.unrank(rows.len()), None);
            assert_eq!(rows.rank(3u64.pow((width * height) as u32)), None);
            assert_eq!(rows.rank(u64::MAX), None);
        }
    }
}
