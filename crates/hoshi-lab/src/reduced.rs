//! The index of reduced positions: those that are legal and have no smaller serial among their images
//! under the symmetries of the board.
//!
//! The number of positions before each block of serials is counted once; a lookup enumerates one
//! block.

use std::sync::OnceLock;

use hoshi_core::{Rng, Size};

use crate::census::Census;
use crate::count::TooLarge;
use crate::reduced_5x5::BY_LAST_ROW;

/// The maximum number of serials of a group: on 5x5, those with the same last row of the board.
const GROUP: u64 = 3u64.pow(20);

/// The index of the reduced positions of a board of up to 5x5, by their serials.
///
/// On 5x5, the first lookup within a group of serials (those with the same last row of the board)
/// takes a tenth of a second; later ones take microseconds.
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
    census: Census,
    /// The number of reduced positions before each group, and in all.
    before: Vec<u64>,
    /// For each group, the number of positions before each of its blocks, and in all: counted when
    /// needed.
    blocks: Vec<OnceLock<Vec<u64>>>,
}

impl Reduced {
    /// Builds the index of a board. The groups of 5x5 are precomputed; smaller boards are counted
    /// at once.
    ///
    /// # Errors
    /// If a side is longer than 5.
    pub fn new(size: Size) -> Result<Reduced, TooLarge> {
        if size.width() > 5 || size.height() > 5 {
            return Err(TooLarge { size, most: "5x5" });
        }
        let census = Census::new(size, None)?;
        if size.area() == 25 {
            let blocks = vec![OnceLock::new(); BY_LAST_ROW.len()];
            return Ok(Reduced { census, before: running(BY_LAST_ROW.iter().copied()), blocks });
        }
        // One group.
        let blocks = running(census.by_block(0..census.serials()).into_iter());
        let before = vec![0, blocks[blocks.len() - 1]];
        Ok(Reduced { census, before, blocks: vec![OnceLock::from(blocks)] })
    }

    /// The number of reduced positions of a group before each of its blocks, and in all.
    fn blocks(&self, group: usize) -> &[u64] {
        self.blocks[group].get_or_init(|| {
            let first = group as u64 * GROUP;
            running(self.census.by_block(first..first + GROUP).into_iter())
        })
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.census.size()
    }

    /// The number of reduced positions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always reduced")]
    pub fn len(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The number of the position with a serial; `None` if it is not reduced, or out of range.
    #[must_use]
    pub fn rank(&self, serial: u64) -> Option<u64> {
        if serial >= self.census.serials() {
            return None;
        }
        let block = self.census.block();
        let first = serial / block * block;
        let (bitmap, _) = self.census.bitmap(first..first + block);
        let at = (serial - first) as usize;
        let word = bitmap.words[at / 64];
        if word >> (at % 64) & 1 == 0 {
            return None;
        }
        let full_words: u32 = bitmap.words[..at / 64].iter().map(|word| word.count_ones()).sum();
        let some = (word & ((1 << (at % 64)) - 1)).count_ones();
        let (group, in_group) = ((serial / GROUP) as usize, (serial % GROUP / block) as usize);
        Some(self.before[group] + self.blocks(group)[in_group] + u64::from(full_words + some))
    }

    /// The serial of the position with a number; `None` if it is out of range.
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
        let first = group as u64 * GROUP + block as u64 * self.census.block();
        let (bitmap, _) = self.census.bitmap(first..first + self.census.block());
        bitmap.serials().nth(rest as usize)
    }

    /// The serial of a uniformly random reduced position.
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
            // Rejection sampling with as many bits as the largest number has.
            let number = rng.next_u64().checked_shr(shift).unwrap_or(0);
            if let Some(serial) = self.unrank(number) {
                return serial;
            }
        }
    }
}

/// The prefix sums, and the total.
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
        let census = Census::new(Size::square(5).unwrap(), None).unwrap();
        // All of them under `HOSHI_LONG`; else some, including empty ones.
        let is_long = std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1");
        let few = [9, 121, 161, 202, 212, 215, 224, 233, 241, 242];
        for group in (0..243).filter(|group| is_long || few.contains(group)) {
            let first = group as u64 * GROUP;
            let found = census.count(first..first + GROUP).reduced;
            assert_eq!(found, BY_LAST_ROW[group], "{group}");
            assert_eq!(census.by_block(first..first + GROUP).iter().sum::<u64>(), found, "{group}");
        }
        assert_eq!(BY_LAST_ROW.iter().sum::<u64>(), 51_790_408_755);
    }
}
