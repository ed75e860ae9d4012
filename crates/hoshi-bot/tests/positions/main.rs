//! What the bot must get right on positions that every player knows, and that it ends its games. Nothing
//! here asks who wins.

mod fights;
mod resigning;
mod seki;

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Bot, Choice, Level, Limits, Player, Settings, Turn};
use hoshi_core::{Board, Color, Game, Move, Phase, Position, Rules, Size};

fn game(text: &str, turn: Color, rules: &str) -> Game {
    let position = Position::new(Board::from_text(text).unwrap(), turn);
    Game::from_position(position, rules.parse::<Rules>().unwrap())
}

fn player(playouts: u32) -> Player {
    Player::new(Level::STRONGEST, Settings::default()).with_playouts(Some(playouts))
}

/// What a player of so many playouts does, as text.
fn choice(game: &Game, playouts: u32) -> String {
    match player(playouts).choose(game, &Turn::default(), &AtomicBool::new(false)) {
        Some(Choice::Play(Move::Play(point))) => game.size().a1(point).to_string(),
        Some(Choice::Play(Move::Pass)) => "pass".to_owned(),
        Some(Choice::Resign) => "resign".to_owned(),
        None => "nothing".to_owned(),
    }
}

#[test]
fn neutral_points_are_filled_under_area_rules_and_then_it_passes() {
    let open = "
        . X . O .
        X X . O O
        . X X O .
        X X O O O
        . X X O .
    ";
    for turn in Color::ALL {
        let choice = choice(&game(open, turn, "chinese"), 500);
        assert!(["C5", "C4"].contains(&choice.as_str()), "{turn}: {choice}");
    }
    let closed = "
        . X X O .
        X X O O O
        . X X O .
        X X O O O
        . X X O .
    ";
    for rules in ["chinese", "japanese", "aga", "tromp-taylor"] {
        for turn in Color::ALL {
            assert_eq!(choice(&game(closed, turn, rules), 500), "pass", "{turn}, {rules}");
        }
    }
}

/// C5 is a false eye: D5 is in atari, and connecting costs a point but saves a stone.
#[test]
fn a_false_eye_is_filled_in_time() {
    let text = "
        X X . X O . O
        . X X O O O .
        X X X O . O O
        . X X O O O .
        X X X O . O O
    ";
    for rules in ["japanese", "chinese"] {
        for turn in Color::ALL {
            assert_eq!(choice(&game(text, turn, rules), 500), "C5", "{turn}, {rules}");
        }
    }
}

/// In a cleanup dead stones are captured, though passing would end the game.
#[test]
fn a_cleanup_captures_dead_stones() {
    let text = "
        . X X O .
        X X X O O
        . X X O .
        X X X O O
        O . X O .
    ";
    let mut game = game(text, Color::White, "chinese");
    game.play(Move::Pass).unwrap();
    let turn = Turn { cleanup: true, ..Turn::default() };
    let choice = player(300).choose(&game, &turn, &AtomicBool::new(false));
    let b1 = game.size().parse_move("B1").unwrap();
    assert_eq!(choice, Some(Choice::Play(b1)));
}

/// Black plays five stones far from each other and then only passes. The low levels capture them before they
/// pass, and go straight for them: the board is not filled meanwhile.
#[test]
fn low_levels_take_dead_stones_without_detours() {
    let stop = AtomicBool::new(false);
    for number in 1..=3 {
        for seed in 0..3 {
            let mut game = Game::new(Size::S9, "chinese".parse().unwrap());
            let mut settings = Settings::default();
            settings.seed = seed;
            let mut player = Player::new(Level::new(number).unwrap(), settings);
            let mut black = ["E5", "C3", "G3", "C7", "G7"].into_iter();
            let mut moves = 0;
            while game.phase() == &Phase::Playing {
                let mv = black.next().map_or(Ok(Move::Pass), |name| game.size().parse_move(name));
                // White may have taken the point.
                game.play(mv.unwrap()).or_else(|_| game.play(Move::Pass)).unwrap();
                if game.phase() != &Phase::Playing {
                    break;
                }
                match player.choose(&game, &Turn::default(), &stop) {
                    Some(Choice::Play(mv)) => game.play(mv).unwrap(),
                    other => panic!("bot:{number}: {other:?}"),
                };
                moves += 1;
            }
            let board = game.board();
            assert_eq!(board.stone_count(Color::Black), 0, "bot:{number}, seed {seed}: {board}");
            assert!(moves <= 45, "bot:{number}, seed {seed}, {moves} moves: {board}");
        }
    }
}

/// Games of the bot against itself are legal and end, whatever the board and the rules.
#[test]
fn games_end() {
    let boards = [(2, 2), (3, 3), (5, 5), (4, 6), (2, 7)];
    let rules = ["tromp-taylor", "japanese", "chinese", "new-zealand", "aga", "ing", "capture=2"];
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    for (n, (width, height)) in boards.into_iter().enumerate() {
        for (m, rules) in rules.iter().enumerate() {
            let size = Size::new(width, height).unwrap();
            let mut game = Game::new(size, rules.parse().unwrap());
            let mut settings = Settings::default();
            settings.seed = (n * 10 + m) as u64;
            let mut player = Player::new(Level::STRONGEST, settings).with_playouts(Some(30));
            let most = 6 * size.area();
            while game.phase() == &Phase::Playing && game.move_count() < most {
                match player.choose(&game, &Turn::default(), &stop) {
                    Some(Choice::Play(mv)) => {
                        game.play(mv).unwrap();
                    }
                    Some(Choice::Resign) => game.resign(game.turn()).unwrap(),
                    None => panic!("no move on {size} with {rules}"),
                }
            }
            finished += u32::from(game.phase() != &Phase::Playing);
        }
    }
    // Under simple ko a small board may go round for ever.
    assert!(finished >= 30, "{finished} of 35 games ended");
}

#[test]
fn the_same_seed_thinks_the_same() {
    let game = Game::new(Size::S9, "chinese".parse().unwrap());
    let limits = Limits { playouts: Some(300), ..Limits::default() };
    let visits = |seed: u64| {
        let mut settings = Settings::default();
        settings.seed = seed;
        let thought = Bot::new(settings).think(&game, &limits, &AtomicBool::new(false));
        thought.candidates.iter().map(|one| (one.mv, one.visits)).collect::<Vec<_>>()
    };
    assert_eq!(visits(1), visits(1));
    assert_ne!(visits(1), visits(2));
}

/// What the tree knows of a position is still there after both sides have moved.
#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut game = Game::new(Size::S9, "chinese".parse().unwrap());
    let stop = AtomicBool::new(false);
    let mut bot = Bot::new(Settings::default());
    let limits = Limits { playouts: Some(600), ..Limits::default() };
    let first = bot.think(&game, &limits, &stop);
    for &mv in &first.candidates[0].line[..2] {
        game.play(mv).unwrap();
    }
    let one = Limits { playouts: Some(1), ..Limits::default() };
    let known: u32 = bot.think(&game, &one, &stop).candidates.iter().map(|one| one.visits).sum();
    assert!(known > 5, "{known}");
    bot.forget();
    let anew: u32 = bot.think(&game, &one, &stop).candidates.iter().map(|one| one.visits).sum();
    assert!(anew <= 1, "{anew}");
}

/// Several threads on one tree make as many playouts as they are asked for.
#[test]
fn threads_share_a_tree() {
    let game = Game::new(Size::S9, "japanese".parse().unwrap());
    let mut settings = Settings::default();
    settings.threads = 3;
    let limits = Limits { playouts: Some(900), ..Limits::default() };
    let thought = Bot::new(settings).think(&game, &limits, &AtomicBool::new(false));
    assert_eq!(thought.playouts, 900);
    assert!(game.check(game.turn(), thought.best()).is_ok());
}

/// A tree that may take no memory still plays.
#[test]
fn a_small_memory_is_enough() {
    let game = Game::new(Size::S19, "chinese".parse().unwrap());
    let mut settings = Settings::default();
    settings.memory = 1;
    let limits = Limits { playouts: Some(200), ..Limits::default() };
    let thought = Bot::new(settings).think(&game, &limits, &AtomicBool::new(false));
    assert!(!thought.best().is_pass());
    assert!(game.check(game.turn(), thought.best()).is_ok());
}

/// Chances and scores of an analysis belong together, in handicap games too.
#[test]
fn an_analysis_of_a_handicap_game_is_not_made_even() {
    let game = Game::with_handicap(Size::S9, "chinese".parse().unwrap(), 5).unwrap();
    let limits = Limits { playouts: Some(300), ..Limits::default() };
    let thought = Bot::new(Settings::default()).think(&game, &limits, &AtomicBool::new(false));
    assert!(thought.score > 10.0, "Black is far ahead: {}", thought.score);
    assert!(thought.win_rate < 0.2, "and White has no chance: {}", thought.win_rate);
}

/// Somebody who repeats every move on the other side of the middle.
#[test]
fn a_game_of_mirrors_ends() {
    let stop = AtomicBool::new(false);
    let size = Size::square(7).unwrap();
    for color in Color::ALL {
        let mut game = Game::new(size, "chinese".parse().unwrap());
        let mut bot = player(100);
        let mut last = None;
        while game.phase() == &Phase::Playing && game.move_count() < 4 * size.area() {
            let mirrored = last.and_then(|mv: Move| match mv {
                Move::Pass => Some(Move::Pass),
                Move::Play(point) => size.point(6 - point.x(), 6 - point.y()).map(Move::Play),
            });
            let is_bot = game.turn() == color;
            let mv = if is_bot {
                match bot.choose(&game, &Turn::default(), &stop) {
                    Some(Choice::Play(mv)) => mv,
                    Some(Choice::Resign) => break,
                    None => panic!("no move"),
                }
            } else {
                // A mirror that plays first begins in the middle; one that cannot repeat a move passes.
                let first = size.point(3, 3).map(Move::Play).filter(|_| game.move_count() == 0);
                let mirrored = first.or(mirrored).unwrap_or(Move::Pass);
                if game.check(game.turn(), mirrored).is_ok() { mirrored } else { Move::Pass }
            };
            game.play(mv).unwrap();
            if is_bot {
                last = Some(mv);
            }
        }
        assert!(game.move_count() < 4 * size.area(), "{color}");
        assert!(game.move_count() > 10, "{color}: {} moves", game.move_count());
    }
}
