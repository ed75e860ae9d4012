//! The host: published events are on disk, and nothing waits for a program.

#![cfg(feature = "host")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hoshi_core::{Color, DeadAndSeki, Game, Move, Preset, Rules, Size};
use hoshi_record::kifu::{Change, Kifu};
use hoshi_session::host::{
    CallError, Delivery, Gtp, Handle, Host, Opening, Pool, Sink, Unsaved, Worker,
};
use hoshi_session::{
    Actor, Chosen, Command, Context, Event, Failure, Fault, Judge, Mind, Player, Profile,
    Published, Question, Refused, Said, Session, Snapshot, Start, Stop, Task, Terms,
};

/// The time limit for things that must happen; no test depends on how long they take.
const LONG: Duration = Duration::from_secs(300);

fn session(players: [Player; 2], is_recorded: bool) -> Session {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    Session::new(Start::of(game), players, Terms { is_recorded, ..Terms::default() })
}

fn people() -> [Player; 2] {
    [Player::person("Ann"), Player::person("Bob")]
}

fn play(at: &str) -> Command {
    Command::Play { at: at.parse().unwrap() }
}

/// A view: its snapshot, and every event.
struct View {
    deliveries: Receiver<Delivery>,
    state: Snapshot,
}

impl View {
    fn of(deliveries: Receiver<Delivery>) -> View {
        let Ok(Delivery::Snapshot(state)) = deliveries.recv_timeout(LONG) else {
            panic!("the first delivery is a snapshot")
        };
        View { deliveries, state: *state }
    }

    /// Applies events until a condition holds, and returns them.
    fn until(&mut self, is_so: impl Fn(&Snapshot) -> bool) -> Vec<Arc<Published>> {
        let mut all = Vec::new();
        while !is_so(&self.state) {
            let Ok(Delivery::Events(events)) = self.deliveries.recv_timeout(LONG) else {
                panic!("events end before that: {:?}", self.state)
            };
            events.iter().for_each(|event| self.state.apply(event).unwrap());
            all.extend(events);
        }
        all
    }
}

/// A sink that counts the saved moves, and fails on demand.
#[derive(Debug)]
struct Memory {
    safe: Arc<AtomicUsize>,
    fails: Arc<Mutex<bool>>,
}

impl Sink for Memory {
    fn save(&mut self, kifu: &Kifu, _: Change) -> Result<Option<String>, Failure> {
        if *self.fails.lock().unwrap() {
            return Err(Failure::new("no room"));
        }
        let moves = kifu.tree().main_line().filter(|node| node.has_move()).count();
        self.safe.store(moves, Ordering::SeqCst);
        Ok(Some("memory".to_owned()))
    }

    fn close(self: Box<Self>, kifu: &Kifu) -> Result<Option<PathBuf>, Unsaved> {
        Err(Unsaved { record: kifu.to_bytes(), why: Failure::new("not a real disk") })
    }
}

#[test]
fn an_event_is_published_after_its_move_is_safe() {
    let (safe, fails) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(false)));
    let sink = Memory { safe: Arc::clone(&safe), fails: Arc::clone(&fails) };
    let host = Host::new(1);
    let (tell, told) = mpsc::channel();
    let seen = Arc::clone(&safe);
    let sink: Option<Box<dyn Sink>> = Some(Box::new(sink));
    let handle =
        host.open_with(Opening { sink, ..Opening::of(session(people(), true)) }, move |delivery| {
            let Delivery::Events(events) = delivery else { return true };
            for published in events {
                if let Event::Played { number, .. } = published.event {
                    // Checked here, before anything else can happen.
                    let is_safe = seen.load(Ordering::SeqCst) >= number as usize;
                    tell.send((number, is_safe, published.saved)).unwrap();
                }
            }
            true
        });
    for at in ["C3", "D4", "E5"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    *fails.lock().unwrap() = true;
    handle.call(Actor::Both, play("F6")).unwrap();
    *fails.lock().unwrap() = false;
    handle.call(Actor::Both, play("G7")).unwrap();
    let all: Vec<(u32, bool, bool)> = told.try_iter().collect();
    let wanted =
        [(1, true, true), (2, true, true), (3, true, true), (4, false, false), (5, true, true)];
    assert_eq!(all, wanted);
    let closing = handle.close().unwrap();
    let unsaved = closing.file.unwrap_err();
    assert!(unsaved.record.ends_with(b";B[cg];W[df];B[ee];W[fd];B[gc])\n"));
    assert_eq!(handle.call(Actor::Both, play("H8")), Err(CallError::Closed));
}

/// A sink that panics: a bug in hoshi.
#[derive(Debug)]
struct Broken;

impl Sink for Broken {
    fn save(&mut self, _: &Kifu, _: Change) -> Result<Option<String>, Failure> {
        panic!("a panic of the test")
    }

    fn close(self: Box<Self>, _: &Kifu) -> Result<Option<PathBuf>, Unsaved> {
        Ok(None)
    }
}

#[test]
fn a_panic_closes_one_session_and_no_other() {
    let host = Host::new(1);
    let sound = host.open(Opening::of(session(people(), false)));
    // Once on the thread of the caller, once on the session's.
    for is_waiting in [true, false] {
        let (tell, told) = mpsc::channel();
        let sink: Option<Box<dyn Sink>> = Some(Box::new(Broken));
        let opening = Opening { sink, ..Opening::of(session(people(), true)) };
        let broken = host.open_with(opening, move |delivery| tell.send(delivery).is_ok());
        if is_waiting {
            // Now nothing is queued, and the call works on this thread.
            assert!(broken.ask(Question::IsOver).is_ok());
            assert_eq!(broken.call(Actor::Both, play("E5")), Err(CallError::Closed));
        } else {
            broken.send(Actor::Both, play("E5"), 0, |result| panic!("answered: {result:?}"));
        }
        assert!(matches!(told.recv_timeout(LONG), Ok(Delivery::Snapshot(_))));
        assert!(matches!(told.recv_timeout(LONG), Ok(Delivery::Closed)));
        assert!(matches!(broken.close(), Err(CallError::Closed)));
    }
    assert!(sound.call(Actor::Both, play("E5")).is_ok());
}

#[test]
fn a_caller_does_not_overtake_its_own_messages() {
    let host = Host::new(1);
    let handle = host.open(Opening::of(session(people(), false)));
    let mut view = View::of(handle.subscribe(None));
    for (sent, called) in [("A1", "B1"), ("C3", "D3"), ("E5", "F5"), ("G7", "H7")] {
        handle.send(Actor::Both, play(sent), 0, |result| assert!(result.is_ok()));
        handle.call(Actor::Both, play(called)).unwrap();
    }
    view.until(|state| state.position.number == 8);
    let moves: Vec<String> = view.state.moves.iter().map(|stone| stone.at.to_string()).collect();
    assert_eq!(moves, ["A1", "B1", "C3", "D3", "E5", "F5", "G7", "H7"]);
}

#[test]
fn a_call_that_starts_a_clock_sets_the_alarm() {
    let host = Host::new(1);
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let control: hoshi_session::Control = "1s".parse().unwrap();
    let start = Start { time: [None, control.0], ..Start::of(game) };
    let handle = host.open(Opening::of(Session::new(start, people(), Terms::default())));
    let mut view = View::of(handle.subscribe(None));
    // By now the thread has no deadline.
    assert!(handle.ask(Question::IsOver).is_ok());
    handle.call(Actor::Both, play("E5")).unwrap();
    view.until(|state| state.result.as_ref().is_some_and(|end| end.result == "B+T"));
}

#[test]
fn a_view_that_comes_back_gets_what_it_missed() {
    let host = Host::new(2);
    let handle = host.open(Opening::of(session(people(), false)));
    let mut first = View::of(handle.subscribe(None));
    for at in ["C3", "D4", "E5"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    first.until(|state| state.position.number == 3);
    let mut second = View { deliveries: handle.subscribe(Some(0)), state: first.state.clone() };
    second.state = View::of(handle.subscribe(None)).state;
    assert_eq!(second.state, first.state);
    // All kept events, from the first one.
    let Ok(Delivery::Events(events)) = second.deliveries.recv_timeout(LONG) else {
        panic!("expected the missed events")
    };
    assert_eq!(events.first().map(|event| event.seq), Some(1));
    // For a number that is no longer kept, or unknown, there is a snapshot.
    assert!(matches!(handle.subscribe(Some(99)).recv_timeout(LONG), Ok(Delivery::Snapshot(_))));
    assert_eq!(
        handle.call(Actor::Spectator, play("F6")),
        Err(CallError::Refused(Refused::NotSeated))
    );
}

/// A mind that thinks until it is stopped, and counts how often it was started.
struct Ponder {
    starts: Arc<AtomicUsize>,
    /// Says that it thinks.
    thinks: mpsc::Sender<()>,
    answers: bool,
}

impl Mind for Ponder {
    fn start(&mut self, _: &mut Context<'_>) -> Result<Profile, Fault> {
        self.starts.fetch_add(1, Ordering::SeqCst);
        Ok(Profile { name: "Ponder".to_owned(), ..Profile::default() })
    }

    fn check(&mut self, _: &Task, _: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    fn choose(&mut self, _: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        context.begin();
        if self.answers {
            return Ok(Chosen::of(Move::Pass));
        }
        // The next time it answers.
        self.answers = true;
        self.thinks.send(()).unwrap();
        while !context.is_stopped() {
            std::thread::yield_now();
        }
        Err(Fault::Stopped)
    }
}

fn against(host: &Host, mind: Box<dyn Mind>) -> (Handle, View) {
    let players = [Player::person("Ann"), Player::program("ponder", "Ponder")];
    let minds = [None, Some(Worker::new(mind))];
    let (tell, deliveries) = mpsc::channel();
    let handle = host
        .open_with(Opening { minds, ..Opening::of(session(players, false)) }, move |delivery| {
            tell.send(delivery).is_ok()
        });
    (handle, View::of(deliveries))
}

#[test]
fn nobody_waits_for_a_program_and_one_that_can_stop_stays_alive() {
    let starts = Arc::new(AtomicUsize::new(0));
    let host = Host::new(1);
    let (thinks, is_thinking) = mpsc::channel();
    let mind = Ponder { starts: Arc::clone(&starts), thinks, answers: false };
    let (handle, mut view) = against(&host, Box::new(mind));
    view.until(|state| state.seats.white.present);
    handle.call(Actor::Both, play("C3")).unwrap();
    view.until(|state| state.seats.white.thinking);
    is_thinking.recv_timeout(LONG).unwrap();
    // It thinks forever, and everything else continues.
    let comment = Command::Comment { text: "slow".to_owned(), on: None };
    handle.call(Actor::Both, comment).unwrap();
    assert_eq!(
        handle.call(Actor::Both, play("D4")),
        Err(CallError::Refused(Refused::Thinking(Color::White.into())))
    );
    handle.call(Actor::Both, Command::Stop).unwrap();
    view.until(|state| state.seats.white.fault.is_some() && !state.seats.white.thinking);
    handle.call(Actor::Both, Command::Restart).unwrap();
    view.until(|state| state.position.number == 2);
    assert_eq!(starts.load(Ordering::SeqCst), 1);
    // Minds outlive sessions.
    let [_, mind] = handle.close().unwrap().minds;
    let task = Task {
        game: Game::new(Size::S9, Rules::of(Preset::Chinese)),
        color: Color::Black,
        time: None,
        limit: None,
        is_cleanup: false,
    };
    assert_eq!(mind.unwrap().prepare(task).unwrap().0.name, "Ponder");
}

#[test]
fn a_program_without_a_turn_waits_and_its_clock_stands() {
    let (host, pool) = (Host::new(1), Pool::new(1));
    let (thinks, is_thinking) = mpsc::channel();
    let open = |answers| {
        let mind = Ponder { starts: Arc::default(), thinks: thinks.clone(), answers };
        let worker = Worker::new(Box::new(mind));
        worker.share(&pool);
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let time = "10m".parse::<hoshi_session::Control>().unwrap().0;
        let players = [Player::person("Ann"), Player::program("ponder", "Ponder")];
        let start = Start { time: [time; 2], ..Start::of(game) };
        let session = Session::new(start, players, Terms::default());
        let handle = host.open(Opening { minds: [None, Some(worker)], ..Opening::of(session) });
        let mut view = View::of(handle.subscribe(None));
        view.until(|state| state.seats.white.present);
        (handle, view)
    };
    let ((first, mut thinker), (second, mut waiter)) = (open(false), open(true));
    let runs = |state: &Snapshot| state.clock.and_then(|clock| clock.running);
    first.call(Actor::Both, play("C3")).unwrap();
    is_thinking.recv_timeout(LONG).unwrap();
    thinker.until(|state| runs(state) == Some(Color::White.into()));
    second.call(Actor::Both, play("C3")).unwrap();
    // It counts as thinking, but another program has the only turn.
    waiter.until(|state| state.seats.white.thinking);
    while !format!("{pool:?}").contains("queue: 1") {
        assert_eq!(View::of(second.subscribe(None)).state.position.number, 1, "it did not wait");
    }
    assert_eq!(runs(&View::of(second.subscribe(None)).state), None);
    // A request that waits can be cancelled.
    second.call(Actor::Both, Command::Stop).unwrap();
    waiter.until(|state| state.seats.white.fault.is_some());
    second.call(Actor::Both, Command::Restart).unwrap();
    waiter.until(|state| state.seats.white.thinking);
    first.call(Actor::Both, Command::Stop).unwrap();
    waiter.until(|state| state.position.number == 2);
}

/// The requests to the judges below, and when they may answer.
static LOOKS: AtomicUsize = AtomicUsize::new(0);
static MAY_ANSWER: AtomicUsize = AtomicUsize::new(0);
static STOPPED: AtomicUsize = AtomicUsize::new(0);

fn wait_for(count: &AtomicUsize, wanted: usize) {
    while count.load(Ordering::SeqCst) < wanted {
        std::thread::yield_now();
    }
}

/// Two people with this judge.
fn judged(host: &Host, judge: Judge) -> (Handle, View) {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let terms = Terms { judge, ..Terms::default() };
    let handle = host.open(Opening::of(Session::new(Start::of(game), people(), terms)));
    let view = View::of(handle.subscribe(None));
    (handle, view)
}

#[test]
fn nobody_waits_for_an_estimate_of_dead_stones() {
    let host = Host::new(1);
    let patient = Judge::new(|game, _| {
        LOOKS.fetch_add(1, Ordering::SeqCst);
        wait_for(&MAY_ANSWER, 1);
        Some(DeadAndSeki::new(game.size()))
    });
    let (handle, mut view) = judged(&host, patient);
    for at in ["C3", "pass", "pass"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    wait_for(&LOOKS, 1);
    // While it runs, everything else continues: here, and in other sessions of the thread.
    handle.call(Actor::Both, Command::Comment { text: "slow".to_owned(), on: None }).unwrap();
    let other = host.open(Opening::of(session(people(), false)));
    other.call(Actor::Both, play("C3")).unwrap();
    MAY_ANSWER.store(1, Ordering::SeqCst);
    view.until(|state| state.marking.as_ref().is_some_and(|marking| !marking.waiting));

    let endless = Judge::new(|_, stop| {
        while !stop.is_set() {
            std::thread::yield_now();
        }
        STOPPED.fetch_add(1, Ordering::SeqCst);
        None
    });
    // Play continues, or the session is closed: the judge stops.
    let (handle, _view) = judged(&host, endless);
    for at in ["C3", "pass", "pass"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    handle.call(Actor::Both, Command::Resume { color: Some(Color::Black.into()) }).unwrap();
    wait_for(&STOPPED, 1);
    for at in ["pass", "pass"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    drop(handle.close());
    wait_for(&STOPPED, 2);

    let broken = Judge::new(|_, _| panic!("a panic of the test"));
    let (handle, mut view) = judged(&host, broken);
    for at in ["C3", "pass", "pass"] {
        handle.call(Actor::Both, play(at)).unwrap();
    }
    view.until(|state| state.marking.as_ref().is_some_and(|marking| !marking.waiting));
}

fn fake(faults: &[&str]) -> Gtp {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/fake.sh");
    let words = [script.display().to_string()].into_iter();
    Gtp::new(words.chain(faults.iter().map(|&fault| fault.to_owned())).collect())
}

/// Asks an engine for a move and stops it as soon as it thinks; then asks again after one more
/// move. Returns whether the same process answered.
#[cfg(unix)]
fn is_same_process(faults: &[&str]) -> bool {
    let mut engine = fake(faults);
    let stop = Stop::default();
    let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let task = |game: &Game| Task {
        game: game.clone(),
        color: game.turn(),
        time: None,
        limit: None,
        is_cleanup: false,
    };
    engine.start(&mut Context::new(&stop, &mut |_| {})).unwrap();
    let before = engine.process();
    let mut on_begin = |said: Said| {
        if said == Said::Begun {
            stop.set();
        }
    };
    let answer = engine.choose(&task(&game), &mut Context::new(&stop, &mut on_begin));
    assert_eq!(answer, Err(Fault::Stopped));
    stop.clear();
    game.play(Size::S9.parse_move("C3").unwrap()).unwrap();
    let notes = engine.check(&task(&game), &mut Context::new(&stop, &mut |_| {})).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let after = engine.process();
    assert!(before.is_some() && after.is_some());
    before == after
}

#[cfg(unix)]
#[test]
fn an_engine_that_can_be_interrupted_stays_and_any_other_is_killed() {
    assert!(is_same_process(&["add=gogui-interrupt", "slow", "move=D4"]));
    assert!(!is_same_process(&["slow", "move=D4"]));
    assert!(!is_same_process(&["add=gogui-interrupt", "slow=ignore", "move=D4"]));
}
