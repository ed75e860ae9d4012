//! Real records: 4,775 common ones beside the counts of two other readers, and the nasty ones. All are
//! read, none loses a node, and the output of all reads back the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{Fixed, data, fixed_point, push_agrees, readings_agree, records};
use hoshi_record::sgf::{Collection, NodeRef};

/// A file of `nodes.csv` where both of the other readers stop at a bare bracket in a comment and lose
/// the whole game that follows: they say that it has 1 node and no move.
const LOST_BY_OTHERS: (&str, usize, usize) = ("kaya/illegal_square_brackets_twice.sgf", 337, 336);

/// Nodes, and moves of either colour.
fn count(file: &Collection) -> (usize, usize) {
    let moves = |node: NodeRef<'_>| {
        node.properties().filter(|property| property.is("B") || property.is("W")).count()
    };
    let games = file.games();
    (file.node_count(), games.map(|game| game.nodes().map(moves).sum::<usize>()).sum())
}

/// The lines of a table of numbers by file name, which may hold commas.
fn table(text: &str, columns: usize) -> BTreeMap<String, Vec<usize>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("file,"));
    lines
        .map(|line| {
            let mut parts: Vec<&str> = line.rsplitn(columns + 1, ',').collect();
            let name = parts.pop().expect("a name").trim_matches('"').to_owned();
            let numbers = parts.iter().rev().map(|number| number.parse().expect(line));
            (name, numbers.collect())
        })
        .collect()
}

/// The checks for each file; returns whether it cannot be written in its own charset.
fn check(name: &str, bytes: &[u8]) -> bool {
    push_agrees(bytes);
    let file = Collection::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    readings_agree(&file);
    if fixed_point(bytes) == Fixed::Recoded {
        println!("{name}: what is written would be taken for another charset");
        return true;
    }
    false
}

#[test]
fn common_records() {
    let Some(folder) = data("sgf/common") else { return };
    let listed = fs::read_to_string(folder.with_file_name("nodes.csv")).expect("the counts");
    let mut listed = table(&listed, 2);
    let files = records(&folder);
    let (mut nodes, mut recoded) = (0, 0);
    for (name, bytes) in &files {
        let file = Collection::read(&bytes[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (found, moves) = count(&file);
        nodes += found;
        if name == LOST_BY_OTHERS.0 {
            assert_eq!(listed.remove(name), Some(vec![1, 0]), "the table was put right");
            assert_eq!((found, moves), (LOST_BY_OTHERS.1, LOST_BY_OTHERS.2));
        } else if let Some(expected) = listed.remove(name) {
            assert_eq!(vec![found, moves], expected, "{name}");
        }
        recoded += usize::from(check(name, bytes));
    }
    assert!(listed.is_empty(), "not there: {listed:?}");
    println!("counted: {} common records with {nodes} nodes read and written", files.len());
    assert_eq!((files.len(), recoded), (4_775, 0));
}

#[test]
fn nasty_records() {
    let Some(folder) = data("sgf/torture") else { return };
    let table_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sgf/torture.csv");
    let mut expected = table(&fs::read_to_string(table_path).expect("the counts"), 3);
    let empty = [
        "_synthetic/empty.sgf",
        "_synthetic/empty_tree.sgf",
        "_synthetic/only_bom.sgf",
        "gnugo/nightmare.sgf",
    ];
    let (mut read, mut recoded) = (0, Vec::new());
    for (name, bytes) in records(&folder) {
        if empty.contains(&&*name) {
            assert!(Collection::read(bytes).is_err(), "{name} has no game in it");
            continue;
        }
        let file = Collection::read(&bytes[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        if !name.starts_with("_derived_enc/") {
            let (nodes, moves) = count(&file);
            let found = vec![file.games().count(), nodes, moves];
            assert_eq!(Some(found), expected.remove(&name), "{name}: games, nodes, moves");
        }
        if check(&name, &bytes) {
            recoded.push(name);
        }
        read += 1;
    }
    assert!(expected.is_empty(), "not there: {expected:?}");
    println!("counted: {read} nasty records read and written, {} of them as UTF-8", recoded.len());
    assert!(recoded.is_empty(), "{recoded:?}");
}

/// The same records in eleven charsets and in UTF-8 have the same nodes, names and points.
#[test]
fn derived_records_have_the_nodes_of_their_truth() {
    let (Some(folder), Some(truth)) = (data("sgf/torture/_derived_enc"), data("sgf/torture_truth"))
    else {
        return;
    };
    // By the last folder and the name: the folders of the truth are one level higher.
    let key = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let truth: BTreeMap<String, Vec<u8>> =
        records(&truth).into_iter().map(|(name, bytes)| (key(&name), bytes)).collect();
    let mut compared = 0;
    for (name, bytes) in records(&folder) {
        let file = Collection::read(bytes).expect("a game");
        let Some(bytes) = truth.get(&key(&name)) else { panic!("no truth for {name}") };
        let other = Collection::read(&bytes[..]).expect("a game");
        assert_eq!(count(&file), count(&other), "{name}");
        for (game, other) in file.games().zip(other.games()) {
            for (node, other) in game.nodes().zip(other.nodes()) {
                let names = |node: NodeRef<'_>| {
                    let names = node
                        .properties()
                        .map(|property| (property.name().to_owned(), property.values().count()));
                    names.filter(|(name, _)| name != "CA").collect::<Vec<_>>()
                };
                assert_eq!(names(node), names(other), "{name}");
            }
        }
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
    println!("counted: {compared} records in other charsets beside the same in UTF-8");
}

/// Converted to UTF-8, a record has the same text, and a label that says UTF-8.
#[test]
fn records_in_utf8_say_the_same() {
    let Some(folder) = data("sgf/torture") else { return };
    let mut count = 0;
    for (name, bytes) in records(&folder) {
        let Ok(file) = Collection::read(bytes) else { continue };
        let mut utf8 = file.clone();
        utf8.to_utf8();
        let again = Collection::read(utf8.to_bytes()).expect("a game");
        assert_eq!(again.faults(), [], "{name}");
        for (game, again) in file.games().zip(again.games()) {
            assert_eq!(again.charset().name(), "UTF-8", "{name}");
            for (node, again) in game.nodes().zip(again.nodes()) {
                let texts = |node: NodeRef<'_>| {
                    let named = node.properties().filter(|property| !property.is("CA"));
                    let texts = |property: hoshi_record::sgf::Property<'_>| {
                        let texts: Vec<_> =
                            property.values().map(|value| value.text().into_owned()).collect();
                        (property.name().to_owned(), texts)
                    };
                    named.map(texts).collect::<Vec<_>>()
                };
                assert_eq!(texts(node), texts(again), "{name}");
            }
        }
        count += 1;
    }
    println!("counted: {count} records turned into UTF-8");
}
