//! Unconditional life (Benson 1976): stones that can't be captured even if their owner always
//! passes, and the points that go with them.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};
use crate::rules::Suicide;

/// What one colour holds whatever the opponent does.
///
/// ```
/// use hoshi_core::{Board, Color, Suicide, UnconditionalLife};
///
/// let board = Board::from_text("
///     . X . X .
///     X X X X X
///     . . . . .
///     . . . . .
/// ")?;
/// let life = UnconditionalLife::of(&board, Color::Black, Suicide::Forbidden);
/// assert_eq!(life.stones.len(), 7);
/// assert_eq!(life.territory.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnconditionalLife {
    /// The stones of the blocks that can't be captured.
    pub stones: PointSet,
    /// The points, empty or with the opponent's stones on them, that those blocks enclose, and where
    /// the opponent cannot live.
    pub territory: PointSet,
}

/// A region of points not of our colour: the blocks around it, and those to which it is vital.
struct Enclosure {
    region: Region,
    blocks: Vec<usize>,
    vital_to: Vec<usize>,
}

impl UnconditionalLife {
    /// The unconditional life of one colour on a board.
    ///
    /// A region (points without our stones, hanging together) is vital to a block if each of its
    /// empty points is one of the block's liberties. Blocks with fewer than two vital regions are
    /// struck out, then the regions that they border, until nothing changes. Where suicide may be
    /// played the opponent can empty any point of a region, so all of its points must be next to the
    /// block.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Suicide, UnconditionalLife};
    ///
    /// // One eye isn't enough.
    /// let board = Board::from_text("
    ///     . X .
    ///     X X .
    ///     . . .
    /// ")?;
    /// let life = UnconditionalLife::of(&board, Color::Black, Suicide::Forbidden);
    /// assert!(life.stones.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(board: &Board, color: Color, suicide: Suicide) -> UnconditionalLife {
        let blocks: Vec<_> = board.blocks().filter(|block| block.color() == color).collect();
        let mut block_at = PointMap::new(board.size(), usize::MAX);
        for (index, block) in blocks.iter().enumerate() {
            for stone in block.stones() {
                block_at[stone] = index;
            }
        }
        let mut enclosures: Vec<Enclosure> = regions(board, |stone| stone != Some(color))
            .into_iter()
            .map(|region| {
                let mut around: Vec<usize> = region.border.iter().map(|&p| block_at[p]).collect();
                around.sort_unstable();
                around.dedup();
                let counts = |point: Point| match suicide {
                    Suicide::Forbidden => board.stone(point).is_none(),
                    Suicide::Multi | Suicide::Any => true,
                };
                let mut vital_to = around.clone();
                for &point in region.points.iter().filter(|&&point| counts(point)) {
                    let near: Vec<usize> =
                        board.size().neighbors(point).map(|p| block_at[p]).collect();
                    vital_to.retain(|block| near.contains(block));
                }
                Enclosure { region, blocks: around, vital_to }
            })
            .collect();

        let mut alive = vec![true; blocks.len()];
        loop {
            let mut vital = vec![0; blocks.len()];
            for &block in enclosures.iter().flat_map(|enclosure| &enclosure.vital_to) {
                vital[block] += 1;
            }
            let mut changed = false;
            for (alive, vital) in alive.iter_mut().zip(vital) {
                changed |= *alive && vital < 2;
                *alive &= vital >= 2;
            }
            if !changed {
                break;
            }
            enclosures.retain(|enclosure| enclosure.blocks.iter().all(|&block| alive[block]));
        }

        let mut life = UnconditionalLife {
            stones: PointSet::new(board.size()),
            territory: PointSet::new(board.size()),
        };
        for (block, _) in blocks.iter().zip(&alive).filter(|(_, alive)| **alive) {
            life.stones.extend(block.stones());
        }
        for enclosure in enclosures.iter().filter(|enclosure| !enclosure.vital_to.is_empty()) {
            life.territory.extend(enclosure.region.points.iter().copied());
        }
        life
    }
}
