//! How playouts choose their moves: answer the last move if it threatens something or makes a known
//! shape, else take what is in atari, else play anywhere that is not plainly bad.
//!
//! Each rule is followed with a probability below one. Always following them makes every playout go
//! wrong in the same way.

use hoshi_core::playout::{Policy, SearchBoard, Spot};
use hoshi_core::{Color, Rng};

use crate::pattern::Shapes;
use crate::tactics::{
    Few, Reader, bits, captures, counter_captures, liberties_after, nakade, stones_after,
};

/// How often each rule of the playouts is followed, in 1/256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// Captures and escapes next to the last move.
    pub(crate) local: u32,
    /// Attack and defence of blocks with two liberties next to the last move.
    pub(crate) two: u32,
    /// The vital point of an eye space next to the last move.
    pub(crate) nakade: u32,
    /// Known shapes around the last move, and around the move before it.
    pub(crate) shape: u32,
    pub(crate) shape_before: u32,
    /// Captures anywhere.
    pub(crate) capture: u32,
    /// Refusal of a stone that puts itself alone into atari, and of larger blocks.
    pub(crate) refuse_one: u32,
    pub(crate) refuse_many: u32,
    /// How many moves of the hunter are read in a ladder.
    pub(crate) reads: u32,
}

/// The policy of playouts.
pub(crate) struct Heavy<const CAP: usize> {
    pub(crate) rates: Rates,
    shapes: Shapes,
    /// The last two moves before the trace of the board begins, the last one first.
    pub(crate) before: [Spot; 2],
}

impl<const CAP: usize> Heavy<CAP> {
    pub(crate) fn new(rates: Rates) -> Heavy<CAP> {
        Heavy { rates, shapes: Shapes::new(), before: [Spot::PASS; 2] }
    }

    /// Captures and escapes that the last move calls for.
    #[inline]
    fn local(&self, board: &mut SearchBoard<CAP>, color: Color, last: Spot) -> Few<12> {
        let enemy = color.opponent();
        let mut picks = Few::new();
        if let Some(liberty) = board.only_liberty(last)
            && board.has(enemy, last)
            && board.is_legal(color, liberty)
        {
            picks.add(liberty);
        }
        let near = board.neighbors(last);
        let mut seen = Few::<4>::new();
        for bit in bits(board.neighbors_of(last, color)) {
            let near = near[bit & 3];
            if !board.is_in_atari(near) {
                continue;
            }
            let head = board.head(near);
            if seen.contains(&head) {
                continue;
            }
            seen.add(head);
            self.save(board, color, head, &mut picks);
        }
        picks
    }

    /// Ways to save a block in atari.
    fn save(&self, board: &mut SearchBoard<CAP>, color: Color, block: Spot, picks: &mut Few<12>) {
        for &capture in counter_captures(board, block, color.opponent()).iter() {
            if board.is_legal(color, capture) {
                picks.add(capture);
            }
        }
        if let Some(liberty) = board.only_liberty(block)
            && board.is_legal(color, liberty)
        {
            let helps = match liberties_after::<3, CAP>(board, color, liberty) {
                0 | 1 => false,
                2 => Reader::new(board, self.rates.reads).escape(block).is_some(),
                _ => true,
            };
            if helps {
                picks.add(liberty);
            }
        }
    }

    /// Attack and defence of blocks with two liberties beside the last move.
    fn two(&self, board: &mut SearchBoard<CAP>, color: Color, last: Spot) -> Few<12> {
        let enemy = color.opponent();
        let mut picks = Few::new();
        if board.has(enemy, last)
            && board.liberty_count(last) == 2
            && let Some(by) = Reader::new(board, self.rates.reads).attack(last)
        {
            picks.add(by);
        }
        let beside = board.neighbors(last);
        for bit in bits(board.neighbors_of(last, color)) {
            let near = beside[bit & 3];
            if board.liberty_count(near) == 2
                && Reader::new(board, self.rates.reads).attack(near).is_some()
            {
                for &liberty in board.liberties(near) {
                    if board.is_legal(color, liberty)
                        && liberties_after::<3, CAP>(board, color, liberty) >= 3
                    {
                        picks.add(liberty);
                    }
                }
                for &capture in counter_captures(board, near, enemy).iter() {
                    if board.is_legal(color, capture) {
                        picks.add(capture);
                    }
                }
            }
        }
        picks
    }

    /// Adds the points around a move that make a known shape.
    #[inline]
    fn shapes(&self, board: &SearchBoard<CAP>, color: Color, last: Spot, picks: &mut Few<16>) {
        let around = board.spots_around(last);
        for bit in bits(board.empty_around(last)) {
            let spot = around[bit & 7];
            if self.shapes.contain(board.pattern(spot))
                && spot != board.ko()
                && liberties_after::<2, CAP>(board, color, spot) >= 2
            {
                picks.add(spot);
            }
        }
    }

    /// The vital point of an eye space beside the enemy's last move, or where he captured.
    fn vital(&self, board: &SearchBoard<CAP>, color: Color, last: Spot) -> Option<Spot> {
        let enemy = color.opponent();
        let eye = |spot: Spot| {
            // A region of up to six points has at most five around any of them.
            if board.neighbors_of(spot, color) != 0 || board.empty_around(spot).count_ones() > 5 {
                return None;
            }
            nakade(board, spot, enemy).filter(|&vital| board.is_legal(color, vital))
        };
        if board.captured().len() >= 3 {
            return board.captured().next().and_then(eye);
        }
        let near = board.neighbors(last);
        bits(board.empty_neighbors(last)).next().and_then(|bit| eye(near[bit & 3]))
    }

    /// Any move that is not plainly bad.
    #[inline]
    fn anywhere<R: Rng>(&self, board: &SearchBoard<CAP>, color: Color, rng: &mut R) -> Spot {
        let dice = rng.next_u64();
        let refuse_one = (dice & 255) < u64::from(self.rates.refuse_one);
        let refuse_many = (dice >> 8 & 255) < u64::from(self.rates.refuse_many);
        board.random_spot(rng, |spot| {
            // Most spots have room, and are neither eyes nor suicide.
            let empty = board.empty_neighbors(spot);
            if empty & empty.wrapping_sub(1) != 0 {
                return spot != board.ko();
            }
            if board.is_eye(color, spot) || !board.is_legal(color, spot) {
                return false;
            }
            if liberties_after::<2, CAP>(board, color, spot) >= 2 || captures(board, color, spot) {
                return true;
            }
            if stones_after(board, color, spot) == 1 { !refuse_one } else { !refuse_many }
        })
    }
}

#[inline(always)]
fn pick<R: Rng>(picks: &[Spot], rng: &mut R) -> Option<Spot> {
    match picks {
        [] => None,
        [only] => Some(*only),
        many => Some(many[rng.below(many.len() as u32) as usize]),
    }
}

impl<const CAP: usize> Policy<CAP> for Heavy<CAP> {
    #[inline]
    fn choose<R: Rng>(&mut self, board: &mut SearchBoard<CAP>, color: Color, rng: &mut R) -> Spot {
        let (last, before) = match *board.trace() {
            [.., before, last] => (last, before),
            [last] => (last, self.before[0]),
            [] => (self.before[0], self.before[1]),
        };
        let rates = self.rates;
        let mut dice = rng.next_u64();
        let mut follows = |rate: u32| {
            let hit = (dice & 255) < u64::from(rate);
            dice >>= 8;
            hit
        };
        if !last.is_pass() {
            if follows(rates.local)
                && let Some(spot) = pick(&self.local(board, color, last), rng)
            {
                return spot;
            }
            if follows(rates.two)
                && let Some(spot) = pick(&self.two(board, color, last), rng)
            {
                return spot;
            }
            if follows(rates.nakade)
                && let Some(spot) = self.vital(board, color, last)
            {
                return spot;
            }
        }
        let mut picks = Few::new();
        if follows(rates.shape) && !last.is_pass() {
            self.shapes(board, color, last, &mut picks);
        }
        if follows(rates.shape_before) && !before.is_pass() {
            self.shapes(board, color, before, &mut picks);
        }
        if let Some(spot) = pick(&picks, rng) {
            return spot;
        }
        if follows(rates.capture) {
            let mut picks = Few::<12>::new();
            board.drop_escaped(color.opponent());
            for block in board.in_atari(color.opponent()) {
                if let Some(liberty) = board.only_liberty(block)
                    && board.is_legal(color, liberty)
                {
                    picks.add(liberty);
                }
            }
            if let Some(spot) = pick(&picks, rng) {
                return spot;
            }
        }
        self.anywhere(board, color, rng)
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Board, Size, SplitMix64};

    use super::*;
    use crate::params::Params;

    #[test]
    fn playouts_end_and_fill_the_board() {
        let mut rng = SplitMix64::new(1);
        for (width, height) in [(1, 1), (2, 2), (3, 1), (5, 7), (9, 9)] {
            let size = Size::new(width, height).unwrap();
            let start = SearchBoard::<128>::new(size);
            let mut board = start.clone();
            let mut policy = Heavy::new(Params::DEFAULT.rates());
            let mut finished = 0;
            for _ in 0..50 {
                board.copy_from(&start);
                finished += u32::from(board.run(Color::Black, &mut policy, &mut rng));
                let [black, white] = board.area();
                assert!((black + white) as usize <= size.area());
            }
            assert!(finished > 30, "{size}: {finished}");
        }
    }

    /// The playout takes three stones in atari far more often than chance would.
    #[test]
    fn captures_are_preferred() {
        let start = Board::from_text(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X X X . . .
            . . X O O O . . .
            . . . X X X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
        ",
        )
        .unwrap();
        let mut board = SearchBoard::<128>::new(start.size());
        board.set_position(&start, Color::Black);
        let liberty = board.spot(start.size().parse_a1("G5").unwrap());
        let mut rng = SplitMix64::new(3);
        let mut policy = Heavy::new(Params::DEFAULT.rates());
        let taken = (0..1000)
            .filter(|_| policy.choose(&mut board, Color::Black, &mut rng) == liberty)
            .count();
        assert!(taken > 600, "{taken}");
    }
}
