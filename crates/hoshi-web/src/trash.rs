//! Deleting games of the history, and restoring them from the trash. Only whoever sits at this machine can.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use hoshi_store::{DeleteError, History, RealDisk};
use serde::{Deserialize, Serialize};

use crate::guard::is_own;
use crate::open::known;
use crate::pages::{self, Item};
use crate::receive::Posted;
use crate::requests::{Peer, Server, Sorry, answer, apart};
use crate::start::history_item;

/// So many deleted games are shown.
const SHOWN: usize = 200;

/// A game, by the name of its file.
#[derive(Deserialize, Serialize)]
pub(crate) struct Named {
    name: String,
}

fn missing() -> Sorry {
    Sorry::new(StatusCode::NOT_FOUND, "There is no such game here.")
}

/// The page of deleted games.
pub(crate) async fn page(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Sorry> {
    if !is_own(&state, peer, &headers) {
        return Err(missing());
    }
    apart(move || {
        // The trash is a folder of records like the history.
        let trash = state.games.program.history().trash_path("");
        let games = History::new(Arc::new(RealDisk), trash);
        let entries = games.entries();
        // Only those that are shown are read.
        let more = entries.as_ref().map_or(0, |entries| entries.len().saturating_sub(SHOWN));
        let items: Vec<Item> = entries
            .into_iter()
            .flatten()
            .take(SHOWN)
            .map(|entry| Item { address: entry.name.clone(), ..history_item(&entry) })
            .collect();
        answer(&headers, pages::trash(&state.assets.hash, &items, more))
    })
    .await
}

/// Moves a game to the trash.
pub(crate) async fn delete(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
    Posted(Named { name }): Posted<Named>,
) -> Result<Json<Named>, Sorry> {
    if !is_own(&state, peer, &headers) {
        return Err(missing());
    }
    let name = known(&state, name).await?;
    apart(move || {
        // Its board may still be open here, though nobody looks at it.
        state.games.close_left(&name, Duration::ZERO);
        state.games.close_finished();
        let done = state.games.program.history().delete(&name);
        let failed = |error: DeleteError| {
            tracing::warn!("{error}");
            match error {
                DeleteError::Held { .. } => Sorry::new(
                    StatusCode::CONFLICT,
                    "The game is open on another page. Close that page first.",
                ),
                _ => {
                    Sorry::new(StatusCode::INTERNAL_SERVER_ERROR, "The game could not be deleted.")
                }
            }
        };
        done.map(|_| Json(Named { name })).map_err(failed)
    })
    .await?
}

/// Moves a game from the trash back to the history. Its name may be another then.
pub(crate) async fn restore(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
    Posted(Named { name }): Posted<Named>,
) -> Result<Json<Named>, Sorry> {
    if !is_own(&state, peer, &headers) {
        return Err(missing());
    }
    apart(move || {
        let history = state.games.program.history();
        // Only a name that is in the trash is opened.
        if !history.trash().is_ok_and(|names| names.contains(&name)) {
            return Err(missing());
        }
        let path = history.restore(&name).map_err(|error| {
            tracing::warn!("{error}");
            Sorry::new(StatusCode::INTERNAL_SERVER_ERROR, "The game could not be restored.")
        })?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(&name).to_owned();
        Ok(Json(Named { name }))
    })
    .await?
}
