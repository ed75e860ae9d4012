//! The start page: what is played now, what can be continued, and the games that were played, a page at a time.

use std::fmt::Display;

use axum::extract::{Query, State as Shared};
use axum::http::HeaderMap;
use axum::response::Response;
use hoshi_core::Outcome;
use hoshi_store::Entry;
use serde::Deserialize;

use crate::choice::Choice;
use crate::guard::is_own;
use crate::pages::{self, History, Home, Item};
use crate::requests::{Peer, Server, Sorry, answer, apart, percent};
use crate::words::word;

/// A larger record is not drawn in a list.
const DRAWN: usize = 256 << 10;
/// So many games that are played now are listed, and so many games of the history on a page.
const LISTED: usize = 60;
/// So many games that can be continued stand before the others.
const UNFINISHED: usize = 6;
/// A longer filter is cut.
const FILTER: usize = 100;

/// What the start page is asked for.
#[derive(Default, Deserialize)]
pub(crate) struct Asked {
    /// Words that a game of the history must have: of its players, its date, size, result or file name.
    #[serde(default)]
    filter: String,
    /// Which page of the history, from 1.
    #[serde(default)]
    page: Option<usize>,
}

/// The start page.
pub(crate) async fn home(
    Shared(state): Server,
    peer: Peer,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Sorry> {
    let is_own = is_own(&state, peer, &headers);
    let running = state.games.listed();
    let running_more = running.len().saturating_sub(LISTED);
    let running: Vec<Item> = running
        .iter()
        .take(LISTED)
        .map(|board| {
            board.seen(|seen| Item {
                address: format!("/g/{}", board.id),
                picture: Some(format!("/g/{}/board.svg", board.id)),
                title: seen.title(),
                about: format!("{}, {}", seen.size, numbered("moveNumber", seen.moves)),
            })
        })
        .collect();
    apart(move || {
        let program = &state.games.program;
        let filter: String = asked.filter.trim().chars().take(FILTER).collect();
        let page = asked.page.unwrap_or(1).clamp(1, 1_000_000);
        let list = match is_own {
            true => listed(program.history(), &state.games.left_files(), &filter, page),
            false => Listed::default(),
        };
        let engines = program.engines();
        // It may name a program of this machine and its options.
        let choice = is_own.then(|| program.last_choice()).flatten().unwrap_or_default();
        let choice = serde_json::to_string(&Choice::of(&choice)).unwrap_or_default();
        let history = History {
            items: &list.items,
            filter: &filter,
            before: (page > 1).then(|| address(&filter, page - 1)),
            after: list.has_more.then(|| address(&filter, page + 1)),
        };
        let page = pages::home(&Home {
            hash: &state.assets.hash,
            engines: &engines,
            choice: &choice,
            running: &running,
            running_more,
            unfinished: &list.unfinished,
            history: is_own.then_some(history),
            has_trash: is_own && program.history().trash().is_ok_and(|games| !games.is_empty()),
        });
        answer(&headers, page)
    })
    .await
}

/// A sentence with a number in it.
fn numbered(key: &str, number: impl Display) -> String {
    word(key).replace("{n}", &number.to_string())
}

/// The address of a page of the history.
fn address(filter: &str, page: usize) -> String {
    format!("/?filter={}&page={page}#games", percent(filter))
}

/// A part of the history.
#[derive(Default)]
struct Listed {
    /// Games to continue; only on the first page without a filter.
    unfinished: Vec<Item>,
    items: Vec<Item>,
    has_more: bool,
}

/// `left` names games that are still open here, though nobody looks at them.
fn listed(history: &hoshi_store::History, left: &[String], filter: &str, page: usize) -> Listed {
    let Ok(entries) = history.entries() else { return Listed::default() };
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let is_wanted = |entry: &Entry| {
        if words.is_empty() {
            return true;
        }
        let text = text_of(entry).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut wanted = entries.filter(is_wanted).skip((page - 1) * LISTED);
    let mut list = Listed::default();
    for entry in wanted.by_ref().take(LISTED) {
        let is_first = page == 1 && filter.is_empty();
        let is_waiting = entry.is_waiting() || left.contains(&entry.name);
        if is_first && is_waiting && list.unfinished.len() < UNFINISHED {
            list.unfinished.push(history_item(&entry));
        } else {
            list.items.push(history_item(&entry));
        }
    }
    list.has_more = wanted.next().is_some();
    list
}

/// All that a filter looks at.
fn text_of(entry: &Entry) -> String {
    let Item { title, about, .. } = history_item(entry);
    let is_open = if entry.is_unfinished() { "unfinished" } else { "" };
    // Also as records have it: `W+R`.
    let result =
        entry.game.as_ref().ok().and_then(|game| game.result.as_deref()).unwrap_or_default();
    format!("{title} {about} {result} {} {is_open}", entry.name)
}

/// A result in words; as it is where it is not one that SGF knows.
fn in_words(result: &str) -> String {
    result.parse().map_or_else(|_| result.to_owned(), Outcome::in_words)
}

pub(crate) fn history_item(entry: &Entry) -> Item {
    let name = percent(&entry.name);
    let (title, about) = match &entry.game {
        Ok(game) => {
            let named = |name: &str, color: &str| {
                if name.is_empty() { color.to_owned() } else { name.to_owned() }
            };
            let end = match &game.result {
                Some(result) => in_words(result),
                None => numbered("moveCount", game.moves),
            };
            (
                format!(
                    "{} – {}",
                    named(&game.black, word("black")),
                    named(&game.white, word("white"))
                ),
                format!("{}, {}, {end}", entry.when.date(), game.size),
            )
        }
        Err(problem) => (entry.name.clone(), problem.to_string()),
    };
    let is_drawn = entry.game.is_ok() && entry.bytes <= DRAWN;
    let picture = is_drawn.then(|| format!("/thumb/{name}"));
    Item { address: format!("/history/{name}"), picture, title, about }
}
