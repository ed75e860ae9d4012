//! Solves small boards: the value of every position under perfect play, with simple ko.
//!
//! A state is a board, the side to move, the point that ko forbids, and whether the last move was a
//! pass; the second pass in a row ends the game, and the area is counted, every stone as alive.
//! Suicide is forbidden, there is no komi. Under simple ko a game need not end, so the value of a
//! state is an interval, from what Black can force to what White cannot prevent.

mod grid;
mod moves;
mod places;
mod sweep;
mod table;
mod work;

use std::cmp::Reverse;
use std::fmt;

use hoshi_core::{Color, Move, Point, Size};

use crate::count::TooLarge;
use crate::index::Points;
use grid::{Bits, Grid, Stones};
use places::Places;
pub use table::TableError;

/// The lower and upper bound for the side to move.
type Value = [i8; 2];
/// The number of moves to each.
type Plies = [u8; 2];

/// The value of a state for Black: the least Black gets if infinite play counts as a loss for Black,
/// and the most White concedes if it counts as a loss for White. If both are equal, neither side gains
/// by playing forever.
///
/// ```
/// use hoshi_lab::Interval;
///
/// assert_eq!(Interval { low: 9, high: 9 }.to_string(), "9");
/// assert_eq!(Interval { low: -3, high: 9 }.to_string(), "-3..9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least fixed point.
    pub low: i8,
    /// The greatest.
    pub high: i8,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            return write!(f, "{}", self.low);
        }
        write!(f, "{}..{}", self.low, self.high)
    }
}

/// A state of the game.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::State;
///
/// let state = State::start(Size::square(3).unwrap());
/// assert!(!state.passed);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The board, row by row from the top left: 0 empty, 1 black, 2 white.
    pub points: Points,
    /// The side to move.
    pub turn: Color,
    /// The point that ko forbids.
    pub ko: Option<Point>,
    /// Whether the last move was a pass.
    pub passed: bool,
}

impl State {
    /// The empty board, Black to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Size};
    /// use hoshi_lab::State;
    ///
    /// let start = State::start(Size::square(2).unwrap());
    /// assert_eq!((start.points, start.turn), (vec![0; 4], Color::Black));
    /// ```
    #[must_use]
    pub fn start(size: Size) -> State {
        State { points: vec![0; size.area()], turn: Color::Black, ko: None, passed: false }
    }

    /// Checks that a board has this state, without solving it.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::{NoState, State};
    ///
    /// let size = Size::new(5, 4).unwrap();
    /// let full = State { points: vec![1; 20], ..State::start(size) };
    /// assert_eq!(full.check(size), Err(NoState::Illegal));
    /// assert_eq!(State::start(size).check(size), Ok(()));
    /// ```
    ///
    /// # Errors
    /// If it has not, or if the board is too large to solve.
    pub fn check(&self, size: Size) -> Result<(), NoState> {
        fits(size)?;
        let grid = Grid::new(size);
        let (stones, ko) = self.stones(&grid)?;
        match ko {
            Some(ko) if !grid.ko_points(stones).any(|point| point == ko) => Err(NoState::Ko),
            _ => Ok(()),
        }
    }

    /// The stones as the side to move sees them, and the ko point, which is not validated.
    fn stones(&self, grid: &Grid) -> Result<(Stones, Option<u8>), NoState> {
        let size = grid.size;
        let State { points, turn, ko, passed } = self;
        if points.len() != size.area() || points.iter().any(|&color| color > 2) {
            return Err(NoState::Size(size));
        }
        let of = |color: u8| {
            let is = |(at, _): &(usize, &u8)| points[*at] == color;
            points.iter().enumerate().filter(is).map(|(at, _)| 1 << at).sum::<Bits>()
        };
        let black = Stones { mine: of(1), theirs: of(2) };
        let stones = if *turn == Color::Black { black } else { black.swapped() };
        if !grid.is_legal(stones) {
            return Err(NoState::Illegal);
        }
        if ko.is_some() && *passed {
            return Err(NoState::KoAfterPass);
        }
        if ko.is_some_and(|ko| !size.contains(ko)) {
            return Err(NoState::Ko);
        }
        Ok((stones, ko.map(|ko| size.index(ko) as u8)))
    }
}

/// A move in some state, and the value of the game after it: see [`Solution::choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The value after it, for Black.
    pub value: Interval,
    /// The number of moves, including this one, in which the moving side can force its lower bound;
    /// 0 if infinite play suffices.
    pub plies: u8,
}

/// Why something is not a state of a board.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::{NoState, Solution, State};
///
/// let size = Size::square(2).unwrap();
/// let full = State { points: vec![1; 4], ..State::start(size) };
/// assert_eq!(Solution::new(size)?.value(&full), Err(NoState::Illegal));
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoState {
    /// The number of points is wrong, or a colour is invalid.
    #[error("not a position of a {0} board")]
    Size(Size),
    /// A block has no liberty.
    #[error("the position is not legal: a block has no liberty")]
    Illegal,
    /// No capture can have happened there.
    #[error("no capture can have left a ko there")]
    Ko,
    /// A pass lifts the ko.
    #[error("after a pass no point is forbidden by ko")]
    KoAfterPass,
    /// The board is too large to be solved.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The progress of the work: see [`Solution::with_progress`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Finding the positions: the share of the serials done.
    Positions(f64),
    /// A sweep over all states. The one that changes nothing is the last.
    Sweep {
        /// Its number, from 1.
        number: u32,
        /// The share of it done.
        share: f64,
        /// The number of values that the previous sweep changed, if any.
        changed: u64,
    },
}

/// A state after a move, as the side that made it sees it: both bounds, each with the number of
/// moves to it.
struct Seen {
    value: Value,
    plies: Plies,
}

/// A solved board: the value of every state.
///
/// ```
/// use hoshi_core::{Move, Size};
/// use hoshi_lab::{Solution, State};
///
/// let size = Size::square(3).unwrap();
/// let solution = Solution::new(size)?;
/// let start = State::start(size);
/// assert_eq!(solution.value(&start).unwrap().to_string(), "9");
/// // The centre.
/// assert_eq!(solution.choices(&start).unwrap()[0].mv, Move::Play(size.point(1, 1).unwrap()));
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Solution {
    places: Places,
    values: Vec<Value>,
    plies: Vec<Plies>,
}

impl Solution {
    /// The maximum number of points of a board.
    pub const MOST: usize = grid::MOST;

    /// The default size of the move cache in bytes: enough for all moves, up to 16 points.
    pub const ROOM: usize = 1 << 30;

    /// Solves a board of up to 20 points.
    ///
    /// # Errors
    /// If the board is larger.
    pub fn new(size: Size) -> Result<Solution, TooLarge> {
        Solution::with_progress(size, Solution::ROOM, &|_| ())
    }

    /// Solves a board and reports progress, from any of the working threads. Up to `room` bytes of
    /// moves are cached; moves that do not fit are computed again in every sweep.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// use hoshi_core::Size;
    /// use hoshi_lab::{Progress, Solution};
    ///
    /// let sweeps = AtomicU32::new(0);
    /// Solution::with_progress(Size::square(2).unwrap(), Solution::ROOM, &|progress| {
    ///     if let Progress::Sweep { number, .. } = progress {
    ///         sweeps.store(number, Ordering::Relaxed);
    ///     }
    /// })?;
    /// assert_eq!(sweeps.into_inner(), 4);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// If the board has more than 20 points.
    pub fn with_progress(
        size: Size,
        room: usize,
        tell: &(dyn Fn(Progress) + Sync),
    ) -> Result<Solution, TooLarge> {
        let places = places_of(size, tell)?;
        let (values, plies) = sweep::solve(&places, room, tell);
        Ok(Solution { places, values, plies })
    }

    /// The board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::Solution;
    ///
    /// let solution = Solution::new(Size::new(3, 2).unwrap())?;
    /// assert_eq!(solution.size().to_string(), "3x2");
    /// assert_eq!((solution.positions(), solution.states()), (145, 293));
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.places.grid.size
    }

    /// The number of positions, up to symmetry: see [`size`](Solution::size).
    #[must_use]
    pub fn positions(&self) -> usize {
        self.places.positions
    }

    /// The number of states, up to symmetry and with Black to move: see [`size`](Solution::size).
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// The value of a state.
    ///
    /// ```
    /// use hoshi_core::{Color, Size};
    /// use hoshi_lab::{Solution, State};
    ///
    /// let size = Size::square(3).unwrap();
    /// let solution = Solution::new(size)?;
    /// // White has answered the centre with a corner; Black gets everything.
    /// let points = vec![0, 0, 2, 0, 1, 0, 0, 0, 0];
    /// let state = State { points, ..State::start(size) };
    /// assert_eq!(solution.value(&state).unwrap().to_string(), "9");
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// If the board has no such state.
    pub fn value(&self, state: &State) -> Result<Interval, NoState> {
        let (stones, ko) = state.stones(&self.places.grid)?;
        let at = self.place(stones, ko, state.passed).ok_or(NoState::Ko)?;
        Ok(in_black_view(self.values[at], state.turn))
    }

    /// Every move including the pass, the best for the side to move first: by lower bound, then
    /// upper bound, then how soon it is reached; or how late, if nothing can be forced. Among
    /// equals the pass comes first, then the order of the points.
    ///
    /// ```
    /// use hoshi_core::{Move, Size};
    /// use hoshi_lab::{Solution, State};
    ///
    /// let size = Size::new(4, 2).unwrap();
    /// let solution = Solution::new(size)?;
    /// let choices = solution.choices(&State::start(size)).unwrap();
    /// // A point that is not on the edge of the long side wins all, within 15 moves.
    /// assert_eq!(choices.len(), 9);
    /// assert_eq!((choices[0].value.low, choices[0].plies), (8, 15));
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// If the board has no such state.
    pub fn choices(&self, state: &State) -> Result<Vec<Choice>, NoState> {
        let (stones, ko) = state.stones(&self.places.grid)?;
        self.place(stones, ko, state.passed).ok_or(NoState::Ko)?;
        let grid = &self.places.grid;
        let pass = if state.passed {
            Seen { value: [grid.score(stones); 2], plies: [1; 2] }
        } else {
            self.seen(self.place(stones.swapped(), None, true))
        };
        let mut all = vec![(Move::Pass, pass)];
        for after in grid.moves(stones).filter(|after| Some(after.point) != ko) {
            let Some(point) = grid.size.point_at(usize::from(after.point)) else { continue };
            let seen = self.seen(self.place(after.stones, after.ko, false));
            all.push((Move::Play(point), seen));
        }
        let is_sure = |seen: &Seen| seen.value[0] > -(grid.size.area() as i8);
        all.sort_by_key(|(_, seen)| {
            // A side with nothing to gain prolongs the game.
            let order = if is_sure(seen) { seen.plies[0] } else { u8::MAX - seen.plies[1] };
            (Reverse(seen.value), order)
        });
        let choice = |(mv, seen): (Move, Seen)| {
            let plies = if is_sure(&seen) { seen.plies[0] } else { 0 };
            Choice { mv, value: in_black_view(seen.value, state.turn), plies }
        };
        Ok(all.into_iter().map(choice).collect())
    }

    /// A state after a move, as the side that made it sees it.
    fn seen(&self, at: Option<usize>) -> Seen {
        // Every move leads to an existing state.
        let at = at.unwrap_or(0);
        let [soon, late] = self.plies[at];
        let plies = [late.saturating_add(1), soon.saturating_add(1)];
        Seen { value: sweep::turned(self.values[at]), plies }
    }

    /// The place of a state of a legal position; `None` if it cannot have that ko point.
    fn place(&self, stones: Stones, ko: Option<u8>, passed: bool) -> Option<usize> {
        let layout = self.places.layout();
        match ko {
            Some(ko) => self.places.ko(stones, ko).1.map(|ko| layout.ko(ko)),
            None if passed => Some(layout.passed(self.places.position(stones))),
            None => Some(self.places.position(stones) as usize),
        }
    }
}

/// Checks that a board can be solved.
pub(crate) fn fits(size: Size) -> Result<(), TooLarge> {
    if size.area() > Solution::MOST {
        return Err(TooLarge { size, most: "5x4, or any board of 20 points" });
    }
    Ok(())
}

fn places_of(size: Size, tell: &(dyn Fn(Progress) + Sync)) -> Result<Places, TooLarge> {
    fits(size)?;
    Places::new(Grid::new(size), &|share| tell(Progress::Positions(share)))
}

fn in_black_view(value: Value, turn: Color) -> Interval {
    let [low, high] = if turn == Color::Black { value } else { sweep::turned(value) };
    Interval { low, high }
}
