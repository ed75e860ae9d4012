//! The bot behind the protocol.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hoshi_bot::{Choice, Level, Limits, Player, Settings, Thought, Turn};
use hoshi_core::{Color, DeadAndSeki, Game, Move, PointMap, PointSet, Size};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question};
use hoshi_gtp::{Analysis, Candidate, Genmove};

use crate::cli::Gtp;
use crate::players;

pub(crate) struct BotProgram {
    player: Player,
    playouts: Option<u32>,
}

impl BotProgram {
    /// The bot as the options want it.
    pub(crate) fn new(options: &Gtp) -> BotProgram {
        let level = options.level.and_then(Level::new).unwrap_or(Level::STRONGEST);
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let mut settings = Settings::default();
        settings.threads = options.threads.map_or_else(cores, usize::from);
        settings.seed = options.seed.unwrap_or_else(players::any_seed);
        let player = Player::new(level, settings).with_playouts(options.playouts);
        BotProgram { player, playouts: options.playouts }
    }

    /// The answer to `genmove`. If the bot was stopped before it had looked at anything, it takes a short look: a
    /// pass would be a bad move.
    fn genmove(&mut self, game: &Game, choice: Option<Choice>) -> Genmove {
        match choice {
            Some(Choice::Play(mv)) => Genmove::Move(mv),
            Some(Choice::Resign) => Genmove::Resign,
            None => {
                let limits = Limits { playouts: Some(HASTY), ..Limits::default() };
                let thought = self.player.bot().think(game, &limits, &AtomicBool::new(false));
                Genmove::Move(thought.best())
            }
        }
    }
}

fn turn(question: &Question<'_>) -> Turn {
    let clock = question.clock.map(|(limit, left)| players::clock(limit, left));
    Turn { clock, limit: None, cleanup: question.is_cleanup }
}

fn analysis(thought: &Thought, color: Color) -> Analysis {
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let owners = &thought.owners;
    let owner =
        |point| sign * f64::from(owners.get(point).copied().unwrap_or(0.0)).clamp(-1.0, 1.0);
    // The search has its own scale; controllers expect probabilities.
    let priors: f64 = thought.candidates.iter().map(|each| f64::from(each.prior)).sum();
    let candidate = |each: &hoshi_bot::Candidate| Candidate {
        mv: each.mv,
        visits: u64::from(each.visits),
        win_rate: f64::from(each.win_rate).clamp(0.0, 1.0),
        lead: Some(f64::from(each.score)),
        prior: Some((f64::from(each.prior) / priors.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)),
        line: each.line.clone(),
    };
    Analysis {
        candidates: thought.candidates.iter().map(candidate).collect(),
        ownership: Some(PointMap::from_fn(owners.size(), owner)),
    }
}

/// The moves to look at, if some are to be left out.
fn allowed(question: &Question<'_>, request: &AnalysisRequest) -> Option<PointSet> {
    if request.avoid.is_empty() {
        return None;
    }
    let avoided = |point| request.avoid.contains(&Move::Play(point));
    let points = question.game.legal_points(question.color).filter(|&point| !avoided(point));
    Some(PointSet::of(question.game.size(), points))
}

/// Playouts for a move that is wanted before the bot has looked at anything.
const HASTY: u32 = 8;

impl GoProgram for BotProgram {
    fn name(&self) -> String {
        "hoshi".to_owned()
    }

    fn version(&self) -> String {
        format!("{} level {}", env!("CARGO_PKG_VERSION"), self.player.level().number())
    }

    fn supports(&self, size: Size) -> bool {
        players::fits(size).is_ok()
    }

    fn new_game(&mut self) {
        self.player.forget();
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        let choice = self.player.choose(question.game, &turn(question), question.stop);
        self.genmove(question.game, choice)
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        let (game, stop) = (question.game, question.stop);
        let mut reports = 0;
        let mut tell = |thought: &Thought| {
            reports += 1;
            report(&analysis(thought, question.color));
        };
        if request.is_move && !request.avoid.is_empty() {
            let (turn, interval, avoid) = (turn(question), request.interval, &request.avoid);
            let best = self.player.choose_avoiding(game, &turn, avoid, stop, interval, &mut tell);
            return Genmove::Move(best.unwrap_or(Move::Pass));
        }
        if request.is_move {
            let (turn, interval) = (turn(question), request.interval);
            let answer = self.player.choose_aloud(game, &turn, stop, interval, &mut tell);
            // A low level may decide without a search.
            if reports == 0 {
                let look = Limits { playouts: Some(1), ..Limits::default() };
                let thought = self.player.bot().think(game, &look, stop);
                report(&analysis(&thought, question.color));
            }
            return self.genmove(game, answer);
        }
        let allowed = allowed(question, request);
        let bot = self.player.bot();
        if allowed.is_some() {
            bot.forget();
        }
        let limits = Limits { playouts: self.playouts, ..Limits::default() };
        let (among, interval) = (allowed.as_ref(), request.interval);
        let best = bot.think_aloud(game, among, &limits, stop, interval, &mut tell).best();
        // With a limit of playouts it has no more to say, but the analysis ends with the next line.
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
        if allowed.is_some() {
            bot.forget();
        }
        Genmove::Move(best)
    }

    fn final_status(&mut self, game: &Game, stop: &AtomicBool) -> Option<DeadAndSeki> {
        players::estimate_unless(game, stop).map(|estimate| estimate.marks)
    }
}
