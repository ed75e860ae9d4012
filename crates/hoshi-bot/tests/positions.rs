//! What the bot must get right on positions that every player knows, and that it ends its games. Nothing
//! here asks who wins.

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Bot, Choice, Estimate, Level, Limits, Player, Settings, Turn};
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
