//! `Setup` is any arrangement of stones; `Position` is a legal one. The conversion from the first
//! to the second reports every reason for failure.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::color::Color;
use crate::diagram::{Diagram, DiagramError};
use crate::point::{Point, PointMap};
use crate::size::Size;

/// Stones, side to move, ko and captures, without any checks.
///
/// ```
/// use hoshi_core::{Color, Setup, Size};
///
/// let mut setup = Setup::new(Size::S9);
/// setup.stones[Size::S9.parse_a1("E5")?] = Some(Color::Black);
/// setup.turn = Color::White;
/// let position = setup.position()?;
/// assert_eq!(position.turn(), Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones.
    pub stones: PointMap<Option<Color>>,
    /// Who is to move.
    pub turn: Color,
    /// The point that simple ko forbids to the side to move.
    pub ko: Option<Point>,
    /// Stones captured by Black and by White.
    pub captures: [u32; 2],
}

/// One reason why a setup is not a legal position.
///
/// ```
/// use hoshi_core::{Diagram, Setup, SetupFault};
///
/// let setup = Setup::from(&"X O".parse::<Diagram>()?);
/// let invalid = setup.position().unwrap_err();
/// assert_eq!(invalid.faults.len(), 2);
/// assert!(matches!(invalid.faults[0], SetupFault::NoLiberty { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupFault {
    /// A block has no liberty.
    NoLiberty {
        /// Its colour.
        color: Color,
        /// Its stones, in reading order.
        stones: Vec<Point>,
    },
    /// The ko point is off the board.
    KoOffBoard,
    /// There is a stone on the ko point.
    KoOccupied,
    /// The ko point has a neighbour that isn't the opponent's stone.
    KoOpen,
    /// No single stone of the opponent could just have captured on the ko point.
    KoWithoutCapture,
}

/// A setup that is not a legal position: the setup itself, and every reason.
///
/// ```
/// use hoshi_core::{Diagram, Setup};
///
/// let setup = Setup::from(&"X X\nO .".parse::<Diagram>()?);
/// assert!(setup.clone().position().is_ok());
/// let mut full = setup.clone();
/// let b1 = full.stones.size().parse_a1("B1")?;
/// full.stones[b1] = setup.stones.values()[2];
/// let invalid = full.clone().position().unwrap_err();
/// assert_eq!(*invalid.setup, full);
/// assert_eq!(
///     invalid.to_string(),
///     "the black block of 2 stones at A2 has no liberty; \
///      the white block of 2 stones at A1 has no liberty"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSetup {
    /// The setup, unchanged.
    pub setup: Box<Setup>,
    /// The reasons; at least one.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.setup.stones.size();
        let ko = self.setup.ko.filter(|&point| size.contains(point));
        let ko = ko.map_or_else(String::new, |point| format!(" {}", size.a1(point)));
        for (index, fault) in self.faults.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            match fault {
                SetupFault::NoLiberty { color, stones } => {
                    let color = if *color == Color::Black { "black" } else { "white" };
                    let at = stones.first().map(|&point| size.a1(point));
                    let at = at.map_or_else(String::new, |name| format!(" at {name}"));
                    match stones.len() {
                        1 => write!(f, "the {color} stone{at} has no liberty")?,
                        n => write!(f, "the {color} block of {n} stones{at} has no liberty")?,
                    }
                }
                SetupFault::KoOffBoard => write!(f, "the ko point is off the {size} board")?,
                SetupFault::KoOccupied => write!(f, "the ko point{ko} has a stone on it")?,
                SetupFault::KoOpen => {
                    write!(f, "the ko point{ko} isn't surrounded by the opponent's stones")?;
                }
                SetupFault::KoWithoutCapture => {
                    write!(f, "no stone can just have captured at the ko point{ko}")?;
                }
            }
        }
        Ok(())
    }
}

impl core::error::Error for InvalidSetup {}

impl Setup {
    /// An empty board, Black to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Setup, Size};
    /// assert_eq!(Setup::new(Size::S9).turn, Color::Black);
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Setup {
        let stones = PointMap::new(size, None);
        Setup { stones, turn: Color::Black, ko: None, captures: [0; 2] }
    }

    /// The setup of a board, for editing. A ko that binds the other side is not part of it.
    ///
    /// A position made from it has its stones placed in reading order. Both conversions walk the
    /// whole board, which is expensive for changing a single stone.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Setup};
    ///
    /// let board = Board::from_text("X . O")?;
    /// let mut setup = Setup::of(&board, Color::White);
    /// setup.stones[board.size().parse_a1("A1")?] = None;
    /// assert_eq!(setup.position()?.board(), &Board::from_text(". . O")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(board: &Board, turn: Color) -> Setup {
        Setup {
            stones: PointMap::from_fn(board.size(), |point| board.stone(point)),
            turn,
            ko: board.ko().filter(|_| board.ko_color() == Some(turn)),
            captures: Color::ALL.map(|color| board.captures(color)),
        }
    }

    /// The position, if the rules allow it: every block has a liberty, and the opponent can just
    /// have captured a stone at the ko point.
    ///
    /// ```
    /// use hoshi_core::{Color, Diagram, Setup};
    ///
    /// let mut setup = Setup::from(&"
    ///     . X O .
    ///     X O . O
    ///     . X O .
    /// ".parse::<Diagram>()?);
    /// setup.ko = Some(setup.stones.size().parse_a1("C2")?);
    /// assert!(setup.position().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With every reason, and the setup itself.
    pub fn position(self) -> Result<Position, InvalidSetup> {
        let board = Board::with_stones(&self.stones);
        let faults = self.faults_on(&board);
        if faults.is_empty() {
            Ok(self.finish(board, self.ko))
        } else {
            Err(InvalidSetup { setup: Box::new(self), faults })
        }
    }

    /// The position without checks, for records: SGF lets a setup leave blocks without a liberty.
    ///
    /// Such a block stays until a neighbour is removed; from then on it is an ordinary block. Until
    /// then no empty point is next to it, so no move could capture it. An impossible ko is left out.
    /// [`Setup::faults`] lists the problems.
    ///
    /// ```
    /// use hoshi_core::{Color, Diagram, Preset, Rules, Setup};
    ///
    /// let setup = Setup::from(&"
    ///     X O .
    ///     O . .
    /// ".parse::<Diagram>()?);
    /// assert_eq!(setup.faults().len(), 1);
    /// let mut board = setup.position_as_is().into_board();
    /// assert!(board.block(board.size().parse_a1("A2")?).unwrap().liberties().is_empty());
    ///
    /// let b1 = board.size().parse_a1("B1")?;
    /// assert_eq!(board.play(Color::White, b1, &Rules::of(Preset::Simple))?.captured, 0);
    /// assert_eq!(board.stone_count(Color::Black), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_as_is(self) -> Position {
        self.position_either_way().0
    }

    /// Like [`Setup::position_as_is`], and whether it is legal: the board is built only once, for
    /// records that set up a board in every node.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Setup};
    ///
    /// let (position, is_valid) = Setup::from(&"X O".parse::<Diagram>()?).position_either_way();
    /// assert_eq!((position.board().stones().count(), is_valid), (2, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_either_way(&self) -> (Position, bool) {
        let board = Board::with_stones(&self.stones);
        let ko = self.ko.filter(|&point| self.ko_fault(&board, point).is_none());
        let is_valid = ko == self.ko && board.blocks().all(|block| block.has_liberty());
        (self.finish(board, ko), is_valid)
    }

    /// Every reason why this is not a legal position; empty if it is.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Setup};
    ///
    /// assert!(Setup::from(&"X .".parse::<Diagram>()?).faults().is_empty());
    /// assert_eq!(Setup::from(&"X X".parse::<Diagram>()?).faults().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn faults(&self) -> Vec<SetupFault> {
        self.faults_on(&Board::with_stones(&self.stones))
    }

    fn faults_on(&self, board: &Board) -> Vec<SetupFault> {
        let dead = board.blocks().filter(|block| !block.has_liberty());
        let dead = dead
            .map(|block| SetupFault::NoLiberty { color: block.color(), stones: block.stones() });
        dead.chain(self.ko.and_then(|point| self.ko_fault(board, point))).collect()
    }

    fn finish(&self, mut board: Board, ko: Option<Point>) -> Position {
        if let Some(point) = ko {
            board.set_ko(point, self.turn);
        }
        for color in Color::ALL {
            board.set_captures(color, self.captures[color.index()]);
        }
        Position { board, turn: self.turn }
    }

    fn ko_fault(&self, board: &Board, ko: Point) -> Option<SetupFault> {
        let size = board.size();
        let opponent = self.turn.opponent();
        if !size.contains(ko) {
            return Some(SetupFault::KoOffBoard);
        }
        if board.stone(ko).is_some() {
            return Some(SetupFault::KoOccupied);
        }
        if size.neighbors(ko).any(|near| board.stone(near) != Some(opponent)) {
            return Some(SetupFault::KoOpen);
        }
        let mut takers = size.neighbors(ko).filter(|&near| {
            board.block(near).is_some_and(|block| block.len() == 1 && block.liberties() == [ko])
        });
        // The position before the capture must have been legal: without the capturing stone, and
        // with the captured one.
        let possible = takers.any(|taker| {
            let mut before = self.stones.clone();
            before[taker] = None;
            before[ko] = Some(self.turn);
            let before = Board::with_stones(&before);
            before.blocks().all(|block| block.has_liberty())
        });
        if possible { None } else { Some(SetupFault::KoWithoutCapture) }
    }
}

/// The stones of a diagram, Black to move.
impl From<&Diagram> for Setup {
    fn from(diagram: &Diagram) -> Setup {
        Setup { stones: diagram.stones().clone(), ..Setup::new(diagram.size()) }
    }
}

/// A position: a board, and who is to move. It is legal, unless it came from
/// [`Setup::position_as_is`].
///
/// ```
/// use hoshi_core::{Board, Color, Position, Size};
///
/// let position = Position::new(Board::new(Size::S9), Color::Black);
/// assert_eq!(position.turn(), Color::Black);
/// assert_eq!(position.setup().position(), Ok(position));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
}

impl Position {
    /// A board and who is to move.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// assert_eq!(Position::new(Board::new(Size::S9), Color::White).turn(), Color::White);
    /// ```
    #[must_use]
    pub fn new(board: Board, turn: Color) -> Position {
        Position { board, turn }
    }

    /// The board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// let position = Position::new(Board::new(Size::S9), Color::Black);
    /// assert_eq!(position.board().size(), Size::S9);
    /// ```
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Consumes the position and returns the board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// let board = Position::new(Board::new(Size::S9), Color::Black).into_board();
    /// assert_eq!(board, Board::new(Size::S9));
    /// ```
    #[must_use]
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Who is to move.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// assert_eq!(Position::new(Board::new(Size::S9), Color::Black).turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The position as a [`Setup`], for editing. A ko that binds the other side is not part of it.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// let setup = Position::new(Board::new(Size::S9), Color::White).setup();
    /// assert_eq!(setup.turn, Color::White);
    /// ```
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup::of(&self.board, self.turn)
    }
}

/// Why a text cannot become a board: it is not a diagram, or its stones are not a legal position.
///
/// ```
/// use hoshi_core::{Board, BoardError};
///
/// assert!(matches!(Board::from_text("hello"), Err(BoardError::Diagram(_))));
/// assert!(matches!(Board::from_text("X O"), Err(BoardError::Setup(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The text is not a diagram.
    Diagram(DiagramError),
    /// The stones are not a legal position.
    Setup(InvalidSetup),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Diagram(error) => error.fmt(f),
            BoardError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BoardError {}

impl From<DiagramError> for BoardError {
    fn from(error: DiagramError) -> BoardError {
        BoardError::Diagram(error)
    }
}

impl From<InvalidSetup> for BoardError {
    fn from(error: InvalidSetup) -> BoardError {
        BoardError::Setup(error)
    }
}
