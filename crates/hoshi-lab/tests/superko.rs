//! Boards solved under superko, compared with published values.

use hoshi_core::{Move, Size};
use hoshi_lab::{Superko, SuperkoSolution, superko};

const RULES: [Superko; 2] = [Superko::Positional, Superko::Situational];

fn solved(width: u8, height: u8, rule: Superko) -> SuperkoSolution {
    superko(Size::new(width, height).unwrap(), rule).unwrap()
}

/// 2x2, 3x2 and 5x1 by an exact search of others under both rules (a published table has 1 for 3x2);
/// 3x3 under positional superko from weizigo.
const VALUES: &[(u8, u8, i32)] = &[(2, 2, 1), (3, 2, 0), (5, 1, 0), (3, 3, 9)];

#[test]
fn known_values() {
    for &(width, height, value) in VALUES {
        for rule in RULES {
            let solution = solved(width, height, rule);
            assert_eq!(solution.value, value, "{width}x{height}, {rule:?}");
        }
    }
}

/// Under simple ko: centre 9, side 3 to 9 by what infinite play is worth, corner and pass -9.
#[test]
fn first_moves_on_3x3() {
    for rule in RULES {
        let solution = solved(3, 3, rule);
        let values: Vec<i32> = solution.moves.iter().map(|&(_, value)| value).collect();
        let center = Size::square(3).unwrap().point(1, 1).unwrap();
        assert_eq!(solution.best, [Move::Play(center)]);
        for corner in [0, 2, 6, 8] {
            assert_eq!(values[corner], -9);
        }
        for side in [1, 3, 5, 7] {
            assert!((3..=9).contains(&values[side]));
        }
        assert_eq!(solution.moves[9], (Move::Pass, -9));
    }
}

/// Boards whose interval under simple ko is a single value: 8 and 10.
#[test]
fn boards_on_which_no_ko_matters() {
    for rule in RULES {
        assert_eq!(solved(4, 2, rule).value, 8);
        assert_eq!(solved(5, 2, rule).value, 10);
    }
}

#[test]
fn a_board_and_the_same_turned() {
    for (width, height) in [(3, 2), (4, 1), (5, 1), (4, 2)] {
        for rule in RULES {
            let (one, other) = (solved(width, height, rule), solved(height, width, rule));
            assert_eq!(one.value, other.value, "{width}x{height}, {rule:?}");
            assert_eq!(one.best.len(), other.best.len(), "{width}x{height}, {rule:?}");
        }
    }
}

#[test]
fn the_best_moves_are_those_with_the_value() {
    let solution = solved(3, 2, Superko::Positional);
    assert_eq!(solution.best, [Move::Pass]);
    assert_eq!(solution.moves.len(), 7);
    assert!(solution.moves[..6].iter().all(|&(_, value)| value < 0));
    // There is nowhere to play on one point.
    assert_eq!(solved(1, 1, Superko::Positional).moves, [(Move::Pass, 0)]);
}

#[test]
fn boards_that_are_too_large() {
    for (width, height) in [(7, 2), (4, 4), (12, 1), (1, 12), (19, 19)] {
        let size = Size::new(width, height).unwrap();
        let error = superko(size, Superko::Positional).unwrap_err().to_string();
        let begins = format!("a {size} board is too large; the limit is 12 points");
        assert!(error.starts_with(&begins), "{error}");
    }
}
