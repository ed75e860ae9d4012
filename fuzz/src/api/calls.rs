//! One call, decoded from bytes, made on the game and on the model.

use hoshi_core::{
    Color, DeadAndSeki, Game, HalfPoints, Move, Outcome, PointSet, Refusal, Score, Setup,
    SetupFault, WinBy,
};

use super::Input;
use super::model::Model;
use crate::common::{cells, same_dry_run, same_score, story};

/// Makes the call encoded in the next bytes.
pub(super) fn call(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let size = game.size();
    match input.byte() % 28 {
        // Most calls are moves.
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
        24 | 25 => {
            let (color, point) = (input.color(), input.point(size));
            force(game, model, color, point.into());
        }
        26 => {
            let color = input.color();
            force(game, model, color, Move::Pass);
        }
        27 => set_up(game, model, input),
        _ => look(game, model, input),
    }
}

/// Plays a move that the rules may refuse.
fn force(game: &mut Game, model: &mut Model, color: Color, mv: Move) {
    if mv.point().is_some_and(|point| !game.size().contains(point)) {
        let before = game.clone();
        assert_eq!(game.force(color, mv), Err(Refusal::OffBoard));
        assert_eq!(*game, before);
        return;
    }
    let overridden = model.check(color, mv).err();
    let replaced = mv.point().and_then(|point| game.board().stone(point));
    let forced = game.force(color, mv).expect("it is on the board");
    assert_eq!(forced.overridden, overridden, "{mv:?} in {}", story(game));
    assert_eq!(forced.placed.replaced, replaced);
    let after = model.play(color, mv, game);
    let after = after.map_or((0, 0), |after| (after.captured.len(), after.lost.len()));
    assert_eq!((forced.placed.captured as usize, forced.placed.lost as usize), after);
    assert_eq!(forced.placed.ko, game.board().ko());
    assert_eq!(game.last_move(), Some((color, mv)));
}

/// Changes some points, legally or not.
fn set_up(game: &mut Game, model: &mut Model, input: &mut Input<'_>) {
    let size = game.size();
    let mut setup = Setup::of(game.board(), input.color());
    for _ in 0..input.byte() % 6 {
        let (stone, point) = (input.byte() % 3, input.point(size));
        if size.contains(point) {
            setup.stones[point] =
                [None, Some(Color::Black), Some(Color::White)][usize::from(stone)];
        }
    }
    match input.byte() % 4 {
        0 => setup.ko = Some(input.point(size)),
        1 => setup.captures = [input.byte().into(), input.byte().into()],
        _ => {}
    }
    let faults = setup.faults();
    let valid = setup.clone().position();
    assert_eq!(valid.is_ok(), faults.is_empty());
    let position = valid.unwrap_or_else(|invalid| invalid.setup.position_as_is());
    let dead = |fault: &SetupFault| matches!(fault, SetupFault::NoLiberty { .. });
    let ko = setup.ko.filter(|_| faults.iter().all(dead));
    game.set_up(position).expect("it has the same size");
    model.set_up(&setup, ko);
}

/// Plays in one of three ways: the side to move, a named colour, a named colour in turn.
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
            // Undone events can still be redone.
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

fn some_marks(game: &Game, input: &mut Input<'_>) -> DeadAndSeki {
    let size = game.size();
    let mut some = || -> PointSet {
        let points: Vec<_> = (0..input.byte() % 4).map(|_| input.point(size)).collect();
        PointSet::of(size, points)
    };
    DeadAndSeki { dead: some(), seki: some() }
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
            let wanted = model.after_moves(moves);
            let board = game.board_at(moves);
            assert_eq!(board.is_some(), wanted.is_some());
            if let (Some(board), Some(wanted)) = (board, wanted) {
                assert_eq!(cells(&board), wanted.cells, "after move {moves} of {}", story(game));
                assert_eq!(Color::ALL.map(|color| board.captures(color)), wanted.captures);
                let ko = wanted.ko.map(|(at, color)| (wanted.point(at), color));
                assert_eq!(board.ko().zip(board.ko_color()), ko);
            }
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
