//! From a tree to a game: what a record says is done, and what the rules say to it is noted. Reading
//! never asks whether a move is legal; this is where it is asked.

mod passages;
mod picture;
mod setting;

use hoshi_core::{
    Color, Game, HalfPoints, InvalidSetup, Move, Position, Preset, Refusal, Rules, Setup, Size,
};

pub use passages::{Passage, passages, walk_line};
pub use picture::{
    caption, default_node, diagram, diagram_of, is_problem, result_in_words, rules_name,
};
pub use setting::record_of;

use crate::info::{How, Reading};
use crate::sgf::area::Painter;
use crate::sgf::{GameTree, NodeId, NodeRef, Read, Value};

/// What a game is played under, as its record says it.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::replay::Terms;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[13]RU[Chinese]HA[3])")?;
/// let terms = Terms::of(file.game(0).unwrap());
/// assert_eq!((terms.size, terms.handicap), (Size::S13, 3));
/// assert_eq!(terms.komi, terms.rules.komi_for(3));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The rules; [`Preset::Simple`] if RU says nothing that is known.
    pub rules: Rules,
    /// The komi: of KM, else of the rules.
    pub komi: HalfPoints,
    /// The handicap, which the rules may give points for: of HA, else 0.
    pub handicap: u32,
}

impl Terms {
    /// What the record says.
    ///
    /// ```
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]RU[Japanese]KM[0.5])")?;
    /// let terms = Terms::of(file.game(0).unwrap());
    /// assert_eq!((terms.rules.to_string(), terms.komi.to_string()), ("japanese".into(), "0.5".into()));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn of(game: GameTree<'_>) -> Terms {
        let rules = match game.rules() {
            Some(Ok(reading)) => reading.value,
            _ => Rules::of(Preset::Simple),
        };
        Terms::under(game, rules)
    }

    /// What the record says, but under these rules. A komi that RU makes no sense of is read again with
    /// them: `RU[Japanese]KM[3.75]` is 7.5 points under Chinese rules.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;RU[Japanese]KM[0.5])")?;
    /// let terms = Terms::under(file.game(0).unwrap(), Rules::of(Preset::Chinese));
    /// assert_eq!((terms.rules.to_string(), terms.komi.to_string()), ("chinese".into(), "0.5".into()));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn under(game: GameTree<'_>, rules: Rules) -> Terms {
        let handicap = match game.handicap() {
            Some(Ok(reading)) => reading.value,
            _ => 0,
        };
        let komi = match komi_of(game, &rules) {
            Some(Ok(reading)) => reading.value,
            _ => rules.komi_for(handicap),
        };
        Terms { size: game.size(), rules, komi, handicap }
    }

    /// What these terms assume and the record does not say plainly, a sentence each: a board or rules that
    /// hoshi does not know, a komi or a handicap that cannot be read, is missing, or is written in another
    /// unit.
    ///
    /// ```
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let notes = |text: &str| {
    ///     let file = Collection::read(text).unwrap();
    ///     let game = file.game(0).unwrap();
    ///     Terms::of(game).notes(game)
    /// };
    /// assert_eq!(notes("(;RU[Chinese]KM[3.75])"), ["KM: 3.75 zi are 7.5 points"]);
    /// assert_eq!(notes("(;RU[Japanese])"), ["KM is missing: komi 6.5 is assumed"]);
    /// assert!(notes("(;RU[Japanese]KM[3.75])")[0].ends_with("komi 6.5 is assumed"));
    /// assert!(notes("(;RU[japanese]KM[6.50])").is_empty());
    /// ```
    #[must_use]
    pub fn notes(&self, game: GameTree<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(Err(unreadable)), Some(_)) = (game.read_size(), game.info_text("SZ")) {
            notes.push(format!("SZ: {unreadable}; a board of {} is assumed", self.size));
        }
        // Rules that were chosen are not assumed.
        let is_default = self.rules == Rules::of(Preset::Simple);
        if let (true, Some(Err(unreadable))) = (is_default, game.rules()) {
            notes.push(format!("RU: {unreadable}; the rules `{}` are assumed", self.rules));
        }
        if let Some(Err(unreadable)) = game.handicap() {
            notes.push(format!("HA: {unreadable}; handicap {} is assumed", self.handicap));
        }
        match komi_of(game, &self.rules) {
            Some(Ok(Reading { how: How::Interpreted(what), .. })) => {
                notes.push(format!("KM: {what}"));
            }
            Some(Ok(_)) => {}
            Some(Err(unreadable)) => {
                notes.push(format!("KM: {unreadable}; komi {} is assumed", self.komi));
            }
            None if self.komi == HalfPoints::ZERO => {}
            None => notes.push(format!("KM is missing: komi {} is assumed", self.komi)),
        }
        notes
    }
}

/// What KM says. RU tells what its writer meant; if that makes no sense, the rules of the game do.
fn komi_of(game: GameTree<'_>, rules: &Rules) -> Read<HalfPoints> {
    match game.komi() {
        Some(Err(_)) => game.komi_under(Some(rules)),
        said => said,
    }
}

/// Something in a record that cannot be done as it stands, or should not.
///
/// ```
/// use hoshi_record::replay::{Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];\nW[aa])")?;
/// let game = file.game(0).unwrap();
/// let end = game.main_line().last().unwrap();
/// let remark = &replay(end, &Terms::of(game)).remarks[0];
/// assert_eq!(remark.node, end.id());
/// assert_eq!(file.place(remark.offset).0, 2);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The node it is in.
    pub node: NodeId,
    /// Where it stands in [`crate::sgf::Collection::source`].
    pub offset: usize,
    /// What it is.
    pub problem: Problem,
}

/// What is wrong with a move or a setup.
///
/// ```
/// use hoshi_record::replay::{Problem, Terms, replay};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[zz])")?;
/// let game = file.game(0).unwrap();
/// let replay = replay(game.main_line().last().unwrap(), &Terms::of(game));
/// let problem = &replay.remarks[0].problem;
/// assert!(matches!(problem, Problem::NotAPoint { value, .. } if value == "zz"));
/// assert_eq!(problem.to_string(), "B[zz] is no point of a 9x9 board");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The rules refuse the move. Tolerant replay makes it all the same.
    #[error("move {number}, {color} {name}, is illegal: {refusal}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Whose it is.
        color: Color,
        /// Where.
        mv: Move,
        /// The same as people write it.
        name: String,
        /// Why not.
        refusal: Refusal,
    },
    /// The value names no point of the board. Tolerant replay leaves it out.
    #[error("{property}[{value}] is no point of a {size} board")]
    NotAPoint {
        /// The property.
        property: String,
        /// The value, as text.
        value: String,
        /// The board.
        size: Size,
    },
    /// What is set up is no position of the game. Tolerant replay leaves it as it is.
    #[error("what is set up is no position: {0}")]
    Setup(InvalidSetup),
}

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
    /// What was not as it should be, in the order of the moves.
    pub remarks: Vec<Remark>,
}

/// A game as it stands at a node, without what nobody would look at: see [`replay_brief`].
#[derive(Clone, Debug)]
pub struct Brief {
    /// The game. Of a line that no game is as long as, it has only the last part: its first position is
    /// that after [`Brief::earlier`] moves.
    pub game: Game,
    /// What was not as it should be, in the order of the moves; at most [`MAX_REMARKS`].
    pub remarks: Vec<Remark>,
    /// How many more remarks there were than are kept.
    pub unkept: usize,
    /// How many moves were made before the first of the game.
    pub earlier: usize,
}

impl Brief {
    /// How many moves were made, passes and illegal ones among them.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.earlier + self.game.move_count()
    }
}

/// How many remarks a [`Brief`] keeps; of more, only the number is.
pub const MAX_REMARKS: usize = 1_000;

/// How much history the game of a [`Brief`] has before its beginning is forgotten: so many moves, which no
/// game has, or fewer setups. Superko does not look back farther.
const MAX_HISTORY: usize = 1 << 13;

/// Replays the line from the root to a node: does what the file says, and lists what was illegal.
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
///     "move 2, White A9, is illegal: there is a stone already"
/// );
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn replay(node: NodeRef<'_>, terms: &Terms) -> Replay {
    let Brief { game, remarks, .. } = replay_keeping(node, terms, usize::MAX, usize::MAX);
    Replay { game, remarks }
}

/// The same in memory that is small beside the record, however long its lines are: of remarks the first are
/// kept, of a game of many thousands of moves the last.
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
    let mut stage = Stage::keeping(node.game().root(), terms, remarks);
    for node in node.down_to() {
        stage.step(node);
        stage.forget(history);
    }
    let Stage { game, remarks: Remarks { list: remarks, unkept, .. }, earlier, .. } = stage;
    Brief { game, remarks, unkept, earlier }
}

/// Replays the line from the root to a node, and stops at the first thing that is not as it should be.
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

/// Replays every line of a game, each node once, and hands every node over with the game as it stands
/// there and what was wrong with the node itself.
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
    each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    walk_keeping(tree, terms, usize::MAX, |_, _| {}, each);
}

/// The same, and every node is also handed over with the game as it stands before it. The root's setup
/// is where the game begins, so that it is there before the root. Of a line of many thousands of moves that
/// leaves no variation behind, the game has only the last part, as in a [`Brief`].
pub(crate) fn walk_between<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    before: impl FnMut(NodeRef<'a>, &Game),
    each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    walk_keeping(tree, terms, MAX_HISTORY, before, each);
}

/// The same with another limit on the history of a line that leaves no variation behind.
fn walk_keeping<'a>(
    tree: GameTree<'a>,
    terms: &Terms,
    history: usize,
    mut before: impl FnMut(NodeRef<'a>, &Game),
    mut each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    let root = tree.root();
    let mut stage = Stage::new(root, terms);
    // How much each node of the current line did, to take it back: events, and what they weigh.
    let mut done: Vec<[u32; 2]> = Vec::new();
    // How many nodes of the current line have variations behind them, to which the walk comes back.
    let mut forks = 0;
    let mut node = root;
    loop {
        let (undoable, weight) = (stage.game.undoable(), stage.history);
        before(node, &stage.game);
        stage.step(node);
        each(node, &stage.game, &stage.remarks.list);
        stage.remarks.list.clear();
        let did = [stage.game.undoable() - undoable, stage.history - weight];
        done.push(did.map(|number| number as u32));
        forks += usize::from(node.next_sibling().is_some());
        if forks == 0 && stage.forget(history) {
            done.clear();
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

/// Who is to move before the first move of a game is known: PL, else the colour of the first move,
/// else White where Black has a handicap or is the only one with stones, else Black.
fn first_turn(root: NodeRef<'_>, terms: &Terms, setup: &Setup) -> Color {
    if let Some(color) = root.get("PL").and_then(|property| property.value().color()) {
        return color;
    }
    if let Some(color) = next_color(root, usize::MAX) {
        return color;
    }
    let has = |color| setup.stones.values().contains(&Some(color));
    if terms.handicap >= 2 || (has(Color::Black) && !has(Color::White)) {
        Color::White
    } else {
        Color::Black
    }
}

/// The colour of the first move from a node on, along the first variations; none of a move that is
/// farther away than `nodes`.
fn next_color(node: NodeRef<'_>, nodes: usize) -> Option<Color> {
    std::iter::successors(Some(node), |node| node.first_child())
        .take(nodes)
        .find_map(|node| node.moves(Size::S19).next())
        .map(|(color, ..)| color)
}

/// How far a setup looks ahead for the move that tells whose turn it is: a file of setups alone would
/// be gone through again and again.
const NEAR: usize = 16;

/// A game in the making.
struct Stage {
    game: Game,
    size: Size,
    root: NodeId,
    remarks: Remarks,
    /// How many moves came before the first of the game.
    earlier: usize,
    /// How much history the game has: moves, and setups by what they weigh.
    history: usize,
}

/// The first remarks, and how many more there were.
struct Remarks {
    list: Vec<Remark>,
    most: usize,
    unkept: usize,
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
    /// The start of a game: what the root sets up is where it begins.
    fn new(root: NodeRef<'_>, terms: &Terms) -> Stage {
        Stage::keeping(root, terms, usize::MAX)
    }

    /// The same, with a limit on how many remarks are kept.
    fn keeping(root: NodeRef<'_>, terms: &Terms, most: usize) -> Stage {
        let mut remarks = Remarks { list: Vec::new(), most, unkept: 0 };
        let mut setup = Setup::new(terms.size);
        put_stones(root, &mut setup, &mut remarks);
        setup.turn = first_turn(root, terms, &setup);
        let start = as_is(setup, root, &mut remarks);
        let game = Game::from_position(start, terms.rules.clone())
            .with_handicap_of(terms.handicap)
            .with_komi(terms.komi);
        Stage { game, size: terms.size, root: root.id(), remarks, earlier: 0, history: 0 }
    }

    /// Goes on with a new game from here, if this one has so much history. Whether it had.
    fn forget(&mut self, most: usize) -> bool {
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

    /// Does what a node says.
    fn step(&mut self, node: NodeRef<'_>) {
        if node.id() != self.root && node.has_setup() {
            self.set_up(node);
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
            self.history += 1;
            let number = self.earlier + self.game.move_count() + 1;
            let refused = self.refused(color, mv);
            // Off the board is not possible: the point is one of this board's.
            let _ = self.game.force(color, mv);
            match refused {
                None => {}
                // That it is meant.
                Some(_) if node.get("KO").is_some() => {}
                Some(refusal) => self.remarks.add(|| {
                    let name = size.move_name(mv);
                    remark(Problem::Illegal { number, color, mv, name, refusal })
                }),
            }
        }
    }

    /// What the rules say to a move. A game may be taken up again after two passes.
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
        let touched = put_stones(node, &mut setup, &mut self.remarks);
        if touched {
            setup.ko = None;
        }
        let turn = node.get("PL").and_then(|property| property.value().color());
        // Before the first move, stones of Black alone are a handicap.
        let alone = |color: Color| setup.stones.values().contains(&Some(color));
        let is_first = self.earlier + self.game.move_count() == 0;
        let handicap =
            (is_first && alone(Color::Black) && !alone(Color::White)).then_some(Color::White);
        if let Some(color) = turn.or_else(|| next_color(node, NEAR)).or(handicap)
            && color != setup.turn
        {
            // A ko is forbidden to the side that was to move.
            (setup.turn, setup.ko) = (color, None);
        }
        let position = as_is(setup, node, &mut self.remarks);
        // The sizes are the same.
        let _ = self.game.set_up(position);
        self.history += 1 + self.size.area() / 64;
    }
}

/// Puts the stones of AB, AW and AE into a setup. Whether there were any.
fn put_stones(node: NodeRef<'_>, setup: &mut Setup, remarks: &mut Remarks) -> bool {
    let size = setup.stones.size();
    let mut touched = false;
    let mut painter = Painter::new(&mut setup.stones);
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
                    painter.put(stone, corners);
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
    painter.finish();
    touched
}

/// A value for a message: a line's worth of it, without what a terminal would obey.
fn quoted(value: Value<'_>) -> String {
    const MOST: usize = 40;
    let raw = value.raw();
    // More bytes than these need not be decoded.
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

/// The position of a setup, as it is; what is wrong with it is remarked.
fn as_is(setup: Setup, node: NodeRef<'_>, remarks: &mut Remarks) -> Position {
    let (position, is_valid) = setup.position_either_way();
    if !is_valid {
        let offset = node.offset().unwrap_or(0);
        remarks.add(|| {
            let faults = setup.faults();
            let invalid = InvalidSetup { setup: Box::new(setup), faults };
            Remark { node: node.id(), offset, problem: Problem::Setup(invalid) }
        });
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;
    use crate::sgf::Collection;

    /// A walk forgets nothing that it comes back to.
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
                let each = |node: NodeRef<'_>, game: &Game, remarks: &[Remark]| {
                    shortest = game.undoable();
                    seen.push((node.id(), game.board().clone(), game.turn(), remarks.to_vec()));
                };
                walk_keeping(game, &terms, history, |_, _| {}, each);
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
