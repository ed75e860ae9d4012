//! Bulk replay: the main line of every game of a file on one reused board, without a tree or a
//! history. The results equal those of [`crate::replay`], several times as fast.
//!
//! Superko needs earlier positions, and so does, in one rare case, a setup that sets nothing. Such
//! games are passed to [`crate::replay`].

use std::cell::Cell;

use hoshi_core::{Board, Color, Ko, Move, Refusal, Rules, Setup, Size};

use crate::info;
use crate::replay::{self, Problem, Terms};
use crate::sgf::{Collection, Flow, HEAD_NODES, Script, Value, Visitor, area, key, scan_scripts};

/// A game that was replayed to the end of its main line.
#[derive(Clone, Copy, Debug)]
pub struct Replayed<'a> {
    /// The index of the game in the file, from 0.
    pub index: usize,
    /// The board at the end.
    pub board: &'a Board,
    /// The number of moves, including passes and illegal moves.
    pub moves: usize,
    /// The moves that the rules refuse, in order. They were played all the same.
    pub illegal: &'a [Illegal],
}

/// A move that the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The point.
    pub mv: Move,
    /// The rule that forbids it.
    pub refusal: Refusal,
}

/// Replays games under fixed rules, ignoring those that the games name. It reuses its board from
/// file to file.
///
/// ```
/// use hoshi_core::{Preset, Refusal, Rules};
/// use hoshi_record::bulk::Bulk;
///
/// let mut bulk = Bulk::new(Rules::of(Preset::Simple));
/// let mut areas = Vec::new();
/// bulk.replay(b"(;SZ[3];B[bb];W[])(;SZ[2];B[aa];W[aa])", |game| {
///     areas.push(game.board.area());
///     if game.index == 1 {
///         assert_eq!((game.illegal[0].number, game.illegal[0].refusal), (2, Refusal::Occupied));
///     }
/// });
/// assert_eq!(areas, [[9, 0], [0, 4]]);
/// ```
#[derive(Clone, Debug)]
pub struct Bulk {
    rules: Rules,
    line: Line,
}

impl Bulk {
    /// Replays under these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Bulk {
        Bulk { rules, line: Line::default() }
    }

    /// Replays every game of a file, and calls `each` when one is done.
    ///
    /// Other text is skipped: for a file without games there are no calls.
    pub fn replay(&mut self, bytes: &[u8], each: impl FnMut(Replayed<'_>)) {
        let script = Cell::new(Script::UTF_8);
        let Bulk { rules, line } = self;
        line.begin();
        let mut games = Games {
            bytes,
            rules,
            script: &script,
            line,
            each,
            index: 0,
            has_nodes: false,
            file: None,
        };
        scan_scripts(bytes, |new| script.set(new), &mut games);
        games.finish();
    }
}

/// What a property means for a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move(Color),
    Stones(Option<Color>),
    Turn,
    Meant,
    Size,
    Other,
}

impl Kind {
    #[inline]
    fn of(name: &[u8]) -> Kind {
        match name {
            b"B" => Kind::Move(Color::Black),
            b"W" => Kind::Move(Color::White),
            b"AB" => Kind::Stones(Some(Color::Black)),
            b"AW" => Kind::Stones(Some(Color::White)),
            b"AE" => Kind::Stones(None),
            b"PL" => Kind::Turn,
            b"KO" => Kind::Meant,
            b"SZ" => Kind::Size,
            _ => Kind::of_old(name),
        }
    }

    /// In a long (`FF[3]`) name only the capitals count.
    fn of_old(name: &[u8]) -> Kind {
        if !name.iter().any(u8::is_ascii_lowercase) {
            return Kind::Other;
        }
        Kind::of(key(std::str::from_utf8(name).unwrap_or_default()).as_bytes())
    }
}

/// The visitor, which follows the main line of each game.
struct Games<'a, F> {
    bytes: &'a [u8],
    rules: &'a Rules,
    script: &'a Cell<Script>,
    line: &'a mut Line,
    each: F,
    index: usize,
    has_nodes: bool,
    /// The file as a tree, built on first need.
    file: Option<Collection>,
}

impl<F: FnMut(Replayed<'_>)> Games<'_, F> {
    /// Reports the game, if there is one. Text after a game's closing bracket may still belong to
    /// it, so it ends only where the next game or the end of the file does.
    fn finish(&mut self) {
        if !std::mem::take(&mut self.has_nodes) {
            return;
        }
        let index = self.index;
        self.index += 1;
        if self.line.stage == Stage::Lost || self.rules.ko != Ko::Simple {
            return self.finish_slowly(index);
        }
        self.line.decide(Size::S19, self.rules);
        let Line { board, moves, illegal, .. } = &*self.line;
        (self.each)(Replayed { index, board, moves: *moves, illegal });
    }

    #[cold]
    fn finish_slowly(&mut self, index: usize) {
        if self.file.is_none() {
            self.file = Collection::read(self.bytes).ok();
        }
        // The tree has the same games, unless the file exceeds the tree's size limit.
        let Some(game) = self.file.as_ref().and_then(|file| file.game(index)) else { return };
        let terms = Terms::under(game, self.rules.clone());
        let end = game.main_line().last().unwrap_or(game.root());
        let replay::Replay { game, remarks } = replay::replay(end, &terms);
        let illegal = remarks.into_iter().filter_map(|remark| match remark.problem {
            Problem::Illegal { number, color, mv, refusal, .. } => {
                Some(Illegal { number, color, mv, refusal })
            }
            _ => None,
        });
        let illegal: Vec<Illegal> = illegal.collect();
        let (board, moves) = (game.board(), game.move_count());
        (self.each)(Replayed { index, board, moves, illegal: &illegal });
    }
}

impl<'t, F: FnMut(Replayed<'_>)> Visitor<'t> for Games<'_, F> {
    fn game(&mut self, _offset: usize) -> Flow {
        self.finish();
        self.line.begin();
        Flow::Go
    }

    fn variation(&mut self, _nth: usize) -> Flow {
        self.line.depth += 1;
        Flow::Go
    }

    fn end_variation(&mut self) {
        let line = &mut *self.line;
        line.depth = line.depth.saturating_sub(1);
        // Empty brackets are not a variation.
        line.ended |= line.depth < line.tip_depth;
    }

    // Side variations are scanned, not skipped: where brackets are missing, only a full scan finds
    // the same ends as the tree does.
    #[inline]
    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        if self.line.ended {
            return;
        }
        let is_first = self.line.last_name != name.as_ptr().addr();
        self.line.last_name = name.as_ptr().addr();
        self.line.value(Kind::of(name), is_first, value, self.script, self.rules);
    }

    // The previous node is finished, so nothing is pending.
    #[inline]
    fn lone_move(&mut self, offset: usize, name: &'t [u8], value: &'t [u8]) -> Flow {
        let line = &mut *self.line;
        if line.stage == Stage::Playing && !line.ended {
            let color = if name == b"B" { Color::Black } else { Color::White };
            let mv = Value::new(value, 0, Script::UTF_8).a_move(line.board.size());
            if let Some(mv) = mv {
                line.play(color, mv, self.rules);
            }
            line.tip_depth = line.depth;
            line.node.is_later = true;
            self.has_nodes = true;
        } else {
            self.value(name, value);
            self.end_node(offset, true);
        }
        Flow::Go
    }

    #[inline]
    fn end_node(&mut self, _offset: usize, _tidy: bool) {
        if !self.line.ended {
            self.has_nodes = true;
            self.line.tip_depth = self.line.depth;
            self.line.end_node(self.rules);
        }
    }
}

/// The state of a line's replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The size is not known yet, and everything is buffered: SZ may come as late as the node of the
    /// first move.
    #[default]
    Unsized,
    /// Values are applied at once.
    Playing,
    /// A board alone is not enough to continue.
    Lost,
}

/// A buffered value.
#[derive(Clone, Debug)]
enum Held {
    Value(Kind, Vec<u8>),
    EndNode,
}

/// The main line of a game.
#[derive(Clone, Debug)]
struct Line {
    stage: Stage,
    board: Board,
    moves: usize,
    illegal: Vec<Illegal>,
    held: Vec<Held>,
    /// The number of buffered nodes.
    head_nodes: usize,
    /// The number of open variations, now and at the last node of the line.
    depth: usize,
    tip_depth: usize,
    /// Whether the line has ended; everything further belongs to side variations.
    ended: bool,
    /// The address of the last property's name: further values of the property have the same
    /// address.
    last_name: usize,
    /// The side to move, where it matters: when there is a ko.
    turn: Color,
    node: Node,
}

/// The pending part of the current node: setups come before moves, whatever their order.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Whether it is not the root.
    is_later: bool,
    /// Its first move, if it has one.
    first: Option<(Color, Option<Move>)>,
    /// Whether it has anything else.
    has_more: bool,
    has_setup: bool,
    is_meant: bool,
    /// The value of the first PL.
    turn: Option<Option<Color>>,
    setup: Option<Setup>,
    /// The number of points written to it.
    written: usize,
    /// Moves after the first.
    moves: Vec<(Color, Option<Move>)>,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            stage: Stage::Unsized,
            board: Board::new(Size::S19),
            moves: 0,
            illegal: Vec::new(),
            held: Vec::new(),
            head_nodes: 0,
            depth: 0,
            tip_depth: 0,
            ended: false,
            last_name: 0,
            turn: Color::Black,
            node: Node::default(),
        }
    }
}

impl Line {
    /// Starts the next game.
    fn begin(&mut self) {
        self.stage = Stage::Unsized;
        self.moves = 0;
        self.illegal.clear();
        self.held.clear();
        self.head_nodes = 0;
        (self.depth, self.tip_depth, self.ended, self.last_name) = (0, 0, false, 0);
        self.node = Node::default();
    }

    /// Applies the buffered values, now that the size is known.
    fn decide(&mut self, size: Size, rules: &Rules) {
        if self.stage != Stage::Unsized {
            return;
        }
        self.stage = Stage::Playing;
        if self.board.size() == size {
            self.board.clear();
        } else {
            self.board = Board::new(size);
        }
        self.node = Node::default();
        for held in std::mem::take(&mut self.held) {
            match held {
                Held::Value(kind, raw) => self.act(kind, &raw),
                Held::EndNode => self.act_on_node(rules),
            }
        }
    }

    #[inline]
    fn value(
        &mut self,
        kind: Kind,
        is_first: bool,
        raw: &[u8],
        script: &Cell<Script>,
        rules: &Rules,
    ) {
        // All values of AB, AW and AE count; of other properties only the first.
        if kind == Kind::Other || !(is_first || matches!(kind, Kind::Stones(_))) {
            return;
        }
        match self.stage {
            Stage::Playing => self.act(kind, raw),
            Stage::Unsized if kind == Kind::Size => {
                let text = Value::new(raw, 0, script.get()).simple_text();
                let size = info::size::read(&text).map_or(Size::S19, |reading| reading.value);
                self.decide(size, rules);
            }
            Stage::Unsized => {
                self.held.push(Held::Value(kind, raw.to_vec()));
            }
            Stage::Lost => {}
        }
    }

    #[inline]
    fn end_node(&mut self, rules: &Rules) {
        match self.stage {
            Stage::Playing => self.act_on_node(rules),
            Stage::Unsized => {
                let node = self.held.rsplit(|held| matches!(held, Held::EndNode)).next();
                let is_move = |held: &Held| matches!(held, Held::Value(Kind::Move(_), _));
                let has_move = node.is_some_and(|node| node.iter().any(is_move));
                self.held.push(Held::EndNode);
                self.head_nodes += 1;
                let is_first_move = std::mem::replace(&mut self.node.is_later, true) && has_move;
                if is_first_move || self.head_nodes == HEAD_NODES {
                    self.decide(Size::S19, rules);
                }
            }
            Stage::Lost => {}
        }
    }

    /// Applies or notes a value.
    #[inline]
    fn act(&mut self, kind: Kind, raw: &[u8]) {
        // The charset does not matter to points and colours.
        let value = Value::new(raw, 0, Script::UTF_8);
        if let (Kind::Move(color), None) = (kind, self.node.first) {
            self.node.first = Some((color, value.a_move(self.board.size())));
            return;
        }
        self.node.has_more = true;
        match kind {
            Kind::Move(color) => {
                self.node.moves.push((color, value.a_move(self.board.size())));
            }
            Kind::Stones(stone) => self.put(stone, value),
            Kind::Turn => {
                self.node.has_setup = true;
                self.node.turn.get_or_insert_with(|| value.color());
            }
            Kind::Meant => self.node.is_meant = true,
            Kind::Size | Kind::Other => {}
        }
    }

    /// Adds or removes setup stones.
    fn put(&mut self, stone: Option<Color>, value: Value<'_>) {
        self.node.has_setup = true;
        let size = self.board.size();
        // Isolated stones, such as handicap stones, need no setup of the whole board.
        if let (Some(color), Some(point), false, None) =
            (stone, value.point(size), self.node.is_later, &self.node.setup)
        {
            let mut near = size.neighbors(point).peekable();
            let free = |point| self.board.is_empty_at(point);
            if near.peek().is_some() && free(point) && near.all(free) {
                let _ = self.board.force(color, point);
                return;
            }
        }
        let Some(corners) = value.corners(size) else { return };
        let setup = self.node.setup.get_or_insert_with(|| Setup::of(&self.board, self.turn));
        // Overlapping rectangles are left to the code that collects them.
        if self.node.written > 2 * size.area() {
            return;
        }
        area::each(size, corners, |point| {
            setup.stones[point] = stone;
            self.node.written += 1;
        });
    }

    /// Applies the node.
    #[inline]
    fn act_on_node(&mut self, rules: &Rules) {
        if self.node.has_more {
            return self.act_on_odd_node(rules);
        }
        if let Some((color, Some(mv))) = self.node.first.take() {
            self.play(color, mv, rules);
        }
        self.node.is_later = true;
    }

    /// Applies a node that has more than one move.
    fn act_on_odd_node(&mut self, rules: &Rules) {
        let is_crowded = self.node.written > 2 * self.board.size().area();
        if is_crowded || self.node.has_setup && self.set_up() == Stage::Lost {
            self.stage = Stage::Lost;
            return;
        }
        let moves = std::mem::take(&mut self.node.moves);
        for (color, mv) in self.node.first.into_iter().chain(moves) {
            if let Some(mv) = mv {
                self.play(color, mv, rules);
            }
        }
        self.node = Node { is_later: true, ..Node::default() };
    }

    #[inline]
    fn play(&mut self, color: Color, mv: Move, rules: &Rules) {
        self.moves += 1;
        self.turn = color.opponent();
        let Move::Play(point) = mv else { return self.board.lift_ko() };
        if let Err(refusal) = self.board.play(color, point, rules) {
            // KO marks it as intended.
            if !self.node.is_meant {
                self.illegal.push(Illegal { number: self.moves, color, mv, refusal });
            }
            let _ = self.board.force(color, point);
        }
    }

    /// Sets the board up as the node says.
    #[cold]
    fn set_up(&mut self) -> Stage {
        let turn = self.node.turn.flatten();
        if let Some(mut setup) = self.node.setup.take() {
            setup.ko = None;
            self.board.clone_from(setup.position_as_is().board());
        } else if self.node.is_later && self.board.ko().is_some() {
            // Nothing is set, and a ko stays if it binds the side to move. PL names that side; without
            // PL it is the player of the next move, which would take a look ahead.
            let Some(turn) = turn else { return Stage::Lost };
            let setup = Setup { turn, ..Setup::of(&self.board, self.turn) };
            self.board.clone_from(setup.position_as_is().board());
        }
        self.turn = turn.unwrap_or(self.turn);
        Stage::Playing
    }
}
