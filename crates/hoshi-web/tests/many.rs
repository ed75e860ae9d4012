//! What `schedules.rs` runs, many times over: for the suite `release`.

#[path = "../../hoshi-session/tests/sim/client.rs"]
mod client;
mod net;
#[path = "net/schedule.rs"]
mod schedule;

#[test]
fn ten_thousand_schedules_through_real_frames() {
    schedule::simulate(10_000);
}
