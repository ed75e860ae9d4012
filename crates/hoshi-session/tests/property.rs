//! Random sessions: a view that has applied all events equals a snapshot, a refused command changes
//! nothing, and the record matches the game. The suite `release` runs more of them: see `many.rs`.

mod world;

#[test]
fn a_view_has_what_the_snapshot_says() {
    world::explore(256);
}
