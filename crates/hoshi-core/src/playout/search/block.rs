//! A block of the search board: the number of its stones, and a list of some of its liberties.
//!
//! A tactical search needs liberties up to three or four, far more often than stones are played. A list of
//! eight answers that directly, and finding a point in it is one vector comparison. Counting liberties once
//! for every stone that touches them, with sums that tell when all are one point, is cheaper to keep but
//! answers only "one or more": walking around blocks for the rest took a third of all playout time.

use super::Spot;

/// The length of the list.
const LISTED: usize = 8;

/// Fewer than this many listed liberties are all that a block has.
const EXACT: usize = 4;

/// A block, at the number of its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) stones: u32,
    len: u8,
    /// Whether there may be liberties that are not listed.
    partial: bool,
    /// The liberties, and passes after them.
    at: [Spot; LISTED],
}

impl Block {
    pub(super) const NONE: Block =
        Block { stones: 0, len: 0, partial: false, at: [Spot::PASS; LISTED] };

    /// A block of one stone without liberties.
    pub(super) const STONE: Block = Block { stones: 1, ..Block::NONE };

    /// The liberties: all of them if they are fewer than [`EXACT`], else at least that many.
    #[inline(always)]
    pub(super) fn liberties(&self) -> &[Spot] {
        &self.at[..usize::from(self.len).min(LISTED)]
    }

    /// The number of listed liberties.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The position of a point in the list, as a bit.
    #[inline(always)]
    fn find(&self, at: usize) -> u32 {
        let spot = Spot::from_index(at);
        let mut bits = 0;
        for (n, &listed) in self.at.iter().enumerate() {
            bits |= u32::from(listed == spot) << n;
        }
        bits
    }

    /// Adds a liberty, which may already be listed.
    #[inline(always)]
    pub(super) fn add_liberty(&mut self, at: usize) {
        if self.find(at) != 0 {
            return;
        }
        if self.len() < LISTED {
            self.push(at);
        } else {
            self.partial = true;
        }
    }

    /// Adds an unlisted liberty, if there is room.
    #[inline(always)]
    pub(super) fn push(&mut self, at: usize) {
        self.at[self.len() % LISTED] = Spot::from_index(at);
        self.len += 1;
    }

    /// Removes a liberty. Returns whether too few are listed to know the total.
    #[inline(always)]
    #[must_use]
    pub(super) fn remove_liberty(&mut self, at: usize) -> bool {
        let bits = self.find(at);
        if bits != 0 {
            let n = bits.trailing_zeros() as usize % LISTED;
            self.len -= 1;
            let last = self.len() % LISTED;
            self.at[n] = self.at[last];
            self.at[last] = Spot::PASS;
        }
        self.partial && self.len() < EXACT
    }

    /// Adds the stones and liberties of another block.
    #[inline(always)]
    pub(super) fn join(&mut self, other: &Block) {
        self.stones += other.stones;
        for liberty in other.liberties() {
            self.add_liberty(liberty.index());
        }
        self.partial |= other.partial;
    }

    /// Clears the liberties, to list them again.
    pub(super) fn forget(&mut self) {
        *self = Block { stones: self.stones, ..Block::NONE };
    }

    /// Whether the list is full.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len() == LISTED
    }

    /// Marks the list as incomplete.
    pub(super) fn set_partial(&mut self) {
        self.partial = true;
    }

    /// Whether there is exactly one liberty.
    #[inline(always)]
    pub(super) fn is_in_atari(&self) -> bool {
        self.len == 1
    }

    /// The liberty of a block in atari.
    #[inline(always)]
    pub(super) fn only_liberty(&self) -> Spot {
        self.at[0]
    }
}
