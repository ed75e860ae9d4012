//! Who analyses, and what an analysis says. The bot is one; an engine is another.

use anyhow::{Result, bail};
use hoshi_bot::{Bot, Limits, Settings};
use hoshi_core::{Color, Game, Move, PointMap};
use hoshi_session::Stop;

use crate::cli::Analyze;
use crate::players;

/// A program that has opinions about positions.
pub(super) trait Analyst {
    /// What it is called.
    fn name(&self) -> &str;

    /// Thinks about a position for the side to move. When it is stopped, what it says means nothing.
    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion>;
}

/// What a program thinks of a position.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    /// Moves, the best first.
    pub(super) candidates: Vec<Candidate>,
    /// Visits in all.
    pub(super) visits: u64,
    /// Points for Black, if the program estimates them.
    pub(super) score: Option<f64>,
    /// How far the score may be off: its standard error, if the program says how much its playouts differ.
    pub(super) error: Option<f64>,
    /// Whose each point is, from 1 for Black to -1 for White, if the program says so.
    pub(super) owners: Option<PointMap<f32>>,
}

/// A move that was considered.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) visits: u64,
    /// The chance of the side to move, from 0 to 1.
    pub(super) win_rate: f64,
    /// Points for Black, if the program estimates them.
    pub(super) score: Option<f64>,
    /// The move itself first.
    pub(super) line: Vec<Move>,
}

impl Opinion {
    /// The best move, if there is any.
    pub(super) fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The chance of Black, from 0 to 1.
    pub(super) fn black_rate(&self, turn: Color) -> Option<f64> {
        self.best().map(|best| of_color(best.win_rate, turn))
    }
}

/// A chance of one side, as Black's.
pub(super) fn of_color(rate: f64, color: Color) -> f64 {
    match color {
        Color::Black => rate,
        Color::White => 1.0 - rate,
    }
}

/// The built-in bot.
pub(super) struct BotAnalyst {
    bot: Bot,
    playouts: u32,
}

impl BotAnalyst {
    pub(super) fn new(options: &Analyze, playouts: u32) -> BotAnalyst {
        let mut settings = Settings::default();
        settings.seed = options.seed;
        settings.threads = usize::from(options.threads);
        BotAnalyst { bot: Bot::new(settings), playouts }
    }
}

impl Analyst for BotAnalyst {
    fn name(&self) -> &str {
        "hoshi"
    }

    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion> {
        if let Err(why) = players::fits(game.size()) {
            bail!("{why}");
        }
        // Every position is searched anew, so that its values do not depend on those before it.
        self.bot.forget();
        let limits = Limits { playouts: Some(self.playouts), time: None, settled: false };
        let thought = self.bot.think(game, &limits, &stop.flag());
        let sign = if game.turn() == Color::Black { 1.0 } else { -1.0 };
        let candidates = thought.candidates.iter().map(|candidate| Candidate {
            mv: candidate.mv,
            visits: u64::from(candidate.visits),
            win_rate: f64::from(candidate.win_rate),
            score: Some(sign * f64::from(candidate.score)),
            line: candidate.line.clone(),
        });
        Ok(Opinion {
            candidates: candidates.collect(),
            visits: u64::from(thought.playouts),
            // Over all playouts: that of the best move alone is a mean over fewer.
            score: Some(f64::from(thought.score)),
            error: Some(f64::from(thought.spread) / f64::from(thought.playouts.max(1)).sqrt()),
            owners: Some(thought.owners),
        })
    }
}
