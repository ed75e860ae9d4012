//! Sets of rows of points, as bits: a row of up to five points is one of 243 numbers.

use std::ops::{BitAnd, BitOr};

/// A set of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowSet([u64; 4]);

impl RowSet {
    pub(crate) fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many of them are below one.
    pub(crate) fn below(&self, row: usize) -> u32 {
        self.iter().take_while(|&other| other < row).count() as u32
    }

    /// The one with a number, from 0.
    pub(crate) fn nth(&self, number: u32) -> Option<usize> {
        self.iter().nth(number as usize)
    }

    /// All of them, in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 4 && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(64 * at + bit)
        })
    }
}

impl FromIterator<usize> for RowSet {
    fn from_iter<I: IntoIterator<Item = usize>>(rows: I) -> RowSet {
        let mut set = RowSet::default();
        rows.into_iter().for_each(|row| set.insert(row));
        set
    }
}

impl BitAnd for RowSet {
    type Output = RowSet;

    #[inline(always)]
    fn bitand(self, other: RowSet) -> RowSet {
        RowSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for RowSet {
    type Output = RowSet;

    #[inline(always)]
    fn bitor(self, other: RowSet) -> RowSet {
        RowSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

/// The rows of one width: what they look like in a mirror, and sets of them.
#[derive(Debug)]
pub(crate) struct Rows {
    /// How many rows there are.
    pub(crate) radix: u64,
    pub(crate) powers: [u64; 6],
    /// Each row from right to left.
    pub(crate) mirrored: Vec<usize>,
    /// The points of each row, the first in the lowest byte.
    pub(crate) spread: Vec<u64>,
    /// The rows above each.
    pub(crate) above: Vec<RowSet>,
    /// The rows whose mirror image is above each.
    pub(crate) mirror_above: Vec<RowSet>,
    /// The rows whose mirror image is not below them.
    pub(crate) mirror_not_below: RowSet,
    /// By column and colour, the rows that have it there.
    pub(crate) with: Vec<[RowSet; 3]>,
    /// The same for the colours above.
    pub(crate) with_above: Vec<[RowSet; 3]>,
}

impl Rows {
    pub(crate) fn new(width: usize) -> Rows {
        let powers = std::array::from_fn(|power| 3u64.pow(power as u32));
        let radix = powers[width];
        let all = 0..radix as usize;
        let digit = |row: usize, column: usize| row / powers[column] as usize % 3;
        let mirror = |row: usize| -> usize {
            (0..width).map(|column| digit(row, column) * powers[width - 1 - column] as usize).sum()
        };
        let spread =
            |row: usize| (0..width).map(|column| (digit(row, column) as u64) << (8 * column)).sum();
        let those =
            |is: &dyn Fn(usize) -> bool| -> RowSet { all.clone().filter(|&row| is(row)).collect() };
        let colors = [0, 1, 2];
        Rows {
            radix,
            powers,
            mirrored: all.clone().map(mirror).collect(),
            spread: all.clone().map(spread).collect(),
            above: all.clone().map(|row| those(&|other| other > row)).collect(),
            mirror_above: all.clone().map(|row| those(&|other| mirror(other) > row)).collect(),
            mirror_not_below: those(&|row| mirror(row) >= row),
            with: (0..width)
                .map(|column| colors.map(|color| those(&|row| digit(row, column) == color)))
                .collect(),
            with_above: (0..width)
                .map(|column| colors.map(|color| those(&|row| digit(row, column) > color)))
                .collect(),
        }
    }
}
