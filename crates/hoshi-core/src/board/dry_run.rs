//! What a move would do, without playing it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Board, Refusal};
use crate::color::Color;
use crate::point::Point;
use crate::rules::Rules;
use crate::size::Size;

/// What a move would do. Returned by [`Board::dry_run`].
///
/// ```
/// use hoshi_core::{Board, Color, Preset, Rules};
///
/// let board = Board::from_text("O X .\n. . .")?;
/// let a1 = board.size().parse_a1("A1")?;
/// let would = board.dry_run(Color::Black, a1, &Rules::of(Preset::Simple))?;
/// assert_eq!(would.captured.len(), 1);
/// assert_eq!(would.liberties, 2);
/// assert_eq!(would.tokens(board.size()), "A1b A2c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DryRun {
    /// Who would play.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The opponent's stones that would be captured, in reading order.
    pub captured: Vec<Point>,
    /// The player's own stones that would be removed by suicide, in reading order.
    pub lost: Vec<Point>,
    /// The liberties that the played stone's block would have; 0 after suicide.
    pub liberties: usize,
    /// The point that simple ko would forbid to the opponent.
    pub ko: Option<Point>,
}

impl DryRun {
    /// The move and what it removes as tokens of Simple Go Notation: `A1b` plays, `A2c` is
    /// captured.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules, Size};
    ///
    /// let board = Board::new(Size::S9);
    /// let e5 = board.size().parse_a1("E5")?;
    /// let would = board.dry_run(Color::White, e5, &Rules::of(Preset::Simple))?;
    /// assert_eq!(would.tokens(board.size()), "E5w");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tokens(&self, size: Size) -> String {
        let color = self.color.letter().to_ascii_lowercase();
        let mut text = format!("{}{color}", size.a1(self.point));
        for &point in self.captured.iter().chain(&self.lost) {
            text.push_str(&format!(" {}c", size.a1(point)));
        }
        text
    }
}

impl Board {
    /// What a move would do, without playing it.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules, Size};
    ///
    /// let board = Board::new(Size::S9);
    /// let corner = board.size().parse_a1("A1")?;
    /// let would = board.dry_run(Color::Black, corner, &Rules::of(Preset::Simple))?;
    /// assert_eq!(would.liberties, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Board::check`].
    pub fn dry_run(&self, color: Color, point: Point, rules: &Rules) -> Result<DryRun, Refusal> {
        let mut after = self.clone();
        let placed = after.play(color, point, rules)?;
        let gone = |owner: Color| -> Vec<Point> {
            let was = self.stones().filter(|&(at, c)| c == owner && after.is_empty_at(at));
            was.map(|(at, _)| at).collect()
        };
        let mut lost = gone(color);
        if placed.lost > 0 {
            lost.push(point);
            lost.sort_unstable();
        }
        Ok(DryRun {
            color,
            point,
            captured: gone(color.opponent()),
            lost,
            liberties: after.block(point).map_or(0, |block| block.liberties().len()),
            ko: placed.ko,
        })
    }
}
