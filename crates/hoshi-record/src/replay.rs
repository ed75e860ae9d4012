//! From a tree to a game: what a record says is done, and what the rules say to it is noted. Reading
//! never asks whether a move is legal; this is where it is asked.

mod picture;

use hoshi_core::{
    Color, Game, HalfPoints, InvalidSetup, Move, Position, Preset, Refusal, Rules, Setup, Size,
};

pub use picture::{diagram, diagram_of};

use crate::info::{How, Reading};
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

    /// What these terms assume and the record does not say plainly, a sentence each: rules that hoshi does
    /// not know, a komi or a handicap that cannot be read, is missing, or is written in another unit.
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
    let line = node.line();
    let mut stage = Stage::new(line[0], terms);
    for &node in &line {
        stage.step(node);
    }
    Replay { game: stage.game, remarks: stage.remarks }
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
    let line = node.line();
    let mut stage = Stage::new(line[0], terms);
    for &node in &line {
        stage.step(node);
        if !stage.remarks.is_empty() {
            return Err(Box::new(stage.remarks.swap_remove(0)));
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
    mut each: impl FnMut(NodeRef<'a>, &Game, &[Remark]),
) {
    let root = tree.root();
    let mut stage = Stage::new(root, terms);
    // How much each node of the current line did, to take it back.
    let mut done: Vec<usize> = Vec::new();
    let mut node = root;
    loop {
        let before = stage.game.undoable();
        stage.step(node);
        each(node, &stage.game, &stage.remarks);
        stage.remarks.clear();
        done.push(stage.game.undoable() - before);
        if let Some(child) = node.first_child() {
            node = child;
            continue;
        }
        let mut back = 0;
        loop {
            back += done.pop().unwrap_or(0);
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
    remarks: Vec<Remark>,
}

impl Stage {
    /// The start of a game: what the root sets up is where it begins.
    fn new(root: NodeRef<'_>, terms: &Terms) -> Stage {
        let mut remarks = Vec::new();
        let mut setup = Setup::new(terms.size);
        put_stones(root, &mut setup, &mut remarks);
        setup.turn = first_turn(root, terms, &setup);
        let start = as_is(setup, root, &mut remarks);
        let game = Game::from_position(start, terms.rules.clone())
            .with_handicap_of(terms.handicap)
            .with_komi(terms.komi);
        Stage { game, size: terms.size, root: root.id(), remarks }
    }

    /// Does what a node says.
    fn step(&mut self, node: NodeRef<'_>) {
        if node.id() != self.root && node.has_setup() {
            self.set_up(node);
        }
        for (color, mv, value) in node.moves(self.size) {
            let remark = |problem| Remark { node: node.id(), offset: value.offset(), problem };
            let Some(mv) = mv else {
                self.remarks.push(remark(Problem::NotAPoint {
                    property: color.letter().to_string(),
                    value: quoted(value),
                    size: self.size,
                }));
                continue;
            };
            let number = self.game.move_count() + 1;
            let refused = self.refused(color, mv);
            // Off the board is not possible: the point is one of this board's.
            let _ = self.game.force(color, mv);
            match refused {
                None => {}
                // That it is meant.
                Some(_) if node.get("KO").is_some() => {}
                Some(refusal) => self.remarks.push(remark(Problem::Illegal {
                    number,
                    color,
                    mv,
                    name: self.size.move_name(mv),
                    refusal,
                })),
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
        let handicap = (self.game.move_count() == 0 && alone(Color::Black) && !alone(Color::White))
            .then_some(Color::White);
        if let Some(color) = turn.or_else(|| next_color(node, NEAR)).or(handicap)
            && color != setup.turn
        {
            // A ko is forbidden to the side that was to move.
            (setup.turn, setup.ko) = (color, None);
        }
        let position = as_is(setup, node, &mut self.remarks);
        // The sizes are the same.
        let _ = self.game.set_up(position);
    }
}

/// Puts the stones of AB, AW and AE into a setup. Whether there were any.
fn put_stones(node: NodeRef<'_>, setup: &mut Setup, remarks: &mut Vec<Remark>) -> bool {
    let size = setup.stones.size();
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
            match value.points(size) {
                Some(points) => {
                    touched = true;
                    for point in points {
                        setup.stones[point] = stone;
                    }
                }
                // `AB[]` sets nothing.
                None if value.raw().trim_ascii().is_empty() => {}
                None => remarks.push(Remark {
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
fn as_is(setup: Setup, node: NodeRef<'_>, remarks: &mut Vec<Remark>) -> Position {
    setup.position().unwrap_or_else(|invalid| {
        let position = invalid.setup.clone().position_as_is();
        let offset = node.offset().unwrap_or(0);
        remarks.push(Remark { node: node.id(), offset, problem: Problem::Setup(invalid) });
        position
    })
}
