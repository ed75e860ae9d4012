//! Counting: area and territory, with the dead stones and the sekis given, and a breakdown that a
//! view can show.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::color::Color;
use crate::half::HalfPoints;
use crate::outcome::{Outcome, WinBy};
use crate::point::{Point, PointMap, PointSet};
use crate::region::{Region, regions};
use crate::rules::{DeadStones, Rules, Scoring};

/// What the players agreed on after the passes: which stones are dead, and which stand in seki.
///
/// ```
/// use hoshi_core::{Marks, Size};
///
/// let mut marks = Marks::new(Size::S9);
/// marks.dead.insert(Size::S9.parse_a1("E5")?);
/// assert!(marks.seki.is_empty());
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Stones that are taken off before counting.
    pub dead: PointSet,
    /// Stones in seki: under territory rules what they surround doesn't count.
    pub seki: PointSet,
}

impl Marks {
    /// Nothing dead, no seki.
    ///
    /// ```
    /// use hoshi_core::{Marks, Size};
    /// assert!(Marks::new(Size::S9).dead.is_empty());
    /// ```
    #[must_use]
    pub fn new(size: crate::Size) -> Marks {
        Marks { dead: PointSet::new(size), seki: PointSet::new(size) }
    }
}

/// Whose a point is when the board is counted.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, Marks, Owner, Preset, Rules, Score};
///
/// let board = Board::from_text(". X O .")?;
/// let rules = Rules::of(Preset::Simple);
/// let marks = Marks::new(board.size());
/// let score = Score::of(&board, &rules, &marks, HalfPoints::ZERO, 0);
/// assert_eq!(
///     score.owners.values(),
///     [
///         Owner::Territory(Color::Black),
///         Owner::Stone(Color::Black),
///         Owner::Stone(Color::White),
///         Owner::Territory(Color::White),
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A stone that stays on the board.
    Stone(Color),
    /// A point surrounded by one colour, which counts it.
    Territory(Color),
    /// A point that touches both colours, or none: nobody's.
    Dame,
    /// A point that only stones of one colour surround, but one of them stands in seki: it doesn't
    /// count under territory rules.
    Seki(Color),
}

/// What one side's score is made of.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, Marks, Preset, Rules, Score};
///
/// let board = Board::from_text(". X O O .")?;
/// let rules = Rules::of(Preset::Chinese);
/// let score = Score::of(&board, &rules, &Marks::new(board.size()), rules.komi, 0);
/// let white = score.side(Color::White);
/// assert_eq!((white.stones, white.territory), (2, 1));
/// assert_eq!(white.komi, HalfPoints::from_halves(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SideScore {
    /// Its stones that stay on the board.
    pub stones: u32,
    /// The empty points it surrounds, as far as they count.
    pub territory: u32,
    /// The opponent's stones it captured during the game.
    pub captures: u32,
    /// The opponent's dead stones, taken off at the end.
    pub dead: u32,
    /// Komi: White's.
    pub komi: HalfPoints,
    /// What is given for handicap stones: White's.
    pub bonus: HalfPoints,
    /// All that counts under the rules, added up.
    pub total: HalfPoints,
}

/// The count of a board.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, Marks, Preset, Rules, Score};
///
/// let board = Board::from_text("
///     . X O .
///     X X O O
///     . X O .
/// ")?;
/// let rules = Rules::of(Preset::Simple);
/// let score = Score::of(&board, &rules, &Marks::new(board.size()), HalfPoints::whole(1), 0);
/// assert_eq!(score.side(Color::Black).total, HalfPoints::whole(6));
/// assert_eq!(score.side(Color::White).total, HalfPoints::whole(7));
/// assert_eq!(score.outcome().to_string(), "W+1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    sides: [SideScore; 2],
    /// Whose each point is.
    pub owners: PointMap<Owner>,
}

impl Score {
    /// Counts a board. `handicap` is the number of handicap stones; komi doesn't include what the
    /// rules give White for them.
    ///
    /// Under rules that leave every stone on the board (Tromp-Taylor) the dead marks are ignored.
    /// A dead stone is worth two under territory rules: the point it stood on, and itself.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, HalfPoints, Marks, Preset, Rules, Score};
    ///
    /// let board = Board::from_text("
    ///     . . X O .
    ///     O . X O .
    ///     . . X O .
    /// ")?;
    /// let mut marks = Marks::new(board.size());
    /// marks.dead.insert(board.size().parse_a1("A2")?);
    /// let rules = Rules::of(Preset::Japanese);
    /// let score = Score::of(&board, &rules, &marks, rules.komi, 0);
    /// let black = score.side(Color::Black);
    /// assert_eq!((black.territory, black.dead), (6, 1));
    /// assert_eq!(black.total, HalfPoints::whole(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(
        board: &Board,
        rules: &Rules,
        marks: &Marks,
        komi: HalfPoints,
        handicap: u32,
    ) -> Score {
        let none = PointSet::new(board.size());
        let dead = match rules.dead {
            DeadStones::Agreed => &marks.dead,
            DeadStones::Stay => &none,
        };
        let left = board.without(dead);
        let owners = owners(&left, rules, &marks.seki);
        let mut sides = [SideScore::default(); 2];
        for (_, owner) in owners.iter() {
            match *owner {
                Owner::Stone(color) => sides[color.index()].stones += 1,
                Owner::Territory(color) => sides[color.index()].territory += 1,
                Owner::Dame | Owner::Seki(_) => {}
            }
        }
        for color in Color::ALL {
            let side = &mut sides[color.index()];
            let opponent = color.opponent();
            side.captures = board.captures(color);
            side.dead = board.stone_count(opponent) - left.stone_count(opponent);
        }
        let white = &mut sides[Color::White.index()];
        white.komi = komi;
        white.bonus = rules.bonus.points(handicap);
        for side in &mut sides {
            let counted = match rules.scoring {
                Scoring::Area => side.stones + side.territory,
                Scoring::Territory => {
                    side.territory.saturating_add(side.captures).saturating_add(side.dead)
                }
            };
            let counted = i32::try_from(counted).unwrap_or(i32::MAX);
            side.total = HalfPoints::whole(counted) + side.komi + side.bonus;
        }
        Score { sides, owners }
    }

    /// One side of the count.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, HalfPoints, Marks, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = Marks::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::ZERO, 0);
    /// assert_eq!(score.side(Color::Black).total, HalfPoints::ZERO);
    /// ```
    #[must_use]
    pub fn side(&self, color: Color) -> &SideScore {
        &self.sides[color.index()]
    }

    /// By how much Black is ahead; below zero, White is.
    ///
    /// ```
    /// use hoshi_core::{Board, HalfPoints, Marks, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = Marks::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::from_halves(15), 0);
    /// assert_eq!(score.margin(), HalfPoints::from_halves(-15));
    /// ```
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        self.side(Color::Black).total - self.side(Color::White).total
    }

    /// Who won, and by how much.
    ///
    /// ```
    /// use hoshi_core::{Board, HalfPoints, Marks, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = Marks::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::from_halves(15), 0);
    /// assert_eq!(score.outcome().to_string(), "W+7.5");
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let margin = self.margin();
        let winner = match margin.cmp(&HalfPoints::ZERO) {
            core::cmp::Ordering::Greater => Color::Black,
            core::cmp::Ordering::Less => Color::White,
            core::cmp::Ordering::Equal => return Outcome::Draw,
        };
        Outcome::Win { winner, by: WinBy::Score(margin.abs()) }
    }
}

fn owners(board: &Board, rules: &Rules, seki: &PointSet) -> PointMap<Owner> {
    let mut owners = PointMap::new(board.size(), Owner::Dame);
    for (point, color) in board.stones() {
        owners[point] = Owner::Stone(color);
    }
    for region in regions(board, |stone| stone.is_none()) {
        let Some(color) = region.owner(board) else { continue };
        let in_seki = region.border.iter().any(|&stone| seki.contains(stone));
        let owner = match rules.scoring {
            Scoring::Territory if in_seki => Owner::Seki(color),
            _ => Owner::Territory(color),
        };
        for &point in &region.points {
            owners[point] = owner;
        }
    }
    owners
}

/// The chain of a stone: its block, joined with every block of the same colour that borders the same
/// one-coloured empty region, and so on. What is marked as seki is marked chain by chain.
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
    /// Towards the block that stands for the chain, which is its own.
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
        // From the front, since every step leads to a smaller number.
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
/// the pyramid and the square, the cross and the bulky five, the rabbity six. They are told by how
/// many neighbours within the region each of their points has.
fn makes_two_eyes(board: &Board, region: &Region) -> bool {
    if region.points.len() > 6 {
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

/// The stones that look as if they stood in seki once the dead are taken off: the chains that touch
/// a region of both colours and are not alive on their own, with two enclosed regions, or one that is
/// enough for two eyes. A proposal for the players to correct, not a verdict.
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
        } else {
            touched.for_each(|chain| shares[chain] = true);
        }
    }
    let in_seki =
        |stone: Point| chains.at(stone).is_some_and(|chain| shares[chain] && eyes[chain] < 2);
    let stones = left.stones().map(|(point, _)| point);
    PointSet::of(board.size(), stones.filter(|&stone| in_seki(stone)))
}
