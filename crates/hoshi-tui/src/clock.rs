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

    /// Whether the time of a side is about to end: the last period, or the last ten seconds.
    pub(crate) fn is_short(&self, side: Side, now: Instant) -> bool {
        let face = self.face(side, now);
        match self.view.limit[side] {
            None => false,
            Some(Limit::ByoYomi { .. }) => face.overtime == Some(1),
            Some(Limit::Canadian { .. }) => face.overtime.is_some() && face.left < 30_000,
            Some(Limit::Absolute { .. } | Limit::Fischer { .. }) => face.left < 10_000,
        }
    }

    /// The text of a clock.
    pub(crate) fn text(&self, side: Side, now: Instant) -> Option<String> {
        let limit = self.view.limit[side]?;
        let face = self.face(side, now);
        let is_last = matches!(limit, Limit::ByoYomi { .. }) && face.overtime == Some(1);
        let text = match (is_last, limit) {
            (true, _) => {
                let bare = Face { overtime: None, ..face };
                format!("{bare} {}", words::LAST_PERIOD)
            }
            (false, Limit::Canadian { .. }) if face.overtime.is_some() => {
                let moves = face.overtime.unwrap_or(0);
                format!("{} {}", Face { overtime: None, ..face }, words::moves_left(moves))
            }
            _ => face.to_string(),
        };
        // A warning needs more than colour. The last period already has a text.
        Some(if self.is_short(side, now) && !is_last { format!("{text} !") } else { text })
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
