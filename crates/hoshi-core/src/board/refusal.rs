//! Why a move is refused: each refusal names its rule.

use core::fmt;

/// Why a move is refused. A refused move changes nothing.
///
/// ```
/// use hoshi_core::{Board, Color, Preset, Refusal, Rules};
///
/// let board = Board::from_text("
///     . X .
///     X . X
///     . X .
/// ")?;
/// let middle = board.size().parse_a1("B2")?;
/// let refusal = board.check(Color::White, middle, &Rules::of(Preset::Simple)).unwrap_err();
/// assert_eq!(refusal, Refusal::Suicide);
/// assert_eq!(refusal.to_string(), "the stone would have no liberty (suicide)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The point isn't on this board.
    OffBoard,
    /// There is a stone.
    Occupied,
    /// The single stone there may not be taken back at once.
    Ko,
    /// The whole board would be as it was before.
    Superko {
        /// The number of the move after which it was so; 0 is the first position. What was set up
        /// after a move has its number.
        first_seen: usize,
    },
    /// The move would leave its own stones without a liberty.
    Suicide,
    /// The game isn't being played any more.
    GameOver,
    /// It's the other player's turn.
    NotYourTurn,
    /// What is to be set up is for a board of another size.
    OtherSize,
}

impl Refusal {
    /// The rule in one word, as test files and scripts write it.
    ///
    /// ```
    /// use hoshi_core::Refusal;
    /// assert_eq!(Refusal::Superko { first_seen: 3 }.name(), "superko");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Refusal::OffBoard => "off-board",
            Refusal::Occupied => "occupied",
            Refusal::Ko => "ko",
            Refusal::Superko { .. } => "superko",
            Refusal::Suicide => "suicide",
            Refusal::GameOver => "game-over",
            Refusal::NotYourTurn => "turn",
            Refusal::OtherSize => "size",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OffBoard => f.write_str("the point is off the board"),
            Refusal::Occupied => f.write_str("there is a stone already"),
            Refusal::Ko => f.write_str("the ko may not be taken back at once"),
            Refusal::Superko { first_seen: 0 } => {
                f.write_str("the board would be as it was at the start (superko)")
            }
            Refusal::Superko { first_seen } => {
                write!(f, "the board would be as it was after move {first_seen} (superko)")
            }
            Refusal::Suicide => f.write_str("the stone would have no liberty (suicide)"),
            Refusal::GameOver => f.write_str("play has ended"),
            Refusal::NotYourTurn => f.write_str("it is the other player's turn"),
            Refusal::OtherSize => f.write_str("the position is for a board of another size"),
        }
    }
}

impl core::error::Error for Refusal {}
