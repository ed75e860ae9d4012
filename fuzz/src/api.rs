//! The whole public API of a game, called in any order, compared with a plain model: the slow
//! reference for the board, and a list of states before and after each event for undo and redo.
//! After every call both must agree, and a refused call must have changed nothing.

mod calls;
mod model;

use hoshi_core::{
    Board, Color, DeadAndSeki, Diagram, Game, Phase, Point, Position, SetupFault, Size, Symmetry,
    UnconditionalLife, chain_of, propose_seki,
};

use crate::common::{Reference, chain, every_ruleset, same_everything, same_score, same_state};
use model::{Model, Stage};

/// The maximum number of calls of one input.
const CALLS: usize = 40;

/// The bytes in order, then zeros.
struct Input<'a> {
    bytes: &'a [u8],
}

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    fn color(&mut self) -> Color {
        Color::ALL[usize::from(self.byte() % 2)]
    }

    /// A point of the board, or sometimes one off it.
    fn point(&mut self, size: Size) -> Point {
        let at = usize::from(self.byte()) % (size.area() + 1);
        size.point_at(at).unwrap_or_else(|| {
            let beyond = Size::square(255).expect("a size");
            beyond.point(size.width(), size.height() - 1).expect("a point beyond")
        })
    }
}

/// Reads the bytes as a board, rules, a start and calls.
pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input { bytes };
    let size = Size::new(input.byte() % 6 + 1, input.byte() % 5 + 1).expect("sides above 0");
    let all = every_ruleset();
    let rules = all[usize::from(input.byte()) % all.len()].clone();
    let game = match input.byte() % 4 {
        0 | 1 => Game::new(size, rules),
        2 => {
            let points: Vec<Point> = (0..input.byte() % 5).map(|_| input.point(size)).collect();
            match Game::with_free_handicap(size, rules, &points) {
                Ok(game) => game,
                Err(_) => return,
            }
        }
        _ => {
            let color = input.color();
            let mut setup = hoshi_core::Setup::new(size);
            for _ in 0..input.byte() % 16 {
                let (color, point) = (input.color(), input.point(size));
                if size.contains(point) {
                    setup.stones[point] = Some(color);
                }
            }
            setup.turn = color;
            let Ok(position) = setup.position() else { return };
            Game::from_position(position, rules)
        }
    };
    let mut model = Model::new(&game);
    let mut game = game;
    for _ in 0..CALLS {
        if input.bytes.is_empty() {
            break;
        }
        calls::call(&mut game, &mut model, &mut input);
        agree(&game, &model);
    }
    same_everything(&game, model.reference());
    same_score(&game, model.reference(), &game.marks(), game.handicap());
    views(&game, model.reference());
}

/// Compares everything besides the board.
fn agree(game: &Game, model: &Model) {
    same_state(game, model.reference());
    assert_eq!(game.turn(), model.now.turn);
    assert_eq!(game.marks(), model.marks());
    assert_eq!((game.undoable(), game.redoable()), (model.done, model.undone()));
    match (game.phase(), &model.now.stage) {
        (Phase::Playing, Stage::Playing) => assert_eq!(game.outcome(), None),
        (Phase::Marking(found), Stage::Marking { marks, agreed }) => {
            assert_eq!(found.marks, *marks);
            assert_eq!(Color::ALL.map(|color| found.agreed(color)), *agreed);
        }
        (Phase::Over(found), Stage::Over(wanted)) => {
            assert_eq!(found, wanted);
            assert_eq!(game.outcome(), Some(*wanted));
        }
        (found, wanted) => panic!("{found:?} is not {wanted:?}"),
    }
}

/// The board seen in other ways.
fn views(game: &Game, reference: &Reference) {
    let (board, size) = (game.board(), game.size());
    for symmetry in Symmetry::ALL {
        let image = board.transformed(symmetry);
        assert_eq!(image.transformed(symmetry.inverse()), *board);
    }
    let position = Position::new(board.clone(), game.turn());
    let alive = reference.groups().iter().all(|(_, group)| !group.liberties.is_empty());
    match Board::from_text(&Diagram::from(board).to_string()) {
        Ok(read) => assert!(alive && read.same_stones(board)),
        Err(_) => assert!(!alive, "{board:?}"),
    }
    let faults = position.setup().faults();
    // A forced capture may leave an otherwise impossible ko.
    let ko = faults.iter().filter(|fault| **fault == SetupFault::KoWithoutCapture).count();
    assert_eq!(faults.len() == ko, alive, "{board:?}");
    for (point, color) in board.stones() {
        let wanted = reference.points(&chain(size, &reference.cells, reference.at(point)));
        assert!(chain_of(board, point).iter().eq(wanted), "the chain of {point:?} in {board:?}");
        assert_eq!(board.block(point).map(|block| block.color()), Some(color));
    }
    // Unconditionally alive stones are not in seki, once the dead stones within are removed.
    let lives = Color::ALL.map(|color| UnconditionalLife::of(board, color, game.rules().suicide));
    let mut dead = DeadAndSeki::new(size).dead;
    for (life, color) in lives.iter().zip(Color::ALL) {
        assert!(life.stones.iter().all(|point| board.stone(point) == Some(color)));
        assert!(life.territory.iter().all(|point| board.stone(point) != Some(color)));
        dead.extend(life.territory.iter().filter(|&point| board.stone(point).is_some()));
    }
    let seki = propose_seki(board, &dead);
    assert!(seki.iter().all(|point| board.stone(point).is_some()));
    assert!(!lives.iter().any(|life| life.stones.iter().any(|p| seki.contains(p))), "{board:?}");
}
