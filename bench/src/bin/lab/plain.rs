//! The obvious way to judge a serial of 5x5: digits by a table, liberties by flood fill, images
//! compared until one differs. It shares no code with hoshi.

const SIDE: usize = 5;
const POINTS: usize = SIDE * SIDE;

/// The lookup tables.
pub(crate) struct Plain {
    /// Five digits of each value.
    digits: Vec<[u8; 5]>,
    beside: Vec<Vec<usize>>,
    /// The seven images: the source of each point.
    images: Vec<[usize; POINTS]>,
}

impl Plain {
    pub(crate) fn new() -> Plain {
        let digits = |value: usize| [0, 1, 2, 3, 4].map(|nth| (value / 3usize.pow(nth) % 3) as u8);
        let beside = |point: usize| {
            let (x, y) = (point % SIDE, point / SIDE);
            let mut all = Vec::new();
            all.extend((x > 0).then(|| point - 1));
            all.extend((x + 1 < SIDE).then(|| point + 1));
            all.extend((y > 0).then(|| point - SIDE));
            all.extend((y + 1 < SIDE).then(|| point + SIDE));
            all
        };
        let image = |number: usize| {
            let mut image = [0; POINTS];
            for (point, from) in image.iter_mut().enumerate() {
                let (mut x, mut y) = (point % SIDE, point / SIDE);
                if number & 1 != 0 {
                    x = SIDE - 1 - x;
                }
                if number & 2 != 0 {
                    y = SIDE - 1 - y;
                }
                if number & 4 != 0 {
                    (x, y) = (y, x);
                }
                *from = y * SIDE + x;
            }
            image
        };
        Plain {
            digits: (0..243).map(digits).collect(),
            beside: (0..POINTS).map(beside).collect(),
            images: (1..8).map(image).collect(),
        }
    }

    /// Whether a serial is legal, and whether it is legal and reduced.
    pub(crate) fn judge(&self, serial: u64) -> (bool, bool) {
        let mut board = [0; POINTS];
        let mut rest = serial;
        for row in board.chunks_exact_mut(SIDE) {
            row.copy_from_slice(&self.digits[(rest % 243) as usize]);
            rest /= 243;
        }
        if !self.is_legal(&board) {
            return (false, false);
        }
        let is_smaller = |image: &[usize; POINTS]| {
            let differs = (0..POINTS).rev().find(|&point| board[image[point]] != board[point]);
            differs.is_some_and(|point| board[image[point]] < board[point])
        };
        (true, !self.images.iter().any(is_smaller))
    }

    fn is_legal(&self, board: &[u8; POINTS]) -> bool {
        let mut seen = [false; POINTS];
        let mut stack = [0; POINTS];
        for start in 0..POINTS {
            if board[start] == 0 || seen[start] {
                continue;
            }
            let (mut top, mut has_liberty) = (1, false);
            stack[0] = start;
            seen[start] = true;
            while top > 0 {
                top -= 1;
                for &next in &self.beside[stack[top]] {
                    if board[next] == 0 {
                        has_liberty = true;
                    } else if board[next] == board[start] && !seen[next] {
                        seen[next] = true;
                        stack[top] = next;
                        top += 1;
                    }
                }
            }
            if !has_liberty {
                return false;
            }
        }
        true
    }
}
