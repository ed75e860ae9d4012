//! The search: playouts from a tree that grows where they go.

#[cfg(test)]
mod tests;
mod worker;

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use hoshi_core::playout::{SearchBoard, Spot};
use hoshi_core::{
    Color, Game, HalfPoints, Happened, Ko, Move, PointSet, Rules, SplitMix64, zobrist,
};

use crate::judge::Judge;
use crate::params::Params;
use crate::tree::Tree;
use worker::{Task, Worker};

/// The position that is searched.
struct Root<const CAP: usize> {
    board: SearchBoard<CAP>,
    color: Color,
    /// The last two moves, the last one first.
    before: [Spot; 2],
    judge: Judge,
    ko: Ko,
    /// Hashes of earlier positions, under superko with the side to move mixed in if it matters.
    history: HashSet<u64>,
    /// Moves that the game allows.
    legal: Vec<bool>,
    /// Whether the last move of the game was a pass, so that another one ends it.
    passed: bool,
}

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    /// After this many new playouts; those that the tree already has are not counted.
    pub(crate) playouts: u32,
    /// When it began.
    pub(crate) began: Instant,
    /// At this time.
    pub(crate) deadline: Option<Instant>,
    /// As soon as no other move can become the most visited one.
    pub(crate) settled: bool,
}

/// Sums over playouts, gathered by each thread and added up at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) playouts: u32,
    /// Playouts that ended with the point Black's less those with White's.
    pub(crate) owners: Vec<i32>,
    pub(crate) score: f64,
    pub(crate) squares: f64,
}

impl Sums {
    fn clear(&mut self, len: usize) {
        self.playouts = 0;
        self.owners.clear();
        self.owners.resize(len, 0);
        self.score = 0.0;
        self.squares = 0.0;
    }

    fn add(&mut self, other: &Sums) {
        self.playouts += other.playouts;
        for (sum, &more) in self.owners.iter_mut().zip(&other.owners) {
            *sum += more;
        }
        self.score += other.score;
        self.squares += other.squares;
    }
}

/// A search over boards of any size, whatever numbers their points have.
pub(crate) trait Searcher: Send {
    /// Makes a game's position the root. What the tree knows of it is kept.
    fn set_root(&mut self, game: &Game, params: &Params);
    /// Only these moves are considered at the root; after a cleanup every stone is alive.
    fn restrict(&mut self, among: Option<&PointSet>, cleanup: bool);
    /// Half points that White is given in the search.
    fn set_offset(&mut self, offset: i32);
    fn search(&mut self, until: &Until, stop: &AtomicBool, params: &Params) -> u32;
    fn tree(&self) -> &Tree;
    fn sums(&self) -> &Sums;
    fn move_to(&self, spot: Spot) -> Move;
    fn spot_of(&self, mv: Move) -> Spot;
    fn forget(&mut self);
}

/// The search on boards that fit `CAP` numbers.
pub(crate) struct Search<const CAP: usize> {
    root: Root<CAP>,
    tree: Tree,
    workers: Vec<Worker<CAP>>,
    sums: Sums,
    /// The moves of the game whose position is the root, to see what has been played since.
    played: Vec<(Color, Move)>,
    start: u64,
    terms: Option<Terms>,
}

/// What the values of a tree depend on beside the position.
type Terms = (Rules, HalfPoints, u32);

impl<const CAP: usize> Search<CAP> {
    pub(crate) fn new(
        game: &Game,
        params: &Params,
        threads: usize,
        seed: u64,
        memory: usize,
    ) -> Search<CAP> {
        let board = SearchBoard::<CAP>::new(game.size());
        let worker = |n: usize| Worker::new(&board, params, SplitMix64::nth(seed, n as u64));
        let mut search = Search {
            workers: (0..threads.max(1)).map(worker).collect(),
            root: Root {
                board,
                color: Color::Black,
                before: [Spot::PASS; 2],
                judge: Judge::of(game, params.margin),
                ko: game.rules().ko,
                history: HashSet::new(),
                legal: Vec::new(),
                passed: false,
            },
            tree: Tree::new(Tree::fitting(memory), game.size().area() + 1),
            sums: Sums::default(),
            played: Vec::new(),
            start: 0,
            terms: None,
        };
        search.set_root(game, params);
        search
    }

    /// Keeps what the tree knows of the new position, if it follows from the old one.
    fn follow(&mut self, game: &Game) {
        let (start, moves) = game.since_setup();
        let start = start.board().hash();
        let terms = Some((game.rules().clone(), game.komi(), game.handicap()));
        let keeps = start == self.start
            && terms == self.terms
            && moves.len() >= self.played.len()
            && moves[..self.played.len()] == self.played[..];
        let since = if keeps { &moves[self.played.len()..] } else { &[] };
        let mut color = self.root.color;
        let mut node = keeps.then_some(0);
        for &(mover, mv) in since {
            let spot = self.root.board.spot_of(mv);
            node = node.filter(|_| mover == color).and_then(|node| self.tree.child(node, spot));
            color = color.opponent();
        }
        // The same stones with the other side to move are another position.
        match node.filter(|_| color == game.turn()) {
            Some(0) => {}
            Some(node) => self.tree.keep(node),
            None => self.tree.clear(),
        }
        self.terms = terms;
        self.start = start;
        self.played = moves;
    }
}

impl<const CAP: usize> Searcher for Search<CAP> {
    fn set_root(&mut self, game: &Game, params: &Params) {
        self.follow(game);
        let root = &mut self.root;
        let (board, turn) = (game.board(), game.turn());
        root.board.set_position(board, turn);
        root.color = turn;
        root.judge = Judge::of(game, params.margin);
        root.ko = game.rules().ko;
        let mut last = game.moves().rev().map(|(_, mv)| root.board.spot_of(mv));
        root.before = [(); 2].map(|()| last.next().unwrap_or(Spot::PASS));
        root.passed = matches!(game.last_happened(), Some(Happened::Move(_, Move::Pass)));
        root.legal = vec![false; CAP];
        for point in game.legal_points(turn) {
            root.legal[root.board.spot(point).index()] = true;
        }
        root.history.clear();
        if root.ko != Ko::Simple {
            root.history.extend(game.situations().map(|(hash, turn)| key(root.ko, hash, turn)));
        }
        let len = CAP;
        self.sums.clear(len);
        for worker in &mut self.workers {
            worker.policy.before = root.before;
            worker.policy.rates = params.rates();
        }
    }

    fn restrict(&mut self, among: Option<&PointSet>, cleanup: bool) {
        let root = &mut self.root;
        root.judge.all_alive |= cleanup;
        if let Some(among) = among {
            for point in root.board.size().points() {
                root.legal[root.board.spot(point).index()] &= among.contains(point);
            }
        }
    }

    fn set_offset(&mut self, offset: i32) {
        self.root.judge.offset = offset;
    }

    fn search(&mut self, until: &Until, stop: &AtomicBool, params: &Params) -> u32 {
        let Search { root, tree, workers, sums, .. } = self;
        let done = AtomicU32::new(0);
        let halt = AtomicBool::new(false);
        let parallel = workers.len() > 1;
        let total = Mutex::new(sums);
        let task = Task { root, tree, params, until, stop, done: &done, halt: &halt, parallel };
        let run = |worker: &mut Worker<CAP>| {
            worker.sums.clear(CAP);
            worker.work(&task);
            if let Ok(mut total) = total.lock() {
                total.add(&worker.sums);
            }
        };
        let (first, others) = workers.split_at_mut(1);
        std::thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| run(worker));
            }
            first.iter_mut().for_each(run);
        });
        done.load(Ordering::Relaxed)
    }

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn sums(&self) -> &Sums {
        &self.sums
    }

    fn move_to(&self, spot: Spot) -> Move {
        self.root.board.move_to(spot)
    }

    fn spot_of(&self, mv: Move) -> Spot {
        self.root.board.spot_of(mv)
    }

    fn forget(&mut self) {
        self.tree.clear();
        self.start = 0;
        self.played.clear();
    }
}

/// What superko compares.
fn key(ko: Ko, hash: u64, turn: Color) -> u64 {
    match ko {
        Ko::Situational => hash ^ zobrist::turn_key(turn),
        _ => hash,
    }
}
