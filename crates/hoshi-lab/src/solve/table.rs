//! Solved boards as files: `docs/formats/table.md` has every byte.

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

/// Why a file is no table that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// It does not begin as one.
    #[error("it is no table of a solved board")]
    Foreign,
    /// Of a version that this program does not know.
    #[error("it is a table of version {0}, and this program reads version {VERSION}")]
    Version(u8),
    /// It is shorter than it should be, or its checksum is another.
    #[error("it is damaged: the checksum is not that of its content; solve the board again")]
    Damaged,
    /// Solved under rules that this program does not know.
    #[error("it was solved under rules of number {0}, which this program does not know")]
    Rules(u8),
    /// A board that is too large.
    #[error("it is of a board that is too large, {0}x{1}; tables go up to 20 points")]
    Size(u8, u8),
    /// The checksum is right and the content is not: no program of ours wrote it.
    #[error("its content is not that of a table, from byte {0} on")]
    Content(usize),
}

impl Solution {
    /// The table as the bytes of a file; always the same for the same board.
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

    /// How many bytes of a file [`check_head`](Solution::check_head) wants to see.
    pub const HEAD: usize = HEAD;

    /// The board of a table, by the first bytes of its file: what is no table is refused before the rest
    /// of it is read.
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
    /// If no table begins like this.
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
    /// If the bytes are not, in full, those of a table.
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
        // Every state has a byte at least; the positions take their time.
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

/// A number of seven bits a byte, the lowest first, and where the next begins.
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

/// Makes sure that this is a table, and of the version that is read. What comes next may be different in
/// another version, the checksum too.
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
