//! Unconditional life (Benson 1976): stones that can't be captured even if their owner always
//! passes, and the regions they enclose in which the opponent can't make two eyes meanwhile.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};
use crate::rules::Suicide;

/// The stones and territory of one colour that the opponent cannot take.
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
    /// The points, empty or with the opponent's stones on them, of the regions that only those blocks
    /// enclose and in which the opponent can't make two eyes while the owner passes. Stones of the opponent
    /// there are dead as they stand. This doesn't say how to capture them, or that capturing is wise:
    /// removing many stones leaves much room. Larger regions are left out, even if the opponent has no
    /// chance in them.
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
    /// A region (connected points without our stones) is vital to a block if each of its empty
    /// points is one of the block's liberties. Blocks with fewer than two vital regions are struck
    /// out, then the regions that they border, until nothing changes. Where suicide is legal the
    /// opponent can empty any point of a region, so all of its points must be next to the block.
    ///
    /// The remaining regions are surrounded by living blocks only. They are territory if they are vital to
    /// one of the blocks, so that every empty point is and stays a liberty of ours; or if at most one point
    /// is not next to our stones, since no eye of the opponent is next to a stone of ours.
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
        // Every block around the regions that are left is alive.
        for Enclosure { region, blocks, vital_to } in &enclosures {
            let is_safe = !vital_to.is_empty() || is_cramped(board, color, region);
            if !blocks.is_empty() && is_safe {
                life.territory.extend(region.points.iter().copied());
            }
        }
        life
    }
}

/// Whether a region has no room for two eyes of the opponent of `color`: no eye point is next to our stones,
/// so two eyes need two points that aren't.
fn is_cramped(board: &Board, color: Color, region: &Region) -> bool {
    let is_ours = |near| board.stone(near) == Some(color);
    let is_inner = |&&point: &&Point| !board.size().neighbors(point).any(is_ours);
    region.points.iter().filter(is_inner).nth(1).is_none()
}
