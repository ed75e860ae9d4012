//! Games that lie in their address, and pictures.

use axum::extract::{Path, Query, State as Shared};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use hoshi_core::Diagram;
use hoshi_record::convert::{self, Format, ReadError};
use hoshi_record::replay::{self, Terms as Replayed};
use hoshi_record::sgf::Collection;
use hoshi_render::{PngOptions, Style, SvgOptions, layout, png, svg};
use hoshi_session::host::Delivery;
use hoshi_session::{Answer, Failure, Question};
use serde::Deserialize;

use crate::guard::{Share, Visitor, is_own};
use crate::open::known;
use crate::requests::{Peer, Server, Sorry, apart, drawn};
use crate::socket::delivery;

/// Reads the record in an address; `move` in it says which move is shown.
pub(crate) fn read_address(address: &str) -> Result<(Collection, Option<usize>), ReadError> {
    let (address, shown) = split_move(address);
    let record = convert::read(address.into_bytes(), Some(Format::Url))?;
    Ok((record.file, shown))
}

/// An address without what says which position is shown (`move`, `at`), and that move.
pub(crate) fn split_move(address: &str) -> (String, Option<usize>) {
    let Some((path, query)) = address.split_once('?') else { return (address.to_owned(), None) };
    let (moves, rest): (Vec<&str>, Vec<&str>) =
        query.split('&').partition(|part| part.starts_with("move=") || part.starts_with("at="));
    let shown = moves.iter().find_map(|part| part.strip_prefix("move=")?.parse().ok());
    let query = rest.join("&");
    (if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }, shown)
}

fn diagram_of(file: &Collection, shown: Option<usize>) -> Option<Diagram> {
    let game = file.game(0)?;
    let node = match shown {
        Some(number) => convert::node_at_move(game, number).ok()?,
        None => game.main_line().last()?,
    };
    Some(replay::diagram(node, &Replayed::of(game)))
}

fn no_position() -> Failure {
    Failure::new("There is no such position.")
}

/// The picture of a game in its address.
pub(crate) async fn picture(
    Shared(state): Server,
    Visitor(from): Visitor,
    uri: Uri,
) -> Result<Response, Sorry> {
    let address = uri.path_and_query().map_or(uri.path(), |path| path.as_str());
    let address = address.replacen("/picture/", "/game/", 1);
    let wrong = |why: Failure| Sorry::new(StatusCode::NOT_FOUND, why);
    let bytes = drawn(&state, from, move || {
        let (file, shown) = read_address(&address)?;
        let diagram = diagram_of(&file, shown).ok_or_else(no_position)?;
        Ok(png(&layout(&diagram, &Style::new()), &PngOptions::new().width(640))?)
    });
    let bytes = bytes.await?.map_err(wrong)?;
    Ok((
        [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")],
        bytes,
    )
        .into_response())
}

/// Which position of a board is drawn.
#[derive(Deserialize)]
pub(crate) struct At {
    /// The path of child numbers from the first node; the end of the main line without one.
    #[serde(default)]
    path: Option<String>,
}

/// The picture of a position of a board, as a file to keep.
pub(crate) async fn board_picture(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path(id): Path<String>,
    Query(At { path }): Query<At>,
) -> Result<Response, Sorry> {
    let missing = |why: Failure| Sorry::new(StatusCode::NOT_FOUND, why);
    let board = state.games.find(&id, visitor).await?;
    let drawn = drawn(&state, from, move || {
        let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else {
            return Err(Failure::new("The game is closed."));
        };
        let file = Collection::read(sgf)?;
        let diagram = match path {
            None => diagram_of(&file, None),
            Some(path) => diagram_at(&file, &path),
        };
        let diagram = diagram.ok_or_else(no_position)?;
        Ok(png(&layout(&diagram, &Style::new()), &PngOptions::new().width(1080))?)
    });
    let bytes = drawn.await?.map_err(missing)?;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")], bytes)
        .into_response())
}

/// A small picture of a board as it is now, for a list.
pub(crate) async fn board_thumb(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path(id): Path<String>,
) -> Result<Response, Sorry> {
    let board = state.games.find(&id, visitor).await?;
    let Some(Delivery::Snapshot(snapshot)) = delivery(&board, None).await else {
        return Err(Sorry::new(StatusCode::NOT_FOUND, "The game is closed."));
    };
    let draw = move || svg(&layout(&snapshot.diagram(None), &Style::new()), &SvgOptions::new());
    let text = drawn(&state, from, draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")], text)
        .into_response())
}

/// The position at a path of child numbers, such as `0.0.2`.
fn diagram_at(file: &Collection, path: &str) -> Option<Diagram> {
    let game = file.game(0)?;
    let numbers: Result<Vec<usize>, _> =
        path.split('.').filter(|part| !part.is_empty()).map(str::parse).collect();
    let node = game.at(&numbers.ok()?)?;
    Some(replay::diagram(node, &Replayed::of(game)))
}

/// A small picture of a game of the history.
pub(crate) async fn thumb(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Response, Sorry> {
    let missing = || Sorry::new(StatusCode::NOT_FOUND, "There is no such game here.");
    if !is_own(&state, peer, &headers) {
        return Err(missing());
    }
    let name = known(&state, name).await?;
    let drawn = apart(move || {
        let bytes = std::fs::read(state.games.program.history().path(&name)).ok()?;
        let file = Collection::read(bytes).ok()?;
        let diagram = diagram_of(&file, None)?;
        Some(svg(&layout(&diagram, &Style::new()), &SvgOptions::new()))
    });
    let text = drawn.await?.ok_or_else(missing)?;
    // Its own styles are its own matter.
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")], text)
        .into_response())
}

/// The address of the game in `game=9x9,D4b&komi=6.5`.
pub(crate) fn game_in(query: &str) -> Option<String> {
    let (game, rest) = query.strip_prefix("game=")?.split_once('&').unwrap_or((&query[5..], ""));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b",+%._-".contains(&byte);
    if game.is_empty() || !game.bytes().all(is_plain) {
        return None;
    }
    let mark = if rest.is_empty() { "" } else { "?" };
    Some(format!("/game/{game}{mark}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::game_in;

    #[test]
    fn a_game_in_the_address_of_a_board_has_an_address_of_its_own() {
        let found = |query| game_in(query);
        assert_eq!(found("game=9x9,D4b").as_deref(), Some("/game/9x9,D4b"));
        let with_terms = found("game=9x9,D4b&komi=6.5&move=1");
        assert_eq!(with_terms.as_deref(), Some("/game/9x9,D4b?komi=6.5&move=1"));
        for query in
            ["", "game=", "view=projector", "game=//example.com", "game=../../x", "game=9x9\\"]
        {
            assert_eq!(found(query), None, "{query}");
        }
    }
}
