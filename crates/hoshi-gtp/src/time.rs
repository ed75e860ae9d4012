//! Time limits as engines are told of them.

use std::time::Duration;

use hoshi_core::Color;

use crate::engine::{Engine, Fault};
use crate::wire::color as named;

/// The time that each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So much for all moves.
    Absolute {
        /// How much.
        main: Duration,
    },
    /// Then so many periods, each used up by a move that takes all of it.
    ByoYomi {
        /// The main time.
        main: Duration,
        /// How many periods.
        periods: u32,
        /// How long each is.
        period: Duration,
    },
    /// Then so many moves in so much time, again and again.
    Canadian {
        /// The main time.
        main: Duration,
        /// How many moves.
        moves: u32,
        /// In how much time.
        time: Duration,
    },
    /// And every move adds some.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// What a move adds.
        increment: Duration,
    },
}

/// What a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time, of the main time or of this period.
    pub time: Duration,
    /// In overtime: the moves of this period, or the periods, that are left. Else 0.
    pub stones: u32,
}

/// Whole seconds, as the old commands have them: never more than there are, but not none.
fn whole(time: Duration) -> u64 {
    if time.is_zero() { 0 } else { time.as_secs().max(1) }
}

/// Seconds with their part.
fn exact(time: Duration) -> String {
    format!("{}", time.as_millis() as f64 / 1000.0)
}

/// The command that tells an engine of a limit, and what it cannot be told.
pub(crate) fn settings(engine: &Engine, limit: Limit) -> Option<(String, Option<String>)> {
    let roughly = |what: &str| Some(format!("the engine knows no {what}; it is told the nearest"));
    if engine.knows("kata-time_settings") {
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
        return Some((format!("kata-time_settings {words}"), None));
    }
    if let (true, Limit::ByoYomi { main, periods, period }) =
        (engine.knows("kgs-time_settings"), limit)
    {
        let words = format!("byoyomi {} {} {periods}", whole(main), whole(period));
        return Some((format!("kgs-time_settings {words}"), None));
    }
    if !engine.knows("time_settings") {
        return None;
    }
    let (main, time, stones, note) = match limit {
        Limit::Absolute { main } => (main, Duration::ZERO, 0, None),
        // Its last period is a move in so much time, again and again.
        Limit::ByoYomi { main, periods, period } => {
            let spare = period * periods.saturating_sub(1);
            (main + spare, period, 1, (periods > 1).then(|| roughly("byo-yomi")).flatten())
        }
        Limit::Canadian { main, moves, time } => (main, time, moves, None),
        Limit::Fischer { main, increment } => (main, increment, 1, roughly("Fischer time")),
    };
    let words = format!("time_settings {} {} {stones}", whole(main), whole(time));
    Some((words, note))
}

/// Tells an engine what a side has left, if it wants to know.
pub(crate) fn tell_left(
    engine: &mut Engine,
    color: Color,
    left: TimeLeft,
    limit: Duration,
) -> Result<(), Fault> {
    if !engine.knows("time_left") {
        return Ok(());
    }
    let command = format!("time_left {} {} {}", named(color), whole(left.time), left.stones);
    match engine.call(&command, limit) {
        Ok(_) | Err(Fault::Refused { .. }) => Ok(()),
        Err(fault) => Err(fault),
    }
}
