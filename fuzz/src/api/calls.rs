//! One call, decoded from bytes, made on the game and on the model.

use hoshi_core::{Color, Game, HalfPoints, Marks, Move, Outcome, PointSet, Refusal, Score, WinBy};

use super::Input;
use super::model::Model;
use crate::common::{same_dry_run, same_score, story};

/// Makes the call that the next bytes say.
pub(super) fn call(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let size = game.size();
    match input.byte() % 24 {
        // Moves are the most of it.
        0..=7 => {
            let point = input.point(size);
            play(game, model, model.now.turn, point.into(), 0);
        }
        8 | 9 => {
            let (color, point) = (input.color(), input.point(size));
            play(game, model, color, point.into(), 1);
        }
        10 => {
            let (color, point) = (input.color(), input.point(size));
            play(game, model, color, point.into(), 2);
        }
        11 | 12 => play(game, model, model.now.turn, Move::Pass, 0),
        13 => {
            let color = input.color();
            play(game, model, color, Move::Pass, 1 + input.byte() % 2);
        }
        14 | 15 => {
            let steps = usize::from(input.byte() % 8);
            assert_eq!(game.undo_many(steps), model.undo_many(steps), "{}", story(game));
        }
        16 | 17 => {
            let wanted = model.redo();
            assert_eq!(game.redo(), wanted, "{}", story(game));
        }
        18 => end(game, model, input),
        19 => mark(game, model, input),
        20 => {
            let color = input.color();
            let wanted = model.agree(color, game);
            assert_eq!(game.agree(color), wanted, "{}", story(game));
        }
        21 => {
            let by = input.color();
            assert_eq!(game.resume(by), model.resume(by), "{}", story(game));
        }
        22 => {
            let (color, point) = (input.color(), input.point(size));
            same_dry_run(game, model.reference(), color, point);
            let check = model.check(color, point.into()).map(drop);
            assert_eq!(game.check(color, point.into()), check, "{}", story(game));
        }
        _ => look(game, model, input),
    }
}

/// Plays in one of the three ways: whoever's turn it is, a named colour, a named colour in turn.
fn play(game: &mut Game, model: &mut Model, color: Color, mv: Move, way: u8) {
    let in_turn = color == model.now.turn;
    let wanted = match model.check(color, mv) {
        Ok(_) if way == 2 && !in_turn => Err(Refusal::NotYourTurn),
        Err(_) if way == 2 && !in_turn && model.is_playing(game) => Err(Refusal::NotYourTurn),
        other => other,
    };
    let before = wanted.is_err().then(|| (game.clone(), model.undone()));
    let found = match way {
        0 => game.play(mv),
        1 => game.play_as(color, mv),
        _ => game.play_strict(color, mv),
    };
    assert_eq!(found.err(), wanted.as_ref().err().copied(), "{mv:?} in {}", story(game));
    match (wanted, before) {
        (Ok(after), _) => {
            let placed = found.expect("it was allowed");
            model.play(color, mv, game);
            let after = after.map_or((0, 0), |after| (after.captured.len(), after.lost.len()));
            assert_eq!((placed.captured as usize, placed.lost as usize), after);
            assert_eq!(placed.ko, game.board().ko());
            assert_eq!(game.last_move(), Some((color, mv)));
        }
        (Err(_), Some((before, undone))) => {
            assert_eq!(*game, before, "a refused move changed {}", story(&before));
            // What was undone can still be done again.
            let mut ahead = game.clone();
            assert_eq!((0..=undone).filter(|_| ahead.redo()).count(), undone);
        }
        (Err(_), None) => unreachable!("a copy is kept where a refusal is expected"),
    }
}

fn end(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let loser = input.color();
    let win = |by| Outcome::Win { winner: loser.opponent(), by };
    let (found, outcome) = match input.byte() % 4 {
        0 => (game.resign(loser), win(WinBy::Resignation)),
        1 => (game.lose_on_time(loser), win(WinBy::Time)),
        2 => (game.forfeit(loser), win(WinBy::Forfeit)),
        _ => (game.no_result(), Outcome::NoResult),
    };
    assert_eq!(found, model.end(outcome), "{}", story(game));
}

fn mark(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let size = game.size();
    let way = input.byte();
    let point = input.point(size);
    match way % 4 {
        0 | 1 => assert_eq!(game.toggle_dead(point), model.toggle_dead(point), "{}", story(game)),
        2 => assert_eq!(game.toggle_seki(point), model.toggle_seki(point), "{}", story(game)),
        _ => {
            let marks = some_marks(game, input);
            assert_eq!(game.set_marks(&marks), model.set_marks(&marks), "{}", story(game));
        }
    }
}

fn some_marks(game: &Game, input: &mut Input<'_>) -> Marks {
    let size = game.size();
    let mut some = || -> PointSet {
        let points: Vec<_> = (0..input.byte() % 4).map(|_| input.point(size)).collect();
        PointSet::of(size, points)
    };
    Marks { dead: some(), seki: some() }
}

/// Questions that change nothing.
fn look(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let reference = model.reference();
    match input.byte() % 4 {
        0 => {
            let marks = some_marks(game, input);
            same_score(game, reference, &marks, u32::from(input.byte() % 10));
        }
        1 => {
            let moves = usize::from(input.byte()) % (reference.moves + 2);
            let board = game.board_at(moves);
            assert_eq!(board.is_some(), moves <= reference.moves);
            // Playing the same moves again leads to the same board.
            let mut again = Game::from_position(game.start().clone(), game.rules().clone());
            for (color, mv) in game.moves().take(moves) {
                if *again.phase() != hoshi_core::Phase::Playing {
                    again.resume(color).expect("rules that let a game be resumed");
                }
                again.play_as(color, mv).expect("it was played");
            }
            assert_eq!(board.as_ref().unwrap_or(again.board()), again.board());
        }
        2 => {
            let komi = HalfPoints::from_halves(i32::from(input.byte()) - 128);
            let mut other = game.clone();
            assert_eq!(other.set_komi(komi).is_err(), game.outcome().is_some());
            // A game that is over was decided by its komi, and keeps it.
            let komi = if game.outcome().is_some() { game.komi() } else { komi };
            let (marks, rules) = (game.marks(), game.rules());
            let score = Score::of(game.board(), rules, &marks, komi, game.handicap());
            assert_eq!(other.score(), score);
            assert_eq!(other.score().margin(), game.score().margin() + game.komi() - komi);
        }
        _ => {
            assert_eq!(game.redo(), model.redo());
            assert_eq!(game.undo(), model.undo_many(1) == 1);
        }
    }
}
