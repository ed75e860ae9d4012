//! The table of targets, the manifest, the files and the corpus agree.

use std::path::Path;

use hoshi_fuzz::TARGETS;
use hoshi_fuzz::replay::{corpus, replay};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_target_is_complete() {
    let manifest = std::fs::read_to_string(here().join("Cargo.toml")).expect("a manifest");
    for target in TARGETS {
        let name = target.name;
        let file = format!("fuzz_targets/{name}.rs");
        let text = std::fs::read_to_string(here().join(&file)).expect(&file);
        assert!(text.contains(&format!("\"{name}\"")), "{file} runs another target");
        assert!(manifest.contains(&format!("path = \"{file}\"")), "{file} is not in the manifest");
        let inputs = corpus(&here().join("corpus").join(name)).expect("a readable corpus");
        assert!(!inputs.is_empty(), "the corpus of {name} is empty");
    }
    let files = std::fs::read_dir(here().join("fuzz_targets")).expect("a folder").count();
    assert_eq!(files, TARGETS.len(), "a file in fuzz_targets/ has no line in TARGETS");
}

#[test]
fn the_corpus_holds() {
    for &target in TARGETS {
        let inputs = corpus(&here().join("corpus").join(target.name)).expect("a readable corpus");
        if let Err(broken) = replay(target, &inputs, 1_000, 1) {
            panic!("{} is broken by {}: {:?}", target.name, broken.source, broken.bytes);
        }
    }
}
