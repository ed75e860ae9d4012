//! For the suite `release`: more runs of `property.rs` and `simulation.rs`, and proposals of dead
//! stones in real games.

mod real;
mod sim;
mod world;

#[test]
fn ten_thousand_schedules() {
    sim::simulate(10_000);
}

#[test]
fn five_thousand_sessions() {
    world::explore(5_000);
}

/// Games that were counted after two passes: the proposal alone should mostly give the recorded result.
#[test]
fn proposals_on_real_games() {
    let Some(games) = real::counted_games() else { return };
    // Every fifth of the large ones is enough.
    let (small, large): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.is_small());
    for (size, games, floor) in [
        ("up to 13x13", small.iter().collect::<Vec<_>>(), 60),
        ("larger", large.iter().step_by(5).collect(), 55),
    ] {
        assert!(games.len() > 20, "{size}: only {} games", games.len());
        let right = games.iter().filter(|game| game.is_proposed()).count();
        println!(
            "counted: real games {size} that are proposed as they were counted: {right} of {}",
            games.len()
        );
        assert!(100 * right >= floor * games.len());
    }
}
