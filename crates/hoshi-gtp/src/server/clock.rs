//! The clock of an engine: the commands that set it, and its own count of the time left until the
//! controller sends a better one.

use std::time::Duration;

use hoshi_core::Color;

use crate::time::{Limit, TimeLeft};

/// The time limit, and the time left for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    limit: Option<Limit>,
    left: [Option<TimeLeft>; 2],
}

impl Clock {
    /// A clock that has not started.
    pub(super) fn new(limit: Option<Limit>) -> Clock {
        Clock { limit, left: [limit.map(full); 2] }
    }

    /// The same limit, for a new game.
    pub(super) fn restarted(self) -> Clock {
        Clock::new(self.limit)
    }

    /// Sets the time left that the controller sent.
    pub(super) fn set(&mut self, color: Color, left: TimeLeft) {
        self.left[color.index()] = Some(left);
    }

    /// The limit and the time left for a side; `None` without a limit.
    pub(super) fn look(&self, color: Color) -> Option<(Limit, TimeLeft)> {
        Some((self.limit?, self.left[color.index()]?))
    }

    /// A side has made a move.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        if let Some((limit, left)) = self.look(color) {
            self.left[color.index()] = Some(after(limit, left, spent));
        }
    }
}

/// The time at the start.
fn full(limit: Limit) -> TimeLeft {
    match limit {
        Limit::Absolute { main } | Limit::Fischer { main, .. } => {
            TimeLeft { time: main, stones: 0 }
        }
        Limit::ByoYomi { main, periods: stones, period: time }
        | Limit::Canadian { main, moves: stones, time } => {
            if main.is_zero() {
                TimeLeft { time, stones }
            } else {
                TimeLeft { time: main, stones: 0 }
            }
        }
    }
}

/// What is left after a move. A side that overran keeps its last period: only the controller's clock
/// decides a game.
fn after(limit: Limit, left: TimeLeft, spent: Duration) -> TimeLeft {
    let rest = left.time.saturating_sub(spent);
    let over = spent.saturating_sub(left.time);
    match limit {
        Limit::Absolute { .. } => TimeLeft { time: rest, stones: 0 },
        Limit::Fischer { increment, .. } => {
            TimeLeft { time: rest.saturating_add(increment), stones: 0 }
        }
        _ if left.stones == 0 && !rest.is_zero() => TimeLeft { time: rest, stones: 0 },
        Limit::ByoYomi { periods, period, .. } => {
            let (has, over) = if left.stones == 0 { (periods, over) } else { (left.stones, spent) };
            let used = over.as_nanos().checked_div(period.as_nanos()).unwrap_or(0);
            let used = u32::try_from(used).unwrap_or(u32::MAX);
            TimeLeft { time: period, stones: has.saturating_sub(used).max(1) }
        }
        Limit::Canadian { moves, time, .. } => {
            let (stones, rest) = if left.stones == 0 {
                (moves, time.saturating_sub(over))
            } else {
                (left.stones, rest)
            };
            match stones {
                0 | 1 => TimeLeft { time, stones: moves },
                stones => TimeLeft { time: rest, stones: stones - 1 },
            }
        }
    }
}

/// Parses the arguments of `time_settings`. An overtime for 0 stones means no limit.
pub(super) fn plain_settings(words: &[&str]) -> Option<Option<Limit>> {
    let [main, time, stones, ..] = words else { return None };
    let (main, time, moves) = (seconds(main)?, seconds(time)?, stones.parse().ok()?);
    Some(match (time.is_zero(), moves) {
        (true, _) => Some(Limit::Absolute { main }),
        (false, 0) => None,
        (false, moves) => Some(Limit::Canadian { main, moves, time }),
    })
}

/// Parses the arguments of `kgs-time_settings` and `kata-time_settings`.
pub(super) fn named_settings(words: &[&str]) -> Option<Option<Limit>> {
    let (kind, words) = words.split_first()?;
    let count = |word: &&str| word.parse::<u32>().ok().filter(|&count| count > 0);
    Some(match (*kind, words) {
        ("none", _) => None,
        ("absolute", [main, ..]) => Some(Limit::Absolute { main: seconds(main)? }),
        ("byoyomi", [main, period, periods, ..]) => {
            let (main, period) = (seconds(main)?, seconds(period)?);
            Some(Limit::ByoYomi { main, periods: count(periods)?, period })
        }
        ("canadian", [main, time, moves, ..]) => {
            let (main, time) = (seconds(main)?, seconds(time)?);
            Some(Limit::Canadian { main, moves: count(moves)?, time })
        }
        // The third number of a capped clock is the maximum that can be saved up.
        ("fischer" | "fischer-capped", [main, increment, ..]) => {
            Some(Limit::Fischer { main: seconds(main)?, increment: seconds(increment)? })
        }
        _ => return None,
    })
}

/// Parses the arguments of `time_left`, after the colour.
pub(super) fn time_left(words: &[&str]) -> Option<TimeLeft> {
    let [time, stones, ..] = words else { return None };
    // Some controllers send a negative time when a flag has fallen.
    let time = time.strip_prefix('-').map_or_else(|| seconds(time), |_| Some(Duration::ZERO))?;
    Some(TimeLeft { time, stones: stones.parse().ok()? })
}

/// A number of seconds, with an optional fraction. Capped at a year, so that times can be added.
fn seconds(word: &str) -> Option<Duration> {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    Some(Duration::try_from_secs_f64(word.parse().ok()?).ok()?.min(YEAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(secs: u64) -> Duration {
        Duration::from_secs(secs)
    }

    /// A side's clock after moves that took these seconds.
    fn spent(limit: Limit, moves: &[u64]) -> (u64, u32) {
        let mut clock = Clock::new(Some(limit));
        moves.iter().for_each(|&spent| clock.spend(Color::Black, secs(spent)));
        let (_, left) = clock.look(Color::Black).unwrap();
        assert_eq!(clock.look(Color::White), Clock::new(Some(limit)).look(Color::White));
        (left.time.as_secs(), left.stones)
    }

    #[test]
    fn every_clock_runs() {
        let absolute = Limit::Absolute { main: secs(60) };
        assert_eq!(spent(absolute, &[10, 20]), (30, 0));
        assert_eq!(spent(absolute, &[50, 20]), (0, 0));
        let fischer = Limit::Fischer { main: secs(60), increment: secs(5) };
        assert_eq!(spent(fischer, &[10, 20]), (40, 0));
        let byo_yomi = Limit::ByoYomi { main: secs(60), periods: 3, period: secs(10) };
        assert_eq!(spent(byo_yomi, &[59]), (1, 0));
        assert_eq!(spent(byo_yomi, &[65]), (10, 3));
        assert_eq!(spent(byo_yomi, &[65, 9]), (10, 3));
        assert_eq!(spent(byo_yomi, &[65, 11]), (10, 2));
        assert_eq!(spent(byo_yomi, &[65, 99]), (10, 1));
        let canadian = Limit::Canadian { main: secs(60), moves: 3, time: secs(30) };
        assert_eq!(spent(canadian, &[65]), (25, 2));
        assert_eq!(spent(canadian, &[65, 5]), (20, 1));
        assert_eq!(spent(canadian, &[65, 5, 5]), (30, 3));
        let sudden = Limit::ByoYomi { main: secs(0), periods: 5, period: secs(30) };
        assert_eq!(spent(sudden, &[]), (30, 5));
    }

    #[test]
    fn settings_are_read() {
        let of = |words: &str| plain_settings(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(of("600 0 0"), Some(Some(Limit::Absolute { main: secs(600) })));
        assert_eq!(of("600 30 0"), Some(None));
        let canadian = Limit::Canadian { main: secs(600), moves: 25, time: secs(300) };
        assert_eq!(of("600 300 25"), Some(Some(canadian)));
        for wrong in ["600", "600 300", "600 300 x", "-1 0 0", "nan 0 0", "1e300 0 0", "600 300 -1"]
        {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        let of = |words: &str| named_settings(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(of("none"), Some(None));
        assert_eq!(of("canadian 600 300 25"), Some(Some(canadian)));
        let byo_yomi = Limit::ByoYomi { main: secs(600), periods: 5, period: secs(30) };
        assert_eq!(of("byoyomi 600 30 5"), Some(Some(byo_yomi)));
        let fischer = Limit::Fischer { main: secs(60), increment: Duration::from_millis(500) };
        assert_eq!(of("fischer 60 0.5"), Some(Some(fischer)));
        for wrong in ["", "byoyomi 600 30", "byoyomi 600 30 0", "absolute", "slow 1 2 3"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        let year = secs(365 * 24 * 3600);
        let endless = Limit::Fischer { main: secs(10), increment: year };
        assert_eq!(of("fischer 10 1e19"), Some(Some(endless)));
        let left = |words: &str| time_left(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(left("12 3"), Some(TimeLeft { time: secs(12), stones: 3 }));
        assert_eq!(left("-2 0"), Some(TimeLeft { time: secs(0), stones: 0 }));
        assert_eq!(left("3000000000000000000 1"), Some(TimeLeft { time: year, stones: 1 }));
        assert_eq!(left("12"), None);
    }
}
