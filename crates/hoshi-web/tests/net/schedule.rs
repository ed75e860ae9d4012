//! The schedules of `hoshi-session` through real frames: messages of two players are dropped, doubled and overtaken
//! in both directions, connections break, and in the end both players, one who watches, and the file agree.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use hoshi_core::{Rng as _, SplitMix64};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;
use hoshi_session::{Actor, Command, Event, Mode, Published, Snapshot, Stone, Vertex};
use hoshi_web::Limits;
use serde_json::{Value, json};

use super::client::choose;
use super::net::{Server, Socket};

/// Schedules at a time: most of the time they wait for the disk.
const THREADS: u32 = 4;

/// What happened in all schedules together.
#[derive(Debug, Default)]
struct Counts {
    done: AtomicU32,
    refused: AtomicU32,
    lost: AtomicU32,
    doubled: AtomicU32,
    overtaken: AtomicU32,
    gaps: AtomicU32,
    reconnected: AtomicU32,
    moves: AtomicU32,
    compared: AtomicU32,
}

fn count(counter: &AtomicU32) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// A page of a player: what `assets/state.js` does, in Rust, with a bad network around it.
struct Client<'a> {
    server: &'a Server,
    counts: &'a Counts,
    id: &'a str,
    actor: Actor,
    token: Option<String>,
    socket: Socket,
    snapshot: Option<Snapshot>,
    epoch: Option<String>,
    n: u64,
    /// Commands without an answer, as the page knows it.
    pending: Vec<(u64, String)>,
    /// What the page has sent, and what has arrived; each message may still be lost.
    outbox: Vec<(u64, String)>,
    inbox: Vec<Value>,
    /// The last event that has arrived at this end of the socket.
    arrived: u64,
    /// The first answer to each command: every later one must be the same.
    answers: HashMap<u64, Value>,
    /// The commands that are plays.
    plays: HashSet<u64>,
    /// Moves that it saw being made.
    played: usize,
}

impl<'a> Client<'a> {
    fn new(
        server: &'a Server,
        counts: &'a Counts,
        id: &'a str,
        actor: Actor,
        token: Option<&str>,
    ) -> Client<'a> {
        let mut client = Client {
            server,
            counts,
            id,
            actor,
            token: token.map(str::to_owned),
            socket: server.socket(id),
            snapshot: None,
            epoch: None,
            n: 0,
            pending: Vec::new(),
            outbox: Vec::new(),
            inbox: Vec::new(),
            arrived: 0,
            answers: HashMap::new(),
            plays: HashSet::new(),
            played: 0,
        };
        client.hello();
        client.deliver_all();
        client
    }

    /// Says who it is, and takes what it missed.
    fn hello(&mut self) {
        let since = self.snapshot.as_ref().map(|snapshot| snapshot.seq);
        let page = format!("{:?}", self.actor);
        let hello =
            json!({ "token": self.token, "page": page, "epoch": self.epoch, "since": since });
        self.socket.say(&json!({ "hello": hello }).to_string());
        self.arrived = since.unwrap_or(0);
        self.read_until(|message| message.get("snapshot").or(message.get("events")).is_some());
    }

    /// The connection breaks, with all that is on its way.
    fn reconnect(&mut self) {
        self.socket = self.server.socket(self.id);
        self.inbox.clear();
        self.hello();
        self.outbox = self.pending.clone();
    }

    /// Takes messages from the real socket until one is as it should be.
    fn read_until(&mut self, is_it: impl Fn(&Value) -> bool) {
        loop {
            let message = self.socket.hear();
            let events = message.get("events").and_then(Value::as_array);
            let last =
                events.and_then(|events| events.last()).and_then(|event| event["seq"].as_u64());
            let whole = message.get("snapshot").and_then(|snapshot| snapshot["seq"].as_u64());
            self.arrived = self.arrived.max(last.or(whole).unwrap_or(0));
            for kind in ["ack", "no"] {
                if let Some(n) = message.get(kind).and_then(|body| body["n"].as_u64()) {
                    let first = self.answers.entry(n).or_insert_with(|| message.clone());
                    assert_eq!(*first, message, "another answer to the same command");
                }
            }
            let is_it = is_it(&message);
            self.inbox.push(message);
            if is_it {
                return;
            }
        }
    }

    /// Takes messages until this event has arrived.
    fn pull(&mut self, seq: u64) {
        while self.arrived < seq {
            self.read_until(|message| message.get("events").or(message.get("snapshot")).is_some());
        }
    }

    /// The page decides on a command.
    fn act(&mut self, a: usize, b: usize) {
        let Some(snapshot) = &self.snapshot else { return };
        // Few are so impatient as to act twice.
        if !self.pending.is_empty() && !b.is_multiple_of(4) {
            return;
        }
        let Some(command) = choose(self.actor, snapshot, a, b) else { return };
        self.n += 1;
        if matches!(command, Command::Play { .. }) {
            self.plays.insert(self.n);
        }
        let text = json!({ "n": self.n, "do": command }).to_string();
        self.pending.push((self.n, text.clone()));
        self.outbox.push((self.n, text));
    }

    /// A message of the page reaches the server, and its answer this end. The last event that it led to.
    fn transmit(&mut self, nth: usize) -> Option<u64> {
        if self.outbox.is_empty() {
            return None;
        }
        let nth = nth % self.outbox.len();
        if nth > 0 {
            count(&self.counts.overtaken);
        }
        let (n, text) = self.outbox.remove(nth);
        self.socket.say(&text);
        if n == 0 {
            self.read_until(|message| message.get("snapshot").or(message.get("events")).is_some());
            return None;
        }
        let is_answer = |message: &Value| ["ack", "no"].iter().any(|kind| message[kind]["n"] == n);
        let is_new = !self.answers.contains_key(&n);
        self.read_until(is_answer);
        let seq = self.answers[&n]["ack"]["seq"].as_u64();
        if is_new {
            count(if seq.is_some() { &self.counts.done } else { &self.counts.refused });
        }
        seq
    }

    /// A message reaches the page.
    fn deliver(&mut self, nth: usize) {
        if self.inbox.is_empty() {
            return;
        }
        let nth = nth % self.inbox.len();
        if nth > 0 {
            count(&self.counts.overtaken);
        }
        let message = self.inbox.remove(nth);
        self.hear(message);
    }

    fn deliver_all(&mut self) {
        while !self.inbox.is_empty() {
            self.deliver(0);
        }
    }

    fn hear(&mut self, mut message: Value) {
        if let Some(welcome) = message.get("welcome") {
            self.epoch = welcome["epoch"].as_str().map(str::to_owned);
        } else if let Some(body) = message.get_mut("snapshot") {
            let new: Snapshot = serde_json::from_value(body.take()).expect("a snapshot");
            if self.snapshot.as_ref().is_none_or(|old| old.seq <= new.seq) {
                self.snapshot = Some(new);
            }
        } else if let Some(body) = message.get_mut("events") {
            let events: Vec<Published> = serde_json::from_value(body.take()).expect("events");
            let Some(snapshot) = &mut self.snapshot else { return };
            let is_new = |published: &&Published| published.seq > snapshot.seq;
            let is_move = |published: &&Published| matches!(published.event, Event::Played { .. });
            self.played += events.iter().filter(is_new).filter(is_move).count();
            if events.iter().any(|event| snapshot.apply(event).is_err()) {
                count(&self.counts.gaps);
                let since = json!({ "since": snapshot.seq }).to_string();
                self.outbox.push((0, since));
            }
        } else if let Some(n) = ["ack", "no"].iter().find_map(|kind| message[kind]["n"].as_u64()) {
            self.pending.retain(|(other, _)| *other != n);
        }
    }

    /// In the end the network is well: what was not answered is sent again. The last event that it led to.
    fn settle(&mut self) -> u64 {
        self.deliver_all();
        self.outbox = self.pending.clone();
        let mut last = 0;
        while !self.outbox.is_empty() {
            last = last.max(self.transmit(0).unwrap_or(0));
        }
        self.deliver_all();
        assert!(self.pending.is_empty());
        last
    }

    /// The page closes its gap, if it has one; the last event that it knows then.
    fn catch_up(&mut self) -> u64 {
        let since = self.snapshot.as_ref().map(|snapshot| snapshot.seq);
        self.outbox = vec![(0, json!({ "since": since }).to_string())];
        self.transmit(0);
        self.deliver_all();
        self.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq)
    }
}

/// Plays one schedule.
fn play(server: &Server, counts: &Counts, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut below = |most: u32| rng.below(most) as usize;
    let size = format!("{}x{}", 2 + below(3), 2 + below(3));
    let rules = ["chinese", "japanese", "tromp-taylor", "aga"][below(4)];
    let (id, keys) = server.new_game(&json!({ "size": size, "rules": rules }));
    let client = |actor, token| Client::new(server, counts, &id, actor, token);
    let mut clients =
        [client(Actor::Black, Some(&*keys[0])), client(Actor::White, Some(&*keys[1]))];
    let mut watcher = client(Actor::Spectator, None);
    let mut last = 0;
    for _ in 0..20 + below(80) {
        let which = below(2);
        let (a, b) = (below(1 << 16), below(1 << 16));
        let nth = if below(4) == 0 { below(8) } else { 0 };
        let step = below(100);
        clients[which].pull(last);
        watcher.pull(last);
        watcher.deliver_all();
        let client = &mut clients[which];
        match step {
            0..30 => {
                // Most look before they act.
                if a % 4 != 0 {
                    client.deliver_all();
                }
                client.act(a, b);
                if b % 5 != 0 {
                    last = last.max(client.transmit(usize::MAX).unwrap_or(0));
                }
            }
            30..45 => last = last.max(client.transmit(nth).unwrap_or(0)),
            45..75 => (0..=b % 4).for_each(|_| client.deliver(nth)),
            75..81 if !client.inbox.is_empty() => {
                client.inbox.remove(nth % client.inbox.len());
                count(&counts.lost);
            }
            81..84 if !client.outbox.is_empty() => {
                client.outbox.remove(nth % client.outbox.len());
                count(&counts.lost);
            }
            84..88 => {
                let again = client.inbox.get(nth % client.inbox.len().max(1)).cloned();
                client.inbox.extend(again);
                count(&counts.doubled);
            }
            88..94 if !client.pending.is_empty() => {
                let again = client.pending[nth % client.pending.len()].clone();
                client.outbox.push(again);
                count(&counts.doubled);
            }
            94..98 => {
                client.reconnect();
                count(&counts.reconnected);
            }
            _ => {}
        }
    }
    for client in &mut clients {
        last = last.max(client.settle());
    }
    // An acknowledgement may overtake the events that it is about: equal pages alone could all be behind the file.
    clients.iter_mut().for_each(|client| client.pull(last));
    watcher.pull(last);
    watcher.deliver_all();
    // Those who come and go are events too, and the last of them may still be on its way.
    let seqs = |clients: &mut [Client<'_>; 2], watcher: &mut Client<'_>| {
        let [one, two] = clients.each_mut().map(Client::catch_up);
        one == two && two == watcher.catch_up()
    };
    while !seqs(&mut clients, &mut watcher) {}
    let [black, white] = &clients;
    // No command was done twice, however often it came.
    let is_done = |client: &Client<'_>, n: &u64| client.answers[n].get("ack").is_some();
    let done = |client: &Client<'_>| client.plays.iter().filter(|n| is_done(client, n)).count();
    assert!(watcher.played <= done(black) + done(white));
    let whole = watcher.snapshot.as_ref().expect("a snapshot");
    assert!(whole.seq >= last, "the pages are behind an acknowledged command");
    assert_eq!(black.snapshot.as_ref(), Some(whole));
    assert_eq!(white.snapshot.as_ref(), Some(whole));
    compare(server, whole, counts);
}

/// The file has what the pages show.
fn compare(server: &Server, snapshot: &Snapshot, counts: &Counts) {
    let Some(file) = &snapshot.recording.file else { return };
    if snapshot.mode != Mode::Play || snapshot.demonstration {
        return;
    }
    let bytes = std::fs::read(server.record(file)).expect("a record");
    let file = Collection::read(bytes).expect("SGF");
    let tree = file.game(0).expect("a game");
    let game = replay(tree.main_line().last().expect("a node"), &Terms::of(tree)).game;
    let stone = |(color, mv): (hoshi_core::Color, hoshi_core::Move)| Stone {
        color: color.into(),
        at: Vertex::of_move(game.size(), mv),
    };
    let moves: Vec<Stone> = game.moves().map(stone).collect();
    assert_eq!(moves, snapshot.moves, "the file has other moves than the pages");
    let result = tree.info_text("RE").map(std::borrow::Cow::into_owned);
    assert_eq!(result, snapshot.result.as_ref().map(|result| result.result.clone()));
    count(&counts.compared);
    counts.moves.fetch_add(moves.len() as u32, Ordering::Relaxed);
}

/// Schedules on one server.
const BATCH: u32 = 1_000;

/// Plays so many schedules, always the same ones.
pub(crate) fn simulate(schedules: u32) {
    let limits = Limits { commands: u32::MAX / 8, opened: u32::MAX, ..Limits::default() };
    let counts = Counts::default();
    // A server has room for 2,000 boards, and every schedule opens one.
    for first in (0..schedules).step_by(BATCH as usize) {
        let server = Server::in_memory(limits);
        batch(&server, &counts, first..schedules.min(first + BATCH));
    }
    println!("{counts:#?}");
    // Schedules in which little happened would prove little: per 256 of them, this much must have.
    for (what, counted, floor) in [
        ("commands done", &counts.done, 1_000),
        ("commands refused", &counts.refused, 300),
        ("messages lost", &counts.lost, 300),
        ("messages doubled", &counts.doubled, 300),
        ("messages overtaken", &counts.overtaken, 500),
        ("gaps noticed", &counts.gaps, 200),
        ("connections broken", &counts.reconnected, 200),
        ("moves in files", &counts.moves, 300),
        ("games compared with their file", &counts.compared, 100),
    ] {
        let (counted, floor) = (counted.load(Ordering::Relaxed), floor * schedules / 256);
        assert!(counted >= floor, "{what}: {counted} of {floor}");
    }
}

/// Plays these schedules on one server.
fn batch(server: &Server, counts: &Counts, numbers: std::ops::Range<u32>) {
    let next = AtomicU32::new(numbers.start);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let played = std::panic::AssertUnwindSafe(|| {
                        play(server, counts, u64::from(number) << 8 | 17);
                    });
                    if let Err(why) = std::panic::catch_unwind(played) {
                        eprintln!("schedule {number} failed");
                        std::panic::resume_unwind(why);
                    }
                }
            });
        }
    });
}
