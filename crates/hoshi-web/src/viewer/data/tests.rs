//! The data read back as the page reads it, and compared with a replay of the record at every node.

use std::path::Path;

use hoshi_core::{Color, Move};
use hoshi_record::problem::{Problem, Tried};
use hoshi_record::replay::{Terms, walk};
use hoshi_record::sgf::Collection;
use serde_json::Value;

use super::*;

fn value(tree: GameTree<'_>) -> Value {
    serde_json::from_str(&Data::of(tree).json()).expect("JSON")
}

/// How a node stands, by the rules that the page follows.
#[derive(Clone)]
struct Stand {
    cells: Vec<u64>,
    captures: [u64; 2],
    turn: String,
    number: u64,
}

/// Every node of a game, as the page makes it of its data.
fn stands(game: &Value) -> Vec<Stand> {
    let area = game["width"].as_u64().unwrap() * game["height"].as_u64().unwrap();
    let mut all: Vec<Stand> = Vec::new();
    for (index, node) in game["nodes"].as_array().unwrap().iter().enumerate() {
        let start = Stand {
            cells: vec![0; area as usize],
            captures: [0, 0],
            turn: "b".to_owned(),
            number: 0,
        };
        let parent = node["p"].as_u64().map_or(index.wrapping_sub(1), |parent| parent as usize);
        let mut here = all.get(parent).cloned().unwrap_or(start);
        let (black, white) = (node["b"].as_i64(), node["w"].as_i64());
        let is_move = black.or(white).is_some();
        let changes: Vec<u64> = match node["d"].as_array() {
            Some(changes) => changes.iter().map(|change| change.as_u64().unwrap()).collect(),
            None => {
                let stone = |at: Option<i64>, state: i64| {
                    at.filter(|at| *at >= 0).map(|at| (3 * at + state) as u64)
                };
                stone(black, 1).into_iter().chain(stone(white, 2)).collect()
            }
        };
        for change in changes {
            here.cells[(change / 3) as usize] = change % 3;
        }
        if let Some(captures) = node["x"].as_array() {
            here.captures = [0, 1].map(|side| captures[side].as_u64().unwrap());
        }
        here.turn = match node["t"].as_str() {
            Some(turn) => turn.to_owned(),
            None if is_move => if black.is_none() { "b" } else { "w" }.to_owned(),
            None => here.turn,
        };
        here.number = node["n"].as_u64().unwrap_or(here.number + u64::from(is_move));
        all.push(here);
    }
    all
}

/// Compares all nodes of a record; how many there were.
fn compare(file: &Collection, name: &str) -> usize {
    let mut count = 0;
    for tree in file.games() {
        let data = value(tree);
        let found = stands(&data["games"][0]);
        let mut index = 0;
        walk(tree, &Terms::of(tree), |node, game, _| {
            let Some(found) = found.get(index) else {
                assert_eq!(data["cut"], true, "{name}");
                return;
            };
            let size = game.size();
            for point in size.points() {
                let wanted = match game.board().stone(point) {
                    None => 0,
                    Some(Color::Black) => 1,
                    Some(Color::White) => 2,
                };
                assert_eq!(found.cells[size.index(point)], wanted, "{name}, node {index}");
            }
            let captures = Color::ALL.map(|color| u64::from(game.board().captures(color)));
            let turn = if game.turn() == Color::Black { "b" } else { "w" };
            assert_eq!(found.captures, captures, "{name}, node {index}");
            assert_eq!(
                (found.turn.as_str(), found.number),
                (turn, game.move_count() as u64),
                "{name}, node {index}"
            );
            assert_eq!(
                data["games"][0]["nodes"][index]["c"].is_string(),
                node.text("C").is_some_and(|text| {
                    !if is_problem(tree) { problem::comment(node) } else { text.into_owned() }
                        .trim()
                        .is_empty()
                }),
                "{name}, node {index}"
            );
            index += 1;
        });
        count += index;
    }
    count
}

/// A small generator with a fixed start.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn random_records_stand_as_their_replay_does() {
    let mut random = Random(17);
    for round in 0..60 {
        let mut text = "(;SZ[4]".to_owned();
        let mut open = 0;
        for _ in 0..60 {
            let mut point =
                || -> String { (0..2).map(|_| char::from(b'a' + random.below(5) as u8)).collect() };
            let (one, other) = (point(), point());
            match random.below(8) {
                0 => {
                    text.push('(');
                    open += 1;
                }
                1 if open > 0 => text.push_str(")("),
                _ => {}
            }
            text.push_str(&match random.below(10) {
                0 => format!(";AB[{one}]AW[{other}]"),
                1 => format!(";AE[{one}]PL[W]"),
                2 => format!(";B[{one}]W[{other}]"),
                3 => ";C[x]".to_owned(),
                4 => ";B[]".to_owned(),
                5..=7 => format!(";B[{one}]"),
                _ => format!(";W[{one}]"),
            });
        }
        let file = Collection::read(text.clone() + &")".repeat(open + 1)).unwrap();
        assert!(compare(&file, &format!("round {round}: {text}")) > 30);
    }
}

#[test]
fn real_records_stand_as_their_replay_does() {
    let mut files = Vec::new();
    list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/draw"), &mut files);
    assert!(files.len() > 20);
    if let Some(folder) = hoshi_testkit::data("sgf", "the viewer over outside data") {
        let mut outside = Vec::new();
        list(&folder, &mut outside);
        outside.sort();
        files.extend(outside.into_iter().step_by(23));
    }
    let mut nodes = 0;
    for path in files {
        let bytes = std::fs::read(&path).expect("a file");
        if bytes.len() > 100_000 {
            continue;
        }
        let Ok(file) = Collection::read(bytes) else { continue };
        nodes += compare(&file, &path.display().to_string());
    }
    assert!(nodes > 50, "{nodes}");
}

fn list(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "sgf") {
            files.push(path);
        }
    }
}

#[test]
fn what_is_usual_is_left_out() {
    let text = "(;SZ[9]PB[Ann]BR[3d]RE[B+3.5]KM[6.5]RU[Japanese]\
                ;B[aa];W[ba](;B[ii];W[ab]C[taken])(;B[bb]TR[bb]LB[cc:1]AR[aa:bb]))";
    let file = Collection::read(text).unwrap();
    let data = Data::of(file.game(0).unwrap()).json();
    assert_eq!(
        data,
        "{\"v\":1,\"games\":[{\"width\":9,\"height\":9,\"black\":\"Ann 3d\",\"rules\":\"japanese\",\"komi\":\"6.5\",\"result\":\"B+3.5\",\"nodes\":[\
         {},{\"b\":0},{\"w\":1},{\"b\":80},{\"w\":9,\"d\":[0,29],\"x\":[0,1],\"c\":\"taken\"},\
         {\"p\":2,\"b\":10,\"TR\":[10],\"LB\":[[20,\"1\"]],\"AR\":[[0,10]]}]}]}"
    );
}

/// What a page finds when the solver plays this, and the record answers.
fn tried(game: &Value, at: &mut usize, point: i64) -> Tried {
    let nodes = game["nodes"].as_array().unwrap();
    let children = |of: usize| {
        let is_child = move |&index: &usize| {
            nodes[index]["p"].as_u64().map_or(index - 1, |parent| parent as usize) == of
        };
        (1..nodes.len()).filter(is_child).collect::<Vec<usize>>()
    };
    let says = |of: usize, sign: &str| nodes[of]["v"].as_str().unwrap_or_default().contains(sign);
    if children(*at).is_empty() {
        return Tried::Over;
    }
    let played = |of: usize| nodes[of]["b"].as_i64().or(nodes[of]["w"].as_i64());
    let Some(child) = children(*at).into_iter().find(|&child| played(child) == Some(point)) else {
        return if says(*at, "f") { Tried::Forced } else { Tried::Unknown };
    };
    if says(child, "n") {
        return Tried::NotThis;
    }
    *at = children(child).first().copied().unwrap_or(child);
    match (children(*at).is_empty(), says(*at, "r")) {
        (false, _) => Tried::On,
        (true, true) => Tried::Right,
        (true, false) => Tried::Wrong,
    }
}

#[test]
fn problems_are_judged_as_in_the_terminal() {
    let start = "(;SZ[5]AB[ab][bb]AW[ac][bc]";
    let mut seen = Vec::new();
    for text in [
        format!("{start}(;B[ba];W[ca];B[aa]C[RIGHT])(;B[ca];W[ba]))"),
        format!("{start}(;B[ba];W[ca];B[aa])(;B[ca];W[ba]))"),
        format!("{start}C[FORCE](;B[ba]C[RIGHT])(;B[ca]C[NOTTHIS])(;B[da]))"),
        format!(
            "{start};C[Black to live];(;B[ba]TE[1];W[ca];B[aa])(;B[ca])(;B[da];W[ba](;B[aa])(;B[ca]GB[1])))"
        ),
    ] {
        let file = Collection::read(text.clone()).unwrap();
        let data = value(file.game(0).unwrap());
        let game = &data["games"][0];
        let size = file.game(0).unwrap().size();
        // Every game of three moves of the solver on the upper edge and one point elsewhere.
        for code in 0..6_usize.pow(3) {
            let mut problem = Problem::new(file.clone(), 0).unwrap();
            let mut at = game["problem"]["start"].as_u64().unwrap() as usize;
            for place in [code % 6, code / 6 % 6, code / 36] {
                let point = if place == 5 { 24 } else { place };
                let wanted = problem.play(Move::Play(size.point_at(point).unwrap()));
                if matches!(wanted, Tried::Illegal(_)) {
                    break;
                }
                let found = tried(game, &mut at, point as i64);
                assert_eq!(found, wanted, "{text}: {code}, point {point}");
                seen.push(wanted);
            }
        }
    }
    for one in [
        Tried::On,
        Tried::Right,
        Tried::Wrong,
        Tried::NotThis,
        Tried::Unknown,
        Tried::Forced,
        Tried::Over,
    ] {
        assert!(seen.contains(&one), "{one:?} was never seen");
    }
}

#[test]
fn what_is_too_much_for_a_page_is_cut() {
    let file = Collection::read(format!("({})", ";B[aa]".repeat(MOST_NODES + 5))).unwrap();
    let mut data = Data::of(file.game(0).unwrap());
    assert_eq!(data.games[0].nodes.len(), MOST_NODES);
    assert!(data.note().unwrap().starts_with("only the first 100000 nodes"));
    // Nothing is added to it any more.
    data.add(file.game(0).unwrap());
    assert_eq!(data.games.len(), 1);
    // A few bytes name many points.
    let file = Collection::read(format!("(;{})", ";AB[aa:ss];AW[aa:ss]".repeat(5_000))).unwrap();
    let data = Data::of(file.game(0).unwrap());
    assert!(data.note().is_some() && data.games[0].nodes.len() < 3_000);
}

/// A few bytes can name a board of 2,704 points, and a file can have many of them.
#[test]
fn many_large_boards_are_cut_off() {
    let file = Collection::read("(;SZ[52])".repeat(2000)).expect("a record");
    let mut data = Data::new();
    file.games().for_each(|game| data.add_problem(game));
    assert_eq!((data.games.len(), data.cut), (MOST_BOARDS / (52 * 52), true));
    let file = Collection::read("(;SZ[9])".repeat(1000)).expect("a record");
    let mut data = Data::new();
    file.games().for_each(|game| data.add_problem(game));
    assert_eq!((data.games.len(), data.cut), (1000, false));
}
