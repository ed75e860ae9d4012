//! One thread's share of the sessions: messages and deadlines in, events out. The time is passed in, so
//! that tests can skip an hour.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;

use hoshi_core::Color;
use hoshi_record::kifu::Change;

use super::judging::Judging;
use super::lane::Lane;
use super::sink::Unsaved;
use super::worker::{Ticket, Worker};
use super::{Closing, Delivery, Listener, Message, Opening, Sink};
use crate::failure::Failure;
use crate::mind::Stop;
use crate::session::{Effect, Session, Since};
use crate::wire::Time;

#[derive(Default)]
pub(super) struct Shard {
    tables: HashMap<u64, Table>,
    /// The next deadline of each session, earliest first.
    due: BTreeSet<(Time, u64)>,
}

/// A session and its resources.
struct Table {
    session: Session,
    sink: Option<Box<dyn Sink>>,
    minds: [Option<Worker>; 2],
    /// The last request to each mind.
    tickets: [Option<(u64, Ticket)>; 2],
    /// The judge, while it estimates dead stones.
    judging: Option<Judging>,
    listeners: Vec<Listener>,
    /// The number of the last event sent to the listeners.
    sent: u64,
    /// When the session began, by the clock of the shard.
    began: Time,
    /// The receiver of the reports of its minds.
    to: Weak<Lane>,
    due: Option<Time>,
}

impl Shard {
    /// The next deadline, if no message comes first.
    pub(super) fn deadline(&self) -> Option<Time> {
        self.due.first().map(|&(time, _)| time)
    }

    /// Handles everything that is due.
    pub(super) fn poll(&mut self, now: Time) {
        while let Some(&(time, id)) = self.due.first()
            && time <= now
        {
            self.due.remove(&(time, id));
            self.guard(id, |shard| {
                shard.with(id, now, |table, now| table.session.poll(now));
            });
        }
    }

    pub(super) fn receive(&mut self, message: Message, now: Time) {
        self.guard(message.id(), |shard| shard.take(message, now));
    }

    /// Runs some work of a session. If it panics, this session is closed and the others continue; its
    /// record on disk is unaffected.
    fn guard(&mut self, id: u64, work: impl FnOnce(&mut Shard)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_ok() {
            return;
        }
        tracing::error!("a session was closed by a bug in hoshi");
        self.due.retain(|&(_, due)| due != id);
        let Some(mut table) = self.tables.remove(&id) else { return };
        // Not waited for here.
        table.minds.iter_mut().filter_map(Option::take).for_each(Worker::dismiss);
        for mut tell in table.listeners.drain(..) {
            let _ = catch_unwind(AssertUnwindSafe(|| tell(Delivery::Closed)));
        }
        let _ = catch_unwind(AssertUnwindSafe(|| drop(table)));
    }

    fn take(&mut self, message: Message, now: Time) {
        match message {
            Message::Open { id, opening, listener, to } => {
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
            Message::Do { id, actor, command, lag, reply } => {
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
                // Only now are the results of the command on disk and published.
                if let Some(table) = self.tables.get(&id) {
                    reply(result.unwrap_or_else(|| Ok(table.session.published())));
                }
            }
            Message::Ask { id, question, reply } => {
                if let Some(table) = self.tables.get(&id) {
                    reply(table.session.ask(&question));
                }
            }
            Message::Report { id, report } => {
                self.with(id, now, |table, now| table.session.report(report, now));
            }
            Message::Estimated { id, job, marks } => {
                self.with(id, now, |table, now| {
                    // Ends its thread.
                    drop(table.judging.take_if(|judging| judging.job() == job));
                    table.session.estimated(job, marks, now)
                });
            }
            Message::Subscribe { id, since, listener } => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.subscribe(since, listener);
                }
            }
            Message::Replace { id, color, player, mind } => {
                self.with(id, now, |table, now| {
                    let nth = color.index();
                    if let Some(old) = std::mem::replace(&mut table.minds[nth], mind) {
                        old.dismiss();
                    }
                    table.tickets[nth] = None;
                    table.session.replace(color, player, now)
                });
            }
            Message::Attend { id, color, is_present } => {
                self.with(id, now, |table, now| table.session.attend(color, is_present, now));
            }
            Message::AllowHints { id, reply } => {
                self.with(id, now, |table, now| table.session.allow_hints(now));
                if self.tables.contains_key(&id) {
                    reply(());
                }
            }
            Message::Close { id, reply } => {
                if let Some(table) = self.tables.remove(&id) {
                    if let Some(due) = table.due {
                        self.due.remove(&(due, id));
                    }
                    reply(table.close());
                }
            }
        }
    }

    /// Runs some work of a session, carries out its effects, and notifies its listeners.
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
                        // If the receiver is gone, the report is not needed.
                        if let Some(lane) = to.upgrade() {
                            lane.send(Message::Report { id, report });
                        }
                    });
                    self.tickets[nth] = Some((job, ticket));
                }
                Effect::Interrupt { color, job } => self.interrupt(color, job),
                // Queued until the previous change is saved.
                Effect::Judge { job, game, judge } if judge.is_at_once() => {
                    at_once = Some((job, game, judge));
                }
                Effect::Judge { job, game, judge } => {
                    let to = self.to.clone();
                    self.judging = Some(Judging::start(job, *game, judge, move |marks| {
                        if let Some(lane) = to.upgrade() {
                            lane.send(Message::Estimated { id, job, marks });
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

    /// Saves the record; returns the result and any notes.
    fn persist(&mut self, change: Change) -> (Result<Option<String>, Failure>, Vec<String>) {
        let (Some(sink), Some(kifu)) = (&mut self.sink, self.session.kifu()) else {
            return (Ok(None), Vec::new());
        };
        let result = sink.save(kifu, change);
        (result, sink.take_notes())
    }

    /// Sends newly published events to the listeners.
    fn publish(&mut self) {
        let published = self.session.published();
        if published == self.sent {
            return;
        }
        match self.session.since(self.sent) {
            Since::Events(events) => {
                self.listeners.retain_mut(|tell| tell(Delivery::Events(events.clone())));
            }
            // More at once than the log keeps: they get a snapshot.
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
                // A sync completes before its message is done.
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

    fn open(shard: &mut Shard, time: &str) {
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let control: Control = time.parse().unwrap();
        let start = Start { time: [control.0; 2], ..Start::of(game) };
        let players = [Player::person("Ann"), Player::person("Bob")];
        let session = Session::new(start, players, Terms::default());
        let opening = Box::new(Opening::of(session));
        let listener: Listener = Box::new(|_| false);
        let message = Message::Open { id: 7, opening, listener, to: Weak::new() };
        shard.receive(message, Time::ZERO);
    }

    /// Advances the time, and returns how often something was due.
    fn wake_ups(shard: &mut Shard, until: Time) -> usize {
        let mut wake_ups = 0;
        while let Some(due) = shard.deadline().filter(|&due| due <= until) {
            shard.poll(due);
            wake_ups += 1;
        }
        wake_ups
    }

    #[test]
    fn an_idle_game_wakes_nobody() {
        let hour = Time::new(3_600_000);
        for (time, wanted) in [("none", 0), ("2h", 0), ("10m+3x30s", 1)] {
            let mut shard = Shard::default();
            open(&mut shard, time);
            assert_eq!(wake_ups(&mut shard, hour), wanted, "{time}");
        }
    }

    #[test]
    fn a_flag_falls_at_its_deadline() {
        let mut shard = Shard::default();
        open(&mut shard, "10m+3x30s");
        let (tell, events) = mpsc::channel::<Delivery>();
        let listener: Listener = Box::new(move |delivery| tell.send(delivery).is_ok());
        shard.receive(Message::Subscribe { id: 7, since: Some(0), listener }, Time::ZERO);
        let reply = Box::new(|result: Result<u64, _>| assert!(result.is_ok()));
        let command = Command::Play { at: "E5".parse().unwrap() };
        let message = Message::Do { id: 7, actor: Actor::Both, command, lag: 0, reply };
        shard.receive(message, Time::new(1_000));
        assert_eq!(shard.deadline(), Some(Time::new(1_000 + 690_000)));
        shard.poll(Time::new(1_000 + 690_000));
        let is_end =
            |event: &Event| matches!(event, Event::Ended { result } if result.result == "B+T");
        let ended = events.try_iter().any(|delivery| {
            let Delivery::Events(events) = delivery else { return false };
            events.iter().any(|published| is_end(&published.event))
        });
        assert!(ended);
        assert_eq!(shard.deadline(), None);
    }
}
