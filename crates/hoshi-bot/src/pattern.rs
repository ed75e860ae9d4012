//! The 3x3 patterns of playouts: shapes around an empty point that often answer the move before.
//!
//! They are those of `MoGo` (Gelly, Wang, Munos, Teytaud 2006): hane, cuts and what meets them at the edge.

use std::sync::LazyLock;

use hoshi_core::Color;

/// `X` and `O` are the two colours either way round, `.` is empty, `x` anything but `X`, `o` anything
/// but `O`, `?` anything, a blank the edge. The middle is the point to play.
const SHAPES: [[&[u8; 3]; 3]; 12] = [
    // Hane that encloses.
    [b"XOX", b"...", b"???"],
    // Hane that does not cut.
    [b"XO.", b"...", b"?.?"],
    // A turn.
    [b"XO?", b"X..", b"x.?"],
    // A shoulder hit or a diagonal contact.
    [b".O.", b"X..", b"..."],
    // A cut that nothing protects.
    [b"XO?", b"O.o", b"?o?"],
    // A cut that was peeped at.
    [b"XO?", b"O.X", b"???"],
    // A push through.
    [b"?X?", b"O.O", b"ooo"],
    // A cut of a knight's move.
    [b"OX?", b"o.O", b"???"],
    // At the edge: a chase.
    [b"X.?", b"O.?", b"   "],
    // At the edge: blocking a cut.
    [b"OX?", b"X.O", b"   "],
    // At the edge: blocking a connection.
    [b"?X?", b"x.O", b"   "],
    // At the edge: a descent.
    [b"?XO", b"x.x", b"   "],
];

/// At the edge: a cut.
const EDGE_CUT: [&[u8; 3]; 3] = [b"?OX", b"X.O", b"   "];

/// Where the eight bits of a pattern lie in the drawing, row and column: down, up, right, left, down
/// right, down left, up right, up left.
const PLACES: [(usize, usize); 8] =
    [(2, 1), (0, 1), (1, 2), (1, 0), (2, 2), (2, 0), (0, 2), (0, 0)];

/// One bit a pattern.
static GOOD: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut good = vec![0_u64; 1 << 10];
    for shape in SHAPES.iter().chain([&EDGE_CUT]) {
        for turned in turns(shape) {
            for swapped in [false, true] {
                mark(&turned, swapped, 0, 0, &mut good);
            }
        }
    }
    good
});

/// The shapes of playouts, one bit a pattern of [`hoshi_core::playout::SearchBoard::pattern`]. They are the
/// same for both colours.
#[derive(Clone, Copy)]
pub(crate) struct Shapes(&'static [u64]);

impl Shapes {
    pub(crate) fn new() -> Shapes {
        Shapes(&GOOD)
    }

    #[inline(always)]
    pub(crate) fn contain(self, pattern: u16) -> bool {
        self.0[usize::from(pattern >> 6) & 1023] >> (pattern & 63) & 1 != 0
    }
}

/// The eight ways to turn and mirror a drawing.
fn turns(shape: &[&[u8; 3]; 3]) -> Vec<[[u8; 3]; 3]> {
    let mut turned = [*shape[0], *shape[1], *shape[2]];
    let mut all = Vec::new();
    for _ in 0..2 {
        for _ in 0..4 {
            let mut next = [[0; 3]; 3];
            for (y, row) in turned.iter().enumerate() {
                for (x, &cell) in row.iter().enumerate() {
                    next[x][2 - y] = cell;
                }
            }
            turned = next;
            all.push(turned);
        }
        turned.iter_mut().for_each(|row| row.reverse());
    }
    all
}

/// Marks every pattern that fits the drawing from place `n` on.
fn mark(shape: &[[u8; 3]; 3], swapped: bool, n: usize, bits: usize, good: &mut [u64]) {
    let Some(&(row, column)) = PLACES.get(n) else {
        good[bits >> 6] |= 1 << (bits & 63);
        return;
    };
    let (black, white) = (1 << n, 1 << (n + 8));
    let (x, o) = if swapped { (white, black) } else { (black, white) };
    let states: &[usize] = match shape[row][column] {
        b'X' => &[x],
        b'O' => &[o],
        b'.' => &[0],
        b'x' => &[o, 0, black | white],
        b'o' => &[x, 0, black | white],
        b' ' => &[black | white],
        _ => &[0, x, o, black | white],
    };
    for &state in states {
        mark(shape, swapped, n + 1, bits | state, good);
    }
}

/// The pattern as the other colour sees it.
pub(crate) fn swapped(pattern: u16) -> u16 {
    pattern.rotate_left(8)
}

/// The pattern with Black to move.
pub(crate) fn seen_by(pattern: u16, color: Color) -> u16 {
    match color {
        Color::Black => pattern,
        Color::White => swapped(pattern),
    }
}

/// The least of the eight turned and mirrored patterns: the same for all of them.
pub(crate) fn canonical(pattern: u16) -> u16 {
    // Where each bit goes by a quarter turn (row, column) -> (column, 2 - row), and by a mirror.
    let place = |at: (usize, usize)| PLACES.iter().position(|&other| other == at).unwrap_or(0);
    let moved = |pattern: u16, way: &dyn Fn((usize, usize)) -> (usize, usize)| {
        PLACES.iter().enumerate().fold(0, |bits, (n, &at)| {
            let to = place(way(at));
            bits | (pattern >> n & 1) << to | (pattern >> (n + 8) & 1) << (to + 8)
        })
    };
    let mut least = pattern;
    let mut turned = pattern;
    for _ in 0..2 {
        for _ in 0..4 {
            turned = moved(turned, &|(row, column)| (column, 2 - row));
            least = least.min(turned);
        }
        turned = moved(turned, &|(row, column)| (row, 2 - column));
    }
    least
}

#[cfg(test)]
mod tests {
    use hoshi_core::playout::SearchBoard;
    use hoshi_core::{Board, Symmetry};

    use super::*;

    fn pattern(text: &str) -> u16 {
        let board = Board::from_text(text).unwrap();
        let mut search = SearchBoard::<128>::new(board.size());
        search.set_position(&board, Color::Black);
        search.pattern(search.spot(board.size().point(2, 2).unwrap()))
    }

    #[test]
    fn shapes_are_found() {
        let hane = ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .";
        assert!(Shapes::new().contain(pattern(hane)));
        let swapped = hane.replace('X', "#").replace('O', "X").replace('#', "O");
        assert!(Shapes::new().contain(pattern(&swapped)));
        let nothing = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        assert!(!Shapes::new().contain(pattern(nothing)));
        let push = ". . . . .\n. . X . .\n. O . O .\n. . . . .\n. . . . .";
        assert!(Shapes::new().contain(pattern(push)));
    }

    #[test]
    fn turned_patterns_are_one() {
        let board = Board::from_text(". . . .\n. X O .\n. . . X\n. . O .").unwrap();
        let patterns = Symmetry::of(board.size()).iter().map(|&symmetry| {
            let turned = board.transformed(symmetry);
            let mut search = SearchBoard::<128>::new(turned.size());
            search.set_position(&turned, Color::Black);
            let point = symmetry.apply(board.size(), board.size().point(2, 2).unwrap());
            let pattern = search.pattern(search.spot(point));
            (canonical(pattern), Shapes::new().contain(pattern))
        });
        let mut patterns: Vec<_> = patterns.collect();
        assert_eq!(patterns.len(), 8);
        patterns.dedup();
        assert_eq!(patterns.len(), 1);
    }
}
