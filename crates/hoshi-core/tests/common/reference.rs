//! The rules of Go, slow and obvious: plain cells, flood fill, and every earlier board kept as a
//! plain value. It is deliberately simple and uses nothing of hoshi-core's board; only the types
//! for colours, rules, points and refusals are shared.

use std::collections::HashMap;

use hoshi_core::{Color, Ko, Move, Point, Refusal, Rules, Size, Suicide, zobrist};

/// The content of each point, row by row from the top left.
pub(crate) type Cells = Vec<Option<Color>>;

/// The points beside a point.
pub(crate) fn neighbors(size: Size, at: usize) -> impl Iterator<Item = usize> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let (x, y) = (at % width, at / width);
    let up = (y > 0).then(|| at - width);
    let left = (x > 0).then(|| at - 1);
    let right = (x + 1 < width).then(|| at + 1);
    let down = (y + 1 < height).then(|| at + width);
    [up, left, right, down].into_iter().flatten()
}

/// Connected stones of one colour, and the empty points beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) stones: Vec<usize>,
    pub(crate) liberties: Vec<usize>,
}

/// The group of the stone at a point, by flood fill.
pub(crate) fn group(size: Size, cells: &Cells, at: usize) -> Group {
    let mut group = Group { stones: Vec::new(), liberties: Vec::new() };
    let mut seen = vec![false; cells.len()];
    seen[at] = true;
    let mut open = vec![at];
    while let Some(point) = open.pop() {
        group.stones.push(point);
        for near in neighbors(size, point) {
            if seen[near] {
                continue;
            }
            if cells[near] == cells[at] {
                seen[near] = true;
                open.push(near);
            } else if cells[near].is_none() {
                seen[near] = true;
                group.liberties.push(near);
            }
        }
    }
    group.stones.sort_unstable();
    group.liberties.sort_unstable();
    group
}

/// The result of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) cells: Cells,
    /// The opponent's captured stones.
    pub(crate) captured: Vec<usize>,
    /// The player's own removed stones, including the one played.
    pub(crate) lost: Vec<usize>,
    /// The point that simple ko forbids to the opponent.
    pub(crate) ko: Option<usize>,
    /// The liberties of the stone played.
    pub(crate) liberties: usize,
}

/// The last event that changed the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    SetUp,
    Pass,
    Play,
}

/// A game: the board and its history.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    pub(crate) cells: Cells,
    /// The stones on the board, the earliest placed first.
    pub(crate) order: Vec<usize>,
    pub(crate) captures: [u32; 2],
    /// The point that simple ko forbids, and to whom.
    pub(crate) ko: Option<(usize, Color)>,
    pub(crate) moves: usize,
    /// The event that led to the current board.
    last: Last,
    /// Every earlier board, a byte per point, with the number of moves and the side to move.
    seen: HashMap<Vec<u8>, Vec<(usize, Color)>>,
}

impl Reference {
    /// A game that starts with these stones. They count as placed in reading order.
    pub(crate) fn new(size: Size, rules: &Rules, cells: Cells, turn: Color) -> Reference {
        let order = (0..cells.len()).filter(|&at| cells[at].is_some()).collect();
        let seen = HashMap::from([(bytes(&cells), vec![(0, turn)])]);
        let (rules, captures, last) = (rules.clone(), [0; 2], Last::SetUp);
        Reference { size, rules, cells, order, captures, ko: None, moves: 0, last, seen }
    }

    /// Replaces the position, with a ko against the side to move.
    pub(crate) fn set_up(
        &mut self,
        cells: Cells,
        turn: Color,
        ko: Option<usize>,
        captures: [u32; 2],
    ) {
        self.order = (0..cells.len()).filter(|&at| cells[at].is_some()).collect();
        self.cells = cells;
        self.ko = ko.map(|at| (at, turn));
        self.captures = captures;
        self.last = Last::SetUp;
        self.remember(turn);
    }

    /// A game that starts from the empty board, Black first.
    pub(crate) fn empty(size: Size, rules: &Rules) -> Reference {
        Reference::new(size, rules, vec![None; size.area()], Color::Black)
    }

    /// The number of a point.
    pub(crate) fn at(&self, point: Point) -> usize {
        usize::from(point.y()) * usize::from(self.size.width()) + usize::from(point.x())
    }

    /// The point with a number.
    pub(crate) fn point(&self, at: usize) -> Point {
        let width = usize::from(self.size.width());
        self.size.point((at % width) as u8, (at / width) as u8).expect("a point of the board")
    }

    /// The points with these numbers.
    pub(crate) fn points(&self, all: &[usize]) -> Vec<Point> {
        all.iter().map(|&at| self.point(at)).collect()
    }

    /// Every group with its colour, in reading order of the first stones.
    pub(crate) fn groups(&self) -> Vec<(Color, Group)> {
        let mut seen = vec![false; self.cells.len()];
        let mut groups = Vec::new();
        for at in 0..self.cells.len() {
            let Some(color) = self.cells[at].filter(|_| !seen[at]) else { continue };
            let found = group(self.size, &self.cells, at);
            for &stone in &found.stones {
                seen[stone] = true;
            }
            groups.push((color, found));
        }
        groups
    }

    /// The result of a stone on a point, legal or not. An existing stone there is removed first.
    pub(crate) fn after(&self, color: Color, at: usize) -> After {
        let size = self.size;
        let mut cells = self.cells.clone();
        cells[at] = Some(color);
        let mut captured = Vec::new();
        for near in neighbors(size, at) {
            if cells[near] == Some(color.opponent()) {
                let them = group(size, &cells, near);
                if them.liberties.is_empty() {
                    them.stones.iter().for_each(|&stone| cells[stone] = None);
                    captured.extend(them.stones);
                }
            }
        }
        captured.sort_unstable();
        let own = group(size, &cells, at);
        let alone = own.stones.len() == 1 && own.liberties.len() == 1;
        let ko = (captured.len() == 1 && alone).then(|| own.liberties[0]);
        let liberties = own.liberties.len();
        let lost = if own.liberties.is_empty() { own.stones } else { Vec::new() };
        lost.iter().for_each(|&stone| cells[stone] = None);
        After { cells, captured, lost, ko, liberties }
    }

    /// Checks a play by the board alone; returns its result.
    pub(crate) fn check_board(&self, color: Color, point: Point) -> Result<After, Refusal> {
        if point.x() >= self.size.width() || point.y() >= self.size.height() {
            return Err(Refusal::OffBoard);
        }
        let at = self.at(point);
        if self.cells[at].is_some() {
            return Err(Refusal::Occupied);
        }
        if self.rules.ko == Ko::Simple && self.ko == Some((at, color)) {
            return Err(Refusal::Ko);
        }
        let after = self.after(color, at);
        let allowed = match (self.rules.suicide, after.lost.len()) {
            (_, 0) | (Suicide::Any, _) => true,
            (Suicide::Forbidden, _) | (Suicide::Multi, 1) => false,
            (Suicide::Multi, _) => true,
        };
        if allowed { Ok(after) } else { Err(Refusal::Suicide) }
    }

    /// Checks a play by all rules, including superko; returns its result.
    pub(crate) fn check(&self, color: Color, point: Point) -> Result<After, Refusal> {
        self.check_history(color, point, self.check_board(color, point)?)
    }

    /// Checks what the board alone does not: superko, and a ko that was set up.
    pub(crate) fn check_history(
        &self,
        color: Color,
        point: Point,
        after: After,
    ) -> Result<After, Refusal> {
        if self.last == Last::SetUp && self.ko == Some((self.at(point), color)) {
            return Err(Refusal::Ko);
        }
        match self.repeats(&after.cells, color.opponent(), self.rules.ko) {
            Some(first_seen) => Err(Refusal::Superko { first_seen }),
            None => Ok(after),
        }
    }

    /// The move after which this board first occurred, by a ko rule, with `turn` to move.
    pub(crate) fn repeats(&self, cells: &Cells, turn: Color, ko: Ko) -> Option<usize> {
        let first = match ko {
            Ko::Simple => None,
            Ko::Positional => self.times(cells).first(),
            Ko::Situational => self.times(cells).iter().find(|&&(_, to_move)| to_move == turn),
        };
        first.map(|&(time, _)| time)
    }

    fn times(&self, cells: &Cells) -> &[(usize, Color)] {
        self.seen.get(&bytes(cells)).map_or(&[], Vec::as_slice)
    }

    /// If the last event was a play: the earlier move after which the board was the same, with the
    /// same side to move.
    pub(crate) fn repetition(&self) -> Option<usize> {
        if self.last != Last::Play {
            return None;
        }
        let (&(_, turn), earlier) = self.times(&self.cells).split_last()?;
        earlier.iter().find(|&&(_, to_move)| to_move == turn).map(|t| t.0)
    }

    /// How often the board has occurred with the side to move that it has now.
    pub(crate) fn times_seen(&self) -> usize {
        let times = self.times(&self.cells);
        let Some(&(_, turn)) = times.last() else { return 0 };
        times.iter().filter(|&&(_, to_move)| to_move == turn).count()
    }

    /// Makes a legal move; returns the result of a play.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<Option<After>, Refusal> {
        if let Move::Play(point) = mv {
            self.check(color, point)?;
        }
        Ok(self.force(color, mv))
    }

    /// Makes a move, legal or not; returns the result of a play.
    pub(crate) fn force(&mut self, color: Color, mv: Move) -> Option<After> {
        self.moves += 1;
        self.ko = None;
        self.last = if mv.is_pass() { Last::Pass } else { Last::Play };
        let after = mv.point().map(|point| self.place(color, self.at(point)));
        self.remember(color.opponent());
        after
    }

    fn place(&mut self, color: Color, at: usize) -> After {
        let after = self.after(color, at);
        self.order.retain(|&stone| stone != at);
        self.order.push(at);
        self.order.retain(|&stone| after.cells[stone].is_some());
        self.cells.clone_from(&after.cells);
        self.captures[color.index()] += after.captured.len() as u32;
        self.captures[color.opponent().index()] += after.lost.len() as u32;
        self.ko = after.ko.map(|at| (at, color.opponent()));
        after
    }

    fn remember(&mut self, turn: Color) {
        self.seen.entry(bytes(&self.cells)).or_default().push((self.moves, turn));
    }

    /// The hash of the board.
    pub(crate) fn hash(&self) -> u64 {
        hash(self.size, &self.cells, |x, y| (x, y))
    }
}

fn bytes(cells: &Cells) -> Vec<u8> {
    let byte = |cell: &Option<Color>| match cell {
        None => b'.',
        Some(Color::Black) => b'X',
        Some(Color::White) => b'O',
    };
    cells.iter().map(byte).collect()
}

/// The exclusive or of the keys of all stones, with the board `turned` first.
pub(crate) fn hash(
    size: Size,
    cells: &Cells,
    turned: impl Fn(usize, usize) -> (usize, usize),
) -> u64 {
    let width = usize::from(size.width());
    let key = |(at, cell): (usize, &Option<Color>)| {
        let (x, y) = turned(at % width, at / width);
        cell.map_or(0, |color| zobrist::key(color, x as u8, y as u8))
    };
    cells.iter().enumerate().map(key).fold(0, |hash, key| hash ^ key)
}
