//! The first four bytes of a DGF board, and everything that can be wrong with a board's bytes.

use hoshi_core::Color;
use thiserror::Error;

/// The greatest count a board can hold: a byte, and 255 more by a bit.
///
/// ```
/// assert_eq!(hoshi_record::dgf::MAX_COUNT, 510);
/// ```
pub const MAX_COUNT: u16 = 510;

pub(super) const HEADER: usize = 4;
pub(super) const EMPTY: u8 = 0;
pub(super) const KO: u8 = 3;

const HALF_BITS: [u8; 2] = [0b0000_0100, 0b0000_1000];
const OVERFLOW_BITS: [u8; 2] = [0b0001_0000, 0b0010_0000];
const RESERVED_BITS: u8 = 0b1100_0000;

/// The number of a colour, for points, turns and results.
pub(super) const fn number_of(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// The colour with this number, if any.
pub(super) const fn color_of(number: u8) -> Option<Color> {
    match number {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// A count, if a board can hold it.
pub(super) fn held(color: Color, count: u64) -> Result<u16, BoardError> {
    let held = u16::try_from(count).ok().filter(|&count| count <= MAX_COUNT);
    held.ok_or(BoardError::Count { color, count })
}

/// Why bytes are not a DGF board. Bytes are counted from 0.
///
/// ```
/// use hoshi_record::dgf::Board;
///
/// let error = Board::from_bytes(&[1, 0, 0, 2, 0, 0, 0, 7]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "byte 7 of the board is 7: a point is 0 (empty), 1 (black), 2 (white) or 3 (empty, ko)"
/// );
/// assert_eq!(error.offset(), Some(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Too short for a header and a point.
    #[error("{found} bytes are not a board: it has a header of 4 and one for each point, n*n + 4")]
    Short {
        /// The number of bytes.
        found: usize,
    },
    /// A side of 0.
    #[error("byte 3 of the board is 0: a side has 1 to 255 points")]
    NoSide,
    /// The number of points does not match the side.
    #[error(
        "a board with a side of {side} (byte 3) has {expected} bytes, {side}*{side} + 4, not {found}"
    )]
    Length {
        /// The side that the header names.
        side: u8,
        /// The number of bytes it should have.
        expected: usize,
        /// The number of bytes it has.
        found: usize,
    },
    /// Both bits of the turn are set.
    #[error("byte 0 of the board has turn 3: bits 0-1 are 1 (Black), 2 (White) or 0 (game over)")]
    Turn,
    /// Half a point for both sides.
    #[error("byte 0 of the board has half a point for both sides: set bit 2 or bit 3, or neither")]
    BothHalves,
    /// Reserved bits are set.
    #[error("byte 0 of the board is {byte}: bits 6 and 7 are zero, so it is 58 at most")]
    Reserved {
        /// The byte.
        byte: u8,
    },
    /// A count of 255 written as 0 and 255.
    #[error(
        "byte 0 of the board adds 255 to {color}'s count of 0 (byte {at}): 255 is written without \
         bit {bit}"
    )]
    Overflow {
        /// The side.
        color: Color,
        /// The byte with the count.
        at: usize,
        /// The bit of byte 0 that should not be set.
        bit: u8,
    },
    /// A count that a board cannot hold.
    #[error(
        "{color}'s count, captured stones and komi, is {count}: a DGF board holds {MAX_COUNT} at most"
    )]
    Count {
        /// The side.
        color: Color,
        /// The count.
        count: u64,
    },
    /// An invalid point.
    #[error(
        "byte {at} of the board is {value}: a point is 0 (empty), 1 (black), 2 (white) or 3 (empty, \
         ko)"
    )]
    Point {
        /// The byte, from 0 at the header.
        at: usize,
        /// Its value.
        value: u8,
    },
    /// Two points are forbidden by ko.
    #[error(
        "byte {at} of the board is a second ko point, after byte {first}: there is one at most"
    )]
    SecondKo {
        /// The first of them.
        first: usize,
        /// The second.
        at: usize,
    },
}

impl BoardError {
    /// The offset of the wrong byte, from 0 at the header, if it is a single one.
    ///
    /// ```
    /// use hoshi_record::dgf::BoardError;
    ///
    /// assert_eq!(BoardError::Turn.offset(), Some(0));
    /// assert_eq!(BoardError::Short { found: 2 }.offset(), None);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            BoardError::Short { .. } | BoardError::Count { .. } => None,
            BoardError::Turn
            | BoardError::BothHalves
            | BoardError::Reserved { .. }
            | BoardError::Overflow { .. } => Some(0),
            BoardError::NoSide | BoardError::Length { .. } => Some(3),
            BoardError::Point { at, .. } | BoardError::SecondKo { at, .. } => Some(at),
        }
    }
}

/// The header, from the first four bytes.
///
/// A count is a sum: the stones that a side captured, and the whole points of komi it was given
/// (Black's are *reverse* komi). A board doesn't keep the parts.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::dgf::Header;
///
/// let header = Header::from_bytes([9, 0, 6, 19])?;
/// assert_eq!(header.turn, Some(Color::Black));
/// assert_eq!(header.half, Some(Color::White));
/// assert_eq!((header.counts, header.side), ([0, 6], 19));
/// # Ok::<(), hoshi_record::dgf::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// Who is to move; `None` if the game is over.
    pub turn: Option<Color>,
    /// The side that has the half point of komi.
    pub half: Option<Color>,
    /// Black's and White's captured stones and whole komi, summed; 510 at most.
    pub counts: [u16; 2],
    /// The side length in points; not 0.
    pub side: u8,
}

impl Header {
    /// Reads the four bytes.
    ///
    /// ```
    /// use hoshi_record::dgf::{BoardError, Header};
    ///
    /// // 256 stones captured by Black: a byte of 1, and 255 by bit 4.
    /// assert_eq!(Header::from_bytes([0b10010, 1, 0, 19])?.counts, [256, 0]);
    /// assert_eq!(Header::from_bytes([3, 0, 0, 19]), Err(BoardError::Turn));
    /// # Ok::<(), BoardError>(())
    /// ```
    ///
    /// # Errors
    /// With the first wrong byte, and what is wrong.
    pub fn from_bytes(bytes: [u8; 4]) -> Result<Header, BoardError> {
        let [flags, black, white, side] = bytes;
        if flags & RESERVED_BITS != 0 {
            return Err(BoardError::Reserved { byte: flags });
        }
        let turn = match flags & 0b11 {
            3 => return Err(BoardError::Turn),
            turn => color_of(turn),
        };
        let half = match HALF_BITS.map(|bit| flags & bit != 0) {
            [true, true] => return Err(BoardError::BothHalves),
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            [false, false] => None,
        };
        let mut counts = [u16::from(black), u16::from(white)];
        for color in Color::ALL {
            let index = color.index();
            if flags & OVERFLOW_BITS[index] != 0 {
                if counts[index] == 0 {
                    let bit = OVERFLOW_BITS[index].trailing_zeros() as u8;
                    return Err(BoardError::Overflow { color, at: index + 1, bit });
                }
                counts[index] += 255;
            }
        }
        if side == 0 {
            return Err(BoardError::NoSide);
        }
        Ok(Header { turn, half, counts, side })
    }

    /// The four bytes.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Header;
    ///
    /// let header = Header { turn: Some(Color::White), half: None, counts: [3, 300], side: 9 };
    /// assert_eq!(header.to_bytes()?, [0b100010, 3, 45, 9]);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// If a count is above 510 or the side is 0.
    pub fn to_bytes(self) -> Result<[u8; 4], BoardError> {
        self.check()?;
        Ok(self.bytes())
    }

    pub(super) fn check(self) -> Result<(), BoardError> {
        for color in Color::ALL {
            held(color, u64::from(self.counts[color.index()]))?;
        }
        if self.side == 0 { Err(BoardError::NoSide) } else { Ok(()) }
    }

    /// The bytes of a header that was checked.
    pub(super) fn bytes(self) -> [u8; 4] {
        let mut bytes = [self.turn.map_or(0, number_of), 0, 0, self.side];
        if let Some(color) = self.half {
            bytes[0] |= HALF_BITS[color.index()];
        }
        for (index, &count) in self.counts.iter().enumerate() {
            bytes[index + 1] = match u8::try_from(count) {
                Ok(count) => count,
                Err(_) => {
                    bytes[0] |= OVERFLOW_BITS[index];
                    (count - 255).min(255) as u8
                }
            };
        }
        bytes
    }
}
