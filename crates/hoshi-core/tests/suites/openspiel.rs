//! The game of 7x7 Go that the `OpenSpiel` project keeps: every action, and in the states that it
//! prints in full the board, the side to move, the legal actions and the returns.
//!
//! Its source refuses by simple ko and forbids suicide; a repeated board ends the game as a draw
//! instead of being refused. (This game does not show it: all ko rules agree on it.) The area is
//! counted, with every stone left on the board.

use hoshi_core::{Color, Diagram, Game, HalfPoints, Ko, Move, Phase, Point, Preset, Rules, Size};

use super::data::{Place, Report, folder, read_text};

/// Actions number the points from the bottom left, row by row; the last one passes.
fn action(size: Size, number: usize) -> Move {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let (x, row) = (number % width, number / width);
    let y = height.checked_sub(row + 1);
    y.and_then(|y| size.point(x as u8, y as u8)).map_or(Move::Pass, Move::Play)
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    inner.split(',').filter_map(|number| number.trim().parse().ok()).collect()
}

fn names(size: Size, points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|&point| size.a1(point).to_string()).collect();
    names.join(" ")
}

#[test]
fn openspiel() {
    let Some(folder) = folder("suites/openspiel") else { return };
    let path = folder.join("go.txt");
    let mut report = Report::new("openspiel go");
    let size = Size::square(7).expect("a size");
    let komi: HalfPoints = "4.5".parse().expect("a komi");
    let new_game = |ko| Game::new(size, Rules { ko, ..Rules::of(Preset::Simple) }).with_komi(komi);
    let mut game = new_game(Ko::Simple);
    // The same game under the other rules, to see whether it distinguishes them.
    let mut others = [Ko::Positional, Ko::Situational].map(new_game);
    let mut rows = String::new();

    for (index, line) in read_text(&path).lines().enumerate() {
        let place = Place::new(&path, index + 1);
        let board = game.board();
        if let Some(text) = line.strip_prefix("action: ") {
            let mv = action(size, text.trim().parse().expect("a number"));
            for other in &mut others {
                let same = other.play(mv).is_ok();
                report.count("actions that superko would refuse", usize::from(!same));
            }
            let before = board.clone();
            let done = game.play(mv);
            report.check("actions legal", done.is_ok(), || {
                place.failure(line, "a legal move", format!("{done:?}"), &before)
            });
        } else if let Some(head) = line.strip_prefix("# GoState(") {
            rows.clear();
            let to_play = if game.turn() == Color::Black { "to_play=B" } else { "to_play=W" };
            report.check("side to move", head.contains(to_play), || {
                place.failure("to play", head, to_play, board)
            });
            let moves = format!("history.size()={})", game.move_count());
            report.check("number of moves", head.ends_with(&moves), || {
                place.failure("history", head, &moves, board)
            });
        } else if line.starts_with("#    ABCDEFG") {
            let diagram: Result<Diagram, _> = rows.parse();
            let same = diagram.as_ref().is_ok_and(|diagram| *diagram == Diagram::from(board));
            report.check("boards", same, || place.failure("board", &rows, "this one", board));
        } else if let Some(row) = line.strip_prefix("# ") {
            rows.push_str(row);
            rows.push('\n');
        } else if let Some(text) = line.strip_prefix("IsTerminal() = ") {
            let over = matches!(game.phase(), Phase::Marking(_) | Phase::Over(_));
            report.check("end of the game", over == (text == "True"), || {
                place.failure("over", text, over, board)
            });
        } else if let Some(text) = line.strip_prefix("LegalActions() = ") {
            let mut expected = Vec::new();
            let mut pass = false;
            for number in numbers(text) {
                match action(size, number) {
                    Move::Play(point) => expected.push(point),
                    Move::Pass => pass = true,
                }
            }
            expected.sort_unstable();
            let came: Vec<Point> = game.legal_points(game.turn()).collect();
            report.check("legal actions", pass && came == expected, || {
                let (expected, came) = (names(size, &expected), names(size, &came));
                place.failure("legal actions", expected, came, board)
            });
            report.count("legal points", came.len());
            for other in &others {
                let same = came == other.legal_points(other.turn()).collect::<Vec<_>>();
                report.count("states where superko differs", usize::from(!same));
            }
        } else if let Some(text) = line.strip_prefix("Returns() = ") {
            let margin = game.score().margin();
            let black = match game.phase() {
                Phase::Playing => 0,
                Phase::Marking(_) | Phase::Over(_) => margin.halves().signum(),
            };
            report.check("returns", numbers::<i32>(text) == [black, -black], || {
                place.failure("returns", text, format!("Black ahead by {margin}"), board)
            });
        }
    }
    report.finish(&[("actions legal", 69), ("boards", 13), ("legal actions", 12), ("returns", 13)]);
}
