//! Teaching: what a move of a learner lost, and the game to play next. A page asks when it has shown a move, so that
//! nothing is computed for a board that nobody looks at.

use axum::Json;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use hoshi_session::host::program::{Lesson, NextGame};
use hoshi_session::{Answer, Question};
use serde::Serialize;

use crate::board::Board;
use crate::choice::Choice;
use crate::estimates;
use crate::guard::{Share, Visitor, is_own};
use crate::requests::{Peer, Server, Sorry, apart};

/// A move that lost much.
#[derive(Serialize)]
pub(crate) struct Loss {
    /// The number of the move, and where it was.
    number: u32,
    at: String,
    /// The points that it lost.
    points: u32,
    /// A better move.
    better: String,
}

/// The game that a learner may play next.
#[derive(Serialize)]
pub(crate) struct Next {
    name: String,
    is_harder: bool,
    /// As `/api/new` takes it.
    choice: Choice,
}

/// Whether the moves of a learner are judged at a board. Between people nobody is helped.
pub(crate) fn teaches(board: &Board) -> bool {
    let is_taught = |choice: &Choice| choice.teach && !choice.is_between_people();
    board.people != [true; 2] && board.terms.choice.as_ref().is_some_and(is_taught)
}

/// What a move of a game lost; nothing if that is little. It is computed as estimates are: few at a time.
pub(crate) async fn loss(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Json<Option<Loss>>, Sorry> {
    let missing = |why| Sorry::new(StatusCode::NOT_FOUND, why);
    let board = state.games.find(&id, visitor).await?;
    if !teaches(&board) {
        return Err(missing("This game has no teaching.".to_owned()));
    }
    if number > board.seen(|seen| seen.moves) {
        return Ok(Json(None));
    }
    let failed = || Sorry::new(StatusCode::SERVICE_UNAVAILABLE, "The bot is busy.");
    let loss = estimates::loss(state, board, from, number).await.ok_or_else(failed)?;
    Ok(Json(loss.map(|Lesson { number, at, points, better }| Loss { number, at, points, better })))
}

/// The game to play after one that is over. It depends on the games before it, which are those of whoever sits here.
pub(crate) async fn next(
    Shared(state): Server,
    Share(visitor): Share,
    peer: Peer,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Option<Next>>, Sorry> {
    let board = state.games.find(&id, visitor).await?;
    if !is_own(&state, peer, &headers) || !board.seen(|seen| seen.is_over) {
        return Ok(Json(None));
    }
    let found = apart(move || {
        let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else { return None };
        // The game before this one may still be open here, and would not count as played.
        state.games.close_finished();
        state.games.program.next_game(&sgf)
    });
    let next =
        |NextGame { game, is_harder, name }| Next { name, is_harder, choice: Choice::of(&game) };
    Ok(Json(found.await?.map(next)))
}
