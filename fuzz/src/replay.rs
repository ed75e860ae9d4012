//! Replays the corpus and mutations of it. An input that breaks its target is caught and returned,
//! so that it can be saved.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hoshi_core::{Rng as _, SplitMix64};

use crate::Target;
use crate::mutate::mutate;

/// An input that broke its target.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Where it came from: a file of the corpus, or the number of a mutation.
    pub source: String,
    /// The input itself.
    pub bytes: Vec<u8>,
}

/// The committed inputs of a target, sorted by name; none if the folder is missing.
///
/// # Errors
///
/// If the folder exists but cannot be read.
pub fn corpus(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        inputs.push((name, fs::read(&path)?));
    }
    inputs.sort();
    Ok(inputs)
}

/// Targets that use crates which tests leave unoptimised, and the factor by which their mutations
/// are reduced, so that none takes minutes.
const SLOW: &[(&str, u64)] = &[("convert", 5), ("dgf", 5)];

/// The number of mutations for a target.
#[must_use]
pub fn share(target: Target, mutations: u64) -> u64 {
    let slow = SLOW.iter().find(|(name, _)| *name == target.name);
    mutations / slow.map_or(1, |(_, times)| *times)
}

/// Runs a target on its corpus, then on a number of mutations; stops at the
/// first input that breaks it.
///
/// # Errors
///
/// The input that broke it.
pub fn replay(
    target: Target,
    corpus: &[(String, Vec<u8>)],
    mutations: u64,
    seed: u64,
) -> Result<(), Broken> {
    for (name, bytes) in corpus {
        attempt(target, name, bytes)?;
    }
    let inputs: Vec<Vec<u8>> = corpus.iter().map(|(_, bytes)| bytes.clone()).collect();
    // Each target has a stream of its own: adding one leaves the others alone.
    let name = target.name.bytes().fold(seed, |mix, byte| mix.rotate_left(8) ^ u64::from(byte));
    let mut rng = SplitMix64::new(SplitMix64::new(name).next_u64());
    for number in 0..mutations {
        let bytes = mutate(&inputs, &mut rng);
        attempt(target, &format!("mutation {number}"), &bytes)?;
    }
    Ok(())
}

fn attempt(target: Target, source: &str, bytes: &[u8]) -> Result<(), Broken> {
    catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)))
        .map_err(|_| Broken { source: source.to_owned(), bytes: bytes.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_target_is_caught() {
        let target =
            Target { name: "broken", run: |bytes| assert!(!bytes.contains(&b'!'), "found it") };
        let corpus = [("bang".to_owned(), b"a!".to_vec())];
        assert_eq!(replay(target, &corpus, 0, 1).unwrap_err().source, "bang");
        let corpus = [("calm".to_owned(), b"a".to_vec())];
        assert!(replay(target, &corpus, 0, 1).is_ok());
        let broken = replay(target, &corpus, 1_000_000, 1).unwrap_err();
        assert!(broken.source.starts_with("mutation") && broken.bytes.contains(&b'!'));
    }

    #[test]
    fn a_missing_corpus_is_empty() {
        assert!(corpus(Path::new("no/such/folder")).unwrap().is_empty());
    }
}
