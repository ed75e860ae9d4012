//! Moves on DGF boards: playing a legal one, why another is refused, the list of legal moves, and
//! the liberties of blocks.

use hoshi_core::{Color, Game, InvalidSetup, Move as Play, Point, Position, Refusal, Rules, Size};
use thiserror::Error;

use super::board::Board;
use super::fit::Unfit;
use super::moves::Move;

/// Why a move can't be played on a board.
///
/// ```
/// use hoshi_core::{HalfPoints, Preset, Rules};
/// use hoshi_record::dgf::{self, Move};
///
/// let board = dgf::new_board(9, HalfPoints::ZERO, 0)?;
/// let error = dgf::apply(&board, Move::new(82)?, &Rules::of(Preset::Simple)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "82 is off the 9x9 board: its points are 1 to 81, 0 passes and -1 resigns"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The game is over.
    #[error("the game is over (turn 0): no move can be made")]
    Over,
    /// The board has no such point.
    #[error(
        "{mv} is off the {size} board: its points are 1 to {}, 0 passes and -1 resigns",
        .size.area()
    )]
    OffBoard {
        /// The move.
        mv: Move,
        /// The board.
        size: Size,
    },
    /// The rules forbid it.
    #[error("{color} can't play {mv} ({}): {refusal}", .mv.name(*.size))]
    Refused {
        /// Who would play.
        color: Color,
        /// The move.
        mv: Move,
        /// The board.
        size: Size,
        /// The rule.
        refusal: Refusal,
    },
    /// The board is not a legal position.
    #[error("the board is not a legal position: {0}")]
    Position(#[from] InvalidSetup),
    /// The captured stones are more than a board can hold.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// The board after a legal move. A pass gives the turn to the other side and lifts the ko; a
/// resignation sets the turn to 0 and changes nothing else. What a side captures, or the other loses
/// by suicide, is added to its count.
///
/// A board has no history: for superko only the ko point and the board itself are known.
///
/// ```
/// use hoshi_core::{Preset, Refusal, Rules};
/// use hoshi_record::dgf::{self, ApplyError, Board, Move};
///
/// // White has just taken a ko: Black may not take back at once, but after a pass each.
/// let rules = Rules::of(Preset::Simple);
/// let board = Board::from_bytes(&[
///     1, 0, 1, 4,
///     0, 1, 2, 0,
///     1, 2, 3, 2,
///     0, 1, 2, 0,
///     0, 0, 0, 0,
/// ])?;
/// let retake = Move::new(7)?;
/// let refused = dgf::apply(&board, retake, &rules).unwrap_err();
/// assert!(matches!(refused, ApplyError::Refused { refusal: Refusal::Ko, .. }));
///
/// let later = dgf::apply(&dgf::apply(&board, Move::PASS, &rules)?, Move::PASS, &rules)?;
/// let after = dgf::apply(&later, retake, &rules)?;
/// assert_eq!(after.to_bytes()[..12], [2, 1, 1, 4, 0, 1, 2, 0, 1, 3, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game is over, the move is illegal or off the board, the board is not a legal position, or
/// a count would be above 510.
pub fn apply(board: &Board, mv: Move, rules: &Rules) -> Result<Board, ApplyError> {
    let color = board.turn().ok_or(ApplyError::Over)?;
    if mv.is_resignation() {
        return Ok(board.clone().with_turn(None));
    }
    if mv.is_pass() {
        let mut after = board.clone().with_turn(Some(color.opponent()));
        after.lift_ko();
        return Ok(after);
    }
    let size = board.size();
    let point = mv.point(size).ok_or(ApplyError::OffBoard { mv, size })?;
    let mut game = game_at(board, rules)?;
    game.play(Play::Play(point)).map_err(|refusal| ApplyError::Refused {
        color,
        mv,
        size,
        refusal,
    })?;
    let position = Position::new(game.board().clone(), game.turn());
    Ok(board.moved_to(&position)?)
}

/// A game that begins with the board, with no captures.
pub(super) fn game_at(board: &Board, rules: &Rules) -> Result<Game, InvalidSetup> {
    let mut setup = board.setup();
    setup.captures = [0; 2];
    Ok(Game::from_position(setup.position()?, rules.clone()))
}

/// Checks whether a move can be played.
///
/// ```
/// use hoshi_core::{Preset, Rules};
/// use hoshi_record::dgf::{self, Board, Move};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 0, 2, 2, 0])?;
/// let rules = Rules::of(Preset::Simple);
/// assert!(dgf::legal(&board, Move::PASS, &rules).is_ok());
/// assert_eq!(
///     dgf::legal(&board, Move::new(1)?, &rules).unwrap_err().to_string(),
///     "Black can't play 1 (A2): the stone would have no liberty (suicide)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`apply`].
pub fn legal(board: &Board, mv: Move, rules: &Rules) -> Result<(), ApplyError> {
    apply(board, mv, rules).map(drop)
}

/// Every legal move: the points in reading order, then the pass. (Resigning is always possible.)
///
/// ```
/// use hoshi_core::{Preset, Rules};
/// use hoshi_record::dgf::{self, Board};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 0])?;
/// let moves = dgf::legal_moves(&board, &Rules::of(Preset::Simple))?;
/// let numbers: Vec<_> = moves.iter().map(|mv| mv.number()).collect();
/// assert_eq!(numbers, [1, 4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game is over, or the board is not a legal position.
pub fn legal_moves(board: &Board, rules: &Rules) -> Result<Vec<Move>, ApplyError> {
    let color = board.turn().ok_or(ApplyError::Over)?;
    let game = game_at(board, rules)?;
    let mut moves: Vec<Move> =
        game.legal_points(color).filter_map(|point| Move::at(board.size(), point)).collect();
    moves.push(Move::PASS);
    Ok(moves)
}

/// A block and its liberties, in reading order.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::dgf::{self, Board};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 1, 0, 1, 0])?;
/// let blocks = dgf::liberties(&board, None)?;
/// assert_eq!(blocks.len(), 1);
/// assert_eq!(blocks[0].color, Color::Black);
/// assert_eq!((blocks[0].stones.len(), blocks[0].liberties.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLiberties {
    /// The block's colour.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Point>,
    /// Its liberties.
    pub liberties: Vec<Point>,
}

/// The block on a point with its liberties, or every block in reading order of their first stones.
/// A point without a stone has none.
///
/// ```
/// use hoshi_record::dgf::{self, Board};
///
/// let board = Board::from_bytes(&[1, 0, 0, 2, 1, 0, 0, 2])?;
/// assert_eq!(dgf::liberties(&board, None)?.len(), 2);
/// assert_eq!(dgf::liberties(&board, board.size().point(0, 0))?.len(), 1);
/// assert_eq!(dgf::liberties(&board, board.size().point(1, 0))?.len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a block has no liberty, so that the board is not a legal position.
pub fn liberties(board: &Board, point: Option<Point>) -> Result<Vec<BlockLiberties>, InvalidSetup> {
    let mut setup = board.setup();
    setup.ko = None;
    let position = setup.position()?;
    let all = position.board().blocks();
    let here = point.map(|point| position.board().block(point));
    let blocks: Vec<_> = match here {
        Some(block) => block.into_iter().collect(),
        None => all.collect(),
    };
    let of = |block: &hoshi_core::Block<'_>| BlockLiberties {
        color: block.color(),
        stones: block.stones(),
        liberties: block.liberties(),
    };
    Ok(blocks.iter().map(of).collect())
}
