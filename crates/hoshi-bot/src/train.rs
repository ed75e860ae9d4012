//! Learns the weights of features from games: see `weights`. Only `cargo xtask train` uses it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use hoshi_core::playout::{SearchBoard, Spot};
use hoshi_core::{Color, Move, Position, Preset, Rng as _, Rules, Size, SplitMix64};

use crate::features::{Features, GROUPS, LARGE, LEVELS, Observer, SHAPE};
use crate::large::Patterns;
use crate::pattern;

/// Positions with the moves that were possible and the one that was played.
#[derive(Default)]
pub struct Lessons {
    /// For each position, where its moves begin in `moves`; the played one is the first.
    starts: Vec<usize>,
    moves: Vec<Features>,
    /// How often each large pattern was played.
    tally: HashMap<u64, u32>,
    /// Those that are played often.
    hashes: Vec<u64>,
    patterns: Arc<Patterns>,
}

impl Lessons {
    /// Counts the large patterns around the moves of a game.
    pub fn count(&mut self, size: Size, start: &Position, moves: &[(Color, Move)]) {
        const CAP: usize = 512;
        if hoshi_core::playout::capacity(size) > CAP {
            return;
        }
        let rules = Rules::of(Preset::Simple);
        let mut board = start.board().clone();
        let mut search = SearchBoard::<CAP>::new(size);
        let around = crate::large::Surroundings::new(&search, Arc::default());
        for &(color, mv) in moves {
            let Move::Play(point) = mv else {
                board.lift_ko();
                continue;
            };
            search.set_position(&board, color);
            let hashes = around.hashes(&search, search.spot(point), color);
            for hash in hashes.into_iter().flatten() {
                *self.tally.entry(hash).or_default() += 1;
            }
            if board.play(color, point, &rules).is_err() {
                return;
            }
        }
    }

    /// From now on, large patterns that were counted so often are features. Returns how many there are.
    pub fn keep_patterns(&mut self, least: u32) -> usize {
        let often = self.tally.iter().filter(|&(_, &count)| count >= least);
        self.hashes = often.map(|(&hash, _)| hash).collect();
        self.hashes.sort_unstable();
        self.hashes.truncate(usize::from(u16::MAX));
        self.patterns = Arc::new(Patterns::new(&self.hashes));
        self.hashes.len()
    }

    /// Lessons with the same features, and no positions yet.
    #[must_use]
    pub fn twin(&self) -> Lessons {
        let patterns = Arc::clone(&self.patterns);
        Lessons { hashes: self.hashes.clone(), patterns, ..Lessons::default() }
    }

    /// Takes some of the positions of a game, each with this chance in a thousand.
    pub fn add(
        &mut self,
        size: Size,
        start: &Position,
        moves: &[(Color, Move)],
        chance: u32,
        rng: &mut SplitMix64,
    ) {
        const CAP: usize = 512;
        if hoshi_core::playout::capacity(size) > CAP {
            return;
        }
        let rules = Rules::of(Preset::Simple);
        let mut board = start.board().clone();
        let mut search = SearchBoard::<CAP>::new(size);
        let mut observer = Observer::<CAP>::new(&search, Arc::clone(&self.patterns));
        let canonical = canonical_shapes();
        let (mut last, mut before) = (Spot::PASS, Spot::PASS);
        for &(color, mv) in moves {
            if let Move::Play(point) = mv
                && rng.below(1000) < chance
            {
                search.set_position(&board, color);
                observer.look(&mut search, color, last, before);
                let played = search.spot(point);
                if search.is_legal(color, played) {
                    self.starts.push(self.moves.len());
                    let mut note = |spot: Spot| {
                        let mut features = observer.features(&search, spot);
                        features[SHAPE] = canonical[usize::from(features[SHAPE])];
                        self.moves.push(features);
                    };
                    note(played);
                    for spot in search.empty_spots() {
                        if spot != played
                            && search.is_legal(color, spot)
                            && !search.is_eye(color, spot)
                        {
                            note(spot);
                        }
                    }
                }
            }
            match mv {
                Move::Play(point) => {
                    if board.play(color, point, &rules).is_err() {
                        return;
                    }
                }
                Move::Pass => board.lift_ko(),
            }
            before = last;
            last = search.spot_of(mv);
        }
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    fn positions(&self) -> impl Iterator<Item = &[Features]> {
        let ends = self.starts.iter().skip(1).copied().chain([self.moves.len()]);
        self.starts.iter().zip(ends).map(|(&start, end)| &self.moves[start..end])
    }

    /// Fits the weights in so many rounds, and returns them as text. `report` hears of each round: the mean
    /// logarithm of the chance that was given to the played moves of `test`, and how often they were the first.
    pub fn fit(
        &self,
        rounds: u32,
        test: &Lessons,
        mut report: impl FnMut(u32, f64, f64),
    ) -> String {
        let mut gammas = LEVELS.map(|levels| vec![1.0_f64; levels]);
        let mut wins = LEVELS.map(|levels| vec![0.0_f64; levels]);
        let mut seen = LEVELS.map(|levels| vec![0_u32; levels]);
        for position in self.positions() {
            for group in 0..GROUPS {
                wins[group][usize::from(position[0][group])] += 1.0;
                for features in position {
                    seen[group][usize::from(features[group])] += 1;
                }
            }
        }
        let mut products = vec![0.0_f64; self.moves.len()];
        for round in 0..rounds {
            for group in 0..GROUPS {
                for (product, features) in products.iter_mut().zip(&self.moves) {
                    *product = (0..GROUPS).map(|g| gammas[g][usize::from(features[g])]).product();
                }
                let mut strength = vec![0.0_f64; LEVELS[group]];
                let mut at = 0;
                for position in self.positions() {
                    let products = &products[at..at + position.len()];
                    at += position.len();
                    let total: f64 = products.iter().sum();
                    for (features, product) in position.iter().zip(products) {
                        let level = usize::from(features[group]);
                        strength[level] += product / gammas[group][level] / total;
                    }
                }
                for level in 0..LEVELS[group] {
                    if seen[group][level] > 0 {
                        // One win and one loss against a move of weight 1 keep weights finite.
                        let (won, against) = (wins[group][level] + 1.0, strength[level]);
                        let prior = 2.0 / (1.0 + gammas[group][level]);
                        gammas[group][level] = (won / (against + prior)).clamp(1e-4, 1e4);
                    }
                }
            }
            let (log, first) = test.judge(&gammas);
            report(round, log, first);
        }
        let mut text = String::new();
        for group in 0..GROUPS {
            for level in 0..LEVELS[group] {
                let gamma = gammas[group][level];
                if seen[group][level] < if group == SHAPE { 50 } else { 1 } {
                    continue;
                }
                let _ = match (group, level) {
                    (LARGE, 1..) => {
                        let hash = self.hashes[level - 1];
                        writeln!(text, "large {hash:016x} {gamma:.3}")
                    }
                    _ => writeln!(text, "{group} {level} {gamma:.4}"),
                };
            }
        }
        text
    }

    /// The mean logarithm of the chance of the played move, and how often it was the likeliest.
    fn judge(&self, gammas: &[Vec<f64>; GROUPS]) -> (f64, f64) {
        let (mut log, mut first) = (0.0, 0.0);
        for position in self.positions() {
            let weights = position.iter().map(|features| {
                let pairs = gammas.iter().zip(features);
                pairs.map(|(group, &level)| group[usize::from(level)]).product::<f64>()
            });
            let weights: Vec<f64> = weights.collect();
            log += (weights[0] / weights.iter().sum::<f64>()).ln();
            first += f64::from(u8::from(weights[1..].iter().all(|&w| w < weights[0])));
        }
        let count = self.len().max(1) as f64;
        (log / count, first / count)
    }
}

fn canonical_shapes() -> &'static [u16] {
    static CANONICAL: std::sync::LazyLock<Vec<u16>> =
        std::sync::LazyLock::new(|| (0..=u16::MAX).map(pattern::canonical).collect());
    &CANONICAL
}
