//! Pictures of nodes.

use hoshi_core::{Color, Diagram, Game, Mark, Move};

use super::{Terms, replay};
use crate::sgf::NodeRef;

/// A picture of a node: the stones, the last move, and the marks and labels that the node has.
///
/// ```
/// use hoshi_record::replay::{Terms, diagram};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[3];B[bb]TR[aa])")?;
/// let game = file.game(0).unwrap();
/// let picture = diagram(game.main_line().last().unwrap(), &Terms::of(game));
/// assert_eq!(format!("{picture:#}"), ". . .\n. X .\n. . .\nlast B2\ntriangle A3\n");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn diagram(node: NodeRef<'_>, terms: &Terms) -> Diagram {
    diagram_of(node, &replay(node, terms).game)
}

/// The same, the game being replayed already.
///
/// ```
/// use hoshi_record::replay::{Terms, diagram_of, walk};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[2];B[aa];W[bb]LB[ab:x])")?;
/// let game = file.game(0).unwrap();
/// let mut pictures = Vec::new();
/// walk(game, &Terms::of(game), |node, game, _| pictures.push(diagram_of(node, game)));
/// assert_eq!(format!("{:#}", pictures[2]), "X .\n. O\nlast B1\nlabel A1 x\n");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn diagram_of(node: NodeRef<'_>, game: &Game) -> Diagram {
    const MARKS: [(&str, Mark); 7] = [
        ("CR", Mark::Circle),
        ("SQ", Mark::Square),
        ("TR", Mark::Triangle),
        ("MA", Mark::Cross),
        ("SL", Mark::Selected),
        ("TB", Mark::Territory(Color::Black)),
        ("TW", Mark::Territory(Color::White)),
    ];
    let size = game.size();
    let mut diagram = Diagram::from(game.board());
    if node.has_move()
        && let Some((_, Move::Play(point))) = game.last_move()
        && !game.board().is_empty_at(point)
    {
        diagram.last = Some(point);
    }
    for (key, mark) in MARKS {
        for point in node.points(key, size) {
            diagram.marks.insert(point, mark);
        }
    }
    for (point, text) in node.labels(size) {
        diagram.labels.insert(point, text.into_owned());
    }
    diagram
}
