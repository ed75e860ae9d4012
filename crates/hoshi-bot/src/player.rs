//! The bot as a player: which move it makes, when it passes and when it resigns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hoshi_core::{Color, DeadStones, Game, Move, PointMap, Scoring, Size, SplitMix64};

use crate::bot::{Bot, Limits, Settings, Thought};
use crate::estimate::Estimate;
use crate::level::{self, Level};
use crate::time::Clock;

/// A player: a bot with a level.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use hoshi_bot::{Choice, Level, Player, Settings, Turn};
/// use hoshi_core::{Game, Preset, Rules, Size};
///
/// let mut player = Player::new(Level::new(2).unwrap(), Settings::default());
/// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// let choice = player.choose(&game, &Turn::default(), &AtomicBool::new(false));
/// assert!(matches!(choice, Some(Choice::Play(_))));
/// ```
pub struct Player {
    bot: Bot,
    level: Level,
    /// Instead of those of the level.
    playouts: Option<u32>,
    rng: SplitMix64,
    /// How many moves in a row looked hopeless.
    hopeless: u32,
}

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, or a pass.
    Play(Move),
    /// It gives up.
    Resign,
}

/// The circumstances of a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// The most time that it may take.
    pub limit: Option<Duration>,
    /// Both sides passed, and play goes on until every dead stone is off the board.
    pub cleanup: bool,
}

/// What the strongest level takes for a move when there is no clock.
const UNHURRIED: Duration = Duration::from_secs(5);

/// Below this chance a move looks hopeless, and after so many of them in a row it resigns.
const HOPELESS: f32 = 0.06;
const PATIENCE: u32 = 3;

/// While more than an eighth of the points are less clear than this, the end is not near.
const UNCLEAR: f32 = 0.6;

/// A point is settled if at least so many of the playouts agree whose it is, as a mean of 1 and -1.
const SETTLED: f32 = 0.8;

impl Player {
    /// A player of this level.
    ///
    /// ```
    /// use hoshi_bot::{Level, Player, Settings};
    /// let player = Player::new(Level::default(), Settings::default());
    /// assert_eq!(player.level(), Level::default());
    /// ```
    #[must_use]
    pub fn new(level: Level, settings: Settings) -> Player {
        let rng = SplitMix64::new(settings.seed ^ 0x6c65_7665_6c73);
        Player { bot: Bot::new(settings), level, playouts: None, rng, hopeless: 0 }
    }

    /// The same player with so many playouts for every move, whatever its level says.
    ///
    /// ```
    /// use hoshi_bot::{Level, Player, Settings};
    /// let player = Player::new(Level::STRONGEST, Settings::default()).with_playouts(Some(100));
    /// assert_eq!(player.level(), Level::STRONGEST);
    /// ```
    #[must_use]
    pub fn with_playouts(mut self, playouts: Option<u32>) -> Player {
        self.playouts = playouts;
        self
    }

    /// Its level.
    ///
    /// ```
    /// use hoshi_bot::{Level, Player, Settings};
    /// assert_eq!(Player::new(Level::default(), Settings::default()).level().number(), 5);
    /// ```
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The bot behind the player, for analysis.
    ///
    /// ```
    /// use hoshi_bot::{Level, Player, Settings};
    /// let mut player = Player::new(Level::default(), Settings::default());
    /// player.bot().forget();
    /// ```
    pub fn bot(&mut self) -> &mut Bot {
        &mut self.bot
    }

    /// Another game begins.
    ///
    /// ```
    /// use hoshi_bot::{Level, Player, Settings};
    /// Player::new(Level::default(), Settings::default()).forget();
    /// ```
    pub fn forget(&mut self) {
        self.bot.forget();
        self.hopeless = 0;
    }

    /// Decides for the side to move; `None` if it was stopped before it had looked at anything.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use hoshi_bot::{Level, Player, Settings, Turn};
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut player = Player::new(Level::default(), Settings::default());
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// assert_eq!(player.choose(&game, &Turn::default(), &AtomicBool::new(true)), None);
    /// ```
    pub fn choose(&mut self, game: &Game, turn: &Turn, stop: &AtomicBool) -> Option<Choice> {
        if game.legal_points(game.turn()).next().is_none() {
            return Some(Choice::Play(Move::Pass));
        }
        if self.level.is_gentle()
            && self.playouts.is_none()
            && let Some(urgent) = level::urgent(game)
        {
            return Some(Choice::Play(urgent));
        }
        let owners = self.first_look(game);
        let limits = self.limits(game, turn);
        self.bot.set_evens(true);
        let thought = self.look(game, turn, &owners, &limits, stop);
        self.bot.set_evens(false);
        if stop.load(Ordering::Relaxed) || thought.candidates.is_empty() {
            return None;
        }
        if let Some(choice) = self.ending(game, turn, &thought, stop) {
            return Some(choice);
        }
        if self.gives_up(game, &thought) {
            return Some(Choice::Resign);
        }
        let whim = (self.playouts.is_none() && !turn.cleanup)
            .then(|| level::whim(game, self.level, &owners, &mut self.rng))
            .flatten();
        Some(Choice::Play(whim.unwrap_or_else(|| thought.best())))
    }

    /// Whose each point is at first sight, for levels that have manners.
    fn first_look(&self, game: &Game) -> PointMap<f32> {
        if game.move_count() > 6 && self.level.is_gentle() && self.playouts.is_none() {
            Estimate::of(game, 60).owners
        } else {
            PointMap::new(game.size(), 0.0)
        }
    }

    fn limits(&self, game: &Game, turn: &Turn) -> Limits {
        let playouts = self.playouts.or_else(|| self.level.playouts());
        let clock = turn.clock.map(|clock| clock.share(game.size(), game.move_count()));
        let unhurried = playouts.is_none().then_some(UNHURRIED);
        let time = [clock.or(unhurried), turn.limit].into_iter().flatten().min();
        Limits { playouts, time, settled: true }
    }

    fn look(
        &mut self,
        game: &Game,
        turn: &Turn,
        owners: &PointMap<f32>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Thought {
        self.bot.set_cleanup(turn.cleanup);
        if !self.level.overlooks() || self.playouts.is_some() || turn.cleanup {
            return self.bot.think(game, limits, stop);
        }
        let seen = level::seen(game, self.level, owners, &mut self.rng);
        self.bot.forget();
        self.bot.think_among(game, &seen, limits, stop)
    }

    /// What to do when nothing is left to gain: pass, or capture dead stones first. Under area rules a
    /// neutral point is worth one, so those are filled before.
    fn ending(
        &mut self,
        game: &Game,
        turn: &Turn,
        thought: &Thought,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let rules = game.rules();
        if turn.cleanup || rules.capture.is_some() {
            return None;
        }
        let passed = game.last_move().is_some_and(|(_, mv)| mv.is_pass());
        let unclear = thought.owners.values().iter().filter(|owner| owner.abs() < UNCLEAR).count();
        if !passed && unclear * 8 > game.size().area() {
            return None;
        }
        let estimate = Estimate::of(game, 1000);
        if !is_settled(game, &estimate) {
            return None;
        }
        let agreed = rules.dead == DeadStones::Agreed;
        if !agreed && !estimate.marks.dead.is_empty() {
            return None;
        }
        if self.cleans(game, &estimate) {
            self.bot.set_cleanup(true);
            let limits = self.limits(game, turn);
            let thought = self.bot.think(game, &limits, stop);
            self.bot.set_cleanup(false);
            return Some(Choice::Play(thought.best()));
        }
        Some(Choice::Play(Move::Pass))
    }

    /// Whether dead stones are to be captured first, so that a beginner sees why they were dead.
    fn cleans(&self, game: &Game, estimate: &Estimate) -> bool {
        let mine = game.turn();
        let is_theirs = |point| game.board().stone(point) == Some(mine.opponent());
        self.level.cleans_up()
            && self.playouts.is_none()
            && game.rules().scoring == Scoring::Area
            && estimate.marks.dead.iter().any(is_theirs)
    }

    fn gives_up(&mut self, game: &Game, thought: &Thought) -> bool {
        let best = thought.candidates.first().map_or(0.5, |candidate| candidate.win_rate);
        self.hopeless = if best < HOPELESS { self.hopeless + 1 } else { 0 };
        let area = game.size().area();
        // A handicap is given to be played off.
        let early = if game.handicap() > 1 { area * 2 / 3 } else { area / 5 };
        !(self.level.is_gentle() && self.playouts.is_none())
            && self.hopeless >= PATIENCE
            && game.move_count() > early
            && game.rules().capture.is_none()
    }
}

/// Whether it is clear whose every point is, and no neutral point is left that is worth filling.
fn is_settled(game: &Game, estimate: &Estimate) -> bool {
    let board = game.board();
    let size: Size = game.size();
    let dead = &estimate.marks.dead;
    let lives = |point, color| board.stone(point) == Some(color) && !dead.contains(point);
    let is_seki = |point| size.neighbors(point).any(|near| estimate.marks.seki.contains(near));
    size.points().all(|point| {
        let owner = estimate.owners[point].abs();
        if board.is_empty_at(point) && owner < SETTLED {
            // A neutral point: under territory rules it may stay, under area rules it is worth a point
            // to whoever can play there.
            let touches = Color::ALL.map(|color| size.neighbors(point).any(|n| lives(n, color)));
            let neutral = touches == [true, true];
            return neutral
                && (game.rules().scoring == Scoring::Territory
                    || is_seki(point)
                    || game.check(game.turn(), Move::Play(point)).is_err());
        }
        owner >= SETTLED || is_seki(point) || estimate.marks.seki.contains(point)
    })
}
