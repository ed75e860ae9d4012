//! Problems: what is right, what is wrong, and what the record answers.
//!
//! A line is right if a node on it is marked right: `RIGHT` or `CORRECT` in its comment, TE, or GB or GW for the
//! solver's colour. In a record with such marks, other lines are wrong; without any, the main line is right. A move
//! that the record does not have is neither. `FORCE` takes only the moves of the record, `NOTTHIS` is not the move
//! that is asked for, `CHOICE` shows the moves to choose from.

use hoshi_core::{Color, Diagram, Game, Mark, Move, Point, Size, Symmetry};

use crate::replay::{Terms, diagram_of, replay_brief};
use crate::sgf::{Collection, GameTree, NodeRef};

/// What a move came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The record continues.
    On,
    /// The problem is solved.
    Right,
    /// The line has ended and is not right.
    Wrong,
    /// The record has the move, and says that another one is asked for.
    NotThis,
    /// The record has no such move.
    Unknown,
    /// The record has no such move, and accepts only its own here.
    Forced,
    /// The rules forbid it.
    Illegal(String),
    /// The problem is over.
    Over,
}

/// A word in the comment of a node that steers a problem. It stands alone, in capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// `RIGHT` or `CORRECT`: the line is right.
    Right,
    /// `FORCE`: only the moves of the record are accepted.
    Force,
    /// `NOTTHIS`: another move is asked for.
    NotThis,
    /// `CHOICE`: the moves of the record are shown to choose from.
    Choice,
}

impl Word {
    fn spellings(self) -> &'static [&'static str] {
        match self {
            Word::Right => &["RIGHT", "CORRECT"],
            Word::Force => &["FORCE"],
            Word::NotThis => &["NOTTHIS"],
            Word::Choice => &["CHOICE"],
        }
    }

    /// Whether the comment of a node has the word.
    ///
    /// ```
    /// use hoshi_record::problem::Word;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;C[Black lives. CHOICE])")?;
    /// let root = file.game(0).unwrap().root();
    /// assert!(Word::Choice.is_in(root) && !Word::Force.is_in(root));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn is_in(self, node: NodeRef<'_>) -> bool {
        let Some(text) = node.text("C") else { return false };
        let is_one = |known| self.spellings().contains(&known);
        text.split(|letter: char| !letter.is_ascii_uppercase()).any(is_one)
    }
}

/// The comment of a node without the words that steer a problem.
///
/// ```
/// use hoshi_record::problem::comment;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;C[FORCED or not? CHOICE])")?;
/// assert_eq!(comment(file.game(0).unwrap().root()), "FORCED or not?");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn comment(node: NodeRef<'_>) -> String {
    let text = node.text("C").unwrap_or_default();
    let words = [Word::Right, Word::Force, Word::NotThis, Word::Choice];
    let steers = |run: &str| words.iter().any(|word| word.spellings().contains(&run));
    // Runs of capitals are words, as `is_in` reads them: `FORCED` is not one of these.
    let mut shown = String::new();
    let mut rest = text.as_ref();
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_uppercase()) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|letter: char| !letter.is_ascii_uppercase()).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        shown.push_str(before);
        if !steers(run) {
            shown.push_str(run);
        }
        rest = after;
    }
    shown.push_str(rest);
    shown.trim().to_owned()
}

/// How the lines of a problem are judged.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::problem::AnswerKey;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[5]AB[bb]AW[cc](;B[cb]C[RIGHT])(;B[bc]))")?;
/// let tree = file.game(0).unwrap();
/// let key = AnswerKey::of(tree);
/// assert_eq!(key.solver(), Color::Black);
/// let judged: Vec<bool> = tree.root().children().map(|node| key.is_right(node)).collect();
/// assert_eq!(judged, [true, false]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnswerKey {
    start: Vec<usize>,
    solver: Color,
    has_marks: bool,
}

impl AnswerKey {
    /// The key of a record. Any record has one; see [`is_problem`](crate::replay::is_problem).
    #[must_use]
    pub fn of(tree: GameTree<'_>) -> AnswerKey {
        let mut start = Vec::new();
        let mut node = tree.root();
        // The first nodes may only say what the problem is about.
        while let Some(child) = node.first_child().filter(|child| !child.has_move()) {
            node = child;
            start.push(0);
        }
        let solver = match node.children().find_map(mover) {
            Some(color) => color,
            None => replay_brief(node, &Terms::of(tree)).game.turn(),
        };
        let has_marks = tree.nodes().any(|node| is_marked(node, solver));
        AnswerKey { start, solver, has_marks }
    }

    /// The path of the node at which the solver begins.
    #[must_use]
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// The colour that solves it.
    #[must_use]
    pub fn solver(&self) -> Color {
        self.solver
    }

    /// Whether the record marks right lines; without marks, the main line is right.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        self.has_marks
    }

    /// Whether a node is marked right.
    #[must_use]
    pub fn marks(&self, node: NodeRef<'_>) -> bool {
        is_marked(node, self.solver)
    }

    /// Whether the line that ends at a node is right.
    #[must_use]
    pub fn is_right(&self, node: NodeRef<'_>) -> bool {
        match self.has_marks {
            true => node.line().into_iter().any(|node| self.marks(node)),
            false => node.is_main(),
        }
    }
}

/// A problem, how far it is played, and how its board is turned.
///
/// ```
/// use hoshi_record::problem::{Problem, Tried};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[5]AB[ab][bb]AW[ac][bc](;B[ba];W[ca];B[aa]C[RIGHT])(;B[ca]))")?;
/// let mut problem = Problem::new(file, 0).unwrap();
/// let size = problem.size();
/// assert_eq!(problem.play(size.parse_move("E1").unwrap()), Tried::Unknown);
/// assert_eq!(problem.play(size.parse_move("B5").unwrap()), Tried::On);
/// assert_eq!(problem.play(size.parse_move("A5").unwrap()), Tried::Right);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Problem {
    file: Collection,
    index: usize,
    path: Vec<usize>,
    key: AnswerKey,
    is_over: bool,
    /// How the board is turned or reflected.
    symmetry: Symmetry,
    /// Whether the colours are exchanged.
    is_swapped: bool,
}

impl Problem {
    /// The problem of a game in a file, from 0; none if the file has no such game.
    #[must_use]
    pub fn new(file: Collection, index: usize) -> Option<Problem> {
        let tree = file.game(index)?;
        let key = AnswerKey::of(tree);
        let path = key.start.clone();
        let (is_over, symmetry, is_swapped) = (false, Symmetry::ALL[0], false);
        Some(Problem { file, index, path, key, is_over, symmetry, is_swapped })
    }

    fn tree(&self) -> GameTree<'_> {
        self.file.game(self.index).expect("the game was there")
    }

    fn node(&self) -> NodeRef<'_> {
        let tree = self.tree();
        tree.at(&self.path).unwrap_or_else(|| tree.root())
    }

    fn game(&self) -> Game {
        replay_brief(self.node(), &Terms::of(self.tree())).game
    }

    /// The size of the board as it is shown.
    #[must_use]
    pub fn size(&self) -> Size {
        self.symmetry.size(self.tree().size())
    }

    /// Turns or reflects the board: the next of eight ways.
    pub fn turn(&mut self) {
        let at = Symmetry::ALL.iter().position(|symmetry| *symmetry == self.symmetry).unwrap_or(0);
        self.symmetry = Symmetry::ALL[(at + 1) % Symmetry::ALL.len()];
    }

    /// Turns and colours it as another problem is.
    pub fn look_like(&mut self, other: &Problem) {
        (self.symmetry, self.is_swapped) = (other.symmetry, other.is_swapped);
    }

    /// Exchanges the colours, or puts them back.
    pub fn swap(&mut self) {
        self.is_swapped = !self.is_swapped;
    }

    /// Whether the colours are exchanged.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.is_swapped
    }

    /// The name of the problem (GN), if it has one.
    ///
    /// ```
    /// use hoshi_record::problem::Problem;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]GN[The corner];B[aa])")?;
    /// assert_eq!(Problem::new(file, 0).unwrap().name().as_deref(), Some("The corner"));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let name = self.tree().info_text("GN")?;
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }

    /// The colour that solves it, as it is shown.
    #[must_use]
    pub fn solver(&self) -> Color {
        if self.is_swapped { self.key.solver.opponent() } else { self.key.solver }
    }

    /// The comment of the position, without the words that steer the problem.
    #[must_use]
    pub fn comment(&self) -> String {
        comment(self.node())
    }

    /// A point of the record as it is shown.
    fn turned(&self, point: Point) -> Point {
        self.symmetry.apply(self.tree().size(), point)
    }

    /// A point as it is shown in the record.
    fn turned_back(&self, point: Point) -> Point {
        self.symmetry.inverse().apply(self.size(), point)
    }

    /// The board as it is shown.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let game = self.game();
        let plain = diagram_of(self.node(), &game);
        let mut shown = Diagram::new(self.size());
        for point in self.tree().size().points() {
            let there = self.turned(point);
            let stone = plain.stone(point);
            shown.put(
                there,
                stone.map(|color| if self.is_swapped { color.opponent() } else { color }),
            );
            for mark in Mark::ALL {
                if plain.marks(point).contains(mark) {
                    shown.mark(there, mark);
                }
            }
            if let Some(label) = plain.label(point) {
                shown.set_label(there, label);
            }
        }
        shown.set_last_move(plain.last_move().map(|point| self.turned(point)));
        shown
    }

    /// The moves to choose from, if the record wants them shown.
    #[must_use]
    pub fn choices(&self) -> Vec<Point> {
        if !Word::Choice.is_in(self.node()) {
            return Vec::new();
        }
        let size = self.tree().size();
        let moves = self.node().children().filter_map(|child| played(child, size));
        moves.filter_map(Move::point).map(|point| self.turned(point)).collect()
    }

    /// The solver plays, and the record answers.
    pub fn play(&mut self, shown: Move) -> Tried {
        if self.is_over {
            return Tried::Over;
        }
        let size = self.tree().size();
        let mv = match shown {
            Move::Play(point) => Move::Play(self.turned_back(point)),
            Move::Pass => Move::Pass,
        };
        if let Err(refusal) = self.game().check(self.key.solver, mv) {
            return Tried::Illegal(refusal.to_string());
        }
        let nth = self.node().children().position(|child| played(child, size) == Some(mv));
        let Some(nth) = nth else {
            return if Word::Force.is_in(self.node()) { Tried::Forced } else { Tried::Unknown };
        };
        if self.node().children().nth(nth).is_some_and(|child| Word::NotThis.is_in(child)) {
            return Tried::NotThis;
        }
        self.path.push(nth);
        // The answer of the record.
        if self.node().first_child().is_some() {
            self.path.push(0);
        }
        if self.node().first_child().is_some() {
            return Tried::On;
        }
        self.is_over = true;
        if self.key.is_right(self.node()) { Tried::Right } else { Tried::Wrong }
    }

    /// Starts again.
    pub fn restart(&mut self) {
        self.path.clone_from(&self.key.start);
        self.is_over = false;
    }
}

fn is_marked(node: NodeRef<'_>, solver: Color) -> bool {
    let good = if solver == Color::Black { "GB" } else { "GW" };
    Word::Right.is_in(node) || node.get("TE").is_some() || node.get(good).is_some()
}

fn mover(node: NodeRef<'_>) -> Option<Color> {
    node.moves(node.game().size()).next().map(|(color, ..)| color)
}

fn played(node: NodeRef<'_>, size: Size) -> Option<Move> {
    node.moves(size).next().and_then(|(_, mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        Problem::new(Collection::read(text).unwrap(), 0).unwrap()
    }

    fn tries(problem: &mut Problem, names: &str) -> Vec<Tried> {
        let size = problem.size();
        names.split(' ').map(|name| problem.play(size.parse_move(name).unwrap())).collect()
    }

    const START: &str = "(;SZ[5]AB[ab][bb]AW[ac][bc]";

    #[test]
    fn the_line_with_a_mark_is_right_and_others_are_wrong() {
        for mark in ["C[RIGHT]", "C[Yes, CORRECT.]", "TE[1]", "GB[1]"] {
            let text = format!("{START}(;B[ba];W[ca];B[aa]{mark})(;B[ca];W[ba]))");
            assert_eq!(tries(&mut problem(&text), "B5 A5"), [Tried::On, Tried::Right], "{mark}");
            assert_eq!(tries(&mut problem(&text), "C5"), [Tried::Wrong], "{mark}");
            assert_eq!(tries(&mut problem(&text), "E1"), [Tried::Unknown]);
        }
        // A good move for the other side is no mark for the solver.
        let text = format!("{START}(;B[ba]GW[1])(;B[ca]))");
        assert_eq!(tries(&mut problem(&text), "B5"), [Tried::Right]);
        assert_eq!(tries(&mut problem(&text), "C5"), [Tried::Wrong]);
        // A mark early in a line holds to its end.
        let text = format!("{START}(;B[ba]TE[1];W[ca];B[aa])(;B[ca]))");
        assert_eq!(tries(&mut problem(&text), "B5 A5"), [Tried::On, Tried::Right]);
    }

    #[test]
    fn without_marks_the_main_line_is_right() {
        let text = format!("{START}(;B[ba];W[ca];B[aa])(;B[ca];W[ba]))");
        assert_eq!(tries(&mut problem(&text), "B5 A5 A1"), [Tried::On, Tried::Right, Tried::Over]);
        assert_eq!(tries(&mut problem(&text), "C5"), [Tried::Wrong]);
    }

    #[test]
    fn the_words_of_problem_collections_are_understood() {
        let text = format!("{START}C[FORCE](;B[ba]C[RIGHT])(;B[ca]C[NOTTHIS])(;B[da]))");
        let found = tries(&mut problem(&text), "E1 C5 D5");
        assert_eq!(found, [Tried::Forced, Tried::NotThis, Tried::Wrong]);
        let text = format!("{START}C[Where? CHOICE](;B[ba]C[RIGHT])(;B[ca]))");
        let problem = problem(&text);
        assert_eq!(problem.choices().len(), 2);
        assert_eq!(problem.comment(), "Where?");
    }

    #[test]
    fn boards_are_turned_in_all_eight_ways_and_colours_swapped() {
        // On a board that is not square, turns exchange its sides.
        let text = "(;SZ[5:7]AB[ab][bb]AW[ac][bc](;B[ba];W[ca];B[aa]C[RIGHT]))";
        let mut problem = problem(text);
        let first = problem.diagram().to_string();
        let mut shapes = Vec::new();
        for nth in 0..16 {
            if nth == 8 {
                problem.swap();
            }
            let color = if nth >= 8 { Color::White } else { Color::Black };
            assert_eq!(problem.solver(), color);
            let record = problem.tree().size();
            let [a, b] = ["B7", "A7"].map(|name| problem.turned(record.parse_a1(name).unwrap()));
            let stone = problem.turned(record.parse_a1("A6").unwrap());
            assert_eq!(problem.diagram().stone(stone), Some(color));
            assert_eq!(problem.play(Move::Play(a)), Tried::On);
            assert_eq!(problem.play(Move::Play(b)), Tried::Right);
            problem.restart();
            shapes.push(problem.diagram().to_string());
            problem.turn();
        }
        assert_eq!(shapes[0], first);
        let different: std::collections::BTreeSet<&String> = shapes.iter().collect();
        assert_eq!(different.len(), 16);
    }

    #[test]
    fn what_the_rules_forbid_is_neither() {
        let text = format!("{START}(;B[ba]))");
        assert!(matches!(tries(&mut problem(&text), "A4")[0], Tried::Illegal(_)));
    }
}
