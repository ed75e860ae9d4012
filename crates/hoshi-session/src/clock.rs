//! Clocks. They never read the time: the caller passes it in.

use std::fmt;
use std::str::FromStr;

use hoshi_core::Color;
use hoshi_core::time::{Clock, Millis, Overtime, TimeLimit};

use crate::wire::{Face, Limit, Time};

/// A time limit in its text form: `none`, `10m`, `10m+5x30s`, `10m+25/5m`, `10m+10s`, `1s/move`.
///
/// ```
/// use hoshi_session::Control;
///
/// let control: Control = "10m+5x30s".parse()?;
/// assert_eq!(control.0.unwrap().main.0, 600_000);
/// assert_eq!(control.to_string(), "10m+5x30s");
/// # Ok::<(), hoshi_session::ControlError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control(pub Option<TimeLimit>);

/// The accepted forms, for error messages.
const SPELLINGS: &str = "write none, 10m (for the whole game), 10m+5x30s (byo-yomi), 10m+25/5m \
                         (Canadian), 10m+10s (Fischer) or 1s/move; units are h, m, s and ms";

/// The longest time that can be set: a week.
const MOST: i64 = 7 * 24 * 3_600_000;

/// A text that is not a time limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time limit: {spellings}", spellings = SPELLINGS)]
pub struct ControlError(String);

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        read(text).ok_or_else(|| ControlError(text.to_owned()))
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

/// A positive amount of time with its unit: `90s`, `1.5m`.
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

/// An amount of time in the largest unit that gives a whole number.
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

/// The clocks of both sides, at most one of which runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    limits: [Option<TimeLimit>; 2],
    sides: [Clock; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, Time)>,
    /// The milliseconds that each side was credited with so far.
    credited: [u64; 2],
}

impl Clocks {
    /// Both full, both stopped. A side may have no limit.
    pub(crate) fn new(limits: [Option<TimeLimit>; 2]) -> Clocks {
        Clocks { limits, sides: limits.map(full), running: None, credited: [0; 2] }
    }

    /// The time limit of a side.
    pub(crate) fn limit(&self, color: Color) -> Option<TimeLimit> {
        self.limits[color.index()]
    }

    /// Sets the time left of a side, from a record.
    pub(crate) fn set(&mut self, color: Color, clock: Clock) {
        self.sides[color.index()] = clock;
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Starts the clock of a side, and stops the other's.
    pub(crate) fn run(&mut self, color: Color, now: Time) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Stops both clocks and deducts the time used.
    pub(crate) fn stop(&mut self, now: Time) {
        if let Some((color, _)) = self.running {
            self.sides[color.index()] = self.look(color, now);
        }
        self.running = None;
    }

    /// Credits the running side for network lag, as if its clock had started later.
    pub(crate) fn credit(&mut self, millis: u64, now: Time) {
        if let Some((color, since)) = &mut self.running {
            let later = since.plus(millis).min(now);
            self.credited[color.index()] += later.since(*since);
            *since = later;
        }
    }

    /// The milliseconds that a side was credited with so far.
    pub(crate) fn credited(&self, color: Color) -> u64 {
        self.credited[color.index()]
    }

    /// The state of a side's clock now. No time left means that its flag has fallen.
    pub(crate) fn look(&self, color: Color, now: Time) -> Clock {
        let clock = self.sides[color.index()];
        let Some(limit) = self.limit(color) else { return clock };
        let used = match self.running {
            Some((side, since)) if side == color => now.since(since) as i64,
            _ => 0,
        };
        let mut left = Clock { left: Millis(clock.left.0 - used), ..clock };
        if left.left.0 <= 0 && clock.overtime.is_none() {
            left = overtime_from(&limit, left);
        }
        if let (Some(Overtime::ByoYomi { period, .. }), Some(periods)) =
            (limit.overtime, left.overtime)
        {
            // Deduct every period that was used up.
            let over = (-left.left.0).max(-1) + 1;
            let gone = (over + period.0.max(1) - 1) / period.0.max(1);
            let gone = gone.min(i64::from(periods) - 1).max(0);
            left.left.0 += gone * period.0;
            left.overtime = u32::try_from(i64::from(periods) - gone).ok();
        }
        Clock { left: Millis(left.left.0.max(0)), ..left }
    }

    /// Whether a side whose clock is stopped has no time left.
    pub(crate) fn is_out(&self, color: Color) -> bool {
        self.limit(color).is_some() && self.sides[color.index()].left.0 <= 0
    }

    /// When the flag of the running side falls.
    pub(crate) fn out_at(&self) -> Option<Time> {
        let (color, since) = self.running?;
        let limit = self.limit(color)?;
        let clock = self.sides[color.index()];
        let mut left = clock.left.0.max(0);
        match (limit.overtime, clock.overtime) {
            (Some(Overtime::ByoYomi { periods, period }), None) => {
                left += i64::from(periods) * period.0;
            }
            (Some(Overtime::ByoYomi { period, .. }), Some(periods)) => {
                left += (i64::from(periods) - 1).max(0) * period.0;
            }
            (Some(Overtime::Canadian { time, .. }), None) => left += time.0,
            _ => {}
        }
        Some(since.plus(left.unsigned_abs()))
    }

    /// A side has moved: stops both clocks, and returns the state of its clock after the increment
    /// or renewal.
    pub(crate) fn press(&mut self, color: Color, now: Time) -> Option<Clock> {
        self.stop(now);
        let limit = self.limit(color)?;
        let clock = &mut self.sides[color.index()];
        match (limit.overtime, clock.overtime) {
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
        Some(*clock)
    }
}

/// A clock before the first move.
fn full(limit: Option<TimeLimit>) -> Clock {
    let Some(limit) = limit else { return Clock { left: Millis(0), overtime: None } };
    let main = Clock { left: limit.main, overtime: None };
    match limit.overtime {
        _ if limit.main.0 > 0 => main,
        // Without main time, the first move has one increment.
        Some(Overtime::Fischer { increment }) => Clock { left: increment, overtime: None },
        _ => overtime_from(&limit, main),
    }
}

/// A time limit as views get it.
pub(crate) fn limit_view(limit: TimeLimit) -> Limit {
    let millis = |time: Millis| time.0.unsigned_abs();
    let main = millis(limit.main);
    match limit.overtime {
        None => Limit::Absolute { main },
        Some(Overtime::ByoYomi { periods, period }) => {
            Limit::ByoYomi { main, periods, period: millis(period) }
        }
        Some(Overtime::Canadian { moves, time }) => {
            Limit::Canadian { main, moves, period: millis(time) }
        }
        Some(Overtime::Fischer { increment }) => {
            Limit::Fischer { main, increment: millis(increment) }
        }
    }
}

/// A clock as views get it.
pub(crate) fn face(clock: Clock) -> Face {
    Face { left: clock.left.0.unsigned_abs(), overtime: clock.overtime }
}

/// A clock after the end of the main time; `clock.left` is the time overrun.
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

impl Face {
    /// This face after its clock has run for `millis` milliseconds under a limit.
    #[must_use]
    pub fn after(self, limit: Limit, millis: u64) -> Face {
        let limit = limit.to_limit();
        let mut clocks = Clocks::new([Some(limit); 2]);
        let clock = Clock {
            left: Millis(i64::try_from(self.left).unwrap_or(i64::MAX)),
            overtime: self.overtime,
        };
        clocks.set(Color::Black, clock);
        clocks.run(Color::Black, Time::ZERO);
        face(clocks.look(Color::Black, Time::new(millis)))
    }
}

/// A time limit as it is written in options: `10m+5x30s`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Control(Some(self.to_limit())).fmt(f)
    }
}

impl Limit {
    fn to_limit(self) -> TimeLimit {
        let millis = |time: u64| Millis(i64::try_from(time).unwrap_or(i64::MAX));
        let (main, overtime) = match self {
            Limit::Absolute { main } => (main, None),
            Limit::ByoYomi { main, periods, period } => {
                (main, Some(Overtime::ByoYomi { periods, period: millis(period) }))
            }
            Limit::Canadian { main, moves, period } => {
                (main, Some(Overtime::Canadian { moves, time: millis(period) }))
            }
            Limit::Fischer { main, increment } => {
                (main, Some(Overtime::Fischer { increment: millis(increment) }))
            }
        };
        TimeLimit { main: millis(main), overtime }
    }
}

/// A clock in readable form: `9:59`, `0:28 (3)`.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Round up to whole seconds.
        let seconds = self.left.div_ceil(1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")?;
        } else {
            write!(f, "{minutes}:{seconds:02}")?;
        }
        match self.overtime {
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
        Clocks::new([text.parse::<Control>().unwrap().0; 2])
    }

    /// Black's clock after moves that take these numbers of seconds.
    fn after(text: &str, seconds: &[u64]) -> String {
        let mut clocks = clocks(text);
        let mut now = 0;
        let mut shown = face(clocks.look(BLACK, Time::ZERO)).to_string();
        for &each in seconds {
            clocks.run(BLACK, Time::new(now));
            let out = clocks.out_at().unwrap();
            let shows = |millis| clocks.look(BLACK, Time::new(millis)).left.0;
            assert!(shows(out.millis() - 1) > 0 && shows(out.millis()) == 0);
            now += each * 1000;
            if shows(now) == 0 {
                return "out".to_owned();
            }
            shown = face(clocks.press(BLACK, Time::new(now)).unwrap()).to_string();
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
