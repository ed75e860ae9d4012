//! Fights that are decided by the next move.

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Bot, Limits, Settings};
use hoshi_core::Color;

use super::{choice, game};

/// Three points in a row: whoever plays in the middle decides, and the game with it.
#[test]
fn the_vital_point_kills_and_saves() {
    let text = "
        . . . O X . X
        O O O O X X .
        X X X X X . .
        . . . . X . .
        X X X X X X X
        O O O O O O O
        . O . O . O .
    ";
    for turn in Color::ALL {
        assert_eq!(choice(&game(text, turn, "chinese"), 1000), "B7", "{turn} to move");
    }
}

#[test]
fn stones_in_atari_are_taken_in_the_capture_game() {
    let text = "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .
    ";
    assert_eq!(choice(&game(text, Color::Black, "capture=1"), 200), "D3");
}

/// C7 gives White a stone to take, and takes five for it. White connects there.
#[test]
fn a_snapback_is_found_by_both_sides() {
    let text = "
        X . . O O O .
        X O O X X O O
        X O O X X O .
        X X X X X O O
        . X . X X O O
        X X X X X O .
        X X X X X O O
    ";
    for turn in Color::ALL {
        assert_eq!(choice(&game(text, turn, "chinese"), 1000), "C7", "{turn}");
    }
}

/// The first capture wins: E6 starts a ladder that works.
#[test]
fn a_ladder_that_works_is_started() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . . . . . . .
        . . . . . . . . .
    ";
    assert_eq!(choice(&game(text, Color::Black, "capture=1"), 1000), "E6");
}

/// Five white stones are chased towards the lower right corner, where nothing waits for them.
const CHASE: &str = "
    . . . . . . . . .
    . O . . . . . . .
    . . . X . . . . .
    . . X O X . . . .
    . . X O O X . . .
    . . . X O O . . .
    . O . . X . . . .
    . . . . . . . . .
    . . . . . . . . .
";

/// The same with B3 moved to G2, where it breaks the ladder.
const BROKEN: &str = "
    . . . . . . . . .
    . O . . . . . . .
    . . . X . . . . .
    . . X O X . . . .
    . . X O O X . . .
    . . . X O O . . .
    . . . . X . . . .
    . . . . . . O . .
    . . . . . . . . .
";

/// The same with B3 moved to D3, from where White takes a stone that chases.
const TORN: &str = "
    . . . . . . . . .
    . O . . . . . . .
    . . . X . . . . .
    . . X O X . . . .
    . . X O O X . . .
    . . . X O O . . .
    . . . O X . . . .
    . . . . . . . . .
    . . . . . . . . .
";

/// The hunter goes on where the ladder works, and does something else where it fails.
#[test]
fn a_ladder_is_followed_only_where_it_works() {
    let rules = "chinese,komi=0";
    let best = |text: &str, seed: u64| {
        let game = game(text, Color::Black, rules);
        let mut settings = Settings::default();
        settings.seed = seed;
        let limits = Limits { playouts: Some(3000), ..Limits::default() };
        let thought = Bot::new(settings).think(&game, &limits, &AtomicBool::new(false));
        (game.size().move_name(thought.best()), thought.win_rate)
    };
    for seed in 1..=3 {
        let (works, chance) = best(CHASE, seed);
        assert_eq!(works, "G4", "seed {seed}");
        assert!(chance > 0.8, "five stones are won, seed {seed}: {chance}");
        let (broken, chance) = best(BROKEN, seed);
        assert_ne!(broken, "G4", "seed {seed}");
        assert!(chance < 0.7, "nothing is won, seed {seed}: {chance}");
    }
    assert_eq!(choice(&game(CHASE, Color::Black, "capture=1"), 1000), "G4");
    assert_eq!(choice(&game(TORN, Color::Black, "capture=1"), 1000), "C4");
}

/// One move later: White runs to the stone that breaks the ladder.
#[test]
fn a_broken_ladder_is_run_from() {
    let broken = BROKEN.replace("X O O . . .\n    . . . . X", "X O O X . .\n    . . . . X");
    assert_ne!(broken, BROKEN);
    for rules in ["chinese,komi=0", "japanese,komi=0", "capture=1"] {
        assert_eq!(choice(&game(&broken, Color::White, rules), 1000), "F3", "{rules}");
    }
}
