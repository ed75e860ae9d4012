//! The search: playouts from a tree that grows where they go.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use hoshi_core::playout::{Policy as _, SearchBoard, Spot};
use hoshi_core::{Color, Game, Ko, Move, PointSet, Rng as _, SplitMix64, zobrist};

use crate::judge::{self, Judge, Verdict};
use crate::params::Params;
use crate::policy::Heavy;
use crate::prior::Nursery;
use crate::tree::{Node, Tree};

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
}

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    /// After so many playouts; those that the tree knows from before are not counted.
    pub(crate) playouts: u32,
    /// At this moment.
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
    tree: Arc<Tree>,
    most_nodes: usize,
    workers: Vec<Worker<CAP>>,
    sums: Sums,
    /// The moves of the game whose position is the root, to see what has been played since.
    played: Vec<(Color, Move)>,
    start: u64,
}

struct Worker<const CAP: usize> {
    board: SearchBoard<CAP>,
    policy: Heavy<CAP>,
    nursery: Nursery<CAP>,
    rng: SplitMix64,
    /// Who played where first, from a point of the playout on: 0 nobody, else 1 + colour.
    first: Vec<u8>,
    hashes: Vec<u64>,
    sums: Sums,
}

impl<const CAP: usize> Search<CAP> {
    pub(crate) fn new(
        game: &Game,
        params: &Params,
        threads: usize,
        seed: u64,
        memory: usize,
    ) -> Search<CAP> {
        let board = SearchBoard::<CAP>::new(game.size());
        let most_nodes = Tree::fitting(memory);
        let worker = |n: usize| Worker {
            board: board.clone(),
            policy: Heavy::new(params.rates()),
            nursery: Nursery::new(&board),
            rng: SplitMix64::new(SplitMix64::nth(seed, n as u64)),
            first: vec![0; CAP],
            hashes: Vec::new(),
            sums: Sums::default(),
        };
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
            },
            tree: Arc::new(Tree::new(most_nodes)),
            most_nodes,
            sums: Sums::default(),
            played: Vec::new(),
            start: 0,
        };
        search.set_root(game, params);
        search
    }

    /// Keeps what the tree knows of the new position, if it follows from the old one.
    fn follow(&mut self, game: &Game) {
        let (start, moves) = game.since_setup();
        let start = start.board().hash();
        let keeps = start == self.start
            && moves.len() >= self.played.len()
            && moves[..self.played.len()] == self.played[..];
        let mut found = None;
        if keeps {
            let mut node = self.tree.root();
            found = Some(node);
            let mut color = self.root.color;
            for &(mover, mv) in &moves[self.played.len()..] {
                let spot = self.root.board.spot_of(mv);
                let children = self.tree.children(node);
                match children.iter().find(|child| child.spot() == spot) {
                    Some(child) if mover == color => node = child,
                    _ => {
                        found = None;
                        break;
                    }
                }
                color = color.opponent();
                found = Some(node);
            }
        }
        let is_same = keeps && moves.len() == self.played.len();
        match found {
            Some(_) if is_same => {}
            Some(node) => self.tree = Arc::new(self.tree.below(node)),
            None => self.tree = Arc::new(Tree::new(self.most_nodes)),
        }
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
        root.legal = vec![false; CAP];
        for point in game.legal_points(turn) {
            root.legal[root.board.spot(point).index()] = true;
        }
        root.history.clear();
        if root.ko != Ko::Simple {
            // The boards of all earlier moves: a game is replayed from its start.
            let (start, moves) = game.since_setup();
            let mut again = Game::from_position(start, game.rules().clone());
            root.history.insert(key(root.ko, again.board().hash(), again.turn()));
            for (color, mv) in moves {
                if again.play_as(color, mv).is_err() {
                    break;
                }
                root.history.insert(key(root.ko, again.board().hash(), again.turn()));
            }
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
        self.tree = Arc::new(Tree::new(self.most_nodes));
        self.start = 0;
        self.played.clear();
    }
}

/// What all threads of a search share.
struct Task<'a, const CAP: usize> {
    root: &'a Root<CAP>,
    tree: &'a Tree,
    params: &'a Params,
    until: &'a Until,
    stop: &'a AtomicBool,
    done: &'a AtomicU32,
    halt: &'a AtomicBool,
    parallel: bool,
}

/// What superko compares.
fn key(ko: Ko, hash: u64, turn: Color) -> u64 {
    match ko {
        Ko::Situational => hash ^ zobrist::turn_key(turn),
        _ => hash,
    }
}

impl<const CAP: usize> Worker<CAP> {
    fn work(&mut self, task: &Task<'_, CAP>) {
        loop {
            if task.stop.load(Ordering::Relaxed) || task.halt.load(Ordering::Relaxed) {
                return;
            }
            let done = task.done.fetch_add(1, Ordering::Relaxed);
            if done >= task.until.playouts {
                task.done.fetch_sub(1, Ordering::Relaxed);
                return;
            }
            if let Some(deadline) = task.until.deadline
                && Instant::now() >= deadline
            {
                task.done.fetch_sub(1, Ordering::Relaxed);
                return;
            }
            self.simulate(task);
            if task.until.settled && done % 32 == 31 && is_settled(task, done) {
                task.halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// One walk down the tree, a playout, and the way back.
    fn simulate(&mut self, task: &Task<'_, CAP>) {
        let Task { root, tree, params, .. } = *task;
        let mut path: Vec<&Node> = Vec::with_capacity(64);
        self.board.copy_from(&root.board);
        self.hashes.clear();
        let mut color = root.color;
        let mut captured = root.judge.captured;
        let mut node = tree.root();
        path.push(node);
        let mut verdict = None;
        let mut plays = 0;
        loop {
            if !node.has_children() {
                let is_root = path.len() == 1;
                if (node.visits() < params.grow && !is_root) || tree.is_full() || !node.claim() {
                    break;
                }
                self.expand(task, node, color, is_root);
                if !node.has_children() {
                    break;
                }
            }
            let Some(child) = select(tree.children(node), params, &mut self.rng) else { break };
            let spot = child.spot();
            let was_pass = path.len() > 1 && node.spot().is_pass()
                || path.len() == 1 && root.before[0].is_pass() && !root.board.trace().is_empty();
            let taken = self.board.make(color, spot);
            if root.ko != Ko::Simple && !spot.is_pass() {
                let key = key(root.ko, self.board.hash(), color.opponent());
                if root.history.contains(&key) || self.hashes.contains(&key) {
                    child.forbid();
                    return;
                }
                self.hashes.push(key);
            }
            path.push(child);
            if task.parallel {
                child.value.add(0.0);
            }
            node = child;
            if !spot.is_pass() {
                plays += if color == Color::Black { 1 } else { -1 };
                if let Some(goal) = root.judge.goal {
                    captured[color.index()] += taken;
                    if captured[color.index()] >= goal {
                        verdict = Some(Judge::won(color));
                        break;
                    }
                }
            }
            color = color.opponent();
            if spot.is_pass() && was_pass {
                if root.judge.all_alive {
                    verdict = Some(root.judge.count(judge::area(&self.board), plays, 0));
                }
                break;
            }
        }
        let verdict = match verdict {
            Some(verdict) => verdict,
            None => self.play_out(root, color, captured, plays),
        };
        self.note(&verdict);
        self.learn(task, &path, &verdict);
    }

    fn play_out(
        &mut self,
        root: &Root<CAP>,
        first: Color,
        mut captured: [u32; 2],
        plays: i32,
    ) -> Verdict {
        let from = self.board.trace().len();
        match root.judge.goal {
            None => {
                self.board.run(first, &mut self.policy, &mut self.rng);
            }
            Some(goal) => {
                let (mut color, mut passes) = (first, 0);
                while passes < 2 && self.board.trace().len() < 3 * self.board.size().area() {
                    let spot = self.policy.choose(&mut self.board, color, &mut self.rng);
                    captured[color.index()] += self.board.make(color, spot);
                    if captured[color.index()] >= goal {
                        return Judge::won(color);
                    }
                    passes = if spot.is_pass() { passes + 1 } else { 0 };
                    color = color.opponent();
                }
            }
        }
        let moves = self.board.trace().len() - from;
        let parity = match (moves % 2, first) {
            (0, _) => 0,
            (_, Color::Black) => 1,
            (_, Color::White) => -1,
        };
        root.judge.filled(&self.board, plays, parity)
    }

    /// Adds a playout to the sums.
    fn note(&mut self, verdict: &Verdict) {
        let sums = &mut self.sums;
        sums.playouts += 1;
        sums.score += f64::from(verdict.score);
        sums.squares += f64::from(verdict.score) * f64::from(verdict.score);
        let (board, owners) = (&self.board, &mut sums.owners);
        for (index, sum) in owners.iter_mut().enumerate() {
            *sum += match board.owner(Spot::from_index(index)) {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            };
        }
    }

    /// Tells every node on the way what came of it, and their siblings what came of moves there.
    fn learn(&mut self, task: &Task<'_, CAP>, path: &[&Node], verdict: &Verdict) {
        let root_color = task.root.color;
        let trace = self.board.trace();
        let color_at = |n: usize| if n % 2 == 0 { root_color } else { root_color.opponent() };
        let value_for = |color: Color| match color {
            Color::Black => verdict.value,
            Color::White => 1.0 - verdict.value,
        };
        let score_for = |color: Color| match color {
            Color::Black => verdict.score,
            Color::White => -verdict.score,
        };
        self.first.fill(0);
        let mut next = trace.len();
        for (depth, node) in path.iter().enumerate().rev() {
            while next > depth {
                next -= 1;
                self.first[trace[next].index() & (CAP - 1)] = 1 + color_at(next) as u8;
            }
            // The node was reached by the other side's move.
            let mover = color_at(depth + 1);
            if task.parallel && depth > 0 {
                node.value.correct(value_for(mover));
            } else {
                node.value.add(value_for(mover));
            }
            node.add_score(score_for(mover));
            let color = color_at(depth);
            let (mark, value) = (1 + color as u8, value_for(color));
            for child in task.tree.children(node) {
                if self.first[child.spot().index() & (CAP - 1)] == mark {
                    child.rave.add(value);
                }
            }
        }
    }

    fn expand(&mut self, task: &Task<'_, CAP>, node: &Node, color: Color, is_root: bool) {
        let root = task.root;
        let (last, before) = match *self.board.trace() {
            [.., before, last] => (last, before),
            [last] => (last, root.before[0]),
            [] => (root.before[0], root.before[1]),
        };
        self.nursery.make(&mut self.board, color, last, before, task.params);
        if is_root {
            self.nursery.births.retain(|birth| {
                birth.spot.is_pass() || root.legal.get(birth.spot.index()).is_some_and(|&is| is)
            });
        }
        task.tree.grow(node, &self.nursery.births);
    }
}

/// The child to try next.
fn select<'a>(children: &'a [Node], params: &Params, rng: &mut SplitMix64) -> Option<&'a Node> {
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    // Equal values are tried in any order.
    let noise = rng.next_u64();
    for (n, child) in children.iter().enumerate() {
        if child.is_forbidden() {
            continue;
        }
        let value = worth(child, params) + ((noise >> (n % 48)) & 0xf) as f32 * 1e-6;
        if value > most {
            most = value;
            best = Some(child);
        }
    }
    best
}

#[inline(always)]
fn worth(child: &Node, params: &Params) -> f32 {
    let (prior_count, prior_mean) = child.prior.get();
    let (visits, mean) = child.value.get();
    let count = visits + prior_count;
    let value = (visits * mean + prior_count * prior_mean) / count.max(1e-6);
    let (rave_count, rave_mean) = child.rave.get();
    if rave_count == 0.0 {
        return value;
    }
    let share = rave_count / (rave_count + count + rave_count * count / params.rave);
    share * rave_mean + (1.0 - share) * value
}

/// Whether the most visited move stays so whatever the playouts that are left do.
fn is_settled<const CAP: usize>(task: &Task<'_, CAP>, done: u32) -> bool {
    let left = task.until.playouts.saturating_sub(done) as f32;
    let (mut first, mut second) = (0.0_f32, 0.0_f32);
    for child in task.tree.children(task.tree.root()) {
        let visits = child.visits();
        if visits > first {
            second = first;
            first = visits;
        } else {
            second = second.max(visits);
        }
    }
    first - second > left
}
