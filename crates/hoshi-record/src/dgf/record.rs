//! A record: the board a game began with, who won, the moves. As text it is decimal numbers
//! separated by any white space; it is written in one canonical form, whose hash is the record's
//! id.

use std::fmt::Write as _;

use hoshi_core::Color;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::board::Board;
use super::header::{BoardError, HEADER, Header, color_of, number_of};
use super::moves::Move;
use super::numbers::{NumberError, Place, words};
use super::{MAX_BYTES, MAX_MOVES};

/// How many moves are written to a line.
pub(super) const MOVES_A_LINE: usize = 20;

/// Why moves cannot be part of a record. Their legality is not checked here.
///
/// ```
/// use hoshi_core::HalfPoints;
/// use hoshi_record::dgf::{self, Move, Record};
///
/// let board = dgf::new_board(9, HalfPoints::ZERO, 0)?;
/// let error = Record::new(board, None, vec![Move::PASS, Move::new(82)?]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "move 2 is 82: a 9x9 board has the points 1 to 81, 0 passes and -1 resigns"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A move beyond the board.
    #[error(
        "move {number} is {value}: a {side}x{side} board has the points 1 to {}, 0 passes and -1 \
         resigns",
        u32::from(*.side).pow(2)
    )]
    Beyond {
        /// The move, from 1.
        number: usize,
        /// Its value.
        value: i32,
        /// The board's side.
        side: u8,
    },
    /// A move after a resignation.
    #[error("move {number} comes after the resignation of move {}: it ends the game", .number - 1)]
    AfterResignation {
        /// The first move after it, from 1.
        number: usize,
    },
    /// Too many.
    #[error("there are {found} moves: a record has {MAX_MOVES} at most")]
    TooMany {
        /// How many.
        found: usize,
    },
}

impl MovesError {
    /// The number of the wrong move, from 1; the first beyond the limit if there are too many.
    ///
    /// ```
    /// use hoshi_record::dgf::MovesError;
    /// assert_eq!(MovesError::AfterResignation { number: 7 }.number(), 7);
    /// ```
    #[must_use]
    pub const fn number(&self) -> usize {
        match *self {
            MovesError::Beyond { number, .. } | MovesError::AfterResignation { number } => number,
            MovesError::TooMany { .. } => MAX_MOVES + 1,
        }
    }
}

/// Why a text is not a `.dgr` record, and where.
///
/// ```
/// use hoshi_record::dgf::Record;
///
/// let error = Record::from_dgr(b"1 0 0 2\n0 0\n0 0\n3\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 4, column 1 (number 9): the result is 3: write 0 (unfinished), 1 (Black won) or 2 \
///      (White won)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place} (number {index}): {fault}")]
pub struct RecordError {
    /// Where in the text.
    pub place: Place,
    /// The index of the number, from 1: the board's are 1 to `n*n + 4`, then the result, then the
    /// moves.
    pub index: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a record's text.
///
/// ```
/// use hoshi_record::dgf::{Record, RecordFault};
///
/// let error = Record::from_dgr(b"1 0 0 1 256").unwrap_err();
/// assert_eq!(error.fault, RecordFault::NotAByte { value: 256 });
/// assert_eq!(error.fault.to_string(), "256 is not a byte of a board: use 0 to 255");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The text is too long.
    #[error("the text has {bytes} bytes: a record has {MAX_BYTES} at most")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Not a number.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A number of the board that does not fit a byte.
    #[error("{value} is not a byte of a board: use 0 to 255")]
    NotAByte {
        /// The number.
        value: i32,
    },
    /// The board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text ends before the result.
    #[error("the text ends here: {missing} should follow")]
    Ends {
        /// The missing part.
        missing: &'static str,
    },
    /// An invalid result.
    #[error("the result is {value}: write 0 (unfinished), 1 (Black won) or 2 (White won)")]
    Result {
        /// The number.
        value: i32,
    },
    /// The moves.
    #[error(transparent)]
    Moves(#[from] MovesError),
}

/// A game as DGF records it: the board it began with, who won, the moves.
///
/// ```
/// use hoshi_core::{Color, HalfPoints};
/// use hoshi_record::dgf::{self, Move, Record};
///
/// let board = dgf::new_board(3, HalfPoints::ZERO, 0)?;
/// let record = Record::new(board, Some(Color::Black), vec![Move::new(5)?, Move::RESIGN])?;
/// let text = "\
/// 1 0 0 3
/// 0 0 0
/// 0 0 0
/// 0 0 0
/// 1
/// 5 -1
/// ";
/// assert_eq!(record.to_dgr(), text);
/// assert_eq!(Record::from_dgr(text.as_bytes())?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    board: Board,
    winner: Option<Color>,
    moves: Vec<Move>,
}

impl Record {
    /// Creates a record; the winner is `None` for a game without one.
    ///
    /// ```
    /// use hoshi_core::HalfPoints;
    /// use hoshi_record::dgf::{self, Move, MovesError, Record};
    ///
    /// let board = dgf::new_board(9, HalfPoints::ZERO, 0)?;
    /// let moves = vec![Move::RESIGN, Move::PASS];
    /// assert_eq!(
    ///     Record::new(board, None, moves),
    ///     Err(MovesError::AfterResignation { number: 2 })
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a move is beyond the board or after a resignation, or there are too many.
    pub fn new(
        board: Board,
        winner: Option<Color>,
        moves: Vec<Move>,
    ) -> Result<Record, MovesError> {
        if moves.len() > MAX_MOVES {
            return Err(MovesError::TooMany { found: moves.len() });
        }
        let mut resigned = false;
        for (mv, number) in moves.iter().zip(1..) {
            if resigned {
                return Err(MovesError::AfterResignation { number });
            }
            if !mv.is_on(board.size()) {
                let (value, side) = (mv.number(), board.side());
                return Err(MovesError::Beyond { number, value, side });
            }
            resigned = mv.is_resignation();
        }
        Ok(Record { board, winner, moves })
    }

    /// The board that the game began with.
    ///
    /// ```
    /// use hoshi_record::dgf::Record;
    /// assert_eq!(Record::from_dgr(b"1 0 0 1 0 0")?.board().side(), 1);
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who won; `None` if the game is unfinished.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Record;
    /// assert_eq!(Record::from_dgr(b"1 0 0 1 0 2")?.winner(), Some(Color::White));
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// The moves.
    ///
    /// ```
    /// use hoshi_record::dgf::{Move, Record};
    /// assert_eq!(Record::from_dgr(b"1 0 0 1 0 2 0 -1")?.moves(), [Move::PASS, Move::RESIGN]);
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Board, winner and moves, by value.
    ///
    /// ```
    /// use hoshi_record::dgf::Record;
    ///
    /// let (board, winner, moves) = Record::from_dgr(b"1 0 0 1 0 0 0")?.into_parts();
    /// assert_eq!((board.side(), winner, moves.len()), (1, None, 1));
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Board, Option<Color>, Vec<Move>) {
        (self.board, self.winner, self.moves)
    }

    /// Reads a `.dgr` file: the numbers of the board, the result, the moves, separated by any white
    /// space.
    ///
    /// ```
    /// use hoshi_record::dgf::Record;
    ///
    /// let record = Record::from_dgr(b"1 0 0 2  0 0 0 0  0  1 4\t0\r\n-9")?;
    /// let numbers: Vec<_> = record.moves().iter().map(|mv| mv.number()).collect();
    /// assert_eq!(numbers, [1, 4, 0, -1]);
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// With the line, the column and the index of the wrong number.
    pub fn from_dgr(text: &[u8]) -> Result<Record, RecordError> {
        let error = |index: usize, at: usize, fault| RecordError {
            place: Place::of(text, at),
            index: index + 1,
            fault,
        };
        if text.len() > MAX_BYTES {
            return Err(error(0, 0, RecordFault::TooLong { bytes: text.len() }));
        }
        let mut numbers = Vec::new();
        for (index, word) in words(text).enumerate() {
            let number = word.number().map_err(|fault| error(index, word.at, fault.into()))?;
            numbers.push(number);
        }
        record_of(&numbers).map_err(|(index, fault)| {
            // The words are scanned again rather than stored: errors are rare, and words are many.
            error(index, words(text).nth(index).map_or(text.len(), |word| word.at), fault)
        })
    }

    /// A `.dgr` file: a line each for the header, every row of the board and the result, then 20
    /// moves a line; one space between numbers, a line feed after each line.
    ///
    /// ```
    /// use hoshi_record::dgf::Record;
    ///
    /// let record = Record::from_dgr(b"1 0 0 1 0 0 0")?;
    /// assert_eq!(record.to_dgr(), "1 0 0 1\n0\n0\n0\n");
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_dgr(&self) -> String {
        let mut text = String::new();
        line(&mut text, &self.board.header_bytes());
        for row in self.board.points().chunks(usize::from(self.board.side())) {
            line(&mut text, row);
        }
        line(&mut text, &[self.winner.map_or(0, number_of)]);
        for moves in self.moves.chunks(MOVES_A_LINE) {
            line(&mut text, moves);
        }
        text
    }

    /// The record's name for catalogues: the first 16 hexadecimal digits, in lower case, of the
    /// SHA-256 of its `.dgr` text.
    ///
    /// ```
    /// use hoshi_record::dgf::Record;
    /// assert_eq!(Record::from_dgr(b"1 0 0 1 0 0 0")?.id(), "b9b72df9e105b4e2");
    /// # Ok::<(), hoshi_record::dgf::RecordError>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> String {
        let hash = Sha256::digest(self.to_dgr());
        hash.iter().take(8).fold(String::new(), |mut id, byte| {
            // Writing to a string can't fail.
            let _ = write!(id, "{byte:02x}");
            id
        })
    }
}

fn line<T: std::fmt::Display>(text: &mut String, numbers: &[T]) {
    for (index, number) in numbers.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(text, "{space}{number}");
    }
    text.push('\n');
}

/// A fault and the index, from 0, of the number it is at.
pub(super) type At<T> = (usize, T);

fn record_of(numbers: &[i32]) -> Result<Record, At<RecordFault>> {
    let missing = |missing| (numbers.len(), RecordFault::Ends { missing });
    let (header, _) = numbers
        .split_first_chunk::<HEADER>()
        .ok_or_else(|| missing("the four numbers of the header"))?;
    let side = usize::from(header_of(*header)?.side);
    let length = side * side + HEADER;
    if numbers.len() < length {
        return Err(missing("more points of the board"));
    }
    let (board, rest) = numbers.split_at(length);
    let board = board_of(board)?;
    let (&result, moves) = rest.split_first().ok_or_else(|| missing("the result"))?;
    let winner = winner_of(result).ok_or((length, RecordFault::Result { value: result }))?;
    let moves = moves_of(moves, &board);
    let record = moves.and_then(|moves| Record::new(board, winner, moves));
    record.map_err(|fault| (length + fault.number(), fault.into()))
}

fn header_of(numbers: [i32; HEADER]) -> Result<Header, At<RecordFault>> {
    let mut bytes = [0; HEADER];
    for (byte, number) in bytes.iter_mut().zip(bytes_of(&numbers)?) {
        *byte = number;
    }
    Header::from_bytes(bytes).map_err(at)
}

/// The board from these numbers.
pub(super) fn board_of(numbers: &[i32]) -> Result<Board, At<RecordFault>> {
    Board::from_bytes(&bytes_of(numbers)?).map_err(at)
}

fn bytes_of(numbers: &[i32]) -> Result<Vec<u8>, At<RecordFault>> {
    let byte = |(index, &value): (usize, &i32)| {
        u8::try_from(value).map_err(|_| (index, RecordFault::NotAByte { value }))
    };
    numbers.iter().enumerate().map(byte).collect()
}

fn at(fault: BoardError) -> At<RecordFault> {
    (fault.offset().unwrap_or(0), fault.into())
}

/// The moves from these numbers, each checked to be on the board.
pub(super) fn moves_of(numbers: &[i32], board: &Board) -> Result<Vec<Move>, MovesError> {
    if numbers.len() > MAX_MOVES {
        return Err(MovesError::TooMany { found: numbers.len() });
    }
    let read = |(index, &value): (usize, &i32)| {
        let mv = Move::new(value).ok().filter(|mv| mv.is_on(board.size()));
        mv.ok_or(MovesError::Beyond { number: index + 1, value, side: board.side() })
    };
    numbers.iter().enumerate().map(read).collect()
}

/// The winner by the number of a result, if valid.
pub(super) fn winner_of(result: i32) -> Option<Option<Color>> {
    match result {
        0 => Some(None),
        1 | 2 => Some(color_of(result as u8)),
        _ => None,
    }
}
