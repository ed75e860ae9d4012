//! Playouts: games of uniformly random moves, played to the end and counted.
//!
//! Playouts make thousands of moves for each move of a game, so they have their own engine: the same
//! rules on a specialised layout (see `engine`), compared with [`Board`] and [`candidates`] by tests
//! after every move. The engine is private to this module.

mod ahead;
mod engine;
mod moves;
mod plain;
mod rare;
mod run;
mod search;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap};
use crate::region::regions;
use crate::rng::Rng;
use crate::rules::{Preset, Rules};
use crate::size::Size;
use engine::Engine;
use plain::Plain;

pub use search::{Policy, SearchBoard, Spot, Tried, Uniform, capacity};

/// Whether an empty point is a one-point eye of `color`, which a playout doesn't fill: all its
/// neighbours are stones of `color` or off the board, and the opponent's stones on its diagonals,
/// plus 1 at the edge, are fewer than 2.
///
/// ```
/// use hoshi_core::{Board, Color, playout::is_eye};
///
/// let board = Board::from_text("
///     . X .
///     X X .
///     . . O
/// ")?;
/// let [corner, side] = ["A3", "C2"].map(|name| board.size().parse_a1(name).unwrap());
/// assert!(is_eye(&board, Color::Black, corner));
/// assert!(!is_eye(&board, Color::Black, side));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !board.is_empty_at(point) || size.neighbors(point).any(|n| board.stone(n) != Some(color)) {
        return false;
    }
    let mut spoiled = 0;
    let mut edge = 0;
    for (right, down) in [(false, false), (true, false), (false, true), (true, true)] {
        let step = |from: u8, up: bool| if up { from.checked_add(1) } else { from.checked_sub(1) };
        let diagonal = step(point.x(), right).zip(step(point.y(), down));
        match diagonal.and_then(|(x, y)| size.point(x, y)) {
            Some(diagonal) if board.stone(diagonal) == Some(color.opponent()) => spoiled += 1,
            Some(_) => {}
            None => edge = 1,
        }
    }
    spoiled + edge < 2
}

/// The points a playout chooses from, each with the same probability: the legal ones, without
/// suicide and under simple ko, that aren't eyes of `color`.
///
/// ```
/// use hoshi_core::{Board, Color, Size, playout::candidates};
/// assert_eq!(candidates(&Board::new(Size::S9), Color::Black).len(), 81);
/// ```
#[must_use]
pub fn candidates(board: &Board, color: Color) -> Vec<Point> {
    board.size().points().filter(|&point| is_candidate(board, color, point)).collect()
}

fn is_candidate(board: &Board, color: Color, point: Point) -> bool {
    const RULES: Rules = Rules::of(Preset::Simple);
    board.check(color, point, &RULES).is_ok() && !is_eye(board, color, point)
}

/// A playout stops here even without passes: on small boards some would cycle forever.
const fn move_limit(size: Size) -> u32 {
    3 * size.area() as u32
}

/// How a playout ended.
///
/// ```
/// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
///
/// let mut playouts = Playouts::new(&Board::new(Size::S9), Color::Black);
/// let playout = playouts.run(&mut SplitMix64::new(1));
/// assert!(playout.black + playout.white <= 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The number of moves, including passes.
    pub moves: u32,
    /// Black's points by area.
    pub black: u32,
    /// White's points by area.
    pub white: u32,
    /// The hash of the last position.
    pub hash: u64,
}

/// The engines, by capacity. The parameters: a type for point numbers, the stride from row to row,
/// a power of two above the largest point number, and the number of cells.
#[derive(Clone)]
enum Machine {
    /// To 9 columns and 25 rows.
    Small(Box<Engine<u8, 10, 256, 280>>),
    /// To 15x15.
    Medium(Box<Engine<u8, 16, 256, 292>>),
    /// To 19 columns and 25 rows.
    Large(Box<Engine<u16, 20, 512, 556>>),
    /// To 63x63.
    Huge(Box<Engine<u16, 64, 4096, 4228>>),
    /// Any.
    Any(Box<Plain>),
}

/// Runs the same code for any engine.
macro_rules! with_engine {
    ($machine:expr, $engine:ident => $body:expr, $plain:ident => $other:expr) => {
        match $machine {
            Machine::Small($engine) => $body,
            Machine::Medium($engine) => $body,
            Machine::Large($engine) => $body,
            Machine::Huge($engine) => $body,
            Machine::Any($plain) => $other,
        }
    };
}

/// Uniformly random playouts from one position.
///
/// Each move is drawn uniformly from the player's [`candidates`]; without one the player passes. A
/// playout ends with two passes, or after three times as many moves as the board has points.
///
/// ```
/// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
///
/// let mut rng = SplitMix64::new(1);
/// let mut playouts = Playouts::new(&Board::new(Size::S9), Color::Black);
/// let moves: u32 = (0..1000).map(|_| playouts.run(&mut rng).moves).sum();
/// // About 111 moves each.
/// assert!((105_000..117_000).contains(&moves));
/// ```
#[derive(Clone)]
pub struct Playouts {
    size: Size,
    machine: Machine,
}

impl Playouts {
    /// Prepares playouts from a board, with `turn` to move.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, playout::Playouts};
    ///
    /// let board = Board::from_text(". X .\nO . O")?;
    /// let playouts = Playouts::new(&board, Color::White);
    /// assert_eq!(playouts.size(), board.size());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: &Board, turn: Color) -> Playouts {
        let size = board.size();
        let machine = match (size.width(), size.height()) {
            (..=9, ..=25) => Machine::Small(Engine::boxed(size)),
            (..=15, ..=15) => Machine::Medium(Engine::boxed(size)),
            (..=19, ..=25) => Machine::Large(Engine::boxed(size)),
            (..=63, ..=63) => Machine::Huge(Engine::boxed(size)),
            _ => Machine::Any(Box::new(Plain::new(board, turn))),
        };
        let mut playouts = Playouts { size, machine };
        playouts.set_position(board, turn);
        playouts
    }

    /// Starts the next playouts from another board of the same size; another size reallocates
    /// everything.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
    ///
    /// let mut playouts = Playouts::new(&Board::new(Size::S9), Color::Black);
    /// // Black lives with two eyes and White can't play: two passes, all of it Black's.
    /// let board = Board::from_text(". X .\nX X X")?;
    /// playouts.set_position(&board, Color::White);
    /// let playout = playouts.run(&mut SplitMix64::new(1));
    /// assert_eq!((playout.moves, playout.black), (2, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_position(&mut self, board: &Board, turn: Color) {
        if board.size() != self.size {
            *self = Playouts::new(board, turn);
            return;
        }
        with_engine!(&mut self.machine,
            engine => engine.set_position(board, turn),
            plain => **plain = Plain::new(board, turn));
    }

    /// The size of the board.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size, playout::Playouts};
    /// assert_eq!(Playouts::new(&Board::new(Size::S9), Color::Black).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Plays one to its end. It reads at least one more random word than it has draws.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
    ///
    /// let mut playouts = Playouts::new(&Board::new(Size::S19), Color::Black);
    /// let once = playouts.run(&mut SplitMix64::new(7));
    /// assert_eq!(playouts.run(&mut SplitMix64::new(7)), once);
    /// ```
    #[inline]
    pub fn run<R: Rng>(&mut self, rng: &mut R) -> Playout {
        let (moves, area, hash) = with_engine!(&mut self.machine,
            engine => {
                let (moves, finished) = engine.run(rng);
                (moves, finished.then(|| engine.area()), engine.state.hash)
            },
            plain => (plain.run(rng), None, plain.board.hash()));
        let [black, white] = area.unwrap_or_else(|| self.count_area());
        Playout { moves, black, white, hash }
    }

    /// The area of a board that isn't filled up.
    #[cold]
    fn count_area(&self) -> [u32; 2] {
        let owners = self.owners();
        let count = |color| owners.values().iter().filter(|&&o| o == Some(color)).count() as u32;
        Color::ALL.map(count)
    }

    /// The stones on the board after the last run.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
    ///
    /// let mut playouts = Playouts::new(&Board::new(Size::S9), Color::Black);
    /// playouts.run(&mut SplitMix64::new(1));
    /// assert!(playouts.stones().values().iter().flatten().count() > 40);
    /// ```
    #[must_use]
    pub fn stones(&self) -> PointMap<Option<Color>> {
        with_engine!(&self.machine,
            engine => PointMap::from_fn(self.size, |point| engine.stone(point)),
            plain => PointMap::from_fn(self.size, |point| plain.board.stone(point)))
    }

    /// The owner of each point by area after the last run.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Size, SplitMix64, playout::Playouts};
    ///
    /// let mut playouts = Playouts::new(&Board::new(Size::S9), Color::Black);
    /// let playout = playouts.run(&mut SplitMix64::new(1));
    /// let owners = playouts.owners();
    /// let black = owners.values().iter().filter(|&&owner| owner == Some(Color::Black)).count();
    /// assert_eq!(black, playout.black as usize);
    /// ```
    #[must_use]
    pub fn owners(&self) -> PointMap<Option<Color>> {
        let mut owners = self.stones();
        let board = Board::with_stones(&owners);
        for region in regions(&board, |stone| stone.is_none()) {
            let owner = region.owner(&board);
            for point in region.points {
                owners[point] = owner;
            }
        }
        owners
    }
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playouts").field("size", &self.size).finish_non_exhaustive()
    }
}
