//! How long messages travel, as the server measured it. A move is given back that time, up to a limit.

use std::time::{Duration, Instant};

use crate::limits;

/// So many round trips are remembered; the shortest of them counts, so that one slow answer earns nothing.
const REMEMBERED: usize = 4;

/// The round trips of a socket.
#[derive(Debug, Default)]
pub(crate) struct Trips {
    /// The number of the last ping, and when it was sent, until it is answered.
    asked: Option<(u32, Instant)>,
    number: u32,
    last: [Option<Duration>; REMEMBERED],
}

impl Trips {
    /// A ping is sent now; what it contains.
    pub(crate) fn ask(&mut self, now: Instant) -> [u8; 4] {
        self.number = self.number.wrapping_add(1);
        self.asked = Some((self.number, now));
        self.number.to_be_bytes()
    }

    /// A pong arrives. Only the answer to the last ping counts: a page can answer late, but never early.
    pub(crate) fn answered(&mut self, content: &[u8], now: Instant) {
        let is_answer = |(number, _): &mut (u32, Instant)| number.to_be_bytes() == content;
        if let Some((number, sent)) = self.asked.take_if(is_answer) {
            self.last[number as usize % REMEMBERED] = Some(now.saturating_duration_since(sent));
        }
    }

    /// The milliseconds that a move of this page is given back: a round trip, since the move before it travelled
    /// too; nothing before the first measurement.
    pub(crate) fn credit(&self) -> u64 {
        let shortest = self.last.iter().flatten().min().copied().unwrap_or_default();
        u64::try_from(shortest.as_millis()).unwrap_or(u64::MAX).min(limits::LAG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pings every 10 seconds; each is answered after so many milliseconds.
    fn credit(answers: &[u64]) -> u64 {
        let start = Instant::now();
        let mut trips = Trips::default();
        for (nth, &millis) in (0..).zip(answers) {
            let sent = start + Duration::from_secs(10 * nth);
            let content = trips.ask(sent);
            trips.answered(&content, sent + Duration::from_millis(millis));
        }
        trips.credit()
    }

    #[test]
    fn the_shortest_of_the_last_trips_counts_up_to_the_limit() {
        assert_eq!(credit(&[]), 0);
        assert_eq!(credit(&[80]), 80);
        assert_eq!(credit(&[80, 3000, 60, 200]), 60);
        // A connection that became slow is believed after a while.
        assert_eq!(credit(&[80, 300, 310, 320, 330]), 300);
        assert_eq!(credit(&[9000]), limits::LAG);
    }

    #[test]
    fn only_the_answer_to_the_last_ping_counts() {
        let (mut trips, start) = (Trips::default(), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        trips.answered(&[0, 0, 0, 1], at(400));
        let old = trips.ask(start);
        let new = trips.ask(at(1000));
        trips.answered(&old, at(1300));
        trips.answered(b"", at(1300));
        assert_eq!(trips.credit(), 0);
        trips.answered(&new, at(1050));
        // A second answer changes nothing.
        trips.answered(&new, at(1400));
        assert_eq!(trips.credit(), 50);
    }
}
