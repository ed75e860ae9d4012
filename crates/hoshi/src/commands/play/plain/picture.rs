//! A game as a diagram: what the snapshot of a session says about the board.

use hoshi_core::{Board, Color, Diagram, Mark, Size};
use hoshi_session::{ScoreView, Snapshot};

/// The board of a game; with dead stones, seki and territory where it has been counted.
pub(super) fn picture(state: &Snapshot, size: Size, score: Option<&ScoreView>) -> Diagram {
    let board = Board::from_text(&state.position.rows.join("\n"));
    let mut diagram = board.map_or_else(|_| Diagram::new(size), |board| Diagram::from(&board));
    let last = state.moves.last().and_then(|stone| stone.at.point(size));
    diagram.set_last_move(last.filter(|&point| diagram.stone(point).is_some()));
    let Some(score) = score else { return diagram };
    for (mark, points) in [(Mark::Dead, &score.dead), (Mark::Seki, &score.seki)] {
        for point in points.iter().filter_map(|vertex| vertex.point(size)) {
            diagram.mark(point, mark);
        }
    }
    let owners = score.owners.iter().flat_map(|row| row.chars());
    for (point, owner) in size.points().zip(owners) {
        let mark = match owner {
            'x' => Mark::Territory(Color::Black),
            'o' => Mark::Territory(Color::White),
            's' => Mark::Seki,
            _ => continue,
        };
        // A dead stone says by itself whose its point is.
        if diagram.stone(point).is_none() {
            diagram.mark(point, mark);
        }
    }
    diagram
}
