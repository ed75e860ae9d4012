//! Conversion between DGF boards and hoshi's own: what DGF cannot hold, and what keeps a
//! well-formed board from being a legal position.

use hoshi_core::handicap::{self, HandicapError};
use hoshi_core::{
    Color, Game, HalfPoints, InvalidSetup, Phase, Point, PointMap, Position, Setup, Size,
};
use thiserror::Error;

use super::board::Board;
use super::header::{BoardError, EMPTY, Header, KO, held, number_of};
use super::record::MovesError;

/// What DGF can't hold.
///
/// ```
/// use hoshi_core::{HalfPoints, Setup, Size};
/// use hoshi_record::dgf::{Board, Unfit};
///
/// let setup = Setup::new(Size::new(9, 7).unwrap());
/// let unfit = Board::from_setup(&setup, HalfPoints::ZERO).unwrap_err();
/// assert_eq!(unfit.to_string(), "DGF holds only square boards, not 9x7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The board is not square.
    #[error("DGF holds only square boards, not {size}")]
    Rectangle {
        /// The board.
        size: Size,
    },
    /// Captured stones and whole komi are more than a header can hold.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The ko point of a setup is off its board.
    #[error("the ko point is off the {size} board")]
    KoOffBoard {
        /// The board.
        size: Size,
    },
    /// The ko point of a setup has a stone on it.
    #[error("the ko point {} has a stone on it: a DGF point is one or the other", .size.a1(*.point))]
    KoOccupied {
        /// The board.
        size: Size,
        /// The point.
        point: Point,
    },
    /// A move of a colour that wasn't to move.
    #[error("move {number} is {color}'s out of turn: the moves of a DGF record alternate")]
    OutOfTurn {
        /// The move, from 1.
        number: usize,
        /// Who made it.
        color: Color,
    },
    /// The moves themselves.
    #[error(transparent)]
    Moves(#[from] MovesError),
}

/// Why a new board cannot be made.
///
/// ```
/// use hoshi_core::HalfPoints;
/// use hoshi_record::dgf;
///
/// let error = dgf::new_board(0, HalfPoints::ZERO, 0).unwrap_err();
/// assert_eq!(error.to_string(), "a board has a side of 1 to 255 points, not 0");
/// let error = dgf::new_board(19, HalfPoints::whole(511), 0).unwrap_err();
/// assert!(error.to_string().contains("511"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NewBoardError {
    /// A side of 0.
    #[error("a board has a side of 1 to 255 points, not 0")]
    NoSide,
    /// The board has no points for this handicap.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// The komi is too much.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// The board a game begins with. A handicap of two stones or more is placed as players do, White to
/// move; 0 and 1 place none, Black to move.
///
/// ```
/// use hoshi_core::HalfPoints;
/// use hoshi_record::dgf;
///
/// let even = dgf::new_board(19, "6.5".parse()?, 0)?;
/// assert_eq!(even.to_bytes()[..4], [9, 0, 6, 19]);
/// let handicap = dgf::new_board(9, HalfPoints::whole(-3), 2)?;
/// assert_eq!(handicap.to_bytes()[..4], [2, 3, 0, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the side is 0, the board has no points for the handicap, or the komi is beyond 510.
pub fn new_board(side: u8, komi: HalfPoints, handicap: u32) -> Result<Board, NewBoardError> {
    let size = Size::square(side).ok_or(NewBoardError::NoSide)?;
    let mut setup = Setup::new(size);
    if handicap >= 2 {
        for point in handicap::customary(size, handicap)? {
            setup.stones[point] = Some(Color::Black);
        }
        setup.turn = Color::White;
    }
    Ok(Board::from_setup(&setup, komi)?)
}

/// The points of a setup as a board has them.
fn points_of(setup: &Setup) -> Result<Vec<u8>, Unfit> {
    let size = setup.stones.size();
    let state = |stone: &Option<Color>| stone.map_or(EMPTY, number_of);
    let mut points: Vec<u8> = setup.stones.values().iter().map(state).collect();
    if let Some(point) = setup.ko {
        if !size.contains(point) {
            return Err(Unfit::KoOffBoard { size });
        }
        let state = &mut points[size.index(point)];
        if *state != EMPTY {
            return Err(Unfit::KoOccupied { size, point });
        }
        *state = KO;
    }
    Ok(points)
}

impl Board {
    /// A board from any setup and a komi: positive for White, negative for Black.
    ///
    /// ```
    /// use hoshi_core::{Color, Setup, Size};
    /// use hoshi_record::dgf::Board;
    ///
    /// let size = Size::square(2).unwrap();
    /// let mut setup = Setup::new(size);
    /// setup.stones[size.parse_a1("A2")?] = Some(Color::Black);
    /// setup.captures = [0, 3];
    /// let board = Board::from_setup(&setup, "0.5".parse()?)?;
    /// assert_eq!(board.to_bytes(), [9, 0, 3, 2, 1, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board is a rectangle, a count is above 510, or the ko point isn't an empty point.
    pub fn from_setup(setup: &Setup, komi: HalfPoints) -> Result<Board, Unfit> {
        let size = setup.stones.size();
        if !size.is_square() {
            return Err(Unfit::Rectangle { size });
        }
        let favoured = if komi < HalfPoints::ZERO { Color::Black } else { Color::White };
        let halves = komi.halves().unsigned_abs();
        let mut counts = [0; 2];
        for color in Color::ALL {
            let whole = if color == favoured { halves / 2 } else { 0 };
            let captures = setup.captures[color.index()];
            counts[color.index()] = held(color, u64::from(captures) + u64::from(whole))?;
        }
        let half = (halves % 2 == 1).then_some(favoured);
        let header = Header { turn: Some(setup.turn), half, counts, side: size.width() };
        Ok(Board::from_parts(header, &points_of(setup)?)?)
    }

    /// The current board of a game that began with this board and no captures: the half point is
    /// this board's, and the captures are added to its counts.
    pub(super) fn moved_to(&self, position: &Position) -> Result<Board, Unfit> {
        let setup = position.setup();
        let mut header = Header { turn: Some(setup.turn), ..self.header() };
        for color in Color::ALL {
            let captures = setup.captures[color.index()];
            let count = u64::from(self.count(color)) + u64::from(captures);
            header.counts[color.index()] = held(color, count)?;
        }
        Ok(Board::from_parts(header, &points_of(&setup)?)?)
    }

    /// A board from a position and a komi. A ko that binds the other side is left out: a board's ko
    /// point is forbidden to the side to move.
    ///
    /// ```
    /// use hoshi_core::{Board as Stones, Color, HalfPoints, Position};
    /// use hoshi_record::dgf::Board;
    ///
    /// let position = Position::new(Stones::from_text("X .\n. O")?, Color::White);
    /// let board = Board::from_position(&position, HalfPoints::whole(5))?;
    /// assert_eq!(board.to_bytes(), [2, 0, 5, 2, 1, 0, 0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board is a rectangle, or a count is above 510.
    pub fn from_position(position: &Position, komi: HalfPoints) -> Result<Board, Unfit> {
        Board::from_setup(&position.setup(), komi)
    }

    /// The current board of a game; its turn is 0 if the game has ended. While dead stones are
    /// being marked it has not: the turn is that of the side that would resume play.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_record::dgf::Board;
    ///
    /// let mut game = Game::new(Size::square(2).unwrap(), Rules::of(Preset::Japanese));
    /// game.play(game.size().parse_move("A2")?)?;
    /// assert_eq!(Board::from_game(&game)?.to_bytes(), [10, 0, 6, 2, 1, 0, 0, 0]);
    /// game.resign(game.turn())?;
    /// assert_eq!(Board::from_game(&game)?.to_bytes(), [8, 0, 6, 2, 1, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board is a rectangle, or a count is above 510.
    pub fn from_game(game: &Game) -> Result<Board, Unfit> {
        let now = Position::new(game.board().clone(), game.turn());
        let board = Board::from_position(&now, game.komi())?;
        let over = matches!(game.phase(), Phase::Over(_));
        Ok(if over { board.with_turn(None) } else { board })
    }

    /// The board as a setup. Its captures are the counts, so they hold the whole komi too. A board
    /// of a game that is over has no turn: then it's the side bound by the ko, or Black.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Board;
    ///
    /// let setup = Board::from_bytes(&[10, 0, 6, 2, 1, 0, 0, 0])?.setup();
    /// assert_eq!((setup.turn, setup.captures), (Color::White, [0, 6]));
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> Setup {
        let size = self.size();
        let ko = self.ko();
        // The stones around a ko point belong to the side that captured.
        let taker = ko.and_then(|ko| size.neighbors(ko).find_map(|near| self.stone(near)));
        let forbidden = taker.map_or(Color::Black, Color::opponent);
        Setup {
            stones: PointMap::from_fn(size, |point| self.stone(point)),
            turn: self.turn().unwrap_or(forbidden),
            ko,
            captures: Color::ALL.map(|color| u32::from(self.count(color))),
        }
    }

    /// The board as a position, if the rules allow it: every block has a liberty, and the opponent
    /// can just have captured a stone at the ko point. Captures and turn are as in
    /// [`Board::setup`].
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    ///
    /// assert!(Board::from_bytes(&[1, 0, 0, 2, 1, 0, 0, 0])?.position().is_ok());
    /// let full = Board::from_bytes(&[1, 0, 0, 1, 1])?;
    /// assert_eq!(
    ///     full.position().unwrap_err().to_string(),
    ///     "the black stone at A1 has no liberty"
    /// );
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// With every reason why not.
    pub fn position(&self) -> Result<Position, InvalidSetup> {
        self.setup().position()
    }
}
