//! What the viewer shows, as JSON: for every node of a record its move, the points that change on the board, and
//! what is written and drawn there. The rules are applied here, so that the page needs none. `docs/web.md`
//! describes the form.

use std::ops::ControlFlow;

use hoshi_core::{Color, Move, Point, Size};
use hoshi_record::info::result::Ending;
use hoshi_record::problem::{self, AnswerKey, Word};
use hoshi_record::replay::{Step, Terms, is_problem, rules_name, walk_while};
use hoshi_record::sgf::{GameTree, NodeId, NodeRef};
use serde::Serialize;

/// The most nodes of all games together. A page with more would take long to open.
const MOST_NODES: usize = 100_000;
/// The most points that change or are marked, of all games together. A few bytes of a hostile record can name
/// thousands of them.
const MOST_POINTS: usize = 1_000_000;
/// So many points the boards of all games have at most: some ten thousand games of 19x19.
const MOST_BOARDS: usize = 4_000_000;

/// Games for the viewer.
#[derive(Serialize)]
pub(crate) struct Data {
    v: u32,
    games: Vec<GameData>,
    /// What is said after a wrong move: for the steps for beginners, each of which is a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
    /// Whether something was left out.
    #[serde(skip_serializing_if = "is_false")]
    cut: bool,
    #[serde(skip)]
    left: Budget,
}

/// What may still be added.
struct Budget {
    nodes: usize,
    points: usize,
    /// Points of boards: a few bytes can name a large one.
    boards: usize,
}

/// A game of a file.
#[derive(Default, Serialize)]
struct GameData {
    width: u8,
    height: u8,
    #[serde(skip_serializing_if = "String::is_empty")]
    black: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    white: String,
    /// Name, event, round, place and date.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    about: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    komi: String,
    #[serde(skip_serializing_if = "is_zero")]
    handicap: u32,
    /// As SGF writes it; as it is written if it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Task>,
    nodes: Vec<NodeData>,
}

/// Who solves a problem, and the node where that begins.
#[derive(Serialize)]
struct Task {
    solver: char,
    start: usize,
}

/// A node. What is left out is as usual; a point is `y * width + x`.
#[derive(Default, Serialize)]
struct NodeData {
    /// The parent; usually the node before this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<usize>,
    /// A move of Black or White: a point, or -1 for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<i32>,
    /// The points that change, each as `3 * point + state`: 0 empty, 1 black, 2 white. Usually the stone of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<Vec<u32>>,
    /// Stones captured by Black and White; usually as at the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<[u32; 2]>,
    /// Whose turn it is; usually the opponent of the mover, or as at the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<char>,
    /// The number of the move; usually one more than at the parent, if there is a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    /// The point that ko forbids.
    #[serde(skip_serializing_if = "Option::is_none")]
    ko: Option<u32>,
    /// The name of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<String>,
    /// What the rules object to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    no: Vec<String>,
    /// In a problem: `r` a line that ends right, `f` only moves of the record, `n` not this one, `c` a choice.
    #[serde(skip_serializing_if = "String::is_empty")]
    v: String,
    #[serde(flatten)]
    marks: Marks,
}

/// Markup, by the names of SGF. `DD` and `VW` hold until another node has them.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Marks {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tr: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sq: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cr: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ma: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sl: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tb: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tw: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lb: Vec<(u32, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ar: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ln: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dd: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vw: Option<Vec<u32>>,
}

impl Marks {
    pub(super) fn of(node: NodeRef<'_>, size: Size) -> Marks {
        let all = |key| node.points(key, size).map(|point| place(size, point)).collect();
        let pairs = |key| {
            let pair = |(from, to)| [place(size, from), place(size, to)];
            node.lines(key, size).map(pair).collect()
        };
        // Only properties that are there are looked for again: most nodes have none.
        if !node.properties().any(|property| KEYS.iter().any(|key| property.is(key))) {
            return Marks::default();
        }
        let inherited = |key| node.get(key).map(|_| all(key));
        let label = |(point, text): (Point, std::borrow::Cow<'_, str>)| {
            (place(size, point), text.into_owned())
        };
        Marks {
            tr: all("TR"),
            sq: all("SQ"),
            cr: all("CR"),
            ma: all("MA"),
            sl: all("SL"),
            tb: all("TB"),
            tw: all("TW"),
            lb: node.labels(size).map(label).collect(),
            ar: pairs("AR"),
            ln: pairs("LN"),
            dd: inherited("DD"),
            vw: inherited("VW"),
        }
    }

    /// Without what a session tells about the node where it is.
    pub(super) fn beside_session(self) -> Marks {
        let Marks { tb, tw, ar, ln, dd, vw, .. } = self;
        Marks { tb, tw, ar, ln, dd, vw, ..Marks::default() }
    }

    pub(super) fn count(&self) -> usize {
        let points = [&self.tr, &self.sq, &self.cr, &self.ma, &self.sl, &self.tb, &self.tw];
        let held = [&self.dd, &self.vw].map(|points| points.as_ref().map_or(0, Vec::len));
        points.map(Vec::len).iter().sum::<usize>()
            + held.iter().sum::<usize>()
            + self.lb.len()
            + self.ar.len()
            + self.ln.len()
    }
}

const KEYS: [&str; 12] = ["TR", "SQ", "CR", "MA", "SL", "TB", "TW", "LB", "AR", "LN", "DD", "VW"];

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The number of a point.
fn place(size: Size, point: Point) -> u32 {
    size.index(point) as u32
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'b' } else { 'w' }
}

/// A node on the way from the root to the current one.
struct Above {
    id: NodeId,
    index: usize,
    /// What its board changed, to take it back.
    before: Vec<(usize, u8)>,
    captures: [u32; 2],
    turn: Color,
    number: usize,
    /// Whether the line so far is marked right, and whether it is the main line.
    is_marked: bool,
    is_main: bool,
}

impl Data {
    pub(crate) fn new() -> Data {
        let left = Budget { nodes: MOST_NODES, points: MOST_POINTS, boards: MOST_BOARDS };
        Data { v: 1, games: Vec::new(), hints: Vec::new(), cut: false, left }
    }

    /// Whether no game was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The data of one game.
    pub(crate) fn of(tree: GameTree<'_>) -> Data {
        let mut data = Data::new();
        data.add(tree);
        data
    }

    /// Adds a game; what is too much for a page is left out.
    pub(crate) fn add(&mut self, tree: GameTree<'_>) {
        self.add_as(tree, is_problem(tree));
    }

    /// Adds a game as a problem, whatever it looks like.
    pub(crate) fn add_problem(&mut self, tree: GameTree<'_>) {
        self.add_as(tree, true);
    }

    /// Adds a game as a step for beginners, with what is said after a wrong move.
    pub(crate) fn add_step(&mut self, tree: GameTree<'_>, hint: &str, is_game: bool) {
        self.add_as(tree, !is_game);
        self.hints.push(hint.to_owned());
    }

    fn add_as(&mut self, tree: GameTree<'_>, is_problem: bool) {
        let area = tree.size().area();
        if self.left.nodes == 0 || self.left.points == 0 || self.left.boards < area {
            self.cut = true;
            return;
        }
        self.left.boards -= area;
        let (game, is_whole) = game_data(tree, is_problem, &mut self.left);
        self.cut |= !is_whole;
        self.games.push(game);
    }

    /// Whether something was left out, in words.
    pub(crate) fn note(&self) -> Option<String> {
        self.cut.then(|| {
            format!(
                "only the first {} nodes are in the page: it holds {MOST_NODES} nodes and {MOST_POINTS} marks and changes",
                self.games.iter().map(|game| game.nodes.len()).sum::<usize>()
            )
        })
    }

    /// As JSON that is inert in a page: `<` cannot begin a tag or a comment in it.
    pub(crate) fn json(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
    }
}

fn game_data(tree: GameTree<'_>, is_problem: bool, left: &mut Budget) -> (GameData, bool) {
    let terms = Terms::of(tree);
    let key = is_problem.then(|| AnswerKey::of(tree));
    let mut game = about(tree, &terms);
    game.problem =
        key.as_ref().map(|key| Task { solver: letter(key.solver()), start: key.start().len() });
    let mut cells = vec![0_u8; terms.size.area()];
    let mut above: Vec<Above> = Vec::new();
    let mut is_whole = true;
    walk_while(tree, &terms, |step| {
        if left.nodes == 0 || left.points == 0 {
            is_whole = false;
            return ControlFlow::Break(());
        }
        let parent = step.node.parent().map(NodeRef::id);
        while above.last().is_some_and(|last| Some(last.id) != parent) {
            for (at, state) in above.pop().into_iter().flat_map(|last| last.before) {
                cells[at] = state;
            }
        }
        let index = game.nodes.len();
        let (node, here) = node_data(step, index, above.last(), &mut cells, key.as_ref());
        left.nodes -= 1;
        let points = node.d.as_ref().map_or(0, Vec::len) + node.marks.count();
        left.points = left.points.saturating_sub(points);
        game.nodes.push(node);
        above.push(here);
        ControlFlow::Continue(())
    });
    // A problem that is cut off before its start is only looked at.
    game.problem = game.problem.filter(|task| task.start < game.nodes.len());
    (game, is_whole)
}

fn about(tree: GameTree<'_>, terms: &Terms) -> GameData {
    let text = |key| tree.info_text(key).map(|text| text.trim().to_owned()).unwrap_or_default();
    let player = |name, rank| [text(name), text(rank)].join(" ").trim().to_owned();
    let result = tree.info_text("RE").map(|written| match tree.result() {
        Some(Ok(reading)) => match reading.value {
            Ending::Known(outcome) => outcome.to_string(),
            Ending::Unknown => "?".to_owned(),
        },
        _ => written.into_owned(),
    });
    let about = ["GN", "EV", "RO", "PC", "DT"].map(text);
    GameData {
        width: terms.size.width(),
        height: terms.size.height(),
        black: player("PB", "BR"),
        white: player("PW", "WR"),
        about: about.into_iter().filter(|text| !text.is_empty()).collect(),
        rules: rules_name(tree),
        komi: terms.komi.to_string(),
        handicap: if terms.handicap > 1 { terms.handicap } else { 0 },
        result,
        ..GameData::default()
    }
}

/// One node, and what its children need to know of it.
fn node_data(
    step: &Step<'_, '_>,
    index: usize,
    parent: Option<&Above>,
    cells: &mut [u8],
    key: Option<&AnswerKey>,
) -> (NodeData, Above) {
    let Step { node, game, number, remarks } = *step;
    let size = game.size();
    let board = game.board();
    let mut data = NodeData::default();
    if let Some(parent) = parent.filter(|parent| parent.index + 1 != index) {
        data.p = Some(parent.index);
    }
    // The last move of a node that has several is the one to mark.
    let moved = node.moves(size).filter_map(|(color, mv, _)| Some((color, mv?))).last();
    if let Some((color, mv)) = moved {
        let at = match mv {
            Move::Play(point) => place(size, point) as i32,
            Move::Pass => -1,
        };
        if color == Color::Black { data.b = Some(at) } else { data.w = Some(at) }
    }
    let mut before = Vec::new();
    let mut changes = Vec::new();
    if parent.is_none() || node.has_move() || node.has_setup() {
        for point in size.points() {
            let state = match board.stone(point) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            let at = place(size, point) as usize;
            if cells[at] != state {
                before.push((at, cells[at]));
                cells[at] = state;
                changes.push(3 * at as u32 + u32::from(state));
            }
        }
    }
    let usual = match moved {
        Some((color, Move::Play(point))) => {
            vec![3 * place(size, point) + if color == Color::Black { 1 } else { 2 }]
        }
        _ => Vec::new(),
    };
    data.d = (changes != usual).then_some(changes);
    let captures = Color::ALL.map(|color| board.captures(color));
    data.x = (captures != parent.map_or([0, 0], |parent| parent.captures)).then_some(captures);
    let turn = game.turn();
    let usual = match (moved, parent) {
        (Some((color, _)), _) => color.opponent(),
        (None, Some(parent)) => parent.turn,
        (None, None) => Color::Black,
    };
    data.t = (turn != usual).then(|| letter(turn));
    let usual = parent.map_or(0, |parent| parent.number) + usize::from(moved.is_some());
    data.n = (number != usual).then_some(number);
    data.ko = board.ko().map(|point| place(size, point));
    data.no = remarks.iter().take(3).map(|remark| remark.problem.to_string()).collect();
    data.marks = Marks::of(node, size);
    let is_marked =
        parent.is_some_and(|parent| parent.is_marked) || key.is_some_and(|key| key.marks(node));
    let is_main = match (parent, node.parent()) {
        (Some(above), Some(parent)) => {
            above.is_main && parent.first_child().map(NodeRef::id) == Some(node.id())
        }
        _ => true,
    };
    let text = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    data.name = node.text("N").and_then(|name| text(name.into_owned()));
    match key {
        None => data.c = node.text("C").and_then(|comment| text(comment.into_owned())),
        Some(key) => {
            data.c = text(problem::comment(node));
            let is_right = if key.has_marks() { is_marked } else { is_main };
            let verdicts = [
                ('r', is_right && node.first_child().is_none()),
                ('f', Word::Force.is_in(node)),
                ('n', Word::NotThis.is_in(node)),
                ('c', Word::Choice.is_in(node)),
            ];
            data.v = verdicts.iter().filter(|(_, holds)| *holds).map(|(sign, _)| sign).collect();
        }
    }
    let here = Above { id: node.id(), index, before, captures, turn, number, is_marked, is_main };
    (data, here)
}

#[cfg(test)]
mod tests;
