//! A game: rules, start, moves and result. Moves are in `play`, forced moves and setups from records
//! in `record`, undo and redo in `undo`, earlier positions in `history`, superko in `repetition`, the
//! end of the game in `ending`.

mod ending;
mod history;
mod play;
mod record;
mod repetition;
mod undo;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use ending::{MarkError, Marking, Phase};
pub use record::Forced;
pub use undo::Happened;

use crate::board::{Board, Refusal};
use crate::color::Color;
use crate::half::HalfPoints;
use crate::handicap::{self, HandicapError};
use crate::outcome::Outcome;
use crate::point::{Move, Point};
use crate::rules::Rules;
use crate::setup::{Position, Setup};
use crate::size::Size;
use history::History;
use record::PackedSetup;

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    /// A legal or forced move.
    Move(Color, Move),
    /// A new setup of the board.
    SetUp(PackedSetup),
    /// Play resumes, with this colour to move.
    Resume(Color),
    End(Outcome),
}

/// An event and the state to restore on undo, besides the board.
#[derive(Clone, Debug)]
struct Entry {
    event: Event,
    turn_before: Color,
    /// `None` while the game is being played: nearly always, and moves are many.
    phase_before: Option<Box<Phase>>,
}

impl Entry {
    fn as_move(&self) -> Option<(Color, Move)> {
        match self.event {
            Event::Move(color, mv) => Some((color, mv)),
            Event::SetUp(_) | Event::Resume(_) | Event::End(_) => None,
        }
    }
}

/// A copy of the board after this many events.
#[derive(Clone, Debug)]
struct Checkpoint {
    events: usize,
    board: Board,
}

/// A game of Go from its first position to its result.
///
/// A move is played by the side to move ([`Game::play`]), by a named colour in turn
/// ([`Game::play_strict`]), or by a named colour even out of turn ([`Game::play_as`], as GTP and
/// SGF allow). Two passes in a row end play: under most rules the dead stones are marked next
/// ([`Phase::Marking`]). A refused move changes nothing. [`Game::force`] and [`Game::set_up`]
/// follow a record.
///
/// ```
/// use hoshi_core::{Game, Move, Preset, Refusal, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::TrompTaylor));
/// for name in ["A2", "B1", "B2", "C2", "B3", "D1", "A3", "A1", "C1"] {
///     game.play(game.size().parse_move(name)?)?;
/// }
/// // White B1 would bring back the board after move 7.
/// let b1 = game.size().parse_move("B1")?;
/// assert_eq!(game.play(b1), Err(Refusal::Superko { first_seen: 7 }));
///
/// game.undo();
/// assert_eq!(game.move_count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: HalfPoints,
    handicap: u32,
    start: Position,
    /// All events, then those that were undone and can be redone.
    entries: Vec<Entry>,
    /// The number of entries in effect.
    done: usize,
    board: Board,
    turn: Color,
    phase: Phase,
    history: History,
    /// Copies after the start.
    checkpoints: Vec<Checkpoint>,
}

impl Game {
    /// An even game on an empty board, with the komi of the rules.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S19, Rules::of(Preset::Japanese));
    /// assert_eq!(game.turn(), Color::Black);
    /// assert_eq!(game.komi().to_string(), "6.5");
    /// ```
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game::from_position(Position::new(Board::new(size), Color::Black), rules)
    }

    /// A game that starts from a position.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Position, Preset, Rules};
    ///
    /// let board = Board::from_text(". X .\n. O .")?;
    /// let start = Position::new(board, Color::White);
    /// let game = Game::from_position(start, Rules::of(Preset::Simple));
    /// assert_eq!(game.turn(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_position(start: Position, rules: Rules) -> Game {
        let board = start.board().clone();
        let turn = start.turn();
        Game {
            komi: rules.komi,
            rules,
            handicap: 0,
            entries: Vec::new(),
            done: 0,
            checkpoints: Vec::new(),
            history: History::new(&board, turn),
            board,
            turn,
            phase: Phase::Playing,
            start,
        }
    }

    /// A game with handicap stones on the customary points, White to move first. A handicap of 0 is
    /// an even game; of 1, an even board with the handicap komi, Black to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let game = Game::with_handicap(Size::S9, Rules::of(Preset::Chinese), 4)?;
    /// assert_eq!(game.turn(), Color::White);
    /// assert_eq!(game.board().stone_count(Color::Black), 4);
    /// // Komi and bonus are White's: 4 points for 4 stones.
    /// assert_eq!(game.score().side(Color::White).bonus.to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board has no fixed points for this many stones; then place them freely with
    /// [`Game::with_free_handicap`].
    pub fn with_handicap(size: Size, rules: Rules, stones: u32) -> Result<Game, HandicapError> {
        if stones >= 2 {
            return Game::with_free_handicap(size, rules, &handicap::customary(size, stones)?);
        }
        let komi = rules.komi_for(stones);
        Ok(Game { komi, handicap: stones, ..Game::new(size, rules) })
    }

    /// A game with handicap stones on these points, White to move first.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let size = Size::square(5).unwrap();
    /// let points = [size.parse_a1("B2")?, size.parse_a1("D4")?];
    /// let game = Game::with_free_handicap(size, Rules::of(Preset::NewZealand), &points)?;
    /// assert_eq!((game.handicap(), game.turn()), (2, Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are fewer than two points, one is off the board or named twice, or no empty point
    /// would remain.
    pub fn with_free_handicap(
        size: Size,
        rules: Rules,
        points: &[Point],
    ) -> Result<Game, HandicapError> {
        if points.len() < 2 {
            return Err(HandicapError::OneStone);
        }
        let mut setup = Setup::new(size);
        setup.turn = Color::White;
        for &point in points {
            if !size.contains(point) {
                return Err(HandicapError::OffBoard { size });
            }
            if setup.stones[point].replace(Color::Black).is_some() {
                return Err(HandicapError::Twice { size, point });
            }
        }
        let handicap = points.len() as u32;
        let komi = rules.komi_for(handicap);
        // Blocks of one colour never touch each other, so on a board with an empty point each of them
        // has a liberty: no part of a board is cut off from the rest.
        let start = setup.position().map_err(|_| HandicapError::Full { size })?;
        Ok(Game { komi, handicap, ..Game::from_position(start, rules) })
    }

    /// The same game with this handicap, and the komi that the rules give for it: for records, where
    /// the stones are part of the first position. A finished game keeps its result.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Position, Preset, Rules};
    ///
    /// let board = Board::from_text("
    ///     . . . . .
    ///     . . . X .
    ///     . . . . .
    ///     . X . . .
    ///     . . . . .
    /// ")?;
    /// let start = Position::new(board, Color::White);
    /// let game = Game::from_position(start, Rules::of(Preset::Chinese)).with_handicap_of(2);
    /// assert_eq!((game.handicap(), game.komi().to_string().as_str()), (2, "0"));
    /// assert_eq!(game.score().side(Color::White).bonus.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_handicap_of(mut self, stones: u32) -> Game {
        if self.set_komi(self.rules.komi_for(stones)).is_ok() {
            self.handicap = stones;
        }
        self
    }

    /// The same game with another komi; a finished game keeps its own.
    ///
    /// ```
    /// use hoshi_core::{Game, HalfPoints, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese)).with_komi(HalfPoints::ZERO);
    /// assert_eq!(game.komi(), HalfPoints::ZERO);
    /// ```
    #[must_use]
    pub fn with_komi(mut self, komi: HalfPoints) -> Game {
        let _ = self.set_komi(komi);
        self
    }

    /// Changes the komi.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, HalfPoints, Preset, Refusal, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.set_komi(HalfPoints::whole(5))?;
    /// assert_eq!(game.komi().to_string(), "5");
    /// game.resign(Color::Black)?;
    /// assert_eq!(game.set_komi(HalfPoints::ZERO), Err(Refusal::GameOver));
    /// # Ok::<(), Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over.
    pub fn set_komi(&mut self, komi: HalfPoints) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        // Undone events may depend on the old komi.
        self.entries.truncate(self.done);
        self.komi = komi;
        Ok(())
    }

    /// The board's size.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert_eq!(Game::new(Size::S9, Rules::of(Preset::Simple)).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The rules.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// let game = Game::new(Size::S9, Rules::of(Preset::Aga));
    /// assert_eq!(game.rules().preset, Preset::Aga);
    /// ```
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The komi, without the bonus for handicap stones.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert_eq!(Game::new(Size::S9, Rules::of(Preset::Aga)).komi().to_string(), "7.5");
    /// ```
    #[must_use]
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// The handicap: 0 for an even game.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// let game = Game::with_handicap(Size::S9, Rules::of(Preset::Aga), 1)?;
    /// assert_eq!((game.handicap(), game.komi().to_string().as_str()), (1, "0.5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// The position the game started from.
    ///
    /// ```
    /// use hoshi_core::{Board, Game, Preset, Rules, Size};
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// assert_eq!(game.start().board(), &Board::new(Size::S9));
    /// ```
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current board.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// assert_eq!(game.board().stones().count(), 0);
    /// ```
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.turn(), Color::White);
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The phase: playing, marking, or over.
    ///
    /// ```
    /// use hoshi_core::{Game, Phase, Preset, Rules, Size};
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// assert_eq!(game.phase(), &Phase::Playing);
    /// ```
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The number of moves, including passes.
    ///
    /// ```
    /// use hoshi_core::{Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.move_count(), 1);
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.history.last().moves
    }

    /// The moves so far, each with its colour.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.moves().collect::<Vec<_>>(), [(Color::Black, Move::Pass)]);
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.entries[..self.done].iter().filter_map(Entry::as_move)
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.entries[..self.done].iter().map(|entry| &entry.event)
    }

    /// The last move, if any.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert_eq!(Game::new(Size::S9, Rules::of(Preset::Simple)).last_move(), None);
    /// ```
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.moves().next_back()
    }
}

/// Two games are equal if they have the same rules, komi, handicap, start, events and state; what
/// was undone and could be redone doesn't count.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.rules == other.rules
            && self.komi == other.komi
            && self.handicap == other.handicap
            && self.start == other.start
            && self.board == other.board
            && self.turn == other.turn
            && self.phase == other.phase
            && self.history == other.history
            && self.events().eq(other.events())
    }
}

impl Eq for Game {}
