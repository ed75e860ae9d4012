//! The nodes of a live board, for the picture of its tree.

use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use hoshi_core::{Color, Move};
use hoshi_record::sgf::{Collection, GameTree, NodeId, NodeRef};
use hoshi_session::{Answer, Question};
use serde::Serialize;

use super::data::Marks;
use crate::guard::{Share, Visitor};
use crate::requests::{Server, Sorry, drawn, packed};

/// More nodes are left out: nobody finds a move among so many.
const MOST: usize = 100_000;
/// More points are not marked.
const MOST_POINTS: usize = 200_000;

/// A node: its parent (usually the node before it), the point that was played (-1 for a pass), whether it has a comment,
/// its name, and what is drawn there beside the markup that the session tells.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(flatten)]
    marks: Marks,
}

/// The nodes of a board's record.
pub(crate) async fn tree(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Sorry> {
    let missing = |why| Sorry::new(StatusCode::NOT_FOUND, why);
    let board = state.games.find(&id, visitor).await?;
    let nodes = drawn(&state, from, move || {
        let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else {
            return Err(missing("The game is closed.".into()));
        };
        let file = Collection::read(sgf).map_err(|error| missing(error.to_string()))?;
        Ok(file.game(0).map(nodes).unwrap_or_default())
    });
    let text = serde_json::to_string(&nodes.await??).unwrap_or_default();
    Ok(packed(&headers, "application/json", "no-store", text))
}

fn nodes(tree: GameTree<'_>) -> Vec<Node> {
    let size = tree.size();
    let mut nodes = Vec::new();
    let mut above: Vec<(NodeId, usize)> = Vec::new();
    let mut points = 0;
    for node in tree.nodes().take(MOST) {
        let parent = node.parent().map(NodeRef::id);
        while above.last().is_some_and(|(id, _)| Some(*id) != parent) {
            above.pop();
        }
        let index = nodes.len();
        let parent = above.last().map(|(_, at)| *at).filter(|at| at + 1 != index);
        let c = node.get("C").is_some().then_some(1);
        let name = node.text("N").map(|name| name.trim().to_owned());
        let name = name.filter(|name| !name.is_empty());
        let mut made = Node { p: parent, c, name, ..Node::default() };
        if points < MOST_POINTS {
            made.marks = Marks::of(node, size).beside_session();
            points += made.marks.count();
        }
        if let Some((color, mv)) = node.moves(size).find_map(|(color, mv, _)| Some((color, mv?))) {
            let at = match mv {
                Move::Play(point) => size.index(point) as i32,
                Move::Pass => -1,
            };
            if color == Color::Black { made.b = Some(at) } else { made.w = Some(at) }
        }
        nodes.push(made);
        above.push((node.id(), index));
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_parents() {
        let file =
            Collection::read("(;SZ[9]C[x];B[aa](;W[bb];B[])(;W[cc]C[y]))").expect("a record");
        let text = serde_json::to_string(&nodes(file.game(0).expect("a game"))).expect("JSON");
        assert_eq!(text, r#"[{"c":1},{"b":0},{"w":10},{"b":-1},{"p":1,"w":20,"c":1}]"#);
    }

    #[test]
    fn nodes_have_what_the_session_does_not_tell() {
        let text = "(;SZ[9]N[start];B[aa]TR[bb]AR[aa:bb]LN[cc:dd]TB[ab]TW[ba]DD[cc])";
        let file = Collection::read(text).expect("a record");
        let text = serde_json::to_string(&nodes(file.game(0).expect("a game"))).expect("JSON");
        let marks = r#""TB":[9],"TW":[1],"AR":[[0,10]],"LN":[[20,30]],"DD":[20]"#;
        assert_eq!(text, format!(r#"[{{"name":"start"}},{{"b":0,{marks}}}]"#));
    }
}
