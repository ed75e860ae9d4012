//! The state of a running game: the record and a cursor in it, the game at the cursor, seats, clocks,
//! marks and offers. It does no I/O, starts no thread and has no clock of its own.
//!
//! Data flows one way: a command, a report of a mind or the time comes in; the game changes; events are
//! staged, and effects go out. If the record changed, the events are published only once the host
//! reports it saved; no other input is accepted before that.

mod correct;
mod log;
mod marking;
mod minds;
mod offer;
mod play;
mod publish;
mod questions;
mod review;
mod seats;
mod start;
#[cfg(test)]
mod tests;
mod views;

use hoshi_core::{Color, Game, Outcome, Phase as GamePhase, Point, WinBy};
use hoshi_record::kifu::{Change, Kifu, KifuError};
use hoshi_record::sgf::NodeId;

use crate::clock::Clocks;
use crate::dead::Judge;
use crate::mind::{Task, Wish};
use crate::refused::Refused;
use crate::terms::Terms;
use crate::wire::{Actor, ClockView, Command, Event, Mode, Offer, Recording, Side, Time, Vertex};
use log::Log;
use marking::Marking;
use seats::Seat;
use start::Placement;

pub use log::{KEPT, Since};
pub use seats::{Spent, plain_name};
pub use start::Resumed;

/// A running game.
///
/// ```
/// use hoshi_core::{Game, Preset, Rules, Size};
/// use hoshi_session::{Actor, Command, Player, Session, Start, Terms, Time};
///
/// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// let players = [Player::person("Ann"), Player::person("Bob")];
/// let mut session = Session::new(Start::of(game), players, Terms::default());
/// let play = Command::Play { at: "E5".parse().unwrap() };
/// let effects = session.handle(Actor::Both, play, Time::ZERO)?;
/// assert!(effects.is_empty());
///
/// let snapshot = session.snapshot().expect("nothing is being saved");
/// assert_eq!(snapshot.position.rows[4], "....X....");
/// assert_eq!(snapshot.position.captures.black, 0);
/// # Ok::<(), hoshi_session::Refused>(())
/// ```
#[derive(Debug)]
pub struct Session {
    game: Game,
    /// `None` only if the board is too large for a record.
    kifu: Option<Kifu>,
    seats: [Seat; 2],
    clocks: Option<Clocks>,
    is_paused: bool,
    /// Whether a clock has run in this session while two persons were here.
    have_met: bool,
    /// The clocks as last published.
    told_clock: Option<ClockView>,
    terms: Terms,
    review: Option<Box<Review>>,
    placing: Option<Placement>,
    marking: Option<Marking>,
    /// The revision of the last marks.
    revisions: u32,
    offer: Option<Offer>,
    /// The real game, while a dispute is shown on a copy.
    demonstration: Option<Box<(Game, Marking)>>,
    /// Whether both programs of a match passed, and play on until all dead stones are captured.
    is_cleaning: bool,
    /// How a match ended, if not by play.
    verdict: Verdict,
    recording: Recording,
    /// When to retry saving, if the disk is behind.
    next_try: Option<Time>,
    jobs: u64,
    /// The pending request to the judge: its number, and the position.
    estimating: Option<(u64, u64)>,
    /// Increases with every change of board or phase, to detect outdated answers.
    position: u64,
    log: Log,
    /// The results of the current command so far.
    out: Out,
}

/// A review of the record.
#[derive(Debug)]
struct Review {
    /// The node where the game stands.
    home: NodeId,
    /// The game at that node: a record lacks marks and resumption requests.
    game: Game,
    /// Whether that game continues after the review.
    is_running: bool,
}

/// Details for a match about the end of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The side that lost by a fault, and why.
    pub fault: Option<(Color, String)>,
    /// Whether the programs disagreed about dead stones.
    pub disputed: bool,
    /// Whether the game was ended because of its length.
    pub capped: bool,
}

/// The results of the current command.
#[derive(Debug, Default)]
struct Out {
    events: Vec<Event>,
    effects: Vec<Effect>,
    change: Option<Change>,
}

/// A request of a session to its host.
#[derive(Debug)]
#[non_exhaustive]
pub enum Effect {
    /// Save [`Session::kifu`], then call [`Session::persisted`]. Until then every command is refused as
    /// [`Refused::Busy`].
    Persist(Change),
    /// Pass this to the mind of a seat, and its report to [`Session::report`].
    Think {
        /// The side of the mind.
        color: Color,
        /// The number of the request.
        job: u64,
        /// The request.
        wish: Wish,
        /// The task.
        task: Box<Task>,
    },
    /// Cancel this request.
    Interrupt {
        /// The side of the mind.
        color: Color,
        /// The number of the request.
        job: u64,
    },
    /// Run the judge of dead stones in the background, and pass its answer to [`Session::estimated`].
    Judge {
        /// The number of the question.
        job: u64,
        /// The position.
        game: Box<Game>,
        /// The judge of the [`Terms`].
        judge: Judge,
    },
    /// Cancel the request to the judge.
    StopJudging {
        /// The number of the question.
        job: u64,
    },
}

impl Session {
    /// Executes a command of an actor.
    ///
    /// # Errors
    /// If the command is refused; nothing has changed then.
    pub fn handle(
        &mut self,
        actor: Actor,
        command: Command,
        now: Time,
    ) -> Result<Vec<Effect>, Refused> {
        self.handle_late(actor, command, now, 0)
    }

    /// The same for a command with a network lag of `lag` milliseconds: a move is credited with it, up
    /// to the limit of the terms.
    ///
    /// # Errors
    /// If the command is refused; nothing has changed then.
    pub fn handle_late(
        &mut self,
        actor: Actor,
        command: Command,
        now: Time,
        lag: u64,
    ) -> Result<Vec<Effect>, Refused> {
        if self.log.is_pending() {
            return Err(Refused::Busy);
        }
        if !self.is_seated(actor) {
            return Err(Refused::NotSeated);
        }
        let lag = lag.min(self.lag_left());
        // A late move does not count: the flag has fallen. Other commands must not cost the side to
        // move the lag allowance of a move that may be on its way.
        let is_move = matches!(command, Command::Play { .. });
        let is_own = is_move && self.acts_for(actor, self.game.turn());
        if !self.check_flag(now, if is_own { lag } else { self.lag_left() })
            && let Err(refused) = self.command(actor, command, now, lag)
        {
            self.out = Out::default();
            return Err(refused);
        }
        Ok(self.finish(now))
    }

    /// Handles what is due: a fallen flag, a retry of the disk. Call it at [`Session::deadline`].
    pub fn poll(&mut self, now: Time) -> Vec<Effect> {
        if self.log.is_pending() {
            return Vec::new();
        }
        self.check_flag(now, self.lag_left());
        self.release(now);
        if self.next_try.is_some_and(|next| next <= now) {
            self.next_try = None;
            self.out.change.get_or_insert(Change::Nothing);
        }
        self.finish(now)
    }

    /// When [`Session::poll`] must be called, if nothing else happens.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        if self.log.is_pending() {
            return None;
        }
        let flag = self.clocks.as_ref().and_then(Clocks::out_at);
        let flag = flag.map(|out| out.plus(self.lag_left()));
        let held = self.seats.iter().filter_map(|seat| Some(seat.held.as_ref()?.due));
        flag.into_iter().chain(self.next_try).chain(held).min()
    }

    /// The record, with its cursor at the current position. Only a board above 52x52 has none.
    #[must_use]
    pub fn kifu(&self) -> Option<&Kifu> {
        self.kifu.as_ref()
    }

    /// The game at the cursor.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How a match ended, if not by play.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn mode(&self) -> Mode {
        if self.review.is_some() { Mode::Review } else { Mode::Play }
    }

    fn command(
        &mut self,
        actor: Actor,
        command: Command,
        now: Time,
        lag: u64,
    ) -> Result<(), Refused> {
        match command {
            Command::Play { at } if self.review.is_some() => self.branch(at),
            Command::Play { at } => self.play_command(actor, at, now, lag),
            Command::Comment { text, on } => self.comment(&text, on.as_ref()),
            Command::Name { color, name } => self.name(actor, color, name),
            Command::Correct { number, at } => self.correct(actor, number, at),
            Command::Review => self.begin_review(actor),
            Command::PlayOn => self.end_review(),
            Command::Walk { step } => self.walk(&step),
            Command::SetUp { stones, empty, turn } => self.set_up(&stones, &empty, turn),
            Command::Markup { marks } => self.set_markup(&marks),
            // A player alone cannot change what was played.
            Command::Remove | Command::Promote if !self.holds_all(actor) => Err(Refused::Alone),
            Command::Remove => self.remove_node(),
            Command::Promote => self.promote(),
            _ if self.review.is_some() => Err(Refused::Reviewing),
            Command::Settle => self.settle(),
            Command::Stop => self.stop_program(actor),
            Command::Restart => self.restart_program(),
            Command::Ask => self.ask_programs(now),
            _ if self.demonstration.is_some() => Err(Refused::Demonstrating),
            Command::Resign { color } => self.resign(actor, color),
            Command::Undo { color } => self.request_undo(actor, color),
            Command::Redo => self.redo(actor),
            Command::Answer { grant } => self.answer(actor, grant),
            Command::Withdraw => self.withdraw(actor),
            Command::Mark { points, status } => self.mark(actor, &points, status),
            Command::Accept { revision } => self.accept(actor, revision),
            Command::Resume { color } => self.resume_play(actor, color),
            Command::Demonstrate => self.demonstrate(actor),
            Command::Result { result } => self.result(actor, &result),
            Command::Pause => self.pause(actor, true),
            Command::Unpause => self.pause(actor, false),
        }
    }

    /// Completes a command: runs the clock of the side to move, asks its program, and numbers the
    /// events.
    fn finish(&mut self, now: Time) -> Vec<Effect> {
        self.think_or_stop(now);
        self.estimate_or_stop();
        self.run_clock(now);
        if self.kifu.as_mut().is_some_and(Kifu::take_reencoded) {
            let text =
                "a text did not fit the charset of the file, which was changed to UTF-8".to_owned();
            self.tell(Event::Note { about: None, text });
        }
        let out = std::mem::take(&mut self.out);
        let mut effects = Vec::with_capacity(out.effects.len() + 1);
        let change = out.change.filter(|_| self.terms.is_recorded);
        let is_pending = change.is_some();
        effects.extend(change.map(Effect::Persist));
        effects.extend(out.effects);
        self.log.stage(out.events, now, self.is_saved());
        if is_pending {
            self.log.wait();
        } else {
            self.log.publish();
        }
        effects
    }

    fn tell(&mut self, event: Event) {
        self.out.events.push(event);
    }

    /// Whether an actor has a seat. Nobody holds the seat of a program.
    fn is_seated(&self, actor: Actor) -> bool {
        match actor {
            Actor::Black => !self.seat(Color::Black).view.program,
            Actor::White => !self.seat(Color::White).view.program,
            Actor::Both => true,
            Actor::Spectator => false,
        }
    }

    /// Whether an actor may act for a side: its own seat, or any person's seat if it holds both.
    fn acts_for(&self, actor: Actor, color: Color) -> bool {
        match actor {
            Actor::Black => color == Color::Black,
            Actor::White => color == Color::White,
            Actor::Both => !self.seat(color).view.program,
            Actor::Spectator => false,
        }
    }

    /// Whether an actor holds the seat of every person.
    fn holds_all(&self, actor: Actor) -> bool {
        Color::ALL.into_iter().all(|c| self.seat(c).view.program || self.acts_for(actor, c))
    }

    /// The side that a command is for: the actor's own seat, the side it names, or that of the only
    /// person.
    fn side_of(&self, actor: Actor, color: Option<Side>) -> Result<Color, Refused> {
        let own = match actor {
            Actor::Black => Some(Color::Black),
            Actor::White => Some(Color::White),
            Actor::Both => None,
            Actor::Spectator => return Err(Refused::NotSeated),
        };
        match (own, color.map(Color::from)) {
            (Some(own), Some(named)) if own != named => Err(Refused::NotYours(named.into())),
            (Some(own), _) => Ok(own),
            (None, Some(named)) => Ok(named),
            (None, None) => {
                let mut persons = Color::ALL.into_iter().filter(|&c| self.acts_for(actor, c));
                match (persons.next(), persons.next()) {
                    (Some(only), None) => Ok(only),
                    _ => Err(Refused::WhichSide),
                }
            }
        }
    }

    fn point(&self, at: Vertex) -> Result<Point, Refused> {
        let size = self.game.size();
        let name = || at.as_str().to_owned();
        at.point(size).ok_or_else(|| Refused::NoSuchPoint { name: name(), size })
    }

    /// Changes the record. The game continues even if the record cannot represent the change.
    fn record(&mut self, write: impl FnOnce(&mut Kifu) -> Result<Change, KifuError>) {
        // A demonstration is not part of the game.
        if self.demonstration.is_none() {
            self.write(write);
        }
    }

    /// The same for changes that are not moves.
    fn write(&mut self, write: impl FnOnce(&mut Kifu) -> Result<Change, KifuError>) {
        let Some(kifu) = &mut self.kifu else { return };
        match write(kifu) {
            Ok(change) => self.changed(change),
            Err(error) => self.tell(Event::Note {
                about: None,
                text: format!("the record cannot hold this: {error}"),
            }),
        }
    }

    /// Notes a change of the record; the changes of one command are saved together.
    fn changed(&mut self, change: Change) {
        if change == Change::Nothing {
            return;
        }
        self.out.change = Some(match self.out.change {
            None | Some(Change::Nothing) => change,
            Some(one) => Change::Whole { is_move: is_move(one) || is_move(change) },
        });
    }

    /// The game has ended.
    fn ended(&mut self) {
        let Some(outcome) = self.game.outcome() else { return };
        self.lapse_offer();
        self.marking = None;
        self.record_end(outcome);
        let result = Box::new(self.result_view(outcome));
        self.tell(Event::Ended { result });
    }

    /// Writes the end of the game into the record, with the territory if a count decided.
    fn record_end(&mut self, outcome: Outcome) {
        let is_counted = self.result_view(outcome).score.is_some();
        let territory = is_counted.then(|| {
            let score = self.game.score();
            Color::ALL.map(|color| score.territory(color).collect::<Vec<Point>>())
        });
        self.record(|kifu| {
            let both = territory.as_ref().map(|[black, white]| [&black[..], &white[..]]);
            kifu.finish(outcome, both)
        });
    }

    fn is_over(&self) -> bool {
        matches!(self.game.phase(), GamePhase::Over(_))
    }
}

/// Whether a change adds a move or a setup.
fn is_move(change: Change) -> bool {
    matches!(change, Change::Append | Change::Whole { is_move: true })
}

/// Whether a count decided this result, so that another move would change it.
fn is_counted(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { by, .. } => matches!(by, WinBy::Score(_)),
        Outcome::Draw => true,
        Outcome::NoResult => false,
    }
}
