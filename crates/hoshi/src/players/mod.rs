//! Those who play without a person: at random, by a table, or engines. Nobody ever waits for one longer than they
//! want to, and none is trusted: the rules are asked about every move by whoever takes it.

mod actor;
mod places;
mod table;
mod who;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hoshi_core::playout::is_eye;
use hoshi_core::{Game, Move, Point, Rng as _, SplitMix64};
use hoshi_gtp::{Fault, Genmove, Limit, TimeLeft};

pub(crate) use actor::EngineMind;
pub(crate) use places::{KNOWN, Known, Places};
pub(crate) use table::TablePlayer;
pub(crate) use who::Who;

/// How long an engine has to say that it is one.
pub(crate) const GREETING: Duration = Duration::from_secs(10);

/// How long an engine has for everything but a move.
pub(crate) const ERRAND: Duration = Duration::from_secs(30);

/// How long an engine has to leave by itself.
pub(crate) const FAREWELL: Duration = Duration::from_millis(500);

/// What makes moves.
#[derive(Debug)]
pub(crate) enum Mind {
    Random { rng: SplitMix64, chosen: Option<Move> },
    Table { table: Arc<TablePlayer>, chosen: Option<Result<Move, String>> },
    Engine(EngineMind),
}

/// What is to be thought about.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The position, with its history.
    pub(crate) game: Game,
    /// The clock, if there is one.
    pub(crate) time: Option<(Limit, TimeLeft)>,
    /// How long it may take; `None` for as long as it likes.
    pub(crate) limit: Option<Duration>,
}

impl Mind {
    /// One that plays at random.
    pub(crate) fn random(seed: u64) -> Mind {
        Mind::Random { rng: SplitMix64::new(seed), chosen: None }
    }

    /// One that plays by a table.
    pub(crate) fn table(table: TablePlayer) -> Mind {
        Mind::Table { table: Arc::new(table), chosen: None }
    }

    /// An engine, started; its program is found among the games of the machine too.
    pub(crate) fn engine(words: Vec<String>) -> Result<Mind, Fault> {
        EngineMind::start(Places::of_machine().resolve(words)).map(Mind::Engine)
    }

    /// What it calls itself.
    pub(crate) fn name(&self) -> &str {
        match self {
            Mind::Random { .. } => "hoshi random",
            Mind::Table { table, .. } => table.name(),
            Mind::Engine(engine) => engine.name(),
        }
    }

    /// Whether it can play a game at all, as far as that is known before it is asked; if not, why.
    pub(crate) fn fits(&self, game: &Game) -> Result<(), String> {
        match self {
            Mind::Random { .. } | Mind::Engine(_) => Ok(()),
            Mind::Table { table, .. } => table.fits(game),
        }
    }

    /// Has it think about a move. Never waits.
    pub(crate) fn begin(&mut self, task: Task) {
        match self {
            Mind::Random { rng, chosen } => *chosen = Some(random_move(&task.game, rng)),
            Mind::Table { table, chosen } => *chosen = Some(table.choose(&task.game)),
            Mind::Engine(engine) => engine.begin(task),
        }
    }

    /// Whether it is thinking.
    pub(crate) fn is_thinking(&self) -> bool {
        match self {
            Mind::Random { chosen, .. } => chosen.is_some(),
            Mind::Table { chosen, .. } => chosen.is_some(),
            Mind::Engine(engine) => engine.is_thinking(),
        }
    }

    /// The move it has come to, if it has, waiting for it no longer than so.
    pub(crate) fn poll(&mut self, patience: Duration) -> Option<Result<Genmove, Fault>> {
        match self {
            Mind::Random { chosen, .. } => chosen.take().map(|mv| Ok(Genmove::Move(mv))),
            Mind::Table { chosen, .. } => {
                chosen.take().map(|mv| mv.map(Genmove::Move).map_err(Fault::Unfit))
            }
            Mind::Engine(engine) => engine.poll(patience),
        }
    }

    /// Has it think no more.
    pub(crate) fn call_off(&mut self) {
        match self {
            Mind::Random { chosen, .. } => *chosen = None,
            Mind::Table { chosen, .. } => *chosen = None,
            Mind::Engine(engine) => engine.call_off(),
        }
    }

    /// What it could not be told since this was asked last, though it plays all the same.
    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        match self {
            Mind::Random { .. } | Mind::Table { .. } => Vec::new(),
            Mind::Engine(engine) => engine.take_notes(),
        }
    }
}

/// Where a random player begins, if nobody says: somewhere else each time.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(40)
}

/// A move at random: any legal one that does not fill an eye of one's own; a pass if there is none, or
/// if the game has gone on for three moves a point.
pub(crate) fn random_move(game: &Game, rng: &mut SplitMix64) -> Move {
    let color = game.turn();
    if game.move_count() >= 3 * game.size().area() {
        return Move::Pass;
    }
    let good = |point: &Point| !is_eye(game.board(), color, *point);
    let points: Vec<Point> = game.legal_points(color).filter(good).collect();
    let bound = u32::try_from(points.len()).unwrap_or(u32::MAX);
    points.get(rng.below(bound) as usize).map_or(Move::Pass, |&point| Move::Play(point))
}
