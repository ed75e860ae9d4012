//! Rules 50x: whether every line of the game can be played, under the rules that the record names.

use std::cell::RefCell;

use hoshi_core::{Color, Refusal};

use super::{Report, Rule, quoted};
use crate::replay::{Problem, Remark, Stage, Terms, walk_remarks};
use crate::sgf::{GameTree, NodeRef};

/// Replays every line, each node once.
pub(super) fn check(game: GameTree<'_>, report: &mut Report) {
    let report = RefCell::new(report);
    let before = |node: NodeRef<'_>, stage: &Stage| {
        if node.parent().is_some()
            && node.has_setup()
            && let Some((at, message)) = stones_there(node, stage)
        {
            report.borrow_mut().add(Rule::StoneThere, at, message, false);
        }
    };
    walk_remarks(game, &Terms::of(game), before, |remarks| {
        for Remark { offset, problem, .. } in remarks {
            let rule = match problem {
                Problem::Illegal { refusal, .. } => match refusal {
                    Refusal::Occupied => Rule::Occupied,
                    Refusal::Suicide => Rule::Suicide,
                    Refusal::Ko => Rule::Ko,
                    Refusal::Superko { .. } => Rule::Superko,
                    // For other properties, replay reports only points off the board.
                    _ => Rule::OffTheBoard,
                },
                Problem::NotAPoint { .. } => Rule::OffTheBoard,
                Problem::Setup(_) => Rule::NoPosition,
            };
            report.borrow_mut().add(rule, *offset, message_of(problem), false);
        }
    });
}

/// Reports setup stones that are already on the board, at the first of them.
fn stones_there(node: NodeRef<'_>, stage: &Stage) -> Option<(usize, String)> {
    let size = stage.size();
    let mut first = None;
    let mut count = 0;
    for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
        for value in node.properties().filter(|list| list.is(key)).flat_map(|list| list.values()) {
            let Some(corners) = value.corners(size) else { continue };
            let (there, point) = stage.there(color, corners);
            count += there;
            if let (None, Some(point)) = (first, point) {
                first = Some((value.offset(), color, point));
            }
        }
    }
    let (at, color, point) = first?;
    let color = if color == Color::Black { "black" } else { "white" };
    let mut message = format!("there is a {color} stone on {} already", size.a1(point));
    if count > 1 {
        message.push_str(&format!(" ({count} such stones in this node)"));
    }
    Some((at, message))
}

/// The message for a problem, of limited length: values may be of any length, and a board may hold
/// a hundred blocks without a liberty.
fn message_of(problem: &Problem) -> String {
    const BLOCKS: usize = 3;
    match problem {
        Problem::NotAPoint { property, value, size } => {
            format!("{property}[{}] is not a point on a {size} board", quoted(value))
        }
        Problem::Setup(invalid) if invalid.faults.len() > BLOCKS => {
            let mut first = invalid.clone();
            first.faults.truncate(BLOCKS);
            let more = invalid.faults.len() - BLOCKS;
            format!("{}; and {more} more like it", Problem::Setup(first))
        }
        _ => problem.to_string(),
    }
}
