//! Random sessions: a view that has applied all events has what a snapshot says, a refused command changes
//! nothing, and the record is the game. The optimised suite runs more of them: see `slow.rs`.

mod world;

#[test]
fn a_view_has_what_the_snapshot_says() {
    world::explore(256);
}
