//! An engine as an analyst, by `kata-analyze` or `lz-analyze`.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use hoshi_core::{Color, Game, PointMap};
use hoshi_gtp::{Analysis, Engine, Player, StartOptions};
use hoshi_session::Stop;
use hoshi_session::host::{Places, Who};

use super::analyst::{Analyst, Candidate, Opinion};
use crate::config::Config;
use crate::error::UsageError;

/// How long an engine may take to start, and for every command but the analysis.
const GREETING: Duration = Duration::from_secs(60);
const ERRAND: Duration = Duration::from_secs(30);

/// How long the first report may take, and the longest pause between two that have more visits.
const QUIET: Duration = Duration::from_secs(20);

/// The shortest pause after which an engine has reached a limit of its own.
const PAUSE: Duration = Duration::from_secs(2);

/// How often it reports, in hundredths of a second.
const INTERVAL: u32 = 10;

/// An engine that analyses.
pub(super) struct EngineAnalyst {
    player: Player,
    name: String,
    command: &'static str,
    visits: u64,
    /// What a person should know, once it is known.
    note: Option<String>,
    has_noted: bool,
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
        let words = who.command(&config.engines, &places).map_err(UsageError::of)?;
        let Some(words) = words else {
            let why =
                format!("`{who}` is not an engine; without --engine the built-in bot analyses");
            bail!(UsageError(why));
        };
        let options = StartOptions { cancel: Some(stop.flag()), on_stray: None };
        let engine = Engine::start_with(&places.resolve(words), GREETING, options)
            .map_err(|fault| anyhow!("{who}: {fault}"))?;
        let command = ["kata-analyze", "lz-analyze"].into_iter().find(|name| engine.knows(name));
        let Some(command) = command else {
            bail!(
                "{}: the engine knows neither kata-analyze nor lz-analyze; without --engine the \
                 built-in bot analyses",
                engine.full_name()
            );
        };
        let name = engine.full_name();
        Ok(EngineAnalyst {
            player: Player::new(engine, ERRAND),
            name,
            command,
            visits: playouts.into(),
            note: None,
            has_noted: false,
        })
    }

    /// Reads its reports until it has made enough visits, or makes no more; the last report.
    fn listen(&mut self, question: &str, game: &Game, stop: &Stop) -> Result<Option<String>> {
        let engine = self.player.engine_mut();
        let pending = engine.ask(question, None).map_err(|fault| anyhow!("{fault}"))?;
        let mut last = None;
        let mut growth = Growth::new(Instant::now());
        while !stop.is_set() && growth.visits < self.visits {
            engine.wait(Duration::from_millis(50));
            let now = Instant::now();
            for line in engine.lines() {
                let Some(analysis) = Analysis::read(&line, game.size()) else { continue };
                let visits = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
                growth.report(visits, now);
                last = Some(line);
            }
            // An answer that is over: the engine refused, has died, or has nothing more to say.
            if engine.poll(&pending).map_err(|fault| anyhow!("{fault}"))?.is_some()
                || growth.is_over(now)
            {
                break;
            }
        }
        // Any command ends an analysis.
        if !stop.is_set() {
            engine.call("protocol_version", ERRAND).map_err(|fault| anyhow!("{fault}"))?;
        }
        let visits = growth.visits;
        if last.is_some() && visits < self.visits && !stop.is_set() && !self.has_noted {
            self.has_noted = true;
            let (name, wanted) = (&self.name, self.visits);
            self.note = Some(format!("{name} stops at {visits} visits instead of {wanted}"));
        }
        Ok(last)
    }
}

/// How the visits of an engine grow. An engine with a limit of its own keeps silent when it has reached it, or
/// repeats its last report; GTP has no word for that.
struct Growth {
    visits: u64,
    /// When they grew last; before the first report, when the engine was asked.
    grown: Instant,
    has_reported: bool,
    /// The longest that an increase took.
    longest: Duration,
}

impl Growth {
    fn new(now: Instant) -> Growth {
        Growth { visits: 0, grown: now, has_reported: false, longest: Duration::ZERO }
    }

    fn report(&mut self, visits: u64, now: Instant) {
        if visits <= self.visits {
            return;
        }
        // The first report may come late, when a network is loaded: it says nothing about the others.
        if self.has_reported {
            self.longest = self.longest.max(now.duration_since(self.grown));
        }
        (self.visits, self.grown, self.has_reported) = (visits, now, true);
    }

    /// Whether no more visits are to be expected: a slow engine gets four times as long as it ever took.
    fn is_over(&self, now: Instant) -> bool {
        let patience = match self.has_reported {
            true => (4 * self.longest).clamp(PAUSE, QUIET),
            false => QUIET,
        };
        now.duration_since(self.grown) >= patience
    }
}

impl Analyst for EngineAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn note(&mut self) -> Option<String> {
        self.note.take()
    }

    fn look(&mut self, game: &Game, stop: &Stop) -> Result<Opinion> {
        let named = |error: anyhow::Error, name: &str| error.context(name.to_owned());
        let name = self.name.clone();
        if let Err(fault) = self.player.follow(game, None) {
            if stop.is_set() {
                return Ok(Opinion::none());
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
                return Ok(Opinion::none());
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

    #[test]
    fn an_engine_that_makes_no_more_visits_is_done() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut growth = Growth::new(start);
        // The first report may take long.
        assert!(!growth.is_over(at(19.0)) && growth.is_over(at(20.0)));
        growth.report(10, at(15.0));
        growth.report(20, at(15.1));
        // The same report again, and no report, are no growth.
        growth.report(20, at(17.0));
        assert!(!growth.is_over(at(17.0)) && growth.is_over(at(17.1)));
        // One that takes three seconds for an increase may take twelve.
        growth.report(30, at(18.1));
        assert!(!growth.is_over(at(30.0)) && growth.is_over(at(30.1)));
        // But never more than twenty.
        growth.report(40, at(30.0));
        assert!(!growth.is_over(at(49.9)) && growth.is_over(at(50.0)));
        assert_eq!(growth.visits, 40);
    }
}
