//! Properties of any bytes, tested on random ones from fixed seeds: the output reads back the same;
//! the push parser, the tree and a slow reader agree; a cut file keeps what was before the cut.

use crate::common::{
    Fixed, Random, fixed_point, flat, game, garbage, mutated, parse, push_agrees, readings_agree,
    torn, tree,
};
use hoshi_record::sgf::Collection;

/// Checks everything that holds for any bytes.
fn check(bytes: &[u8]) -> Fixed {
    push_agrees(bytes);
    if let Ok(file) = Collection::read(bytes) {
        readings_agree(&file);
    }
    fixed_point(bytes)
}

#[test]
fn garbage_of_ascii() {
    let mut random = Random::new(1);
    let mut read = 0;
    for _ in 0..100_000 {
        let bytes = garbage(&mut random, false);
        read += usize::from(check(&bytes) == Fixed::Yes);
    }
    assert!(read > 40_000, "only {read} had a game");
}

#[test]
fn garbage_in_other_charsets() {
    let mut random = Random::new(2);
    let (mut read, mut recoded) = (0, 0);
    for _ in 0..12_000 {
        match check(&garbage(&mut random, true)) {
            Fixed::Yes => read += 1,
            Fixed::Recoded => recoded += 1,
            Fixed::NoGame => {}
        }
    }
    println!(
        "counted: garbage that is written as UTF-8, since nobody can say what it is: {recoded}"
    );
    assert!(read > 4_000, "only {read} had a game");
}

/// Bytes beyond ASCII next to structural bytes, which are parts of characters in one charset,
/// brackets in another, and dropped on writing in a third.
#[test]
fn torn_bytes_beside_brackets() {
    let mut random = Random::new(8);
    let (mut read, mut recoded) = (0, 0);
    for _ in 0..50_000 {
        match check(&torn(&mut random)) {
            Fixed::Yes => read += 1,
            Fixed::Recoded => recoded += 1,
            Fixed::NoGame => {}
        }
    }
    println!("counted: torn bytes that are written as they are {read}, as UTF-8 {recoded}");
    assert!(read > 10_000, "only {read} are written as they are");
    assert!(recoded > 1_000, "only {recoded} would be taken for something else");
}

#[test]
fn mutations_of_games() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let nodes = 1 + random.below(40);
        let original = tree(&mut random, nodes);
        for _ in 0..60 {
            check(&mutated(&mut random, &original));
        }
    }
}

#[test]
fn mutations_of_games_in_utf8() {
    let mut random = Random::new(4);
    let mut recoded = 0;
    for _ in 0..100 {
        let nodes = 1 + random.below(30);
        let original = game(&mut random, nodes);
        for _ in 0..40 {
            let bytes = mutated(&mut random, &original);
            recoded += usize::from(check(&bytes) == Fixed::Recoded);
        }
    }
    println!("counted: mutations of UTF-8 that are written with a label that says so: {recoded}");
}

#[test]
fn well_formed_files_are_read_as_the_grammar_says() {
    let mut random = Random::new(5);
    let mut count = 0;
    for _ in 0..3_000 {
        let mut bytes = Vec::new();
        for _ in 0..=random.below(3) {
            let nodes = random.below(60);
            bytes.extend(game(&mut random, nodes));
        }
        let file = Collection::read(&bytes[..]).expect("a game");
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(file.faults(), [], "{shown}");
        let expected = parse(&bytes).expect("it is well-formed");
        assert_eq!(flat(&file), expected, "{shown}");
        assert_eq!(check(&bytes), Fixed::Yes);
        // The output is well-formed too, with the same content.
        assert_eq!(parse(&file.to_bytes()), Some(expected), "{shown}");
        count += file.node_count();
    }
    assert!(count > 1_000, "{count}");
    println!("counted: {count} nodes beside the slow reader");
}

#[test]
fn what_is_written_of_garbage_is_well_formed() {
    let mut random = Random::new(6);
    let mut games = 0;
    for _ in 0..60_000 {
        let bytes = garbage(&mut random, false);
        let Ok(file) = Collection::read(&bytes[..]) else { continue };
        let written = file.to_bytes();
        let again = Collection::read(&written[..]).expect("a game");
        // The slow reader does not skip NUL; inside a value it is ordinary text.
        assert_eq!(parse(&written), Some(flat(&again)), "{}", bytes.escape_ascii());
        games += 1;
    }
    assert!(games > 5_000, "{games}");
}

/// Cut at every byte: nothing panics, and every complete node before the cut is there.
#[test]
fn a_cut_file_keeps_what_was_before_the_cut() {
    let mut random = Random::new(7);
    for round in 0..60 {
        let nodes = 1 + random.below(30);
        let bytes =
            if round % 2 == 0 { tree(&mut random, nodes) } else { game(&mut random, nodes) };
        let whole = Collection::read(&bytes[..]).expect("a game");
        let ends: Vec<usize> = whole
            .game(0)
            .expect("a game")
            .nodes()
            .map(|node| node.offset().expect("it was read") + node.raw().len())
            .collect();
        let list = &flat(&whole)[0];
        for cut in 0..bytes.len() {
            let complete = ends.iter().filter(|&&end| end <= cut).count();
            let shown = String::from_utf8_lossy(&bytes[..cut]).into_owned();
            push_agrees(&bytes[..cut]);
            fixed_point(&bytes[..cut]);
            match Collection::read(&bytes[..cut]) {
                Ok(file) => {
                    let kept = flat(&file);
                    assert_eq!(kept.len(), 1, "{shown}");
                    // A node without properties ends where it begins: it is there with its `;`.
                    assert!(kept[0].len() >= complete, "{shown}");
                    assert_eq!(kept[0][..complete], list[..complete], "{shown}");
                }
                Err(_) => assert_eq!(complete, 0, "{shown}"),
            }
        }
    }
}
