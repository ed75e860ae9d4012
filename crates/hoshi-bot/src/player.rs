//! The bot as a player: which move it makes, when it passes and when it resigns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hoshi_core::{Game, Move, Phase, PointMap, PointSet, Scoring, SplitMix64};

use crate::bot::{Bot, Limits, Settings, Thought};
use crate::ending::{gains, is_agreed, is_settled, open_points};
use crate::estimate::Estimate;
use crate::level::{self, Level};
use crate::time::{Budget, Clock};

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
    seed: u64,
    /// For each side, the numbers of its last moves if they looked hopeless.
    hopeless: [Vec<usize>; 2],
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

/// How often to report, and to whom.
type Aloud<'a> = (Duration, &'a mut dyn FnMut(&Thought));

/// The playouts with which a low level looks for a way to capture dead stones: enough to find one.
const CLEANING: u32 = 400;

/// The playouts with which a low level looks whose each point is. With 60 of them, one move of twelve that
/// level 1 made when it was behind was a hopeless invasion.
const FIRST_LOOK: u32 = 200;

/// The playouts with which it looks for a threat before it passes.
const THREATS: u32 = 500;

/// The least playouts with which it looks for a move that closes a border.
const CLOSING: u32 = 100;

/// What the strongest level takes for a move when there is no clock.
const UNHURRIED: Duration = Duration::from_secs(5);

/// Below this chance a move looks hopeless, and after so many of them in a row it resigns.
const HOPELESS: f32 = 0.06;
const PATIENCE: usize = 3;

/// While more than an eighth of the points are less clear than this, the end is not near.
const UNCLEAR: f32 = 0.6;

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
        let seed = settings.seed;
        Player {
            bot: Bot::new(settings),
            level,
            playouts: None,
            rng,
            seed,
            hopeless: [Vec::new(), Vec::new()],
        }
    }

    /// The same player with this number of playouts for every move, instead of that of its level.
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
        self.hopeless = [Vec::new(), Vec::new()];
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
        self.decide(game, turn, stop, None)
    }

    /// The same, with a report of what it thinks about every so often. A level that decides without a
    /// search reports nothing.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    /// use hoshi_bot::{Level, Player, Settings, Turn};
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut player = Player::new(Level::STRONGEST, Settings::default()).with_playouts(Some(100));
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let (turn, stop) = (Turn::default(), AtomicBool::new(false));
    /// let mut reports = 0;
    /// player.choose_aloud(&game, &turn, &stop, Duration::from_secs(1), &mut |_| reports += 1);
    /// assert!(reports > 0);
    /// ```
    pub fn choose_aloud(
        &mut self,
        game: &Game,
        turn: &Turn,
        stop: &AtomicBool,
        interval: Duration,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Choice> {
        self.decide(game, turn, stop, Some((interval, report)))
    }

    /// The best move that is not among those to avoid, after as much time or as many playouts as a move takes.
    /// A pass if nothing else is left; `None` if it was stopped before it had looked at anything.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    /// use hoshi_bot::{Level, Player, Settings, Turn};
    /// use hoshi_core::{Game, Move, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::square(2).unwrap(), Rules::of(Preset::Chinese));
    /// let a1 = game.size().parse_move("A1")?;
    /// let all = game.size().points().map(Move::Play).chain([Move::Pass]);
    /// let avoid: Vec<Move> = all.filter(|&mv| mv != a1).collect();
    /// let mut player = Player::new(Level::STRONGEST, Settings::default()).with_playouts(Some(10));
    /// let (turn, stop) = (Turn::default(), AtomicBool::new(false));
    /// let second = Duration::from_secs(1);
    /// let mv = player.choose_avoiding(&game, &turn, &avoid, &stop, second, &mut |_| ());
    /// assert_eq!(mv, Some(a1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose_avoiding(
        &mut self,
        game: &Game,
        turn: &Turn,
        avoid: &[Move],
        stop: &AtomicBool,
        interval: Duration,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Move> {
        let limits = self.limits(Budget::of(game, turn, Instant::now()).search());
        let points = game.legal_points(game.turn());
        let among = points.filter(|&point| !avoid.contains(&Move::Play(point)));
        let among = PointSet::of(game.size(), among);
        self.bot.set_cleanup(turn.cleanup);
        // The tree of a search among some moves has only those.
        self.bot.forget();
        let thought = self.bot.think_aloud(game, Some(&among), &limits, stop, interval, report);
        self.bot.forget();
        let moves = || thought.candidates.iter().map(|candidate| candidate.mv);
        moves().find(|mv| !avoid.contains(mv)).or_else(|| moves().next())
    }

    /// How long a move should seem to take where people play, counted from the moment that the player was
    /// asked. Low levels decide in no time; the clock is respected.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hoshi_bot::{Level, Player, Settings, Turn};
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let pace = |level| {
    ///     let level = Level::new(level).unwrap();
    ///     Player::new(level, Settings::default()).pace(&game, &Turn::default())
    /// };
    /// assert!(pace(1) >= Duration::from_millis(500) && pace(1) <= Duration::from_secs(2));
    /// assert_eq!(pace(5), Duration::ZERO);
    /// ```
    #[must_use]
    pub fn pace(&self, game: &Game, turn: &Turn) -> Duration {
        if !self.is_gentle() {
            return Duration::ZERO;
        }
        // Other dice than those of the moves, which do not depend on who watches.
        let mut rng = SplitMix64::new(SplitMix64::nth(self.seed, game.move_count() as u64));
        let share = turn.clock.map(|clock| clock.share(game.size(), game.move_count()));
        let most = [share, turn.limit].into_iter().flatten().min();
        self.level.pace(&mut rng).min(most.map_or(Duration::MAX, |most| most / 2))
    }

    /// Whether it has the manners of a low level. With its own number of playouts it has none.
    fn is_gentle(&self) -> bool {
        self.level.is_gentle() && self.playouts.is_none()
    }

    fn decide(
        &mut self,
        game: &Game,
        turn: &Turn,
        stop: &AtomicBool,
        aloud: Option<Aloud<'_>>,
    ) -> Option<Choice> {
        let began = Instant::now();
        if game.legal_points(game.turn()).next().is_none() {
            return Some(Choice::Play(Move::Pass));
        }
        if self.is_gentle()
            && let Some(urgent) = level::urgent(game)
        {
            return Some(Choice::Play(urgent));
        }
        let budget = Budget::of(game, turn, began);
        let owners = self.first_look(game, &budget, stop);
        let limits = self.limits(budget.search());
        self.bot.set_evens(true);
        let thought = self.look(game, turn, &owners, &limits, stop, aloud);
        self.bot.set_evens(false);
        if thought.candidates.is_empty() {
            return None;
        }
        if stop.load(Ordering::Relaxed) {
            return Some(Choice::Play(thought.best()));
        }
        if let Some(choice) = self.ending(game, turn, &thought, &budget, stop) {
            return Some(choice);
        }
        if self.gives_up(game, &thought) {
            return Some(Choice::Resign);
        }
        let whim = (self.playouts.is_none() && !turn.cleanup)
            .then(|| level::whim(game, self.level, &owners, &mut self.rng))
            .flatten();
        let mv = whim.unwrap_or_else(|| thought.best());
        if mv.is_pass()
            && !turn.cleanup
            && is_agreed(game)
            && game.rules().scoring == Scoring::Territory
        {
            let closing = budget.estimate(game, stop).and_then(|estimate| {
                self.close(game, &open_points(game, &estimate), &budget, stop)
            });
            return Some(Choice::Play(closing.unwrap_or(mv)));
        }
        if mv.is_pass() && self.level.cleans_up() && !turn.cleanup {
            let estimate = budget.estimate(game, stop);
            let cleaned = estimate.and_then(|estimate| self.clean(game, &estimate, &budget, stop));
            return Some(cleaned.unwrap_or(Choice::Play(mv)));
        }
        Some(Choice::Play(mv))
    }

    /// Whose each point is at first sight, for levels that have manners.
    fn first_look(&self, game: &Game, budget: &Budget, stop: &AtomicBool) -> PointMap<f32> {
        let look = (game.move_count() > 6 && self.is_gentle())
            .then(|| budget.glance(game, FIRST_LOOK, stop))
            .flatten();
        look.map_or_else(|| PointMap::new(game.size(), 0.0), |estimate| estimate.owners)
    }

    /// The limits of a search that may take this long, if there is a limit.
    fn limits(&self, time: Option<Duration>) -> Limits {
        let playouts = self.playouts.or_else(|| self.level.playouts());
        let unhurried = playouts.is_none().then_some(UNHURRIED);
        Limits { playouts, time: time.or(unhurried), settled: true }
    }

    fn look(
        &mut self,
        game: &Game,
        turn: &Turn,
        owners: &PointMap<f32>,
        limits: &Limits,
        stop: &AtomicBool,
        aloud: Option<Aloud<'_>>,
    ) -> Thought {
        self.bot.set_cleanup(turn.cleanup);
        let sees_all = !self.level.overlooks() || self.playouts.is_some() || turn.cleanup;
        let seen = (!sees_all).then(|| {
            self.bot.forget();
            level::seen(game, self.level, owners, &mut self.rng)
        });
        match (aloud, &seen) {
            (Some((interval, report)), seen) => {
                self.bot.think_aloud(game, seen.as_ref(), limits, stop, interval, report)
            }
            (None, Some(seen)) => self.bot.think_among(game, seen, limits, stop),
            (None, None) => self.bot.think(game, limits, stop),
        }
    }

    /// What to do when nothing is left to gain: pass, or capture dead stones first. Under area rules a
    /// neutral point is worth one, so those are filled before.
    fn ending(
        &mut self,
        game: &Game,
        turn: &Turn,
        thought: &Thought,
        budget: &Budget,
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
        let estimate = budget.estimate(game, stop)?;
        if !is_settled(game, &estimate) {
            return None;
        }
        if gains(thought, &estimate, game.turn())
            || self.is_threatened(game, &estimate, budget, stop)
        {
            return None;
        }
        if !is_agreed(game) && !estimate.marks.dead.is_empty() {
            return None;
        }
        let open = open_points(game, &estimate);
        if thought.best().point().is_some_and(|point| open.contains(point)) {
            return None;
        }
        if let Some(closing) = self.close(game, &open, budget, stop) {
            return Some(Choice::Play(closing));
        }
        let cleaned = self.clean(game, &estimate, budget, stop);
        Some(cleaned.unwrap_or(Choice::Play(Move::Pass)))
    }

    /// The best move that helps to close open borders; `None` if every one of them costs points, or if
    /// nothing is open.
    fn close(
        &mut self,
        game: &Game,
        open: &PointSet,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Option<Move> {
        /// A move may look so many points worse than a pass: the playouts close the borders for it.
        const COST: f32 = 1.5;
        if open.is_empty() {
            return None;
        }
        let playouts = self.limits(None).playouts.unwrap_or(THREATS).clamp(CLOSING, THREATS);
        let limits = Limits { playouts: Some(playouts), time: budget.left(), settled: false };
        self.bot.forget();
        let thought = self.bot.think_among(game, open, &limits, stop);
        self.bot.forget();
        let pass = thought.candidates.iter().find(|candidate| candidate.mv.is_pass());
        let least = pass.map_or(f32::MIN, |pass| pass.score - COST);
        let best = thought.candidates.iter().find(|candidate| !candidate.mv.is_pass());
        best.filter(|best| best.score >= least).map(|best| best.mv)
    }

    /// Whether the opponent has a move that gains something, if we pass. Playouts overlook some of those
    /// that a search finds: a snapback looks like self-atari.
    fn is_threatened(
        &mut self,
        game: &Game,
        estimate: &Estimate,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> bool {
        let mut next = game.clone();
        if self.is_gentle() || next.play(Move::Pass).is_err() || *next.phase() != Phase::Playing {
            return false;
        }
        let playouts = self.limits(None).playouts.unwrap_or(THREATS).min(THREATS);
        let limits = Limits { playouts: Some(playouts), time: budget.left(), settled: false };
        let reply = self.bot.think(&next, &limits, stop);
        gains(&reply, estimate, next.turn())
    }

    /// A move that goes for dead stones, if there are any and this level captures them.
    fn clean(
        &mut self,
        game: &Game,
        estimate: &Estimate,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        if !self.cleans(game, estimate) {
            return None;
        }
        let playouts = self.level.playouts().unwrap_or(CLEANING).max(CLEANING);
        let limits = Limits { playouts: Some(playouts), time: budget.left(), settled: true };
        let hunting = level::hunting(game, &estimate.marks.dead, &estimate.owners);
        self.bot.forget();
        self.bot.set_cleanup(true);
        let thought = self.bot.think_among(game, &hunting, &limits, stop);
        self.bot.set_cleanup(false);
        Some(Choice::Play(thought.best()))
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
        let (hopeless, now) = (&mut self.hopeless[game.turn().index()], game.move_count());
        // A move that was taken back, or only asked for, does not count.
        hopeless.retain(|&moves| moves < now);
        if best < HOPELESS {
            hopeless.push(now);
        } else {
            hopeless.clear();
        }
        let patience_ends = hopeless.len() >= PATIENCE;
        let area = game.size().area();
        // A handicap is given to be played off.
        let early = if game.handicap() > 1 { area * 2 / 3 } else { area / 5 };
        !self.is_gentle()
            && patience_ends
            && game.move_count() > early
            && game.rules().capture.is_none()
    }
}
