//! Games through an unreliable network, in many schedules. The suite `release` runs more of them: see `many.rs`.

#[path = "../../hoshi-session/tests/sim/client.rs"]
mod client;
mod net;
#[path = "net/schedule.rs"]
mod schedule;

#[test]
fn in_the_end_both_pages_and_the_file_have_the_same_game() {
    schedule::simulate(256);
}
