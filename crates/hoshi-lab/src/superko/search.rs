//! The search: whether Black gets at least a given number of points, by iterative deepening.

use std::cmp::Reverse;

use super::Superko;
use super::positions::{NONE, Number, Positions};
use super::proofs::{Goal, Grounds, Proofs};

/// A position with a side to move; Black is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) position: Number,
    pub(super) side: usize,
    pub(super) is_after_pass: bool,
}

/// The side that reaches its goal, and the conditions on the history.
struct Answer {
    winner: usize,
    grounds: Grounds,
}

/// The work of one of the two searches for a question.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    depth: u32,
    nodes: u64,
}

/// The nodes of the hasty search per node of the thorough search.
const SHARE: u64 = 16;

/// A search with its results so far.
pub(super) struct Search<'a> {
    positions: &'a Positions,
    proofs: Proofs<'a>,
    /// The history, by key.
    history: Vec<bool>,
    /// The move that won last, by node: it is tried first.
    killers: Vec<u8>,
    /// The round and depth of the last hasty search of a node.
    searched: Vec<(u32, u32)>,
    /// Black's goal in points.
    wanted: i32,
    is_hasty: bool,
    round: u32,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(positions: &'a Positions, rule: Superko) -> Search<'a> {
        Search {
            positions,
            proofs: Proofs::new(positions, rule),
            history: vec![false; positions.len() * 2],
            killers: vec![u8::MAX; positions.len() * 4],
            searched: vec![(0, 0); positions.len() * 4],
            wanted: 0,
            is_hasty: true,
            round: 0,
            nodes: 0,
        }
    }

    /// The value of a node for Black, after a history of positions and sides to move.
    pub(super) fn value(&mut self, history: &[(Number, usize)], node: Node) -> i32 {
        let area = self.positions.area as i32;
        let (mut least, mut most) = (-area, area);
        while least < most {
            let middle = least + (most - least + 1) / 2;
            if self.has(middle, history, node) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        least
    }

    /// Whether Black gets at least this many points.
    ///
    /// Two searches take turns, and share their proofs. The hasty one gives up a node where it already gave up in
    /// this round with as many moves left, whatever the history was: it usually finds the answer far sooner, but may
    /// never find it. The thorough one gets a small share of the work, skips nothing, and so terminates, because a
    /// game cannot be longer than the number of positions, with a pass between them.
    fn has(&mut self, points: i32, history: &[(Number, usize)], node: Node) -> bool {
        self.wanted = points;
        self.history.fill(false);
        for &(position, side) in history.iter().chain(&[(node.position, node.side)]) {
            self.history[self.proofs.key(position, side) as usize] = true;
        }
        let [mut hasty, mut thorough] = [Effort::default(); 2];
        loop {
            self.is_hasty = hasty.nodes <= SHARE * thorough.nodes;
            self.round += 1;
            let effort = if self.is_hasty { &mut hasty } else { &mut thorough };
            effort.depth += 1;
            let before = self.nodes;
            let answer = self.glance(node).or_else(|| self.search(node, effort.depth));
            effort.nodes += self.nodes - before;
            if let Some(answer) = answer {
                return answer.winner == 0;
            }
        }
    }

    /// The goal of a side. If Black gets less, White gets at least one more than the rest.
    fn goal(&self, color: usize) -> Goal {
        Goal { color, points: if color == 0 { self.wanted } else { 1 - self.wanted } }
    }

    fn reaches(&self, color: usize, points: i8) -> bool {
        i32::from(points) >= self.goal(color).points
    }

    /// The answer for a node without a search, if known.
    fn glance(&mut self, node: Node) -> Option<Answer> {
        let Node { position, side, is_after_pass } = node;
        let certain = |winner| Some(Answer { winner, grounds: Grounds::default() });
        if is_after_pass && self.reaches(side, self.positions.score(position, side)) {
            return certain(side);
        }
        for color in [side, 1 - side] {
            if self.reaches(color, self.positions.least(position, color)) {
                return certain(color);
            }
            if let Some(grounds) = self.proofs.find(node, self.goal(color), &self.history) {
                return Some(Answer { winner: color, grounds });
            }
        }
        None
    }

    /// The winner of a node without a known answer, if it can be found within this depth.
    fn search(&mut self, node: Node, depth: u32) -> Option<Answer> {
        let (me, you) = (node.side, 1 - node.side);
        let number =
            ((node.position * 2 + me as Number) * 2) as usize + usize::from(node.is_after_pass);
        if self.is_hasty {
            let (round, deep) = self.searched[number];
            if round == self.round && deep >= depth {
                return None;
            }
            self.searched[number] = (self.round, depth);
        }
        self.nodes += 1;
        // The conditions if no move wins.
        let mut lost = Grounds::default();
        let mut moves = Vec::with_capacity(self.positions.area + 1);
        for (point, &position) in self.positions.next(node.position, me).iter().enumerate() {
            if position == NONE {
                continue;
            }
            let key = self.proofs.key(position, you);
            if self.history[key as usize] {
                lost.seen.push(key);
            } else {
                moves.push((point as u8, Node { position, side: you, is_after_pass: false }));
            }
        }
        // First the previous winner, then the best scores, the pass last.
        let (first, positions) = (self.killers[number], self.positions);
        moves.sort_by_key(|(point, to)| {
            (*point != first, Reverse(positions.score(to.position, me)))
        });
        // A second pass would end the game; the glance at this node has shown that it does not win.
        if !node.is_after_pass {
            let pass = (self.positions.area as u8, Node { side: you, is_after_pass: true, ..node });
            moves.insert(if pass.0 == first { 0 } else { moves.len() }, pass);
        }
        let mut is_known = true;
        for with_search in [false, true] {
            let mut open = Vec::new();
            for &(point, to) in &moves {
                let key = self.proofs.key(to.position, to.side);
                let was = std::mem::replace(&mut self.history[key as usize], true);
                let mut answer = self.glance(to);
                if with_search && depth > 1 {
                    answer = answer.or_else(|| self.search(to, depth - 1));
                }
                self.history[key as usize] = was;
                match answer {
                    Some(Answer { winner, mut grounds }) if winner == me => {
                        if !to.is_after_pass {
                            grounds.free.push(key);
                        }
                        self.killers[number] = point;
                        let grounds = self.proofs.keep(node, self.goal(me), grounds);
                        return Some(Answer { winner: me, grounds });
                    }
                    Some(answer) => lost.join(answer.grounds),
                    None if with_search => is_known = false,
                    None => open.push((point, to)),
                }
            }
            if depth == 1 && !open.is_empty() {
                return None;
            }
            moves = open;
        }
        if !is_known {
            return None;
        }
        let grounds = self.proofs.keep(node, self.goal(you), lost);
        Some(Answer { winner: you, grounds })
    }
}
