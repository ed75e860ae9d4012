//! Counting: area and territory, with given dead stones and sekis, and a breakdown for display.

use crate::board::Board;
use crate::color::Color;
use crate::half::HalfPoints;
use crate::outcome::{Outcome, WinBy};
use crate::point::{Point, PointMap, PointSet};
use crate::region::regions;
use crate::rules::{DeadStones, Rules, Scoring, Tie};

/// What the players agreed on after the passes: which stones are dead, and which are in seki.
///
/// ```
/// use hoshi_core::{DeadAndSeki, Size};
///
/// let mut marks = DeadAndSeki::new(Size::S9);
/// marks.dead.insert(Size::S9.parse_a1("E5")?);
/// assert!(marks.seki.is_empty());
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadAndSeki {
    /// Stones that are removed before counting.
    pub dead: PointSet,
    /// Stones in seki: under territory rules what they surround doesn't count.
    pub seki: PointSet,
}

impl DeadAndSeki {
    /// Nothing dead, no seki.
    ///
    /// ```
    /// use hoshi_core::{DeadAndSeki, Size};
    /// assert!(DeadAndSeki::new(Size::S9).dead.is_empty());
    /// ```
    #[must_use]
    pub fn new(size: crate::Size) -> DeadAndSeki {
        DeadAndSeki { dead: PointSet::new(size), seki: PointSet::new(size) }
    }
}

/// The owner of a point in the count.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Owner, Preset, Rules, Score};
///
/// let board = Board::from_text(". X O .")?;
/// let rules = Rules::of(Preset::Simple);
/// let marks = DeadAndSeki::new(board.size());
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
    /// A point that touches both colours, or none: neutral.
    Dame,
    /// A point that only stones of one colour surround, but one of them is in seki: it doesn't
    /// count under territory rules.
    Seki(Color),
}

/// The parts of one side's score.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Preset, Rules, Score};
///
/// let board = Board::from_text(". X O O .")?;
/// let rules = Rules::of(Preset::Chinese);
/// let score = Score::of(&board, &rules, &DeadAndSeki::new(board.size()), rules.komi, 0);
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
    /// The opponent's dead stones, removed at the end. Under territory rules those in a seki are not
    /// included: they stay, and do not count.
    pub dead: u32,
    /// Komi: White's.
    pub komi: HalfPoints,
    /// The bonus for handicap stones: White's.
    pub bonus: HalfPoints,
    /// The sum of all that counts under the rules.
    pub total: HalfPoints,
}

/// The count of a board.
///
/// ```
/// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Preset, Rules, Score};
///
/// let board = Board::from_text("
///     . X O .
///     X X O O
///     . X O .
/// ")?;
/// let rules = Rules::of(Preset::Simple);
/// let score = Score::of(&board, &rules, &DeadAndSeki::new(board.size()), HalfPoints::whole(1), 0);
/// assert_eq!(score.side(Color::Black).total, HalfPoints::whole(6));
/// assert_eq!(score.side(Color::White).total, HalfPoints::whole(7));
/// assert_eq!(score.outcome().to_string(), "W+1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    sides: [SideScore; 2],
    tie: Tie,
    /// The owner of each point.
    pub owners: PointMap<Owner>,
}

impl Score {
    /// Counts a board. `handicap` is the number of handicap stones; komi doesn't include White's
    /// bonus for them.
    ///
    /// Under rules that leave every stone on the board (Tromp-Taylor) the dead marks are ignored.
    /// A dead stone is worth two under territory rules: the point it stood on, and itself. In a seki it is
    /// worth nothing: dead stones are removed only from territory, and a seki has none. In the capture game
    /// only captures count, and there is no territory.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Preset, Rules, Score};
    ///
    /// let board = Board::from_text("
    ///     . . X O .
    ///     O . X O .
    ///     . . X O .
    /// ")?;
    /// let mut marks = DeadAndSeki::new(board.size());
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
        marks: &DeadAndSeki,
        komi: HalfPoints,
        handicap: u32,
    ) -> Score {
        let none = PointSet::new(board.size());
        let dead = match rules.dead {
            DeadStones::Agreed => &marks.dead,
            DeadStones::Stay => &none,
        };
        let without_dead;
        let left = if dead.is_empty() {
            board
        } else {
            without_dead = board.without(dead);
            &without_dead
        };
        let (owners, in_seki) = owners(left, rules, &marks.seki);
        let mut sides = [SideScore::default(); 2];
        for (_, owner) in owners.iter() {
            match *owner {
                Owner::Stone(color) => sides[color.index()].stones += 1,
                Owner::Territory(color) => sides[color.index()].territory += 1,
                Owner::Dame | Owner::Seki(_) => {}
            }
        }
        for color in Color::ALL {
            sides[color.index()].captures = board.captures(color);
        }
        for point in dead.iter().filter(|&point| !in_seki.contains(point)) {
            if let Some(color) = board.stone(point) {
                sides[color.opponent().index()].dead += 1;
            }
        }
        if rules.capture.is_none() {
            let white = &mut sides[Color::White.index()];
            white.komi = komi;
            white.bonus = rules.bonus.points(handicap);
        }
        for side in &mut sides {
            let counted = match rules.scoring {
                _ if rules.capture.is_some() => side.captures,
                Scoring::Area => side.stones + side.territory,
                Scoring::Territory => {
                    side.territory.saturating_add(side.captures).saturating_add(side.dead)
                }
            };
            let counted = i32::try_from(counted).unwrap_or(i32::MAX);
            side.total = HalfPoints::whole(counted) + side.komi + side.bonus;
        }
        Score { sides, tie: rules.tie, owners }
    }

    /// One side of the count.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = DeadAndSeki::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::ZERO, 0);
    /// assert_eq!(score.side(Color::Black).total, HalfPoints::ZERO);
    /// ```
    #[must_use]
    pub fn side(&self, color: Color) -> &SideScore {
        &self.sides[color.index()]
    }

    /// The points that a colour owns besides its living stones, including those of dead stones.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, HalfPoints, DeadAndSeki, Preset, Rules, Score};
    ///
    /// let board = Board::from_text(". X O . .")?;
    /// let marks = DeadAndSeki::new(board.size());
    /// let score = Score::of(&board, &Rules::of(Preset::Simple), &marks, HalfPoints::ZERO, 0);
    /// assert_eq!(score.territory(Color::White).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn territory(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        let owned = self.owners.iter().filter(move |(_, owner)| **owner == Owner::Territory(color));
        owned.map(|(point, _)| point)
    }

    /// Black's lead; negative if White is ahead.
    ///
    /// ```
    /// use hoshi_core::{Board, HalfPoints, DeadAndSeki, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = DeadAndSeki::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::from_halves(15), 0);
    /// assert_eq!(score.margin(), HalfPoints::from_halves(-15));
    /// ```
    #[must_use]
    pub fn margin(&self) -> HalfPoints {
        self.side(Color::Black).total - self.side(Color::White).total
    }

    /// Who won, and by how much. A tie that the rules give to a side is `B+` or `W+`, a win without a
    /// margin.
    ///
    /// ```
    /// use hoshi_core::{Board, HalfPoints, DeadAndSeki, Preset, Rules, Score, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let marks = DeadAndSeki::new(Size::S9);
    /// let score = Score::of(&Board::new(Size::S9), &rules, &marks, HalfPoints::from_halves(15), 0);
    /// assert_eq!(score.outcome().to_string(), "W+7.5");
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let margin = self.margin();
        let winner = match margin.cmp(&HalfPoints::ZERO) {
            core::cmp::Ordering::Greater => Color::Black,
            core::cmp::Ordering::Less => Color::White,
            core::cmp::Ordering::Equal => {
                let win = |winner| Outcome::Win { winner, by: WinBy::Unknown };
                return self.tie.winner().map_or(Outcome::Draw, win);
            }
        };
        Outcome::Win { winner, by: WinBy::Score(margin.abs()) }
    }
}

/// The owner of each point, and the empty points that do not count because of a seki: those of the
/// regions that touch a stone in seki, whether they touch one colour or both.
fn owners(board: &Board, rules: &Rules, seki: &PointSet) -> (PointMap<Owner>, PointSet) {
    let mut owners = PointMap::new(board.size(), Owner::Dame);
    let mut in_seki = PointSet::new(board.size());
    for (point, color) in board.stones() {
        owners[point] = Owner::Stone(color);
    }
    if rules.capture.is_some() {
        return (owners, in_seki);
    }
    for region in regions(board, |stone| stone.is_none()) {
        let is_seki = rules.scoring == Scoring::Territory
            && region.border.iter().any(|&stone| seki.contains(stone));
        if is_seki {
            in_seki.extend(region.points.iter().copied());
        }
        let Some(color) = region.owner(board) else { continue };
        let owner = if is_seki { Owner::Seki(color) } else { Owner::Territory(color) };
        for &point in &region.points {
            owners[point] = owner;
        }
    }
    (owners, in_seki)
}
