//! `.dgfb`, the strict binary game: the content of a `.dgf` file with exactly one encoding for each
//! game, and a checksum. Lengths are checked against the remaining bytes before anything is
//! allocated.

use hoshi_core::Color;
use thiserror::Error;

use super::board::Board;
use super::game_file::{GameFile, GameInfo, StringTooLong};
use super::header::{BoardError, HEADER, Header, number_of};
use super::moves::Move;
use super::record::{MovesError, Record, winner_of};
use super::{MAX_BYTES, MAX_MOVES, MAX_STRING, packed};

/// The first bytes of a `.dgfb` file. (As a board's first byte, a `D` would have bit 6 set, so
/// neither file is taken for the other.)
///
/// ```
/// assert_eq!(hoshi_record::dgf::MAGIC, *b"DGFB");
/// ```
pub const MAGIC: [u8; 4] = *b"DGFB";

/// The version of `.dgfb` that is read and written.
///
/// ```
/// assert_eq!(hoshi_record::dgf::BINARY_VERSION, 1);
/// ```
pub const BINARY_VERSION: u8 = 1;

const BOARD_AT: usize = MAGIC.len() + 1;
const POINTS_AT: usize = BOARD_AT + HEADER;
const CHECKSUM: usize = 4;

/// Why bytes are not a valid `.dgfb` game, and the offset.
///
/// ```
/// use hoshi_record::dgf::GameFile;
///
/// assert_eq!(
///     GameFile::from_dgfb(b"(;GM[1])").unwrap_err().to_string(),
///     "byte 0: not a .dgfb file: it must begin with `DGFB`"
/// );
/// assert_eq!(
///     GameFile::from_dgfb(b"DGFB\x07").unwrap_err().to_string(),
///     "byte 4: version 7 is newer than this program supports (1)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {fault}")]
pub struct BinaryError {
    /// The offset of the byte.
    pub offset: usize,
    /// What is wrong.
    pub fault: BinaryFault,
}

/// What is wrong with a binary game.
///
/// ```
/// use hoshi_record::dgf::{BinaryFault, GameFile};
///
/// let error = GameFile::from_dgfb(b"DGFB\x01").unwrap_err();
/// assert_eq!(error.fault, BinaryFault::Ends { missing: "a checksum of four bytes" });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BinaryFault {
    /// There are too many bytes.
    #[error("there are {bytes} bytes: a game has {MAX_BYTES} at most")]
    TooLong {
        /// How many.
        bytes: usize,
    },
    /// It is another kind of file.
    #[error("not a .dgfb file: it must begin with `DGFB`")]
    Magic,
    /// A newer version.
    #[error("version {version} is newer than this program supports ({BINARY_VERSION})")]
    Newer {
        /// The version.
        version: u8,
    },
    /// An invalid version.
    #[error("invalid version 0: versions start at {BINARY_VERSION}")]
    Version,
    /// The checksum does not match.
    #[error(
        "the checksum is {stored:08x}, but that of the bytes before it is {computed:08x}: the file \
         is damaged, truncated or extended"
    )]
    Checksum {
        /// The checksum in the file.
        stored: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// The bytes end too soon.
    #[error("the bytes end before {missing}")]
    Ends {
        /// The missing part.
        missing: &'static str,
    },
    /// The board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Bits beyond the last point.
    #[error("bits beyond the last point are set: they must be zero")]
    Padding,
    /// An invalid result.
    #[error("the result is {value}: it is 0 (unfinished), 1 (Black won) or 2 (White won)")]
    Result {
        /// The byte.
        value: u8,
    },
    /// A number in more bytes than it needs.
    #[error("a number ends with a zero byte, which it doesn't need")]
    NotMinimal,
    /// A number that is too large.
    #[error("a number has more than 32 bits")]
    Number,
    /// A length beyond the end of the file.
    #[error("{announced} {what} are announced, but {left} bytes are left")]
    Announced {
        /// How many.
        announced: u32,
        /// The kind of item.
        what: &'static str,
        /// How many bytes there are.
        left: usize,
    },
    /// The moves.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// A string is too long.
    #[error(transparent)]
    String(#[from] StringTooLong),
    /// A string is not UTF-8.
    #[error("`{key}` is not UTF-8 from here on")]
    Utf8 {
        /// Which.
        key: &'static str,
    },
    /// Something follows the last string.
    #[error("{bytes} bytes are left after the last string, where the checksum should be")]
    Trailing {
        /// How many.
        bytes: usize,
    },
}

impl GameFile {
    /// A `.dgfb` file.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let record = Record::from_dgr(b"1 0 0 2  0 0 0 0  1  4 -1")?;
    /// let bytes = GameFile::new(GameInfo::default(), record)?.to_dgfb();
    /// assert_eq!(bytes[..5], *b"DGFB\x01");
    /// // Header, points, result, two moves (each with 1 added), four empty strings, checksum.
    /// assert_eq!(bytes[5..bytes.len() - 4], [1, 0, 0, 2, 0, 1, 2, 5, 0, 0, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_dgfb(&self) -> Vec<u8> {
        let (board, moves) = (self.record().board(), self.record().moves());
        let mut bytes = MAGIC.to_vec();
        bytes.push(BINARY_VERSION);
        bytes.extend(board.header_bytes());
        bytes.extend(packed::pack(board.points()));
        bytes.push(self.record().winner().map_or(0, number_of));
        push_number(&mut bytes, moves.len() as u32);
        for mv in moves {
            push_number(&mut bytes, (mv.number() + 1).unsigned_abs());
        }
        for (_, text) in self.info().strings() {
            push_number(&mut bytes, text.len() as u32);
            bytes.extend_from_slice(text.as_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a `.dgfb` file.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// let mut bytes = game.to_dgfb();
    /// assert_eq!(GameFile::from_dgfb(&bytes)?, game);
    /// bytes[6] ^= 1;
    /// assert!(GameFile::from_dgfb(&bytes).unwrap_err().to_string().contains("damaged"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If anything differs from what [`GameFile::to_dgfb`] writes, with the offset.
    pub fn from_dgfb(bytes: &[u8]) -> Result<GameFile, BinaryError> {
        let error = |offset, fault| Err(BinaryError { offset, fault });
        if bytes.len() > MAX_BYTES {
            return error(MAX_BYTES, BinaryFault::TooLong { bytes: bytes.len() });
        }
        if !bytes.starts_with(&MAGIC) {
            return error(0, BinaryFault::Magic);
        }
        match bytes.get(MAGIC.len()) {
            None => return error(MAGIC.len(), BinaryFault::Ends { missing: "the version" }),
            Some(0) => return error(MAGIC.len(), BinaryFault::Version),
            Some(&version) if version > BINARY_VERSION => {
                return error(MAGIC.len(), BinaryFault::Newer { version });
            }
            Some(_) => {}
        }
        // The checksum is checked first: details about damaged bytes would be meaningless.
        let (body, stored) = match bytes.split_last_chunk::<CHECKSUM>() {
            Some((body, stored)) if body.len() >= BOARD_AT => (body, u32::from_le_bytes(*stored)),
            _ => {
                let missing = "a checksum of four bytes";
                return error(bytes.len(), BinaryFault::Ends { missing });
            }
        };
        let computed = crc32fast::hash(body);
        if stored != computed {
            return error(body.len(), BinaryFault::Checksum { stored, computed });
        }
        Cursor { bytes: body, at: BOARD_AT }.game()
    }
}

/// LEB128: seven bits a byte, the lowest first, the top bit set on all but the last.
fn push_number(bytes: &mut Vec<u8>, number: u32) {
    let mut left = number;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

/// The bytes before the checksum, and the read offset.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn game(mut self) -> Result<GameFile, BinaryError> {
        let board = self.board()?;
        let winner = self.winner()?;
        let moves = self.moves(&board)?;
        let moves_end = self.at;
        let info = GameInfo {
            id: self.string("id")?,
            black: self.string("black")?,
            white: self.string("white")?,
            date: self.string("date")?,
        };
        if self.left() > 0 {
            return self.fail(self.at, BinaryFault::Trailing { bytes: self.left() });
        }
        let at = |offset, fault| BinaryError { offset, fault };
        // Both were checked while they were read.
        let record = Record::new(board, winner, moves).map_err(|e| at(moves_end, e.into()))?;
        GameFile::new(info, record).map_err(|e| at(moves_end, e.into()))
    }

    fn board(&mut self) -> Result<Board, BinaryError> {
        let missing = BinaryFault::Ends { missing: "the header of the board" };
        let (header, _) = self.bytes[self.at..]
            .split_first_chunk::<HEADER>()
            .ok_or(BinaryError { offset: self.bytes.len(), fault: missing })?;
        // An offset in the board, as an offset in this file.
        let place = |fault: BoardError| BinaryError {
            offset: match fault.offset() {
                Some(at) if at >= HEADER => POINTS_AT + (at - HEADER) / 4,
                at => BOARD_AT + at.unwrap_or(0),
            },
            fault: fault.into(),
        };
        let header = Header::from_bytes(*header).map_err(place)?;
        self.at += HEADER;
        let area = usize::from(header.side) * usize::from(header.side);
        let packed = self.take(packed::length(area), "the last point of the board")?;
        let Some(points) = packed::unpack(packed, area) else {
            return self.fail(self.at - 1, BinaryFault::Padding);
        };
        Board::from_parts(header, &points).map_err(place)
    }

    fn winner(&mut self) -> Result<Option<Color>, BinaryError> {
        let offset = self.at;
        let value = self.take(1, "the result")?.first().copied().unwrap_or_default();
        match winner_of(i32::from(value)) {
            Some(winner) => Ok(winner),
            None => self.fail(offset, BinaryFault::Result { value }),
        }
    }

    fn moves(&mut self, board: &Board) -> Result<Vec<Move>, BinaryError> {
        let offset = self.at;
        let count = self.announced("moves")?;
        if count > MAX_MOVES {
            return self.fail(offset, MovesError::TooMany { found: count }.into());
        }
        let mut moves: Vec<Move> = Vec::with_capacity(count);
        for number in 1..=count {
            let offset = self.at;
            if moves.last().is_some_and(|mv| mv.is_resignation()) {
                return self.fail(offset, MovesError::AfterResignation { number }.into());
            }
            let value = i64::from(self.number()?) - 1;
            let mv = i32::try_from(value).ok().and_then(|value| Move::new(value).ok());
            let Some(mv) = mv.filter(|mv| mv.is_on(board.size())) else {
                let value = i32::try_from(value).unwrap_or(i32::MAX);
                return self
                    .fail(offset, MovesError::Beyond { number, value, side: board.side() }.into());
            };
            moves.push(mv);
        }
        Ok(moves)
    }

    fn string(&mut self, key: &'static str) -> Result<String, BinaryError> {
        let offset = self.at;
        let bytes = self.announced("bytes of a string")?;
        if bytes > MAX_STRING {
            return self.fail(offset, StringTooLong { key, bytes }.into());
        }
        let start = self.at;
        match std::str::from_utf8(self.take(bytes, "the end of a string")?) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => self.fail(start + error.valid_up_to(), BinaryFault::Utf8 { key }),
        }
    }

    /// Reads a length: the number of items that follow, each of at least one byte.
    fn announced(&mut self, what: &'static str) -> Result<usize, BinaryError> {
        let offset = self.at;
        let announced = self.number()?;
        match usize::try_from(announced) {
            Ok(count) if count <= self.left() => Ok(count),
            _ => {
                let left = self.left();
                self.fail(offset, BinaryFault::Announced { announced, what, left })
            }
        }
    }

    fn number(&mut self) -> Result<u32, BinaryError> {
        let offset = self.at;
        let mut number: u64 = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.take(1, "the end of a number")?.first().copied().unwrap_or_default();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return self.fail(self.at - 1, BinaryFault::NotMinimal);
                }
                return match u32::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => self.fail(offset, BinaryFault::Number),
                };
            }
        }
        self.fail(offset, BinaryFault::Number)
    }

    fn take(&mut self, length: usize, missing: &'static str) -> Result<&'a [u8], BinaryError> {
        match self.bytes[self.at..].get(..length) {
            Some(taken) => {
                self.at += length;
                Ok(taken)
            }
            None => self.fail(self.bytes.len(), BinaryFault::Ends { missing }),
        }
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn fail<T>(&self, offset: usize, fault: BinaryFault) -> Result<T, BinaryError> {
        Err(BinaryError { offset, fault })
    }
}
