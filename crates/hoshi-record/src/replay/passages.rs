//! A line of play cut into passages: the position before, and the moves with their numbers. A
//! figure in a book shows one passage.

use hoshi_core::{Color, Diagram, Game, Move};

use super::picture::{mark_up, without_markup};
use super::stage::Stage;
use super::{Remark, Terms};
use crate::sgf::NodeRef;

/// Calls `each` for every node from the root to `node`, with the game at that point and the
/// problems of that node.
///
/// ```
/// use hoshi_record::replay::{Terms, walk_line};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[ee];W[ee](;B[aa])(;B[bb]))")?;
/// let game = file.game(0).unwrap();
/// let mut seen = Vec::new();
/// let last = game.main_line().last().unwrap();
/// walk_line(last, &Terms::of(game), |_, game, remarks| {
///     seen.push((game.move_count(), remarks.len()));
/// });
/// assert_eq!(seen, [(0, 0), (1, 0), (2, 1), (3, 0)]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub fn walk_line<'a>(
    node: NodeRef<'a>,
    terms: &Terms,
    mut each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    let line = node.line();
    let mut stage = Stage::new(line[0], terms);
    for node in line {
        stage.step(node);
        each(node, &stage.game, &stage.remarks.list);
        stage.remarks.list.clear();
    }
}

/// Some moves of a game in a row, to be drawn in one figure.
///
/// ```
/// use hoshi_record::replay::{Terms, passages};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];W[bb];B[cc];W[];B[dd])")?;
/// let game = file.game(0).unwrap();
/// let last = game.main_line().last().unwrap();
/// let all = passages(last, &Terms::of(game), 1..=u32::MAX, Some(2));
/// let numbers: Vec<(u32, u32)> = all.iter().map(|passage| (passage.first(), passage.last())).collect();
/// assert_eq!(numbers, [(1, 2), (3, 4), (5, 5)]);
/// assert_eq!(all[1].before.stones().values().iter().flatten().count(), 2);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The position before the first of the moves.
    pub before: Diagram,
    /// The moves, each with its printed number.
    pub moves: Vec<(u32, Color, Move)>,
    /// The last of its nodes with its markup, after the moves.
    pub after: Diagram,
    /// The first move's number in the game, whatever number is printed.
    pub start: u32,
}

impl Passage {
    /// The printed number of its first move; 0 if it has none.
    ///
    /// ```
    /// use hoshi_record::replay::{Terms, passages};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9];B[aa];W[bb]MN[51];B[cc])")?;
    /// let game = file.game(0).unwrap();
    /// let all = passages(game.main_line().last().unwrap(), &Terms::of(game), 2..=3, None);
    /// assert_eq!((all[0].first(), all[0].last(), all[0].start), (51, 52, 2));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> u32 {
        self.moves.first().map_or(0, |&(number, ..)| number)
    }

    /// The printed number of its last move; 0 if it has none.
    ///
    /// ```
    /// use hoshi_record::replay::{Terms, passages};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9];B[aa];W[bb])")?;
    /// let game = file.game(0).unwrap();
    /// let all = passages(game.main_line().last().unwrap(), &Terms::of(game), 1..=2, None);
    /// assert_eq!(all[0].last(), 2);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn last(&self) -> u32 {
        self.moves.last().map_or(0, |&(number, ..)| number)
    }
}

/// The moves from the root to a node whose numbers in the game are in `range`, in passages of `most` moves. A
/// new passage begins where a node sets up stones, and, if `most` is given, where it has FG. Numbers follow
/// MN, and `PM[2]` omits their hundreds as books do. Without a move in the range there is no passage.
///
/// ```
/// use hoshi_record::replay::{Terms, passages};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];W[bb]FG[];B[cc])")?;
/// let game = file.game(0).unwrap();
/// let last = game.main_line().last().unwrap();
/// assert_eq!(passages(last, &Terms::of(game), 1..=u32::MAX, Some(50)).len(), 2);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn passages(
    node: NodeRef<'_>,
    terms: &Terms,
    range: std::ops::RangeInclusive<u32>,
    most: Option<usize>,
) -> Vec<Passage> {
    let mut cutter = Cutter {
        range,
        most: most.unwrap_or(usize::MAX).max(1),
        done: Vec::new(),
        open: None,
        count: 0,
        number: 0,
        mode: 1,
        cut: false,
    };
    let mut before: Option<Diagram> = None;
    walk_line(node, terms, |node, game, _| {
        let first = before.is_none();
        let board = before.replace(Diagram::from(game.board()));
        cutter.node(node, game, board.unwrap_or_else(|| Diagram::new(game.size())), first);
    });
    cutter.finish()
}

struct Cutter<'a> {
    range: std::ops::RangeInclusive<u32>,
    most: usize,
    done: Vec<Passage>,
    open: Option<Open<'a>>,
    /// The number of moves so far.
    count: u32,
    /// The printed number of the last move, before PM applies.
    number: u32,
    /// The value of PM: 2 prints numbers without hundreds.
    mode: i64,
    /// Whether the next move begins a passage.
    cut: bool,
}

struct Open<'a> {
    passage: Passage,
    /// Its last node.
    end: NodeRef<'a>,
}

impl<'a> Cutter<'a> {
    fn node(&mut self, node: NodeRef<'a>, game: &Game, before: Diagram, is_root: bool) {
        if let Some(mode) = node.number("PM") {
            self.mode = mode;
        }
        let set_up = !is_root && node.has_setup();
        // In a single figure, FG does not begin another.
        self.cut |= set_up || self.most < usize::MAX && node.get("FG").is_some();
        // Two moves in one node: the board between them is not available, so both follow `before`.
        let before = if is_root || set_up { Diagram::from(game.board()) } else { before };
        for (color, mv, _) in node.moves(game.size()) {
            let Some(mv) = mv else { continue };
            self.count += 1;
            self.number = match node.number("MN").and_then(|number| u32::try_from(number).ok()) {
                Some(number) => number,
                None => self.number.saturating_add(1),
            };
            if !self.range.contains(&self.count) {
                continue;
            }
            let is_full = |open: &Open<'_>| open.passage.moves.len() >= self.most;
            if self.cut || self.open.as_ref().is_some_and(is_full) {
                self.close();
            }
            self.cut = false;
            let number = self.number;
            let open = self.open.get_or_insert_with(|| Open {
                passage: Passage {
                    after: Diagram::new(game.size()),
                    before: before.clone(),
                    moves: Vec::new(),
                    start: self.count,
                },
                end: node,
            });
            open.passage.moves.push((number, color, mv));
            open.passage.after = without_markup(node, game);
            open.end = node;
        }
    }

    fn close(&mut self) {
        let Some(Open { mut passage, end }) = self.open.take() else { return };
        mark_up(end, &mut passage.after);
        if self.mode == 2 {
            let hundreds = passage.first() / 100 * 100;
            passage
                .moves
                .iter_mut()
                .for_each(|(number, ..)| *number = number.saturating_sub(hundreds));
        }
        self.done.push(passage);
    }

    fn finish(mut self) -> Vec<Passage> {
        self.close();
        self.done
    }
}
