//! A session with an unreliable network and disk, in many schedules. The optimised suite runs more of them:
//! see `slow.rs`.

mod sim;

#[test]
fn in_the_end_everybody_has_the_same_game() {
    sim::simulate(256);
}
