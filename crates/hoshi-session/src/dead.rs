//! Estimates dead stones when no player can be asked: stones inside unconditional territory, and stones
//! that rarely survive random playouts.

use std::fmt;

use hoshi_core::playout::Playouts;
use hoshi_core::{
    Board, Color, DeadAndSeki, Game, PointMap, PointSet, Rules, Scoring, SplitMix64,
    UnconditionalLife, propose_seki,
};

use crate::mind::Stop;

/// Decides which stones are dead or in seki when no player can be asked. A program with a better judge
/// than the session's own passes it in the [`Terms`](crate::Terms). It must be deterministic. It may take
/// some time: the session continues meanwhile, see [`Effect::Judge`](crate::Effect::Judge). Once the flag
/// is set, the answer is no longer needed, and the judge should return `None` soon.
///
/// ```
/// use hoshi_core::{DeadAndSeki, Game, Preset, Rules, Size};
/// use hoshi_session::{Judge, Terms};
///
/// let nothing_is_dead = Judge::new(|game, _stop| Some(DeadAndSeki::new(game.size())));
/// let terms = Terms { judge: nothing_is_dead, ..Terms::default() };
/// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// assert!(terms.judge.marks(&game).dead.is_empty());
/// ```
#[derive(Clone, Copy)]
pub struct Judge {
    judge: fn(&Game, &Stop) -> Option<DeadAndSeki>,
    at_once: bool,
}

impl Judge {
    /// A judge that calls this function.
    #[must_use]
    pub const fn new(judge: fn(&Game, &Stop) -> Option<DeadAndSeki>) -> Judge {
        Judge { judge, at_once: false }
    }

    /// The same judge, run on the session's own thread: for a view that cannot proceed without the
    /// answer, such as one that reads its commands from a file.
    ///
    /// ```
    /// use hoshi_session::Judge;
    /// assert_ne!(Judge::default().at_once(), Judge::default());
    /// ```
    #[must_use]
    pub const fn at_once(self) -> Judge {
        Judge { judge: self.judge, at_once: true }
    }

    #[cfg(feature = "host")]
    pub(crate) fn is_at_once(&self) -> bool {
        self.at_once
    }

    /// The dead stones and the sekis of a position.
    #[must_use]
    pub fn marks(&self, game: &Game) -> DeadAndSeki {
        self.marks_unless(game, &Stop::default()).unwrap_or_else(|| DeadAndSeki::new(game.size()))
    }

    /// The same; `None` if it was stopped first.
    #[must_use]
    pub fn marks_unless(&self, game: &Game, stop: &Stop) -> Option<DeadAndSeki> {
        (self.judge)(game, stop)
    }
}

impl Default for Judge {
    /// By [`dead_stones`].
    fn default() -> Judge {
        Judge::new(|game, _stop| {
            let dead = dead_stones(game.board(), game.turn(), game.rules());
            let seki = match game.rules().scoring {
                Scoring::Territory => propose_seki(game.board(), &dead),
                Scoring::Area => PointSet::new(game.size()),
            };
            Some(DeadAndSeki { dead, seki })
        })
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Judge")
    }
}

impl PartialEq for Judge {
    fn eq(&self, other: &Judge) -> bool {
        std::ptr::fn_addr_eq(self.judge, other.judge) && self.at_once == other.at_once
    }
}

impl Eq for Judge {}

/// The number of playouts.
const PLAYOUTS: u32 = 300;

/// A block is dead if the opponent owns its points in this share of the playouts, in hundredths. At 50
/// the proposal gave the recorded result of 447 of 621 real games on 19x19 under territory rules, and of
/// 33 of 35 on 9x9; at 60 of 401 and 32, at 80 of 96 and 19, at 95 of 10 and 8: in a wide territory, dead
/// stones often live at random.
const SHARE: u32 = 50;

/// Boards with more points are judged by unconditional life alone.
const LARGEST: usize = 25 * 25;

/// The stones that are probably dead. Deterministic.
///
/// ```
/// use hoshi_core::{Board, Color, Preset, Rules};
/// use hoshi_session::dead_stones;
///
/// let board = Board::from_text("
///     . X . O .
///     X X X O O
///     . X O O .
///     X X X O O
///     O . X O .
/// ")?;
/// let dead = dead_stones(&board, Color::Black, &Rules::of(Preset::Chinese));
/// let names: Vec<String> = dead.iter().map(|point| board.size().a1(point).to_string()).collect();
/// assert_eq!(names, ["A1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn dead_stones(board: &Board, turn: Color, rules: &Rules) -> PointSet {
    let size = board.size();
    let mut dead = PointSet::new(size);
    let mut sure = PointSet::new(size);
    for color in Color::ALL {
        let life = UnconditionalLife::of(board, color, rules.suicide);
        let is_dead = |point: &hoshi_core::Point| board.stone(*point) == Some(color.opponent());
        dead.extend(life.territory.iter().filter(is_dead));
        sure.union_with(&life.stones);
    }
    if size.area() > LARGEST {
        return dead;
    }
    let mut lost = PointMap::new(size, 0_u32);
    let mut rng = SplitMix64::new(0x686f_7368_6931_3936);
    for color in [turn, turn.opponent()] {
        let mut playouts = Playouts::new(board, color);
        for _ in 0..PLAYOUTS / 2 {
            playouts.run(&mut rng);
            let owners = playouts.owners();
            for (point, stone) in board.stones() {
                lost[point] += u32::from(owners[point] == Some(stone.opponent()));
            }
        }
    }
    for block in board.blocks() {
        let stones = block.stones();
        let average = stones.iter().map(|&stone| lost[stone]).sum::<u32>() / stones.len() as u32;
        let is_sure = stones.iter().any(|&stone| sure.contains(stone));
        if !is_sure && average * 100 >= SHARE * PLAYOUTS {
            dead.extend(stones);
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Preset, Size};

    use super::*;

    fn dead(text: &str) -> String {
        let board = Board::from_text(text).unwrap();
        let of = |turn| dead_stones(&board, turn, &Rules::of(Preset::Japanese));
        let (black, white) = (of(Color::Black), of(Color::White));
        assert_eq!(black, of(Color::Black), "not deterministic");
        assert_eq!(black, white);
        let names = black.iter().map(|point| board.size().a1(point).to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_stone_in_a_territory_is_dead() {
        let text = "
            . . X O .
            . O X O .
            . . X O .
            . . X O O
            . . X O .
        ";
        assert_eq!(dead(text), "B4");
    }

    #[test]
    fn dead_stones_of_both_colours() {
        let text = "
            . . . X X O . . .
            . . . X . O . X .
            . O . X X O . . .
            . . . . X O O O O
            X X X X X O . . .
            . X . . X O . . .
            X X . O X O O X .
            . X O . X O . . .
            X X . . X O . . .
        ";
        assert_eq!(dead(text), "H8 B7 D3 H3 C2");
    }

    #[test]
    fn a_large_block_with_one_eye_is_dead() {
        let text = "
            . X . X . X .
            X X X X X X X
            X O O O X X X
            X O . O O O X
            X O O O O O X
            X X X X X X X
            . X . . . . .
        ";
        assert_eq!(dead(text), "B5 C5 D5 B4 D4 E4 F4 B3 C3 D3 E3 F3");
    }

    #[test]
    fn living_stones_are_not_dead() {
        for text in [
            ". . . . .\n. . . . .\n. . . . .",
            // Two eyes each, and dame between them.
            "
                . X . . O .
                X X . . O O
                . X . . O .
                X X . . O O
                . X . . O .
            ",
        ] {
            assert_eq!(dead(text), "");
        }
    }

    /// Playouts would take too long and be unreliable.
    #[test]
    fn a_huge_board_is_judged_by_unconditional_life() {
        let size = Size::square(26).unwrap();
        let mut board = Board::new(size);
        let rules = Rules::of(Preset::Simple);
        for (color, name) in [
            (Color::Black, "B1"),
            (Color::Black, "B2"),
            (Color::Black, "A2"),
            (Color::Black, "C1"),
            (Color::Black, "C2"),
            (Color::Black, "D1"),
            (Color::White, "Z26"),
        ] {
            board.play(color, size.parse_a1(name).unwrap(), &rules).unwrap();
        }
        assert!(dead_stones(&board, Color::Black, &rules).is_empty());
    }
}
