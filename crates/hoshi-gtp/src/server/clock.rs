//! The clock of an engine: the commands that set it, and its own count of the time left until the
//! controller sends a better one.

use std::time::Duration;

use hoshi_core::Color;
use hoshi_core::time::{Clock, Millis, Overtime, TimeLimit};

/// The time limit, and the clock of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    limit: Option<TimeLimit>,
    sides: [Option<Clock>; 2],
}

impl Clocks {
    /// Clocks that have not started.
    pub(super) fn new(limit: Option<TimeLimit>) -> Clocks {
        Clocks { limit, sides: [limit.map(full); 2] }
    }

    /// The same limit, for a new game.
    pub(super) fn restarted(self) -> Clocks {
        Clocks::new(self.limit)
    }

    /// Sets the time left that the controller sent.
    pub(super) fn set(&mut self, color: Color, clock: Clock) {
        self.sides[color.index()] = Some(clock);
    }

    /// The limit and the time left for a side; `None` without a limit.
    pub(super) fn look(&self, color: Color) -> Option<(TimeLimit, Clock)> {
        Some((self.limit?, self.sides[color.index()]?))
    }

    /// A side has made a move.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        if let Some((limit, clock)) = self.look(color) {
            self.sides[color.index()] = Some(after(limit, clock, spent.into()));
        }
    }
}

/// The time at the start.
fn full(limit: TimeLimit) -> Clock {
    match limit.overtime {
        Some(
            Overtime::ByoYomi { periods: count, period: left }
            | Overtime::Canadian { moves: count, time: left },
        ) if limit.main.0 == 0 => Clock { left, overtime: Some(count) },
        _ => Clock { left: limit.main, overtime: None },
    }
}

/// What is left after a move. A side that overran keeps its last period: only the controller's clock
/// decides a game.
fn after(limit: TimeLimit, clock: Clock, spent: Millis) -> Clock {
    let main = |left: i64| Clock { left: Millis(left), overtime: None };
    let rest = clock.left.0.saturating_sub(spent.0).max(0);
    let over = spent.0.saturating_sub(clock.left.0).max(0);
    match limit.overtime {
        None => main(rest),
        Some(Overtime::Fischer { increment }) => main(rest.saturating_add(increment.0)),
        _ if clock.overtime.is_none() && rest > 0 => main(rest),
        Some(Overtime::ByoYomi { periods, period }) => {
            let (has, over) = clock.overtime.map_or((periods, over), |has| (has, spent.0));
            let used = u32::try_from(over.checked_div(period.0).unwrap_or(0)).unwrap_or(u32::MAX);
            Clock { left: period, overtime: Some(has.saturating_sub(used).max(1)) }
        }
        Some(Overtime::Canadian { moves, time }) => {
            let in_period = (moves, time.0.saturating_sub(over).max(0));
            let (left, rest) = clock.overtime.map_or(in_period, |left| (left, rest));
            match left {
                0 | 1 => Clock { left: time, overtime: Some(moves) },
                left => Clock { left: Millis(rest), overtime: Some(left - 1) },
            }
        }
    }
}

/// Parses the arguments of `time_settings`. An overtime for 0 stones means no limit.
pub(super) fn plain_settings(words: &[&str]) -> Option<Option<TimeLimit>> {
    let [main, time, stones, ..] = words else { return None };
    let (main, time, moves) = (seconds(main)?, seconds(time)?, stones.parse().ok()?);
    Some(match (time.0, moves) {
        (0, _) => Some(TimeLimit { main, overtime: None }),
        (_, 0) => None,
        (_, moves) => Some(TimeLimit { main, overtime: Some(Overtime::Canadian { moves, time }) }),
    })
}

/// Parses the arguments of `kgs-time_settings` and `kata-time_settings`.
pub(super) fn named_settings(words: &[&str]) -> Option<Option<TimeLimit>> {
    let (kind, words) = words.split_first()?;
    let count = |word: &&str| word.parse::<u32>().ok().filter(|&count| count > 0);
    let (main, overtime) = match (*kind, words) {
        ("none", _) => return Some(None),
        ("absolute", [main, ..]) => (main, None),
        ("byoyomi", [main, period, periods, ..]) => {
            let (periods, period) = (count(periods)?, seconds(period)?);
            (main, Some(Overtime::ByoYomi { periods, period }))
        }
        ("canadian", [main, time, moves, ..]) => {
            let (moves, time) = (count(moves)?, seconds(time)?);
            (main, Some(Overtime::Canadian { moves, time }))
        }
        // The third number of a capped clock is the maximum that can be saved up.
        ("fischer" | "fischer-capped", [main, increment, ..]) => {
            (main, Some(Overtime::Fischer { increment: seconds(increment)? }))
        }
        _ => return None,
    };
    Some(Some(TimeLimit { main: seconds(main)?, overtime }))
}

/// Parses the arguments of `time_left`, after the colour.
pub(super) fn time_left(words: &[&str]) -> Option<Clock> {
    let [time, stones, ..] = words else { return None };
    // Some controllers send a negative time when a flag has fallen.
    let left = time.strip_prefix('-').map_or_else(|| seconds(time), |_| Some(Millis(0)))?;
    // Main time has 0 stones.
    let stones: u32 = stones.parse().ok()?;
    Some(Clock { left, overtime: (stones > 0).then_some(stones) })
}

/// A number of seconds, with an optional fraction. Capped at a year, so that times can be added.
fn seconds(word: &str) -> Option<Millis> {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    Some(Duration::try_from_secs_f64(word.parse().ok()?).ok()?.min(YEAR).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(secs: i64) -> Millis {
        Millis::of_seconds(secs)
    }

    fn limit(main: i64, overtime: Overtime) -> TimeLimit {
        TimeLimit { main: secs(main), overtime: Some(overtime) }
    }

    fn byo_yomi(periods: u32, period: i64) -> Overtime {
        Overtime::ByoYomi { periods, period: secs(period) }
    }

    fn canadian(moves: u32, time: i64) -> Overtime {
        Overtime::Canadian { moves, time: secs(time) }
    }

    fn fischer(increment: Millis) -> Overtime {
        Overtime::Fischer { increment }
    }

    /// A side's clock after moves that took these seconds.
    fn spent(limit: TimeLimit, moves: &[u64]) -> (i64, u32) {
        let mut clocks = Clocks::new(Some(limit));
        moves.iter().for_each(|&spent| clocks.spend(Color::Black, Duration::from_secs(spent)));
        let (_, clock) = clocks.look(Color::Black).unwrap();
        assert_eq!(clocks.look(Color::White), Clocks::new(Some(limit)).look(Color::White));
        (clock.left.0 / 1000, clock.overtime.unwrap_or(0))
    }

    #[test]
    fn every_clock_runs() {
        let absolute = TimeLimit { main: secs(60), overtime: None };
        assert_eq!(spent(absolute, &[10, 20]), (30, 0));
        assert_eq!(spent(absolute, &[50, 20]), (0, 0));
        assert_eq!(spent(limit(60, fischer(secs(5))), &[10, 20]), (40, 0));
        let three_periods = limit(60, byo_yomi(3, 10));
        assert_eq!(spent(three_periods, &[59]), (1, 0));
        assert_eq!(spent(three_periods, &[65]), (10, 3));
        assert_eq!(spent(three_periods, &[65, 9]), (10, 3));
        assert_eq!(spent(three_periods, &[65, 11]), (10, 2));
        assert_eq!(spent(three_periods, &[65, 99]), (10, 1));
        let three_moves = limit(60, canadian(3, 30));
        assert_eq!(spent(three_moves, &[65]), (25, 2));
        assert_eq!(spent(three_moves, &[65, 5]), (20, 1));
        assert_eq!(spent(three_moves, &[65, 5, 5]), (30, 3));
        assert_eq!(spent(limit(0, byo_yomi(5, 30)), &[]), (30, 5));
    }

    #[test]
    fn settings_are_read() {
        let of = |words: &str| plain_settings(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(of("600 0 0"), Some(Some(TimeLimit { main: secs(600), overtime: None })));
        assert_eq!(of("600 30 0"), Some(None));
        let moves = limit(600, canadian(25, 300));
        assert_eq!(of("600 300 25"), Some(Some(moves)));
        for wrong in ["600", "600 300", "600 300 x", "-1 0 0", "nan 0 0", "1e300 0 0", "600 300 -1"]
        {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        let of = |words: &str| named_settings(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(of("none"), Some(None));
        assert_eq!(of("canadian 600 300 25"), Some(Some(moves)));
        assert_eq!(of("byoyomi 600 30 5"), Some(Some(limit(600, byo_yomi(5, 30)))));
        assert_eq!(of("fischer 60 0.5"), Some(Some(limit(60, fischer(Millis(500))))));
        for wrong in ["", "byoyomi 600 30", "byoyomi 600 30 0", "absolute", "slow 1 2 3"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        let year = secs(365 * 24 * 3600);
        assert_eq!(of("fischer 10 1e19"), Some(Some(limit(10, fischer(year)))));
        let left = |words: &str| {
            let clock = time_left(&words.split(' ').collect::<Vec<_>>())?;
            Some((clock.left, clock.overtime))
        };
        assert_eq!(left("12 3"), Some((secs(12), Some(3))));
        assert_eq!(left("-2 0"), Some((secs(0), None)));
        assert_eq!(left("3000000000000000000 1"), Some((year, Some(1))));
        assert_eq!(left("12"), None);
    }
}
