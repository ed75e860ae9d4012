//! An engine that plays a game: whatever the game does, it is told the shortest way to the same
//! position, or all of it anew.

mod begin;

use std::time::Duration;

use hoshi_core::{Color, Game, HalfPoints, Move, Point, Position, Rules, Size};

use crate::engine::{Engine, Pending};
use crate::fault::Fault;
use crate::time::{self, Limit, TimeLeft};
use crate::wire::{a_move, color as named, vertex};
use begin::too_large;

/// What an engine does when it is asked for a move.
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
    /// It plays, or passes.
    Move(Move),
    /// It gives up.
    Resign,
}

/// An engine and what it knows of a game.
///
/// ```
/// use std::time::Duration;
/// use hoshi_core::{Color, Game, Preset, Rules, Size};
/// use hoshi_gtp::{Engine, Genmove, Player};
///
/// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
/// # if cfg!(windows) {
/// #     return Ok(());
/// # }
/// let minute = Duration::from_secs(60);
/// // For example gnugo --mode gtp.
/// let engine = Engine::start(&[fake.to_owned(), "move=E5".to_owned()], minute)?;
/// let mut player = Player::new(engine, minute);
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// player.follow(&game, None)?;
/// if let Genmove::Move(mv) = player.genmove(Color::Black, minute)? {
///     // No engine is trusted: the rules are asked.
///     game.play(mv)?;
/// }
/// assert_eq!(game.move_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    /// How long it may take for anything but a move.
    limit: Duration,
    /// What it has been told; `None` if that is not sure.
    known: Option<Known>,
    thinking: Option<Thinking>,
    /// Whether it has been told of a clock, which stays until it is told of another.
    has_clock: bool,
    notes: Vec<String>,
}

/// What an engine has been told.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    terms: Terms,
    moves: Vec<(Color, Move)>,
}

/// What a game is played under, and from which position.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    size: Size,
    rules: Rules,
    komi: HalfPoints,
    handicap: u32,
    start: Position,
    time: Option<Limit>,
}

/// A move that the engine is asked for.
#[derive(Debug)]
struct Thinking {
    pending: Pending,
    color: Color,
    size: Size,
}

impl Player {
    /// An engine that knows of no game yet, and may take so long for anything but a move.
    #[must_use]
    pub fn new(engine: Engine, limit: Duration) -> Player {
        Player { engine, limit, known: None, thinking: None, has_clock: false, notes: Vec::new() }
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine, to be asked other things. What it knows of the game is sure no more.
    pub fn engine_mut(&mut self) -> &mut Engine {
        self.known = None;
        &mut self.engine
    }

    /// The engine, which plays no more.
    #[must_use]
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    /// What could not be told to the engine since this was asked last, though it plays all the same.
    ///
    /// ```
    /// # use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// # use hoshi_gtp::{Genmove, Player};
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "refuse=komi".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let engine = Engine::start(&words, 60 * second)?;
    /// # let mut player = Player::new(engine, 60 * second);
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// assert_eq!(player.take_notes(), ["the engine refuses `komi 7.5`: no komi"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Brings the engine to where the game is: by the moves since then, by taking back, or from the
    /// start. A limit of time is told if there is one.
    ///
    /// ```
    /// # use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// # use hoshi_gtp::{Genmove, Player};
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let engine = Engine::start(&words, 60 * second)?;
    /// # let mut player = Player::new(engine, 60 * second);
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Size::S9.parse_move("D4")?)?;
    /// player.follow(&game, None)?;
    /// // What was taken back is taken back there.
    /// game.undo();
    /// player.follow(&game, None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or the game is none that it can play.
    pub fn follow(&mut self, game: &Game, time: Option<Limit>) -> Result<(), Fault> {
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

    /// Takes back so many moves. Whether the engine can.
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

    /// Asks for a move, and does not wait for it. A limit of `None` lets it think as long as it likes.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn begin_genmove(
        &mut self,
        color: Color,
        left: Option<TimeLeft>,
        limit: Option<Duration>,
    ) -> Result<(), Fault> {
        self.begin_with("genmove", color, left, limit)
    }

    /// The same by another command, such as `kgs-genmove_cleanup`.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn begin_with(
        &mut self,
        command: &str,
        color: Color,
        left: Option<TimeLeft>,
        limit: Option<Duration>,
    ) -> Result<(), Fault> {
        let Some(known) = &self.known else {
            return Err(Fault::Unfit("the engine has not been told of the game".to_owned()));
        };
        let size = known.terms.size;
        if let Some(left) = left {
            let knows = |command: &str| self.engine.knows(command);
            // That it does not listen is no reason not to move.
            if let Some(command) = time::left(&knows, color, known.terms.time, left)
                && let Err(fault) = self.engine.call(&command, self.limit)
                && !matches!(fault, Fault::Refused { .. })
            {
                return Err(fault);
            }
        }
        let pending = self.engine.ask(&format!("{command} {}", named(color)), limit)?;
        self.thinking = Some(Thinking { pending, color, size });
        Ok(())
    }

    /// Whether it is thinking about a move.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The move that it was asked for, if it has come. Never waits. The engine has played it already;
    /// if the rules refuse it, the next [`Player::follow`] takes it back.
    ///
    /// ```
    /// # use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// # use hoshi_gtp::{Genmove, Player};
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "move=resign".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let engine = Engine::start(&words, 60 * second)?;
    /// # let mut player = Player::new(engine, 60 * second);
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// player.begin_genmove(Color::Black, None, Some(60 * second))?;
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
    /// If the engine fails, or answers what is no move.
    pub fn poll_genmove(&mut self) -> Result<Option<Genmove>, Fault> {
        let Some(Thinking { pending, color, size }) = self.thinking.take() else { return Ok(None) };
        let answer = match self.engine.poll(&pending) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                self.thinking = Some(Thinking { pending, color, size });
                return Ok(None);
            }
            Err(fault) => {
                self.known = None;
                return Err(fault);
            }
        };
        let Some(genmove) = a_move(size, &answer) else {
            self.known = None;
            return Err(Fault::Nonsense {
                command: pending.command().to_owned(),
                answer,
                why: format!("no move on {size}"),
            });
        };
        if let (Genmove::Move(mv), Some(known)) = (genmove, &mut self.known) {
            known.moves.push((color, mv));
        }
        Ok(Some(genmove))
    }

    /// Waits until the engine says something, but no longer than so.
    pub fn wait(&mut self, patience: Duration) {
        self.engine.wait(patience);
    }

    /// Asks for a move and waits for it.
    ///
    /// ```
    /// # use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// # use hoshi_gtp::{Genmove, Player};
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "move=D4".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let engine = Engine::start(&words, 60 * second)?;
    /// # let mut player = Player::new(engine, 60 * second);
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// let d4 = Genmove::Move(Size::S9.parse_move("D4")?);
    /// assert_eq!(player.genmove(Color::Black, 60 * second)?, d4);
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

    /// The stones that the engine thinks dead, if it has an opinion.
    ///
    /// ```
    /// # use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// # use hoshi_gtp::{Genmove, Player};
    /// # use std::time::Duration;
    /// # use hoshi_gtp::Engine;
    /// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
    /// # if cfg!(windows) {
    /// #     return Ok(());
    /// # }
    /// # let words = [fake.to_owned(), "dead=A1 B2".to_owned()];
    /// # let second = Duration::from_secs(1);
    /// # let engine = Engine::start(&words, 60 * second)?;
    /// # let mut player = Player::new(engine, 60 * second);
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let dead = player.dead(Size::S9, 60 * second)?.expect("an opinion");
    /// assert_eq!(dead.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails.
    pub fn dead(&mut self, size: Size, limit: Duration) -> Result<Option<Vec<Point>>, Fault> {
        if !self.engine.knows("final_status_list") {
            return Ok(None);
        }
        let answer = match self.engine.call("final_status_list dead", limit) {
            Ok(answer) => answer,
            Err(Fault::Refused { .. }) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        let point = |word: &str| match size.parse_move(word) {
            Ok(Move::Play(point)) => Ok(point),
            _ => Err(Fault::Nonsense {
                command: "final_status_list dead".to_owned(),
                answer: word.to_owned(),
                why: format!("no point on {size}"),
            }),
        };
        answer.split_whitespace().map(point).collect::<Result<_, _>>().map(Some)
    }
}
