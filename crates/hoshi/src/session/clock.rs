//! Clocks. They know no time of their own: whoever asks says what time it is.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use hoshi_core::Color;
use hoshi_gtp::{Limit, TimeLeft};
use hoshi_record::info::overtime::Overtime;
use hoshi_record::info::time::Millis;
use hoshi_store::{Clock, TimeLimit};

/// A time limit as the command line has it: `none`, `10m`, `10m+5x30s`, `10m+25/5m`, `10m+10s`,
/// `1s/move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Control(pub(crate) Option<TimeLimit>);

/// How to write one.
const SPELLINGS: &str = "write none, 10m (for the whole game), 10m+5x30s (byo-yomi), 10m+25/5m \
                         (Canadian), 10m+10s (Fischer) or 1s/move; units are h, m, s and ms";

/// A week is more than anybody thinks about a move.
const MOST: i64 = 7 * 24 * 3_600_000;

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Control, String> {
        read(text).ok_or_else(|| format!("`{text}` is not a time limit: {SPELLINGS}"))
    }
}

fn read(text: &str) -> Option<Control> {
    if text == "none" {
        return Some(Control(None));
    }
    if let Some(each) = text.strip_suffix("/move") {
        let overtime = Overtime::ByoYomi { periods: 1, period: time(each)? };
        return Some(Control(Some(TimeLimit { main: Millis(0), overtime: Some(overtime) })));
    }
    let Some((main, over)) = text.split_once('+') else {
        return Some(Control(Some(TimeLimit { main: time(text)?, overtime: None })));
    };
    let count =
        |digits: &str| digits.parse::<u32>().ok().filter(|number| (1..=999).contains(number));
    let overtime = if let Some((periods, period)) = over.split_once('x') {
        Overtime::ByoYomi { periods: count(periods)?, period: time(period)? }
    } else if let Some((moves, span)) = over.split_once('/') {
        Overtime::Canadian { moves: count(moves)?, time: time(span)? }
    } else {
        Overtime::Fischer { increment: time(over)? }
    };
    let main = if main == "0" { Millis(0) } else { time(main)? };
    Some(Control(Some(TimeLimit { main, overtime: Some(overtime) })))
}

/// An amount of time with its unit, more than none: `90s`, `1.5m`.
fn time(text: &str) -> Option<Millis> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "h" => 3_600_000,
        "m" => 60_000,
        "s" => 1000,
        "ms" => 1,
        _ => return None,
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let number = |text: &str| {
        let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<i64>().ok()).flatten()
    };
    let part = number(part)? * unit / 10_i64.pow(u32::try_from(part.len()).ok()?);
    let millis = number(whole)?.checked_mul(unit)? + part;
    (1..=MOST).contains(&millis).then_some(Millis(millis))
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(limit) = self.0 else { return f.write_str("none") };
        let main = Span(limit.main);
        match limit.overtime {
            None => write!(f, "{main}"),
            Some(Overtime::ByoYomi { periods: 1, period }) if limit.main.0 == 0 => {
                write!(f, "{}/move", Span(period))
            }
            Some(Overtime::ByoYomi { periods, period }) => {
                write!(f, "{main}+{periods}x{}", Span(period))
            }
            Some(Overtime::Canadian { moves, time }) => write!(f, "{main}+{moves}/{}", Span(time)),
            Some(Overtime::Fischer { increment }) => write!(f, "{main}+{}", Span(increment)),
        }
    }
}

/// An amount of time in the largest unit that it is a whole number of.
struct Span(Millis);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0 {
            0 => f.write_str("0"),
            millis if millis % 3_600_000 == 0 => write!(f, "{}h", millis / 3_600_000),
            millis if millis % 60_000 == 0 => write!(f, "{}m", millis / 60_000),
            millis if millis % 1000 == 0 => write!(f, "{}s", millis / 1000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

/// The time since a moment, as clocks are told it.
pub(crate) fn since(began: Instant) -> Millis {
    Millis(i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX))
}

/// The clocks of both sides, at most one of which runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    limit: TimeLimit,
    sides: [Clock; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, Millis)>,
}

impl Clocks {
    /// Both full, both standing.
    pub(crate) fn new(limit: TimeLimit) -> Clocks {
        let main = Clock { left: limit.main, overtime: None };
        let full = match limit.overtime {
            _ if limit.main.0 > 0 => main,
            // Without main time, the first move has one increment.
            Some(Overtime::Fischer { increment }) => Clock { left: increment, overtime: None },
            _ => overtime_from(&limit, main),
        };
        Clocks { limit, sides: [full; 2], running: None }
    }

    /// Sets what a side has left, as a record says it.
    pub(crate) fn set(&mut self, color: Color, clock: Clock) {
        self.sides[color.index()] = clock;
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Has the clock of a side run from now on, and the other's stand.
    pub(crate) fn run(&mut self, color: Color, now: Millis) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Has both stand; the time that was used is gone.
    pub(crate) fn stop(&mut self, now: Millis) {
        if let Some((color, _)) = self.running {
            self.sides[color.index()] = self.look(color, now);
        }
        self.running = None;
    }

    /// What a side's clock shows now. Nothing left means that its time is up.
    pub(crate) fn look(&self, color: Color, now: Millis) -> Clock {
        let clock = self.sides[color.index()];
        let used = match self.running {
            Some((side, since)) if side == color => (now.0 - since.0).max(0),
            _ => 0,
        };
        let mut left = Clock { left: Millis(clock.left.0 - used), ..clock };
        if left.left.0 <= 0 && clock.overtime.is_none() {
            left = overtime_from(&self.limit, left);
        }
        if let (Some(Overtime::ByoYomi { period, .. }), Some(periods)) =
            (self.limit.overtime, left.overtime)
        {
            // Every period that was used up is one fewer.
            let mut periods = i64::from(periods);
            while left.left.0 <= 0 && periods > 1 {
                left.left.0 += period.0;
                periods -= 1;
            }
            left.overtime = u32::try_from(periods).ok();
        }
        Clock { left: Millis(left.left.0.max(0)), ..left }
    }

    /// The limit and what a side has left of it, as engines are told.
    pub(crate) fn for_engines(&self, color: Color, now: Millis) -> (Limit, TimeLeft) {
        let span = |time: Millis| Duration::from_millis(time.0.unsigned_abs());
        let main = span(self.limit.main);
        let limit = match self.limit.overtime {
            None => Limit::Absolute { main },
            Some(Overtime::ByoYomi { periods, period }) => {
                Limit::ByoYomi { main, periods, period: span(period) }
            }
            Some(Overtime::Canadian { moves, time }) => {
                Limit::Canadian { main, moves, time: span(time) }
            }
            Some(Overtime::Fischer { increment }) => {
                Limit::Fischer { main, increment: span(increment) }
            }
        };
        let left = self.look(color, now);
        let stones = left.overtime.unwrap_or(0);
        (limit, TimeLeft { time: span(left.left), stones })
    }

    /// Whether a side's time is up.
    pub(crate) fn is_out(&self, color: Color, now: Millis) -> bool {
        self.look(color, now).left.0 <= 0
    }

    /// A side has moved: what its clock shows, with what the move earns. Both stand afterwards.
    pub(crate) fn press(&mut self, color: Color, now: Millis) -> Clock {
        self.stop(now);
        let clock = &mut self.sides[color.index()];
        match (self.limit.overtime, clock.overtime) {
            (Some(Overtime::ByoYomi { period, .. }), Some(_)) => clock.left = period,
            (Some(Overtime::Canadian { moves, time }), Some(left)) => {
                if left > 1 {
                    clock.overtime = Some(left - 1);
                } else {
                    *clock = Clock { left: time, overtime: Some(moves) };
                }
            }
            (Some(Overtime::Fischer { increment }), _) => clock.left.0 += increment.0,
            _ => {}
        }
        *clock
    }
}

/// What a clock shows when the main time is up: `clock.left` is how much too late it is.
fn overtime_from(limit: &TimeLimit, clock: Clock) -> Clock {
    let late = clock.left.0.min(0);
    match limit.overtime {
        Some(Overtime::ByoYomi { periods, period }) => {
            Clock { left: Millis(period.0 + late), overtime: Some(periods) }
        }
        Some(Overtime::Canadian { moves, time }) => {
            Clock { left: Millis(time.0 + late), overtime: Some(moves) }
        }
        Some(Overtime::Fischer { .. }) | None => clock,
    }
}

/// A clock as people read it: `9:59`, `0:28 (3)`.
pub(crate) struct Shown(pub(crate) Clock);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A second that has begun counts.
        let seconds = (self.0.left.0 + 999) / 1000;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")?;
        } else {
            write!(f, "{minutes}:{seconds:02}")?;
        }
        match self.0.overtime {
            Some(left) => write!(f, " ({left})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn clocks(text: &str) -> Clocks {
        Clocks::new(text.parse::<Control>().unwrap().0.unwrap())
    }

    /// What Black's clock shows after moves that take so many seconds each.
    fn after(text: &str, seconds: &[i64]) -> String {
        let mut clocks = clocks(text);
        let mut now = 0;
        let mut shown = Shown(clocks.look(BLACK, Millis(0))).to_string();
        for &each in seconds {
            clocks.run(BLACK, Millis(now));
            now += each * 1000;
            if clocks.is_out(BLACK, Millis(now)) {
                return "out".to_owned();
            }
            shown = Shown(clocks.press(BLACK, Millis(now))).to_string();
        }
        shown
    }

    #[test]
    fn limits_are_read_and_written() {
        for text in ["none", "10m", "10m+5x30s", "10m+25/5m", "10m+10s", "1s/move", "500ms/move"] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        assert_eq!("1.5m".parse::<Control>().unwrap().to_string(), "90s");
        for text in
            ["", "10", "m", "-1m", "10m+", "10m+0x30s", "10m+5x", "1e9h", "10m+5x0s", "5/move"]
        {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }

    #[test]
    fn absolute_time_ends() {
        assert_eq!(after("1m", &[10, 20]), "0:30");
        assert_eq!(after("1m", &[10, 50]), "out");
    }

    #[test]
    fn byo_yomi_counts_periods() {
        assert_eq!(after("1m+3x30s", &[50]), "0:10");
        assert_eq!(after("1m+3x30s", &[50, 20]), "0:30 (3)");
        // Ten seconds of main time, then two whole periods.
        assert_eq!(after("1m+3x30s", &[50, 75]), "0:30 (1)");
        assert_eq!(after("1m+3x30s", &[50, 99]), "0:30 (1)");
        assert_eq!(after("1m+3x30s", &[50, 100]), "out");
        assert_eq!(after("30s/move", &[29, 29, 29]), "0:30 (1)");
        assert_eq!(after("30s/move", &[29, 30]), "out");
    }

    #[test]
    fn canadian_counts_moves() {
        assert_eq!(after("1m+3/30s", &[70]), "0:20 (2)");
        assert_eq!(after("1m+3/30s", &[70, 5, 5]), "0:30 (3)");
        assert_eq!(after("1m+3/30s", &[70, 20]), "out");
    }

    #[test]
    fn fischer_adds() {
        assert_eq!(after("1m+10s", &[20, 20]), "0:40");
        assert_eq!(after("1m+10s", &[60]), "out");
        assert_eq!(after("0+10s", &[4]), "0:16");
    }
}
