//! Boards in fewer bytes: the header as it is, then the points packed. A board has exactly one
//! packing of each kind; anything else is refused.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;
use super::header::{BoardError, EMPTY, HEADER, Header, KO};
use super::{base3, packed};

/// How the points of a board are packed, after its header of four bytes.
///
/// ```
/// use hoshi_record::dgf::Packing;
///
/// assert_eq!(Packing::TwoBit.length(19), 4 + 91);
/// assert_eq!(Packing::Base3.length(19), 4 + 73);
/// assert_eq!("base3".parse(), Ok(Packing::Base3));
/// assert_eq!(Packing::TwoBit.to_string(), "2bit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// Two bits a point, four points a byte, the first in the lowest bits.
    TwoBit,
    /// One number in base 3, a trit a point, with the ko point above them all.
    Base3,
}

/// An unknown name of a packing.
///
/// ```
/// use hoshi_record::dgf::Packing;
///
/// let error = "zip".parse::<Packing>().unwrap_err();
/// assert_eq!(error.to_string(), "`zip` is not a packing: use 2bit or base3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a packing: use 2bit or base3")]
pub struct UnknownPacking {
    /// What was given.
    pub text: String,
}

/// Why bytes are not a packed board.
///
/// ```
/// use hoshi_record::dgf::{self, Packing};
///
/// let error = dgf::unpack(&[1, 0, 0, 1, 0b100], Packing::TwoBit).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "byte 4 has bits set beyond the last point: they must be zero"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// Too short for a header.
    #[error("{found} bytes are not a packed board: its header alone has 4")]
    Short {
        /// The number of bytes.
        found: usize,
    },
    /// The header, or two ko points.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Too few or too many bytes.
    #[error("a {side}x{side} board (byte 3) packed as {packing} has {expected} bytes, not {found}")]
    Length {
        /// The side that the header names.
        side: u8,
        /// The packing.
        packing: Packing,
        /// The number of bytes it should have.
        expected: usize,
        /// The number of bytes it has.
        found: usize,
    },
    /// Bits beyond the last point.
    #[error("byte {at} has bits set beyond the last point: they must be zero")]
    Padding {
        /// The byte, from 0.
        at: usize,
    },
    /// A number beyond the last board.
    #[error("the number from byte 4 on is too large for a {side}x{side} board")]
    TooLarge {
        /// The side that the header names.
        side: u8,
    },
    /// The ko point has a stone.
    #[error("the ko point {number} has a stone on it: it must be empty")]
    KoOccupied {
        /// The point, from 1.
        number: u32,
    },
}

impl Packing {
    /// Every packing.
    ///
    /// ```
    /// use hoshi_record::dgf::Packing;
    /// assert!(Packing::ALL.contains(&Packing::Base3));
    /// ```
    pub const ALL: &'static [Packing] = &[Packing::TwoBit, Packing::Base3];

    /// The packed length of a board with this side in bytes, including the header.
    ///
    /// ```
    /// use hoshi_record::dgf::Packing;
    /// assert_eq!((Packing::TwoBit.length(9), Packing::Base3.length(9)), (25, 21));
    /// ```
    #[must_use]
    pub fn length(self, side: u8) -> usize {
        let area = usize::from(side) * usize::from(side);
        let points = match self {
            Packing::TwoBit => packed::length(area),
            // The largest number: every trit 2, the last point the ko. (No board reaches it, but
            // some come close enough to need as many bytes.)
            Packing::Base3 => base3::join(&vec![2; area], area as u32).len(),
        };
        HEADER + points
    }

    const fn name(self) -> &'static str {
        match self {
            Packing::TwoBit => "2bit",
            Packing::Base3 => "base3",
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Packing {
    type Err = UnknownPacking;

    fn from_str(text: &str) -> Result<Packing, UnknownPacking> {
        let named = Packing::ALL.iter().find(|packing| packing.name() == text);
        let quote = || super::numbers::quoted(text.as_bytes());
        named.copied().ok_or_else(|| UnknownPacking { text: quote() })
    }
}

/// Packs a board.
///
/// ```
/// use hoshi_record::dgf::{self, Board, Packing};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 3])?;
/// // 0 + 1*4 + 2*16 + 3*64
/// assert_eq!(dgf::pack(&board, Packing::TwoBit), [1, 0, 0, 2, 228]);
/// // 0 + 1*3 + 2*9 + 0*27, and 81 times the ko point, 4: 345
/// assert_eq!(dgf::pack(&board, Packing::Base3), [1, 0, 0, 2, 89, 1]);
/// # Ok::<(), hoshi_record::dgf::BoardError>(())
/// ```
#[must_use]
pub fn pack(board: &Board, packing: Packing) -> Vec<u8> {
    let mut bytes = board.header_bytes().to_vec();
    match packing {
        Packing::TwoBit => bytes.extend(packed::pack(board.points())),
        Packing::Base3 => {
            let ko = board.ko().map_or(0, |point| board.size().dgf(point));
            let trits: Vec<u8> = board.points().iter().map(|&point| point % KO).collect();
            bytes.extend(base3::join(&trits, ko));
            bytes.resize(packing.length(board.side()), 0);
        }
    }
    bytes
}

/// Unpacks a board.
///
/// ```
/// use hoshi_record::dgf::{self, Packing};
///
/// let board = dgf::unpack(&[1, 0, 0, 2, 89, 1], Packing::Base3)?;
/// assert_eq!(board.to_bytes(), [1, 0, 0, 2, 0, 1, 2, 3]);
/// assert!(dgf::unpack(&[1, 0, 0, 2, 255, 255], Packing::Base3).is_err());
/// # Ok::<(), hoshi_record::dgf::UnpackError>(())
/// ```
///
/// # Errors
/// If the header is wrong, the length isn't that of the side, or the points are invalid.
pub fn unpack(bytes: &[u8], packing: Packing) -> Result<Board, UnpackError> {
    let found = bytes.len();
    let (header, body) = bytes.split_first_chunk().ok_or(UnpackError::Short { found })?;
    let header = Header::from_bytes(*header)?;
    let side = header.side;
    let area = usize::from(side) * usize::from(side);
    let expected = packing.length(side);
    if found != expected {
        return Err(UnpackError::Length { side, packing, expected, found });
    }
    let points = match packing {
        Packing::TwoBit => {
            let padding = UnpackError::Padding { at: found.saturating_sub(1) };
            packed::unpack(body, area).ok_or(padding)?
        }
        Packing::Base3 => {
            let too_large = UnpackError::TooLarge { side };
            let (mut points, ko) = base3::split(body, area).ok_or(too_large)?;
            if ko > 0 {
                let index = usize::try_from(ko - 1).map_err(|_| too_large)?;
                let point = points.get_mut(index).ok_or(too_large)?;
                if *point != EMPTY {
                    return Err(UnpackError::KoOccupied { number: ko });
                }
                *point = KO;
            }
            points
        }
    };
    Ok(Board::from_parts(header, &points)?)
}
