//! One thread's share of the sessions: messages and deadlines in, events out. The time is passed in, so
//! that tests can skip an hour.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;

use hoshi_core::Color;
use hoshi_record::kifu::Change;

use super::judging::Judging;
use super::lane::Lane;
use super::sink::{Saved, Unsaved};
use super::worker::{Ticket, Worker};
use super::{Closing, Delivery, Listener, Message, Opening, Reply, Sink};
use crate::failure::Failure;
use crate::mind::Stop;
use crate::refused::Refused;
use crate::session::{Effect, Session, Since};
use crate::wire::Time;

#[derive(Default)]
pub(super) struct Shard {
    tables: HashMap<u64, Table>,
    /// The next deadline of each session, earliest first.
    due: BTreeSet<(Time, u64)>,
    /// The sessions whose last change is to be settled, in order.
    open: Vec<u64>,
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
    /// A command that is not on disk yet.
    open: Option<Unsettled>,
}

/// A command whose change is to be settled with those of other sessions. Nothing of it is published yet.
struct Unsettled {
    /// What is to be done after that.
    effects: std::vec::IntoIter<Effect>,
    then: Time,
    reply: Option<Reply<Result<u64, Refused>>>,
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

    /// Handles a message, and waits for the disk.
    pub(super) fn receive(&mut self, message: Message, now: Time) {
        self.receive_soon(message, now, false);
        self.settle();
    }

    /// The same, but with `soon` what a command changes may be left to [`Shard::settle`], so that the changes of many
    /// sessions are synced together.
    pub(super) fn receive_soon(&mut self, message: Message, now: Time, soon: bool) {
        let id = message.id();
        let is_command = matches!(message, Message::Do { .. });
        if !is_command || self.tables.get(&id).is_some_and(|table| table.open.is_some()) {
            self.settle();
        }
        self.guard(id, |shard| shard.take(message, now, soon));
    }

    /// Makes durable what was left open, and publishes it.
    pub(super) fn settle(&mut self) {
        for id in std::mem::take(&mut self.open) {
            self.guard(id, |shard| shard.settle_one(id));
        }
    }

    fn settle_one(&mut self, id: u64) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let Some(Unsettled { effects, then, reply }) = table.open.take() else { return };
        let (result, notes) = table.settle();
        table.persisted(result, notes, then);
        table.carry_out(id, effects, then, false);
        self.done(id);
        self.reply(id, reply);
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

    fn take(&mut self, message: Message, now: Time, soon: bool) {
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
                    open: None,
                };
                table.subscribe(None, listener);
                self.tables.insert(id, table);
                self.with(id, now, |table, now| table.session.open(now));
            }
            Message::Do { id, actor, command, lag, reply } => {
                let mut refused = None;
                self.with_soon(id, now, soon, |table, now| {
                    match table.session.handle_late(actor, command, now, lag) {
                        Ok(effects) => effects,
                        Err(why) => {
                            refused = Some(why);
                            Vec::new()
                        }
                    }
                });
                match (refused, self.tables.get_mut(&id)) {
                    (Some(why), Some(_)) => reply(Err(why)),
                    (None, Some(Table { open: Some(open), .. })) => open.reply = Some(reply),
                    (None, _) => self.reply(id, Some(reply)),
                    (_, None) => {}
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

    /// Answers a command whose results are on disk and published. If the session is gone, nobody is answered.
    fn reply(&self, id: u64, reply: Option<Reply<Result<u64, Refused>>>) {
        if let (Some(table), Some(reply)) = (self.tables.get(&id), reply) {
            reply(Ok(table.session.published()));
        }
    }

    /// Runs some work of a session, carries out its effects, and notifies its listeners.
    fn with(&mut self, id: u64, now: Time, work: impl FnOnce(&mut Table, Time) -> Vec<Effect>) {
        self.with_soon(id, now, false, work);
    }

    /// The same; with `soon`, the last steps may be left to [`Shard::settle`].
    fn with_soon(
        &mut self,
        id: u64,
        now: Time,
        soon: bool,
        work: impl FnOnce(&mut Table, Time) -> Vec<Effect>,
    ) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        if let Some(due) = table.due.take() {
            self.due.remove(&(due, id));
        }
        let then = Time::new(now.since(table.began));
        let effects = work(table, then);
        table.carry_out(id, effects.into_iter(), then, soon);
        match table.open {
            Some(_) => self.open.push(id),
            None => self.done(id),
        }
    }

    /// Notifies the listeners of a session, and notes its next deadline.
    fn done(&mut self, id: u64) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        table.publish();
        table.due = table.session.deadline().map(|due| table.began.plus(due.millis()));
        if let Some(due) = table.due {
            self.due.insert((due, id));
        }
    }
}

impl Table {
    fn carry_out(
        &mut self,
        id: u64,
        mut effects: std::vec::IntoIter<Effect>,
        now: Time,
        soon: bool,
    ) {
        let mut at_once = None;
        while let Some(effect) = effects.next() {
            match effect {
                Effect::Persist(change) => match self.persist(change, soon) {
                    Some((result, notes)) => self.persisted(result, notes, now),
                    None => {
                        self.open = Some(Unsettled { effects, then: now, reply: None });
                        return;
                    }
                },
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
            self.carry_out(id, effects.into_iter(), now, false);
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

    /// Saves the record; returns the result and any notes. With `soon`, `None` says that it is to be settled.
    fn persist(
        &mut self,
        change: Change,
        soon: bool,
    ) -> Option<(Result<Saved, Failure>, Vec<String>)> {
        let (Some(sink), Some(kifu)) = (&mut self.sink, self.session.kifu()) else {
            return Some((Ok(None), Vec::new()));
        };
        let result = match soon {
            true => sink.save_soon(kifu, change).transpose()?,
            false => sink.save(kifu, change),
        };
        Some((result, sink.take_notes()))
    }

    /// Makes durable what was left open; returns the result and any notes.
    fn settle(&mut self) -> (Result<Saved, Failure>, Vec<String>) {
        match (&mut self.sink, self.session.kifu()) {
            (Some(sink), Some(kifu)) => (sink.settle(kifu), sink.take_notes()),
            _ => (Ok(None), Vec::new()),
        }
    }

    /// Tells the session whether its last change is on disk.
    fn persisted(&mut self, result: Result<Saved, Failure>, notes: Vec<String>, now: Time) {
        if let Err(why) = &result {
            tracing::warn!("the game is not saved: {why}");
        }
        self.session.persisted(result, notes, now);
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
mod tests;
