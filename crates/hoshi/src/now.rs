//! What the clocks on the walls of this place show. The libraries know no time zone; they are told.

use std::time::SystemTime;

use hoshi_store::When;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The time here, now.
pub(crate) fn local_now() -> When {
    local(SystemTime::now())
}

/// The time here at a moment. Where the calendar ends, it is the first second of 1970.
pub(crate) fn local(time: SystemTime) -> When {
    Timestamp::try_from(time)
        .map_or_else(|_| When::default(), |time| within(time, TimeZone::system()))
}

fn within(time: Timestamp, zone: TimeZone) -> When {
    let time = time.to_zoned(zone);
    let small = |number: i8| number.unsigned_abs();
    When {
        year: time.year(),
        month: small(time.month()),
        day: small(time.day()),
        hour: small(time.hour()),
        minute: small(time.minute()),
        second: small(time.second()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn a_zone_has_its_own_time() {
        let time = Timestamp::from_second(1_750_000_000).unwrap();
        let tokyo = TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(within(time, tokyo).to_string(), "2025-06-16_000640");
        let utc = When::utc(UNIX_EPOCH + Duration::from_secs(1_750_000_000));
        assert_eq!(within(time, TimeZone::UTC), utc);
    }

    #[test]
    fn now_is_later_than_when_this_was_written() {
        assert!(local_now().year >= 2025);
    }
}
