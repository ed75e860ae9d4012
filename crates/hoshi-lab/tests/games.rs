//! Games of small boards, compared with published numbers and with full enumeration.

use hoshi_core::{Board, Color, Rules, Size};

/// Tromp and Farnebäck, Combinatorics of Go.
const GAMES: &[(u8, u8, u64)] = &[
    (1, 1, 1),
    (2, 1, 9),
    (3, 1, 907),
    (4, 1, 2_098_407_841),
    (1, 2, 9),
    (1, 3, 907),
    (1, 4, 2_098_407_841),
];

#[test]
fn known_numbers() {
    for &(width, height, count) in GAMES {
        let size = Size::new(width, height).unwrap();
        assert_eq!(hoshi_lab::games(size), Ok(count), "{size}");
    }
}

/// Every game, move by move on a real board.
fn walk(path: &mut Vec<Board>, rules: &Rules) -> u64 {
    let mut count = 1;
    let board = path[path.len() - 1].clone();
    for point in board.size().points() {
        for color in [Color::Black, Color::White] {
            let mut after = board.clone();
            after.lift_ko();
            let is_played = after.play(color, point, rules).is_ok();
            if is_played && !path.iter().any(|before| before.same_stones(&after)) {
                path.push(after);
                count += walk(path, rules);
                path.pop();
            }
        }
    }
    count
}

#[test]
fn the_same_as_walking_every_game() {
    let rules: Rules = "simple,suicide=any".parse().unwrap();
    for &(width, height, count) in GAMES.iter().filter(|(_, _, count)| *count < 1000) {
        let size = Size::new(width, height).unwrap();
        assert_eq!(walk(&mut vec![Board::new(size)], &rules), count, "{size}");
    }
}

#[test]
fn boards_that_are_too_large() {
    let error = hoshi_lab::games(Size::new(5, 1).unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("a 5x1 board is too large; the limit is 4 points"));
    assert!(hoshi_lab::games(Size::S19).is_err());
}
