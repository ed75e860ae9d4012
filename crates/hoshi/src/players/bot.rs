//! The built-in bot at the board: `hoshi-bot` as a mind of the session.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use hoshi_bot::{Choice, Clock, Estimate, Level, Player, Settings, Thought, Turn};
use hoshi_core::time::{Clock as Face, Millis, Overtime, TimeLimit};
use hoshi_core::{DeadAndSeki, Game, Move, Size};
use hoshi_session::host::BotSpec;
use hoshi_session::{Chosen, Context, Fault, Judge, Mind, Opinion, Profile, Task};

use crate::error::UsageError;

/// The playouts of a hint, and the most time that they may take. A hint is good advice at every level.
const HINT: (u32, Duration) = (2000, Duration::from_secs(2));

/// The playouts of an estimate on boards up to 19x19.
const PLAYOUTS: u32 = 1000;

/// Estimates dead stones if no player can be asked.
pub(crate) const JUDGE: Judge =
    Judge::new(|game, stop| estimate_unless(game, &stop.flag()).map(|estimate| estimate.marks));

/// Estimates a position.
pub(crate) fn estimate(game: &Game) -> Estimate {
    Estimate::of(game, playouts(game))
}

/// The same; `None` if it is stopped.
pub(crate) fn estimate_unless(game: &Game, stop: &AtomicBool) -> Option<Estimate> {
    Estimate::unless(game, playouts(game), stop)
}

/// The playouts of an estimate: fewer on very large boards, where each takes long.
fn playouts(game: &Game) -> u32 {
    let area = u32::try_from(game.size().area()).unwrap_or(u32::MAX);
    (PLAYOUTS * 361 / area.max(361)).max(100)
}

/// Whether points decide a game. In the capture game the score of a search says only who captures first.
pub(crate) fn has_points(game: &Game) -> bool {
    game.rules().capture.is_none()
}

/// A score for Black, as people write results: `B+3.5`.
pub(crate) fn score_text(score: f32) -> String {
    let text = format!("{:.1}", score.abs());
    match text.as_str() {
        "0.0" => "0".to_owned(),
        text if score > 0.0 => format!("B+{text}"),
        text => format!("W+{text}"),
    }
}

/// The bot with a level, as a player.
pub(crate) struct BotMind {
    player: Player,
    settings: Settings,
    level: u8,
}

impl BotMind {
    /// The bot that a person asked for. `seed` and `threads` are for what they left open.
    ///
    /// # Errors
    /// If an option is unknown; with those that there are.
    pub(crate) fn new(spec: &BotSpec, seed: u64, threads: usize) -> Result<BotMind, UsageError> {
        let settings = settings(spec, seed, threads)?;
        let level = Level::new(spec.level);
        let level = level.ok_or_else(|| UsageError::of("the levels of the bot are 1 to 10"))?;
        let player = Player::new(level, settings).with_playouts(spec.playouts);
        Ok(BotMind { player, settings, level: spec.level })
    }
}

/// The settings of the search.
fn settings(spec: &BotSpec, seed: u64, threads: usize) -> Result<Settings, UsageError> {
    let mut settings = Settings::default();
    settings.seed = spec.seed.unwrap_or(seed);
    settings.threads = spec.threads.map_or(threads, usize::from);
    for (name, value) in &spec.tuning {
        let value = value.parse().map_err(|_| UsageError(format!("`{value}` is not a number")))?;
        if !settings.tune(name, value) {
            let names = Settings::names().join(", ");
            return Err(UsageError(format!(
                "`{name}` is not an option of the bot: there are playouts, threads, seed, and for \
                 experiments {names}"
            )));
        }
    }
    Ok(settings)
}

/// How many threads a bot gets that plays against people: the strongest level takes all cores.
pub(crate) fn threads_in_play(spec: &BotSpec) -> usize {
    match spec.level {
        10 => thread::available_parallelism().map_or(1, usize::from),
        _ => 1,
    }
}

impl Mind for BotMind {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Profile, Fault> {
        let name = format!("hoshi bot:{}", self.level);
        Ok(Profile { name, judges: true, cleans_up: true })
    }

    fn check(&mut self, task: &Task, _context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        fits(task.game.size()).map_err(|why| Fault::Unfit(why.to_string()))?;
        Ok(Vec::new())
    }

    fn choose(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        context.begin();
        let stop = context.stop().flag();
        let turn = Turn {
            clock: task.time.map(|(limit, face)| clock(limit, face)),
            limit: task.limit,
            cleanup: task.is_cleanup,
        };
        let pace = self.player.pace(&task.game, &turn);
        match self.player.choose(&task.game, &turn, &stop) {
            _ if context.is_stopped() => Err(Fault::Stopped),
            Some(Choice::Play(play)) => Ok(Chosen { pace, ..Chosen::of(play) }),
            Some(Choice::Resign) => Ok(Chosen { play: None, ..Chosen::of(Move::Pass) }),
            None => Err(Fault::Failed("it found no move in the time it had".to_owned())),
        }
    }

    fn judge(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<DeadAndSeki>, Fault> {
        let estimate = estimate_unless(&task.game, &context.stop().flag());
        estimate.map(|estimate| Some(estimate.marks)).ok_or(Fault::Stopped)
    }

    fn opinion(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<Opinion>, Fault> {
        let stop = context.stop().flag();
        let (playouts, time) = HINT;
        // A strong player, who also knows when to pass; it never advises to give up.
        let mut adviser =
            Player::new(Level::STRONGEST, self.settings).with_playouts(Some(playouts));
        let turn = Turn { limit: Some(time), ..Turn::default() };
        let mut last = None;
        let mut hear = |thought: &Thought| last = Some((thought.best(), thought.score));
        let choice = adviser.choose_aloud(&task.game, &turn, &stop, time, &mut hear);
        if context.is_stopped() {
            return Err(Fault::Stopped);
        }
        let (best, score) = last.unzip();
        let play = match choice {
            Some(Choice::Play(mv)) => Some(mv),
            Some(Choice::Resign) | None => best,
        };
        let score = score.filter(|_| has_points(&task.game));
        Ok(Some(Opinion { play, score: score.map(score_text) }))
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}

/// A board on which the bot cannot play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSmall;

impl fmt::Display for TooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bot needs at least a 2x2 board")
    }
}

impl std::error::Error for TooSmall {}

/// Whether the bot plays on such a board.
pub(crate) fn fits(size: Size) -> Result<(), TooSmall> {
    match size.width().min(size.height()) {
        1 => Err(TooSmall),
        _ => Ok(()),
    }
}

/// A clock in the form of the bot.
pub(crate) fn clock(limit: TimeLimit, face: Face) -> Clock {
    let left = face.left.duration();
    let overtime = face.overtime.is_some();
    match limit.overtime {
        None => Clock::Absolute { left },
        Some(Overtime::ByoYomi { periods: 1, .. }) if limit.main == Millis(0) => {
            Clock::PerMove { left }
        }
        Some(Overtime::ByoYomi { periods, period }) => Clock::ByoYomi {
            left,
            periods: face.overtime.unwrap_or(periods),
            period: period.duration(),
            overtime,
        },
        Some(Overtime::Canadian { moves, time }) => Clock::Canadian {
            left,
            moves: face.overtime.unwrap_or(moves),
            period: time.duration(),
            overtime,
        },
        Some(Overtime::Fischer { increment }) => {
            Clock::Fischer { left, increment: increment.duration() }
        }
    }
}

#[cfg(test)]
mod tests;
