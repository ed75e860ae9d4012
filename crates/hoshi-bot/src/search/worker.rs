//! One thread of a search: walks down the tree, playouts, and what the nodes learn from them.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use hoshi_core::playout::{Policy as _, SearchBoard, Spot};
use hoshi_core::{Color, Ko, Rng as _, SplitMix64};

use super::{Root, Sums, Until, key};
use crate::judge::{self, Judge, Verdict};
use crate::params::Params;
use crate::policy::Heavy;
use crate::prior::Nursery;
use crate::tree::{Node, Tree};

/// The fewest playouts, which are made even if there is no time: without them there is no move.
const LEAST: u32 = 8;

/// What a thread works with.
pub(super) struct Worker<const CAP: usize> {
    board: SearchBoard<CAP>,
    pub(super) policy: Heavy<CAP>,
    nursery: Nursery<CAP>,
    rng: SplitMix64,
    /// Who played where first, from a point of the playout on: 0 nobody, else 1 + colour.
    first: Vec<u8>,
    hashes: Vec<u64>,
    pub(super) sums: Sums,
}

/// What all threads of a search share.
pub(super) struct Task<'a, const CAP: usize> {
    pub(super) root: &'a Root<CAP>,
    pub(super) tree: &'a Tree,
    pub(super) params: &'a Params,
    pub(super) until: &'a Until,
    pub(super) stop: &'a AtomicBool,
    pub(super) done: &'a AtomicU32,
    pub(super) halt: &'a AtomicBool,
    pub(super) parallel: bool,
}

impl<const CAP: usize> Worker<CAP> {
    pub(super) fn new(board: &SearchBoard<CAP>, params: &Params, seed: u64) -> Worker<CAP> {
        Worker {
            board: board.clone(),
            policy: Heavy::new(params.rates()),
            nursery: Nursery::new(board),
            rng: SplitMix64::new(seed),
            first: vec![0; CAP],
            hashes: Vec::new(),
            sums: Sums::default(),
        }
    }

    /// Makes playouts until the search ends.
    pub(super) fn work(&mut self, task: &Task<'_, CAP>) {
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
                && done >= LEAST
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
            let was_pass = if path.len() == 1 { root.passed } else { node.spot().is_pass() };
            let taken = self.board.make(color, spot);
            if root.ko != Ko::Simple {
                let key = key(root.ko, self.board.hash(), color.opponent());
                // A pass is never refused. The position after it may not come back either.
                if !spot.is_pass() && (root.history.contains(&key) || self.hashes.contains(&key)) {
                    child.forbid();
                    if task.parallel {
                        path[1..].iter().for_each(|node| node.value.retract());
                    }
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
        let color_at =
            |n: usize| if n.is_multiple_of(2) { root_color } else { root_color.opponent() };
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
            // Every playout ends with passes: they say nothing about passing now.
            self.first[Spot::PASS.index() & (CAP - 1)] = 0;
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

/// Before so many playouts the speed of a search is not known.
const WARM: u32 = 256;

/// The playouts that are left, with a deadline as many as fit at the speed so far.
pub(super) fn left(until: &Until, done: u32, now: Instant) -> f32 {
    let left = until.playouts.saturating_sub(done) as f32;
    let Some(deadline) = until.deadline.filter(|_| done >= WARM) else { return left };
    let gone = now.saturating_duration_since(until.began).as_secs_f32().max(1e-6);
    let rest = deadline.saturating_duration_since(now).as_secs_f32();
    left.min(done as f32 / gone * rest)
}

/// Whether the most visited move stays so whatever the playouts that are left do.
fn is_settled<const CAP: usize>(task: &Task<'_, CAP>, done: u32) -> bool {
    let left = left(task.until, done, Instant::now());
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
