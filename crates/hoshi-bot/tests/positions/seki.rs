//! Seki, and what looks like it: what the estimate says of it, and that the bot leaves it alone.

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Choice, Estimate, Turn};
use hoshi_core::{Color, Phase, PointSet};

use super::{choice, game, player};

/// Each side has two liberties that both share, but White can make a bulky five of it.
#[test]
fn a_seki_that_is_none_is_killed() {
    let text = "
        . O O O O O O .
        O O X X X X O O
        O X X O O X X O
        O X . O O . X O
    ";
    let choice = choice(&game(text, Color::White, "japanese"), 1000);
    assert!(["C1", "F1"].contains(&choice.as_str()), "{choice}");
}

/// Both sides have an eye and share a liberty: whoever fills it is taken.
#[test]
fn a_seki_with_an_eye_each_is_left_alone() {
    let text = "
        . X X . O O .
        X X X X O O O
        O O O O X X X
        O . O O X X .
        . O . O X . X
    ";
    for rules in ["japanese", "chinese"] {
        for turn in Color::ALL {
            let game = game(text, turn, rules);
            assert_eq!(choice(&game, 1000), "pass", "{turn}, {rules}");
            let marks = Estimate::of(&game, 1000).marks;
            assert!(marks.dead.is_empty(), "{turn}, {rules}");
            let b5 = game.size().parse_a1("B5").unwrap();
            assert_eq!(marks.seki.contains(b5), rules == "japanese", "{turn}, {rules}");
        }
    }
}

/// It is dead as it stands: White need not take it, and Black cannot save it.
#[test]
fn bent_four_in_the_corner_needs_no_move() {
    let text = "
        O . X O . O . O O
        O X X O O O O O .
        . X O O . O . O O
        X X O O O O O O O
        O O O O O O O O O
        X X X X X X X X X
        X . X X X X X X X
        X X X X . X X X X
        X X X X X X X . X
    ";
    for turn in Color::ALL {
        let game = game(text, turn, "japanese");
        assert_eq!(choice(&game, 1000), "pass", "{turn}");
        let estimate = Estimate::of(&game, 1000);
        assert_eq!(estimate.marks.dead.len(), 6, "{turn}");
        assert!(estimate.score < -15.0, "{turn}: {}", estimate.score);
    }
}

/// A thousand-year ko: either side may make a seki of it, or fight for all of it, or leave it. No block in it
/// is dead as it stands, and play from here comes to an end.
#[test]
fn a_thousand_year_ko_is_unsettled() {
    let text = "
        X . X . O X O O .
        O X X . O X O . O
        O O O O O X O O O
        X X X X X X O . O
        X . X X . X O O O
        X X . X X X O . O
        X X X X X X O O O
    ";
    for rules in ["japanese", "chinese"] {
        for turn in Color::ALL {
            let mut game = game(text, turn, rules);
            let dead = Estimate::of(&game, 1000).marks.dead;
            // The stone in the ko itself may be called either way.
            for block in ["B6", "A6"] {
                let point = game.size().parse_a1(block).unwrap();
                assert!(!dead.contains(point), "{block}, {turn}, {rules}");
            }
            let mut player = player(300);
            let mut moves = 0;
            while *game.phase() == Phase::Playing {
                let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
                let Some(Choice::Play(mv)) = choice else { break };
                game.play(mv).unwrap();
                moves += 1;
                assert!(moves < 60, "{turn}, {rules}: it goes on and on");
            }
        }
    }
}

/// Sekis of two groups, each between living stones: the stones in it, and the points that nobody owns.
const SEKIS: [(&str, &str, &str); 4] = [
    // No eyes, two liberties that touch each other.
    (
        "
        . O . O X . O X . X .
        O O O O X . O X X X X
        ",
        "E1 E2 G1 G2",
        "F1 F2",
    ),
    // No eyes, two liberties apart.
    (
        "
        . O X . O X .
        O O X X O X X
        . O X . O X .
        ",
        "C1 C2 C3 D2 E1 E2 E3",
        "D1 D3",
    ),
    // An eye each and one liberty.
    (
        "
        . O X X . O O O X .
        O O X . X O . O X X
        . O X X X O O O X .
        ",
        "C1 C2 C3 D1 D3 E1 E2 F1 F2 F3 G1 G3 H1 H2 H3",
        "D2 E3 G2",
    ),
    // The same on a larger board, where both sides have territory beside it.
    (
        "
        . . O X X . O O O X . .
        . . O X . X O . O X . .
        . . O X X X O O O X . .
        . . O O O O X X X X . .
        . . . . . O X . . . . .
        . . . . . O X . . . . .
        . . . . . O X . . . . .
        ",
        "D5 D6 D7 E5 E7 F5 F6 G5 G6 G7 H5 H7 J5 J6 J7",
        "E6 F7 H6",
    ),
];

/// Nobody is dead, under territory rules the stones are proposed as in seki and no point between them counts,
/// and neither side plays there.
#[test]
fn simple_sekis_are_proposed_and_left_alone() {
    for (text, stones, neutral) in SEKIS {
        // Without komi, so that neither side has lost already.
        for rules in ["japanese,komi=0", "chinese,komi=0"] {
            for turn in Color::ALL {
                let game = game(text, turn, rules);
                let size = game.size();
                let estimate = Estimate::of(&game, 1000);
                let names = |set: &PointSet| {
                    set.iter().map(|point| size.a1(point).to_string()).collect::<Vec<_>>()
                };
                let what = format!("{turn}, {rules}:{text}");
                assert_eq!(names(&estimate.marks.dead), Vec::<String>::new(), "{what}");
                let points = |names: &str| {
                    PointSet::of(size, names.split(' ').map(|name| size.parse_a1(name).unwrap()))
                };
                if rules.starts_with("japanese") {
                    assert_eq!(names(&estimate.marks.seki), names(&points(stones)), "{what}");
                    let score = game.score_with(&estimate.marks);
                    for point in points(neutral).iter() {
                        let owned = Color::ALL
                            .iter()
                            .any(|&color| score.territory(color).any(|one| one == point));
                        assert!(!owned, "{} is neutral, {what}", size.a1(point));
                    }
                }
                let choice = choice(&game, 1000);
                let inside = neutral.split(' ').any(|name| name == choice);
                assert!(!inside, "plays {choice}, {what}");
            }
        }
    }
}
