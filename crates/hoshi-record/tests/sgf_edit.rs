//! Editing: random edits beside a model tree.

mod common;

use common::{Random, edits, game, tree};
use hoshi_core::Size;
use hoshi_record::sgf::Collection;

#[test]
fn random_edits_of_games_that_were_read() {
    let mut random = Random::new(11);
    for round in 0..600 {
        let nodes = random.below(30);
        let mut bytes =
            if round % 2 == 0 { tree(&mut random, nodes) } else { game(&mut random, nodes) };
        if round % 3 == 0 {
            let second = bytes.clone();
            bytes.extend(second);
        }
        let mut file = Collection::read(bytes).expect("a game");
        let which = random.below(file.games().len());
        let steps = random.below(60);
        edits(&mut file, which, steps, &mut random);
    }
}

#[test]
fn random_trees_from_nothing() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let mut file = Collection::new(Size::S19);
        edits(&mut file, 0, 120, &mut random);
    }
}
