//! Reduced positions, really enumerated. Whether a position is reduced is a matter of all its points at
//! once; but all rows that can come first on the board, which is last in a serial, are judged at a time, as
//! the bits of a set.

use std::ops::ControlFlow;

use hoshi_core::Size;

use crate::by_row::Layers;
use crate::count::TooLarge;
use crate::graph::Graph;
use crate::rowset::{RowSet, Rows};

/// So many rows of a position differ within a block: three of 5x5 are 14 million serials, which are
/// enumerated in milliseconds.
const BLOCK_ROWS: usize = 3;

/// The rows of a position that are decided, from the last one up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    /// The row that is to be decided.
    row: usize,
    /// What is decided, as the first digits of a serial.
    serial: u64,
    /// The class of borders.
    class: u32,
    values: [u8; 5],
    /// Each column, in a byte, as a number with its last point, which is decided first, highest.
    columns: u64,
    /// The same with the last point lowest.
    upturned: u64,
    /// Whether all rows are their own mirror images.
    is_mirrored: bool,
}

/// What is needed to enumerate the reduced positions of a board.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) size: Size,
    layers: Layers,
    /// The legal first rows for each class.
    legal: Vec<RowSet>,
    pub(crate) rows: Rows,
}

impl Enumeration {
    pub(crate) fn new(size: Size) -> Result<Enumeration, TooLarge> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        if width > 5 || height > 5 {
            return Err(TooLarge { size, most: "5x5" });
        }
        let layers = Layers::new(&Graph::new(width), height);
        let legal = layers.first_rows().collect();
        Ok(Enumeration { size, layers, legal, rows: Rows::new(width) })
    }

    fn height(&self) -> usize {
        usize::from(self.size.height())
    }

    /// How many rows are the same within a block.
    fn head_rows(&self) -> usize {
        self.height().saturating_sub(BLOCK_ROWS)
    }

    /// How many serials a block has.
    pub(crate) fn block(&self) -> u64 {
        self.rows.radix.pow((self.height() - self.head_rows()) as u32)
    }

    /// How many blocks there are.
    pub(crate) fn heads(&self) -> u64 {
        self.rows.radix.pow(self.head_rows() as u32)
    }

    /// How many blocks a group has: the same last row, if a block has one.
    pub(crate) fn blocks_a_group(&self) -> u64 {
        self.rows.radix.pow(self.head_rows().saturating_sub(1) as u32)
    }

    pub(crate) fn groups(&self) -> usize {
        (self.heads() / self.blocks_a_group()) as usize
    }

    /// The group of a block.
    pub(crate) fn group(&self, block: u64) -> usize {
        (block / self.blocks_a_group()) as usize
    }

    /// Counts the reduced positions of each block of a group.
    pub(crate) fn count(&self, group: usize) -> impl Iterator<Item = u64> + '_ {
        let first = group as u64 * self.blocks_a_group();
        (first..first + self.blocks_a_group()).map(|block| {
            let mut many = 0;
            let _: Option<ControlFlow<()>> = self.head(block).map(|head| {
                self.walk(&head, |_, set| {
                    many += u64::from(set.len());
                    ControlFlow::Continue(())
                })
            });
            many
        })
    }

    /// Nothing is decided.
    fn start(&self) -> Prefix {
        Prefix {
            row: self.height() - 1,
            serial: 0,
            class: 0,
            values: [0; 5],
            columns: 0,
            upturned: 0,
            is_mirrored: true,
        }
    }

    /// All rows of a block are decided; `None` if it has no reduced position.
    pub(crate) fn head(&self, block: u64) -> Option<Prefix> {
        let rows = self.head_rows();
        (0..rows).try_fold(self.start(), |prefix, row| {
            let digit = block / self.rows.radix.pow((rows - 1 - row) as u32) % self.rows.radix;
            self.step(&prefix, digit as usize)
        })
    }

    /// Decides one more row; `None` if nothing that is reduced can follow.
    #[inline]
    fn step(&self, prefix: &Prefix, value: usize) -> Option<Prefix> {
        let (row, last) = (prefix.row, self.height() - 1);
        let class = self.layers.next(last - row, prefix.class, value)?;
        let mirror = self.rows.mirrored[value];
        if prefix.is_mirrored && mirror < value {
            return None;
        }
        let spread = self.rows.spread[value];
        let mut values = prefix.values;
        values[row] = value as u8;
        let columns = prefix.columns * 3 + spread;
        if self.size.is_square() {
            // The outer columns, read upwards, are rows of images: as far as they are decided.
            let low = u64::from(values[last]) / self.rows.powers[row];
            if columns & 255 < low || columns >> (8 * last) < low {
                return None;
            }
        }
        Some(Prefix {
            row: row.wrapping_sub(1),
            serial: prefix.serial * self.rows.radix + value as u64,
            class,
            values,
            columns,
            upturned: prefix.upturned + spread * self.rows.powers[last - row],
            is_mirrored: prefix.is_mirrored && mirror == value,
        })
    }

    /// Visits the reduced positions that begin so, in the order of their serials: the serial of each that
    /// has an empty first row, and the set of the first rows.
    pub(crate) fn walk<B>(
        &self,
        prefix: &Prefix,
        mut visit: impl FnMut(u64, &RowSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.walk_on(prefix, &mut visit)
    }

    fn walk_on<B>(
        &self,
        prefix: &Prefix,
        visit: &mut impl FnMut(u64, &RowSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if prefix.row == 0 {
            let set = self.first_rows(prefix);
            return if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(prefix.serial * self.rows.radix, &set)
            };
        }
        for value in 0..self.rows.radix as usize {
            if let Some(longer) = self.step(prefix, value) {
                self.walk_on(&longer, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first rows with which a position is reduced whose others are decided.
    fn first_rows(&self, prefix: &Prefix) -> RowSet {
        let mut set = self.legal[prefix.class as usize];
        if prefix.is_mirrored {
            set = set & self.rows.mirror_not_below;
        }
        let last = self.height() - 1;
        if last == 0 {
            return set;
        }
        let values = &prefix.values[..=last];
        let mirrored = &self.rows.mirrored;
        let lowest = usize::from(values[last]);
        // Upside down, the first row is the last, and what is between the two decides if they are equal.
        let between = &values[1..last];
        let mut upside_down = self.rows.above[lowest];
        if between.iter().rev().le(between) {
            upside_down.insert(lowest);
        }
        let mut half_turn = self.rows.mirror_above[lowest];
        let turned = between.iter().map(|&value| mirrored[usize::from(value)] as u8);
        if between.iter().rev().copied().le(turned) {
            half_turn.insert(mirrored[lowest]);
        }
        set = set & upside_down & half_turn;
        if self.size.is_square() {
            for is_upturned in [true, false] {
                for is_from_left in [true, false] {
                    if set.is_empty() {
                        return set;
                    }
                    set = self.transposed(prefix, set, is_upturned, is_from_left);
                }
            }
        }
        set
    }

    /// Those of the first rows with which the position has no larger serial than an image whose rows are
    /// its columns.
    #[inline]
    fn transposed(
        &self,
        prefix: &Prefix,
        set: RowSet,
        is_upturned: bool,
        is_from_left: bool,
    ) -> RowSet {
        let last = self.height() - 1;
        let columns = if is_upturned { prefix.upturned } else { prefix.columns };
        // Those that are not above so far; those that may be yet.
        let (mut good, mut tied) = (RowSet::default(), set);
        for row in (1..=last).rev() {
            let column = if is_from_left { last - row } else { row };
            let value = u64::from(prefix.values[row]);
            let decided = columns >> (8 * column) & 255;
            // The point of the first row is the lowest digit of the column, or the highest.
            let (digit, other) = if is_upturned {
                (value / self.rows.powers[last], value % self.rows.powers[last])
            } else {
                (value % 3, value / 3)
            };
            let (equal, above) = (
                self.rows.with[column][digit as usize],
                self.rows.with_above[column][digit as usize],
            );
            if is_upturned {
                good = good | tied & above;
                if decided > other {
                    good = good | tied & equal;
                }
                if decided != other {
                    return good;
                }
            } else {
                if decided > other {
                    return good | tied;
                }
                if decided < other {
                    return good;
                }
                good = good | tied & above;
            }
            tied = tied & equal;
            if tied.is_empty() {
                return good;
            }
        }
        // Few are left: the first row itself, and the column that is compared with it.
        let column = if is_from_left { last } else { 0 };
        let decided = columns >> (8 * column) & 255;
        for row in tied.iter() {
            let digit = self.rows.spread[row] >> (8 * column) & 255;
            let value = if is_upturned {
                digit * self.rows.powers[last] + decided
            } else {
                decided * 3 + digit
            };
            if row as u64 <= value {
                good.insert(row);
            }
        }
        good
    }
}
