//! The viewer as pages of the server: a game in its address, a game of the history, the record of a board.

use std::sync::Arc;

use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use hoshi_record::convert;
use hoshi_record::replay::{self, default_node};
use hoshi_record::sgf::{Collection, GameTree, NodeRef};
use hoshi_session::{Answer, Question};

use super::data::Data;
use super::page::{Served, picture, served, title};
use crate::address::{read_address, split_move};
use crate::board::Board;
use crate::guard::{Share, Visitor, is_own, scheme};
use crate::open::known;
use crate::pages;
use crate::requests::{Peer, Server, Sorry, answer, apart, drawn};
use crate::words::word;

/// Which position is shown first, as the query says: `move` or `at`.
fn first_node<'a>(tree: GameTree<'a>, query: Option<&str>) -> NodeRef<'a> {
    let parts = || query.unwrap_or_default().split('&');
    let value = |key: &str| parts().find_map(|part| part.strip_prefix(key));
    let by_path = || {
        let path = value("at=")?.split('.').filter(|part| !part.is_empty());
        tree.at(&path.map(str::parse).collect::<Result<Vec<usize>, _>>().ok()?)
    };
    let by_number = || convert::node_at_move(tree, value("move=")?.parse().ok()?).ok();
    by_path().or_else(by_number).unwrap_or_else(|| default_node(tree))
}

/// The page of a game that lies in its address.
pub(crate) async fn address_page(
    Shared(state): Server,
    Visitor(from): Visitor,
    peer: Peer,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Sorry> {
    let address = uri.path_and_query().map_or(uri.path(), |path| path.as_str()).to_owned();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let picture_of = address.replacen("/game/", "/picture/", 1);
    let scheme = scheme(&state, peer, &headers);
    let preview = Some(format!("{scheme}://{host}{picture_of}"));
    let query = uri.query().map(str::to_owned);
    let shared = Arc::clone(&state);
    drawn(&shared, from, move || {
        let hash = &state.assets.hash;
        let wrong = |why: &str| {
            let page = Html(pages::notice(hash, word("notAGame"), why));
            (StatusCode::NOT_FOUND, page).into_response()
        };
        let file = match read_address(&address) {
            Ok((file, _)) => file,
            Err(error) => return wrong(&error.to_string()),
        };
        let Some(tree) = file.game(0) else { return wrong("This address contains no game.") };
        let (plain, _) = split_move(&address);
        let title = format!("{}, {}", title(tree), tree.size());
        let (first, data) = (picture(first_node(tree, query.as_deref())), Data::of(tree));
        let page = Served {
            open: Some(serde_json::json!({ "text": plain }).to_string()),
            preview,
            ..Served::new(hash, &title, &first, &data)
        };
        answer(&headers, served(&page))
    })
    .await
}

/// The page of a game of the history.
pub(crate) async fn history_page(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
    uri: Uri,
    Path(name): Path<String>,
) -> Result<Response, Sorry> {
    if !is_own(&state, peer, &headers) {
        return Err(Sorry::new(StatusCode::NOT_FOUND, "There is no such game here."));
    }
    let name = known(&state, name).await?;
    let query = uri.query().map(str::to_owned);
    apart(move || {
        let unreadable = |why: String| Sorry::new(StatusCode::UNPROCESSABLE_ENTITY, why);
        let history = state.games.program.history();
        let bytes = std::fs::read(history.path(&name))
            .map_err(|error| unreadable(format!("{name}: {error}")))?;
        // The end of a file may be torn by a crash.
        let file =
            hoshi_store::mend(bytes).map_err(|error| unreadable(format!("{name}: {error}")))?.file;
        let tree = file.game(0).ok_or_else(|| unreadable(format!("{name}: no game in it")))?;
        let mut data = Data::new();
        file.games().for_each(|game| data.add(game));
        let entries = history.entries();
        let is_waiting = entries.is_ok_and(|entries| {
            entries.into_iter().any(|entry| entry.name == name && entry.is_waiting())
        }) || state.games.left_files().contains(&name);
        let (first, title) = (picture(first_node(tree, query.as_deref())), title(tree));
        let page = Served {
            open: Some(serde_json::json!({ "history": name }).to_string()),
            unfinished: is_waiting.then_some(name.as_str()),
            remove: Some(&name),
            ..Served::new(&state.assets.hash, &title, &first, &data)
        };
        Ok(answer(&headers, served(&page)))
    })
    .await?
}

/// Whether the record of a board is a problem.
pub(crate) fn is_problem(board: &Board) -> bool {
    let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else { return false };
    Collection::read(sgf).is_ok_and(|file| file.game(0).is_some_and(replay::is_problem))
}

/// The record of a board as a page: for a problem that was pasted or dropped.
pub(crate) async fn board_page(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    headers: HeaderMap,
    uri: Uri,
    Path(id): Path<String>,
) -> Result<Response, Sorry> {
    let missing = |why| Sorry::new(StatusCode::NOT_FOUND, why);
    let board = state.games.find(&id, visitor).await?;
    let query = uri.query().map(str::to_owned);
    let shared = Arc::clone(&state);
    drawn(&shared, from, move || {
        let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else {
            return Err(missing("The game is closed.".into()));
        };
        let file = Collection::read(sgf).map_err(|error| missing(error.to_string()))?;
        let tree = file.game(0).ok_or_else(|| missing("There is no game in it.".into()))?;
        let (first, data) = (picture(first_node(tree, query.as_deref())), Data::of(tree));
        let title = title(tree);
        let page = Served {
            board: Some(&format!("/g/{id}")),
            ..Served::new(&state.assets.hash, &title, &first, &data)
        };
        Ok(answer(&headers, served(&page)))
    })
    .await?
}
