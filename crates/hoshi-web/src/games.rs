//! The boards that are open: games by link, and records under review. A board is opened when somebody comes,
//! from its side file if the server did not know it, and closed when nobody has looked at it for a while.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hoshi_core::{Color, HalfPoints, Rules};
use hoshi_session::host::program::{Hindrance, Program};
use hoshi_session::host::{Delivery, Handle, Host, Opening};
use hoshi_session::{Actor, Event, Published, Recording, Snapshot};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::limits;
use crate::message::{Done, ToPage};
use crate::token::{self, Seal};

/// Messages that a slow page may be behind by, before it gets a snapshot instead.
const BEHIND: usize = 64;
/// Pages whose last answers are remembered for each board.
const PAGES: usize = 64;
/// A board that nobody looks at is closed after this time.
const IDLE: Duration = Duration::from_secs(600);

/// The boards that are open.
pub(crate) struct Games {
    pub(crate) program: Arc<dyn Program>,
    host: Host,
    boards: Mutex<HashMap<String, Arc<Board>>>,
    /// Held while a board is opened from its side file, so that it is not opened twice.
    opening: tokio::sync::Mutex<()>,
    /// Which run of the server this is.
    pub(crate) epoch: String,
}

/// A board that is open.
pub(crate) struct Board {
    pub(crate) id: String,
    pub(crate) handle: Handle,
    keys: Vec<(Seal, Actor)>,
    /// Whether hints and estimates are allowed while people play.
    pub(crate) help: bool,
    /// Whether the start page lists it.
    pub(crate) is_listed: bool,
    /// Which seats people have.
    people: [bool; 2],
    /// What pages are told, as text.
    pub(crate) news: broadcast::Sender<Arc<str>>,
    began: Instant,
    seen: Arc<Mutex<Seen>>,
    sockets: AtomicUsize,
    /// Sockets of people on each seat.
    seated: Mutex<[usize; 2]>,
    idle_since: Mutex<Option<Instant>>,
    /// The last answer to each page.
    answers: Mutex<HashMap<(Actor, String), (u64, Done)>>,
    /// Whether the side file has been written.
    is_kept: AtomicBool,
}

/// What the server itself knows of a game.
#[derive(Default)]
pub(crate) struct Seen {
    /// The file of the record.
    file: Option<String>,
    /// What is shown in lists.
    pub(crate) title: String,
    pub(crate) size: String,
    pub(crate) moves: u32,
    pub(crate) is_over: bool,
    /// What White gets for handicap stones; empty for nothing.
    pub(crate) bonus: String,
    /// Whether two people play.
    pub(crate) between_people: bool,
}

/// What is kept of a game by link, beside its record.
#[derive(Deserialize, Serialize)]
struct Side {
    v: u32,
    game: String,
    keys: Vec<(String, Actor)>,
    help: bool,
    listed: bool,
}

/// How a board is opened.
pub(crate) struct Terms {
    pub(crate) keys: Vec<(Seal, Actor)>,
    pub(crate) help: bool,
    pub(crate) is_listed: bool,
    /// Whether it is kept, so that its links work after a restart.
    pub(crate) is_kept: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    pub(crate) fn new(program: Arc<dyn Program>) -> Result<Games, getrandom::Error> {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Ok(Games {
            program,
            host: Host::new(threads),
            boards: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            epoch: token::new_id()?,
        })
    }

    /// Whether one more board may be opened; with a program, if one plays at it.
    pub(crate) fn has_room(&self, with_program: bool) -> bool {
        let boards = lock(&self.boards);
        let programs = || boards.values().filter(|board| board.people != [true; 2]).count();
        boards.len() < limits::BOARDS && (!with_program || programs() < limits::PROGRAMS)
    }

    /// Opens a board under a name.
    pub(crate) fn open(&self, id: String, opening: Opening, terms: Terms) -> Arc<Board> {
        let people = opening.minds.each_ref().map(Option::is_none);
        let (news, _) = broadcast::channel(BEHIND);
        let seen = Arc::new(Mutex::new(Seen::default()));
        let listener = listener(news.clone(), Arc::clone(&seen));
        let handle = self.host.open_with(opening, listener);
        // People are here when they come.
        for color in Color::ALL.into_iter().filter(|color| people[color.index()]) {
            handle.attend(color, false);
        }
        let Terms { keys, help, is_listed, is_kept } = terms;
        let board = Arc::new(Board {
            id: id.clone(),
            handle,
            keys,
            help,
            is_listed,
            people,
            news,
            began: Instant::now(),
            seen,
            sockets: AtomicUsize::new(0),
            seated: Mutex::default(),
            idle_since: Mutex::new(Some(Instant::now())),
            answers: Mutex::default(),
            is_kept: AtomicBool::new(!is_kept),
        });
        lock(&self.boards).insert(id, Arc::clone(&board));
        board
    }

    /// The board with this name: one that is open, or one that was played before the server was started anew.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Board>, String> {
        const UNKNOWN: &str = "There is no such game here.";
        if !token::is_id(id) {
            return Err(UNKNOWN.to_owned());
        }
        if let Some(board) = self.get(id) {
            return Ok(board);
        }
        let _opening = self.opening.lock().await;
        if let Some(board) = self.get(id) {
            return Ok(board);
        }
        let (games, id) = (Arc::clone(self), id.to_owned());
        let open = move || {
            let side = games.program.kept(&side_name(&id)).ok_or(UNKNOWN)?;
            let side: Side = serde_json::from_str(&side).map_err(|_| UNKNOWN)?;
            let keys = side.keys.iter().map(|(seal, actor)| Some((Seal::kept(seal)?, *actor)));
            let terms = Terms {
                keys: keys.collect::<Option<_>>().ok_or(UNKNOWN)?,
                help: side.help,
                is_listed: side.listed,
                is_kept: true,
            };
            if !games.has_room(true) {
                return Err(FULL.to_owned());
            }
            match games.program.resume(&side.game, &[None, None]) {
                Ok(opened) => {
                    let board = games.open(id, opened.opening, terms);
                    board.is_kept.store(true, Ordering::Relaxed);
                    Ok(board)
                }
                Err(Hindrance::Who { why, .. } | Hindrance::Failed(why)) => Err(why),
            }
        };
        tokio::task::spawn_blocking(open).await.unwrap_or_else(|error| Err(error.to_string()))
    }

    fn get(&self, id: &str) -> Option<Arc<Board>> {
        lock(&self.boards).get(id).cloned()
    }

    /// The games that the start page lists: those that are open to watching and not over.
    pub(crate) fn listed(&self) -> Vec<Arc<Board>> {
        let boards = lock(&self.boards);
        let listed = boards.values().filter(|board| board.is_listed && !lock(&board.seen).is_over);
        let mut listed: Vec<_> = listed.cloned().collect();
        listed.sort_by_key(|board| std::cmp::Reverse(board.began));
        listed
    }

    /// Writes the side file of a game, once it has a record. It may wait for the disk.
    pub(crate) fn keep(&self, board: &Board) {
        if board.is_kept.load(Ordering::Relaxed) {
            return;
        }
        let Some(game) = lock(&board.seen).file.clone() else { return };
        let keys = board.keys.iter().map(|(seal, actor)| (seal.text().to_owned(), *actor));
        let side =
            Side { v: 1, game, keys: keys.collect(), help: board.help, listed: board.is_listed };
        self.program.keep(&side_name(&board.id), &serde_json::to_string(&side).unwrap_or_default());
        board.is_kept.store(true, Ordering::Relaxed);
    }

    /// Closes boards that nobody looks at: all of them, or those that were left a while ago.
    pub(crate) fn sweep(&self, all: bool, now: Instant) {
        let is_left = |board: &Board| {
            let since = *lock(&board.idle_since);
            since.is_some_and(|since| now.saturating_duration_since(since) >= IDLE)
        };
        let left: Vec<_> = {
            let mut boards = lock(&self.boards);
            let ids: Vec<_> = boards
                .iter()
                .filter(|(_, board)| all || is_left(board))
                .map(|(id, _)| id.clone())
                .collect();
            ids.iter().filter_map(|id| boards.remove(id)).collect()
        };
        for board in left {
            self.keep(&board);
            let Ok(closing) = board.handle.close() else { continue };
            if let Err(why) = self.program.close(closing) {
                tracing::error!("{why}");
            }
        }
    }
}

/// What is said if there are too many boards.
pub(crate) const FULL: &str =
    "There are too many open boards here at the moment; please try again in a few minutes.";

/// The name that a side file is kept under.
fn side_name(id: &str) -> String {
    format!("serve-{id}.json")
}

/// Turns what a session says into text for all pages. It waits for nothing.
fn listener(
    news: broadcast::Sender<Arc<str>>,
    seen: Arc<Mutex<Seen>>,
) -> impl FnMut(Delivery) -> bool + Send + 'static {
    move |delivery| {
        let mut seen = lock(&seen);
        let text = match delivery {
            Delivery::Snapshot(snapshot) => {
                seen.start(&snapshot);
                return true;
            }
            Delivery::Events(events) => {
                events.iter().for_each(|event| seen.note(&event.event));
                events_text(&events)
            }
            Delivery::Closed => ToPage::Closed.text(),
        };
        // Nobody may be there.
        let _ = news.send(text.into());
        true
    }
}

impl Seen {
    fn start(&mut self, snapshot: &Snapshot) {
        let file = snapshot.recording.file.as_deref();
        self.file = file.map(file_name);
        let [black, white] = [&snapshot.seats.black, &snapshot.seats.white];
        self.title = format!("{} – {}", black.name, white.name);
        self.between_people = !black.program && !white.program;
        self.size = format!("{}x{}", snapshot.width, snapshot.height);
        self.moves = snapshot.position.number;
        self.bonus = bonus(&snapshot.rules, snapshot.handicap);
        self.is_over = snapshot.result.is_some();
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Played { number, .. } => self.moves = *number,
            Event::Moved { position, .. } => self.moves = position.number,
            Event::Ended { .. } => self.is_over = true,
            Event::Recording { recording } => {
                self.file = recording.file.as_deref().map(file_name);
            }
            _ => {}
        }
    }
}

/// What the rules give White for handicap stones, as text; empty for nothing.
fn bonus(rules: &str, handicap: u32) -> String {
    let bonus = rules.parse::<Rules>().map(|rules| rules.bonus.points(handicap));
    let bonus = bonus.ok().filter(|points| *points != HalfPoints::ZERO);
    bonus.map(|points| points.to_string()).unwrap_or_default()
}

/// Events for a page. Where the record lies on this machine is nobody's business.
pub(crate) fn events_text(events: &[Arc<Published>]) -> String {
    let without_path = |event: &Arc<Published>| match &event.event {
        Event::Recording { recording } => {
            let file = recording.file.as_deref().map(file_name);
            let recording = Recording { file, ..recording.clone() };
            Arc::new(Published { event: Event::Recording { recording }, ..(**event).clone() })
        }
        _ => Arc::clone(event),
    };
    ToPage::Events(&events.iter().map(without_path).collect::<Vec<_>>()).text()
}

/// A snapshot for a page, likewise.
pub(crate) fn snapshot_text(mut snapshot: Box<Snapshot>) -> String {
    snapshot.recording.file = snapshot.recording.file.as_deref().map(file_name);
    ToPage::Snapshot(snapshot).text()
}

/// The name of a file in the history, which is what it is found again by.
fn file_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

impl Board {
    /// Who a token makes somebody.
    pub(crate) fn actor(&self, token: Option<&str>) -> Actor {
        let seal = token.map(Seal::of);
        let found = self.keys.iter().find(|(key, _)| Some(key) == seal.as_ref());
        found.map_or(Actor::Spectator, |(_, actor)| *actor)
    }

    /// Milliseconds since the session began.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&lock(&self.seen))
    }

    /// Whether hints and estimates are allowed now: between people only when the game is over, unless both agreed.
    pub(crate) fn may_help(&self) -> bool {
        self.help || self.seen(|seen| !seen.between_people || seen.is_over)
    }

    /// The seats of people that an actor has.
    fn seats(&self, actor: Actor) -> impl Iterator<Item = Color> + use<> {
        let people = self.people;
        let has = move |color: Color| match actor {
            Actor::Black => color == Color::Black,
            Actor::White => color == Color::White,
            Actor::Both => people[color.index()],
            Actor::Spectator => false,
        };
        Color::ALL.into_iter().filter(move |&color| has(color))
    }

    /// Somebody comes. They leave when what is returned is dropped.
    pub(crate) fn enter(self: &Arc<Self>, actor: Actor) -> Visit {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        *lock(&self.idle_since) = None;
        for color in self.seats(actor) {
            let mut seated = lock(&self.seated);
            seated[color.index()] += 1;
            if seated[color.index()] == 1 {
                self.handle.attend(color, true);
            }
        }
        Visit { board: Arc::clone(self), actor }
    }

    /// What a page was answered to this command, if it sent it before.
    pub(crate) fn answered(&self, actor: Actor, page: &str, n: u64) -> Option<Done> {
        let answers = lock(&self.answers);
        answers
            .get(&(actor, page.to_owned()))
            .filter(|(last, _)| *last == n)
            .map(|(_, done)| done.clone())
    }

    /// Remembers an answer.
    pub(crate) fn note_answer(&self, actor: Actor, page: &str, n: u64, done: &Done) {
        // Pages without a name cannot be told apart, and those who watch change nothing.
        if page.is_empty() || actor == Actor::Spectator {
            return;
        }
        let mut answers = lock(&self.answers);
        let key = (actor, page.to_owned());
        if answers.len() >= PAGES && !answers.contains_key(&key) {
            answers.clear();
        }
        answers.insert(key, (n, done.clone()));
    }
}

/// Somebody who looks at a board.
pub(crate) struct Visit {
    board: Arc<Board>,
    actor: Actor,
}

impl Drop for Visit {
    fn drop(&mut self) {
        for color in self.board.seats(self.actor) {
            let mut seated = lock(&self.board.seated);
            seated[color.index()] -= 1;
            if seated[color.index()] == 0 {
                self.board.handle.attend(color, false);
            }
        }
        if self.board.sockets.fetch_sub(1, Ordering::Relaxed) == 1 {
            *lock(&self.board.idle_since) = Some(Instant::now());
        }
    }
}
