//! Queries of a search.

use super::{EMPTY, OFF, SearchBoard, Spot};
use crate::color::Color;

impl<const CAP: usize> SearchBoard<CAP> {
    /// The stone on a spot.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).stone(Spot::from_index(0)), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn stone(&self, spot: Spot) -> Option<Color> {
        match self.color[spot.index() & Self::MASK] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether there is a stone of this colour.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// assert!(!SearchBoard::<128>::new(Size::S9).has(Color::Black, Spot::from_index(0)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn has(&self, color: Color, spot: Spot) -> bool {
        self.color[spot.index() & Self::MASK] == color as u8
    }

    /// Whether the spot is an empty point of the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert!(board.is_empty(Spot::from_index(0)));
    /// assert!(!board.is_empty(Spot::PASS));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self, spot: Spot) -> bool {
        self.color[spot.index() & Self::MASK] == EMPTY
    }

    /// Whether the spot is a point of the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// assert!(!SearchBoard::<128>::new(Size::S9).is_on_board(Spot::from_index(9)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn is_on_board(&self, spot: Spot) -> bool {
        self.color[spot.index() & Self::MASK] != OFF
    }

    /// The empty spots, in no particular order.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).empty_spots().count(), 81);
    /// ```
    pub fn empty_spots(&self) -> impl ExactSizeIterator<Item = Spot> + '_ {
        self.empty[..self.empties].iter().map(|&at| Spot(at))
    }

    /// The nth of the empty spots.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert!(board.is_empty(board.empty_spot(80)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn empty_spot(&self, n: usize) -> Spot {
        Spot(self.empty[n & Self::MASK])
    }

    /// The four neighbours; including those off the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// let near = board.neighbors(Spot::from_index(0));
    /// assert_eq!(near.iter().filter(|&&spot| board.is_on_board(spot)).count(), 2);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn neighbors(&self, spot: Spot) -> [Spot; 4] {
        self.near(spot.index() & Self::MASK).map(|at| Spot(at as u16))
    }

    /// The eight spots around: down, up, right, left, then the diagonals; some may be off the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// let around = board.spots_around(Spot::from_index(0));
    /// assert_eq!(around.iter().filter(|&&spot| board.is_on_board(spot)).count(), 3);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn spots_around(&self, spot: Spot) -> [Spot; 8] {
        self.around(spot.index() & Self::MASK).map(|at| Spot(at as u16))
    }

    /// The neighbourhood of a point as sixteen bits: 0 to 7 mean "black or off the board", 8 to 15
    /// "white or off the board", in the order of [`SearchBoard::spots_around`].
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// // The upper left corner: up, left and three diagonals are off the board.
    /// assert_eq!(board.pattern(Spot::from_index(0)) & 0xff, 0b1110_1010);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn pattern(&self, spot: Spot) -> u16 {
        self.pattern[spot.index() & Self::MASK]
    }

    /// Which of the four neighbours are stones of the colour, as four bits in the order of
    /// [`SearchBoard::neighbors`].
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::White, Spot::from_index(1));
    /// assert_eq!(board.neighbors_of(Spot::from_index(0), Color::White), 0b0100);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn neighbors_of(&self, spot: Spot, color: Color) -> u32 {
        self.near_of(spot.index() & Self::MASK, color)
    }

    /// Which of the four neighbours are empty, as four bits.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert_eq!(board.empty_neighbors(Spot::from_index(0)), 0b0101);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn empty_neighbors(&self, spot: Spot) -> u32 {
        self.near_empty(spot.index() & Self::MASK)
    }

    /// Which of the eight spots around are empty, as eight bits in the order of
    /// [`SearchBoard::spots_around`].
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert_eq!(board.empty_around(Spot::from_index(0)), 0b1_0101);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn empty_around(&self, spot: Spot) -> u32 {
        let pattern = u32::from(self.pattern[spot.index() & Self::MASK]);
        !(pattern | pattern >> 8) & 0xff
    }

    /// The representative stone of this one's block: the same for all stones of the block until the
    /// next move.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// let stones = [0, 1, 2].map(Spot::from_index);
    /// stones.map(|spot| board.play(Color::Black, spot));
    /// assert_eq!(board.head(stones[0]), board.head(stones[2]));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn head(&self, stone: Spot) -> Spot {
        Spot(self.head[stone.index() & Self::MASK])
    }

    /// The number of stones in the block.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// assert_eq!(board.stones_in(Spot::from_index(0)), 1);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn stones_in(&self, stone: Spot) -> u32 {
        self.block_at(stone.index()).stones
    }

    /// Whether the block has only one liberty.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// assert!(!board.is_in_atari(Spot::from_index(0)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn is_in_atari(&self, stone: Spot) -> bool {
        self.block_at(stone.index()).is_in_atari()
    }

    /// The liberty of a block that is in atari.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// board.play(Color::White, Spot::from_index(1));
    /// assert_eq!(board.only_liberty(Spot::from_index(0)), Some(Spot::from_index(10)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn only_liberty(&self, stone: Spot) -> Option<Spot> {
        let block = self.block_at(stone.index());
        block.is_in_atari().then(|| block.only_liberty())
    }

    /// The liberties of a block: all of them if they are fewer than four, else four or more of them.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(44));
    /// assert_eq!(board.liberties(Spot::from_index(44)).len(), 4);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn liberties(&self, stone: Spot) -> &[Spot] {
        self.block_at(stone.index()).liberties()
    }

    /// The number of liberties of a block, exact if below four.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// assert_eq!(board.liberty_count(Spot::from_index(0)), 2);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn liberty_count(&self, stone: Spot) -> usize {
        self.block_at(stone.index()).len()
    }

    /// The stones of a block.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// [0, 1].map(|n| board.play(Color::Black, Spot::from_index(n)));
    /// assert_eq!(board.block_stones(Spot::from_index(1)).count(), 2);
    /// ```
    pub fn block_stones(&self, stone: Spot) -> impl Iterator<Item = Spot> + '_ {
        let first = self.head[stone.index() & Self::MASK];
        let mut next = Some(first);
        core::iter::from_fn(move || {
            let at = next?;
            let after = self.next[usize::from(at) & Self::MASK];
            next = (after != first).then_some(after);
            Some(Spot(at))
        })
    }

    /// A stone of each block of the colour that is in atari; a block may come twice.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.play(Color::Black, Spot::from_index(0));
    /// board.play(Color::White, Spot::from_index(1));
    /// assert_eq!(board.in_atari(Color::Black).count(), 1);
    /// ```
    pub fn in_atari(&self, color: Color) -> impl Iterator<Item = Spot> + '_ {
        self.atari[color.index()]
            .iter()
            .map(|&stone| Spot(stone))
            .filter(move |&stone| self.has(color, stone) && self.is_in_atari(stone))
    }

    /// The stones that the last move captured.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).captured().len(), 0);
    /// ```
    pub fn captured(&self) -> impl ExactSizeIterator<Item = Spot> + '_ {
        self.taken.iter().map(|&at| Spot(at))
    }

    /// Whether an empty point is a one-point eye of the colour, as [`is_eye`](crate::playout::is_eye)
    /// has it.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// [1, 10, 11].map(|n| board.play(Color::Black, Spot::from_index(n)));
    /// assert!(board.is_eye(Color::Black, Spot::from_index(0)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn is_eye(&self, color: Color, spot: Spot) -> bool {
        let pattern = self.pattern[spot.index() & Self::MASK];
        let pattern = u32::from(pattern.rotate_right(8 * color.index() as u32));
        let (own, enemy) = (pattern & 0xff, pattern >> 8);
        if own & 0xf != 0xf || !self.is_empty(spot) {
            return false;
        }
        let off = own & enemy & 0xff;
        let spoiled = ((enemy & !own & 0xff) >> 4).count_ones();
        spoiled + u32::from(off != 0) < 2
    }

    /// The number of stones of each colour, Black's first.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).stone_counts(), [0, 0]);
    /// ```
    #[must_use]
    pub fn stone_counts(&self) -> [u32; 2] {
        self.stones
    }

    /// The owner of a point when no two empty points are adjacent: a stone's colour, or that of all
    /// stones around an empty point.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Spot};
    /// use hoshi_core::{Color, Size};
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// [1, 10].map(|n| board.play(Color::White, Spot::from_index(n)));
    /// assert_eq!(board.owner(Spot::from_index(0)), Some(Color::White));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn owner(&self, spot: Spot) -> Option<Color> {
        match self.color[spot.index() & Self::MASK] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            OFF => None,
            _ => {
                let pattern = self.pattern[spot.index() & Self::MASK];
                match (pattern & 0xf == 0xf, pattern >> 8 & 0xf == 0xf) {
                    (true, false) => Some(Color::Black),
                    (false, true) => Some(Color::White),
                    _ => None,
                }
            }
        }
    }

    /// The area of Black and White when no two empty points are adjacent.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_core::playout::SearchBoard;
    /// assert_eq!(SearchBoard::<128>::new(Size::S9).area(), [0, 0]);
    /// ```
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let mut area = self.stones;
        for &at in &self.empty[..self.empties] {
            if let Some(color) = self.owner(Spot(at)) {
                area[color.index()] += 1;
            }
        }
        area
    }
}
