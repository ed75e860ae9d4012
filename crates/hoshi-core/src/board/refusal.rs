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
    /// The point is occupied.
    Occupied,
    /// Simple ko forbids retaking at once.
    Ko,
    /// The whole board would repeat an earlier position.
    Superko {
        /// The number of the move after which it first occurred; 0 is the first position. A setup
        /// has the number of the move before it.
        first_seen: usize,
    },
    /// The move would leave its own stones without a liberty.
    Suicide,
    /// Play has ended.
    GameOver,
    /// It's the other player's turn.
    NotYourTurn,
    /// The setup is for a board of another size.
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
            Refusal::Occupied => f.write_str("the point is occupied"),
            Refusal::Ko => f.write_str("the ko may not be taken back at once"),
            Refusal::Superko { first_seen: 0 } => {
                f.write_str("the board would repeat the start position (superko)")
            }
            Refusal::Superko { first_seen } => {
                write!(f, "the board would repeat the position after move {first_seen} (superko)")
            }
            Refusal::Suicide => f.write_str("the stone would have no liberty (suicide)"),
            Refusal::GameOver => f.write_str("play has ended"),
            Refusal::NotYourTurn => f.write_str("it is the other player's turn"),
            Refusal::OtherSize => f.write_str("the position is for a board of another size"),
        }
    }
}

impl core::error::Error for Refusal {}
