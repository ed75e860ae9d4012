//! A game under construction: plays the nodes of a line one after the other.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use hoshi_core::{Board, Color, Game, InvalidSetup, Move, Point, Position, Refusal, Setup, Size};

use super::rows::Rows;
use super::{MAX_REMARKS, Problem, Remark, Terms};
use crate::sgf::area::{self, Corners, Painter};
use crate::sgf::{NodeId, NodeRef, Value};

/// The side to move before the first move: PL, else the colour of the first move, else White if
/// Black has a handicap or only Black has stones, else Black.
fn first_turn(root: NodeRef<'_>, terms: &Terms, setup: &Setup) -> Color {
    if let Some(color) = root.get("PL").and_then(|property| property.value().color()) {
        return color;
    }
    if let Some(color) = next_color(root) {
        return color;
    }
    let has = |color| setup.stones.values().contains(&Some(color));
    if terms.handicap >= 2 || (has(Color::Black) && !has(Color::White)) {
        Color::White
    } else {
        Color::Black
    }
}

/// The colour of the first move from a node on, along the first variations.
fn next_color(node: NodeRef<'_>) -> Option<Color> {
    std::iter::successors(Some(node), |node| node.first_child()).find_map(color_of)
}

/// The colour of a node's first move.
fn color_of(node: NodeRef<'_>) -> Option<Color> {
    node.moves(Size::S19).next().map(|(color, ..)| color)
}

/// How far a setup looks ahead for the move that shows whose turn it is. Without a limit, a file of
/// setups alone would take quadratic time.
const NEAR: usize = 16;

/// After this many setups in a line, more than any real game, consecutive setups are combined: the game keeps
/// only the last, and superko ignores the others.
const MANY_SETUPS: usize = 64;

/// A game under construction.
pub(crate) struct Stage {
    /// The game, without the setup in `waiting`: see [`Stage::settle`].
    pub(super) game: Game,
    size: Size,
    root: NodeId,
    pub(super) remarks: Remarks,
    /// The number of moves before the first of the game.
    pub(super) earlier: usize,
    /// The amount of history in the game: moves, and setups by weight.
    pub(super) history: usize,
    /// Whether setups may be deferred, and how many there were.
    pub(super) may_wait: bool,
    setups: usize,
    waiting: Option<Waiting>,
    /// The number of deferred setups that break the rules.
    invalid: usize,
    ahead: Ahead,
}

/// The deferred setup of the last nodes. Building a board takes many times as long as reading the setup, and a
/// file can set up a whole board in every node.
struct Waiting {
    rows: Rows,
    turn: Color,
    ko: Option<Point>,
    is_valid: bool,
}

/// A run of nodes without a move, each the first child of the one before it; a cache for the look
/// ahead.
#[derive(Default)]
struct Ahead {
    /// The first and the last of them, and their number.
    known: Option<(NodeId, NodeId, usize)>,
}

impl Ahead {
    /// The colour of the first move from a node on, within [`NEAR`] nodes. For queries about successive nodes, each node
    /// is visited once.
    fn next_color(&mut self, node: NodeRef<'_>) -> Option<Color> {
        let (mut last, mut count) = match self.known {
            Some((first, last, count)) if first == node.id() => (node.game().node(last), count),
            _ => match color_of(node) {
                Some(color) => return Some(color),
                None => (node, 1),
            },
        };
        self.known = None;
        while count < NEAR {
            let Some(next) = last.first_child() else { break };
            if let Some(color) = color_of(next) {
                return Some(color);
            }
            (last, count) = (next, count + 1);
        }
        // The next query starts one node later.
        if let Some(next) = node.first_child().filter(|_| count > 1) {
            self.known = Some((next.id(), last.id(), count - 1));
        }
        None
    }
}

/// The first remarks, and the number of further ones.
pub(super) struct Remarks {
    pub(super) list: Vec<Remark>,
    most: usize,
    pub(super) unkept: usize,
}

impl Remarks {
    fn add(&mut self, remark: impl FnOnce() -> Remark) {
        if self.list.len() < self.most {
            self.list.push(remark());
        } else {
            self.unkept += 1;
        }
    }
}

impl Stage {
    /// Starts a game with the setup of the root.
    pub(super) fn new(root: NodeRef<'_>, terms: &Terms) -> Stage {
        Stage::keeping(root, terms, usize::MAX)
    }

    /// Like [`Stage::new`]; of many consecutive setups, the game keeps the last.
    pub(super) fn brief(root: NodeRef<'_>, terms: &Terms, most: usize) -> Stage {
        Stage { may_wait: true, ..Stage::keeping(root, terms, most) }
    }

    /// Like [`Stage::new`], with a limit on the number of remarks.
    pub(super) fn keeping(root: NodeRef<'_>, terms: &Terms, most: usize) -> Stage {
        let mut remarks = Remarks { list: Vec::new(), most, unkept: 0 };
        let mut setup = Setup::new(terms.size);
        let mut painter = Painter::new(&mut setup.stones);
        let put = |stone, corners| painter.put(stone, corners);
        let touched = put_stones(root, terms.size, &mut remarks, put);
        painter.finish();
        setup.turn = first_turn(root, terms, &setup);
        let start = match touched {
            true => as_is(setup, root, &mut remarks),
            false => Position::new(Board::new(terms.size), setup.turn),
        };
        let game = Game::from_position(start, terms.rules.clone())
            .with_handicap_of(terms.handicap)
            .with_komi(terms.komi);
        Stage {
            game,
            size: terms.size,
            root: root.id(),
            remarks,
            earlier: 0,
            history: 0,
            may_wait: false,
            setups: 0,
            waiting: None,
            invalid: 0,
            ahead: Ahead::default(),
        }
    }

    /// Continues with a new game from here, if this one has this much history. Returns whether it
    /// did.
    pub(super) fn forget(&mut self, most: usize) -> bool {
        if self.history < most {
            return false;
        }
        let start = Position::new(self.game.board().clone(), self.game.turn());
        let game = Game::from_position(start, self.game.rules().clone())
            .with_handicap_of(self.game.handicap())
            .with_komi(self.game.komi());
        self.earlier += self.game.move_count();
        (self.game, self.history) = (game, 0);
        true
    }

    /// Plays a node.
    pub(super) fn step(&mut self, node: NodeRef<'_>) {
        if node.id() != self.root && node.has_setup() {
            self.setups += 1;
            if self.may_wait && self.setups > MANY_SETUPS && Rows::fit(self.size) {
                self.set_up_later(node);
            } else {
                self.settle();
                self.set_up(node);
            }
        }
        for (color, mv, value) in node.moves(self.size) {
            let remark = |problem| Remark { node: node.id(), offset: value.offset(), problem };
            let size = self.size;
            let Some(mv) = mv else {
                self.remarks.add(|| {
                    let (property, value) = (color.letter().to_string(), quoted(value));
                    remark(Problem::NotAPoint { property, value, size })
                });
                continue;
            };
            self.settle();
            self.history += 1;
            let number = self.earlier + self.game.move_count() + 1;
            let refused = self.refused(color, mv);
            // The point is on this board, so it cannot be refused as off the board.
            let _ = self.game.force(color, mv);
            match refused {
                None => {}
                // KO marks the move as intended.
                Some(_) if node.get("KO").is_some() => {}
                Some(refusal) => self.remarks.add(|| {
                    let name = size.move_name(mv);
                    remark(Problem::Illegal { number, color, mv, name, refusal })
                }),
            }
        }
    }

    /// The rule that forbids a move, if any. Play may be resumed after two passes.
    fn refused(&self, color: Color, mv: Move) -> Option<Refusal> {
        match (self.game.check(color, mv).err(), mv) {
            (Some(Refusal::GameOver), Move::Play(point)) => {
                self.game.board().check(color, point, self.game.rules()).err()
            }
            (Some(Refusal::GameOver), Move::Pass) => None,
            (refused, _) => refused,
        }
    }

    fn set_up(&mut self, node: NodeRef<'_>) {
        let mut setup = Setup::of(self.game.board(), self.game.turn());
        let mut painter = Painter::new(&mut setup.stones);
        let put = |stone, corners| painter.put(stone, corners);
        let touched = put_stones(node, self.size, &mut self.remarks, put);
        painter.finish();
        if touched {
            setup.ko = None;
        }
        let has = |color: Color| setup.stones.values().contains(&Some(color));
        if let Some(color) = self.turn_after(node, has)
            && color != setup.turn
        {
            // A ko binds the side that was to move.
            (setup.turn, setup.ko) = (color, None);
        }
        let position = as_is(setup, node, &mut self.remarks);
        // The sizes are the same.
        let _ = self.game.set_up(position);
        self.history += 1 + self.size.area() / 64;
    }

    /// The side to move after a setup, if it can be determined: from PL, or from the next move. Before the
    /// first move, stones of Black alone are a handicap.
    fn turn_after(&mut self, node: NodeRef<'_>, has: impl Fn(Color) -> bool) -> Option<Color> {
        let turn = node.get("PL").and_then(|property| property.value().color());
        let turn = turn.or_else(|| self.ahead.next_color(node));
        let is_first = self.earlier + self.game.move_count() == 0;
        let is_handicap = || is_first && has(Color::Black) && !has(Color::White);
        turn.or_else(|| is_handicap().then_some(Color::White))
    }

    /// Like [`Stage::set_up`], but deferred, without a board.
    fn set_up_later(&mut self, node: NodeRef<'_>) {
        let mut waiting = self.waiting.take().unwrap_or_else(|| {
            let setup = Setup::of(self.game.board(), self.game.turn());
            let mut rows = Rows::of(&setup.stones);
            let is_valid = match setup.ko {
                None => rows.all_have_liberties(),
                Some(_) => setup.position_either_way().1,
            };
            Waiting { rows, turn: setup.turn, ko: setup.ko, is_valid }
        });
        let put = |stone, corners| waiting.rows.put(stone, corners);
        let touched = put_stones(node, self.size, &mut self.remarks, put);
        if touched {
            waiting.ko = None;
        }
        let was_ko = waiting.ko.is_some();
        if let Some(color) = self.turn_after(node, |color| waiting.rows.has(color))
            && color != waiting.turn
        {
            (waiting.turn, waiting.ko) = (color, None);
        }
        if touched || was_ko && waiting.ko.is_none() {
            waiting.is_valid = waiting.rows.all_have_liberties();
        }
        if !waiting.is_valid {
            self.invalid += 1;
            let board = self.game.board();
            let is_listed = self.invalid <= MAX_REMARKS;
            self.remarks.add(|| match is_listed {
                true => invalid(waiting.setup(board), node),
                false => unlisted(self.size, node),
            });
        }
        self.waiting = Some(waiting);
    }

    /// The number of stones of a colour in a rectangle, and the first of them.
    pub(crate) fn there(&self, color: Color, corners: Corners) -> (usize, Option<Point>) {
        if let Some(waiting) = &self.waiting {
            return waiting.rows.there(color, corners);
        }
        let (mut count, mut first) = (0, None);
        area::each(self.size, corners, |point| {
            if self.game.board().stone(point) == Some(color) {
                count += 1;
                first.get_or_insert(point);
            }
        });
        (count, first)
    }

    /// A hash of the position, for comparison with a game that has had the same number of setups.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let board = self.game.board();
        match &self.waiting {
            Some(waiting) => (&waiting.rows, waiting.ko, waiting.turn).hash(&mut hasher),
            None => (board.hash(), board.ko(), self.game.turn()).hash(&mut hasher),
        }
        Color::ALL.map(|color| board.captures(color)).hash(&mut hasher);
        hasher.finish()
    }

    /// The size of the board.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[cfg(test)]
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Applies the deferred setup to the game.
    pub(super) fn settle(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            let (position, _) = waiting.setup(self.game.board()).position_either_way();
            // The sizes are the same.
            let _ = self.game.set_up(position);
            self.history += 1 + self.size.area() / 64;
        }
    }
}

impl Waiting {
    /// The deferred setup, with the captures of the board before it.
    fn setup(&self, board: &Board) -> Setup {
        let mut setup = Setup::of(board, self.turn);
        (setup.stones, setup.ko) = (self.rows.stones(), self.ko);
        setup
    }
}

/// Applies AB, AW and AE. Returns whether there were any.
fn put_stones(
    node: NodeRef<'_>,
    size: Size,
    remarks: &mut Remarks,
    mut put: impl FnMut(Option<Color>, Corners),
) -> bool {
    let mut touched = false;
    for property in node.properties() {
        let stone = if property.is("AB") {
            Some(Color::Black)
        } else if property.is("AW") {
            Some(Color::White)
        } else if property.is("AE") {
            None
        } else {
            continue;
        };
        for value in property.values() {
            match value.corners(size) {
                Some(corners) => {
                    touched = true;
                    put(stone, corners);
                }
                // `AB[]` sets nothing.
                None if value.raw().trim_ascii().is_empty() => {}
                None => remarks.add(|| Remark {
                    node: node.id(),
                    offset: value.offset(),
                    problem: Problem::NotAPoint {
                        property: property.key(),
                        value: quoted(value),
                        size,
                    },
                }),
            }
        }
    }
    touched
}

/// A value for a message: at most one line, without control characters.
fn quoted(value: Value<'_>) -> String {
    const MOST: usize = 40;
    let raw = value.raw();
    // Only these bytes need decoding.
    let text = if raw.len() <= 4 * MOST {
        value.simple_text().into_owned()
    } else {
        String::from_utf8_lossy(&raw[..4 * MOST]).into_owned()
    };
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < raw.len().min(text.len()) {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}

/// The position of a setup, even if illegal; problems become remarks.
fn as_is(setup: Setup, node: NodeRef<'_>, remarks: &mut Remarks) -> Position {
    let (position, is_valid) = setup.position_either_way();
    if !is_valid {
        remarks.add(|| invalid(setup, node));
    }
    position
}

/// The remark about a setup that breaks the rules.
fn invalid(setup: Setup, node: NodeRef<'_>) -> Remark {
    let faults = setup.faults();
    let invalid = InvalidSetup { setup: Box::new(setup), faults };
    let offset = node.offset().unwrap_or(0);
    Remark { node: node.id(), offset, problem: Problem::Setup(invalid) }
}

/// Like [`invalid`], when no more remarks are kept.
fn unlisted(size: Size, node: NodeRef<'_>) -> Remark {
    let invalid = InvalidSetup { setup: Box::new(Setup::new(size)), faults: Vec::new() };
    let offset = node.offset().unwrap_or(0);
    Remark { node: node.id(), offset, problem: Problem::Setup(invalid) }
}
