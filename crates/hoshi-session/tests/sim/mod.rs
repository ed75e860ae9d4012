//! A session with a network, a disk and a program around it, all on one thread and all unreliable:
//! events are lost, duplicated and reordered, the disk answers late or fails, and clients act on
//! outdated snapshots. The schedule is random.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

mod client;
mod disk;
mod schedule;

pub(crate) use schedule::simulate;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use hoshi_core::{Color, DeadAndSeki, Game, Move, Point, PointSet, Rules, Size};
use hoshi_session::{
    Actor, Answered, Chosen, Command, Control, Effect, Event, Fault, Mode, Player, Profile,
    Published, Report, Said, Saved, Session, Since, Snapshot, Start, Terms, Time, Vertex, Wish,
};

use disk::Disk;
use schedule::{Setup, Shake, with_counts};

/// Black's client, White's, and a spectator.
const ACTORS: [Actor; 3] = [Actor::Black, Actor::White, Actor::Spectator];

/// A view somewhere in the network.
struct View {
    actor: Actor,
    snapshot: Snapshot,
    /// Events on their way to it.
    inbox: Vec<Arc<Published>>,
    is_away: bool,
    /// Commands on their way to the session, each with the marks that its client saw.
    uplink: VecDeque<(Command, Vec<Vertex>)>,
}

/// A request to a program.
struct Asked {
    color: Color,
    job: u64,
    wish: Wish,
    game: Game,
}

/// Input that waits while the disk is busy.
enum Input {
    Command(Actor, Command, Vec<Vertex>),
    Report(Report),
    Estimate(u64, DeadAndSeki),
}

pub(crate) struct Sim {
    session: Session,
    now: Time,
    disk: Disk,
    views: [View; 3],
    waiting: VecDeque<Input>,
    asked: Vec<Asked>,
    /// The request to the judge, with its answer.
    judging: Option<(u64, DeadAndSeki)>,
    /// The snapshot of a view without faults.
    told: Snapshot,
}

impl Sim {
    fn new(setup: &Setup) -> Sim {
        let size = Size::new(setup.width, setup.height).unwrap();
        let rules: Rules = setup.rules.parse().unwrap();
        let time = setup.time.parse::<Control>().unwrap().0;
        let white = match setup.has_mind {
            true => Player::program("mind", "Mind"),
            false => Player::person("Bob"),
        };
        let terms = Terms {
            undo: setup.undo,
            keep_undone: setup.keep_undone,
            is_recorded: true,
            lag: setup.lag,
            ..Terms::default()
        };
        let start = Start { time: [time; 2], ..Start::of(Game::new(size, rules)) };
        let mut session = Session::new(start, [Player::person("Ann"), white], terms);
        let snapshot = session.snapshot().unwrap();
        let effects = session.open(Time::ZERO);
        let views = ACTORS.map(|actor| View {
            actor,
            snapshot: snapshot.clone(),
            inbox: Vec::new(),
            is_away: setup.is_away && actor == Actor::Spectator,
            uplink: VecDeque::new(),
        });
        let mut sim = Sim {
            session,
            now: Time::ZERO,
            disk: Disk::default(),
            views,
            waiting: VecDeque::new(),
            asked: Vec::new(),
            judging: None,
            told: snapshot,
        };
        sim.take(effects);
        sim.publish();
        sim
    }

    /// Handles the effects of the session.
    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Persist(_) => self.disk.ask(),
                Effect::Think { color, job, wish, task } => {
                    self.asked.push(Asked { color, job, wish, game: task.game });
                }
                Effect::Interrupt { job, .. } => self.asked.retain(|asked| asked.job != job),
                Effect::Judge { job, game, judge } => {
                    self.judging = Some((job, judge.marks(&game)));
                }
                Effect::StopJudging { job } => {
                    // Its answer may be waiting for the disk.
                    drop(self.judging.take_if(|(asked, _)| *asked == job));
                }
                other => panic!("unknown effect {other:?}"),
            }
        }
        assert_eq!(self.disk.is_asked(), self.session.is_pending());
    }

    /// Sends what the session has published to every view.
    fn publish(&mut self) {
        let Since::Events(events) = self.session.since(self.told.seq) else {
            panic!("the host takes events as they come");
        };
        for published in events {
            self.told.apply(&published).unwrap();
            self.check_saved(&published);
            for view in self.views.iter_mut().filter(|view| !view.is_away) {
                view.inbox.push(Arc::clone(&published));
            }
        }
    }

    /// First synced, then published: no view sees a move that a power failure could undo, unless the
    /// event says so.
    fn check_saved(&self, published: &Published) {
        let is_move = matches!(published.event, Event::Played { .. } | Event::Moved { .. });
        if !published.saved {
            with_counts(|counts| counts.unsaved += 1);
            return;
        }
        if is_move && self.told.mode == Mode::Play && !self.told.demonstration {
            with_counts(|counts| counts.saved += 1);
            let (disk, told) = (self.disk.moves(), &self.told.moves[..]);
            assert_eq!(disk, told, "event {} says that this is saved", published.seq);
        }
    }

    /// Feeds waiting input to the session, until it needs the disk.
    fn run(&mut self) {
        while !self.session.is_pending()
            && let Some(input) = self.waiting.pop_front()
        {
            match input {
                Input::Command(actor, command, seen) => self.command(actor, command, &seen),
                Input::Report(report) => {
                    let effects = self.session.report(report, self.now);
                    self.take(effects);
                }
                Input::Estimate(job, marks) => {
                    let effects = self.session.estimated(job, Some(marks), self.now);
                    self.take(effects);
                }
            }
            self.publish();
        }
    }

    fn command(&mut self, actor: Actor, command: Command, seen: &[Vertex]) {
        let is_accept = matches!(command, Command::Accept { .. });
        let marked = self.told.marking.as_ref().map(|marking| marking.dead.clone());
        match self.session.handle(actor, command, self.now) {
            Ok(effects) => {
                assert_ne!(actor, Actor::Spectator, "a spectator did something");
                with_counts(|counts| counts.done += 1);
                if is_accept && marked.is_some() {
                    with_counts(|counts| counts.accepted += 1);
                    assert_eq!(
                        marked.as_deref(),
                        Some(seen),
                        "marks that nobody saw were accepted"
                    );
                }
                self.take(effects);
            }
            Err(_) => with_counts(|counts| counts.refused += 1),
        }
    }

    fn shake(&mut self, shake: Shake) {
        match shake {
            Shake::Act { view: nth, a, b } => {
                // Most clients update before they act.
                while a % 4 != 0 && !self.views[nth].inbox.is_empty() {
                    self.deliver(nth, 0);
                }
                let view = &mut self.views[nth];
                // A few act twice.
                if !view.uplink.is_empty() && b % 8 != 0 {
                    return;
                }
                let choice = client::choose(view.actor, &view.snapshot, a, b);
                let Some(command) = choice else { return };
                let marking = view.snapshot.marking.as_ref();
                let seen = marking.map_or_else(Vec::new, |marking| marking.dead.clone());
                view.uplink.push_back((command, seen));
                if a % 5 != 0 {
                    self.uplink(nth);
                }
            }
            Shake::Uplink { view } => self.uplink(view),
            Shake::Deliver { view, nth, count } => {
                (0..count).for_each(|_| self.deliver(view, nth));
            }
            Shake::Lose { view, nth } => {
                let inbox = &mut self.views[view].inbox;
                if !inbox.is_empty() {
                    inbox.remove(nth % inbox.len());
                    with_counts(|counts| counts.lost += 1);
                }
            }
            Shake::Double { view, nth } => {
                let inbox = &mut self.views[view].inbox;
                if let Some(event) = inbox.get(nth % inbox.len().max(1)).cloned() {
                    inbox.push(event);
                    with_counts(|counts| counts.doubled += 1);
                }
            }
            Shake::Reconnect { view } => {
                if !self.views[view].is_away {
                    self.reconnect(view);
                }
            }
            Shake::Disk { is_good } => self.sync(is_good),
            Shake::Mind { a, b } => self.think(a, b),
            Shake::Wait { millis } => {
                self.now = self.now.plus(millis);
                if self.session.deadline().is_some_and(|deadline| deadline <= self.now) {
                    let effects = self.session.poll(self.now);
                    self.take(effects);
                    self.publish();
                }
            }
            Shake::Leave { view, is_here } => {
                // Presence comes from the host, and is queued like commands.
                if !self.session.is_pending() && view < 2 {
                    let effects = self.session.attend(Color::ALL[view], is_here, self.now);
                    self.take(effects);
                    self.publish();
                }
            }
        }
    }

    /// The next command of a client reaches the host.
    fn uplink(&mut self, view: usize) {
        let View { actor, uplink, .. } = &mut self.views[view];
        if let Some((command, seen)) = uplink.pop_front() {
            if self.session.is_pending() {
                with_counts(|counts| counts.waited += 1);
            }
            self.waiting.push_back(Input::Command(*actor, command, seen));
            self.run();
        }
    }

    /// An event reaches a view, perhaps before an earlier one.
    fn deliver(&mut self, view: usize, nth: usize) {
        let View { inbox, snapshot, .. } = &mut self.views[view];
        if inbox.is_empty() {
            return;
        }
        let published = inbox.remove(nth % inbox.len());
        let is_gap = snapshot.apply(&published).is_err();
        with_counts(|counts| counts.delivered += 1);
        if is_gap {
            with_counts(|counts| counts.gaps += 1);
            self.reconnect(view);
        }
    }

    /// A view asks for the events it missed. Returns whether it got them: there is no snapshot while a
    /// change is being saved.
    fn reconnect(&mut self, view: usize) -> bool {
        let view = &mut self.views[view];
        match self.session.since(view.snapshot.seq) {
            Since::Events(events) => {
                with_counts(|counts| counts.by_events += 1);
                for published in events {
                    view.snapshot.apply(&published).unwrap();
                }
                true
            }
            Since::Snapshot => {
                let Some(snapshot) = self.session.snapshot() else { return false };
                with_counts(|counts| counts.by_snapshot += 1);
                view.snapshot = snapshot;
                true
            }
        }
    }

    /// The disk succeeds or fails.
    fn sync(&mut self, is_good: bool) {
        if !self.disk.is_asked() {
            return;
        }
        let kifu = self.session.kifu().expect("a small board");
        let result = self.disk.answer(kifu, is_good);
        let effects = self.session.persisted(result, Vec::new(), self.now);
        self.take(effects);
        self.publish();
        self.run();
    }

    /// The program answers.
    fn think(&mut self, a: usize, b: usize) {
        if let Some((job, marks)) = self.judging.take_if(|_| a.is_multiple_of(2)) {
            self.waiting.push_back(Input::Estimate(job, marks));
            self.run();
            return;
        }
        if self.asked.is_empty() {
            return;
        }
        let nth = a % self.asked.len();
        let asked = &self.asked[nth];
        let (color, job) = (asked.color, asked.job);
        let answer = answer(asked, b);
        if !matches!(answer, Ok(Answered::Said(_))) {
            self.asked.remove(nth);
        }
        with_counts(|counts| counts.thoughts += 1);
        let took = Duration::from_millis(10);
        self.waiting.push_back(Input::Report(Report { color, job, took, answer }));
        self.run();
    }

    /// At the end the network and the disk work: all views and the disk must have the same game.
    fn settle(mut self) {
        for view in 0..self.views.len() {
            while !self.views[view].uplink.is_empty() {
                self.uplink(view);
                self.sync(true);
            }
        }
        while self.session.is_pending() || !self.waiting.is_empty() {
            self.sync(true);
            self.run();
        }
        while self.session.snapshot().unwrap().recording.saved == Saved::No {
            self.now = self.session.deadline().expect("the disk is tried again");
            let effects = self.session.poll(self.now);
            self.take(effects);
            self.publish();
            self.sync(true);
            with_counts(|counts| counts.retried += 1);
        }
        let snapshot = self.session.snapshot().unwrap();
        assert_eq!(self.told, snapshot);
        for view in 0..self.views.len() {
            while !self.views[view].inbox.is_empty() {
                self.deliver(view, usize::MAX);
            }
            assert!(self.reconnect(view));
            assert_eq!(self.views[view].snapshot, snapshot, "{:?}", self.views[view].actor);
        }
        if snapshot.mode == Mode::Play && !snapshot.demonstration && self.disk.has_file() {
            with_counts(|counts| counts.compared += 1);
            self.disk.check(self.session.game());
        }
    }
}

fn answer(asked: &Asked, b: usize) -> Result<Answered, Fault> {
    let size = asked.game.size();
    match asked.wish {
        _ if b.is_multiple_of(16) => Err(Fault::Failed("it crashed".to_owned())),
        _ if b % 16 == 1 => Ok(Answered::Said(Said::Begun)),
        Wish::Start => Ok(Answered::Ready(
            Profile { name: "Mind 1.0".to_owned(), judges: b.is_multiple_of(2), cleans_up: false },
            Vec::new(),
        )),
        Wish::Choose => {
            let legal: Vec<Point> = asked.game.legal_points(asked.color).collect();
            let mv =
                legal.get(b % (legal.len() + 3)).map_or(Move::Pass, |&point| Move::Play(point));
            Ok(Answered::Chosen(Chosen::of(mv)))
        }
        Wish::Judge => {
            let stones: Vec<Point> = asked.game.board().stones().map(|(point, _)| point).collect();
            let dead = stones.get(b % (stones.len() + 1)).copied();
            Ok(Answered::Judged(Some(DeadAndSeki {
                dead: PointSet::of(size, dead),
                seki: PointSet::new(size),
            })))
        }
        Wish::Opinion => Ok(Answered::Opinion(None)),
    }
}
