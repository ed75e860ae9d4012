//! Those who sit at the board: at random, by a table, or an engine that stays for many games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hoshi_core::{Game, SplitMix64};
use hoshi_gtp::{Engine, Fault, Limit, Player};

use crate::players::{ERRAND, FAREWELL, TablePlayer};

/// How long an engine has to say that it is one. Nobody sits and waits, and some have much to load.
const GREETING: Duration = Duration::from_secs(60);

/// One who plays without a person.
#[derive(Debug)]
pub(crate) enum Seat {
    Random(SplitMix64),
    Table(Arc<TablePlayer>),
    Engine(Box<EngineSeat>),
}

/// An engine, running.
#[derive(Debug)]
pub(crate) struct EngineSeat {
    pub(crate) player: Player,
    name: String,
    /// Its standard error, as it was looked at last.
    heard: Vec<String>,
}

impl Seat {
    /// Starts an engine.
    pub(crate) fn engine(words: &[String], called_off: &Arc<AtomicBool>) -> Result<Seat, Fault> {
        let engine = Engine::start_unless(words, GREETING, Some(Arc::clone(called_off)))?;
        let name = engine.full_name();
        let player = Player::new(engine, ERRAND);
        Ok(Seat::Engine(Box::new(EngineSeat { player, name, heard: Vec::new() })))
    }

    /// What it calls itself.
    pub(crate) fn name(&self) -> &str {
        match self {
            Seat::Random(_) => "hoshi random",
            Seat::Table(table) => table.name(),
            Seat::Engine(engine) => &engine.name,
        }
    }

    /// Whether it says that it knows a command.
    pub(crate) fn knows(&self, command: &str) -> bool {
        match self {
            Seat::Random(_) | Seat::Table(_) => false,
            Seat::Engine(engine) => engine.player.engine().knows(command),
        }
    }

    /// Makes sure that a game can be played at all; what it could not be told, though it can.
    pub(crate) fn try_out(
        &mut self,
        game: &Game,
        time: Option<Limit>,
    ) -> Result<Vec<String>, Fault> {
        match self {
            Seat::Random(_) => Ok(Vec::new()),
            Seat::Table(table) => table.fits(game).map(|()| Vec::new()).map_err(Fault::Unfit),
            Seat::Engine(engine) => {
                engine.player.follow(game, time)?;
                Ok(engine.player.take_notes())
            }
        }
    }

    /// Has it begin the next game from a clear board.
    pub(super) fn forget(&mut self) {
        if let Seat::Engine(engine) = self {
            // What it knows is sure no more, though nothing is asked of it.
            let _ = engine.player.engine_mut();
        }
    }

    /// Ends it in a polite way.
    pub(crate) fn leave(self) {
        if let Seat::Engine(engine) = self {
            engine.player.into_engine().quit(FAREWELL);
        }
    }
}

impl EngineSeat {
    /// The last of the lines that it has written to standard error since this was asked last.
    pub(super) fn new_errors(&mut self, most: usize) -> Vec<String> {
        let now = self.player.engine().errors();
        let seen = overlap(&self.heard, &now);
        let fresh = now[seen.max(now.len().saturating_sub(most))..].to_vec();
        self.heard = now;
        fresh
    }
}

/// How many of the new lines are the last of the old ones.
fn overlap(old: &[String], new: &[String]) -> usize {
    let most = old.len().min(new.len());
    (0..=most).rev().find(|&many| old[old.len() - many..] == new[..many]).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_once() {
        let lines = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(overlap(&lines("a b c"), &lines("a b c d")), 3);
        assert_eq!(overlap(&lines("a b c"), &lines("c d e")), 1);
        assert_eq!(overlap(&lines("a b c"), &lines("d e")), 0);
        assert_eq!(overlap(&[], &lines("d e")), 0);
    }
}
