//! The requests of pages: the pages themselves, new games, records to open, pictures.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, Path, RawQuery, State as Shared, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::{Extension, Json};
use hoshi_session::host::program::{NewGame, Own};
use hoshi_session::host::{Delivery, Opening};
use hoshi_session::{Actor, Answer, Failure, Question};
use serde::Serialize;

use crate::address::game_in;
use crate::assets::gzip;
use crate::board::Terms;
use crate::choice::Choice;
use crate::games::NoBoard;
use crate::guard::{Share, Visitor, is_own, wants_page};
use crate::hints::Hints;
use crate::pages::{self, BoardPage};
use crate::receive::Posted;
use crate::room::Place;
use crate::server::State;
use crate::token::{Token, new_id};
use crate::words::word;
use crate::{limits, socket, teach, viewer};

pub(crate) type Server = Shared<Arc<State>>;
pub(crate) type Peer = ConnectInfo<SocketAddr>;

/// Why a request cannot be answered: JSON for scripts, which [`Sorry::page`] makes a page for people.
#[derive(Clone)]
pub(crate) struct Sorry(StatusCode, String);

impl Sorry {
    pub(crate) fn new(code: StatusCode, text: impl ToString) -> Sorry {
        Sorry(code, text.to_string())
    }

    /// The answer as a page, if it is one for somebody who opens an address.
    pub(crate) fn page(response: &Response, hash: &str) -> Option<Response> {
        let Sorry(code, text) = response.extensions().get()?;
        let title = match *code {
            StatusCode::NOT_FOUND => word("notFound"),
            _ => word("sorry"),
        };
        let page = Html(pages::notice(hash, title, text));
        Some((*code, page).into_response())
    }
}

impl From<NoBoard> for Sorry {
    fn from(why: NoBoard) -> Sorry {
        Sorry(code_of(why), why.to_string())
    }
}

fn code_of(why: NoBoard) -> StatusCode {
    match why {
        NoBoard::Unknown | NoBoard::Lost => StatusCode::NOT_FOUND,
        NoBoard::Full | NoBoard::Large => StatusCode::SERVICE_UNAVAILABLE,
        NoBoard::Enough | NoBoard::OthersEnough | NoBoard::OwnLarge => {
            StatusCode::TOO_MANY_REQUESTS
        }
        NoBoard::Elsewhere => StatusCode::CONFLICT,
    }
}

impl axum::response::IntoResponse for Sorry {
    fn into_response(self) -> Response {
        let body = Json(serde_json::json!({ "error": self.1 }));
        (self.0, Extension(self), body).into_response()
    }
}

/// Does work that waits for the disk or takes long, where nobody waits for it.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Sorry> {
    let failed = |_| Sorry::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong here.");
    tokio::task::spawn_blocking(work).await.map_err(failed)
}

/// The same for a record that is replayed or drawn: a visitor gets only so many, and few are made at a time.
pub(crate) async fn drawn<T: Send + 'static>(
    state: &State,
    from: IpAddr,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Sorry> {
    may_draw(state, from)?;
    drawn_now(state, work).await
}

/// Counts something that is to be drawn for a visitor.
///
/// # Errors
/// If that was enough for now.
pub(crate) fn may_draw(state: &State, from: IpAddr) -> Result<(), Sorry> {
    const MANY: &str = "That was a lot of pages and pictures; please wait a minute.";
    let too_many = || Sorry::new(StatusCode::TOO_MANY_REQUESTS, MANY);
    state.visitors.may_draw(from, Instant::now()).then_some(()).ok_or_else(too_many)
}

/// The same as [`drawn`] for what was counted before.
pub(crate) async fn drawn_now<T: Send + 'static>(
    state: &State,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Sorry> {
    const BUSY: &str = "The server is busy; please try again in a minute.";
    let turn = Arc::clone(&state.draws).acquire_owned();
    let turn = tokio::time::timeout(limits::DRAWN_WITHIN, turn).await;
    let busy = || Sorry::new(StatusCode::SERVICE_UNAVAILABLE, BUSY);
    let turn = turn.ok().and_then(Result::ok).ok_or_else(busy)?;
    apart(move || {
        let _turn = turn;
        work()
    })
    .await
}

/// A page. It belongs to the program that serves it: the next one may have other scripts.
pub(crate) fn answer(headers: &HeaderMap, html: String) -> Response {
    packed(headers, "text/html; charset=utf-8", "no-cache", html)
}

/// A text of this type that browsers keep for so long, compressed if the browser takes that.
pub(crate) fn packed(
    headers: &HeaderMap,
    kind: &'static str,
    keep: &'static str,
    text: String,
) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let (kind, keep) = ((header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep));
    let vary = (header::VARY, "Accept-Encoding");
    if accepted.is_some_and(|accepted| accepted.contains("gzip")) {
        let how = (header::CONTENT_ENCODING, "gzip");
        return ([kind, keep, vary, how], gzip(text.as_bytes())).into_response();
    }
    ([kind, keep, vary], text).into_response()
}

/// A page for an address that leads nowhere.
pub(crate) async fn not_found(Shared(state): Server, headers: HeaderMap) -> Response {
    let hash = &state.assets.hash;
    let page = pages::notice(hash, word("notFound"), word("notFoundText"));
    (StatusCode::NOT_FOUND, answer(&headers, page)).into_response()
}

/// A text in a path.
pub(crate) fn percent(text: &str) -> String {
    let mut path = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => path.push(byte.into()),
            _ => path.push_str(&format!("%{byte:02X}")),
        }
    }
    path
}

/// Who may open a seat, and where.
#[derive(Serialize)]
pub(crate) struct Seats {
    pub(crate) id: String,
    /// The secrets of the seats: `black` and `white`, or `both`.
    pub(crate) keys: Vec<(Actor, String)>,
    /// Which of them is the one who asked.
    pub(crate) you: Actor,
    /// What was not as it should be.
    pub(crate) notes: Vec<String>,
    /// Whether the record is a problem to be solved.
    pub(crate) problem: bool,
}

pub(crate) fn may_open(state: &State, from: IpAddr) -> Result<(), Sorry> {
    const MANY: &str = "That was a lot of new boards; please wait a few minutes.";
    let may = state.visitors.may_open(from, Instant::now());
    may.then_some(()).ok_or_else(|| Sorry::new(StatusCode::TOO_MANY_REQUESTS, MANY))
}

/// In whose share a new board counts. Whoever sits at this machine has all of them, and
/// others who seem to come from it may be many behind one proxy.
pub(crate) fn visitor(from: IpAddr, is_own: bool) -> Option<IpAddr> {
    (!is_own && !from.is_loopback()).then(|| limits::network(from))
}

pub(crate) fn random<T>(made: Result<T, getrandom::Error>) -> Result<T, Sorry> {
    let failed =
        |_| Sorry::new(StatusCode::SERVICE_UNAVAILABLE, "This machine has no random numbers.");
    made.map_err(failed)
}

/// Opens a board with these secrets. It waits for the disk.
pub(crate) fn seat(
    state: &State,
    id: String,
    opening: Opening,
    keys: Vec<(Actor, Token)>,
    terms: Terms,
    place: Place,
) -> Seats {
    let seals = keys.iter().map(|(actor, token)| (token.seal(), *actor)).collect();
    let board = state.games.open(id.clone(), opening, Terms { keys: seals, ..terms }, place);
    // Its links work after a restart from here on.
    board.keep(&*state.games.program);
    let keys = keys.iter().map(|(actor, token)| (*actor, token.text().to_owned())).collect();
    let problem = !board.terms.is_kept && viewer::is_problem(&board);
    Seats { id, keys, you: Actor::Both, notes: Vec::new(), problem }
}

/// A new game.
pub(crate) async fn new_game(
    Shared(state): Server,
    Visitor(from): Visitor,
    peer: Peer,
    headers: HeaderMap,
    Posted(choice): Posted<Choice>,
) -> Result<Json<Seats>, Sorry> {
    may_open(&state, from)?;
    let is_link = choice.is_by_link();
    let is_own = is_own(&state, peer, &headers);
    let asked = Arc::clone(&state);
    let engines = move || asked.games.program.engines();
    // Commands and paths come from nobody: every user of this machine can send a request here.
    if !choice.is_listed_in(&[]) && !choice.is_listed_in(&apart(engines).await?) {
        return Err(Sorry::new(
            StatusCode::FORBIDDEN,
            "Only the bot and the engines of this list can be chosen. Name an engine in the configuration to add it.",
        ));
    }
    let chosen = choice.game();
    // By link, the other one has yet to agree.
    let game = NewGame { help: chosen.help && !is_link, ..chosen.clone() };
    let id = random(new_id())?;
    let tokens = random(Token::new())?;
    let second = random(Token::new())?;
    apart(move || {
        let wrong = |why: Failure| Sorry::new(StatusCode::BAD_REQUEST, why);
        let mut place = state.games.place(visitor(from, is_own))?;
        if game.opponent != "human" {
            state.games.take(place.visitor, || place.take_program())?;
        }
        let opening = state.games.program.begin(&game).map_err(wrong)?;
        if is_own {
            state.games.program.keep_choice(&chosen);
        }
        let (keys, you) = if is_link {
            let own = match game.color {
                Own::Black => Actor::Black,
                Own::White => Actor::White,
                Own::Nigiri if id.bytes().fold(0, |sum, byte| sum ^ byte) & 1 == 0 => Actor::Black,
                Own::Nigiri => Actor::White,
            };
            (vec![(Actor::Black, tokens), (Actor::White, second)], own)
        } else {
            (vec![(Actor::Both, tokens)], Actor::Both)
        };
        let terms = Terms {
            hints: Hints { asked: (is_link && choice.help).then_some(you), allowed: game.help },
            is_listed: choice.listed,
            is_kept: true,
            choice: Some(choice),
            ..Terms::default()
        };
        let board = seat(&state, id, opening, keys, terms, place);
        Ok(Json(Seats { you, ..board }))
    })
    .await?
}

/// The page of a live game.
pub(crate) async fn game_page(
    Shared(state): Server,
    Visitor(from): Visitor,
    Share(visitor): Share,
    headers: HeaderMap,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let hash = &state.assets.hash;
    match state.games.find(&id, visitor).await {
        Ok(board) => {
            let title = board.title();
            let first = match socket::delivery(&board, None).await {
                Some(Delivery::Snapshot(snapshot)) => {
                    // Without it the page draws its board a little later.
                    let draw = move || viewer::draw(&snapshot.diagram(None));
                    drawn(&state, from, draw).await.unwrap_or_default()
                }
                _ => String::new(),
            };
            let page = BoardPage {
                hash,
                title: &title,
                what: "game",
                name: &id,
                first: &first,
                teaches: teach::teaches(&board),
            };
            answer(&headers, pages::board(&page))
        }
        Err(why) => {
            // The address of a board at one screen has the game in it.
            if let Some(address) = query.as_deref().and_then(game_in) {
                return Redirect::to(&address).into_response();
            }
            if !wants_page(&headers) {
                return Sorry::from(why).into_response();
            }
            let title = match why {
                NoBoard::Unknown | NoBoard::Lost => word("noSuchGame"),
                _ => word("notNow"),
            };
            let page = Html(pages::notice(hash, title, &why.to_string()));
            (code_of(why), page).into_response()
        }
    }
}

/// The record of a game as a file.
pub(crate) async fn record(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path(id): Path<String>,
) -> Result<Response, Sorry> {
    let board = state.games.find(&id, visitor).await?;
    let answer = drawn(&state, from, move || board.handle.ask(Question::Record)).await?;
    let Ok(Answer::Record { sgf }) = answer else {
        return Err(Sorry::new(StatusCode::NOT_FOUND, "The game is closed."));
    };
    let kind = (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8");
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"game.sgf\"");
    Ok(([kind, name, (header::CACHE_CONTROL, "no-store")], sgf).into_response())
}

/// A record as one line: SGN or an address.
pub(crate) async fn line(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path((id, form)): Path<(String, String)>,
) -> Result<String, Sorry> {
    use hoshi_session::host::program::Form;
    let missing = |why| Sorry::new(StatusCode::NOT_FOUND, why);
    let form = match form.as_str() {
        "sgn" => Form::Sgn,
        "link" => Form::Link,
        _ => return Err(missing("A record is `sgn` or `link`.".to_owned())),
    };
    let board = state.games.find(&id, visitor).await?;
    let program = Arc::clone(&state.games.program);
    drawn(&state, from, move || {
        let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else {
            return Err(missing("The game is closed.".into()));
        };
        let wrong = |why: Failure| Sorry::new(StatusCode::UNPROCESSABLE_ENTITY, why);
        program.line(&sgf, form).map_err(wrong)
    })
    .await?
}

/// A script, a style or a picture of the pages.
pub(crate) async fn asset(
    Shared(state): Server,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    state.assets.answer(&hash, &name, &headers)
}

/// The socket of a board.
pub(crate) async fn board_socket(
    Shared(state): Server,
    Share(visitor): Share,
    Visitor(from): Visitor,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Sorry> {
    const MANY: &str = "There are too many connections from your address.";
    let permit = state.visitors.socket(from);
    let permit = permit.ok_or_else(|| Sorry::new(StatusCode::TOO_MANY_REQUESTS, MANY))?;
    let board = state.games.find(&id, visitor).await?;
    let upgrade = upgrade
        .max_message_size(limits::COMMENT_FRAME + limits::FRAME)
        .max_frame_size(limits::COMMENT_FRAME + limits::FRAME)
        .read_buffer_size(2 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(8 << 20);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(socket, board, state, permit)))
}
