//! Pages of tasks: the steps for beginners, and problems one after another. They are the viewer with another script.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use hoshi_record::convert;
use hoshi_record::replay::is_problem;
use hoshi_record::sgf::Collection;
use hoshi_session::host::program::{NewGame, Record};
use hoshi_session::learn;
use serde::Deserialize;

use super::data::Data;
use super::page::{Served, picture, served};
use crate::choice::Choice;
use crate::guard::Visitor;
use crate::pages;
use crate::receive::receive;
use crate::requests::{Server, Sorry, answer, drawn, drawn_now, may_draw, packed};
use crate::words::word;

/// Which step is shown first, from 1; the first one if it is not a number.
#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    step: String,
}

/// The page of the steps for beginners.
pub(crate) async fn learn_page(
    Shared(state): Server,
    Visitor(from): Visitor,
    headers: HeaderMap,
    Query(Asked { step }): Query<Asked>,
) -> Result<Response, Sorry> {
    let shared = Arc::clone(&state);
    drawn(&shared, from, move || {
        let (data, first) = steps(step.parse().unwrap_or(1));
        let title = word("learn");
        let choice = serde_json::to_string(&Choice::of(&NewGame::first())).unwrap_or_default();
        let page = Served {
            kind: "learn",
            start: Some(choice),
            ..Served::new(&state.assets.hash, title, &first, &data)
        };
        answer(&headers, served(&page))
    })
    .await
}

/// All steps with the words of this view, and a picture of one of them, counted from 1.
fn steps(shown: usize) -> (Data, String) {
    let fill = |text: &str| {
        let text = text.replace("{arrows}", word("learnArrows"));
        text.replace("{play}", word("learnPlay")).replace("{pass}", word("learnPass"))
    };
    let (mut data, mut first) = (Data::new(), String::new());
    for (nth, step) in learn::steps().into_iter().enumerate() {
        let step = step.with_words(fill);
        // A test reads all of them, so that they can be read here.
        let Ok(file) = Collection::read(step.record()) else { continue };
        let Some(tree) = file.game(0) else { continue };
        data.add_step(tree, &step.hint, step.is_game);
        if nth == 0 || nth + 1 == shown {
            first = picture(tree.root());
        }
    }
    (data, first)
}

/// The page of problems, which the visitor's browser keeps: there is none in the page.
pub(crate) async fn problems_page(Shared(state): Server, headers: HeaderMap) -> Response {
    let data = Data::new();
    let chooser = pages::chooser(false);
    let page = Served {
        kind: "problems",
        aside: &chooser,
        ..Served::new(&state.assets.hash, word("problems"), "", &data)
    };
    answer(&headers, served(&page))
}

/// A record as problems: the data of the viewer. Nothing is kept.
pub(crate) async fn problems(
    Shared(state): Server,
    Visitor(from): Visitor,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Sorry> {
    // Before the file is received: whoever has had enough sends none.
    may_draw(&state, from)?;
    let (bytes, place) = receive(&state, from, body).await?;
    let read = move || {
        let _place = place;
        let unreadable = |why: String| Sorry::new(StatusCode::UNPROCESSABLE_ENTITY, why);
        let file = convert::read(bytes.into(), None).map_err(|why| unreadable(why.to_string()))?;
        let mut data = Data::new();
        // As in the terminal, any record can be solved.
        file.file.games().for_each(|game| data.add_problem(game));
        match data.is_empty() {
            true => Err(unreadable("the file contains no game".to_owned())),
            false => Ok(packed(&headers, "application/json", "no-store", data.json())),
        }
    };
    drawn_now(&state, read).await?
}

/// So many games of a record say whether it is a collection.
const LOOKED_AT: usize = 100;

/// Whether most games of a record are problems, to be solved one after another.
pub(crate) fn is_collection(record: &Record) -> bool {
    let bytes = match record {
        Record::Text(text) => text.clone().into_bytes(),
        Record::Bytes(bytes) => bytes.clone(),
        Record::History(_) | Record::File(_) => return false,
    };
    convert::read(bytes, None).is_ok_and(|record| {
        let (mut games, mut problems) = (0, 0);
        for game in record.file.games().take(LOOKED_AT) {
            games += 1;
            problems += usize::from(is_problem(game));
        }
        2 * problems > games
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_steps_are_games_of_the_viewer() {
        let (data, first) = steps(4);
        let data: Value = serde_json::from_str(&data.json()).expect("JSON");
        let games = data["games"].as_array().expect("games");
        assert_eq!((games.len(), data["hints"].as_array().map(Vec::len)), (12, Some(12)));
        for (nth, (game, step)) in games.iter().zip(learn::steps()).enumerate() {
            assert_eq!(game["about"][0], step.title.as_str());
            assert_eq!(game["problem"].is_object(), !step.is_game, "{nth}");
            let is_right = |node: &Value| node["v"].as_str().is_some_and(|v| v.contains('r'));
            let nodes = game["nodes"].as_array().expect("nodes");
            assert!(step.is_game || nodes.last().is_some_and(is_right), "{nth}");
            assert!(!data["hints"][nth].as_str().unwrap().contains('{'));
            assert!(!nodes[0]["c"].as_str().unwrap().contains('{'), "{nth}");
        }
        assert_eq!(first, steps_picture(3));
        assert_eq!(steps(99).1, steps_picture(0));
    }

    fn steps_picture(nth: usize) -> String {
        let file = Collection::read(learn::steps()[nth].record()).expect("a record");
        picture(file.game(0).expect("a game").root())
    }

    #[test]
    fn a_collection_has_more_problems_than_games() {
        let (problem, game) = ("(;SZ[5]AB[aa]AW[bb];B[ab])", "(;SZ[9];B[ee])");
        let is = |text: String| is_collection(&Record::Text(text));
        assert!(is([problem, problem].concat()) && is([problem, game, problem].concat()));
        assert!(!is([problem, game].concat()) && !is("not a record".to_owned()));
        assert!(is_collection(&Record::Bytes([problem, problem].concat().into())));
    }
}
