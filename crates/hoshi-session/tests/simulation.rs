//! A session with an unreliable network and disk, in many schedules. The suite `release` runs more of them:
//! see `many.rs`.

mod sim;

#[test]
fn in_the_end_everybody_has_the_same_game() {
    sim::simulate(256);
}
