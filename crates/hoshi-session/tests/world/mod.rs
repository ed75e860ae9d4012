//! A session in a small world: a view that follows its events, a disk that succeeds, fails or is late,
//! programs that answer anything, and passing time. The invariants are checked after every step.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

mod case;
mod check;
mod choose;
mod explore;

pub(crate) use explore::explore;

use case::{Act, By, Case, Disk, Kind, Step, What, cases};

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use hoshi_core::{Color, DeadAndSeki, Game, Move, Point, PointSet};
use hoshi_record::kifu::{Change, Kifu};
use hoshi_session::{
    Actor, Answered, Chosen, Command, Effect, Failure, Fault, Opinion, Player, Profile, Question,
    Report, Said, Session, Snapshot, Task, Time, Wish,
};

/// How often commands of each kind were accepted and refused, and the refusal codes.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) done: BTreeMap<Kind, u32>,
    pub(crate) refused: BTreeMap<Kind, u32>,
    pub(crate) codes: BTreeMap<&'static str, u32>,
    pub(crate) events: BTreeMap<String, u32>,
    pub(crate) reports: BTreeMap<&'static str, u32>,
    pub(crate) compared: u32,
    pub(crate) persisted: u32,
    pub(crate) failed: u32,
    pub(crate) flags: u32,
    pub(crate) estimates: u32,
    /// The comparisons made.
    pub(crate) on_disk: Cell<u32>,
    pub(crate) in_step: Cell<u32>,
    pub(crate) demonstrations: u32,
    pub(crate) questions: u32,
    pub(crate) resumed: Cell<u32>,
    /// Whether to print a trace, to debug a failure.
    pub(crate) is_traced: bool,
}

/// A request to a program.
#[derive(Clone, Debug)]
struct Asked {
    color: Color,
    job: u64,
    wish: Wish,
    task: Task,
}

pub(crate) struct World<'a> {
    session: Session,
    view: Snapshot,
    now: Time,
    /// The synced content of the disk.
    disk: Option<Vec<u8>>,
    /// The pending request to the disk.
    persist: Option<Change>,
    /// Whether the last save succeeded.
    is_in_step: bool,
    asked: Vec<Asked>,
    stale: Vec<Asked>,
    /// The pending request to the judge, with its answer.
    judging: Option<(u64, DeadAndSeki)>,
    /// The same for a cancelled request.
    unwanted: Option<(u64, DeadAndSeki)>,
    /// The nodes of the record when a demonstration began.
    aside: Option<Vec<Vec<u8>>>,
    counts: &'a mut Counts,
}

/// The state that a refused command must not change.
#[derive(Debug, PartialEq)]
struct State {
    snapshot: Option<Snapshot>,
    record: Option<Vec<u8>>,
    published: u64,
    deadline: Option<Time>,
    game: Game,
}

/// Runs a case from its start to its end.
pub(crate) fn run(case: &Case, counts: &mut Counts) {
    let mut session = case.session();
    let view = session.snapshot().expect("nothing is pending at the start");
    let effects = session.open(Time::ZERO);
    let mut world = World {
        session,
        view,
        now: Time::ZERO,
        disk: None,
        persist: None,
        is_in_step: false,
        asked: Vec::new(),
        stale: Vec::new(),
        judging: None,
        unwanted: None,
        aside: None,
        counts,
    };
    world.take(effects);
    world.check(&Step { after: 0, act: Act::Poll, disk: Disk::Good, a: 0, b: 0 });
    for step in &case.steps {
        world.step(step);
    }
    if world.persist.is_some() {
        world.answer_disk(true);
    }
    world.check_resumes();
}

impl World<'_> {
    fn step(&mut self, step: &Step) {
        self.now = self.now.plus(step.after);
        let was_pending = self.persist.is_some();
        if matches!(step.act, Act::Attend | Act::Replace | Act::Poll | Act::Deadline) {
            self.trace(|| format!("{step:?}"));
        }
        let judges = self.judging.is_some() && !was_pending && !step.b.is_multiple_of(4);
        match step.act {
            _ if judges => self.estimate(step),
            Act::Sensible if !self.asked.is_empty() && !step.b.is_multiple_of(3) => {
                self.report(What::Good, step);
            }
            Act::Sensible => {
                let (actor, command) = self.sensible(step);
                self.command(actor, command, step);
            }
            Act::Any(kind, by) => {
                let (actor, command) = (self.actor(by), self.any(kind, step));
                self.command(actor, command, step);
            }
            Act::Report(what) => self.report(what, step),
            Act::Attend => {
                let effects =
                    self.session.attend(color(step.a), !step.b.is_multiple_of(3), self.now);
                self.take(effects);
            }
            Act::Replace => self.replace(step),
            Act::Poll => {
                let effects = self.session.poll(self.now);
                self.take(effects);
            }
            Act::Deadline => self.deadline(),
        }
        if was_pending || (self.persist.is_some() && step.disk != Disk::Slow) {
            self.answer_disk(step.disk != Disk::Bad);
        }
        self.trace(|| {
            let record = self.session.kifu().map(Kifu::to_bytes).unwrap_or_default();
            format!("       {}", String::from_utf8_lossy(&record).replace('\n', ""))
        });
        self.check(step);
    }

    /// Handles the effects of the session.
    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Persist(change) => {
                    assert!(self.persist.is_none(), "asked to persist twice");
                    assert!(self.session.is_pending());
                    self.persist = Some(change);
                }
                Effect::Think { color, job, wish, task } => {
                    self.asked.push(Asked { color, job, wish, task: *task });
                }
                Effect::Interrupt { color, job } => {
                    let found = self.asked.iter().position(|asked| asked.job == job);
                    let asked =
                        self.asked.remove(found.expect("only a pending request is stopped"));
                    assert_eq!(asked.color, color);
                    self.stale.push(asked);
                }
                Effect::Judge { job, game, judge } => {
                    assert!(self.judging.is_none(), "the judge is asked one thing at a time");
                    self.judging = Some((job, judge.marks(&game)));
                }
                Effect::StopJudging { job } => {
                    let asked = self.judging.take().expect("only a pending request is stopped");
                    assert_eq!(asked.0, job);
                    self.unwanted = Some(asked);
                }
                other => panic!("unknown effect {other:?}"),
            }
        }
        assert_eq!(self.persist.is_some(), self.session.is_pending());
    }

    /// The judge answers. An outdated answer changes nothing.
    fn estimate(&mut self, step: &Step) {
        if let Some((job, marks)) = self.unwanted.take() {
            let before = self.state();
            assert!(self.session.estimated(job, Some(marks), self.now).is_empty());
            assert_eq!(self.state(), before, "an outdated estimate changed something");
        }
        if let Some((job, marks)) = self.judging.take() {
            self.counts.estimates += 1;
            let marks = (!step.a.is_multiple_of(8)).then_some(marks);
            let effects = self.session.estimated(job, marks, self.now);
            self.take(effects);
        }
    }

    /// The disk answers.
    fn answer_disk(&mut self, is_good: bool) {
        let Some(change) = self.persist.take() else { return };
        self.trace(|| format!("the disk answers {change:?}: {is_good}"));
        let result = if is_good {
            let bytes = self.session.kifu().expect("a small board").to_bytes();
            if let (Change::Append, Some(old), true) = (change, &self.disk, self.is_in_step) {
                let is_end = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
                let end = old.iter().rposition(|byte| !is_end(byte)).map_or(0, |at| at + 1);
                assert!(bytes.starts_with(&old[..end]), "the change was more than a move");
            }
            self.disk = Some(bytes);
            self.is_in_step = true;
            self.counts.persisted += 1;
            Ok(Some("game.sgf".to_owned()))
        } else {
            self.is_in_step = false;
            self.counts.failed += 1;
            Err(Failure::new("no space left"))
        };
        let notes = if is_good { Vec::new() } else { vec!["a note".to_owned()] };
        let effects = self.session.persisted(result, notes, self.now);
        self.take(effects);
    }

    fn command(&mut self, actor: Actor, command: Command, step: &Step) {
        let kind = kind_of(&command);
        let before = self.state();
        let lag = if step.b.is_multiple_of(4) { u64::from(step.b % 600) } else { 0 };
        match self.session.handle_late(actor, command.clone(), self.now, lag) {
            Ok(effects) => {
                self.trace(|| format!("{actor:?} {command:?}"));
                *self.counts.done.entry(kind).or_default() += 1;
                self.take(effects);
            }
            Err(refused) => {
                self.trace(|| format!("{actor:?} {command:?} is refused: {refused}"));
                *self.counts.refused.entry(kind).or_default() += 1;
                *self.counts.codes.entry(refused.code()).or_default() += 1;
                assert_eq!(self.state(), before, "{actor:?} {command:?} was refused: {refused}");
            }
        }
    }

    fn trace(&self, what: impl FnOnce() -> String) {
        if self.counts.is_traced {
            println!("{:>6} {}", self.now.millis(), what());
        }
    }

    fn state(&self) -> State {
        State {
            snapshot: self.session.snapshot(),
            record: self.session.kifu().map(Kifu::to_bytes),
            published: self.session.published(),
            deadline: self.session.deadline(),
            game: self.session.game().clone(),
        }
    }

    fn replace(&mut self, step: &Step) {
        let player = match step.b % 3 {
            0 => Player::person("Cid"),
            1 => Player::guest("Dan"),
            _ => Player::program("three", "Three"),
        };
        let effects = self.session.replace(color(step.a), player, self.now);
        self.take(effects);
    }

    /// Nothing happens before the deadline, and something at it.
    fn deadline(&mut self) {
        let Some(deadline) = self.session.deadline().filter(|&time| time > self.now) else {
            return;
        };
        let before = self.state();
        let early = Time::new(deadline.millis() - 1);
        let effects = self.session.poll(early);
        assert!(effects.is_empty());
        assert_eq!(self.state(), before, "something happened before the deadline");
        self.now = deadline;
        let published = self.session.published();
        let effects = self.session.poll(deadline);
        assert!(!effects.is_empty() || self.session.published() > published);
        self.take(effects);
        self.counts.flags += 1;
    }

    fn report(&mut self, what: What, step: &Step) {
        let pool = if what == What::Stale { &self.stale } else { &self.asked };
        if pool.is_empty() {
            return;
        }
        let asked = pool[usize::from(step.a) % pool.len()].clone();
        let answer = answer(&asked, what, step);
        let is_last = !matches!(answer, Ok(Answered::Said(_)));
        let is_pending = self.session.is_pending();
        let report = Report {
            color: asked.color,
            job: asked.job,
            took: Duration::from_millis(step.after),
            answer,
        };
        self.trace(|| format!("{report:?}"));
        let before = (is_pending || what == What::Stale).then(|| self.state());
        let effects = self.session.report(report, self.now);
        if let Some(before) = before {
            assert!(effects.is_empty());
            assert_eq!(self.state(), before, "an outdated report changed something");
            return;
        }
        *self.counts.reports.entry(name_of(what)).or_default() += 1;
        if is_last {
            // Its own answer may have stopped it.
            self.asked.retain(|other| other.job != asked.job);
            self.stale.push(asked);
        }
        self.take(effects);
    }

    /// Questions change nothing, whatever is asked.
    fn ask(&self, step: &Step) {
        let at = self.vertex(step);
        for question in [
            Question::IsValid { at },
            Question::DryRun { at },
            Question::Liberties { at: Some(at) },
            Question::Liberties { at: None },
            Question::Stones,
            Question::IsOver,
            Question::Score,
            Question::Record,
        ] {
            let answer = self.session.ask(&question);
            let text = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<hoshi_session::Answer>(&text).unwrap(), answer);
        }
    }
}

fn answer(asked: &Asked, what: What, step: &Step) -> Result<Answered, Fault> {
    let game = &asked.task.game;
    let size = game.size();
    let points: Vec<Point> = size.points().collect();
    let any = |nth: u16| points[usize::from(nth) % points.len()];
    let chosen = |play| Ok(Answered::Chosen(Chosen { play, ..Chosen::of(Move::Pass) }));
    let good = || match asked.wish {
        Wish::Start => {
            let profile = Profile {
                name: ["", "Engine 1.0"][usize::from(step.b % 2)].to_owned(),
                judges: !step.a.is_multiple_of(3),
                cleans_up: step.a % 4 == 1,
            };
            Ok(Answered::Ready(
                profile,
                vec!["it does not support ko".to_owned(); usize::from(step.a.is_multiple_of(5))],
            ))
        }
        Wish::Choose => {
            let legal: Vec<Point> = game.legal_points(game.turn()).collect();
            let nth = usize::from(step.b) % (legal.len() + 1 + legal.len() / 4);
            let mv = legal.get(nth).map_or(Move::Pass, |&point| Move::Play(point));
            let report = vec!["winrate 50 %".to_owned()];
            let pace = Duration::from_millis(u64::from(step.a % 4) * 300);
            let notes = vec!["hm".to_owned()];
            Ok(Answered::Chosen(Chosen { play: Some(mv), notes, report, pace }))
        }
        Wish::Judge => Ok(Answered::Judged((!step.b.is_multiple_of(4)).then(|| {
            // Some of the points have no stone, or are not on the board.
            let off = hoshi_core::Size::S19.point(18, 18);
            DeadAndSeki {
                dead: PointSet::of(
                    hoshi_core::Size::S19,
                    off.into_iter().chain([any(step.a), any(step.b)]),
                ),
                seki: PointSet::of(size, [any(step.a / 2)]),
            }
        }))),
        Wish::Opinion => Ok(Answered::Opinion((!step.b.is_multiple_of(4)).then(|| Opinion {
            play: Some(Move::Play(any(step.b))),
            score: Some("B+3.5".to_owned()),
        }))),
    };
    match what {
        What::Good | What::Stale => good(),
        What::Resign if asked.wish == Wish::Choose => chosen(None),
        What::Pass if asked.wish == Wish::Choose => chosen(Some(Move::Pass)),
        What::Illegal if asked.wish == Wish::Choose => {
            let taken = game.board().stones().next().map(|(point, _)| point);
            let off = hoshi_core::Size::S19.point(18, 18);
            chosen(taken.filter(|_| step.b.is_multiple_of(2)).or(off).map(Move::Play))
        }
        What::Resign | What::Pass | What::Illegal => good(),
        What::Failed => Err(Fault::Failed("it crashed".to_owned())),
        What::Unfit => Err(Fault::Unfit("only 19x19".to_owned())),
        What::Stopped => Err(Fault::Stopped),
        What::Begun => Ok(Answered::Said(Said::Begun)),
        What::Note => Ok(Answered::Said(Said::Note("thinking hard".to_owned()))),
        What::Other => match asked.wish {
            Wish::Choose => Ok(Answered::Judged(None)),
            Wish::Start | Wish::Judge | Wish::Opinion => chosen(Some(Move::Pass)),
        },
    }
}

fn color(number: u16) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

fn name_of(what: What) -> &'static str {
    match what {
        What::Good => "good",
        What::Resign => "resign",
        What::Illegal => "illegal",
        What::Pass => "pass",
        What::Failed => "failed",
        What::Unfit => "unfit",
        What::Stopped => "stopped",
        What::Begun => "begun",
        What::Note => "note",
        What::Other => "other",
        What::Stale => "stale",
    }
}

/// Every command has a kind: a new one does not compile without it.
pub(crate) fn kind_of(command: &Command) -> Kind {
    match command {
        Command::Play { .. } => Kind::Play,
        Command::Resign { .. } => Kind::Resign,
        Command::Undo { .. } => Kind::Undo,
        Command::Redo => Kind::Redo,
        Command::Answer { .. } => Kind::Answer,
        Command::Withdraw => Kind::Withdraw,
        Command::Mark { .. } => Kind::Mark,
        Command::Accept { .. } => Kind::Accept,
        Command::Resume { .. } => Kind::Resume,
        Command::Demonstrate => Kind::Demonstrate,
        Command::Settle => Kind::Settle,
        Command::Comment { .. } => Kind::Comment,
        Command::Name { .. } => Kind::Name,
        Command::Result { .. } => Kind::Result,
        Command::Correct { .. } => Kind::Correct,
        Command::Stop => Kind::Stop,
        Command::Restart => Kind::Restart,
        Command::Ask => Kind::Ask,
        Command::Pause => Kind::Pause,
        Command::Unpause => Kind::Unpause,
        Command::Review => Kind::Review,
        Command::PlayOn => Kind::PlayOn,
        Command::Walk { .. } => Kind::Walk,
        Command::SetUp { .. } => Kind::SetUp,
        Command::Markup { .. } => Kind::Markup,
        Command::Remove => Kind::Remove,
        Command::Promote => Kind::Promote,
    }
}
