//! What features are worth, as learned from game records: the chance of a move to be played is the
//! product of the weights of its features, beside that of all other moves (a generalised Bradley-Terry
//! model, fitted by minorisation-maximisation; Coulom 2007).
//!
//! `weights.txt` is made by `cargo xtask train`.

use std::sync::LazyLock;

use crate::features::{Features, GROUPS, LEVELS, SHAPE};
use crate::pattern;

/// The weights of every feature.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    groups: [Vec<f32>; GROUPS],
}

static LEARNED: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_str!("weights.txt")));

impl Weights {
    /// The weights that are shipped.
    pub(crate) fn learned() -> &'static Weights {
        &LEARNED
    }

    /// All features are worth the same.
    pub(crate) fn even() -> Weights {
        Weights { groups: LEVELS.map(|levels| vec![1.0; levels]) }
    }

    /// Reads lines of group, number and weight; what is not said is worth 1. Shapes are given once for
    /// all that are the same turned or mirrored.
    fn read(text: &str) -> Weights {
        let mut weights = Weights::even();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
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
        weights
    }

    /// The weight of a move.
    #[inline]
    pub(crate) fn of(&self, features: &Features) -> f32 {
        let pairs = self.groups.iter().zip(features);
        pairs.map(|(group, &level)| group[usize::from(level)]).product()
    }
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
