//! Time limits, and the commands that send them to engines.

use std::time::Duration;

use hoshi_core::Color;

use crate::wire::color as named;

/// The time limit of each side.
///
/// ```
/// use std::time::Duration;
/// use hoshi_gtp::Limit;
///
/// // Ten minutes, then five periods of thirty seconds.
/// let (main, period) = (Duration::from_secs(600), Duration::from_secs(30));
/// let limit = Limit::ByoYomi { main, periods: 5, period };
/// assert_ne!(limit, Limit::Absolute { main });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// One time for all moves.
    Absolute {
        /// The main time.
        main: Duration,
    },
    /// Main time, then periods. A move that takes longer than the current period uses the period up.
    ByoYomi {
        /// The main time.
        main: Duration,
        /// The number of periods.
        periods: u32,
        /// The length of a period.
        period: Duration,
    },
    /// Main time, then a number of moves in a given time, again and again.
    Canadian {
        /// The main time.
        main: Duration,
        /// The number of moves.
        moves: u32,
        /// The time for these moves.
        time: Duration,
    },
    /// Main time, to which every move adds an increment.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The increment.
        increment: Duration,
    },
}

/// The time that a side has left.
///
/// ```
/// use std::time::Duration;
/// use hoshi_gtp::TimeLeft;
///
/// // Twelve seconds of the last of its periods.
/// let left = TimeLeft { time: Duration::from_secs(12), stones: 1 };
/// assert_eq!(left.stones, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time, of the main time or of this period.
    pub time: Duration,
    /// In overtime, the number of moves or periods that are left; 0 in main time.
    pub stones: u32,
}

/// Whole seconds, for the commands without fractions: rounded down, but at least 1 if there is any time.
fn whole_seconds(time: Duration) -> u64 {
    if time.is_zero() { 0 } else { time.as_secs().max(1) }
}

/// Seconds with their fraction.
fn exact(time: Duration) -> String {
    format!("{}", time.as_millis() as f64 / 1000.0)
}

/// The command that sends a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Kata,
    Kgs,
    Plain,
}

/// Whether an engine lists a command.
type Knows<'a> = &'a dyn Fn(&str) -> bool;

impl Dialect {
    fn of(knows: Knows<'_>, limit: Limit) -> Option<Dialect> {
        let is_byo_yomi = matches!(limit, Limit::ByoYomi { .. });
        if knows("kata-time_settings") {
            Some(Dialect::Kata)
        } else if knows("kgs-time_settings") && (is_byo_yomi || !knows("time_settings")) {
            Some(Dialect::Kgs)
        } else {
            knows("time_settings").then_some(Dialect::Plain)
        }
    }
}

impl Limit {
    /// The same without an empty overtime, which the protocol would read as unlimited time.
    fn plain(self) -> Limit {
        match self {
            Limit::ByoYomi { main, periods, period: time }
            | Limit::Canadian { main, moves: periods, time }
                if periods == 0 || time.is_zero() =>
            {
                Limit::Absolute { main }
            }
            Limit::Fischer { main, increment } if increment.is_zero() => Limit::Absolute { main },
            limit => limit,
        }
    }
}

/// The command that sends a limit, and a note if the command cannot express the limit exactly.
pub(crate) fn settings(knows: Knows<'_>, limit: Limit) -> Option<(String, Option<String>)> {
    let limit = limit.plain();
    let roughly =
        |what: &str| Some(format!("the engine does not support {what}; using the closest setting"));
    Some(match (Dialect::of(knows, limit)?, limit) {
        (Dialect::Kata, limit) => {
            let words = match limit {
                Limit::Absolute { main } => format!("absolute {}", exact(main)),
                Limit::ByoYomi { main, periods, period } => {
                    format!("byoyomi {} {} {periods}", exact(main), exact(period))
                }
                Limit::Canadian { main, moves, time } => {
                    format!("canadian {} {} {moves}", exact(main), exact(time))
                }
                Limit::Fischer { main, increment } => {
                    format!("fischer {} {}", exact(main), exact(increment))
                }
            };
            (format!("kata-time_settings {words}"), None)
        }
        (Dialect::Kgs, limit) => {
            let (words, note) = match limit {
                Limit::Absolute { main } => (format!("absolute {}", whole_seconds(main)), None),
                Limit::ByoYomi { main, periods, period } => (
                    format!("byoyomi {} {} {periods}", whole_seconds(main), whole_seconds(period)),
                    None,
                ),
                Limit::Canadian { main, moves, time } => (
                    format!("canadian {} {} {moves}", whole_seconds(main), whole_seconds(time)),
                    None,
                ),
                Limit::Fischer { main, increment } => {
                    let words =
                        format!("canadian {} {} 1", whole_seconds(main), whole_seconds(increment));
                    (words, roughly("Fischer time"))
                }
            };
            (format!("kgs-time_settings {words}"), note)
        }
        (Dialect::Plain, limit) => {
            let (main, time, stones, note) = match limit {
                Limit::Absolute { main } => (main, Duration::ZERO, 0, None),
                // The last period is Canadian overtime with one move.
                Limit::ByoYomi { main, periods, period } => {
                    let note = if periods > 1 { roughly("byo-yomi") } else { None };
                    (main.saturating_add(spare(period, periods)), period, 1, note)
                }
                Limit::Canadian { main, moves, time } => (main, time, moves, None),
                Limit::Fischer { main, increment } => (main, increment, 1, roughly("Fischer time")),
            };
            (
                format!("time_settings {} {} {stones}", whole_seconds(main), whole_seconds(time)),
                note,
            )
        }
    })
}

/// The command that removes a limit.
pub(crate) fn no_limit(knows: Knows<'_>) -> Option<&'static str> {
    // In the protocol, an overtime for 0 stones means no limit.
    let commands = ["kata-time_settings none", "time_settings 0 1 0", "kgs-time_settings none"];
    commands.into_iter().find(|command| command.split(' ').next().is_some_and(knows))
}

/// The sum of all periods but the last.
fn spare(period: Duration, periods: u32) -> Duration {
    period.saturating_mul(periods.saturating_sub(1))
}

/// The command that sends the time left, in the terms of the command that sent the limit; `None` if the
/// engine does not support it.
pub(crate) fn left(
    knows: Knows<'_>,
    color: Color,
    limit: Option<Limit>,
    left: TimeLeft,
) -> Option<String> {
    if !knows("time_left") {
        return None;
    }
    let limit = limit.map(Limit::plain);
    let dialect = limit.and_then(|limit| Dialect::of(knows, limit));
    let TimeLeft { time, stones } = left;
    let (time, stones) = match (dialect, limit) {
        // These engines count all periods but the last as main time.
        (Some(Dialect::Plain), Some(Limit::ByoYomi { periods, period, .. })) => match stones {
            0 => (time.saturating_add(spare(period, periods)), 0),
            1 => (time, 1),
            _ => (time.saturating_add(spare(period, stones)), 0),
        },
        (_, Some(Limit::Absolute { .. } | Limit::Fischer { .. })) => (time, 0),
        _ => (time, stones),
    };
    let time =
        if dialect == Some(Dialect::Kata) { exact(time) } else { whole_seconds(time).to_string() };
    Some(format!("time_left {} {time} {stones}", named(color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: [Limit; 5] = {
        let (main, period) = (Duration::from_secs(600), Duration::from_millis(30_500));
        [
            Limit::Absolute { main },
            Limit::ByoYomi { main, periods: 5, period },
            Limit::ByoYomi { main: Duration::ZERO, periods: 1, period },
            Limit::Canadian { main, moves: 25, time: Duration::from_secs(300) },
            Limit::Fischer { main, increment: Duration::from_millis(500) },
        ]
    };

    fn sent(commands: &str, limit: Limit) -> (String, bool) {
        let knows = |command: &str| commands.split(' ').any(|known| known == command);
        let sent = settings(&knows, limit);
        sent.map_or_else(Default::default, |(command, note)| (command, note.is_some()))
    }

    #[test]
    fn every_kind_of_limit_is_sent_to_every_kind_of_engine() {
        let tables = [
            (
                "time_settings kgs-time_settings kata-time_settings",
                [
                    ("kata-time_settings absolute 600", false),
                    ("kata-time_settings byoyomi 600 30.5 5", false),
                    ("kata-time_settings byoyomi 0 30.5 1", false),
                    ("kata-time_settings canadian 600 300 25", false),
                    ("kata-time_settings fischer 600 0.5", false),
                ],
            ),
            (
                "time_settings kgs-time_settings",
                [
                    ("time_settings 600 0 0", false),
                    ("kgs-time_settings byoyomi 600 30 5", false),
                    ("kgs-time_settings byoyomi 0 30 1", false),
                    ("time_settings 600 300 25", false),
                    ("time_settings 600 1 1", true),
                ],
            ),
            (
                "kgs-time_settings",
                [
                    ("kgs-time_settings absolute 600", false),
                    ("kgs-time_settings byoyomi 600 30 5", false),
                    ("kgs-time_settings byoyomi 0 30 1", false),
                    ("kgs-time_settings canadian 600 300 25", false),
                    ("kgs-time_settings canadian 600 1 1", true),
                ],
            ),
            (
                "time_settings",
                [
                    ("time_settings 600 0 0", false),
                    ("time_settings 722 30 1", true),
                    ("time_settings 0 30 1", false),
                    ("time_settings 600 300 25", false),
                    ("time_settings 600 1 1", true),
                ],
            ),
            ("name version", [("", false); 5]),
        ];
        for (commands, wanted) in tables {
            for (limit, (command, is_noted)) in LIMITS.into_iter().zip(wanted) {
                let sent = sent(commands, limit);
                assert_eq!(sent, (command.to_owned(), is_noted), "{commands}: {limit:?}");
            }
        }
    }

    /// `time_settings 600 30 0` would mean no limit.
    #[test]
    fn an_empty_overtime_is_not_sent() {
        let (main, time, none) =
            (Duration::from_secs(600), Duration::from_secs(30), Duration::ZERO);
        for limit in [
            Limit::Canadian { main, moves: 0, time },
            Limit::Canadian { main, moves: 5, time: none },
            Limit::ByoYomi { main, periods: 0, period: time },
            Limit::ByoYomi { main, periods: 3, period: none },
            Limit::Fischer { main, increment: none },
        ] {
            assert_eq!(sent("time_settings", limit).0, "time_settings 600 0 0", "{limit:?}");
            let kata = sent("kata-time_settings", limit).0;
            assert_eq!(kata, "kata-time_settings absolute 600", "{limit:?}");
        }
        let much = Limit::ByoYomi { main: Duration::MAX, periods: u32::MAX, period: Duration::MAX };
        assert!(sent("time_settings", much).0.starts_with("time_settings 18446744073709551615 "));
    }

    #[test]
    fn the_time_left_is_sent_in_the_same_terms() {
        let [absolute, byo_yomi, _, canadian, fischer] = LIMITS;
        let plain = "time_left time_settings";
        let kgs = "time_left time_settings kgs-time_settings";
        let kata = "time_left kata-time_settings";
        for (commands, limit, millis, stones, wanted) in [
            (plain, Some(absolute), 59_900, 0, "time_left black 59 0"),
            (plain, Some(absolute), 400, 0, "time_left black 1 0"),
            (plain, Some(absolute), 0, 0, "time_left black 0 0"),
            (plain, Some(canadian), 200_000, 20, "time_left black 200 20"),
            (plain, Some(fischer), 10_500, 0, "time_left black 10 0"),
            // Five periods of 30.5 s; four of them are sent as main time.
            (plain, Some(byo_yomi), 100_000, 0, "time_left black 222 0"),
            (plain, Some(byo_yomi), 20_000, 3, "time_left black 81 0"),
            (plain, Some(byo_yomi), 20_000, 1, "time_left black 20 1"),
            (kgs, Some(byo_yomi), 20_000, 3, "time_left black 20 3"),
            (kgs, Some(canadian), 20_000, 3, "time_left black 20 3"),
            (kata, Some(byo_yomi), 20_250, 3, "time_left black 20.25 3"),
            (kata, Some(fischer), 400, 0, "time_left black 0.4 0"),
            ("time_left", Some(byo_yomi), 9_000, 2, "time_left black 9 2"),
            (plain, None, 9_000, 2, "time_left black 9 2"),
            ("time_settings", Some(absolute), 9_000, 0, ""),
        ] {
            let knows = |command: &str| commands.split(' ').any(|known| known == command);
            let had = TimeLeft { time: Duration::from_millis(millis), stones };
            let sent = left(&knows, Color::Black, limit, had).unwrap_or_default();
            assert_eq!(sent, wanted, "{commands}: {limit:?} {had:?}");
        }
    }
}
