//! Playing on the board: which moves are refused, and what the others do.

use alloc::vec::Vec;

use super::{Board, Cell, Content, KoBan, Refusal, Tally, Vertex};
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet};
use crate::rules::{Ko, Rules};
use crate::zobrist;

/// What a move did.
///
/// ```
/// use hoshi_core::{Board, Color, Preset, Rules};
///
/// let mut board = Board::from_text("O X .\n. . .")?;
/// let a1 = board.size().parse_a1("A1")?;
/// let placed = board.play(Color::Black, a1, &Rules::of(Preset::Simple))?;
/// assert_eq!((placed.captured, placed.lost, placed.ko), (1, 0, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Placed {
    /// The number of the opponent's stones it captured.
    pub captured: u32,
    /// The number of the player's own stones removed by suicide, including the one played.
    pub lost: u32,
    /// The point that simple ko now forbids to the opponent.
    pub ko: Option<Point>,
    /// The stone that was in the way and was removed first, by [`Board::force`].
    pub replaced: Option<Color>,
}

/// The neighbourhood of a new stone, after it has taken a liberty from every neighbour.
struct Contact {
    /// The empty neighbours.
    liberties: u32,
    /// Which neighbours are friends: a bit each, in the order of `Board::around`.
    friends: u8,
    /// Whether an opponent's block has no liberty now.
    captures: bool,
    /// Whether the stone has no liberty: neither beside it, nor through a friend, nor by capture.
    suicide: bool,
}

impl Board {
    /// Checks whether a move may be played, as far as the board alone can tell: on the board,
    /// empty, not forbidden by simple ko, no forbidden suicide. [`Game`](crate::Game) checks
    /// superko.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Refusal, Rules};
    ///
    /// let board = Board::from_text("X . O")?;
    /// let a1 = board.size().parse_a1("A1")?;
    /// let rules = Rules::of(Preset::Simple);
    /// assert_eq!(board.check(Color::White, a1, &rules), Err(Refusal::Occupied));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With the rule that forbids it.
    pub fn check(&self, color: Color, point: Point, rules: &Rules) -> Result<(), Refusal> {
        let vertex = self.checked_vertex(point).ok_or(Refusal::OffBoard)?;
        self.check_point(color, vertex, rules)?;
        if self.would_have_liberty(color, vertex)
            || rules.suicide.allows(self.stones_joined(color, vertex))
        {
            Ok(())
        } else {
            Err(Refusal::Suicide)
        }
    }

    /// Checks the point alone: occupied, or forbidden by ko.
    #[inline]
    fn check_point(&self, color: Color, vertex: Vertex, rules: &Rules) -> Result<(), Refusal> {
        if self.cells[vertex].content != Content::Empty {
            return Err(Refusal::Occupied);
        }
        if rules.ko == Ko::Simple && self.ko == Some(KoBan { vertex, color }) {
            return Err(Refusal::Ko);
        }
        Ok(())
    }

    /// Whether a stone here would have a liberty: beside it, through a friend, or by capture.
    fn would_have_liberty(&self, color: Color, vertex: Vertex) -> bool {
        let around = self.around(vertex);
        around.iter().any(|&near| self.cells[near].content == Content::Empty)
            || around.iter().any(|&near| {
                let owner = self.cells[near].content.stone();
                owner.is_some_and(|o| self.is_last_liberty(&around, near) != (o == color))
            })
    }

    /// Whether a stone here obviously removes nothing: it has an empty neighbour, and captures nothing.
    ///
    /// ```
    /// use hoshi_core::{Board, Color};
    ///
    /// let board = Board::from_text("O . . .")?;
    /// let [b1, c1] = ["B1", "C1"].map(|name| board.size().parse_a1(name).unwrap());
    /// assert!(!board.only_adds(Color::Black, b1));
    /// assert!(board.only_adds(Color::Black, c1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn only_adds(&self, color: Color, point: Point) -> bool {
        self.checked_vertex(point).is_some_and(|vertex| {
            self.cells[vertex].content == Content::Empty && self.adds_at(color, vertex)
        })
    }

    fn adds_at(&self, color: Color, vertex: Vertex) -> bool {
        let around = self.around(vertex);
        let opponent = Content::of(color.opponent());
        let mut has_room = false;
        for &near in &around {
            let content = self.cells[near].content;
            if content == opponent && self.is_last_liberty(&around, near) {
                return false;
            }
            has_room |= content == Content::Empty;
        }
        has_room
    }

    /// The empty points in reading order; unless all are wanted, without those other than the ko point where a stone
    /// obviously removes nothing.
    pub(crate) fn points_to_check(
        &self,
        color: Color,
        all: bool,
    ) -> impl Iterator<Item = Point> + '_ {
        let is_ko = move |vertex| self.ko.is_some_and(|ko| ko.vertex == vertex);
        self.cells.iter().enumerate().filter_map(move |(vertex, cell)| {
            let is_wanted = cell.content == Content::Empty
                && (all || is_ko(vertex) || !self.adds_at(color, vertex));
            is_wanted.then_some(cell.point)
        })
    }

    /// The number of stones in the block of a stone here.
    fn stones_joined(&self, color: Color, vertex: Vertex) -> u32 {
        let blocks = self.heads_around(color, vertex);
        1 + blocks.map(|head| self.tallies[head as usize].stones).sum::<u32>()
    }

    /// The different blocks of one colour around a cell, by head.
    fn heads_around(&self, color: Color, vertex: Vertex) -> impl Iterator<Item = u32> + '_ {
        let around = self.around(vertex).map(|near| self.cells[near]);
        (0..4).filter_map(move |index| {
            let head = around[index].head;
            let new = around[..index].iter().all(|earlier| earlier.head != head);
            (new && around[index].content == Content::of(color)).then_some(head)
        })
    }

    /// Whether the cell between these neighbours is the only liberty of the block of one of them.
    fn is_last_liberty(&self, around: &[Vertex; 4], stone: Vertex) -> bool {
        let head = self.cells[stone].head;
        let pseudo = self.tallies[head as usize].pseudo_liberties;
        // Most blocks have too many to look any further.
        pseudo <= 4
            && around.iter().filter(|&&near| self.cells[near].head == head).count() as u32 == pseudo
    }

    /// The opponent's blocks, by head, that a stone of `color` here would capture.
    fn would_capture(&self, color: Color, vertex: Vertex) -> impl Iterator<Item = u32> + '_ {
        let around = self.around(vertex);
        self.heads_around(color.opponent(), vertex)
            .filter(move |&head| self.is_last_liberty(&around, head as usize))
    }

    /// The stones that a legal play would capture, in no order.
    pub(crate) fn captured_by(&self, color: Color, point: Point) -> Vec<Point> {
        let heads = self.checked_vertex(point).map(|vertex| self.would_capture(color, vertex));
        let stones = heads.into_iter().flatten().flat_map(|head| self.circle(head as usize));
        stones.map(|stone| self.point_of(stone)).collect()
    }

    /// The hash of the board after a legal play, without playing it; `None` if the point is not
    /// empty.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules};
    ///
    /// let mut board = Board::from_text("O X .\n. . .")?;
    /// let a1 = board.size().parse_a1("A1")?;
    /// let after = board.hash_after(Color::Black, a1);
    /// board.play(Color::Black, a1, &Rules::of(Preset::Simple))?;
    /// assert_eq!(Some(board.hash()), after);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash_after(&self, color: Color, point: Point) -> Option<u64> {
        let vertex = self.checked_vertex(point)?;
        if self.cells[vertex].content != Content::Empty {
            return None;
        }
        let block_key = |color, head| {
            self.circle(head as usize).fold(0, |hash, stone| hash ^ self.key(color, stone))
        };
        let mut hash = self.hash ^ self.key(color, vertex);
        for head in self.would_capture(color, vertex) {
            hash ^= block_key(color.opponent(), head);
        }
        if !self.would_have_liberty(color, vertex) {
            hash ^= self.key(color, vertex);
            for head in self.heads_around(color, vertex) {
                hash ^= block_key(color, head);
            }
        }
        Some(hash)
    }

    /// Plays a stone: captures blocks without a liberty, sets or lifts the ko, updates the hash.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Refusal, Rules, Size};
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let mut board = Board::from_text("
    ///     . X O .
    ///     X . X O
    ///     . X O .
    /// ")?;
    /// let [b2, c2] = ["B2", "C2"].map(|name| board.size().parse_a1(name).unwrap());
    /// let placed = board.play(Color::White, b2, &rules)?;
    /// assert_eq!(placed.ko, Some(c2));
    /// assert_eq!(board.play(Color::Black, c2, &rules), Err(Refusal::Ko));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Board::check`]; then nothing has changed.
    pub fn play(&mut self, color: Color, point: Point, rules: &Rules) -> Result<Placed, Refusal> {
        let vertex = self.checked_vertex(point).ok_or(Refusal::OffBoard)?;
        self.check_point(color, vertex, rules)?;
        let contact = self.press(color, vertex);
        if contact.suicide && !rules.suicide.allows(self.stones_joined(color, vertex)) {
            self.give_liberty(vertex);
            return Err(Refusal::Suicide);
        }
        // Nearly every move. A separate path, so that the result is written in place instead of built
        // elsewhere and copied.
        if !contact.captures && !contact.suicide {
            self.ko = None;
            self.join_all(color, vertex, &contact);
            return Ok(Placed::default());
        }
        Ok(self.settle(color, vertex, &contact))
    }

    /// Plays on an empty cell without checking whether it is legal.
    pub(super) fn play_vertex(&mut self, color: Color, vertex: Vertex) -> Placed {
        let contact = self.press(color, vertex);
        self.settle(color, vertex, &contact)
    }

    /// Removes an empty cell from the liberties of its neighbours, and returns the neighbourhood of a
    /// stone there: half of playing it, and enough to detect suicide.
    // Forced inlining, here and in the next steps, saves a measured seventh of the time of a move.
    #[inline(always)]
    fn press(&mut self, color: Color, vertex: Vertex) -> Contact {
        let (own, theirs) = (Content::of(color), Content::of(color.opponent()));
        let around = self.around(vertex);
        let heads = around.map(|near| self.cells[near].head as usize);
        for &head in &heads {
            let tally = &mut self.tallies[head];
            tally.pseudo_liberties = tally.pseudo_liberties.wrapping_sub(1);
        }
        // No branches: the neighbours of a move are unpredictable.
        let (mut liberties, mut friends, mut captures) = (0, 0, false);
        for (index, (&near, &head)) in around.iter().zip(&heads).enumerate() {
            let content = self.cells[near].content;
            let gone = self.tallies[head].pseudo_liberties == 0;
            liberties += u32::from(content == Content::Empty);
            friends |= u8::from(content == own) << index;
            captures |= (content == theirs) & gone;
        }
        let mut suicide = liberties == 0 && !captures;
        if suicide && friends != 0 {
            let would_have_liberty = |(&near, &head): (&Vertex, &Vertex)| {
                self.cells[near].content == own && self.tallies[head].pseudo_liberties > 0
            };
            suicide = !around.iter().zip(&heads).any(would_have_liberty);
        }
        Contact { liberties, friends, captures, suicide }
    }

    /// Adds a cell to the liberties of its neighbours.
    #[inline]
    fn give_liberty(&mut self, vertex: Vertex) {
        for near in self.around(vertex) {
            let tally = &mut self.tallies[self.cells[near].head as usize];
            tally.pseudo_liberties = tally.pseudo_liberties.wrapping_add(1);
        }
    }

    /// Places the stone, with captures or suicide.
    #[inline(always)]
    fn settle(&mut self, color: Color, vertex: Vertex, contact: &Contact) -> Placed {
        self.ko = None;
        self.join_all(color, vertex, contact);
        if contact.captures {
            return self.capture(color, vertex);
        }
        if contact.suicide {
            let lost = self.take_off(self.cells[vertex].head as usize);
            self.count_captures(color.opponent(), lost);
            return Placed { lost, ..Placed::default() };
        }
        Placed::default()
    }

    /// Removes the opponent's blocks without a liberty around a new stone, and sets the ko.
    fn capture(&mut self, color: Color, vertex: Vertex) -> Placed {
        let (mut captured, mut taken) = (0, vertex);
        for near in self.around(vertex) {
            let head = self.cells[near].head as usize;
            if self.cells[near].content == Content::of(color.opponent())
                && self.tallies[head].pseudo_liberties == 0
            {
                captured += self.take_off(head);
                taken = near;
            }
        }
        self.count_captures(color, captured);
        let own = self.tallies[self.cells[vertex].head as usize];
        if captured == 1 && own.stones == 1 && own.pseudo_liberties == 1 {
            self.ko = Some(KoBan { vertex: taken, color: color.opponent() });
        }
        Placed { captured, ko: self.ko(), ..Placed::default() }
    }

    fn count_captures(&mut self, by: Color, stones: u32) {
        // A setup may start from any count.
        let captures = &mut self.captures[by.index()];
        *captures = captures.saturating_add(stones);
    }

    /// The points where `color` may play, as far as the board alone can tell.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules};
    ///
    /// let board = Board::from_text(". X .\nX X X")?;
    /// let rules = Rules::of(Preset::Simple);
    /// assert_eq!(board.legal_points(Color::White, &rules).count(), 0);
    /// assert_eq!(board.legal_points(Color::Black, &rules).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_points<'a>(
        &'a self,
        color: Color,
        rules: &'a Rules,
    ) -> impl Iterator<Item = Point> + 'a {
        self.size.points().filter(move |&point| self.check(color, point, rules).is_ok())
    }

    /// Whether `color` may play anywhere, as far as the board alone can tell.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Preset, Rules, Size};
    ///
    /// let board = Board::new(Size::new(1, 1).unwrap());
    /// assert!(!board.has_legal_play(Color::Black, &Rules::of(Preset::Simple)));
    /// ```
    #[must_use]
    pub fn has_legal_play(&self, color: Color, rules: &Rules) -> bool {
        self.legal_points(color, rules).next().is_some()
    }

    /// Puts a stone on an empty cell and joins it to its friends. Liberties are updated; nothing is
    /// captured.
    pub(super) fn put(&mut self, color: Color, vertex: Vertex) {
        let contact = self.press(color, vertex);
        self.join_all(color, vertex, &contact);
    }

    /// The other half of placing a stone: sets it, and joins it to its friends.
    #[inline(always)]
    fn join_all(&mut self, color: Color, vertex: Vertex, contact: &Contact) {
        let mut cell = self.cells[vertex];
        cell.content = Content::of(color);
        cell.placed = self.placements;
        self.placements += 1;
        self.stones[color.index()] += 1;
        self.hash ^= zobrist::key(color, cell.point.x(), cell.point.y());
        let around = self.around(vertex);
        let mut friends = contact.friends;
        let mut next_friend = || {
            let index = friends.trailing_zeros() as usize;
            friends &= friends.wrapping_sub(1);
            around.get(index).copied()
        };
        let Some(first) = next_friend() else {
            self.cells[vertex] = Cell { head: vertex as u32, next: vertex as u32, ..cell };
            self.tallies[vertex] = Tally { stones: 1, pseudo_liberties: contact.liberties };
            return;
        };
        let head = self.cells[first].head;
        let tally = &mut self.tallies[head as usize];
        tally.stones += 1;
        tally.pseudo_liberties += contact.liberties;
        let next = core::mem::replace(&mut self.cells[first].next, vertex as u32);
        self.cells[vertex] = Cell { head, next, ..cell };
        while let Some(friend) = next_friend() {
            self.join(vertex, friend);
        }
    }

    /// Joins two blocks, if they differ: the smaller takes the head of the larger.
    fn join(&mut self, a: Vertex, b: Vertex) {
        let (a, b) = (self.cells[a].head as usize, self.cells[b].head as usize);
        if a == b {
            return;
        }
        let (keep, give) =
            if self.tallies[a].stones >= self.tallies[b].stones { (a, b) } else { (b, a) };
        let mut stone = give;
        loop {
            self.cells[stone].head = keep as u32;
            stone = self.cells[stone].next as usize;
            if stone == give {
                break;
            }
        }
        let after_keep = self.cells[keep].next;
        self.cells[keep].next = self.cells[give].next;
        self.cells[give].next = after_keep;
        let given = self.tallies[give];
        self.tallies[keep].stones += given.stones;
        self.tallies[keep].pseudo_liberties += given.pseudo_liberties;
    }

    /// Removes a block and restores its neighbours' liberties; returns its number of stones.
    pub(super) fn take_off(&mut self, head: Vertex) -> u32 {
        let Some(color) = self.cells[head].content.stone() else { return 0 };
        let mut stone = head;
        loop {
            self.cells[stone].content = Content::Empty;
            self.cells[stone].head = stone as u32;
            self.hash ^= self.key(color, stone);
            // This also counts up the removed block's own tally, which is no longer used.
            self.give_liberty(stone);
            stone = self.cells[stone].next as usize;
            if stone == head {
                break;
            }
        }
        let stones = self.tallies[head].stones;
        self.stones[color.index()] -= stones;
        stones
    }

    /// The cells of the block that `stone` belongs to, around its ring from `stone`.
    pub(super) fn circle(&self, stone: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let next = move |&at: &Vertex| Some(self.cells[at].next as usize).filter(|&n| n != stone);
        core::iter::successors(Some(stone), next)
    }

    /// Removes stones by hand, for scoring: no captures are counted and the ko is lifted. Points
    /// without a stone are left alone.
    pub(crate) fn without(&self, stones: &PointSet) -> Board {
        let left = |point| self.stone(point).filter(|_| !stones.contains(point));
        let mut board = Board::with_stones(&PointMap::from_fn(self.size, left));
        board.captures = self.captures;
        board
    }
}
