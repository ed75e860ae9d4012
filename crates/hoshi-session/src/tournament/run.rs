//! The games of a match, several at a time. One thread, the caller's, hands out games and players; the
//! games are sessions on a host, and the players work on threads of their own.

use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use hoshi_core::Color;

use super::game::{self, Finished};
use super::{Entrant, Fixture, Plan};
use crate::dead::Judge;
use crate::host::{self, Delivery, Handle, Host, Places, Prepared, Worker};
use crate::mind::Mind;
use crate::wire::Event;

/// Creates the mind of a player, given its index. The seed is for minds that play at random.
pub type Factory<'a> = dyn Fn(usize, u64) -> Result<Box<dyn Mind>, FactoryError> + 'a;

/// Why a mind cannot be created.
pub type FactoryError = Box<dyn std::error::Error + Send + Sync>;

/// How games are played; does not affect their results.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of parallel games, at least one.
    pub parallel: usize,
    /// Whether records have the time of each move and its player's reports as comments.
    pub comments: bool,
    /// Judges dead stones when the players disagree.
    pub judge: Judge,
    /// How often [`News::Waiting`] comes while no game ends.
    pub interval: Duration,
    /// Today's date for the records, in the form of SGF's DT. The library has no time zone.
    pub date: fn() -> String,
}

impl Default for Options {
    /// One game at a time, without comments and without a date.
    fn default() -> Options {
        let interval = Duration::from_millis(250);
        let judge = Judge::default();
        Options { parallel: 1, comments: false, judge, interval, date: String::new }
    }
}

/// News for the caller while a match is played.
#[derive(Debug)]
pub enum News {
    /// A game is over.
    Finished(Box<Finished>),
    /// No game has ended for a while.
    Waiting,
}

/// Why a match cannot continue.
///
/// ```
/// use hoshi_session::tournament::MatchError;
///
/// let error = MatchError::Player { who: "gnugo".into(), why: "it cannot be started".into() };
/// assert_eq!(error.to_string(), "gnugo: it cannot be started");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player cannot be started, or cannot play on this board.
    #[error("{who}: {why}")]
    Player {
        /// The player.
        who: String,
        /// The reason.
        why: String,
    },
    /// A game was lost by an error in hoshi itself.
    #[error("game {0} ended without a result: this is a bug in hoshi")]
    Lost(usize),
}

/// Games of a match, ready to be played.
pub struct Match<'a> {
    plan: &'a Plan,
    make: &'a Factory<'a>,
    /// The remaining games, the next one last.
    fixtures: Vec<Fixture>,
    /// Running engines without a game.
    idle: Vec<Player>,
    notes: Vec<String>,
}

/// A player that has started.
struct Player {
    player: usize,
    worker: Worker,
    name: String,
}

impl<'a> Match<'a> {
    /// Prepares the games with these numbers: starts each of their players and checks that it can
    /// play.
    ///
    /// # Errors
    /// If one of them cannot play.
    pub fn prepare(
        plan: &'a Plan,
        numbers: &[usize],
        make: &'a Factory<'a>,
    ) -> Result<Match<'a>, MatchError> {
        let fixtures: Vec<Fixture> =
            numbers.iter().rev().map(|&number| plan.fixture(number)).collect();
        let mut ready = Match { plan, make, fixtures, idle: Vec::new(), notes: Vec::new() };
        for player in 0..plan.entrants.len() {
            ready.try_out(player)?;
        }
        Ok(ready)
    }

    /// Starts a player and lets it check its first game. A player of the very first game keeps
    /// running.
    fn try_out(&mut self, player: usize) -> Result<(), MatchError> {
        let has_part = |fixture: &&Fixture| fixture.seats.contains(&player);
        let Some(fixture) = self.fixtures.iter().rev().find(has_part) else { return Ok(()) };
        let color = if fixture.seats[0] == player { Color::Black } else { Color::White };
        let task = game::task(self.plan, fixture, color);
        let worker = self.worker(player, 0)?;
        let (profile, notes) =
            worker.prepare(task).map_err(|fault| self.cannot_play(player, fault))?;
        let who = &self.plan.entrants[player].who;
        self.notes.extend(notes.into_iter().map(|note| format!("{who}: {note}")));
        if self.stays(player) && self.fixtures.last().is_some_and(|first| has_part(&first)) {
            self.idle.push(Player { player, worker, name: profile.name });
        }
        Ok(())
    }

    /// Limitations of the players.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn worker(&self, player: usize, seed: u64) -> Result<Worker, MatchError> {
        let mind = (self.make)(player, seed).map_err(|why| self.cannot_play(player, why))?;
        Ok(Worker::new(mind))
    }

    fn cannot_play(&self, player: usize, why: impl fmt::Display) -> MatchError {
        let Entrant { who, command } = &self.plan.entrants[player];
        let hint = command.as_ref().and_then(|words| Places::of_machine().hint(words));
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        MatchError::Player { who: who.clone(), why: format!("{why}{hint}") }
    }

    /// Whether a player keeps running for its next game. Engines do; others are created again, with
    /// another seed.
    fn stays(&self, player: usize) -> bool {
        self.plan.entrants[player].command.is_some()
    }

    /// Plays the games, and reports each one as it ends.
    ///
    /// # Errors
    /// If `tell` fails, or an engine cannot be restarted; then all games stop. Games that are already
    /// over are still reported.
    pub fn play<E: From<MatchError>>(
        self,
        options: Options,
        mut tell: impl FnMut(News) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let host = Host::new(threads.min(options.parallel));
        let (send, inbox) = mpsc::channel();
        let (open, leaving) = (Vec::new(), Vec::new());
        let mut runner = Runner { games: self, options, host, send, open, leaving };
        let played = runner.run(&inbox, &mut tell);
        // If that failed, games are left over; their errors are only consequences.
        for number in runner.numbers() {
            if let Ok(Some(finished)) = runner.end(number) {
                let _ = tell(News::Finished(Box::new(finished)));
            }
        }
        runner.leave();
        played
    }
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("fixtures", &self.fixtures).finish_non_exhaustive()
    }
}

/// A match that is being played.
struct Runner<'a> {
    games: Match<'a>,
    options: Options,
    host: Host,
    send: Sender<Message>,
    open: Vec<Game>,
    /// Players that are ending.
    leaving: Vec<Worker>,
}

/// A game that is being prepared or played.
struct Game {
    fixture: Fixture,
    /// The names of the players that have started, Black's first.
    names: [Option<String>; 2],
    /// The players, until they are handed to the session.
    workers: [Option<Worker>; 2],
    /// The session, once both players have started.
    session: Option<Handle>,
}

/// What players and sessions report to the thread of the match.
enum Message {
    Prepared { number: usize, color: Color, prepared: Prepared },
    Over(usize),
}

/// Reports on drop that a game is over, however its session ends.
struct Bell {
    number: usize,
    send: Sender<Message>,
}

impl Drop for Bell {
    fn drop(&mut self) {
        let _ = self.send.send(Message::Over(self.number));
    }
}

impl Runner<'_> {
    fn run<E: From<MatchError>>(
        &mut self,
        inbox: &Receiver<Message>,
        tell: &mut impl FnMut(News) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            while self.open.len() < self.options.parallel.max(1)
                && let Some(fixture) = self.games.fixtures.pop()
            {
                self.begin(fixture)?;
            }
            if self.open.is_empty() {
                return Ok(());
            }
            match inbox.recv_timeout(self.options.interval) {
                Ok(Message::Prepared { number, color, prepared }) => {
                    self.prepared(number, color, prepared)?;
                }
                Ok(Message::Over(number)) => {
                    let finished = self.end(number)?.ok_or(MatchError::Lost(number))?;
                    tell(News::Finished(Box::new(finished)))?;
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    tell(News::Waiting)?;
                }
            }
        }
    }

    /// Finds the players of a game, and starts those that are not running. Engines without any
    /// further game are ended.
    fn begin(&mut self, fixture: Fixture) -> Result<(), MatchError> {
        let mut game = Game { fixture, names: [None, None], workers: [None, None], session: None };
        let seeds = self.games.plan.seeds(&fixture);
        for color in Color::ALL {
            let side = color.index();
            let player = fixture.seats[side];
            let idle = &mut self.games.idle;
            if let Some(nth) = idle.iter().position(|idle| idle.player == player) {
                let Player { worker, name, .. } = idle.swap_remove(nth);
                worker.forget();
                game.names[side] = Some(name);
                game.workers[side] = Some(worker);
                continue;
            }
            let worker = self.games.worker(player, seeds[side])?;
            let (send, number) = (self.send.clone(), fixture.number);
            worker.prepare_then(game::task(self.games.plan, &fixture, color), move |prepared| {
                let _ = send.send(Message::Prepared { number, color, prepared });
            });
            game.workers[side] = Some(worker);
        }
        let is_here = |idle: &mut Player| fixture.seats.contains(&idle.player);
        let others: Vec<Player> = self.games.idle.extract_if(.., |idle| !is_here(idle)).collect();
        for Player { worker, .. } in others {
            self.dismiss(worker);
        }
        self.open.push(game);
        self.open_session(fixture.number);
        Ok(())
    }

    /// Handles the start of a player for a game.
    fn prepared(
        &mut self,
        number: usize,
        color: Color,
        prepared: Prepared,
    ) -> Result<(), MatchError> {
        let Some(game) = self.open.iter_mut().find(|game| game.fixture.number == number) else {
            return Ok(());
        };
        let player = game.fixture.seats[color.index()];
        let (profile, _) = prepared.map_err(|fault| self.games.cannot_play(player, fault))?;
        game.names[color.index()] = Some(profile.name);
        self.open_session(number);
        Ok(())
    }

    /// Opens the session of a game, if both players have started.
    fn open_session(&mut self, number: usize) {
        let Some(game) = self.open.iter_mut().find(|game| game.fixture.number == number) else {
            return;
        };
        let [Some(black), Some(white)] = game.names.clone() else { return };
        let session = game::session(self.games.plan, &game.fixture, &[black, white], &self.options);
        let minds = std::mem::take(&mut game.workers);
        let bell = Bell { number, send: self.send.clone() };
        let opening = host::Opening { session, sink: None, minds };
        game.session = Some(self.host.open_with(opening, move |delivery| {
            let _until_dropped = &bell;
            !is_over(&delivery)
        }));
    }

    /// Closes a game; `None` if it was not over. Its players are kept for the next one where
    /// possible.
    fn end(&mut self, number: usize) -> Result<Option<Finished>, MatchError> {
        let nth = self.open.iter().position(|game| game.fixture.number == number);
        let Some(game) = nth.map(|nth| self.open.swap_remove(nth)) else { return Ok(None) };
        let Game { fixture, names, workers, session } = game;
        let Some(handle) = session else {
            workers.into_iter().flatten().for_each(|worker| self.dismiss(worker));
            return Ok(None);
        };
        let closing = handle.close().map_err(|_| MatchError::Lost(number))?;
        let is_over = closing.session.game().outcome().is_some();
        let at_fault = closing.session.verdict().fault.as_ref().map(|(color, _)| color.index());
        let names = names.map(Option::unwrap_or_default);
        for (side, worker) in closing.minds.into_iter().enumerate() {
            let Some(worker) = worker else { continue };
            let (player, name) = (fixture.seats[side], names[side].clone());
            if is_over && at_fault != Some(side) && self.games.stays(player) {
                self.games.idle.push(Player { player, worker, name });
            } else {
                self.dismiss(worker);
            }
        }
        let finish = || game::finish(self.games.plan, fixture, &names, closing.session);
        Ok(is_over.then(finish))
    }

    /// The games that are open.
    fn numbers(&self) -> Vec<usize> {
        self.open.iter().map(|game| game.fixture.number).collect()
    }

    /// Asks a player to end, without waiting.
    fn dismiss(&mut self, mut worker: Worker) {
        worker.end();
        self.leaving.push(worker);
        self.leaving.retain(|worker| !worker.has_ended());
    }

    /// Ends all players and waits for them: no engine outlives the match.
    fn leave(mut self) {
        for Player { worker, .. } in std::mem::take(&mut self.games.idle) {
            self.dismiss(worker);
        }
    }
}

/// Whether this says that the game of a session is over.
fn is_over(delivery: &Delivery) -> bool {
    match delivery {
        Delivery::Snapshot(snapshot) => snapshot.result.is_some(),
        Delivery::Events(events) => {
            events.iter().any(|published| matches!(published.event, Event::Ended { .. }))
        }
        Delivery::Closed => true,
    }
}
