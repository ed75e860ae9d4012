//! Rules 50x: whether every line of the game can be played, under the rules that the record names.

use hoshi_core::Refusal;

use super::{Report, Rule, quoted};
use crate::replay::{Problem, Remark, Terms, walk};
use crate::sgf::GameTree;

/// Replays every line, each node once.
pub(super) fn check(game: GameTree<'_>, report: &mut Report) {
    walk(game, &Terms::of(game), |_, _, remarks| {
        for Remark { offset, problem, .. } in remarks {
            let rule = match problem {
                Problem::Illegal { refusal, .. } => match refusal {
                    Refusal::Occupied => Rule::Occupied,
                    Refusal::Suicide => Rule::Suicide,
                    Refusal::Ko => Rule::Ko,
                    Refusal::Superko { .. } => Rule::Superko,
                    // Of the others, replay meets none but points off the board.
                    _ => Rule::OffTheBoard,
                },
                Problem::NotAPoint { .. } => Rule::OffTheBoard,
                Problem::Setup(_) => Rule::NoPosition,
            };
            report.add(rule, *offset, told(problem), false);
        }
    });
}

/// A problem in words, and not in more of them than anybody reads: values may be of any length, and
/// a board may hold a hundred blocks without a liberty.
fn told(problem: &Problem) -> String {
    const BLOCKS: usize = 3;
    match problem {
        Problem::NotAPoint { property, value, size } => {
            format!("{property}[{}] is no point of a {size} board", quoted(value))
        }
        Problem::Setup(invalid) if invalid.faults.len() > BLOCKS => {
            let mut first = invalid.clone();
            first.faults.truncate(BLOCKS);
            let more = invalid.faults.len() - BLOCKS;
            format!("{}; and so with {more} more", Problem::Setup(first))
        }
        _ => problem.to_string(),
    }
}
