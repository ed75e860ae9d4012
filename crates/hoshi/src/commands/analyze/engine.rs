//! An engine as an analyst, by `kata-analyze` or `lz-analyze`.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use hoshi_core::{Color, Game, PointMap};
use hoshi_gtp::{Analysis, Engine, Player, StartOptions};
use hoshi_session::Stop;
use hoshi_session::host::{Places, Who};

use super::analyst::{Analyst, Candidate, Opinion};
use crate::cli::WrongCall;
use crate::config::Config;

/// How long an engine may take to start, and for every command but the analysis.
const GREETING: Duration = Duration::from_secs(60);
const ERRAND: Duration = Duration::from_secs(30);

/// How long it may think without a new line before it is taken to be done, or to be silent.
const QUIET: Duration = Duration::from_secs(20);

/// How often it reports, in hundredths of a second.
const INTERVAL: u32 = 10;

/// An engine that analyses.
pub(super) struct EngineAnalyst {
    player: Player,
    name: String,
    command: &'static str,
    visits: u64,
}

impl EngineAnalyst {
    /// Starts the engine that was asked for.
    pub(super) fn start(
        who: &Who,
        playouts: u32,
        config: &Config,
        stop: &Stop,
    ) -> Result<EngineAnalyst> {
        let places = Places::of_machine();
        let words = who.command(&config.engines, &places).map_err(WrongCall)?;
        let Some(words) = words else {
            let why =
                format!("`{who}` is not an engine; without --engine the built-in bot analyses");
            bail!(WrongCall(why));
        };
        let options = StartOptions { cancel: Some(stop.flag()), on_stray: None };
        let engine = Engine::start_with(&places.resolve(words), GREETING, options)
            .map_err(|fault| anyhow!("{who}: {fault}"))?;
        let command = ["kata-analyze", "lz-analyze"].into_iter().find(|name| engine.knows(name));
        let Some(command) = command else {
            bail!("{}: the engine knows neither kata-analyze nor lz-analyze", engine.full_name());
        };
        let name = engine.full_name();
        Ok(EngineAnalyst {
            player: Player::new(engine, ERRAND),
            name,
            command,
            visits: playouts.into(),
        })
    }

    /// Its lines until it has looked often enough; the last of them.
    fn listen(&mut self, question: &str, game: &Game, stop: &Stop) -> Result<Option<String>> {
        let engine = self.player.engine_mut();
        let pending = engine.ask(question, None).map_err(|fault| anyhow!("{fault}"))?;
        let mut last: Option<(String, u64)> = None;
        let mut grown = Instant::now();
        while !stop.is_set() && grown.elapsed() < QUIET {
            engine.wait(Duration::from_millis(50));
            for line in engine.lines() {
                let Some(analysis) = Analysis::read(&line, game.size()) else { continue };
                let visits = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
                if last.as_ref().is_none_or(|(_, before)| visits > *before) {
                    grown = Instant::now();
                }
                last = Some((line, visits));
            }
            if last.as_ref().is_some_and(|(_, visits)| *visits >= self.visits) {
                break;
            }
            // An answer that is over: the engine refused, has died, or has nothing more to say.
            if engine.poll(&pending).map_err(|fault| anyhow!("{fault}"))?.is_some() {
                break;
            }
        }
        // Any command ends an analysis.
        if !stop.is_set() {
            engine.call("protocol_version", ERRAND).map_err(|fault| anyhow!("{fault}"))?;
        }
        Ok(last.map(|(line, _)| line))
    }
}

impl Analyst for EngineAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion> {
        let named = |error: anyhow::Error, name: &str| error.context(name.to_owned());
        let name = self.name.clone();
        if let Err(fault) = self.player.follow(game, None) {
            if stop.is_set() {
                return Ok(Opinion {
                    candidates: Vec::new(),
                    visits: 0,
                    score: None,
                    error: None,
                    owners: None,
                });
            }
            bail!("{name}: {fault}");
        }
        let (turn, size) = (game.turn(), game.size());
        let color = if turn == Color::Black { "black" } else { "white" };
        let owners = if self.command == "kata-analyze" { " ownership true" } else { "" };
        let question = format!("{} {color} {INTERVAL}{owners}", self.command);
        let line = self.listen(&question, game, stop).map_err(|error| named(error, &name))?;
        let analysis = line.as_ref().and_then(|line| Analysis::read(line, size));
        let Some(analysis) = analysis else {
            if stop.is_set() {
                return Ok(Opinion {
                    candidates: Vec::new(),
                    visits: 0,
                    score: None,
                    error: None,
                    owners: None,
                });
            }
            bail!("{name}: no analysis came for `{question}`");
        };
        let sign = if turn == Color::Black { 1.0 } else { -1.0 };
        let candidates: Vec<Candidate> = analysis
            .candidates
            .into_iter()
            .map(|candidate| Candidate {
                mv: candidate.mv,
                visits: candidate.visits,
                win_rate: candidate.win_rate,
                score: candidate.lead.map(|lead| sign * lead),
                line: candidate.line,
            })
            .collect();
        let visits = candidates.iter().map(|candidate| candidate.visits).sum();
        let owners = line.as_ref().and_then(|line| owners_of(line, game));
        let score = candidates.first().and_then(|best| best.score);
        Ok(Opinion { candidates, visits, score, error: None, owners })
    }
}

/// The owners that `kata-analyze` reports, row by row, for the side to move.
fn owners_of(line: &str, game: &Game) -> Option<PointMap<f32>> {
    let size = game.size();
    let words = line.split_whitespace().skip_while(|word| *word != "ownership").skip(1);
    let values: Vec<f32> = words.map_while(|word| word.parse().ok()).take(size.area()).collect();
    if values.len() != size.area() || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let sign = if game.turn() == Color::Black { 1.0 } else { -1.0 };
    let mut owners = PointMap::new(size, 0.0);
    for (point, value) in size.points().zip(values) {
        owners[point] = (sign * value).clamp(-1.0, 1.0);
    }
    Some(owners)
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Preset, Rules, Size};

    use super::*;

    #[test]
    fn owners_are_read_for_the_side_to_move() {
        let mut game = Game::new(Size::square(2).unwrap(), Rules::of(Preset::Chinese));
        let line = "info move A1 visits 1 winrate 0.5 pv A1 ownership 1 -0.5 0 2 more";
        let values = |game: &Game| {
            let owners = owners_of(line, game)?;
            Some(game.size().points().map(|point| owners[point]).collect::<Vec<_>>())
        };
        assert_eq!(values(&game), Some(vec![1.0, -0.5, 0.0, 1.0]));
        game.play(hoshi_core::Move::Pass).unwrap();
        assert_eq!(values(&game), Some(vec![-1.0, 0.5, 0.0, -1.0]));
        assert_eq!(owners_of("info ownership 1 2 3", &game), None);
    }
}
