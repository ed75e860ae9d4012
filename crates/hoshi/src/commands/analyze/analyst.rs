//! Who analyses, and what an analysis says. The bot is one; an engine is another.

use anyhow::Result;
use hoshi_bot::{Bot, Limits, Settings};
use hoshi_core::{Color, Game, Move, PointMap};
use hoshi_session::Stop;

use crate::players;

/// A program that has opinions about positions.
pub(crate) trait Analyst {
    /// What it is called.
    fn name(&self) -> &str;

    /// What a person should know about how it works, once.
    fn note(&mut self) -> Option<String> {
        None
    }

    /// Thinks about a position for the side to move. When it is stopped, what it says means nothing.
    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion>;
}

/// What a program thinks of a position.
#[derive(Clone, Debug)]
pub(crate) struct Opinion {
    /// Moves, the best first.
    pub(crate) candidates: Vec<Candidate>,
    /// Visits in all.
    pub(crate) visits: u64,
    /// Points for Black, if the program estimates them.
    pub(crate) score: Option<f64>,
    /// How far the score may be off: its standard error, if the program says how much its playouts differ.
    pub(crate) error: Option<f64>,
    /// Whose each point is, from 1 for Black to -1 for White, if the program says so.
    pub(crate) owners: Option<PointMap<f32>>,
}

/// A move that was considered.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) visits: u64,
    /// The chance of the side to move, from 0 to 1.
    pub(crate) win_rate: f64,
    /// Points for Black, if the program estimates them.
    pub(crate) score: Option<f64>,
    /// The move itself first.
    pub(crate) line: Vec<Move>,
}

impl Opinion {
    /// The opinion of a program that was stopped.
    pub(crate) fn none() -> Opinion {
        Opinion { candidates: Vec::new(), visits: 0, score: None, error: None, owners: None }
    }

    /// The best move, if there is any.
    pub(crate) fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The chance of Black, from 0 to 1.
    pub(crate) fn black_rate(&self, turn: Color) -> Option<f64> {
        self.best().map(|best| of_color(best.win_rate, turn))
    }
}

/// A chance of one side, as Black's.
pub(crate) fn of_color(rate: f64, color: Color) -> f64 {
    match color {
        Color::Black => rate,
        Color::White => 1.0 - rate,
    }
}

/// The built-in bot.
pub(crate) struct BotAnalyst {
    bot: Bot,
    limits: Limits,
}

impl BotAnalyst {
    /// A bot that looks at every position within these limits.
    pub(crate) fn new(settings: Settings, limits: Limits) -> BotAnalyst {
        BotAnalyst { bot: Bot::new(settings), limits }
    }
}

impl Analyst for BotAnalyst {
    fn name(&self) -> &str {
        "hoshi"
    }

    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion> {
        players::fits(game.size())?;
        // Every position is searched anew, so that its values do not depend on those before it.
        self.bot.forget();
        let mut thought = self.bot.think(game, &self.limits, &stop.flag());
        thought.rank();
        let sign = if game.turn() == Color::Black { 1.0 } else { -1.0 };
        let points = |points: f64| players::has_points(game).then_some(points);
        let candidates = thought.candidates.iter().map(|candidate| Candidate {
            mv: candidate.mv,
            visits: u64::from(candidate.visits),
            win_rate: f64::from(candidate.win_rate),
            score: points(sign * f64::from(candidate.score)),
            line: candidate.line.clone(),
        });
        Ok(Opinion {
            candidates: candidates.collect(),
            visits: u64::from(thought.playouts),
            // Over all playouts: that of the best move alone is a mean over fewer.
            score: points(f64::from(thought.score)),
            error: points(f64::from(thought.spread) / f64::from(thought.playouts.max(1)).sqrt()),
            owners: players::has_points(game).then_some(thought.owners),
        })
    }
}
