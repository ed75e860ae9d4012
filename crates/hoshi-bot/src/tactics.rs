//! Small readings: liberties after a move, ladders, nakade.

use hoshi_core::Color;
use hoshi_core::playout::{SearchBoard, Spot};

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

/// How many liberties the block of a stone played here would have, counted up to `MOST` (4 at most). Of
/// what it captures only the stones beside it are counted.
#[inline]
pub(crate) fn liberties_after<const MOST: usize, const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
) -> usize {
    const { assert!(MOST <= 4) };
    let empty = board.empty_neighbors(spot);
    if empty.count_ones() as usize >= MOST {
        return MOST;
    }
    let near = board.neighbors(spot);
    let own = board.neighbors_of(spot, color);
    // The point itself is one of the liberties of each block that it joins.
    if bits(own).any(|bit| MOST < 4 && board.liberty_count(near[bit & 3]) > MOST) {
        return MOST;
    }
    let mut found = Few::<16>::new();
    for bit in bits(empty) {
        found.add(near[bit & 3]);
    }
    for bit in bits(board.neighbors_of(spot, color.opponent())) {
        if board.is_in_atari(near[bit & 3]) {
            found.add(near[bit & 3]);
        }
    }
    for bit in bits(own) {
        if found.len() >= MOST {
            break;
        }
        for &liberty in board.liberties(near[bit & 3]) {
            if liberty != spot {
                found.add(liberty);
            }
        }
    }
    found.len().min(MOST)
}

/// The bits that are set, the lowest first.
#[inline(always)]
pub(crate) fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            bit
        })
    })
}

/// Whether a move captures anything.
#[inline]
pub(crate) fn captures<const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
) -> bool {
    let enemy = color.opponent();
    let near = board.neighbors(spot);
    bits(board.neighbors_of(spot, enemy)).any(|bit| board.is_in_atari(near[bit & 3]))
}

/// The stones of the block that a stone played here would join, itself included.
pub(crate) fn stones_after<const CAP: usize>(
    board: &SearchBoard<CAP>,
    color: Color,
    spot: Spot,
) -> u32 {
    let mut heads = Few::<4>::new();
    let near = board.neighbors(spot);
    for bit in bits(board.neighbors_of(spot, color)) {
        heads.add(board.head(near[bit & 3]));
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
        let near = board.neighbors(stone);
        for bit in bits(board.neighbors_of(stone, enemy)) {
            if let Some(liberty) = board.only_liberty(near[bit & 3]) {
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
        match liberties_after::<3, CAP>(self.board, color, liberty) {
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
        let saved = match self.board.liberty_count(prey) {
            0 | 1 => false,
            2 => self.chase(prey, depth + 1).is_none(),
            _ => true,
        };
        self.board.take_back(tried);
        saved
    }

    fn chase(&mut self, prey: Spot, depth: u32) -> Option<Spot> {
        let color = self.board.stone(prey)?;
        let &[one, other] = self.board.liberties(prey) else { return None };
        // With the first liberty blocked, the block runs to the second. Four liberties there, the
        // blocked one among them, are too many to chase.
        let room = [one, other].map(|spot| liberties_after::<4, CAP>(self.board, color, spot));
        let mut ways = [(one, other, room[1]), (other, one, room[0])];
        // The side where the block would gain more is blocked first.
        if room[1] > room[0] {
            ways.swap(0, 1);
        }
        let mut counters = None;
        ways.into_iter()
            .find(|&(by, run, room)| {
                if room >= 4 || self.left == 0 || !self.board.is_legal(color.opponent(), by) {
                    return false;
                }
                // Running leaves one liberty, and nothing can be taken: no move need be tried.
                if room <= 2
                    && liberties_after::<2, CAP>(self.board, color.opponent(), by) >= 2
                    && !captures(self.board, color, run)
                    && *counters.get_or_insert_with(|| {
                        counter_captures(self.board, prey, color.opponent()).is_empty()
                    })
                {
                    return true;
                }
                self.catches(prey, color, by, depth)
            })
            .map(|(by, ..)| by)
    }

    fn catches(&mut self, prey: Spot, color: Color, by: Spot, depth: u32) -> bool {
        let hunter = color.opponent();
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
        assert_eq!(liberties_after::<4, 128>(&board, Color::Black, at(&board, "A3")), 1);
        assert_eq!(liberties_after::<4, 128>(&board, Color::White, at(&board, "D3")), 4);
    }
}
