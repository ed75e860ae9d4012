//! The commands that send time limits and clocks to engines.

use hoshi_core::Color;
use hoshi_core::time::{Clock, Millis, Overtime, TimeLimit};

use crate::wire::color as named;

/// Whole seconds, for the commands without fractions: rounded down, but at least 1 if there is any time.
fn whole_seconds(time: Millis) -> i64 {
    if time.0 <= 0 { 0 } else { (time.0 / 1000).max(1) }
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
    fn of(knows: Knows<'_>, limit: TimeLimit) -> Option<Dialect> {
        let is_byo_yomi = matches!(limit.overtime, Some(Overtime::ByoYomi { .. }));
        if knows("kata-time_settings") {
            Some(Dialect::Kata)
        } else if knows("kgs-time_settings") && (is_byo_yomi || !knows("time_settings")) {
            Some(Dialect::Kgs)
        } else {
            knows("time_settings").then_some(Dialect::Plain)
        }
    }
}

/// The same without an empty overtime, which the protocol would read as unlimited time.
fn plain(limit: TimeLimit) -> TimeLimit {
    TimeLimit { overtime: limit.overtime.filter(|overtime| !overtime.is_empty()), ..limit }
}

/// The command that sends a limit, and a note if the command cannot express the limit exactly.
pub(crate) fn settings(knows: Knows<'_>, limit: TimeLimit) -> Option<(String, Option<String>)> {
    let TimeLimit { main, overtime } = plain(limit);
    let roughly =
        |what: &str| Some(format!("the engine does not support {what}; using the closest setting"));
    Some(match Dialect::of(knows, plain(limit))? {
        Dialect::Kata => {
            let words = match overtime {
                None => format!("absolute {main}"),
                Some(Overtime::ByoYomi { periods, period }) => {
                    format!("byoyomi {main} {period} {periods}")
                }
                Some(Overtime::Canadian { moves, time }) => {
                    format!("canadian {main} {time} {moves}")
                }
                Some(Overtime::Fischer { increment }) => format!("fischer {main} {increment}"),
            };
            (format!("kata-time_settings {words}"), None)
        }
        Dialect::Kgs => {
            let (kind, time, count, note) = match overtime {
                None => ("absolute", None, 0, None),
                Some(Overtime::ByoYomi { periods, period }) => {
                    ("byoyomi", Some(period), periods, None)
                }
                Some(Overtime::Canadian { moves, time }) => ("canadian", Some(time), moves, None),
                Some(Overtime::Fischer { increment }) => {
                    ("canadian", Some(increment), 1, roughly("Fischer time"))
                }
            };
            let overtime = time.map(|time| format!(" {} {count}", whole_seconds(time)));
            let overtime = overtime.unwrap_or_default();
            (format!("kgs-time_settings {kind} {}{overtime}", whole_seconds(main)), note)
        }
        Dialect::Plain => {
            let (main, time, stones, note) = match overtime {
                None => (main, Millis(0), 0, None),
                // The last period is Canadian overtime with one move.
                Some(Overtime::ByoYomi { periods, period }) => {
                    let note = if periods > 1 { roughly("byo-yomi") } else { None };
                    (sum(main, spare(period, periods)), period, 1, note)
                }
                Some(Overtime::Canadian { moves, time }) => (main, time, moves, None),
                Some(Overtime::Fischer { increment }) => {
                    (main, increment, 1, roughly("Fischer time"))
                }
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
fn spare(period: Millis, periods: u32) -> Millis {
    Millis(period.0.saturating_mul(i64::from(periods.saturating_sub(1))))
}

fn sum(one: Millis, other: Millis) -> Millis {
    Millis(one.0.saturating_add(other.0))
}

/// The command that sends the time left, in the terms of the command that sent the limit; `None` if the
/// engine does not support it.
pub(crate) fn left(
    knows: Knows<'_>,
    color: Color,
    limit: Option<TimeLimit>,
    clock: Clock,
) -> Option<String> {
    if !knows("time_left") {
        return None;
    }
    let limit = limit.map(plain);
    let dialect = limit.and_then(|limit| Dialect::of(knows, limit));
    let Clock { left, overtime } = clock;
    // Main time has 0 stones.
    let stones = overtime.unwrap_or(0);
    let (left, stones) = match (dialect, limit.map(|limit| limit.overtime)) {
        // These engines count all periods but the last as main time.
        (Some(Dialect::Plain), Some(Some(Overtime::ByoYomi { periods, period }))) => match stones {
            0 => (sum(left, spare(period, periods)), 0),
            1 => (left, 1),
            _ => (sum(left, spare(period, stones)), 0),
        },
        (_, Some(None | Some(Overtime::Fischer { .. }))) => (left, 0),
        _ => (left, stones),
    };
    let left = match dialect {
        Some(Dialect::Kata) => left.to_string(),
        _ => whole_seconds(left).to_string(),
    };
    Some(format!("time_left {} {left} {stones}", named(color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: [TimeLimit; 5] = {
        let (main, period) = (Millis::of_seconds(600), Millis(30_500));
        let canadian = Overtime::Canadian { moves: 25, time: Millis::of_seconds(300) };
        [
            TimeLimit { main, overtime: None },
            TimeLimit { main, overtime: Some(Overtime::ByoYomi { periods: 5, period }) },
            TimeLimit { main: Millis(0), overtime: Some(Overtime::ByoYomi { periods: 1, period }) },
            TimeLimit { main, overtime: Some(canadian) },
            TimeLimit { main, overtime: Some(Overtime::Fischer { increment: Millis(500) }) },
        ]
    };

    fn sent(commands: &str, limit: TimeLimit) -> (String, bool) {
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
        let (main, time, none) = (Millis::of_seconds(600), Millis::of_seconds(30), Millis(0));
        for overtime in [
            Overtime::Canadian { moves: 0, time },
            Overtime::Canadian { moves: 5, time: none },
            Overtime::ByoYomi { periods: 0, period: time },
            Overtime::ByoYomi { periods: 3, period: none },
            Overtime::Fischer { increment: none },
        ] {
            let limit = TimeLimit { main, overtime: Some(overtime) };
            assert_eq!(sent("time_settings", limit).0, "time_settings 600 0 0", "{limit:?}");
            let kata = sent("kata-time_settings", limit).0;
            assert_eq!(kata, "kata-time_settings absolute 600", "{limit:?}");
        }
        let most = Millis(i64::MAX);
        let overtime = Overtime::ByoYomi { periods: u32::MAX, period: most };
        let much = TimeLimit { main: most, overtime: Some(overtime) };
        assert!(sent("time_settings", much).0.starts_with("time_settings 9223372036854775 "));
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
            let overtime = (stones > 0).then_some(stones);
            let had = Clock { left: Millis(millis), overtime };
            let sent = left(&knows, Color::Black, limit, had).unwrap_or_default();
            assert_eq!(sent, wanted, "{commands}: {limit:?} {had:?}");
        }
    }
}
