//! From a tree to a game: the moves and setups of a record are played, and illegal ones are noted.
//! Reading never checks legality; this is where it is checked.

mod passages;
mod picture;
mod remark;
mod rows;
mod setting;
mod stage;
mod terms;

use std::ops::ControlFlow;

use hoshi_core::Game;

pub use passages::{Passage, passages, walk_line};
pub use picture::{
    caption, default_node, diagram, diagram_of, is_problem, result_in_words, rules_name,
};
pub use remark::{Problem, Remark};
pub use setting::record_of;
pub use terms::Terms;

use self::stage::Remarks;
pub(crate) use self::stage::Stage;
use crate::sgf::{GameTree, NodeRef};

/// A game as it stands at a node.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::replay::{Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[ee];W[ec])")?;
/// let game = file.game(0).unwrap();
/// let replay = replay(game.main_line().last().unwrap(), &Terms::of(game));
/// assert_eq!((replay.game.move_count(), replay.game.turn()), (2, Color::Black));
/// assert!(replay.remarks.is_empty());
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game.
    pub game: Game,
    /// The problems found, in the order of the moves.
    pub remarks: Vec<Remark>,
}

/// A game as it stands at a node, in limited memory: see [`replay_brief`].
#[derive(Clone, Debug)]
pub struct Brief {
    /// The game. For an extremely long line it has only the last part: its first position is the one
    /// after [`Brief::earlier`] moves.
    pub game: Game,
    /// The problems found, in the order of the moves; at most [`MAX_REMARKS`].
    pub remarks: Vec<Remark>,
    /// The number of further remarks that were not kept.
    pub unkept: usize,
    /// The number of moves before the first of the game.
    pub earlier: usize,
}

impl Brief {
    /// The number of moves, including passes and illegal moves.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.earlier + self.game.move_count()
    }
}

/// The most remarks that a [`Brief`] keeps; further ones are only counted.
pub const MAX_REMARKS: usize = 1_000;

/// The most history in the game of a [`Brief`] before its beginning is dropped: this many moves, more than
/// any real game, or fewer setups. Superko does not look back further.
const MAX_HISTORY: usize = 1 << 13;

/// Replays the line from the root to a node: plays everything in the file, and lists what was
/// illegal.
///
/// ```
/// use hoshi_record::replay::{Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];W[aa];B[bb])")?;
/// let game = file.game(0).unwrap();
/// let end = game.main_line().last().unwrap();
/// let replay = replay(end, &Terms::of(game));
/// assert_eq!(replay.game.move_count(), 3);
/// assert_eq!(
///     replay.remarks[0].problem.to_string(),
///     "move 2, White A9, is illegal: the point is occupied"
/// );
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn replay(node: NodeRef<'_>, terms: &Terms) -> Replay {
    let Brief { game, remarks, .. } = replay_keeping(node, terms, usize::MAX, usize::MAX);
    Replay { game, remarks }
}

/// Like [`replay`], in memory that is small compared to the record, however long its lines are: only the
/// first remarks are kept, and only the last part of a game of many thousands of moves.
///
/// ```
/// use hoshi_record::replay::{MAX_REMARKS, Terms, replay_brief};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read(format!("(;SZ[9]{})", ";B[aa]".repeat(100_000)))?;
/// let game = file.game(0).unwrap();
/// let brief = replay_brief(game.main_line().last().unwrap(), &Terms::of(game));
/// assert_eq!(brief.move_count(), 100_000);
/// assert_eq!((brief.remarks.len(), brief.unkept), (MAX_REMARKS, 99_999 - MAX_REMARKS));
/// assert!(brief.game.move_count() < 10_000);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn replay_brief(node: NodeRef<'_>, terms: &Terms) -> Brief {
    replay_keeping(node, terms, MAX_REMARKS, MAX_HISTORY)
}

/// The whole game, with as many remarks as a [`Brief`] keeps.
pub(crate) fn replay_listing(node: NodeRef<'_>, terms: &Terms) -> Brief {
    replay_keeping(node, terms, MAX_REMARKS, usize::MAX)
}

fn replay_keeping(node: NodeRef<'_>, terms: &Terms, remarks: usize, history: usize) -> Brief {
    let root = node.game().root();
    let mut stage = match history {
        usize::MAX => Stage::keeping(root, terms, remarks),
        _ => Stage::brief(root, terms, remarks),
    };
    for node in node.down_to() {
        stage.step(node);
        stage.forget(history);
    }
    stage.settle();
    let Stage { game, remarks: Remarks { list: remarks, unkept, .. }, earlier, .. } = stage;
    Brief { game, remarks, unkept, earlier }
}

/// Replays the line from the root to a node, and stops at the first problem.
///
/// ```
/// use hoshi_record::replay::{Terms, replay_strict};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];W[aa];B[bb])")?;
/// let game = file.game(0).unwrap();
/// let terms = Terms::of(game);
/// let second = game.main_line().nth(1).unwrap();
/// assert!(replay_strict(second, &terms).is_ok());
/// let end = game.main_line().last().unwrap();
/// assert!(replay_strict(end, &terms).is_err());
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
///
/// # Errors
/// With the first remark that [`replay`] would make.
pub fn replay_strict(node: NodeRef<'_>, terms: &Terms) -> Result<Game, Box<Remark>> {
    let mut stage = Stage::new(node.game().root(), terms);
    for node in node.down_to() {
        stage.step(node);
        if !stage.remarks.list.is_empty() {
            return Err(Box::new(stage.remarks.list.swap_remove(0)));
        }
    }
    Ok(stage.game)
}

/// Replays every line of a game, each node once, and calls `each` for every node with the game at
/// that point and the problems of the node itself.
///
/// ```
/// use hoshi_record::replay::{Terms, walk};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa](;W[bb];B[cc])(;W[aa]))")?;
/// let game = file.game(0).unwrap();
/// let mut illegal = 0;
/// walk(game, &Terms::of(game), |node, game, remarks| illegal += remarks.len());
/// assert_eq!(illegal, 1);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub fn walk<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    mut each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    let stage = Stage::new(tree.root(), terms);
    walk_stage(
        stage,
        tree,
        usize::MAX,
        |_, _| {},
        |node, stage, remarks| {
            each(node, &stage.game, remarks);
            ControlFlow::Continue(())
        },
    );
}

/// A node on a walk through a record, and the game as it stands there.
#[derive(Debug)]
pub struct Step<'a, 'w> {
    /// The node.
    pub node: NodeRef<'a>,
    /// The game. Of a very long line it has forgotten the earliest moves.
    pub game: &'w Game,
    /// How many moves led here.
    pub number: usize,
    /// What the rules object to at this node.
    pub remarks: &'w [Remark],
}

/// Goes through every node as [`walk`] does, until `each` breaks off. Of very long lines without variations the
/// early history is forgotten, so that memory stays bounded; boards and numbers are not affected.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use hoshi_record::replay::{Terms, walk_while};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))")?;
/// let game = file.game(0).unwrap();
/// let mut numbers = Vec::new();
/// walk_while(game, &Terms::of(game), |step| {
///     numbers.push(step.number);
///     if numbers.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// assert_eq!(numbers, [0, 1, 2, 2]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub fn walk_while<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    mut each: impl FnMut(&Step<'a, '_>) -> ControlFlow<()>,
) {
    let stage = Stage::new(tree.root(), terms);
    walk_stage(
        stage,
        tree,
        MAX_HISTORY,
        |_, _| {},
        |node, stage, remarks| {
            let number = stage.earlier + stage.game.move_count();
            each(&Step { node, game: &stage.game, number, remarks })
        },
    );
}

/// Like [`walk`], for comparing two records: calls `each` for every node with the stage after it.
pub(crate) fn walk_brief<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    mut each: impl FnMut(NodeRef<'a>, &Stage),
) {
    let stage = Stage::brief(tree.root(), terms, 0);
    let each = |node: NodeRef<'a>, stage: &Stage, _: &[Remark]| {
        each(node, stage);
        ControlFlow::Continue(())
    };
    walk_stage(stage, tree, MAX_HISTORY, |_, _| {}, each);
}

/// Whether a game has a move or a setup anywhere.
pub(crate) fn has_play(tree: GameTree<'_>) -> bool {
    tree.nodes().any(|node| node.has_move() || node.has_setup())
}

/// Like [`walk`], for remarks alone: calls back for every node with the stones before it, then with its
/// remarks. The root's setup is the start of the game, so it is present before the root.
pub(crate) fn walk_remarks<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    before: impl FnMut(NodeRef<'a>, &Stage),
    mut each: impl FnMut(&[Remark]),
) {
    let stage = Stage::brief(tree.root(), terms, usize::MAX);
    let each = |_: NodeRef<'a>, _: &Stage, remarks: &[Remark]| {
        each(remarks);
        ControlFlow::Continue(())
    };
    walk_stage(stage, tree, MAX_HISTORY, before, each);
}

/// Walks from a new stage. Where no variation remains to be visited, the game keeps only its last part, as in
/// a [`Brief`].
fn walk_stage<'a>(
    mut stage: Stage,
    tree: GameTree<'a>,
    history: usize,
    mut before: impl FnMut(NodeRef<'a>, &Stage),
    mut each: impl FnMut(NodeRef<'a>, &Stage, &[Remark]) -> ControlFlow<()>,
) {
    let root = tree.root();
    let may_wait = stage.may_wait;
    // What each node of the current line added, for undoing it: events and their weight. Only from the first
    // node with a pending variation on: nothing before it is ever undone.
    let mut done: Vec<[u32; 2]> = Vec::new();
    // The number of nodes of the current line with pending variations, to which the walk returns.
    let mut forks = 0;
    let mut node = root;
    loop {
        forks += usize::from(node.next_sibling().is_some());
        // A setup must not be pending when it is undone.
        stage.may_wait = may_wait && forks == 0;
        if forks > 0 {
            stage.settle();
        }
        let (undoable, weight) = (stage.game.undoable(), stage.history);
        before(node, &stage);
        stage.step(node);
        let remarks = std::mem::take(&mut stage.remarks.list);
        if each(node, &stage, &remarks).is_break() {
            return;
        }
        stage.remarks.list = remarks;
        stage.remarks.list.clear();
        if forks > 0 {
            let did = [stage.game.undoable() - undoable, stage.history - weight];
            done.push(did.map(|number| number as u32));
        } else {
            stage.forget(history);
        }
        if let Some(child) = node.first_child() {
            node = child;
            continue;
        }
        let mut back = 0;
        loop {
            let [events, weight] = done.pop().unwrap_or_default().map(|number| number as usize);
            back += events;
            stage.history -= weight;
            forks -= usize::from(node.next_sibling().is_some());
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            match node.parent() {
                Some(parent) => node = parent,
                None => return,
            }
        }
        stage.game.undo_many(back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;
    use crate::sgf::Collection;

    /// A walk drops no history that it returns to.
    #[test]
    fn a_walk_forgets_only_where_no_variation_is_behind() {
        let mut random = Random::new(32);
        let mut forgot = 0;
        for _ in 0..200 {
            let mut text = "(;SZ[4]".to_owned();
            let mut open = 0;
            for _ in 0..40 {
                let letter = |at: usize| char::from(b'a' + at as u8);
                let point: String = (0..2).map(|_| letter(random.below(4))).collect();
                let property = ["B", "W", "B", "W", "AB", "AE"][random.below(6)];
                match random.below(12) {
                    0 => {
                        text.push('(');
                        open += 1;
                    }
                    1 if open > 0 => {
                        text.push_str(")(");
                    }
                    _ => {}
                }
                text.push_str(&format!(";{property}[{point}]"));
            }
            let file = Collection::read(text + &")".repeat(open + 1)).unwrap();
            let game = file.game(0).unwrap();
            let terms = Terms::of(game);
            let seen = |history: usize| {
                let mut seen = Vec::new();
                let mut shortest = usize::MAX;
                let each = |node: NodeRef<'_>, stage: &Stage, remarks: &[Remark]| {
                    let game = &stage.game;
                    shortest = game.undoable();
                    seen.push((node.id(), game.board().clone(), game.turn(), remarks.to_vec()));
                    ControlFlow::Continue(())
                };
                walk_stage(Stage::new(game.root(), &terms), game, history, |_, _| {}, each);
                (seen, shortest)
            };
            let (whole, long) = seen(usize::MAX);
            let (brief, short) = seen(5);
            assert_eq!(whole.len(), game.nodes().count());
            assert_eq!(whole, brief);
            forgot += usize::from(short < long);
        }
        assert!(forgot > 50, "{forgot}");
    }

    /// Deferred setups give the same positions and remarks as immediate ones.
    #[test]
    fn setups_that_wait_are_as_those_that_do_not() {
        let mut random = Random::new(33);
        let (mut waited, mut invalid) = (0, 0);
        for round in 0..40 {
            let mut text = "(;SZ[4]".to_owned();
            let mut open = 0;
            for _ in 0..300 {
                let letter = |at: usize| char::from(b'a' + at as u8);
                let mut point = || -> String { (0..2).map(|_| letter(random.below(4))).collect() };
                let (from, to) = (point(), point());
                let all = format!("{from}:{to}");
                match random.below(20) {
                    0 if round % 2 == 0 => {
                        text.push('(');
                        open += 1;
                    }
                    1 if open > 0 => text.push_str(")("),
                    _ => {}
                }
                text.push_str(&match random.below(12) {
                    0 => format!(";B[{from}]"),
                    1 => format!(";W[{to}]"),
                    2 => ";PL[W]".to_owned(),
                    3 => ";PL[B]AW[]".to_owned(),
                    4 => ";C[x]".to_owned(),
                    5 => format!(";AB[{from}]W[{to}]"),
                    other => format!(";{}[{all}]", ["AB", "AW", "AE"][other % 3]),
                });
            }
            let file = Collection::read(text + &")".repeat(open + 1)).unwrap();
            let tree = file.game(0).unwrap();
            let terms = Terms::of(tree);
            let seen = |stage: Stage| {
                let (mut there, mut remarks) = (Vec::new(), Vec::new());
                let mut waits = 0;
                let size = terms.size;
                let before = |_: NodeRef<'_>, stage: &Stage| {
                    waits += usize::from(stage.is_waiting());
                    let corners = (size.point(0, 1).unwrap(), size.point(2, 3).unwrap());
                    there.push(hoshi_core::Color::ALL.map(|color| stage.there(color, corners)));
                };
                let each = |node: NodeRef<'_>, _: &Stage, found: &[Remark]| {
                    remarks.push((node.id(), found.to_vec()));
                    ControlFlow::Continue(())
                };
                walk_stage(stage, tree, usize::MAX, before, each);
                (there, remarks, waits)
            };
            let at_once = seen(Stage::new(tree.root(), &terms));
            let later = seen(Stage::brief(tree.root(), &terms, usize::MAX));
            assert_eq!((&at_once.0, &at_once.1), (&later.0, &later.1));
            assert_eq!(at_once.2, 0);
            waited += later.2;
            let is_setup = |remark: &&Remark| matches!(remark.problem, Problem::Setup(_));
            invalid += later.1.iter().flat_map(|(_, found)| found).filter(is_setup).count();
            let end = tree.main_line().last().unwrap();
            let (brief, whole) = (replay_brief(end, &terms), replay(end, &terms));
            assert_eq!(brief.game.board(), whole.game.board());
            assert_eq!(
                (brief.game.turn(), brief.move_count()),
                (whole.game.turn(), whole.game.move_count())
            );
            assert_eq!(brief.remarks, whole.remarks);
        }
        assert!(waited > 2_000 && invalid > 1_000, "{waited}, {invalid}");
    }

    #[test]
    fn what_is_forgotten_changes_nothing_but_the_history() {
        let mut random = Random::new(31);
        let mut illegal = 0;
        for _ in 0..60 {
            let mut text = "(;SZ[4]AB[aa:bb]".to_owned();
            for _ in 0..80 {
                let letter = |at: usize| char::from(b'a' + at as u8);
                let point: String = (0..2).map(|_| letter(random.below(5))).collect();
                let property = ["B", "W", "B", "W", "AB", "AW", "AE"][random.below(7)];
                text.push_str(&format!(";{property}[{point}]"));
            }
            let file = Collection::read(text + ")").unwrap();
            let game = file.game(0).unwrap();
            let (end, terms) = (game.main_line().last().unwrap(), Terms::of(game));
            let whole = replay(end, &terms);
            for history in [1, 7] {
                let short = replay_keeping(end, &terms, MAX_REMARKS, history);
                assert!(short.earlier > 0 && short.game.undoable() <= history);
                assert_eq!(short.game.board(), whole.game.board());
                assert_eq!(short.game.turn(), whole.game.turn());
                assert_eq!(short.move_count(), whole.game.move_count());
                assert_eq!(short.remarks, whole.remarks);
            }
            illegal += whole.remarks.len();
        }
        assert!(illegal > 500, "{illegal}");
    }
}
