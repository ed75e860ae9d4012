//! A match: who meets whom, in which colours and from which position, many games at a time. It prints
//! nothing; what comes of a game is handed to whoever called.

mod ledger;
mod line;
pub(crate) mod odds;
pub(crate) mod openings;
pub(crate) mod record;
pub(crate) mod standings;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use hoshi_core::{HalfPoints, Rules, Size, SplitMix64};
use hoshi_gtp::{Fault, Limit};
use hoshi_record::info::time::Millis;
use serde_json::{Value, json};

pub(crate) use ledger::{Ledger, differences};
pub(crate) use line::Line;

use crate::players::{Places, TablePlayer, Who};
use crate::referee::{self, CalledOff, Played, Seat};
use crate::session::clock::{Clocks, Control};
use openings::Opening;

/// One who takes part.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) who: Who,
    /// The command of an engine.
    pub(crate) command: Option<Vec<String>>,
    /// The table that it plays by.
    pub(crate) table: Option<Arc<TablePlayer>>,
}

/// All that decides how a match goes.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) players: Vec<Contestant>,
    /// Who meets whom, by their places among the players.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// How often each pair meets.
    pub(crate) games: usize,
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    pub(crate) komi: HalfPoints,
    /// The time of the first and of the second of a pair.
    pub(crate) time: [Control; 2],
    /// Where games begin; there is always one.
    pub(crate) openings: Vec<Opening>,
    pub(crate) max_moves: usize,
    pub(crate) move_limit: Duration,
    pub(crate) seed: u64,
}

/// One game of a match, before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The pair, as it is told.
    pub(crate) pair: (usize, usize),
    /// Who has Black, and who White.
    pub(crate) seats: [usize; 2],
    pub(crate) opening: usize,
}

impl Plan {
    /// How many games there are in all.
    pub(crate) fn total(&self) -> usize {
        self.pairs.len() * self.games
    }

    /// The game with a number, from 1. One pair is done before the next; the first of a pair has Black
    /// in its odd games; every opening is played with both colours before the next.
    pub(crate) fn fixture(&self, number: usize) -> Fixture {
        let (nth, game) = ((number - 1) / self.games, (number - 1) % self.games);
        let pair @ (first, second) = self.pairs[nth];
        let seats = if game % 2 == 0 { [first, second] } else { [second, first] };
        Fixture { number, pair, seats, opening: game / 2 % self.openings.len() }
    }

    /// What must be the same for a match to be gone on with.
    pub(crate) fn header(&self) -> Value {
        let players: Vec<String> = self.players.iter().map(|one| one.who.to_string()).collect();
        let commands: Vec<_> = self.players.iter().map(|one| &one.command).collect();
        let pairs: Vec<_> = self.pairs.iter().map(|&(one, other)| [one + 1, other + 1]).collect();
        let has_openings = self.openings.iter().any(|opening| !opening.name.is_empty());
        json!({
            "format": ledger::FORMAT,
            "version": ledger::VERSION,
            "players": players,
            "commands": commands,
            "pairs": pairs,
            "games": self.games,
            "size": self.size.to_string(),
            "rules": self.rules.to_string(),
            "komi": self.komi.to_string(),
            "time": self.time.map(|control| control.to_string()),
            "openings": has_openings.then(|| openings::digest(&self.openings)),
            "max_moves": self.max_moves,
            "move_limit": self.move_limit.as_secs_f64(),
            "seed": self.seed,
        })
    }

    /// The time limit that a player has in a game.
    fn control(&self, fixture: &Fixture, player: usize) -> Control {
        self.time[usize::from(fixture.pair.0 != player)]
    }

    fn terms(&self, fixture: &Fixture, listens: bool) -> referee::Terms {
        referee::Terms {
            start: self.openings[fixture.opening].game.clone(),
            time: fixture.seats.map(|player| self.control(fixture, player).0),
            max_moves: self.max_moves,
            move_limit: self.move_limit,
            listens,
        }
    }
}

/// What whoever called is told.
pub(crate) enum News {
    /// A game is over.
    Played(Fixture, Box<Played>),
    /// Nothing, for a while.
    Nothing,
}

/// Where a match is played: the games to come, and the engines that run and play none just now, each
/// with its player.
pub(crate) struct Hall<'a> {
    plan: &'a Plan,
    fixtures: Vec<Fixture>,
    idle: Mutex<Vec<(usize, Seat)>>,
    called_off: Arc<AtomicBool>,
}

impl<'a> Hall<'a> {
    /// Gets ready for the games with these numbers. Every engine that has a part in them is started once
    /// and told of the board: one that cannot play ends it all. What they could not be told is told here.
    pub(crate) fn open(plan: &'a Plan, numbers: &[usize]) -> Result<(Hall<'a>, Vec<String>)> {
        let fixtures = numbers.iter().map(|&number| plan.fixture(number)).collect();
        let called_off = Arc::new(AtomicBool::new(false));
        let hall = Hall { plan, fixtures, idle: Mutex::default(), called_off };
        let notes = hall.check()?;
        Ok((hall, notes))
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<(usize, Seat)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat for each side of a game. Engines that have no part in it, and nothing to do, are ended.
    fn seat(&self, fixture: &Fixture) -> Result<[Seat; 2]> {
        let mut gone = Vec::new();
        let mut found = [None, None];
        {
            let mut idle = self.idle();
            for (side, player) in fixture.seats.iter().enumerate() {
                let nth = idle.iter().position(|(other, _)| other == player);
                found[side] = nth.map(|nth| idle.swap_remove(nth).1);
            }
            while let Some(nth) = idle.iter().position(|(one, _)| !fixture.seats.contains(one)) {
                gone.push(idle.swap_remove(nth).1);
            }
        }
        gone.into_iter().for_each(Seat::leave);
        let [black, white] = found;
        let seed = SplitMix64::nth(self.plan.seed, fixture.number as u64);
        let seated = |seat: Option<Seat>, player, seed| match seat {
            Some(Seat::Engine(engine)) => Ok(Seat::Engine(engine)),
            _ => self.start(player, seed),
        };
        Ok([seated(black, fixture.seats[0], seed)?, seated(white, fixture.seats[1], !seed)?])
    }

    fn start(&self, player: usize, seed: u64) -> Result<Seat> {
        let Contestant { who, command, table } = &self.plan.players[player];
        if let Some(table) = table {
            return Ok(Seat::Table(Arc::clone(table)));
        }
        match command {
            None => Ok(Seat::Random(SplitMix64::new(seed))),
            Some(words) => {
                let words = Places::of_machine().resolve(words.clone());
                Seat::engine(&words, &self.called_off).map_err(|fault| cannot(who, &fault))
            }
        }
    }

    /// Plays a game; `None` if it was called off.
    fn play_one(&self, fixture: &Fixture, listens: bool) -> Result<Option<Played>> {
        let [mut black, mut white] = self.seat(fixture)?;
        let terms = self.plan.terms(fixture, listens);
        let played = match referee::play(&terms, [&mut black, &mut white], &self.called_off) {
            Ok(played) => played,
            Err(CalledOff) => return Ok(None),
        };
        let at_fault = played.fault.as_ref().map(|(color, _)| color.index());
        for (side, seat) in [black, white].into_iter().enumerate() {
            // An engine at fault is started anew; one that only plays at random is never kept.
            if at_fault != Some(side) && matches!(seat, Seat::Engine(_)) {
                self.idle().push((fixture.seats[side], seat));
            }
        }
        Ok(Some(played))
    }

    /// Makes sure that every engine that has a game to play can be started and knows the board; what they
    /// could not be told.
    fn check(&self) -> Result<Vec<String>> {
        let mut notes = Vec::new();
        for (player, Contestant { who, .. }) in self.plan.players.iter().enumerate() {
            let mut theirs = self.fixtures.iter().filter(|fixture| fixture.seats.contains(&player));
            let Some(fixture) = theirs.next() else { continue };
            let mut seat = self.start(player, 0)?;
            let limit = self.plan.control(fixture, player).0.map(|limit| {
                let (limit, _): (Limit, _) =
                    Clocks::new(limit).for_engines(hoshi_core::Color::Black, Millis(0));
                limit
            });
            let start = &self.plan.openings[fixture.opening].game;
            let told = seat.try_out(start, limit).map_err(|fault| cannot(who, &fault))?;
            notes.extend(told.into_iter().map(|note| format!("{who}: {note}")));
            if self.fixtures.first().is_some_and(|first| first.seats.contains(&player)) {
                self.idle().push((player, seat));
            } else {
                seat.leave();
            }
        }
        Ok(notes)
    }

    /// Plays the games, and tells of every one as it ends.
    pub(crate) fn play(
        self,
        manner: Manner,
        mut tell: impl FnMut(News) -> Result<()>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        let hall = &self;
        let done = thread::scope(|scope| {
            let (send, news) = mpsc::channel();
            for _ in 0..manner.parallel.min(hall.fixtures.len()) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || hall.work(next, manner.listens, &send));
            }
            drop(send);
            let mut wrong = Ok(());
            loop {
                let told = match news.recv_timeout(manner.patience) {
                    Ok(Ok((fixture, played))) => tell(News::Played(fixture, played)),
                    Ok(Err(error)) => Err(error),
                    Err(RecvTimeoutError::Timeout) => tell(News::Nothing),
                    Err(RecvTimeoutError::Disconnected) => return wrong,
                };
                // The first that is wrong is what is told; the others follow from it. What is over by
                // then is still heard of.
                if told.is_err() && wrong.is_ok() {
                    wrong = told;
                    hall.called_off.store(true, Ordering::Relaxed);
                }
            }
        });
        let idle = self.idle.into_inner().unwrap_or_else(PoisonError::into_inner);
        idle.into_iter().for_each(|(_, seat)| seat.leave());
        done
    }

    /// Plays one game after another, until there is none left or nobody wants any.
    fn work(&self, next: &AtomicUsize, listens: bool, send: &Sender<Result<Finished>>) {
        while let Some(fixture) = self.fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
            let played = match self.play_one(fixture, listens) {
                Ok(None) => return,
                Ok(Some(played)) => Ok((*fixture, Box::new(played))),
                Err(error) => Err(error),
            };
            let is_over = played.is_err();
            // If nobody listens, nobody needs it.
            if send.send(played).is_err() || is_over {
                return;
            }
        }
    }
}

/// A game that is over.
type Finished = (Fixture, Box<Played>);

fn cannot(who: &Who, fault: &Fault) -> anyhow::Error {
    anyhow!("{who}: {fault}")
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How many at a time.
    pub(crate) parallel: usize,
    /// Whether what engines say to standard error is kept.
    pub(crate) listens: bool,
    /// How long nothing may happen before that is told.
    pub(crate) patience: Duration,
}
