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
    /// So much for all moves that are left.
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
    /// So many moves in each period.
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
    /// So much for each move.
    PerMove {
        /// What is left for this move.
        left: Duration,
    },
}

/// What may be lost on the way, to a busy machine or a slow line: at most, and with each move on average.
const RESERVE: Duration = Duration::from_millis(150);
const LAG: Duration = Duration::from_millis(60);

impl Clock {
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
        let (share, left) = match *self {
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
    /// What the search may take; `None` if nobody waits.
    pub(crate) search: Option<Duration>,
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
        let Some(all) = [share, turn.limit].into_iter().flatten().min() else {
            return Budget { search: None, deadline: None };
        };
        let passed = game.last_move().is_some_and(|(_, mv)| mv.is_pass());
        let search = if passed || moves > game.size().area() / 3 { all * 3 / 4 } else { all };
        Budget { search: Some(search), deadline: Some(now + all) }
    }

    /// What is left.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
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
    fn nearly_nothing_is_still_something() {
        let left = Duration::from_millis(10);
        let time = Clock::Absolute { left }.share(Size::S19, 0);
        assert!(time > Duration::ZERO && time < left);
    }
}
