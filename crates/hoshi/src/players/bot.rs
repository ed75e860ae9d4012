//! The built-in bot at the board: `hoshi-bot` as a mind of the session.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use hoshi_bot::{Choice, Clock, Estimate, Level, Limits, Player, Settings, Turn};
use hoshi_core::{DeadAndSeki, Game, Move, Size};
use hoshi_record::info::overtime::Overtime;
use hoshi_record::info::time::Millis;
use hoshi_record::kifu::{Clock as Face, TimeLimit};
use hoshi_session::host::BotSpec;
use hoshi_session::{Chosen, Context, Fault, Judge, Mind, Opinion, Profile, Task};

/// The playouts of a hint, and the most time that they may take. A hint is good advice at every level.
const HINT: (u32, Duration) = (2000, Duration::from_secs(2));

/// The playouts of an estimate on boards up to 19x19.
const PLAYOUTS: u32 = 500;

/// The estimate of the session where nobody can be asked which stones are dead.
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
    level: u8,
}

impl BotMind {
    /// The bot that a person asked for. `seed` and `threads` are for what they left open.
    ///
    /// # Errors
    /// If an option is unknown; with those that there are.
    pub(crate) fn new(spec: &BotSpec, seed: u64, threads: usize) -> Result<BotMind, String> {
        let settings = settings(spec, seed, threads)?;
        let level = Level::new(spec.level).ok_or("the levels of the bot are 1 to 10")?;
        let player = Player::new(level, settings).with_playouts(spec.playouts);
        Ok(BotMind { player, level: spec.level })
    }
}

/// The settings of the search.
fn settings(spec: &BotSpec, seed: u64, threads: usize) -> Result<Settings, String> {
    let mut settings = Settings::default();
    settings.seed = spec.seed.unwrap_or(seed);
    settings.threads = spec.threads.map_or(threads, usize::from);
    for (name, value) in &spec.tuning {
        let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
        if !settings.tune(name, value) {
            let names = Settings::names().join(", ");
            return Err(format!(
                "`{name}` is not an option of the bot: there are playouts, threads, seed, and for \
                 experiments {names}"
            ));
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
        fits(task.game.size()).map_err(Fault::Unfit)?;
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
        let limits = Limits { playouts: Some(playouts), time: Some(time), settled: false };
        let thought = self.player.bot().think(&task.game, &limits, &stop);
        if context.is_stopped() {
            return Err(Fault::Stopped);
        }
        let score = Some(score_text(thought.score));
        Ok(Some(Opinion { play: Some(thought.best()), score }))
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}

/// Whether the bot plays on such a board; if not, why.
pub(crate) fn fits(size: Size) -> Result<(), String> {
    match size.width().min(size.height()) {
        1 => Err(format!("the bot plays on boards from 2x2, and this one is {size}")),
        _ => Ok(()),
    }
}

/// A clock of the session, as the bot knows it.
fn clock(limit: TimeLimit, face: Face) -> Clock {
    let span = |time: Millis| Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
    let left = span(face.left);
    let overtime = face.overtime.is_some();
    match limit.overtime {
        None => Clock::Absolute { left },
        Some(Overtime::ByoYomi { periods: 1, .. }) if limit.main == Millis(0) => {
            Clock::PerMove { left }
        }
        Some(Overtime::ByoYomi { periods, period }) => Clock::ByoYomi {
            left,
            periods: face.overtime.unwrap_or(periods),
            period: span(period),
            overtime,
        },
        Some(Overtime::Canadian { moves, time }) => Clock::Canadian {
            left,
            moves: face.overtime.unwrap_or(moves),
            period: span(time),
            overtime,
        },
        Some(Overtime::Fischer { increment }) => {
            Clock::Fischer { left, increment: span(increment) }
        }
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Preset, Rules};
    use hoshi_session::{Control, Stop};

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
        let error = BotMind::new(&spec, 1, 1).err().unwrap();
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
}
