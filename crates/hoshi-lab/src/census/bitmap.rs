//! The bits and the ko masks of a range of serials.

use std::ops::Range;

use super::Census;
use super::bits::Bits;
use super::totals::{Rows, Totals};

/// One bit for each serial of a range: whether it is legal and reduced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bitmap {
    /// The first serial.
    pub first: u64,
    /// The number of serials.
    pub len: u64,
    /// Their bits, the first serial's in the lowest bit of the first word. Padding bits are 0.
    pub words: Vec<u64>,
    /// The number of bits that are 1.
    ones: u64,
}

impl Bitmap {
    pub(crate) fn new(first: u64, len: u64, words: Vec<u64>) -> Bitmap {
        let ones = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Bitmap { first, len, words, ones }
    }

    /// The number of legal and reduced serials.
    #[must_use]
    pub fn ones(&self) -> u64 {
        self.ones
    }

    /// Allocates zero bits for a range, with some padding.
    pub(crate) fn clear_for(&mut self, range: &Range<u64>, bits: u64) {
        self.first = range.start;
        self.len = range.end - range.start;
        let words = bits.div_ceil(64) as usize + 4;
        if self.ones > 0 {
            self.words.clear();
        }
        self.words.resize(words, 0);
    }

    /// Completes the bitmap: this many bits are 1.
    pub(crate) fn finish(&mut self, ones: u64) {
        self.words.truncate(self.len.div_ceil(64) as usize);
        self.ones = ones;
    }

    /// Whether a serial is legal and reduced; `None` if it is not of this range.
    #[must_use]
    pub fn get(&self, serial: u64) -> Option<bool> {
        let at = serial.checked_sub(self.first).filter(|&at| at < self.len)?;
        Some(self.words[(at / 64) as usize] >> (at % 64) & 1 != 0)
    }

    /// The serials that are legal and reduced, in their order.
    pub fn serials(&self) -> impl Iterator<Item = u64> {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            let first = self.first + 64 * place as u64;
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| first + bit)
        })
    }
}

/// The ko points of the reduced positions of a range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    /// The first serial of the range.
    pub first: u64,
    /// For each position with a ko point, its serial less the first, and a bit for each ko point, the
    /// first point's the lowest; in the order of serials.
    pub list: Vec<(u32, u32)>,
}

impl Census {
    /// The bits of a range of serials, and its totals.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::Census;
    ///
    /// let census = Census::new(Size::square(2).unwrap(), None)?;
    /// let (bitmap, totals) = census.bitmap(0..81);
    /// let serials: Vec<u64> = bitmap.serials().collect();
    /// assert_eq!(serials, [0, 1, 2, 4, 5, 8, 12, 13, 15, 16, 17, 24, 26]);
    /// assert_eq!(totals.reduced, 13);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn bitmap(&self, range: Range<u64>) -> (Bitmap, Totals) {
        let mut bitmap = Bitmap::default();
        let totals = self.fill(range, &mut bitmap);
        (bitmap, totals)
    }

    /// The same, reusing the memory of an earlier bitmap.
    pub fn fill(&self, range: Range<u64>, bitmap: &mut Bitmap) -> Totals {
        let range = range.start..range.end.min(self.serials()).max(range.start);
        // Rows are written whole; the first may begin before the range.
        let before = range.start % self.plan.tail.values as u64;
        let start = range.start - before;
        // The last may end after it.
        bitmap.clear_for(&range, before + range.end - range.start);
        let totals = self.visit(range, &mut Words { words: &mut bitmap.words, start });
        if before > 0 {
            move_down(&mut bitmap.words, before as usize);
        }
        bitmap.finish(totals.reduced);
        totals
    }

    /// The bits and the ko masks of a part in one pass, reusing the memory of an earlier bitmap.
    pub(crate) fn fill_with_masks(&self, part: u64, bitmap: &mut Bitmap) -> Masks {
        let range = self.part_range(part);
        let first = range.start;
        // A part begins with a row.
        bitmap.clear_for(&range, range.end - range.start);
        let words = Words { words: &mut bitmap.words, start: first };
        let mut both = (words, Marks { first, found: Vec::new() });
        let totals = self.visit(range, &mut both);
        let (_, Marks { found, .. }) = both;
        bitmap.finish(totals.reduced);
        Masks::new(first, found)
    }

    /// The number of serials of a block.
    pub(crate) fn block(&self) -> u64 {
        self.plan.block
    }

    /// The number of reduced positions of each block, for a range of whole blocks.
    pub(crate) fn by_block(&self, range: Range<u64>) -> Vec<u64> {
        let (start, block) = (range.start, self.plan.block);
        let mut blocks =
            Blocks { start, block, sums: vec![0; ((range.end - start) / block) as usize] };
        self.visit(range, &mut blocks);
        blocks.sums
    }

    /// The ko masks of a range of at most 2^32 serials, and its totals; no masks if the census does
    /// not look for ko points.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::{Census, Ko};
    ///
    /// let census = Census::new(Size::new(3, 2).unwrap(), Some(Ko::Strict))?;
    /// let (masks, totals) = census.masks(0..729);
    /// assert_eq!(masks.list.len(), 3);
    /// assert_eq!(totals.ko.map(|ko| (ko.reduced(), ko.all())), Some((3, 12)));
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn masks(&self, range: Range<u64>) -> (Masks, Totals) {
        let range = range.start..range.end.min(range.start.saturating_add(1 << 32));
        let first = range.start;
        let mut marks = Marks { first, found: Vec::new() };
        let totals = self.visit(range, &mut marks);
        (Masks::new(first, marks.found), totals)
    }
}

/// The words of a bitmap that begins with this serial.
struct Words<'a> {
    words: &'a mut [u64],
    start: u64,
}

impl Rows for Words<'_> {
    #[inline(always)]
    fn row(&mut self, first: u64, tails: Bits, _: &[(u8, Bits)]) {
        put(self.words, first - self.start, tails);
    }
}

/// Counts the reduced positions of each block.
struct Blocks {
    start: u64,
    block: u64,
    sums: Vec<u64>,
}

impl Rows for Blocks {
    #[inline(always)]
    fn row(&mut self, first: u64, tails: Bits, _: &[(u8, Bits)]) {
        self.sums[((first - self.start) / self.block) as usize] += u64::from(tails.len());
    }
}

/// Ko points found: an offset and a point in each number, to be sorted.
struct Marks {
    first: u64,
    found: Vec<u64>,
}

impl Rows for Marks {
    #[inline(always)]
    fn row(&mut self, first: u64, _: Bits, ko: &[(u8, Bits)]) {
        for &(point, tails) in ko {
            for tail in tails.iter() {
                self.found.push((first + tail as u64 - self.first) << 32 | 1 << point);
            }
        }
    }
}

/// Passes rows to both.
impl<A: Rows, B: Rows> Rows for (A, B) {
    #[inline(always)]
    fn row(&mut self, first: u64, tails: Bits, ko: &[(u8, Bits)]) {
        self.0.row(first, tails, ko);
        self.1.row(first, tails, ko);
    }
}

/// Writes a row at its place, where the bits are still 0.
#[inline(always)]
pub(crate) fn put(words: &mut [u64], at: u64, Bits([a, b, c, d]): Bits) {
    let (place, by) = ((at / 64) as usize, (at % 64) as u32);
    let Some([v, w, x, y, z]) = words.get_mut(place..place + 5) else { return };
    *v |= a << by;
    // In two steps, since a shift by 64 overflows.
    *w |= b << by | a >> 1 >> (63 - by);
    *x |= c << by | b >> 1 >> (63 - by);
    *y |= d << by | c >> 1 >> (63 - by);
    *z |= d >> 1 >> (63 - by);
}

/// Moves all bits down.
fn move_down(words: &mut [u64], by: usize) {
    let (skip, by) = (by / 64, by % 64);
    for place in 0..words.len() {
        let at = |place: usize| words.get(place).copied().unwrap_or(0);
        let (low, high) = (at(place + skip), at(place + skip + 1));
        words[place] = if by == 0 { low } else { low >> by | high << (64 - by) };
    }
}
