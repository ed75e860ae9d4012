//! How much time to take for a move.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hoshi_core::Game;

use crate::estimate::Estimate;
use crate::player::Turn;

/// The clock of the side to move.
///
/// ```
/// use std::time::Duration;
/// use hoshi_bot::Clock;
/// use hoshi_core::Size;
///
/// let clock = Clock::Absolute { left: Duration::from_secs(300) };
/// let time = clock.share(Size::S9, 20);
/// assert!(time > Duration::from_secs(3) && time < Duration::from_secs(30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A time for all moves that are left.
    Absolute {
        /// What is left.
        left: Duration,
    },
    /// Periods that begin anew with every move within them.
    ByoYomi {
        /// What is left of the main time, or of this period once it has begun.
        left: Duration,
        /// The periods that are left.
        periods: u32,
        /// The length of a period.
        period: Duration,
        /// Whether the main time is over.
        overtime: bool,
    },
    /// A number of moves in each period.
    Canadian {
        /// What is left of the main time, or of this period once it has begun.
        left: Duration,
        /// Moves to make in this period.
        moves: u32,
        /// The length of a period.
        period: Duration,
        /// Whether the main time is over.
        overtime: bool,
    },
    /// Every move adds some time.
    Fischer {
        /// What is left.
        left: Duration,
        /// What a move adds.
        increment: Duration,
    },
    /// A time for each move.
    PerMove {
        /// What is left for this move.
        left: Duration,
    },
}

/// The time that a busy machine or a slow line may cost: at most, and with each move on average.
const RESERVE: Duration = Duration::from_millis(150);
const LAG: Duration = Duration::from_millis(60);

/// No clock has more than a year, or sums would overflow.
const MOST: Duration = Duration::from_secs(365 * 24 * 3600);

impl Clock {
    /// The same with no time longer than a year.
    fn capped(self) -> Clock {
        let cap = |time: Duration| time.min(MOST);
        match self {
            Clock::Absolute { left } => Clock::Absolute { left: cap(left) },
            Clock::ByoYomi { left, periods, period, overtime } => {
                Clock::ByoYomi { left: cap(left), periods, period: cap(period), overtime }
            }
            Clock::Canadian { left, moves, period, overtime } => {
                Clock::Canadian { left: cap(left), moves, period: cap(period), overtime }
            }
            Clock::Fischer { left, increment } => {
                Clock::Fischer { left: cap(left), increment: cap(increment) }
            }
            Clock::PerMove { left } => Clock::PerMove { left: cap(left) },
        }
    }

    /// The time to take for the next move, after so many moves of the game.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hoshi_bot::Clock;
    /// use hoshi_core::Size;
    ///
    /// let clock = Clock::PerMove { left: Duration::from_secs(2) };
    /// assert!(clock.share(Size::S19, 0) < Duration::from_secs(2));
    /// ```
    #[must_use]
    pub fn share(&self, size: hoshi_core::Size, moves: usize) -> Duration {
        // A game has about as many moves as two thirds of the points, and half of them are ours. Long games
        // go on after that: there are always so many moves to come.
        let area = size.area() as u32;
        let played = u32::try_from(moves).unwrap_or(u32::MAX);
        let ours = ((area * 2 / 3).saturating_sub(played) / 2).max(area / 4 + 1);
        // Without overtime, what the moves to come lose on the way has to be there for them.
        let share_of = |left: Duration| left.saturating_sub(LAG * ours) / ours;
        let (share, left) = match self.capped() {
            Clock::Absolute { left } => (share_of(left), left),
            Clock::Fischer { left, increment } => (share_of(left) + increment * 9 / 10, left),
            Clock::PerMove { left } => (left * 9 / 10, left),
            Clock::ByoYomi { left, overtime: true, .. } => (left * 9 / 10, left),
            Clock::ByoYomi { left, period, periods, .. } => {
                let spare = period * periods.saturating_sub(1);
                ((left + spare) / ours + period * 6 / 10, left + period)
            }
            Clock::Canadian { left, moves, overtime: true, .. } => {
                (left * 9 / 10 / moves.max(1), left)
            }
            Clock::Canadian { left, moves, period, .. } => {
                (left / ours + period * 6 / 10 / moves.max(1), left + period / moves.max(1))
            }
        };
        share.min(left.saturating_sub(RESERVE)).max(left.min(Duration::from_millis(20)) / 2)
    }
}

/// The time of one move, and what it is for: the search first, and near the end of the game a look whether
/// anything is left to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    began: Instant,
    /// What the search may take, with what comes before it.
    search: Option<Duration>,
    /// When the move has to be made.
    deadline: Option<Instant>,
}

/// The playouts of a look whether the game is over.
const ENDING: u32 = 1000;

impl Budget {
    /// The budget of a move that begins now.
    pub(crate) fn of(game: &Game, turn: &Turn, now: Instant) -> Budget {
        let moves = game.move_count();
        let share = turn.clock.map(|clock| clock.share(game.size(), moves));
        let Some(all) = [share, turn.limit].into_iter().flatten().min().map(|all| all.min(MOST))
        else {
            return Budget { began: now, search: None, deadline: None };
        };
        let passed = game.last_move().is_some_and(|(_, mv)| mv.is_pass());
        let search = if passed || moves > game.size().area() / 3 { all * 3 / 4 } else { all };
        Budget { began: now, search: Some(search), deadline: Some(now + all) }
    }

    /// What is left.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Whose each point is at first sight, for which half of the time of the search may be taken; `None` if
    /// there is no time for that.
    pub(crate) fn glance(&self, game: &Game, playouts: u32, stop: &AtomicBool) -> Option<Estimate> {
        let share = self.search.map(|search| search / 2);
        let deadline = share.map(|share| self.began + share);
        Estimate::until(game, playouts, deadline, stop)
    }

    /// What is left for the search; `None` if nobody waits.
    pub(crate) fn search(&self) -> Option<Duration> {
        self.search.map(|search| search.saturating_sub(self.began.elapsed()))
    }

    /// How the game stands; `None` if there is no time for that.
    pub(crate) fn estimate(&self, game: &Game, stop: &AtomicBool) -> Option<Estimate> {
        Estimate::until(game, ENDING, self.deadline, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoshi_core::Size;

    /// A whole game on each clock never uses more than there is.
    #[test]
    fn no_clock_runs_out() {
        let second = Duration::from_secs(1);
        for size in [Size::S9, Size::S19] {
            for seconds in [1, 30, 600] {
                let mut left = second * seconds;
                for moves in 0..size.area() {
                    let time = Clock::Absolute { left }.share(size, 2 * moves);
                    assert!(time < left, "{size} {seconds} {moves}");
                    left -= time;
                }
                let mut left = second * seconds;
                for moves in 0..size.area() {
                    let clock = Clock::Fischer { left, increment: second };
                    let time = clock.share(size, 2 * moves);
                    assert!(time < left);
                    left = left - time + second;
                }
            }
            let period = 30 * second;
            let clock = Clock::ByoYomi { left: period, periods: 3, period, overtime: true };
            assert!(clock.share(size, 100) < period && clock.share(size, 100) > period / 2);
            let mut left = 300 * second;
            for moves in (1..=25).rev() {
                let clock = Clock::Canadian { left, moves, period: 300 * second, overtime: true };
                let time = clock.share(size, 100);
                assert!(time < left);
                left -= time;
            }
        }
    }

    #[test]
    fn no_clock_is_too_large() {
        let (left, long, many) = (Duration::MAX, Duration::from_secs(1 << 62), u32::MAX);
        let second = Duration::from_secs(1);
        let game = Game::new(Size::new(2, 2).unwrap(), "chinese".parse().unwrap());
        for period in [second, long, left] {
            for overtime in [false, true] {
                for clock in [
                    Clock::Absolute { left },
                    Clock::Fischer { left: second, increment: period },
                    Clock::Fischer { left, increment: period },
                    Clock::PerMove { left: period },
                    Clock::ByoYomi { left: second, periods: many, period, overtime },
                    Clock::ByoYomi { left, periods: many, period, overtime },
                    Clock::Canadian { left: period, moves: 1, period, overtime },
                    Clock::Canadian { left, moves: many, period, overtime },
                ] {
                    let turn = Turn { clock: Some(clock), ..Turn::default() };
                    let budget = Budget::of(&game, &turn, Instant::now());
                    assert!(budget.left().is_some(), "{clock:?}");
                }
            }
        }
        let turn = Turn { limit: Some(Duration::MAX), ..Turn::default() };
        assert!(Budget::of(&game, &turn, Instant::now()).left().is_some());
    }

    /// The first look of a low level has to end in time too.
    #[test]
    fn a_glance_respects_the_clock() {
        let game = Game::new(Size::S19, "chinese".parse().unwrap());
        let stop = AtomicBool::new(false);
        let turn = Turn { limit: Some(Duration::ZERO), ..Turn::default() };
        let budget = Budget::of(&game, &turn, Instant::now());
        assert!(budget.glance(&game, 200, &stop).is_none());
        assert_eq!(budget.search(), Some(Duration::ZERO));
        let unhurried = Budget::of(&game, &Turn::default(), Instant::now());
        assert!(unhurried.glance(&game, 200, &stop).is_some());
    }

    #[test]
    fn nearly_nothing_is_still_something() {
        let left = Duration::from_millis(10);
        let time = Clock::Absolute { left }.share(Size::S19, 0);
        assert!(time > Duration::ZERO && time < left);
    }
}
