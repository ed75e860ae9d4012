//! SGN, the Simple Go Notation: a game on one line (`19x19 A9b B12w C2b`), or in an address.
//!
//! A [`Line`] is the size and the tokens; [`Address`] puts it into a URL with komi, rules and result.
//! Reading checks the spelling and that every point is on the board; [`Line::game`] checks whether
//! the moves are legal and the noted captures right. Every error has its place in the text and can
//! show it. The grammar is in `docs/formats/sgn.md`.
//!
//! ```
//! use hoshi_core::{Preset, Rules};
//! use hoshi_record::sgn::Line;
//!
//! let line: Line = "19x19 A9b B12w C2b".parse()?;
//! let game = line.game(&Rules::of(Preset::Japanese))?;
//! assert_eq!(game.move_count(), 3);
//!
//! let text = "9x9 E5b I5w";
//! let error = text.parse::<Line>().unwrap_err();
//! assert_eq!(error.to_string(), "column 9: `I5w`: there is no column I, after H comes J");
//! assert_eq!(error.show(text), "9x9 E5b I5w\n        ^^^");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod error;
mod line;
mod percent;
mod read;
mod replay;

pub use address::Address;
pub use error::{Fault, Oddity, Place, SgnError, Unheld, Warning};
pub use line::{Action, Line, Separator, Token};

/// The longest text that is read, in bytes. The shortest token and its separator have four, so a
/// line has at most 262,144 tokens.
///
/// ```
/// use hoshi_record::sgn::{Line, MAX_LENGTH};
/// assert!(Line::read(&" ".repeat(MAX_LENGTH + 1)).is_err());
/// ```
pub const MAX_LENGTH: usize = 1 << 20;

/// The result of reading, with warnings.
///
/// ```
/// use hoshi_record::sgn::Line;
///
/// let read = Line::read("9x9 e5B")?;
/// assert_eq!(read.value.to_string(), "9x9 E5b");
/// assert_eq!(read.warnings[0].to_string(), "column 5: `e5B` is written E5b");
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// The value.
    pub value: T,
    /// Text that should be written differently; one warning of each kind for the line.
    pub warnings: Vec<Warning>,
}
