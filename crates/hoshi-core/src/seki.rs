//! Seki: which stones form a chain, and which chains seem to live only because neither side can
//! afford to play. A proposal for the players, whose marks decide.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};

/// The chain of a stone: its block, joined with every block of the same colour that borders the same
/// one-coloured empty region, and so on. Seki is marked chain by chain.
///
/// ```
/// use hoshi_core::{Board, chain_of};
///
/// let board = Board::from_text("
///     X . X O
///     X X O .
/// ")?;
/// // The two black blocks share the eye between them.
/// assert_eq!(chain_of(&board, board.size().parse_a1("A1")?).len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn chain_of(board: &Board, stone: Point) -> PointSet {
    let empty = regions(board, |stone| stone.is_none());
    let chains = Chains::new(board, &empty);
    let chain = chains.at(stone);
    let members = board.stones().map(|(point, _)| point).filter(|&point| chains.at(point) == chain);
    PointSet::of(board.size(), members.filter(|_| chain.is_some()))
}

/// Which stones belong to the same chain: blocks, joined wherever a one-coloured region touches both.
struct Chains {
    block: PointMap<usize>,
    /// The union-find parent: leads to the representative block of the chain, which is its own
    /// parent.
    toward: Vec<usize>,
}

impl Chains {
    fn new(board: &Board, empty: &[Region]) -> Chains {
        let mut block = PointMap::new(board.size(), usize::MAX);
        let mut toward = Vec::new();
        for (number, stones) in board.blocks().map(|block| block.stones()).enumerate() {
            toward.push(number);
            for stone in stones {
                block[stone] = number;
            }
        }
        let mut chains = Chains { block, toward };
        for region in empty.iter().filter(|region| region.owner(board).is_some()) {
            for pair in region.border.windows(2) {
                if let (Some(a), Some(b)) = (chains.at(pair[0]), chains.at(pair[1])) {
                    chains.toward[a.max(b)] = a.min(b);
                }
            }
        }
        // In ascending order, since every step leads to a smaller number.
        for number in 0..chains.toward.len() {
            chains.toward[number] = chains.toward[chains.toward[number]];
        }
        chains
    }

    /// The number of a stone's chain; `None` where there is no stone.
    fn at(&self, stone: Point) -> Option<usize> {
        let mut number = *self.block.get(stone)?;
        loop {
            let next = *self.toward.get(number)?;
            if next == number {
                return Some(number);
            }
            number = next;
        }
    }
}

/// Whether an enclosed region is enough for two eyes, even if the opponent moves first. Regions of
/// three points or fewer aren't, nor are the five shapes of four to six points with one vital point:
/// the pyramid and the square, the cross and the bulky five, the rabbity six. They are recognised by
/// the number of neighbours that each point has within the region.
fn makes_two_eyes(board: &Board, region: &Region) -> bool {
    if region.points.len() > ROOM {
        return true;
    }
    let degree = |&point: &Point| {
        board.size().neighbors(point).filter(|near| region.points.contains(near)).count()
    };
    let mut degrees: Vec<usize> = region.points.iter().map(degree).collect();
    degrees.sort_unstable();
    !matches!(
        degrees[..],
        [] | [_]
            | [_, _]
            | [_, _, _]
            | [1, 1, 1, 3]
            | [2, 2, 2, 2]
            | [1, 1, 1, 1, 4]
            | [1, 2, 2, 2, 3]
            | [1, 1, 2, 2, 2, 4]
    )
}

/// A region of more points than this has room for eyes: between stones of both colours it is an open
/// border, not liberties that they share.
const ROOM: usize = 6;

/// The stones that seem to be in seki after the dead are removed: the chains that touch a region of
/// both colours and are not alive on their own, with two enclosed regions, or one that is enough for
/// two eyes. A region of more than six points is an open border of a game that is not over, and makes
/// no seki. A proposal for the players to correct, not a verdict.
///
/// ```
/// use hoshi_core::{Board, PointSet, propose_seki};
///
/// // The black ring and the white stones in it share two liberties: whoever plays there first
/// // dies. The white stones outside have two eyes.
/// let board = Board::from_text("
///     . O O O O O O .
///     O O X X X X O O
///     O X X O O X X O
///     O X . O O . X O
/// ")?;
/// let seki = propose_seki(&board, &PointSet::new(board.size()));
/// assert_eq!(seki.len(), 14);
/// assert!(!seki.contains(board.size().parse_a1("B4")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn propose_seki(board: &Board, dead: &PointSet) -> PointSet {
    let left = board.without(dead);
    let empty = regions(&left, |stone| stone.is_none());
    let chains = Chains::new(&left, &empty);
    let mut eyes = vec![0; chains.toward.len()];
    let mut shares = vec![false; chains.toward.len()];
    for region in &empty {
        let touched = region.border.iter().filter_map(|&stone| chains.at(stone));
        if region.owner(&left).is_some() {
            // The stones around a one-coloured region are one chain.
            let worth = if makes_two_eyes(&left, region) { 2 } else { 1 };
            touched.take(1).for_each(|chain| eyes[chain] += worth);
        } else if region.points.len() <= ROOM {
            touched.for_each(|chain| shares[chain] = true);
        }
    }
    let in_seki =
        |stone: Point| chains.at(stone).is_some_and(|chain| shares[chain] && eyes[chain] < 2);
    let stones = left.stones().map(|(point, _)| point);
    PointSet::of(board.size(), stones.filter(|&stone| in_seki(stone)))
}
