//! Reads a ladder: White runs, Black gives atari again and again, until the edge or a stone in the
//! way decides. Run it with `cargo run --example ladder`.
//!
//! It shows the everyday use of the library: a board drawn as text becomes a position, moves are
//! tried out and played, liberties are counted, and everything is printed again.

use std::error::Error;

use hoshi_core::{Board, Color, Game, Move, Point, Position, Preset, Rules};

const BOARD: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . X O . . . . . .
    . . X X . . . . .
    . . . . . . . . .
";

/// Black's atari that leaves White the fewest liberties after the best escape.
fn chase(game: &Game, runner: Point) -> Option<Point> {
    let liberties = game.board().block(runner)?.liberties();
    let escape = |&atari: &Point| {
        let mut tried = game.clone();
        tried.play(Move::Play(atari)).ok()?;
        let last = tried.board().block(runner)?.liberties();
        tried.play(Move::Play(*last.first()?)).ok()?;
        Some(tried.board().block(runner)?.liberties().len())
    };
    liberties.into_iter().filter(|atari| escape(atari).is_some()).min_by_key(|a| escape(a))
}

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::new(Board::from_text(BOARD)?, Color::White);
    let mut game = Game::from_position(start, Rules::of(Preset::Simple));
    let runner = game.size().parse_a1("C3")?;
    // White extends into the last liberty, Black takes one of the two new ones, or captures.
    while let Some(block) = game.board().block(runner) {
        let [only] = block.liberties()[..] else { break };
        game.play(Move::Play(only))?;
        let Some(block) = game.board().block(runner) else { break };
        let atari = match block.liberties()[..] {
            [last] => last,
            _ => chase(&game, runner).ok_or("Black has no atari left")?,
        };
        println!("{}", game.board());
        game.play(Move::Play(atari))?;
    }
    println!("{}", game.board());
    let (moves, taken) = (game.move_count(), game.board().captures(Color::Black));
    println!("After {moves} moves Black has captured {taken} stones.");
    Ok(())
}
