//! The bot: a search with its settings, and what it thinks of a position.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hoshi_core::{Game, Move, PointMap, PointSet, Size};

use crate::params::Params;
use crate::search::{Search, Searcher, Until};
use crate::tree::{Node, Tree};

/// How a bot searches.
///
/// ```
/// use hoshi_bot::Settings;
/// assert_eq!(Settings::default().threads, 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of search threads, on one tree.
    pub threads: usize,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The most memory the tree may take, in bytes.
    pub memory: usize,
    pub(crate) params: Params,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, seed: 1, memory: 512 << 20, params: Params::DEFAULT }
    }
}

impl Settings {
    /// Sets a search parameter, for experiments; whether there is one of that name.
    pub fn tune(&mut self, name: &str, value: f32) -> bool {
        self.params.set(name, value)
    }

    /// The names that [`Settings::tune`] knows.
    ///
    /// ```
    /// use hoshi_bot::Settings;
    ///
    /// let mut settings = Settings::default();
    /// assert!(Settings::names().iter().all(|name| settings.tune(name, 1.0)));
    /// assert!(!settings.tune("no such number", 1.0));
    /// ```
    #[must_use]
    pub fn names() -> &'static [&'static str] {
        Params::NAMES
    }
}

/// When to stop thinking, whichever comes first.
///
/// ```
/// use hoshi_bot::Limits;
/// let limits = Limits { playouts: Some(1000), ..Limits::default() };
/// assert_eq!(limits.time, None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The most playouts.
    pub playouts: Option<u32>,
    /// The most time.
    pub time: Option<Duration>,
    /// Whether to stop as soon as no other move can overtake the most visited one.
    pub settled: bool,
}

/// A program that searches for moves.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use hoshi_bot::{Bot, Limits, Settings};
/// use hoshi_core::{Game, Preset, Rules, Size};
///
/// let game = Game::new(Size::square(5).unwrap(), Rules::of(Preset::Chinese));
/// let limits = Limits { playouts: Some(500), ..Limits::default() };
/// let thought = Bot::new(Settings::default()).think(&game, &limits, &AtomicBool::new(false));
/// assert_eq!(thought.playouts, 500);
/// assert!(game.check(game.turn(), thought.best()).is_ok());
/// ```
pub struct Bot {
    settings: Settings,
    searcher: Option<(Size, Box<dyn Searcher>)>,
    /// Whether two passes end the game with every stone alive, whatever the rules say.
    cleanup: bool,
    /// Whether a handicap is made up for in the search, for playing; an analysis says what is.
    evens: bool,
}

/// A move that was considered.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u32,
    /// The chance to win for the side to move, from 0 to 1.
    pub win_rate: f32,
    /// The mean score in points for the side to move.
    pub score: f32,
    /// Its prior: the value that it had before the search, from 0 to 1.
    pub prior: f32,
    /// The expected continuation, the move itself first.
    pub line: Vec<Move>,
}

/// What a bot thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Moves, the most visited first; [`Thought::rank`] orders them for a reader.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search.
    pub playouts: u32,
    /// The chance to win for the side to move.
    pub win_rate: f32,
    /// The mean score in points for Black.
    pub score: f32,
    /// How far playouts were from it, as a standard deviation.
    pub spread: f32,
    /// Whose each point is: from 1 for Black to -1 for White.
    pub owners: PointMap<f32>,
    /// How long it took.
    pub took: Duration,
}

impl Thought {
    /// The first of the candidates.
    #[must_use]
    pub fn best(&self) -> Move {
        self.candidates.first().map_or(Move::Pass, |candidate| candidate.mv)
    }

    /// Orders the candidates for a reader. A player makes the most visited move, which is safe with many
    /// visits; but where a game is nearly decided every move wins as often, visits are spread almost evenly,
    /// and a move with a few more of them may lose many points. So the moves that have at least a quarter of
    /// the most visits are ordered by their win rate and their score, less what chance may have added to
    /// both. The others follow by visits.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use hoshi_bot::{Bot, Limits, Settings};
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::square(5).unwrap(), Rules::of(Preset::Chinese));
    /// let limits = Limits { playouts: Some(500), ..Limits::default() };
    /// let mut thought = Bot::new(Settings::default()).think(&game, &limits, &AtomicBool::new(false));
    /// thought.rank();
    /// assert_eq!(game.size().move_name(thought.best()), "C3");
    /// ```
    pub fn rank(&mut self) {
        let most = self.candidates.iter().map(|one| one.visits).max().unwrap_or(0);
        let (spread, area) = (self.spread, self.owners.size().area());
        let worth = |one: &Candidate| one.worth(spread, area);
        let is_known = |one: &Candidate| one.visits.saturating_mul(SHARE) >= most;
        self.candidates.sort_by(|a, b| match (is_known(a), is_known(b)) {
            (true, true) => worth(b).total_cmp(&worth(a)),
            (false, false) => b.visits.cmp(&a.visits),
            (one, other) => other.cmp(&one),
        });
    }
}

/// A move with less than this part of the most visits is not known well enough to come first.
const SHARE: u32 = 4;

impl Candidate {
    /// The chance to win plus the score, of which half the board is worth half a win, each less its standard
    /// error. `spread` is the deviation of the score over all playouts.
    fn worth(&self, spread: f32, area: usize) -> f32 {
        let visits = (self.visits as f32).max(1.0);
        let rate = self.win_rate.clamp(0.0, 1.0);
        let rate_error = (rate * (1.0 - rate) / visits).sqrt();
        let score_error = spread / visits.sqrt();
        rate - rate_error + (self.score - score_error) / (area as f32).max(20.0)
    }
}

/// Reports are not made more often than this.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);

impl Thought {
    /// Two thoughts about one position, the later one made with the tree of the earlier.
    fn and(self, later: Thought) -> Thought {
        let (one, other) = (f64::from(self.playouts), f64::from(later.playouts));
        let count = (one + other).max(1.0);
        let mean = |a: f32, b: f32| ((f64::from(a) * one + f64::from(b) * other) / count) as f32;
        let score = mean(self.score, later.score);
        let square = |thought: &Thought| {
            let off = thought.score - score;
            thought.spread * thought.spread + off * off
        };
        let spread = mean(square(&self), square(&later)).sqrt();
        let size = self.owners.size();
        let owners = PointMap::from_fn(size, |point| mean(self.owners[point], later.owners[point]));
        Thought {
            playouts: self.playouts.saturating_add(later.playouts),
            took: self.took + later.took,
            score,
            spread,
            owners,
            ..later
        }
    }

    /// Whether the limits are reached, or no other move can overtake the best one before they are.
    fn is_done(&self, limits: &Limits, gone: Duration) -> bool {
        let left = limits.playouts.map(|most| most.saturating_sub(self.playouts));
        let time = limits.time.map(|time| time.saturating_sub(gone));
        if left == Some(0) || time == Some(Duration::ZERO) {
            return true;
        }
        let rate = f64::from(self.playouts) / gone.as_secs_f64().max(1e-6);
        let in_time = time.map(|time| rate * time.as_secs_f64());
        let bounds = [left.map(f64::from), in_time];
        let Some(left) = bounds.into_iter().flatten().reduce(f64::min) else { return false };
        let visits = |nth: usize| self.candidates.get(nth).map_or(0.0, |one| f64::from(one.visits));
        limits.settled && visits(0) - visits(1) > left
    }
}

impl Bot {
    /// A bot with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Bot {
        Bot { settings, searcher: None, cleanup: false, evens: false }
    }

    /// Thinks about the position of a game for the side to move.
    pub fn think(&mut self, game: &Game, limits: &Limits, stop: &AtomicBool) -> Thought {
        self.search(game, None, limits, stop)
    }

    /// Thinks about these moves only, and about passing.
    pub fn think_among(
        &mut self,
        game: &Game,
        moves: &PointSet,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Thought {
        self.search(game, Some(moves), limits, stop)
    }

    /// Thinks and reports about every `interval` what it thinks so far, about some moves only if there are
    /// any given.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    /// use hoshi_bot::{Bot, Limits, Settings};
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::square(5).unwrap(), Rules::of(Preset::Chinese));
    /// let limits = Limits { playouts: Some(300), ..Limits::default() };
    /// let mut seen = Vec::new();
    /// let mut bot = Bot::new(Settings::default());
    /// let stop = AtomicBool::new(false);
    /// let thought = bot.think_aloud(&game, None, &limits, &stop, Duration::ZERO, &mut |thought| {
    ///     seen.push(thought.playouts);
    /// });
    /// assert!(seen.is_sorted() && seen.last() == Some(&thought.playouts));
    /// assert_eq!(thought.playouts, 300);
    /// ```
    pub fn think_aloud(
        &mut self,
        game: &Game,
        among: Option<&PointSet>,
        limits: &Limits,
        stop: &AtomicBool,
        interval: Duration,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let begin = Instant::now();
        let interval = interval.max(LEAST_INTERVAL);
        let mut whole: Option<Thought> = None;
        loop {
            let done = whole.as_ref().map_or(0, |thought| thought.playouts);
            let left = limits.time.map(|time| time.saturating_sub(begin.elapsed()));
            let slice = Limits {
                playouts: limits.playouts.map(|most| most.saturating_sub(done)),
                time: Some(left.map_or(interval, |left| left.min(interval))),
                settled: false,
            };
            // The tree stays, so that each slice continues the one before.
            let thought = self.search(game, among, &slice, stop);
            let thought = match whole.take() {
                Some(before) => before.and(thought),
                None => thought,
            };
            report(&thought);
            if stop.load(Ordering::Relaxed) || thought.is_done(limits, begin.elapsed()) {
                return thought;
            }
            whole = Some(thought);
        }
    }

    /// Whether stones that are dead have to be captured before both pass.
    pub fn set_cleanup(&mut self, cleanup: bool) {
        if cleanup != self.cleanup {
            self.forget();
        }
        self.cleanup = cleanup;
    }

    /// Whether the search starts a handicap game as if it were even, which plays better and gives wrong
    /// chances.
    pub(crate) fn set_evens(&mut self, evens: bool) {
        self.evens = evens;
    }

    /// Forgets the tree: another game begins.
    pub fn forget(&mut self) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.forget();
        }
    }

    fn search(
        &mut self,
        game: &Game,
        among: Option<&PointSet>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Thought {
        let begin = Instant::now();
        let params = self.settings.params;
        let (cleanup, evens) = (self.cleanup, self.evens);
        let searcher = self.searcher(game);
        searcher.restrict(among, cleanup);
        searcher.set_offset(if evens { handicap_offset(game) } else { 0 });
        let until = Until {
            playouts: limits.playouts.unwrap_or(u32::MAX),
            began: begin,
            // A time that no clock can express is no limit.
            deadline: limits.time.and_then(|time| begin.checked_add(time)),
            settled: limits.settled,
        };
        searcher.search(&until, stop, &params);
        thought(searcher, game, begin.elapsed())
    }

    fn searcher(&mut self, game: &Game) -> &mut dyn Searcher {
        let size = game.size();
        let settings = self.settings;
        if self.searcher.as_ref().is_none_or(|(other, _)| *other != size) {
            self.searcher = Some((size, searcher(game, &settings)));
        }
        let (_, searcher) = self.searcher.as_mut().expect("it was just made");
        searcher.set_root(game, &settings.params);
        &mut **searcher
    }
}

/// In a handicap game, half points that White is given in the search: at first about what the stones are
/// worth, then less with every move. Without it White sees every move lose, and plays any of them.
fn handicap_offset(game: &Game) -> i32 {
    /// What a stone is worth in half points on 19x19.
    const STONE: usize = 20;
    let (area, moves) = (game.size().area(), game.move_count());
    let stones = game.handicap() as usize;
    if stones < 2 || game.rules().capture.is_some() {
        return 0;
    }
    let left = (area * 2 / 3).saturating_sub(moves) * 3;
    let worth = STONE * stones * left / (2 * area) * area.min(361) / 361;
    i32::try_from(worth).unwrap_or(0)
}

fn searcher(game: &Game, settings: &Settings) -> Box<dyn Searcher> {
    let Settings { threads, seed, memory, params } = settings;
    with_capacity!(game.size(), CAP => {
        Box::new(Search::<CAP>::new(game, params, *threads, *seed, *memory))
    })
}

fn thought(searcher: &dyn Searcher, game: &Game, took: Duration) -> Thought {
    let tree = searcher.tree();
    let sums = searcher.sums();
    let mut nodes: Vec<&Node> =
        tree.children(tree.root()).iter().filter(|node| node.visits() > 0.0).collect();
    nodes.sort_by(|a, b| b.visits().total_cmp(&a.visits()));
    let candidates = nodes.iter().map(|node| Candidate {
        mv: searcher.move_to(node.spot()),
        visits: node.visits() as u32,
        win_rate: node.value.get().1,
        score: node.score(),
        prior: node.prior.get().1,
        line: line(searcher, tree, node),
    });
    let count = f64::from(sums.playouts.max(1));
    let mean = sums.score / count;
    let size = game.size();
    let owners = PointMap::from_fn(size, |point| {
        let index = searcher.spot_of(Move::Play(point)).index();
        (f64::from(sums.owners.get(index).copied().unwrap_or(0)) / count) as f32
    });
    let (_, value) = tree.root().value.get();
    Thought {
        candidates: candidates.collect(),
        playouts: sums.playouts,
        win_rate: 1.0 - value,
        score: mean as f32,
        spread: (sums.squares / count - mean * mean).max(0.0).sqrt() as f32,
        owners,
        took,
    }
}

/// The most visited moves from a node on.
fn line(searcher: &dyn Searcher, tree: &Tree, node: &Node) -> Vec<Move> {
    let mut moves = vec![searcher.move_to(node.spot())];
    let mut node = node;
    while moves.len() < 20 {
        let children = tree.children(node);
        let best = children.iter().max_by(|a, b| a.visits().total_cmp(&b.visits()));
        let Some(best) = best.filter(|best| best.visits() >= 2.0) else { break };
        moves.push(searcher.move_to(best.spot()));
        node = best;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(candidates: &[(&str, u32, f32, f32)]) -> Thought {
        let size = Size::S9;
        let candidate = |&(name, visits, win_rate, score): &(&str, u32, f32, f32)| Candidate {
            mv: size.parse_move(name).unwrap(),
            visits,
            win_rate,
            score,
            prior: 0.0,
            line: Vec::new(),
        };
        Thought {
            candidates: candidates.iter().map(candidate).collect(),
            playouts: 1000,
            win_rate: 0.5,
            score: 0.0,
            spread: 15.0,
            owners: PointMap::new(size, 0.0),
            took: Duration::ZERO,
        }
    }

    fn ranked(candidates: &[(&str, u32, f32, f32)]) -> Vec<String> {
        let mut thought = thought(candidates);
        thought.rank();
        thought.candidates.iter().map(|one| Size::S9.move_name(one.mv)).collect()
    }

    /// In a game that is won, a few more visits do not make up for many points.
    #[test]
    fn a_clearly_better_score_comes_before_a_few_visits() {
        let won = [("A1", 320, 0.98, 30.0), ("C3", 300, 0.98, 41.0), ("E5", 250, 0.98, 39.0)];
        assert_eq!(ranked(&won), ["C3", "E5", "A1"]);
        // The same where it is lost.
        let lost = [("A1", 320, 0.02, -41.0), ("C3", 300, 0.02, -30.0)];
        assert_eq!(ranked(&lost), ["C3", "A1"]);
    }

    #[test]
    fn visits_decide_where_the_difference_may_be_chance() {
        let even = [("A1", 900, 0.52, 1.0), ("C3", 300, 0.52, 1.2)];
        assert_eq!(ranked(&even), ["A1", "C3"]);
        // Few visits prove nothing, however good they look.
        let lucky = [("A1", 900, 0.5, 0.0), ("C3", 20, 0.9, 30.0), ("E5", 40, 0.4, -3.0)];
        assert_eq!(ranked(&lucky), ["A1", "E5", "C3"]);
    }

    #[test]
    fn a_better_chance_comes_before_a_better_score() {
        let safe = [("A1", 400, 0.6, 9.0), ("C3", 380, 0.8, 5.0)];
        assert_eq!(ranked(&safe), ["C3", "A1"]);
        assert!(ranked(&[]).is_empty());
    }
}
