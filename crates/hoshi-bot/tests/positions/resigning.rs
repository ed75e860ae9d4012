//! When the bot gives up.

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Choice, Level, Player, Settings, Turn};
use hoshi_core::{Color, Game, Move, Rules, Size};

use super::player;

/// A game in which White alone has played, so many stones; Black is to move.
fn hopeless(stones: usize, handicap: u32) -> Game {
    let rules: Rules = "chinese".parse().unwrap();
    let mut game = match handicap {
        0 => Game::new(Size::S9, rules),
        many => Game::with_handicap(Size::S9, rules, many).unwrap(),
    };
    let points: Vec<_> = Size::S9.points().filter(|point| point.x() % 2 == 1).collect();
    let mut points = points.into_iter().filter(|&point| game.board().is_empty_at(point));
    let points: Vec<_> = points.by_ref().take(stones).collect();
    for point in points {
        if game.turn() == Color::Black {
            game.play(Move::Pass).unwrap();
        }
        game.play(Move::Play(point)).unwrap();
    }
    if game.turn() == Color::White {
        game.play(Move::Pass).unwrap();
    }
    game
}

/// Whether a player resigns, move after move, while the opponent passes.
fn choices(player: &mut Player, game: &Game, times: u32) -> Vec<bool> {
    let stop = AtomicBool::new(false);
    let mut game = game.clone();
    let mut resigns = |player: &mut Player| {
        let choice = player.choose(&game, &Turn::default(), &stop);
        if let Some(Choice::Play(mv)) = choice {
            game.play(mv).unwrap();
            game.play(Move::Pass).unwrap();
        }
        choice == Some(Choice::Resign)
    };
    (0..times).map(|_| resigns(player)).collect()
}

#[test]
fn it_resigns_after_three_hopeless_moves_and_not_before() {
    let game = hopeless(20, 0);
    assert_eq!(choices(&mut player(200), &game, 3), [false, false, true]);
    // Another game begins: it counts anew.
    let mut again = player(200);
    choices(&mut again, &game, 2);
    again.forget();
    assert_eq!(choices(&mut again, &game, 3), [false, false, true]);
    // Moves that were taken back do not count, nor does a position that it is asked about again.
    let mut again = player(200);
    choices(&mut again, &game, 2);
    assert_eq!(choices(&mut again, &game, 3), [false, false, true]);
    for _ in 0..5 {
        assert_eq!(choices(&mut again, &game, 1), [false]);
    }
    // Not in the opening, however bad it is.
    assert_eq!(choices(&mut player(200), &hopeless(8, 0), 5), [false; 5]);
}

#[test]
fn low_levels_never_resign() {
    let game = hopeless(20, 0);
    for level in 1..=4 {
        let mut player = Player::new(Level::new(level).unwrap(), Settings::default());
        assert_eq!(choices(&mut player, &game, 5), [false; 5], "level {level}");
    }
    let mut player = Player::new(Level::new(5).unwrap(), Settings::default());
    assert!(choices(&mut player, &game, 5).contains(&true));
}

/// White gives a handicap to play on, and has the moves of two thirds of the board for it.
#[test]
fn a_handicap_is_not_resigned_early() {
    let rules: Rules = "chinese".parse().unwrap();
    let lost = |moves: usize| {
        let mut game = Game::with_handicap(Size::S9, rules.clone(), 5).unwrap();
        let mut points: Vec<_> = Size::S9.points().filter(|point| point.x() % 2 == 1).collect();
        points.retain(|&point| game.board().is_empty_at(point));
        for &point in points.iter().cycle() {
            if game.move_count() >= moves {
                break;
            }
            game.play(Move::Pass).unwrap();
            if game.play(Move::Play(point)).is_err() {
                break;
            }
        }
        game
    };
    let game = lost(40);
    assert_eq!((game.turn(), game.move_count()), (Color::White, 40));
    assert_eq!(choices(&mut player(200), &game, 5), [false; 5]);
}
