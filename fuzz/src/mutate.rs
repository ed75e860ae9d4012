//! Small changes to known inputs, the same ones on every machine. It cannot replace libFuzzer,
//! which learns; it keeps old failures from coming back, and searches a little around them.

use hoshi_core::{Rng, SplitMix64};

/// The maximum length of a mutated input.
const LONGEST: usize = 4096;

/// Bytes that are special to parsers.
const EDGES: &[u8] = b"\0\x01\x7f\x80\xff09azAZ,;()[]=x- \n";

/// Changes one of the inputs a few times.
pub fn mutate(inputs: &[Vec<u8>], rng: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = pick(inputs, rng).cloned().unwrap_or_default();
    for _ in 0..=rng.below(4) {
        once(&mut bytes, inputs, rng);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn once(bytes: &mut Vec<u8>, inputs: &[Vec<u8>], rng: &mut SplitMix64) {
    let at = index(bytes.len() + 1, rng);
    let here = at.min(bytes.len().saturating_sub(1));
    match rng.below(8) {
        0 if !bytes.is_empty() => bytes[here] ^= 1 << rng.below(8),
        1 if !bytes.is_empty() => bytes[here] = rng.below(256) as u8,
        2 if !bytes.is_empty() => bytes[here] = EDGES[index(EDGES.len(), rng)],
        3 if !bytes.is_empty() => drop(bytes.drain(range(bytes.len(), rng))),
        4 if !bytes.is_empty() => {
            let part = bytes[range(bytes.len(), rng)].to_vec();
            drop(bytes.splice(at..at, part));
        }
        5 => bytes.truncate(at),
        6 => {
            let other = pick(inputs, rng).cloned().unwrap_or_default();
            let part = if other.is_empty() { &[][..] } else { &other[range(other.len(), rng)] };
            drop(bytes.splice(at..at, part.iter().copied()));
        }
        _ => bytes.insert(at, rng.below(256) as u8),
    }
}

fn pick<'a>(inputs: &'a [Vec<u8>], rng: &mut SplitMix64) -> Option<&'a Vec<u8>> {
    inputs.get(index(inputs.len(), rng))
}

/// A place below `length`, or 0.
fn index(length: usize, rng: &mut SplitMix64) -> usize {
    rng.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
}

/// A short range inside `length`, which is not 0.
fn range(length: usize, rng: &mut SplitMix64) -> std::ops::Range<usize> {
    let start = index(length, rng);
    let end = (start + 1 + index(16, rng)).min(length);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let inputs = [b"9x7".to_vec(), b"19".to_vec(), Vec::new()];
        let some = |seed| {
            let mut rng = SplitMix64::new(seed);
            (0..100).map(|_| mutate(&inputs, &mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(some(1), some(1));
        assert_ne!(some(1), some(2));
    }

    #[test]
    fn an_empty_corpus_works() {
        let mut rng = SplitMix64::new(1);
        assert!((0..100).any(|_| !mutate(&[], &mut rng).is_empty()));
    }
}
