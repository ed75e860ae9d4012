//! Clocks on the screen, counted down here without asking the session.

use std::time::{Duration, Instant};

use hoshi_session::{ClockView, Face, Limit, Side, Time};

use crate::words;

/// The clocks of a snapshot and its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    pub(crate) view: ClockView,
    pub(crate) seen: Instant,
}

impl Clocks {
    /// The current face of a clock.
    pub(crate) fn face(&self, side: Side, now: Instant) -> Face {
        self.at(now).faces[side]
    }

    fn at(&self, now: Instant) -> ClockView {
        let gone = now.saturating_duration_since(self.seen).as_millis();
        let gone = u64::try_from(gone).unwrap_or(u64::MAX);
        self.view.at_time(Time::new(self.view.at.millis().saturating_add(gone)))
    }

    /// The next time that the running clock changes; none if no clock runs.
    pub(crate) fn next_change(&self, now: Instant) -> Option<Instant> {
        let side = self.view.running.filter(|_| !self.view.paused)?;
        let left = self.face(side, now).left;
        (left > 0).then(|| now + Duration::from_millis((left - 1) % 1000 + 1))
    }

    /// Whether the time of a side is about to end: the last period, or the last seconds.
    pub(crate) fn is_short(&self, side: Side, now: Instant) -> bool {
        let face = self.face(side, now);
        self.view.limit[side].is_some_and(|limit| {
            is_last_period(limit, face) || few(limit, face).is_some_and(|few| face.left < few)
        })
    }

    /// Whether a side has time again, so that the bell may ring once more. With a Fischer clock each move adds some
    /// seconds, which are not enough for that.
    pub(crate) fn is_ample(&self, side: Side, now: Instant) -> bool {
        let face = self.face(side, now);
        self.view.limit[side].is_some_and(|limit| {
            let is_enough = few(limit, face).is_none_or(|few| face.left >= 2 * few);
            is_enough && !is_last_period(limit, face)
        })
    }

    /// The text of a clock.
    pub(crate) fn text(&self, side: Side, now: Instant) -> Option<String> {
        let limit = self.view.limit[side]?;
        let face = self.face(side, now);
        let is_last = is_last_period(limit, face);
        let bare = Face { overtime: None, ..face };
        let text = match (is_last, limit) {
            (true, _) => format!("{bare} {}", words::LAST_PERIOD),
            (false, Limit::ByoYomi { main: 0, periods: 1, .. }) => bare.to_string(),
            (false, Limit::Canadian { .. }) if face.overtime.is_some() => {
                let moves = face.overtime.unwrap_or(0);
                format!("{bare} {}", words::moves_left(moves))
            }
            _ => face.to_string(),
        };
        // A warning needs more than colour. The last period already has a text.
        Some(if self.is_short(side, now) && !is_last { format!("{text} !") } else { text })
    }
}

/// Whether only one period is left of more time. Where each move has the same time, that is no warning.
fn is_last_period(limit: Limit, face: Face) -> bool {
    match limit {
        Limit::ByoYomi { main, periods, .. } => {
            face.overtime == Some(1) && (main > 0 || periods > 1)
        }
        _ => false,
    }
}

/// The milliseconds that are few; none where the periods are what counts, or overtime follows.
fn few(limit: Limit, face: Face) -> Option<u64> {
    match limit {
        Limit::ByoYomi { main: 0, periods: 1, .. } => Some(10_000),
        Limit::ByoYomi { .. } => None,
        Limit::Canadian { .. } => face.overtime.map(|_| 30_000),
        Limit::Absolute { .. } | Limit::Fischer { .. } => Some(10_000),
    }
}

#[cfg(test)]
mod tests {
    use hoshi_session::Pair;

    use super::*;

    fn clocks(limit: Limit, face: Face, seen: Instant) -> Clocks {
        let view = ClockView {
            limit: Pair { black: Some(limit), white: Some(limit) },
            faces: Pair { black: face, white: face },
            at: Time::ZERO,
            running: Some(Side::Black),
            paused: false,
        };
        Clocks { view, seen }
    }

    #[test]
    fn a_clock_counts_down_and_names_its_last_period() {
        let seen = Instant::now();
        let limit = Limit::ByoYomi { main: 0, periods: 3, period: 30_000 };
        let face = Face { left: 24_000, overtime: Some(3) };
        let clocks = clocks(limit, face, seen);
        let text = |millis: u64| clocks.text(Side::Black, seen + Duration::from_millis(millis));
        assert_eq!(text(0).as_deref(), Some("0:24 (3)"));
        assert_eq!(text(1).as_deref(), Some("0:24 (3)"));
        assert_eq!(text(1000).as_deref(), Some("0:23 (3)"));
        assert_eq!(text(24_001).as_deref(), Some("0:30 (2)"));
        assert_eq!(text(55_000).as_deref(), Some("0:29 last period"));
        assert!(clocks.is_short(Side::Black, seen + Duration::from_secs(56)));
        assert_eq!(clocks.text(Side::White, seen).as_deref(), Some("0:24 (3)"));
    }

    #[test]
    fn a_short_time_has_a_sign() {
        let seen = Instant::now();
        let limit = Limit::Absolute { main: 60_000 };
        let clocks = clocks(limit, Face { left: 60_000, overtime: None }, seen);
        let text = |seconds: u64| clocks.text(Side::Black, seen + Duration::from_secs(seconds));
        assert_eq!(text(50).as_deref(), Some("0:10"));
        assert_eq!(text(51).as_deref(), Some("0:09 !"));
        let limit = Limit::Canadian { main: 0, moves: 25, period: 60_000 };
        let clocks = self::clocks(limit, Face { left: 25_000, overtime: Some(3) }, seen);
        assert_eq!(clocks.text(Side::Black, seen).as_deref(), Some("0:25 for 3 moves !"));
    }

    /// Where each move has the same time, every period is the last one.
    #[test]
    fn time_for_each_move_is_short_at_its_end() {
        let seen = Instant::now();
        let limit = Limit::ByoYomi { main: 0, periods: 1, period: 30_000 };
        let clocks = clocks(limit, Face { left: 30_000, overtime: Some(1) }, seen);
        let text = |seconds: u64| clocks.text(Side::Black, seen + Duration::from_secs(seconds));
        assert_eq!(text(0).as_deref(), Some("0:30"));
        assert_eq!(text(21).as_deref(), Some("0:09 !"));
    }

    #[test]
    fn a_short_time_is_not_ample_again_after_one_move() {
        let seen = Instant::now();
        let is = |limit: Limit, left: u64, overtime: Option<u32>| {
            let clocks = clocks(limit, Face { left, overtime }, seen);
            (clocks.is_short(Side::Black, seen), clocks.is_ample(Side::Black, seen))
        };
        let fischer = Limit::Fischer { main: 60_000, increment: 10_000 };
        assert_eq!(is(fischer, 9_000, None), (true, false));
        assert_eq!(is(fischer, 19_000, None), (false, false));
        assert_eq!(is(fischer, 20_000, None), (false, true));
        let byo_yomi = Limit::ByoYomi { main: 60_000, periods: 3, period: 30_000 };
        assert_eq!(is(byo_yomi, 5_000, None), (false, true));
        assert_eq!(is(byo_yomi, 5_000, Some(2)), (false, true));
        assert_eq!(is(byo_yomi, 29_000, Some(1)), (true, false));
        let canadian = Limit::Canadian { main: 60_000, moves: 25, period: 300_000 };
        assert_eq!(is(canadian, 5_000, None), (false, true));
        assert_eq!(is(canadian, 29_000, Some(9)), (true, false));
        assert_eq!(is(canadian, 300_000, Some(25)), (false, true));
    }

    #[test]
    fn it_wakes_when_the_second_changes_and_not_when_it_stands() {
        let seen = Instant::now();
        let limit = Limit::Absolute { main: 60_000 };
        let mut clocks = clocks(limit, Face { left: 60_000, overtime: None }, seen);
        let next = clocks.next_change(seen).unwrap();
        assert_eq!(next - seen, Duration::from_secs(1));
        let then = seen + Duration::from_millis(300);
        assert_eq!(clocks.next_change(then).unwrap() - then, Duration::from_millis(700));
        clocks.view.paused = true;
        assert_eq!(clocks.next_change(seen), None);
        clocks.view.paused = false;
        clocks.view.running = None;
        assert_eq!(clocks.next_change(seen), None);
    }
}
