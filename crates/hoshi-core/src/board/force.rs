//! Playing what a record says, whether the rules allow it or not.

use alloc::vec::Vec;

use super::{Board, Placed, Refusal, Vertex};
use crate::color::Color;
use crate::point::{Move, Point};

impl Board {
    /// Plays a stone whatever the rules say, as SGF requires for the moves of a record: ko and
    /// suicide are allowed, and a stone that is in the way is removed first, which is not a capture.
    /// Then it is a move like any other: the opponent's blocks without a liberty are captured, and
    /// if the stone's own block then has none, it is removed.
    ///
    /// ```
    /// use hoshi_core::{Board, Color};
    ///
    /// let mut board = Board::from_text("
    ///     X O O .
    ///     X X . .
    /// ")?;
    /// // White's stone on B1 replaces Black's: the two others have no liberty now.
    /// let b1 = board.size().parse_a1("B1")?;
    /// let placed = board.force(Color::White, b1)?;
    /// assert_eq!((placed.replaced, placed.captured), (Some(Color::Black), 2));
    /// assert_eq!(board.captures(Color::White), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Only [`Refusal::OffBoard`]; then nothing has changed.
    pub fn force(&mut self, color: Color, point: Point) -> Result<Placed, Refusal> {
        let vertex = self.checked_vertex(point).ok_or(Refusal::OffBoard)?;
        let replaced = self.lift(vertex);
        Ok(Placed { replaced, ..self.play_vertex(color, vertex) })
    }

    /// Plays a move without checking whether it is legal.
    pub(crate) fn replay(&mut self, color: Color, mv: Move) -> Placed {
        let forced = mv.point().and_then(|point| self.force(color, point).ok());
        forced.unwrap_or_else(|| {
            self.lift_ko();
            Placed::default()
        })
    }

    /// Removes one stone, if there is one, and leaves the rest of its block, which may split. The
    /// others keep their place in the order.
    fn lift(&mut self, vertex: Vertex) -> Option<Color> {
        let color = self.cells[vertex].content.stone()?;
        let rest = self.circle(vertex).skip(1).map(|stone| (stone, self.cells[stone].placed));
        let rest: Vec<(Vertex, u32)> = rest.collect();
        self.take_off(self.cells[vertex].head as usize);
        let placements = self.placements;
        for (stone, placed) in rest {
            self.put(color, stone);
            self.cells[stone].placed = placed;
        }
        self.placements = placements;
        Some(color)
    }
}
