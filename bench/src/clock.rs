//! Time measurement: CPU time, which other programs hardly disturb, and wall time.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this thread.
#[must_use]
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The CPU time of this process, all threads together.
#[must_use]
pub fn process_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// A measured time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Processor time of this thread.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
}

impl Span {
    /// The sum of both.
    #[must_use]
    pub fn and(self, other: Span) -> Span {
        Span { cpu: self.cpu + other.cpu, wall: self.wall + other.wall }
    }

    /// One of this many equal parts.
    #[must_use]
    pub fn split(self, parts: u32) -> Span {
        Span { cpu: self.cpu / parts, wall: self.wall / parts }
    }

    /// The one with less CPU time.
    #[must_use]
    pub fn best(self, other: Span) -> Span {
        if other.cpu < self.cpu { other } else { self }
    }
}

/// The medians of several, separately for CPU and wall time.
#[must_use]
pub fn median(spans: &[Span]) -> Span {
    let middle = |time: fn(&Span) -> Duration| {
        let mut times: Vec<Duration> = spans.iter().map(time).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    Span { cpu: middle(|span| span.cpu), wall: middle(|span| span.wall) }
}

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Watch(Duration, Instant);

impl Watch {
    /// Starts one.
    #[must_use]
    pub fn start() -> Watch {
        Watch(thread_time(), Instant::now())
    }

    /// How long it has been running.
    #[must_use]
    pub fn span(&self) -> Span {
        Span { cpu: thread_time().saturating_sub(self.0), wall: self.1.elapsed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_by_processor_time() {
        let span =
            |cpu, wall| Span { cpu: Duration::from_millis(cpu), wall: Duration::from_millis(wall) };
        assert_eq!(span(2, 9).best(span(3, 3)), span(2, 9));
        assert_eq!(span(2, 9).and(span(4, 3)).split(3), span(2, 4));
        assert_eq!(median(&[span(2, 9), span(4, 3), span(3, 4)]), span(3, 4));
    }
}
