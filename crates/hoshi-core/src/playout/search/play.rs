//! Moves on the search board.

use super::block::Block;
use super::{EMPTY, SearchBoard, Spot};
use crate::color::Color;

/// A tried move, with the data to take it back.
///
/// ```
/// use hoshi_core::playout::{SearchBoard, Spot};
/// use hoshi_core::{Color, Size};
///
/// let mut board = SearchBoard::<128>::new(Size::S9);
/// let tried = board.try_play(Color::Black, Spot::from_index(0));
/// assert_eq!(tried.captured(), 0);
/// board.take_back(tried);
/// ```
#[derive(Debug)]
pub struct Tried {
    at: usize,
    /// The previous data of the point: its index in the list of empty points; and if a stone was
    /// captured here, the links of its block.
    slot: u16,
    head: u16,
    next: u16,
    color: Color,
    ko: Spot,
    joined: [(u16, u16); 4],
    joins: u8,
    blocks: [u16; 4],
    block_count: u8,
    captured: u32,
    /// The number of saved blocks before this move.
    undo: usize,
}

impl Tried {
    /// The number of stones it captured.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::White, Spot::from_index(0));
    /// board.play(Color::Black, Spot::from_index(1));
    /// assert_eq!(board.try_play(Color::Black, Spot::from_index(10)).captured(), 1);
    /// ```
    #[must_use]
    pub fn captured(&self) -> u32 {
        self.captured
    }
}

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
    /// Plays a legal move and returns how many stones it captures. Legality is not checked: see
    /// [`SearchBoard::is_legal`].
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
        self.trace.push(spot);
        self.taken.clear();
        let tried = self.place::<false>(color, spot);
        let at = tried.at;
        if self.block_at(at).is_in_atari() {
            self.note_atari(color, at);
        }
        let enemy = color.opponent();
        let near = self.near(at);
        for_bits!(self.near_of(at, enemy), bit => {
            if self.block_at(near[bit]).is_in_atari() {
                self.note_atari(enemy, near[bit]);
            }
        });
        tried.captured
    }

    /// Tries a legal move; [`SearchBoard::take_back`] undoes it. Moves are taken back in reverse order.
    /// The trace, [`SearchBoard::captured`] and [`SearchBoard::in_atari`] ignore tried moves.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Color, Size};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// let center = board.spot(Size::S9.point(4, 4).unwrap());
    /// let tried = board.try_play(Color::Black, center);
    /// assert_eq!(board.stone(center), Some(Color::Black));
    /// board.take_back(tried);
    /// assert_eq!(board.hash(), 0);
    /// ```
    #[must_use = "a tried move is taken back"]
    pub fn try_play(&mut self, color: Color, spot: Spot) -> Tried {
        self.place::<true>(color, spot)
    }

    /// Takes back the last move that was tried.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Board, Color};
    ///
    /// let start = Board::from_text(". O X\n. X .")?;
    /// let mut board = SearchBoard::<128>::new(start.size());
    /// board.set_position(&start, Color::Black);
    /// let tried = board.try_play(Color::Black, board.spot(start.size().point(0, 0).unwrap()));
    /// board.take_back(tried);
    /// assert_eq!(board.hash(), start.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self, tried: Tried) {
        let Tried { at, color, ko, joined, joins, blocks, block_count, captured, undo, .. } = tried;
        let enemy = color.opponent();
        self.ko = ko;
        // Restore captured stones, which are the last of the empty points.
        self.empties -= captured as usize;
        for &head in &blocks[..usize::from(block_count).min(4)] {
            let head = usize::from(head);
            let mut stone = head;
            loop {
                self.color[stone] = enemy as u8;
                self.flip(stone, enemy);
                stone = usize::from(self.next[stone]) & Self::MASK;
                if stone == head {
                    break;
                }
            }
        }
        self.stones[enemy.index()] += captured;
        // Split joined blocks, the last one first.
        for &(large, small) in joined[..usize::from(joins).min(4)].iter().rev() {
            let (large, small) = (usize::from(large) & Self::MASK, usize::from(small) & Self::MASK);
            self.next.swap(large, small);
            let mut stone = small;
            loop {
                self.head[stone] = small as u16;
                stone = usize::from(self.next[stone]) & Self::MASK;
                if stone == small {
                    break;
                }
            }
        }
        // Remove the stone.
        self.stones[color.index()] -= 1;
        self.color[at] = EMPTY;
        self.flip(at, color);
        (self.head[at], self.next[at]) = (tried.head, tried.next);
        for (head, block) in self.undo.drain(undo..).rev() {
            self.block[usize::from(head) & Self::MASK] = block;
        }
        self.slot[at] = tried.slot;
        let slot = usize::from(tried.slot) & Self::MASK;
        if slot != self.empties {
            let moved = self.empty[slot];
            self.empty[self.empties & Self::MASK] = moved;
            self.slot[usize::from(moved) & Self::MASK] = self.empties as u16;
        }
        self.empty[slot] = at as u16;
        self.empties += 1;
    }

    /// Places a stone, and removes what it captures.
    #[inline(always)]
    fn place<const TRY: bool>(&mut self, color: Color, spot: Spot) -> Tried {
        let at = spot.index() & Self::MASK;
        let enemy = color.opponent();
        let near = self.near(at);
        let (empty, own, foe) =
            (self.near_empty(at), self.near_of(at, color), self.near_of(at, enemy));
        let mut tried = Tried {
            at,
            slot: self.slot[at],
            head: self.head[at],
            next: self.next[at],
            color,
            ko: self.ko,
            joined: [(0, 0); 4],
            joins: 0,
            blocks: [0; 4],
            block_count: 0,
            captured: 0,
            undo: self.undo.len(),
        };
        self.ko = Spot::PASS;
        self.take_from_empties(at);
        self.color[at] = color as u8;
        self.flip(at, color);
        self.stones[color.index()] += 1;
        // The stone alone.
        let mut head = at;
        self.head[at] = at as u16;
        self.next[at] = at as u16;
        let mut block = Block::STONE;
        for_bits!(empty, bit => {
            block.push(near[bit]);
        });
        self.remember::<TRY>(at);
        self.block[at] = block;
        // All its neighbours lose a liberty before any join, so that a join can be taken back.
        for_bits!(own | foe, bit => {
            let other = usize::from(self.head[near[bit]]) & Self::MASK;
            self.remember::<TRY>(other);
            if self.block[other].remove_liberty(at) {
                self.list_liberties(other);
            }
        });
        for_bits!(own, bit => {
            let other = usize::from(self.head[near[bit]]) & Self::MASK;
            if other != head {
                let small;
                (head, small) = self.join(head, other);
                if TRY {
                    tried.joined[usize::from(tried.joins) & 3] = (head as u16, small as u16);
                    tried.joins += 1;
                }
            }
        });
        for_bits!(foe, bit => {
            let other = near[bit];
            // A block that touches the stone twice is captured once.
            if self.color[other] == enemy as u8 {
                let other = usize::from(self.head[other]) & Self::MASK;
                if self.block[other].len() == 0 {
                    tried.captured += self.capture::<TRY>(other, enemy);
                    tried.blocks[usize::from(tried.block_count) & 3] = other as u16;
                    tried.block_count += 1;
                }
            }
        });
        let block = &self.block[head];
        if tried.captured == 1 && block.stones == 1 && block.is_in_atari() {
            self.ko = Spot(tried.blocks[0]);
        }
        tried
    }

    /// Passes, which lifts a ko.
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

    /// Updates the patterns around a stone that was placed or removed, and the hash.
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

    /// Saves a block before a tried move changes it.
    #[inline(always)]
    fn remember<const TRY: bool>(&mut self, head: usize) {
        if TRY {
            self.undo.push((head as u16, self.block[head]));
        }
    }

    /// Rebuilds the list of a block's liberties from its stones.
    #[cold]
    fn list_liberties(&mut self, head: usize) {
        let mut block = self.block[head];
        block.forget();
        let mut stone = head;
        loop {
            let near = self.near(stone);
            for_bits!(self.near_empty(stone), bit => {
                block.add_liberty(near[bit]);
            });
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == head {
                break;
            }
            if block.is_full() {
                block.set_partial();
                break;
            }
        }
        self.block[head] = block;
    }

    /// Joins two blocks; the larger keeps its head, which is returned before that of the other.
    #[inline]
    fn join(&mut self, one: usize, other: usize) -> (usize, usize) {
        let (large, small) = if self.block[one].stones >= self.block[other].stones {
            (one, other)
        } else {
            (other, one)
        };
        let added = self.block[small];
        self.block[large].join(&added);
        let mut stone = small;
        loop {
            self.head[stone] = large as u16;
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
        (large, small)
    }

    /// Removes a block from the board.
    fn capture<const TRY: bool>(&mut self, head: usize, color: Color) -> u32 {
        let captor = color.opponent();
        let mut stone = head;
        let mut captured = 0;
        loop {
            self.color[stone] = EMPTY;
            self.flip(stone, color);
            self.slot[stone] = self.empties as u16;
            self.empty[self.empties & Self::MASK] = stone as u16;
            self.empties += 1;
            if !TRY {
                self.taken.push(stone as u16);
            }
            captured += 1;
            let near = self.near(stone);
            for_bits!(self.near_of(stone, captor), bit => {
                let block = usize::from(self.head[near[bit]]) & Self::MASK;
                self.remember::<TRY>(block);
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
        let head = self.head[at & Self::MASK];
        if !self.atari[color.index()].contains(&head) {
            if self.atari[color.index()].len() >= 16 {
                self.drop_escaped(color);
            }
            self.atari[color.index()].push(head);
        }
    }

    /// Drops the blocks of a colour that are no longer in atari, which makes
    /// [`SearchBoard::in_atari`] faster. Not for use while moves are tried.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// board.play(Color::White, Spot::from_index(1));
    /// board.drop_escaped(Color::Black);
    /// assert_eq!(board.in_atari(Color::Black).count(), 1);
    /// ```
    #[inline]
    pub fn drop_escaped(&mut self, color: Color) {
        let (colors, heads, blocks) = (&self.color, &self.head, &self.block);
        self.atari[color.index()].retain(|&stone| {
            let stone = usize::from(stone) & Self::MASK;
            colors[stone] == color as u8
                && blocks[usize::from(heads[stone]) & Self::MASK].is_in_atari()
        });
    }
}
