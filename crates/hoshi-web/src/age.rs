//! How long the server has seen its side files unchanged. A machine's clock may be wrong by years, so the server counts
//! for itself: each time it looks, a file grows older by the time since the last look, and by no more than a day.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use hoshi_session::host::program::Program;
use serde::{Deserialize, Serialize};

/// The version that is written. A later one is not read.
const VERSION: u32 = 1;
/// The name under which the ages are kept.
const NAME: &str = "serve-ages.json";
/// The most that a file grows older from one look to the next.
const STEP: Duration = Duration::from_secs(24 * 3600);

/// The ages of all side files.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Ages {
    v: u32,
    /// The last look, in seconds of the machine's clock.
    looked: u64,
    ages: BTreeMap<String, Age>,
}

/// The age of a file.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
struct Age {
    /// What tells whether it has changed since.
    stamp: u64,
    seconds: u64,
}

/// Seconds of the machine's clock.
pub(crate) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Ages {
    /// The ages at the last look.
    pub(crate) fn read(program: &dyn Program) -> Ages {
        let kept = program.kept(NAME).and_then(|text| serde_json::from_str(&text).ok());
        kept.filter(|ages: &Ages| ages.v <= VERSION).unwrap_or_default()
    }

    /// Looks again: these are the files, by name, and a stamp that differs when one has changed. The others are
    /// forgotten.
    pub(crate) fn look(&mut self, files: impl Iterator<Item = (String, u64)>, now: SystemTime) {
        let now = seconds(now);
        // The first time, nothing is known; and a clock that was put back says nothing.
        let passed = if self.v == 0 { 0 } else { now.saturating_sub(self.looked) };
        let passed = passed.min(STEP.as_secs());
        let before = std::mem::take(&mut self.ages);
        let age = |(name, stamp): (String, u64)| {
            let same = before.get(&name).filter(|age| age.stamp == stamp);
            let seconds = same.map_or(0, |age| age.seconds + passed);
            (name, Age { stamp, seconds })
        };
        self.ages = files.map(age).collect();
        (self.v, self.looked) = (VERSION, now);
    }

    /// Whether a file has not changed for so long.
    pub(crate) fn is_older(&self, name: &str, than: Duration) -> bool {
        self.ages.get(name).is_some_and(|age| age.seconds >= than.as_secs())
    }

    pub(crate) fn keep(&self, program: &dyn Program) {
        if let Ok(text) = serde_json::to_string(self) {
            program.keep(NAME, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_makes_nothing_old() {
        let day = |number: u64| SystemTime::UNIX_EPOCH + STEP * u32::try_from(number).unwrap();
        let days = |ages: &Ages| ages.ages["a"].seconds / STEP.as_secs();
        let mut ages = Ages::default();
        let mut look = |stamp, number| {
            ages.look([("a".to_owned(), stamp)].into_iter(), day(number));
            days(&ages)
        };
        assert_eq!(look(1, 100), 0);
        assert_eq!(look(1, 101), 1);
        // Ahead by a year, back again, and far back.
        assert_eq!(look(1, 466), 2);
        assert_eq!(look(1, 102), 2);
        assert_eq!(look(1, 103), 3);
        assert_eq!(look(1, 0), 3);
        assert_eq!(look(1, 104), 4);
        // A file that has changed is new.
        assert_eq!(look(2, 105), 0);
        assert_eq!(look(2, 106), 1);
        assert!(ages.is_older("a", STEP) && !ages.is_older("a", 2 * STEP));
        assert!(!ages.is_older("b", Duration::ZERO));
    }
}
