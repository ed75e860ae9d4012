//! Sessions without any host: the time is injected, programs answer on demand, and the disk is a
//! string. After every call the view equals the snapshot, and the record matches the game.

mod clocks;
mod contest;
mod correct;
mod demonstration;
mod estimates;
mod marking;
mod minds;
mod offers;
mod pace;
mod placing;
mod play;
mod questions;
mod resume;
mod review;
mod saving;
mod seats;

use std::time::Duration;

use hoshi_core::{Board, Color, DeadAndSeki, Game, Move, PointSet, Position, Rules, Size};
use hoshi_record::info::time::Millis;
use hoshi_record::kifu::Kifu;
use hoshi_record::replay::{Terms as Replay, replay};
use hoshi_record::sgf::Collection;

use super::{Effect, Session, Since};
use crate::{
    Actor, Answered, Chosen, Closed, Command, Contest, Control, Event, Face, Failure, Fault, Judge,
    MarkingView, Mode, Offer, Opinion, Phase, Player, Profile, Published, Refused, Report, Said,
    Saved, Side, Snapshot, Start, Status, Step, Stone, Task, Terms, Time, UndoPolicy, Vertex, Why,
    Wish,
};

/// A session and the state that a host would keep.
struct Table {
    session: Session,
    now: Time,
    view: Snapshot,
    /// The events of the last call.
    events: Vec<Published>,
    /// The jobs that the last call gave to programs, and those it cancelled.
    asked: Vec<(Color, Wish)>,
    stopped: Vec<Color>,
    /// The last job of each side.
    jobs: [u64; 2],
    tasks: [Option<Task>; 2],
    /// What is on disk.
    disk: Option<String>,
    /// The pending request to the judge.
    estimating: Option<(u64, Game, Judge)>,
    /// Whether the judge answers only when a test says so.
    is_slow: bool,
    /// Whether the disk fails.
    is_full: bool,
    /// Whether the record may contain illegal moves.
    is_strange: bool,
}

fn person(name: &str) -> Player {
    Player::person(name)
}

fn people() -> [Player; 2] {
    [person("Ann"), person("Bob")]
}

/// A person with Black, a program with White.
fn against_program() -> [Player; 2] {
    [person("Ann"), Player::program("random", "Bot")]
}

fn programs() -> [Player; 2] {
    [Player::program("one", "One"), Player::program("two", "Two")]
}

fn recorded() -> Terms {
    Terms { is_recorded: true, ..Terms::default() }
}

fn start(size: u8, rules: &str) -> Start {
    let rules: Rules = rules.parse().unwrap();
    Start::of(Game::new(Size::square(size).unwrap(), rules))
}

/// A game that begins with this board, Black to move.
fn board(text: &str, rules: &str) -> Start {
    let position = Position::new(Board::from_text(text).unwrap(), Color::Black);
    Start::of(Game::from_position(position, rules.parse().unwrap()))
}

/// White's stone in the lower left corner is unconditionally dead.
const CORNER: &str = "
    . X . O .
    X X X O O
    . X O O .
    X X X O O
    O . X O .
";

fn timed(size: u8, rules: &str, time: &str) -> Start {
    let time = time.parse::<Control>().unwrap().0;
    Start { time: [time; 2], ..start(size, rules) }
}

fn kifu(text: &str) -> Kifu {
    Kifu::of_file(Collection::read(text).unwrap()).unwrap()
}

fn at(name: &str) -> Vertex {
    name.parse().unwrap()
}

fn names(points: &[Vertex]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn play(name: &str) -> Command {
    Command::Play { at: at(name) }
}

const UNDO: Command = Command::Undo { color: None };

impl Table {
    fn new(start: Start, players: [Player; 2], terms: Terms) -> Table {
        Table::of(Session::new(start, players, terms), false)
    }

    /// Two people at one keyboard, with a record.
    fn plain(size: u8, rules: &str) -> Table {
        Table::new(start(size, rules), people(), recorded())
    }

    fn resume(text: &str, players: [Player; 2], terms: Terms) -> Table {
        let mut table = Table::of(Session::resume(kifu(text), players, terms).session, false);
        table.disk = Some(text.to_owned());
        table
    }

    fn of(session: Session, is_strange: bool) -> Table {
        let view = session.snapshot().unwrap();
        let mut table = Table {
            session,
            now: Time::ZERO,
            view,
            events: Vec::new(),
            asked: Vec::new(),
            stopped: Vec::new(),
            jobs: [0; 2],
            tasks: [None, None],
            disk: None,
            estimating: None,
            is_slow: false,
            is_full: false,
            is_strange,
        };
        let effects = table.session.open(Time::ZERO);
        table.take(effects);
        table
    }

    /// Handles the effects of a call, and lets the disk answer.
    fn take(&mut self, effects: Vec<Effect>) {
        (self.asked, self.stopped) = (Vec::new(), Vec::new());
        let mut persist = false;
        for effect in effects {
            match effect {
                Effect::Persist(_) => persist = true,
                Effect::Think { color, job, wish, task } => {
                    self.jobs[color.index()] = job;
                    self.tasks[color.index()] = Some(*task);
                    self.asked.push((color, wish));
                }
                Effect::Interrupt { color, .. } => self.stopped.push(color),
                Effect::Judge { job, game, judge } => {
                    assert!(self.estimating.is_none(), "the judge is asked one thing at a time");
                    self.estimating = Some((job, *game, judge));
                }
                Effect::StopJudging { job } => {
                    let stopped = self.estimating.take().map(|(job, ..)| job);
                    assert_eq!(stopped, Some(job), "only a pending request is stopped");
                }
            }
        }
        assert_eq!(persist, self.session.is_pending());
        if persist {
            let bytes = self.session.kifu().unwrap().to_bytes();
            let result = if self.is_full {
                Err(Failure::new("no space left"))
            } else {
                self.disk = Some(String::from_utf8(bytes).unwrap());
                Ok(Some("a.sgf".to_owned()))
            };
            assert!(self.session.persisted(result, Vec::new(), self.now).is_empty());
        }
        if self.is_slow || self.estimating.is_none() {
            self.follow();
        } else {
            self.estimated();
        }
    }

    /// The judge answers.
    fn estimated(&mut self) {
        let (job, game, judge) = self.estimating.take().unwrap();
        let effects = self.session.estimated(job, Some(judge.marks(&game)), self.now);
        let (asked, stopped) = (self.asked.clone(), self.stopped.clone());
        self.take(effects);
        self.asked.splice(0..0, asked);
        self.stopped.splice(0..0, stopped);
    }

    /// Updates the view, and checks that everything is in step.
    fn follow(&mut self) {
        let Since::Events(events) = self.session.since(self.view.seq) else { panic!("too many") };
        for published in &events {
            self.view.apply(published).unwrap();
        }
        self.events = events.into_iter().map(|published| (*published).clone()).collect();
        assert_eq!(Some(&self.view), self.session.snapshot().as_ref());
        if self.view.mode == Mode::Play && !self.view.demonstration {
            self.assert_in_step();
        }
    }

    /// Checks that the main line and result of the record match the game.
    fn assert_in_step(&self) {
        let Some(kifu) = self.session.kifu() else { return };
        let file = Collection::read(kifu.to_bytes()).unwrap();
        let tree = file.game(0).unwrap();
        let replayed = replay(tree.main_line().last().unwrap(), &Replay::of(tree));
        assert!(replayed.remarks.is_empty() || self.is_strange, "{:?}", replayed.remarks);
        let game = self.session.game();
        assert!(replayed.game.moves().eq(game.moves()));
        assert!(replayed.game.board().same_stones(game.board()));
        let result = tree.info_text("RE").map(std::borrow::Cow::into_owned);
        assert_eq!(result, game.outcome().map(|outcome| outcome.to_string()));
    }

    fn tell(&mut self, actor: Actor, command: Command) -> Result<(), Refused> {
        let before = (self.session.snapshot(), self.session.kifu().map(Kifu::to_bytes));
        match self.session.handle(actor, command, self.now) {
            Ok(effects) => {
                self.take(effects);
                Ok(())
            }
            Err(refused) => {
                let after = (self.session.snapshot(), self.session.kifu().map(Kifu::to_bytes));
                assert_eq!(before, after, "{refused}");
                Err(refused)
            }
        }
    }

    fn both(&mut self, command: Command) -> Result<(), Refused> {
        self.tell(Actor::Both, command)
    }

    /// Plays moves for the side to move.
    fn play(&mut self, moves: &str) {
        for name in moves.split(' ') {
            self.both(play(name)).unwrap();
        }
    }

    /// Another player takes a seat.
    fn replace(&mut self, color: Color, player: Player) {
        let effects = self.session.replace(color, player, self.now);
        self.take(effects);
    }

    /// Advances the time by this many milliseconds and polls.
    fn wait(&mut self, millis: u64) {
        self.now = self.now.plus(millis);
        let effects = self.session.poll(self.now);
        self.take(effects);
    }

    /// The program of a side answers its last request.
    fn report(&mut self, color: Color, answer: Result<Answered, Fault>) {
        self.report_after(color, answer, Duration::from_millis(10));
    }

    fn report_after(&mut self, color: Color, answer: Result<Answered, Fault>, took: Duration) {
        let report = Report { color, job: self.jobs[color.index()], took, answer };
        let effects = self.session.report(report, self.now);
        self.take(effects);
    }

    fn ready(&mut self, color: Color, profile: Profile) {
        self.report(color, Ok(Answered::Ready(profile, Vec::new())));
    }

    fn begins(&mut self, color: Color) {
        self.report(color, Ok(Answered::Said(Said::Begun)));
    }

    fn chooses(&mut self, color: Color, name: &str) {
        let mv = self.session.game().size().parse_move(name).unwrap();
        self.report(color, Ok(Answered::Chosen(Chosen::of(mv))));
    }

    fn judges(&mut self, color: Color, dead: &str) {
        let size = self.session.game().size();
        let points = dead.split_whitespace().map(|name| size.parse_a1(name).unwrap());
        let dead = PointSet::of(size, points);
        let opinion = DeadAndSeki { dead, seki: PointSet::new(size) };
        self.report(color, Ok(Answered::Judged(Some(opinion))));
    }

    /// The names of the last events.
    fn event_names(&self) -> Vec<&'static str> {
        self.events.iter().map(|published| name(&published.event)).collect()
    }

    fn marking(&self) -> &MarkingView {
        self.view.marking.as_ref().expect("dead stones are being marked")
    }

    fn dead(&self) -> String {
        names(&self.marking().dead)
    }

    fn accept(&mut self, actor: Actor) -> Result<(), Refused> {
        let revision = self.marking().revision;
        self.tell(actor, Command::Accept { revision })
    }

    fn mark(&mut self, actor: Actor, points: &str, status: Status) -> Result<(), Refused> {
        let points = points.split_whitespace().map(at).collect();
        self.tell(actor, Command::Mark { points, status })
    }

    fn result(&self) -> Option<&str> {
        self.view.result.as_ref().map(|result| result.result.as_str())
    }

    fn moves(&self) -> String {
        self.view.moves.iter().map(|stone| stone.at.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn left(&self, side: Side) -> Face {
        let clock = self.view.clock.expect("there are clocks");
        clock.at_time(self.now).faces[side]
    }

    fn disk(&self) -> &str {
        self.disk.as_deref().expect("there is a file")
    }
}

/// A profile of a program that has opinions about dead stones, or none.
fn profile(judges: bool) -> Profile {
    Profile { name: "Bot 1.0".to_owned(), judges, cleans_up: false }
}

fn name(event: &Event) -> &'static str {
    match event {
        Event::Played { .. } => "played",
        Event::Moved { .. } => "moved",
        Event::Marking { .. } => "marking",
        Event::Ended { .. } => "ended",
        Event::Node { .. } => "node",
        Event::Seat { .. } => "seat",
        Event::Thinking { .. } => "thinking",
        Event::Clock { .. } => "clock",
        Event::Offered { .. } => "offered",
        Event::Closed { .. } => "closed",
        Event::Recording { .. } => "recording",
        Event::Opinion { .. } => "opinion",
        Event::Note { .. } => "note",
    }
}

/// A time in the unit of records.
fn seconds(seconds: i64) -> Millis {
    Millis(seconds * 1000)
}
