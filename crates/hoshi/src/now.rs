//! What time it is where the player is.

use std::time::SystemTime;

use hoshi_store::When;

/// Now, as a clock on the wall shows it.
pub(crate) fn local_now() -> When {
    local(SystemTime::now())
}

/// A moment, as a clock on the wall showed it. One that no calendar has is the first of all.
pub(crate) fn local(moment: SystemTime) -> When {
    let Ok(moment) = jiff::Timestamp::try_from(moment) else { return When::default() };
    let wall = moment.to_zoned(jiff::tz::TimeZone::system()).datetime();
    // All of these are small and not negative.
    let small = |number: i8| number.unsigned_abs();
    When {
        year: wall.year(),
        month: small(wall.month()),
        day: small(wall.day()),
        hour: small(wall.hour()),
        minute: small(wall.minute()),
        second: small(wall.second()),
    }
}
