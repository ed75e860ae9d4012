//! An engine that speaks the Go Text Protocol, as a mind.

use std::time::{Duration, Instant};

use hoshi_core::{Color, DeadAndSeki, PointSet};
use hoshi_gtp::{Engine, Fault as GtpFault, Genmove, Player, StartOptions};

use super::places::Places;
use crate::mind::{Chosen, Context, Fault, Mind, Opinion, Profile, Task};

/// The time limit for the start of an engine while a person waits.
const GREETING: Duration = Duration::from_secs(10);

/// The time limit for every command except moves.
const ERRAND: Duration = Duration::from_secs(30);

/// The time limit for an engine to exit by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// The polling interval of the stop flag.
const SLICE: Duration = Duration::from_millis(20);

/// The time limit for the answer to an interrupt.
const HALT: Duration = Duration::from_secs(1);

/// Plays on after two passes until all dead stones are captured.
const CLEANUP: &str = "kgs-genmove_cleanup";

/// The number of lines of standard error kept for a move.
const LINES: usize = 10;

/// An engine. If it failed or had to be killed, the next request restarts it.
#[derive(Debug)]
pub struct Gtp {
    words: Vec<String>,
    greeting: Duration,
    player: Option<Player>,
    /// Whether its standard error goes into its reports.
    listens: bool,
    /// Its standard error at the last check.
    heard: Vec<String>,
}

impl Gtp {
    /// An engine by the words of its command; it is started on the first request.
    #[must_use]
    pub fn new(words: Vec<String>) -> Gtp {
        Gtp { words, greeting: GREETING, player: None, listens: false, heard: Vec::new() }
    }

    /// The same with a different time limit for the start, for when nobody waits.
    #[must_use]
    pub fn with_greeting(self, greeting: Duration) -> Gtp {
        Gtp { greeting, ..self }
    }

    /// The same, with its standard error in its reports.
    #[must_use]
    pub fn listening(self) -> Gtp {
        Gtp { listens: true, ..self }
    }

    /// Its process id, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.player.as_ref().map(|player| player.engine().process())
    }

    /// The engine, started if it is not running.
    fn player(&mut self, context: &mut Context<'_>) -> Result<&mut Player, Fault> {
        if self.player.is_none() {
            let places = Places::of_machine();
            let words = places.resolve(self.words.clone());
            let hint = places.hint(&self.words);
            if let Some(hint) = &hint {
                context.note(hint);
            }
            let cancel = Some(context.stop().flag());
            let mut tell =
                |line: &str| context.note(format!("it prints `{line}`, which is not GTP"));
            let options = StartOptions { cancel, on_stray: Some(&mut tell) };
            let engine = Engine::start_with(&words, self.greeting, options);
            let engine = engine.map_err(|fault| self.fault(fault))?;
            self.heard = Vec::new();
            self.player = Some(Player::new(engine, ERRAND));
        }
        self.player.as_mut().ok_or_else(|| Fault::Failed("the engine is gone".to_owned()))
    }

    /// Converts a fault. A dead engine is dropped, which cleans up its processes.
    fn fault(&mut self, fault: GtpFault) -> Fault {
        match fault {
            GtpFault::CalledOff { .. } => Fault::Stopped,
            GtpFault::Unfit(why) => Fault::Unfit(why),
            fault => {
                if !fault.is_alive() {
                    self.player = None;
                }
                Fault::Failed(fault.to_string())
            }
        }
    }

    /// Brings the engine to the position of the game.
    fn follow(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        let limit = task.time.map(|(limit, _)| limit);
        let player = self.player(context)?;
        match player.follow(&task.game, limit) {
            Ok(()) => Ok(player.take_notes()),
            Err(fault) => Err(self.fault(fault)),
        }
    }

    /// Waits for the move.
    fn wait(&mut self, context: &mut Context<'_>) -> Result<Genmove, Fault> {
        loop {
            let Some(player) = &mut self.player else { return Err(Fault::Stopped) };
            match player.poll_genmove() {
                Ok(Some(genmove)) => return Ok(genmove),
                Ok(None) => {}
                Err(fault) => return Err(self.fault(fault)),
            }
            if context.is_stopped() {
                self.halt(context);
                return Err(Fault::Stopped);
            }
            player.wait(SLICE);
        }
    }

    /// Stops the engine: if it can be interrupted, it stays alive, otherwise it is killed.
    fn halt(&mut self, context: &mut Context<'_>) {
        // Acknowledge the request: a set flag would also cancel the stop itself.
        context.stop().clear();
        let stays = self.player.as_mut().is_some_and(|player| player.stop(HALT) == Ok(true));
        if !stays {
            self.player = None;
        }
    }

    /// The last lines of standard error since the previous call.
    fn new_errors(&mut self) -> Vec<String> {
        let Some(player) = self.player.as_ref().filter(|_| self.listens) else { return Vec::new() };
        let now = player.engine().errors();
        let seen = overlap(&self.heard, &now);
        let fresh = now[seen.max(now.len().saturating_sub(LINES))..].to_vec();
        self.heard = now;
        fresh
    }
}

impl Mind for Gtp {
    fn start(&mut self, context: &mut Context<'_>) -> Result<Profile, Fault> {
        let level = level(&self.words).map(str::to_owned);
        let engine = self.player(context)?.engine();
        Ok(Profile {
            name: with_level(engine.full_name(), level.as_deref()),
            judges: engine.knows("final_status_list"),
            cleans_up: engine.knows(CLEANUP),
        })
    }

    fn check(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        self.follow(task, context)
    }

    fn choose(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        let notes = self.follow(task, context)?;
        context.begin();
        let asked = Instant::now();
        let left = task.time.map(|(_, clock)| clock);
        let command = if task.is_cleanup { CLEANUP } else { "genmove" };
        let player = self.player(context)?;
        if let Err(fault) = player.begin_with(command, task.color, left, task.limit) {
            return Err(self.fault(fault));
        }
        let genmove = self.wait(context)?;
        tracing::debug!("{}: {genmove:?} after {:?}", task.color, asked.elapsed());
        let play = match genmove {
            Genmove::Move(mv) => Some(mv),
            Genmove::Resign => None,
        };
        Ok(Chosen { play, notes, report: self.new_errors(), pace: Duration::ZERO })
    }

    fn judge(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<DeadAndSeki>, Fault> {
        self.follow(task, context)?;
        let size = task.game.size();
        let limit = task.limit.unwrap_or(ERRAND);
        let player = self.player(context)?;
        let dead = match player.dead(size, limit) {
            Ok(dead) => dead,
            Err(fault) => return Err(self.fault(fault)),
        };
        let Some(dead) = dead else { return Ok(None) };
        let seki = match player.seki(size, limit) {
            Ok(seki) => seki.unwrap_or_default(),
            Err(fault) => return Err(self.fault(fault)),
        };
        let (dead, seki) = (PointSet::of(size, dead), PointSet::of(size, seki));
        Ok(Some(DeadAndSeki { dead, seki }))
    }

    fn opinion(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<Opinion>, Fault> {
        self.follow(task, context)?;
        let size = task.game.size();
        let turn = match task.game.turn() {
            Color::Black => "black",
            Color::White => "white",
        };
        let mut ask = |command: &str, question: &str| {
            let player = self.player(context)?;
            if !player.engine().knows(command) {
                return Ok(None);
            }
            match player.engine_mut().call(question, ERRAND) {
                Ok(answer) => Ok(Some(answer)),
                Err(GtpFault::Refused { .. }) => Ok(None),
                Err(fault) => Err(self.fault(fault)),
            }
        };
        let play = ask("reg_genmove", &format!("reg_genmove {turn}"))?;
        let play = play.and_then(|answer| match hoshi_gtp::a_move(size, &answer) {
            Some(Genmove::Move(mv)) => Some(mv),
            _ => None,
        });
        // GNU Go adds bounds after the score.
        let score = ask("estimate_score", "estimate_score")?;
        let score = score.and_then(|text| text.split_whitespace().next().map(str::to_owned));
        Ok((play.is_some() || score.is_some()).then_some(Opinion { play, score }))
    }

    fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            // Its state is no longer certain, so the next game begins from a clear board.
            let _ = player.engine_mut();
        }
    }

    fn leave(&mut self) {
        if let Some(player) = self.player.take() {
            player.into_engine().quit(FAREWELL);
        }
    }
}

/// The `--level` of a command, in GNU Go's syntax.
fn level(words: &[String]) -> Option<&str> {
    let value = |(nth, word): (usize, &'_ String)| match word.as_str() {
        "--level" => words.get(nth + 1).map(String::as_str),
        _ => words[nth].strip_prefix("--level="),
    };
    let level = words.iter().enumerate().find_map(value)?;
    let is_number = (1..=3).contains(&level.len()) && level.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some(level)
}

/// The name of an engine with its level, unless the name has it already.
fn with_level(name: String, level: Option<&str>) -> String {
    let Some(level) = level.map(|level| format!("level {level}")) else { return name };
    let is_part = |(at, _): (usize, &str)| {
        let borders = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
        let behind = &name[at + level.len()..];
        borders(name[..at].chars().next_back()) && borders(behind.chars().next())
    };
    match name.match_indices(&level).any(is_part) {
        true => name,
        false => format!("{name} ({level})"),
    }
}

/// The number of leading new lines that repeat the end of the old ones.
fn overlap(old: &[String], new: &[String]) -> usize {
    let most = old.len().min(new.len());
    (0..=most).rev().find(|&many| old[old.len() - many..] == new[..many]).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_from_the_command() {
        let found = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            level(&words).map(str::to_owned)
        };
        assert_eq!(found("gnugo --mode gtp --level 3").as_deref(), Some("3"));
        assert_eq!(found("gnugo --level=12 --mode gtp").as_deref(), Some("12"));
        for text in ["gnugo --mode gtp", "gnugo --level", "gnugo --level rm", "a --levels 3"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_level_is_said_once() {
        let name = |name: &str, level| with_level(name.to_owned(), level);
        assert_eq!(name("GNU Go 3.8", Some("3")), "GNU Go 3.8 (level 3)");
        assert_eq!(name("GNU Go 3.8", None), "GNU Go 3.8");
        for same in ["level 1", "Engine (level 1)"] {
            assert_eq!(name(same, Some("1")), same);
        }
        for other in ["level 10", "sublevel 1", "level"] {
            assert_eq!(name(other, Some("1")), format!("{other} (level 1)"));
        }
    }

    #[test]
    fn lines_are_reported_once() {
        let lines = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(overlap(&lines("a b c"), &lines("a b c d")), 3);
        assert_eq!(overlap(&lines("a b c"), &lines("c d e")), 1);
        assert_eq!(overlap(&lines("a b c"), &lines("d e")), 0);
        assert_eq!(overlap(&[], &lines("d e")), 0);
    }
}
