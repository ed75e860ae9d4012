//! What features are worth, as learned from game records: the chance of a move to be played is the
//! product of the weights of its features, beside that of all other moves (a generalised Bradley-Terry
//! model, fitted by minorisation-maximisation; Coulom 2007).
//!
//! `weights.txt` is made by `cargo xtask train`.

use std::sync::{Arc, LazyLock};

use crate::features::{Features, GROUPS, LARGE, LEVELS, SHAPE};
use crate::large::Patterns;
use crate::pattern;

/// The weights of every feature.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    groups: [Vec<f32>; GROUPS],
    patterns: Arc<Patterns>,
}

static LEARNED: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_str!("weights.txt")));

impl Weights {
    /// The weights that are shipped.
    pub(crate) fn learned() -> &'static Weights {
        &LEARNED
    }

    /// The large patterns that have a weight.
    pub(crate) fn patterns(&self) -> Arc<Patterns> {
        Arc::clone(&self.patterns)
    }

    /// Reads lines of group, number and weight; what is not said is worth 1. Shapes are given once for
    /// all that are the same turned or mirrored. Large patterns are given by their hashes, in hexadecimal.
    fn read(text: &str) -> Weights {
        let groups = LEVELS.map(|levels| vec![1.0; levels]);
        let mut weights = Weights { groups, patterns: Arc::default() };
        let mut hashes = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((hash, weight)) = read_large(line) {
                hashes.push(hash);
                if let Some(entry) = weights.groups[LARGE].get_mut(hashes.len()) {
                    *entry = weight;
                }
                continue;
            }
            let mut words = line.split(' ');
            let mut number = || words.next()?.parse::<f32>().ok();
            if let (Some(group), Some(level), Some(weight)) = (number(), number(), number())
                && let Some(entry) = weights
                    .groups
                    .get_mut(group as usize)
                    .and_then(|group| group.get_mut(level as usize))
            {
                *entry = weight;
            }
        }
        let shapes = &mut weights.groups[SHAPE];
        let canonical: Vec<f32> =
            (0..=u16::MAX).map(|shape| shapes[usize::from(pattern::canonical(shape))]).collect();
        *shapes = canonical;
        weights.patterns = Arc::new(Patterns::new(&hashes));
        weights
    }

    /// The weight of a move.
    #[inline]
    pub(crate) fn of(&self, features: &Features) -> f32 {
        let pairs = self.groups.iter().zip(features);
        pairs.map(|(group, &level)| group[usize::from(level)]).product()
    }
}

/// A line of a large pattern: `large HASH WEIGHT`.
fn read_large(line: &str) -> Option<(u64, f32)> {
    let (hash, weight) = line.strip_prefix("large ")?.split_once(' ')?;
    Some((u64::from_str_radix(hash, 16).ok()?, weight.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let weights = Weights::read("# comment\n0 2 3.5\n7 1 0.25\nnonsense\n");
        let mut features = [0; GROUPS];
        features[0] = 2;
        features[7] = 1;
        assert!((weights.of(&features) - 0.875).abs() < 1e-6);
    }
}
