//! Low levels are pleasant opponents: what they promise holds in games, not only in positions.

#[path = "../examples/manners/count.rs"]
mod count;

use count::{Manners, play};
use hoshi_core::{Color, Preset, Rules};

#[test]
fn low_levels_keep_their_manners() {
    let rules = Rules::of(Preset::Chinese);
    let mut ataris = 0;
    for level in 1..=4 {
        let mut manners = Manners::default();
        for (game, opponent) in [5, level].into_iter().enumerate() {
            let color = Color::ALL[game % 2];
            play(&mut manners, level, opponent, color, &rules, 10 * u64::from(level) + game as u64);
        }
        ataris += manners.ataris;
        let bad = [
            manners.missed,
            manners.self_ataris,
            manners.first_line,
            // What is hopeless is an estimate.
            u32::from(manners.invasions * 20 > manners.behind),
            manners.resigned,
            manners.endless,
            // Level 4 may leave dead stones where they are.
            if level < 4 { manners.left_dead } else { 0 },
        ];
        assert_eq!(bad, [0; 7], "level {level}: {manners:?}");
        assert_eq!(manners.openings(), 2, "level {level}: {manners:?}");
        assert!(manners.moves > 40 && manners.passes > 0, "level {level}: {manners:?}");
    }
    assert!(ataris >= 8, "{ataris} turns with many stones in atari");
}
