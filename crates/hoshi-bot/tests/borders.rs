//! Under territory rules an open border belongs to nobody when the game is counted: the bot closes it before
//! it passes.

use std::sync::atomic::AtomicBool;

use hoshi_bot::{Choice, Estimate, Level, Player, Settings, Turn};
use hoshi_core::{Board, Color, Game, Move, Phase, Position, Rules, Size};

fn position(text: &str, turn: Color) -> Game {
    let position = Position::new(Board::from_text(text).unwrap(), turn);
    Game::from_position(position, "japanese".parse::<Rules>().unwrap())
}

fn seeded(level: u8, seed: u64, playouts: Option<u32>) -> Player {
    let mut settings = Settings::default();
    settings.seed = seed;
    Player::new(Level::new(level).unwrap(), settings).with_playouts(playouts)
}

/// Plays from a position until both sides have passed.
fn play_on(game: &mut Game, player: &mut Player) {
    let most = game.move_count() + 4 * game.size().area();
    while *game.phase() == Phase::Playing && game.move_count() < most {
        match player.choose(game, &Turn::default(), &AtomicBool::new(false)) {
            Some(Choice::Play(mv)) => {
                game.play(mv).unwrap();
            }
            // It plays on: only the end matters here.
            Some(Choice::Resign) => player.forget(),
            None => panic!("no move"),
        }
    }
    assert_ne!(*game.phase(), Phase::Playing, "it goes on and on");
}

/// Black's corner is open towards J5.
const CORNER: &str = "
    X . X . X O . . .
    X X . X . X X . .
    X X X X X O X . .
    . X O O O O X X .
    X O O O . O O X O
    X O X X O . O O .
    . X X X X O . O .
    X . X O O . . O .
    . X O O . O O . .
";

/// White's lower right is open along the right edge.
const EDGE: &str = "
    . . . . . . . . .
    . . . . X X O . .
    . . . X . . X X .
    . . . X X . . X .
    . X X O O X X O X
    X X O X O O X O .
    . O O X X O O O .
    . O . O X . . . .
    . . O . . . . . .
";

/// A wall on each side, with two points between them.
const WALLS: &str = "
    . . X . O . .
    . . X . O . .
    . . X X O . .
    . . X O O . .
    . . X O . . .
    . . X . . . .
    . . X X O O .
";

fn is_pass(choice: Option<Choice>) -> bool {
    matches!(choice, Some(Choice::Play(Move::Pass)))
}

#[test]
fn open_borders_are_closed_before_passing() {
    for (text, turn) in
        [(CORNER, Color::Black), (EDGE, Color::White), (WALLS, Color::Black), (WALLS, Color::White)]
    {
        for playouts in [50, 400, 2000] {
            for seed in 1..=2 {
                let game = position(text, turn);
                let mut player = seeded(10, seed, Some(playouts));
                let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
                assert!(!is_pass(choice), "{turn} passes with {playouts} playouts:{text}");
            }
        }
        let mut game = position(text, turn);
        play_on(&mut game, &mut seeded(10, 1, Some(100)));
        let open = open_points(&game, &Estimate::of(&game, 1000));
        assert_eq!(open, 0, "{turn}:{text}\n{}", game.board());
        for level in 1..=4 {
            let mut player = seeded(level, 1, None);
            let choice =
                player.choose(&position(text, turn), &Turn::default(), &AtomicBool::new(false));
            assert!(!is_pass(choice), "{turn} passes at level {level}:{text}");
        }
    }
}

/// The neutral points beside others that the count gives to nobody, without those in seki.
fn open_points(game: &Game, estimate: &Estimate) -> usize {
    let (size, marks) = (game.size(), &estimate.marks);
    let score = game.score_with(marks);
    let counted: Vec<_> = Color::ALL.iter().flat_map(|&color| score.territory(color)).collect();
    let is_neutral = |point| game.board().is_empty_at(point) && !counted.contains(&point);
    let is_open = |&point: &_| {
        is_neutral(point)
            && size.neighbors(point).any(is_neutral)
            && !size.neighbors(point).any(|near| marks.seki.contains(near))
    };
    size.points().filter(is_open).count()
}

/// The count after two passes agrees with what many more playouts say about the board.
#[test]
fn the_count_after_two_passes_is_what_the_board_is_worth() {
    let mut counted = 0;
    for seed in 1..=6 {
        let side = [7, 9, 9][seed as usize % 3];
        let mut game = Game::new(Size::square(side).unwrap(), "japanese".parse().unwrap());
        play_on(&mut game, &mut seeded(10, seed, Some(60)));
        if game.outcome().is_some() || *game.phase() == Phase::Playing {
            continue;
        }
        let estimate = Estimate::of(&game, 5000);
        let count = game.score_with(&estimate.marks).margin().halves() as f32 / 2.0;
        assert_eq!(open_points(&game, &estimate), 0, "{side}, {seed}:\n{}", game.board());
        assert!((count - estimate.score).abs() < 3.0, "{seed}: {count} {}", estimate.score);
        counted += 1;
    }
    assert!(counted >= 6, "{counted}");
}
