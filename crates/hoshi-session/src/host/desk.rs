//! One thread's share of the sessions: letters and deadlines in, events out. It is told the time, so that
//! a test can let an hour pass in no time.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;

use hoshi_core::Color;
use hoshi_record::kifu::Change;

use super::judging::Judging;
use super::lane::Lane;
use super::sink::Unsaved;
use super::worker::{Ticket, Worker};
use super::{Closing, Delivery, Letter, Listener, Opening, Sink};
use crate::mind::Stop;
use crate::session::{Effect, Session, Since};
use crate::wire::Time;

#[derive(Default)]
pub(super) struct Desk {
    tables: HashMap<u64, Table>,
    /// When each session has something to do, the first first.
    due: BTreeSet<(Time, u64)>,
}

/// A session with all that it works with.
struct Table {
    session: Session,
    sink: Option<Box<dyn Sink>>,
    minds: [Option<Worker>; 2],
    /// What each mind was asked last.
    tickets: [Option<(u64, Ticket)>; 2],
    /// The judge, while it is asked which stones are dead.
    judging: Option<Judging>,
    listeners: Vec<Listener>,
    /// The last event that the listeners have.
    sent: u64,
    /// When the session began, by the clock of the desk.
    began: Time,
    /// Where the reports of its minds go.
    to: Weak<Lane>,
    due: Option<Time>,
}

impl Desk {
    /// When there is something to do, if no letter comes.
    pub(super) fn deadline(&self) -> Option<Time> {
        self.due.first().map(|&(time, _)| time)
    }

    /// Does what is due.
    pub(super) fn poll(&mut self, now: Time) {
        while let Some(&(time, id)) = self.due.first()
            && time <= now
        {
            self.due.remove(&(time, id));
            self.guard(id, |desk| {
                desk.with(id, now, |table, now| table.session.poll(now));
            });
        }
    }

    pub(super) fn receive(&mut self, letter: Letter, now: Time) {
        self.guard(letter.id(), |desk| desk.take(letter, now));
    }

    /// Does something for a session. If that panics, this session is closed and the others go on: what it
    /// has on disk stays as it is.
    fn guard(&mut self, id: u64, work: impl FnOnce(&mut Desk)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_ok() {
            return;
        }
        tracing::error!("a session was closed by a bug in hoshi");
        self.due.retain(|&(_, due)| due != id);
        let Some(mut table) = self.tables.remove(&id) else { return };
        // Nobody waits for them here.
        table.minds.iter_mut().filter_map(Option::take).for_each(Worker::dismiss);
        for mut tell in table.listeners.drain(..) {
            let _ = catch_unwind(AssertUnwindSafe(|| tell(Delivery::Closed)));
        }
        let _ = catch_unwind(AssertUnwindSafe(|| drop(table)));
    }

    fn take(&mut self, letter: Letter, now: Time) {
        match letter {
            Letter::Open { id, opening, listener, to } => {
                let Opening { session, sink, minds } = *opening;
                let mut table = Table {
                    sent: session.published(),
                    session,
                    sink,
                    minds,
                    tickets: [None, None],
                    judging: None,
                    listeners: Vec::new(),
                    began: now,
                    to,
                    due: None,
                };
                table.subscribe(None, listener);
                self.tables.insert(id, table);
                self.with(id, now, |table, now| table.session.open(now));
            }
            Letter::Do { id, actor, command, lag, reply } => {
                let mut result = None;
                self.with(id, now, |table, now| {
                    match table.session.handle_late(actor, command, now, lag) {
                        Ok(effects) => effects,
                        Err(refused) => {
                            result = Some(Err(refused));
                            Vec::new()
                        }
                    }
                });
                // Only now: what the command led to is on disk, and published.
                if let Some(table) = self.tables.get(&id) {
                    reply(result.unwrap_or_else(|| Ok(table.session.published())));
                }
            }
            Letter::Ask { id, question, reply } => {
                if let Some(table) = self.tables.get(&id) {
                    reply(table.session.ask(&question));
                }
            }
            Letter::Report { id, report } => {
                self.with(id, now, |table, now| table.session.report(report, now));
            }
            Letter::Estimated { id, job, marks } => {
                self.with(id, now, |table, now| {
                    // Its thread has nothing more to do.
                    drop(table.judging.take_if(|judging| judging.job() == job));
                    table.session.estimated(job, marks, now)
                });
            }
            Letter::Subscribe { id, since, listener } => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.subscribe(since, listener);
                }
            }
            Letter::Replace { id, color, player, mind } => {
                self.with(id, now, |table, now| {
                    let nth = color.index();
                    if let Some(old) = std::mem::replace(&mut table.minds[nth], mind) {
                        old.dismiss();
                    }
                    table.tickets[nth] = None;
                    table.session.replace(color, player, now)
                });
            }
            Letter::Attend { id, color, is_present } => {
                self.with(id, now, |table, now| table.session.attend(color, is_present, now));
            }
            Letter::Close { id, reply } => {
                if let Some(table) = self.tables.remove(&id) {
                    if let Some(due) = table.due {
                        self.due.remove(&(due, id));
                    }
                    reply(table.close());
                }
            }
        }
    }

    /// Lets a session do something, carries out what it wants, and tells its listeners.
    fn with(&mut self, id: u64, now: Time, work: impl FnOnce(&mut Table, Time) -> Vec<Effect>) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        if let Some(due) = table.due.take() {
            self.due.remove(&(due, id));
        }
        let then = Time::new(now.since(table.began));
        let effects = work(table, then);
        table.carry_out(id, effects, then);
        table.publish();
        table.due = table.session.deadline().map(|due| table.began.plus(due.millis()));
        if let Some(due) = table.due {
            self.due.insert((due, id));
        }
    }
}

impl Table {
    fn carry_out(&mut self, id: u64, effects: Vec<Effect>, now: Time) {
        let mut at_once = None;
        for effect in effects {
            match effect {
                Effect::Persist(change) => {
                    let (result, notes) = self.persist(change);
                    if let Err(why) = &result {
                        tracing::warn!("the game is not saved: {why}");
                    }
                    self.session.persisted(result, notes, now);
                }
                Effect::Think { color, job, wish, task } => {
                    let nth = color.index();
                    let Some(mind) = &self.minds[nth] else { continue };
                    let to = self.to.clone();
                    let ticket = mind.ask(color, job, wish, task, move |report| {
                        // If nobody is there any more, nobody wants it.
                        if let Some(lane) = to.upgrade() {
                            lane.send(Letter::Report { id, report });
                        }
                    });
                    self.tickets[nth] = Some((job, ticket));
                }
                Effect::Interrupt { color, job } => self.interrupt(color, job),
                // After the change before it is saved.
                Effect::Judge { job, game, judge } if judge.is_at_once() => {
                    at_once = Some((job, game, judge));
                }
                Effect::Judge { job, game, judge } => {
                    let to = self.to.clone();
                    self.judging = Some(Judging::start(job, *game, judge, move |marks| {
                        if let Some(lane) = to.upgrade() {
                            lane.send(Letter::Estimated { id, job, marks });
                        }
                    }));
                }
                Effect::StopJudging { job } => {
                    drop(self.judging.take_if(|judging| judging.job() == job));
                }
            }
        }
        if let Some((job, game, judge)) = at_once {
            let marks = judge.marks_unless(&game, &Stop::default());
            let effects = self.session.estimated(job, marks, now);
            self.carry_out(id, effects, now);
        }
    }

    fn interrupt(&mut self, color: Color, job: u64) {
        let nth = color.index();
        if let (Some(mind), Some((_, ticket))) =
            (&self.minds[nth], self.tickets[nth].take_if(|(asked, _)| *asked == job))
        {
            mind.interrupt(ticket);
        }
    }

    /// Brings the record to its place; what it says, and what there is to know.
    fn persist(&mut self, change: Change) -> (Result<Option<String>, String>, Vec<String>) {
        let (Some(sink), Some(kifu)) = (&mut self.sink, self.session.kifu()) else {
            return (Ok(None), Vec::new());
        };
        let result = sink.save(kifu, change);
        (result, sink.take_notes())
    }

    /// Tells the listeners what was published since they were told last.
    fn publish(&mut self) {
        let published = self.session.published();
        if published == self.sent {
            return;
        }
        match self.session.since(self.sent) {
            Since::Events(events) => {
                self.listeners.retain_mut(|tell| tell(Delivery::Events(events.clone())));
            }
            // More at once than is kept: they begin again.
            Since::Snapshot => {
                if let Some(snapshot) = self.session.snapshot() {
                    let snapshot = Box::new(snapshot);
                    self.listeners.retain_mut(|tell| tell(Delivery::Snapshot(snapshot.clone())));
                }
            }
        }
        self.sent = published;
    }

    fn subscribe(&mut self, since: Option<u64>, mut listener: Listener) {
        let missed = since.map_or(Since::Snapshot, |seq| self.session.since(seq));
        let wants_more = match missed {
            Since::Events(events) => listener(Delivery::Events(events)),
            Since::Snapshot => match self.session.snapshot() {
                Some(snapshot) => listener(Delivery::Snapshot(Box::new(snapshot))),
                // A sync never outlives the letter that it belongs to.
                None => false,
            },
        };
        if wants_more {
            self.listeners.push(listener);
        }
    }

    fn close(mut self) -> Closing {
        for (nth, ticket) in self.tickets.iter_mut().enumerate() {
            if let (Some(mind), Some((_, ticket))) = (&self.minds[nth], ticket.take()) {
                mind.interrupt(ticket);
            }
        }
        for tell in &mut self.listeners {
            tell(Delivery::Closed);
        }
        let file: Result<_, Unsaved> = match (self.sink.take(), self.session.kifu()) {
            (Some(sink), Some(kifu)) => sink.close(kifu),
            _ => Ok(None),
        };
        Closing { session: self.session, file, minds: self.minds }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use hoshi_core::{Game, Preset, Rules, Size};

    use super::*;
    use crate::Control;
    use crate::terms::{Player, Start, Terms};
    use crate::wire::{Actor, Command, Event};

    fn open(desk: &mut Desk, time: &str) {
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let control: Control = time.parse().unwrap();
        let start = Start { time: [control.0; 2], ..Start::of(game) };
        let players = [Player::person("Ann"), Player::person("Bob")];
        let session = Session::new(start, players, Terms::default());
        let opening = Box::new(Opening::of(session));
        let listener: Listener = Box::new(|_| false);
        let letter = Letter::Open { id: 7, opening, listener, to: Weak::new() };
        desk.receive(letter, Time::ZERO);
    }

    /// Lets the time pass; how often something was due.
    fn wake_ups(desk: &mut Desk, until: Time) -> usize {
        let mut wake_ups = 0;
        while let Some(due) = desk.deadline().filter(|&due| due <= until) {
            desk.poll(due);
            wake_ups += 1;
        }
        wake_ups
    }

    #[test]
    fn an_idle_game_wakes_nobody() {
        let hour = Time::new(3_600_000);
        for (time, wanted) in [("none", 0), ("2h", 0), ("10m+3x30s", 1)] {
            let mut desk = Desk::default();
            open(&mut desk, time);
            assert_eq!(wake_ups(&mut desk, hour), wanted, "{time}");
        }
    }

    #[test]
    fn a_flag_falls_at_its_deadline() {
        let mut desk = Desk::default();
        open(&mut desk, "10m+3x30s");
        let (tell, events) = mpsc::channel::<Delivery>();
        let listener: Listener = Box::new(move |delivery| tell.send(delivery).is_ok());
        desk.receive(Letter::Subscribe { id: 7, since: Some(0), listener }, Time::ZERO);
        let reply = Box::new(|result: Result<u64, _>| assert!(result.is_ok()));
        let command = Command::Play { at: "E5".parse().unwrap() };
        let letter = Letter::Do { id: 7, actor: Actor::Both, command, lag: 0, reply };
        desk.receive(letter, Time::new(1_000));
        assert_eq!(desk.deadline(), Some(Time::new(1_000 + 690_000)));
        desk.poll(Time::new(1_000 + 690_000));
        let is_end =
            |event: &Event| matches!(event, Event::Ended { result } if result.result == "B+T");
        let ended = events.try_iter().any(|delivery| {
            let Delivery::Events(events) = delivery else { return false };
            events.iter().any(|published| is_end(&published.event))
        });
        assert!(ended);
        assert_eq!(desk.deadline(), None);
    }
}
