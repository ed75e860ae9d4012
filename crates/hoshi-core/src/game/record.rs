//! Following a record: illegal moves, and setups between moves. Both are ordinary events, which can be
//! undone.

use alloc::boxed::Box;
use alloc::vec;

use super::{Event, Game, Phase};
use crate::board::{Placed, Refusal};
use crate::color::Color;
use crate::point::{Move, Point, PointMap};
use crate::setup::{Position, Setup};
use crate::size::Size;

/// What a forced move did. Returned by [`Game::force`].
///
/// ```
/// use hoshi_core::{Color, Game, Preset, Refusal, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
/// let e5 = game.size().parse_move("E5")?;
/// assert_eq!(game.force(Color::Black, e5)?.overridden, None);
///
/// let forced = game.force(Color::White, e5)?;
/// assert_eq!(forced.overridden, Some(Refusal::Occupied));
/// assert_eq!(forced.placed.replaced, Some(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// What it did on the board.
    pub placed: Placed,
    /// The refusal that was overridden, if any.
    pub overridden: Option<Refusal>,
}

/// A setup in a game's events, packed: a record can have one in every node, each a few bytes of its
/// file, while a board would take thousands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedSetup {
    size: Size,
    /// Two bits a point.
    stones: Box<[u8]>,
    turn: Color,
    ko: Option<Point>,
    captures: [u32; 2],
}

impl PackedSetup {
    fn of(position: &Position) -> PackedSetup {
        let (board, turn) = (position.board(), position.turn());
        let size = board.size();
        let mut stones = vec![0; size.area().div_ceil(4)].into_boxed_slice();
        for (point, color) in board.stones() {
            let index = size.index(point);
            stones[index / 4] |= (color.index() as u8 + 1) << (index % 4 * 2);
        }
        // A setup has no ko that binds the other side.
        let ko = board.ko().filter(|_| board.ko_color() == Some(turn));
        let captures = Color::ALL.map(|color| board.captures(color));
        PackedSetup { size, stones, turn, ko, captures }
    }

    /// The position, its stones placed in reading order.
    pub(super) fn position(&self) -> Position {
        let stone = |point| {
            let index = self.size.index(point);
            match self.stones[index / 4] >> (index % 4 * 2) & 3 {
                0 => None,
                bits => Some(Color::ALL[usize::from(bits) - 1]),
            }
        };
        let stones = PointMap::from_fn(self.size, stone);
        Setup { stones, turn: self.turn, ko: self.ko, captures: self.captures }.position_as_is()
    }
}

impl Game {
    /// `color` makes a move whatever the rules say, as SGF requires for records: see
    /// [`Board::force`](crate::Board::force). A game that was over or being marked continues. Then
    /// the other side is to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Phase, Preset, Refusal, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.resign(Color::Black)?;
    /// let forced = game.force(Color::Black, game.size().parse_move("E5")?)?;
    /// assert_eq!(forced.overridden, Some(Refusal::GameOver));
    /// assert_eq!((game.phase(), game.move_count()), (&Phase::Playing, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Only [`Refusal::OffBoard`]; then nothing has changed.
    pub fn force(&mut self, color: Color, mv: Move) -> Result<Forced, Refusal> {
        if mv.point().is_some_and(|point| !self.size().contains(point)) {
            return Err(Refusal::OffBoard);
        }
        let overridden = self.check(color, mv).err();
        self.record(Event::Move(color, mv));
        Ok(Forced { placed: self.apply_move(color, mv), overridden })
    }

    /// Replaces the position, as SGF may between two moves: stones, turn, ko and captures. It does
    /// not count as a move; a game that was over or being marked continues.
    ///
    /// Earlier positions stay in the history, and the new one is added: superko applies to all of
    /// them.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Setup, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// game.play(game.size().parse_move("E5")?)?;
    /// let mut setup = Setup::of(game.board(), game.turn());
    /// setup.stones[game.size().parse_a1("C3")?] = Some(Color::White);
    /// game.set_up(setup.position()?)?;
    /// assert_eq!(game.move_count(), 1);
    /// assert_eq!(game.board().stone_count(Color::White), 1);
    ///
    /// game.undo();
    /// assert_eq!(game.board().stone_count(Color::White), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::OtherSize`] if the position is for another board; then nothing has changed.
    pub fn set_up(&mut self, position: Position) -> Result<(), Refusal> {
        if position.board().size() != self.size() {
            return Err(Refusal::OtherSize);
        }
        let packed = PackedSetup::of(&position);
        // Nearly always the board equals the unpacked one.
        if packed.ko.is_none() && position.board().is_in_reading_order() {
            self.record(Event::SetUp(packed));
            self.take_over(&position);
            self.board.lift_ko();
        } else {
            self.record(Event::SetUp(packed.clone()));
            self.apply_setup(&packed);
        }
        Ok(())
    }

    /// Applies a setup whose entry is already recorded.
    pub(super) fn apply_setup(&mut self, packed: &PackedSetup) {
        self.take_over(&packed.position());
    }

    fn take_over(&mut self, position: &Position) {
        self.board.clone_from(position.board());
        self.turn = position.turn();
        self.phase = Phase::Playing;
        self.enter(0);
    }

    /// Whether no move has been made since the last setup or the start.
    pub(super) fn is_set_up(&self) -> bool {
        let last = self.entries[..self.history.last().events].last();
        last.is_none_or(|entry| entry.as_move().is_none())
    }
}
