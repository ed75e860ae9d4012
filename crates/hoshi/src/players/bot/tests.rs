//! The bot as a mind: its options, its clocks, and whole games against an injected time.

use hoshi_core::{Color, Point, Preset, Rng as _, Rules, SplitMix64};
use hoshi_session::{
    Actor, Answered, Command, Control, Effect, Player as Seated, Report, Said, Session, Start,
    Stop, Terms, Time, Vertex, Wish,
};

use super::*;

fn mind(text: &str) -> BotMind {
    BotMind::new(&text.parse().unwrap(), 1, 1).unwrap()
}

fn task(game: &Game) -> Task {
    Task { game: game.clone(), color: game.turn(), time: None, limit: None, is_cleanup: false }
}

#[test]
fn an_unknown_option_is_refused_with_the_known_ones() {
    let spec = "bot:5,raves=3".parse().unwrap();
    let UsageError(error) = BotMind::new(&spec, 1, 1).err().unwrap();
    assert!(error.contains("`raves`") && error.contains("rave,"), "{error}");
    assert!(BotMind::new(&"bot:5,rave=3".parse().unwrap(), 1, 1).is_ok());
}

/// The same seed, playouts and thread give the same moves.
#[test]
fn a_game_can_be_repeated() {
    let stop = Stop::default();
    let moves = |seed: u64| {
        let mut mind = mind(&format!("bot:7,playouts=60,seed={seed}"));
        let mut game = Game::new(Size::square(7).unwrap(), Rules::of(Preset::Chinese));
        for _ in 0..8 {
            let mut say = |_| {};
            let mut context = Context::new(&stop, &mut say);
            let chosen = mind.choose(&task(&game), &mut context).unwrap();
            game.play(chosen.play.unwrap()).unwrap();
        }
        game.since_setup().1
    };
    assert_eq!(moves(7), moves(7));
    assert_ne!(moves(7), moves(8));
}

#[test]
fn a_stop_is_heard_and_boards_are_checked() {
    let stop = Stop::default();
    stop.set();
    let mut say = |_| {};
    let mut context = Context::new(&stop, &mut say);
    let mut mind = mind("bot:10");
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    assert_eq!(mind.choose(&task(&game), &mut context), Err(Fault::Stopped));
    assert_eq!(mind.opinion(&task(&game), &mut context), Err(Fault::Stopped));
    let line = Game::new(Size::new(1, 5).unwrap(), Rules::of(Preset::Chinese));
    assert!(matches!(mind.check(&task(&line), &mut context), Err(Fault::Unfit(_))));
}

#[test]
fn clocks_are_translated() {
    let of = |text: &str, left: i64, overtime: Option<u32>| {
        let Control(limit) = text.parse().unwrap();
        clock(limit.unwrap(), Face { left: Millis(left), overtime })
    };
    let seconds = Duration::from_secs;
    assert_eq!(of("10m", 4000, None), Clock::Absolute { left: seconds(4) });
    assert_eq!(of("2s/move", 1000, Some(1)), Clock::PerMove { left: seconds(1) });
    let (period, left) = (seconds(30), seconds(9));
    assert_eq!(
        of("10m+5x30s", 9000, None),
        Clock::ByoYomi { left, periods: 5, period, overtime: false }
    );
    assert_eq!(
        of("10m+5x30s", 9000, Some(2)),
        Clock::ByoYomi { left, periods: 2, period, overtime: true }
    );
    assert_eq!(
        of("10m+25/5m", 9000, Some(7)),
        Clock::Canadian { left, moves: 7, period: seconds(300), overtime: true }
    );
    assert_eq!(of("10m+10s", 9000, None), Clock::Fischer { left, increment: seconds(10) });
}

#[test]
fn scores_are_written_as_results() {
    let texts = [3.46, -0.5, 0.04, -0.04].map(score_text);
    assert_eq!(texts, ["B+3.5", "W+0.5", "0", "0"]);
}

/// A whole game of the session in no time at all: White takes the time that the bot would take for each move,
/// and some more for a busy machine; Black answers at once.
struct Simulation {
    session: Session,
    now: Time,
    /// What the program was asked.
    asked: Option<(u64, Wish, Box<Task>)>,
    rng: SplitMix64,
    /// What White took for each of its moves.
    taken: Vec<Duration>,
}

impl Simulation {
    fn play(size: Size, control: &str, moves: usize) -> Simulation {
        let Control(limit) = control.parse().unwrap();
        let game = Game::new(size, Rules::of(Preset::Chinese));
        let players = [Seated::person("Ann"), Seated::program("bot:10", "bot")];
        let start = Start { time: [limit; 2], ..Start::of(game) };
        let session = Session::new(start, players, Terms::default());
        let (now, rng) = (Time::ZERO, SplitMix64::new(5));
        let mut simulation = Simulation { session, now, asked: None, rng, taken: Vec::new() };
        let effects = simulation.session.open(now);
        simulation.take(effects);
        simulation.answer(Answered::Ready(Profile::default(), Vec::new()));
        while simulation.session.game().outcome().is_none() && simulation.taken.len() * 2 < moves {
            simulation.round();
        }
        simulation
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Think { job, wish, task, .. } = effect {
                self.asked = Some((job, wish, task));
            }
        }
    }

    fn answer(&mut self, answer: Answered) {
        let (job, ..) = *self.asked.as_ref().unwrap();
        let report = Report { color: Color::White, job, took: Duration::ZERO, answer: Ok(answer) };
        let effects = self.session.report(report, self.now);
        self.take(effects);
    }

    /// Any legal move: a game that lasts.
    fn any_move(&mut self) -> Move {
        let game = self.session.game();
        let points: Vec<Point> = game.legal_points(game.turn()).collect();
        let nth = self.rng.below(u32::try_from(points.len()).unwrap().max(1));
        points.get(nth as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }

    fn round(&mut self) {
        let mv = self.any_move();
        let at = Vertex::of_move(self.session.game().size(), mv);
        let effects = self
            .session
            .handle(Actor::Black, Command::Play { at }, self.now)
            .expect("a legal move");
        self.take(effects);
        let Some((_, Wish::Choose, task)) = self.asked.clone() else { panic!("nobody was asked") };
        self.answer(Answered::Said(Said::Begun));
        let (limit, face) = task.time.expect("there is a clock");
        let share = clock(limit, face).share(task.game.size(), task.game.move_count());
        // What a busy machine takes on top.
        let late = Duration::from_millis(u64::from(self.rng.below(100)));
        self.taken.push(share + late);
        self.now = self.now.plus(u64::try_from((share + late).as_millis()).unwrap());
        let effects = self.session.poll(self.now);
        self.take(effects);
        let mv = self.any_move();
        self.answer(Answered::Chosen(Chosen::of(mv)));
    }

    fn total(&self, moves: usize) -> Duration {
        self.taken.iter().take(moves).sum()
    }
}

/// Of every clock: the main time, what a move has at least in overtime, and the most that one move may take.
const CLOCKS: [(&str, u64, u64, u64); 9] = [
    ("5m", 300, 0, 30),
    ("20s", 20, 0, 2),
    ("30m", 1800, 0, 180),
    ("1m+5x10s", 60, 10, 20),
    ("30m+3x30s", 1800, 30, 180),
    ("1m+10/1m", 60, 6, 20),
    ("2m+5s", 120, 5, 20),
    ("0+5x3s", 0, 3, 3),
    ("5s/move", 0, 5, 5),
];

#[test]
fn no_clock_runs_out_and_the_time_is_used() {
    for size in [Size::S9, Size::S19] {
        for (control, main, period, most) in CLOCKS {
            let area = size.area();
            // 20 seconds are too little for 270 moves on a busy machine.
            if (size, control) == (Size::S19, "20s") {
                continue;
            }
            // Far longer than games are.
            let game = Simulation::play(size, control, 3 * area / 2);
            let what = format!("{control} on {size}");
            assert_eq!(game.session.game().outcome(), None, "{what}");
            assert_eq!(game.taken.len(), (3 * area / 2).div_ceil(2), "{what}");
            let longest = game.taken.iter().max().unwrap();
            assert!(*longest <= Duration::from_secs(most), "{what}: {longest:?}");
            // A game of the usual length uses most of the main time, and of every period.
            let usual = area / 3;
            let overtime = Duration::from_secs(period) * u32::try_from(usual).unwrap();
            let whole = Duration::from_secs(main) + overtime;
            let used = game.total(usual);
            assert!(used >= whole / 2, "{what}: {used:?} of {whole:?}");
        }
    }
}

/// Nothing is left to gain: a hint does not advise to throw stones away.
#[test]
fn a_hint_at_the_end_is_a_pass() {
    let board =
        hoshi_core::Board::from_text(". X X O .\nX X O O O\n. X X O .\nX X O O O\n. X X O .");
    let position = hoshi_core::Position::new(board.unwrap(), Color::Black);
    let game = Game::from_position(position, Rules::of(Preset::Japanese));
    let stop = Stop::default();
    let mut say = |_| {};
    let opinion = mind("bot:1").opinion(&task(&game), &mut Context::new(&stop, &mut say));
    let opinion = opinion.unwrap().unwrap();
    assert_eq!(opinion.play, Some(Move::Pass));
    assert!(opinion.score.is_some());
}
