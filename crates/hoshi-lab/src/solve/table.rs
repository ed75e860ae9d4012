//! Solved boards as files, in the format of `docs/formats/table.md`.

use hoshi_core::Size;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::places::Layout;
use super::{Solution, fits, places_of};
use crate::fold::symmetric;

const MAGIC: &[u8; 8] = b"hoshitab";
const VERSION: u8 = 1;
/// The only rules so far: simple ko, no suicide, area, no komi.
const SIMPLE: u8 = 1;
/// The bytes before the dictionary.
const HEAD: usize = 24;
const SUM: usize = 4;

/// Why a file is not a readable table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Its magic number is missing.
    #[error("not a table of a solved board")]
    Foreign,
    /// Its version is not supported.
    #[error("unsupported version {0}; this program supports version {VERSION}")]
    Version(u8),
    /// It is truncated, or its checksum is wrong.
    #[error("it is damaged: checksum mismatch; solve the board again")]
    Damaged,
    /// It was solved under unknown rules.
    #[error("it was solved under unknown rules (number {0})")]
    Rules(u8),
    /// The board is too large.
    #[error("its board is too large ({0}x{1}); tables support up to 20 points")]
    Size(u8, u8),
    /// The checksum is right but the content is invalid: hoshi did not write it.
    #[error("invalid content at byte {0}")]
    Content(usize),
}

impl Solution {
    /// The table as the bytes of a file; deterministic.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::{Solution, State, TableError};
    ///
    /// let size = Size::square(2).unwrap();
    /// let bytes = Solution::new(size)?.to_bytes();
    /// let solution = Solution::from_bytes(&bytes).unwrap();
    /// assert_eq!(solution.value(&State::start(size)).unwrap().to_string(), "-4..4");
    /// assert_eq!(Solution::from_bytes(&bytes[1..]).unwrap_err(), TableError::Foreign);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let entry = |at: usize| {
            let ([low, high], [soon, late]) = (self.values[at], self.plies[at]);
            [low as u8, high as u8, soon, late]
        };
        let mut counts: FxHashMap<[u8; 4], usize> = FxHashMap::default();
        for at in 0..self.values.len() {
            *counts.entry(entry(at)).or_default() += 1;
        }
        // The most frequent have the shortest numbers.
        let mut dictionary: Vec<([u8; 4], usize)> = counts.into_iter().collect();
        dictionary.sort_unstable_by_key(|&(entry, count)| (std::cmp::Reverse(count), entry));
        let numbers: FxHashMap<[u8; 4], u32> =
            dictionary.iter().zip(0..).map(|(&(entry, _), number)| (entry, number)).collect();

        let (size, layout) = (self.size(), self.places.layout());
        // Most states have one of the entries whose numbers are one byte.
        let length = HEAD + 4 * dictionary.len() + layout.states() / 4 * 5 + SUM;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        bytes.extend([VERSION, size.width(), size.height(), SIMPLE]);
        for count in [layout.positions, layout.kos, dictionary.len()] {
            bytes.extend((count as u32).to_le_bytes());
        }
        bytes.extend(dictionary.iter().flat_map(|(entry, _)| *entry));
        for at in 0..self.values.len() {
            let mut rest = numbers[&entry(at)];
            while rest >= 128 {
                bytes.push(rest as u8 | 128);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The number of bytes that [`check_head`](Solution::check_head) needs.
    pub const HEAD: usize = HEAD;

    /// The board of a table, from the first bytes of its file, so that other files are refused
    /// before the rest is read.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::{Solution, TableError};
    ///
    /// let size = Size::square(2).unwrap();
    /// let bytes = Solution::new(size)?.to_bytes();
    /// assert_eq!(Solution::check_head(&bytes[..Solution::HEAD]), Ok(size));
    /// assert_eq!(Solution::check_head(b"(;GM[1]FF[4])"), Err(TableError::Foreign));
    /// assert_eq!(Solution::check_head(&bytes[..9]), Err(TableError::Damaged));
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// If this is not the beginning of a table.
    pub fn check_head(bytes: &[u8]) -> Result<Size, TableError> {
        check_version(bytes)?;
        let &[width, height, rules] =
            bytes.get(9..12).and_then(|three| three.first_chunk()).ok_or(TableError::Damaged)?;
        if rules != SIMPLE {
            return Err(TableError::Rules(rules));
        }
        let size = Size::new(width, height).ok_or(TableError::Content(9))?;
        fits(size).map_err(|_| TableError::Size(width, height))?;
        Ok(size)
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the bytes are not a complete, valid table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Solution, TableError> {
        check_version(bytes)?;
        let (bytes, sum) = bytes.split_last_chunk::<SUM>().ok_or(TableError::Damaged)?;
        if bytes.len() < HEAD || crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
            return Err(TableError::Damaged);
        }
        let (width, height, rules) = (bytes[9], bytes[10], bytes[11]);
        if rules != SIMPLE {
            return Err(TableError::Rules(rules));
        }
        let too_large = TableError::Size(width, height);
        let size = Size::new(width, height).ok_or(TableError::Content(9))?;
        let number = |at: usize| {
            let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            u32::from_le_bytes(four) as usize
        };
        let layout = Layout { positions: number(12), kos: number(16) };
        // Every state has at least one byte; check that before the slow enumeration of positions.
        if layout.states() > bytes.len() {
            return Err(TableError::Content(12));
        }
        fits(size).map_err(|_| too_large)?;
        let positions = symmetric(size).map_err(|_| too_large)?.reduced;
        if BigUint::from(layout.positions) != positions {
            return Err(TableError::Content(12));
        }
        let end = number(20).checked_mul(4).and_then(|length| length.checked_add(HEAD));
        let body = end.filter(|&end| end <= bytes.len()).ok_or(TableError::Content(20))?;
        let area = size.area() as i8;
        let mut dictionary = Vec::with_capacity(number(20));
        for (nth, entry) in bytes[HEAD..body].chunks_exact(4).enumerate() {
            let (low, high) = (entry[0] as i8, entry[1] as i8);
            if low < -area || high < low || high > area {
                return Err(TableError::Content(HEAD + 4 * nth));
            }
            dictionary.push(([low, high], [entry[2], entry[3]]));
        }
        let places = places_of(size, &|_| ()).map_err(|_| too_large)?;
        if places.layout() != layout {
            return Err(TableError::Content(12));
        }
        let (mut values, mut plies) = (Vec::new(), Vec::new());
        values.reserve_exact(layout.states());
        plies.reserve_exact(layout.states());
        let mut at = body;
        while values.len() < layout.states() {
            let wrong = TableError::Content(at);
            let (entry, next) = varint(bytes, at).ok_or(wrong)?;
            let &(value, soon) = dictionary.get(entry).ok_or(wrong)?;
            values.push(value);
            plies.push(soon);
            at = next;
        }
        if at < bytes.len() {
            return Err(TableError::Content(at));
        }
        Ok(Solution { places, values, plies })
    }
}

/// A number with seven bits per byte, the lowest first, and the offset of the next.
fn varint(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut number = 0;
    for (nth, &byte) in bytes.get(at..)?.iter().take(4).enumerate() {
        number |= usize::from(byte & 127) << (7 * nth);
        if byte < 128 {
            return Some((number, at + nth + 1));
        }
    }
    None
}

/// Checks that this is a table of a supported version. Everything after that may differ in another
/// version, even the checksum.
fn check_version(bytes: &[u8]) -> Result<(), TableError> {
    if !bytes.starts_with(MAGIC) {
        return Err(TableError::Foreign);
    }
    match bytes.get(8) {
        Some(&VERSION) => Ok(()),
        Some(&version) => Err(TableError::Version(version)),
        None => Err(TableError::Damaged),
    }
}
