//! Moves on the search board.

use super::{EMPTY, SearchBoard, Spot};
use crate::color::Color;

/// The bits that are set, lowest first.
macro_rules! for_bits {
    ($bits:expr, $bit:ident => $body:block) => {
        let mut bits = $bits;
        while bits != 0 {
            let $bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            $body
        }
    };
}

impl<const CAP: usize> SearchBoard<CAP> {
    /// Plays a legal move and returns how many stones it captures. Whether it is legal is not asked:
    /// see [`SearchBoard::is_legal`].
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Board, Color};
    ///
    /// let start = Board::from_text(". O X\n. X .")?;
    /// let mut board = SearchBoard::<128>::new(start.size());
    /// board.set_position(&start, Color::Black);
    /// let corner = board.spot(start.size().point(0, 0).unwrap());
    /// assert_eq!(board.play(Color::Black, corner), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, color: Color, spot: Spot) -> u32 {
        let at = spot.index() & Self::MASK;
        let enemy = color.opponent();
        let near = self.near(at);
        let (empty, own, foe) =
            (self.near_empty(at), self.near_of(at, color), self.near_of(at, enemy));
        self.trace.push(spot);
        self.taken.clear();
        self.ko = Spot::PASS;
        self.take_from_empties(at);
        self.color[at] = color as u8;
        self.flip(at, color);
        self.stones[color.index()] += 1;

        // The stone alone.
        let mut head = at;
        self.head[at] = at as u16;
        self.next[at] = at as u16;
        let mut block = super::Block { stones: 1, ..super::Block::NONE };
        for_bits!(empty, bit => {
            block.add_liberty(near[bit]);
        });
        self.block[at] = block;
        for_bits!(own, bit => {
            let other = usize::from(self.head[near[bit]]) & Self::MASK;
            self.block[other].remove_liberty(at);
            if other != head {
                head = self.join(head, other);
            }
        });
        let mut captured = 0;
        for_bits!(foe, bit => {
            let other = usize::from(self.head[near[bit]]) & Self::MASK;
            self.block[other].remove_liberty(at);
            // A block that touches the stone twice has lost its last liberty at the second time.
            if self.block[other].liberties == 0 {
                captured += self.capture(other, enemy);
            }
        });
        let block = &self.block[head];
        if captured == 1 && block.stones == 1 && block.liberties == 1 {
            self.ko = Spot(self.taken[0]);
        }
        if block.is_in_atari() {
            self.note_atari(color, at);
        }
        for_bits!(foe, bit => {
            let other = near[bit];
            if self.color[other] == enemy as u8 && self.block_at(other).is_in_atari() {
                self.note_atari(enemy, other);
            }
        });
        captured
    }

    /// Passes: a ko may be taken back after it.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.pass();
    /// assert_eq!(board.trace(), [Spot::PASS]);
    /// ```
    pub fn pass(&mut self) {
        self.ko = Spot::PASS;
        self.taken.clear();
        self.trace.push(Spot::PASS);
    }

    /// Plays or passes.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// assert_eq!(board.make(Color::Black, Spot::PASS), 0);
    /// ```
    pub fn make(&mut self, color: Color, spot: Spot) -> u32 {
        if spot.is_pass() {
            self.pass();
            return 0;
        }
        self.play(color, spot)
    }

    /// Whether the move is legal under simple ko and without suicide.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Board, Color};
    ///
    /// let start = Board::from_text(". O .\nO . O")?;
    /// let mut board = SearchBoard::<128>::new(start.size());
    /// board.set_position(&start, Color::Black);
    /// let corner = board.spot(start.size().point(0, 0).unwrap());
    /// assert!(!board.is_legal(Color::Black, corner));
    /// assert!(board.is_legal(Color::White, corner));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_legal(&self, color: Color, spot: Spot) -> bool {
        let at = spot.index() & Self::MASK;
        if self.color[at] != EMPTY || spot == self.ko {
            return false;
        }
        if self.near_empty(at) != 0 {
            return true;
        }
        let near = self.near(at);
        for_bits!(self.near_of(at, color), bit => {
            if !self.block_at(near[bit]).is_in_atari() {
                return true;
            }
        });
        for_bits!(self.near_of(at, color.opponent()), bit => {
            if self.block_at(near[bit]).is_in_atari() {
                return true;
            }
        });
        false
    }

    /// Tells the points around that a stone came or went, and the hash.
    #[inline(always)]
    fn flip(&mut self, at: usize, color: Color) {
        let [down, up, right, left, down_right, down_left, up_right, up_left] = self.around(at);
        let plane = 8 * color.index();
        let p = &mut self.pattern;
        p[left] ^= 1 << (plane + 2);
        p[right] ^= 1 << (plane + 3);
        p[up] ^= 1 << plane;
        p[down] ^= 1 << (plane + 1);
        p[up_left] ^= 1 << (plane + 4);
        p[up_right] ^= 1 << (plane + 5);
        p[down_left] ^= 1 << (plane + 6);
        p[down_right] ^= 1 << (plane + 7);
        self.hash ^= self.keys[at][color.index()];
    }

    #[inline(always)]
    fn take_from_empties(&mut self, at: usize) {
        let slot = usize::from(self.slot[at]) & Self::MASK;
        self.empties -= 1;
        let last = self.empty[self.empties & Self::MASK];
        self.empty[slot] = last;
        self.slot[usize::from(last) & Self::MASK] = slot as u16;
    }

    /// Joins two blocks; the larger keeps its head, which is returned.
    #[inline]
    fn join(&mut self, one: usize, other: usize) -> usize {
        let (large, small) =
            if self.block[one].stones >= self.block[other].stones { (one, other) } else { (other, one) };
        let added = self.block[small];
        self.block[large].join(added);
        let mut stone = small;
        loop {
            self.head[stone] = large as u16;
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
        large
    }

    /// Takes a block off the board.
    fn capture(&mut self, head: usize, color: Color) -> u32 {
        let captor = color.opponent();
        let mut stone = head;
        let mut captured = 0;
        loop {
            self.color[stone] = EMPTY;
            self.flip(stone, color);
            self.slot[stone] = self.empties as u16;
            self.empty[self.empties & Self::MASK] = stone as u16;
            self.empties += 1;
            self.taken.push(stone as u16);
            captured += 1;
            let near = self.near(stone);
            for_bits!(self.near_of(stone, captor), bit => {
                let block = usize::from(self.head[near[bit]]) & Self::MASK;
                self.block[block].add_liberty(stone);
            });
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == head {
                break;
            }
        }
        self.stones[color.index()] -= captured;
        captured
    }

    #[inline]
    fn note_atari(&mut self, color: Color, at: usize) {
        let list = &mut self.atari[color.index()];
        let head = self.head[at & Self::MASK];
        if !list.contains(&head) {
            if list.len() >= 16 {
                let (colors, heads, blocks) = (&self.color, &self.head, &self.block);
                list.retain(|&stone| {
                    let stone = usize::from(stone) & Self::MASK;
                    colors[stone] == color as u8
                        && blocks[usize::from(heads[stone]) & Self::MASK].is_in_atari()
                });
            }
            list.push(head);
        }
    }
}
