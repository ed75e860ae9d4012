//! Small readings: liberties after a move, ladders, nakade.

use hoshi_core::playout::{SearchBoard, Spot};
use hoshi_core::Color;

/// A short list without allocation; what does not fit is left out.
#[derive(Clone, Copy)]
pub(crate) struct Few<const N: usize> {
    at: [Spot; N],
    len: usize,
}

impl<const N: usize> Few<N> {
    #[inline(always)]
    pub(crate) fn new() -> Few<N> {
        Few { at: [Spot::PASS; N], len: 0 }
    }

    /// Adds a spot that is not there yet.
    #[inline(always)]
    pub(crate) fn add(&mut self, spot: Spot) {
        if self.len < N && !self.contains(&spot) {
            self.at[self.len] = spot;
            self.len += 1;
        }
    }
}

impl<const N: usize> std::ops::Deref for Few<N> {
    type Target = [Spot];

    #[inline(always)]
    fn deref(&self) -> &[Spot] {
        &self.at[..self.len.min(N)]
    }
}

/// How many liberties the block of a stone played here would have, counted up to `most` (4 at most). Of
/// what it captures only the stones beside it are counted.
#[inline]
pub(crate) fn liberties_after<const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
    most: usize,
) -> usize {
    let empty = board.empty_neighbors(spot).count_ones() as usize;
    if empty >= most {
        return most;
    }
    let mut found = Few::<5>::new();
    for near in board.neighbors(spot) {
        if board.is_empty(near) || board.has(color.opponent(), near) && board.is_in_atari(near) {
            found.add(near);
        }
    }
    if found.len() >= most {
        return most;
    }
    for near in board.neighbors(spot) {
        if board.has(color, near) {
            for &liberty in board.liberties(near, (most + 1).min(4)).iter() {
                if liberty != spot {
                    found.add(liberty);
                }
            }
            if found.len() >= most {
                return most;
            }
        }
    }
    found.len()
}

/// Whether a move captures anything.
#[inline]
pub(crate) fn captures<const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
) -> bool {
    let enemy = color.opponent();
    board.neighbors_of(spot, enemy) != 0
        && board.neighbors(spot).iter().any(|&near| board.has(enemy, near) && board.is_in_atari(near))
}

/// The stones of the block that a stone played here would join, itself included.
pub(crate) fn stones_after<const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
) -> u32 {
    let mut heads = Few::<4>::new();
    for near in board.neighbors(spot) {
        if board.has(color, near) {
            heads.add(board.head(near));
        }
    }
    1 + heads.iter().map(|&head| board.stones_in(head)).sum::<u32>()
}

/// The points where blocks in atari that touch this block can be taken.
pub(crate) fn counter_captures<const CAP: usize>(
    board: &SearchBoard<CAP>,
    block: Spot,
    enemy: Color,
) -> Few<4> {
    let mut found = Few::new();
    for stone in board.block_stones(block) {
        if board.neighbors_of(stone, enemy) == 0 {
            continue;
        }
        for near in board.neighbors(stone) {
            if board.has(enemy, near)
                && let Some(liberty) = board.only_liberty(near)
            {
                found.add(liberty);
            }
        }
    }
    found
}

/// Reads ladders: whether a block with one or two liberties can be chased until it is taken. The moves
/// are tried on the board itself and taken back.
pub(crate) struct Reader<'a, const CAP: usize> {
    board: &'a mut SearchBoard<CAP>,
    /// Moves of the hunter that may still be tried.
    left: u32,
}

/// A chase that is longer has found no answer.
const DEEPEST: u32 = 80;

impl<'a, const CAP: usize> Reader<'a, CAP> {
    pub(crate) fn new(board: &'a mut SearchBoard<CAP>, budget: u32) -> Reader<'a, CAP> {
        Reader { board, left: budget }
    }

    /// How a block in atari saves itself, its side to move. Unclear is a way.
    pub(crate) fn escape(&mut self, prey: Spot) -> Option<Spot> {
        self.flight(prey, 0)
    }

    /// How the enemy of a block with two liberties takes it by a ladder, if he moves first. Unclear is
    /// none.
    pub(crate) fn attack(&mut self, prey: Spot) -> Option<Spot> {
        self.chase(prey, 0)
    }

    fn flight(&mut self, prey: Spot, depth: u32) -> Option<Spot> {
        let color = self.board.stone(prey)?;
        let liberty = self.board.only_liberty(prey)?;
        // Running is tried first: it is answered fastest.
        if self.board.is_legal(color, liberty) && self.runs(prey, color, liberty, depth) {
            return Some(liberty);
        }
        let captures = counter_captures(self.board, prey, color.opponent());
        captures.iter().copied().find(|&capture| {
            capture != liberty
                && self.board.is_legal(color, capture)
                && self.saves(prey, color, capture, depth)
        })
    }

    /// Whether a block in atari gets away by extending. Most answers need no move on the board.
    fn runs(&mut self, prey: Spot, color: Color, liberty: Spot, depth: u32) -> bool {
        match liberties_after(self.board, color, liberty, 3) {
            3.. => true,
            0 | 1 if !captures(self.board, color, liberty) => false,
            _ => self.saves(prey, color, liberty, depth),
        }
    }

    fn saves(&mut self, prey: Spot, color: Color, by: Spot, depth: u32) -> bool {
        if self.left == 0 || depth > DEEPEST {
            return true;
        }
        let tried = self.board.try_play(color, by);
        let saved = match self.board.liberties(prey, 3).len() {
            0 | 1 => false,
            2 => self.chase(prey, depth + 1).is_none(),
            _ => true,
        };
        self.board.take_back(tried);
        saved
    }

    fn chase(&mut self, prey: Spot, depth: u32) -> Option<Spot> {
        let color = self.board.stone(prey)?;
        let liberties = self.board.liberties(prey, 3);
        if liberties.len() != 2 {
            return None;
        }
        let [one, other] = [liberties[0], liberties[1]];
        // With the first liberty blocked, the block runs to the second. Four liberties there, the
        // blocked one among them, are too many to chase.
        let room = [one, other].map(|spot| liberties_after(self.board, color, spot, 4));
        let mut ways = [(one, room[1]), (other, room[0])];
        // The side where the block would gain more is blocked first.
        if room[1] > room[0] {
            ways.swap(0, 1);
        }
        ways.into_iter()
            .find(|&(by, room)| room < 4 && self.catches(prey, color, by, depth))
            .map(|(by, _)| by)
    }

    fn catches(&mut self, prey: Spot, color: Color, by: Spot, depth: u32) -> bool {
        let hunter = color.opponent();
        if self.left == 0 || !self.board.is_legal(hunter, by) {
            return false;
        }
        self.left -= 1;
        let tried = self.board.try_play(hunter, by);
        let caught = self.board.is_in_atari(prey) && self.flight(prey, depth + 1).is_none();
        self.board.take_back(tried);
        caught
    }
}

/// The vital point of the empty region around `spot`, if the region has three to six points, touches
/// stones of one colour only, and whoever plays there first decides its eyes.
pub(crate) fn nakade<const CAP: usize>(
    board: &SearchBoard<CAP>,
    spot: Spot,
    owner: Color,
) -> Option<Spot> {
    const MOST: usize = 6;
    if !board.is_empty(spot) {
        return None;
    }
    let mut region = [Spot::PASS; MOST];
    let mut degree = [0_u8; MOST];
    region[0] = spot;
    let mut len = 1;
    let mut next = 0;
    while next < len {
        for near in board.neighbors(region[next]) {
            if board.has(owner.opponent(), near) {
                return None;
            }
            if board.is_empty(near) {
                degree[next] += 1;
                if !region[..len].contains(&near) {
                    if len == MOST {
                        return None;
                    }
                    region[len] = near;
                    len += 1;
                }
            }
        }
        next += 1;
    }
    let most = degree[..len].iter().copied().max().unwrap_or(0);
    let center = (0..len).find(|&n| degree[n] == most)?;
    let edges: u8 = degree[..len].iter().sum::<u8>() / 2;
    let is_vital = match len {
        3 => most == 2,
        // A T; not the line, the zigzag or the square, which is dead anyway.
        4 => most == 3,
        // A cross, or a bulky five.
        5 => most == 4 || most == 3 && edges == 5,
        // A rabbity six.
        6 => most == 4 && edges == 6,
        _ => false,
    };
    is_vital.then(|| region[center])
}

#[cfg(test)]
mod tests {
    use hoshi_core::Board;

    use super::*;

    fn set(text: &str) -> SearchBoard<128> {
        let board = Board::from_text(text).unwrap();
        let mut search = SearchBoard::<128>::new(board.size());
        search.set_position(&board, Color::Black);
        search
    }

    fn at(board: &SearchBoard<128>, name: &str) -> Spot {
        board.spot(board.size().parse_a1(name).unwrap())
    }

    #[test]
    fn a_ladder_works_until_a_stone_breaks_it() {
        let mut board = set("
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            . O X . . . . . .
            . . O O . . . . .
            . . . . . . . . .
        ");
        let prey = at(&board, "C3");
        let before = format!("{board:?}");
        assert_eq!(Reader::new(&mut board, 200).escape(prey), None);
        assert_eq!(format!("{board:?}"), before, "the board is as it was");
        let mut broken = set("
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . X . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            . O X . . . . . .
            . . O O . . . . .
            . . . . . . . . .
        ");
        assert_eq!(Reader::new(&mut broken, 200).escape(prey), Some(at(&broken, "D3")));
    }

    #[test]
    fn nakade_points() {
        let board = set("
            . . . X . . X . .
            X X X X . . X X X
            . . . . . . . . .
        ");
        assert_eq!(nakade(&board, at(&board, "A3"), Color::Black), Some(at(&board, "B3")));
        // Two points have no vital one.
        assert_eq!(nakade(&board, at(&board, "H3"), Color::Black), None);
        assert_eq!(nakade(&board, at(&board, "A3"), Color::White), None);
    }

    #[test]
    fn liberties_are_counted_after_the_move() {
        let board = set("
            . X O . .
            X O O . .
            . . . . .
        ");
        assert_eq!(liberties_after(&board, Color::Black, at(&board, "A3"), 4), 1);
        assert_eq!(liberties_after(&board, Color::White, at(&board, "D3"), 4), 4);
    }
}
