//! Boards that come back: without a superko rule, two that play by themselves could go on for ever.

use hoshi_core::Game;

/// So often the same board, with the same side to move, is a game without a result. Players who draw at
/// random, or find their way out of a cycle in time, come by the same board a few times.
const OFTEN: usize = 10;

/// Whether the board stands for the tenth time at least, with the same side to move.
pub(super) fn is_often(game: &Game) -> bool {
    let (start, moves) = game.since_setup();
    let mut again = Game::from_position(start, game.rules().clone());
    let is_same =
        |again: &Game| again.turn() == game.turn() && again.board().same_stones(game.board());
    let mut times = usize::from(is_same(&again));
    for (color, mv) in moves {
        // What was played once can be played again; if not, it is not counted.
        if again.play_as(color, mv).is_ok() && is_same(&again) {
            times += 1;
        }
    }
    times >= OFTEN
}
