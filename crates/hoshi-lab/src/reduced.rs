//! The index of reduced positions: those that are legal and have no smaller serial among their images
//! under the symmetries of the board.
//!
//! How many there are before each block of serials is counted once; a number is found by enumerating one
//! block.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use hoshi_core::{Rng, Size};

use crate::count::TooLarge;
use crate::enumeration::Enumeration;
use crate::reduced_5x5::BY_LAST_ROW;

/// The index of the reduced positions of a board of up to 5x5, by their serials.
///
/// On 5x5, what is asked for the first time within a group of serials, those with the same last row of
/// the board, takes a second at most; then it takes milliseconds.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::Reduced;
///
/// let reduced = Reduced::new(Size::square(2).unwrap())?;
/// assert_eq!(reduced.len(), 13);
/// // The first is the empty board, the second has a black stone on the first point.
/// assert_eq!((reduced.unrank(0), reduced.unrank(1)), (Some(0), Some(1)));
/// // On the second point, it has an image with a smaller serial.
/// assert_eq!((reduced.rank(1), reduced.rank(3)), (Some(1), None));
/// assert_eq!(reduced.unrank(13), None);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Reduced {
    enumeration: Enumeration,
    /// How many reduced positions there are before each group, and in all.
    before: Vec<u64>,
    /// How many there are in each group before each of its blocks, and in all: counted when they are
    /// needed.
    blocks: Vec<OnceLock<Vec<u64>>>,
}

impl Reduced {
    /// Makes the index of a board. The groups of 5x5 are known; those of other boards are counted, in a
    /// second at most.
    ///
    /// # Errors
    /// If a side is longer than 5.
    pub fn new(size: Size) -> Result<Reduced, TooLarge> {
        let enumeration = Enumeration::new(size)?;
        let groups = enumeration.groups();
        let blocks: Vec<OnceLock<Vec<u64>>> = vec![OnceLock::new(); groups];
        let is_known = size.area() == 25;
        let before = running((0..groups).map(|group| {
            if is_known {
                return BY_LAST_ROW[group];
            }
            let before = running(enumeration.count(group));
            let many = before[before.len() - 1];
            // It is empty yet.
            let _ = blocks[group].set(before);
            many
        }));
        Ok(Reduced { enumeration, before, blocks })
    }

    /// How many reduced positions of a group there are before each of its blocks, and in all.
    fn blocks(&self, group: usize) -> &[u64] {
        self.blocks[group].get_or_init(|| running(self.enumeration.count(group)))
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.enumeration.size
    }

    /// How many reduced positions there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always reduced")]
    pub fn len(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The number of the position with a serial; `None` if it is not reduced, or the board has no such
    /// one.
    #[must_use]
    pub fn rank(&self, serial: u64) -> Option<u64> {
        let (radix, block) = (self.enumeration.rows.radix, serial / self.enumeration.block());
        if block >= self.enumeration.heads() {
            return None;
        }
        let head = self.enumeration.head(block)?;
        let (group, row) = (self.enumeration.group(block), (serial % radix) as usize);
        let in_group = block % self.enumeration.blocks_a_group();
        let mut rank = self.before[group] + self.blocks(group)[in_group as usize];
        let found = self.enumeration.walk(&head, |first, set| {
            if first + radix <= serial {
                rank += u64::from(set.len());
                return ControlFlow::Continue(());
            }
            let is_it = first <= serial && set.contains(row);
            ControlFlow::Break(is_it.then(|| rank + u64::from(set.below(row))))
        });
        found.break_value()?
    }

    /// The serial of the position with a number; `None` if there are not so many.
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Option<u64> {
        if rank >= self.len() {
            return None;
        }
        // The last group, and block, that does not begin after it.
        let last = |before: &[u64], rank| before.partition_point(|&before| before <= rank) - 1;
        let group = last(&self.before, rank);
        let mut rest = rank - self.before[group];
        let block = last(self.blocks(group), rest);
        rest -= self.blocks(group)[block];
        let block = group as u64 * self.enumeration.blocks_a_group() + block as u64;
        let found = self.enumeration.walk(&self.enumeration.head(block)?, |first, set| {
            let many = u64::from(set.len());
            if rest >= many {
                rest -= many;
                return ControlFlow::Continue(());
            }
            ControlFlow::Break(set.nth(rest as u32).map(|row| first + row as u64))
        });
        found.break_value()?
    }

    /// The serial of a reduced position at random, each with the same chance.
    ///
    /// ```
    /// use hoshi_core::{Size, SplitMix64};
    /// use hoshi_lab::Reduced;
    ///
    /// let reduced = Reduced::new(Size::square(3).unwrap())?;
    /// let serial = reduced.random(&mut SplitMix64::new(1));
    /// assert!(reduced.rank(serial).is_some());
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    pub fn random(&self, rng: &mut impl Rng) -> u64 {
        let shift = (self.len() - 1).leading_zeros();
        loop {
            // As many bits as the largest number has; what is too large is thrown away.
            let number = rng.next_u64().checked_shr(shift).unwrap_or(0);
            if let Some(serial) = self.unrank(number) {
                return serial;
            }
        }
    }
}

/// The sums of the numbers before each, and of all.
fn running(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut sums = vec![0];
    sums.extend(numbers.scan(0, |sum, number| {
        *sum += number;
        Some(*sum)
    }));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_5x5_that_are_known() {
        let enumeration = Enumeration::new(Size::square(5).unwrap()).unwrap();
        assert_eq!(enumeration.groups(), BY_LAST_ROW.len());
        // All of them where there is time; else those that are soon counted, some without any.
        let is_long = std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1");
        let few = [9, 121, 161, 202, 212, 215, 224, 233, 241, 242];
        for group in (0..243).filter(|group| is_long || few.contains(group)) {
            assert_eq!(enumeration.count(group).sum::<u64>(), BY_LAST_ROW[group], "{group}");
        }
        assert_eq!(BY_LAST_ROW.iter().sum::<u64>(), 51_790_408_755);
    }
}
