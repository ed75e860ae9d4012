//! A board that is open: its session, who may do what there, and who looks at it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use hoshi_core::Color;
use hoshi_session::Actor;
use hoshi_session::host::program::Program;
use hoshi_session::host::{Delivery, Handle, Host, Opening};
use tokio::sync::broadcast;

use crate::answers::Answers;
use crate::choice::Choice;
use crate::estimates::Known;
use crate::hints::Hints;
use crate::lesson::{HandedOver, Lesson, Role};
use crate::limits;
use crate::message::ToPage;
use crate::rematch::{Next, Rematch};
use crate::room::Place;
use crate::seen::{Seen, listener, moves_are_others};
use crate::side::Side;
use crate::token::Seal;

/// Messages that a slow page may be behind by, before it gets a snapshot instead.
pub(crate) const BEHIND: usize = 64;

/// What is new at a board.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// A message, the same for all pages.
    Text(Utf8Bytes),
    /// Something about another game: each page is told what concerns it.
    Rematch,
    /// Likewise about the lesson.
    Lesson,
    /// The session is closed.
    Closed,
}

/// How a board is opened.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub(crate) keys: Vec<(Seal, Actor)>,
    /// Whether hints and estimates are allowed while people play, and who asks for that.
    pub(crate) hints: Hints,
    /// Whether the start page lists it.
    pub(crate) is_listed: bool,
    /// Whether it is kept, so that its links work after a restart.
    pub(crate) is_kept: bool,
    /// What the game was agreed on.
    pub(crate) choice: Option<Choice>,
    pub(crate) rematch: Rematch,
}

/// A board that is open.
pub(crate) struct Board {
    pub(crate) id: String,
    /// Names the numbers of its events: they begin anew when it is opened again.
    pub(crate) epoch: String,
    pub(crate) handle: Handle,
    pub(crate) terms: Terms,
    /// The folder of the history, with a separator at its end, which no page is told.
    pub(crate) folder: Arc<str>,
    /// Which seats people have.
    pub(crate) people: [bool; 2],
    pub(crate) news: broadcast::Sender<News>,
    pub(crate) began: Instant,
    seen: Arc<Mutex<Seen>>,
    pub(crate) answers: Answers,
    /// What the bot said about this game.
    pub(crate) known: Arc<Mutex<Known>>,
    pub(crate) hints: Mutex<Hints>,
    pub(crate) lesson: Mutex<Lesson>,
    sockets: AtomicUsize,
    /// Sockets of people on each seat.
    seated: Mutex<[usize; 2]>,
    idle_since: Mutex<Option<Instant>>,
    /// Whether the side file lacks something.
    is_unkept: Arc<AtomicBool>,
    /// Held while the side file is written.
    keeping: Mutex<()>,
    /// Whether the links would not work after a restart, since it could not be written.
    is_at_risk: AtomicBool,
    pub(crate) place: Arc<Mutex<Place>>,
    /// Held while something is done after which a game that is over may go on.
    pub(crate) reopening: tokio::sync::Mutex<()>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Board {
    /// Opens a session on this host.
    pub(crate) fn open(
        id: String,
        epoch: String,
        mut opening: Opening,
        mut terms: Terms,
        folder: Arc<str>,
        host: &Host,
        place: Place,
    ) -> Board {
        let people = opening.minds.each_ref().map(Option::is_none);
        // People are here when they come, and their moves travel.
        opening.session.set_awaited();
        opening.session.set_lag(limits::LAG);
        let (news, _) = broadcast::channel(BEHIND);
        let (rematch, hints) = (std::mem::take(&mut terms.rematch), terms.hints);
        let seen = Arc::new(Mutex::new(Seen { rematch, ..Seen::default() }));
        let is_unkept = Arc::new(AtomicBool::new(terms.is_kept));
        let place = Arc::new(Mutex::new(place));
        let goes_on = {
            let (place, has_program) = (Arc::clone(&place), people != [true; 2]);
            move || lock(&place).settle(has_program)
        };
        let known = Arc::<Mutex<Known>>::default();
        let (told, unkept) = (Arc::clone(&seen), Arc::clone(&is_unkept));
        let mut tell = listener(news.clone(), told, unkept, Arc::clone(&folder), goes_on);
        let judged = Arc::clone(&known);
        let listener = move |delivery: Delivery| {
            if moves_are_others(&delivery) {
                lock(&judged).change();
            }
            tell(delivery)
        };
        let handle = host.open_with(opening, listener);
        Board {
            id,
            epoch,
            handle,
            is_unkept,
            terms,
            folder,
            people,
            news,
            began: Instant::now(),
            seen,
            answers: Answers::default(),
            known,
            hints: Mutex::new(hints),
            lesson: Mutex::default(),
            sockets: AtomicUsize::new(0),
            seated: Mutex::default(),
            idle_since: Mutex::new(Some(Instant::now())),
            keeping: Mutex::default(),
            is_at_risk: AtomicBool::new(false),
            place,
            reopening: tokio::sync::Mutex::default(),
        }
    }

    /// Who a token makes somebody.
    pub(crate) fn actor(&self, token: Option<&str>) -> Actor {
        let seal = token.map(Seal::of);
        let found = self.terms.keys.iter().find(|(key, _)| Some(key) == seal.as_ref());
        found.map_or(Actor::Spectator, |(_, actor)| *actor)
    }

    /// Who somebody is in a lesson. There are lessons where one secret holds the whole board.
    pub(crate) fn role(&self, actor: Actor, guest: Option<&str>) -> Role {
        match (actor, guest) {
            (Actor::Both, _) => Role::Leader,
            (Actor::Spectator, Some(key)) if self.has_lessons() => Role::Guest(Seal::of(key)),
            _ => Role::Watcher,
        }
    }

    pub(crate) fn has_lessons(&self) -> bool {
        self.terms.keys.iter().any(|(_, actor)| *actor == Actor::Both)
    }

    /// Whom a page acts as now.
    ///
    /// # Errors
    /// If it has handed over control.
    pub(crate) fn acting(&self, actor: Actor, role: &Role) -> Result<Actor, HandedOver> {
        let lesson = lock(&self.lesson);
        match (role, lesson.holder()) {
            (Role::Leader, Some(name)) => Err(HandedOver(name.to_string())),
            (Role::Guest(_), Some(_)) if lesson.is_holder(role) => Ok(Actor::Both),
            _ => Ok(actor),
        }
    }

    /// Milliseconds since the session began.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn seen<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut lock(&self.seen))
    }

    /// The two names, as a list shows them.
    pub(crate) fn title(&self) -> String {
        self.seen(|seen| seen.title())
    }

    /// Whether hints and estimates are allowed now: between people only when the game is over, unless both agreed. What
    /// is done with a copy of a record does not end the game that it may be a copy of.
    pub(crate) fn may_help(&self) -> bool {
        let is_copy = !self.terms.is_kept;
        self.hints().allowed || self.seen(|seen| !is_copy && (!seen.between_people || seen.is_over))
    }

    /// Whether somebody may write comments now. One of two players may not while they play: the other one, and
    /// whoever advises them, would read it.
    pub(crate) fn may_comment(&self, actor: Actor) -> bool {
        !matches!(actor, Actor::Black | Actor::White) || self.may_help()
    }

    /// How far two people have come who may agree on hints.
    pub(crate) fn hints(&self) -> Hints {
        *lock(&self.hints)
    }

    /// Whether two people by link agreed that hints and estimates are allowed.
    pub(crate) fn has_hints(&self) -> bool {
        self.hints().allowed && self.is_by_link()
    }

    pub(crate) fn is_by_link(&self) -> bool {
        self.terms.choice.as_ref().is_some_and(Choice::is_by_link)
    }

    /// Whether the count may be asked for: it is part of marking dead stones, and a hint before that.
    pub(crate) fn may_count(&self) -> bool {
        self.may_help() || self.terms.is_kept && self.seen(|seen| seen.is_marking)
    }

    /// Whether a program has a seat.
    pub(crate) fn has_program(&self) -> bool {
        self.people != [true; 2]
    }

    /// Whether a program would play on if its game went on, and has no place for that.
    pub(crate) fn lacks_place(&self) -> bool {
        self.seen(|seen| seen.is_over) && self.has_program() && !lock(&self.place).has_program()
    }

    /// Gives back the place of a program whose game is over.
    pub(crate) fn release_place(&self) {
        // Under the lock under which a game that goes on takes it.
        self.seen(|seen| {
            if seen.is_over {
                lock(&self.place).settle(false);
            }
        });
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.seen(|seen| seen.is_closed)
    }

    /// Whether nobody has looked at it for so long.
    pub(crate) fn is_left(&self, time: Duration, now: Instant) -> bool {
        let since = *lock(&self.idle_since);
        since.is_some_and(|since| now.saturating_duration_since(since) >= time)
    }

    /// Whether its game is over and on disk, and nobody looks at it.
    pub(crate) fn is_finished_and_left(&self) -> bool {
        let is_over = self.seen(|seen| seen.is_over);
        is_over && self.terms.is_kept && lock(&self.idle_since).is_some()
    }

    /// The file of a game at one screen that is not over, if nobody looks at it: it can be continued.
    pub(crate) fn left_file(&self) -> Option<String> {
        let is_left = lock(&self.idle_since).is_some();
        let is_here = is_left && self.terms.is_kept && self.has_lessons();
        self.seen(|seen| seen.file.clone().filter(|_| is_here && !seen.is_over))
    }

    /// What a page is told about another game, where two people play by link.
    pub(crate) fn rematch_text(&self, actor: Actor) -> Option<Utf8Bytes> {
        let choice = self.terms.choice.as_ref().filter(|choice| choice.is_by_link())?;
        let view = self.seen(|seen| seen.rematch.view(actor, choice, seen.is_over));
        Some(ToPage::Rematch(view).text())
    }

    /// What a page is told about the lesson, if there can be one.
    pub(crate) fn lesson_text(&self, role: &Role) -> Option<Utf8Bytes> {
        self.has_lessons().then(|| ToPage::Lesson(lock(&self.lesson).view(role)).text())
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
    pub(crate) fn enter(self: &Arc<Self>, actor: Actor, role: Role) -> Visit {
        {
            // Counted under the lock, so that the last one who leaves does not undo it.
            let mut idle_since = lock(&self.idle_since);
            self.sockets.fetch_add(1, Ordering::Relaxed);
            *idle_since = None;
        }
        for color in self.seats(actor) {
            let mut seated = lock(&self.seated);
            seated[color.index()] += 1;
            if seated[color.index()] == 1 {
                self.handle.attend(color, true);
            }
        }
        if matches!(role, Role::Guest(_)) {
            self.change_lesson(|lesson| lesson.enter(&role));
        }
        Visit { board: Arc::clone(self), actor, role }
    }

    /// Changes something about the lesson, and tells all pages, if there is one.
    pub(crate) fn change_lesson<T>(&self, change: impl FnOnce(&mut Lesson) -> T) -> T {
        let mut lesson = lock(&self.lesson);
        let was_open = lesson.is_open();
        let changed = change(&mut lesson);
        let is_news = was_open || lesson.is_open();
        drop(lesson);
        if is_news {
            let _ = self.news.send(News::Lesson);
        }
        changed
    }

    /// The game that follows this one is known now, or could not be made.
    pub(crate) fn set_next(&self, next: Option<Next>) {
        self.seen(|seen| seen.rematch.begun(next));
        self.is_unkept.store(true, Ordering::Release);
        let _ = self.news.send(News::Rematch);
    }

    /// The two have agreed on hints, or not: all pages are told.
    pub(crate) fn hints_changed(&self) {
        self.is_unkept.store(true, Ordering::Release);
        let _ = self.news.send(News::Text(ToPage::Hints(self.hints()).text()));
    }

    /// Whether the side file lacks something.
    pub(crate) fn is_unkept(&self) -> bool {
        self.terms.is_kept && self.is_unkept.load(Ordering::Acquire)
    }

    /// Writes the side file, if it lacks something. It waits for the disk.
    pub(crate) fn keep(&self, program: &dyn Program) {
        let _keeping = lock(&self.keeping);
        if !self.is_unkept() {
            return;
        }
        // What changes from here on is for the next time.
        self.is_unkept.store(false, Ordering::Release);
        let terms = &self.terms;
        let mut side = Side::new(&terms.keys);
        (side.listed, side.choice) = (terms.is_listed, terms.choice.clone());
        let hints = self.hints();
        (side.help, side.asked) = (hints.allowed, hints.asked);
        self.seen(|seen| {
            side.game = seen.file.clone();
            side.names = Some(seen.names.clone());
            side.next = seen.rematch.next().cloned();
        });
        let is_at_risk = !side.write(program, &self.id);
        if is_at_risk {
            tracing::error!("the links of game {} may not work after a restart", self.id);
            self.is_unkept.store(true, Ordering::Release);
        }
        if self.is_at_risk.swap(is_at_risk, Ordering::AcqRel) != is_at_risk {
            let _ = self.news.send(News::Text(ToPage::Links(!is_at_risk).text()));
        }
    }

    /// Whether the side file could not be written.
    pub(crate) fn is_at_risk(&self) -> bool {
        self.is_at_risk.load(Ordering::Acquire)
    }
}

/// Somebody who looks at a board.
pub(crate) struct Visit {
    board: Arc<Board>,
    actor: Actor,
    role: Role,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let board = &self.board;
        for color in board.seats(self.actor) {
            let mut seated = lock(&board.seated);
            seated[color.index()] -= 1;
            if seated[color.index()] == 0 {
                board.handle.attend(color, false);
            }
        }
        if matches!(self.role, Role::Guest(_)) {
            board.change_lesson(|lesson| lesson.leave(&self.role));
        }
        let mut idle_since = lock(&board.idle_since);
        if board.sockets.fetch_sub(1, Ordering::Relaxed) == 1 {
            *idle_since = Some(Instant::now());
        }
    }
}
