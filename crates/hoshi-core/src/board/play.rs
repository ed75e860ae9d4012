//! Playing on the board: which moves are refused, and what the others do.

use alloc::vec::Vec;

use super::{Board, Content, KoBan, Refusal, Tally, Vertex};
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet};
use crate::rules::{Ko, Rules};

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
    /// How many stones of the opponent it captured.
    pub captured: u32,
    /// How many of the mover's own stones were removed by suicide, the one played included.
    pub lost: u32,
    /// The point that simple ko now forbids to the opponent.
    pub ko: Option<Point>,
    /// The stone that was in the way and was taken away first: [`Board::force`] does that.
    pub replaced: Option<Color>,
}

/// What the neighbours of an empty cell mean for a stone of one colour there.
struct Outlook {
    /// The stone would have a liberty: beside it, through a friend, or by capture.
    breathes: bool,
    /// How many stones its block would have.
    stones: u32,
}

impl Board {
    /// Whether a move may be played, as far as the board alone can tell: on the board, empty, not
    /// forbidden by simple ko, no suicide that the rules forbid. Superko is the
    /// [`Game`](crate::Game)'s.
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
        self.check_vertex(color, vertex, rules)
    }

    fn check_vertex(&self, color: Color, vertex: Vertex, rules: &Rules) -> Result<(), Refusal> {
        if self.cells[vertex].content != Content::Empty {
            return Err(Refusal::Occupied);
        }
        if rules.ko == Ko::Simple && self.ko == Some(KoBan { vertex, color }) {
            return Err(Refusal::Ko);
        }
        let outlook = self.outlook(color, vertex);
        if outlook.breathes || rules.suicide.allows(outlook.stones) {
            Ok(())
        } else {
            Err(Refusal::Suicide)
        }
    }

    fn outlook(&self, color: Color, vertex: Vertex) -> Outlook {
        let around = self.around(vertex);
        let mut outlook = Outlook { breathes: false, stones: 1 };
        for (index, &near) in around.iter().enumerate() {
            match self.cells[near].content {
                Content::Empty => outlook.breathes = true,
                Content::Border => {}
                Content::Stone(owner) => {
                    let head = self.cells[near].head;
                    if self.touching(&around[..index], head) > 0 {
                        continue;
                    }
                    outlook.breathes |= self.is_last_liberty(&around, head) != (owner == color);
                    if owner == color {
                        outlook.stones += self.tallies[head as usize].stones;
                    }
                }
            }
        }
        outlook
    }

    /// How many of these cells have stones of one block.
    fn touching(&self, cells: &[Vertex], head: u32) -> u32 {
        cells.iter().filter(|&&v| self.is_stone(v) && self.cells[v].head == head).count() as u32
    }

    /// Whether the cell between these neighbours is a block's only liberty.
    fn is_last_liberty(&self, around: &[Vertex; 4], head: u32) -> bool {
        self.tallies[head as usize].pseudo_liberties == self.touching(around, head)
    }

    fn is_stone(&self, vertex: Vertex) -> bool {
        matches!(self.cells[vertex].content, Content::Stone(_))
    }

    /// The opponent's blocks, by head, that a stone of `color` here would capture.
    fn would_capture(&self, color: Color, vertex: Vertex) -> Vec<u32> {
        let around = self.around(vertex);
        let mut heads = self.heads_around(color.opponent(), vertex);
        heads.retain(|&head| self.is_last_liberty(&around, head));
        heads
    }

    /// The stones that a legal play would capture, in no order.
    pub(crate) fn captured_by(&self, color: Color, point: Point) -> Vec<Point> {
        let heads = self.checked_vertex(point).map(|vertex| self.would_capture(color, vertex));
        let stones = heads.into_iter().flatten().flat_map(|head| self.circle(head as usize));
        stones.map(|stone| self.point_of(stone)).collect()
    }

    /// The hash that the board would have after a play that is not refused; `None` where there is no
    /// empty point. Nothing is played.
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
        let captured = self.would_capture(color, vertex);
        for &head in &captured {
            hash ^= block_key(color.opponent(), head);
        }
        if captured.is_empty() && !self.outlook(color, vertex).breathes {
            hash ^= self.key(color, vertex);
            for head in self.heads_around(color, vertex) {
                hash ^= block_key(color, head);
            }
        }
        Some(hash)
    }

    /// The different blocks of one colour around a cell, by head.
    fn heads_around(&self, color: Color, vertex: Vertex) -> Vec<u32> {
        let mut heads = Vec::new();
        for near in self.around(vertex) {
            let cell = self.cells[near];
            if cell.content == Content::Stone(color) && !heads.contains(&cell.head) {
                heads.push(cell.head);
            }
        }
        heads
    }

    /// Plays a stone: captures what has no liberty left, sets or lifts the ko, keeps the hash.
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
        self.check_vertex(color, vertex, rules)?;
        Ok(self.play_vertex(color, vertex))
    }

    fn count_captures(&mut self, by: Color, stones: u32) {
        // A setup may start from any count.
        let captures = &mut self.captures[by.index()];
        *captures = captures.saturating_add(stones);
    }

    /// Does what a play on an empty cell does, without asking whether it is legal.
    pub(super) fn play_vertex(&mut self, color: Color, vertex: Vertex) -> Placed {
        self.ko = None;
        self.put(color, vertex);
        let mut placed = Placed::default();
        let mut taken = vertex;
        for near in self.around(vertex) {
            if self.cells[near].content == Content::Stone(color.opponent()) {
                let head = self.cells[near].head as usize;
                if self.tallies[head].pseudo_liberties == 0 {
                    placed.captured += self.take_off(head);
                    taken = near;
                }
            }
        }
        self.count_captures(color, placed.captured);
        let own = self.tallies[self.cells[vertex].head as usize];
        if own.pseudo_liberties == 0 {
            placed.lost = self.take_off(self.cells[vertex].head as usize);
            self.count_captures(color.opponent(), placed.lost);
        } else if placed.captured == 1 && own.stones == 1 && own.pseudo_liberties == 1 {
            self.ko = Some(KoBan { vertex: taken, color: color.opponent() });
            placed.ko = self.ko();
        }
        placed
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

    /// Whether `color` may play anywhere at all, as far as the board alone can tell.
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

    /// Puts a stone on an empty cell and joins it to its friends. Liberties are kept; nothing is
    /// captured.
    pub(super) fn put(&mut self, color: Color, vertex: Vertex) {
        let mut liberties = 0;
        for near in self.around(vertex) {
            match self.cells[near].content {
                Content::Empty => liberties += 1,
                Content::Border => {}
                Content::Stone(_) => {
                    self.tallies[self.cells[near].head as usize].pseudo_liberties -= 1;
                }
            }
        }
        let cell = &mut self.cells[vertex];
        cell.content = Content::Stone(color);
        cell.head = vertex as u32;
        cell.next = vertex as u32;
        cell.placed = self.placements;
        self.placements += 1;
        self.tallies[vertex] = Tally { stones: 1, pseudo_liberties: liberties };
        self.stones[color.index()] += 1;
        self.hash ^= self.key(color, vertex);
        for near in self.around(vertex) {
            if self.cells[near].content == Content::Stone(color) {
                self.join(vertex, near);
            }
        }
    }

    /// Makes one block of two, if they are two: the smaller takes the head of the larger.
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

    /// Takes a block off the board and gives its neighbours their liberties back; how many stones
    /// it had.
    pub(super) fn take_off(&mut self, head: Vertex) -> u32 {
        let Content::Stone(color) = self.cells[head].content else { return 0 };
        let mut stone = head;
        loop {
            self.cells[stone].content = Content::Empty;
            self.hash ^= self.key(color, stone);
            for near in self.around(stone) {
                if self.is_stone(near) {
                    // The block's own stones count themselves up too; its tally is done with.
                    self.tallies[self.cells[near].head as usize].pseudo_liberties += 1;
                }
            }
            stone = self.cells[stone].next as usize;
            if stone == head {
                break;
            }
        }
        let stones = self.tallies[head].stones;
        self.stones[color.index()] -= stones;
        stones
    }

    /// The cells of the block that `stone` belongs to, around its circle from `stone`.
    pub(super) fn circle(&self, stone: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let next = move |&at: &Vertex| Some(self.cells[at].next as usize).filter(|&n| n != stone);
        core::iter::successors(Some(stone), next)
    }

    /// Takes stones off as a player's hand does, for scoring: no captures are counted and the ko is
    /// lifted. Points without a stone are left alone.
    pub(crate) fn without(&self, stones: &PointSet) -> Board {
        let left = |point| self.stone(point).filter(|_| !stones.contains(point));
        let mut board = Board::with_stones(&PointMap::from_fn(self.size, left));
        board.captures = self.captures;
        board
    }
}
