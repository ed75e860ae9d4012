//! Deadlines, and changes of many sessions that are synced together.

use std::path::PathBuf;
use std::sync::mpsc;

use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_record::kifu::Kifu;

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

/// A sink that is only durable when it is settled, and what it was asked for.
#[derive(Debug)]
struct Slow(mpsc::Sender<&'static str>);

impl Sink for Slow {
    fn save(&mut self, _: &Kifu, _: Change) -> Result<Saved, Failure> {
        let _ = self.0.send("save");
        Ok(None)
    }

    fn save_soon(&mut self, _: &Kifu, _: Change) -> Result<Option<Saved>, Failure> {
        let _ = self.0.send("soon");
        Ok(None)
    }

    fn settle(&mut self, _: &Kifu) -> Result<Saved, Failure> {
        let _ = self.0.send("settle");
        Ok(Some("a.sgf".to_owned()))
    }

    fn close(self: Box<Self>, _: &Kifu) -> Result<Option<PathBuf>, Unsaved> {
        Ok(None)
    }
}

/// Changes of several sessions are settled together, and nothing of them is said before that.
#[test]
fn what_is_not_settled_is_not_published() {
    let mut shard = Shard::default();
    let (tell, steps) = mpsc::channel();
    for id in 0..2 {
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let players = [Player::person("Ann"), Player::person("Bob")];
        let terms = Terms { is_recorded: true, ..Terms::default() };
        let session = Session::new(Start::of(game), players, terms);
        let sink: Box<dyn Sink> = Box::new(Slow(tell.clone()));
        let opening = Box::new(Opening { sink: Some(sink), ..Opening::of(session) });
        let said = tell.clone();
        let listener: Listener = Box::new(move |_| said.send("event").is_ok());
        let message = Message::Open { id, opening, listener, to: Weak::new() };
        shard.receive(message, Time::ZERO);
    }
    let play = |shard: &mut Shard, id, at: &str, soon| {
        let said = tell.clone();
        let reply = Box::new(move |result: Result<u64, _>| {
            let _ = said.send(if result.is_ok() { "ack" } else { "no" });
        });
        let command = Command::Play { at: at.parse().unwrap() };
        let message = Message::Do { id, actor: Actor::Both, command, lag: 0, reply };
        shard.receive_soon(message, Time::ZERO, soon);
    };
    let all = || steps.try_iter().collect::<Vec<_>>().join(" ");
    all();
    play(&mut shard, 0, "E5", true);
    play(&mut shard, 1, "E5", true);
    // What changes nothing is answered at once.
    assert_eq!(all(), "soon soon");
    shard.settle();
    assert_eq!(all(), "settle event ack settle event ack");
    // A session has one open change; the next one waits for it.
    play(&mut shard, 0, "C3", true);
    play(&mut shard, 0, "C4", true);
    assert_eq!(all(), "soon settle event ack soon");
    shard.settle();
    assert_eq!(all(), "settle event ack");
    play(&mut shard, 1, "E5", true);
    assert_eq!(all(), "no");
    play(&mut shard, 1, "D5", false);
    assert_eq!(all(), "save event ack");
    // Whoever asks hears of the whole game.
    play(&mut shard, 1, "D4", true);
    let said = tell.clone();
    let listener: Listener = Box::new(move |_| said.send("late").is_ok());
    shard.receive(Message::Subscribe { id: 1, since: None, listener }, Time::ZERO);
    assert_eq!(all(), "soon settle event ack late");
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
    let is_end = |event: &Event| matches!(event, Event::Ended { result } if result.result == "B+T");
    let ended = events.try_iter().any(|delivery| {
        let Delivery::Events(events) = delivery else { return false };
        events.iter().any(|published| is_end(&published.event))
    });
    assert!(ended);
    assert_eq!(shard.deadline(), None);
}
