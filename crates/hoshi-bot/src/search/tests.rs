//! The tree beside the rules: what it visits is legal, and it stays within its memory.

use hoshi_core::{Refusal, Rng as _, Size};

use super::*;
use crate::tree::Node;

fn searched(game: &Game, threads: usize, playouts: u32) -> Search<128> {
    let mut search = Search::<128>::new(game, &Params::DEFAULT, threads, 1, 1 << 28);
    look(&mut search, playouts);
    search
}

fn look(search: &mut Search<128>, playouts: u32) {
    let until = Until { playouts, began: Instant::now(), deadline: None, settled: false };
    search.search(&until, &AtomicBool::new(false), &Params::DEFAULT);
}

/// How many moves below a node were visited, and how many were found to repeat a position.
#[derive(Debug, Default)]
struct Found {
    visited: usize,
    repeats: usize,
    /// Repetitions after a pass in the tree.
    after_pass: usize,
}

/// Compares every move below a node with what the game allows.
fn compare(search: &Search<128>, node: &Node, game: &Game, passes: usize, found: &mut Found) {
    for child in search.tree.children(node) {
        let mv = search.move_to(child.spot());
        let checked = game.check(game.turn(), mv);
        if child.is_forbidden() {
            assert!(matches!(checked, Err(Refusal::Superko { .. })), "{mv:?}: {checked:?}");
            found.repeats += 1;
            found.after_pass += usize::from(passes > 0);
        } else if child.visits() > 0.0 {
            assert_eq!(checked, Ok(()), "{mv:?} on\n{}", game.board());
            found.visited += 1;
            let mut next = game.clone();
            next.play(mv).unwrap();
            let passes = passes + usize::from(mv.is_pass());
            compare(search, child, &next, passes, found);
        }
    }
}

/// Under superko the tree refuses what the game refuses and nothing else, also where a pass comes before.
/// On tiny boards nearly every line repeats something.
#[test]
fn the_tree_knows_superko() {
    for (threads, rules) in [(1, "simple,ko=ssk"), (2, "simple,ko=ssk"), (1, "simple,ko=psk")] {
        let mut rng = SplitMix64::new(5);
        let mut found = Found::default();
        for n in 0..60 {
            let (width, height) = [(2, 2), (3, 2), (2, 3), (3, 3)][n % 4];
            let size = Size::new(width, height).unwrap();
            let mut game = Game::new(size, rules.parse().unwrap());
            for _ in 0..rng.below(12) {
                let points: Vec<_> = game.legal_points(game.turn()).collect();
                let mv = match rng.below(points.len() as u32 + 1) as usize {
                    n if n < points.len() => Move::Play(points[n]),
                    _ if game.last_move().is_some_and(|(_, mv)| mv.is_pass()) => break,
                    _ => Move::Pass,
                };
                game.play(mv).unwrap();
            }
            let mut search = searched(&game, threads, 1500);
            compare(&search, search.tree.root(), &game, 0, &mut found);
            // The part that is kept is right too.
            let best = search.tree.children(search.tree.root()).iter();
            let best = best.max_by(|a, b| a.visits().total_cmp(&b.visits()));
            let Some(mv) = best.map(|best| search.move_to(best.spot())) else { continue };
            game.play(mv).unwrap();
            if *game.phase() == hoshi_core::Phase::Playing {
                search.set_root(&game, &Params::DEFAULT);
                look(&mut search, 500);
                compare(&search, search.tree.root(), &game, 0, &mut found);
            }
        }
        assert!(found.visited > 10_000 && found.repeats > 500, "{rules}: {found:?}");
        assert!(found.after_pass > 100, "{rules}: {found:?}");
    }
}

/// Positions before a setup in the middle of a game count as well.
#[test]
fn superko_looks_back_past_a_setup() {
    let mut game = Game::new(Size::square(3).unwrap(), "simple,ko=psk".parse().unwrap());
    game.play(game.size().parse_move("B2").unwrap()).unwrap();
    let empty = game.start().clone();
    game.set_up(empty).unwrap();
    // The empty board, and the one with a stone.
    assert_eq!(searched(&game, 1, 10).root.history.len(), 2);
}

/// A whole game with memory for few nodes: the tree fills up, has room again after every move, and never takes
/// more than it may.
#[test]
fn a_tree_stays_within_its_memory() {
    const MEMORY: usize = 2 << 20;
    for threads in [1, 2] {
        let mut game = Game::new(Size::S9, "chinese".parse().unwrap());
        let mut search = Search::<128>::new(&game, &Params::DEFAULT, threads, 1, MEMORY);
        let (mut full, mut kept, mut grew) = (0, 0, 0);
        while game.move_count() < 70 && *game.phase() == hoshi_core::Phase::Playing {
            search.set_root(&game, &Params::DEFAULT);
            let before = search.tree.len();
            look(&mut search, 500);
            let (nodes, bytes) = (search.tree.len(), search.tree.bytes());
            assert!(bytes <= MEMORY && nodes <= Tree::fitting(MEMORY), "{bytes}, {nodes}");
            full += usize::from(search.tree.is_full());
            kept += usize::from(before > 1);
            grew += usize::from(nodes > before);
            let children = search.tree.children(search.tree.root()).iter();
            let best = children.max_by(|a, b| a.visits().total_cmp(&b.visits())).unwrap();
            let mv = search.move_to(best.spot());
            game.play(mv).unwrap();
        }
        let moves = game.move_count();
        assert!(moves >= 40, "{moves}");
        assert!(full >= 5 && kept >= 30 && grew >= 30, "{full}, {kept}, {grew} of {moves}");
    }
}

/// After two passes and a resumption, one pass does not end the game.
#[test]
fn a_pass_before_a_resumption_is_forgotten() {
    let mut game = Game::new(Size::S9, "chinese".parse().unwrap());
    game.play(Move::Pass).unwrap();
    assert!(searched(&game, 1, 1).root.passed);
    game.play(Move::Pass).unwrap();
    game.resume(Color::Black).unwrap();
    assert!(!searched(&game, 1, 1).root.passed);
}

/// With a clock alone a search ends when no other move can overtake the best one in the time that is left.
#[test]
fn as_many_playouts_are_left_as_fit_into_the_time() {
    let began = Instant::now();
    let at = |seconds| began + std::time::Duration::from_secs(seconds);
    let left = |playouts, deadline, done| {
        let until = Until { playouts, began, deadline, settled: true };
        worker::left(&until, done, at(10)).round() as u64
    };
    assert_eq!(left(u32::MAX, Some(at(40)), 1000), 3000);
    // Both limits hold.
    assert_eq!(left(1500, Some(at(40)), 1000), 500);
    assert_eq!(left(1500, None, 1000), 500);
    assert_eq!(left(u32::MAX, Some(at(5)), 1000), 0);
    // The first playouts say nothing about the speed.
    assert!(left(u32::MAX, Some(at(11)), 10) > 1_000_000_000);
}
