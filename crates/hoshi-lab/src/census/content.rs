//! A part of a census: its bits as rows, of which few are different, and its ko masks.

use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use twox_hash::XxHash3_64;

use super::bitmap::{self, Bitmap, Masks};
use super::bits::Bits;
use super::totals::{Rows, Totals};
use super::{Census, KoTotals};

/// The number of serials of a part; a multiple of 64, so that threads share no word of bits.
pub const PART: u64 = 64 * 59_049;

/// Different rows, each with a number; the empty one is 0.
#[derive(Debug)]
pub(crate) struct Dictionary {
    numbers: FxHashMap<Bits, u32>,
    pub(crate) rows: Vec<Bits>,
}

impl Default for Dictionary {
    fn default() -> Dictionary {
        Dictionary { numbers: FxHashMap::from_iter([(Bits::NONE, 0)]), rows: vec![Bits::NONE] }
    }
}

impl Dictionary {
    #[inline(always)]
    fn number(&mut self, row: Bits) -> u32 {
        let rows = &mut self.rows;
        *self.numbers.entry(row).or_insert_with(|| {
            rows.push(row);
            rows.len() as u32 - 1
        })
    }
}

/// The content of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) totals: Totals,
    /// Of the bits.
    pub(crate) digest: u64,
    /// Of the ko masks.
    pub(crate) ko_digest: u64,
    /// The numbers of its rows; none if all are empty.
    pub(crate) rows: Vec<u32>,
    pub(crate) masks: Masks,
}

impl Census {
    /// The serials of a part.
    pub(crate) fn part_range(&self, part: u64) -> Range<u64> {
        part * PART..((part + 1) * PART).min(self.serials())
    }

    /// How many parts of 64 x 3^10 serials the census has.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.serials().div_ceil(PART)
    }

    /// The number of rows of a part.
    pub(crate) fn rows_of(&self, part: u64) -> usize {
        let range = self.part_range(part);
        ((range.end - range.start) / self.plan.tail.values as u64) as usize
    }

    /// The number of bits of a row.
    pub(crate) fn row_len(&self) -> usize {
        self.plan.tail.values
    }

    /// Computes a part; its bits are left in `bitmap`.
    pub(crate) fn part(&self, part: u64, dictionary: &mut Dictionary, bitmap: &mut Bitmap) -> Part {
        let range = self.part_range(part);
        let first = range.start;
        bitmap.clear_for(&range, range.end - range.start);
        let mut work = Work {
            words: &mut bitmap.words,
            first,
            values: self.plan.tail.values as u64,
            rows: vec![0; self.rows_of(part)],
            dictionary,
            marks: Vec::new(),
        };
        let totals = self.visit(range, &mut work);
        let Work { mut rows, marks, .. } = work;
        bitmap.finish(totals.reduced);
        if totals.reduced == 0 {
            rows.clear();
        }
        let masks = Masks::new(first, marks);
        let digest = bitmap.digest();
        let ko_digest = masks.digest();
        Part { totals, digest, ko_digest, rows, masks }
    }
}

/// Collects the rows of a part.
struct Work<'a> {
    words: &'a mut [u64],
    first: u64,
    values: u64,
    rows: Vec<u32>,
    dictionary: &'a mut Dictionary,
    marks: Vec<u64>,
}

impl Rows for Work<'_> {
    #[inline(always)]
    fn row(&mut self, first: u64, tails: Bits, ko: &[(u8, Bits)]) {
        let at = first - self.first;
        bitmap::put(self.words, at, tails);
        self.rows[(at / self.values) as usize] = self.dictionary.number(tails);
        for &(point, tails) in ko {
            for tail in tails.iter() {
                self.marks.push((at + tail as u64) << 32 | 1 << point);
            }
        }
    }
}

impl Bitmap {
    /// A digest of the bits: XXH3, 64 bits, of the words in little-endian bytes, without unused
    /// trailing bytes.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::Census;
    ///
    /// let census = Census::new(Size::square(2).unwrap(), None)?;
    /// assert_eq!(census.bitmap(0..81).0.digest(), 0x4064_ed88_a55f_933c);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> u64 {
        // Many parts are empty, and their digest is the same.
        static EMPTY: OnceLock<u64> = OnceLock::new();
        if self.ones() == 0 && self.len == PART {
            return *EMPTY.get_or_init(|| XxHash3_64::oneshot(&vec![0; PART as usize / 8]));
        }
        let many = self.len.div_ceil(8) as usize;
        if cfg!(target_endian = "little") {
            let bytes: &[u8] = bytemuck::cast_slice(&self.words);
            return XxHash3_64::oneshot(&bytes[..many]);
        }
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        XxHash3_64::oneshot(&bytes[..many])
    }

    /// A bitmap from the numbers of its rows.
    pub(crate) fn from_rows(
        range: Range<u64>,
        row_len: usize,
        rows: impl Iterator<Item = Bits>,
    ) -> Bitmap {
        let len = range.end - range.start;
        let mut words = vec![0; len.div_ceil(64) as usize + 4];
        for (number, row) in rows.enumerate() {
            bitmap::put(&mut words, (number * row_len) as u64, row);
        }
        words.truncate(len.div_ceil(64) as usize);
        Bitmap::new(range.start, len, words)
    }
}

impl Masks {
    /// From an offset and one point in each number.
    pub(crate) fn new(first: u64, mut marks: Vec<u64>) -> Masks {
        marks.sort_unstable();
        let mut list: Vec<(u32, u32)> = Vec::new();
        for one in marks {
            let (offset, mask) = ((one >> 32) as u32, one as u32);
            match list.last_mut() {
                Some((last, masks)) if *last == offset => *masks |= mask,
                _ => list.push((offset, mask)),
            }
        }
        Masks { first, list }
    }

    /// A digest: XXH3, 64 bits, of offset and mask of each position, four little-endian bytes each.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let bytes = |&(offset, mask): &(u32, u32)| {
            (u64::from(offset) | u64::from(mask) << 32).to_le_bytes()
        };
        let bytes: Vec<u8> = self.list.iter().flat_map(bytes).collect();
        XxHash3_64::oneshot(&bytes)
    }

    /// The ko mask of a serial; 0 if it has none.
    #[must_use]
    pub fn get(&self, serial: u64) -> u32 {
        let Some(offset) = serial.checked_sub(self.first).and_then(|at| u32::try_from(at).ok())
        else {
            return 0;
        };
        let found = self.list.binary_search_by_key(&offset, |&(offset, _)| offset);
        found.map_or(0, |place| self.list[place].1)
    }
}

/// The digest of a whole census: that of the digests of its parts, eight little-endian bytes each.
pub(crate) fn digest_of(digests: impl Iterator<Item = u64>) -> u64 {
    let bytes: Vec<u8> = digests.flat_map(u64::to_le_bytes).collect();
    XxHash3_64::oneshot(&bytes)
}

/// Empty totals of ko points.
pub(crate) fn no_ko(points: usize) -> KoTotals {
    KoTotals { heat: vec![0; points], weighted: vec![0; points], ..KoTotals::default() }
}
