//! The referee: one game between two who play without a person, from its first position to its result.
//! Every move is checked, every clock is ours, and the count is ours too. It prints nothing and writes
//! nothing down; who meets whom is the tournament's business.

mod seat;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hoshi_core::{Color, DeadAndSeki, DeadStones, Game, Phase, PointSet, Scoring, propose_seki};
use hoshi_gtp::{Fault, Genmove};
use hoshi_record::info::time::Millis;
use hoshi_store::{Clock, TimeLimit};

pub(crate) use seat::Seat;

use crate::players::random_move;
use crate::session::clock::{Clocks, since};

/// By how much an engine may overrun its clock before it loses: what the way through the pipe, and a
/// busy machine, may take of it.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

/// How long is waited before it is seen that the game was called off, or a time is up.
const SLICE: Duration = Duration::from_millis(20);

/// What the engines are asked for when they clean up.
const CLEANUP: &str = "kgs-genmove_cleanup";

/// How many lines of an engine's standard error are kept for a move.
const LINES: usize = 10;

/// What a game is played under.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The game as it stands when the players get it.
    pub(crate) start: Game,
    /// The clocks, Black's first.
    pub(crate) time: [Option<TimeLimit>; 2],
    /// A game that has so many moves is counted as it stands.
    pub(crate) max_moves: usize,
    /// How long a side without a clock may think about a move.
    pub(crate) move_limit: Duration,
    /// Whether what the engines say to standard error is kept.
    pub(crate) listens: bool,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The game, which is over.
    pub(crate) game: Game,
    /// What those who played call themselves, Black first.
    pub(crate) names: [String; 2],
    /// What is known of every move since the start.
    pub(crate) thoughts: Vec<Thought>,
    /// How long each side thought in all, and how often.
    pub(crate) seconds: [f64; 2],
    pub(crate) asked: [u32; 2],
    /// Who lost by something other than play, and why.
    pub(crate) fault: Option<(Color, String)>,
    /// Whether they thought different stones dead.
    pub(crate) disputed: bool,
    /// Whether it was ended for its length.
    pub(crate) capped: bool,
}

/// How a move came to be.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) took: Duration,
    /// What the clock shows after it.
    pub(crate) clock: Option<Clock>,
    /// What the engine said to standard error meanwhile.
    pub(crate) errors: Vec<String>,
}

/// Somebody wants no result any more.
#[derive(Debug)]
pub(crate) struct CalledOff;

/// Why a game does not go on as it should.
enum Stop {
    Fault(Color, String),
    Time(Color, String),
    CalledOff,
}

impl Stop {
    fn of(color: Color, fault: &Fault) -> Stop {
        match fault {
            Fault::CalledOff { .. } => Stop::CalledOff,
            fault => Stop::Fault(color, fault.to_string()),
        }
    }
}

/// Plays a game. The seats are Black's and White's; one whose player is at fault is of no further use.
pub(crate) fn play(
    terms: &Terms,
    seats: [&mut Seat; 2],
    called_off: &AtomicBool,
) -> Result<Played, CalledOff> {
    let names = [seats[0].name().to_owned(), seats[1].name().to_owned()];
    let mut table = Table {
        terms,
        seats,
        called_off,
        began: Instant::now(),
        clocks: terms.time.map(|limit| limit.map(Clocks::new)),
        is_cleaning: false,
        played: Played {
            game: terms.start.clone(),
            names,
            thoughts: Vec::new(),
            seconds: [0.0; 2],
            asked: [0; 2],
            fault: None,
            disputed: false,
            capped: false,
        },
    };
    for seat in &mut table.seats {
        seat.forget();
    }
    let stop = loop {
        match table.step() {
            Ok(true) => {}
            Ok(false) => break None,
            Err(stop) => break Some(stop),
        }
    };
    let mut played = table.played;
    // A game that is over already is not ended again.
    match stop {
        None => {}
        Some(Stop::CalledOff) => return Err(CalledOff),
        Some(Stop::Fault(color, why)) => {
            let _ = played.game.forfeit(color);
            played.fault = Some((color, why));
        }
        Some(Stop::Time(color, why)) => {
            let _ = played.game.lose_on_time(color);
            played.fault = Some((color, why));
        }
    }
    Ok(played)
}

/// A game under way.
struct Table<'a> {
    terms: &'a Terms,
    seats: [&'a mut Seat; 2],
    called_off: &'a AtomicBool,
    began: Instant,
    clocks: [Option<Clocks>; 2],
    /// Whether both have passed, and play on until nothing is in doubt.
    is_cleaning: bool,
    played: Played,
}

impl Table<'_> {
    /// Does what comes next. Whether the game goes on.
    fn step(&mut self) -> Result<bool, Stop> {
        if self.called_off.load(Ordering::Relaxed) {
            return Err(Stop::CalledOff);
        }
        match self.played.game.phase() {
            Phase::Over(_) => return Ok(false),
            Phase::Marking(_) => self.after_passes()?,
            Phase::Playing if self.played.game.move_count() >= self.terms.max_moves => {
                self.played.capped = true;
                let outcome = as_it_stands(&self.played.game).outcome();
                // It is being played, so it can be ended.
                let _ = self.played.game.end_as(outcome);
            }
            Phase::Playing => self.turn()?,
        }
        Ok(true)
    }

    /// One side moves.
    fn turn(&mut self) -> Result<(), Stop> {
        let color = self.played.game.turn();
        let side = color.index();
        let (genmove, took) = self.ask(color)?;
        self.played.seconds[side] += took.as_secs_f64();
        self.played.asked[side] += 1;
        let now = since(self.began);
        let clock = self.clocks[side].as_mut().map(|clocks| clocks.press(color, now));
        let errors = match &mut *self.seats[side] {
            Seat::Engine(engine) if self.terms.listens => engine.new_errors(LINES),
            _ => Vec::new(),
        };
        let game = &mut self.played.game;
        match genmove {
            // It is being played, so it can be given up.
            Genmove::Resign => drop(game.resign(color)),
            Genmove::Move(mv) => {
                let name = game.size().move_name(mv);
                game.play(mv).map_err(|refusal| {
                    Stop::Fault(color, format!("it played {name}, which is illegal: {refusal}"))
                })?;
                self.played.thoughts.push(Thought { took, clock, errors });
            }
        }
        Ok(())
    }

    /// Asks a side for its move, and how long it took. Only the time between the question and the answer
    /// is its own.
    fn ask(&mut self, color: Color) -> Result<(Genmove, Duration), Stop> {
        let side = color.index();
        let game = &self.played.game;
        let player = match &mut *self.seats[side] {
            Seat::Engine(engine) => &mut engine.player,
            Seat::Table(table) => {
                let asked = Instant::now();
                let chosen = table.choose(game).map_err(|why| Stop::Fault(color, why))?;
                return Ok((Genmove::Move(chosen), asked.elapsed()));
            }
            Seat::Random(rng) => {
                let asked = Instant::now();
                let chosen = random_move(game, rng);
                return Ok((Genmove::Move(chosen), asked.elapsed()));
            }
        };
        let stop = |fault: Fault| Stop::of(color, &fault);
        let clocks = &mut self.clocks[side];
        let time = clocks.as_ref().map(|clocks| clocks.for_engines(color, since(self.began)));
        player.follow(game, time.map(|(limit, _)| limit)).map_err(stop)?;
        let asked = Instant::now();
        if let Some(clocks) = clocks {
            clocks.run(color, since(self.began));
        }
        let limit = time.is_none().then_some(self.terms.move_limit);
        let command = if self.is_cleaning { CLEANUP } else { "genmove" };
        player.begin_with(command, color, time.map(|(_, left)| left), limit).map_err(stop)?;
        loop {
            let answer = player.poll_genmove().map_err(stop)?;
            if clocks.as_ref().is_some_and(|clocks| is_out(clocks, color, since(self.began))) {
                return Err(Stop::Time(color, "its time was up".to_owned()));
            }
            if let Some(genmove) = answer {
                return Ok((genmove, asked.elapsed()));
            }
            if self.called_off.load(Ordering::Relaxed) {
                return Err(Stop::CalledOff);
            }
            player.wait(SLICE);
        }
    }

    /// Both have passed: they clean up, or the stones that they think dead are taken off.
    fn after_passes(&mut self) -> Result<(), Stop> {
        let rules = self.played.game.rules();
        let is_area = rules.scoring == Scoring::Area && rules.dead == DeadStones::Agreed;
        if is_area && !self.is_cleaning && self.seats.iter().all(|seat| seat.knows(CLEANUP)) {
            self.is_cleaning = true;
            let next = self.played.game.turn();
            // It is being marked, so it can go on.
            let _ = self.played.game.resume(next);
            return Ok(());
        }
        let mut marks = DeadAndSeki::new(self.played.game.size());
        if !self.is_cleaning {
            marks.dead = self.dead()?;
        }
        let game = &mut self.played.game;
        if game.rules().scoring == Scoring::Territory {
            marks.seki = propose_seki(game.board(), &marks.dead);
        }
        // It is being marked until both have agreed.
        let _ = game.set_marks(&marks);
        for color in Color::ALL {
            let _ = game.agree(color);
        }
        Ok(())
    }

    /// The stones that all who have an opinion think dead.
    fn dead(&mut self) -> Result<PointSet, Stop> {
        let size = self.played.game.size();
        let limit = self.terms.move_limit;
        let mut opinions: Vec<PointSet> = Vec::new();
        for color in Color::ALL {
            let stop = |fault: Fault| Stop::of(color, &fault);
            let time = self.clocks[color.index()].as_ref();
            let time = time.map(|clocks| clocks.for_engines(color, since(self.began)).0);
            let Seat::Engine(engine) = &mut *self.seats[color.index()] else { continue };
            engine.player.follow(&self.played.game, time).map_err(stop)?;
            let Some(points) = engine.player.dead(size, limit).map_err(stop)? else { continue };
            let board = self.played.game.board();
            let blocks = points.into_iter().filter_map(|point| board.block(point));
            opinions.push(PointSet::of(size, blocks.flat_map(|block| block.stones())));
        }
        let Some((one, others)) = opinions.split_first() else { return Ok(PointSet::new(size)) };
        self.played.disputed = others.iter().any(|other| other != one);
        let agreed = one.iter().filter(|&point| others.iter().all(|other| other.contains(point)));
        Ok(PointSet::of(size, agreed))
    }
}

/// Whether a side has overrun its clock by more than is forgiven.
fn is_out(clocks: &Clocks, color: Color, now: Millis) -> bool {
    let grace = i64::try_from(GRACE.as_millis()).unwrap_or(0);
    clocks.is_out(color, Millis(now.0 - grace))
}

/// The count of a game by area, with every stone that is on the board.
fn as_it_stands(game: &Game) -> hoshi_core::Score {
    let rules = hoshi_core::Rules {
        scoring: Scoring::Area,
        dead: DeadStones::Stay,
        ..game.rules().clone()
    };
    let marks = DeadAndSeki::new(game.size());
    hoshi_core::Score::of(game.board(), &rules, &marks, game.komi(), game.handicap())
}
