//! Records that are opened: of the history, pasted, dropped; to be looked at, or to go on with.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_session::host::program::{Opened, Record};
use hoshi_session::{Actor, Failure};
use serde::{Deserialize, Serialize};

use crate::board::Terms;
use crate::games::{NoBoard, plays};
use crate::guard::{Visitor, is_own};
use crate::hints::Hints;
use crate::limits;
use crate::receive::receive;
use crate::requests::{Peer, Seats, Server, Sorry, apart, drawn, may_open, random, seat, visitor};
use crate::server::State;
use crate::token::{Token, new_id};
use crate::viewer;

/// So many games of a record can be chosen from.
const LISTED: usize = 500;

/// What is to be opened.
#[derive(Deserialize)]
pub(crate) struct Wish {
    #[serde(flatten)]
    wanted: Wanted,
    /// Which game of a record, from 0.
    game: Option<usize>,
}

/// A record to look at.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    /// A game of the history.
    History(String),
    /// A game of the history that goes on.
    Continue(String),
    /// A text that was pasted, or an address.
    Text(String),
}

/// What is answered to whoever opens a record.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Opens {
    /// A board.
    Board(Seats),
    /// The record has several games: a line about each, how many more there are, and whether they are problems to be
    /// solved one after another. One must be chosen.
    Choice { games: Vec<String>, more: usize, problems: bool },
}

/// Opens a record by its name, a pasted text or an address.
pub(crate) async fn open(
    Shared(state): Server,
    Visitor(from): Visitor,
    peer: Peer,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Opens>, Sorry> {
    let unclear = |_| Sorry::new(StatusCode::BAD_REQUEST, "The server did not understand that.");
    let Wish { wanted, game } =
        serde_json::from_slice(&receive(&state, from, body).await?.0).map_err(unclear)?;
    let is_own = is_own(&state, peer, &headers);
    let record = match wanted {
        Wanted::Text(text) => Record::Text(text),
        Wanted::History(_) | Wanted::Continue(_) if !is_own => {
            return Err(Sorry::new(StatusCode::NOT_FOUND, "There is no such game here."));
        }
        Wanted::History(name) => Record::History(known(&state, name).await?),
        Wanted::Continue(name) => return go_on(state, from, name).await,
    };
    review(state, from, is_own, record, game).await
}

/// Which game of a file, from 0.
#[derive(Deserialize)]
pub(crate) struct Game {
    game: Option<usize>,
}

/// Opens a record that was dropped on the page: in any format and any charset.
pub(crate) async fn upload(
    Shared(state): Server,
    Visitor(from): Visitor,
    peer: Peer,
    headers: HeaderMap,
    Query(Game { game }): Query<Game>,
    body: Body,
) -> Result<Json<Opens>, Sorry> {
    let is_own = is_own(&state, peer, &headers);
    let record = Record::Bytes(receive(&state, from, body).await?.0.into());
    review(state, from, is_own, record, game).await
}

/// A name that is in the history: nothing else is opened.
pub(crate) async fn known(state: &Arc<State>, name: String) -> Result<String, Sorry> {
    let state = Arc::clone(state);
    let find = move || {
        let is_there = state.games.program.history().contains(&name).unwrap_or(false);
        is_there.then_some(name)
    };
    apart(find)
        .await?
        .ok_or_else(|| Sorry::new(StatusCode::NOT_FOUND, "There is no such game here."))
}

async fn review(
    state: Arc<State>,
    from: IpAddr,
    is_own: bool,
    record: Record,
    game: Option<usize>,
) -> Result<Json<Opens>, Sorry> {
    may_open(&state, from)?;
    let mut place = state.games.place(visitor(from, is_own))?;
    let (id, token) = (random(new_id())?, random(Token::new())?);
    let shared = Arc::clone(&state);
    drawn(&shared, from, move || {
        let wrong = |why: Failure| Sorry::new(StatusCode::UNPROCESSABLE_ENTITY, why);
        let program = &state.games.program;
        if game.is_none() {
            let mut games = program.games(&record).map_err(wrong)?;
            if games.len() > 1 {
                let more = games.len().saturating_sub(LISTED);
                games.truncate(LISTED);
                let problems = viewer::is_collection(&record);
                return Ok(Json(Opens::Choice { games, more, problems }));
            }
        }
        let opened = program.review(&record, game.unwrap_or_default());
        let Opened { opening, notes } = opened.map_err(wrong)?;
        drop(record);
        let nodes = opening.session.kifu().map_or(Ok(0), |kifu| extent(kifu.tree()))?;
        state.games.take(place.visitor, || place.take_nodes(nodes))?;
        let hints = Hints { allowed: opening.session.may_help(), ..Hints::default() };
        let terms = Terms { hints, ..Terms::default() };
        let board = seat(&state, id, opening, vec![(Actor::Both, token)], terms, place);
        Ok(Json(Opens::Board(Seats { you: Actor::Both, notes, ..board })))
    })
    .await?
}

/// How many nodes a record has.
///
/// # Errors
/// If it is too large to be walked through here.
fn extent(tree: GameTree<'_>) -> Result<usize, Sorry> {
    let large = |what: String| {
        Sorry::new(StatusCode::PAYLOAD_TOO_LARGE, format!("This record has {what}."))
    };
    let (mut nodes, mut line) = (0, Vec::new());
    for node in tree.nodes() {
        let parent = node.parent().map(NodeRef::id);
        while line.last().is_some_and(|id| Some(*id) != parent) {
            line.pop();
        }
        line.push(node.id());
        if line.len() > limits::NODES_OF_LINE {
            let most = limits::NODES_OF_LINE;
            return Err(large(format!(
                "a line of more than {most} moves, too many to be opened here"
            )));
        }
        nodes += 1;
    }
    match nodes <= limits::NODES_OF_RECORD {
        true => Ok(nodes),
        false => Err(large(format!(
            "{nodes} nodes; {} are the most that can be opened here",
            limits::NODES_OF_RECORD
        ))),
    }
}

/// Goes on with a game of the history, at this screen.
async fn go_on(state: Arc<State>, from: IpAddr, name: String) -> Result<Json<Opens>, Sorry> {
    use hoshi_session::host::program::Hindrance;
    may_open(&state, from)?;
    let name = known(&state, name).await?;
    let (id, token) = (random(new_id())?, random(Token::new())?);
    apart(move || {
        // First, since its place may be the one that is needed.
        let choice = state.games.close_left(&name, Duration::ZERO);
        let mut place = state.games.place(None)?;
        let human = || Some("human".to_owned());
        let resumed = match state.games.resume(&name, choice.as_ref()) {
            Err(Hindrance::Who { .. }) => state.games.program.resume(&name, &[human(), human()]),
            resumed => resumed,
        };
        let Opened { opening, notes } = resumed.map_err(|hindrance| match hindrance {
            Hindrance::Held(_) => NoBoard::Elsewhere.into(),
            Hindrance::Who { why, .. } | Hindrance::Failed(why) => {
                Sorry::new(StatusCode::CONFLICT, why)
            }
        })?;
        if plays(&opening) {
            state.games.take(None, || place.take_program())?;
        }
        let hints = Hints { allowed: opening.session.allows_hints(), ..Hints::default() };
        let terms = Terms { is_kept: true, hints, choice, ..Terms::default() };
        let board = seat(&state, id, opening, vec![(Actor::Both, token)], terms, place);
        Ok(Json(Opens::Board(Seats { you: Actor::Both, notes, ..board })))
    })
    .await?
}
