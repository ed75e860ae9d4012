//! Bulk replay agrees with the replay of the tree: the same board, the same number of moves, the same
//! illegal ones. On random files, broken ones, and the outside data if present (`HOSHI_DATA`, else
//! `shared/data` beside the workspace).

use std::fs;
use std::path::PathBuf;

use crate::common::{Random, game, garbage, mutated, tree};
use hoshi_core::{Board, Preset, Refusal, Rules};
use hoshi_record::bulk::{Bulk, Illegal};
use hoshi_record::replay::{Problem, Terms, replay};
use hoshi_record::sgf::Collection;

/// The parts of a game that are compared.
#[derive(Debug, PartialEq, Eq)]
struct End {
    board: Board,
    moves: usize,
    illegal: Vec<Illegal>,
}

/// Every game, by the tree.
fn slowly(bytes: &[u8], rules: &Rules) -> Vec<End> {
    let Ok(file) = Collection::read(bytes) else { return Vec::new() };
    let end = |game: hoshi_record::sgf::GameTree<'_>| {
        let last = game.main_line().last().expect("a root");
        let done = replay(last, &Terms::under(game, rules.clone()));
        let illegal = done.remarks.iter().filter_map(|remark| match remark.problem {
            Problem::Illegal { number, color, mv, refusal, .. } => {
                Some(Illegal { number, color, mv, refusal })
            }
            _ => None,
        });
        let illegal = illegal.collect();
        End { board: done.game.board().clone(), moves: done.game.move_count(), illegal }
    };
    file.games().map(end).collect()
}

/// Every game, in bulk.
fn quickly(bytes: &[u8], bulk: &mut Bulk) -> Vec<End> {
    let mut ends = Vec::new();
    bulk.replay(bytes, |game| {
        assert_eq!(game.index, ends.len());
        let (board, illegal) = (game.board.clone(), game.illegal.to_vec());
        ends.push(End { board, moves: game.moves, illegal });
    });
    ends
}

/// Compares the two; returns the numbers of games, moves and illegal moves.
fn check(bytes: &[u8], bulk: &mut Bulk, rules: &Rules) -> [usize; 3] {
    let (quick, slow) = (quickly(bytes, bulk), slowly(bytes, rules));
    assert_eq!(quick, slow, "{}", String::from_utf8_lossy(bytes));
    let moves = slow.iter().map(|end| end.moves).sum();
    [slow.len(), moves, slow.iter().map(|end| end.illegal.len()).sum()]
}

#[test]
fn random_files() {
    let rules = Rules::of(Preset::Simple);
    let mut bulk = Bulk::new(rules.clone());
    let mut random = Random::new(1);
    for round in 0..20_000 {
        check(&garbage(&mut random, round % 4 == 0), &mut bulk, &rules);
    }
    for _ in 0..200 {
        let nodes = 1 + random.below(60);
        for original in [game(&mut random, nodes), tree(&mut random, nodes)] {
            check(&original, &mut bulk, &rules);
            for _ in 0..20 {
                check(&mutated(&mut random, &original), &mut bulk, &rules);
            }
        }
    }
}

/// Small boards are full of captures and kos, and these files are full of oddities: late sizes,
/// setups in mid-game, nodes with two moves, variations that continue or are empty.
fn odd_game(random: &mut Random) -> String {
    let side = 2 + random.below(4);
    let mut text = String::from("(;");
    let point = |random: &mut Random| {
        let letter = |random: &mut Random| char::from(b'a' + random.below(side) as u8);
        format!("{}{}", letter(random), letter(random))
    };
    let late = random.one_in(4);
    if !late {
        text += &format!("SZ[{side}]");
    }
    let mut black = true;
    for number in 0..30 + random.below(60) {
        let spot = point(random);
        match random.below(40) {
            0 => text += &format!("AB[{spot}]"),
            1 => text += &format!("AW[{spot}][{}:{spot}]", point(random)),
            2 => text += &format!("AE[{spot}]"),
            3 => text += random.pick(&["PL[B]", "PL[W]", "PL[x]", "PL[x]PL[B]", "Player[W]"]),
            4 => text += "AB[]",
            5 => text += "KO[]",
            6 => text += random.pick(&["()", "(;B[aa])", "(", "(;AB[aa]", ");", ")(;"]),
            7 => text += random.pick(&["B[]", "W[tt]", "B[zz]", "Black[aa]", "b[bb]", "W[aa][bb]"]),
            8 => text += random.pick(&["C[a;B[aa\\]]", "TR[aa]", "B[aa]B[bb]", "SZ[3]", "X"]),
            _ => {
                text += &format!(";{}[{spot}]", if black { "B" } else { "W" });
                black = !black || random.one_in(20);
            }
        }
        if late && number == 3 {
            text += &format!("SZ[{side}]");
        }
    }
    text + random.pick(&[")", "", "))", ");B[aa]", ")(;B[aa])"])
}

#[test]
fn odd_games_on_small_boards() {
    let mut random = Random::new(2);
    for preset in [Preset::Simple, Preset::TrompTaylor, Preset::Japanese] {
        let rules = Rules::of(preset);
        let mut bulk = Bulk::new(rules.clone());
        let mut illegal = 0;
        for _ in 0..6_000 {
            illegal += check(odd_game(&mut random).as_bytes(), &mut bulk, &rules)[2];
        }
        assert!(illegal > 10_000, "only {illegal} illegal moves");
    }
}

#[test]
fn a_setup_that_sets_nothing_may_lift_the_ko() {
    let rules = Rules::of(Preset::Simple);
    let mut bulk = Bulk::new(rules.clone());
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    for (end, illegal) in [
        (";W[bb])", 1),
        (";PL[W];W[bb])", 1),
        (";PL[B];W[bb])", 0),
        (";AB[];W[bb])", 1),
        (";AB[];B[dd];W[bb])", 0),
        (";AE[dd];W[bb])", 0),
        (";W[bb]KO[])", 0),
    ] {
        let text = format!("{ko}{end}");
        let [_, _, found] = check(text.as_bytes(), &mut bulk, &rules);
        assert_eq!(found, illegal, "{text}");
    }
}

#[test]
fn sizes_that_come_late() {
    let rules = Rules::of(Preset::Simple);
    let mut bulk = Bulk::new(rules.clone());
    for nodes in 29..36 {
        let empty = ";AB[ab]".repeat(nodes - 1);
        let text = format!("(;{empty};SZ[3];B[ss];W[aa])");
        let [_, moves, _] = check(text.as_bytes(), &mut bulk, &rules);
        assert_eq!(moves, if nodes < 32 { 1 } else { 2 }, "{nodes}");
    }
}

#[test]
fn illegal_moves_are_named_and_made() {
    let mut bulk = Bulk::new(Rules::of(Preset::Simple));
    let ends = quickly(b"(;SZ[3];B[ba];W[ba];B[ab];W[aa];B[tt])", &mut bulk);
    let [End { board, moves, illegal }] = &ends[..] else { panic!("{ends:?}") };
    let found: Vec<_> = illegal.iter().map(|illegal| (illegal.number, illegal.refusal)).collect();
    assert_eq!(found, [(2, Refusal::Occupied)]);
    assert_eq!(
        (*moves, board.to_string()),
        (5, String::from("   A B C\n 3 O O . 3\n 2 X + . 2\n 1 . . . 1\n   A B C\n",))
    );
}

/// All files of the outside data; `None`, with a printed note, if there are none.
fn data() -> Option<Vec<PathBuf>> {
    let folder = hoshi_testkit::data("sgf", "bulk replay of outside data")?;
    let (mut folders, mut files) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            let list = if path.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    files.sort();
    Some(files)
}

#[test]
fn outside_data() {
    let Some(files) = data() else { return };
    let rules = Rules::of(Preset::Simple);
    let mut bulk = Bulk::new(rules.clone());
    let mut total = [0; 3];
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "sgf")) {
        let bytes = fs::read(path).expect("a file that can be read");
        let counted = check(&bytes, &mut bulk, &rules);
        total = [0, 1, 2].map(|index| total[index] + counted[index]);
    }
    let [games, moves, illegal] = total;
    assert!(games > 1_000 && moves > 100 * games && illegal > 0, "{total:?}");
    println!("counted: bulk replay: {games} games, {moves} moves, {illegal} of them illegal");
}
