//! A sample of each message. A variant without one does not compile, or fails the test at the end: the
//! names that samples must have come from the same list as the match over the variants.

use std::time::Duration;

use hoshi_core::handicap::HandicapError;
use hoshi_core::{Color, DeadAndSeki, Game, MarkError, Move, Refusal, Rules, Size};
use hoshi_record::kifu::KifuError;

use super::*;
use crate::{
    Answered, Chosen, Control, Effect, Failure, Opinion, Player, Profile, Refused, Report, Session,
    Since, Start, Terms,
};

/// The names of variants, and the name of a value.
macro_rules! names {
    ($all:ident, $name:ident, $type:ty, { $($pattern:pat => $text:literal,)* }) => {
        const $all: &[&str] = &[$($text),*];

        fn $name(value: &$type) -> &'static str {
            match value {
                $($pattern => $text,)*
            }
        }
    };
}

names!(ALL_ACTORS, actor_name, Actor, {
    Actor::Black => "black",
    Actor::White => "white",
    Actor::Both => "both",
    Actor::Spectator => "spectator",
});

names!(ALL_COMMANDS, command_name, Command, {
    Command::Play { .. } => "play",
    Command::Resign { .. } => "resign",
    Command::Undo { .. } => "undo",
    Command::Redo => "redo",
    Command::Answer { .. } => "answer",
    Command::Withdraw => "withdraw",
    Command::Mark { .. } => "mark",
    Command::Accept { .. } => "accept",
    Command::Resume { .. } => "resume",
    Command::Demonstrate => "demonstrate",
    Command::Settle => "settle",
    Command::Comment { .. } => "comment",
    Command::Name { .. } => "name",
    Command::Result { .. } => "result",
    Command::Correct { .. } => "correct",
    Command::Stop => "stop",
    Command::Restart => "restart",
    Command::Ask => "ask",
    Command::Pause => "pause",
    Command::Unpause => "unpause",
    Command::Review => "review",
    Command::PlayOn => "play_on",
    Command::Walk { step: Step::Next { .. } } => "walk next",
    Command::Walk { step: Step::Back } => "walk back",
    Command::Walk { step: Step::First } => "walk first",
    Command::Walk { step: Step::Last } => "walk last",
    Command::Walk { step: Step::Number { .. } } => "walk number",
    Command::Walk { step: Step::Path { .. } } => "walk path",
    Command::Walk { step: Step::Sibling { .. } } => "walk sibling",
    Command::SetUp { .. } => "set_up",
    Command::Markup { .. } => "markup",
    Command::Remove => "remove",
    Command::Promote => "promote",
});

names!(ALL_QUESTIONS, question_name, Question, {
    Question::IsValid { .. } => "is_valid",
    Question::DryRun { .. } => "dry_run",
    Question::Liberties { at: Some(_) } => "liberties of a block",
    Question::Liberties { at: None } => "liberties",
    Question::Stones => "stones",
    Question::IsOver => "is_over",
    Question::Score => "score",
    Question::Record => "record",
});

names!(ALL_ANSWERS, answer_name, Answer, {
    Answer::Valid => "valid",
    Answer::Invalid { .. } => "invalid",
    Answer::DryRun { .. } => "dry_run",
    Answer::Liberties { .. } => "liberties",
    Answer::Stones { .. } => "stones",
    Answer::Over { .. } => "over",
    Answer::Score { .. } => "score",
    Answer::Record { .. } => "record",
    Answer::Refused { .. } => "refused",
});

names!(ALL_EVENTS, event_name, Event, {
    Event::Played { .. } => "played",
    Event::Moved { why: Why::Undo, .. } => "moved: undo",
    Event::Moved { why: Why::Redo, .. } => "moved: redo",
    Event::Moved { why: Why::Correct, .. } => "moved: correct",
    Event::Moved { why: Why::Resume, .. } => "moved: resume",
    Event::Moved { why: Why::Handicap, .. } => "moved: handicap",
    Event::Moved { why: Why::Walk, .. } => "moved: walk",
    Event::Moved { why: Why::SetUp, .. } => "moved: set_up",
    Event::Moved { why: Why::Edit, .. } => "moved: edit",
    Event::Moved { why: Why::Demonstrate, .. } => "moved: demonstrate",
    Event::Moved { why: Why::Settle, .. } => "moved: settle",
    Event::Moved { why: Why::Review, .. } => "moved: review",
    Event::Moved { why: Why::PlayOn, .. } => "moved: play_on",
    Event::Marking { .. } => "marking",
    Event::Ended { .. } => "ended",
    Event::Node { .. } => "node",
    Event::Seat { .. } => "seat",
    Event::Thinking { .. } => "thinking",
    Event::Clock { .. } => "clock",
    Event::Offered { offer: Offer::Undo { .. } } => "offered: undo",
    Event::Offered { offer: Offer::Result { .. } } => "offered: result",
    Event::Closed { how: Closed::Granted, .. } => "closed: granted",
    Event::Closed { how: Closed::Declined, .. } => "closed: declined",
    Event::Closed { how: Closed::Lapsed, .. } => "closed: lapsed",
    Event::Closed { how: Closed::Withdrawn, .. } => "closed: withdrawn",
    Event::Recording { .. } => "recording",
    Event::Opinion { .. } => "opinion",
    Event::Note { .. } => "note",
});

names!(ALL_REFUSED, refused_name, Refused, {
    Refused::Move { .. } => "Move",
    Refused::NoSuchPoint { .. } => "NoSuchPoint",
    Refused::NotSeated => "NotSeated",
    Refused::Alone => "Alone",
    Refused::NotYours(_) => "NotYours",
    Refused::WhichSide => "WhichSide",
    Refused::NotYourTurn(_) => "NotYourTurn",
    Refused::Marking => "Marking",
    Refused::NotMarking => "NotMarking",
    Refused::Mark { .. } => "Mark",
    Refused::OldRevision { .. } => "OldRevision",
    Refused::Judging(_) => "Judging",
    Refused::Estimating => "Estimating",
    Refused::NothingToUndo => "NothingToUndo",
    Refused::NothingToRedo => "NothingToRedo",
    Refused::NoUndo => "NoUndo",
    Refused::NoRedo => "NoRedo",
    Refused::Over => "Over",
    Refused::NoSuchMove { .. } => "NoSuchMove",
    Refused::Later { .. } => "Later",
    Refused::BeforeSetup => "BeforeSetup",
    Refused::NoRecord => "NoRecord",
    Refused::Thinking(_) => "Thinking",
    Refused::Failed(_) => "Failed",
    Refused::NoProgram => "NoProgram",
    Refused::NoOffer => "NoOffer",
    Refused::OwnOffer => "OwnOffer",
    Refused::OfferOpen => "OfferOpen",
    Refused::Declined(_) => "Declined",
    Refused::NotAResult(_) => "NotAResult",
    Refused::NotReviewing => "NotReviewing",
    Refused::Reviewing => "Reviewing",
    Refused::NotYet => "NotYet",
    Refused::Running => "Running",
    Refused::NoSuchNode => "NoSuchNode",
    Refused::Demonstrating => "Demonstrating",
    Refused::NotDemonstrating => "NotDemonstrating",
    Refused::Placing => "Placing",
    Refused::Handicap(_) => "Handicap",
    Refused::NoClock => "NoClock",
    Refused::Paused(_) => "Paused",
    Refused::Record(_) => "Record",
    Refused::Busy => "Busy",
});

fn at(name: &str) -> Vertex {
    name.parse().unwrap()
}

pub(super) const ACTORS: [Actor; 4] = [Actor::Black, Actor::White, Actor::Both, Actor::Spectator];

pub(super) fn commands() -> Vec<Command> {
    let walk = |step| Command::Walk { step };
    let stone = Stone { color: Side::White, at: at("C3") };
    let mark = |name, kind, text: &str| Markup { at: at(name), kind, text: text.to_owned() };
    vec![
        Command::Play { at: at("D4") },
        Command::Play { at: Vertex::PASS },
        Command::Resign { color: Some(Side::Black) },
        Command::Undo { color: None },
        Command::Redo,
        Command::Answer { grant: true },
        Command::Withdraw,
        Command::Mark { points: vec![at("D4"), at("A1")], status: Status::Dead },
        Command::Mark { points: vec![at("D4")], status: Status::Alive },
        Command::Mark { points: vec![at("D4")], status: Status::Seki },
        Command::Accept { revision: 3 },
        Command::Resume { color: Some(Side::White) },
        Command::Demonstrate,
        Command::Settle,
        Command::Comment { text: "a good move".to_owned(), on: None },
        Command::Comment { text: "the first".to_owned(), on: Some(Step::Number { number: 1 }) },
        Command::Comment {
            text: "here".to_owned(),
            on: Some(Step::Path { path: "0.0.1".to_owned() }),
        },
        Command::Name { color: Side::White, name: "Bob".to_owned() },
        Command::Result { result: "W+3.5".to_owned() },
        Command::Correct { number: 12, at: at("E5") },
        Command::Stop,
        Command::Restart,
        Command::Ask,
        Command::Pause,
        Command::Unpause,
        Command::Review,
        Command::PlayOn,
        walk(Step::Next { variation: 1 }),
        walk(Step::Back),
        walk(Step::First),
        walk(Step::Last),
        walk(Step::Number { number: 30 }),
        walk(Step::Path { path: "0.0.2".to_owned() }),
        walk(Step::Sibling { by: -1 }),
        Command::SetUp { stones: vec![stone], empty: vec![at("D4")], turn: Some(Side::Black) },
        Command::Markup {
            marks: vec![
                mark("A1", MarkupKind::Circle, ""),
                mark("A2", MarkupKind::Square, ""),
                mark("A3", MarkupKind::Triangle, ""),
                mark("B1", MarkupKind::Cross, ""),
                mark("B2", MarkupKind::Selected, ""),
                mark("B3", MarkupKind::Label, "a"),
            ],
        },
        Command::Remove,
        Command::Promote,
    ]
}

pub(super) fn questions() -> Vec<Question> {
    vec![
        Question::IsValid { at: at("D4") },
        Question::DryRun { at: at("D4") },
        Question::Liberties { at: Some(at("D4")) },
        Question::Liberties { at: None },
        Question::Stones,
        Question::IsOver,
        Question::Score,
        Question::Record,
    ]
}

pub(super) fn answers() -> Vec<Answer> {
    let mut play = Script::new(3, "chinese", people());
    play.play("B2 A1");
    let ask = |question| play.session.ask(&question);
    vec![
        ask(Question::IsValid { at: at("C3") }),
        ask(Question::IsValid { at: at("B2") }),
        ask(Question::DryRun { at: at("A2") }),
        ask(Question::Liberties { at: None }),
        ask(Question::Stones),
        ask(Question::IsOver),
        ask(Question::Score),
        Answer::Record { sgf: "(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[7.5];B[bb];W[ac])\n".to_owned() },
        ask(Question::IsValid { at: at("D4") }),
    ]
}

pub(super) fn refused() -> Vec<Refused> {
    let size = Size::S9;
    let point = size.point(3, 5).unwrap();
    let name = || "D4".to_owned();
    vec![
        Refused::Move { color: Color::White, name: name(), refusal: Refusal::Occupied },
        Refused::NoSuchPoint { name: "K10".to_owned(), size },
        Refused::NotSeated,
        Refused::Alone,
        Refused::NotYours(Side::Black),
        Refused::WhichSide,
        Refused::NotYourTurn(Side::White),
        Refused::Marking,
        Refused::NotMarking,
        Refused::Mark { name: name(), error: MarkError::NoStone },
        Refused::OldRevision { now: 4 },
        Refused::Judging(Side::White),
        Refused::Estimating,
        Refused::NothingToUndo,
        Refused::NothingToRedo,
        Refused::NoUndo,
        Refused::NoRedo,
        Refused::Over,
        Refused::NoSuchMove { number: 9, last: 4 },
        Refused::Later { number: 5, color: Color::Black, name: name(), refusal: Refusal::Ko },
        Refused::BeforeSetup,
        Refused::NoRecord,
        Refused::Thinking(Side::White),
        Refused::Failed(Side::White),
        Refused::NoProgram,
        Refused::NoOffer,
        Refused::OwnOffer,
        Refused::OfferOpen,
        Refused::Declined(Side::White),
        Refused::NotAResult("B+x".to_owned()),
        Refused::NotReviewing,
        Refused::Reviewing,
        Refused::NotYet,
        Refused::Running,
        Refused::NoSuchNode,
        Refused::Demonstrating,
        Refused::NotDemonstrating,
        Refused::Placing,
        Refused::Handicap(HandicapError::Twice { size, point }),
        Refused::NoClock,
        Refused::Paused(true),
        Refused::Record(KifuError::NoGame),
        Refused::Busy,
    ]
}

fn people() -> [Player; 2] {
    [Player::person("Ann"), Player::person("Bob")]
}

/// A session that goes through everything that has a sample.
struct Script {
    session: Session,
    now: Time,
    events: Vec<Published>,
    jobs: [u64; 2],
}

impl Script {
    fn new(size: u8, rules: &str, players: [Player; 2]) -> Script {
        let rules: Rules = rules.parse().unwrap();
        Script::of(Start::of(Game::new(Size::square(size).unwrap(), rules)), players)
    }

    fn of(start: Start, players: [Player; 2]) -> Script {
        let terms = Terms { is_recorded: true, ..Terms::default() };
        let mut session = Session::new(start, players, terms);
        let effects = session.open(Time::ZERO);
        let mut script = Script { session, now: Time::ZERO, events: Vec::new(), jobs: [0; 2] };
        script.take(effects, true);
        script
    }

    fn take(&mut self, effects: Vec<Effect>, is_good: bool) {
        let seen = self.session.published();
        let mut judges = None;
        for effect in effects {
            match effect {
                Effect::Think { color, job, .. } => self.jobs[color.index()] = job,
                Effect::Persist(_) => {
                    let file = if is_good {
                        Ok(Some("game.sgf".into()))
                    } else {
                        Err(Failure::new("no space left"))
                    };
                    self.session.persisted(file, Vec::new(), self.now);
                }
                Effect::Judge { job, game, judge } => judges = Some((job, judge.marks(&game))),
                Effect::Interrupt { .. } | Effect::StopJudging { .. } => {}
            }
        }
        if let Some((job, marks)) = judges {
            let effects = self.session.estimated(job, Some(marks), self.now);
            return self.take(effects, is_good);
        }
        let seen = self.events.last().map_or(0, |published| published.seq).min(seen);
        let Since::Events(events) = self.session.since(seen) else { panic!("too many") };
        self.events.extend(events.iter().map(|published| (**published).clone()));
    }

    fn tell(&mut self, actor: Actor, command: Command) {
        self.now = self.now.plus(1_000);
        let effects = self.session.handle(actor, command, self.now).unwrap();
        self.take(effects, true);
    }

    fn play(&mut self, moves: &str) {
        for name in moves.split(' ') {
            self.tell(Actor::Both, Command::Play { at: at(name) });
        }
    }

    fn report(&mut self, answer: Answered) {
        let job = self.jobs[1];
        let took = Duration::from_millis(300);
        let report = Report { color: Color::White, job, took, answer: Ok(answer) };
        let effects = self.session.report(report, self.now);
        self.take(effects, true);
    }
}

/// Two people: offers, marks, a demonstration, a review.
fn of_people() -> Vec<Published> {
    let time = "10m+5x30s".parse::<Control>().unwrap().0;
    let game = Game::new(Size::square(3).unwrap(), "chinese".parse().unwrap());
    let start = Start { time: [time; 2], placing: Some((2, None)), ..Start::of(game) };
    let mut script = Script::of(start, people());
    let undo = || Command::Undo { color: None };
    script.play("B2 A3 C1");
    script.tell(Actor::White, undo());
    script.tell(Actor::Black, Command::Answer { grant: false });
    script.tell(Actor::White, undo());
    script.tell(Actor::White, Command::Withdraw);
    script.tell(Actor::White, undo());
    script.tell(Actor::Black, Command::Play { at: at("B1") });
    script.tell(Actor::Black, undo());
    script.tell(Actor::White, Command::Answer { grant: true });
    script.tell(Actor::Both, Command::Redo);
    script.tell(Actor::Both, Command::Correct { number: 1, at: at("C2") });
    script.tell(Actor::Both, Command::Comment { text: "a good move".to_owned(), on: None });
    script.play("pass pass");
    script.tell(Actor::Black, Command::Mark { points: vec![at("B1")], status: Status::Dead });
    script.tell(Actor::Both, Command::Demonstrate);
    script.tell(Actor::Both, Command::Settle);
    script.tell(Actor::Black, Command::Resume { color: None });
    script.tell(Actor::Black, Command::Result { result: "B+R".to_owned() });
    script.tell(Actor::White, Command::Answer { grant: true });
    script.tell(Actor::White, Command::Review);
    script.tell(Actor::White, Command::Walk { step: Step::Back });
    let stone = Stone { color: Side::Black, at: at("A1") };
    script.tell(Actor::White, Command::SetUp { stones: vec![stone], empty: vec![], turn: None });
    script.tell(Actor::Both, Command::Remove);
    script.tell(Actor::White, Command::PlayOn);
    script.events
}

/// A person and a program.
fn of_a_program() -> Vec<Published> {
    let players = [Player::person("Ann"), Player::program("engine", "Engine")];
    let mut script = Script::new(3, "japanese", players);
    let profile = Profile { name: "Engine 1.0".to_owned(), judges: true, cleans_up: false };
    script.report(Answered::Ready(profile, vec!["it does not support this ko rule".to_owned()]));
    script.tell(Actor::Black, Command::Ask);
    let opinion = Opinion {
        play: Some(Move::Play(Size::square(3).unwrap().point(1, 1).unwrap())),
        score: Some("B+2.5".to_owned()),
    };
    script.report(Answered::Opinion(Some(opinion)));
    script.play("B2");
    script.report(Answered::Chosen(Chosen::of(Move::Pass)));
    script.events
}

/// One sample of each event, as sessions publish them.
pub(super) fn events() -> Vec<Published> {
    let all: Vec<Published> = of_people().into_iter().chain(of_a_program()).collect();
    let first = |name: &&str| all.iter().find(|published| event_name(&published.event) == *name);
    ALL_EVENTS.iter().filter_map(first).cloned().collect()
}

/// A game that is played, one that is counted and disputed, and one that is over.
pub(super) fn snapshots() -> Vec<Snapshot> {
    let time = "10m+25/5m".parse::<Control>().unwrap().0;
    let game = Game::new(Size::square(3).unwrap(), "tromp-taylor".parse().unwrap());
    let start = Start { time: [time; 2], ..Start::of(game) };
    let mut played = Script::of(start, people());
    played.play("B2 A1 A2");
    played.tell(Actor::Black, Command::Undo { color: None });

    let players = [Player::person("Ann"), Player::program("engine", "Engine")];
    let mut counted = Script::new(3, "japanese", players);
    let profile = Profile { name: "Engine 1.0".to_owned(), judges: true, ..Profile::default() };
    counted.report(Answered::Ready(profile, Vec::new()));
    counted.play("B2");
    let a1 = Size::square(3).unwrap().point(0, 2).unwrap();
    counted.report(Answered::Chosen(Chosen::of(Move::Play(a1))));
    counted.play("pass");
    counted.report(Answered::Chosen(Chosen::of(Move::Pass)));
    let mut opinion = DeadAndSeki::new(Size::square(3).unwrap());
    opinion.dead.insert(a1);
    counted.report(Answered::Judged(Some(opinion)));
    let mark = Command::Mark { points: vec![at("A1")], status: Status::Alive };
    counted.tell(Actor::Black, mark);
    let mark = Command::Mark { points: vec![at("B2")], status: Status::Seki };
    counted.tell(Actor::Black, mark);
    let revision = counted.session.snapshot().unwrap().marking.unwrap().revision;
    counted.tell(Actor::Black, Command::Accept { revision });

    let mut over = Script::new(3, "chinese", people());
    over.play("B2 pass pass");
    let revision = over.session.snapshot().unwrap().marking.unwrap().revision;
    over.now = over.now.plus(1_000);
    let command = Command::Accept { revision };
    let effects = over.session.handle(Actor::Both, command, over.now).unwrap();
    over.take(effects, false);
    [played, counted, over].map(|script| script.session.snapshot().unwrap()).into()
}

/// Each name has a sample.
fn check<T>(all: &[&str], name: impl Fn(&T) -> &'static str, samples: &[T]) {
    for wanted in all {
        assert!(samples.iter().any(|sample| name(sample) == *wanted), "no sample of {wanted}");
    }
}

#[test]
fn every_variant_has_a_sample() {
    check(ALL_ACTORS, actor_name, &ACTORS);
    check(ALL_COMMANDS, command_name, &commands());
    check(ALL_QUESTIONS, question_name, &questions());
    check(ALL_ANSWERS, answer_name, &answers());
    check(ALL_EVENTS, |published: &Published| event_name(&published.event), &events());
    check(ALL_REFUSED, refused_name, &refused());
}
