//! Small boards as two words of bits, for enumerating all of them: fast enough for the 43 million
//! of 4x4, and still a flood fill.

use hoshi_core::{Color, Size};

use super::Cells;

/// The stones of a board of at most 16 points: bit `y * width + x` of each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) black: u16,
    pub(crate) white: u16,
}

/// Steps to the neighbours on a board of one size.
#[derive(Clone, Copy, Debug)]
struct Steps {
    width: u32,
    all: u16,
    not_left: u16,
    not_right: u16,
}

impl Steps {
    fn of(size: Size) -> Steps {
        let area = size.area();
        assert!(area <= 16, "{size} has more than 16 points");
        let (mut not_left, mut not_right) = (0, 0);
        for at in 0..area {
            let x = at % usize::from(size.width());
            not_left |= u16::from(x != 0) << at;
            not_right |= u16::from(x + 1 != usize::from(size.width())) << at;
        }
        let all = if area == 16 { u16::MAX } else { (1 << area) - 1 };
        Steps { width: u32::from(size.width()), all, not_left, not_right }
    }

    /// The points beside these.
    fn beside(self, points: u16) -> u16 {
        let up = points.checked_shr(self.width).unwrap_or(0);
        let down = points.checked_shl(self.width).unwrap_or(0);
        let left = (points & self.not_left) >> 1;
        let right = (points & self.not_right) << 1;
        (up | down | left | right) & self.all
    }

    /// Whether every one of these stones reaches an empty point through its friends.
    fn breathe(self, stones: u16, empty: u16) -> bool {
        let mut breathing = self.beside(empty) & stones;
        loop {
            let more = breathing | (self.beside(breathing) & stones);
            if more == breathing {
                return breathing == stones;
            }
            breathing = more;
        }
    }
}

/// Every way to put stones on a board, legal or not, enumerated like an odometer.
pub(crate) struct Odometer {
    size: Size,
    steps: Steps,
    next: Option<Bits>,
}

impl Odometer {
    pub(crate) fn new(size: Size) -> Odometer {
        let next = Some(Bits { black: 0, white: 0 });
        Odometer { size, steps: Steps::of(size), next }
    }

    /// Whether every block has a liberty.
    pub(crate) fn is_legal(&self, Bits { black, white }: Bits) -> bool {
        let empty = self.steps.all & !(black | white);
        self.steps.breathe(black, empty) && self.steps.breathe(white, empty)
    }

    /// The same as plain cells.
    pub(crate) fn cells(&self, Bits { black, white }: Bits) -> Cells {
        let cell = |at: usize| match (black >> at & 1, white >> at & 1) {
            (0, 0) => None,
            (0, _) => Some(Color::White),
            _ => Some(Color::Black),
        };
        (0..self.size.area()).map(cell).collect()
    }

    /// The number of legal ones.
    pub(crate) fn count_legal(mut self) -> u64 {
        let mut legal = 0;
        while let Some(board) = self.next() {
            legal += u64::from(self.is_legal(board));
        }
        legal
    }
}

impl Iterator for Odometer {
    type Item = Bits;

    fn next(&mut self) -> Option<Bits> {
        let here = self.next?;
        // A wheel turns from empty to black to white, and past white carries the next one on.
        let carried = here.white.trailing_ones();
        let turned = 1_u16.checked_shl(carried).filter(|bit| bit & self.steps.all != 0);
        self.next = turned.map(|bit| {
            let white = here.white & !(bit - 1);
            if here.black & bit == 0 {
                Bits { black: here.black | bit, white }
            } else {
                Bits { black: here.black & !bit, white: white | bit }
            }
        });
        Some(here)
    }
}
