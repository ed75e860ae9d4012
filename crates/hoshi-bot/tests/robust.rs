//! The bot in odd circumstances: no time, no memory, strange boards, other rules in the middle of a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hoshi_bot::{Bot, Choice, Clock, Level, Limits, Player, Settings, Turn};
use hoshi_core::{Board, Color, Game, HalfPoints, Move, Phase, Position, Size};

fn visits(bot: &mut Bot, game: &Game, playouts: u32) -> u32 {
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    let thought = bot.think(game, &limits, &AtomicBool::new(false));
    thought.candidates.iter().map(|one| one.visits).sum()
}

/// What was found out under one komi or ruleset says little about another.
#[test]
fn the_tree_is_dropped_when_the_terms_change() {
    let chinese = || Game::new(Size::S9, "chinese".parse().unwrap());
    let japanese = Game::new(Size::S9, "japanese".parse().unwrap());
    let mut komi = chinese();
    komi.set_komi(HalfPoints::from_halves(41)).unwrap();
    let white = Game::from_position(
        Position::new(Board::new(Size::S9), Color::White),
        "chinese".parse().unwrap(),
    );
    for (what, other) in [("komi", komi), ("rules", japanese), ("turn", white)] {
        let mut bot = Bot::new(Settings::default());
        visits(&mut bot, &chinese(), 300);
        assert!(visits(&mut bot, &chinese(), 1) > 200, "the same game");
        let known = visits(&mut bot, &other, 1);
        assert!(known <= 1, "{what}: {known}");
    }
}

/// However little time there is, it plays.
#[test]
fn no_time_is_no_reason_to_pass() {
    let mut game = Game::new(Size::S19, "chinese".parse().unwrap());
    game.play(game.size().parse_move("D4").unwrap()).unwrap();
    let left = Duration::ZERO;
    for clock in [Clock::Absolute { left }, Clock::PerMove { left }] {
        for level in [1, 4, 5, 10] {
            let mut player = Player::new(Level::new(level).unwrap(), Settings::default());
            let turn = Turn { clock: Some(clock), ..Turn::default() };
            let choice = player.choose(&game, &turn, &AtomicBool::new(false));
            let is_play = matches!(choice, Some(Choice::Play(Move::Play(_))));
            assert!(is_play, "level {level}, {clock:?}: {choice:?}");
        }
    }
}

/// Low levels keep off the first line in the opening, but not where there is hardly anything else.
#[test]
fn low_levels_play_on_narrow_boards() {
    for (width, height) in [(2, 13), (13, 2), (3, 9), (3, 13), (4, 7), (5, 6)] {
        let size = Size::new(width, height).unwrap();
        for level in 1..=4 {
            let mut game = Game::new(size, "chinese".parse().unwrap());
            let mut player = Player::new(Level::new(level).unwrap(), Settings::default());
            while game.move_count() < 8 {
                let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
                let Some(Choice::Play(mv)) = choice else { panic!("{size}, level {level}") };
                assert!(!mv.is_pass(), "{size}, level {level}, {} moves", game.move_count());
                game.play(mv).unwrap();
            }
            let most = 6 * size.area();
            while *game.phase() == Phase::Playing && game.move_count() < most {
                let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
                let Some(Choice::Play(mv)) = choice else { panic!("{size}, level {level}") };
                game.play(mv).unwrap();
            }
            assert!(game.move_count() < most, "{size}, level {level}: it goes on and on");
        }
    }
}

/// More children than the smaller boards ever have.
#[test]
fn the_largest_boards_are_played_on() {
    for side in [128, 255] {
        let game = Game::new(Size::square(side).unwrap(), "chinese".parse().unwrap());
        let limits = Limits { playouts: Some(2), ..Limits::default() };
        let thought = Bot::new(Settings::default()).think(&game, &limits, &AtomicBool::new(false));
        assert!(!thought.best().is_pass(), "{side}");
    }
}

/// In the capture game even the lowest level takes what wins, and saves what would lose at once.
#[test]
fn the_lowest_level_knows_how_a_capture_game_ends() {
    let text = "
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";
    for turn in Color::ALL {
        for seed in 1..=5 {
            let position = Position::new(Board::from_text(text).unwrap(), turn);
            let game = Game::from_position(position, "capture=1".parse().unwrap());
            let mut settings = Settings::default();
            settings.seed = seed;
            let mut player = Player::new(Level::new(1).unwrap(), settings);
            let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
            let d5 = game.size().parse_move("D5").unwrap();
            assert_eq!(choice, Some(Choice::Play(d5)), "{turn}, {seed}");
        }
    }
}
