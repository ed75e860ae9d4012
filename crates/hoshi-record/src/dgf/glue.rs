//! Plain functions for programs that bring their own SGF parser: a DGF move from and to SGF's
//! letters or a column and a row, a DGF board from and to a slice of colours. They need nothing
//! else of hoshi.

use hoshi_core::Size;
use thiserror::Error;

use super::board::Board;
use super::header::{BoardError, Header, color_of};
use super::moves::Move;
use super::numbers::quoted;

/// Why a conversion failed.
///
/// ```
/// use hoshi_record::dgf::glue;
///
/// let error = glue::move_of_sgf(9, "pd").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`pd` is not an SGF move on a 9x9 board: write two letters from aa (top left) to ii, or nothing \
///      for a pass"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GlueError {
    /// A side of 0.
    #[error("a board has a side of 1 to 255 points, not 0")]
    NoSide,
    /// The text is not an SGF move.
    #[error(
        "`{text}` is not an SGF move on a {side}x{side} board: write two letters from aa (top left) to \
         {last}{last}, or nothing for a pass"
    )]
    Sgf {
        /// The board's side.
        side: u8,
        /// What was given.
        text: String,
        /// The letter of the last line.
        last: char,
    },
    /// The column or row isn't on the board.
    #[error("({x}, {y}) is off the {side}x{side} board: columns and rows are 0 to {}", .side - 1)]
    OffBoard {
        /// The board's side.
        side: u8,
        /// The column, from 0.
        x: u8,
        /// The row, from 0.
        y: u8,
    },
    /// The number is past the board's last point.
    #[error("move {mv} is off the {side}x{side} board: its points are 1 to {}", u32::from(*.side).pow(2))]
    Beyond {
        /// The board's side.
        side: u8,
        /// The move.
        mv: Move,
    },
    /// A resignation, which is a result in SGF, not a move.
    #[error("SGF has no move for a resignation: it is the result, RE[B+R] or RE[W+R]")]
    Resignation,
    /// The point is past the 52nd line, where SGF ends.
    #[error("move {mv} of a {side}x{side} board has no SGF letters: they end with the 52nd line")]
    PastSgf {
        /// The board's side.
        side: u8,
        /// The move.
        mv: Move,
    },
    /// The slice is not a square board.
    #[error("{found} points are not a square board: it has n*n of them, n from 1 to 255")]
    NoSquare {
        /// How many points there are.
        found: usize,
    },
    /// The header or the points are wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
}

fn square(side: u8) -> Result<Size, GlueError> {
    Size::square(side).ok_or(GlueError::NoSide)
}

/// The DGF move of the value of SGF's B or W on a board with this side. The empty text is a pass,
/// and so is `tt` on boards of up to 19x19, as the older versions of SGF have it.
///
/// ```
/// use hoshi_record::dgf::{Move, glue};
///
/// assert_eq!(glue::move_of_sgf(19, "dd")?.number(), 61);
/// assert_eq!(glue::move_of_sgf(19, "de")?.number(), 80);
/// assert_eq!(glue::move_of_sgf(19, "")?, Move::PASS);
/// assert_eq!(glue::move_of_sgf(19, "tt")?, Move::PASS);
/// assert_eq!(glue::move_of_sgf(21, "tt")?.number(), 419);
/// # Ok::<(), glue::GlueError>(())
/// ```
///
/// # Errors
/// If the text is not a move on that board.
pub fn move_of_sgf(side: u8, text: &str) -> Result<Move, GlueError> {
    let size = square(side)?;
    if text.is_empty() || (text == "tt" && side <= 19) {
        return Ok(Move::PASS);
    }
    let point = size.parse_sgf(text).ok().and_then(|point| Move::at(size, point));
    point.ok_or_else(|| {
        let last = match side.min(52) - 1 {
            low @ 0..26 => char::from(b'a' + low),
            high => char::from(b'A' + high - 26),
        };
        GlueError::Sgf { side, text: quoted(text.as_bytes()), last }
    })
}

/// The value of SGF's B or W for a DGF move: two letters, or the empty text for a pass.
///
/// ```
/// use hoshi_record::dgf::{Move, glue};
///
/// assert_eq!(glue::sgf_of_move(19, Move::new(61)?)?, "dd");
/// assert_eq!(glue::sgf_of_move(19, Move::PASS)?, "");
/// assert_eq!(glue::sgf_of_move(19, Move::RESIGN), Err(glue::GlueError::Resignation));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the move resigns, is off the board, or past the 52nd line, where SGF ends.
pub fn sgf_of_move(side: u8, mv: Move) -> Result<String, GlueError> {
    let size = square(side)?;
    if mv.is_resignation() {
        return Err(GlueError::Resignation);
    }
    if mv.is_pass() {
        return Ok(String::new());
    }
    let point = mv.point(size).ok_or(GlueError::Beyond { side, mv })?;
    size.sgf(point).ok_or(GlueError::PastSgf { side, mv })
}

/// The DGF move at a column and a row, both from 0 at the top left.
///
/// ```
/// use hoshi_record::dgf::glue;
///
/// assert_eq!(glue::move_of_xy(19, 3, 4)?.number(), 80);
/// assert_eq!(glue::move_of_xy(19, 18, 18)?.number(), 361);
/// assert_eq!(
///     glue::move_of_xy(9, 9, 0).unwrap_err().to_string(),
///     "(9, 0) is off the 9x9 board: columns and rows are 0 to 8"
/// );
/// # Ok::<(), glue::GlueError>(())
/// ```
///
/// # Errors
/// If they are off the board.
pub fn move_of_xy(side: u8, x: u8, y: u8) -> Result<Move, GlueError> {
    let size = square(side)?;
    let point = size.point(x, y).and_then(|point| Move::at(size, point));
    point.ok_or(GlueError::OffBoard { side, x, y })
}

/// The column and the row of a DGF move, both from 0 at the top left; `None` for a pass and a
/// resignation.
///
/// ```
/// use hoshi_record::dgf::{Move, glue};
///
/// assert_eq!(glue::xy_of_move(19, Move::new(80)?)?, Some((3, 4)));
/// assert_eq!(glue::xy_of_move(19, Move::PASS)?, None);
/// assert!(glue::xy_of_move(9, Move::new(82)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the move is off the board.
pub fn xy_of_move(side: u8, mv: Move) -> Result<Option<(u8, u8)>, GlueError> {
    let size = square(side)?;
    if !mv.is_on(size) {
        return Err(GlueError::Beyond { side, mv });
    }
    Ok(mv.point(size).map(|point| (point.x(), point.y())))
}

/// A DGF board from a header and a slice of colours, row by row from the top left (0 empty, 1 black,
/// 2 white, 3 the ko point); the header's side is taken from the slice.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::dgf::{Header, glue};
///
/// let header = Header { turn: Some(Color::White), half: None, counts: [0, 5], side: 2 };
/// let board = glue::board_of_slice(&[1, 0, 0, 0], header)?;
/// assert_eq!(board.to_bytes(), [2, 0, 5, 2, 1, 0, 0, 0]);
/// assert!(glue::board_of_slice(&[1, 0, 0], header).is_err());
/// # Ok::<(), glue::GlueError>(())
/// ```
///
/// # Errors
/// If the slice is not a square board, or as [`Board::from_parts`].
pub fn board_of_slice(points: &[u8], header: Header) -> Result<Board, GlueError> {
    let found = points.len();
    let side = u8::try_from(found.isqrt())
        .ok()
        .filter(|&side| side > 0 && usize::from(side) * usize::from(side) == found);
    let side = side.ok_or(GlueError::NoSquare { found })?;
    Ok(Board::from_parts(Header { side, ..header }, points)?)
}

/// The colours of a DGF board, row by row from the top left: 0 empty, 1 black, 2 white. The ko point
/// is empty here; [`Board::points`] has it as 3.
///
/// ```
/// use hoshi_record::dgf::{Board, glue};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 3])?;
/// assert_eq!(glue::slice_of_board(&board), [0, 1, 2, 0]);
/// # Ok::<(), hoshi_record::dgf::BoardError>(())
/// ```
#[must_use]
pub fn slice_of_board(board: &Board) -> Vec<u8> {
    let color = |&state: &u8| if color_of(state).is_some() { state } else { 0 };
    board.points().iter().map(color).collect()
}
