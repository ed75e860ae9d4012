//! A problem out of a record: what is right, what is wrong, and what the record answers.
//!
//! A line is right if a node on it is marked right: `RIGHT` or `CORRECT` in its comment, TE, or GB or GW for the
//! solver's colour. In a record with such marks, other lines are wrong; without any, the main line is right. A move
//! that the record does not have is neither. `FORCE` takes only the moves of the record, `NOTTHIS` is not what is
//! asked for, `CHOICE` shows the moves to choose from.

use hoshi_core::{Color, Diagram, Game, Mark, Move, Point, Size, Symmetry};
use hoshi_record::replay::{Terms, diagram_of, replay_brief};
use hoshi_record::sgf::{Collection, GameTree, NodeRef};

/// What a move came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// The record goes on.
    On,
    Right,
    Wrong,
    NotThis,
    /// The record has no such move.
    Unknown,
    /// The record takes only its own moves here.
    Forced,
    /// The rules forbid it.
    Illegal(String),
    /// The problem is over.
    Over,
}

/// A problem and how far it is played.
#[derive(Debug)]
pub(crate) struct Problem {
    file: Collection,
    index: usize,
    path: Vec<usize>,
    solver: Color,
    has_marks: bool,
    is_over: bool,
    /// How the board is turned or reflected.
    symmetry: Symmetry,
    /// Whether the colours are exchanged.
    pub(crate) is_swapped: bool,
}

impl Problem {
    /// The problem of a game in a file.
    pub(crate) fn new(file: Collection, index: usize) -> Option<Problem> {
        let tree = file.game(index)?;
        let mut path = Vec::new();
        let mut node = tree.root();
        // A first node may only tell what the problem is about.
        while let Some(child) = node.first_child().filter(|child| !child.has_move()) {
            node = child;
            path.push(0);
        }
        let solver = match node.children().find_map(|child| mover(child)) {
            Some(color) => color,
            None => replay_brief(node, &Terms::of(tree)).game.turn(),
        };
        let has_marks = tree.nodes().any(|node| is_marked(node, solver));
        let (is_over, symmetry, is_swapped) = (false, Symmetry::ALL[0], false);
        Some(Problem { file, index, path, solver, has_marks, is_over, symmetry, is_swapped })
    }

    /// How many games a file has.
    pub(crate) fn games(file: &Collection) -> usize {
        file.games().len()
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
    pub(crate) fn size(&self) -> Size {
        self.symmetry.size(self.tree().size())
    }

    /// The next of the eight ways to turn and reflect the board.
    pub(crate) fn turn(&mut self) {
        let at = Symmetry::ALL.iter().position(|symmetry| *symmetry == self.symmetry).unwrap_or(0);
        self.symmetry = Symmetry::ALL[(at + 1) % Symmetry::ALL.len()];
    }

    /// Turned and coloured as another problem.
    pub(crate) fn look_like(&mut self, other: &Problem) {
        (self.symmetry, self.is_swapped) = (other.symmetry, other.is_swapped);
    }

    /// Who solves it, as it is shown.
    pub(crate) fn solver(&self) -> Color {
        if self.is_swapped { self.solver.opponent() } else { self.solver }
    }

    pub(crate) fn comment(&self) -> String {
        let text = self.node().text("C").unwrap_or_default().into_owned();
        let words = ["RIGHT", "CORRECT", "FORCE", "NOTTHIS", "CHOICE"];
        words.iter().fold(text, |text, word| text.replace(word, "")).trim().to_owned()
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
    pub(crate) fn diagram(&self) -> Diagram {
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
    pub(crate) fn choices(&self) -> Vec<Point> {
        if !says(self.node(), "CHOICE") {
            return Vec::new();
        }
        let size = self.tree().size();
        let moves = self.node().children().filter_map(|child| played(child, size));
        moves.filter_map(Move::point).map(|point| self.turned(point)).collect()
    }

    /// The solver plays, and the record answers.
    pub(crate) fn play(&mut self, shown: Move) -> Tried {
        if self.is_over {
            return Tried::Over;
        }
        let size = self.tree().size();
        let mv = match shown {
            Move::Play(point) => Move::Play(self.turned_back(point)),
            Move::Pass => Move::Pass,
        };
        if let Err(refusal) = self.game().check(self.solver, mv) {
            return Tried::Illegal(refusal.to_string());
        }
        let nth = self.node().children().position(|child| played(child, size) == Some(mv));
        let Some(nth) = nth else {
            return if says(self.node(), "FORCE") { Tried::Forced } else { Tried::Unknown };
        };
        if self.node().children().nth(nth).is_some_and(|child| says(child, "NOTTHIS")) {
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
        let node = self.node();
        let is_right = match self.has_marks {
            true => node.line().into_iter().any(|node| is_marked(node, self.solver)),
            false => node.is_main(),
        };
        if is_right { Tried::Right } else { Tried::Wrong }
    }

    /// From the start again.
    pub(crate) fn restart(&mut self) {
        if let Some(mut new) = Problem::new(self.file.clone(), self.index) {
            new.look_like(self);
            *self = new;
        }
    }
}

fn says(node: NodeRef<'_>, word: &str) -> bool {
    let text = node.text("C").unwrap_or_default();
    text.split(|letter: char| !letter.is_ascii_uppercase()).any(|known| known == word)
}

fn is_marked(node: NodeRef<'_>, solver: Color) -> bool {
    let good = if solver == Color::Black { "GB" } else { "GW" };
    says(node, "RIGHT")
        || says(node, "CORRECT")
        || node.get("TE").is_some()
        || node.get(good).is_some()
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
            problem.is_swapped = nth >= 8;
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
