//! An engine that plays a game. Whatever happens in the game, the engine is brought to the same position in
//! the shortest way, or is sent the whole game again.

mod begin;
mod opinion;
mod stop;

use std::time::Duration;

use hoshi_core::time::{Clock, TimeLimit};
use hoshi_core::{Color, Game, HalfPoints, Move, Position, Rules, Size};

use crate::engine::{Engine, Pending};
use crate::fault::Fault;
use crate::time;
use crate::wire::{a_move, color as named, vertex};
use begin::too_large;

/// An engine's answer to `genmove`.
///
/// ```
/// use hoshi_core::{Move, Size};
/// use hoshi_gtp::{Genmove, a_move};
///
/// assert_eq!(a_move(Size::S9, "Resign"), Some(Genmove::Resign));
/// assert_eq!(a_move(Size::S9, "pass"), Some(Genmove::Move(Move::Pass)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genmove {
    /// It plays or passes.
    Move(Move),
    /// It resigns.
    Resign,
}

/// An engine, together with the state of the game that it has been sent.
///
/// ```
#[doc = include_str!("../../doc/prelude.txt")]
/// use std::time::Duration;
/// use hoshi_core::{Color, Game, Preset, Rules, Size};
/// use hoshi_gtp::{Engine, Genmove, Player};
///
/// let minute = Duration::from_secs(60);
/// // For example gnugo --mode gtp.
/// let engine = Engine::start(&fake(&["move=E5"]), minute)?;
/// let mut player = Player::new(engine, minute);
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// player.follow(&game, None)?;
/// if let Genmove::Move(mv) = player.genmove(Color::Black, minute)? {
///     // Engines are not trusted: the rules decide.
///     game.play(mv)?;
/// }
/// assert_eq!(game.move_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    /// The time limit of every command except for moves.
    limit: Duration,
    /// The state of the engine; `None` if it is not certain.
    known: Option<Known>,
    thinking: Option<Thinking>,
    /// Whether it has been sent a time limit, which applies until it is sent another.
    has_clock: bool,
    notes: Vec<String>,
}

/// The game that an engine has been sent.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    terms: Terms,
    moves: Vec<(Color, Move)>,
}

/// The conditions of a game, and its first position.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    size: Size,
    rules: Rules,
    komi: HalfPoints,
    handicap: u32,
    start: Position,
    time: Option<TimeLimit>,
}

/// A pending genmove.
#[derive(Debug)]
struct Thinking {
    pending: Pending,
    color: Color,
    size: Size,
    /// Whether its limit has passed. The fault has been reported, but the engine may still be busy.
    is_overdue: bool,
}

impl Player {
    /// A player without a game. The limit applies to every command except for moves.
    #[must_use]
    pub fn new(engine: Engine, limit: Duration) -> Player {
        Player { engine, limit, known: None, thinking: None, has_clock: false, notes: Vec::new() }
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine, for other commands. Its state is no longer certain, so that the next
    /// [`Player::follow`] sends the whole game.
    pub fn engine_mut(&mut self) -> &mut Engine {
        self.known = None;
        &mut self.engine
    }

    /// The engine, without the game.
    #[must_use]
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    /// What the engine did not support or refused since the last call, although it can play without it.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["refuse=komi"])?;
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// assert_eq!(player.take_notes(), ["the engine refused `komi 7.5`: no komi"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Brings the engine to the position of the game: by the new moves, by `undo`, or from the start.
    /// Sends the time limit, if there is one.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&[])?;
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Size::S9.parse_move("D4")?)?;
    /// player.follow(&game, None)?;
    /// // The engine takes the move back, too.
    /// game.undo();
    /// player.follow(&game, None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or does not support the board.
    pub fn follow(&mut self, game: &Game, time: Option<TimeLimit>) -> Result<(), Fault> {
        let (start, moves) = game.since_setup();
        let terms = Terms {
            size: game.size(),
            rules: game.rules().clone(),
            komi: game.komi(),
            handicap: game.handicap(),
            start,
            time,
        };
        let mut known = match self.known.take() {
            Some(known) if known.terms == terms => known,
            _ => self.begin(terms)?,
        };
        let same = known.moves.iter().zip(&moves).take_while(|(one, other)| one == other).count();
        if same < known.moves.len() {
            let back = known.moves.len() - same;
            if self.take_back(back)? {
                known.moves.truncate(same);
            } else {
                known = self.begin(known.terms)?;
            }
        }
        for &(color, mv) in &moves[known.moves.len()..] {
            let size = known.terms.size;
            let vertex = vertex(size, mv).ok_or_else(|| too_large(size))?;
            self.engine.call(&format!("play {} {vertex}", named(color)), self.limit)?;
            known.moves.push((color, mv));
        }
        self.known = Some(known);
        Ok(())
    }

    /// Takes moves back. Returns false if the engine cannot.
    fn take_back(&mut self, moves: usize) -> Result<bool, Fault> {
        if !self.engine.knows("undo") {
            return Ok(false);
        }
        for _ in 0..moves {
            match self.engine.call("undo", self.limit) {
                Ok(_) => {}
                Err(Fault::Refused { .. }) => return Ok(false),
                Err(fault) => return Err(fault),
            }
        }
        Ok(true)
    }

    /// Asks for a move and does not wait for it. A limit of `None` gives the engine as long as it wants.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn begin_genmove(
        &mut self,
        color: Color,
        left: Option<Clock>,
        limit: Option<Duration>,
    ) -> Result<(), Fault> {
        self.begin_with("genmove", color, left, limit)
    }

    /// Like [`Player::begin_genmove`], by another command such as `kgs-genmove_cleanup`.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn begin_with(
        &mut self,
        command: &str,
        color: Color,
        left: Option<Clock>,
        limit: Option<Duration>,
    ) -> Result<(), Fault> {
        let Some(known) = &self.known else {
            return Err(Fault::Unfit("the engine has not been sent a game".to_owned()));
        };
        let size = known.terms.size;
        if let Some(left) = left {
            let knows = |command: &str| self.engine.knows(command);
            // An engine that refuses `time_left` can still play.
            if let Some(command) = time::left(&knows, color, known.terms.time, left)
                && let Err(fault) = self.engine.call(&command, self.limit)
                && !matches!(fault, Fault::Refused { .. })
            {
                return Err(fault);
            }
        }
        let pending = self.engine.ask(&format!("{command} {}", named(color)), limit)?;
        self.thinking = Some(Thinking { pending, color, size, is_overdue: false });
        Ok(())
    }

    /// Whether a move is pending.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.is_overdue)
    }

    /// The pending move, if it has come. Never waits. The engine has already played the move on its own
    /// board; if the move is illegal, the next [`Player::follow`] takes it back.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["move=resign"])?;
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// player.begin_genmove(Color::Black, None, Some(minute))?;
    /// let answer = loop {
    ///     match player.poll_genmove()? {
    ///         Some(answer) => break answer,
    ///         None => player.wait(second),
    ///     }
    /// };
    /// assert_eq!(answer, Genmove::Resign);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or its answer is not a move.
    pub fn poll_genmove(&mut self) -> Result<Option<Genmove>, Fault> {
        let Some(mut thinking) = self.thinking.take() else { return Ok(None) };
        if thinking.is_overdue {
            self.engine.wait(Duration::ZERO);
            self.thinking = Some(thinking).filter(|it| self.engine.is_waiting_for(&it.pending));
            return Ok(None);
        }
        let answer = match self.engine.poll(&thinking.pending) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                self.thinking = Some(thinking);
                return Ok(None);
            }
            Err(fault) => {
                self.known = None;
                if matches!(fault, Fault::Silent { .. }) {
                    thinking.is_overdue = true;
                    self.thinking = Some(thinking);
                }
                return Err(fault);
            }
        };
        let Thinking { pending, color, size, .. } = thinking;
        let Some(genmove) = a_move(size, &answer) else {
            self.known = None;
            return Err(Fault::Nonsense {
                command: pending.command().to_owned(),
                answer,
                why: format!("not a move on {size}"),
            });
        };
        if let (Genmove::Move(mv), Some(known)) = (genmove, &mut self.known) {
            known.moves.push((color, mv));
        }
        Ok(Some(genmove))
    }

    /// Waits until the engine prints something, at most for `patience`.
    pub fn wait(&mut self, patience: Duration) {
        self.engine.wait(patience);
    }

    /// Asks for a move and waits for it.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["move=D4"])?;
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// let d4 = Genmove::Move(Size::S9.parse_move("D4")?);
    /// assert_eq!(player.genmove(Color::Black, minute)?, d4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or does not answer within the limit.
    pub fn genmove(&mut self, color: Color, limit: Duration) -> Result<Genmove, Fault> {
        self.begin_genmove(color, None, Some(limit))?;
        loop {
            if let Some(genmove) = self.poll_genmove()? {
                return Ok(genmove);
            }
            self.wait(Duration::from_millis(100));
        }
    }
}
